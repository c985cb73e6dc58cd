"""Tables as people read them: headings in words, few digits, verdicts, what each column means."""

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from forgesim.cards.decks import MIXED
from forgesim.report.scope import (
    card_names,
    cards_of,
    described,
    group_words,
    headlines,
    judged_groups,
    run_name,
)
from forgesim.report.verdicts import Claim, Verdict, claims
from forgesim.report.words import (
    NOTHING,
    capital,
    counted,
    interval,
    number,
    percent,
    plural,
    signed,
)
from forgesim.results import Results
from forgesim.stats.robustness import ALL, MATCHUP


@dataclass(frozen=True)
class Cell:
    """What a cell shows, and the number by which it is sorted; None where it sorts as text."""

    text: str
    value: float | None = None

    @property
    def key(self) -> str:
        """The number as the page's script reads it; empty where there is none."""
        is_known = self.value is not None and math.isfinite(self.value)
        return f"{self.value:.10g}" if is_known else ""


@dataclass(frozen=True)
class Column:
    """A column of a sheet.

    Attributes
    ----------
    heading : str
    cells : callable
        From the table to the column's cells.
    meaning : str
        What is in it, where the heading does not say so.
    is_number : bool
    is_code : bool
        Whether it holds what can be typed into a terminal.
    is_extra : bool
        Whether it is hidden until a reader asks for all columns.
    """

    heading: str
    cells: Callable[[pd.DataFrame], list[Cell]]
    meaning: str = ""
    is_number: bool = True
    is_code: bool = False
    is_extra: bool = False


def extra(*columns: Column) -> list[Column]:
    """Columns that a reader has to ask for."""
    return [replace(column, is_extra=True) for column in columns]


@dataclass(frozen=True)
class Sheet:
    """A table of the report.

    Attributes
    ----------
    name : str
        Of its place in the page.
    title : str
    columns : sequence of Column
    rows : sequence of tuples of Cell
    source : str
        The file of `tables/` that has all of it.
    """

    name: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[tuple[Cell, ...]]
    source: str

    @property
    def size(self) -> str:
        """How many rows it has."""
        return counted(len(self.rows), "row")

    @property
    def name_at(self) -> int:
        """The column that names a row."""
        return 1 if self.tiers else 0

    @property
    def is_long(self) -> bool:
        """Whether it is folded at first: what is seen of it has many rows."""
        return len(self.rows) > 24 * max(1, len(self.tiers))

    @property
    def has_extra(self) -> bool:
        """Whether some of its columns are hidden at first."""
        return any(column.is_extra for column in self.columns)

    @property
    def tiers(self) -> list[str]:
        """Pilot tiers among which a reader can choose; empty with one of them."""
        if not self.columns or self.columns[0].heading != _TIER:
            return []
        return list(dict.fromkeys(row[0].text for row in self.rows))


_TIER = "Tier"


def text(
    heading: str, key: str, meaning: str = "", names: Mapping[str, str] | None = None
) -> Column:
    """A column of words."""
    known = names or {}

    def cells(table: pd.DataFrame) -> list[Cell]:
        return [Cell(known.get(str(each), str(each))) for each in table[key]]

    return Column(heading, cells, meaning, is_number=False)


def figures(
    heading: str, key: str, decimals: int = 1, meaning: str = "", is_signed: bool = False
) -> Column:
    """A column of numbers."""
    form = signed if is_signed else number

    def cells(table: pd.DataFrame) -> list[Cell]:
        return [Cell(form(each, decimals), each) for each in floats(table, key)]

    return Column(heading, cells, meaning)


def bounds(low: str, high: str, decimals: int = 1, is_signed: bool = False, of: str = "") -> Column:
    """A column of intervals, sorted by the lower bound; `of` what, if not the column before."""

    def cells(table: pd.DataFrame) -> list[Cell]:
        pairs = zip(floats(table, low), floats(table, high), strict=True)
        return [Cell(interval(a, b, decimals, is_signed), a) for a, b in pairs]

    return Column(f"95\u00a0% interval{f', {of}' if of else ''}", cells)


_SAME = "is its stand-in"
"""Stands for a difference that is none: the card and what is put in its place are alike."""


