"""What is right in a puzzle, found by trying everything: with the plain-Python referee alone.

Libraries and the enemy hand of a puzzle hold nothing that can be played, so the match can be
solved: every turn of both players is tried, to the end of the match. An answer is proved in one of
three ways, for each turn that does not give it:

- the right turns win at once, and this one does not;
- the right turns win the match against any play, and this one does not;
- a right turn leaves a position that is better in everything and worse in nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from tests.oracle.forge import Creature, Match, Permanent, Player, default_params
from tests.pilots.puzzles.data import BLANK, Puzzle
from tests.pilots.puzzles.facts import State, is_solved

WIN, LOSS = 1, -1


# --- the position -----------------------------------------------------------------------------


def lay_out(puzzle: Puzzle) -> Match:
    """The position of a puzzle at the referee."""
    params = default_params()
    hands = [[*puzzle.hand], [BLANK] * puzzle.their_hand]
    for own, hand in zip(params, hands, strict=True):
        own["opening_hand"] = len(hand)
    libraries = [hand + [BLANK] * count for hand, count in zip(hands, puzzle.library, strict=True)]
    match = Match(puzzle.cards, libraries, params)
    match.turn = 2 * puzzle.turn - 1
    match.fp = min(puzzle.turn, params[0]["fp_cap"])
    for player, own in enumerate(match.players):
        own.heat = puzzle.heat[player]
        own.fp_turn = puzzle.turn - player
        _lay_out_side(match, puzzle, player)
    return match


def _lay_out_side(match: Match, puzzle: Puzzle, player: int) -> None:
    own = match.players[player]

    def permanent(name: str) -> Permanent:
        own.put_into_play += 1
        return Permanent(f"{player}.{own.put_into_play}", match.cards[name])

    own.unattached = [permanent(name) for name in (() if player else puzzle.lying)]
    for body in puzzle.bodies(player):
        piece = permanent(body.card)
        entered = match.turn if body.is_fresh else 0
        weapons = [permanent(name) for name in body.weapons]
        own.creatures.append(
            Creature(piece.id, piece.card, player, entered, body.damage, weapons=weapons)
        )
    own.artifacts = [
        permanent(name) for name in (puzzle.their_artifacts if player else puzzle.artifacts)
    ]


# --- acts by name -----------------------------------------------------------------------------


def call_by_name(match: Match, act: str) -> str:
    """An act of the referee with cards in place of instances, as puzzles write it."""
    names = {c.id: c.card.id for player in match.players for c in player.creatures}
    names |= {w.id: w.card.id for player in match.players for w in player.unattached}
    if match.attaching is not None:
        names[match.attaching.id] = match.attaching.card.id
    return " ".join(names.get(word, word) for word in act.split())


def do(match: Match, name: str) -> None:
    """Carry out an act that a puzzle has written."""
    acts = {call_by_name(match, act): act for act in match.legal()}
    assert name in acts, f"{name!r} is not legal: {', '.join(acts)}"
    match.apply(acts[name])


# --- every turn -------------------------------------------------------------------------------


def clone(match: Match) -> Match:
    """A copy that can be played on by itself."""
    other = copy(match)
    other.players = [_clone_player(player) for player in match.players]
    return other


def _clone_player(player: Player) -> Player:
    other = copy(player)
    for pile in ("library", "hand", "artifacts", "unattached"):
        setattr(other, pile, list(getattr(player, pile)))
    other.creatures = [copy(creature) for creature in player.creatures]
    for creature in other.creatures:
        creature.weapons = list(creature.weapons)
    return other


def outcomes(match: Match) -> Iterator[Match]:
    """Every different position in which the turn can be ended, or the match has ended in it."""
    seen = {_key(match)}
    waiting = [match]
    while waiting:
        here = waiting.pop()
        if here.over:
            yield here
            continue
        for act in here.legal():
            if act == "end":
                yield here
                continue
            there = clone(here)
            there.apply(act)
            key = _key(there)
            if key not in seen:
                seen.add(key)
                waiting.append(there)


def _key(match: Match) -> tuple[Any, ...]:
    """What tells positions of one turn apart; order and instances do not."""
    pending = match.attaching or match.ember_weapon
    sides = (_side_key(player, match) for player in match.players)
    return (match.struck, match.ember, pending and pending.card.id, match.winner, *sides)


def _side_key(player: Player, match: Match) -> tuple[Any, ...]:
    creatures = (
        (c.card.id, c.damage, c.strikes, c.entered == match.turn, *_ids(c.weapons))
        for c in player.creatures
    )
    return (
        player.heat,
        *sorted(player.hand),
        len(player.library),
        *sorted(creatures),
        *_ids(player.unattached),
        *_ids(player.artifacts),
    )


def _ids(permanents: Iterable[Permanent]) -> list[str]:
    return sorted(permanent.card.id for permanent in permanents)


# --- what a turn is worth ---------------------------------------------------------------------


def value(match: Match, memo: dict[Any, int]) -> int:
    """Who wins after the end of a turn if both play as well as can be, to player 0."""
    if match.over:
        return WIN if match.winner == 0 else LOSS
    key = (match.turn, *_key(match))
    if key not in memo:
        after = clone(match)
        after.apply("end")
        memo[key] = _best(after, memo)
    return memo[key]


def _best(match: Match, memo: dict[Any, int]) -> int:
    """What the active player can make of a turn."""
    if match.over:
        return value(match, memo)
    sought = WIN if match.active == 0 else LOSS
    if any(value(outcome, memo) == sought for outcome in outcomes(match)):
        return sought
    return -sought


# --- what is better in everything -------------------------------------------------------------


def dominates(better: State, worse: State) -> bool:
    """Whether nothing in one state is worse for player 0 than in the other."""
    return (
        better["heat"][0] >= worse["heat"][0]
        and better["heat"][1] <= worse["heat"][1]
        and better["library"][0] >= worse["library"][0]
        and all(_has_all(better[pile][0], worse[pile][0]) for pile in ("hand",))
        and all(
            _has_all(_cards(a), _cards(b))
            for pile in ("artifacts", "unattached")
            for a, b in [(better[pile][0], worse[pile][0]), (worse[pile][1], better[pile][1])]
        )
        and _outclass(better["creatures"][0], worse["creatures"][0])
        and _outclass(worse["creatures"][1], better["creatures"][1])
    )


def _cards(pile: Iterable[State]) -> list[str]:
    return [piece["card"] for piece in pile]


def _has_all(many: Sequence[str], few: Sequence[str]) -> bool:
    return all(few.count(card) <= many.count(card) for card in few)


def _outclass(many: Sequence[State], few: Sequence[State]) -> bool:
    """Whether each of the few can be matched with another of the many that is as good or better."""
    if not few:
        return True
    first, *rest = few
    return any(
        _is_as_good(body, first) and _outclass([*many[:i], *many[i + 1 :]], rest)
        for i, body in enumerate(many)
    )


def _is_as_good(body: State, other: State) -> bool:
    same = body["card"] == other["card"] or (body["plain"] and other["plain"])
    held = [sorted(_cards(each["weapons"])) for each in (body, other)]
    left = [each["toughness"] - each["damage"] for each in (body, other)]
    return same and held[0] == held[1] and body["power"] >= other["power"] and left[0] >= left[1]


# --- the proof --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Proof:
    """Every turn of a puzzle: those that give the answer, and all others."""

    right: list[Match]
    wrong: list[Match]

    def doubts(self) -> Iterator[Match]:
        """The wrong turns that might be as good as a right one, as far as this proof goes."""
        if all(outcome.over for outcome in self.right):
            return
        memo: dict[Any, int] = {}
        wins = all(value(outcome, memo) == WIN for outcome in self.right)
        best = [see(outcome) for outcome in self.right]
        for outcome in self.wrong:
            seen = see(outcome)
            is_outclassed = any(dominates(b, seen) and not dominates(seen, b) for b in best)
            if not is_outclassed and not (wins and value(outcome, memo) == LOSS):
                yield outcome


def see(match: Match) -> State:
    """The state as traces show it; a creature without a lasting keyword is marked as plain."""
    state = match.state()
    for side in state["creatures"]:
        for body in side:
            lasting = match.cards[body["card"]].keyword in ("GUARD", "VENOM")
            body["plain"] = not lasting
    return state


def prove(puzzle: Puzzle) -> Proof:
    """Try every turn of a puzzle."""
    right, wrong = [], []
    for outcome in outcomes(lay_out(puzzle)):
        is_right = is_solved(puzzle.solved, outcome.state(), outcome.winner)
        (right if is_right else wrong).append(outcome)
    return Proof(right, wrong)


def is_lost_by(puzzle: Puzzle, opening: Sequence[str]) -> bool:
    """Whether no right answer is left after an opening."""
    match = lay_out(puzzle)
    for act in opening:
        if act == "end":
            return not is_solved(puzzle.solved, match.state(), match.winner)
        do(match, act)
    return not any(is_solved(puzzle.solved, m.state(), m.winner) for m in outcomes(match))
