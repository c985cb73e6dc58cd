"""Runs that are stopped from outside: nothing is left half done, and each can be completed."""

import json
import os
import random
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import pytest

from forgesim.cli import batch
from tests.cli.program import PROGRAM, Result, call_forgesim, call_well, run_forgesim, tree

FIELD = ("--deck", "wilds-fast", "--deck", "occult-fast", "--pairs", "32000", "--quiet")
BLOCKS = 6
WAYS = [("1", "threading"), ("2", "threading"), ("2", "loky")]
"""Numbers of workers, and what they are."""
LONGEST = 120.0
"""Seconds after which what was waited for will not come."""

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")]


def workers(way: tuple[str, str]) -> tuple[str, ...]:
    return ("--jobs", way[0], "--backend", way[1])


class Program:
    """The installed program, at work in a session of its own, as below a terminal of its own."""

    def __init__(self, folder: Path, *arguments: str | Path, **settings: Any) -> None:
        self.run = folder / "run"
        command = settings.pop("command", [PROGRAM])
        environment = os.environ | {"COLUMNS": "100"} | settings.pop("env", {})
        settings = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | settings
        self._process = subprocess.Popen(
            [*command, *arguments], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
            start_new_session=True, encoding="utf-8", **settings,
        )  # fmt: skip

    @property
    def err(self) -> IO[str]:
        """What it says about itself."""
        assert self._process.stderr is not None
        return self._process.stderr

    def wait_until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so, or the program has ended."""
        end = time.monotonic() + LONGEST
        while self._process.poll() is None and not is_so():
            assert time.monotonic() < end, "waited in vain"
            time.sleep(0.0005)

    def blocks(self) -> int:
        """How many blocks it has stored."""
        return len(list(self.run.glob("games/[0-9]*")))

    def wait_for_blocks(self, number: int) -> None:
        """Wait until it has stored so many blocks."""
        self.wait_until(lambda: self.blocks() >= number)

    def send(self, number: int, only_itself: bool = False) -> None:
        """Send a signal to the program and all its workers, as a terminal does."""
        with suppress(ProcessLookupError):
            (os.kill if only_itself else os.killpg)(self._process.pid, number)

    def result(self) -> Result:
        """Wait for its end."""
        out, err = self._process.communicate(timeout=LONGEST)
        return Result(self._process.returncode, out or "", err or "")

    def others(self) -> list[int]:
        """Processes of its session that are alive, but for itself."""
        found = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == self._process.pid and fields[0] not in "ZX":
                found.append(int(stat.parent.name))
        return [pid for pid in found if pid != self._process.pid]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Program]]:
    """Starts the program; what is left of it at the end of a test is killed."""
    started: list[Program] = []

    def begin(*arguments: str | Path, **settings: Any) -> Program:
        started.append(Program(tmp_path, *arguments, **settings))
        return started[-1]

    yield begin
    for program in started:
        program.send(signal.SIGKILL)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nothing disturbed."""
    folder = tmp_path_factory.mktemp("whole")
    call_well("batch", *FIELD, "--out", "run", cwd=folder)
    return folder / "run"


@pytest.fixture(scope="module")
def files(whole: Path) -> dict[str, bytes | None]:
    """Its files, to the byte."""
    found = tree(whole)
    assert len([name for name in found if name.startswith("games/")]) == BLOCKS
    return found


def half_written(run: Path) -> list[Path]:
    return list(run.rglob(".*"))


# Killed.

MOMENTS = ["at once", "manifest", "first", "tallies", *["block", "middle", "writing", "start"] * 4]
"""Twenty moments of a run."""


def wait_for_moment(moment: str, program: Program, dice: random.Random) -> None:
    """Wait for a moment of a run."""
    k = dice.randrange(1, BLOCKS)
    if moment in ("at once", "start"):
        time.sleep(dice.uniform(0, 1.5))
    elif moment == "manifest":
        program.wait_until(program.run.exists)
    elif moment == "first":
        program.wait_until((program.run / "manifest.json").exists)
    elif moment == "tallies":
        program.wait_until(lambda: any((program.run / "tallies").glob("*")))
    else:
        program.wait_for_blocks(k)
        if moment == "middle":
            time.sleep(dice.uniform(0, 0.2))
        elif moment == "writing":
            program.wait_until(lambda: any((program.run / "games").glob(".*")))


