"""The figures of the report, each with a caption that says how to read it."""

from collections.abc import Callable, Mapping

from forgesim.report.figures.cards import card_impact, other_measures
from forgesim.report.figures.checked import by_pilots, pilot_gaps, restrictions
from forgesim.report.figures.forest import deck_forest, faction_forest
from forgesim.report.figures.heatmap import heatmap
from forgesim.report.figures.metagame import equilibrium
from forgesim.report.figures.robustness import robust_decks, robust_factions
from forgesim.report.figures.seats import seats_lengths, seats_matchups, seats_overall
from forgesim.report.figures.style import Drawing, Picture, looks, render
from forgesim.report.figures.tempo import tempo_lengths, tempo_swings
from forgesim.report.scope import Scope

Draw = Callable[[Scope], Drawing | None]

FIGURES: Mapping[str, tuple[Draw, ...]] = {
    "matchups": (heatmap,),
    "factions": (faction_forest,),
    "decks": (deck_forest,),
    "seats": (seats_overall, seats_matchups, seats_lengths),
    "cards": (card_impact, other_measures),
    "tempo": (tempo_lengths, tempo_swings),
    "pilots": (robust_factions, robust_decks, by_pilots, pilot_gaps),
    "restrictions": (restrictions,),
    "metagame": (equilibrium,),
}
"""The figures of each section of the report."""


def draw_all(scope: Scope) -> dict[str, list[Picture]]:
    """Draw the figures of a tier, as far as its tables have something to show.

    Returns
    -------
    dict
        The pictures by section.
    """
    with looks():
        return {
            topic: [render(drawing) for draw in draws if (drawing := draw(scope)) is not None]
            for topic, draws in FIGURES.items()
        }
