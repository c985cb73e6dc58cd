"""Small card pools whose legal decks can all be listed."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

from forgesim.arena.experiment import load_experiment
from forgesim.arena.plan import Plan
from forgesim.arena.resolve import make_plan
from forgesim.cards.model import Card
from forgesim.cards.pilots import load_pilot
from forgesim.studies.search import Constraint, Quest, Rival
from forgesim.studies.search.quest import Cards

SIZE, COPIES = 10, 2
BODIES = ((1, 1, 2), (1, 2, 1), (2, 2, 3), (2, 3, 2), (3, 3, 4), (3, 5, 3), (4, 5, 5), (1, 0, 4))
RULES = [
    "deck_size=10", "max_copies=2", "start_heat=7"]  # fmt: skip


def small_plan(folder: Path) -> Plan:
    """A plan of two decks of ten cards, from a pool of eight creatures of two factions."""
    rows = ["id,name,faction,type,cost,power,toughness,keyword,rarity"]
    for number, (cost, power, toughness) in enumerate(BODIES):
        group = ("Armory", "Wilds")[number % 2]
        rows.append(f"c{number},C {number},{group},creature,{cost},{power},{toughness},,common")
    (folder / "cards.csv").write_text("\n".join(rows) + "\n")
    for name, cards in (("one", (0, 1, 2, 3, 4)), ("two", (0, 2, 4, 6, 5))):
        (folder / f"{name}.txt").write_text("".join(f"2 C {number}\n" for number in cards))
    flags = {
        "roster": [str(folder / "cards.csv")], "set": RULES, "pilot": ["greedy"], "pairs": 1,
        "deck": [str(folder / "one.txt"), str(folder / "two.txt")],
    }  # fmt: skip
    return make_plan(load_experiment(None, flags))


def pool_of(folder: Path) -> tuple[Card, ...]:
    """The cards of the pool."""
    from forgesim.arena.resolve import resolve_roster  # noqa: PLC0415

    flags = {"roster": [str(folder / "cards.csv")]}
    experiment = load_experiment(None, flags)
    plan = small_plan(folder)
    return tuple(resolve_roster(experiment, plan.game).cards.values())


def small_quest(folder: Path, **changes: object) -> Quest:
    """A search among the decks of the pool."""
    plan = small_plan(folder)
    pilot = load_pilot("greedy", plan.game)
    rivals = tuple(Rival(deck, 1.0, pilot) for deck in plan.decks)
    quest = Quest(plan.game, plan.rules, pool_of(folder), rivals, pilot, Constraint(), 20_000, 1, 1,
                  1)  # fmt: skip
    return replace(quest, **changes)


def every_deck(cards: Cards) -> Iterator[Cards]:
    """All decks of the size, with as many copies as are allowed."""
    for copies in product(range(COPIES + 1), repeat=len(cards)):
        if sum(copies) == SIZE:
            yield tuple(card for card, count in zip(cards, copies, strict=True)
                        for _ in range(count))  # fmt: skip
