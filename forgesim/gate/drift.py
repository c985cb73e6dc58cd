"""The gate itself: match the decks, see that games repeat, compare what has changed."""

import hashlib
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from forgesim.arena.experiment import Experiment
from forgesim.arena.manifest import plan_json
from forgesim.arena.plan import Plan, Segment
from forgesim.errors import UsageError
from forgesim.gate.baseline import (
    Baseline,
    changed_versions,
    engine_here,
    engine_of,
    plan_keys,
)
from forgesim.gate.inputs import Changes, find_changes, names_only_in
from forgesim.gate.places import card_places
from forgesim.gate.play import Table, contests
from forgesim.gate.result import (
    MOVED,
    NONDETERMINISM,
    OPEN,
    PASSED,
    UNCHANGED,
    UNSTABLE,
    Found,
    Needs,
    Place,
    Tested,
)
from forgesim.gate.settings import Settings
from forgesim.stats.differences import QUARTERS
from forgesim.stats.drift import (
    DRIFT,
    JOINT_DRIFT,
    Limits,
    Watch,
    drift_interval,
    expected_pairs,
    looks,
)
from forgesim.stats.wealth import NEVER

Array = np.ndarray[Any, Any]
Noted = Callable[[str], object]
"""Told, in a line each, what is going on."""

LIKELY = 0.9
"""Chance with which a number of pairs that is named would do."""


@dataclass(frozen=True)
class Match:
    """What a baseline and an experiment have in common.

    Attributes
    ----------
    old : Baseline
    plan : Plan
        The experiment, on the baseline's seeds, with the matchups that both have.
    places : tuple of int
        The place in the baseline of each of the plan's matchups.
    changed : tuple of int
        Matchups of the plan whose inputs are not those of the baseline.
    removed, added : tuple of str
        Decks and pilots that only the one or the other has.
    changes : Changes
    """

    old: Baseline
    plan: Plan
    places: tuple[int, ...]
    changed: tuple[int, ...]
    removed: tuple[str, ...]
    added: tuple[str, ...]
    changes: Changes


def match(old: Baseline, plan: Plan) -> Match:
    """Match an experiment as it is now with a baseline, by the names of decks and pilots.

    Raises
    ------
    UsageError
        If there is nothing to compare.
    """
    if plan.game.name != old.plan["game"]:
        raise UsageError(
            f"{old.path} is of the game {old.plan['game']!r}, the experiment of {plan.game.name!r}"
        )
    plan = contests(replace(plan, seed=old.seed), old.pairs)
    keys = plan_keys(plan)
    common = [place for place, key in enumerate(keys) if key in old.places]
    now = plan_json(plan)
    removed, added = names_only_in(old.plan, now)
    if not common:
        gone = ", ".join(removed) or "none of them"
        raise UsageError(
            f"{old.path}: none of its matchups is left to compare (gone: {gone}); make it again:"
            " forgesim baseline create"
        )
    places = tuple(old.places[keys[place]] for place in common)
    plan = replace(plan, matchups=tuple(plan.matchups[place] for place in common))
    prints = [plan.fingerprint(matchup) for matchup in plan.matchups]
    changed = tuple(n for n, place in enumerate(places) if prints[n] != old.fingerprint(place))
    changes = find_changes(old.plan, now, (engine_of(old), engine_here()), plan.game)
    return Match(old, plan, places, changed, removed, added, changes)


def fresh_seed(old: Baseline, seed: int) -> int:
    """A run's seed that no baseline has, from a number that somebody has thought of."""
    digest = hashlib.blake2b(f"fresh\0{old.seed}\0{seed}".encode(), digest_size=8)
    return int.from_bytes(digest.digest(), "little") >> 1


