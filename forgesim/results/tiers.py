"""Counts of a run, tier by tier, as statistics take them."""

from math import ceil

import numpy as np

from forgesim.arena.resolve import earlier_looks
from forgesim.arena.tally import Array, Tally
from forgesim.kernel.counts import HELD, LATER, OPENING, top_of
from forgesim.stats.counts import CardCounts, Counts, Field, HealthCounts, TempoCounts
from forgesim.stats.summary import quantile, widest


def is_precise(tally: Tally) -> bool:
    """Whether every headline interval is as narrow as the plan asks, at this look."""
    precision = tally.plan.precision
    return precision is not None and widest_interval(tally) <= precision


def widest_interval(tally: Tally) -> float:
    """Half the width of the widest headline interval, in points; infinite where there is none."""
    plan = tally.plan
    widths = [
        widest(counts.field, counts.pairs, plan.looks)
        for tier, counts in zip(plan.tiers, tier_counts(tally).values(), strict=True)
        if tier.is_even
    ]
    return float(100 * max(widths, default=np.inf))


def games_needed(tally: Tally) -> float:
    """About how many games would reach the precision of a plan, as far as its own games tell.

    Intervals shrink with the root of the number of games. A longer run may stop at more times, for
    which they are wider (`forgesim.stats.summary.widest`).
    """
    plan = tally.plan
    assert plan.precision is not None
    ratio = widest_interval(tally) / plan.precision
    looks = len(earlier_looks(ceil(plan.pairs * ratio**2))) + 1
    return tally.n_games * (ratio * quantile(looks) / quantile(plan.looks)) ** 2


def tier_counts(tally: Tally) -> dict[str, Counts]:
    """Counts of each tier, without matchups of which nothing was played."""
    plan = tally.plan
    found = {}
    for number, tier in enumerate(plan.tiers):
        chosen = [place for place, matchup in enumerate(plan.matchups)
                  if matchup.tier == number and tally.pairs[place].any()]  # fmt: skip
        if chosen:
            found[tier.name] = _counts(tally, number, np.array(chosen))
    return found


def _counts(tally: Tally, tier: int, chosen: Array) -> Counts:
    plan = tally.plan
    matchups = [plan.matchups[place] for place in chosen]
    field = Field(
        decks=[deck.name for deck in plan.decks],
        groups=[deck.group for deck in plan.decks],
        deck_a=np.array([m.deck_a for m in matchups]),
        deck_b=np.array([m.deck_b for m in matchups]),
    )
    games = tally.game_counts()
    is_chosen = np.isin(games["matchup"], chosen)
    games = {name: column[is_chosen] for name, column in games.items()}
    games["matchup"] = np.searchsorted(chosen, games["matchup"])
    cards = []
    if plan.tiers[tier].is_even and plan.game.is_shuffled_once:
        cards = [_card_counts(tally, tier, chosen, field, deck) for deck in range(len(plan.decks))]
    return Counts(
        field=field,
        reasons=plan.game.reasons,
        pairs=tally.pairs[chosen],
        games=games,
        cards=[counts for counts in cards if len(counts.opponents)],
        tempo=TempoCounts(tally.lead_changes[tier], tally.middle[tier], tally.ahead[tier]),
        health=_health_counts(tally, chosen),
    )


def _card_counts(tally: Tally, tier: int, chosen: Array, field: Field, deck: int) -> CardCounts:
    cards = list(dict.fromkeys(tally.plan.decks[deck].ids))
    copies = np.array([tally.plan.decks[deck].ids.count(card) for card in cards])
    kinds, size = len(cards), int(copies.sum())
    is_b = field.deck_b == deck
    opponents = np.flatnonzero((field.deck_a == deck) ^ is_b)
    sides = is_b[opponents].astype(int)
    stored = tally.fates[tier, deck, :kinds]
    places = tally.places[tier, deck, :kinds, :size]
    seen = stored[:, :, [LATER, OPENING]].sum(axis=2)
    fates = np.stack(
        [
            copies[:, None, None] * _games_by_seat(tally, chosen[opponents], sides) - seen,
            stored[:, :, LATER],
            stored[:, :, OPENING],
        ],
        axis=2,
    )
    return CardCounts(
        deck=deck,
        cards=cards,
        copies=copies,
        fates=fates,
        played=seen - stored[:, :, HELD],
        positions=np.stack([places.sum(axis=2), places @ np.arange(5)], axis=2),
        opponents=opponents,
        is_b=sides == 1,
        top=tally.tops[chosen[opponents], sides, :kinds],
        k=top_of(size),
    )


def _games_by_seat(tally: Tally, matchups: Array, sides: Array) -> Array:
    """Games of a deck by seat and its outcome, (2, 3), over matchups in which it has these sides.

    Deck a goes first in the first game of a pair; seen from deck b, outcomes are turned round.
    """
    pairs = tally.pairs[matchups]
    first, second = pairs.sum(axis=2), pairs.sum(axis=1)
    by_seat = np.stack([first, second], axis=1)
    by_seat[sides == 1] = by_seat[sides == 1, ::-1, ::-1]
    return np.asarray(by_seat.sum(axis=0))


def _health_counts(tally: Tally, chosen: Array) -> HealthCounts:
    plan = tally.plan
    checks = tally.checks[chosen][:, :, : len(plan.game.checks)]
    matchups = [plan.matchups[place] for place in chosen]
    example = np.where(checks[..., 2:3] > 0, checks[..., 2:], -1)
    for at in np.argwhere(example[..., 0] > 0):
        pair, order = divmod(int(example[*at, 0]) - 1, 2)
        example[*at, 0] = plan.number_of(int(chosen[at[0]]), pair, order)
    return HealthCounts(
        names=[check.name for check in plan.game.checks],
        chances=checks[..., 0],
        events=checks[..., 1],
        example=example,
        pilots=np.array(
            [[plan.pilots[m.pilot_a].name, plan.pilots[m.pilot_b].name] for m in matchups]
        ),
    )
