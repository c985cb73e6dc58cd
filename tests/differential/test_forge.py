"""Random matches of Forge: engine, kernel rows and referee agree at every decision.

`FORGESIM_DIFFERENTIAL_GAMES` sets how many games are compared (1,500 by default).
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tests.differential.designs import SOURCES, make_design
from tests.differential.harness import Findings, compare
from tests.differential.sightings import EXPECTED
from tests.driver import Driver, make_cards
from tests.oracle.forge import Creature, Match

ENOUGH = 1500
GAMES = int(os.environ.get("FORGESIM_DIFFERENTIAL_GAMES", ENOUGH))
REGRESSIONS = Path(__file__).with_name("regressions.txt")


def known_counters() -> list[int]:
    lines = (line.partition("#")[0].split() for line in REGRESSIONS.read_text().splitlines())
    return [int(words[0]) for words in lines if words]


def reports(findings: Findings) -> str:
    return "\n\n".join(map(str, findings.differences[:3]))


@pytest.fixture(scope="module")
def findings() -> Findings:
    return compare(range((GAMES + 1) // 2))


def test_engine_and_referee_agree_at_every_decision(findings: Findings) -> None:
    assert findings.games >= GAMES
    assert not findings.differences, reports(findings)


@pytest.mark.skipif(GAMES < ENOUGH, reason="too few games to see everything")
def test_the_games_compared_show_every_ruling_at_work(findings: Findings) -> None:
    assert [name for name in EXPECTED if not findings.sightings[name]] == []
    assert set(findings.sightings) <= set(EXPECTED)


@pytest.mark.skipif(GAMES < ENOUGH, reason="too few games to see everything")
def test_the_games_compared_come_from_every_source(findings: Findings) -> None:
    assert set(findings.sources) == set(SOURCES)


@pytest.mark.parametrize("counter", known_counters())
def test_what_once_differed_agrees(counter: int) -> None:
    findings = compare([counter])
    assert not findings.differences, reports(findings)


def test_a_counter_stands_for_the_same_design_always() -> None:
    assert make_design(11) == make_design(11)
    assert make_design(11) != make_design(16)


def test_fast_and_slow_reading_of_a_record_agree() -> None:
    design = make_design(3)
    cards = make_cards(design.cards)
    decks = [[cards[name] for name in deck] for deck in design.decks]
    driver = Driver(decks, design.params, design.pilots)
    driver.begin(5)
    while not driver.is_over:
        assert driver.state() == driver.slow_state()
        driver.apply(driver.choose())
    assert driver.state() == driver.slow_state()


# --- the comparison can fail ------------------------------------------------------------------


class VenomNeedsTwo(Match):
    def _falls(self, victim: Creature, dealer: Creature, dealt: int, keen: bool) -> bool:
        return super()._falls(victim, dealer, dealt if dealt > 1 else 0, keen)


class SturdyForgotten(Match):
    def toughness(self, creature: Creature) -> int:
        return self._own_toughness(creature)


class GiftsOfTheWrongPlayer(Match):
    def _own_power(self, creature: Creature) -> int:
        stranger = Creature(creature.id, creature.card, 1 - creature.owner, creature.entered)
        return super()._own_power(stranger)


class StillbornStays(Match):
    def bury_dead(self) -> None:
        if self.ember is None and not self.struck and self.discount == 0:
            return
        super().bury_dead()


class DiscountForEveryCard(Match):
    def _play(self, name: str) -> None:
        discount = self.discount
        super()._play(name)
        self.discount = discount


class BonusDecksOut(Match):
    def _draw_step(self) -> None:
        super()._draw_step()
        own = self._me()
        due = own.fp_turn == own.params["bonus_turn"] and own.params["bonus_draws"]
        if due and not own.library and not self.over:
            self._finish(1 - self.active, "deckout")


class BurnsAfterTheCurses(Match):
    def _burning(self) -> None:
        self._tick_cursed()
        if not self.over:
            self._scorch(1 - self.active, self._me().params["stoke_burn"])


class KeenAlwaysDefends(Match):
    def _keen_when_defending(self, creature: Creature) -> bool:
        return creature.wields("KEEN")


class SwitchOfTheWrongPlayer(Match):
    def _keen_when_defending(self, creature: Creature) -> bool:
        other = self.players[1 - creature.owner]
        return creature.wields("KEEN") and bool(other.params["keen_defending"])


class GuardForgotten(Match):
    def _strike_targets(self, creature: Creature) -> list[str]:
        targets = [enemy.id for enemy in self._foe().creatures]
        return targets if creature.wields("HEAVY") else [*targets, "forge"]


class HealsAboveTheCap(Match):
    def _tick_blessed(self) -> None:
        own = self._me()
        own.heat += own.count_artifacts("BLESSED") * own.params["blessed_heal"]


class WorkStaysOpen(Match):
    def legal(self) -> list[str]:
        struck, self.struck = self.struck, False
        acts = super().legal()
        self.struck = struck
        return acts


class DrawsFromTheBottom(Match):
    def _draw_step(self) -> None:
        library = self._me().library
        library.reverse()
        super()._draw_step()
        library.reverse()


class LoserWins(Match):
    def _finish(self, winner: int, reason: str) -> None:
        super()._finish(1 - winner, reason)


@pytest.mark.parametrize(
    ("referee", "what"),
    [
        (VenomNeedsTwo, {"the state"}),
        (SturdyForgotten, {"the state"}),
        (KeenAlwaysDefends, {"the state"}),
        (SwitchOfTheWrongPlayer, {"the state"}),
        (GuardForgotten, {"legal acts"}),
        (HealsAboveTheCap, {"the state"}),
        (WorkStaysOpen, {"legal acts"}),
        (DrawsFromTheBottom, {"the state"}),
        (LoserWins, {"the result"}),
        (GiftsOfTheWrongPlayer, {"the state"}),
        (StillbornStays, {"the state"}),
        (DiscountForEveryCard, {"the state"}),
        (BonusDecksOut, {"the end"}),
        (BurnsAfterTheCurses, {"the state"}),
    ],
)
def test_a_fault_planted_in_one_of_them_is_found(referee: type[Match], what: set[str]) -> None:
    differences: list[Any] = []
    for start in range(0, 600, 20):
        differences = compare(range(start, start + 20), referee).differences
        if differences:
            break
    assert {difference.what for difference in differences} == what
    report = str(differences[0])
    assert f"reproduce: python -m tests.differential.harness {differences[0].counter}" in report
    assert "engine:" in report
    assert "referee:" in report
