"""The tables of a study file: what each key means, and what it may be."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from forgesim.cards.checks import ONE_LINE

MOST_GAMES, LEAST_GAMES = 10**10, 500
Text = Annotated[str, Field(min_length=1)]
Names = Annotated[list[Text], Field(min_length=1)]
_RANGE = "the least and the most, as [-12, 12]"


class Table(BaseModel):
    """A table of a study file: no other keys, no numbers in quotation marks."""

    model_config = ConfigDict(extra="forbid", strict=True)


def number(low: float, high: float, default: Any = ..., what: str = "a number") -> Any:
    """Declare a number of a file, whole or not."""
    return Field(default, ge=low, le=high, strict=False, description=f"{what}, {low:g} to {high:g}")


def whole(low: int, high: int, default: Any = ...) -> Any:
    """Declare a whole number of a file."""
    said = f"a whole number from {low:,} to {high:,}"
    return Field(default, ge=low, le=high, description=said)


def bounds() -> Any:
    """Declare a band: two numbers, the lower one first."""
    return Field(None, min_length=2, max_length=2, strict=False, description=_RANGE)


class Head(Table):
    """What stands before all tables of a study file, and is not about the baseline."""

    name: str = Field(
        pattern=r"^[A-Za-z0-9_.-]{1,64}$",
        description="up to 64 letters, digits, '_', '-' or '.'",
    )
    question: str = Field(
        default="Is the game flat, and would a synergy mend that?",
        min_length=1, max_length=300, pattern=ONE_LINE, description="a question, one line",
    )  # fmt: skip


class Search(Table):
    """How decks are searched for."""

    pilot: Text = Field(default="greedy", description="the name or path of a pilot")
    games: int = whole(LEAST_GAMES, MOST_GAMES, 250_000)
    keep: int = whole(1, 20, 2)
    keep_mixed: int = whole(1, 50, 6)


class Pilots(Table):
    """Who plays what is measured, and how much."""

    tiers: Names = Field(description="a list of pilots, by names or paths")
    must_pass: Names | None = Field(default=None, description="a list of some of the tiers")
    pairs: int = whole(20, 1_000_000, 600)
    pairs_ahead: int | None = whole(20, 1_000_000, None)


class Flat(Table):
    """When the game is called flat."""

    identity: float = number(0.1, 50, 3.0, "a number of points")
    pull: float = number(-50, 50, 0.0, "a number of points")


class Targets(Table):
    """What a candidate may not break."""

    ceiling: float | None = number(50, 100, None, "a score")
    floor: float | None = number(0, 50, None, "a score")
    pull_most: float | None = number(-50, 50, None, "a number of points")
    first_player: list[float] | None = bounds()
    first_player_change: float | None = number(0.1, 50, None, "a number of points")
    turns: list[float] | None = bounds()
    turns_change: float | None = number(0.1, 100, None, "a number of turns")


class Rosters(Table):
    """The rosters that are perturbed from the one given."""

    count: int = whole(0, 100, 5)
    cards: float = number(0.01, 1, 0.25, "a share of the cards")
    stat: int = whole(0, 5, 1)
    cost: int = whole(0, 5, 1)
    agree: float = number(0.5, 1, 0.8, "a share of the rosters")
    games: int | None = whole(LEAST_GAMES, MOST_GAMES, None)
    leading: int = whole(0, 20, 2)


class Decision(Table):
    """Which of the candidates that pass is taken, and what counts as no effect."""

    prefer: Literal["mildest", "strongest identity"] = Field(
        default="mildest", description='"mildest" or "strongest identity"'
    )
    no_effect: float = number(0.1, 10, 1.0, "a number of points")
    rulings: bool = Field(default=True, description="true or false")


class Candidate(Table):
    """One change that is judged."""

    name: str = Field(
        pattern=r"^[A-Za-z0-9_.-]{1,64}$",
        description="up to 64 letters, digits, '_', '-' or '.'",
    )
    title: str = Field(
        default="", max_length=200, pattern=ONE_LINE, description="a short title, one line"
    )
    ruleset: Text = Field(description="the name or path of a ruleset")
    cost: str = Field(
        default="",
        max_length=500,
        pattern=ONE_LINE,
        description="what it costs the designer, in words, one line",
    )


TABLES: dict[str, type[Table]] = {
    "search": Search,
    "pilots": Pilots,
    "flat": Flat,
    "targets": Targets,
    "rosters": Rosters,
    "decision": Decision,
}
"""The tables that stand once."""
BASELINE_KEYS = (
    "parent", "game", "ruleset", "roster", "deck", "decks", "seed", "columns", "values", "set",
)  # fmt: skip
"""Keys of experiment files that describe the baseline."""
CANDIDATE = "candidate"
