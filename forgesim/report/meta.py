"""What a searched metagame tells people: decks, shares, variety, and how far it can be beaten."""

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from forgesim.arena.plan import Plan
from forgesim.cards.decks import MIXED, Deck
from forgesim.report.figures.shares import gains, share_bars
from forgesim.report.figures.style import Picture, looks, render
from forgesim.report.sections import Part
from forgesim.report.sheets import Cell, Column, Sheet
from forgesim.report.study_page import META, Said, StudyPage, Topic
from forgesim.report.study_words import assumptions
from forgesim.report.words import capital, counted, interval, listing, number, percent, signed
from forgesim.stats.frames import NUMBER, TEXT, WHOLE, frame
from forgesim.stats.pairs import Estimate
from forgesim.studies.meta import CLOSED, OPEN, MetaFound

DECKS = {
    "deck": TEXT, "group": TEXT, "share": NUMBER, "low": NUMBER, "high": NUMBER,
    "score": NUMBER, "cards": TEXT,
}  # fmt: skip
STEPS = {
    "round": WHOLE, "known": WHOLE, "effort": WHOLE, "added": WHOLE, "deck": TEXT, "group": TEXT,
    "gain": NUMBER, "low": NUMBER, "high": NUMBER,
}  # fmt: skip
_SHOWN = 0.05
"""Percent from which on a share has a row for people."""


def deck_table(found: MetaFound) -> pd.DataFrame:
    """Decks by share: `share` with interval, `score` against the mix, and `cards` as a list."""
    mix = np.array([each.mean for each in found.variety.decks]) / 100
    scores = found.matrix @ mix
    rows = [
        {
            "deck": deck.name, "group": deck.group, "share": share.mean, "low": share.low,
            "high": share.high, "score": 100 * float(score), "cards": _cards(deck),
        }
        for deck, share, score in zip(
            found.course.strategies, found.variety.decks, scores, strict=True
        )
    ]  # fmt: skip
    return frame(DECKS, sorted(rows, key=lambda row: (-row["share"], row["deck"])))


def _cards(deck: Deck) -> str:
    return ", ".join(f"{copies} {card}" for card, copies in deck.counts.items())


def step_table(found: MetaFound) -> pd.DataFrame:
    """Rounds: decks `known` before, and the response that gained most, with what it gained."""
    rows = [
        {
            "round": number_, "known": step.known, "effort": step.effort, "added": step.added,
            "deck": _cards(best.strategy), "group": best.strategy.group,
            "gain": 100 * best.gain.mean, "low": 100 * best.gain.low, "high": 100 * best.gain.high,
        }
        for number_, step in enumerate(found.course.steps, start=1)
        for best in step.answers[:1]
    ]  # fmt: skip
    return frame(STEPS, rows)


def share_table(found: MetaFound) -> pd.DataFrame:
    """Shares and effective numbers, each with its interval."""
    variety = found.variety
    named = {f"share of {name}": each for name, each in variety.groups.items()}
    named |= {"mono share": variety.mono, "effective decks": variety.effective_decks,
              "effective groups": variety.effective_groups}  # fmt: skip
    rows = [{"number": name, "value": e.mean, "low": e.low, "high": e.high}
            for name, e in named.items()]  # fmt: skip
    return frame({"number": TEXT, "value": NUMBER, "low": NUMBER, "high": NUMBER}, rows)


def deck_sheet(found: MetaFound) -> Sheet:
    """The decks that have a share."""
    noun = capital(found.quest.game.group)
    columns = [
        Column("Deck", lambda _: [], is_number=False), Column(noun, lambda _: [], is_number=False),
        Column("Share", lambda _: [], "of the equilibrium, in percent, with a 95 % interval"),
        Column("Against the mix", lambda _: [], "its score, in percent"),
        Column("Cards", lambda _: [], is_number=False),
    ]  # fmt: skip
    rows = [
        (Cell(row["deck"]), Cell(row["group"]), _estimate(row["share"], row["low"], row["high"]),
         Cell(number(row["score"]), row["score"]), Cell(row["cards"]))
        for row in deck_table(found).to_dict("records")
        if row["share"] >= _SHOWN
    ]  # fmt: skip
    return Sheet("decks", "Decks", columns, rows, "decks.csv")


