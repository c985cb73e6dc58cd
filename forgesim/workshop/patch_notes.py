"""What has changed from one roster to another, as patch notes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from forgesim.cards.model import Card

Cards = Mapping[str, Card]


@dataclass(frozen=True)
class Change:
    """What has become of a card.

    Attributes
    ----------
    group : str
        The card's group, the new one where that has changed.
    name : str
        Its name now, or as it was last.
    kind : str
        `changed`, `new` or `removed`.
    details : tuple of (field, old, new)
        What differs; for a new or removed card what it has.
    """

    group: str
    name: str
    kind: str
    details: tuple[tuple[str, object, object], ...]


def roster_changes(old: Cards, new: Cards) -> list[Change]:
    """Changes by group and name; a card is the same one as long as its id is."""
    changes = [*_kept(old, new), *_come_or_gone(old, new)]
    return sorted(changes, key=lambda c: (c.group, c.name, c.kind, repr(c.details)))


def _kept(old: Cards, new: Cards) -> Iterator[Change]:
    for card_id in old.keys() & new.keys():
        before, after = _facts(old[card_id]), _facts(new[card_id])
        details = tuple((f, before[f], after[f]) for f in after if before[f] != after[f])
        if details:
            yield Change(new[card_id].group, new[card_id].name, "changed", details)


def _come_or_gone(old: Cards, new: Cards) -> Iterator[Change]:
    for card_id in old.keys() ^ new.keys():
        kind, card = ("new", new[card_id]) if card_id in new else ("removed", old[card_id])
        details = tuple((f, None, value) for f, value in card.facts.items() if value is not None)
        yield Change(card.group, card.name, kind, details)


def _facts(card: Card) -> dict[str, object]:
    return {"name": card.name, **card.facts}


def patch_notes(changes: list[Change], group_noun: str) -> Iterator[str]:
    """Changes as lines of Markdown, under a heading for each group."""
    group = ""
    for change in changes:
        if change.group != group:
            if group:
                yield ""
            group = change.group
            yield f"## {group}"
            yield ""
        yield f"- **{change.name}**{_words(change, group_noun)}"


def _words(change: Change, group_noun: str) -> str:
    if change.kind == "changed":
        parts = [f"{f} {_shown(old)} → {_shown(new)}" for f, old, new in change.details]
        return f": {', '.join(parts)}"
    facts = {field: value for field, _, value in change.details if field != group_noun}
    return f" ({change.kind}): {', '.join(f'{f} {v}' for f, v in facts.items())}"


def _shown(value: object) -> str:
    return "none" if value is None else str(value)
