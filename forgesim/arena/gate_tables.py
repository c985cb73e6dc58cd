"""What an experiment file may tell the gate: limits under `[gate]`, bands under `[[target]]`."""

from collections.abc import Iterator
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from forgesim.cards.checks import check
from forgesim.cards.toml import Toml
from forgesim.errors import Violation

_SCORE = "a score in percent, or points of advantage"
_POINTS = "a number of points above 0, below 100"
_RATE = "a number above 0 and below 1, such as 0.01"


def _points() -> Any:
    return Field(default=None, gt=0, lt=100, description=_POINTS)


def _rate() -> Any:
    return Field(default=None, gt=0, lt=1, description=_RATE)


class GateTable(BaseModel):
    """The keys under `[gate]`: the options of `forgesim gate` that belong to a game."""

    model_config = ConfigDict(extra="forbid", strict=True)

    tolerated: float | None = _points()
    caught: float | None = _points()
    alpha: float | None = _rate()
    beta: float | None = _rate()
    cap: int | None = Field(default=None, ge=1, le=10**9, description="a whole number of pairs")
    inconclusive: Literal["pass", "fail", "report"] | None = Field(
        default=None, description="pass, fail or report"
    )


class TargetTable(BaseModel):
    """The keys under `[[target]]`: where a score is to lie."""

    model_config = ConfigDict(extra="forbid", strict=True)

    kind: Literal["faction", "deck", "first player", "matchup"] = Field(
        description="faction, deck, first player or matchup"
    )
    name: str | None = Field(default=None, min_length=1, description='a name, or "any"')
    decks: list[str] | None = Field(
        default=None, min_length=2, max_length=2, description='two decks, as ["a", "b"]'
    )
    low: float | None = Field(default=None, gt=-100, lt=100, description=_SCORE)
    high: float | None = Field(default=None, gt=-100, lt=100, description=_SCORE)
    score: float | None = Field(default=None, gt=0, lt=100, description="a score in percent")
    within: float | None = _points()
    margin: float = Field(default=1.0, gt=0, lt=100, description=_POINTS)


def gate_violations(toml: Toml) -> Iterator[Violation]:
    """What is wrong with these tables of an experiment file, each with its line."""
    gate, targets = toml.data.get("gate", {}), toml.data.get("target", [])
    if isinstance(gate, dict):
        _, found = check(GateTable, gate, lambda key: (toml.path, toml.line("gate", key)))
        for violation in found:
            yield Violation(toml.path, violation.line, f"gate: {violation.problem}")
    for number, target in enumerate(targets if isinstance(targets, list) else ()):
        if isinstance(target, dict):
            _, found = check(TargetTable, target, lambda _: (toml.path, None))
            for violation in found:
                line = target_line(toml, number)
                yield Violation(toml.path, line, f"target: {violation.problem}")


def target_line(toml: Toml, number: int) -> int | None:
    """Line of the header of a `[[target]]`, the first of which has the number 0.

    Those beyond the file's own are its parent's, and stand where that is named.
    """
    if number >= len(toml.data.get("target", ())):
        return toml.line("parent")
    return toml.line("target", number)
