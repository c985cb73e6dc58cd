"""What one pilot tier of a run has to show."""

import shlex
from dataclasses import dataclass
from typing import Any

import pandas as pd

from forgesim.cards.decks import MIXED
from forgesim.cards.model import Card
from forgesim.cards.pilots import OWN
from forgesim.cards.shipped import shipped_names
from forgesim.report.words import counted, listing
from forgesim.results import Results
from forgesim.stats.frames import BOUNDS
from forgesim.stats.robustness import DECK, FACTION, FIRST, MATCHUP, SHARE

NEVER_A_TIER = "random"
"""The pilot that shows nothing about decks: it is no tier, and nobody misses it."""


@dataclass(frozen=True)
class Scope:
    """The tables of a run, as far as they are about one tier.

    Attributes
    ----------
    results : Results
    tier : str
        Name of the tier.
    is_checked : bool
        Whether it was not played in the run, but in its pilot check.
    """

    results: Results
    tier: str
    is_checked: bool = False

    def table(self, name: str) -> pd.DataFrame:
        """Rows of the tier; empty where there is no such table, or nothing in it."""
        if self.is_checked:
            return checked_table(self.results, self.tier, name)
        table: pd.DataFrame | None = self.results.tables.get(name)
        if table is None or not len(table) or "tier" not in table:
            return pd.DataFrame()
        return table.loc[table["tier"] == self.tier].reset_index(drop=True)

    def rows(self, name: str, **wanted: Any) -> pd.DataFrame:
        """Rows of the tier in which columns have a value."""
        table = self.table(name)
        for column, value in wanted.items():
            if not len(table):
                break
            table = table[table[column] == value]
        return table.reset_index(drop=True)

    @property
    def matters(self) -> float:
        """From how many points on a difference matters."""
        return self.results.matters

    @property
    def games(self) -> int:
        """Games of the run."""
        return self.results.games

    @property
    def group(self) -> str:
        """The game's word for a group of cards: faction."""
        return self.results.plan.game.group

    @property
    def is_even(self) -> bool:
        """Whether both sides have pilots alike, so that scores compare decks."""
        return any(t.is_even for t in self.results.plan.tiers if t.name == self.tier)


def body(results: Results) -> Scope:
    """The tier with which the report is filled: the first of which anything was played."""
    scopes = [Scope(results, tier.name) for tier in results.plan.tiers]
    return next((scope for scope in scopes if len(scope.table("matchups"))), scopes[0])


def even_scopes(results: Results) -> list[Scope]:
    """The tiers in which scores compare decks and of which something was played, in order."""
    scopes = [Scope(results, tier.name) for tier in results.plan.tiers if tier.is_even]
    return [scope for scope in scopes if len(scope.table("matchups"))]


def check_scopes(results: Results) -> list[Scope]:
    """The tiers that play in the run's pilot check alone, in order."""
    played = {tier.name for tier in results.plan.tiers}
    return [Scope(results, tier, True) for tier in crew_of(results) if tier not in played]


def crew_of(results: Results) -> list[str]:
    """The tiers of the run's pilot check, in order; none without one."""
    table = results.tables.get("pilot_scores")
    return [] if table is None or not len(table) else list(dict.fromkeys(table["tier"]))


_CHECKED = {
    "decks": (DECK, {"name": "deck"}, 0),
    "factions": (FACTION, {"name": "group"}, 0),
    "seats": (FIRST, {"score": "advantage"}, 50),
    "matchups": (MATCHUP, {}, 0),
}
"""What a pilot check knows of a run's tables: kind, what columns are called, and what is even."""


def checked_table(results: Results, tier: str, name: str) -> pd.DataFrame:
    """What the pilot check says of a tier, in the form of a table of the run; else empty."""
    table = results.tables.get("pilot_scores")
    if name not in _CHECKED or table is None or not len(table):
        return pd.DataFrame()
    kind, names, even = _CHECKED[name]
    is_meant = (table["kind"] == kind) & (table["tier"] == tier) & (table["against"] == tier)
    found = table[is_meant].reset_index(drop=True)
    if kind == FIRST:
        for column in ("score", *BOUNDS):
            found[column] -= even
        return found.drop(columns="p_adjusted").assign(scope="overall").rename(columns=names)
    if kind == DECK:
        shares = table[(table["kind"] == SHARE) & (table["tier"] == tier)].set_index("name")
        for column, end in (("score", ""), ("low", "_low"), ("high", "_high")):
            found[f"share{end}"] = found["name"].map(shares[column])
    if kind == MATCHUP:
        both = found["name"].str.split(" - ", expand=True)
        found = found.assign(deck_a=both[0], deck_b=both[1]) if len(found) else found
    return found.rename(columns=names)


def pilots_of(results: Results, tier: str) -> dict[str, int]:
    """Pilots of a tier with the number of decks that each plays, the busiest first."""
    plan = results.plan
    seats = {
        (deck, pilot)
        for matchup in plan.matchups
        if plan.tiers[matchup.tier].name == tier
        for deck, pilot in ((matchup.deck_a, matchup.pilot_a), (matchup.deck_b, matchup.pilot_b))
    }
    names = [plan.pilots[pilot].name for _, pilot in seats]
    return {
        name: names.count(name) for name in sorted(set(names), key=lambda n: (-names.count(n), n))
    }


