"""What was played, on which assumptions, and how to play it again."""

import hashlib
import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from forgesim.arena.manifest import plan_json
from forgesim.arena.plan import Plan
from forgesim.arena.resolve import default_rules
from forgesim.cards.decks import MIXED
from forgesim.cards.parameters import SEATS, Parameter
from forgesim.cards.pilots import OWN
from forgesim.cards.shipped import shipped_names
from forgesim.errors import ForgesimError
from forgesim.report.scope import (
    check_scopes,
    known_tiers,
    members,
    pilots_of,
    run_name,
    who_plays,
)
from forgesim.report.words import capital, counted, listing, threshold
from forgesim.results import Results

_NAMED_DECKS = 12
"""Decks that a command names; with more, their folder is meant."""
_WAYS = 3
"""Ways of playing that show whether a finding holds for more than one."""


@dataclass(frozen=True)
class Assumed:
    """A ruling that the source rules do not give."""

    key: str
    status: str
    reason: str


@dataclass(frozen=True)
class Variation:
    """A value of the rules that is not that of the shipped ruleset."""

    key: str
    text: str
    meaning: str
    settings: Sequence[str]


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
    of = f" of {counted(len(members(results)), plan.game.group)}"
    kinds = [(len(plan.decks) - mixed, f"mono{of}"), (mixed, "mixed")]
    made = listing([f"{amount} {kind}" for amount, kind in kinds if amount])
    return (
        f"{games} {rules}, between {counted(len(plan.decks), 'deck')} ({made}). Every deck meets"
        f" every other and itself, {pairs}"
    )


def played_by(results: Results) -> str:
    """Who played, in a sentence for each pilot tier."""
    tiers = results.plan.tiers
    if len(tiers) == 1:
        text = f"One pilot tier, {tiers[0].name}: {who_plays(results, tiers[0].name)}."
        return text + _checked_by(results)
    ways = [f"{tier.name} ({who_plays(results, tier.name)})" for tier in tiers]
    return (
        f"All of it once for each of {len(tiers)} pilot tiers, ways to give the decks their pilots:"
        f" {'; '.join(ways)}.{_checked_by(results)}"
    )


def check_words(results: Results) -> str:
    """Who plays in the pilot check, and how many pairs; empty without one."""
    if results.check is None:
        return ""
    check = results.check.plan
    crew = listing([member.name for member in check.crew])
    return f"{crew}, {counted(check.pairs, 'pair')} for each matchup"


def _checked_by(results: Results) -> str:
    """Who played in the pilot check, or that there was none."""
    if results.check is None:
        return " No pilot check was played."
    others = listing([scope.tier for scope in check_scopes(results)])
    pairs = counted(results.check.plan.pairs, "pair")
    return f" In a pilot check, {pairs} of each matchup, also {others}." if others else ""


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
        ("rules", _rules(results.plan)),
    ]


def _rules(plan: Plan) -> str:
    """The ruleset, and in how much it differs from the shipped one."""
    changed = len(variations(plan))
    if not changed:
        return plan.rules.name
    return f"{plan.rules.name}, {counted(changed, 'value')} changed"


def variations(plan: Plan) -> list[Variation]:
    """Values of the rules that differ from the game's shipped ruleset, whoever set them."""
    game = plan.game
    try:
        usual = default_rules(game).seats
    except ForgesimError:
        return []
    found = (_variation(parameter, plan.rules.seats, usual) for parameter in game.parameters)
    synergies = (
        Variation(f"synergy {each.name}", each.told(game.group, game.parameters), each.title, ())
        for each in plan.rules.synergies
    )
    return [*(each for each in found if each is not None), *synergies]


def _variation(
    parameter: Parameter, seats: Sequence[Mapping[str, int]], usual: Sequence[Mapping[str, int]]
) -> Variation | None:
    """What a parameter is instead of what; the seats are named where they differ."""
    name, key = parameter.name, parameter.key
    pairs = [(_value(parameter, now[name]), _value(parameter, then[name]))
             for now, then in zip(seats, usual, strict=True)]  # fmt: skip
    changed = [(seat, now, then) for seat, (now, then) in zip(SEATS, pairs, strict=True)
               if now != then]  # fmt: skip
    if not changed:
        return None
    if len(set(pairs)) == 1:
        now, then = pairs[0]
        return Variation(key, f"{now} instead of {then}", parameter.meaning, (f"{key}={now}",))
    text = ", ".join(f"{now} instead of {then} for who goes {seat}" for seat, now, then in changed)
    settings = tuple(f"{seat}.{key}={now}" for seat, now, _ in changed)
    return Variation(key, text, parameter.meaning, settings)


def _value(parameter: Parameter, value: int) -> str:
    return ("off", "on")[value] if parameter.is_switch else str(value)


