"""What a player sees of a match of Forge, and may do, in words."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from types import SimpleNamespace
from typing import Any

from forgesim.rulesets.forge.bodies import body_of
from forgesim.rulesets.forge.cards import ForgeCard
from forgesim.rulesets.forge.names import CardType, Keyword, Rarity

Line = Mapping[str, Any]
Panel = tuple[str, list[str]]
"""A heading, and the rows below it."""

_TEXTS = {
    Keyword.GUARD: "enemies must strike GUARD creatures first",
    Keyword.VENOM: "destroys what it damages in combat",
    Keyword.HEAVY: "its holder cannot strike a forge",
    Keyword.KEEN: "STURDY does not help against it",
    Keyword.BLESSED: "own forge +{blessed_heal} heat at each own turn",
    Keyword.CURSED: "enemy forge -{cursed_damage} heat at each own turn",
    Keyword.STURDY: "own creatures have +{sturdy_toughness} toughness",
    Keyword.EMBER: "{ember} damage to a creature or a forge",
    Keyword.HOARD: "draw {hoard}",
}
"""What a keyword does, in a few words."""


class ForgeView:
    """Puts positions and acts into words.

    Parameters
    ----------
    cards : mapping
        The cards of both decks, by id.
    params : pair of mappings
        Numbers and switches of each player, as the setup line has them.
    names : mapping
        Names of what has been put into play, by instance id.
    """

    def __init__(
        self,
        cards: Mapping[str, ForgeCard],
        params: Sequence[Mapping[str, int]],
        names: Mapping[str, str],
    ) -> None:
        self.cards = cards
        self.params = params
        self.names = names

    # what lies on the table

    def board(self, line: Line, player: int, who: str, is_open: bool) -> Panel:
        """A player's forge, counts and permanents; who sees the hand need not have it counted."""
        state = line["state"]
        facts = [f"heat {state['heat'][player]}"]
        if player == line["active"]:
            facts.append(f"{state['fp']} FP left")
            if state["discount"]:
                facts.append(f"next card {state['discount']} FP off")
        if not is_open:
            facts.append(f"{_counted(len(state['hand'][player]), 'card')} in hand")
        facts.append(f"{state['library'][player]} in library")
        return f"{who}: {', '.join(facts)}", [*self._permanents(line, player)]

    def _permanents(self, line: Line, player: int) -> Iterator[str]:
        state = line["state"]
        bodies = state["creatures"][player]
        width = max((len(self.names[body["id"]]) for body in bodies), default=0)
        for body in bodies:
            words = [*self._body_words(body), *_course(line, player, body)]
            name = self.names[body["id"]].ljust(width)
            yield f"{name}  {numbers(body):5}  {', '.join(words)}".rstrip()
        for kind, word in (("artifacts", "artifacts"), ("unattached", "unattached")):
            things = [self._thing(thing) for thing in state[kind][player]]
            if things:
                yield f"{word}: {', '.join(things)}"
        if not any(state[kind][player] for kind in ("creatures", "artifacts", "unattached")):
            yield "nothing in play"

    def _body_words(self, body: Mapping[str, Any]) -> Iterator[str]:
        keyword = self.cards[body["card"]].keyword
        if keyword in (Keyword.GUARD, Keyword.SWIFT, Keyword.VENOM):
            yield keyword.name
        if body["damage"]:
            yield f"damage {body['damage']}"
        if body["weapons"]:
            yield f"with {' and '.join(self._thing(weapon) for weapon in body['weapons'])}"

    def _thing(self, thing: Mapping[str, Any]) -> str:
        keyword = self.cards[thing["card"]].keyword
        name = self.names[thing["id"]]
        is_lasting = keyword not in (Keyword.NONE, Keyword.EMBER, Keyword.HOARD)
        return f"{name} ({keyword.name})" if is_lasting else name

    # what is held

    def hand(self, line: Line, player: int, who: str) -> Panel:
        """The cards of a hand, by cost, with what they do."""
        held = sorted(
            (self.cards[card] for card in line["state"]["hand"][player]),
            key=lambda card: (card.cost, card.name, card.id),
        )
        copies = [(card, len(list(same))) for card, same in groupby(held)]
        width = max((len(card.name) for card, _ in copies), default=0)
        rows = []
        for card, count in copies:
            times = f"{count} x " if count > 1 else ""
            text = f"{card.name.ljust(width)}  {times}{self.text(card, player)}"
            rows.append(f"{self._price(card, line, player)} FP  {text}")
        return f"{who}", rows or ["empty"]

    def _price(self, card: ForgeCard, line: Line, player: int) -> int:
        """What a card costs its holder: in their turn now, in the enemy's as it is printed."""
        from forgesim.rulesets.forge.effects import price_of  # noqa: PLC0415 (numba)

        discount = line["state"]["discount"] if player == line["active"] else 0
        return self._asked(price_of, SimpleNamespace(discount=discount), card)

    def body(self, card: ForgeCard, player: int) -> str:
        """Power and toughness with which a creature enters for the player who holds it."""
        return "/".join(map(str, body_of(card, self.params[player])))

    def text(self, card: ForgeCard, player: int) -> str:
        """What a card is and does, for the player who holds it."""
        what = card.type.name.lower()
        if card.type is CardType.CREATURE:
            what = self.body(card, player)
        elif card.type is CardType.WEAPON:
            what = f"weapon +{self.bonus(card, player)}"
        if card.keyword is Keyword.NONE:
            return what
        return f"{what}, {card.keyword.name}: {self._keyword_text(card, player)}"

    def _keyword_text(self, card: ForgeCard, player: int) -> str:
        from forgesim.rulesets.forge.effects import ember_of, hoard_of  # noqa: PLC0415 (numba)

        if card.keyword is Keyword.SWIFT:
            is_weapon = card.type is CardType.WEAPON
            return "its holder can strike at once" if is_weapon else "can strike at once"
        ember, hoard = (self._by_rule(rule, card, player) for rule in (ember_of, hoard_of))
        return _TEXTS[card.keyword].format(
            **self.params[player], ember=ember, hoard=_counted(hoard, "card")
        )

    def bonus(self, card: ForgeCard, player: int) -> int:
        """Power that a weapon gives."""
        from forgesim.rulesets.forge.effects import weapon_bonus  # noqa: PLC0415 (numba)

        return self._by_rule(weapon_bonus, card, player)

    def _by_rule(self, rule: Any, card: ForgeCard, player: int) -> int:
        """What a compiled rule says of a card: its source is asked, with names for fields."""
        seen = SimpleNamespace(
            cost=card.cost, keyword=card.keyword, mythic=card.rarity is Rarity.MYTHIC
        )
        return self._asked(rule, seen, SimpleNamespace(**self.params[player]))

    def _asked(self, rule: Any, *arguments: Any) -> int:
        return int(getattr(rule, "py_func", rule)(*arguments))

    # what may be done

    def act(self, act: str, line: Line) -> str:
        """What an act of the trace does, for the player who may do it."""
        verb, *words = act.split()
        me, state = line["active"], line["state"]
        if verb == "end":
            return "end the turn"
        if verb == "play":
            return f"play {self._card(words[0], line)}"
        bodies = {body["id"]: body for side in state["creatures"] for body in side}

        def body(instance: str) -> str:
            return f"{self.names[instance]} ({numbers(bodies[instance])})"

        if verb == "attach":
            return f"attach {self.names[words[0]]} to {body(words[1])}"
        if verb == "strike":
            target = "the enemy forge" if words[1] == "forge" else body(words[1])
            return f"{body(words[0])} strikes {target}"
        forges = {f"forge:{me}": "your own forge", f"forge:{1 - me}": "the enemy forge"}
        target = forges[words[0]] if words[0] in forges else body(words[0])
        return f"EMBER: {state['pending']['ember']} damage to {target}"

    def _card(self, card_id: str, line: Line) -> str:
        card, player = self.cards[card_id], line["active"]
        traits = [f"{self._price(card, line, player)} FP"]
        if card.type is CardType.CREATURE:
            traits.append(self.body(card, player))
        elif card.type is CardType.WEAPON:
            traits.append(f"weapon +{self.bonus(card, player)}")
        else:
            traits.append("artifact")
        if card.keyword is not Keyword.NONE:
            traits.append(card.keyword.name)
        return f"{card.name} ({', '.join(traits)})"

    # how it goes

    def primer(self, player: int) -> Iterator[str]:
        """How Forge is played, in a few lines."""
        own, enemy = self.params[player], self.params[1 - player]
        yield (
            f"Bring the enemy forge from {enemy['start_heat']} heat to 0. A player who must draw"
            " for the turn and has no card left loses as well."
        )
        yield (
            f"In your first turn you have {own['fp_start']} FP (Forge Points), in each later one"
            f" {own['fp_step']} more, {own['fp_cap']} at most; what you do not spend is lost. You"
            " draw, play what you can pay, and then strike: after the first strike of a turn"
            " nothing more is played."
        )
        yield (
            "A creature can strike from the turn after it came on: the enemy forge, or an enemy"
            " creature. 3/4 means power 3, toughness 4. Two that fight deal their power to each"
            " other; damage stays, and a creature with as much damage as toughness is destroyed."
        )
        yield (
            "A weapon gives its power to the creature that holds it; artifacts lie beside. What a"
            " word in capitals does stands beside each card of your hand."
        )


def numbers(body: Mapping[str, Any]) -> str:
    """Power and toughness, as cards have them."""
    return f"{body['power']}/{body['toughness']}"


def _course(line: Line, player: int, body: Mapping[str, Any]) -> Iterator[str]:
    """What a creature has done this turn, or still can."""
    if player != line["active"]:
        return
    if body["struck"]:
        yield "has struck"
    elif any(act.startswith(f"strike {body['id']} ") for act in line["legal"]):
        yield "ready to strike"
    elif body["entered"] == line["turn"]:
        yield "came on this turn"


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
