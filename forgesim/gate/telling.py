"""The drift gate's page: what moved, by how much, which inputs changed, and how to see it again."""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from forgesim.gate.baseline import DEFAULT_PAIRS
from forgesim.gate.inputs import Changes
from forgesim.gate.pages import Case, Page, Section, Table, bare
from forgesim.gate.result import (
    MOVED,
    NONDETERMINISM,
    OPEN,
    PASSED,
    UNCHANGED,
    UNSTABLE,
    Found,
    Tested,
)
from forgesim.stats.drift import DRIFT, INCONCLUSIVE, JOINT_DRIFT, PASS

_SHOWN = 20
"""Matchups that a table shows at most; the JSON has them all."""
_OUTCOMES = {UNCHANGED: "passed", PASSED: "passed", MOVED: "failed", UNSTABLE: "error"}


def number_of(many: int, word: str) -> str:
    """A number with its word."""
    return f"{many:,} {word}" if many == 1 else f"{many:,} {word}s"


def title_of(each: Tested, has_tiers: bool) -> str:
    """A matchup in words."""
    tier, deck_a, deck_b = each.key
    return f"{deck_a} - {deck_b}" + (f" ({tier})" if has_tiers else "")


def gate_page(found: Found) -> Page:
    """The page of the drift gate."""
    has_tiers = len({each.key[0] for each in found.tested}) > 1
    return Page(
        verdict=found.verdict,
        headline=_headline(found),
        is_failure=found.exit_code != 0,
        sections=list(_sections(found, has_tiers)),
        cases=[_case(each, found, has_tiers) for each in found.tested],
        data=_data(found),
    )


def _headline(found: Found) -> str:
    tested = [each for each in found.tested if each.status != UNCHANGED]
    limits, many = found.limits, number_of(len(tested), "matchup")
    texts = {
        UNCHANGED: f"no input of the {number_of(len(found.tested), 'matchup')} has changed.",
        PASS: f"none of {many} has changed by {limits.caught:g} points or more.",
        DRIFT: f"{len(found.of(MOVED))} of {many} with other inputs moved by more than"
        f" {limits.tolerated:g} point{'s' * (limits.tolerated != 1)}.",
        JOINT_DRIFT: f"{many} together moved by more than {limits.tolerated:g}"
        f" point{'s' * (limits.tolerated != 1)}; no single one is proven.",
        INCONCLUSIVE: f"{len(found.of(OPEN))} of {many} undecided at the cap of"
        f" {limits.cap:,} pairs.",
        NONDETERMINISM: f"{number_of(len(found.of(UNSTABLE)), 'matchup')} did not repeat: the same"
        " seeds gave other games. This is a fault of the engine or of the machine, no drift.",
    }
    return texts[found.verdict]


def _sections(found: Found, has_tiers: bool) -> Iterator[Section]:
    yield Section("", list(_about(found)))
    if found.changes:
        yield Section("What has changed", change_lines(found.changes))
    if found.verdict == NONDETERMINISM:
        yield Section("Which", [f"- {title_of(each, has_tiers)}: {each.why}"
                                for each in found.of(UNSTABLE)[:_SHOWN]])  # fmt: skip
        if found.versions:
            yield Section("Other versions than the baseline's",
                          [f"- {line}" for line in found.versions])  # fmt: skip
    compared = found.of(MOVED, OPEN, PASSED)
    if compared:
        yield _table(compared, has_tiers, found)
    yield from _advice(found)


def _about(found: Found) -> Iterator[str]:
    unchanged, all_of = len(found.of(UNCHANGED)), len(found.tested)
    seeds = f"fresh seeds (run seed {found.seed})" if found.is_fresh else "the baseline's seeds"
    yield (
        f"`{found.experiment}` against `{found.baseline}`: {number_of(all_of, 'matchup')},"
        f" {unchanged:,} with the same inputs, on {seeds}."
    )
    for names, where in ((found.removed, "the baseline"), (found.added, "the experiment")):
        if names:
            yield f"- only in {where}, so not tested: {', '.join(names)}"


def change_lines(changes: Changes) -> list[str]:
    """Changed inputs as points."""
    return [line for lines in changes.lines.values() for line in lines]


