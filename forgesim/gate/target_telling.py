"""The page of the targets: which scores lie where they should, and which do not."""

from collections.abc import Iterator

from forgesim.gate.pages import Case, Page, Section, Table
from forgesim.gate.result import NONDETERMINISM
from forgesim.gate.targets import Judged, TargetsFound
from forgesim.gate.telling import number_of, quoted
from forgesim.stats.bands import MET, MISSED
from forgesim.stats.drift import INCONCLUSIVE
from forgesim.studies.targets import band_of

_CASES = {MET: "passed", MISSED: "failed"}
_AT_CAP = {"pass": "passed", "fail": "failed", "report": "skipped"}


def targets_page(found: TargetsFound) -> Page:
    """The page of the targets."""
    return Page(
        verdict=found.verdict,
        headline=_headline(found),
        is_failure=found.exit_code != 0,
        sections=list(_sections(found)),
        cases=list(_cases(found)),
        data=_data(found),
    )


def _headline(found: TargetsFound) -> str:
    many = number_of(len(found.judged), "target")
    number = sum(each.verdict == found.verdict for each in found.judged)
    return {
        MET: f"all of {many}.",
        MISSED: f"{number} of {many}: the score is proven to lie outside its band.",
        INCONCLUSIVE: f"{number} of {many} undecided at the cap of {found.limits.cap:,} rounds.",
        NONDETERMINISM: f"{number_of(len(found.unstable), 'matchup')} did not repeat: the same"
        " seeds gave other games. This is a fault of the engine or of the machine.",
    }[found.verdict]


def _sections(found: TargetsFound) -> Iterator[Section]:
    yield Section("", [f"`{found.experiment}`, run seed {found.seed}."])
    if found.unstable:
        yield Section("Which", [f"- {a} - {b} ({tier})" for tier, a, b in found.unstable])
        return
    rows = [_row(each) for each in found.judged]
    headings = ["target", "band", "measured [95 %]", "rounds", ""]
    yield Section("A round is one pair of each matchup that enters the target", (),
                  Table(headings, rows))  # fmt: skip
    open_ones = [each for each in found.judged if each.verdict == INCONCLUSIVE]
    if open_ones:
        yield Section("What would decide", [f"- {_cap(each, found)}" for each in open_ones])
    if found.verdict in (MISSED, INCONCLUSIVE):
        yield Section("See it with a full report", [f"`{command(found)}`"])


def _score(each: Judged) -> str:
    sign = "+" if each.target.offset else ""
    return f"{each.score:{sign}.2f} [{each.low:{sign}.2f}, {each.high:{sign}.2f}]"


def _row(each: Judged) -> list[str]:
    band = band_of(each.target)
    return [each.target.title, band, _score(each), f"{each.rounds:,}", each.verdict]


def _cap(each: Judged, found: TargetsFound) -> str:
    if each.needed is None:
        return f"{each.target.title}: no cap, if its score is as measured, at the edge of the band"
    rounds = max(each.needed, found.limits.cap + 1)
    return (
        f"{each.target.title}: about {rounds:,} rounds, if its score is as measured: --cap {rounds}"
    )


def command(found: TargetsFound) -> str:
    """The one command that plays the same games here, with a full report."""
    return (
        f"forgesim batch {quoted(found.experiment)} --pairs {found.most_pairs} --seed {found.seed}"
        " --report"
    )


def _cases(found: TargetsFound) -> Iterator[Case]:
    for each in found.judged:
        outcome = _CASES.get(each.verdict, _AT_CAP[found.policy])
        text = f"{_score(each)}, expected {band_of(each.target)}"
        yield Case("target", each.target.title, outcome, text)
    for tier, a, b in found.unstable:
        yield Case("matchup", f"{a} - {b} ({tier})", "error", "the same seeds gave other games")


def _data(found: TargetsFound) -> dict[str, object]:
    limits = found.limits
    return {
        "verdict": found.verdict, "exit_code": found.exit_code, "policy": found.policy,
        "experiment": found.experiment.as_posix(), "seed": found.seed,
        "limits": {"alpha": limits.alpha, "beta": limits.beta, "cap": limits.cap},
        "targets": [_target_data(each) for each in found.judged],
        "unstable": [list(key) for key in found.unstable],
        "command": command(found) if found.most_pairs else None,
    }  # fmt: skip


def _target_data(each: Judged) -> dict[str, object]:
    band, off = each.target.band, each.target.offset
    edges = {name: None if edge is None else edge - off
             for name, edge in (("band_low", band.low), ("band_high", band.high))}  # fmt: skip
    numbers = {name: round(getattr(each, name), 4) for name in ("score", "low", "high")}
    return {
        "target": each.target.title, "verdict": each.verdict, **edges, "margin": band.margin,
        **numbers, "rounds": each.rounds, "needed": each.needed,
    }  # fmt: skip
