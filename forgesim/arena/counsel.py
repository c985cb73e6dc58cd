"""What a pilot thinks of a position, whoever plays, and where its values come from."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from forgesim.arena.match import Match, Seats
from forgesim.cards.pilots import LOOKING_AHEAD, Feature, Pilot
from forgesim.kernel.records import Record, new_records

SCALE = 4096
"""By how much weights are raised where one is changed by 1: the order of the acts stays, as long as
no feature reaches as far."""


BEYOND = 2**57
"""More than weights can add up to: such a value stands for a match that is won or lost, or for an
act that the pilot may not do."""


@dataclass(frozen=True)
class Part:
    """A part of a value: the weight of a feature, and how often it counts."""

    feature: str
    weight: int
    amount: int

    @property
    def value(self) -> int:
        """What it adds."""
        return self.weight * self.amount


@dataclass(frozen=True)
class Thought:
    """What a pilot thinks of an act.

    Attributes
    ----------
    act : str
        The act, as the trace writes it.
    value : int
        What it is worth to the pilot; if it was tried in `worlds`, its mean result in millionths,
        from a lost match to a won one.
    line : tuple of int
        The acts that it begins, as the engine numbers them; of a pilot that looks ahead, the rest
        of the turn.
    worlds : int
        In how many deals of the hidden cards it was tried by playing on.
    parts : tuple of Part
        Of which the value is the sum, the largest first; of a pilot that looks ahead, the value of
        the position in which the line ends the turn. None where there is no such sum.
    """

    act: str
    value: int
    line: tuple[int, ...]
    worlds: int = 0
    parts: tuple[Part, ...] = field(default=())

    @property
    def rest(self) -> int:
        """What the parts leave to say: what has come of playing on, or of a prohibition."""
        return self.value - sum(part.value for part in self.parts)

    @property
    def is_beyond(self) -> bool:
        """Whether the value is more, or less, than weights can add up to."""
        return abs(self.value) > BEYOND


CONSIDER = ("begin", "list_acts", "apply", "consider")
"""The entries of an engine by which a pilot is asked."""


class Counsel:
    """A pilot who is asked about the positions of a match.

    Parameters
    ----------
    pilot : Pilot
    seats : Seats
        Of the match.
    """

    def __init__(self, pilot: Pilot, seats: Seats) -> None:
        self.pilot = pilot
        self.looks_ahead = pilot.kind in LOOKING_AHEAD
        self._features = seats.game.features
        # A mind that is awake: so it is once it has seen a match begin.
        match = Match(seats.piloted((pilot, pilot)))
        self.engine = match.engine
        self._mind = match.minds
        self._opinions = new_records(self.engine.opinion)
        self._packed: dict[tuple[tuple[str, int], ...], Record] = {}

    def thoughts(self, match: Match, is_explained: bool = False) -> list[Thought]:
        """What the pilot thinks of the acts that it weighs, best first.

        Parameters
        ----------
        match : Match
            At a decision.
        is_explained : bool
            Whether each thought comes with its parts.
        """
        opinion = self._opinion(match, self.pilot.weights)
        thoughts = [_read(match, thought) for thought in opinion]
        if not is_explained:
            return thoughts
        if self.looks_ahead:
            return [self._explained_by_its_end(match, thought) for thought in thoughts]
        return list(self._parts_of_acts(match, thoughts))

    def _weighing(self, table: str) -> list[Feature]:
        weights = self.pilot.weights
        return [f for f in self._features if f.table == table and weights.get(f.name)]

    def _minds(self, match: Match, weights: Mapping[str, int]) -> Record:
        """The pilot's mind in this match, with some weights."""
        key = tuple(weights.items())
        if key not in self._packed:
            self._packed[key] = self.engine.pack_pilot(replace(self.pilot, weights=weights))[0]
        minds = (match.minds if match.engine is self.engine else self._mind).copy()
        minds.pilot[0, match.active] = self._packed[key]
        return minds

    def _opinion(self, match: Match, weights: Mapping[str, int]) -> Record:
        """The thoughts that the pilot would have with these weights, as the engine records them."""
        minds = self._minds(match, weights)
        self.engine.consider(match.states, match.tables, minds, self._opinions)
        opinion = self._opinions.view(np.ndarray)[0]
        return opinion["thought"][: opinion["count"]]

    def _values(self, match: Match, weights: Mapping[str, int]) -> dict[int, int]:
        """The value of each act that it would weigh."""
        opinion = self._opinion(match, weights)
        return dict(zip(opinion["act"].tolist(), opinion["value"].tolist(), strict=True))

    def _parts_of_acts(self, match: Match, thoughts: list[Thought]) -> Iterator[Thought]:
        """Explain scores: a feature is read off as what a weight of 1 more adds.

        The pilot does not weigh some acts while it has others to do. So that it weighs the same
        ones, all its weights are raised first; a tie may still be broken by the feature, then it
        is read off by a weight of 1 less.
        """
        raised = {name: SCALE * weight for name, weight in self.pilot.weights.items()}
        before = self._values(match, raised)
        parts: dict[int, list[Part]] = {thought.line[0]: [] for thought in thoughts}
        for feature in self._weighing("weights"):
            weight, amounts = self.pilot.weights[feature.name], dict[int, int]()
            for step in (1, -1):
                values = self._values(match, raised | {feature.name: SCALE * weight + step})
                for act in parts.keys() & before.keys() & values.keys():
                    amounts.setdefault(act, step * (values[act] - before[act]))
                if amounts.keys() >= parts.keys():
                    break
            for act, amount in amounts.items():
                parts[act].append(Part(feature.name, weight, amount))
        for thought in thoughts:
            yield replace(thought, parts=_ordered(parts[thought.line[0]]))

    def _explained_by_its_end(self, match: Match, thought: Thought) -> Thought:
        """A thought with what the position is worth in which its line ends the turn."""
        end = _end_of_turn(match, thought.line)
        if end.is_over or thought.worlds:
            return thought
        parts = [
            Part(feature.name, self.pilot.weights[feature.name], self._amount(end, feature))
            for feature in self._weighing("position")
        ]
        return replace(thought, parts=_ordered(parts))

    def _amount(self, match: Match, feature: Feature) -> int:
        """A feature of a position: its value to a pilot to whom nothing else matters."""
        minds = self._minds(match, {feature.name: 1})
        return int(self.engine.evaluate(match.states, match.tables, minds))


