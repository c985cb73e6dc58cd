"""Deck lists as people write them: a line for each card, as `2 Bramble Hound`."""

import io
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from forgesim.cards.files import did_you_mean, failure, read_text, shown
from forgesim.cards.model import Card
from forgesim.errors import DataError, UsageError, Violation

MAX_COPIES = 999
_ENTRY = re.compile(r"([0-9]+)[xX]?\s+(\S.*)")
_REMARKS = ("#", "//")


def read_list(path: Path, cards: Mapping[str, Card]) -> dict[str, tuple[int, int]]:
    """Read a list: copies and line by card id.

    A card is named by its name or its id, in any case. Lines that begin with `#` or `//`, and
    headings, which end with a colon, are passed over.

    Raises
    ------
    DataError
        With every line that cannot be read, or could mean more than one card.
    """
    named = _meanings(cards.values())
    words = [word for card in cards.values() for word in (card.name, card.id)]
    entries: dict[str, tuple[int, int]] = {}
    violations = []
    for number, line in enumerate(io.StringIO(read_text(path), newline=None), start=1):
        text = line.strip()
        if not text or text.startswith(_REMARKS) or (text.endswith(":") and not text[0].isdigit()):
            continue
        copies, card_id, problem = _entry(text, named, words)
        if not problem and card_id in entries:
            problem = f"{card_id!r} stands on line {entries[card_id][1]} already"
        if problem:
            violations.append(Violation(path, number, problem))
        else:
            entries[card_id] = (copies, number)
    if violations:
        raise DataError(violations)
    if not entries:
        raise failure(path, "holds no card; expected lines as 2 Bramble Hound")
    return entries


def _meanings(cards: Iterable[Card]) -> dict[str, list[str]]:
    """Ids of the cards that a word can mean: those of which it is the name or the id."""
    named: dict[str, list[str]] = {}
    for card in cards:
        for word in {_plain(card.name), _plain(card.id)}:
            named.setdefault(word, []).append(card.id)
    return named


def _entry(
    text: str, named: Mapping[str, Sequence[str]], words: Sequence[str]
) -> tuple[int, str, str]:
    """Copies, card id, and what is wrong, if anything."""
    entry = _ENTRY.fullmatch(text)
    if entry is None:
        expected = "a number of copies and a card, as 2 Bramble Hound (a heading ends with a colon)"
        return 0, "", f"{shown(text)}, expected {expected}"
    digits, name = entry.groups()
    found = named.get(_plain(name), [])
    if not found:
        return 0, "", f"unknown card {shown(name)}{did_you_mean(name, words)}"
    if len(found) > 1:
        meant = " or ".join(sorted(found))
        return 0, "", f"{name!r} can mean {meant}: write the id, or a deck file (.toml) with ids"
    if len(digits) > 3 or not 1 <= int(digits) <= MAX_COPIES:
        return 0, "", f"{digits} copies of {name!r}, expected a number from 1 to {MAX_COPIES}"
    return int(digits), found[0], ""


def _plain(name: str) -> str:
    straight = unicodedata.normalize("NFKC", name).replace("\u2019", "'")
    return " ".join(straight.split()).casefold()


def write_list(deck: Sequence[Card], cards: Iterable[Card]) -> str:
    """The text of a list; a card is named by its id where its name could mean another.

    Raises
    ------
    UsageError
        If so could its id.
    """
    named = _meanings(cards)
    lines = []
    for card, copies in sorted(Counter(deck).items(), key=lambda entry: _plain(entry[0].name)):
        words = [word for word in (card.name, card.id) if len(named[_plain(word)]) == 1]
        if not words:
            raise UsageError(
                f"{card.id!r}: in a list neither its name nor its id means this card alone; write"
                " a deck file: --format toml"
            )
        lines.append(f"{copies} {words[0]}")
    return "\n".join(lines) + "\n"
