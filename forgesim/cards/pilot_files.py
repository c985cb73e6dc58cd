"""Pilot files as forgesim writes them."""

from collections.abc import Iterator, Sequence

from forgesim.cards.pilots import TABLES, Pilot, PilotGame
from forgesim.cards.toml import entry


def pilot_text(pilot: Pilot, game: PilotGame, head: Sequence[str] = ()) -> str:
    """A pilot as its file would be written by hand.

    Parameters
    ----------
    pilot : Pilot
    game : PilotGame
        Its features give the order of the numbers; those that have their defaults are left out.
    head : sequence of str
        Lines of a comment to begin with.

    Returns
    -------
    str
        What `load_pilot` reads back as the same pilot.
    """
    return "\n".join(_lines(pilot, game, head)) + "\n"


def _lines(pilot: Pilot, game: PilotGame, head: Sequence[str]) -> Iterator[str]:
    yield from (f"# {line}".rstrip() for line in head)
    yield entry("name", pilot.name)
    yield entry("game", game.name)
    if pilot.title:
        yield entry("title", pilot.title)
    yield entry("kind", pilot.kind)
    if pilot.forbid:
        yield f"forbid = [{', '.join(entry('', word).partition('= ')[2] for word in pilot.forbid)}]"
    for table in TABLES[pilot.kind]:
        numbers = [
            f"{feature.name} = {pilot.weights.get(feature.name, 0)}"
            for feature in game.features
            if feature.table == table and pilot.weights.get(feature.name, 0) != feature.default
        ]
        if numbers:
            yield from ("", f"[{table}]", *numbers)
