"""Deck lists as people write them: a line for each card, as `2 Bramble Hound`."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from forgesim.cards.files import did_you_mean, failure, read_text
from forgesim.cards.model import Card
from forgesim.errors import DataError, Violation

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
    named: dict[str, list[str]] = {}
    for card in cards.values():
        for word in {_plain(card.name), _plain(card.id)}:
            named.setdefault(word, []).append(card.id)
    entries: dict[str, tuple[int, int]] = {}
    violations = []
    for number, line in enumerate(read_text(path).splitlines(), start=1):
        text = line.strip()
        if not text or text.startswith(_REMARKS) or (text.endswith(":") and not text[0].isdigit()):
            continue
        copies, card_id, problem = _entry(text, named)
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


def _entry(text: str, named: Mapping[str, Sequence[str]]) -> tuple[int, str, str]:
    """Copies, card id, and what is wrong, if anything."""
    entry = _ENTRY.fullmatch(text)
    if entry is None:
        return 0, "", f"{text!r}, expected a number of copies and a card, as 2 Bramble Hound"
    digits, name = entry.groups()
    found = named.get(_plain(name), [])
    if not found:
        return 0, "", f"unknown card {name!r}{did_you_mean(_plain(name), named)}"
    if len(found) > 1:
        return 0, "", f"{name!r} is the name of {' and '.join(sorted(found))}: write the id"
    if len(digits) > 3 or not 1 <= int(digits) <= MAX_COPIES:
        return 0, "", f"{digits} copies, expected a number from 1 to {MAX_COPIES}"
    return int(digits), found[0], ""


def _plain(name: str) -> str:
    straight = unicodedata.normalize("NFKC", name).replace("\u2019", "'")
    return " ".join(straight.split()).casefold()


def write_list(deck: Sequence[Card], cards: Iterable[Card]) -> str:
    """The text of a list; a card is named by its id where its name could mean another."""
    names = Counter(_plain(card.name) for card in cards)
    lines = []
    for card, copies in sorted(Counter(deck).items(), key=lambda entry: _plain(entry[0].name)):
        lines.append(f"{copies} {card.name if names[_plain(card.name)] == 1 else card.id}")
    return "\n".join(lines) + "\n"
