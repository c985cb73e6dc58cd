"""What a batch says at its end."""

from collections import Counter
from dataclasses import dataclass
from math import ceil, floor, log10
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from forgesim.arena.plan import Plan, Tier
from forgesim.arena.replay import first_contest
from forgesim.arena.resolve import default_rules
from forgesim.arena.tally import Tally
from forgesim.cards.decks import MIXED
from forgesim.cards.files import named
from forgesim.cards.parameters import SEATS
from forgesim.cards.pilots import OWN
from forgesim.cards.rules import differences
from forgesim.cli.notes import counted
from forgesim.results import games_needed, is_precise, tier_counts, widest_interval
from forgesim.stats.counts import Counts, Field
from forgesim.stats.pairs import STRENGTH, Estimate, estimate
from forgesim.stats.summary import (
    deck_score,
    first_player_score,
    group_score,
    lengths,
    reason_shares,
)

Array = np.ndarray[Any, Any]

_SHOWN_DECKS = 5


@dataclass(frozen=True)
class Pace:
    """How many games of a run were played just now, and in how many seconds."""

    games: int
    seconds: float


def print_summary(tally: Tally, out: Path, pace: Pace, limit: str) -> None:
    """Print the headline numbers of a run, for each pilot tier, and what to do next.

    Parameters
    ----------
    tally, out, pace : Tally, Path, Pace
    limit : str
        What has set the most games of a run that stops at a precision.
    """
    plan = tally.plan
    console = Console(highlight=False, emoji=False)
    console.print(f"\n[bold]{plan.name}[/bold]: {plan.games:,} games{_paced(pace, plan)}")
    if plan.precision is not None:
        _print_precision(console, tally, limit)
    for tier, counts in zip(plan.tiers, tier_counts(tally).values(), strict=True):
        _print_tier(console, plan, tier, counts)
    _print_assumptions(console, plan)
    console.print(f"\nStored in {out}", soft_wrap=True, markup=False)
    command = f"forgesim replay --run {out} --match {first_contest(plan)}"
    console.print(f"Next: forgesim report {out}", soft_wrap=True, markup=False)
    console.print(f"      {command}", soft_wrap=True, markup=False)


def _paced(pace: Pace, plan: Plan) -> str:
    if not pace.games:
        return ", all of them stored before"
    part = f", {pace.games:,} of them now" if pace.games < plan.games else ""
    return f"{part} in {pace.seconds:.1f} s ({pace.games / pace.seconds:,.0f} games/s)"


def _print_precision(console: Console, tally: Tally, limit: str) -> None:
    plan = tally.plan
    assert plan.precision is not None
    widest = widest_interval(tally)
    text = f"Precision of {plan.precision:g} points "
    if is_precise(tally):
        text += f"reached: the widest interval is +/- {widest:.2g} points."
    else:
        text += f"NOT reached: {limit} allows no more games."
        if np.isfinite(widest):
            needed = _rounded_up(games_needed(tally))
            text += f" The widest interval is +/- {widest:.2g} points"
            text += f"; about {needed:,} games would do."
    if plan.looks > 1:
        text += (
            f" Intervals are wider than without --precision, to hold at each of the {plan.looks}"
            " times at which the run may stop."
        )
    console.print(text)


def _rounded_up(games: float) -> int:
    """A number of games to two figures, as an estimate is told."""
    unit = 10.0 ** max(floor(log10(games)) - 1, 0)
    return int(ceil(games / unit) * unit)


def _print_tier(console: Console, plan: Plan, tier: Tier, counts: Counts) -> None:
    field, pairs = counts.field, counts.pairs
    if tier.is_even:
        console.print(f"\nPilot: {_crew(tier, counts)}")
        _print_groups(console, plan, field, pairs)
        _print_decks(console, plan, field, pairs)
    else:
        a, b = tier.name.split(" : ")
        console.print(f"\nPilots: {a} plays deck a, {b} plays deck b")
        _print_unequal(console, plan, field, pairs)
    first = first_player_score(pairs, plan.looks)
    shifted = Estimate(first.mean - 0.5, first.low - 0.5, first.high - 0.5, first.pairs)
    console.print(f"\nFirst-player advantage: {_points(shifted, signed=True)} points")
    length = lengths(counts.games)
    low, mid, high = length.quantiles
    console.print(
        f"Length: {length.mean:.1f} turns on average (5 % end by turn {low}, half by {mid},"
        f" 95 % by {high}; longest {length.longest})"
    )
    shares = reason_shares(counts.games, plan.game.reasons)
    console.print("Ended by: " + ", ".join(f"{why} {share:.1%}" for why, share in shares.items()))


