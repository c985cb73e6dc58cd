"""Projects as designers write them: valid ones are read as written and play, wrong ones never pass.

`scripts/evidence/designs.py` tries thousands of them.
"""

from __future__ import annotations

import json

import pytest

from tests.kernel.processes import CHECKED, run
from tests.properties.faults import ALL
from tests.properties.faults.kinds import Fault
from tests.properties.files import make_project
from tests.properties.trials import try_fault, try_projects

QUICK = range(40)
MANY = 150


def test_a_counter_always_stands_for_the_same_project() -> None:
    assert make_project(7) == make_project(7)
    assert make_project(7) != make_project(8)


def test_what_is_valid_is_read_as_written_and_plays() -> None:
    findings = try_projects(QUICK)
    assert findings.failures == []
    assert findings.games > 6 * len(QUICK)


@pytest.mark.slow
def test_no_index_leaves_its_array_whatever_the_files_say() -> None:
    done = run(CHECKED, "tests.properties.trials", "1000", str(MANY))
    assert done.returncode == 0, done.stderr
    findings = json.loads(done.stdout)
    assert (findings["designs"], findings["failures"]) == (MANY, [])


def test_trials_do_not_count_without_the_check() -> None:
    done = run((), "tests.properties.trials", "0", "1")
    assert "bounds checks are not active" in done.stderr


@pytest.mark.parametrize("fault", ALL, ids=str)
def test_a_fault_is_refused_where_it_stands(fault: Fault) -> None:
    assert try_fault(fault, ALL.index(fault)) == ""


def test_kinds_of_faults_have_names_of_their_own() -> None:
    assert len({str(fault) for fault in ALL}) == len(ALL)
