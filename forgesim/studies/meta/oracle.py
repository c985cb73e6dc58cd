"""Double oracle: the metagame of a game whose strategies cannot all be listed.

The equilibrium of the strategies that are known is a mix; a best response to it is looked for, and
added to them; and so on, until no response is found that gains much. What is found last bounds how
far the mix can be exploited from below only: a better response may exist that nobody has found.

References
----------
H. B. McMahan, G. J. Gordon, A. Blum (2003), "Planning in the presence of cost functions controlled
by an adversary", ICML 20, 536-543.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from forgesim.stats.metagame import EPSILON, equilibrium
from forgesim.stats.pairs import Estimate

Array = np.ndarray[Any, Any]
Strategy = TypeVar("Strategy")

CLOSED, UNSURE, OPEN = "closed", "unsure", "open"
"""Ends: no response gains; it cannot be said whether one does; the last step still found one."""
PATIENCE = 2
"""Rounds in a row that may decide nothing, each with twice the effort, before it ends unsure."""


@dataclass(frozen=True)
class Answer(Generic[Strategy]):
    """A response that was found, and what it gains against the mix: its score less 1/2."""

    strategy: Strategy
    gain: Estimate


class Players(Protocol[Strategy]):
    """A game to play and to search."""

    def advantage(self, strategies: Sequence[Strategy]) -> Array:
        """Scores of each against each, less 1/2: antisymmetric, (strategies, strategies)."""

    def answers(
        self, strategies: Sequence[Strategy], shares: Array, step: int, effort: int
    ) -> Sequence[Answer[Strategy]]:
        """Responses to a mix, with gains that were measured on games of their own.

        The intervals hold together, over all answers of all steps.
        """


@dataclass(frozen=True)
class Step(Generic[Strategy]):
    """One round.

    Attributes
    ----------
    known : int
        Strategies before it.
    shares : float array (known,)
        Their equilibrium.
    answers : tuple of Answer
        Responses to it, the one that gains most first.
    added : int
        How many of them were added.
    effort : int
        Times the usual effort.
    """

    known: int
    shares: Array
    answers: tuple[Answer[Strategy], ...]
    added: int
    effort: int


@dataclass(frozen=True)
class Course(Generic[Strategy]):
    """What a double oracle came to.

    Attributes
    ----------
    strategies : tuple
        All that are known, those of the beginning first.
    shares : float array (strategies,)
        Their equilibrium.
    steps : tuple of Step
    end : str
        `CLOSED`: every response that was found last, with more than the usual effort, gains less
        than epsilon, with confidence;
        `UNSURE`: whether one gains as much could not be said; `OPEN`: the steps were used up.
    """

    strategies: tuple[Strategy, ...]
    shares: Array
    steps: tuple[Step[Strategy], ...]
    end: str

    @property
    def is_rough(self) -> bool:
        """Whether the best response of the last step was known: scores are too rough to go on."""
        last = self.steps[-1]
        return last.answers[0].strategy in self.strategies[: last.known]

    @property
    def exploitability(self) -> Estimate:
        """The most that a response found in the last step gains against the mix it was found for.

        An estimate of a lower bound: what the best response of all would gain is more, or as much.
        """
        return self.steps[-1].answers[0].gain


def double_oracle(
    players: Players[Strategy],
    starts: Sequence[Strategy],
    epsilon: float,
    steps: int,
    told: Callable[[Step[Strategy]], None] = lambda _: None,
    entropy: float = EPSILON,
) -> Course[Strategy]:
    """Add best responses to strategies until none gains more than epsilon.

    Parameters
    ----------
    players : Players
    starts : sequence
        Strategies to begin with, one or more.
    epsilon : float
        What a response may gain, in score: 0.01 is a point.
    steps : int
        How many rounds at most.
    told : callable, optional
        Told each round.
    entropy : float
        What a known strategy may gain against their equilibrium (`stats.metagame.equilibrium`).
    """
    known = list(starts)
    course: list[Step[Strategy]] = []
    end, idle = OPEN, 0
    for number in range(steps):
        shares = equilibrium(players.advantage(known), entropy).shares
        effort = 2**idle
        answers = sorted(
            players.answers(known, shares, number, effort), key=lambda each: -each.gain.mean
        )
        # One that is known can only seem to gain, where scores between those known are rough.
        new = [each.strategy for each in answers
               if each.gain.low > epsilon and each.strategy not in known]  # fmt: skip
        course.append(Step(len(known), shares, tuple(answers), len(new), effort))
        told(course[-1])
        # One search may have missed what a more thorough one finds.
        if effort > 1 and all(each.gain.high < epsilon for each in answers):
            end = CLOSED
            break
        known += new
        idle = 0 if new else idle + 1
        if idle > PATIENCE:
            end = UNSURE
            break
    if len(known) > course[-1].known:
        shares = equilibrium(players.advantage(known), entropy).shares
    else:
        shares = course[-1].shares
    return Course(tuple(known), shares, tuple(course), end)
