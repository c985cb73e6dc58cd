"""Results made up for tests of the report: plausible tables in the form of the real ones.

Nothing is played. Every deck gets a strength, every table follows from the strengths and from the
number of pairs, with noise of the size that so many pairs would have.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from forgesim.arena.experiment import load_experiment
from forgesim.arena.plan import Matchup, Plan, Tier
from forgesim.arena.resolve import make_plan
from forgesim.arena.tally import Tally
from forgesim.cards.decks import MIXED
from forgesim.cards.pilots import OWN, load_pilot
from forgesim.results import Results
from forgesim.stats.counts import Field
from forgesim.stats.restrictions import ProbeCounts
from forgesim.stats.robustness import CHECK_TABLES, CheckCounts, check_tables
from forgesim.stats.tables import pilot_table
from forgesim.studies.robustness import Check, CheckPlan, plan_check

Row = dict[str, Any]
NAN = float("nan")
CHECK_PAIRS = 60
"""Pairs of each matchup in a pilot check."""
NOTHING = np.zeros(0, np.uint8)
PAIR_SD = 34.0
"""Standard deviation of a pair's strength, in points."""


@dataclass(frozen=True)
class Wish:
    """What results are wanted.

    `decks` of the shipped decks, or clones of them under other names, or those `chosen` by place;
    the pairs of each matchup; the tiers, by name; whether replacement impact was computed; the
    pilots of a pilot check beside those of the run.
    """

    decks: int = 20
    chosen: tuple[int, ...] = ()
    pairs: int = 2000
    tiers: tuple[str, ...] = ("own",)
    seed: int = 1
    has_replacement: bool = True
    matters: float = 2.0
    names: dict[int, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    spread: float = 9.0
    crew: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sample(Results):
    """Results of which the tables are given, instead of counted."""

    made: Mapping[str, pd.DataFrame] = field(default_factory=dict)

    @property
    def tables(self) -> Mapping[str, pd.DataFrame]:  # type: ignore[override]
        return self.made

    @property
    def games(self) -> int:
        return self.plan.games


def make_results(wish: Wish | None = None) -> Sample:
    """Results as wished for; the same wish gives the same."""
    wish = wish or Wish()
    plan = make_field(wish)
    return Sample(
        plan=plan,
        tally=Tally.empty(plan),
        path=Path("runs/2026-11-30-sample"),
        notes=wish.notes,
        versions={"forgesim": "0.1.0", "engine": "0123456789abcdef", "numpy": "2.4.6"},
        made=Maker(wish, plan).tables(),
        check=Check(plan_check(plan, wish.crew, CHECK_PAIRS), NOTHING) if wish.crew else None,
    )


def make_field(wish: Wish) -> Plan:
    """A plan of so many decks: shipped ones, then clones of them."""
    plan = shipped_plan()
    own = {m.deck_a: m.pilot_a for m in plan.matchups if m.deck_a == m.deck_b}
    shipped = len(plan.decks)
    stride = max(1, shipped // wish.decks)
    chosen = wish.chosen or tuple((place * stride) % shipped for place in range(wish.decks))
    decks = []
    for place, number in enumerate(chosen):
        deck = plan.decks[number]
        name = deck.name if place < shipped else f"{deck.name}-v{place // shipped + 1}"
        decks.append(replace(deck, name=wish.names.get(place, name)))
    pilots = [pilot.name for pilot in plan.pilots]

    def player(tier: str, deck: int, side: int) -> int:
        """The pilot of a deck: its own, the tier's, or that of its side."""
        if tier == OWN:
            return own[chosen[deck]]
        return pilots.index(tier.split(" : ")[side * (" : " in tier)])

    matchups = []
    for place, tier in enumerate(wish.tiers):
        for pair in combinations_with_replacement(range(len(decks)), 2):
            a, b = sorted(pair, key=lambda at: decks[at].name)
            matchups.append(Matchup(a, b, player(tier, a, 0), player(tier, b, 1), place))
    return replace(
        plan, decks=tuple(decks), tiers=tuple(Tier(name, " : " not in name) for name in wish.tiers),
        matchups=tuple(matchups), matters=wish.matters, pairs=wish.pairs, seed=wish.seed,
    )  # fmt: skip


@cache
def shipped_plan() -> Plan:
    """The shipped decks, each by its own pilot, and all shipped pilots."""
    plan = make_plan(load_experiment(None, {"pairs": 1}))
    names = [pilot.name for pilot in plan.pilots]
    more = [name for name in ("aggro", "control", "greedy", "midrange", "random")
            if name not in names]  # fmt: skip
    game = plan.game
    return replace(plan, pilots=(*plan.pilots, *(load_pilot(name, game) for name in more)))


class Maker:
    """Makes the tables of one wish."""

    def __init__(self, wish: Wish, plan: Plan) -> None:
        self.wish, self.plan = wish, plan
        self.chance = np.random.default_rng(wish.seed)
        self.names = [deck.name for deck in plan.decks]
        self.groups = [deck.group for deck in plan.decks]
        kinds = sorted(set(self.groups))
        shift = dict(zip(kinds, self.chance.normal(0, wish.spread / 2, len(kinds)), strict=True))
        own = self.chance.normal(0, wish.spread, len(self.names))
        self.strength = own + np.array([shift[group] for group in self.groups])
        self.strength -= self.strength.mean()
        cycles = self.chance.normal(0, wish.spread / 3, (len(own), len(own)))
        self.cycles = (cycles - cycles.T) / 2
        self.card_ids = sorted({card.id for deck in plan.decks for card in deck.cards})
        self.worth = dict(
            zip(self.card_ids, self.chance.normal(0, 2.2, len(self.card_ids)), strict=True)
        )

    def tables(self) -> dict[str, pd.DataFrame]:
        """All of them."""
        even = [tier for tier in self.plan.tiers if tier.is_even]
        tables = {
            "matchups": self.each_tier(self.plan.tiers, self.matchups),
            "decks": self.each_tier(even, self.decks),
            "factions": self.each_tier(even, self.factions),
            "seats": self.each_tier(self.plan.tiers, self.seats),
            "cards": self.each_tier(even, self.cards),
            "deck_cards": self.each_tier(even, self.deck_cards),
            "positions": self.each_tier(even, self.positions),
            "tempo": self.each_tier(even, self.tempo),
            "health": self.each_tier(even, self.health),
            "metagame": self.each_tier(even, self.metagame),
            **self.check(),
        }
        names, parts = [tier.name for tier in even], ("decks", "factions", "seats", "pilot_scores")
        decks, factions, seats, scores = (tables[name] for name in parts)
        tables["pilots"] = (
            pilot_table(decks, factions, seats, names, scores) if len(decks) else pd.DataFrame()
        )
        order = {"matchups": 0, "decks": 1, "factions": 2, "seats": 3, "cards": 4, "deck_cards": 5,
                 "positions": 6, "tempo": 7, "pilots": 8, "health": 14, "metagame": 15}  # fmt: skip
        order |= {name: 9 + at for at, name in enumerate(CHECK_TABLES)}
        return dict(sorted(tables.items(), key=lambda item: order[item[0]]))

    def each_tier(self, tiers: Sequence[Tier], make: Any) -> pd.DataFrame:
        return pd.DataFrame([{"tier": tier.name} | row for tier in tiers for row in make(tier)])

    def noisy(self, true: float, pairs: float, sd: float = PAIR_SD) -> Row:
        """An estimate with its interval."""
        error = sd / np.sqrt(pairs)
        value = true + self.chance.normal(0, error)
        return {"score": value, "low": value - 1.96 * error, "high": value + 1.96 * error}

    def share(self, true: float, games: float) -> Row:
        error = 100 * np.sqrt(true / 100 * (1 - true / 100) / games) + 0.01
        value = min(100.0, max(0.0, true + self.chance.normal(0, error)))
        low, high = max(0.0, value - 1.96 * error), min(100.0, value + 1.96 * error)
        return {"share": value, "low": low, "high": high}

    def true_score(self, a: int, b: int) -> float:
        lead = self.strength[a] - self.strength[b] + self.cycles[a, b]
        return float(50 + 48 * np.tanh(lead / 60))

    def matchups(self, tier: Tier) -> Iterator[Row]:
        for m in self.plan.matchups:
            if self.plan.tiers[m.tier] is not tier:
                continue
            is_mirror = m.deck_a == m.deck_b
            score = self.noisy(self.true_score(m.deck_a, m.deck_b), self.wish.pairs)
            first = self.noisy(58 + self.cycles[m.deck_a, m.deck_b], self.wish.pairs)
            heat = float(self.chance.uniform(85, 100))
            yield {
                "deck_a": self.names[m.deck_a], "deck_b": self.names[m.deck_b],
                "group_a": self.groups[m.deck_a], "group_b": self.groups[m.deck_b],
                "is_mirror": is_mirror, "pairs": self.wish.pairs,
                **(dict.fromkeys(score, NAN) if is_mirror else score),
                "p": NAN if is_mirror else p_of(score), "p_adjusted": NAN if is_mirror
                else min(1.0, 2 * p_of(score)),
                "first_player": first["score"], "first_low": first["low"],
                "first_high": first["high"],
                "turns": float(self.chance.uniform(11, 20)), "draws": 0.0,
                "by_heat": heat, "by_deckout": 100 - heat,
            }  # fmt: skip

    def decks(self, _: Tier) -> Iterator[Row]:
        others = len(self.names) - 1
        if not others:
            return
        shares = np.exp(self.strength / 4)
        shares = np.where(shares / shares.sum() < 0.01, 0, shares)
        shares = 100 * shares / shares.sum()
        rows = []
        for at, name in enumerate(self.names):
            pairs = self.wish.pairs * others
            true = np.mean([self.true_score(at, other) for other in range(others + 1)
                            if other != at])  # fmt: skip
            score = self.noisy(float(true), pairs)
            weighted = self.noisy(float(true) - 4, pairs / 3)
            spread = 60 / np.sqrt(self.wish.pairs)
            rows.append({
                "deck": name, "group": self.groups[at], "pairs": pairs, **score,
                "p": p_of(score), "p_adjusted": min(1.0, p_of(score) * (others + 1)),
                **prefixed("weighted", weighted),
                "rating": 6 * self.strength[at], "rating_low": 6 * self.strength[at] - spread,
                "rating_high": 6 * self.strength[at] + spread,
                "share": shares[at], "share_low": max(0, shares[at] - spread),
                "share_high": min(100, shares[at] + spread),
            })  # fmt: skip
        yield from sorted(rows, key=lambda row: (-row["score"], row["deck"]))

    def factions(self, _: Tier) -> Iterator[Row]:
        rows = []
        for group in sorted(set(self.groups)):
            own = [at for at, each in enumerate(self.groups) if each == group]
            rest = [at for at, each in enumerate(self.groups) if each != group]
            if not rest or (group == MIXED and len(rest) == len(self.names)):
                continue
            true = np.mean([self.true_score(a, b) for a in own for b in rest])
            pairs = self.wish.pairs * len(own) * len(rest)
            score = self.noisy(float(true), pairs)
            rows.append({
                "group": group, "decks": len(own), "pairs": pairs, **score,
                "p": p_of(score), "p_adjusted": min(1.0, 6 * p_of(score)),
            })  # fmt: skip
        yield from sorted(rows, key=lambda row: (-row["score"], row["group"]))

    def seats(self, tier: Tier) -> Iterator[Row]:
        of_tier = [m for m in self.plan.matchups if self.plan.tiers[m.tier] is tier]
        yield self.seat("overall", "all", 8.4, self.wish.pairs * len(of_tier))
        for group in sorted(set(self.groups) - {MIXED}):
            decks = self.groups.count(group)
            pairs = self.wish.pairs * decks * len(self.names)
            yield self.seat("group", group, float(self.chance.uniform(4, 13)), pairs)
        for m in of_tier:
            name = f"{self.names[m.deck_a]} - {self.names[m.deck_b]}"
            true = 8 + 2 * self.cycles[m.deck_a, m.deck_b]
            yield self.seat("matchup", name, true, self.wish.pairs)
        for at, name in enumerate(("1-9", "10-12", "13-14", "15-17", "18-21", "22-32")):
            games = max(1, self.wish.pairs * len(of_tier) // 6)
            yield self.seat("length", f"{name} turns", 24 - 6 * at, games)

    def seat(self, scope: str, name: str, true: float, pairs: int) -> Row:
        value = self.noisy(true, pairs)
        return {
            "scope": scope, "name": name, "pairs": pairs, "advantage": value["score"],
            "low": value["low"], "high": value["high"],
        }  # fmt: skip

    def cards(self, _: Tier) -> Iterator[Row]:
        if len(self.names) < 2:
            return
        for card in self.card_ids:
            decks = sum(any(each.id == card for each in deck.cards) for deck in self.plan.decks)
            pairs = self.wish.pairs * decks * (len(self.names) - 1)
            yield {"card": card, "decks": decks, **self.measures(card, pairs)}

    def deck_cards(self, _: Tier) -> Iterator[Row]:
        for deck in self.plan.decks if len(self.names) > 1 else ():
            for card in dict.fromkeys(each.id for each in deck.cards):
                copies = sum(each.id == card for each in deck.cards)
                pairs = self.wish.pairs * (len(self.names) - 1)
                measures = self.measures(card, pairs)
                yield {"deck": deck.name, "card": card, "copies": copies, **measures}

    def measures(self, card: str, pairs: int) -> Row:
        """The three kinds of impact of a card, from one true worth."""
        worth = self.worth[card]
        row: Row = {}
        rates = {"gp": 50.0, "oh": 50 + worth, "gd": 49 + worth, "gih": 49.5 + worth, "gns": 51.0,
                 "iwd": worth - 1.5, "played": 56 + worth}  # fmt: skip
        for name, true in rates.items():
            row |= prefixed(name, self.noisy(true, pairs / 3))
        row["gih_copies"] = pairs
        row["play_rate"] = float(self.chance.uniform(55, 98))
        top = self.noisy(worth * 0.8, pairs / 2)
        row |= {**prefixed("top", top), "top_p_adjusted": min(1.0, 20 * p_of(top, 0))}
        known = self.wish.has_replacement
        swap = self.noisy(worth * 1.2 + 0.4, pairs * 2) if known else missing()
        own = self.noisy(worth, pairs) if known and hash_of(card) % 3 == 0 else missing()
        row |= prefixed("replacement", swap)
        row["replacement_p_adjusted"] = min(1.0, 80 * p_of(swap, 0)) if known else NAN
        return row | prefixed("replacement_own", own)

    def positions(self, _: Tier) -> Iterator[Row]:
        for deck in self.plan.decks if len(self.names) > 1 else ():
            for card in dict.fromkeys(each.id for each in deck.cards):
                for at in range(1, 6):
                    yield {
                        "deck": deck.name,
                        "card": card,
                        "position": at,
                        "copies": self.wish.pairs,
                        "score": 50 + self.worth[card] / at,
                    }

    def tempo(self, _: Tier) -> Iterator[Row]:
        games = self.wish.pairs * len(self.names) * (len(self.names) + 1)
        turns = np.arange(5, 33)
        shares = np.exp(-((np.log(turns) - np.log(14.5)) ** 2) / (2 * 0.27**2)) / turns
        shares = 100 * shares / shares.sum()
        for turn, share in zip(turns.tolist(), shares.tolist(), strict=True):
            yield self.tempo_row("length", turn, share, games)
        yield self.tempo_row("reason", "heat", 94.8, games)
        yield self.tempo_row("reason", "deckout", 5.2, games)
        for changes, share in enumerate((21, 30, 22, 13, 7, 4, 2, 1)):
            yield self.tempo_row("lead_changes", changes, share, games)
        for behind, share in {1: 27.0, 3: 22.0, 5: 16.5, 8: 9.4}.items():
            yield self.tempo_row("comeback", behind, share, max(2, games // (1 + behind)))
        for n in range(1, 17):
            yield self.tempo_row("decided", n, 100 / (1 + np.exp(-(n - 2) / 2.6)), games)

    def tempo_row(self, measure: str, key: int | str, share: float, games: int) -> Row:
        value = self.share(share, games / 2)
        return {"measure": measure, "key": key, "games": games, **value}

    def check(self) -> dict[str, pd.DataFrame]:
        """The tables of a pilot check, from outcomes as the strengths would have them."""
        lists = [deck.ids for deck in self.plan.decks]
        played = [tier.name for tier in self.plan.tiers]
        if not self.wish.crew:
            return check_tables(None, self.wish.matters)
        return check_tables(self.checked(), self.wish.matters, lists, played)

    def checked(self) -> CheckCounts:
        """Outcomes by who plays: every tier a little stronger than the one before."""
        planned = plan_check(self.plan, self.wish.crew, CHECK_PAIRS)
        meetings, crew = planned.meetings, [member.name for member in planned.crew]
        chance = np.array([
            [[(self.true_score(a, b) + 5 * (x - y) + 9 * (x * (a % 3 > 1) - y * (b % 3 > 1))) / 100
              for a, b in meetings] for y in range(len(crew))] for x in range(len(crew))
        ])  # fmt: skip
        shape = (*chance.shape, CHECK_PAIRS, 2)
        won = self.chance.random(shape) < np.clip(chance, 0.02, 0.98)[..., None, None]
        return CheckCounts(
            Field(self.names, self.groups, *np.array(meetings).T),
            crew, planned.reference, 6 * won[..., 0] + 2 * won[..., 1], self.probes(planned),
        )  # fmt: skip

    def probes(self, planned: CheckPlan) -> ProbeCounts:
        """What is lost by restrictions: the more, the longer the word."""
        counts = Check(planned, np.full(planned.games // 2, 4, np.uint8)).counts.probes
        words = np.array([len(word) / 60 for word in counts.words])
        lost = self.chance.random(counts.bound.shape) < words[counts.word][:, None]
        return replace(counts, bound=np.where(counts.is_b[:, None], 2 + 2 * lost, 2 - 2 * lost))

    def health(self, tier: Tier) -> Iterator[Row]:
        pilots = ("aggro", "control", "midrange") if tier.name == "own" else (tier.name,)
        for pilot in pilots:
            for at, check in enumerate(each.name for each in self.plan.game.checks):
                chances = self.wish.pairs * len(self.names) * (9 - 2 * at)
                rate = self.share((0.02, 7.0, 0.0, 1.4)[at], chances)
                happened = rate["share"] > 0
                yield {
                    "pilot": pilot, "check": check, "chances": chances,
                    "events": int(chances * rate["share"] / 100), "rate": rate["share"],
                    "low": rate["low"], "high": rate["high"],
                    "example": 2 * at + 17 if happened else -1, "turn": 5 + at if happened else -1,
                }  # fmt: skip

    def metagame(self, _: Tier) -> Iterator[Row]:
        if len(self.names) < 2:
            return
        values = {"effective_decks": 3.4, "best_answer": 0.5, "rating_sd": self.wish.spread,
                  "cyclic_sd": 2.4, "noise_sd": 0.8, "cyclic_share": 9.0,
                  "effective_factions": 2.2}  # fmt: skip
        for name, value in values.items():
            half = 0.1 * value * (100 / self.wish.pairs) ** 0.5
            is_known = name not in ("best_answer", "noise_sd")
            yield {"measure": name, "value": value, "low": value - half if is_known else NAN,
                   "high": value + half if is_known else NAN}  # fmt: skip


def missing() -> Row:
    return {"score": NAN, "low": NAN, "high": NAN}


def prefixed(name: str, value: Row) -> Row:
    return {name: value["score"], f"{name}_low": value["low"], f"{name}_high": value["high"]}


def p_of(value: Row, null: float = 50) -> float:
    error = (value["high"] - value["low"]) / 3.92
    z = abs(value["score"] - null) / error
    return float(2 * (1 - 0.5 * (1 + np.tanh(0.8 * z * (1 + 0.044715 * z * z)))))


def hash_of(text: str) -> int:
    return sum(text.encode())