def against_stand_in(heading: str, key: str, meaning: str) -> list[Column]:
    """An impact with its interval; of a card that is its own stand-in, that it is so."""
    low, high = f"{key}_low", f"{key}_high"

    def cells(table: pd.DataFrame) -> list[Cell]:
        columns = zip(floats(table, low), floats(table, high), strict=True)
        return [
            Cell(_SAME, a) if a == b == 0 else Cell(interval(a, b, is_signed=True), a)
            for a, b in columns
        ]

    value = figures(heading, key, 1, meaning, is_signed=True)
    return [value, Column("95\u00a0% interval", cells)]


def judged(
    value: str, even: float, matters: float, p: str = "p_adjusted", turned: Collection[str] = ()
) -> Column:
    """A column of verdicts; `turned` are names for which it does not hold with all pilots."""

    def cells(table: pd.DataFrame) -> list[Cell]:
        numbered = table.assign(row=[str(at) for at in range(len(table))])
        found = {claim.name: claim for claim in claims(numbered, "row", value, even, p)}
        names = table[next(key for key in ("deck", "group") if key in table)] if turned else ()
        is_turned = [name in turned for name in names] or [False] * len(table)
        return [_verdict(found.get(str(at)), matters, each) for at, each in enumerate(is_turned)]

    return Column("Verdict", cells, is_number=False)


def _verdict(claim: Claim | None, matters: float, is_turned: bool) -> Cell:
    if claim is None:
        return Cell("")
    verdict, side = claim.verdict(matters), "above" if claim.gap > 0 else "below"
    if verdict is not Verdict.MATTERS:
        return Cell(verdict.label)
    return Cell(f"{side}, not with all" if is_turned else f"{verdict.label}: {side}")


def floats(table: pd.DataFrame, key: str) -> list[float]:
    """A column as numbers; NaN where there is none."""
    if key not in table:
        return [math.nan] * len(table)
    numbers = pd.to_numeric(table[key], errors="coerce").to_numpy(dtype=float, na_value=math.nan)
    return [float(each) for each in numbers]


def all_sheets(results: Results) -> dict[str, list[Sheet]]:
    """The tables of each section, without those that have nothing in them."""
    made = [(topic, make(results)) for topic, make in _SHEETS]
    found: dict[str, list[Sheet]] = {}
    for topic, sheet in made:
        if sheet is not None:
            found.setdefault(topic, []).append(sheet)
    return found


def _sheet(
    results: Results,
    name: str,
    title: str,
    columns: Iterable[Column],
    source: str = "",
    table: pd.DataFrame | None = None,
) -> Sheet | None:
    """A sheet of a table; with several tiers, the tier comes first. None if the table is empty.

    Of `table`, where it is not to be all of the table of the run.
    """
    source = source or name
    table = _shown(source, results.tables.get(source)) if table is None else table
    if table is None or not len(table):
        return None
    chosen = list(columns)
    if "tier" in table and max(len(results.plan.tiers), table["tier"].nunique()) > 1:
        chosen.insert(0, text(_TIER, "tier", "who played"))
    filled = [(column, cells) for column in chosen if (cells := _filled(column, table))]
    rows = list(zip(*(cells for _, cells in filled), strict=True))
    return Sheet(name, title, [column for column, _ in filled], rows, f"{source}.csv")


def _shown(source: str, table: pd.DataFrame | None) -> pd.DataFrame | None:
    """The rows of a table that no other sheet has: seats by matchup stand with the matchups."""
    if source != "seats" or table is None or not len(table):
        return table
    return table.loc[table["scope"] != "matchup"]


def _filled(column: Column, table: pd.DataFrame) -> list[Cell]:
    """The cells of a column; none where it has nothing in it: what is not known takes no room."""
    try:
        cells = column.cells(table)
    except KeyError:
        return []
    return cells if any(cell.text not in ("", NOTHING) for cell in cells) else []


def _holds(results: Results, kind: str) -> dict[str, str]:
    """In which tiers the side of even is the same, by name; empty with one tier."""
    table = results.tables.get("pilots")
    if table is None or not len(table) or table["tier"].nunique() < 2:
        return {}
    of_kind = table[table["kind"] == kind]
    return dict(zip(of_kind["name"].astype(str), of_kind["holds"].astype(str), strict=True))


