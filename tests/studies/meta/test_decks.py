"""The metagame of decks: what is played and searched, on a small field."""

from dataclasses import replace

import numpy as np
import pytest

from forgesim.arena.experiment import load_experiment
from forgesim.arena.resolve import make_plan, resolve_roster
from forgesim.cards.pilots import load_pilot
from forgesim.errors import UsageError
from forgesim.studies.how import How
from forgesim.studies.meta import MetaFound, MetaQuest, find_metagame
from forgesim.studies.search.quest import key_of

STARTS = ["armory-slow", "occult-slow", "mixed-drain"]


def quest(**changes: object) -> MetaQuest:
    experiment = load_experiment(None, {"deck": STARTS, "pairs": 1})
    plan = make_plan(experiment)
    cards = tuple(resolve_roster(experiment, plan.game).cards.values())
    own = tuple(c for c in cards if c.group in ("Armory", "Occult"))
    small = MetaQuest(
        game=plan.game, rules=plan.rules, cards=own, pilot=load_pilot("greedy", plan.game),
        starts=plan.decks, steps=2, games=6_000, pairs=60, held_out=600,
    )  # fmt: skip
    return replace(small, **changes)


@pytest.fixture(scope="module")
def found() -> MetaFound:
    return find_metagame(quest())


def test_decks_that_gain_are_added_and_take_the_shares(found: MetaFound) -> None:
    first = found.course.steps[0]
    assert first.known == len(STARTS)
    assert first.answers[0].gain.low > 0.01
    new = found.course.strategies[len(STARTS) :]
    assert len(new) >= first.added > 0
    assert len({key_of(deck.cards) for deck in new}) == len(new)
    of_new = sum(share.mean for share in found.variety.decks[len(STARTS) :])
    assert of_new > 90
    assert all(deck.name.split("-")[0] in ("Armory", "Occult", "mixed") for deck in new)


def test_every_deck_is_legal_and_of_the_roster(found: MetaFound) -> None:
    own = quest()
    for deck in found.course.strategies[len(STARTS) :]:
        assert not [p for seat in own.rules.seats for p in own.game.deck_problems(deck.cards, seat)]
        assert {card.group for card in deck.cards} <= {"Armory", "Occult"}


def test_the_matrix_is_antisymmetric_and_its_mix_an_equilibrium(found: MetaFound) -> None:
    matrix = found.matrix
    assert matrix + matrix.T == pytest.approx(np.ones(matrix.shape))
    mix = np.array([share.mean for share in found.variety.decks]) / 100
    assert mix.sum() == pytest.approx(1)
    assert (matrix @ mix).max() <= 0.5 + 0.03  # half a point, and lists alike are one deck


def test_no_deck_is_added_twice_however_rough_the_scores() -> None:
    rough = find_metagame(quest(steps=4, pairs=6, held_out=2_000))
    decks = rough.course.strategies
    again = [each.gain.low for step in rough.course.steps
             for each in step.answers if each.strategy in decks[: step.known]]  # fmt: skip
    assert max(again) > 0.01  # a deck that is known comes back, and seems to gain
    assert len({key_of(deck.cards) for deck in decks}) == len(decks)
    assert len({deck.name for deck in decks}) == len(decks)


def test_neither_workers_nor_backends_change_it(found: MetaFound) -> None:
    again = find_metagame(quest(), How(jobs=2))
    assert [deck.ids for deck in again.course.strategies] == [
        deck.ids for deck in found.course.strategies
    ]
    assert (again.matrix == found.matrix).all()
    assert again.games == found.games


def test_it_begins_from_nothing_where_no_decks_are_named() -> None:
    found = find_metagame(quest(starts=(), steps=1))
    assert found.course.steps[0].known == 1
    assert found.course.steps[0].added > 0


def test_a_group_without_a_legal_deck_is_left_out_and_said() -> None:
    cards = quest().cards
    few = [card for card in cards if card.group == "Occult"][:3]
    mine = tuple(card for card in cards if card.group == "Armory") + tuple(few)
    starts = tuple(deck for deck in quest().starts if deck.group == "Armory")
    found = find_metagame(quest(cards=mine, starts=starts, steps=1))
    assert found.unsearched == ("Occult",)
    with pytest.raises(UsageError, match="no legal deck"):
        find_metagame(quest(cards=tuple(few), starts=()))
