"""What has changed from one roster to another, as patch notes."""

import subprocess
import sys
from collections.abc import Mapping

from forgesim.cards.model import Card
from forgesim.rulesets.forge.cards import ForgeCard
from forgesim.workshop.patch_notes import patch_notes, roster_changes
from tests.cli.program import CHECKOUT

HOUND = {"name": "Hound", "faction": "Wilds", "type": "creature", "cost": 2, "power": 2,
         "toughness": 1, "keyword": "SWIFT", "rarity": "common"}  # fmt: skip
SPEAR = {"name": "Spear", "faction": "Armory", "type": "weapon", "cost": 1, "rarity": "rare"}


def cards(**facts: Mapping[str, object]) -> dict[str, Card]:
    return {i: ForgeCard.model_validate({"id": i, **values}) for i, values in facts.items()}


def notes(old: Mapping[str, Card], new: Mapping[str, Card]) -> list[str]:
    return list(patch_notes(roster_changes(old, new), "faction"))


def test_nothing_changed_is_nothing_to_tell() -> None:
    same = cards(hound=HOUND, spear=SPEAR)
    assert notes(same, dict(reversed(same.items()))) == []


def test_what_has_changed_is_told_value_by_value() -> None:
    new = HOUND | {"cost": 3, "toughness": 2, "keyword": None}
    assert notes(cards(hound=HOUND), cards(hound=new)) == [
        "## Wilds",
        "",
        "- **Hound**: cost 2 \u2192 3, toughness 1 \u2192 2, keyword SWIFT \u2192 none",
    ]  # fmt: skip


def test_a_card_is_the_same_as_long_as_its_id_is() -> None:
    new = HOUND | {"name": "Wolf", "faction": "Occult"}
    assert notes(cards(hound=HOUND), cards(hound=new)) == [
        "## Occult", "", "- **Wolf**: name Hound \u2192 Wolf, faction Wilds \u2192 Occult",
    ]  # fmt: skip
    assert notes(cards(hound=HOUND), cards(wolf=HOUND)) == [
        "## Wilds", "",
        "- **Hound** (new): type creature, cost 2, power 2, toughness 1, keyword SWIFT,"
        " rarity common",
        "- **Hound** (removed): type creature, cost 2, power 2, toughness 1, keyword SWIFT,"
        " rarity common",
    ]  # fmt: skip


def test_changes_stand_under_their_groups_in_order() -> None:
    old = cards(b=HOUND | {"name": "B"}, spear=SPEAR, z=HOUND | {"name": "Z"})
    new = cards(b=HOUND | {"name": "B", "cost": 1}, a=HOUND | {"name": "A"}, spear=SPEAR)
    lines = notes(old, new | cards(axe=SPEAR | {"name": "Axe"}))
    assert [line.partition(":")[0] for line in lines] == [
        "## Armory", "", "- **Axe** (new)", "", "## Wilds", "", "- **A** (new)", "- **B**",
        "- **Z** (removed)",
    ]  # fmt: skip


def test_the_order_does_not_depend_on_how_python_hashes() -> None:
    """Cards of one name can be told apart by nothing but what they are."""
    program = (
        "from tests.workshop.test_patch_notes import HOUND, cards, notes\n"
        "new = {f'n{i}': HOUND | {'cost': i % 10} for i in range(12)}\n"
        "print('|'.join(notes(cards(**{f'o{i}': HOUND for i in range(9)}), cards(**new))))"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, check=True,
            capture_output=True, text=True, cwd=CHECKOUT,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(told) == 1
