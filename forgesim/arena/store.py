"""The run directory: what a run was told, every game, and the counts.

    manifest.json           every input resolved, fingerprints, versions, seed
    games/00000.parquet …   one file a block, one row a game
    counts/00000.parquet …  what else was counted in each block
    tallies/pairs.parquet … all counts of the run, added up

Each file is written under another name and then moved into place, so that none is ever half there.
"""

import json
import platform
import shlex
from importlib.metadata import version
from pathlib import Path
from typing import Any

import forgesim
from forgesim.arena.manifest import plan_from_json, plan_json
from forgesim.arena.plan import Plan
from forgesim.cards.files import (
    HALF_WRITTEN,
    failure,
    read_text,
    remove_half_written,
    shown,
    write_atomically,
)
from forgesim.errors import ForgesimError, OutputError, UsageError
from forgesim.kernel.jit import engine_digest
from forgesim.kernel.random import STREAM_VERSION

FORMAT = 4
RUNS = Path("runs")
"""Where runs go that are not told where."""
MANIFEST = "manifest.json"
FOLDERS = ("games", "counts", "tallies")
DERIVED = ("impact", "check")
"""What other commands store with a run, and what is no more true of another."""
_DERIVED = {"games", "matchups", "tiers"}
"""Parts of a plan that cannot differ alone."""


def check_run_directory(path: Path, force: bool) -> None:
    """See that a new run may be put here: only an earlier run is overwritten.

    Raises
    ------
    UsageError
        If it may not.
    OutputError
        If that cannot be seen.
    """
    if "\0" in str(path):
        raise UsageError(f"{str(path)!r} cannot be the name of a run directory")
    try:
        is_free = not path.exists() or _is_vacant(path)
    except OSError as error:
        raise OutputError(f"{path} cannot be made: {error.strerror}") from None
    if not is_free and not force:
        raise UsageError(
            f"{path} exists already: name another --out, add --resume to complete the run in it,"
            " or --force to overwrite it"
        )
    if not is_free and not is_run(path):
        raise UsageError(f"{path} is not a run directory: it will not be overwritten")


def _is_vacant(path: Path) -> bool:
    """Whether a folder holds no file: so does that of a run killed before it had a manifest."""
    return path.is_dir() and all(
        inner.is_dir() or inner.name.endswith(HALF_WRITTEN) for inner in path.rglob("*")
    )


def make_run_directory(path: Path, force: bool) -> None:
    """Make the folder of a new run; with `force` an earlier run in it is removed.

    Raises
    ------
    UsageError
        If it may not be put here.
    OutputError
        If it cannot be made.
    """
    check_run_directory(path, force)
    try:
        # The manifest goes last: stopped before, this is still the earlier run, to be completed.
        folders = (*DERIVED, *reversed(FOLDERS))
        stored = [file for name in folders for file in path.glob(f"{name}/*")]
        for old in (*stored, path / MANIFEST):
            old.unlink(missing_ok=True)
        _make_folders(path)
    except OSError as error:
        raise OutputError(f"{path} cannot be made: {error.strerror}") from None


def _make_folders(path: Path) -> None:
    """Make the folders of a run, and clear them of what was left half written."""
    for folder in (path, *(path / name for name in FOLDERS)):
        folder.mkdir(parents=True, exist_ok=True)
        remove_half_written(folder)


def is_run(path: Path) -> bool:
    """Whether a run was begun here."""
    try:
        return (path / MANIFEST).is_file()
    except OSError:
        return False


def run_hint(path: Path) -> str:
    """Suggest the run of that name in the folder of all runs, as a phrase to append, or nothing."""
    place = RUNS / path
    return f"; did you mean {str(place)!r}?" if is_run(place) and not is_run(path) else ""


def free_name(folder: Path, name: str) -> Path:
    """The first of name, name-2, name-3 … that is not taken."""
    path = folder / name
    number = 2
    while path.exists():
        path = folder / f"{name}-{number}"
        number += 1
    return path


