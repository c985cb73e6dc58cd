"""Synergies: what a deck earns by the groups of its cards, as changes of its player's numbers."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from forgesim.cards.checks import ONE_LINE, check
from forgesim.cards.files import did_you_mean, failure
from forgesim.cards.model import Card
from forgesim.cards.parameters import SEATS, Parameter
from forgesim.cards.settings import Setting, as_number, as_switch, table_settings
from forgesim.cards.toml import Toml
from forgesim.errors import DataError

ANY = "any"
"""In place of a group: whichever it is."""
TABLE = "synergy"


@dataclass(frozen=True)
class Change:
    """What a synergy does to one number of its player.

    Attributes
    ----------
    seat : int
        0: where the player goes first, 1: where they go second.
    name : str
        The parameter's.
    amount : int
        What is added; of a switch, its new position.
    is_switch : bool
    """

    seat: int
    name: str
    amount: int
    is_switch: bool = False


@dataclass(frozen=True)
class Synergy:
    """A condition on a deck, and what its player has from it.

    Attributes
    ----------
    name, title : str
    group : str
        The group whose cards count, or `ANY`.
    at_least : int or None
        How many cards of one group the deck must have; None: nothing else.
    changes : tuple of Change
    """

    name: str
    title: str
    group: str
    at_least: int | None
    changes: tuple[Change, ...]

    @property
    def is_mono(self) -> bool:
        """Whether only decks of a single group can have it."""
        return self.at_least is None

    def applies(self, cards: Sequence[Card]) -> bool:
        """Whether a deck of these cards has it."""
        counts = Counter(card.group for card in cards)
        count = max(counts.values(), default=0) if self.group == ANY else counts[self.group]
        return count >= (len(cards) if self.at_least is None else self.at_least)

    def told(self, noun: str, parameters: Iterable[Parameter]) -> str:
        """The synergy in words, as `mono Armory: heavy_power +1`."""
        who = f"any {noun}" if self.group == ANY else self.group
        condition = f"mono {who}" if self.at_least is None else f"{self.at_least} cards of {who}"
        return f"{condition}: {', '.join(_told(self.changes, parameters))}"


def _told(changes: Sequence[Change], parameters: Iterable[Parameter]) -> Iterator[str]:
    for parameter in parameters:
        own = [change for change in changes if change.name == parameter.name]
        amounts = [parameter.told(c.amount) if c.is_switch else f"{c.amount:+d}" for c in own]
        if len(own) == len(SEATS) and len(set(amounts)) == 1:
            yield f"{parameter.key} {amounts[0]}"
        else:
            yield from (f"{SEATS[change.seat]}.{parameter.key} {amount}"
                        for change, amount in zip(own, amounts, strict=True))  # fmt: skip


Values = Mapping[str, int]


def with_synergies(
    seats: tuple[Values, Values], synergies: Iterable[Synergy], cards: Sequence[Card]
) -> tuple[Values, Values]:
    """Numbers of a deck's player for either seat, with all the synergies that the deck has."""
    changes = [c for synergy in synergies if synergy.applies(cards) for c in synergy.changes]
    if not changes:
        return seats
    first, second = (dict(seat) for seat in seats)
    for change in changes:
        values = (first, second)[change.seat]
        values[change.name] = change.amount + (0 if change.is_switch else values[change.name])
    return first, second


