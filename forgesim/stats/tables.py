"""All tables of a run, as pandas frames.

Scores, shares, rates and differences are in points, 0 to 100 (differences signed); `low` and `high`
bound a 95 % interval. docs/reference/tables.md names every column. Tables of decks and cards leave
out tiers in which the sides have different pilots: scores there compare pilots.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from forgesim.stats.card_tables import card_table, deck_card_table, position_table
from forgesim.stats.counts import Counts, groups_in_order
from forgesim.stats.effects import detectable, pairs_needed, verdict
from forgesim.stats.frames import (
    BOUNDS,
    MAYBE_WHOLE,
    NUMBER,
    TEXT,
    WHOLE,
    YES_NO,
    frame,
    measured,
    points,
)
from forgesim.stats.metagame import Metagame, Part, metagame, score_against
from forgesim.stats.multiple import LEVEL, benjamini_hochberg, holm, two_sided
from forgesim.stats.pairs import FIRST_PLAYER, STRENGTH, Estimate, estimate, estimates, wilson
from forgesim.stats.ratings import RatedField, rate_field
from forgesim.stats.robustness import DECK, FACTION, FIRST, CheckCounts, check_tables
from forgesim.stats.summary import deck_score, first_player_score, group_score
from forgesim.stats.tempo_tables import length_rows, tempo_table

Array = np.ndarray[Any, Any]

MATTERS = 2.0
"""Points from which on a difference matters, unless an experiment says otherwise."""

SCORED = {"pairs": WHOLE, "score": NUMBER, "low": NUMBER, "high": NUMBER}
CLAIMED = {
    "p": NUMBER,
    "p_adjusted": NUMBER,
    "verdict": TEXT,
    "detectable": NUMBER,
    "needed_pairs": MAYBE_WHOLE,
}
MATCHUPS = {
    **dict.fromkeys(("tier", "deck_a", "deck_b", "group_a", "group_b"), TEXT),
    "is_mirror": YES_NO,
    **SCORED,
    **{name: kind for name, kind in CLAIMED.items() if name in ("p", "p_adjusted", "verdict")},
    **dict.fromkeys(("first_player", "first_low", "first_high", "turns", "draws"), NUMBER),
}
DECKS = {
    **dict.fromkeys(("tier", "deck", "group"), TEXT),
    **SCORED,
    **CLAIMED,
    **measured("weighted", "rating", "share"),
}
FACTIONS = {"tier": TEXT, "group": TEXT, "decks": WHOLE, **SCORED, **CLAIMED}
SEATS = {
    **dict.fromkeys(("tier", "scope", "name"), TEXT),
    "pairs": WHOLE,
    **dict.fromkeys(("advantage", "low", "high"), NUMBER),
    "verdict": TEXT,
}
PILOTS = {
    **dict.fromkeys(("kind", "name", "tier", "source"), TEXT),
    **dict.fromkeys(("score", "low", "high"), NUMBER),
    "verdict": TEXT,
    "holds": TEXT,
}
HEALTH = {
    **dict.fromkeys(("tier", "pilot", "check"), TEXT),
    "chances": WHOLE,
    "events": WHOLE,
    **dict.fromkeys(("rate", "low", "high"), NUMBER),
    "example": MAYBE_WHOLE,
    "turn": MAYBE_WHOLE,
}
METAGAME = {
    "tier": TEXT,
    "measure": TEXT,
    **dict.fromkeys(("value", "low", "high"), NUMBER),
}


@dataclass(frozen=True)
class Tier:
    """One tier's counts, and what several tables need of them.

    Attributes
    ----------
    name : str
    counts : Counts
    is_even : bool
        Whether every deck is always in the same hands, so that scores compare decks.
    metagame, ratings : Metagame and RatedField
        None where decks are not compared, or there are no two of them.
    looks : int
        At how many looks headline intervals have to hold.
    """

    name: str
    counts: Counts
    is_even: bool
    metagame: Metagame | None
    ratings: RatedField | None
    looks: int


def all_tables(
    counts: Mapping[str, Counts],
    lists: Sequence[Sequence[str]],
    replacement: pd.DataFrame | None = None,
    matters: float = MATTERS,
    looks: int = 1,
    check: CheckCounts | None = None,
) -> dict[str, pd.DataFrame]:
    """All tables of a run.

    Parameters
    ----------
    counts : mapping of str to Counts
        By name of the tier, in the order of the run.
    lists : sequence of sequences of str
        Card ids of each deck of the field, with copies.
    replacement : pandas.DataFrame, optional
        Replacement impact in points, by `tier` and `card`, with the columns of
        `card_tables.REPLACEMENT` as far as they are there. Rows that name a `deck` as well are for
        the table of a deck's cards.
    matters : float
        Points from which on a difference matters.
    looks : int
        At how many looks headline intervals have to hold (decks, factions, going first in all
        games), and their p-values.
    check : CheckCounts, optional
        The run's field played by a crew of pilots.

    Returns
    -------
    dict of str to pandas.DataFrame
        "matchups", "decks", "factions", "seats", "cards", "deck_cards", "positions", "tempo",
        "pilots", those of `robustness.check_tables`, "health", "metagame"; those without anything
        to tell are empty.
    """
    tiers = [_tier(name, each, lists, looks) for name, each in counts.items()]
    even = {tier.name: tier.counts for tier in tiers if tier.is_even}
    decks, factions = deck_table(tiers, matters), faction_table(tiers, matters)
    seats = seat_table(tiers, matters)
    checked = check_tables(check, matters, lists, list(even))
    return {
        "matchups": matchup_table(tiers, matters),
        "decks": decks,
        "factions": factions,
        "seats": seats,
        "cards": card_table(even, replacement),
        "deck_cards": deck_card_table(even, replacement),
        "positions": position_table(even),
        "tempo": tempo_table(counts),
        "pilots": pilot_table(decks, factions, seats, list(even), checked["pilot_scores"]),
        **checked,
        "health": health_table(tiers),
        "metagame": metagame_table(tiers),
    }


def _tier(name: str, counts: Counts, lists: Sequence[Sequence[str]], looks: int) -> Tier:
    field, pairs = counts.field, counts.pairs
    is_even = _is_even(counts)
    if not is_even or len(field.decks) < 2:
        return Tier(name, counts, is_even, None, None, looks)
    found = metagame(field, pairs, lists)
    return Tier(name, counts, True, found, rate_field(field, pairs), looks)


def _is_even(counts: Counts) -> bool:
    """Whether no deck changes hands from matchup to matchup, or from side to side."""
    decks = np.stack([counts.field.deck_a, counts.field.deck_b], axis=1).ravel().tolist()
    hands = np.asarray(counts.health.pilots).ravel().tolist()
    return len(set(zip(decks, hands, strict=True))) == len(set(decks))


# Matchups


def matchup_table(tiers: Sequence[Tier], matters: float = MATTERS) -> pd.DataFrame:
    """Deck against deck, in the plan's order; Benjamini-Hochberg over what is no mirror."""
    reasons = list(dict.fromkeys(why for tier in tiers for why in tier.counts.reasons))
    columns = MATCHUPS | {f"by_{why}": NUMBER for why in reasons}
    return frame(columns, (row for tier in tiers for row in _matchup_rows(tier, matters)))


