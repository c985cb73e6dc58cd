"""Puzzles as they stand in the files beside this one: positions, and what counts as an answer.

A card is written as it would be told: `3/5 GUARD for 2`, `weapon KEEN for 1`, `artifact CURSED
for 3`, `mythic 2/2 EMBER for 4`. A creature in play may hold weapons and bear marks:
`3/5 + weapon KEEN for 1, damage 2`, or `fresh` where it has entered this turn. What a card in play
once cost, and the rarity of most cards, means nothing and is left out.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from tests.oracle.forge import CardData

FOLDER = Path(__file__).parent
BLANK = "blank"
"""A card that nobody can afford: what libraries and the enemy hand are made of."""
CARD = re.compile(
    r"(?P<mythic>mythic )?(?:(?P<power>\d+)/(?P<toughness>\d+)|(?P<type>weapon|artifact))"
    r"(?: (?P<keyword>[A-Z]+))?(?: for (?P<cost>\d))?"
)


def card_data(text: str) -> CardData:
    """What is printed on a card written in the words of this module."""
    found = CARD.fullmatch(text)
    assert found, f"not a card: {text!r}"
    numbers = {name: found[name] and int(found[name]) for name in ("power", "toughness")}
    return {
        "type": found["type"] or "creature",
        "faction": "Wilds",
        "cost": int(found["cost"] or 0),
        **numbers,
        "keyword": found["keyword"],
        "rarity": "mythic" if found["mythic"] else "common",
    }


@dataclass(frozen=True)
class Body:
    """A creature in play: its card, the weapons that it holds, and its marks."""

    card: str
    weapons: tuple[str, ...] = ()
    damage: int = 0
    is_fresh: bool = False


@dataclass(frozen=True)
class Puzzle:
    """A position at the start of Work, and what a good turn leaves behind.

    Attributes
    ----------
    group, name, probes, why : str
        Its file, what it is called, what it probes, and why the answer is right.
    turn : int
        Own turns so far, this one included: as many FP there are, at most 7.
    heat : (int, int)
        Of the own and of the enemy forge.
    solved : list of str
        Answers, any of which is right: facts joined by "and", as `facts` knows them, true when the
        turn ends.
    tempting : list of lists of str
        Openings after which no right answer is left.
    hand, mine, theirs, lying, artifacts, their_artifacts : mappings of str to str
        Cards by name: own hand, creatures in play, own unattached weapons, artifacts.
    library : (int, int)
        Cards left to draw.
    their_hand : int
        Cards in the enemy's hand.
    """

    group: str
    name: str
    probes: str
    why: str
    turn: int
    heat: tuple[int, int]
    solved: list[str]
    tempting: list[list[str]]
    hand: Mapping[str, str] = field(default_factory=dict)
    mine: Mapping[str, str] = field(default_factory=dict)
    theirs: Mapping[str, str] = field(default_factory=dict)
    lying: Mapping[str, str] = field(default_factory=dict)
    artifacts: Mapping[str, str] = field(default_factory=dict)
    their_artifacts: Mapping[str, str] = field(default_factory=dict)
    library: tuple[int, int] = (8, 8)
    their_hand: int = 0

    @cached_property
    def cards(self) -> dict[str, CardData]:
        """Every card of the position by name; a creature's weapons are called `its name-1`, ...."""
        cards = {BLANK: card_data("9/9 for 9")}
        plain = (self.hand, self.lying, self.artifacts, self.their_artifacts)
        named = [item for part in plain for item in part.items()]
        for name, text in [*self.mine.items(), *self.theirs.items()]:
            body, *weapons = text.partition(",")[0].split(" + ")
            named += [(name, body), *((f"{name}-{i}", w) for i, w in enumerate(weapons, 1))]
        for name, text in named:
            assert name not in cards, f"{self.name}: two cards are called {name}"
            cards[name] = card_data(text)
        return cards

    def bodies(self, player: int) -> Iterator[Body]:
        """The creatures that a player has in play."""
        for name, text in (self.theirs if player else self.mine).items():
            pieces, *marks = text.split(", ")
            weapons = tuple(f"{name}-{i}" for i in range(1, pieces.count(" + ") + 1))
            damage = sum(int(mark.removeprefix("damage ")) for mark in marks if mark != "fresh")
            yield Body(name, weapons, damage, "fresh" in marks)


@cache
def load_puzzles(folder: Path = FOLDER) -> dict[str, Puzzle]:
    """Every puzzle by name, in the order of files and of their contents."""
    puzzles: dict[str, Puzzle] = {}
    for path in sorted(folder.glob("*.toml")):
        tables: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["puzzle"]
        for table in tables:
            puzzle = Puzzle(group=path.stem.partition("_")[2].replace("_", " "), **table)
            assert puzzle.name not in puzzles, f"{path.name}: two puzzles called {puzzle.name}"
            puzzles[puzzle.name] = puzzle
    return puzzles
