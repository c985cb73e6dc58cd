"""What a study states before anything is played: in words, and as a digest."""

import hashlib
import json
from collections.abc import Iterator

from forgesim.arena.manifest import pilot_json
from forgesim.cards.rules import Rules
from forgesim.studies.decision.fields import about_cards, about_rules
from forgesim.studies.decision.study import Study


def stated_digest(study: Study) -> str:
    """Digest of all that a study states: its keys, rules, cards, decks and pilots, and its seed."""
    about = {
        "name": study.name,
        "question": study.question,
        "game": study.game.name,
        "rules": [[v.name, v.title, v.cost, _all_of(v.rules)] for v in study.variants],
        "cards": about_cards(study.cards),
        "opponents": [[deck.name, deck.ids] for deck in study.opponents],
        "pilots": [pilot_json(pilot) for pilot in (study.hunter, *study.tiers)],
        "must_pass": list(study.must_pass),
        "tables": {
            "search": study.search.model_dump(),
            "pilots": study.pilots.model_dump(exclude={"tiers", "must_pass"}),
            "flat": study.flat.model_dump(),
            "targets": study.targets.model_dump(),
            "rosters": study.rosters.model_dump(),
            "decision": study.decision.model_dump(),
        },
        "seed": study.seed,
        "quick": study.is_quick,
    }
    text = json.dumps(about, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _all_of(rules: Rules) -> list[object]:
    rulings = [[a.key, a.status, list(a.choices)] for a in rules.assumptions.values()]
    return [about_rules(rules), rulings]


def stated(study: Study) -> list[str]:
    """What counts as flat, what a candidate must do and may not, and how it is decided."""
    return [*_flat(study), *_passing(study), *_deciding(study)]


def _flat(study: Study) -> Iterator[str]:
    flat = study.flat
    yield (
        f"The game is flat if the upper bound of identity lies below {flat.identity:g} points, or"
        f" that of pull below {flat.pull:g}; it is not flat if both lower bounds lie above;"
        " otherwise it is undecided."
    )


def _passing(study: Study) -> Iterator[str]:
    tiers = ", ".join(study.must_pass)
    wants = ["the game is not flat under it", *_wants(study)]
    yield (
        f"A candidate passes if in each of the tiers {tiers} all intervals say so:"
        f" {'; '.join(wants)}."
    )
    yield "It is rejected if in any tier an interval lies wholly on the wrong side of a target."
    yield (
        "It has no effect if all changes of scores and of pull lie within"
        f" {study.decision.no_effect:g} points, and that of the length within half a turn."
    )


def _wants(study: Study) -> Iterator[str]:
    targets, group = study.targets, study.game.group
    if targets.ceiling is not None:
        yield f"no {group} scores above {targets.ceiling:g}"
    if targets.floor is not None:
        yield f"none below {targets.floor:g}"
    if targets.pull_most is not None:
        yield f"pull is at most {targets.pull_most:g}, so that mixed decks keep a place"
    if targets.first_player is not None:
        low, high = targets.first_player
        yield f"the first player's advantage is {low:g} to {high:g} points"
    if targets.first_player_change is not None:
        most = targets.first_player_change
        yield f"the first player's advantage changes by {most:g} points at most"
    if targets.turns is not None:
        low, high = targets.turns
        yield f"a game lasts {low:g} to {high:g} turns of both players together"
    if targets.turns_change is not None:
        yield f"the length of a game changes by {targets.turns_change:g} turns at most"


def _deciding(study: Study) -> Iterator[str]:
    if study.rosters.count:
        yield (
            f"Of the candidates that pass, the first {study.rosters.leading} are tried again on"
            f" {study.rosters.count} rosters in which {100 * study.rosters.cards:g} % of the cards"
            f" have a number moved, and hold if {100 * study.rosters.agree:g} % of these agree; the"
            " game must be flat on as many."
        )
    chosen = (
        "the first in the order of the file"
        if study.decision.prefer == "mildest"
        else "the one with the strongest identity"
    )
    yield (
        "If the game is flat, the candidate adopted is, of those that pass and hold,"
        f" {chosen}. If the game is not flat, or no candidate passes, nothing is added. What the"
        " numbers leave open is called not decidable."
    )