def _matchup_rows(tier: Tier, matters: float) -> Iterator[dict[str, Any]]:
    counts, field = tier.counts, tier.counts.field
    # A batch of means over one matchup each.
    strength = estimates(counts.pairs[:, None], STRENGTH)
    first = estimates(counts.pairs[:, None], FIRST_PLAYER)
    is_mirror = np.asarray(field.deck_a == field.deck_b)
    p = np.where(is_mirror, np.nan, two_sided(strength.z))
    adjusted, about = benjamini_hochberg(p), _about_games(counts)
    for i, (a, b) in enumerate(zip(field.deck_a, field.deck_b, strict=True)):
        seat = first[i]
        yield {
            "tier": tier.name,
            "deck_a": field.decks[a],
            "deck_b": field.decks[b],
            "group_a": field.groups[a],
            "group_b": field.groups[b],
            "is_mirror": bool(a == b),
            "pairs": int(counts.pairs[i].sum()),
            **({} if a == b else _score(strength[i], matters)),
            "p": p[i],
            "p_adjusted": adjusted[i],
            **points("first_player", _three(seat), ("first_low", "first_high")),
            **about[i],
        }


def _about_games(counts: Counts) -> list[dict[str, float]]:
    """Of each matchup mean turns, and shares of draws and of end reasons."""
    games, matchups = counts.games, len(counts.pairs)

    def count(weights: Array) -> Array:
        return np.bincount(games["matchup"], weights, minlength=matchups)

    total = count(games["games"])
    columns = {
        "turns": count(games["games"] * games["turns"]) / total,
        "draws": 100 * count(games["games"] * (games["outcome"] == 1)) / total,
    }
    for place, reason in enumerate(counts.reasons):
        columns[f"by_{reason}"] = 100 * count(games["games"] * (games["reason"] == place)) / total
    return [
        dict(zip(columns, values, strict=True))
        for values in zip(*(column.tolist() for column in columns.values()), strict=True)
    ]