class _Table(BaseModel):
    """The keys of a `[[synergy]]`, with the game's word for a group as `group`."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: str = Field(
        min_length=1, max_length=64, pattern=ONE_LINE, description="a name of up to 64 characters"
    )
    title: str = Field(
        default="", max_length=200, pattern=ONE_LINE, description="a short title, one line"
    )
    group: str = Field(default=ANY, min_length=1, description='its name in quotes, or "any"')
    at_least: int | None = Field(
        default=None, ge=1, description="a whole number of cards, from 1 on"
    )
    add: dict[str, Any] = Field(
        min_length=1, description="changes below a line [synergy.add], as start_heat = 2"
    )


def read_synergies(toml: Toml, known: Mapping[str, Parameter], noun: str) -> list[Synergy]:
    """The synergies of a ruleset file.

    Parameters
    ----------
    toml : Toml
    known : mapping
        Parameters by key.
    noun : str
        The game's word for a group, which is the key's name.

    Raises
    ------
    DataError
        With what is wrong, and where.
    """
    tables = toml.data.get(TABLE, [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise failure(toml.path, "synergies stand below lines [[synergy]]", toml.line(TABLE))
    found: list[Synergy] = []
    for number, table in enumerate(tables):
        synergy = _read(toml, number, table, known, noun)
        if synergy.name in [other.name for other in found]:
            problem = f"two synergies are called {synergy.name!r}: change the name of one"
            raise failure(toml.path, problem, toml.line(TABLE, number, "name"))
        found.append(synergy)
    return found


def _read(
    toml: Toml, number: int, table: dict[str, Any], known: Mapping[str, Parameter], noun: str
) -> Synergy:
    def place(key: str) -> tuple[Any, int | None]:
        return toml.path, toml.line(TABLE, number, noun if key == "group" else key)

    if "group" in table and noun != "group":
        raise failure(toml.path, f"unknown key 'group', expected {noun!r}", place("name")[1])
    named = {("group" if key == noun else key): value for key, value in table.items()}
    keys = [noun if key == "group" else key for key in _Table.model_fields]
    read, violations = check(_Table, named, place, hint=lambda key: did_you_mean(key, keys))
    if read is None:
        told = (v.problem.replace("group", noun, 1) for v in violations)
        raise DataError([type(v)(v.file, v.line, f"{TABLE}: {text}")
                         for v, text in zip(violations, told, strict=True)])  # fmt: skip
    changes = [
        change
        for setting in table_settings(toml, read.add, (TABLE, str(number), "add"))
        for change in _changes(setting, known)
    ]
    return Synergy(read.name, read.title, read.group, read.at_least, tuple(changes))


def _changes(setting: Setting, known: Mapping[str, Parameter]) -> Iterator[Change]:
    is_bound = setting.name[0] in SEATS
    key = ".".join(setting.name[1:] if is_bound else setting.name)
    if key not in known:
        hint = did_you_mean(key, known) or "; forgesim rules --names lists them"
        raise setting.wrong(f"unknown parameter {key!r}{hint}")
    parameter = known[key]
    if parameter.builds:
        raise setting.wrong(
            "a synergy cannot change how decks are built: whether a deck has it depends on that"
        )
    if parameter.is_switch:
        amount = int(as_switch(setting))
    else:
        if isinstance(setting.value, str):
            raise setting.wrong("expected a whole number, without quotation marks")
        amount = as_number(setting)
    for seat in (SEATS.index(setting.name[0]),) if is_bound else range(len(SEATS)):
        yield Change(seat, parameter.name, amount, parameter.is_switch)


def check_range(
    synergies: Sequence[Synergy], seats: tuple[Values, Values], parameters: Iterable[Parameter]
) -> str | None:
    """What is wrong where a deck could bring a number out of its range; None if none can."""
    for parameter, (seat, values) in product(parameters, enumerate(seats)):
        if parameter.is_switch:
            continue
        low, high = _reach(synergies, seat, parameter.name)
        base = values[parameter.name]
        for reached in (base + low, base + high):
            if not parameter.low <= reached <= parameter.high:
                return (
                    f"synergies can bring {SEATS[seat]}.{parameter.key} from {base} to {reached},"
                    f" expected {parameter.expectation} whatever the deck"
                )
    return None


def _reach(synergies: Sequence[Synergy], seat: int, name: str) -> tuple[int, int]:
    """The least and the most that decks can have added to a number.

    A deck is mono of one group at most; conditions on numbers of cards may all be met at once.
    """
    mono: Counter[str] = Counter()
    common, low, high = 0, 0, 0
    for synergy in synergies:
        amount = sum(c.amount for c in synergy.changes if (c.seat, c.name) == (seat, name))
        if not synergy.is_mono:
            low, high = low + min(amount, 0), high + max(amount, 0)
        elif synergy.group == ANY:
            common += amount
        else:
            mono[synergy.group] += amount
    ends = [0, common, *(common + amount for amount in mono.values())]
    return low + min(ends), high + max(ends)


def check_groups(synergies: Iterable[Synergy], groups: Iterable[str], noun: str) -> str | None:
    """What is wrong where a synergy is for a group that no card has; None if nothing is."""
    known = sorted(set(groups))
    for synergy in synergies:
        if synergy.group not in (*known, ANY):
            hint = did_you_mean(synergy.group, known) or f", expected {', '.join((*known, ANY))}"
            return f"synergy {synergy.name!r}: unknown {noun} {synergy.group!r}{hint}"
    return None
