"""What a fault is, and how one is planted."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from tests.properties.files import Project, make_project
from tests.properties.writing import Key, Path, TomlText

Item = TypeVar("Item")
EXPERIMENT = "experiment.toml"


class NotHereError(Exception):
    """A fault cannot be planted in this project."""


@dataclass(frozen=True)
class Place:
    """Where a fault stands: a file, which may be one that is not there, and what is said there.

    A message may name one of `others` instead, where two files are at fault together.
    """

    path: str
    key: Key = None
    others: tuple[str, ...] = ()


Plant = Callable[[Project, random.Random], Place]
"""Plants a fault; raises NotHereError where it cannot."""


@dataclass(frozen=True)
class Fault:
    """A kind of fault: in which kind of file, what, and how it is planted."""

    where: str
    what: str
    plant: Plant

    def __str__(self) -> str:
        return f"{self.where}, {self.what}"


class Kinds:
    """The kinds of faults of one kind of file."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.faults: list[Fault] = []

    def add(self, what: str, plant: Plant) -> None:
        """Add a kind."""
        self.faults.append(Fault(self.where, what, plant))

    def kind(self, what: str) -> Callable[[Plant], Plant]:
        """Add the decorated function as a kind."""

        def register(plant: Plant) -> Plant:
            self.add(what, plant)
            return plant

        return register


def spoil(fault: Fault, counter: int) -> tuple[Project, Place]:
    """The first project from a counter on in which a fault can be planted, with the fault."""
    for number in range(counter, counter + 500):
        project = make_project(number)
        try:
            return project, fault.plant(project, random.Random(f"{fault} {number}"))
        except NotHereError:
            continue
    raise LookupError(f"{fault}: cannot be planted anywhere")


def pick(rng: random.Random, items: Iterable[Item]) -> Item:
    """One of some things."""
    found = [*items]
    if not found:
        raise NotHereError
    return rng.choice(found)


def give(file: TomlText, key: Path, value: str) -> Place:
    """Give a key of a TOML file a value, instead of all that stands at its place."""
    file.values = {
        k: v for k, v in file.values.items() if k[: len(key)] != key and key[: len(k)] != k
    }
    file.values[key] = value
    return Place(file.path, key)


def edit(project: Project, path: str, change: Callable[[bytes], bytes]) -> Place:
    """Change the bytes of a file."""
    project.edits[path] = change
    return Place(path)


def mistyped(rng: random.Random, word: str) -> str:
    """A word with one mistake in it."""
    at = rng.randrange(1, len(word) - 1)
    ways = (
        word[:at] + word[at + 1 :],
        word[:at] + word[at] + word[at:],
        f"{word[:at]}q{word[at + 1 :]}",
        f"{word}s",
    )
    return rng.choice(ways)