@pytest.mark.parametrize(
    "trial",
    range(len(MOMENTS)),
)
def test_a_run_killed_at_any_moment_is_completed_to_the_same_bytes(
    trial: int, start: Callable[..., Program], files: dict[str, bytes | None], tmp_path: Path
) -> None:
    dice = random.Random(trial)
    first, second = dice.sample(WAYS, 2)
    program = start("batch", *FIELD, *workers(first), "--out", "run")
    wait_for_moment(MOMENTS[trial], program, dice)
    program.send(signal.SIGKILL)
    result = program.result()
    assert not result.has_traceback, result.err
    asked = () if (tmp_path / "run/manifest.json").exists() and dice.random() < 0.5 else FIELD
    again = ("batch", "--resume", *asked, "--quiet", *workers(second), "--out", "run")
    resume = run_forgesim if second[1] == "loky" else call_forgesim
    resumed = resume(*again, cwd=tmp_path)
    assert resumed.code == 0, resumed.err
    assert tree(tmp_path / "run") == files


def test_a_run_killed_again_and_again_is_completed_to_the_same_bytes(
    start: Callable[..., Program], files: dict[str, bytes | None], tmp_path: Path
) -> None:
    again = ("batch", "--resume", *FIELD, "--out", "run")
    for number in range(BLOCKS - 1):
        program = start(*again, *workers(WAYS[number % 3]))
        program.wait_for_blocks(number + 1)
        program.send(signal.SIGKILL)
        program.result()
    call_well(*again, cwd=tmp_path)
    assert tree(tmp_path / "run") == files


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
@pytest.mark.parametrize(
    "number",
    [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP],
)
def test_workers_end_when_the_program_was_killed(
    number: signal.Signals, start: Callable[..., Program]
) -> None:
    program = start("batch", *FIELD, *workers(("2", "loky")), "--out", "run")
    program.wait_for_blocks(1)
    assert len(program.others()) >= 2
    program.send(number, only_itself=True)
    program.result()
    end = time.monotonic() + LONGEST
    while program.others():
        assert time.monotonic() < end, "workers stay"
        time.sleep(0.1)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
def test_a_run_whose_worker_was_killed_says_how_to_go_on(
    start: Callable[..., Program], files: dict[str, bytes | None], tmp_path: Path
) -> None:
    program = start("batch", *FIELD, *workers(("2", "loky")), "--out", "run")
    program.wait_for_blocks(1)
    for pid in program.others():
        if "LokyProcess-1" in Path(f"/proc/{pid}/cmdline").read_text():
            os.kill(pid, signal.SIGKILL)
    result = program.result()
    assert result.code == 2
    assert result.err == (
        "a worker process was killed, by hand or for want of memory."
        " Go on: forgesim batch --resume --out run\n"
    )
    assert not half_written(tmp_path / "run")
    call_well("batch", "--resume", "--out", "run", cwd=tmp_path)
    assert tree(tmp_path / "run") == files


# Interrupted.

KEPT = "interrupted; the games so far are kept. Go on: "


def assert_is_interrupted(result: Result, seconds: float, last: str) -> None:
    """See that a command ended as it should: within 2 s, and what a busy machine adds."""
    assert result.code == 130, result.err
    assert result.out == ""
    assert not result.has_traceback, result.err
    assert "Warning" not in result.err
    assert "ignored" not in result.err
    assert result.err.strip().splitlines()[-1:] == [last]
    assert seconds < 10


def interrupt(program: Program, pauses: tuple[float, ...] = (0,)) -> tuple[Result, float]:
    """Press Ctrl-C, after each of these pauses; what comes of it, and the seconds that it takes."""
    time.sleep(pauses[0])
    begin = time.monotonic()
    for pause in (0, *pauses[1:]):
        time.sleep(pause)
        program.send(signal.SIGINT)
    return program.result(), time.monotonic() - begin


@pytest.mark.parametrize("presses", [(0.1,), (0, 0.02, 0.1)], ids=["once", "thrice"])
@pytest.mark.parametrize("way", WAYS, ids="-".join)
def test_ctrl_c_says_how_to_go_on_and_that_works(
    way: tuple[str, str], presses: tuple[float, ...], start: Callable[..., Program],
    files: dict[str, bytes | None], tmp_path: Path,
) -> None:  # fmt: skip
    program = start("batch", *FIELD, *workers(way), "--out", "run")
    program.wait_for_blocks(2)
    result, seconds = interrupt(program, presses)
    command = "forgesim batch --resume --out run"
    assert_is_interrupted(result, seconds, KEPT + command)
    assert not half_written(tmp_path / "run")
    assert 1 < program.blocks() < BLOCKS
    call_well(*shlex.split(command)[1:], cwd=tmp_path)
    assert tree(tmp_path / "run") == files


