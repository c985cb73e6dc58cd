"""The ladder: every pilot against every other, on the same seeds, ranked.

Each two pilots play exchanges (`forgesim.studies.exchanges`) with every deck of a field, by default
each deck against itself: what is compared is the pilots, since decks, seats and shuffles cancel.

Valid for this field and these rules: a pilot that ranks high here may have nothing to say about
other decks.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from forgesim.arena.crew import DEFAULT_PILOT
from forgesim.arena.plan import Plan
from forgesim.cards.pilots import Pilot
from forgesim.errors import UsageError
from forgesim.stats.differences import pairs_for
from forgesim.stats.frames import NUMBER, TEXT, WHOLE, frame
from forgesim.stats.ladder import EIGHTHS, Ranking, exchange_score, rank
from forgesim.stats.multiple import holm, two_sided
from forgesim.stats.pairs import Z95, Estimate
from forgesim.studies.exchanges import Contest, Meeting, make_contest, play_contest
from forgesim.studies.how import How

Array = np.ndarray[Any, Any]

DEFAULT_PRECISION = 1.0
"""In points."""
FINEST, COARSEST = 0.05, 10.0
"""Between which a precision may lie, in points."""
FIRST_PAIRS = 8
"""Pair seeds of the first round, at least, for each two pilots and pair of decks."""
FIRST_IN_ALL = 256
"""Pair seeds of the first round, at least, for each two pilots."""
MAX_PAIRS = 100_000
"""Pair seeds, at most, for each two pilots and pair of decks."""
USUAL_VARIANCE = 1 / 32
"""Variance of an exchange of two like pilots: for estimates before anything is played."""

RATINGS = {
    "pilot": TEXT, "kind": TEXT, "best_rank": WHOLE, "worst_rank": WHOLE,
    "rating": NUMBER, "rating_low": NUMBER, "rating_high": NUMBER,
    "score": NUMBER, "low": NUMBER, "high": NUMBER,
}  # fmt: skip
MEETINGS = {
    "pilot": TEXT, "opponent": TEXT, "pairs": WHOLE,
    "score": NUMBER, "low": NUMBER, "high": NUMBER, "p": NUMBER, "p_adjusted": NUMBER,
}  # fmt: skip
BY_DECK = {"deck": TEXT, **MEETINGS}


@dataclass(frozen=True)
class Budget:
    """How much is played: so many pair seeds, or as many as a precision needs.

    Attributes
    ----------
    pairs : int or None
        Pair seeds for each two pilots and pair of decks.
    precision : float
        Otherwise: half the width of the 95 % interval of each two pilots' mean score, in points.
    """

    pairs: int | None = None
    precision: float = DEFAULT_PRECISION

    def __post_init__(self) -> None:
        if self.pairs is not None and not 2 <= self.pairs <= MAX_PAIRS:
            raise UsageError(f"pairs {self.pairs:,}: expected 2 to {MAX_PAIRS:,}")
        if not FINEST <= self.precision <= COARSEST:
            raise UsageError(
                f"precision {self.precision:g}: expected {FINEST:g} to {COARSEST:g} points"
            )

    def expected(self, contest: Contest) -> int:
        """Pair seeds of each meeting and pair of decks, about, before anything is played."""
        if self.pairs is not None:
            return self.pairs
        in_all = USUAL_VARIANCE * (Z95 / (self.precision / 100)) ** 2
        return min(MAX_PAIRS, max(_first(contest), round(in_all / len(contest.decks))))


@dataclass(frozen=True)
class Ladder:
    """What a ladder has found; scores in points, 0 to 100.

    Attributes
    ----------
    ratings : DataFrame
        A row for each pilot, best first: `pilot`, `kind`, the ranks that it can have (`best_rank`
        to `worst_rank`: differences of ratings that are certain, all taken together), `rating` on
        the Elo scale above `anchor` and its 95 % interval, mean `score` against the others.
    meetings : DataFrame
        A row for each two pilots, the better ones first: `pilot`, `opponent`, `pairs` (pair seeds,
        four games each), the first pilot's mean `score` over the field with 95 % interval, p-value
        against even and the same adjusted (Holm) over all meetings.
    by_deck : DataFrame
        The same for the games in which a `deck` is played; adjusted over all its rows.
    anchor : str
        The pilot whose rating is 0.
    games : int
        Games played.
    misfit : float
        Points by which a score differs most from the one that ratings say.
    """

    ratings: pd.DataFrame
    meetings: pd.DataFrame
    by_deck: pd.DataFrame
    anchor: str
    games: int
    misfit: float


def ladder_contest(plan: Plan, pilots: Sequence[Pilot], is_whole_field: bool = False) -> Contest:
    """Every pilot against every other.

    Raises
    ------
    UsageError
        If there is nobody to meet.
    """
    if len(pilots) < 2:
        raise UsageError("a ladder needs two pilots or more")
    meetings = [Meeting(*pair) for pair in combinations(range(len(pilots)), 2)]
    return make_contest(plan, pilots, meetings, is_whole_field)


def play_ladder(contest: Contest, budget: Budget, how: How | None = None) -> Ladder:
    """Play a ladder.

    Where a precision is asked for, it is played in two rounds: a fixed number of pair seeds, and
    then, from their spread, as many as each two pilots need. The result depends on the contest and
    the budget, and on nothing else.

    Parameters
    ----------
    contest : Contest
        As `ladder_contest` makes it.
    budget : Budget
    how : How, optional
    """
    how = how or How()
    size = len(contest.meetings)
    if budget.pairs is not None:
        scores = _play(contest, [], [budget.pairs] * size, "playing", how)
    else:
        looked = _play(contest, [], [_first(contest)] * size, "a first look", how)
        needed = [_needed(each, budget.precision / 100) for each in looked]
        scores = _play(contest, looked, needed, "playing", how)
    return _found(contest, scores)


def _first(contest: Contest) -> int:
    return max(FIRST_PAIRS, -(-FIRST_IN_ALL // len(contest.decks)))


def _needed(scores: Array, half_width: float) -> int:
    """Pair seeds that a meeting needs in each cell for an interval."""
    counts = np.stack([np.bincount(row, minlength=len(EIGHTHS)) for row in scores])
    weights = np.full(len(counts), 1 / len(counts))
    # As a difference from even it is on the scale that is expected there.
    pairs = pairs_for(counts, EIGHTHS - 0.5, weights, half_width)
    return min(max(pairs, int(scores.shape[1])), MAX_PAIRS)


def _play(
    contest: Contest,
    before: Sequence[Array],
    pairs: Sequence[int],
    name: str,
    how: How,
) -> list[Array]:
    """Scores of each meeting with so many pair seeds, of which some may be played already."""
    first = [each.shape[1] for each in before] or [0] * len(pairs)
    scores = [np.zeros((len(contest.decks), count), np.int8) for count in pairs]
    for each, played in zip(scores, before, strict=False):
        each[:, : played.shape[1]] = played
    games = 4 * len(contest.decks) * (sum(pairs) - sum(first))
    if not games:
        return scores
    with how.bar(name, games) as report:
        play_contest(contest, scores, first, how, report)
    return scores


def _found(contest: Contest, scores: Sequence[Array]) -> Ladder:
    """The tables, from the scores of each meeting."""
    pilots = contest.plan.pilots
    names = [pilot.name for pilot in pilots]
    anchor = names.index(DEFAULT_PILOT) if DEFAULT_PILOT in names else 0
    ranking = rank(
        [meeting.pilot for meeting in contest.meetings],
        [meeting.opponent for meeting in contest.meetings],
        scores,
        anchor,
    )
    order = sorted(range(len(pilots)), key=lambda place: (-ranking.ratings[place], place))
    rows = list(_better_first(contest, scores, order))
    decks = [deck.name for deck in contest.plan.decks]
    by_deck = [
        {"deck": name, **_row(contest, pair, eighths[[place in cell for cell in contest.decks]])}
        for place, name in enumerate(decks)
        for pair, eighths in rows
    ]
    return Ladder(
        ratings=frame(RATINGS, [_rating(pilots[place], ranking, place) for place in order]),
        meetings=_adjusted(MEETINGS, [_row(contest, pair, eighths) for pair, eighths in rows]),
        by_deck=_adjusted(BY_DECK, by_deck),
        anchor=names[anchor],
        games=4 * sum(each.size for each in scores),
        misfit=100 * ranking.misfit,
    )


def _better_first(
    contest: Contest, scores: Sequence[Array], order: Sequence[int]
) -> Iterator[tuple[tuple[int, int], Array]]:
    """Meetings by rank, each seen from the pilot that ranks higher."""
    by_pair: dict[tuple[int, int], Array] = {}
    for meeting, eighths in zip(contest.meetings, scores, strict=True):
        by_pair[meeting.pilot, meeting.opponent] = eighths
        by_pair[meeting.opponent, meeting.pilot] = 8 - eighths
    for pair in combinations(order, 2):
        yield pair, by_pair[pair]


def _row(contest: Contest, pair: tuple[int, int], eighths: Array) -> dict[str, Any]:
    found = exchange_score(eighths)
    pilot, opponent = (contest.plan.pilots[place].name for place in pair)
    return {
        "pilot": pilot,
        "opponent": opponent,
        "pairs": eighths.size,
        **_in_points(found),
        "p": float(two_sided(found.z)),
    }


def _in_points(found: Estimate) -> dict[str, float]:
    return {"score": 100 * found.mean, "low": 100 * found.low, "high": 100 * found.high}


def _adjusted(columns: dict[str, str], rows: list[dict[str, Any]]) -> pd.DataFrame:
    for row, p in zip(rows, holm([row["p"] for row in rows]), strict=True):
        row["p_adjusted"] = float(p)
    return frame(columns, rows)


def _rating(pilot: Pilot, ranking: Ranking, place: int) -> dict[str, Any]:
    score, error = ranking.scores[place], Z95 * ranking.score_errors[place]
    return {
        "pilot": pilot.name,
        "kind": pilot.kind,
        "best_rank": int(ranking.best[place]),
        "worst_rank": int(ranking.worst[place]),
        "rating": float(ranking.ratings[place]),
        "rating_low": float(ranking.low[place]),
        "rating_high": float(ranking.high[place]),
        "score": 100 * score,
        "low": 100 * max(0.0, score - error),
        "high": 100 * min(1.0, score + error),
    }