def assumed(plan: Plan) -> list[Assumed]:
    """Rulings that are assumed, then those that were decided."""
    found = [Assumed(a.key, a.status, a.reason) for a in plan.rules.assumptions.values()]
    return sorted(found, key=lambda each: each.status != "assumed")


def players(results: Results) -> list[Player]:
    """The pilots of the run, and those of its pilot check."""
    own = [Player(pilot.name, pilot.title, _plays(results, pilot.name))
           for pilot in results.plan.pilots]  # fmt: skip
    members = () if results.check is None else results.check.plan.members
    checked = {pilot.name: pilot.title for member in members for pilot in member.pilots}
    known = {player.name for player in own}
    return [*own, *(Player(name, title, "in the pilot check") for name, title in checked.items()
                    if name not in known)]  # fmt: skip


def _plays(results: Results, pilot: str) -> str:
    """What a pilot plays, tier by tier."""
    parts = []
    for tier in results.plan.tiers:
        decks = pilots_of(results, tier.name).get(pilot)
        if decks and tier.name == OWN:
            parts.append(f"{counted(decks, 'deck')} in tier {tier.name}")
        elif decks:
            parts.append(f"tier {tier.name}")
    return listing(parts)


def again(
    results: Results, tiers: Sequence[str] | None = None, settings: Sequence[str] = ()
) -> str:
    """The command that plays the same games, given the same files.

    Parameters
    ----------
    results : Results
    tiers : sequence of str, optional
        Pilots to play them by, instead of those of the run.
    settings : sequence of str
        Changes on top of those of the run, as `NAME=VALUE`.
    """
    plan = results.plan
    words = ["forgesim", "batch"]
    if plan.game.name != "forge":
        words += ["--game", plan.game.name]
    changes = [*plan.changed, *settings]
    if plan.rules.name not in shipped_names(plan.game.name, "rulesets"):
        # Where its file lies is not known; what is in it is, and synergies are in files alone.
        if plan.rules.synergies:
            words += ["--ruleset", f"{plan.rules.name}.toml"]
        else:
            changes = [*(text for each in variations(plan) for text in each.settings), *changes]
    elif plan.rules.name != plan.game.default_ruleset:
        words += ["--ruleset", plan.rules.name]
    names = [deck.name for deck in plan.decks]
    ships = shipped_names(plan.game.name, "decks")
    if set(names) != set(ships) and len(names) <= _NAMED_DECKS:
        words += [word for name in names for word in ("--deck", name)]
    words += _pilot_words([tier.name for tier in plan.tiers] if tiers is None else tiers)
    words += ["--pairs", str(plan.pairs), "--seed", str(plan.seed)]
    words += [word for change in dict.fromkeys(changes) for word in ("--set", change)]
    return " ".join(shlex.quote(word) for word in words)


def _pilot_words(tiers: Sequence[str]) -> list[str]:
    if len(tiers) == 1 and " : " in tiers[0]:
        a, b = tiers[0].split(" : ")
        return ["--pilot-a", a, "--pilot-b", b]
    if list(tiers) == [OWN]:
        return []
    return [word for tier in tiers for word in ("--pilot", tier)]


def more_pilots(results: Results) -> str:
    """The command that plays the same field by several pilots, and reports it."""
    played = [tier.name for tier in results.plan.tiers if tier.is_even]
    own = pilots_of(results, OWN)
    same = own if len(own) == 1 else ()  # to play every deck by its pilot would be nothing new
    others = [name for name in known_tiers(results) if name not in same]
    ways = list(dict.fromkeys([*played, OWN, *others]))
    return f"{again(results, ways[: max(_WAYS, len(played))])} --report"


def report_again(results: Results) -> str:
    """The command that makes this report again."""
    return f"forgesim report {run_name(results)}"


def impact_command(results: Results, tiers: Sequence[str] = ()) -> str:
    """The command that adds replacement impact to the run, in its first tier or in those named."""
    options = "".join(f" --tier {shlex.quote(tier)}" for tier in tiers)
    return f"forgesim card impact {run_name(results)}{options}"


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
            "Other pilots.",
            "Each conclusion is looked up with every pilot tier of the run and of its pilot check,"
            " which plays the run's field and seeds. It holds with a tier where it is on the same"
            " side of even there, for certain; it is reversed where it is on the other, and even"
            " where it is too small to matter. Else it is open: the check has too few games to"
            " tell, and does not contradict. What pilots and restrictions change is told by paired"
            " differences on the same shuffles.",
        ),
        (
            "What no interval covers.",
            "Whether the cards, the rulings and the pilots are those of the real game. An interval"
            " covers the luck of the shuffles, nothing else.",
        ),
    )
