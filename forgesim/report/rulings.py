"""What the measurement of open rulings tells people: which gaps of the rules matter, how much."""

from collections.abc import Mapping
from typing import Any

from forgesim.report.scope import group_words
from forgesim.report.sections import Part
from forgesim.report.sheets import Cell, Column, Sheet
from forgesim.report.study_page import RULINGS, Said, StudyPage, Topic
from forgesim.report.study_words import (
    LABELS,
    MARKS,
    NBSP,
    assumptions,
    common_seeds,
    decks_words,
    needed_words,
    no_interval,
    size_facts,
    thresholds,
)
from forgesim.report.words import capital, counted, interval, listing, plural, signed
from forgesim.stats.effects import MATTERS, SMALL, UNDECIDED
from forgesim.stats.paired_tables import SAME
from forgesim.studies.rulings import Rulings

Row = Mapping[str, Any]


def sheet(found: Rulings) -> Sheet:
    """Choices, those that matter most first."""
    group, many = found.base.game.group, len(found.base.tiers) > 1
    simultaneous = f"with 95{NBSP}% bounds that hold for all choices together"
    headings = [
        ("Choice", False, "the other value of the ruling, as --set takes it"),
        ("Now", False, "what is assumed"),
        ("Ruling", False, ""),
        (f"Largest change of a {group}", True, f"points of its score, {simultaneous}"),
        ("First-player advantage", True, f"change in points, {simultaneous}"),
        ("Mean turns", True, f"change in turns, {simultaneous}"),
        ("Verdict", False, ""),
    ]
    columns = [Column("Tier", lambda _: [], is_number=False)] if many else []
    columns += [Column(name, lambda _: [], meaning, is_number=is_number)
                for name, is_number, meaning in headings]  # fmt: skip
    rows = [(*([Cell(row["tier"])] if many else []), *_cells(row)) for row in found.rows]
    return Sheet("rulings", "Open rulings", columns, rows, "rulings.csv")


def _cells(row: Row) -> tuple[Cell, ...]:
    group = f"{group_words(row['group'])} {_change(row, 'group_change')}" if row["group"] else ""
    needed = f" ({needed_words(row['needed_pairs'])})" if row["verdict"] == UNDECIDED else ""
    return (
        Cell(f"{row['key']}={row['choice']}"),
        Cell(row["now"]),
        Cell(row["ruling"]),
        Cell(group, row.get("group_change")),
        Cell(_change(row, "first_player"), row["first_player"]),
        Cell(_change(row, "turns"), row["turns"]),
        Cell(f"{LABELS[row['verdict']]}{needed}"),
    )


def _change(row: Row, name: str) -> str:
    if row["verdict"] == SAME:
        return "none"
    return f"{signed(row[name], 2)} ({interval(row[f'{name}_low'], row[f'{name}_high'], 2, True)})"


def findings(found: Rulings) -> list[Said]:
    """Which gaps matter, which do not, and which are not known."""
    said = []
    words = {
        MATTERS: "These gaps should be decided first.",
        UNDECIDED: "More pairs would tell.",
        SMALL: "With these cards, decks and pilots either answer will do.",
        SAME: "No matchup has other inputs here.",
    }
    for verdict, text in words.items():
        choices = [f"{row['key']}={row['choice']}" for row in found.rows
                   if row["verdict"] == verdict]  # fmt: skip
        if choices:
            head = f"{len(choices)} of {counted(len(found.rows), 'choice')}"
            said.append(Said(LABELS[verdict], f"{head}: {listing(choices)}. {text}",
                             MARKS[verdict]))  # fmt: skip
    said += [Said("not measured", f"{each.key}: {each.reason}.") for each in found.unmeasured]
    return said


def how_made(found: Rulings) -> list[tuple[str, str]]:
    """How the numbers come about."""
    group = found.base.game.group
    return [
        (
            "Choices.",
            "Every ruling that the ruleset file calls assumed or decided is played once more with"
            " each other value that it might have: the other position of a switch, or of a number"
            " the choices, or both ends of the probe, that its file names. All else stays.",
        ),
        common_seeds(),
        (
            "Many at once.",
            f"The bounds of all choices and numbers (each {group}, first-player advantage, mean"
            " turns) hold together (Bonferroni); p-values are adjusted after Holm. So the largest"
            f" change among the {plural(group)} may be picked out.",
        ),
        thresholds(found.matters),
        no_interval(),
    ]


def page(found: Rulings, again: str) -> StudyPage:
    """All of it as a page; `again` is the command that makes it."""
    plan = found.base
    return StudyPage(
        generator=RULINGS,
        kicker="Open rulings",
        title=f"{plan.rules.name}: what its open rulings are worth",
        name=plan.name,
        lede=f"{counted(len(found.choices), 'other choice')} of open rulings, each played in place"
        f" of what is assumed: {counted(found.games, 'game')} of {capital(plan.game.name)} on"
        f" common seeds, {decks_words(plan)}.",
        facts=size_facts(plan, found.games, found.pairs, found.matters),
        topics=[Topic("rulings", "Which gaps matter", findings(found))],
        parts=[Part("rulings", "Rulings", sheets=[sheet(found)])],
        assumed=assumptions(plan),
        how_made=how_made(found),
        again=again,
        legend="Changes are the other choice less what is assumed, in points (hundredths of a win)"
        " or turns, with bounds that hold together in brackets.",
        tables={"rulings": found.table},
    )
