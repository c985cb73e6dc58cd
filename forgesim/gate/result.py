"""What a gate has found: verdicts, exit codes, and what is to be told of each matchup."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from forgesim.gate.baseline import Key
from forgesim.gate.inputs import Changes
from forgesim.stats.drift import DRIFT, INCONCLUSIVE, JOINT_DRIFT, PASS, Limits

UNCHANGED, NONDETERMINISM = "unchanged", "nondeterminism"
MOVED, PASSED, OPEN, UNSTABLE = "moved", "passed", "undecided", "unstable"
POLICIES = {"pass": 0, "fail": 1, "report": 4}
"""What may be done where the cap is reached without a verdict, and the exit code for it."""
_CODES = {UNCHANGED: 0, PASS: 0, DRIFT: 1, JOINT_DRIFT: 1, NONDETERMINISM: 3}


@dataclass(frozen=True)
class Tested:
    """What was found about a matchup.

    Attributes
    ----------
    key : tuple of str
        Tier, deck a, deck b.
    status : str
        `UNCHANGED`, `PASSED`, `MOVED`, `OPEN`, `UNSTABLE`.
    pairs : int
        Pairs that were compared, 0 where the inputs are the same.
    score : float
        Deck a's score in the baseline over these pairs, in percent.
    change, low, high : float
        By how much it has changed, in points, with an interval that holds whenever one stops.
    evidence : float
        Evidence of drift, as its decimal logarithm.
    variance : float
        Of a pair's change (-1 to 1).
    why : str
        What is unstable about it.
    """

    key: Key
    status: str
    pairs: int = 0
    score: float = 0.0
    change: float = 0.0
    low: float = 0.0
    high: float = 0.0
    evidence: float = 0.0
    variance: float = 0.0
    why: str = ""


@dataclass(frozen=True)
class Needs:
    """Pairs that a matchup of the largest measured variance needs, most likely.

    Attributes
    ----------
    variance : float
        Of a pair's change, the largest of all matchups.
    to_pass, to_catch : int
        Pairs until it passes if it is unchanged, and until a change of `caught` points is caught.
    to_decide : int or None
        Pairs with which the matchups that are undecided at the cap would be decided, if they have
        changed by as much as was measured; None where no number would do.
    """

    variance: float
    to_pass: int
    to_catch: int
    to_decide: int | None = None


@dataclass(frozen=True)
class Place:
    """Where an input that has changed stands in a file."""

    file: Path
    line: int
    text: str


@dataclass(frozen=True)
class Found:
    """What a gate has found.

    Attributes
    ----------
    verdict : str
        `UNCHANGED`, `PASS`, `DRIFT`, `JOINT_DRIFT`, `INCONCLUSIVE`, `NONDETERMINISM`.
    policy : str
        One of `POLICIES`.
    baseline, experiment : Path
    limits : Limits
    seed : int
        Seed of the run whose pairs were compared.
    is_fresh : bool
        Whether both versions were played anew.
    stored : int
        Pairs of each matchup in the baseline.
    tested : sequence of Tested
        Those that drifted first, then by evidence, then those that are unchanged.
    removed, added : tuple of str
        Decks, and pilots, that only the baseline or only the experiment has.
    changes : Changes
    needs : Needs or None
        None where nothing was compared.
    places : sequence of Place
        Lines of changed cards that enter a culprit.
    versions : sequence of str
        Versions that are other than the baseline's.
    """

    verdict: str
    policy: str
    baseline: Path
    experiment: Path
    limits: Limits
    seed: int
    is_fresh: bool
    stored: int
    tested: Sequence[Tested]
    removed: tuple[str, ...]
    added: tuple[str, ...]
    changes: Changes
    needs: Needs | None = None
    places: Sequence[Place] = field(default=())
    versions: Sequence[str] = field(default=())

    @property
    def exit_code(self) -> int:
        """What the command ends with."""
        return exit_code(self.verdict, self.policy)

    def of(self, *statuses: str) -> list[Tested]:
        """Matchups by what was found about them."""
        return [each for each in self.tested if each.status in statuses]

    @property
    def most_pairs(self) -> int:
        """Pairs of the matchup that was played longest."""
        return max((each.pairs for each in self.tested), default=0)


def exit_code(verdict: str, policy: str) -> int:
    """The exit code of a verdict, where the policy decides about the inconclusive."""
    return POLICIES[policy] if verdict == INCONCLUSIVE else _CODES[verdict]
