"""The GitHub Action: its inputs are documented, and its last step calls the gate as it should."""

import os
import re
import shutil
import subprocess
import textwrap
from pathlib import Path

import pytest

from tests.docs.pages import CHECKOUT, DOCS

ACTION = (CHECKOUT / "action.yml").read_text(encoding="utf-8")
BASH = shutil.which("bash")


def inputs() -> set[str]:
    part = ACTION.split("\ninputs:\n")[1].split("\nruns:\n", maxsplit=1)[0]
    return set(re.findall(r"^  ([a-z-]+):$", part, re.MULTILINE))


def test_every_input_is_documented_and_used() -> None:
    page = (DOCS / "how-to" / "gate-your-game.md").read_text(encoding="utf-8")
    table = page.split("| input | meaning | default |\n")[1].split("\n\n", maxsplit=1)[0]
    cells = [line.split("|")[1] for line in table.splitlines()[1:]]
    assert {name for cell in cells for name in re.findall(r"`([a-z-]+)`", cell)} == inputs()
    assert set(re.findall(r"\$\{\{ inputs\.([a-z-]+) \}\}", ACTION)) == inputs()


def test_no_input_is_pasted_into_a_script() -> None:
    # What stands in a script is run: inputs come to it as variables of the environment.
    scripts = re.findall(r"run: \|\n((?: {8}.*\n)+)", ACTION)
    assert len(scripts) == 2
    assert [script for script in scripts if "${{" in script] == []


def gate_step(folder: Path, codes: str = "0 0", **given: str) -> tuple[int, list[str]]:
    """Run the last step with a stand-in for forgesim; its code, and the calls that it made."""
    stand_in = folder / "forgesim"
    stand_in.write_text(
        f'#!{BASH}\necho "$*" >>calls\nset -- {codes}\nshift $(($(wc -l <calls) - 1))\nexit $1\n'
    )
    stand_in.chmod(0o755)
    names = ("baseline", "targets", "experiment", "arguments", "junit", "json", "markdown")
    told = {name.upper(): given.get(name, "") for name in names} | {"FORGESIM": str(stand_in)}
    script = textwrap.dedent(ACTION.split("run: |\n")[-1])
    done = subprocess.run(
        [str(BASH), "--noprofile", "--norc", "-eo", "pipefail", "-c", script], cwd=folder,
        env={"PATH": os.environ["PATH"], **told}, check=False,
    )  # fmt: skip
    return done.returncode, (folder / "calls").read_text().splitlines()


@pytest.mark.skipif(BASH is None or os.name == "nt", reason="wants bash")
class TestTheLastStep:
    def test_a_baseline_is_gated(self, tmp_path: Path) -> None:
        assert gate_step(tmp_path, baseline="b.json") == (0, ["gate b.json"])

    def test_all_inputs_reach_it(self, tmp_path: Path) -> None:
        given = {"baseline": "my b.json", "experiment": "e.toml", "arguments": "--cap 500 --jobs 2",
                 "junit": "j.xml", "json": "j.json", "markdown": "m.md"}  # fmt: skip
        assert gate_step(tmp_path, "1", **given) == (1, [
            "gate my b.json --experiment e.toml --cap 500 --jobs 2 --junit j.xml --json j.json"
            " --markdown m.md"
        ])  # fmt: skip

    def test_targets_alone(self, tmp_path: Path) -> None:
        calls = ["gate --targets t.toml --junit j.xml"]
        assert gate_step(tmp_path, "4", targets="t.toml", junit="j.xml") == (4, calls)

    @pytest.mark.parametrize(("codes", "code"), [("0 0", 0), ("0 1", 1), ("3 1", 3), ("1 0", 1)])
    def test_of_two_verdicts_the_first_bad_one_counts(
        self, tmp_path: Path, codes: str, code: int
    ) -> None:
        calls = ["gate b.json --json j.json", "gate --targets t.toml"]
        given = {"baseline": "b.json", "targets": "t.toml", "json": "j.json"}
        assert gate_step(tmp_path, codes, **given) == (code, calls)
