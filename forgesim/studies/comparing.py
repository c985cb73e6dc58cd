"""Comparison of versions from Python, as `forgesim compare` does it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from forgesim.arena.batch import available_cores, warm_up
from forgesim.errors import UsageError
from forgesim.studies.compare import Comparison, compare_plans
from forgesim.studies.how import How
from forgesim.studies.variants import list_variants, make_base, recognise


def compare(
    *variants: str | Path,
    base: str | Path | None = None,
    change: Sequence[str] = (),
    **flags: Any,
) -> Comparison:
    """Compare versions of a game on common seeds.

    >>> import forgesim
    >>> found = forgesim.compare(change=["card.bramble_hound.cost=+1"], pairs=200)
    >>> found.differences.query("scope == 'group' and seat == ''")  # doctest: +SKIP

    Parameters
    ----------
    *variants : path or str
        Files or names, as `forgesim compare` takes them: experiments, or rulesets, rosters, decks
        or pilots that take their places in the base.
    base : path, optional
        The base's experiment file; the default field if left out.
    change : sequence of str
        Settings `NAME=VALUE` that make one more variant, all together.
    **flags
        The keys of an experiment file, laid over the base and every variant.

    Returns
    -------
    Comparison
        `differences` is its table.

    Raises
    ------
    ForgesimError
        If an input cannot be used.
    """
    if isinstance(change, str):
        raise UsageError(f"change {change!r}: expected a list of settings, as [{change!r}]")
    found = make_base(None if base is None else Path(base), flags)
    sources = [recognise(str(each), found.plan.game.name) for each in variants]
    plans = list_variants(found, sources, change)
    warm_up(found.plan)
    jobs = found.experiment.jobs or available_cores()
    return compare_plans(found.plan, plans, how=How(jobs, found.experiment.backend))