def _read(match: Match, thought: Record) -> Thought:
    line = tuple(thought["line"][: thought["n_line"]].tolist())
    act = match.tracer.act(match.state, int(thought["act"]))
    return Thought(act, int(thought["value"]), line, int(thought["worlds"]))


def _end_of_turn(match: Match, line: Sequence[int]) -> Match:
    """The position in which a line ends, before the turn passes to the other player."""
    at = match
    for act in line:
        after = at.fork()
        after.play(act)
        if not after.is_over and after.active != match.active:
            return at
        at = after
    return at


def try_line(match: Match, line: Sequence[int]) -> Iterator[tuple[str, Match]]:
    """Try the acts of a line: each as the trace writes it, with the match before it."""
    at = match.fork()
    for act in line:
        if at.is_over or at.active != match.active:
            return
        before = at.fork()
        at.play(act)
        yield at.lines[len(before.lines)]["chosen"], before


def _ordered(parts: list[Part]) -> tuple[Part, ...]:
    """The parts that count, the largest first."""
    counting = [part for part in parts if part.value]
    return tuple(sorted(counting, key=lambda part: (-abs(part.value), part.feature)))


@dataclass(frozen=True)
class Considered:
    """A decision of a match, and what a pilot thinks of it.

    Attributes
    ----------
    match : Match
        At the decision.
    counsel : Counsel
        Of the pilot that was asked.
    thoughts : list of Thought
        With their parts, best first.
    chosen : str
        The act that was taken.
    """

    match: Match
    counsel: Counsel
    thoughts: list[Thought]
    chosen: str

    @property
    def not_weighed(self) -> list[str]:
        """Legal acts of which the pilot did not think."""
        weighed = {thought.act for thought in self.thoughts}
        return [act for act in self.match.legal if act not in weighed]


def consider_turn(played: Match, turn: int, pilots: Sequence[Pilot]) -> Iterator[Considered]:
    """Ask about each decision of a turn.

    Parameters
    ----------
    played : Match
        After what is asked about.
    turn : int
    pilots : pair of Pilot
        Who is asked, by the player whose decisions they are.
    """
    counsels: dict[int, Counsel] = {}
    decisions = [line for line in played.lines if line["kind"] == "decision"]
    numbers = [line["n"] for line in decisions if line["turn"] == turn]
    match = played.back_to(numbers[0]) if numbers else played
    for number in numbers:
        player, act = match.active, played.acts[number]
        if player not in counsels:
            counsels[player] = Counsel(pilots[player], played.seats)
        thoughts = counsels[player].thoughts(match, is_explained=True)
        yield Considered(match.fork(), counsels[player], thoughts, decisions[number]["chosen"])
        if match.pilot is not None:
            match.choose()  # a pilot may remember that it was asked
        match.play(act)