def run_gate(
    matched: Match,
    experiment: Experiment,
    settings: Settings,
    table: Table,
    seed: int | None = None,
    noted: Noted = lambda _: None,
) -> Found:
    """Say whether the balance has moved since a baseline.

    Parameters
    ----------
    matched : Match
    experiment : Experiment
        What the plan was made of: its files are looked up where a card is to blame.
    settings : Settings
    table : Table
        Plays.
    seed : int, optional
        Seed of a run on which both versions are played anew.
    noted : callable
        Told what is going on.

    Raises
    ------
    UsageError
        If the baseline is to be played anew and this engine would play other games.
    """
    old = matched.old
    former = None if seed is None else old.resolved()
    unstable = _unstable(matched, table)
    base = Found(
        verdict=NONDETERMINISM if unstable else UNCHANGED,
        policy=settings.policy, baseline=old.path, experiment=settings.path,
        limits=settings.limits, seed=old.seed if seed is None else seed,
        is_fresh=seed is not None, stored=old.pairs,
        tested=_untested(matched, unstable), removed=matched.removed, added=matched.added,
        changes=matched.changes, versions=changed_versions(old),
    )  # fmt: skip
    if unstable or not matched.changed:
        return base
    pairing = _Pairing(matched, table, former, base.seed)
    watch = _watch(pairing, settings.limits, noted)
    found = replace(
        base,
        verdict=str(watch.verdict),
        tested=[*_tested(pairing, watch), *base.of(UNCHANGED)],
        needs=_needs(watch),
    )
    return replace(found, places=_places(found, matched, experiment))


# Do games repeat?


def _unstable(matched: Match, table: Table) -> dict[int, str]:
    """Matchups whose games are not the same again, with what they should have been like."""
    old, table = matched.old, table.with_plan(matched.plan)
    first, second = (table.digests(old.checked, is_turned) for is_turned in (False, True))
    unstable = {}
    for place, digest in enumerate(first):
        if digest != second[place]:
            unstable[place] = "the same pairs, played twice in another order, went otherwise"
        elif place not in matched.changed and digest != old.digest(matched.places[place]):
            unstable[place] = "nothing has changed, and yet games are not those of the baseline"
    return unstable


def _untested(matched: Match, unstable: Mapping[int, str]) -> list[Tested]:
    """Matchups of which nothing is compared: those that do not repeat, or have not changed."""
    keys = plan_keys(matched.plan)
    found = [Tested(keys[place], UNSTABLE, why=why) for place, why in unstable.items()]
    kept = [key for place, key in enumerate(keys)
            if place not in unstable and place not in matched.changed]  # fmt: skip
    return found + [Tested(key, UNCHANGED) for key in kept]


# What has changed, pair by pair


class _Pairing:
    """The changed matchups in both versions, on the same seeds."""

    def __init__(self, matched: Match, table: Table, former: Plan | None, seed: int) -> None:
        self.keys = [plan_keys(matched.plan)[place] for place in matched.changed]
        chosen = tuple(matched.plan.matchups[place] for place in matched.changed)
        self._now = table.with_plan(replace(matched.plan, matchups=chosen, seed=seed))
        places = [matched.places[place] for place in matched.changed]
        self._former = None
        if former is not None:
            chosen = tuple(former.matchups[place] for place in places)
            self._former = table.with_plan(replace(former, matchups=chosen, seed=seed))
        else:
            self._stored = [matched.old.outcomes(place) for place in places]
        self.points = np.zeros(len(self.keys), np.int64)
        """Deck a's strength in the old version, in quarters, added up."""

    def counts(self, is_open: Array, first: int, end: int) -> Array:
        """Pairs `first` … `end - 1` of the open matchups by D, as `QUARTERS`."""
        counts = np.zeros((len(self.keys), len(QUARTERS)), np.int64)
        chosen = [int(place) for place in np.flatnonzero(is_open)]
        segments = [Segment(place, first, end - first) for place in chosen]
        old, new = self._old(segments), self._now.outcomes(segments)
        for place, before, after in zip(chosen, old, new, strict=True):
            change = after.sum(axis=1) - before.sum(axis=1)
            counts[place] = np.bincount(change + 4, minlength=len(QUARTERS))
            self.points[place] += before.sum()
        return counts

    def _old(self, segments: Sequence[Segment]) -> list[Array]:
        if self._former is not None:
            return self._former.outcomes(segments)
        return [self._stored[s.matchup][s.first : s.first + s.count] for s in segments]