def write_manifest(path: Path, plan: Plan) -> None:
    """Write down what the run was told."""
    manifest = {
        "format": FORMAT,
        "forgesim": forgesim.__version__,
        "engine": engine_digest(),
        "streams": STREAM_VERSION,
        "versions": _versions(),
        "plan": plan_json(plan),
    }
    text = json.dumps(manifest, indent=1, ensure_ascii=False) + "\n"
    write_atomically(path / MANIFEST, text.encode())


def _versions() -> dict[str, str]:
    packages = ("numpy", "numba", "llvmlite", "pyarrow")
    return {"python": platform.python_version()} | {name: version(name) for name in packages}


def changed_versions(path: Path) -> list[str]:
    """What has another version now than when a stored run was begun, as `pyarrow 17.0, now 18.0`.

    No game depends on it, but the bytes of the files may.
    """
    begun = read_manifest(path).get("versions")
    if not isinstance(begun, dict):
        return []
    return [
        f"{name} {begun[name]}, now {now}"
        for name, now in _versions().items()
        if begun.get(name, now) != now
    ]


def read_manifest(path: Path) -> dict[str, Any]:
    """Read what a run was told.

    Raises
    ------
    DataError
        If there is no run, or it is of another format, or damaged.
    """
    file = path / MANIFEST
    if not is_run(path):
        problem = f"is not a run directory (it has no manifest.json){run_hint(path)}"
        raise failure(path, problem)
    try:
        manifest: dict[str, Any] = json.loads(read_text(file))
        found = manifest["format"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise failure(file, "is damaged: expected the JSON that forgesim wrote") from None
    if found != FORMAT:
        writer = shown(manifest.get("forgesim"))
        raise failure(
            file,
            f"has format {shown(found)}, this forgesim reads format {FORMAT}: run the batch again,"
            f" or use forgesim {writer}, which wrote it",
        )
    if not isinstance(manifest.get("engine"), str) or "plan" not in manifest:
        raise failure(file, "is damaged: it does not say what was played")
    return manifest


def read_plan(path: Path) -> Plan:
    """The plan of a stored run.

    Raises
    ------
    DataError
        If the run or its plan cannot be read.
    """
    manifest = read_manifest(path)
    try:
        return plan_from_json(manifest["plan"])
    except (KeyError, ValueError, TypeError, IndexError, AttributeError, ForgesimError):
        raise failure(path / MANIFEST, "is damaged: its plan cannot be read") from None


def check_engine(path: Path) -> None:
    """Raise UsageError unless a stored run was played by the engine that is installed."""
    if read_manifest(path)["engine"] != engine_digest():
        raise UsageError(
            f"{path} was played by another version of the engine, which would play other games:"
            " run the batch again"
        )


def open_run(path: Path, plan: Plan) -> None:
    """Take up a run that was stopped: see that it is of this plan, and clear what is half written.

    Raises
    ------
    ForgesimError
        If the run is of another plan or engine, or cannot be read.
    """
    check_engine(path)
    begun = read_plan(path)
    # Of a run that stopped at a look, the manifest keeps what was played.
    ends = [number for number in range(len(plan.rounds)) if plan.rounds[number][1] == begun.pairs]
    asked_for = plan.up_to(ends[0]) if begun.precision is not None and ends else plan
    stored, asked = (json.loads(json.dumps(plan_json(p))) for p in (begun, asked_for))
    differences = [
        f"{key} {stored[key]}, not {asked[key]}" if key in ("seed", "pairs") else f"other {key}"
        for key in asked
        if stored[key] != asked[key] and key not in _DERIVED
    ]
    if differences:
        raise UsageError(
            f"{path} was started with other inputs ({'; '.join(differences)}): to complete it as it"
            f" was started: {resume_command(path)}"
        )
    try:
        _make_folders(path)
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {error.strerror}") from None


def resume_command(path: Path) -> str:
    """What to type to complete the run in a folder."""
    return f"forgesim batch --resume --out {shlex.quote(str(path))}"
