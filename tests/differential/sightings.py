"""What a match has shown: which rulings were seen at work, told from its states and acts alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.oracle.forge import CardData, Params

State = Mapping[str, Any]
Json = Mapping[str, Any]


@dataclass(frozen=True)
class Step:
    """One act, the states around it, and how the match stood after it."""

    cards: Mapping[str, CardData]
    params: Sequence[Params]
    turn: int
    active: int
    before: State
    legal: Sequence[str]
    act: str
    after: State
    reason: str | None

    @property
    def words(self) -> list[str]:
        """The act, split."""
        return self.act.split(" ")

    def keyword(self, thing: Json) -> str | None:
        """Keyword of something in play."""
        word: str | None = self.cards[thing["card"]]["keyword"]
        return word

    def holds(self, creature: Json, keyword: str) -> bool:
        """Whether a creature holds a weapon with this keyword."""
        return any(self.keyword(weapon) == keyword for weapon in creature["weapons"])

    def count_artifacts(self, player: int, keyword: str) -> int:
        """How many artifacts with this keyword a player had before the act."""
        return sum(self.keyword(a) == keyword for a in self.before["artifacts"][player])

    def own_toughness(self, creature: Json) -> int:
        """Toughness of a creature without STURDY."""
        card, gifts = self.cards[creature["card"]], self.params[int(creature["id"][0])]
        of_guards = gifts["guard_toughness"] if card["keyword"] == "GUARD" else 0
        return int(card["toughness"] + gifts["creature_toughness"] + of_guards)

    def price(self, name: str) -> int:
        """What a card cost before the act."""
        return max(0, int(self.cards[name]["cost"] - self.before["discount"]))


def find(state: State, ident: str) -> Json | None:
    """A creature in play, by its id."""
    return next((c for c in state["creatures"][int(ident[0])] if c["id"] == ident), None)


def sight(step: Step) -> Iterator[str]:
    """Name all that one step shows."""
    yield from _sight_position(step)
    yield from _BY_VERB[step.words[0]](step)


def _sight_position(step: Step) -> Iterator[str]:
    before, legal = step.before, step.legal
    for creature in (*before["creatures"][0], *before["creatures"][1]):
        if creature["damage"] >= step.own_toughness(creature):
            yield "STURDY saves a creature from its damage"
    if before["pending"]:
        return
    strikes = [act.split(" ")[1:] for act in legal if act[0] == "s"]
    foes = before["creatures"][1 - step.active]
    guards = [foe for foe in foes if step.keyword(foe) == "GUARD"]
    if strikes and len(guards) < len(foes) and guards:
        yield "GUARD shields the forge and other creatures"
    if strikes and len(guards) > 1:
        yield "attacker picks among several GUARDs"
    if strikes and not guards:
        free = {who for who, target in strikes if target == "forge"}
        if any(who not in free for who, _ in strikes):
            yield "HEAVY keeps its holder from the forge"
    if before["struck"]:
        hand = before["hand"][step.active]
        if any(step.price(name) <= before["fp"] for name in hand):
            yield "a strike closes Work"


def _sight_end(step: Step) -> Iterator[str]:
    yield "act: end"
    me, foe = 1 - step.active, step.active
    gained = step.after["heat"][me] - step.before["heat"][me]
    lost = step.before["heat"][foe] - step.after["heat"][foe]
    yield from _sight_gifts(step, me, gained, lost)
    if step.count_artifacts(me, "BLESSED"):
        if gained > step.params[me]["stoke_heal"]:
            yield "BLESSED heals"
        elif not gained and step.reason is None and step.params[me]["blessed_heal"]:
            yield "BLESSED is stopped by the cap"
    if lost > step.params[me]["stoke_burn"]:
        yield "CURSED burns"
    if step.reason == "heat":
        cursed = lost > step.params[me]["stoke_burn"]
        yield "end: heat, by CURSED" if cursed else "end: heat, by a Stoke"
    if step.reason == "deckout":
        yield "end: deckout"


def _sight_gifts(step: Step, me: int, gained: int, lost: int) -> Iterator[str]:
    """What parameters add at the Stoke and the Draw step of the turn that begins."""
    gifts = step.params[me]
    if gained and not step.count_artifacts(me, "BLESSED"):
        yield "a Stoke heals"
    if lost and not step.count_artifacts(1 - step.active, "CURSED"):
        yield "a Stoke burns"
    turn = step.after["fp_turn"][me]
    drawn = len(step.after["hand"][me]) - len(step.before["hand"][me])
    usual = gifts["first_turn_draws" if turn == 1 else "turn_draws"]
    if turn == gifts["bonus_turn"] and gifts["bonus_draws"] and step.reason is None:
        whole = drawn == usual + gifts["bonus_draws"]
        yield "more is drawn in one turn" if whole else "a bonus finds an empty library"


def _sight_play(step: Step) -> Iterator[str]:
    name = step.words[1]
    card, me, pending = step.cards[name], step.active, step.after["pending"] or {}
    yield f"act: play {card['type']}"
    drawn = step.before["library"][me] - step.after["library"][me]
    if step.before["discount"] and card["cost"]:
        yield "the first card is cheaper" if step.price(name) else "the first card is free"
    yield from _sight_arrival(step, card, drawn)
    creatures = step.before["creatures"][me]
    if card["type"] == "weapon":
        if "attach" in pending:
            yield "a weapon asks for its holder"
        if len(step.after["unattached"][me]) > len(step.before["unattached"][me]):
            yield "a weapon lies unattached"
            if creatures and step.params[me]["attach_at_once"]:
                yield "all weapon slots are full"
            if drawn == 0 and card["keyword"] in ("EMBER", "HOARD") and step.before["library"][me]:
                yield "a weapon without a holder does not enter"
    if card["keyword"] == "STURDY" and creatures:
        yield "STURDY reaches creatures in play"
    if card["type"] == "creature":
        yield from _sight_body(step, card)
        if step.count_artifacts(me, "STURDY"):
            yield "STURDY reaches a creature to come"


def _sight_body(step: Step, card: CardData) -> Iterator[str]:
    bodies = step.after["creatures"][step.active]
    if len(bodies) == len(step.before["creatures"][step.active]):
        yield "a creature without toughness dies as it enters"
        if card["keyword"] in ("EMBER", "HOARD"):
            yield f"{card['keyword']} of a creature that died as it entered"
        return
    if step.own_toughness(bodies[-1]) <= 0:
        yield "STURDY saves a creature as it enters"
    moved = bodies[-1]["power"] - card["power"]
    yield "a creature enters with more power" if moved > 0 else "a creature enters"
    if moved < 0:
        yield "a creature enters with less power"


def _sight_arrival(step: Step, card: CardData, drawn: int) -> Iterator[str]:
    mythic = card["rarity"] == "mythic"
    if (step.after["pending"] or {}).get("ember") is not None:
        yield f"EMBER asks for its target: {card['type']}"
        if mythic and step.params[step.active]["mythic_ember"] > 1:
            yield "EMBER of a mythic is stronger"
    if card["keyword"] == "HOARD":
        yield f"HOARD draws: {card['type']}"
        if drawn == 0 and step.before["library"][step.active] == 0:
            yield "HOARD finds an empty library"
        if drawn > step.params[step.active]["hoard_draw"]:
            yield "HOARD of a mythic draws more"


def _sight_attach(step: Step) -> Iterator[str]:
    if step.before["pending"]:
        yield "act: attach a weapon just played"
    else:
        yield "act: attach a weapon that lay there"
    if step.after["pending"]:
        yield "EMBER of a weapon asks after it was attached"
    if len(_creature(step.after, step.words[2])["weapons"]) > 1:
        yield "a creature holds several weapons"


def _sight_ember(step: Step) -> Iterator[str]:
    target = step.words[1]
    owner = int(target.removeprefix("forge:")[0])
    whose = "own" if owner == step.active else "enemy"
    if target.startswith("forge"):
        yield f"act: ember, {whose} forge"
        if step.reason:
            yield f"end: heat, by EMBER at the {whose} forge"
    else:
        yield f"act: ember, {whose} creature"
        if find(step.after, target) is None:
            yield "EMBER destroys a creature"
    if step.after["pending"]:
        yield "EMBER of a weapon, then its attaching"
    count = [len(s["unattached"][step.active]) for s in (step.before, step.after)]
    if count[1] > count[0] and step.params[step.active]["attach_at_once"]:
        mine = len(step.before["creatures"][step.active])
        if mine > len(step.after["creatures"][step.active]):
            yield "EMBER destroys the last holder: the weapon lies unattached"


def _creature(state: State, ident: str) -> Json:
    creature = find(state, ident)
    assert creature is not None
    return creature


def _sight_strike(step: Step) -> Iterator[str]:
    _, ident, target = step.words
    striker = _creature(step.before, ident)
    if striker["entered"] == step.turn:
        own = step.keyword(striker) == "SWIFT"
        yield "SWIFT creature strikes at once" if own else "SWIFT weapon wakes its holder"
    if striker["struck"]:
        yield "a creature strikes again in one turn"
    if striker["power"] == 0:
        yield "a creature of power 0 strikes"
    if target == "forge":
        yield "act: strike the forge"
        if step.reason:
            yield "end: heat, by a strike"
    else:
        yield "act: strike a creature"
        yield from _sight_combat(step, striker, _creature(step.before, target))


def _sight_combat(step: Step, striker: Json, struck: Json) -> Iterator[str]:
    dead = [find(step.after, creature["id"]) is None for creature in (striker, struck)]
    yield ("combat: both live", "combat: one dies", "combat: both die")[sum(dead)]
    yield from _sight_blow(step, striker, struck, "attacking")
    yield from _sight_blow(step, struck, striker, "defending")
    if any(dies and c["weapons"] for dies, c in zip(dead, (striker, struck), strict=True)):
        yield "weapons go with their holder"


def _sight_blow(step: Step, dealer: Json, victim: Json, how: str) -> Iterator[str]:
    after = find(step.after, victim["id"])
    venom = step.keyword(dealer) == "VENOM"
    damage = victim["damage"] + dealer["power"]
    printed = step.own_toughness(victim)
    if venom and dealer["power"] == 0:
        yield "VENOM with power 0 destroys nothing"
    elif venom and after is None and damage < victim["toughness"]:
        yield f"VENOM destroys, {how}"
    if not venom and step.holds(dealer, "KEEN") and dealer["power"]:
        if after is None and printed <= damage < victim["toughness"]:
            yield f"KEEN passes STURDY, {how}"
        elif after is not None and after["damage"] >= printed and how == "defending":
            yield "KEEN does not pass STURDY, defending (switch)"
    if after is not None and after["toughness"] < victim["toughness"]:
        yield "KEEN takes STURDY off for good (switch)"


_BY_VERB = {
    "end": _sight_end,
    "play": _sight_play,
    "attach": _sight_attach,
    "ember": _sight_ember,
    "strike": _sight_strike,
}

ACTS = (
    "act: end",
    "act: play creature",
    "act: play weapon",
    "act: play artifact",
    "act: attach a weapon just played",
    "act: attach a weapon that lay there",
    "act: strike the forge",
    "act: strike a creature",
    "act: ember, own forge",
    "act: ember, enemy forge",
    "act: ember, own creature",
    "act: ember, enemy creature",
)
ENDS = (
    "end: heat, by a strike",
    "end: heat, by CURSED",
    "end: heat, by a Stoke",
    "end: heat, by EMBER at the enemy forge",
    "end: heat, by EMBER at the own forge",
    "end: deckout",
)
EVENTS = (
    "a strike closes Work",
    "a creature strikes again in one turn",
    "a creature of power 0 strikes",
    "combat: both live",
    "combat: one dies",
    "combat: both die",
    "weapons go with their holder",
    "a weapon asks for its holder",
    "a weapon lies unattached",
    "a weapon without a holder does not enter",
    "a creature holds several weapons",
    "all weapon slots are full",
    "GUARD shields the forge and other creatures",
    "attacker picks among several GUARDs",
    "SWIFT creature strikes at once",
    "SWIFT weapon wakes its holder",
    "VENOM destroys, attacking",
    "VENOM destroys, defending",
    "VENOM with power 0 destroys nothing",
    "HEAVY keeps its holder from the forge",
    "KEEN passes STURDY, attacking",
    "KEEN passes STURDY, defending",
    "KEEN does not pass STURDY, defending (switch)",
    "KEEN takes STURDY off for good (switch)",
    "BLESSED heals",
    "BLESSED is stopped by the cap",
    "CURSED burns",
    "STURDY reaches creatures in play",
    "STURDY reaches a creature to come",
    "STURDY saves a creature from its damage",
    "EMBER asks for its target: creature",
    "EMBER asks for its target: weapon",
    "EMBER asks for its target: artifact",
    "EMBER of a weapon, then its attaching",
    "EMBER of a weapon asks after it was attached",
    "EMBER destroys a creature",
    "EMBER destroys the last holder: the weapon lies unattached",
    "EMBER of a mythic is stronger",
    "HOARD draws: creature",
    "HOARD draws: weapon",
    "HOARD draws: artifact",
    "HOARD of a mythic draws more",
    "HOARD finds an empty library",
    "a creature enters",
    "a creature enters with more power",
    "a creature enters with less power",
    "a creature without toughness dies as it enters",
    "EMBER of a creature that died as it entered",
    "HOARD of a creature that died as it entered",
    "STURDY saves a creature as it enters",
    "the first card is cheaper",
    "the first card is free",
    "more is drawn in one turn",
    "a bonus finds an empty library",
    "a Stoke heals",
    "a Stoke burns",
)
EXPECTED = (*ACTS, *ENDS, *EVENTS)
"""Everything that a comparison must have seen before its silence means anything."""
