"""A match of Forge told for people: lines of the trace turned into sentences."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from forgesim.rulesets.forge.cards import ForgeCard
from forgesim.rulesets.forge.names import CardType, Keyword
from forgesim.rulesets.forge.view import ForgeView, Panel

Line = Mapping[str, Any]


class ForgeStory:
    """Tells a match from the lines of its trace.

    Parameters
    ----------
    players : sequence of str
        What to call player 0 and player 1.
    cards : mapping
        The cards of both decks, by id.
    you : int, optional
        The player to whom it is told.
    """

    def __init__(
        self, players: Sequence[str], cards: Mapping[str, ForgeCard], you: int | None = None
    ) -> None:
        self.players = players
        self.cards = cards
        self.you = you
        self.params: Sequence[Mapping[str, int]] = ({}, {})
        self.names: dict[str, str] = {}
        self.heat = [0, 0]
        self.cause = ""
        self.discount = 0
        self.has_begun = False

    def tell(self, line: Line) -> Iterator[str]:
        """What a person reads for one line of the trace."""
        if line["kind"] == "setup":
            self.params = line["params"]
            self.heat = [params["start_heat"] for params in line["params"]]
            yield f"Forge {line['ruleset']}, pair seed {line['seed']}"
            goes = self._said(0, "you go", "{} goes")
            yield f"{goes} first against {self._who(1)}"
            if "pilots" in line:
                yield self._pilots(line["pilots"])
        elif line["kind"] == "event":
            told = getattr(self, f"_{line['event']}")(line)
            if told:
                yield told
        elif line["kind"] == "end":
            yield ""
            yield self._end(line)

    def act(self, act: str, line: Line) -> str:
        """What an act does, in words; the line is the decision at which it is legal."""
        return self._view.act(act, line)

    def view(self, line: Line, player: int, is_open: bool = False) -> list[Panel]:
        """What a player sees at a decision; if all lies open, the enemy hand as well."""
        view, foe = self._view, 1 - player
        panels = [
            view.board(line, foe, self._who(foe), is_open),
            view.board(line, player, self._who(player), is_open=True),
        ]
        hands = (foe, player) if is_open else (player,)
        return panels + [view.hand(line, p, self._whose(p, "hand")) for p in hands]

    def primer(self, player: int) -> list[str]:
        """How the game is played, in a few paragraphs."""
        return [*self._view.primer(player)]

    @property
    def _view(self) -> ForgeView:
        return ForgeView(self.cards, self.params, self.names)

    def _who(self, player: int) -> str:
        return "you" if player == self.you else self.players[player]

    def _said(self, player: int, of_you: str, of_others: str) -> str:
        """What is said of a player, in either form."""
        return of_you if player == self.you else of_others.format(self.players[player])

    def _whose(self, player: int, thing: str) -> str:
        return self._said(player, f"your {thing}", f"{thing} of {{}}")

    def _pilots(self, names: Sequence[str | None]) -> str:
        """Who plays the decks."""
        told: list[str] = []
        for player, name in enumerate(names):
            verb = "by" if told and self.you is None else "is played by"
            others = f"{{}} {verb} {name or 'a person'}"
            told.append(self._said(player, f"you play {self.players[player]}", others))
        return ", ".join(told)

    def _name(self, card_id: str) -> str:
        """The card's name, with a number from the second one of that name on."""
        name = self.cards[card_id].name
        earlier = sum(
            known == name or known.startswith(f"{name} #") for known in self.names.values()
        )
        return f"{name} #{earlier + 1}" if earlier else name

    def _traits(self, card_id: str, player: int) -> str:
        card = self.cards[card_id]
        off = min(card.cost, self.discount)
        traits = [f"cost {card.cost} - {off}" if off else f"cost {card.cost}"]
        if card.type is CardType.CREATURE:
            traits.append(self._view.body(card, player))
        else:
            traits.append(card.type.name.lower())
        if card.keyword is not Keyword.NONE:
            traits.append(card.keyword.name)
        return ", ".join(traits)

    def _stoke(self, line: Line) -> str:
        heat = f"{self.heat[line['player']]} : {self.heat[1 - line['player']]}"
        self.has_begun = True
        self.cause = "Stoke"
        self.discount = self.params[line["player"]]["first_discount"]
        who = self._who(line["player"])
        return f"\nTurn {line['turn']} - {who}, {line['fp']} FP, heat {heat}"

    def _bless(self, _: Line) -> str:
        self.cause = "BLESSED"
        return ""

    def _curse(self, _: Line) -> str:
        self.cause = "CURSED"
        return ""

    def _draw(self, line: Line) -> str:
        is_told = self.has_begun and line["player"] == self.you
        return f"  you draw {self.cards[line['card']].name}" if is_told else ""

    def _bank(self, line: Line) -> str:
        self.cause = ""
        banks = self._said(line["player"], "you bank", "banks")
        return f"  {banks}, {line['unspent']} FP unspent" if line["unspent"] else ""

    def _play(self, line: Line) -> str:
        name = self.names[line["id"]] = self._name(line["card"])
        self.cause = f"EMBER of {name}"
        plays = self._said(line["player"], "you play", "plays")
        traits = self._traits(line["card"], line["player"])
        self.discount = 0
        return f"  {plays} {name} ({traits})"

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
        cause = f"{self.cause}: " if self.cause else ""
        if self.cause in ("BLESSED", "CURSED"):
            self.cause = "Stoke"  # each artifact ticks once; what else happens is the Stoke's own
        if before == line["heat"]:
            return ""
        return f"    {cause}{self._whose(line['player'], 'forge')} {before} -> {line['heat']}"

    def _damage(self, line: Line) -> str:
        if not line["amount"]:
            return ""
        cause = f"{self.cause}: " if self.cause else ""
        return f"    {cause}{line['amount']} damage marked on {self.names[line['id']]}"

    def _destroyed(self, line: Line) -> str:
        return f"    {self.names[line['id']]} is destroyed"

    def _deckout(self, line: Line) -> str:
        draws = self._said(line["player"], "you must draw and have", "{} must draw and has")
        return f"  {draws} no card left"

    def _end(self, line: Line) -> str:
        winner, loser = line["winner"], 1 - line["winner"]
        forge = self._said(loser, "your forge", "the forge of {}")
        why = {
            "heat": f"{forge} is cold",
            "deckout": f"{self._said(loser, 'you are', '{} is')} out of materials",
        }[line["reason"]]
        wins = self._said(winner, "You win", "{} wins")
        return f"{wins} after {line['turns']} turns: {why}."