def _held(results: Results, kind: str, key: str) -> list[Column]:
    """A verdict on each score, and with several tiers whether it holds with each of them."""
    known = _holds(results, kind)
    turned = [name for name, holds in known.items() if holds.startswith("reversed")]
    verdicts = judged("score", 50, results.matters, turned=turned)

    def cells(table: pd.DataFrame) -> list[Cell]:
        return [Cell(_holding(known.get(str(name), ""))) for name in table[key]]

    return [verdicts, Column("Same side with", cells, "the pilot tiers with which it is for certain"
                             " on the same side of even", is_number=False)]  # fmt: skip


def _holding(holds: str) -> str:
    """With which tiers, from the table of pilots."""
    word, _, tiers = holds.partition(": ")
    words = {"all tiers": "all tiers", "reversed": "reversed", "none": "no tier", "some": tiers}
    return words.get(word, "")


def _factions(results: Results) -> Sheet | None:
    group, judged_ones = results.plan.game.group, judged_groups(results)
    table = results.tables.get("factions")
    if not judged_ones or table is None or not len(table):
        return None
    chosen = table[table["group"].isin([*judged_ones, MIXED])]
    return _sheet(results, "factions", f"Scores of the {plural(group)}", [
        text(capital(group), "group", names={MIXED: group_words(MIXED)}),
        figures("Decks", "decks", 0, "how many decks of the field are of it"),
        figures("Pairs", "pairs", 0, "pairs of games behind the score"),
        figures("Score", "score", 1, "percent of games won against decks that are not of it; of"
                f" mixed decks, which are no {group}, against mono decks"),
        bounds("low", "high"),
        *_held(results, "faction", "group"),
    ], table=chosen)  # fmt: skip


def _decks(results: Results) -> Sheet | None:
    return _sheet(results, "decks", "Scores of the decks", [
        text("Deck", "deck"),
        text(capital(results.plan.game.group), "group"),
        figures("Score", "score", 1, "percent of games won against all other decks, each alike"),
        bounds("low", "high"),
        *_held(results, "deck", "deck"),
        figures("Elo points", "rating", 0, "rating on the scale of chess, 0 the mean of the field:"
                " 100 points more means some 64\u00a0% against the other", is_signed=True),
        figures("% of the mix", "share", 1, "percent of all decks that would be this one, if"
                " everybody chose as well as possible (the equilibrium)"),
        *extra(
            figures("Against the mix", "weighted", 1, "percent of games won against that mix: 50 is"
                    " as good as it gets"),
            bounds("weighted_low", "weighted_high"),
        ),
    ])  # fmt: skip


def _matchups(results: Results) -> Sheet | None:
    reasons = results.plan.game.reasons
    table = results.tables.get("matchups")
    has_draws = table is not None and "draws" in table and bool((table["draws"] > 0).any())
    ends = [
        figures(f"% {why}", f"by_{why}", 0, f"percent of games that ended by {why}")
        for why in reasons
        if table is not None and any(floats(table, f"by_{why}"))
    ]
    draws = [figures("% draws", "draws", 1)] if has_draws else []
    return _sheet(results, "matchups", "All matchups", [
        text("Deck A", "deck_a"),
        text("Deck B", "deck_b"),
        figures("Score of A", "score", 1, "percent of games that deck A wins; mirrors have none"),
        bounds("low", "high"),
        judged("score", 50, results.matters),
        figures("First player", "first_player", 1, "percent of games won by who went first"),
        figures("Turns", "turns", 1, "mean length, both players' turns together"),
        *extra(
            bounds("first_low", "first_high", of="first player"),
            figures("Pairs", "pairs", 0, "pairs of games"),
            *ends,
            *draws,
        ),
    ])  # fmt: skip


_SCOPES = {"overall": "all", "length": "length"}