def _three(found: Estimate) -> tuple[float, float, float]:
    return found.mean, found.low, found.high


def _score(found: Estimate, matters: float) -> dict[str, Any]:
    """Columns of a score: itself, its pairs, and whether its distance from 50 matters."""
    row = points("score", _three(found), BOUNDS)
    return {"pairs": found.pairs, **row, "verdict": _beside_even(row, matters)}


def _beside_even(row: Mapping[str, float], matters: float, even: float = 50) -> str:
    return verdict(row["low"] - even, row["high"] - even, matters)


# Decks and factions


def deck_table(tiers: Sequence[Tier], matters: float = MATTERS) -> pd.DataFrame:
    """Decks against all others, best first; Holm over the tier's decks."""
    return frame(DECKS, (row for tier in tiers for row in _deck_rows(tier, matters)))


def _deck_rows(tier: Tier, matters: float) -> list[dict[str, Any]]:
    field, pairs = tier.counts.field, tier.counts.pairs
    rows = []
    for place, deck in enumerate(field.decks if tier.is_even else ()):
        found = deck_score(field, pairs, place, tier.looks)
        if found is not None:
            row = {"tier": tier.name, "deck": deck, "group": field.groups[place]}
            rows.append(row | _claim(found, matters, tier.looks) | _standing(tier, place))
    return _best_first(rows, "deck")


def _standing(tier: Tier, deck: int) -> dict[str, float]:
    """Columns of a deck that come from the field as a whole."""
    row: dict[str, float] = {}
    if tier.metagame is not None:
        shares = tier.metagame.shares
        found = score_against(tier.counts.field, tier.counts.pairs, deck, shares[0])
        row |= points("weighted", _three(found))
        row |= points("share", tuple(shares[:, deck]))
    if tier.ratings is not None:
        rated = tier.ratings
        parts = (rated.ratings.decks, rated.low, rated.high)
        names = ("rating", "rating_low", "rating_high")
        row |= {name: float(part[deck]) for name, part in zip(names, parts, strict=True)}
    return row


def _claim(found: Estimate, matters: float, looks: int) -> dict[str, Any]:
    """Columns of a score about which something is claimed."""
    variance = found.pairs * found.error**2
    return {
        **_score(found, matters),
        "p": min(looks * float(two_sided(found.z)), 1.0),
        "detectable": detectable(found.pairs, variance),
        "needed_pairs": pairs_needed(matters, variance) if matters > 0 else None,
    }