@pytest.mark.parametrize("way", WAYS[1:], ids="-".join)
def test_ctrl_c_while_workers_start(
    way: tuple[str, str], start: Callable[..., Program], tmp_path: Path
) -> None:
    for pause in (0, 0.02, 0.05, 0.1, 0.2, 0.5):
        shutil.rmtree(tmp_path / "run", ignore_errors=True)
        program = start("batch", *FIELD, *workers(way), "--out", "run")
        program.wait_until((tmp_path / "run" / "manifest.json").exists)
        result, seconds = interrupt(program, (pause, 0.01))
        assert_is_interrupted(result, seconds, KEPT + "forgesim batch --resume --out run")
        assert not half_written(tmp_path / "run")


HEEDING = """
import sys
from forgesim import interrupts
interrupts.heed()
print("heeds", file=sys.stderr, flush=True)
from forgesim.cli.main import main
main()
"""


@pytest.mark.parametrize("pause", [0, *(0.05 * i for i in range(1, 20))])
def test_ctrl_c_while_the_program_is_loaded(pause: float, start: Callable[..., Program]) -> None:
    command = [sys.executable, "-c", HEEDING]
    program = start("batch", "--games", "100000000", "--out", "run", command=command)
    assert program.err.readline() == "heeds\n"
    result, seconds = interrupt(program, (pause,))
    last = result.err.strip().splitlines()[-1]
    assert last.startswith("interrupted")
    assert_is_interrupted(result, seconds, last)


COMPILING = [0.5, 6, 13]


@pytest.mark.parametrize("pause", COMPILING)
def test_ctrl_c_while_the_engine_is_compiled(
    pause: float, start: Callable[..., Program], tmp_path: Path
) -> None:
    own_cache = {"FORGESIM_CACHE_DIR": str(tmp_path / "cache")}
    field = (*FIELD[:4], "--games", "100000000")
    program = start("batch", *field, "--out", "run", env=own_cache)
    while "Compiling" not in (line := program.err.readline()):
        assert line, "nothing is compiled"
    result, seconds = interrupt(program, (pause,))
    assert_is_interrupted(result, seconds, "interrupted")
    assert not (tmp_path / "run").exists()


def test_a_compilation_that_was_stopped_does_not_spoil_the_next(
    start: Callable[..., Program], tmp_path: Path
) -> None:
    own_cache = {"FORGESIM_CACHE_DIR": str(tmp_path / "cache")}
    arguments = ("batch", *FIELD[:4], "--games", "20", "--out", "run")
    program = start(*arguments, env=own_cache)
    program.wait_until(lambda: any((tmp_path / "cache").rglob("*.nb?")))
    program.send(signal.SIGINT)
    program.result()
    shutil.rmtree(tmp_path / "run", ignore_errors=True)
    result = start(*arguments, env=own_cache).result()
    assert result.code == 0, result.err


def test_ctrl_c_that_is_to_be_ignored_is_ignored(
    start: Callable[..., Program], files: dict[str, bytes | None], tmp_path: Path
) -> None:
    ignore = lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)  # noqa: E731 (as nohup does)
    program = start("batch", *FIELD, "--out", "run", preexec_fn=ignore)
    program.wait_for_blocks(2)
    assert interrupt(program)[0].code == 0
    assert tree(tmp_path / "run") == files


# Output that cannot be written.