def _seats(results: Results) -> Sheet | None:
    scopes = _SCOPES | {"group": results.plan.game.group}

    def over(table: pd.DataFrame) -> list[Cell]:
        columns = zip(table["scope"], table["name"], strict=True)
        return [Cell("decks" if name == MIXED else scopes.get(str(scope), str(scope)))
                for scope, name in columns]  # fmt: skip

    return _sheet(results, "seats", "What going first is worth", [
        Column("Over", over, "which games are meant", is_number=False),
        Column("Name", _named, is_number=False),
        figures("Advantage", "advantage", 1, "points above 50\u00a0% that the first player wins",
                is_signed=True),
        bounds("low", "high", is_signed=True),
        judged("advantage", 0, results.matters),
        figures("Pairs", "pairs", 0, "pairs of games; by length, games"),
    ])  # fmt: skip


def _named(table: pd.DataFrame) -> list[Cell]:
    """Names of what going first is looked at over."""
    words = {"overall": "all matchups", MIXED: group_words(MIXED)}
    return [Cell(words.get(str(name), str(name))) for name in table["name"]]


_RATES = {
    "gih": ("Drawn", "GIH: percent of games won, for each copy that was drawn or in the opening"
            " hand"),
    "gns": ("Not drawn", "GNS: the same for copies that stayed in the library"),
    "iwd": ("Drawn less not", "IWD = GIH less GNS, in points"),
    "oh": ("Opening hand", "OH: the same for copies in the opening hand"),
    "gd": ("Drawn later", "GD: the same for copies drawn later"),
    "played": ("When played", "percent of games won, for each copy that was played"),
}  # fmt: skip


def _measures(results: Results) -> list[Column]:
    """Columns that cards have, whether pooled or deck by deck: at first by the best measure."""
    rates = [
        figures(heading, key, 1, meaning, is_signed=key == "iwd")
        for key, (heading, meaning) in _RATES.items()
    ]
    early = [
        figures("Randomised", "top", 1, "points that the deck gains by having the card early"
                " instead of an average card of the deck", is_signed=True),
        bounds("top_low", "top_high", is_signed=True, of="randomised"),
    ]  # fmt: skip
    return [
        *against_stand_in("Replacement", "replacement", "points that the deck gains by the card,"
                          " against a plain stand-in of its cost in the same games"),
        *(extra(*early) if _is_replaced(results) else early),
        *extra(
            *against_stand_in("Of its type", "replacement_own", "replacement against a stand-in of"
                              " its own type, where there is one"),
            *rates,
            figures("Copies drawn", "gih_copies", 0, "how many drawn copies are behind it"),
            figures("% played", "play_rate", 0, "percent of the copies drawn that were played"),
        ),
    ]  # fmt: skip


def _is_replaced(results: Results) -> bool:
    """Whether replacement impact was computed."""
    table = results.tables.get("cards")
    return table is not None and "replacement" in table and bool(table["replacement"].notna().any())


def _card_columns(results: Results) -> list[Column]:
    """A card's name, its cost, and what it is."""
    known = cards_of(results)

    def costs(table: pd.DataFrame) -> list[Cell]:
        found = [known[card].facts.get("cost") if card in known else None for card in table["card"]]
        return [Cell("", math.nan) if cost is None else Cell(str(cost), float(cost))
                for cost in found]  # fmt: skip

    def kinds(table: pd.DataFrame) -> list[Cell]:
        return [Cell(described(known[card]) if card in known else "") for card in table["card"]]

    return [
        text("Card", "card", names=card_names(results)),
        Column("Cost", costs),
        Column("What it is", kinds, "its type, numbers (power and toughness, say) and keywords",
               is_number=False),
    ]  # fmt: skip


def _cards(results: Results) -> Sheet | None:
    best = "replacement" if _is_replaced(results) else "top"
    return _sheet(results, "cards", "All cards", [
        *_card_columns(results),
        figures("Decks", "decks", 0, "how many decks of the field play it"),
        judged(best, 0, results.matters, f"{best}_p_adjusted"),
        *_measures(results),
    ])  # fmt: skip


def _deck_cards(results: Results) -> Sheet | None:
    return _sheet(results, "deck-cards", "Cards deck by deck", [
        text("Deck", "deck"),
        *_card_columns(results),
        figures("Copies", "copies", 0),
        *_measures(results),
    ], "deck_cards")  # fmt: skip


_TEMPO = {
    "length": "ended in turn", "reason": "ended by", "lead_changes": "lead changes",
    "comeback": "won from behind by at least",
    "decided": "over, or won by who was ahead, at the first player's turn",
}  # fmt: skip


