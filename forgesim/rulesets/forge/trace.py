"""Forge's part of the trace: records of the compiled rules in the words of the public format."""

from collections.abc import Iterator, Sequence
from typing import Any

from forgesim.rulesets.forge import actions
from forgesim.rulesets.forge.cards import ForgeCard
from forgesim.rulesets.forge.effects import toughness_of
from forgesim.rulesets.forge.names import Event, Pending

Json = dict[str, Any]


class ForgeTracer:
    """Translates states, acts and events of one match.

    Parameters
    ----------
    cards_0, cards_1 : sequences of ForgeCard
        The decks of the two players, in canonical order: slots count from 0.
    """

    def __init__(self, cards_0: Sequence[ForgeCard], cards_1: Sequence[ForgeCard]) -> None:
        self.ids = tuple([card.id for card in cards] for cards in (cards_0, cards_1))

    def libraries(self, s: Any) -> list[list[str]]:
        """Both libraries as shuffled, top first, opening hands included."""
        return [
            [self.ids[p][slot] for slot in s.player[p].library[: s.player[p].n_cards]]
            for p in range(2)
        ]

    def state(self, s: Any) -> Json:
        """The state as the trace shows it."""
        players = range(2)
        return {
            "fp": int(s.fp),
            "discount": int(s.discount),
            "fp_turn": [int(s.player[p].fp_turn) for p in players],
            "heat": [int(s.player[p].heat) for p in players],
            "struck": bool(s.has_struck),
            "pending": self._pending(s),
            "hand": [
                [self.ids[p][slot] for slot in s.player[p].hand[: s.player[p].n_hand]]
                for p in players
            ],
            "library": [int(s.player[p].n_cards - s.player[p].n_drawn) for p in players],
            "creatures": [
                [self._creature(s, p, i) for i in range(s.player[p].n_creatures)] for p in players
            ],
            "artifacts": [
                [
                    self._permanent(p, s.player[p].artifact[i])
                    for i in range(s.player[p].n_artifacts)
                ]
                for p in players
            ],
            "unattached": [
                [
                    self._permanent(p, s.player[p].unattached[i])
                    for i in range(s.player[p].n_unattached)
                ]
                for p in players
            ],
        }

    def _pending(self, s: Any) -> Json | None:
        if s.pending == Pending.EMBER:
            return {"ember": int(s.ember)}
        if s.pending == Pending.ATTACH:
            return {"attach": f"{s.active}.{s.waiting.number}"}
        return None

    def _permanent(self, player: int, permanent: Any) -> Json:
        return {"id": f"{player}.{permanent.number}", "card": self.ids[player][permanent.slot]}

    def _creature(self, s: Any, player: int, index: int) -> Json:
        creature = s.player[player].creature[index]
        return self._permanent(player, creature) | {
            "power": int(creature.power),
            "toughness": int(_toughness(s, player, creature)),
            "damage": int(creature.damage),
            "entered": int(creature.entered),
            "struck": bool(player == s.active and creature.strikes > 0),
            "weapons": [
                self._permanent(player, creature.weapon[i]) for i in range(creature.n_weapons)
            ],
        }

    def act(self, s: Any, act: int) -> str:
        """An act as the trace writes it."""
        kind, a, b = act >> 16, act >> 8 & 255, act & 255
        active = int(s.active)
        me, foe = s.player[active], s.player[1 - active]
        if kind == actions.END:
            return "end"
        if kind == actions.PLAY:
            return f"play {self.ids[active][me.hand[a]]}"
        if kind == actions.ATTACH:
            weapon = s.waiting if a == actions.WAITING else me.unattached[a]
            return f"attach {active}.{weapon.number} {active}.{me.creature[b].number}"
        if kind == actions.STRIKE_FORGE:
            return f"strike {active}.{me.creature[a].number} forge"
        if kind == actions.STRIKE_CREATURE:
            target = f"{1 - active}.{foe.creature[b].number}"
            return f"strike {active}.{me.creature[a].number} {target}"
        if kind == actions.EMBER_FORGE:
            return f"ember forge:{a}"
        return f"ember {a}.{s.player[a].creature[b].number}"

    def events(self, t: Any) -> Iterator[Json]:
        """What was logged since the last call, in order."""
        for i in range(t.n_events):
            event = t.event[i]
            kind, player = Event(int(event.kind)), int(event.player)
            details = self._details(kind, player, int(event.a), int(event.b))
            yield {"kind": "event", "event": kind.name.lower(), "player": player} | details
        t.n_events = 0

    def _details(self, kind: Event, player: int, a: int, b: int) -> Json:
        match kind:
            case Event.STOKE:
                return {"turn": b, "fp": a}
            case Event.DRAW:
                return {"card": self.ids[player][a]}
            case Event.PLAY | Event.UNATTACHED | Event.DESTROYED:
                return {"id": f"{player}.{a}", "card": self.ids[player][b]}
            case Event.ATTACH:
                return {"id": f"{player}.{a}", "to": f"{player}.{b}"}
            case Event.STRIKE:
                return {"id": f"{player}.{a}", "target": f"{1 - player}.{b}" if b else "forge"}
            case Event.HEAT:
                return {"change": a, "heat": b}
            case Event.DAMAGE:
                return {"id": f"{player}.{a}", "amount": b}
            case Event.HOARD:
                return {"cards": a}
            case Event.BANK:
                return {"unspent": a}
            case _:
                return {}


# The compiled rule cannot be called from Python one value at a time; its source can.
_toughness = getattr(toughness_of, "py_func", toughness_of)