def _estimate(value: float, low: float, high: float) -> Cell:
    return Cell(f"{number(value)} ({interval(low, high)})", value)


def share_sheet(found: MetaFound) -> Sheet:
    """Shares of groups, and effective numbers."""
    columns = [Column("Number", lambda _: [], is_number=False),
               Column("Value", lambda _: [], "with a 95 % interval")]  # fmt: skip
    noun = f"{found.quest.game.group}s"
    rows = [
        (Cell(row["number"].replace("groups", noun)),
         _estimate(row["value"], row["low"], row["high"]))
        for row in share_table(found).to_dict("records")
    ]  # fmt: skip
    return Sheet("variety", f"Shares of {noun}, and variety", columns, rows, "variety.csv")


def step_sheet(found: MetaFound) -> Sheet:
    """The rounds."""
    headings = ("Round", "Known decks", "Effort", "Added", "Best response", "Gain in points")
    columns = [Column(name, lambda _: [], is_number=name != "Best response") for name in headings]
    rows = [
        (
            Cell(f"{row['round']}", row["round"]), Cell(f"{row['known']}", row["known"]),
            Cell(f"{row['effort']}x", row["effort"]), Cell(f"{row['added']}", row["added"]),
            Cell(row["group"]),
            Cell(f"{signed(row['gain'])} ({interval(row['low'], row['high'], 1, True)})",
                 row["gain"]),
        )
        for row in step_table(found).to_dict("records")
    ]  # fmt: skip
    return Sheet("rounds", "Rounds", columns, rows, "rounds.csv")


def findings(found: MetaFound) -> Iterator[Said]:
    """What the search came to."""
    yield _end(found)
    variety, noun = found.variety, found.quest.game.group
    yield Said(
        "variety",
        f"The mix is as varied as {_words(variety.effective_decks)} decks with equal shares, and as"
        f" {_words(variety.effective_groups)} {noun}s (mixed decks counted as one).",
    )
    shares = [f"{name} {percent(each.mean)}" for name, each in variety.groups.items()]
    yield Said(
        "shares",
        f"Decks of a single {noun} have {percent(variety.mono.mean)} of the mix"
        f" ({interval(variety.mono.low, variety.mono.high)}): {listing(shares)}.",
    )
    if found.unsearched:
        yield Said("note", f"No legal deck can be made of {listing(found.unsearched)} alone.")


def _words(each: Estimate) -> str:
    return f"{number(each.mean)} ({interval(each.low, each.high)})"


def _end(found: MetaFound) -> Said:
    gain, epsilon = found.course.exploitability, found.quest.epsilon
    best = (
        f"{signed(100 * gain.mean)} points ({interval(100 * gain.low, 100 * gain.high, 1, True)})"
    )
    rounds = counted(len(found.course.steps), "round")
    if found.course.end == CLOSED:
        text = (f"After {rounds} no deck was found that gains as much as {epsilon:g} points against"
                f" the mix: the best one gains {best}. A better one may exist.")  # fmt: skip
        return Said("closed", text, "matters")
    if found.course.end == OPEN:
        text = (f"After {rounds}, the last allowed, decks were still found that gain more than"
                f" {epsilon:g} points: the last one gained {best} and was added. More --steps"
                " go on.")  # fmt: skip
        if not found.course.steps[-1].added:
            text = (f"After {rounds}, the last allowed, it is not certain that no deck gains"
                    f" {epsilon:g} points: the best one found gains {best}.")  # fmt: skip
        return Said("not closed", text, "undecided")
    if found.course.is_rough:
        text = (f"Whether a deck gains {epsilon:g} points against the mix could not be said: the"
                f" best one found gains {best} and is one of the known ones, so their scores"
                " against each other are too rough. More --pairs decide.")  # fmt: skip
        return Said("undecided", text, "undecided")
    text = (f"Whether a deck gains {epsilon:g} points against the mix could not be said: the best"
            f" one found gains {best}. More --held-out pairs decide.")  # fmt: skip
    return Said("undecided", text, "undecided")