def _best_first(rows: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    """Rows with their p-values adjusted for each other (Holm), by score and name."""
    for row, p in zip(rows, holm([row["p"] for row in rows]), strict=True):
        row["p_adjusted"] = p
    return sorted(rows, key=lambda row: (-row["score"], row[name]))


def faction_table(tiers: Sequence[Tier], matters: float = MATTERS) -> pd.DataFrame:
    """Mono decks of a group against all decks that are not, best first; Holm over the groups."""
    return frame(FACTIONS, (row for tier in tiers for row in _faction_rows(tier, matters)))


def _faction_rows(tier: Tier, matters: float) -> list[dict[str, Any]]:
    field, pairs = tier.counts.field, tier.counts.pairs
    rows = []
    for group in groups_in_order(field.groups) if tier.is_even else ():
        found = group_score(field, pairs, group, tier.looks)
        if found is not None:
            number = list(field.groups).count(group)
            row = {"tier": tier.name, "group": group, "decks": number}
            rows.append(row | _claim(found, matters, tier.looks))
    return _best_first(rows, "group")


# Seats


def seat_table(tiers: Sequence[Tier], matters: float = MATTERS) -> pd.DataFrame:
    """What going first is worth: overall, by group, by matchup, by length of the game."""
    return frame(SEATS, (row for tier in tiers for row in _seat_rows(tier, matters)))


def _seat_rows(tier: Tier, matters: float) -> Iterator[dict[str, Any]]:
    counts, field = tier.counts, tier.counts.field
    found = [("overall", "overall", first_player_score(counts.pairs, tier.looks))]
    for group in groups_in_order(field.groups):
        of_group = np.array([name == group for name in field.groups])
        chosen = of_group[field.deck_a] | of_group[field.deck_b]
        if chosen.any():
            found.append(("group", group, estimate(counts.pairs[chosen], FIRST_PLAYER)))
    each = estimates(counts.pairs[:, None], FIRST_PLAYER)
    for i, (a, b) in enumerate(zip(field.deck_a, field.deck_b, strict=True)):
        found.append(("matchup", f"{field.decks[a]} - {field.decks[b]}", each[i]))
    for scope, name, score in found:
        row: dict[str, Any] = points("advantage", _three(score), BOUNDS, less=0.5)
        row |= {"tier": tier.name, "scope": scope, "name": name, "pairs": score.pairs}
        yield row | {"verdict": _beside_even(row, matters, 0)}
    for row in length_rows(counts):
        yield row | {"tier": tier.name, "verdict": _beside_even(row, matters, 0)}


# Pilots


ABOVE, BELOW, UNCLEAR = "above", "below", "unclear"


def pilot_table(
    decks: pd.DataFrame,
    factions: pd.DataFrame,
    seats: pd.DataFrame,
    tiers: Sequence[str],
    checked: pd.DataFrame | None = None,
) -> pd.DataFrame:
    """The headline numbers by tier, and in which tiers what they say holds.

    Parameters
    ----------
    decks, factions, seats : pandas.DataFrame
        Tables of the run. A deck or faction is above or below 50 by its adjusted p-value, the first
        player by its interval.
    tiers : sequence of str
        Tiers in which decks compare, in order; the others are left out.
    checked : pandas.DataFrame, optional
        Scores of the run's pilot check (`robustness.check_tables`), for tiers that the run has not.
    """
    first = seats[(seats["scope"] == "overall") & seats["tier"].isin(tiers)]
    first = first.assign(p_adjusted=np.where(first["low"] * first["high"] > 0, 0.0, 1.0))
    first["score"], first["low"], first["high"] = (
        50 + first[name] for name in ("advantage", "low", "high")
    )
    parts = [(FACTION, factions, "group"), (DECK, decks, "deck"), (FIRST, first, "name")]
    kept = ["kind", "name", "tier", "source", "score", "low", "high", "p_adjusted"]
    found = [
        table[table["tier"].isin(tiers)].assign(kind=kind, name=table[column], source="run")[kept]
        for kind, table, column in parts
    ]
    if checked is not None:
        is_more = checked["kind"].isin([kind for kind, *_ in parts])
        is_more &= (checked["tier"] == checked["against"]) & ~checked["tier"].isin(tiers)
        found.append(checked[is_more].assign(source="check")[kept])
    everything = pd.concat([table for table in found if len(table)] or found[:1])
    order = dict.fromkeys([*tiers, *everything["tier"]])
    return frame(
        PILOTS,
        (
            row
            for kind, *_ in parts
            for row in _pilot_rows(everything[everything["kind"] == kind], list(order))
        ),
    )


def _pilot_rows(table: pd.DataFrame, tiers: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Rows of one kind: for each name its tiers, in their order."""
    rows = {(row["name"], row["tier"]): row for row in table.to_dict("records")}
    for name in sorted({name for name, _ in rows}):
        by_tier = {tier: rows[name, tier] for tier in tiers if (name, tier) in rows}
        said = {tier: _side(row) for tier, row in by_tier.items()}
        for tier, side in said.items():
            numbers = {str(key): value for key, value in by_tier[tier].items()}
            yield numbers | {"verdict": side, "holds": _holds(said)}


def _side(row: Mapping[Any, Any]) -> str:
    if not row["p_adjusted"] < LEVEL:
        return UNCLEAR
    return ABOVE if row["score"] > 50 else BELOW


def _holds(said: Mapping[str, str]) -> str:
    """In which tiers a conclusion holds, from what each of them says."""
    places = {side: [t for t, word in said.items() if word == side] for side in (ABOVE, BELOW)}
    clear = [side for side in (ABOVE, BELOW) if places[side]]
    if len(said) == 1:
        return "one tier"
    if not clear:
        return "none"
    if len(clear) == 2:
        return "reversed: " + "; ".join(f"{side} in {', '.join(places[side])}" for side in clear)
    (side,) = clear
    return "all tiers" if len(places[side]) == len(said) else f"some: {', '.join(places[side])}"


# Health


def health_table(tiers: Sequence[Tier]) -> pd.DataFrame:
    """How often pilots did what a sound one would not, by check.

    Chances of one game are no independent trials: the effective size is half the chances, at most
    the pairs that the pilot played.
    """
    return frame(HEALTH, (row for tier in tiers for row in _health_rows(tier)))


def _health_rows(tier: Tier) -> Iterator[dict[str, Any]]:
    health = tier.counts.health
    for pilot in sorted(set(np.asarray(health.pilots).ravel().tolist())):
        plays = np.asarray(health.pilots) == pilot
        pairs = int(tier.counts.pairs[plays.any(axis=1)].sum())
        for place, check in enumerate(health.names):
            chances, events = (
                int(part[:, :, place][plays].sum()) for part in (health.chances, health.events)
            )
            row = {"tier": tier.name, "pilot": pilot, "check": check}
            row |= {"chances": chances, "events": events}
            if chances:
                rate = events / chances
                bounds = wilson(rate, min(chances / 2, pairs))
                row |= points("rate", (rate, *bounds), BOUNDS)
            yield row | _example(health.example[:, :, place], plays)


def _example(example: Array, plays: Array) -> dict[str, Any]:
    """The first event of a pilot: number of the match in the run, and turn."""
    happened = np.argwhere(plays & (example[:, :, 0] >= 0))
    if not len(happened):
        return {}
    matchup, side = (int(place) for place in happened[0])
    match, turn = (int(part) for part in example[matchup, side])
    return {"example": match, "turn": turn}


# The metagame


def metagame_table(tiers: Sequence[Tier]) -> pd.DataFrame:
    """What the field of each tier tends to, and what its differences are made of."""
    return frame(METAGAME, (row for tier in tiers for row in _metagame_rows(tier)))


def _metagame_rows(tier: Tier) -> Iterator[dict[str, Any]]:
    found = tier.metagame
    if found is None:
        return
    split = found.structure
    values = {
        "effective_decks": tuple(found.effective_decks),
        "effective_factions": tuple(found.effective_groups),
        "best_answer": (100 * found.best_answer, np.nan, np.nan),
        "rating_sd": _percent(split.rating),
        "cyclic_sd": _percent(split.cyclic),
        "noise_sd": (100 * split.noise, np.nan, np.nan),
        "cyclic_share": _percent(split.cyclic_share),
    }
    for measure, value in values.items():
        numbers = dict(zip(("value", *BOUNDS), value, strict=True))
        yield {"tier": tier.name, "measure": measure, **numbers}


def _percent(part: Part) -> tuple[float, float, float]:
    return 100 * part.value, 100 * part.low, 100 * part.high
