"""What a sweep tells people: which points meet the targets, what they score, and a plot."""

from collections.abc import Iterator, Sequence

from forgesim.report.figures.grid import target_plot
from forgesim.report.figures.style import Picture, looks, render
from forgesim.report.sections import Part
from forgesim.report.sheets import Cell, Column, Sheet
from forgesim.report.study_page import SWEEP, Said, StudyPage, Topic
from forgesim.report.study_words import (
    NBSP,
    assumptions,
    common_seeds,
    decks_words,
    needed_words,
    no_interval,
    size_facts,
)
from forgesim.report.words import capital, counted, interval, listing, number, signed
from forgesim.stats.bands import MET, MISSED
from forgesim.stats.effects import UNDECIDED
from forgesim.studies.grid import settings_of
from forgesim.studies.sweep import DEFAULT_BAND, Judged, Sweep, Tried
from forgesim.studies.targets import band_of

_NAMED = 6
"""Points that a sentence names."""
_BASE = "as it is"
_MARKS = {MET: "matters", MISSED: "small", UNDECIDED: "undecided"}


def title(sweep: Sweep) -> str:
    """The heading."""
    return f"{sweep.base.name}: {listing([axis.name for axis in sweep.axes])}"


def point_words(sweep: Sweep, tried: Tried) -> str:
    """A point as it is typed; the base has none."""
    return _BASE if tried.point is None else " ".join(settings_of(sweep.axes, tried.point))


def declared() -> str:
    """By what the points are judged, where nobody has said."""
    return (
        "no targets are stated, so this one is used: first-player advantage within"
        f" {DEFAULT_BAND:g} points of even; state your own in the experiment file, each below a"
        " line [[target]]"
    )


def sheet(sweep: Sweep) -> Sheet:
    """Points by targets."""
    columns = [Column(axis.name, lambda _: [], is_number=False) for axis in sweep.axes]
    columns += [
        Column(f"{each.title} ({band_of(each)})", lambda _: [], "score, the interval that holds"
               " together with all others, and whether it lies in the band")
        for each in sweep.targets
    ]  # fmt: skip
    columns.append(Column("All", lambda _: [], is_number=False))
    rows = [_row(sweep, tried) for tried in sweep.tried]
    return Sheet("points", "Points and targets", columns, rows, "sweep.csv")


def _row(sweep: Sweep, tried: Tried) -> tuple[Cell, ...]:
    values = tried.point or (_BASE, *[""] * (len(sweep.axes) - 1))
    same = " (as it is)" if tried.is_base and tried.point else ""
    cells = [Cell(value) for value in values]
    cells += [Cell(score_words(each), each.score) for each in tried.judged]
    return (*cells, Cell(f"{tried.verdict}{same}"))


def score_words(each: Judged) -> str:
    """A score with its interval and verdict."""
    is_signed = bool(each.target.offset)
    score = signed(each.score) if is_signed else number(each.score)
    needed = f", {needed_words(each.needed)}" if each.verdict == UNDECIDED else ""
    return f"{score} ({interval(each.low, each.high, 1, is_signed)}) {each.verdict}{needed}"


def findings(sweep: Sweep) -> list[Said]:
    """Which points meet all targets, which do not, and what would decide about the others."""
    found = []
    for verdict, words in ((MET, "meet"), (UNDECIDED, "are undecided on"), (MISSED, "miss")):
        points = [tried for tried in sweep.points if tried.verdict == verdict]
        if points:
            what = "all targets" if verdict == MET else "a target"
            word = words if len(points) > 1 else _singular(words)
            text = (f"{counted(len(points), 'point')} of {len(sweep.points):,} {word} {what}:"
                    f" {_named(sweep, points)}.{_decide(points, verdict)}")  # fmt: skip
            found.append(Said(verdict, text, _MARKS[verdict]))
    if not any(tried.verdict == MET for tried in sweep.points):
        found.insert(0, Said("none", "No point meets all targets for certain.", "note"))
    return found


def _singular(words: str) -> str:
    return {"meet": "meets", "are undecided on": "is undecided on", "miss": "misses"}[words]


def _named(sweep: Sweep, points: Sequence[Tried]) -> str:
    named = [point_words(sweep, tried) for tried in points[:_NAMED]]
    more = [f"{len(points) - _NAMED:,} more"] if len(points) > _NAMED else []
    return listing([*named, *more])


def _decide(points: Sequence[Tried], verdict: str) -> str:
    if verdict != UNDECIDED:
        return ""
    needs = [each.needed for tried in points for each in tried.judged
             if each.verdict == UNDECIDED]  # fmt: skip
    most = max(needs)
    return f" To decide all of them: {needed_words(most)} of each matchup." if most < 1e9 else ""


def how_made(sweep: Sweep) -> list[tuple[str, str]]:
    """How the numbers come about."""
    many = (len(sweep.points) + 1) * len(sweep.targets)
    return [
        common_seeds(),
        (
            "Judging.",
            "A target is met where the whole interval lies within its band, missed where all of it"
            " lies outside, undecided otherwise. The number of pairs was fixed beforehand.",
        ),
        (
            "Many at once.",
            f"The {counted(many, 'interval')} of all points and targets hold together (Bonferroni):"
            " in 95 of 100 such sweeps, none of them misses its true value. So the best point may"
            " be chosen after the fact.",
        ),
        no_interval(),
    ]


def page(sweep: Sweep, again: str) -> StudyPage:
    """All of it as a page; `again` is the command that makes it."""
    plan = sweep.base
    points = counted(len(sweep.points), "point")
    lede = (
        f"{points} of a grid over {listing([axis.name for axis in sweep.axes])}, judged by"
        f" {counted(len(sweep.targets), 'target')}: {counted(sweep.games, 'game')} of"
        f" {capital(plan.game.name)} on common seeds, {decks_words(plan)}."
    )
    with looks():
        pictures = list(_pictures(sweep))
    return StudyPage(
        generator=SWEEP,
        kicker="Sweep",
        title=title(sweep),
        name=plan.name,
        lede=lede,
        facts=[("points", f"{len(sweep.points):,}"), ("targets", f"{len(sweep.targets)}"),
               *size_facts(plan, sweep.games, sweep.pairs, None)],
        topics=[Topic("points", "Which points meet the targets", findings(sweep))],
        parts=[Part("points", "Points", pictures=pictures, sheets=[sheet(sweep)])],
        assumed=assumptions(plan),
        how_made=how_made(sweep),
        again=again,
        legend=f"Scores are percent of games won, or points of advantage, with intervals"
        f" in brackets that hold all together at 95{NBSP}%.",
        notes=[capital(declared()) + "."] if sweep.is_default else [],
        tables={"sweep": sweep.table},
    )  # fmt: skip


def _pictures(sweep: Sweep) -> Iterator[Picture]:
    for at in range(len(sweep.targets)):
        drawing = target_plot(sweep, at)
        if drawing is not None:
            yield render(drawing)