def _tempo(results: Results) -> Sheet | None:
    table = results.tables.get("tempo")
    if table is None or not len(table):
        return None
    happened = table[(table["measure"] != "reason") | (table["share"] > 0)]
    return _sheet(results, "tempo", "Tempo in numbers", [
        text("What", "measure", "of comebacks: of the games in which a side was so far behind at"
             " mid-game, those that it won; the last counts games that are over as well, so it"
             " rises to 100 whatever happens", _TEMPO),
        Column("", _keys),
        figures("Share in %", "share", 1),
        bounds("low", "high"),
        figures("Of games", "games", 0),
    ], table=happened)  # fmt: skip


def _keys(table: pd.DataFrame) -> list[Cell]:
    """Keys of tempo, which are numbers or words."""
    return [
        Cell(str(key), value) for key, value in zip(table["key"], floats(table, "key"), strict=True)
    ]


def _pilots(results: Results) -> Sheet | None:
    table = headlines(results)
    return _sheet(results, "pilots", "Headline numbers by pilot tier", [
        text("Of", "kind"),
        text("Name", "name", names={"overall": "all matchups"}),
        figures("Score", "score", 1, "percent of games won"),
        bounds("low", "high"),
        text("Side of even", "verdict", "unclear where it is not certain"),
        text("Holds", "holds", "whether the side of even is the same with each tier"),
    ], table=table if len(table) else None)  # fmt: skip


def _strengths(results: Results) -> Sheet | None:
    return _sheet(results, "strengths", "Pilots against pilots, with the same decks", [
        text("Pilot", "pilot"),
        text("Against", "against", names={ALL: "all others"}),
        figures("Score", "score", 1, "percent of games won; every two decks are played both ways"),
        bounds("low", "high"),
    ], "pilot_strengths", _by_whom(results.tables.get("pilot_strengths")))  # fmt: skip


def _by_whom(table: pd.DataFrame | None) -> pd.DataFrame | None:
    """A table that has a column of its own for who plays, and needs no other for the tier."""
    if table is None or not len(table):
        return None
    return table.rename(columns={"tier": "pilot"})


def _gaps(results: Results) -> Sheet | None:
    table = results.tables.get("pilot_gaps")
    if table is None or not len(table):
        return None
    own, other = table["tier"].iloc[0], table["against"].iloc[0]
    return _sheet(results, "gaps", f"What each deck gains when {own} plays it, not {other}", [
        text("Deck", "deck"),
        text(capital(results.plan.game.group), "group"),
        figures(f"By {other}", "score_against", 1, f"percent of games won against the field, both"
                f" sides played by {other}"),
        figures(f"By {own}", "score", 1, f"the same when {own} plays the deck, and {other} all"
                " others"),
        figures("Gap", "gap", 1, "the difference, in points, on the same shuffles", is_signed=True),
        bounds("low", "high", is_signed=True),
        figures("Beyond the mean", "beyond", 1, "the gap less that of the average deck: a deck that"
                " needs skill has more", is_signed=True),
        judged("beyond", 0, results.matters, "beyond_p_adjusted"),
        *extra(bounds("beyond_low", "beyond_high", is_signed=True, of="beyond the mean")),
    ], "pilot_gaps", _by_whom(table))  # fmt: skip


def _checked(results: Results) -> Sheet | None:
    table = results.tables.get("pilot_scores")
    if table is None or not len(table):
        return None
    words = {"share": "share of the mix", "faction": results.plan.game.group}
    shown = table[table["kind"] != MATCHUP]
    return _sheet(results, "checked", "Scores of the pilot check, by who plays", [
        text("Of", "kind", names=words),
        text("Name", "name", names={"overall": "all matchups", MIXED: group_words(MIXED)}),
        text("Played by", "pilot"),
        text("Against", "against"),
        figures("Score", "score", 1, "percent of games won, or of the mix"),
        bounds("low", "high"),
    ], "pilot_scores", _by_whom(shown))  # fmt: skip


