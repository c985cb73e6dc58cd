"""Cards that are all alike: what is randomised finds nothing, on games that were really played."""

import numpy as np
import pytest

import forgesim
from forgesim.results import Results

HEADINGS = "id,name,faction,type,cost,power,toughness,keyword,rarity\n"
TWINS = [f"twin_{n}" for n in range(10)]
PAIRS = 3000


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    """A deck of ten cards that differ in nothing but their names, against a deck of others."""
    folder = tmp_path_factory.mktemp("twins")
    rows = [f"{card},{card},Wilds,creature,2,2,3,,common" for card in TWINS]
    rows += [f"other_{n},other_{n},Arcana,creature,{n % 5},{1 + n % 4},{2 + n % 3},,common"
             for n in range(10)]  # fmt: skip
    (folder / "cards.csv").write_text(HEADINGS + "\n".join(rows) + "\n")
    for name in ("twin", "other"):
        lines = [f"2 {name}_{n}" for n in range(10)]
        (folder / f"{name}s.txt").write_text("\n".join(lines) + "\n")
    decks: list[str] = [str(path) for path in sorted(folder.glob("*.txt"))]
    return forgesim.batch(roster=[str(folder / "cards.csv")], deck=decks, pairs=PAIRS)


def test_no_place_in_the_library_is_worth_more_for_one_twin_than_for_another(
    results: Results,
) -> None:
    cards = results["deck_cards"].query("deck == 'twins'")
    assert set(cards["card"]) == set(TWINS)
    errors = (cards["top_high"] - cards["top_low"]) / 3.92
    assert (np.abs(cards["top"]) < 4 * errors).all()
    assert (cards["top_p_adjusted"] > 0.01).all()


def test_a_slot_s_gain_is_the_other_slots_loss(results: Results) -> None:
    for _, cards in results["deck_cards"].groupby("deck"):
        assert abs((cards["top"] * cards["copies"]).sum()) < 1.5


def test_observed_numbers_tell_twins_from_those_not_drawn_all_the_same(results: Results) -> None:
    # They need not find nothing: whoever draws more has had a longer game.
    cards = results["deck_cards"].query("deck == 'twins'")
    assert (cards["iwd_low"] > 0).all() or (cards["iwd_high"] < 0).all()
