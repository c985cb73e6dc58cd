"""Compares the compiled Forge with the plain-Python referee, decision by decision.

A counter stands for a design and one pair of matches on it. To look at single ones again:

    python -m tests.differential.harness COUNTER ...
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.differential.designs import Design, make_design
from tests.differential.sightings import Step, sight
from tests.driver import Driver, make_cards
from tests.oracle.forge import Match, default_params

REASONS = ("heat", "deckout")
SLOW_READS = 61
"""In one of so many pairs, states are read through numpy's records, as a replay reads them."""


@dataclass(frozen=True)
class Difference:
    """The first thing in a match on which engine and referee disagree."""

    counter: int
    order: int
    decision: int
    what: str
    engine: Any
    referee: Any

    def __str__(self) -> str:
        design = make_design(self.counter)
        return "\n".join(
            [
                f"{self.what} at decision {self.decision} of counter {self.counter},"
                f" side {self.order} first ({design.source})",
                *_sides(self.engine, self.referee),
                *_describe(design),
                f"reproduce: python -m tests.differential.harness {self.counter}",
            ]
        )


def _sides(engine: Any, referee: Any) -> Iterator[str]:
    if isinstance(engine, Mapping) and isinstance(referee, Mapping):
        for key in sorted(engine.keys() | referee.keys()):
            ours, theirs = engine.get(key), referee.get(key)
            if ours != theirs:
                yield f"  {key}:"
                yield f"    engine:  {json.dumps(ours)}"
                yield f"    referee: {json.dumps(theirs)}"
    else:
        yield f"  engine:  {engine}"
        yield f"  referee: {referee}"


def _describe(design: Design) -> Iterator[str]:
    for side, (deck, pilot) in enumerate(zip(design.decks, design.pilots, strict=True)):
        yield f"  deck of side {side} ({pilot.kind}): {' '.join(deck)}"
    for seat, (own, usual) in enumerate(zip(design.params, default_params(), strict=True)):
        moved = {name: value for name, value in own.items() if value != usual[name]}
        yield f"  player {seat} differs from v0.1w in: {json.dumps(moved)}"


@dataclass
class Findings:
    """What a number of matches came to."""

    games: int = 0
    decisions: int = 0
    differences: list[Difference] = field(default_factory=list)
    sightings: Counter[str] = field(default_factory=Counter)
    sources: Counter[str] = field(default_factory=Counter)

    def add(self, other: Findings) -> None:
        """Count other findings in."""
        self.games += other.games
        self.decisions += other.decisions
        self.differences += other.differences
        self.sightings += other.sightings
        self.sources += other.sources


class _DisagreementError(Exception):
    pass


class Comparison:
    """One design under both seat orders.

    Parameters
    ----------
    design : Design
        What to play.
    referee : type
        The match of the slow rules; tests plant faulty ones here.
    """

    def __init__(self, design: Design, referee: type[Match] = Match) -> None:
        self.design = design
        self.referee = referee
        self.findings = Findings()
        cards = make_cards(design.cards)
        decks = [[cards[name] for name in deck] for deck in design.decks]
        self.driver = Driver(decks, design.params, design.pilots)
        if design.counter % SLOW_READS == 0:
            self.driver.s = self.driver.states[0]

    def run(self) -> Findings:
        """Play the pair in the kernel, then each match again beside the referee."""
        rows = self.driver.play_pairs(self.design.key, self.design.pair, 1)
        for order in range(2):
            self.order, self.decision = order, 0
            try:
                self._play(rows[order])
            except _DisagreementError:
                pass
            except Exception as error:  # a state out of joint breaks whoever reads it
                self._note("an error", repr(error), "none")
            self.findings.games += 1
            self.findings.decisions += self.decision
            self.findings.sources[self.design.source] += 1
        return self.findings

    def _agree(self, what: str, engine: Any, referee: Any) -> None:
        if engine != referee:
            self._note(what, engine, referee)
            raise _DisagreementError

    def _note(self, what: str, engine: Any, referee: Any) -> None:
        place = self.design.counter, self.order, self.decision
        self.findings.differences.append(Difference(*place, what, engine, referee))

    def _play(self, row: Any) -> None:
        driver = self.driver
        driver.sit(self.order)
        driver.soil(self.design.counter)
        driver.begin(row.seed)
        libraries = driver.libraries()
        decks = [self.design.decks[seat ^ self.order] for seat in range(2)]
        self._agree("the cards shuffled", [sorted(cards) for cards in libraries], decks)
        match = self.referee(self.design.cards, libraries, self.design.params)
        state = self._agree_on_position(match)
        while not driver.is_over:
            state = self._step(match, state)
        self._agree_on_end(match, row)

    def _step(self, match: Match, before: dict[str, Any]) -> dict[str, Any]:
        driver = self.driver
        turn, active, legal = match.turn, match.active, match.legal()
        acts = driver.acts()
        names = sorted(map(driver.name, acts))
        self._agree("legal acts", names, legal)
        chosen = driver.choose()
        self._agree("the chosen act", chosen in acts, True)
        act = driver.name(chosen)
        driver.apply(chosen)
        match.apply(act)
        self.decision += 1
        after = self._agree_on_position(match)
        design = self.design
        step = Step(
            design.cards, design.params, turn, active, before, legal, act, after, match.reason
        )
        self.findings.sightings.update(sight(step))
        return after

    def _agree_on_position(self, match: Match) -> dict[str, Any]:
        s, state = self.driver.s, match.state()
        self._agree("the state", self.driver.state(), state)
        self._agree("turn and player", (s.turn, s.active), (match.turn, match.active))
        self._agree("the end", self.driver.is_over, match.over)
        return state

    def _agree_on_end(self, match: Match, row: Any) -> None:
        s = self.driver.s
        heat = tuple(match.state()["heat"])
        end = (match.winner, match.reason, match.turn)
        self._agree("the result", (s.winner, REASONS[s.reason], s.turn), end)
        kernel = (int(row.winner), REASONS[row.reason], int(row.turns))
        self._agree("the kernel's row", kernel, end)
        self._agree("heat in the kernel's row", tuple(int(v) for v in row.vitality), heat)
        self._agree("decisions in the kernel's row", int(row.decisions), self.decision)


def compare(counters: Iterable[int], referee: type[Match] = Match) -> Findings:
    """Compare on the designs of some counters."""
    findings = Findings()
    for counter in counters:
        findings.add(Comparison(make_design(counter), referee).run())
    return findings


def main(words: list[str]) -> int:
    """Compare on the counters named, and print what differs."""
    findings = compare(map(int, words))
    for difference in findings.differences:
        print(difference, end="\n\n")
    count = len(findings.differences)
    print(f"{findings.games} games, {findings.decisions} decisions, {count} differences")
    return min(count, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
