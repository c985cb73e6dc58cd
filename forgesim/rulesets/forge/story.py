"""A match of Forge told for people: lines of the trace turned into sentences."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from forgesim.rulesets.forge.cards import ForgeCard
from forgesim.rulesets.forge.names import CardType, Keyword

Line = Mapping[str, Any]


class ForgeStory:
    """Tells a match from the lines of its trace.

    Parameters
    ----------
    players : sequence of str
        What to call player 0 and player 1.
    cards : mapping
        The cards of both decks, by id.
    """

    def __init__(self, players: Sequence[str], cards: Mapping[str, ForgeCard]) -> None:
        self.players = players
        self.cards = cards
        self.names: dict[str, str] = {}
        self.heat = [0, 0]
        self.cause = ""

    def tell(self, line: Line) -> Iterator[str]:
        """What a person reads for one line of the trace."""
        if line["kind"] == "setup":
            self.heat = [params["start_heat"] for params in line["params"]]
            yield f"Forge {line['ruleset']}, pair seed {line['seed']}"
            yield f"{self.players[0]} goes first against {self.players[1]}"
        elif line["kind"] == "event":
            told = getattr(self, f"_{line['event']}")(line)
            if told:
                yield told
        elif line["kind"] == "end":
            yield ""
            yield self._end(line)

    def _name(self, card_id: str) -> str:
        """The card's name, with a number from the second one of that name on."""
        name = self.cards[card_id].name
        earlier = sum(
            known == name or known.startswith(f"{name} #") for known in self.names.values()
        )
        return f"{name} #{earlier + 1}" if earlier else name

    def _traits(self, card_id: str) -> str:
        card = self.cards[card_id]
        traits = [f"cost {card.cost}"]
        if card.type is CardType.CREATURE:
            traits.append(f"{card.power}/{card.toughness}")
        else:
            traits.append(card.type.name.lower())
        if card.keyword is not Keyword.NONE:
            traits.append(card.keyword.name)
        return ", ".join(traits)

    def _stoke(self, line: Line) -> str:
        heat = f"{self.heat[line['player']]} : {self.heat[1 - line['player']]}"
        player = self.players[line["player"]]
        return f"\nTurn {line['turn']} - {player}, {line['fp']} FP, heat {heat}"

    def _bless(self, _: Line) -> str:
        self.cause = "BLESSED"
        return ""

    def _curse(self, _: Line) -> str:
        self.cause = "CURSED"
        return ""

    def _draw(self, _: Line) -> str:
        return ""

    def _bank(self, line: Line) -> str:
        self.cause = ""
        return f"  banks, {line['unspent']} FP unspent" if line["unspent"] else ""

    def _play(self, line: Line) -> str:
        name = self.names[line["id"]] = self._name(line["card"])
        self.cause = f"EMBER of {name}"
        return f"  plays {name} ({self._traits(line['card'])})"

    def _hoard(self, line: Line) -> str:
        return f"    HOARD: draws up to {line['cards']}"

    def _attach(self, line: Line) -> str:
        return f"    {self.names[line['id']]} is attached to {self.names[line['to']]}"

    def _unattached(self, line: Line) -> str:
        return f"    {self.names[line['id']]} lies unattached"

    def _strike(self, line: Line) -> str:
        self.cause = ""
        target = line["target"]
        what = "the forge" if target == "forge" else self.names[target]
        return f"  {self.names[line['id']]} strikes {what}"

    def _heat(self, line: Line) -> str:
        before = self.heat[line["player"]]
        self.heat[line["player"]] = line["heat"]
        if before == line["heat"]:
            return ""
        cause = f"{self.cause}: " if self.cause else ""
        return f"    {cause}forge of {self.players[line['player']]} {before} -> {line['heat']}"

    def _damage(self, line: Line) -> str:
        if not line["amount"]:
            return ""
        cause = f"{self.cause}: " if self.cause else ""
        return f"    {cause}{line['amount']} damage marked on {self.names[line['id']]}"

    def _destroyed(self, line: Line) -> str:
        return f"    {self.names[line['id']]} is destroyed"

    def _deckout(self, line: Line) -> str:
        return f"  {self.players[line['player']]} must draw and has no card left"

    def _end(self, line: Line) -> str:
        winner = self.players[line["winner"]]
        loser = self.players[1 - line["winner"]]
        why = {
            "heat": f"the forge of {loser} is cold",
            "deckout": f"{loser} is out of materials",
        }[line["reason"]]
        return f"{winner} wins after {line['turns']} turns: {why}."
