"""Every command that the documentation shows runs, and prints what is shown; links resolve."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.program import IS_UPDATING, call_forgesim, run_forgesim
from tests.docs.pages import (
    CHECKOUT,
    DOCS,
    PAGES,
    Block,
    agrees,
    blocks_of,
    excerpt,
    name_of,
    prose_of,
)

SET_UP = [
    "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/forgesim batch --report",
    'python3 -m venv .venv && .venv/bin/pip install -e ".[test]" && .venv/bin/python -m pytest',
]
IN_THE_TUTORIAL = [
    "python3 -m venv .venv", ". .venv/bin/activate", "pip install .", 'pip install ".[xlsx]"',
]  # fmt: skip
"""Lines that install forgesim: not run here, but by .ci/run."""


def run_command(command: str, folder: Path, code: int = 0) -> list[str]:
    """Run one line of a page, and return what a person sees."""
    program, *arguments = shlex.split(command)
    if program in ("cp", "rm", "mkdir"):
        change_files(program, arguments, folder)
        return []
    assert program == "forgesim", f"a page shows {command!r}, which no test runs"
    result = call_forgesim(*arguments, cwd=folder, columns=80)
    assert result.code == code, f"{command}\n{result.err}{result.out}"
    lines = (result.err + result.out).splitlines()
    return [line for line in lines if not line.startswith("Compiling ")]


def change_files(program: str, arguments: list[str], folder: Path) -> None:
    """Do what a shell would do with a line that copies, removes or makes files."""
    if program == "cp":
        *options, source, goal = arguments
        assert options in ([], ["-r"])
        copy = shutil.copytree if options else shutil.copy
        copy(folder / source, folder / goal)
    elif program == "rm":
        chosen = [path for pattern in arguments for path in folder.glob(pattern)]
        assert chosen, arguments
        for path in chosen:
            path.unlink()
    else:
        (folder / arguments[-1]).mkdir(parents=True)


def run_console(block: Block, folder: Path, page: Path) -> None:
    assert block.lines[0].startswith("$ ")
    shown = block.lines[1:]
    assert not any(line.startswith("$ ") for line in shown), "one command a block"
    printed = run_command(block.lines[0].removeprefix("$ "), folder, block.code)
    if IS_UPDATING and not agrees(shown, printed):
        old = "\n".join([block.fence, *block.lines, "```"])
        new = "\n".join([block.fence, block.lines[0], *excerpt(shown, printed), "```"])
        page.write_text(page.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    else:
        assert agrees(shown, printed), "\n".join(excerpt(shown, printed))


def change_lines(block: Block, path: Path) -> None:
    """Change a file as a block shows it: after lines with a minus, those with a plus in place."""
    text = path.read_text(encoding="utf-8")
    groups = re.findall(r"((?:-.*\n)+)((?:\+.*\n)+)", "\n".join(block.lines) + "\n")
    assert sum(len(part.splitlines()) for group in groups for part in group) == len(block.lines)
    for old, new in (["".join(re.findall("^.(.*\n)", part, re.MULTILINE)) for part in group]
                     for group in groups):  # fmt: skip
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def run_shell(block: Block, folder: Path) -> Path:
    """Run the lines of a block, and return the folder in which the page goes on."""
    for line in block.lines:
        if line.startswith("cd "):
            folder = folder / line.removeprefix("cd ")
            assert folder.is_dir()
        elif line and line not in SET_UP + IN_THE_TUTORIAL:
            run_command(line, folder)
    return folder


def run_block(block: Block, folder: Path, page: Path) -> Path:
    """Do what a block says, and return the folder in which the page goes on."""
    if block.language == "sh":
        return run_shell(block, folder)
    if block.language == "diff":
        change_lines(block, folder / block.file)
    elif block.file:
        path = folder / block.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(block.lines) + "\n", encoding="utf-8")
    elif block.language == "console":
        run_console(block, folder, page)
    elif block.language == "python":
        subprocess.run([sys.executable, "-c", "\n".join(block.lines)], cwd=folder, check=True)
    else:
        assert block.language == "text", f"line {block.number}: nothing is known of this block"
    return folder


LONG = {"accept-a-change", "change-a-rule", "commands", "compare-two-versions",
        "find-the-metagame", "gate-your-game", "judge-a-card", "measure-open-rulings",
        "own-cards", "rank-pilots", "read-a-report", "search-decks", "study-file",
        "sweep-a-number", "tune-a-pilot",
        "tutorial", "use-from-python", "write-a-pilot"}  # fmt: skip
"""Pages that play much."""


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=[pytest.mark.slow] * (page.stem in LONG)) for page in PAGES],
    ids=name_of,
)
def test_a_page_works_as_a_whole(page: Path, tmp_path: Path) -> None:
    shutil.copytree(CHECKOUT / "rosters", tmp_path / "rosters")
    folder = tmp_path
    for block in blocks_of(page.read_text(encoding="utf-8")):
        folder = run_block(block, folder, page)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_file_is_named_before_it_is_shown(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for block in blocks_of(text):
        if block.file:
            before = "\n".join(text.splitlines()[: block.number - 1])
            assert block.file in before.rsplit("```", 1)[-1], block.file


# The README


def readme() -> str:
    return (CHECKOUT / "README.md").read_text(encoding="utf-8")


def test_the_readme_is_short() -> None:
    assert len(readme().splitlines()) < 120


def test_the_readme_sets_up_with_the_lines_that_ci_runs() -> None:
    shown = [line for block in blocks_of(readme()) if block.language == "sh"
             for line in block.lines]  # fmt: skip
    assert shown == SET_UP
    script = (CHECKOUT / ".ci" / "run").read_text(encoding="utf-8")
    uses = ("readme_line 'forgesim batch --report'", "readme_line '-m pytest'")
    for line, use in zip(SET_UP, uses, strict=True):
        assert use in script
        # `readme_line` of the script takes the first line of the README that fits.
        ending = use.split("'")[1]
        pattern = re.compile(f"^python3 -m venv .* && .*{ending}$", re.MULTILINE)
        assert pattern.findall(readme()) == [line]


@pytest.mark.slow
def test_the_readme_shows_the_summary_of_the_first_run(tmp_path: Path) -> None:
    (block,) = (each for each in blocks_of(readme()) if each.language == "text")
    result = run_forgesim("batch", "--quiet", cwd=tmp_path, columns=80)
    assert result.code == 0, result.err
    printed = result.out.strip().splitlines()
    if IS_UPDATING and not agrees(block.lines, printed):
        old, new = "\n".join(block.lines), "\n".join(excerpt(block.lines, printed))
        (CHECKOUT / "README.md").write_text(readme().replace(old, new), encoding="utf-8")
    else:
        assert agrees(block.lines, printed), "\n".join(excerpt(block.lines, printed))


# Links


def anchors_of(text: str) -> set[str]:
    """The anchors that GitHub makes of a page's headings."""
    headings = re.findall(r"^#+ (.+)$", prose_of(text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}


LINKED = [*PAGES, CHECKOUT / "CONTRIBUTING.md", CHECKOUT / "CHANGELOG.md",
          CHECKOUT / "reports" / "README.md", CHECKOUT / "rosters" / "README.md"]  # fmt: skip


@pytest.mark.parametrize("page", LINKED, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", prose_of(text)):
        if re.match(r"https?://", target):
            continue
        file, _, anchor = target.partition("#")
        goal = (page.parent / file).resolve() if file else page
        assert goal.exists(), target
        if anchor:
            assert anchor in anchors_of(goal.read_text(encoding="utf-8")), target


def test_every_page_is_reached_from_the_index() -> None:
    reached = {DOCS / "index.md"}
    text = (DOCS / "index.md").read_text(encoding="utf-8")
    reached |= {(DOCS / target).resolve() for target in re.findall(r"\]\(([^)#]+\.md)\)", text)}
    assert set(DOCS.rglob("*.md")) <= reached


@pytest.mark.parametrize("page", LINKED, ids=name_of)
def test_a_page_names_no_folder_of_anybody_s_machine(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert not re.search(r"(?<![\w.])/(home|root|work|tmp|Users)/", text)