def limit_files(size: int) -> Callable[[], None]:
    """Stands for a full disk: no file may become larger."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@pytest.mark.parametrize("way", WAYS, ids="-".join)
def test_a_full_disk_is_named_and_the_run_can_go_on(
    way: tuple[str, str], start: Callable[..., Program], files: dict[str, bytes | None],
    tmp_path: Path,
) -> None:  # fmt: skip
    program = start("batch", *FIELD, *workers(way), "--out", "run", preexec_fn=limit_files(100_000))
    result = program.result()
    assert result.code == 2, result.err
    why, _, command = result.err.strip().partition(". When it can, go on: ")
    assert why.startswith(("run/games/", "run/counts/"))
    assert why.endswith(".parquet cannot be written: File too large")
    assert not {"games/00000.parquet", "tallies/pairs.parquet"} & set(tree(tmp_path / "run"))
    call_well(*shlex.split(command)[1:], cwd=tmp_path)
    assert tree(tmp_path / "run") == files


def test_a_disk_without_room_for_the_manifest_is_named_and_the_run_can_be_begun_again(
    start: Callable[..., Program], files: dict[str, bytes | None], tmp_path: Path
) -> None:
    arguments = ("batch", *FIELD, "--out", "run")
    result = start(*arguments, preexec_fn=limit_files(1000)).result()
    assert result.code == 2
    assert result.err == (
        "run/manifest.json cannot be written: File too large. Mend that, or name another --out\n"
    )
    assert sorted(tree(tmp_path / "run")) == ["counts", "games", "tallies"]
    call_well(*arguments, cwd=tmp_path)
    assert tree(tmp_path / "run") == files


def test_a_place_where_nothing_can_be_made_is_named(tmp_path: Path) -> None:
    result = call_forgesim("batch", *FIELD, "--out", "/proc/run", cwd=tmp_path)
    assert result.code == 2
    assert result.err == (
        "/proc/run cannot be made: No such file or directory. Mend that, or name another --out\n"
    )


full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="wants /dev/full")


@full
def test_a_summary_that_cannot_be_written_can_be_had_again(
    start: Callable[..., Program], files: dict[str, bytes | None], tmp_path: Path
) -> None:
    with Path("/dev/full").open("w") as output:
        result = start("batch", *FIELD, "--out", "run", stdout=output).result()
    assert result.code == 2
    why, _, command = result.err.strip().partition(". When it can, go on: ")
    assert why == "standard output cannot be written: No space left on device"
    assert tree(tmp_path / "run") == files
    assert "all of them stored before" in call_well(*shlex.split(command)[1:], cwd=tmp_path)


@full
@pytest.mark.parametrize("arguments", [("--version",), ("--help",), ("rules",)], ids=" ".join)
def test_output_that_cannot_be_written_is_one_message(
    arguments: tuple[str, ...], start: Callable[..., Program]
) -> None:
    with Path("/dev/full").open("w") as output:
        result = start(*arguments, stdout=output).result()
    assert result.code == 2
    assert not result.has_traceback
    last = result.err.splitlines()[-1]
    assert last == "standard output cannot be written: No space left on device"


def test_closed_output_is_refused_before_anything_is_done(
    start: Callable[..., Program], tmp_path: Path
) -> None:
    program = start("batch", *FIELD, "--out", "run", stdout=None, preexec_fn=lambda: os.close(1))
    result = program.result()
    assert result.code == 2
    assert result.err == "standard output is closed: send it to a file, or to /dev/null\n"
    assert not (tmp_path / "run").exists()


@full
def test_where_nobody_can_be_told_the_exit_code_remains(
    start: Callable[..., Program], tmp_path: Path
) -> None:
    with Path("/dev/full").open("w") as nowhere:
        for arguments in (
            ("batch", "--games", "0"),
            ("batch", "--nonsense"),
            ("batch", *FIELD[:4]),
        ):
            assert start(*arguments, stderr=nowhere).result().code == 2
    closed = start("batch", "--games", "0", stderr=None, preexec_fn=lambda: os.close(2))
    assert closed.result() == Result(2, "", "")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("keeps_output", [False, True])
def test_a_run_that_outlives_its_terminal_is_completed(
    keeps_output: bool, start: Callable[..., Program], files: dict[str, bytes | None],
    tmp_path: Path,
) -> None:  # fmt: skip
    ours, theirs = os.openpty()
    program = start(
        "batch", *FIELD[:-1], "--out", "run", stderr=theirs,
        stdout=subprocess.PIPE if keeps_output else theirs,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
    )  # fmt: skip
    os.close(theirs)
    program.wait_for_blocks(1)
    os.close(ours)
    result = program.result()
    assert result.code == (0 if keeps_output else 2)
    assert ("Stored in run" in result.out) == keeps_output
    assert tree(tmp_path / "run") == files


# What a resumed run says.


@pytest.fixture
def spoilt(whole: Path, tmp_path: Path) -> Path:
    """A run of which three blocks and the tallies are missing."""
    run = Path(shutil.copytree(whole, tmp_path / "run"))
    for file in (*sorted((run / "games").iterdir())[3:6], *(run / "tallies").iterdir()):
        file.unlink()
    return run


def test_a_resumed_run_is_summed_up_as_if_it_had_not_been_stopped(
    whole: Path, spoilt: Path
) -> None:
    again = ("batch", "--resume", "--out", "run", "--quiet")
    undisturbed = call_well(*again, cwd=whole.parent).splitlines()
    resumed = call_well(*again, cwd=spoilt.parent).splitlines()
    assert undisturbed[1] == "batch: 192,000 games, all of them stored before"
    assert resumed[1].startswith("batch: 192,000 games, 93,696 of them now in ")
    assert resumed[2:] == undisturbed[2:]


def test_the_rate_is_that_of_the_games_that_were_played_now(spoilt: Path) -> None:
    line = call_well("batch", "--resume", "--out", "run", "--quiet", cwd=spoilt.parent)
    words = line.splitlines()[1].replace(",", "").replace("(", "").split()
    seconds, rate = float(words[words.index("in") + 1]), float(words[words.index("s") + 1])
    assert rate * (seconds - 0.05) <= 93_696 <= rate * (seconds + 0.05)


def test_it_is_said_how_much_is_stored(spoilt: Path) -> None:
    result = call_forgesim("batch", "--resume", "--out", "run", cwd=spoilt.parent)
    assert "\n98,304 of them are stored already\n" in result.err


def test_a_large_run_that_was_agreed_to_is_completed_without_asking_again(
    spoilt: Path, files: dict[str, bytes | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "LARGE", 1000)
    assert call_forgesim("batch", *FIELD, "--out", "new", cwd=spoilt.parent).code == 2
    call_well("batch", "--resume", "--out", "run", cwd=spoilt.parent)
    assert tree(spoilt) == files


def test_a_run_is_completed_without_the_files_that_it_came_from(tmp_path: Path) -> None:
    deck = next(Path("rosters/forge/decks").resolve().glob("wilds-fast.toml"))
    shutil.copy(deck, tmp_path / "mine.toml")
    (tmp_path / "experiment.toml").write_text('deck = ["mine.toml"]\npairs = 30\nname = "mine"\n')
    call_well("batch", "--out", "run", cwd=tmp_path)
    before = tree(tmp_path / "run")
    (tmp_path / "mine.toml").unlink()
    (tmp_path / "run/games/00000.parquet").unlink()
    (tmp_path / "run").rename(tmp_path / "moved run")
    call_well("batch", "--resume", "--out", "moved run", cwd=tmp_path)
    assert tree(tmp_path / "moved run") == before


REFUSED = {
    "without --out": ("", "--resume wants --out: the directory of the run to complete"),
    "with --force": ("--out run --force", "--resume completes a run, --force overwrites it"),
    "nothing there": (
        "--out none",
        "none holds no run to complete (no manifest.json): check --out",
    ),
    "no run there": ("--out mine", "mine holds no run to complete (no manifest.json): check --out"),
    "no run there, to be begun": ("--deck wilds-fast --out mine", "mine exists already: name"),
    "a file": ("--out mine/notes.txt", "mine/notes.txt holds no run to complete"),
    "another seed": (
        "--deck wilds-fast --deck occult-fast --pairs 32000 --seed 2 --out run",
        "run was started with other inputs (seed 1, not 2): to complete it as it was started: "
        "forgesim batch --resume --out run",
    ),
    "other decks": ("--deck wilds-fast --out run", "other decks"),
    "other pairs": ("--pairs 7 --out run", "pairs 32000, not 7"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_resumed_is_refused(name: str, spoilt: Path) -> None:
    words, message = REFUSED[name]
    (spoilt.parent / "mine").mkdir()
    (spoilt.parent / "mine" / "notes.txt").write_text("mine")
    before = tree(spoilt.parent)
    result = call_forgesim("batch", "--resume", *words.split(), cwd=spoilt.parent)
    assert result.code == 2
    assert not result.has_traceback, result.err
    assert message in result.err.strip().splitlines()[-1]
    assert tree(spoilt.parent) == before


def test_a_run_of_another_engine_is_not_resumed(spoilt: Path) -> None:
    manifest = json.loads((spoilt / "manifest.json").read_text(encoding="utf-8"))
    manifest["engine"] = "0" * 16
    (spoilt / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    before = tree(spoilt)
    result = call_forgesim("batch", "--resume", "--out", "run", cwd=spoilt.parent)
    assert result.code == 2
    assert "run was played by another version of the engine" in result.err
    assert tree(spoilt) == before