def _table(compared: Sequence[Tested], has_tiers: bool, found: Found) -> Section:
    rows = [
        [title_of(each, has_tiers), f"{each.score:.1f}",
         f"{each.change:+.2f} [{each.low:+.2f}, {each.high:+.2f}]", f"{each.pairs:,}",
         f"{each.evidence:+.1f}", each.status]
        for each in compared[:_SHOWN]
    ]  # fmt: skip
    headings = ["matchup", "score before", "change in points [95 %]", "pairs", "evidence", "status"]
    more = [
        f"Evidence is in powers of ten, for a change of more than {found.limits.tolerated:g}"
        f" point{'s' * (found.limits.tolerated != 1)}. Intervals hold whenever the gate stops."
    ]
    if found.verdict in (DRIFT, JOINT_DRIFT) and found.of(OPEN):
        more.append("What was undecided when drift was proven was played no further.")
    if len(compared) > _SHOWN:
        more.append(f"The first {_SHOWN} of {len(compared)}, by evidence.")
    return Section("Score of the deck named first", more, Table(headings, rows))


def _advice(found: Found) -> Iterator[Section]:
    if found.verdict == INCONCLUSIVE:
        yield Section("What would decide", [_cap(found)])
    if found.verdict in (DRIFT, JOINT_DRIFT, INCONCLUSIVE):
        yield Section("See it with a full report", [f"`{command(found)}`"])
    if found.verdict in (DRIFT, JOINT_DRIFT):
        yield Section("If it is meant", [f"`{accept_command(found)}`"])


def _cap(found: Found) -> str:
    needs, limits = found.needs, found.limits
    if needs is None or needs.to_decide is None:
        most = max(abs(each.change) for each in found.of(OPEN))
        return (
            f"No cap would do: a change of about {most:.1f} points lies between what is tolerated"
            f" ({limits.tolerated:g}) and what must be caught ({limits.caught:g})."
        )
    pairs = max(needs.to_decide, limits.cap + 1)
    text = (
        f"A cap of about {pairs:,} pairs, if the scores have changed as measured (a change varies"
        f" by up to {needs.variance:.3f} from pair to pair): `--cap {pairs}`"
    )
    if found.is_fresh or pairs <= found.stored:
        return f"{text}."
    return f"{text}, with a baseline of the former inputs made with `--pairs {pairs}`."


def command(found: Found) -> str:
    """The one command that plays the same games here, with a full report."""
    return (
        f"forgesim batch {quoted(found.experiment)} --pairs {found.most_pairs} --seed {found.seed}"
        " --report"
    )


def accept_command(found: Found) -> str:
    """The command that makes what is now the baseline."""
    pairs = "" if found.stored == DEFAULT_PAIRS else f" --pairs {found.stored}"
    files = f"{quoted(found.experiment)} --out {quoted(found.baseline)}"
    return f"forgesim baseline create {files}{pairs} --force"


def quoted(path: Path) -> str:
    """A path as a shell reads it."""
    return shlex.quote(str(path))


def _case(each: Tested, found: Found, has_tiers: bool) -> Case:
    at_cap = {"pass": "passed", "fail": "failed", "report": "skipped"}[found.policy]
    if found.verdict == JOINT_DRIFT:
        at_cap = "failed"
    elif found.verdict == DRIFT:
        at_cap = "skipped"
    text = each.why or f"{each.change:+.2f} points [{each.low:+.2f}, {each.high:+.2f}]"
    outcome = _OUTCOMES.get(each.status, at_cap)
    return Case("matchup", title_of(each, has_tiers), outcome, text)


def _data(found: Found) -> dict[str, object]:
    """The finding as plain data; numbers are rounded to what can be told apart."""
    matchups = [
        {"tier": each.key[0], "deck_a": each.key[1], "deck_b": each.key[2],
         **{name: _rounded(value) for name, value in asdict(each).items() if name != "key"}}
        for each in found.tested
    ]  # fmt: skip
    return {
        "verdict": found.verdict, "exit_code": found.exit_code, "policy": found.policy,
        "baseline": found.baseline.as_posix(), "experiment": found.experiment.as_posix(),
        "seed": found.seed, "fresh_seeds": found.is_fresh, "limits": asdict(found.limits),
        "changes": {kind: [bare(line) for line in lines]
                    for kind, lines in found.changes.lines.items()},
        "removed": list(found.removed), "added": list(found.added),
        "needs": None if found.needs is None else
        {name: _rounded(value) for name, value in asdict(found.needs).items()},
        "matchups": matchups, "command": command(found) if found.most_pairs else None,
    }  # fmt: skip


def _rounded(value: object) -> object:
    return round(value, 4) if isinstance(value, float) else value
