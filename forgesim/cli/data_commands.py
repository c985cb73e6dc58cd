"""Commands about cards, decks and pilots, as typer reads them."""

from typing import Any

import typer

from forgesim.cli import options


def _group(text: str) -> typer.Typer:
    return typer.Typer(help=text, no_args_is_help=True)


roster_app = _group("Check, show, compare and convert card lists.")
deck_app = _group("Check, show, deal and convert decks.")
pilot_app = _group("See who plays.")


def _cards(
    game: str | None, roster: list[str] | None, column: list[str] | None, **more: Any
) -> dict[str, Any]:
    """Flags that say which cards are meant."""
    return {"game": game, "roster": roster, "columns": column, **more}


@roster_app.command("check")
def roster_check(
    roster: options.Rosters = None,
    game: options.Game = None,
    column: options.Column = None,
) -> None:
    """List everything that is wrong with a card list; exit with 1 if anything is."""
    from forgesim.cli import roster as command  # noqa: PLC0415

    command.check(_cards(game, roster, column))


@roster_app.command("show")
def roster_show(
    roster: options.Rosters = None,
    game: options.Game = None,
    column: options.Column = None,
    format_: options.RosterFormat = "table",
) -> None:
    """Show the cards of a card list."""
    from forgesim.cli import roster as command  # noqa: PLC0415

    command.show(_cards(game, roster, column), format_)


@roster_app.command("diff")
def roster_diff(
    old: options.OldRoster,
    new: options.NewRoster = None,
    game: options.Game = None,
    column: options.Column = None,
) -> None:
    """Tell what has changed from one card list to another, as patch notes."""
    from forgesim.cli import roster as command  # noqa: PLC0415

    command.diff(old, new, _cards(game, None, column))


@roster_app.command("import")
def roster_import(
    roster: options.Sources,
    game: options.Game = None,
    column: options.Column = None,
    out: options.OutFile = None,
    force: options.ForceFile = False,
) -> None:
    """Turn spreadsheets of any kind into one CSV file as forgesim writes it."""
    from forgesim.cli import roster as command  # noqa: PLC0415

    command.export(_cards(game, roster, column), out, "comma", force)


@roster_app.command("export")
def roster_export(
    roster: options.Rosters = None,
    game: options.Game = None,
    column: options.Column = None,
    separator: options.Separator = "comma",
    out: options.OutFile = None,
    force: options.ForceFile = False,
) -> None:
    """Write the cards for a spreadsheet: CSV, or a workbook where --out ends in .xlsx."""
    from forgesim.cli import roster as command  # noqa: PLC0415

    command.export(_cards(game, roster, column), out, separator, force)


@deck_app.command("check")
def deck_check(
    deck: options.DeckArguments = None,
    decks: options.Decks = None,
    game: options.Game = None,
    ruleset: options.Ruleset = None,
    roster: options.Roster = None,
    column: options.Column = None,
) -> None:
    """List everything that is wrong with decks; exit with 1 if anything is."""
    from forgesim.cli import deck as command  # noqa: PLC0415

    command.check(_cards(game, roster, column, ruleset=ruleset, deck=deck, decks=decks))


@deck_app.command("show")
def deck_show(
    deck: options.DeckArguments = None,
    game: options.Game = None,
    ruleset: options.Ruleset = None,
    roster: options.Roster = None,
    column: options.Column = None,
    format_: options.DeckFormat = "text",
) -> None:
    """Show decks, card by card."""
    from forgesim.cli import deck as command  # noqa: PLC0415

    command.show(_cards(game, roster, column, ruleset=ruleset, deck=deck), format_)


@deck_app.command("random")
def deck_random(
    group: options.Group = None,
    count: options.Count = 1,
    seed: options.DealSeed = 1,
    game: options.Game = None,
    ruleset: options.Ruleset = None,
    roster: options.Roster = None,
    column: options.Column = None,
    out: options.OutFolder = None,
) -> None:
    """Deal legal decks at random: something to play before there are decks."""
    from forgesim.cli import deck as command  # noqa: PLC0415

    command.deal(_cards(game, roster, column, ruleset=ruleset), group, count, seed, out)


@deck_app.command("export")
def deck_export(
    deck: options.DeckArgument,
    game: options.Game = None,
    ruleset: options.Ruleset = None,
    roster: options.Roster = None,
    column: options.Column = None,
    format_: options.ExportFormat = "list",
    out: options.OutFile = None,
    force: options.ForceFile = False,
) -> None:
    """Write a deck as people write decks (2 Bramble Hound), or as a deck file."""
    from forgesim.cli import deck as command  # noqa: PLC0415

    flags = _cards(game, roster, column, ruleset=ruleset, deck=[deck])
    command.export(flags, format_, out, force)


@pilot_app.command("list")
def pilot_list(game: options.Game = None) -> None:
    """List the pilots that ship with forgesim."""
    from forgesim.cli import pilot as command  # noqa: PLC0415

    command.show_all("forge" if game is None else game)
