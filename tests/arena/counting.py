"""The counts of a run, made a second time: from the traces of its matches and the words for them.

Nothing here shares code with the kernel's counting. A match is read from the lines of its trace
(docs/reference/trace.md); what is counted is what the docstrings of `Tally` and of `CHECKS` say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from forgesim.arena import replay as replays
from forgesim.arena.match import Match
from forgesim.arena.plan import Plan
from forgesim.arena.tallies import COUNTED
from forgesim.arena.tally import Tally
from tests.driver import glance

Line = Mapping[str, Any]
Array = np.ndarray[Any, Any]

CHECKS = ("lethal missed", "FP unspent", "EMBER at own forge", "strike into certain loss")
BEHIND, EVEN, AHEAD = range(3)


def are_same(one: Tally, other: Tally) -> bool:
    """Whether two tallies hold the same counts."""
    arrays = [(getattr(one, name), getattr(other, name)) for name in COUNTED]
    return one.games == other.games and all(np.array_equal(*pair) for pair in arrays)


def replayed(plan: Plan) -> Iterator[tuple[int, int, int, list[Line]]]:
    """The trace of each match of a plan, with its matchup, pair and order.

    Records are read through `glance`: else a run takes five times as long.
    """
    sound = Match.state
    Match.state = property(lambda match: glance(match.states))  # type: ignore[assignment]
    try:
        for number in range(plan.games):
            matchup, seed, first = replays.locate_match(plan, number)
            _, pair, order = plan.locate(number)
            yield matchup, pair, order, list(replays.replay(plan, matchup, seed, first))
    finally:
        Match.state = sound  # type: ignore[method-assign]


# --- one match --------------------------------------------------------------------------------


@dataclass
class Slips:
    """Of one player and check: how often it could have happened, and in which turns it did."""

    chances: int = 0
    turns: list[int] = field(default_factory=list)


@dataclass
class Seen:
    """What a trace shows; all by player."""

    winner: int
    reason: str
    turns: int
    library: list[list[str]]
    opening: list[Counter[str]]
    later: list[Counter[str]]
    played: list[Counter[str]]
    leads: dict[int, int]  # after each turn; 0 is at the first decision
    slips: dict[tuple[int, str], Slips]

    def outcome(self, player: int) -> int:
        """0, 1 or 2 halves of a point."""
        return {player: 2, 1 - player: 0}.get(self.winner, 1)

    def held(self, player: int) -> Counter[str]:
        """Cards drawn and not played."""
        return self.opening[player] + self.later[player] - self.played[player]

    @property
    def lead_changes(self) -> int:
        """How often one player was ahead when the last to be ahead had been the other."""
        leaders = [lead > 0 for _, lead in sorted(self.leads.items()) if lead]
        return sum(a != b for a, b in pairwise(leaders))


def watch(lines: Iterable[Line]) -> Seen:
    """Read the trace of a match."""
    setup, *rest = lines
    end = rest[-1]
    own = [[Counter[str]() for _ in range(2)] for _ in range(3)]
    opening, later, played = own
    has_begun = False
    for line in rest:
        if line["kind"] == "event":
            has_begun |= line["event"] == "stoke"
            if line["event"] == "draw":
                (later if has_begun else opening)[line["player"]][line["card"]] += 1
            elif line["event"] == "play":
                played[line["player"]][line["card"]] += 1
    return Seen(
        winner=end["winner"], reason=end["reason"], turns=end["turns"], library=setup["library"],
        opening=opening, later=later, played=played, leads=_leads(rest),
        slips=_slips(setup, rest),
    )  # fmt: skip


def _lead(heat: list[int]) -> int:
    return heat[0] - heat[1]


def _leads(rest: list[Line]) -> dict[int, int]:
    leads = {0: _lead(next(line["state"]["heat"] for line in rest if "state" in line))}
    for line in rest:
        if line["kind"] == "decision" and line["chosen"] == "end":
            leads[line["turn"]] = _lead(line["state"]["heat"])
    leads[rest[-1]["turns"]] = _lead(rest[-1]["state"]["heat"])
    return leads


def _slips(setup: Line, rest: list[Line]) -> dict[tuple[int, str], Slips]:
    slips = {(player, check): Slips() for player in range(2) for check in CHECKS}

    def note(player: int, check: str, turn: int, has_slipped: bool, chances: int = 1) -> None:
        entry = slips[player, check]
        entry.chances += chances
        entry.turns += [turn] * has_slipped

    could_win: set[int] = set()  # turns
    strikes: Counter[str] = Counter()  # of this turn
    for at, line in enumerate(rest):
        if line["kind"] != "decision":
            continue
        me, turn = line["active"], line["turn"]
        verb, *words = line["chosen"].split()
        if (
            verb in ("strike", "end")
            and reach(setup, line, strikes) >= line["state"]["heat"][1 - me]
        ):
            note(me, "lethal missed", turn, False, chances=turn not in could_win)
            could_win.add(turn)
        if verb == "end":
            note(me, "FP unspent", turn, has_use_for_fp(setup, line))
            note(me, "lethal missed", turn, turn in could_win, chances=0)
            strikes.clear()
        elif verb == "ember":
            note(me, "EMBER at own forge", turn, words == [f"forge:{me}"])
        elif verb == "strike":
            strikes[words[0]] += 1
            if words[1] != "forge":
                fallen = destroyed(rest[at + 1 :])
                is_loss = words[0] in fallen and words[1] not in fallen
                note(me, "strike into certain loss", turn, is_loss)
    return slips


def reach(setup: Line, line: Line, strikes: Mapping[str, int]) -> int:
    """Power of the creatures that may strike the forge now, as often as they still may."""
    most = setup["params"][line["active"]]["strikes_per_turn"]
    power = {each["id"]: each["power"] for each in line["state"]["creatures"][line["active"]]}
    ready = [act.split()[1] for act in line["legal"]
             if act.startswith("strike ") and act.endswith(" forge")]  # fmt: skip
    return sum(power[each] * (most - strikes[each]) for each in ready)


def has_use_for_fp(setup: Line, line: Line) -> bool:
    """Whether Forge Points are left for a card of the hand that would do something."""
    me, state = line["active"], line["state"]
    slots = setup["params"][me]["weapon_slots"]
    has_holder = any(len(each["weapons"]) < slots for each in state["creatures"][me])
    cards = [setup["cards"][name] for name in state["hand"][me]]
    return state["fp"] > 0 and any(
        card["cost"] <= state["fp"] + state["discount"] and (has_holder or card["type"] != "weapon")
        for card in cards
    )


def destroyed(rest: Iterable[Line]) -> set[str]:
    """Creatures that are destroyed before the next decision."""
    fallen = set()
    for line in rest:
        if line["kind"] != "event":
            break
        if line["event"] == "destroyed":
            fallen.add(line["id"])
    return fallen


# --- a run ------------------------------------------------------------------------------------


@dataclass
class Recount:
    """The arrays of a tally, filled from traces."""

    plan: Plan
    arrays: dict[str, Array]
    games: Counter[tuple[int, ...]] = field(default_factory=Counter)
    slips: Counter[str] = field(default_factory=Counter)

    @classmethod
    def of(cls, plan: Plan) -> Recount:
        """Replay a whole plan, and count."""
        tiers, decks, matchups = len(plan.tiers), len(plan.decks), len(plan.matchups)
        kinds = max(len(dict.fromkeys(deck.ids)) for deck in plan.decks)
        size = max(len(deck.ids) for deck in plan.decks)
        shapes = {
            "pairs": (matchups, 3, 3),
            "fates": (tiers, decks, kinds, 2, 3, 3),
            "places": (tiers, decks, kinds, size, 5),
            "tops": (matchups, 2, kinds, 6),
            "lead_changes": (tiers, 16),
            "middle": (tiers, 41, 3),
            "ahead": (tiers, 64, 3, 3),
            "checks": (matchups, 2, 8, 4),
        }
        recount = cls(plan, {name: np.zeros(shape, int) for name, shape in shapes.items()})
        matches = replayed(plan)
        for (matchup, pair, order, lines), second in zip(matches, matches, strict=True):
            assert order == 0
            assert second[:3] == (matchup, pair, 1)
            recount.add_pair(matchup, pair, watch(lines), watch(second[3]))
        return recount

    def add_pair(self, matchup: int, pair: int, *matches: Seen) -> None:
        """Count both games of a pair: deck a goes first in the one, and second in the other."""
        outcomes = [seen.outcome(order) for order, seen in enumerate(matches)]
        self.arrays["pairs"][matchup, outcomes[0], outcomes[1]] += 1
        for order, seen in enumerate(matches):
            reason = self.plan.game.reasons.index(seen.reason)
            self.games[matchup, order, outcomes[order], reason, seen.turns] += 1
            self._add_course(self.plan.matchups[matchup].tier, seen)
            self._add_checks(matchup, 2 * pair + order + 1, order, seen)
        who = self.plan.matchups[matchup]
        if who.deck_a != who.deck_b:
            strength = sum(outcomes)
            self._add_cards(matchup, 0, who.deck_a, strength, matches)
            self._add_cards(matchup, 1, who.deck_b, 4 - strength, matches)

    def _add_course(self, tier: int, seen: Seen) -> None:
        outcome = seen.outcome(0)
        self.arrays["lead_changes"][tier, min(seen.lead_changes, 15)] += 1
        half = max(-20, min(20, seen.leads[seen.turns // 2]))
        self.arrays["middle"][tier, half + 20, outcome] += 1
        for turn in range(1, min(seen.turns, 64) + 1):
            lead = seen.leads[turn]
            stand = AHEAD if lead > 0 else BEHIND if lead < 0 else EVEN
            stand = outcome if turn == seen.turns else stand
            self.arrays["ahead"][tier, turn - 1, stand, outcome] += 1

    def _add_checks(self, matchup: int, match: int, order: int, seen: Seen) -> None:
        for (player, check), slips in seen.slips.items():
            entry = self.arrays["checks"][matchup, player ^ order, CHECKS.index(check)]
            entry[0] += slips.chances
            entry[1] += len(slips.turns)
            self.slips[check] += len(slips.turns)
            if slips.turns and (entry[2] == 0 or match < entry[2]):
                entry[2:] = match, slips.turns[0]

    def _add_cards(
        self, matchup: int, side: int, deck: int, strength: int, matches: tuple[Seen, ...]
    ) -> None:
        tier = self.plan.matchups[matchup].tier
        kinds = list(dict.fromkeys(self.plan.decks[deck].ids))
        for order, seen in enumerate(matches):
            player = side ^ order
            fates = (seen.later[player], seen.opening[player], seen.held(player))
            for fate, cards in enumerate(fates):
                for card, copies in cards.items():
                    place = kinds.index(card), player, fate, seen.outcome(player)
                    self.arrays["fates"][tier, deck][place] += copies
        library = matches[0].library[side]
        assert library == matches[1].library[1 - side]
        for place, card in enumerate(library):
            self.arrays["places"][tier, deck, kinds.index(card), place, strength] += 1
        top = Counter(library[: 2 * len(library) // 5])
        for card, n in top.items():
            s = strength
            moments = n, n**2, n * s, n**2 * s, n * s**2, n**2 * s**2
            self.arrays["tops"][matchup, side, kinds.index(card)] += moments
