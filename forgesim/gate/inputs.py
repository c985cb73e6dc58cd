"""Which inputs differ between two plans: cards, rules, decks, pilots, the engine.

Plans are compared as plain data, since one of them may come from a forgesim that knew other
parameters.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from forgesim.cards.model import Card
from forgesim.cards.parameters import SEATS
from forgesim.gate.pages import bare
from forgesim.pilots.contract import Game
from forgesim.workshop.patch_notes import Cards, patch_notes, roster_changes

Data = Mapping[str, Any]


@dataclass(frozen=True)
class Engine:
    """Who played: the version of forgesim, the digest of its engine, the streams' version."""

    forgesim: str
    digest: str
    streams: int


@dataclass(frozen=True)
class Changes:
    """What differs, as lines for people, by kind of input; a kind without changes has none.

    Attributes
    ----------
    lines : dict
        By `cards`, `rules`, `decks`, `pilots`, `engine`: lines in Markdown.
    cards : mapping
        By the ids of the cards that both plans play, and that differ: how, in words.
    """

    lines: Mapping[str, Sequence[str]]
    cards: Mapping[str, str]

    def __bool__(self) -> bool:
        return any(self.lines.values())


class _StoredCard(Card):
    """A card of which nothing is known but what a plan says of it."""

    data: dict[str, Any]
    noun: str

    @property
    def group(self) -> str:
        """The card's group."""
        return str(self.data.get(self.noun, ""))

    @property
    def facts(self) -> dict[str, int | str | None]:
        """What the plan says about it."""
        return self.data


def find_changes(old: Data, new: Data, engines: tuple[Engine, Engine], game: Game) -> Changes:
    """Compare the inputs of two plans.

    Parameters
    ----------
    old, new : mapping
        Plans, as `plan_json` gives them. Decks that only one of them has are left out, with the
        cards that no other deck plays.
    engines : tuple of Engine
        Who played or plays them.
    game : Game
    """
    names = {deck["name"] for deck in old["decks"]} & {deck["name"] for deck in new["decks"]}
    before, after = (_cards(plan, names, game.group) for plan in (old, new))
    notes = patch_notes(roster_changes(before, after), game.group)
    lines = {
        "cards": [line for line in notes if line.startswith("- ")],
        "rules": list(_rules(old["ruleset"], new["ruleset"], game)),
        "decks": list(_decks(old, new, {**before, **after})),
        "pilots": [*_weights(old, new), *_who_plays(old, new, names)],
        "engine": list(_engine(*engines)),
    }
    return Changes(lines, dict(_by_id(before, after, game.group)))


def _cards(plan: Data, decks: Collection[str], noun: str) -> dict[str, _StoredCard]:
    played = {card for deck in plan["decks"] if deck["name"] in decks for card in deck["cards"]}
    facts = plan["roster"]["cards"]
    return {
        card: _StoredCard(
            id=card, name=facts[card]["name"], noun=noun,
            data={key: value for key, value in facts[card].items() if key != "name"},
        )
        for card in sorted(played)
    }  # fmt: skip


def _by_id(before: Cards, after: Cards, noun: str) -> Iterator[tuple[str, str]]:
    """What has become of each card that both plans play, where it is not the same in both."""
    for card in sorted(before.keys() & after.keys()):
        changed = roster_changes({card: before[card]}, {card: after[card]})
        for line in patch_notes(changed, noun):
            if line.startswith("- "):
                yield card, bare(line)


def _rules(old: Data, new: Data, game: Game) -> Iterator[str]:
    """Numbers and switches that differ, by the names that settings use."""
    known = {parameter.name: parameter for parameter in game.parameters}
    names = dict.fromkeys(name for rules in (old, new) for name in rules["seats"][0])

    def shown(name: str, value: Any) -> str:
        is_switch = name in known and known[name].is_switch
        return "unknown" if value is None else ("off", "on")[value] if is_switch else str(value)

    for name in names:
        key = known[name].key if name in known else name
        steps = [(before.get(name), after.get(name)) for before, after in
                 zip(old["seats"], new["seats"], strict=True)]  # fmt: skip
        titles = [f"{seat}.{key}" for seat in SEATS]
        if steps[0] == steps[1]:
            titles, steps = [key], steps[:1]
        for title, (before, after) in zip(titles, steps, strict=True):
            if before != after:
                yield f"- **{title}**: {shown(name, before)} → {shown(name, after)}"


