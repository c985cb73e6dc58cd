"""The shape of a baseline: whoever makes a checksum anew can still leave out what it needs."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field


class _Part(BaseModel):
    model_config = ConfigDict(strict=True)


class _Ruleset(_Part):
    name: str
    seats: Annotated[list[dict[str, int]], Field(min_length=2, max_length=2)]


class _Card(_Part):
    name: str


class _Roster(_Part):
    cards: dict[str, _Card]


class _Deck(_Part):
    name: str
    cards: list[str]


class _Pilot(_Part):
    name: str
    kind: str
    forbid: list[str]
    weights: dict[str, int]


class _Tier(_Part):
    name: str
    is_even: bool


class _Key(_Part):
    tier: str
    deck_a: str
    deck_b: str


class _Matchup(_Key):
    pilot_a: str
    pilot_b: str
    fingerprint: str


_Percent = Annotated[float, Field(allow_inf_nan=False)]


class _Row(_Key):
    score: _Percent
    low: _Percent
    high: _Percent
    first_player: _Percent
    digest: str


class _Plan(_Part):
    game: str
    name: str
    seed: Annotated[int, Field(ge=0, lt=2**63)]
    pairs: Annotated[int, Field(ge=1)]
    changed: list[str]
    ruleset: _Ruleset
    roster: _Roster
    decks: list[_Deck]
    pilots: list[_Pilot]
    tiers: list[_Tier]
    matchups: Annotated[list[_Matchup], Field(min_length=1)]


class _Content(_Part):
    forgesim: str
    engine: str
    streams: int
    versions: dict[str, str]
    experiment: str | None
    plan: _Plan
    summary: list[_Row]
    outcomes: list[str]


def check_shape(data: dict[str, Any]) -> None:
    """See that a baseline has all that is read of it, and that its parts belong together.

    Raises
    ------
    ValueError
        If not.
    """
    content = _Content.model_validate(data)
    plan = content.plan
    keys = [(m.tier, m.deck_a, m.deck_b) for m in plan.matchups]
    sound = [
        keys == [(row.tier, row.deck_a, row.deck_b) for row in content.summary],
        len(keys) == len(set(keys)) == len(content.outcomes),
        all(card in plan.roster.cards for deck in plan.decks for card in deck.cards),
    ]
    if not all(sound):
        raise ValueError("its parts are not of one baseline")
