"""What was played, on which assumptions, and how to play it again."""

import hashlib
import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from forgesim.arena.manifest import plan_json
from forgesim.arena.plan import Plan
from forgesim.cards.decks import MIXED
from forgesim.cards.pilots import OWN
from forgesim.cards.shipped import shipped_names
from forgesim.report.scope import run_name
from forgesim.report.words import capital, counted, listing, threshold
from forgesim.results import Results

_NAMED_DECKS = 12
"""Decks that a command names; with more, their folder is meant."""


@dataclass(frozen=True)
class Assumed:
    """A ruling that the source rules do not give."""

    key: str
    status: str
    reason: str


@dataclass(frozen=True)
class Player:
    """A pilot: its name, what it is like, and how many decks it plays in which tiers."""

    name: str
    title: str
    plays: str


def title(results: Results) -> str:
    """The heading of the report."""
    return f"Balance report: {results.plan.name}"


def lede(results: Results) -> str:
    """What was played, in a sentence or two."""
    plan = results.plan
    games = f"{counted(results.games, 'game')} of {capital(plan.game.name)}"
    rules = f"under the rules {plan.rules.name}"
    pairs = "in pairs: the same shuffles twice, with the seats exchanged."
    if len(plan.decks) == 1:
        return f"{games} {rules}, of the deck {plan.decks[0].name} against itself, {pairs}"
    mixed = sum(deck.group == MIXED for deck in plan.decks)
    kinds = [(len(plan.decks) - mixed, "mono"), (mixed, "mixed")]
    made = listing([f"{amount} {kind}" for amount, kind in kinds if amount])
    return (
        f"{games} {rules}, between {counted(len(plan.decks), 'deck')} ({made}). Every deck meets"
        f" every other and itself, {pairs}"
    )


def facts(results: Results) -> list[tuple[str, str]]:
    """The size of the run, in a few numbers."""
    plan = results.plan
    each_tier = len(plan.matchups) // max(1, len(plan.tiers))
    return [
        ("games", f"{results.games:,}"),
        ("decks", f"{len(plan.decks)}"),
        ("matchups", f"{each_tier:,}"),
        ("pairs for each", f"{plan.pairs:,}"),
        ("pilot tiers", listing([tier.name for tier in plan.tiers])),
        ("matters from", threshold(results.matters)),
    ]


def assumed(plan: Plan) -> list[Assumed]:
    """Rulings that are assumed, then those that were decided."""
    found = [Assumed(a.key, a.status, a.reason) for a in plan.rules.assumptions.values()]
    return sorted(found, key=lambda each: each.status != "assumed")


def players(plan: Plan) -> list[Player]:
    """The pilots of the run."""
    return [
        Player(pilot.name, pilot.title, _plays(plan, at)) for at, pilot in enumerate(plan.pilots)
    ]


def _plays(plan: Plan, pilot: int) -> str:
    """What a pilot plays, tier by tier."""
    parts = []
    for number, tier in enumerate(plan.tiers):
        decks = {
            deck
            for m in plan.matchups
            if m.tier == number
            for deck, who in ((m.deck_a, m.pilot_a), (m.deck_b, m.pilot_b))
            if who == pilot
        }
        if decks and tier.name == OWN:
            parts.append(f"{counted(len(decks), 'deck')} in tier {tier.name}")
        elif decks:
            parts.append(f"tier {tier.name}")
    return listing(parts)


def again(results: Results) -> str:
    """The command that plays the same games, given the same files."""
    plan = results.plan
    words = ["forgesim", "batch"]
    if plan.game.name != "forge":
        words += ["--game", plan.game.name]
    if plan.rules.name != plan.game.default_ruleset:
        words += ["--ruleset", plan.rules.name]
    names = [deck.name for deck in plan.decks]
    ships = shipped_names(plan.game.name, "decks")
    if set(names) != set(ships) and len(names) <= _NAMED_DECKS:
        words += [word for name in names for word in ("--deck", name)]
    words += _pilot_words(plan)
    words += ["--pairs", str(plan.pairs), "--seed", str(plan.seed)]
    words += [word for change in plan.changed for word in ("--set", change)]
    return " ".join(shlex.quote(word) for word in words)


def _pilot_words(plan: Plan) -> list[str]:
    tiers = [tier.name for tier in plan.tiers]
    if len(tiers) == 1 and " : " in tiers[0]:
        a, b = tiers[0].split(" : ")
        return ["--pilot-a", a, "--pilot-b", b]
    if tiers == [OWN]:
        return []
    return [word for tier in tiers for word in ("--pilot", tier)]


def report_again(results: Results) -> str:
    """The command that makes this report again."""
    return f"forgesim report {run_name(results)}"


def impact_command(results: Results) -> str:
    """The command that adds replacement impact to the run."""
    return f"forgesim card impact {run_name(results)}"


def versions(results: Results) -> Mapping[str, str]:
    """Versions of what played the run."""
    return results.versions or {}


def fingerprint(results: Results) -> str:
    """Digest of all that the games depend on: engine, rules, cards, decks, pilots, pairs, seed."""
    plan = plan_json(results.plan)
    for matchup in plan["matchups"]:
        del matchup["fingerprint"]  # of the engine that is installed now
    parts = {"engine": versions(results).get("engine"), "plan": plan}
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def how_made(results: Results) -> Sequence[tuple[str, str]]:
    """How the numbers come about, point by point."""
    group = results.plan.game.group
    return (
        (
            "The pair is the unit.",
            "Two decks meet twice on the same shuffles, the seats exchanged. The two games of a"
            " pair hang together, so they are never counted as two; intervals are over pairs.",
        ),
        (
            "Scores.",
            "A deck's score is its mean over all other decks of the field, each counted alike. A"
            f" {group}'s is the mean of its mono decks against all decks that are not mono of it."
            " Mirrors are left out; only what going first is worth counts them.",
        ),
        (
            "Intervals.",
            "Each holds its true value in 95 of 100 such runs, where true means: with these cards,"
            " decks, rules and pilots, and no end of games. They are of Wilson's kind, at the"
            " effective number of pairs; those of ratings, the equilibrium and circles come from"
            " drawing whole pairs anew (bootstrap). Shares of single games count pairs, and so are"
            " a little too wide.",
        ),
        (
            "Many at once.",
            f"Whether a score differs from 50 is adjusted for looking at many: decks, {group}s and"
            " replacement impact after Holm, long lists (matchups, the shuffle test of cards) after"
            " Benjamini and Hochberg. The intervals that are shown are each for itself.",
        ),
        (
            "Certain, and important.",
            "Two questions. A difference is certain when its adjusted p-value is below 0.05. It"
            f" matters when, besides, its whole interval is more than {threshold(results.matters)}"
            " away from even, a threshold that the experiment file sets (its key: matters); it is"
            " too small when the whole interval is within; else it is undecided.",
        ),
        (
            "What no interval covers.",
            "Whether the cards, the rulings and the pilots are those of the real game. An interval"
            " covers the luck of the shuffles, nothing else.",
        ),
    )
