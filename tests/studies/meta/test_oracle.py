"""Double oracle on games whose equilibrium is known."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from forgesim.stats.pairs import Estimate
from forgesim.studies.meta.oracle import CLOSED, OPEN, UNSURE, Answer, double_oracle


def weighted_rps(a: float, b: float, c: float, others: int) -> np.ndarray:
    """Rock, paper, scissors with these gains, and strategies that each of them beats.

    The first beats the second by a, the second the third by b, the third the first by c: in
    equilibrium they are played as b to c to a.
    """
    size = 3 + others
    game = np.zeros((size, size))
    for one, other, gain in ((0, 1, a), (1, 2, b), (2, 0, c)):
        game[one, other], game[other, one] = gain, -gain
    for place in range(3, size):
        game[:3, place], game[place, :3] = 0.1 + 0.001 * place, -0.1 - 0.001 * place
        game[place, 3:place], game[3:place, place] = 0.05, -0.05
    return game


@dataclass
class Solved:
    """Plays a matrix game; a best response is read off the matrix, with an interval around it."""

    game: np.ndarray
    half: float = 1e-6
    efforts: list[int] = field(default_factory=list)

    def advantage(self, strategies: Sequence[int]) -> np.ndarray:
        return self.game[np.ix_(strategies, strategies)]

    def answers(
        self, strategies: Sequence[int], shares: np.ndarray, step: int, effort: int
    ) -> list[Answer[int]]:
        self.efforts.append(effort)
        gains = self.game[:, strategies] @ shares
        half = self.half / effort
        return [
            Answer(place, Estimate(gain, gain - half, gain + half, 100))
            for place, gain in enumerate(gains.tolist())
            if gain >= gains.max() - 1e-12 or place % 7 == step % 7
        ]


@pytest.mark.parametrize("start", [0, 3, 17, 22])
@pytest.mark.parametrize("gains", [(0.1, 0.2, 0.3), (0.2, 0.2, 0.2), (0.05, 0.3, 0.1)])
def test_it_reaches_the_equilibrium_of_a_solved_game(
    gains: tuple[float, float, float], start: int
) -> None:
    a, b, c = gains
    found = double_oracle(Solved(weighted_rps(a, b, c, 20)), [start], 1e-4, 60, entropy=1e-5)
    assert found.end == CLOSED
    shares = dict(zip(found.strategies, found.shares.tolist(), strict=True))
    true = np.array([b, c, a]) / (a + b + c)
    assert [shares[place] for place in range(3)] == pytest.approx(true, abs=2e-3)
    assert sum(share for place, share in shares.items() if place > 2) < 2e-3
    assert found.exploitability.mean < 1e-4


def test_what_cannot_be_told_is_tried_with_more_and_then_called_unsure() -> None:
    players = Solved(weighted_rps(0.1, 0.1, 0.1, 0), half=0.2)
    found = double_oracle(players, [0, 1, 2], 0.01, 60)
    assert found.end == UNSURE
    assert players.efforts == [1, 2, 4]
    assert found.strategies == (0, 1, 2)


def test_where_more_effort_tells_it_closes() -> None:
    players = Solved(weighted_rps(0.1, 0.1, 0.1, 0), half=0.015)
    assert double_oracle(players, [0, 1, 2], 0.01, 60, entropy=1e-5).end == CLOSED
    assert players.efforts == [1, 2]


def test_steps_used_up_are_no_end_of_the_search() -> None:
    players = Solved(weighted_rps(0.1, 0.2, 0.3, 20))
    found = double_oracle(players, [22], 1e-4, 1)
    assert found.end == OPEN
    assert len(found.steps) == 1
    assert len(found.shares) == len(found.strategies) > found.steps[-1].known


def test_a_known_response_is_not_added_again_where_scores_are_rough() -> None:
    """The scores that the equilibrium is made of miss the true ones by more than epsilon."""
    game = weighted_rps(0.1, 0.1, 0.1, 0)

    class Rough(Solved):
        def advantage(self, strategies: Sequence[int]) -> np.ndarray:
            return weighted_rps(0.1, 0.3, 0.1, 0)[np.ix_(strategies, strategies)]

    found = double_oracle(Rough(game), [0, 1, 2], 0.01, 60, entropy=1e-5)
    assert found.steps[0].answers[0].gain.low > 0.01
    assert found.strategies == (0, 1, 2)
    assert [step.added for step in found.steps] == [0, 0, 0]
    assert found.end == UNSURE
    assert found.is_rough
    assert not double_oracle(Solved(game), [0, 1], 0.01, 1).is_rough


def test_a_response_within_epsilon_is_not_added() -> None:
    game = np.array([[0, -0.02], [0.02, 0]])
    assert double_oracle(Solved(game), [0], 0.03, 9).strategies == (0,)
    assert double_oracle(Solved(game), [0], 0.01, 9).strategies == (0, 1)
