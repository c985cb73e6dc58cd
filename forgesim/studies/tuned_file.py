"""The file of a tuned pilot: its numbers, and a head that says where they come from."""

from importlib.metadata import version

from forgesim.cards.pilot_files import pilot_text
from forgesim.kernel.jit import engine_digest
from forgesim.stats.differences import Difference
from forgesim.studies.tuning import Tuned
from forgesim.studies.tuning_file import Tuning


def tuned_text(tuning: Tuning, tuned: Tuned) -> str:
    """The text of a tuned pilot's file: the same for the same tuning file, byte for byte."""
    return pilot_text(tuned.pilot, tuning.plan.game, head(tuning, tuned))


def head(tuning: Tuning, tuned: Tuned) -> list[str]:
    """What the head of the file says: its tuning file, its engine, and what it gained."""
    found = tuned.held_out
    against = ", ".join(opponent.name for opponent in tuning.opponents)
    said = "" if found.is_proven else ": no gain is proven"
    decks = "pair of decks" if tuning.is_whole_field else "deck"
    return [
        f"Made by: forgesim pilot tune {tuning.path.name}",
        "Change that file and tune again, rather than these numbers.",
        f"Start: {tuning.start.name}, {len(tuning.movers)} weights moved.",
        f"Course: {tuning.generations} generations of {tuning.population}, seed {tuning.seed},"
        f" engine {engine_digest()}, cma {version('cma')}.",
        f"On held-out seeds ({tuning.held_out:,} for each opponent and {decks}; 95 % intervals):",
        f"  gain against {against}: {points(found.gain)} points{said}",
        f"  score against {tuning.start.name} itself: {score(found.direct)}",
    ]


def points(difference: Difference) -> str:
    """A difference in points with its interval."""
    mean, low, high = (
        f"{100 * value:+.2f}" for value in (difference.mean, difference.low, difference.high)
    )
    return f"{mean} [{low}, {high}]"


def score(difference: Difference) -> str:
    """A score with its interval, in percent, from its difference from 1/2."""
    mean, low, high = (
        f"{50 + 100 * value:.2f}" for value in (difference.mean, difference.low, difference.high)
    )
    return f"{mean} [{low}, {high}]"