def care(found: MetaFound) -> list[str]:
    """What must be known with the numbers."""
    return [
        "the decks are the best that were found, not the best there are: what a response gains is a"
        " lower bound of how far the mix can be beaten",
        f"all decks are played by {found.quest.pilot.name}: other players may make more of others",
        "intervals of shares are for games of these decks, not for which decks were found",
    ]


def page(found: MetaFound, plan: Plan, again: str) -> StudyPage:
    """All of it as a page; `again` is the command that makes it."""
    decks = found.course.strategies
    with looks():
        pictures = list(_pictures(found, decks))
    mixed = sum(deck.group == MIXED for deck in decks)
    return StudyPage(
        generator=META,
        kicker="Searched metagame",
        title=f"{plan.name}: the searched metagame",
        name=plan.name,
        lede=f"{counted(found.games, 'game')} of {capital(plan.game.name)} under the rules"
        f" {found.quest.rules.name}: {counted(len(decks), 'deck')} ({mixed} mixed), of which"
        f" {len(found.quest.starts)} were there at the beginning.",
        facts=[
            ("games", f"{found.games:,}"), ("rounds", f"{len(found.course.steps)}"),
            ("decks", f"{len(decks)}"), ("pilot", found.quest.pilot.name),
            ("seed", f"{found.quest.seed}"), ("rules", found.quest.rules.name),
        ],
        topics=[Topic("shares", "What is left when everybody chooses well", list(findings(found)))],
        parts=[
            Part("shares", "Decks and shares", pictures=pictures[:1],
                 sheets=[deck_sheet(found), share_sheet(found)]),
            Part("course", "How it was found", pictures=pictures[1:], sheets=[step_sheet(found)]),
        ],
        assumed=assumptions(plan),
        how_made=_how_made(found),
        again=again,
        legend="Shares are percent of the equilibrium; gains are points above an even score.",
        notes=[f"{capital(line)}." for line in care(found)],
        tables={"decks": deck_table(found), "variety": share_table(found),
                "rounds": step_table(found), "scores": _scores(found)},
    )  # fmt: skip


def _scores(found: MetaFound) -> pd.DataFrame:
    names = [deck.name for deck in found.course.strategies]
    table = pd.DataFrame(100 * found.matrix, columns=names)
    table.insert(0, "deck", names)
    return table


def _pictures(found: MetaFound, decks: Sequence[Deck]) -> Iterator[Picture]:
    groups = [deck.group for deck in decks]
    yield render(share_bars([deck.name for deck in decks], groups, found.variety.decks))
    best = [step.answers[0].gain for step in found.course.steps]
    in_points = [Estimate(100 * e.mean, 100 * e.low, 100 * e.high, e.pairs) for e in best]
    yield render(gains(in_points, found.quest.epsilon))


def _how_made(found: MetaFound) -> list[tuple[str, str]]:
    quest = found.quest
    noun = quest.game.group
    return [
        (
            "Double oracle.",
            "The equilibrium of the known decks is a mix. Decks that beat it are looked for, among"
            f" all legal decks and among those of each {noun}; what gains more than"
            f" {quest.epsilon:g} points is added, and so on, until nothing does.",
        ),
        (
            "Two kinds of seeds.",
            f"A search spends {quest.games:,} games; what it finds is then measured on"
            f" {quest.held_out:,} pairs of seeds that the search has not met. The intervals of all"
            " rounds and kinds hold together (Bonferroni).",
        ),
        (
            "Equilibrium.",
            "Of all mixes against which no known deck wins more than half a point above even, the"
            " one with the most even shares. Lists that differ by two cards at most are one deck.",
        ),
    ]
