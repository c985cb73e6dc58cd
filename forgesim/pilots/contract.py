"""What a game must offer, so that everything above works for it: the ruleset contract.

The library side (`Game`) is free of numba, so that rules and files can be read at once; the
compiled side (`Engine`) is loaded when the first match is played.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from forgesim.cards.decks import DeckProblem
from forgesim.cards.model import Card
from forgesim.cards.parameters import Parameter
from forgesim.cards.pilots import Feature, Pilot, Restriction
from forgesim.kernel.records import Record

Params = Mapping[str, int]
"""Resolved values of all parameters for one player, switches as 0 and 1."""

Reference = Mapping[str, Mapping[str, int]]
"""A ruleset's plain creatures: their numbers by cost, as `Rules.reference` has them."""


@dataclass(frozen=True)
class Check:
    """A slip of pilots that is counted: name, what it is."""

    name: str
    meaning: str


@dataclass(frozen=True)
class Engine:
    """The compiled side of a game.

    Attributes
    ----------
    state, table, mind, listing : numpy dtypes
        Records of a match, of what it is played with, of the two pilots, and of a list of acts. A
        table has the field `seat` (two records with a field `side`), a mind the field `pilot` (two
        records), a listing the fields `count` and `act`.
    pack_seat : callable
        `(cards in canonical order, params) -> record` of the table's `seat`.
    pack_pilot : callable
        `(pilot) -> record` of the mind's `pilot`.
    play_pairs : jitted function
        `(states, tables, minds, ledgers, matchup key, first pair, rows) -> status`; ledgers hold
        one record of `kernel.counts.LEDGER`.
    opinion : numpy dtype
        Record of what a pilot thinks of its choice: `count`, and for each of as many thoughts
        (`thought`) its `act`, the `value` it has to the pilot, the `n_line` acts of the `line` that
        it would begin, and in how many `worlds` it was tried.
    begin, begin_scripted, choose, apply, list_acts, consider, evaluate : jitted functions
        The same rules step by step, over arrays of one record:
        `begin(states, tables, minds, seed)`, `begin_scripted` (the same from libraries that lie
        ready in the state), `choose(states, tables, minds) -> act`,
        `apply(states, tables, act)`, `list_acts(states, tables, listings)`,
        `consider(states, tables, minds, opinions)`: what the active player's pilot thinks, best
        first, without a change of the records but for notes of the mind. Only what it weighs is
        there: a pilot with weights does not weigh strikes while it has Work to do.
        `evaluate(states, tables, minds) -> int`: what a position is worth to the active player, by
        the weights of their pilot.
    tracer : callable
        `(cards of player 0, cards of player 1) -> Tracer`.
    """

    state: np.dtype[Any]
    table: np.dtype[Any]
    mind: np.dtype[Any]
    listing: np.dtype[Any]
    opinion: np.dtype[Any]
    pack_seat: Callable[[Sequence[Any], Params], Record]
    pack_pilot: Callable[[Pilot], Record]
    play_pairs: Callable[..., int]
    begin: Callable[..., None]
    begin_scripted: Callable[..., None]
    choose: Callable[..., int]
    apply: Callable[..., None]
    list_acts: Callable[..., None]
    consider: Callable[..., None]
    evaluate: Callable[..., int]
    tracer: Callable[[Sequence[Any], Sequence[Any]], "Tracer"]


class Tracer(Protocol):
    """Puts a ruleset's records into the words of its trace."""

    def state(self, s: Any) -> dict[str, Any]:
        """The state as the trace shows it."""

    def act(self, s: Any, act: int) -> str:
        """An act as the trace writes it."""

    def libraries(self, s: Any) -> list[list[str]]:
        """Both libraries as shuffled, top first, opening hands included."""

    def events(self, t: Any) -> Iterator[dict[str, Any]]:
        """What was logged since the last call, in order."""


class Story(Protocol):
    """Tells a match to people."""

    def tell(self, line: Mapping[str, Any]) -> Iterator[str]:
        """Lines for people about one line of the trace."""

    def act(self, act: str, line: Mapping[str, Any]) -> str:
        """An act of the trace in words; `line` is the decision at which it is legal.

        No two legal acts have the same words.
        """

    def view(
        self, line: Mapping[str, Any], player: int, is_open: bool = False
    ) -> list[tuple[str, list[str]]]:
        """What a player may see at a decision; if all lies open, the enemy hand as well.

        Headings, and the rows below each.
        """

    def primer(self, player: int) -> list[str]:
        """How the game is played, in a few paragraphs."""


@dataclass(frozen=True)
class Game:
    """A ruleset family with its pilots.

    Attributes
    ----------
    name : str
        As `--game` names it.
    default_ruleset : str
        Name of the shipped ruleset that is used when none is named.
    starter_decks : tuple of str
        Names of the shipped decks with which a new project begins.
    parameters : tuple of Parameter
        Every number and switch, in the order of the record.
    card_model : type
        Model of one card, a subclass of `Card`.
    card_problems, deck_problems : callables
        What is wrong with a card by itself, and with a deck under the parameters of a seat.
    card_notices : callable
        What the author of some cards should know that breaks no rule, a line each: which of them do
        nothing in play.
    stand_ins : callable
        `(card, reference) -> (plain, own)`: the cards that stand in for one when its worth is
        measured, from the ruleset's `[reference]` table. `plain` is the vanilla creature of its
        cost, `own` the plainest card of its cost and type, or None where there is none. Faction and
        rarity are the card's; the id is one that no roster can have. Raises UsageError where the
        table has no such creature.
    group, vitality : str
        The game's words for a card's group (faction) and for what a player loses (heat).
    reasons : tuple of str
        Why a match can end, by the number in the result rows.
    features : tuple of Feature
        What its pilots weigh, and the bounds of their search.
    restrictions : tuple of Restriction
        What its pilots can be forbidden.
    checks : tuple of Check
        Slips of pilots that are counted, by their number in the counts.
    is_shuffled_once : bool
        Whether the place of a card in its library is left to one shuffle, whatever players do.
    story : callable
        `(names of the players, cards by id, player to whom it is told, or None) -> Story`.
    load_engine : callable
        `(is_looking_ahead) -> Engine`: imports the compiled side, either for pilots that look at an
        act alone, or for all, whose compilation takes longer. Both play the same games.
    rulings : callable
        The text of RULES.md.
    """

    name: str
    default_ruleset: str
    starter_decks: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    card_model: type[Card]
    card_problems: Callable[[Any], list[str]]
    card_notices: Callable[[Iterable[Any]], list[str]]
    deck_problems: Callable[[Sequence[Any], Params], list[DeckProblem]]
    stand_ins: Callable[[Any, Reference], tuple[Card, Card | None]]
    group: str
    vitality: str
    reasons: tuple[str, ...]
    features: tuple[Feature, ...]
    restrictions: tuple[Restriction, ...]
    checks: tuple[Check, ...]
    is_shuffled_once: bool
    story: Callable[[Sequence[str], Mapping[str, Any], int | None], Story]
    load_engine: Callable[[bool], Engine]
    rulings: Callable[[], str]
