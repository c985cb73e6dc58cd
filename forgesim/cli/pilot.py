"""`forgesim pilot`."""

from rich.table import Table

from forgesim.cards.pilots import load_pilot
from forgesim.cards.shipped import shipped_names
from forgesim.cli.notes import print_table
from forgesim.pilots.registry import load_game


def show_all(game_name: str) -> None:
    """Carry out `pilot list`."""
    game = load_game(game_name)
    table = Table(box=None, pad_edge=False, show_header=False)
    for name in shipped_names(game.name, "pilots"):
        table.add_row(name, load_pilot(name, game).title)
    print_table(table)
    print("\nNext: forgesim batch --pilot NAME; a pilot of your own is a file.")