def _restrictions(results: Results) -> Sheet | None:
    return _sheet(results, "restrictions", "What it costs to be forbidden something", [
        text("Forbidden", "forbidden"),
        text("Decks of", "name", names={MIXED: group_words(MIXED)}),
        *_of_a_restriction(results),
        figures("Decks", "decks", 0, "decks that have such cards"),
        figures("Copies", "copies", 1, "such cards in a deck, on average"),
    ], "restrictions", _by_whom(results.tables.get("restrictions")))  # fmt: skip


def _deck_restrictions(results: Results) -> Sheet | None:
    return _sheet(results, "deck-restrictions", "What it costs each deck", [
        text("Deck", "deck"),
        text("Forbidden", "forbidden"),
        *_of_a_restriction(results),
        figures("Score then", "score", 1, "percent of games won by the deck so restricted"),
        figures("Copies", "copies", 0, "such cards in the deck"),
    ], "deck_restrictions", _by_whom(results.tables.get("deck_restrictions")))  # fmt: skip


def _of_a_restriction(results: Results) -> list[Column]:
    return [
        figures("Worth", "worth", 1, "points of its score that a deck loses", is_signed=True),
        bounds("low", "high", is_signed=True),
        judged("worth", 0, results.matters),
    ]


def _health(results: Results) -> Sheet | None:
    def commands(table: pd.DataFrame) -> list[Cell]:
        return [Cell(_replay(results, match)) for match in floats(table, "example")]

    def turns(table: pd.DataFrame) -> list[Cell]:
        return [Cell(number(t, 0), t) if t >= 0 else Cell("") for t in floats(table, "turn")]

    def rates(table: pd.DataFrame) -> list[Cell]:
        return [Cell(_rate(each), each) for each in floats(table, "rate")]

    return _sheet(results, "health", "What the pilots did wrong, and where to see it", [
        text("Pilot", "pilot"),
        text("What", "check"),
        figures("Chances", "chances", 0, "how often it could have happened"),
        figures("Times", "events", 0, "how often it did"),
        Column("Rate", rates, "of the chances"),
        Column("An example", commands, "tells the match", is_number=False, is_code=True),
        Column("in turn", turns),
    ])  # fmt: skip


def _replay(results: Results, match: float) -> str:
    """The command that tells a match; empty where there is none."""
    is_known = match >= 0  # not so for NaN
    return f"forgesim replay --run {run_name(results)} --match {match:.0f}" if is_known else ""


def _rate(share: float) -> str:
    if not math.isfinite(share):
        return number(share)
    if 0 < share < 0.01:
        return f"< {percent(0.01, 2)}"
    return percent(share, 1 if share >= 1 or not share else 2)


_METAGAME = {
    "effective_decks": "as varied as so many equally common decks",
    "effective_factions": "as varied as so many equally common {} (mixed decks count as one)",
    "best_answer": "what the best deck gains against the mix, in points above even",
    "rating_sd": "typical difference between decks because one is better, in points",
    "cyclic_sd": "typical difference because decks beat each other in circles, in points",
    "noise_sd": "typical difference by chance, in points (already taken off)",
    "cyclic_share": "how much of the differences goes in circles, in percent",
}


def _metagame(results: Results) -> Sheet | None:
    return _sheet(results, "metagame", "The metagame in numbers", [
        text("What", "measure", names={
            name: words.format(plural(results.plan.game.group)) for name, words in _METAGAME.items()
        }),
        figures("Value", "value", 1),
        bounds("low", "high"),
    ])  # fmt: skip


_SHEETS: Sequence[tuple[str, Callable[[Results], Sheet | None]]] = (
    ("factions", _factions),
    ("decks", _decks),
    ("matchups", _matchups),
    ("seats", _seats),
    ("cards", _cards),
    ("cards", _deck_cards),
    ("tempo", _tempo),
    ("pilots", _pilots),
    ("pilots", _strengths),
    ("pilots", _gaps),
    ("pilots", _checked),
    ("restrictions", _restrictions),
    ("restrictions", _deck_restrictions),
    ("health", _health),
    ("metagame", _metagame),
)


def as_csv(table: pd.DataFrame) -> bytes:
    """A table as a file, with six digits: more would be noise."""
    data: Any = table.to_csv(index=False, float_format="%.6g", lineterminator="\n")
    return bytes(str(data), "utf-8")
