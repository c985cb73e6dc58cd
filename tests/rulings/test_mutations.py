"""The table of planted faults fits the sources and the rulings; a sample is tried for real."""

import importlib.util
import re
import sys
from pathlib import Path

import pytest

from forgesim.rulesets.forge.params import PARAMETERS

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SAMPLE = [
    "a defender that dies does not kill",
    "the first guard must be struck first",
    "heat above the cap is taken away",
]


def _load():
    place = importlib.util.spec_from_file_location("mutations", ROOT / "scripts" / "mutations.py")
    module = importlib.util.module_from_spec(place)
    sys.modules[place.name] = module
    place.loader.exec_module(module)
    return module


mutations = _load()
FAULTS = mutations.load_faults()


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.ruling}-{fault.fault}")
def test_fault_fits(fault):
    sound = (ROOT / fault.file).read_text("utf-8")
    assert sound.count(fault.old) == 1
    assert fault.new != fault.old
    assert fault.tests
    assert all((HERE / name).is_file() for name in fault.tests)


def test_every_ruling_and_switch_has_a_fault():
    rules = (ROOT / "forgesim" / "rulesets" / "forge" / "RULES.md").read_text("utf-8")
    rulings = re.findall(r"^- \*\*([RDS]\d+)\*\* ", rules, re.MULTILINE)
    switches = [parameter.name for parameter in PARAMETERS if parameter.is_switch]
    assert {fault.ruling for fault in FAULTS} == {*rulings, *switches}


def test_faults_have_names_of_their_own():
    names = [(fault.ruling, fault.fault) for fault in FAULTS]
    assert len(set(names)) == len(names)


def test_result_table_is_of_these_faults():
    table = (HERE / "MUTATIONS.md").read_text("utf-8")
    rows = re.findall(r"^\| (\w+) \| (.*?) \| `", table, re.MULTILINE)
    assert rows == [(fault.ruling, fault.fault) for fault in FAULTS]


HARMLESS = mutations.Fault(
    ruling="R8",
    fault="a comment",
    file="forgesim/rulesets/forge/effects.py",
    old="def strike_forge(s, t, index):",
    new="def strike_forge(s, t, index):  # harmless",
    tests=["test_r08.py"],
)
CRASH = mutations.Fault(
    ruling="R8",
    fault="an unknown name",
    file="forgesim/rulesets/forge/effects.py",
    old="    p = s.active\n    q = p ^ 1\n",
    new="    p = s.active\n    q = unknown ^ 1\n",
    tests=["test_r08.py"],
)


def test_sample_is_caught_and_nothing_else():
    sample = [fault for fault in FAULTS if fault.fault in SAMPLE]
    verdicts = [
        result.verdict.partition("::")[0]
        for result in mutations.try_faults([*sample, HARMLESS, CRASH])
    ]
    assert verdicts == [
        "`test_r08.py",
        "`test_r13.py",
        "`test_r14.py",
        "**NOT CAUGHT** (all tests pass)",
        "**NOT CAUGHT** (tests fail, but by no assertion)",
    ]
