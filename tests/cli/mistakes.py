"""Things that users get wrong: the files that they have, and the command that they type."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

COLUMNS = "id,name,faction,type,cost,power,toughness,keyword,rarity"
HOUND = "hound,Hound,Wilds,creature,2,2,1,SWIFT,common"


@dataclass(frozen=True)
class Mistake:
    """One unusable call.

    Attributes
    ----------
    name : str
        What is wrong; also the name of the snapshot.
    command : str
        What follows `forgesim`, split at blanks.
    files : mapping
        Text, or bytes, by path; None makes a folder.
    by_parser : bool
        Whether the message is the option parser's, worded by a library.
    """

    name: str
    command: str
    files: Mapping[str, str | bytes | None] = field(default_factory=dict)
    by_parser: bool = False

    @property
    def arguments(self) -> list[str]:
        """The command, split; `''` stands for an empty argument."""
        return ["" if word == "''" else word for word in self.command.split()]


def roster(*rows: str, columns: str = COLUMNS) -> dict[str, str | bytes | None]:
    """A roster file of these rows."""
    return {"cards.csv": "\n".join([columns, *rows]) + "\n"}


def deck(name: str, **cards: int) -> str:
    """A deck file; ten legal cards of the shipped roster, with these counts changed or added."""
    legal = ("gutter_acolyte", "ash_moth", "hollow_penitent", "wick_imp", "night_courier",
             "bone_chorister", "ritual_knife", "hexed_sickle", "burnt_offering",
             "weeping_idol")  # fmt: skip
    counts = dict.fromkeys(legal, 2) | cards
    lines = [f"{card} = {count}" for card, count in counts.items() if count]
    return "\n".join([f'name = "{name}"', "[cards]", *lines]) + "\n"


def manifest(plan: object, **changes: object) -> dict[str, str | bytes | None]:
    """A run directory that holds a manifest and nothing else."""
    content = {"format": 1, "forgesim": "0.1.0", "engine": "0" * 16, "plan": plan} | changes
    return {"run/manifest.json": json.dumps(content)}


MISTAKES = [
    # names
    Mistake("deck-misspelt", "batch --deck wild-fast"),
    Mistake("deck-unlike-any", "batch --deck zzz"),
    Mistake("ruleset-misspelt", "batch --ruleset v0.1"),
    Mistake("pilot-misspelt", "batch --pilot greedyy"),
    Mistake("game-misspelt", "batch --game froge"),
    Mistake("game-misspelt-in-rules", "rules --game froge"),
    Mistake("deck-file-misspelt", "batch --deck mydek.toml", {"mydeck.toml": deck("mydeck")}),
    # the command line
    Mistake("no-arguments", "", by_parser=True),
    Mistake("command-misspelt", "btach", by_parser=True),
    Mistake("option-misspelt", "batch --gmaes 20", by_parser=True),
    Mistake("option-without-value", "batch --games", by_parser=True),
    Mistake("too-many-arguments", "batch a.toml b.toml", by_parser=True),
    Mistake("games-not-whole", "batch --games 1.5", by_parser=True),
    Mistake("games-none", "batch --games 0"),
    Mistake("games-negative", "batch --games -5"),
    Mistake("games-too-many", "batch --games 1000000000001"),
    Mistake("games-many-and-nobody-to-ask", "batch --games 1000000000"),
    Mistake("games-and-pairs", "batch --games 20 --pairs 10"),
    Mistake("pairs-none", "batch --pairs 0"),
    Mistake("jobs-none", "batch --jobs 0"),
    Mistake("seed-negative", "batch --seed -1"),
    Mistake("seed-too-large", "batch --seed 9223372036854775808"),
    Mistake("backend-unknown", "batch --backend dask"),
    Mistake("deck-and-decks", "batch --deck wilds-fast --decks decks"),
    Mistake("pilot-named-twice", "batch --pilot greedy --pilot greedy"),
    Mistake("out-exists", "batch --games 20 --quiet --out mine", {"mine/notes.txt": "mine"}),
    Mistake("out-is-a-file", "batch --games 20 --quiet --force --out mine", {"mine": "mine"}),
    Mistake(
        "out-is-no-run", "batch --games 20 --quiet --force --out mine", {"mine/notes.txt": "mine"}
    ),
    Mistake("out-below-a-file", "batch --games 20 --quiet --out mine/run", {"mine": "mine"}),
    # settings
    Mistake("parameter-misspelt", "batch --set fp_cpa=8"),
    Mistake("parameter-out-of-range", "batch --set fp_cap=100"),
    Mistake("parameter-of-a-seat-out-of-range", "batch --set second.opening_hand=-1"),
    Mistake("parameter-not-whole", "batch --set fp_cap=7.5"),
    Mistake("switch-without-its-prefix", "batch --set late_attach=off"),
    Mistake("switch-half-way", "batch --set switch.late_attach=maybe"),
    Mistake("setting-without-value", "batch --set fp_cap"),
    Mistake("setting-card-misspelt", "batch --set card.bramble_hond.cost=+1"),
    Mistake("setting-field-unknown", "batch --set card.bramble_hound.health=3"),
    Mistake("setting-cost-too-high", "batch --set card.bramble_hound.cost=+8"),
    Mistake("setting-makes-a-wrong-card", "batch --set card.bramble_hound.keyword=CURSED"),
    Mistake("setting-feature-misspelt", "batch --set pilot.greedy.fase=12"),
    Mistake("setting-pilot-elsewhere", "batch --set pilot.random.face=12"),
    # experiment files
    Mistake("experiment-missing", "batch mine.toml"),
    Mistake("experiment-not-toml", "batch mine.toml", {"mine.toml": "games = 20\ndeck = [\n=\n"}),
    Mistake("experiment-empty", "batch mine.toml", {"mine.toml": "\n"}),
    Mistake("experiment-key-misspelt", "batch mine.toml", {"mine.toml": "seed = 1\ngmaes = 20\n"}),
    Mistake("experiment-value-of-another-kind", "batch mine.toml",
            {"mine.toml": 'games = "many"\njobs = 2.5\n'}),
    Mistake("experiment-setting-out-of-range", "batch mine.toml",
            {"mine.toml": 'deck = ["wilds-fast"]\n[set]\nfp_cap = 100\n'}),
    Mistake("experiment-is-a-folder", "batch mine", {"mine": None}),
    # decks
    Mistake("deck-of-19-cards", "batch --deck d.toml", {"d.toml": deck("d", ash_moth=1)}),
    Mistake("deck-with-three-copies", "batch --deck d.toml",
            {"d.toml": deck("d", ash_moth=3, wick_imp=1)}),
    Mistake("deck-with-two-mythics", "batch --deck d.toml",
            {"d.toml": deck("d", the_last_candle=2, wick_imp=0)}),
    Mistake("deck-with-everything-wrong", "batch --deck d.toml",
            {"d.toml": deck("d", the_last_candle=2, ash_moth=3)}),
    Mistake("deck-card-misspelt", "batch --deck d.toml", {"d.toml": deck("d", ash_mothh=2)}),
    Mistake("deck-count-not-a-number", "batch --deck d.toml",
            {"d.toml": 'name = "d"\n[cards]\nash_moth = "two"\n'}),
    Mistake("deck-without-cards", "batch --deck d.toml", {"d.toml": 'name = "d"\n'}),
    Mistake("deck-key-misspelt", "batch --deck d.toml", {"d.toml": 'nmae = "d"\n[cards]\n'}),
    Mistake("deck-name-with-blanks", "batch --deck d.toml", {"d.toml": deck("my deck")}),
    Mistake("deck-of-another-game", "batch --deck d.toml",
            {"d.toml": 'game = "chess"\n' + deck("d")}),
    Mistake("decks-with-one-name", "batch --deck d.toml --deck e.toml",
            {"d.toml": deck("d"), "e.toml": deck("d")}),
    Mistake("decks-folder-empty", "batch --decks mine", {"mine": None}),
    # rosters
    Mistake("roster-missing", "batch --roster cards.csv"),
    Mistake("roster-folder-empty", "batch --roster mine", {"mine": None}),
    Mistake("roster-empty", "batch --roster cards.csv", {"cards.csv": ""}),
    Mistake("roster-not-utf-8", "batch --roster cards.csv",
            {"cards.csv": f"{COLUMNS}\ncafe,Café,Wilds,weapon,1,,,,common\n".encode("latin-1")}),
    Mistake("roster-is-a-spreadsheet", "batch --roster cards.csv", {"cards.csv": b"PK\x03\x04\0"}),
    Mistake("roster-column-missing", "batch --roster cards.csv",
            roster("hound,Hound,Wilds,creature,2,2,1,SWIFT", columns=COLUMNS[:-7])),
    Mistake("roster-column-misspelt", "batch --roster cards.csv",
            roster(HOUND, columns=COLUMNS.replace("cost", "price"))),
    Mistake("roster-bad-numbers", "batch --roster cards.csv",
            roster("hound,Hound,Wilds,creature,two,-1,0,SWIFT,common")),
    Mistake("roster-id-twice", "batch --roster cards.csv", roster(HOUND, HOUND)),
    Mistake("roster-words-unknown", "batch --roster cards.csv",
            roster("hound,Hound,Wild,beast,2,2,1,SWIFTLY,epic")),
    Mistake("roster-keyword-on-a-wrong-type", "batch --roster cards.csv",
            roster("spring,Spring,Wilds,artifact,3,,,GUARD,common")),
    Mistake("roster-weapon-with-power", "batch --roster cards.csv",
            roster("spear,Spear,Wilds,weapon,2,2,,KEEN,common")),
    Mistake("roster-creature-without-power", "batch --roster cards.csv",
            roster("hound,Hound,Wilds,creature,2,,,,common")),
    Mistake("roster-row-too-long", "batch --roster cards.csv", roster(HOUND + ",fast")),
    Mistake("roster-quote-open", "batch --roster cards.csv", roster('hound,"Hound,Wilds')),
    Mistake("roster-without-the-deck-s-card", "batch --roster cards.csv --deck d.toml",
            roster(HOUND) | {"d.toml": 'name = "d"\n[cards]\nhounds = 2\n'}),
    # rulesets
    Mistake("ruleset-missing", "rules --ruleset mine.toml"),
    Mistake("ruleset-without-parent", "rules --ruleset mine.toml", {"mine.toml": "fp_cap = 8\n"}),
    Mistake("ruleset-parents-in-a-circle", "rules --ruleset a.toml",
            {"a.toml": 'parent = "b.toml"\n', "b.toml": 'parent = "a.toml"\n'}),
    Mistake("ruleset-parameter-misspelt", "rules --ruleset mine.toml",
            {"mine.toml": 'parent = "v0.1w"\nfp_cpa = 8\n'}),
    Mistake("ruleset-value-out-of-range", "rules --ruleset mine.toml",
            {"mine.toml": 'parent = "v0.1w"\n\n[first]\nstart_heat = 0\n'}),
    # pilots
    Mistake("pilot-missing", "batch --pilot mine.toml"),
    Mistake("pilot-feature-misspelt", "batch --pilot mine.toml",
            {"mine.toml": 'name = "mine"\nkind = "weights"\n[weights]\nfase = 1\nkill = 1.5\n'}),
    Mistake("pilot-kind-unknown", "batch --pilot mine.toml",
            {"mine.toml": 'name = "mine"\nkind = "clever"\n'}),
    Mistake("pilots-with-one-name", "batch --pilot greedy --pilot mine.toml",
            {"mine.toml": 'name = "greedy"\nkind = "random"\n'}),
    # replay
    Mistake("replay-without-decks", "replay"),
    Mistake("replay-with-one-deck", "replay --deck-a wilds-fast"),
    Mistake("replay-first-unknown", "replay --deck-a wilds-fast --deck-b wilds-slow --first c"),
    Mistake("replay-seed-negative", "replay --deck-a wilds-fast --deck-b wilds-slow --seed -1"),
    Mistake("replay-format-unknown",
            "replay --deck-a wilds-fast --deck-b wilds-slow --format yaml"),
    Mistake("replay-match-without-run", "replay --match 3"),
    Mistake("replay-run-missing", "replay --run runs/mine --match 0"),
    Mistake("replay-run-is-something-else", "replay --run mine --match 0", {"mine/notes.txt": "x"}),
    Mistake("replay-run-without-match", "replay --run run", manifest({})),
    Mistake("replay-run-and-deck", "replay --run run --match 0 --deck-a wilds-fast", manifest({})),
    Mistake("replay-manifest-cut-off", "replay --run run --match 0",
            {"run/manifest.json": '{"format": 1, "plan": {"game": '}),
    Mistake("replay-manifest-of-a-later-format", "replay --run run --match 0",
            manifest({}, format=2)),
    Mistake("replay-manifest-with-half-a-plan", "replay --run run --match 0",
            manifest({"game": "forge"})),
    Mistake(
        "path-too-long", f"batch --deck {'a' * 300}.toml",
    ),
    Mistake(
        "experiment-nested-without-end", "batch mine.toml",
        {"mine.toml": "games = " + "[" * 5000 + "]" * 5000},
    ),
    Mistake(
        "ruleset-reference-not-a-table", "batch --ruleset mine.toml",
        {"mine.toml": 'parent = "v0.1w"\nreference = 3\n'},
    ),
    Mistake(
        "replay-manifest-is-a-folder", "replay --run run --match 0", {"run/manifest.json": None},
    ),
    Mistake(
        "replay-manifest-cards-a-list", "replay --run run --match 0",
        manifest({"game": "forge", "roster": {"cards": []}}),
    ),
    Mistake(
        "out-empty", "batch --games 2 --deck wilds-fast --out ''",
    ),
    Mistake(
        "parameter-relative", "batch --games 2 --deck wilds-fast --set fp_cap=+1",
    ),
    Mistake(
        "decks-folder-missing", "batch --decks mine",
    ),
    Mistake(
        "pilot-a-alone", "batch --pilot-a greedy",
    ),
    Mistake(
        "roster-with-semicolons", "batch --roster cards.csv",
        roster(HOUND.replace(",", ";"), columns=COLUMNS.replace(",", ";")),
    ),
    Mistake(
        "ruleset-parent-misspelt", "rules --ruleset mine.toml",
        {"mine.toml": 'fp_cap = 8\nparent = "v0.1"\n'},
    ),
    Mistake(
        "ruleset-parent-file-missing", "rules --ruleset mine.toml",
        {"mine.toml": 'fp_cap = 8\nparent = "base.toml"\n'},
    ),
    Mistake(
        "experiment-deck-misspelt", "batch mine.toml",
        {"mine.toml": 'games = 2\ndeck = ["wild-fast"]\n'},
    ),
    Mistake(
        "deck-name-with-a-slash", "batch --deck d.toml", {"d.toml": deck("a/b")},
    ),
    Mistake(
        "deck-with-a-thousand-copies", "batch --deck d.toml", {"d.toml": deck("d", ash_moth=1000)},
    ),
    Mistake(
        "experiment-settings-quoted", "batch mine.toml",
        {"mine.toml": 'deck = ["wilds-fast"]\n[set]\n"card.bramble_hound.cost" = "+99"\n'},
    ),
    Mistake(
        "deck-missing-suggests-another-kind", "batch --deck wilds-fast.toml",
        {"miss.toml": "x = 1\n"},
    ),
    Mistake("decks-empty", "batch --deck wilds-fast --games 2 --decks ''"),
    Mistake("ruleset-empty", "batch --deck wilds-fast --games 2 --ruleset ''"),
    Mistake("ruleset-empty-in-rules", "rules --names --ruleset ''"),
    Mistake("pilot-empty-in-replay",
            "replay --deck-a wilds-fast --deck-b wilds-slow --pilot-a ''"),
    Mistake("roster-empty-path", "batch --games 2 --roster ''"),
]  # fmt: skip
