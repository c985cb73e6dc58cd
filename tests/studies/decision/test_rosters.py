from collections.abc import Sequence

import pytest

from forgesim.pilots.registry import load_game
from forgesim.studies.decision.rosters import moved_cards, perturbed
from tests.driver import shipped_cards

GAME = load_game("forge")
MOVES = {"share": 0.25, "stat": 1, "cost": 1}


def pool() -> list:
    return [card for _, card in sorted(shipped_cards().items())]


def test_a_share_of_the_cards_is_moved_by_one_number_each_and_stays_valid() -> None:
    before = pool()
    after = perturbed(before, GAME.card_problems, MOVES, 7)
    assert [card.id for card in after] == [card.id for card in before]
    assert moved_cards(before, after) == round(0.25 * len(before))
    for old, new in zip(before, after, strict=True):
        changed = [
            (field, getattr(old, field), getattr(new, field))
            for field in type(old).model_fields
            if getattr(old, field) != getattr(new, field)
        ]
        assert len(changed) <= 1
        for field, was, now in changed:
            assert field in ("cost", "power", "toughness")
            assert abs(now - was) == 1
        assert GAME.card_problems(new) == []


def test_the_same_seed_moves_the_same_cards_in_whatever_order_they_come() -> None:
    one = perturbed(pool(), GAME.card_problems, MOVES, 7)
    assert perturbed(pool()[::-1], GAME.card_problems, MOVES, 7) == one
    assert perturbed(pool(), GAME.card_problems, MOVES, 8) != one


@pytest.mark.parametrize(
    ("moves", "fields"),
    [
        ({"share": 1, "stat": 0, "cost": 2}, {"cost"}),
        ({"share": 1, "stat": 2, "cost": 0}, {"power", "toughness"}),
    ],
)
def test_what_may_not_move_does_not(moves: dict[str, float], fields: set[str]) -> None:
    before = pool()
    after = perturbed(before, GAME.card_problems, moves, 3)
    assert moved_fields(before, after) == fields
    steps = {
        abs(getattr(new, field) - getattr(old, field))
        for old, new in zip(before, after, strict=True)
        for field in fields
        if getattr(old, field) is not None
    }
    assert steps - {0} == {1, 2}


def test_nothing_moves_where_nothing_may() -> None:
    before = pool()
    assert perturbed(before, GAME.card_problems, MOVES | {"stat": 0, "cost": 0}, 1) == tuple(before)


def moved_fields(before: Sequence, after: Sequence) -> set[str]:
    return {
        field
        for old, new in zip(before, after, strict=True)
        for field in type(old).model_fields
        if getattr(old, field) != getattr(new, field)
    }