def _watch(pairing: _Pairing, limits: Limits, noted: Noted) -> Watch:
    """Play until the verdict is in, or the cap is reached."""
    watch = Watch(len(pairing.keys), limits)
    start = 0
    for end in looks(limits.cap):
        watch.add(pairing.counts(watch.open, start, end))
        if start == 0 and watch.verdict is None:
            noted(forecast(_needs(watch), limits))
        start = end
        if watch.verdict is not None:
            return watch
    watch.end()
    return watch


def _variances(watch: Watch) -> Array:
    pairs = watch.counts.sum(axis=1)
    mean = watch.counts @ QUARTERS / pairs
    return np.asarray(watch.counts @ QUARTERS**2 / pairs - mean**2)


def _needs(watch: Watch) -> Needs:
    """What the measured variances ask for."""
    limits, variances = watch.limits, _variances(watch)
    largest = float(variances.max())
    many = len(variances)
    means = 100 * (watch.counts @ QUARTERS) / watch.counts.sum(axis=1)
    needed = [expected_pairs(float(variances[place]), float(means[place]), limits, many, LIKELY)
              for place in np.flatnonzero(~watch.passed)]  # fmt: skip
    most = max(needed, default=0)
    return Needs(
        variance=largest,
        to_pass=expected_pairs(largest, 0.0, limits, many, LIKELY),
        to_catch=expected_pairs(largest, limits.caught, limits, many, LIKELY),
        to_decide=most if most < NEVER else None,
    )


def forecast(needs: Needs, limits: Limits) -> str:
    """How long a gate will take, in words."""
    text = (
        f"a change varies by up to {needs.variance:.3f} from pair to pair: about"
        f" {needs.to_pass:,} pairs to pass what is unchanged, {needs.to_catch:,} to catch a change"
        f" of {limits.caught:g} points"
    )
    if max(needs.to_pass, needs.to_catch) > limits.cap:
        return f"{text}; the cap of {limits.cap:,} may not decide"
    return f"{text}; the cap is {limits.cap:,}"


def _tested(pairing: _Pairing, watch: Watch) -> list[Tested]:
    """What was found of each, most evidence first."""
    pairs = watch.counts.sum(axis=1)
    variances, found = _variances(watch), []
    moved = set(watch.culprits) if watch.verdict == DRIFT else set()
    for place in watch.ranking:
        status = MOVED if place in moved else PASSED if watch.passed[place] else OPEN
        low, high = drift_interval(watch.counts[place])
        found.append(
            Tested(
                key=pairing.keys[place], status=status, pairs=int(pairs[place]),
                score=25 * float(pairing.points[place] / pairs[place]),
                change=100 * float(watch.counts[place] @ QUARTERS / pairs[place]),
                low=100 * low, high=100 * high,
                evidence=float(watch.evidence[place]) / math.log(10),
                variance=float(variances[place]),
            )
        )  # fmt: skip
    return found


def _places(found: Found, matched: Match, experiment: Experiment) -> list[Place]:
    """Lines of the changed cards that enter a culprit; of a joint drift, what has not passed."""
    guilty = found.of(MOVED) if found.verdict == DRIFT else found.of(OPEN)
    if found.verdict not in (DRIFT, JOINT_DRIFT):
        return []
    decks = {deck for each in guilty for deck in each.key[1:]}
    played = {card for deck in matched.plan.decks if deck.name in decks for card in deck.ids}
    cards = [card for card in matched.changes.cards if card in played]
    places = card_places(experiment, matched.plan.game, cards)
    return [replace(place, text=matched.changes.cards[place.text]) for place in places]
