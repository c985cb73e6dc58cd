"""What users get wrong is answered in words: no traceback, nothing written, the right code."""

from collections.abc import Callable
from operator import attrgetter
from pathlib import Path

import pytest

from tests.cli.mistakes import MISTAKES, Mistake
from tests.cli.program import (
    IS_UPDATING,
    SNAPSHOTS,
    Result,
    call_forgesim,
    has_the_parser_of_the_snapshots,
    matches_snapshot,
    run_forgesim,
    tree,
)


def lay_out(folder: Path, mistake: Mistake) -> None:
    for name, content in mistake.files.items():
        path = folder / name
        if content is None:
            path.mkdir(parents=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


def answer_to(
    mistake: Mistake, folder: Path, forgesim: Callable[..., Result] = call_forgesim
) -> Result:
    """Make the mistake; whatever it is, this must hold for the answer."""
    lay_out(folder, mistake)
    before = tree(folder)
    result = forgesim(*mistake.arguments, cwd=folder)
    assert not result.has_traceback, result.err
    assert result.code == mistake.code
    assert tree(folder) == before
    return result


def agrees(mistake: Mistake, result: Result) -> bool:
    text = f"$ forgesim {mistake.command}\n[exit code {result.code}]\n{result.err}{result.out}"
    return matches_snapshot(f"errors/{mistake.name}", text)


OWN_WORDS = [mistake for mistake in MISTAKES if not mistake.by_parser]
PARSER_S_WORDS = [mistake for mistake in MISTAKES if mistake.by_parser]
name_of = attrgetter("name")


@pytest.mark.parametrize("mistake", OWN_WORDS, ids=name_of)
def test_a_mistake_is_answered_as_stored(mistake: Mistake, tmp_path: Path) -> None:
    result = answer_to(mistake, tmp_path)
    assert agrees(mistake, result), result.err


@pytest.mark.parametrize("mistake", PARSER_S_WORDS, ids=name_of)
def test_a_mistake_that_the_parser_sees_is_answered(mistake: Mistake, tmp_path: Path) -> None:
    result = answer_to(mistake, tmp_path, run_forgesim)
    if has_the_parser_of_the_snapshots():
        assert agrees(mistake, result), result.err


@pytest.mark.slow
@pytest.mark.parametrize("mistake", OWN_WORDS[::8], ids=name_of)
def test_the_installed_command_answers_in_the_same_way(mistake: Mistake, tmp_path: Path) -> None:
    result = answer_to(mistake, tmp_path, run_forgesim)
    assert agrees(mistake, result), result.err


def test_every_stored_answer_belongs_to_a_mistake() -> None:
    names = [mistake.name for mistake in MISTAKES]
    assert len(set(names)) == len(names)
    stored = {path.stem for path in (SNAPSHOTS / "errors").glob("*.txt")}
    if IS_UPDATING:
        for name in stored - set(names):
            (SNAPSHOTS / "errors" / f"{name}.txt").unlink()
    else:
        assert stored == set(names)
