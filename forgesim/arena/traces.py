"""Traces in files: written whole, and read with proof that the rules give what is in them."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from forgesim.arena.match import TRACE_VERSION, Line, Match, Seats
from forgesim.cards.files import failure, read_text, shown, write_atomically
from forgesim.cards.model import Card
from forgesim.errors import ForgesimError
from forgesim.pilots.contract import Engine, Game
from forgesim.pilots.registry import load_game

SUFFIX = ".jsonl"
_OPTIONAL = ("names", "players", "pilots")
"""Keys of the setup line that only say what to call things."""
_CAUSE = "it was changed, here or before, or another version of the rules has written it"


@dataclass(frozen=True)
class Trace:
    """A match that was read from a file, and that the rules have given again.

    Attributes
    ----------
    match : Match
        Played again. The acts come from the file, so that it needs no pilot.
    lines : list of dict
        As they are in the file.
    """

    match: Match
    lines: list[Line]

    @property
    def pilots(self) -> list[str | None]:
        """Names of the pilots, by player; None where a person chose, or nothing is known."""
        return list(self.lines[0].get("pilots", (None, None)))


def as_json(line: Mapping[str, Any]) -> str:
    """A line of a trace as it is written."""
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False)


def write_trace(path: Path, lines: Iterable[Line]) -> None:
    """Write a trace, whole or not at all."""
    write_atomically(path, "".join(f"{as_json(line)}\n" for line in lines).encode())


def read_trace(path: Path, announce: Callable[[Engine], None] = lambda _: None) -> Trace:
    """Read a trace, and play it again.

    Parameters
    ----------
    path : Path
    announce : callable, optional
        Told the engine before it plays.

    Raises
    ------
    DataError
        At the first line that is not what the rules give.
    """
    lines = list(_lines(path, read_text(path)))
    match = Match(_seats(path, lines[0], announce))
    expected: list[Line] = list(match.lines)
    known = [key for key in expected[0] if key not in _OPTIONAL]
    _compare(path, 1, lines[0], {key: expected[0][key] for key in known})
    at = 1
    for number, line in enumerate(lines[1:], 2):
        if at < len(expected):
            _compare(path, number, line, expected[at])
            at += 1
            continue
        if match.is_over:
            raise failure(path, "stands after the end of the match", number)
        _compare(path, number, line, match.decision())
        if line.get("chosen") not in match.legal:
            problem = f"chosen {shown(line.get('chosen'))} is not legal, expected one of legal"
            raise failure(path, problem, number)
        expected, at = match.play(match.legal[line["chosen"]]), 1
    return Trace(match, lines)


def _lines(path: Path, text: str) -> Iterator[Line]:
    for number, row in enumerate(text.splitlines(), 1):
        try:
            line = json.loads(row)
        except (ValueError, RecursionError):
            line = None
        if not isinstance(line, dict):
            problem = f"{shown(row)} is no JSON object: expected a line of a trace"
            raise failure(path, problem, number)
        yield line


def _compare(path: Path, number: int, line: Line, expected: Line) -> None:
    """Raise DataError where a line has not all that the rules give; it may have more."""
    for key, value in expected.items():
        if key not in line:
            raise failure(path, f"has no {key}, expected {shown(value)}: {_CAUSE}", number)
        for place, found, wanted in _differences(line[key], value, key):
            problem = f"{place} is {shown(found)}, expected {shown(wanted)}: {_CAUSE}"
            raise failure(path, problem, number)


def _differences(found: Any, wanted: Any, place: str) -> Iterator[tuple[str, Any, Any]]:
    """Where two values of JSON differ, as far inside as they are alike around it."""
    if isinstance(wanted, dict) and isinstance(found, dict) and found.keys() == wanted.keys():
        for key in wanted:
            yield from _differences(found[key], wanted[key], f"{place}.{key}")
    elif isinstance(wanted, list) and isinstance(found, list) and len(found) == len(wanted):
        for at, pair in enumerate(zip(found, wanted, strict=True)):
            yield from _differences(*pair, f"{place}.{at}")
    elif type(found) is not type(wanted) or found != wanted:
        yield place, found, wanted


def _seats(path: Path, setup: Line, announce: Callable[[Engine], None]) -> Seats:
    """What a setup line says that a match was played with."""
    if setup.get("kind") != "setup":
        raise failure(path, "is no trace: its first line is not of kind setup", 1)
    version = setup.get("trace")
    if version != TRACE_VERSION:
        problem = f"is a trace of version {shown(version)}, this forgesim reads {TRACE_VERSION}"
        raise failure(path, problem, 1)
    try:
        game = load_game(setup["game"])
        seats = _in_order(game, setup, _cards(game, setup))
    except (ForgesimError, KeyError, ValueError, TypeError, IndexError, AttributeError):
        raise failure(path, f"nothing can be played by it: {_CAUSE}", 1) from None
    announce(seats.engine)
    # Which of the seed's two shuffles is whose is seen from the libraries.
    other = replace(seats, sides=(1, 0))
    return other if Match(other).lines[0]["library"] == setup.get("library") else seats


def _cards(game: Game, setup: Line) -> dict[str, Card]:
    names = setup.get("names", {})
    return {
        card_id: game.card_model.model_validate(
            {"id": card_id, "name": names.get(card_id, card_id), **facts}
        )
        for card_id, facts in setup["cards"].items()
    }


def _in_order(game: Game, setup: Line, cards: Mapping[str, Card]) -> Seats:
    """Who sits where; ValueError where that cannot be."""
    first, seed = setup["first"], setup["seed"]
    params = [{p.name: int(values[p.name]) for p in game.parameters} for values in setup["params"]]
    decks = [tuple(cards[card_id] for card_id in deck) for deck in setup["decks"]]
    names = setup.get("players", [f"deck {first}", f"deck {'b' if first == 'a' else 'a'}"])
    pilots = setup.get("pilots", [None, None])
    sound = [
        first in ("a", "b"),
        type(seed) is int and 0 <= seed < 2**64,
        all(len(both) == 2 for both in (params, decks, names, pilots)),
        all(p.low <= values[p.name] <= p.high for values in params for p in game.parameters),
        not any(game.deck_problems(deck, values) for deck in decks for values in params),
        all(text.isprintable() for text in (setup["ruleset"], *names)),
        all(name is None or re.fullmatch(r"[A-Za-z0-9_-]{1,64}", name) for name in pilots),
    ]
    if not all(sound):
        raise ValueError("the setup does not hold together")
    return Seats(game, setup["ruleset"], params, decks, names, (None, None), (0, 1), first, seed)
