"""A small game of its own files, which tests change as a designer would."""

import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

from forgesim.arena.experiment import load_experiment
from forgesim.arena.plan import Plan
from forgesim.arena.resolve import make_plan
from forgesim.cards.shipped import shipped
from forgesim.gate.baseline import Baseline, baseline_plan, make_baseline, read_baseline
from forgesim.gate.drift import match, run_gate
from forgesim.gate.play import Table
from forgesim.gate.result import Found
from forgesim.gate.settings import gate_settings, with_cap

DECKS = ("armory-midrange", "mixed-burn", "occult-fast", "wilds-fast")
LIMITS = {"tolerated": 2.0, "caught": 8.0}
"""Coarse limits, for which few pairs are enough."""
PAIRS = 2000


def make_project(folder: Path) -> Path:
    """Copies of the shipped cards and of some decks, and a `gate.toml`."""
    shutil.copytree(shipped("forge") / "cards", folder / "cards")
    shutil.copytree(shipped("forge") / "rulesets", folder / "rulesets")
    shutil.copytree(shipped("forge") / "pilots", folder / "pilots")
    (folder / "decks").mkdir()
    for name in DECKS:
        text = (shipped("forge") / "decks" / f"{name}.toml").read_text(encoding="utf-8")
        text = re.sub(r'pilot = "(\w+)"', r'pilot = "../pilots/\1.toml"', text)
        (folder / "decks" / f"{name}.toml").write_text(text, encoding="utf-8")
    (folder / "gate.toml").write_text(
        'roster = ["cards"]\ndecks = "decks"\nruleset = "rulesets/v0.1w.toml"\n'
        "[gate]\ntolerated = 2\ncaught = 8\n",
        encoding="utf-8",
    )
    return folder


def change(path: Path, old: str, new: str) -> None:
    """Replace a text that stands in a file once."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, (path, old, text.count(old))
    path.write_text(text.replace(old, new), encoding="utf-8")


def plan_of(folder: Path, **flags: Any) -> Plan:
    return make_plan(load_experiment(folder / "gate.toml", flags))


def write_baseline(folder: Path, pairs: int = PAIRS, jobs: int = 1, name: str = "b.json") -> Path:
    plan = baseline_plan(plan_of(folder), pairs)
    out = folder / name
    out.write_bytes(make_baseline(plan, folder / "gate.toml", out, Table(plan, jobs)))
    return out


def judge(
    folder: Path,
    old: Baseline | None = None,
    jobs: int = 1,
    seed: int | None = None,
    **limits: Any,
) -> Found:
    """Call the gate as the command does."""
    old = old or read_baseline(folder / "b.json")
    path = folder / "gate.toml"
    experiment = load_experiment(path, {})
    settings = gate_settings(experiment, path, limits)
    settings = with_cap(settings, None if seed is not None else old.pairs)
    matched = match(old, make_plan(experiment))
    return run_gate(matched, experiment, settings, Table(matched.plan, jobs), seed)


def with_data(old: Baseline, **changes: Any) -> Baseline:
    """A baseline of which something else was said."""
    return replace(old, data={**old.data, **changes})
