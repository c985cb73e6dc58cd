"""The one place that knows which games there are."""

from importlib import import_module

from forgesim.cards.files import did_you_mean
from forgesim.errors import UsageError
from forgesim.pilots.contract import Game

_GAMES = {"forge": "forgesim.pilots.forge.game"}


def load_game(name: str) -> Game:
    """Load a game by the name that `--game` takes.

    Raises
    ------
    UsageError
        If there is no such game.
    """
    if name not in _GAMES:
        known = ", ".join(_GAMES)
        raise UsageError(
            f"unknown game {name!r}, expected one of {known}{did_you_mean(name, _GAMES)}"
        )
    game = import_module(_GAMES[name]).GAME
    assert isinstance(game, Game)
    return game
