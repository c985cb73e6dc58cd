"""Tuning: a pilot's weights fitted by playing, with CMA-ES.

Candidates of a generation meet the same opponents with the same decks on the same pair seeds, so
that luck does not choose between them; each generation has seeds of its own. What is returned is
the middle of the last distributions, not the candidate that was luckiest. It is then measured
against the pilot that it began as, on seeds that no candidate has met: once.

N. Hansen, A. Ostermeier (2001), "Completely derandomized self-adaptation in evolution strategies",
Evolutionary Computation 9, 159-195; common random numbers for a noisy objective: J. C. Spall
(2003), Introduction to Stochastic Search and Optimization, section 14.4.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from forgesim.cards.pilots import Pilot
from forgesim.stats.differences import Difference, paired_difference
from forgesim.stats.multiple import holm
from forgesim.studies.exchanges import POINTS, Contest, Meeting, make_contest, play_contest
from forgesim.studies.how import How, Played
from forgesim.studies.tuning_file import Mover, Tuning

Array = np.ndarray[Any, Any]

_SHARE = 3
"""The last third of the generations makes the pilot that is returned."""


class Journal(Protocol):
    """Keeps what was played, so that a tuning that is stopped can go on."""

    @property
    def generations(self) -> Sequence[Sequence[int]]:
        """Scores of the candidates of each generation that is kept."""

    def add(self, scores: Sequence[int]) -> None:
        """Keep the scores of one generation more."""


class Forgetful:
    """A journal that keeps nothing."""

    generations: Sequence[Sequence[int]] = ()

    def add(self, scores: Sequence[int]) -> None:
        """Keep nothing."""


@dataclass(frozen=True)
class HeldOut:
    """The tuned pilot and the one that it began as, on seeds that the tuning has not met.

    Scores are from 0 to 1, differences from -1 to 1.

    Attributes
    ----------
    gain : Difference
        Mean score against the opponents: of the tuned pilot less that of the start. The verdict
        rests on this one number.
    scores : float array (opponents, 2)
        Mean score of the start and of the tuned pilot against each opponent.
    by_opponent, by_deck : sequences of Difference
        The gain against each opponent, and in the games in which a deck is played.
    p_opponents, p_decks : float arrays
        Their p-values, adjusted (Holm) within each of the two lists.
    direct : Difference
        Score of the tuned pilot against the start, less 1/2.
    """

    gain: Difference
    scores: Array
    by_opponent: Sequence[Difference]
    p_opponents: Array
    by_deck: Sequence[Difference]
    p_decks: Array
    direct: Difference

    @property
    def is_proven(self) -> bool:
        """Whether the tuned pilot is shown to be the better one."""
        return self.gain.low > 0


@dataclass(frozen=True)
class Tuned:
    """What came of a tuning.

    Attributes
    ----------
    pilot : Pilot
    course : float array (generations,)
        Mean score of each generation's candidates against the opponents, 0 to 1.
    held_out : HeldOut
    """

    pilot: Pilot
    course: Array
    held_out: HeldOut


def seed_for(seed: int, purpose: str, number: int = 0) -> int:
    """A run's seed for one purpose of a tuning: 63 bits of a hash, so that no two are alike."""
    text = f"tuning\0{seed}\0{purpose}\0{number}"
    digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") >> 1


def tune(tuning: Tuning, how: How | None = None, journal: Journal | None = None) -> Tuned:
    """Tune a pilot, and measure it on held-out seeds.

    Parameters
    ----------
    tuning : Tuning
    how : How, optional
    journal : Journal, optional
        What was played before is taken from there, and what is played is kept there.

    Returns
    -------
    Tuned
        The same on every machine as far as the matrix arithmetic of numpy and cma is; the games
        are whole numbers. Weights are whole numbers, too, so differences in the last digits of a
        step rarely show.
    """
    how = how or How()
    search = _Search(tuning)
    kept = journal or Forgetful()
    left = range(len(kept.generations), tuning.generations)
    games = training_contest(tuning, [tuning.start] * tuning.population, 0).games(tuning.pairs)
    for scores in kept.generations[: tuning.generations]:
        search.tell(scores)
    with how.bar("tuning", len(left) * games) as report:
        for number in left:
            scores = search.play(number, how, report)
            search.tell(scores)
            kept.add(scores)
    pilot = search.pilot()
    return Tuned(pilot, search.course, measure(tuning, pilot, how))


def training_contest(tuning: Tuning, candidates: Sequence[Pilot], number: int) -> Contest:
    """What a generation plays: all its candidates against all opponents."""
    plan = replace(tuning.plan, seed=seed_for(tuning.seed, "training", number))
    meetings = [
        Meeting(candidate, len(candidates) + opponent)
        for candidate in range(len(candidates))
        for opponent in range(len(tuning.opponents))
    ]
    pilots = (*candidates, *tuning.opponents)
    return make_contest(plan, pilots, meetings, tuning.is_whole_field)


def held_out_contest(tuning: Tuning, pilot: Pilot) -> Contest:
    """What is played at the end: the start and the tuned pilot against all, then each other.

    The seeds hang on the pilot's weights, too: who tunes again, with something changed, meets new
    ones, and cannot fit to what was held out.
    """
    # A weight of 0 is left out of a pilot's file, and whoever reads that must meet the same seeds.
    weights = json.dumps(sorted(item for item in pilot.weights.items() if item[1]))
    plan = replace(tuning.plan, seed=seed_for(tuning.seed, f"held out\0{weights}"))
    others = range(2, 2 + len(tuning.opponents))
    meetings = [Meeting(who, other) for who in (0, 1) for other in others] + [Meeting(1, 0)]
    pilots = (tuning.start, pilot, *tuning.opponents)
    return make_contest(plan, pilots, meetings, tuning.is_whole_field)


