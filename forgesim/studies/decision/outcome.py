"""What a study has found."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from forgesim.stats.flatness import Flatness
from forgesim.stats.pairs import Estimate
from forgesim.studies.decision.fields import Camps
from forgesim.studies.decision.judge import Verdict
from forgesim.studies.decision.study import Study, Variant

ADOPT, NONE, OPEN = "adopt", "none", "not decidable"


@dataclass(frozen=True)
class Measured:
    """A variant with what was found about it.

    Attributes
    ----------
    variant : Variant
    camps : Camps
        The decks found for it.
    numbers : mapping of str to Flatness
        By tier.
    changes : mapping of str to mapping of str to Estimate
        By tier, what its means have over the baseline's; empty for the baseline itself.
    verdicts : mapping of str to Verdict
        By tier.
    verdict : Verdict
        Over the tiers.
    """

    variant: Variant
    camps: Camps
    numbers: Mapping[str, Flatness]
    changes: Mapping[str, Mapping[str, Estimate]]
    verdicts: Mapping[str, Verdict]
    verdict: Verdict


@dataclass(frozen=True)
class Again:
    """The verdicts once more, with something changed on which they may rest.

    Attributes
    ----------
    name : str
        `roster 1`, or a ruling's key with its other choice.
    about : str
        What is other, in words.
    verdicts : mapping of str to Verdict
        By the name of the variant, the baseline's first.
    numbers : mapping of str to Flatness
        Likewise.
    """

    name: str
    about: str
    verdicts: Mapping[str, Verdict]
    numbers: Mapping[str, Flatness]


@dataclass(frozen=True)
class Decision:
    """What the rule that was stated before says now.

    Attributes
    ----------
    word : str
        ADOPT, NONE or OPEN.
    candidate : str
        Name of the one that is adopted, or on which it hangs; empty without one.
    because : tuple of str
        Why, a sentence each.
    """

    word: str
    candidate: str
    because: tuple[str, ...]


@dataclass(frozen=True)
class Outcome:
    """A study with all that it has found.

    Attributes
    ----------
    study : Study
    digest : str
        Of what was stated beforehand.
    tested : tuple of Measured
        The baseline, then the candidates in the order of the file.
    leading : tuple of str
        Names of the candidates that were tested again.
    rosters, rulings : tuple of Again
    decision : Decision
    games : int
        Games that were played to measure, searches left out.
    unmeasured : tuple of str
        Assumed rulings that were not flipped, with why.
    """

    study: Study
    digest: str
    tested: tuple[Measured, ...]
    leading: tuple[str, ...]
    rosters: tuple[Again, ...]
    rulings: tuple[Again, ...]
    decision: Decision
    games: int
    unmeasured: Sequence[str] = ()

    @property
    def baseline(self) -> Measured:
        """The baseline."""
        return self.tested[0]

    @property
    def candidates(self) -> tuple[Measured, ...]:
        """The candidates, in the order of the file."""
        return self.tested[1:]

    def of(self, name: str) -> Measured:
        """A variant by its name."""
        return next(each for each in self.tested if each.variant.name == name)