def _decks(old: Data, new: Data, cards: Cards) -> Iterator[str]:
    """Copies that decks have gained and lost."""
    before = {deck["name"]: Counter(deck["cards"]) for deck in old["decks"]}
    for deck in sorted(new["decks"], key=lambda deck: str(deck["name"])):
        after = Counter(deck["cards"])
        was = before.get(deck["name"], after)
        steps = {card: after[card] - was[card] for card in sorted({*was, *after})}
        parts = [f"{step:+d} {cards[card].name}" for card, step in steps.items() if step]
        if parts:
            yield f"- **{deck['name']}**: {', '.join(parts)}"


def _weights(old: Data, new: Data) -> Iterator[str]:
    before = {pilot["name"]: pilot for pilot in old["pilots"]}
    for pilot in new["pilots"]:
        was = before.get(pilot["name"])
        if was is None:
            continue
        if was["kind"] != pilot["kind"]:
            yield f"- **{pilot['name']}**: kind {was['kind']} → {pilot['kind']}"
        for words, verb in ((pilot, "forbidden"), (was, "allowed again")):
            other = was if words is pilot else pilot
            gone = [word for word in words["forbid"] if word not in other["forbid"]]
            if gone:
                yield f"- **{pilot['name']}**: {verb}: {', '.join(gone)}"
        features = dict.fromkeys([*was["weights"], *pilot["weights"]])
        steps = [(name, was["weights"].get(name, 0), pilot["weights"].get(name, 0))
                 for name in features]  # fmt: skip
        parts = [f"{name} {left:,} → {right:,}" for name, left, right in steps if left != right]
        if parts:
            yield f"- **{pilot['name']}**: {', '.join(parts)}"


def _who_plays(old: Data, new: Data, decks: Collection[str]) -> Iterator[str]:
    """Decks that another pilot plays now."""
    before, after = _seats(old), _seats(new)
    for seat in sorted(before.keys() & after.keys()):
        tier, deck, _ = seat
        if deck in decks and before[seat] != after[seat]:
            where = f" (in {tier})" if len(new["tiers"]) > 1 else ""
            yield f"- **{deck}**{where}: played by {before[seat]} → {after[seat]}"


def _seats(plan: Data) -> dict[tuple[str, str, str], str]:
    """Who plays a deck, by tier, deck and side; by its first side alone where tiers are even."""
    uneven = {tier["name"] for tier in plan["tiers"] if not tier["is_even"]}
    return {
        (m["tier"], m[f"deck_{side}"], side if m["tier"] in uneven else ""): m[f"pilot_{side}"]
        for m in plan["matchups"]
        for side in "ab"
    }


def _engine(old: Engine, new: Engine) -> Iterator[str]:
    if old.digest != new.digest:
        versions = f" (forgesim {old.forgesim} → {new.forgesim})"
        yield f"- **engine**: {old.digest} → {new.digest}{versions}"
    if old.streams != new.streams:
        yield f"- **random streams**: {old.streams} → {new.streams}"


def names_only_in(old: Data, new: Data) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Decks and pilots that only the old plan has, and that only the new one has."""
    return _left(old, new), _left(new, old)


def _left(one: Data, other: Data) -> tuple[str, ...]:
    """What one plan has and another has not."""
    names = {key: {each["name"] for each in other[key]} for key in ("decks", "tiers")}
    return (
        *(deck["name"] for deck in one["decks"] if deck["name"] not in names["decks"]),
        *(f"pilot {t['name']}" for t in one["tiers"] if t["name"] not in names["tiers"]),
    )
