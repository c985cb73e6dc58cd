"""Plant one fault at a time in a copy of the sources, and see whether the ruling tests catch it.

The faults stand in `tests/rulings/mutations.toml`. Each is tried on a copy of its own with the JIT
off, against the tests that the table names for it. A fault counts as caught if one of them fails
by an assertion, or misses an exception that it expects: a copy that crashes says nothing about
the tests.

    python scripts/mutations.py                     try all faults
    python scripts/mutations.py --only R8 D7        try those of some rulings
    python scripts/mutations.py --write FILE        also write the result as Markdown
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import Queue

ROOT = Path(__file__).resolve().parent.parent
TESTS = Path("tests/rulings")
TABLE = ROOT / TESTS / "mutations.toml"
COPIED = ("forgesim", "rosters", "pyproject.toml", str(TESTS))
NOT_COPIED = ("__pycache__", "test_mutations.py", "test_citations.py")
JOBS = 2
TIMEOUT = 120
"""Seconds after which a copy is taken to hang."""

OUTCOME = re.compile(r"^FAILED \S*?(?P<test>test_\w+\.py::\S+)(?: - (?P<why>.*))?$", re.MULTILINE)
ASSERTED = ("assert", "AssertionError", "Failed: DID NOT RAISE")
NOT_CAUGHT = "**NOT CAUGHT**"

HEADER = """\
# Planted faults

Each line is a fault that `scripts/mutations.py` plants in a copy of the sources, and a ruling test
that fails because of it. The faults stand in `mutations.toml`; this file is written by
`python scripts/mutations.py --write tests/rulings/MUTATIONS.md`.

"""


@dataclass(frozen=True)
class Fault:
    """A planted fault: `old` stands once in `file` and is replaced by `new`."""

    ruling: str
    fault: str
    file: str
    old: str
    new: str
    tests: list[str]

    def plant(self, text: str) -> str:
        """Replace `old`, which must stand in the text exactly once."""
        count = text.count(self.old)
        if count != 1:
            raise ValueError(f"{self.ruling} {self.fault!r}: `old` occurs {count} times")
        return text.replace(self.old, self.new)


@dataclass(frozen=True)
class Result:
    """What became of a fault: the tests that failed by an assertion, and what went wrong else."""

    fault: Fault
    caught_by: list[str]
    problem: str = ""

    @property
    def verdict(self) -> str:
        """The last cell of the fault's line."""
        if not self.caught_by:
            return f"{NOT_CAUGHT} ({self.problem})"
        more = len(self.caught_by) - 1
        return f"`{self.caught_by[0]}`" + (f" and {more} more" if more else "")


def load_faults(path: Path = TABLE) -> list[Fault]:
    return [Fault(**entry) for entry in tomllib.loads(path.read_text("utf-8"))["fault"]]


def copy_sources(folder: Path) -> Path:
    """Copy what the ruling tests need."""
    for name in COPIED:
        source, target = ROOT / name, folder / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns(*NOT_COPIED))
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
    return folder


def run_tests(folder: Path, tests: Sequence[str]) -> tuple[int, str]:
    """Run ruling tests of a copy; return pytest's exit status and its report."""
    environment = os.environ | {
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": str(folder),
        # Two versions of a file written in the same second would share their bytecode.
        "PYTHONDONTWRITEBYTECODE": "1",
        # The ruling tests need no plugin, and some are slow to load.
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "COLUMNS": "200",
    }
    paths = [str(TESTS / name) for name in tests] or [str(TESTS)]
    command = [sys.executable, "-m", "pytest", "-rf", "--tb=no", "-p", "no:cacheprovider", *paths]
    try:
        done = subprocess.run(
            [*command, "-o", "addopts="],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return -1, "hangs"
    return done.returncode, done.stdout + done.stderr


@contextmanager
def planted(folder: Path, fault: Fault) -> Iterator[None]:
    """Plant a fault in a copy for a while."""
    path = folder / fault.file
    sound = path.read_text("utf-8")
    path.write_text(fault.plant(sound), "utf-8")
    try:
        yield
    finally:
        path.write_text(sound, "utf-8")


def judge(fault: Fault, status: int, report: str) -> Result:
    """Say from a report whether the fault was caught."""
    if status == 0:
        return Result(fault, [], "all tests pass")
    if status != 1:
        return Result(fault, [], "the tests hang" if status < 0 else "the tests cannot run")
    caught_by = [
        found["test"]
        for found in OUTCOME.finditer(report)
        if (found["why"] or "").startswith(ASSERTED)
    ]
    return Result(fault, caught_by, "" if caught_by else "tests fail, but by no assertion")


def try_faults(faults: Sequence[Fault], jobs: int = JOBS) -> Iterable[Result]:
    """Try faults on temporary copies; results come in the order of the faults."""
    with tempfile.TemporaryDirectory() as base:
        copies: Queue[Path] = Queue()
        for job in range(jobs):
            copies.put(copy_sources(Path(base) / f"copy-{job}"))

        def try_one(fault: Fault) -> Result:
            folder = copies.get()
            try:
                with planted(folder, fault):
                    return judge(fault, *run_tests(folder, fault.tests))
            finally:
                copies.put(folder)

        with ThreadPoolExecutor(jobs) as pool:
            yield from pool.map(try_one, faults)


def check_sound() -> str:
    """Run all ruling tests on a copy without a fault; return what is wrong, if anything."""
    with tempfile.TemporaryDirectory() as base:
        status, report = run_tests(copy_sources(Path(base)), [])
    return report if status else ""


def markdown(results: Iterable[Result]) -> str:
    lines = ["| ruling | fault | caught by |", "|---|---|---|"]
    lines += [f"| {r.fault.ruling} | {r.fault.fault} | {r.verdict} |" for r in results]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="+", metavar="RULING", help="try these rulings alone")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the table as Markdown")
    parser.add_argument("--jobs", type=int, default=JOBS, help="tests run at a time")
    options = parser.parse_args(arguments)
    if options.only and options.write:
        parser.error("--write needs the whole table: leave out --only")
    faults = [f for f in load_faults() if not options.only or f.ruling in options.only]
    if problem := check_sound():
        print(problem, "The ruling tests fail without any fault.", sep="\n", file=sys.stderr)
        return 1
    results = []
    for result in try_faults(faults, options.jobs):
        results.append(result)
        print(f"{result.fault.ruling} | {result.fault.fault} | {result.verdict}", flush=True)
    missed = sum(not result.caught_by for result in results)
    print(f"{len(results) - missed} of {len(results)} faults caught")
    if options.write:
        options.write.write_text(HEADER + markdown(results), "utf-8")
    return 1 if missed or not results else 0


if __name__ == "__main__":
    sys.exit(main())
