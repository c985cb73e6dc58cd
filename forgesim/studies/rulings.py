"""How much each open ruling matters: every other choice of it, played on common seeds.

An open ruling is a number or a switch that the source rules do not give: the ruleset file says what
is assumed, and what it might be as well. Each of these choices is a variant. The intervals of all
choices and numbers hold together, so the largest change of any group may be looked for among them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from forgesim.arena.plan import Plan
from forgesim.cards.parameters import Parameter
from forgesim.cards.rules import Assumption
from forgesim.cards.settings import parse_settings
from forgesim.errors import ForgesimError
from forgesim.stats.effects import MATTERS, SMALL, UNDECIDED, verdict
from forgesim.stats.frames import NUMBER, TEXT, WHOLE, frame
from forgesim.stats.multiple import LEVEL, holm
from forgesim.stats.paired_tables import MATTERS_TURNS, SAME, difference_rows, pairs_to_decide
from forgesim.stats.pairs import Z95
from forgesim.stats.summary import quantile
from forgesim.studies.how import How
from forgesim.studies.variants import Base, plan_with
from forgesim.studies.versions import Version, hold_against, play_versions

if TYPE_CHECKING:
    import pandas as pd

Row = dict[str, Any]

RULINGS = {
    **dict.fromkeys(("tier", "key", "ruling", "status", "now", "choice", "verdict"), TEXT),
    "group": TEXT,
    **{f"{name}{end}": NUMBER for name in ("group_change", "first_player", "turns")
       for end in ("", "_low", "_high", "_p")},
    **dict.fromkeys(("pairs", "moved"), WHOLE),
    "needed_pairs": NUMBER,
}  # fmt: skip
"""Columns of `Rulings.table`."""
_ORDER = (MATTERS, UNDECIDED, SMALL, SAME)
_NUMBERS = {"first-player advantage": "first_player", "mean turns": "turns"}


@dataclass(frozen=True)
class Choice:
    """Another value of an open ruling, as a version of the base.

    Attributes
    ----------
    parameter : Parameter
    assumption : Assumption
    now : str
        What it is in the base, by seat where the seats differ.
    value : int
        The other value.
    version : Version
    """

    parameter: Parameter
    assumption: Assumption
    now: str
    value: int
    version: Version

    @property
    def text(self) -> str:
        """The choice as `--set` takes it."""
        return f"{self.parameter.key}={self.parameter.told(self.value)}"


@dataclass(frozen=True)
class Unmeasured:
    """An open ruling, or a choice of one, that cannot be measured, and why."""

    key: str
    reason: str


@dataclass(frozen=True)
class Rulings:
    """What was found about the open rulings of a ruleset.

    Attributes
    ----------
    base : Plan
    choices : tuple of Choice
    unmeasured : tuple of Unmeasured
    rows : tuple of dict
        As in `table`.
    pairs : int
        Pairs of each matchup.
    games : int
    matters : float
        Points from which on a change matters.
    """

    base: Plan
    choices: tuple[Choice, ...]
    unmeasured: tuple[Unmeasured, ...]
    rows: tuple[Row, ...]
    pairs: int
    games: int
    matters: float

    @cached_property
    def table(self) -> "pd.DataFrame":
        """A row for each tier and choice, those that matter most first.

        `key`, `ruling`, `status`, the value `now` and the other `choice`; the `group` whose score
        changes most, by how much (`group_change`), the change of first-player advantage
        (`first_player`) in points and of mean `turns`, each with bounds `_low` and `_high` that
        hold for all choices together, and p-values `_p` (Holm, over all numbers of the tier).
        """
        return frame(RULINGS, self.rows)


def list_choices(base: Base) -> tuple[list[Choice], list[Unmeasured]]:
    """Every other choice of every open ruling of the base, and what cannot be measured."""
    choices: list[Choice] = []
    unmeasured: list[Unmeasured] = []
    parameters = {parameter.key: parameter for parameter in base.plan.game.parameters}
    for key, assumption in base.plan.rules.assumptions.items():
        parameter = parameters[key]
        if not assumption.choices:
            problem = "its file names no choices = [...] and no probe = [low, high]"
            unmeasured.append(Unmeasured(key, problem))
        now = {seat[parameter.name] for seat in base.plan.rules.seats}
        for value in assumption.choices:
            if now != {value}:
                found = _choice(base, parameter, assumption, value)
                if isinstance(found, Choice):
                    choices.append(found)
                else:
                    unmeasured.append(found)
    return choices, unmeasured


def _choice(
    base: Base, parameter: Parameter, assumption: Assumption, value: int
) -> Choice | Unmeasured:
    text = f"{parameter.key}={parameter.told(value)}"
    try:
        plan = plan_with(base, parse_settings([text]))
    except ForgesimError as error:  # as a size of decks that none of these has
        return Unmeasured(text, str(error).splitlines()[0])
    told = [parameter.told(seat[parameter.name]) for seat in base.plan.rules.seats]
    now = " / ".join(dict.fromkeys(told))
    return Choice(parameter, assumption, now, value, hold_against(base.plan, text, plan))


def measure_rulings(
    base: Base, choices: Sequence[Choice], unmeasured: Sequence[Unmeasured], pairs: int, how: How,
    matters: float,
) -> Rulings:  # fmt: skip
    """Play every choice on the base's seeds.

    Parameters
    ----------
    base : Base
    choices, unmeasured
        As `list_choices` gives them; one choice at least.
    pairs : int
        Pairs of each matchup.
    how : How
    matters : float
        Points from which on a change matters.
    """
    versions = [choice.version for choice in choices]
    contest = play_versions(base.plan, versions, pairs, how)
    rows: list[Row] = []
    for number, tier in enumerate(base.plan.tiers):
        found = [
            [row for row in difference_rows(tier.name, contest.paired(place, number), matters)
             if _enters(row)]
            for place in range(len(choices))
        ]  # fmt: skip
        rows += _rows(choices, _together(found), pairs, matters)
    rows.sort(key=_worst_first)
    return Rulings(
        base.plan, tuple(choices), tuple(unmeasured), tuple(rows), pairs, contest.games, matters
    )


def _enters(row: Row) -> bool:
    return row["measure"] in _NUMBERS or (row["scope"] == "group" and not row["seat"])


def _together(found: Sequence[list[Row]]) -> list[list[Row]]:
    """Differences with intervals and p-values that hold for all of them together."""
    each = [row for rows in found for row in rows]
    tested = [row for row in each if not row["is_same"]]
    width = quantile(max(1, len(tested))) / Z95
    for row, p in zip(each, holm([row["p"] for row in each]), strict=True):
        row["p_adjusted"] = float(p)
        for end in ("low", "high"):
            row[end] = row["difference"] + width * (row[end] - row["difference"])
    return [list(rows) for rows in found]


def _rows(
    choices: Sequence[Choice], found: Sequence[list[Row]], pairs: int, matters: float
) -> Iterator[Row]:
    for choice, rows in zip(choices, found, strict=True):
        parameter = choice.parameter
        row: Row = {
            "tier": rows[0]["tier"], "key": parameter.key, "ruling": parameter.ruling,
            "status": choice.assumption.status,
            "now": choice.now, "choice": parameter.told(choice.value), "group": None,
        }  # fmt: skip
        groups = [each for each in rows if each["scope"] == "group"]
        if groups:
            most = max(groups, key=lambda each: abs(each["difference"]))
            row |= {"group": most["name"], **_numbers("group_change", most)}
        for each in rows:
            if each["measure"] in _NUMBERS:
                row |= _numbers(_NUMBERS[each["measure"]], each)
        first = next(each for each in rows if each["measure"] == "first-player advantage")
        moved = next(each for each in rows if each["measure"] == "mean turns")["moved"]
        yield row | {"pairs": first["pairs"], "moved": moved} | _judged(rows, pairs, matters)


def _numbers(name: str, row: Row) -> Row:
    return {
        name: row["difference"], f"{name}_low": row["low"], f"{name}_high": row["high"],
        f"{name}_p": row["p_adjusted"],
    }  # fmt: skip


def _judged(rows: Sequence[Row], pairs: int, matters: float) -> Row:
    """Whether a choice matters: one of its numbers does; or none can."""
    said = [_said(row, matters) for row in rows]
    found = next(word for word in _ORDER if word in said)
    if found != UNDECIDED:
        return {"verdict": found, "needed_pairs": np.nan}
    open_ones = [row for row, word in zip(rows, said, strict=True) if word == UNDECIDED]
    needed = [(abs(row["difference"]) > (limit := _limit(row, matters)),
               pairs_to_decide(row, pairs, limit)) for row in open_ones]  # fmt: skip
    beyond = [each for is_beyond, each in needed if is_beyond]
    # One number that matters decides; else all of them have to be too small.
    return {"verdict": found, "needed_pairs": min(beyond) if beyond else max(n for _, n in needed)}


def _said(row: Row, matters: float) -> str:
    if row["is_same"]:
        return SAME
    found = verdict(row["low"], row["high"], _limit(row, matters))
    return UNDECIDED if found == MATTERS and not row["p_adjusted"] < LEVEL else found


def _limit(row: Row, matters: float) -> float:
    return MATTERS_TURNS if row["unit"] == "turns" else matters


def _worst_first(row: Row) -> tuple[int, float, str]:
    sizes = [abs(row.get(name) or 0.0) for name in ("group_change", "first_player", "turns")]
    return _ORDER.index(row["verdict"]), -max(sizes), f"{row['key']}={row['choice']}"
