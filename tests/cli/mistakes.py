"""Things that users get wrong: the files that they have, and the command that they type."""

import json
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field

from forgesim.arena.store import FORMAT

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
    code : int
        The exit code: 1 where faults were asked for and found.
    """

    name: str
    command: str
    files: Mapping[str, str | bytes | None] = field(default_factory=dict)
    by_parser: bool = False
    code: int = 2

    @property
    def arguments(self) -> list[str]:
        """The command, split as a shell does."""
        return shlex.split(self.command)


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
    content = {"format": FORMAT, "forgesim": "0.1.0", "engine": "0" * 16, "plan": plan} | changes
    return {"run/manifest.json": json.dumps(content)}


TUNING = 'name = "tuned"\nstart = "greedy"\nopponents = ["midrange"]\n'

MISTAKES = [
    # names
    Mistake("deck-misspelt", "batch --deck wild-fast"),
    Mistake("deck-unlike-any", "batch --deck zzz"),
    Mistake("ruleset-misspelt", "batch --ruleset v0.1"),
    Mistake("pilot-misspelt", "batch --pilot greedyy"),
    Mistake("pilot-begins-alike", "batch --pilot aggressive"),
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
    Mistake("setting-card-without-its-prefix", "batch --set bramble_hound.cost=3"),
    Mistake("setting-card-misspelt", "batch --set card.bramble_hond.cost=+1"),
    Mistake("setting-field-unknown", "batch --set card.bramble_hound.health=3"),
    Mistake("setting-cost-too-high", "batch --set card.bramble_hound.cost=+8"),
    Mistake("setting-makes-a-wrong-card", "batch --set card.bramble_hound.keyword=CURSED"),
    Mistake("setting-feature-misspelt", "batch --pilot greedy --set pilot.greedy.fase=12"),
    Mistake("setting-pilot-elsewhere", "batch --set pilot.random.face=12"),
    # ladders and tunings
    Mistake("ladder-pilot-misspelt", "pilot ladder greedy agro"),
    Mistake("ladder-of-one", "pilot ladder greedy"),
    Mistake("ladder-pilot-named-twice", "pilot ladder greedy greedy"),
    Mistake("ladder-all-and-some", "pilot ladder greedy aggro --all"),
    Mistake("ladder-pairs-and-precision", "pilot ladder --pairs 3 --precision 1"),
    Mistake("ladder-one-pair", "pilot ladder --pairs 1"),
    Mistake("ladder-precision-too-fine", "pilot ladder --precision 0.01"),
    Mistake("ladder-format", "pilot ladder --format xml"),
    Mistake("ladder-table-to-a-file", "pilot ladder --out ladder.txt"),
    Mistake("ladder-out-exists", "pilot ladder --format md --out mine.md", {"mine.md": "mine"}),
    Mistake("tuning-missing", "pilot tune mine.toml"),
    Mistake("tuning-is-a-pilot", "pilot tune mine.toml",
            {"mine.toml": 'name = "x"\nkind = "weights"\n[weights]\nface = 1\n'}),
    Mistake("tuning-with-everything-wrong", "pilot tune mine.toml",
            {"mine.toml": TUNING + 'move = ["fase", "nodes"]\nkeep = ["x"]\n[scale]\nface = 0\n'}),
    Mistake("tuning-numbers", "pilot tune mine.toml",
            {"mine.toml": TUNING + "pairs = 0\nsigma = -1\ngenerations = 1.5\npopulation = 2\n"}),
    Mistake("tuning-onto-itself", "pilot tune mine.toml --out ./mine.toml --force",
            {"mine.toml": TUNING}),
    Mistake("tuning-out-exists", "pilot tune mine.toml",
            {"mine.toml": TUNING, "tuned.toml": "mine"}),
    Mistake("tuning-resume-and-force", "pilot tune mine.toml --resume --force",
            {"mine.toml": TUNING}),
    Mistake("tuning-jobs-none", "pilot tune mine.toml --jobs 0", {"mine.toml": TUNING}),
    Mistake("tuning-of-another-journal", "pilot tune mine.toml --resume",
            {"mine.toml": TUNING, "tuned.toml.journal": '{"tuning": "0123456789abcdef"}\n[1]\n'}),
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
    Mistake("experiment-is-a-project", "batch mine", {"mine/experiment.toml": "games = 2\n"}),
    Mistake("column-cut-by-the-shell", "batch --column name=Card Name --set fp_cap=8"),
    Mistake("value-cut-by-the-shell", "batch --value keyword.First Strike=SWIFT"),
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
    Mistake("decks-of-another-form", "batch --decks mine", {"mine/deck.docx": "x", "mine/.x": ""}),
    Mistake("decks-are-the-sample-s", "batch --roster cards.csv --decks mine",
            roster(HOUND) | {"mine/wilds-fast.toml": deck("wilds-fast"),
                             "mine/mixed-rush.toml": deck("mixed-rush", the_last_candle=1)}),
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
    Mistake("replay-trace-missing", "replay --trace game.jsonl", {"games.jsonl": "x"}),
    Mistake("replay-trace-and-run", "replay --trace game.jsonl --run run"),
    Mistake("replay-trace-and-deck", "replay --trace game.jsonl --deck-a wilds-fast"),
    Mistake("replay-trace-empty", "replay --trace game.jsonl", {"game.jsonl": ""}),
    Mistake("replay-trace-is-something-else", "replay --trace game.jsonl",
            {"game.jsonl": "Forge v0.1w, pair seed 7\n"}),
    Mistake("replay-trace-without-setup", "replay --trace game.jsonl",
            {"game.jsonl": '{"kind":"decision","n":0}\n'}),
    Mistake("replay-trace-of-a-later-version", "replay --trace game.jsonl",
            {"game.jsonl": '{"kind":"setup","trace":2,"game":"forge"}\n'}),
    Mistake("replay-trace-cut-off", "replay --trace game.jsonl",
            {"game.jsonl": '{"kind":"setup","trace":1,"game":"fo'}),
    Mistake("replay-trace-of-nothing", "replay --trace game.jsonl",
            {"game.jsonl": '{"kind":"setup","trace":1,"game":"forge"}\n'}),
    # play
    Mistake("play-deck-misspelt", "play --deck-a wild-fast"),
    Mistake("play-hint-pilot-misspelt", "play --hint-pilot greedyy"),
    Mistake("play-first-unknown", "play --first me"),
    Mistake("play-seed-negative", "play --seed -1"),
    Mistake("play-pilot-a-without-watch", "play --pilot-a greedy"),
    Mistake("play-delay-without-watch", "play --delay 2"),
    Mistake("play-delay-negative", "play --watch --delay -2"),
    Mistake("play-delay-no-number", "play --watch --delay soon", by_parser=True),
    Mistake("play-hint-and-watch", "play --watch --hint-pilot greedy"),
    Mistake("play-save-exists", "play --save game.jsonl", {"game.jsonl": "mine"}),
    Mistake("play-save-below-nothing", "play --save mine/game.jsonl"),
    Mistake("play-save-is-a-folder", "play --save mine", {"mine": None}),
    # pilot explain
    Mistake("explain-without-turn", "pilot explain --trace game.jsonl", by_parser=True),
    Mistake("explain-without-match", "pilot explain --turn 3"),
    Mistake("explain-format-unknown", "pilot explain --turn 3 --format yaml"),
    Mistake("explain-trace-and-seed", "pilot explain --turn 3 --trace game.jsonl --seed 3"),
    Mistake("explain-run-and-deck",
            "pilot explain --turn 3 --run run --match 0 --deck-a wilds-fast", manifest({})),
    Mistake("explain-run-missing", "pilot explain --turn 3 --run runs/mine --match 0"),
    Mistake("replay-run-missing", "replay --run runs/mine --match 0"),
    Mistake("replay-run-is-something-else", "replay --run mine --match 0", {"mine/notes.txt": "x"}),
    Mistake("replay-run-without-match", "replay --run run", manifest({})),
    Mistake("replay-run-and-deck", "replay --run run --match 0 --deck-a wilds-fast", manifest({})),
    Mistake("replay-run-and-one-deck", "replay --run run --deck-a wilds-fast", manifest({})),
    Mistake("replay-run-and-column", "replay --run run --match 0 --column cost=M", manifest({})),
    Mistake("replay-run-first-unknown", "replay --run run --deck-a a --deck-b b --first c",
            manifest({})),
    Mistake("replay-manifest-cut-off", "replay --run run --match 0",
            {"run/manifest.json": f'{{"format": {FORMAT}, "plan": {{"game": '}),
    Mistake("report-run-of-an-earlier-format", "report run", manifest({}, format=1)),
    Mistake("report-no-run", "report runs"),
    Mistake("report-without-run", "report"),
    Mistake("show-no-run", "show run decks"),
    Mistake("show-format-unknown", "show run decks --format yaml"),
    Mistake("show-parquet-nowhere", "show run decks --format parquet"),
    Mistake("precision-too-fine", "batch --precision 0.01"),
    Mistake("precision-no-number", "batch --precision narrow"),
    Mistake("replay-manifest-of-a-later-format", "replay --run run --match 0",
            manifest({}, format=FORMAT + 1)),
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
        "roster-with-bars", "batch --roster cards.csv",
        roster(HOUND.replace(",", "|"), columns=COLUMNS.replace(",", "|")),
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
    Mistake("experiment-names-a-deck-twice", "batch mine.toml",
            {"mine.toml": 'games = 2\ndeck = ["d.toml", "wilds-fast", "./d.toml"]\n',
             "d.toml": deck("d")}),
    # roster check: everything that is wrong, exit code 1
    Mistake("check-words-unknown", "roster check cards.csv",
            roster("hound,Hound,Wild,beast,2,2,1,SWIFTLY,epic"), code=1),
    Mistake("check-numbers", "roster check cards.csv",
            roster(*(f"c{place},Card {place},Wilds,creature,{number},2,1,,common"
                     for place, number in enumerate(
                         ("-1", "1.5", '"1,5"', "2.0", "+2", "10", "9" * 30, "", "two")))), code=1),
    Mistake("check-keywords", "roster check cards.csv",
            roster("a,Anne,Wilds,creature,2,2,1,KEEN,common", "b,Bee,Wilds,weapon,2,,,GUARD,rare",
                   "c,Cub,Wilds,artifact,2,,,SWIFT,common",
                   "d,Dog,Wilds,creature,2,2,1,SWIFT GUARD,rare",
                   "e,Elk,Wilds,artifact,2,0,0,,rare", "f,Fox,Wilds,artifact,2,0,1,,rare"), code=1),
    Mistake("check-ids", "roster check cards.csv more.csv",
            roster(HOUND, HOUND, HOUND.replace("hound", "HOUND"), "a b,Bee,Wilds,weapon,1,,,,rare")
            | {"more.csv": f"{COLUMNS}\n{HOUND}\n"}, code=1),
    Mistake("check-ids-made-of-names", "roster check cards.csv",
            roster(*(f"{name},Wilds,weapon,1,,,,rare" for name in ("Fire!", "fire?", "\u706b", "")),
                   columns=COLUMNS.removeprefix("id,")), code=1),
    Mistake("check-names", "roster check cards.csv",
            roster('a,"two\nlines",Wilds,weapon,1,,,,rare', "b,\x1b[31mred,Wilds,weapon,1,,,,rare",
                   "c,,Wilds,weapon,1,,,,rare", f"d,{'A' * 101},Wilds,weapon,1,,,,rare"), code=1),
    Mistake("check-near-misses", "roster check cards.csv",
            roster(HOUND, columns=COLUMNS.replace("cost", "costs").replace("faction", "facton")),
            code=1),
    Mistake("check-columns-otherwise-called", "roster check cards.csv",
            roster(HOUND + ",art", columns=COLUMNS.replace("cost", "Mana") + ",art"), code=1),
    Mistake("check-heading-twice", "roster check cards.csv",
            roster(HOUND + ",2", columns=COLUMNS + ",Cost"), code=1),
    Mistake("check-two-separators", "roster check cards.csv",
            roster(HOUND, columns=COLUMNS.replace(",", ";", 1)), code=1),
    Mistake("check-separator-noted-wrongly", "roster check cards.csv",
            roster(COLUMNS, HOUND, columns="sep=x"), code=1),
    Mistake("check-rows", "roster check cards.csv",
            roster(HOUND + ",x", HOUND[:-7], "# a remark", "Wilds,,,,,,,,"), code=1),
    Mistake("check-quote-open", "roster check cards.csv", roster('a,"Anne,Wilds', HOUND), code=1),
    Mistake("check-quote-within", "roster check cards.csv", roster('a,"Big" Anne,Wilds'), code=1),
    Mistake("check-utf-16", "roster check cards.csv",
            {"cards.csv": f"{COLUMNS}\n{HOUND}\n".encode("utf-16")}, code=1),
    Mistake("check-latin-1", "roster check cards.csv",
            {"cards.csv": f"{COLUMNS}\r\n{HOUND}\r\nCaf\u00e9\r\n".encode("latin-1")}, code=1),
    Mistake("check-binary", "roster check cards.csv", {"cards.csv": b"\0\1\2\3"}, code=1),
    Mistake("check-empty", "roster check cards.csv", {"cards.csv": ""}, code=1),
    Mistake("check-no-card", "roster check cards.csv", roster(), code=1),
    Mistake("check-huge", "roster check cards.csv", {"cards.csv": bytes(33_000_000)}, code=1),
    Mistake("check-text-called-workbook", "roster check cards.xlsx",
            {"cards.xlsx": f"{COLUMNS}\n{HOUND}\n"}, code=1),
    Mistake("check-other-spreadsheet", "roster check cards.ods", {"cards.ods": b"PK"}, code=1),
    Mistake("check-folder-without-lists", "roster check mine", {"mine/notes.txt": "none"}, code=1),
    Mistake("check-several-files", "roster check mine",
            {"mine/a.csv": f"{COLUMNS}\n{HOUND.replace('2,2', 'x,2')}\n", "mine/b.csv": b"\xff",
             "mine/c.csv": f"{COLUMNS}\n{HOUND.replace('Wilds', 'Wids')}\n"}, code=1),
    # roster: calls that cannot be carried out
    Mistake("roster-check-missing", "roster check crads.csv", roster(HOUND)),
    Mistake("roster-check-folder-missing", "roster check mine"),
    Mistake("roster-check-path-too-long", f"roster check {'a' * 300}.csv"),
    Mistake("roster-show-format", "roster show --format yaml"),
    Mistake("roster-show-faulty", "roster show cards.csv",
            roster(HOUND.replace("Wilds", "Wids"))),
    Mistake("roster-diff-missing", "roster diff old.csv cards.csv", roster(HOUND)),
    Mistake("roster-diff-alone", "roster diff", by_parser=True),
    Mistake("roster-import-alone", "roster import", by_parser=True),
    Mistake("roster-command-misspelt", "roster chek", by_parser=True),
    Mistake("roster-export-exists", "roster export cards.csv --out cards.csv", roster(HOUND)),
    Mistake("roster-export-to-a-folder", "roster export --out mine --force", {"mine": None}),
    Mistake("roster-export-below-nothing", "roster export --out mine/cards.csv"),
    Mistake("roster-export-below-a-file", "roster export --out mine/cards.csv", {"mine": "mine"}),
    Mistake("roster-export-path-too-long", f"roster export --out {'a' * 300}.csv"),
    Mistake("roster-export-other-spreadsheet", "roster export --out cards.xls"),
    Mistake("roster-export-separator", "roster export --separator pipe"),
    Mistake("column-unknown", "roster check --column cots=Mana"),
    Mistake("column-without-heading", "roster check --column cost="),
    Mistake("column-twice", "roster check --column cost=Mana --column cost=FP"),
    Mistake("columns-with-one-heading", "roster check --column cost=power"),
    Mistake("columns-of-an-experiment-unknown", "roster check",
            roster(HOUND)
            | {"experiment.toml": 'roster = ["cards.csv"]\n[columns]\ncots = "Mana"\n'}),
    Mistake("columns-of-an-experiment-no-text", "roster check",
            roster(HOUND) | {"experiment.toml": 'roster = ["cards.csv"]\n[columns]\ncost = 3\n'}),
    Mistake("value-without-meaning", "roster check --value faction.Tide"),
    Mistake("value-of-nothing-known", "roster check --value kind.Minion=creature --value type.A=b"),
    Mistake("words-of-an-experiment", "roster check",
            roster(HOUND)
            | {"experiment.toml": 'roster = ["cards.csv"]\n[columns]\nattack = "ATK"\n'
                                  'Mana = "cost"\ndecks = "decks"\n[values.faction]\n'
                                  'Tide = "Wids"\ntide = "Wilds"\n'
                                  '[values.kind]\nMinion = "creature"\n'}),
    Mistake("column-above-its-table", "roster check",
            {"experiment.toml": 'roster = ["cards.csv"]\ncost = "Mana"\n'}),
    Mistake("experiment-text-without-quotes", "roster check",
            {"experiment.toml": 'roster = ["cards.csv"]\n[columns]\nname = Card Name\n'}),
    Mistake("experiment-curly-quotes", "roster check",
            {"experiment.toml": "roster = [\u201ccards.csv\u201d]\n"}),
    Mistake("experiment-key-of-two-words", "roster check",
            {"experiment.toml": '[values.keyword]\nFirst Strike = "SWIFT"\n'}),
    Mistake("check-words-of-the-author", "roster check cards.csv",
            roster(*(f"c{n},Card {n},Tide,Minion,1,1,1,{word},C" for n, word in
                     enumerate(("Haste", "Haste", "-", "First Strike", "Haste"))),
                   "b,Bell,Tide,Relic,1,0,-,-,C", "d,Drum,Tide,artifact,1,two,3,,rare"), code=1),
    Mistake("project-without-its-roster", "roster check",
            {"experiment.toml": 'roster = ["cards.csv"]\n'}),
    # deck check: everything that is wrong, exit code 1
    Mistake("check-decks", "deck check --decks mine",
            {"mine/19.toml": deck("19", ash_moth=1),
             "mine/3.toml": deck("3", ash_moth=3, wick_imp=1),
             "mine/mythics.toml": deck("mythics", the_last_candle=2, wick_imp=0),
             "mine/unknown.toml": deck("unknown", ash_mothh=2, wick_imp=0),
             "mine/zero.toml": deck("zero", ash_moth=0) + "ash_moth = 0\n",
             "mine/thousand.toml": deck("thousand", ash_moth=1000),
             "mine/twin.toml": deck("19")}, code=1),
    Mistake("check-decks-beside-the-sample-s", "deck check --roster cards.csv --decks mine",
            roster(HOUND) | {"mine/wilds-fast.toml": deck("wilds-fast"), "mine/a.txt": "2 Hond\n",
                             "mine/wilds-slow.toml": 'name = "w"\n[cards]\nhound = 2\n'}, code=1),
    Mistake("check-deck-list", "deck check mine.txt",
            {"mine.txt": "# mine\nCreatures:\n2 Ash Moht\n1x Wick Imp\n0 Night Courier\n1000 Bone"
                         " Chorister\nRitual Knife\n1,5 Hexed Sickle\n2 wick_imp\n"}, code=1),
    Mistake("check-deck-list-illegal", "deck check mine.txt",
            {"mine.txt": "16 Wick Imp\n\n2 The Last Candle\n"}, code=1),
    Mistake("check-deck-list-ambiguous", "deck check mine.txt --roster cards.csv",
            roster("a1,Twin,Wilds,weapon,1,,,,common", "a2,twin,Wilds,weapon,1,,,,common")
            | {"mine.txt": "20 Twin\n"}, code=1),
    Mistake("check-deck-list-without-cards", "deck check mine.txt", {"mine.txt": "# none\n"},
            code=1),
    Mistake("check-deck-list-name", f"deck check {'a' * 70}.txt",
            {f"{'a' * 70}.txt": "20 Wick Imp\n"}, code=1),
    Mistake("check-deck-pilot-unknown", "deck check d.toml e.toml",
            {"d.toml": 'pilot = "gredy"\n' + deck("d"),
             "e.toml": 'pilot = "me.toml"\n' + deck("e")}, code=1),
    # deck: calls that cannot be carried out
    Mistake("deck-check-missing", "deck check d.toml", {"dd.toml": ""}),
    Mistake("deck-check-a-folder", "deck check d.toml", {"d.toml": None}),
    Mistake("deck-check-misspelt", "deck check wild-fast"),
    Mistake("deck-check-by-a-faulty-roster", "deck check --roster cards.csv",
            roster(HOUND.replace("Wilds", "Wids"))),
    Mistake("deck-show-format", "deck show wilds-fast --format yaml"),
    Mistake("deck-random-group-unknown", "deck random --group wids"),
    Mistake("deck-random-of-few-cards", "deck random --roster cards.csv", roster(HOUND)),
    Mistake("deck-random-none", "deck random --count 0"),
    Mistake("deck-random-far-too-many", "deck random --count 1000000000 --out mine"),
    Mistake("deck-random-several-to-the-terminal", "deck random --count 2"),
    Mistake("deck-random-seed-negative", "deck random --seed -1"),
    Mistake("deck-random-out-taken", "deck random --count 3 --out mine",
            {"mine/random-1-2.toml": "mine"}),
    Mistake("deck-random-out-is-a-file", "deck random --out mine", {"mine": "mine"}),
    Mistake("deck-random-out-too-long", f"deck random --out {'a' * 300}"),
    Mistake("deck-export-format", "deck export wilds-fast --format yaml"),
    Mistake("deck-export-exists", "deck export wilds-fast --out mine.txt", {"mine.txt": "mine"}),
    Mistake("deck-export-list-called-toml", "deck export wilds-fast --out mine.toml"),
    Mistake("deck-export-toml-called-list", "deck export wilds-fast --format toml --out mine.txt"),
    Mistake("deck-export-two", "deck export wilds-fast wilds-slow", by_parser=True),
    # init
    Mistake("init-not-empty", "init mine", {"mine/notes.txt": "mine"}),
    Mistake("init-a-file", "init mine", {"mine": "mine"}),
    Mistake("init-below-a-file", "init mine/game", {"mine": "mine"}),
    Mistake("init-path-too-long", f"init game/{'a' * 300}"),
    Mistake("init-nameless", "init ''"),
    Mistake("init-alone", "init", by_parser=True),
    Mistake("init-game-misspelt", "init mine --game froge"),
    Mistake("pilot-list-game-misspelt", "pilot list --game froge"),
    # compare, sweep, rulings
    Mistake("compare-nothing", "compare"),
    Mistake("compare-misspelt", "compare planer"),
    Mistake("compare-no-such-file", "compare dearer.toml", {"dearest.toml": "fp_cap = 8"}),
    Mistake("compare-no-toml", "compare mine.toml", {"mine.toml": "fp_cap = = 8"}),
    Mistake("compare-cannot-be-told", "compare mine.toml", {"mine.toml": "name = 'mine'\nzz = 1"}),
    Mistake("compare-empty-folder", "compare mine", {"mine": None}),
    Mistake("compare-twice", "compare v0.1w planner v0.1w"),
    Mistake("compare-card-misspelt", "compare --set card.bramble_hond.cost=+1"),
    Mistake("compare-out-of-range", "compare --set fp_cap=-1 --pairs 10"),
    Mistake("compare-no-common-deck", "compare a.toml b.toml",
            {"a.toml": 'deck = ["wilds-fast"]', "b.toml": 'deck = ["occult-fast"]'}),
    Mistake("compare-tiers", "compare a.toml b.toml",
            {"a.toml": 'deck = ["wilds-fast"]',
             "b.toml": 'deck = ["wilds-fast"]\npilot = ["greedy", "random"]'}),
    Mistake("compare-deck-of-no-name", "compare mixed-drain --deck wilds-fast"),
    Mistake("compare-one-pair", "compare --set fp_cap=8 --pairs 1"),
    Mistake("compare-format", "compare --set fp_cap=8 --format yaml"),
    Mistake("compare-out-alone", "compare --set fp_cap=8 --out mine"),
    Mistake("compare-out-taken", "compare --set fp_cap=8 --report --out mine",
            {"mine/notes.txt": "mine"}),
    Mistake("compare-file-taken", "compare --set fp_cap=8 --format csv --out mine.csv",
            {"mine.csv": "mine"}),
    Mistake("compare-matters", "compare --set fp_cap=8 --matters 0"),
    Mistake("sweep-alone", "sweep", by_parser=True),
    Mistake("sweep-no-range", "sweep fp_cap"),
    Mistake("sweep-empty-range", "sweep fp_cap="),
    Mistake("sweep-backwards", "sweep second.start_heat=23..20"),
    Mistake("sweep-no-step", "sweep fp_cap=1..9..0"),
    Mistake("sweep-twice", "sweep fp_cap=6 fp_cap=7"),
    Mistake("sweep-value-twice", "sweep fp_cap=6,6"),
    Mistake("sweep-two-files", "sweep a.toml b.toml fp_cap=6", {"a.toml": "", "b.toml": ""}),
    Mistake("sweep-name-misspelt", "sweep fp_cp=6,7 --deck wilds-fast --pairs 2"),
    Mistake("sweep-out-of-range", "sweep fp_cap=6..1001 --deck wilds-fast --pairs 2"),
    Mistake("sweep-relative", "sweep fp_cap=+1,+2 --deck wilds-fast --pairs 2"),
    Mistake("sweep-no-budget", "sweep fp_cap=6,7 --budget 0"),
    Mistake("sweep-targets-contradict", "sweep a.toml fp_cap=6,7",
            {"a.toml": 'deck = ["wilds-fast"]\npairs = 2\n[[target]]\nkind = "first player"\n'
                       "low = 5\nhigh = -5"}),
    Mistake("rulings-no-such-file", "rulings mine.toml"),
    Mistake("rulings-format", "rulings --format yaml"),
]  # fmt: skip
