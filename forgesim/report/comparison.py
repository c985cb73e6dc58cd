"""What a comparison tells people: findings, tables and figures of every variant."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from forgesim.cards.decks import MIXED
from forgesim.report.figures.differences import side_by_side
from forgesim.report.figures.style import Picture, looks, render
from forgesim.report.scope import group_words
from forgesim.report.sections import Part
from forgesim.report.sheets import Cell, Column, Sheet
from forgesim.report.study_page import COMPARE, Said, StudyPage, Topic
from forgesim.report.study_words import (
    LABELS,
    MARKS,
    NBSP,
    assumptions,
    change_words,
    common_seeds,
    decks_words,
    level_words,
    needed_words,
    no_interval,
    size_facts,
    thresholds,
    tier_cell,
    verdict_cell,
    weightiest_first,
)
from forgesim.report.words import capital, counted, interval, listing, plural, signed, threshold
from forgesim.stats.effects import MATTERS, SMALL, UNDECIDED
from forgesim.stats.paired_tables import SAME
from forgesim.studies.compare import Comparison

Row = Mapping[str, Any]

_NAMED = 3
"""Decks or matchups of a kind that a sentence names."""


def scopes(comparison: Comparison) -> dict[str, str]:
    """The scopes of the table of differences, each with its title."""
    group = comparison.base.game.group
    return {
        "headline": "Headline numbers", "group": capital(plural(group)), "deck": "Decks",
        "seat": f"{capital(plural(group))} and decks by seat", "matchup": "Matchups",
    }  # fmt: skip


def rows_of(comparison: Comparison, place: int, scope: str) -> list[Row]:
    """Rows of one variant and scope, what matters first; the headline numbers in their order."""
    name = comparison.versions[place].name
    found = [
        row for row in comparison.rows
        if row["variant"] == name and ("seat" if row["seat"] else row["scope"]) == scope
    ]  # fmt: skip
    if scope == "headline":
        return [row for row in found if row["old"] or row["new"]]
    return sorted(found, key=weightiest_first)


def sheet_of(comparison: Comparison, place: int, scope: str) -> Sheet | None:
    """A table of one variant: both values, the difference, the verdict; None without rows."""
    rows = rows_of(comparison, place, scope)
    if not rows:
        return None
    plan, many = comparison.base, len(comparison.base.tiers) > 1
    heading = {"headline": "Number", "group": capital(plan.game.group), "deck": "Deck",
               "seat": "Score", "matchup": "Matchup"}[scope]  # fmt: skip
    cells = [(*tier_cell(plan, row), *_cells(row)) for row in rows]
    columns = [
        *([_column("Tier", is_number=False)] if many else []),
        _column(heading, is_number=False),
        _column("Base", "the base's value: scores and shares in percent"),
        _column("Variant"),
        _column("Difference", "variant less base, on common seeds: points, or turns"),
        _column(f"95{NBSP}% interval"),
        _column("Verdict", is_number=False),
    ]
    title = scopes(comparison)[scope]
    return Sheet(f"{scope}-{place}", title, columns, cells, "differences.csv")


def _column(heading: str, meaning: str = "", is_number: bool = True) -> Column:
    return Column(heading, lambda _: [], meaning, is_number=is_number)


def _cells(row: Row) -> tuple[Cell, ...]:
    said = "exact" if row["verdict"] == SAME else interval(row["low"], row["high"], 2, True)
    return (
        Cell(name_of(row)),
        Cell(level_words(row, "old"), row["old"]),
        Cell(level_words(row, "new"), row["new"]),
        Cell(signed(row["difference"], 2), row["difference"]),
        Cell(said, row["low"]),
        Cell(verdict_cell(row)),
    )


def name_of(row: Row) -> str:
    """What a row is about."""
    name = group_words(MIXED) if row["scope"] == "group" and row["name"] == MIXED else row["name"]
    return f"{name}, going {row['seat']}" if row["seat"] else str(name)


def topics(comparison: Comparison) -> list[Topic]:
    """What the games show, variant by variant."""
    return [
        Topic(f"variant-{place}", version.name, list(_said(comparison, place)))
        for place, version in enumerate(comparison.versions)
    ]


def _said(comparison: Comparison, place: int) -> Iterator[Said]:
    version = comparison.versions[place]
    if version.is_unchanged:
        yield Said("no change", "It plays the same games as the base: every matchup has the same"
                   " decks, rules and pilots.")  # fmt: skip
        return
    for row in rows_of(comparison, place, "headline"):
        if row["measure"] in ("first-player advantage", "mean turns"):
            yield _headline(comparison, row)
    for scope in ("group", "deck", "matchup"):
        yield from _of_scope(comparison, place, scope)


def _headline(comparison: Comparison, row: Row) -> Said:
    levels = f"{level_words(row, 'old')} in the base, {level_words(row, 'new')} in the variant"
    text = f"{capital(row['measure'])}{_tier(comparison, row)}: {levels}, {change_words(row)}."
    return Said(LABELS[row["verdict"]], text, MARKS[row["verdict"]])


def _tier(comparison: Comparison, row: Row) -> str:
    return f" ({row['tier']})" if len(comparison.base.tiers) > 1 else ""


def _of_scope(comparison: Comparison, place: int, scope: str) -> Iterator[Said]:
    rows = rows_of(comparison, place, scope)
    word = comparison.base.game.group if scope == "group" else scope
    for verdict in (MATTERS, UNDECIDED, SMALL):
        found = [row for row in rows if row["verdict"] == verdict]
        if found:
            text = _told(comparison, found, f"{counted(len(found), word)} of {len(rows)}", verdict)
            yield Said(LABELS[verdict], text, MARKS[verdict])


def _told(comparison: Comparison, found: Sequence[Row], head: str, verdict: str) -> str:
    if verdict == SMALL:
        most = max(found, key=lambda row: abs(row["difference"]))
        return (
            f"{head} {'changes' if len(found) == 1 else 'change'} by less than"
            f" {threshold(comparison.matters)}, the most {name_of(most)}{_tier(comparison, most)}"
            f" by {change_words(most)}."
        )
    named = [
        f"{name_of(row)}{_tier(comparison, row)} {change_words(row)}" for row in found[:_NAMED]
    ]
    more = [f"{len(found) - _NAMED} more"] if len(found) > _NAMED else []
    text = f"{head}: {listing([*named, *more])}."
    if verdict == UNDECIDED:
        needs = sorted(row["needed_pairs"] for row in found)
        text += f" Half of what is undecided here needs {needed_words(needs[len(needs) // 2])} of"
        text += " each matchup, if it stays as it is."
    return text


def notes(comparison: Comparison) -> list[str]:
    """What a reader must know first: what is in one version only, and what is the same games."""
    found = []
    for version in comparison.versions:
        for decks, where in ((version.only_in_base, "the base"), (version.only_here, version.name)):
            if decks:
                found.append(f"{version.name}: only in {where}, so left out here: {listing(decks)}")
        if version.is_same.any():
            same = f"{int(version.is_same.sum()):,} of {counted(len(version.is_same), 'matchup')}"
            found.append(
                f"{version.name}: {same} are the same games as in the base: played once, difference"
                " exactly 0"
            )
    return found


def how_made(comparison: Comparison) -> list[tuple[str, str]]:
    """How the numbers come about, point by point."""
    group = comparison.base.game.group
    return [
        common_seeds(),
        (
            "Scores.",
            f"A deck's score is its mean over all other decks; a {group}'s is that of its mono"
            " decks against all decks that are not mono of it, each matchup with the same weight,"
            " mirrors left out. Mixed decks are held against mono ones. A matchup's score is that"
            " of the deck that is named first.",
        ),
        (
            "Many at once.",
            f"p-values are adjusted (Holm) within the headline numbers, the {plural(group)}, the"
            " decks, what is told by seat, and the matchups, for each variant and tier. Intervals"
            " are each for itself.",
        ),
        thresholds(comparison.matters),
        no_interval(),
    ]


def page(comparison: Comparison, again: str) -> StudyPage:
    """All of it as a page; `again` is the command that makes it."""
    contest, plan = comparison.contest, comparison.base
    names = [version.name for version in comparison.versions]
    return StudyPage(
        generator=COMPARE,
        kicker="Comparison",
        title=f"{plan.name}: {listing(names)}",
        name=plan.name,
        lede=f"{counted(contest.games, 'game')} of {capital(plan.game.name)} on common seeds:"
        f" {decks_words(plan)}, in the base and in {counted(len(names), 'variant')}.",
        facts=size_facts(plan, contest.games, contest.pairs, comparison.matters),
        topics=topics(comparison),
        parts=_parts(comparison),
        assumed=assumptions(plan),
        how_made=how_made(comparison),
        again=again,
        legend="Differences are variant less base, in points (hundredths of a win) or turns, with"
        f" 95{NBSP}% intervals in brackets.",
        notes=notes(comparison),
        tables={"differences": comparison.differences},
    )


def _parts(comparison: Comparison) -> list[Part]:
    with looks():
        return [
            Part(
                f"variant-{place}",
                version.name,
                pictures=list(_pictures(comparison, place)),
                sheets=[sheet for scope in scopes(comparison)
                        if (sheet := sheet_of(comparison, place, scope)) is not None],
            )
            for place, version in enumerate(comparison.versions)
        ]  # fmt: skip


def _pictures(comparison: Comparison, place: int) -> Iterator[Picture]:
    plan = comparison.base
    for scope, what in (("group", plural(plan.game.group)), ("deck", "decks")):
        for number, tier in enumerate(plan.tiers):
            rows = [{**row, "name": name_of(row)} for row in rows_of(comparison, place, scope)
                    if row["tier"] == tier.name]  # fmt: skip
            words = what if len(plan.tiers) == 1 else f"{what} ({tier.name})"
            drawing = side_by_side(
                f"{scope}-{place}-{number}", words, rows, comparison.matters, number > 0
            )
            if drawing is not None:
                yield render(drawing)
