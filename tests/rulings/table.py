"""A table on which the ruling tests lay out a position of Forge and play acts by name.

A test names every card, so that an act reads `strike ogre wall`. A card that lies on the table
once is called by its id, any other by its instance id, as in a trace.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from forgesim.cards.pilots import Pilot
from forgesim.cards.rules import load_rules
from forgesim.kernel.records import new_records
from forgesim.pilots.forge.engine import ENGINE
from forgesim.rulesets.forge.actions import WAITING
from forgesim.rulesets.forge.cards import ForgeCard
from forgesim.rulesets.forge.names import Act, Pending, Reason
from forgesim.rulesets.forge.params import PARAMETERS

SHIPPED = load_rules("v0.1w", "forge", PARAMETERS).seats
LAYING_OUT = {"attach_at_once": 1, "late_attach": 1, "weapon_slots": 4}
"""How parameters stand while a board is laid out, so that any board can be."""

Laid = ForgeCard | tuple[ForgeCard, ...]
"""A card on the board; a creature may come with the weapons that it holds."""


def card(name: str, kind: str, keyword: str | None = None, **columns: Any) -> ForgeCard:
    """Make a card; what the test does not care about is free, common and of the Wilds."""
    plain = {"faction": "Wilds", "rarity": "common", "cost": 0}
    return ForgeCard(**plain | columns | {"id": name, "name": name, "type": kind}, keyword=keyword)


def creature(
    name: str, power: int = 1, toughness: int = 1, keyword: str | None = None, **columns: Any
) -> ForgeCard:
    """Make a creature."""
    return card(name, "creature", keyword, power=power, toughness=toughness, **columns)


def weapon(name: str, cost: int = 1, keyword: str | None = None, **columns: Any) -> ForgeCard:
    """Make a weapon."""
    return card(name, "weapon", keyword, cost=cost, **columns)


def artifact(name: str, keyword: str | None = None, **columns: Any) -> ForgeCard:
    """Make an artifact."""
    return card(name, "artifact", keyword, **columns)


FILLER = creature("filler", cost=9)
"""What libraries are made of: a card that nobody can afford."""


class Match:
    """A match at the first decision of its first turn.

    Parameters
    ----------
    hand_0, hand_1 : sequences of ForgeCard, optional
        Opening hands. Without one, the hand is dealt from the library as the ruleset says.
    library_0, library_1 : sequences of ForgeCard
        What is left to draw, top first.
    board_0, board_1 : sequences of cards
        What lies on the table already, and has since before the first turn. A creature that holds
        weapons is given as a tuple, creature first.
    heat : pair of int, optional
        Heat of the two forges, if not that of the start.
    fp : int, optional
        Forge Points of the first turn, if not those of its Stoke.
    first, second : mappings
        Parameters of one player.
    **parameters
        Parameters of both players; all others are those of the shipped ruleset.
    """

    def __init__(
        self,
        hand_0: Sequence[ForgeCard] | None = None,
        hand_1: Sequence[ForgeCard] | None = None,
        *,
        library_0: Sequence[ForgeCard] = (FILLER,) * 20,
        library_1: Sequence[ForgeCard] = (FILLER,) * 20,
        board_0: Sequence[Laid] = (),
        board_1: Sequence[Laid] = (),
        heat: tuple[int, int] | None = None,
        fp: int | None = None,
        first: Mapping[str, int] | None = None,
        second: Mapping[str, int] | None = None,
        **parameters: int,
    ) -> None:
        self._states = new_records(ENGINE.state)
        self._tables = new_records(ENGINE.table)
        self._minds = new_records(ENGINE.mind)
        self._listings = new_records(ENGINE.listing)
        self._tables.is_logging = 1
        boards = [_pieces(board_0), _pieces(board_1)]
        self.decks = [
            self._seat(0, hand_0, library_0, boards[0], parameters | dict(first or {})),
            self._seat(1, hand_1, library_1, boards[1], parameters | dict(second or {})),
        ]
        self._tracer = ENGINE.tracer(*self.decks)
        ENGINE.begin_scripted(self._states, self._tables, self._minds, np.uint64(0))
        for player, pieces in enumerate(boards):
            self._lay_out(player, pieces)
        if heat is not None:
            self.set_heat(*heat)
        if fp is not None:
            self.set_fp(fp)

    # -- set-up -------------------------------------------------------------------------------

    def _seat(
        self,
        player: int,
        hand: Sequence[ForgeCard] | None,
        library: Sequence[ForgeCard],
        board: Sequence[Sequence[ForgeCard]],
        parameters: Mapping[str, int],
    ) -> list[ForgeCard]:
        pile = [*(hand or ()), *library]
        deck = [*pile, *(piece for group in board for piece in group)]
        dealt = {} if hand is None else {"opening_hand": len(hand)}
        unknown = parameters.keys() - SHIPPED[player].keys()
        assert not unknown, f"no such parameter: {unknown}"
        numbers = {**SHIPPED[player], **dealt, **parameters}
        self._tables.seat[0, player] = ENGINE.pack_seat(deck, numbers)[0]
        self._tables.seat[0, player].side = player
        self._minds.pilot[0, player] = ENGINE.pack_pilot(Pilot("random", "random", {}))[0]
        me = self._states.player[0, player]
        me.library[: len(pile)] = range(len(pile))
        me.n_cards = len(pile)
        return deck

    def _lay_out(self, player: int, board: Sequence[Sequence[ForgeCard]]) -> None:
        """Let the engine itself play the board, in a turn 0 that costs nothing."""
        s, me = self._states[0], self._states.player[0, player]
        params = self._tables.seat[0, player].params
        before = {name: int(s[name]) for name in ("active", "turn", "fp", "discount")}
        n_events = int(self._tables[0].n_events)
        hand, n_hand, numbers = me.hand.copy(), int(me.n_hand), params.copy()
        s.active, s.turn, s.fp = player, 0, 999
        for name, value in LAYING_OUT.items():
            params[name] = value
        slot = len(self.decks[player]) - sum(len(group) for group in board)
        for group in board:
            holder = int(me.n_creatures)
            for _ in group:
                me.hand[0], me.n_hand = slot, 1
                self._apply(int(Act.PLAY) << 16)
                slot += 1
                if s.pending == Pending.ATTACH:
                    self._apply(int(Act.ATTACH) << 16 | int(WAITING) << 8 | holder)
                assert s.pending == Pending.NOTHING, "no EMBER on a board"
        for name in LAYING_OUT:
            params[name] = numbers[name]
        me.hand[:], me.n_hand = hand, n_hand
        for name, value in before.items():
            s[name] = value
        self._tables.n_events = n_events

    def set_heat(self, heat_0: int, heat_1: int) -> None:
        """Set the heat of both forges."""
        self._states.player[0, 0].heat = heat_0
        self._states.player[0, 1].heat = heat_1

    def set_fp(self, fp: int) -> None:
        """Set the Forge Points that the active player has left."""
        self._states.fp = fp

    def take_sturdy(self, player: int) -> None:
        """Take a player's last artifact, a STURDY one, off the table: no act does that."""
        me = self._states.player[0, player]
        last = int(me.artifact[me.n_artifacts - 1].slot)
        assert self.decks[player][last].keyword.name == "STURDY"
        me.n_artifacts -= 1
        me.sturdy -= self._tables.seat[0, player].params.sturdy_toughness

    # -- what can be seen ---------------------------------------------------------------------

    @property
    def state(self) -> dict[str, Any]:
        """The state as the trace shows it."""
        return self._tracer.state(self._states[0])

    @property
    def turn(self) -> int:
        """Turn number, of both players' turns."""
        return int(self._states[0].turn)

    @property
    def active(self) -> int:
        """Whose turn it is."""
        return int(self._states[0].active)

    @property
    def winner(self) -> int | None:
        """Who has won, if the match has ended."""
        winner = int(self._states[0].winner)
        return None if winner < 0 else winner

    @property
    def reason(self) -> str | None:
        """Why the match has ended, if it has."""
        return None if self.winner is None else Reason(int(self._states[0].reason)).name.lower()

    @property
    def heat(self) -> list[int]:
        """Heat of both forges."""
        return self.state["heat"]

    @property
    def fp(self) -> int:
        """Forge Points of the active player."""
        return self.state["fp"]

    def hand(self, player: int) -> list[str]:
        """Card ids of a hand, in the order drawn."""
        return self.state["hand"][player]

    def creatures(self, player: int) -> list[str]:
        """Card ids of a player's creatures, in the order in which they entered."""
        return [piece["card"] for piece in self.state["creatures"][player]]

    def artifacts(self, player: int) -> list[str]:
        """Card ids of a player's artifacts."""
        return [piece["card"] for piece in self.state["artifacts"][player]]

    def unattached(self, player: int) -> list[str]:
        """Card ids of a player's unattached weapons."""
        return [piece["card"] for piece in self.state["unattached"][player]]

    def look(self, name: str) -> dict[str, Any]:
        """The creature of that name, as the trace shows it, with the card ids of its weapons."""
        found = [
            piece for side in self.state["creatures"] for piece in side if name == piece["card"]
        ]
        assert len(found) == 1, f"{len(found)} creatures called {name!r} are in play"
        return found[0] | {"weapons": [held["card"] for held in found[0]["weapons"]]}

    def size(self, name: str) -> tuple[int, int]:
        """Effective power and toughness of a creature."""
        seen = self.look(name)
        return seen["power"], seen["toughness"]

    def damage(self, name: str) -> int:
        """Damage marked on a creature."""
        return self.look(name)["damage"]

    def events(self, *kinds: str) -> list[dict[str, Any]]:
        """What has happened since this was last asked (of these kinds, if any are named)."""
        seen = list(self._tracer.events(self._tables[0]))
        return [event for event in seen if not kinds or event["event"] in kinds]

    # -- acts ---------------------------------------------------------------------------------

    def legal(self) -> list[str]:
        """Every legal act, sorted."""
        return sorted(self._listed())

    def do(self, *acts: str) -> None:
        """Carry out acts, one after the other; each must be legal."""
        for act in acts:
            listed = self._listed()
            assert act in listed, f"{act!r} is not legal; legal: {', '.join(sorted(listed))}"
            self._apply(listed[act])

    def pass_until(self, turn: int) -> None:
        """End turns until one begins, or the match ends."""
        while self.turn < turn and self.winner is None:
            self.do("end")

    def _apply(self, act: int) -> None:
        ENGINE.apply(self._states, self._tables, act)

    def _listed(self) -> dict[str, int]:
        assert self.winner is None, "the match has ended"
        ENGINE.list_acts(self._states, self._tables, self._listings)
        acts = [int(act) for act in self._listings[0].act[: self._listings[0].count]]
        names = self._names()
        listed = {self._say(act, names): act for act in acts}
        assert len(listed) == len(acts), "an act is listed twice"
        return listed

    def _say(self, act: int, names: Mapping[str, str]) -> str:
        words = self._tracer.act(self._states[0], act).split()
        return " ".join(names.get(word, word) for word in words)

    def _names(self) -> dict[str, str]:
        """What each instance is called: its card's id, if no other on the table has the same."""
        state = self.state
        pieces = [
            piece for kind in ("creatures", "unattached") for side in state[kind] for piece in side
        ]
        cards = {piece["id"]: piece["card"] for piece in pieces}
        if state["pending"] and "attach" in state["pending"]:
            slot = int(self._states[0].waiting.slot)
            cards[state["pending"]["attach"]] = self.decks[self.active][slot].id
        count = Counter(cards.values())
        return {instance: name for instance, name in cards.items() if count[name] == 1}


def _pieces(board: Iterable[Laid]) -> list[tuple[ForgeCard, ...]]:
    return [piece if isinstance(piece, tuple) else (piece,) for piece in board]