def _crew(tier: Tier, counts: Counts) -> str:
    """The pilot of a tier; where each deck has its own, how many decks each of them plays."""
    if tier.name != OWN:
        return tier.name
    pilot_of = dict(zip(counts.field.deck_a.tolist(), counts.health.pilots[:, 0], strict=True))
    number_of = Counter(pilot_of.values())
    parts = ", ".join(f"{pilot} {number}" for pilot, number in number_of.most_common())
    return f"each deck's own ({parts})"


def _points(value: Estimate, signed: bool = False) -> str:
    sign = "+" if signed else ""
    mean, low, high = 100 * value.mean, 100 * value.low, 100 * value.high
    return f"{mean:{sign}.2f} [{low:{sign}.2f}, {high:{sign}.2f}]"


def _score_table(console: Console, title: str) -> Table:
    console.print(f"\n{title}")
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    table.add_column("score in % [95 % interval]", justify="right")
    return table


def _print_groups(console: Console, plan: Plan, field: Field, pairs: Array) -> None:
    groups = sorted({group for group in field.groups if group != MIXED})
    rows = [(group, group_score(field, pairs, group, plan.looks)) for group in [*groups, MIXED]]
    known = [(group, score) for group, score in rows if score is not None]
    if not known:
        return
    table = _score_table(
        console, f"{plan.game.group.capitalize()} scores (mono decks against the rest)"
    )
    for group, score in sorted(known, key=lambda row: -row[1].mean):
        table.add_row(escape(group), _points(score))
    console.print(table)


def _print_decks(console: Console, plan: Plan, field: Field, pairs: Array) -> None:
    scored = [
        (deck, deck_score(field, pairs, place, plan.looks)) for place, deck in enumerate(plan.decks)
    ]
    known = [(deck, score) for deck, score in scored if score is not None]
    known.sort(key=lambda row: -row[1].mean)
    if not known:
        return
    if len(known) <= 2 * _SHOWN_DECKS:
        table = _score_table(console, "Decks (against all others)")
        for deck, score in known:
            table.add_row(escape(deck.name), _points(score))
    else:
        table = _score_table(console, f"Decks, best and worst of {len(known)} (against all others)")
        for deck, score in known[:_SHOWN_DECKS]:
            table.add_row(escape(deck.name), _points(score))
        table.add_row("...", "")
        for deck, score in known[-_SHOWN_DECKS:]:
            table.add_row(escape(deck.name), _points(score))
    console.print(table)


def _print_unequal(console: Console, plan: Plan, field: Field, pairs: Array) -> None:
    table = _score_table(console, "Score of deck a, matchup by matchup")
    shown = 4 * _SHOWN_DECKS
    for place, (a, b) in enumerate(zip(field.deck_a[:shown], field.deck_b, strict=False)):
        label = f"{plan.decks[a].name} - {plan.decks[b].name}"
        table.add_row(escape(label), _points(estimate(pairs[[place]], STRENGTH)))
    console.print(table)
    if len(pairs) > shown:
        console.print(f"... and {counted(len(pairs) - shown, 'more matchup')}")


def _differences(plan: Plan) -> list[str]:
    """What the ruleset has otherwise than the default one, but for what options have changed."""
    changed = {text.partition("=")[0] for text in plan.changed}
    game = plan.game
    found = differences(plan.rules, default_rules(game), game.parameters, game.group)
    return [each for each in found if changed.isdisjoint(_names_of(each.split(" ")[0]))]


def _names_of(parameter: str) -> set[str]:
    """How settings may name a parameter: with the seat that it is bound to, or for both."""
    seat, _, key = parameter.partition(".")
    return {parameter, key} if seat in SEATS else {parameter}


def _print_assumptions(console: Console, plan: Plan) -> None:
    assumed = [a.key for a in plan.rules.assumptions.values() if a.status == "assumed"]
    lines = [*plan.notes]
    own = _differences(plan)
    if own:
        lines.append(f"rules: {plan.rules.name} ({named(own, comma=';')})")
    if plan.changed:
        lines.append(f"changed from {plan.rules.name}: {', '.join(plan.changed)}")
    if assumed:
        lines.append(f"assumed rulings ({len(assumed)}): {', '.join(assumed)}")
    if sum(tier.is_even for tier in plan.tiers) == len(plan.tiers) == 1:
        lines.append("pilots: one way of playing; the report says what holds with others")
    lines.append("intervals: 95 %, each for itself (not adjusted for looking at many)")
    console.print("\nRead with care:")
    for line in lines:
        console.print(f"  - {line}", soft_wrap=True, markup=False)
