"""Facts that can be checked on a state as traces show it: what the answer to a puzzle is made of.

- `won`
- `ogre dead`, `ogre alive`, `ogre unhurt` (alive and without a mark), `ogre idle` (it did not
  strike), `ogre holds spear`
- `spear played`, `spear in hand`
- `heat >= 3`, `their heat <= 4`, `library >= 1`
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

State = Mapping[str, Any]
FACT = re.compile(
    r"(?P<won>won)"
    r"|(?P<amount>heat|their heat|library) (?P<sign>>=|<=) (?P<number>\d+)"
    r"|(?P<name>\w+) (?P<verb>dead|alive|unhurt|idle|played|in hand|holds (?P<held>\w+))"
)


def is_solved(answers: list[str], state: State, winner: int | None) -> bool:
    """Whether one of the answers holds at the end of player 0's turn."""
    return any(
        all(holds(fact, state, winner) for fact in answer.split(" and ")) for answer in answers
    )


def holds(fact: str, state: State, winner: int | None) -> bool:
    """Whether a fact holds for player 0."""
    found = _parsed(fact)
    if found["won"]:
        return winner == 0
    if found["amount"]:
        value = _amount(found["amount"], state)
        number = int(found["number"])
        return value >= number if found["sign"] == ">=" else value <= number
    return _holds_of_card(found, state)


def named_in(answers: list[str]) -> Iterator[str]:
    """Names of cards in answers."""
    for answer in answers:
        for fact in answer.split(" and "):
            found = _parsed(fact)
            yield from (found[group] for group in ("name", "held") if found[group])


def _parsed(fact: str) -> re.Match[str]:
    found = FACT.fullmatch(fact)
    assert found, f"not a fact: {fact!r}"
    return found


def _amount(what: str, state: State) -> int:
    if what == "library":
        return int(state["library"][0])
    return int(state["heat"][what == "their heat"])


def _holds_of_card(found: re.Match[str], state: State) -> bool:
    bodies = {body["card"]: body for side in state["creatures"] for body in side}
    body = bodies.get(found["name"])
    is_held = found["name"] in state["hand"][0]
    match found["verb"]:
        case "dead":
            return body is None and not is_held
        case "alive":
            return body is not None
        case "unhurt":
            return body is not None and not body["damage"]
        case "idle":
            return body is not None and not body["struck"]
        case "in hand":
            return is_held
        case "played":
            return not is_held
    return body is not None and found["held"] in [w["card"] for w in body["weapons"]]