def _play(contest: Contest, pairs: int, how: How, report: Played | None) -> Array:
    """Scores by meeting, pair of decks and pair seed, in eighths."""
    scores = np.zeros((len(contest.meetings), len(contest.decks), pairs), np.int8)
    play_contest(contest, list(scores), [0] * len(contest.meetings), how, report)
    return scores


class _Search:
    """CMA-ES over the sizes of weights.

    It works in multiples of each weight's scale, so that a step means as much to a small weight as
    to a large one; what is played has whole numbers.
    """

    def __init__(self, tuning: Tuning) -> None:
        import cma  # noqa: PLC0415 (two seconds)

        self._tuning = tuning
        self._scales = np.array([mover.scale for mover in tuning.movers])
        draws = np.random.RandomState(seed_for(tuning.seed, "search") % 2**32)
        options = {
            "popsize": tuning.population,
            "randn": draws.randn,
            "seed": float("nan"),
            "verbose": -9,
            "verb_log": 0,
            "verb_disp": 0,
        }
        self._strategy = cma.CMAEvolutionStrategy(self._at_start(), tuning.sigma, options)
        self._means: list[Array] = []
        self._scores: list[float] = []
        self._asked: list[Array] = []
        contest = training_contest(tuning, [tuning.start], 0)
        self._exchanges = tuning.pairs * len(contest.meetings) * len(contest.decks)

    def _at_start(self) -> Array:
        """Where the search begins; a single weight gets a companion, since CMA-ES wants two."""
        weights = self._tuning.start.weights
        found = [weights.get(mover.feature.name, 0) for mover in self._tuning.movers]
        plain = np.array(found) / self._scales
        return plain if len(plain) > 1 else np.append(plain, 0.0)

    def play(self, number: int, how: How, report: Played | None) -> list[int]:
        """Scores of a generation's candidates: sums of eighths."""
        tuning = self._tuning
        candidates = [self._pilot_at(point) for point in self._ask()]
        contest = training_contest(tuning, candidates, number)
        scores = _play(contest, tuning.pairs, how, report)
        by_candidate = scores.reshape(len(candidates), -1).sum(axis=1, dtype=np.int64)
        return [int(score) for score in by_candidate]

    def _ask(self) -> list[Array]:
        if not self._asked:
            self._asked = self._strategy.ask()
        return self._asked

    def tell(self, scores: Sequence[int]) -> None:
        """Have the distribution move towards the better candidates."""
        asked = self._ask()
        self._strategy.tell(asked, [-float(score) for score in scores])
        self._asked = []
        self._means.append(np.array(self._strategy.mean))
        self._scores.append(float(np.mean(scores)) / (POINTS * self._exchanges))

    @property
    def course(self) -> Array:
        """Mean score of each generation's candidates."""
        return np.array(self._scores)

    def pilot(self) -> Pilot:
        """The pilot in the middle of the last distributions.

        The middle of one still wanders with the luck of its generation's seeds; the mean over
        several wanders less (Polyak and Juditsky's averaging).
        """
        count = max(1, len(self._means) // _SHARE)
        return self._pilot_at(np.mean(self._means[-count:], axis=0))

    def _pilot_at(self, point: Array) -> Pilot:
        tuning = self._tuning
        moved = point[: len(self._scales)] * self._scales
        numbers = {
            mover.feature.name: _rounded(value, mover)
            for mover, value in zip(tuning.movers, moved, strict=True)
        }
        return replace(
            tuning.start,
            name=tuning.name,
            title=tuning.title,
            weights={**tuning.start.weights, **numbers},
        )


def _rounded(value: float, mover: Mover) -> int:
    return round(min(max(float(value), mover.feature.low), mover.feature.high))


def measure(tuning: Tuning, pilot: Pilot, how: How | None = None) -> HeldOut:
    """Measure a tuned pilot on the seeds that a tuning holds out.

    Parameters
    ----------
    tuning : Tuning
    pilot : Pilot
    how : How, optional
    """
    how = how or How()
    contest = held_out_contest(tuning, pilot)
    with how.bar("measuring", contest.games(tuning.held_out)) as report:
        scores = _play(contest, tuning.held_out, how, report)
    return _held_out(scores.astype(np.int64), len(tuning.opponents), contest.decks)


def _held_out(scores: Array, opponents: int, decks: Sequence[tuple[int, int]]) -> HeldOut:
    """Compare, from scores by meeting, pair of decks and pair seed, in eighths."""
    by_pilot = scores[:-1].reshape(2, opponents, *scores.shape[1:])
    gains = by_pilot[1] - by_pilot[0]
    by_opponent = [_difference(gain, 1) for gain in gains]
    # A pair seed is the same against all opponents: their mean is the unit, not each.
    together = gains.sum(axis=0)
    by_deck = [
        _difference(together[[deck in pair for pair in decks]], opponents)
        for deck in range(1 + max(max(pair) for pair in decks))
    ]
    means = by_pilot.mean(axis=(2, 3)) / POINTS
    return HeldOut(
        gain=_difference(together, opponents),
        scores=means.T,
        by_opponent=by_opponent,
        p_opponents=holm([each.p for each in by_opponent]),
        by_deck=by_deck,
        p_decks=holm([each.p for each in by_deck]),
        direct=_difference(scores[-1] - POINTS // 2, 1),
    )


def _difference(eighths: Array, parts: int) -> Difference:
    """Mean over pairs of decks (rows) of a difference that is given in eighths, times `parts`."""
    most = POINTS * parts
    values = np.arange(-most, most + 1)
    counts = np.stack([np.bincount(row + most, minlength=len(values)) for row in eighths])
    weights = np.full(len(eighths), 1 / len(eighths))
    return paired_difference(counts, values / most, weights)