def who_plays(results: Results, tier: str) -> str:
    """Who plays the decks of a tier, in words."""
    if tier == OWN:
        busy = pilots_of(results, tier).items()
        return f"each deck by its own pilot ({listing([_decks_of(*each) for each in busy])})"
    if " : " in tier:
        a, b = tier.split(" : ")
        return f"deck A of each matchup by {a}, deck B by {b}"
    return f"every deck by {tier}"


def _decks_of(pilot: str, decks: int) -> str:
    return f"{pilot} plays {counted(decks, 'deck')}"


def partly_tested(results: Results) -> dict[str, int]:
    """Pilots that play some decks as their own pilots, and are no tier; how many decks each."""
    tiers = [tier.name for tier in results.plan.tiers]
    found = pilots_of(results, OWN) if OWN in tiers else {}
    return {name: decks for name, decks in found.items() if name not in tiers}


def untested(results: Results) -> list[str]:
    """Pilot tiers that could have been played as well; not those whose pilots did play."""
    played = {tier.name for tier in results.plan.tiers} | set(crew_of(results))
    for tier in results.plan.tiers:
        played |= set(pilots_of(results, tier.name))
    return [name for name in known_tiers(results) if name not in played]


def known_tiers(results: Results) -> list[str]:
    """Pilot tiers that forgesim can play: each deck's own pilot, and the pilots that ship."""
    known = [OWN, *shipped_names(results.plan.game.name, "pilots")]
    return [name for name in known if name != NEVER_A_TIER]


def group_of(results: Results) -> dict[str, str]:
    """Group of each deck."""
    return {deck.name: deck.group for deck in results.plan.decks}


def members(results: Results) -> dict[str, list[str]]:
    """The mono decks of each group, by its name; mixed decks are of none."""
    found: dict[str, list[str]] = {}
    for deck in results.plan.decks:
        if deck.group != MIXED:
            found.setdefault(deck.group, []).append(deck.name)
    return dict(sorted(found.items()))


def judged_groups(results: Results) -> list[str]:
    """The groups of which something can be said: those of two decks or more, if there are two.

    A group of one deck is that deck; and a single group has nothing to be compared with.
    """
    found = [group for group, decks in members(results).items() if len(decks) > 1]
    return found if len(found) > 1 else []


def headlines(results: Results) -> pd.DataFrame:
    """The headline numbers by tier: of two that add up to 100 one, and of factions those judged."""
    table = results.tables.get("pilots")
    if table is None or not len(table):
        return pd.DataFrame(columns=["kind", "name", "tier", "holds"])
    judged = judged_groups(results)
    is_judged = (table["kind"] != "faction") | table["name"].isin(judged)
    table = table[is_judged]
    decks = results.plan.decks
    if len(decks) == 2:
        table = table[(table["kind"] != "deck") | (table["name"] == decks[0].name)]
    has_rest = any(deck.group == MIXED or deck.group not in judged for deck in decks)
    if len(judged) == 2 and not has_rest:
        table = table[(table["kind"] != "faction") | (table["name"] == judged[0])]
    return table


def group_words(group: str) -> str:
    """A group as the report names it: mixed decks are none."""
    return "mixed decks" if group == MIXED else group


def versus(name: str) -> str:
    """Name of a matchup in words; no deck's name has a blank."""
    a, dash, b = name.partition(" - ")
    if not dash:
        return name
    return f"{a} against itself" if a == b else f"{a} against {b}"


def cards_of(results: Results) -> dict[str, Card]:
    """The cards of the decks, by id."""
    return {card.id: card for deck in results.plan.decks for card in deck.cards}


def card_names(results: Results) -> dict[str, str]:
    """Printed name of each card, by its id."""
    return {card: each.name for card, each in cards_of(results).items()}


_NO_PLAY = ("cost", "rarity")
"""Facts that say nothing about what a card is in play; the cost stands by itself."""


def described(card: Card) -> str:
    """What a card is, in a few words: creature 2/3 EMBER. Without its cost and its group."""
    facts = {key: value for key, value in card.facts.items() if key not in _NO_PLAY}
    words = [str(v) for v in facts.values() if isinstance(v, str) and v != card.group]
    numbers = "/".join(str(v) for v in facts.values() if isinstance(v, int))
    return " ".join(part for part in (*words[:1], numbers, *words[1:]) if part)


def in_short(card: Card) -> str:
    """The same in the least room: 3, 2/3 EMBER. What has numbers needs no word for its type."""
    what = described(card)
    without_type = what.partition(" ")[2]
    cost = card.facts.get("cost")
    shown = without_type if without_type[:1].isdigit() else what
    return ", ".join(part for part in ("" if cost is None else str(cost), shown) if part)


def run_name(results: Results) -> str:
    """The run as a command names it."""
    return "RUN" if results.path is None else shlex.quote(results.path.as_posix())
