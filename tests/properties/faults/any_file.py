"""Faults that files of any kind may have, and those of any TOML file."""

from __future__ import annotations

import random

from tests.properties.faults.kinds import (
    EXPERIMENT,
    Kinds,
    NotHereError,
    Place,
    Plant,
    edit,
    give,
    mistyped,
    pick,
)
from tests.properties.files import Project, is_played
from tests.properties.writing import BOM, TomlText, Workbook

FILES = Kinds("any file")
TOML = Kinds("any TOML file")

HUGE = "9" * 5000


def _texts(project: Project) -> list[str]:
    """Text files that are read: a pilot may have nothing to play."""
    return [
        path
        for path, file in project.files.items()
        if not isinstance(file, Workbook) and is_played(project, path)
    ]


def _named(project: Project) -> list[str]:
    """Those that another file names, and does not only find in a folder."""
    values = project.experiment.values
    in_folders = ["decks/"] if ("decks",) in values else []
    in_folders += ["cards/"] if "cards/c" not in values["roster",].lower() else []
    return [
        path
        for path in _texts(project)
        if path != EXPERIMENT and not path.startswith(("cards/", *in_folders))
    ]


@FILES.kind("not UTF-8")
def _latin(project: Project, rng: random.Random) -> Place:
    share = rng.random()

    def change(content: bytes) -> bytes:
        at = int(share * len(content))
        while at < len(content) and content[at] & 0xC0 == 0x80:
            at -= 1  # not into the middle of a letter
        return content[:at] + b"\xe9 " + content[at:]

    return edit(project, rng.choice(_texts(project)), change)


@FILES.kind("UTF-16")
def _utf16(project: Project, rng: random.Random) -> Place:
    coding = rng.choice(("utf-16", "utf-16-le", "utf-16-be"))
    path = rng.choice(_texts(project))
    return edit(project, path, lambda content: content.decode("utf-8-sig").encode(coding))


def _plant_content(*contents: bytes) -> Plant:
    def plant(project: Project, rng: random.Random) -> Place:
        content = rng.choice(contents)
        return edit(project, rng.choice(_texts(project)), lambda _: content)

    return plant


FILES.add("empty", _plant_content(b"", b"\n \n", BOM.encode()))
FILES.add("binary", _plant_content(b"\0" * 9, b"\x89PNG\r\n\x1a\n\0\0", bytes(range(256))))


@FILES.kind("missing")
def _missing(project: Project, rng: random.Random) -> Place:
    path = pick(rng, _named(project))
    del project.files[path]
    return Place(path, None, _children(project, path))


@FILES.kind("a folder in its place")
def _folder(project: Project, rng: random.Random) -> Place:
    path = pick(rng, _named(project))
    del project.files[path]
    project.others[path] = None
    return Place(path, None, _children(project, path))


def _children(project: Project, path: str) -> tuple[str, ...]:
    """Rulesets that name a file as their parent: they may be blamed, too."""
    return tuple(file.path for file in project.of(TomlText, "rules/") if file.path != path)


# --- TOML -------------------------------------------------------------------------------------


def _toml(project: Project, rng: random.Random) -> TomlText:
    files = [file for file in project.of(TomlText) if is_played(project, file.path)]
    return rng.choice(files)


def _plant_in_front(*lines: str) -> Plant:
    return lambda project, rng: _in_front(project, _toml(project, rng), rng.choice(lines))


def _in_front(project: Project, file: TomlText, line: str) -> Place:
    """Add a line at the head of a file, where no table has begun."""
    text = f"{line}\n".encode()
    return edit(project, file.path, lambda content: text + content.removeprefix(BOM.encode()))


def _plant_behind(*lines: str) -> Plant:
    def plant(project: Project, rng: random.Random) -> Place:
        text = b"\n" + rng.choice(lines).encode()
        return edit(project, _toml(project, rng).path, lambda content: content + text)

    return plant


TOML.add(
    "not TOML",
    _plant_behind("x = = 1", "x =", "x", "x = [1,", 'x = "1', "[x", "x = 01", "x = tru", "= 1"),
)
TOML.add("a number of 5,000 digits", _plant_in_front(f"x = {HUGE}", f"x = 0x{HUGE}"))
TOML.add(
    "nested a thousand deep",
    _plant_in_front(f"x = {'[' * 3000}", f"{'a.' * 3000}a = 1", f"x = {'[' * 90}{']' * 90}"),
)
TOML.add(
    "an unknown table",
    _plant_behind("[colours]\n", '[colours]\nstatus = "assumed"\n', "[colours.red]\n", "[[x]]\n"),
)


@TOML.kind("cut off")
def _cut_off(project: Project, rng: random.Random) -> Place:
    path = _toml(project, rng).path
    return edit(project, path, lambda content: content[: content.rindex(b"=") + 1])


@TOML.kind("a key twice")
def _key_twice(project: Project, rng: random.Random) -> Place:
    file = _toml(project, rng)
    key = pick(rng, [key for key in file.values if len(key) == 1])
    return _in_front(project, file, f"{key[0]} = {file.values[key]}")


@TOML.kind("an unknown key")
def _unknown_key(project: Project, rng: random.Random) -> Place:
    file = _toml(project, rng)
    near = [mistyped(rng, key[0]) for key in file.values if len(key[0]) > 3]
    name = rng.choice(("colour", "zzz", *near[:1]))
    if name in {key[0] for key in file.values}:
        raise NotHereError
    return give(file, (name,), rng.choice(("1", '"x"', "true", "[]", "1.5")))


@TOML.kind("another game")
def _other_game(project: Project, rng: random.Random) -> Place:
    return give(_toml(project, rng), ("game",), rng.choice(('"chess"', '"Forge"', '""', "1", "[]")))
