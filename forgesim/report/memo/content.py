"""What a memo is filled with, as a page and as text: sections of words, tables and figures."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import forgesim
from forgesim.kernel.jit import engine_digest
from forgesim.report.figures.style import Picture
from forgesim.report.memo.tables import numbers_of
from forgesim.report.memo.words import (
    costs,
    flat_of,
    headline,
    missed_already,
    rests_on,
    verdict_words,
    would_change,
)
from forgesim.report.words import capital, interval, number, plural, signed
from forgesim.stats.field_games import FIRST, PULL
from forgesim.studies.decision.outcome import Measured, Outcome
from forgesim.studies.decision.stated import stated


@dataclass(frozen=True)
class Grid:
    """A small table: headings, and rows of words; the first column names the row.

    Attributes
    ----------
    title : str
    headings : sequence of str
    rows : sequence of sequences of str
    texts : int
        How many columns hold words, before those with numbers.
    """

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    texts: int = 1


@dataclass(frozen=True)
class Part:
    """A section of a memo.

    Attributes
    ----------
    id, title : str
    words : sequence of str
        Paragraphs.
    points : sequence of str
        Points below them.
    terms : sequence of (str, str)
        Things with what is to be said about each.
    pictures : sequence of Picture
    grids : sequence of Grid
    code : sequence of str
        Commands.
    """

    id: str
    title: str
    words: Sequence[str] = ()
    points: Sequence[str] = ()
    terms: Sequence[tuple[str, str]] = ()
    pictures: Sequence[Picture] = ()
    grids: Sequence[Grid] = ()
    code: Sequence[str] = ()


def content(outcome: Outcome, pictures: Mapping[str, Sequence[Picture]]) -> dict[str, Any]:
    """What both forms of a memo are filled with."""
    study = outcome.study
    decision, flat, because, *rest = headline(outcome)
    return {
        "name": study.name,
        "question": study.question,
        "decision": decision,
        "summary": [flat, because],
        "cautions": rest,
        "facts": list(_facts(outcome)),
        "parts": [
            _stated(outcome),
            _is_flat(outcome),
            _candidates(outcome, pictures.get("candidates", ())),
            _costs(outcome),
            Part("change", "What would change the verdict", _or_nothing(would_change(outcome))),
            Part(
                "robustness",
                "What is uncertain, and on what it rests",
                terms=list(rests_on(outcome)),
                pictures=pictures.get("robustness", ()),
            ),
            _again(outcome),
        ],
    }


def _or_nothing(found: Iterator[str]) -> list[str]:
    return list(found) or ["Nothing that was tried does."]


def _facts(outcome: Outcome) -> Iterator[tuple[str, str]]:
    study = outcome.study
    yield "candidates", str(len(study.candidates))
    yield "pilot tiers", str(len(study.tiers))
    yield plural(study.game.group), str(len(study.groups))
    yield "games measured", f"{outcome.games:,}"
    yield "seed", str(study.seed)
    yield "stated as", outcome.digest[:12]


def _stated(outcome: Outcome) -> Part:
    study = outcome.study
    listed = [[each.name, each.title, each.rules.name, each.cost] for each in study.candidates]
    search = (
        f"Decks are searched for with the pilot {study.hunter.name}, {study.search.games:,} games"
        f" for each {study.game.group} and as many for mixed decks as for all of these together;"
        f" {study.search.keep} of each {study.game.group} and {study.search.keep_mixed} mixed ones"
        " are kept. Every score is measured on seeds that no search has seen."
    )
    tiers = ", ".join(f"{t.name} ({study.pairs_of(t):,} pairs)" for t in study.tiers)
    return Part(
        "stated",
        "What was stated before anything was played",
        [
            f"The rule below, all inputs and the seed have the digest {outcome.digest}.",
            search,
            f"Every two decks meet with each of the tiers {tiers}.",
        ],
        stated(study),
        grids=[
            Grid(
                "The candidates, in the order of the file",
                ["candidate", "what it is", "ruleset", "what it costs the designer"],
                listed,
                4,
            )
        ],
    )


def _is_flat(outcome: Outcome) -> Part:
    numbers = outcome.baseline.numbers
    tiers = list(numbers)
    rows = []
    for name in numbers_of(numbers[tiers[0]]):
        cells = [_cell(name, numbers_of(numbers[tier])[name]) for tier in tiers]
        rows.append([name, *cells])
    for place, reason in enumerate(outcome.study.game.reasons):
        shares = [f"{number(float(numbers[tier].reasons[place]))} %" for tier in tiers]
        rows.append([f"games ended by {reason}", *shares])
    noun = outcome.study.game.group
    tier = outcome.study.must_pass[0]
    groups = list(numbers[tier].scores)
    between = [
        [own, *(number(float(score)) if own != other else "" for other, score in
                zip(groups, scores, strict=True))]
        for own, scores in zip(groups, numbers[tier].between, strict=True)
    ]  # fmt: skip
    return Part(
        "flat",
        "Is the game flat?",
        [
            flat_of(outcome),
            f"Identity is the root mean square of the scores of {plural(noun)} against each other,"
            " less even and net of the noise of so many games; its two parts are what strength"
            " explains and what goes in circles. Pull is the score of the best mono decks against"
            " the best mixed ones, less even, both searched with the same effort. The intervals"
            " hold for all variants and tiers of this study together. Variety alone proves nothing:"
            " a flat game has it, too.",
        ],
        grids=[
            Grid("The baseline by its numbers", ["number", *tiers], rows),
            Grid(
                f"Scores of {plural(noun)} against each other, with {tier}",
                [noun, *groups],
                between,
            ),
        ],
    )


def _cell(name: str, found: Any) -> str:
    value = found.value if hasattr(found, "value") else found.mean
    is_signed = name in (PULL, FIRST)
    form = signed if is_signed else number
    return f"{form(value)} ({interval(found.low, found.high, is_signed=is_signed)})"


def _candidates(outcome: Outcome, pictures: Sequence[Picture]) -> Part:
    tier = outcome.study.must_pass[0]
    rows = [_row(tested, tier) for tested in outcome.tested]
    heads = ["variant", "verdict", "identity", "pull", "mono share", "best group", "worst group",
             "first player", "turns"]  # fmt: skip
    terms = [
        (each.variant.name, f"{capital(verdict_words(outcome, each))}.")
        for each in outcome.candidates
    ]
    return Part(
        "candidates",
        "The candidates",
        [
            "Each was measured in decks that were searched for it; what is said of it holds in"
            f" every tier, unless the reason names one. The table is of the tier {tier}.",
            *filter(None, [missed_already(outcome)]),
        ],
        terms=terms,
        pictures=pictures,
        grids=[Grid("All variants by their numbers", heads, rows, 2)],
    )


def _row(tested: Measured, tier: str) -> list[str]:
    found = tested.numbers[tier]
    best = max(found.scores, key=lambda group: found.scores[group].mean)
    worst = min(found.scores, key=lambda group: found.scores[group].mean)
    return [
        tested.variant.name,
        tested.verdict.word,
        _cell("", found.identity),
        _cell(PULL, found.pull),
        f"{number(found.mono_share.mean, 0)} %",
        f"{best} {number(found.scores[best].mean)}",
        f"{worst} {number(found.scores[worst].mean)}",
        signed(found.first_player.mean),
        number(found.turns.mean),
    ]


def _costs(outcome: Outcome) -> Part:
    names = [outcome.decision.candidate] if outcome.decision.candidate else []
    names += [name for name in outcome.leading if name not in names]
    if not names:
        return Part(
            "costs", "What it costs", ["No candidate is in question, so none costs anything."]
        )
    terms = [(name, " ".join(costs(outcome, outcome.of(name)))) for name in names]
    tier = outcome.study.must_pass[0]
    words = [f"What changes for players against the baseline, with {tier}; intervals in brackets."]
    return Part("costs", "What it costs", words, terms=terms)


def _again(outcome: Outcome) -> Part:
    study = outcome.study
    quick = " --quick" if study.is_quick else ""
    seeds = (
        f"Seed {study.seed}; searches, measurements and perturbed rosters have seeds of their own"
        " that are derived from it. The result does not depend on the number of workers."
    )
    versions = f"forgesim {forgesim.__version__}, engine {engine_digest()[:12]}."
    return Part(
        "again",
        "Do it again",
        [seeds, versions],
        code=[f"forgesim study {study.path.name}{quick}"],
    )
