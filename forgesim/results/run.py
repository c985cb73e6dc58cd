"""The results of a run: its counts, joined with statistics into tables.

>>> import forgesim
>>> results = forgesim.batch(deck=["wilds-fast", "occult-fast"], games=2_000)
>>> results["decks"][["deck", "score", "low", "high"]]  # doctest: +SKIP
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from forgesim.arena.batch import available_cores, run_batch, warm_up
from forgesim.arena.experiment import load_experiment
from forgesim.arena.games import stored_blocks
from forgesim.arena.plan import Plan
from forgesim.arena.resolve import make_plan
from forgesim.arena.store import read_manifest, read_plan
from forgesim.arena.tallies import read_tallies
from forgesim.arena.tally import Tally
from forgesim.cards.files import failure
from forgesim.errors import DataError
from forgesim.kernel.jit import engine_digest
from forgesim.results.tiers import is_precise, tier_counts
from forgesim.stats.counts import Counts

if TYPE_CHECKING:
    import pandas as pd

    from forgesim.studies.replacement import Replacement
    from forgesim.studies.robustness import Check

Stored = TypeVar("Stored")


@dataclass(frozen=True)
class Results(Mapping[str, "pd.DataFrame"]):
    """What a run has found: tables by name, and what they are about.

    The tables and their columns: docs/reference/tables.md.

    Attributes
    ----------
    plan : Plan
        What was played.
    tally : Tally
        The exact counts.
    path : Path or None
        The run directory.
    notes : tuple of str
        What a reader must know first, as that the run is not finished.
    versions : mapping
        Versions of forgesim, of the engine and of the libraries that played the run.
    replacement : Replacement or None
        Replacement impact of its cards, where that was measured.
    check : Check or None
        Its pilot check, where that was played.
    """

    plan: Plan
    tally: Tally
    path: Path | None = None
    notes: tuple[str, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict)
    replacement: "Replacement | None" = None
    check: "Check | None" = None

    @property
    def games(self) -> int:
        """Games counted."""
        return self.tally.n_games

    @property
    def matters(self) -> float:
        """Points from which on a difference matters."""
        return self.plan.matters

    @cached_property
    def counts(self) -> Mapping[str, Counts]:
        """Counts of each tier of which anything was played, as statistics take them."""
        return tier_counts(self.tally)

    @cached_property
    def tables(self) -> Mapping[str, "pd.DataFrame"]:
        """All tables, by name."""
        from forgesim.stats.tables import all_tables  # noqa: PLC0415 (pandas is slow to import)

        lists = [deck.ids for deck in self.plan.decks]
        check = None if self.check is None else self.check.counts
        return all_tables(self.counts, lists, self._impact(), self.matters, self.plan.looks, check)

    def _impact(self) -> "pd.DataFrame | None":
        import pandas as pd  # noqa: PLC0415

        found = self.replacement
        return None if found is None else pd.concat([found.cards, found.decks], ignore_index=True)

    def __getitem__(self, name: str) -> "pd.DataFrame":
        return self.tables[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.tables)

    def __len__(self) -> int:
        return len(self.tables)


def batch(path: str | Path | None = None, out: str | Path | None = None, **flags: Any) -> Results:
    """Play an experiment, as `forgesim batch` does.

    Parameters
    ----------
    path : path, optional
        An experiment file.
    out : path, optional
        Where to store the run; without it and without `out` in the file, only the counts are kept.
    **flags
        The keys of an experiment file (docs/reference/experiment-file.md), which replace those of
        the file; `set` is a list of `NAME=VALUE` texts.

    Raises
    ------
    ForgesimError
        If an input cannot be used.
    """
    experiment = load_experiment(None if path is None else Path(path), flags)
    plan = make_plan(experiment)
    warm_up(plan)
    jobs = experiment.jobs or available_cores()
    asked = experiment.out if out is None else out
    folder = None if asked is None else Path(asked)
    tally = run_batch(plan, folder, jobs, experiment.backend, is_enough=is_precise)
    return Results(tally.plan, tally, folder)


def open_run(path: str | Path, is_checked: bool = True) -> Results:
    """Open a stored run, with what can be shown of it.

    Of a run that is unfinished or damaged, the blocks that are whole are counted; `notes` says so.

    Parameters
    ----------
    path : path
    is_checked : bool
        Whether the pilot check that is stored with it is read as well.

    Raises
    ------
    DataError
        If there is no run, or none of it can be read.
    """
    path = Path(path)
    manifest, plan = read_manifest(path), read_plan(path)
    notes = []
    if manifest["engine"] != engine_digest():
        notes.append(
            "played by another version of the engine: its matches cannot be replayed by this one"
        )
    tally = read_tallies(path, plan)
    if tally is None:
        tally = _count_blocks(path, plan)
    if tally.n_games < plan.games:
        share = f"{tally.n_games:,} of {plan.games:,} games ({tally.n_games / plan.games:.0%})"
        notes.append(f"the run is not complete: what follows is from {share}")
    from forgesim.studies.replacement_files import load_replacement  # noqa: PLC0415
    from forgesim.studies.robustness_files import load_check  # noqa: PLC0415

    replacement = _found(load_replacement, path, notes)
    check = _found(load_check, path, notes) if is_checked else None
    return Results(plan, tally, path, tuple(notes), _versions(manifest), replacement, check)


def _found(load: Callable[[Path], Stored | None], path: Path, notes: list[str]) -> Stored | None:
    """What is stored beside a run; where it cannot be used a note says so."""
    try:
        return load(path)
    except DataError as error:
        notes.append(str(error))
        return None


def _versions(manifest: Mapping[str, Any]) -> dict[str, str]:
    """Versions of what played a run, as far as its manifest names them."""
    libraries = manifest.get("versions")
    named = {name: manifest[name] for name in ("forgesim", "engine") if name in manifest}
    return named | (libraries if isinstance(libraries, dict) else {})


def _count_blocks(path: Path, plan: Plan) -> Tally:
    tally = Tally.empty(plan)
    for index, block in stored_blocks(path, plan):
        tally.add(plan.block(index), block)
    if tally.n_games == 0:
        raise failure(path, "holds no game of its run (no block of it is whole)")
    return tally
