"""Of acts that a pilot likes equally, which one it takes must not depend on its seat."""

from __future__ import annotations

from tests.driver import Driver, Pilot, make_cards
from tests.oracle.forge import default_params

IMP = make_cards(
    {
        "imp": {
            "type": "creature",
            "faction": "Arcana",
            "cost": 0,
            "power": 1,
            "toughness": 1,
            "keyword": "EMBER",
            "rarity": "common",
        }
    }
)["imp"]


def ember_target(seat: int) -> str:
    """Whose forge, or creature, a pilot without preferences burns when it sits there."""
    pilot = Pilot("weights", {"play": 1})
    driver = Driver(([IMP] * 20, [IMP] * 20), default_params(), (pilot, pilot))
    driver.begin(1)
    if seat == 1:
        driver.do("end")
    driver.do("play imp")
    kind, _, target = driver.name(driver.choose()).removeprefix("ember ").partition(":")
    owner = target or kind[0]
    return f"{'forge' if target else 'creature'} of the {'own' if owner == str(seat) else 'other'}"


def test_equal_ember_targets_are_taken_alike_in_both_seats() -> None:
    assert ember_target(0) == ember_target(1)
