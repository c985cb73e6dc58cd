"""The `forgesim` command.

Nothing heavy is imported here or in the command modules' heads: `--help` must be quick.
"""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

import forgesim
from forgesim.errors import ForgesimError

INTERRUPTED = 130

app = typer.Typer(
    name="forgesim",
    help="Balance a trading-card game before anyone prints it.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameName = Annotated[str, typer.Option("--game", metavar="GAME", help="The game: forge.")]
Ruleset = Annotated[
    str | None, typer.Option("--ruleset", metavar="NAME|FILE", help="Ruleset; shipped: v0.1w.")
]
Set = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Change a number, switch, card or weight."),
]
RosterPaths = Annotated[
    list[str] | None,
    typer.Option("--roster", metavar="PATH", help="CSV file or folder of cards (repeatable)."),
]


def _version(wanted: bool) -> None:
    if wanted:
        print(f"forgesim {forgesim.__version__}")
        raise typer.Exit


@app.callback()
def _root(
    _: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Simulate seeded matches between decks and report what they say about the balance."""


@app.command()
def batch(  # noqa: PLR0913, PLR0917
    experiment: Annotated[
        Path | None, typer.Argument(metavar="[EXPERIMENT]", help="Experiment file (TOML).")
    ] = None,
    game: Annotated[
        str | None, typer.Option("--game", metavar="GAME", help="The game: forge.")
    ] = None,
    ruleset: Ruleset = None,
    roster: RosterPaths = None,
    deck: Annotated[
        list[str] | None,
        typer.Option("--deck", metavar="NAME|FILE", help="A deck of the field (repeatable)."),
    ] = None,
    decks: Annotated[
        str | None, typer.Option("--decks", metavar="DIR", help="Folder of deck files.")
    ] = None,
    pilot: Annotated[
        list[str] | None,
        typer.Option("--pilot", metavar="NAME|FILE", help="Plays the whole plan (repeatable)."),
    ] = None,
    pilot_a: Annotated[
        str | None, typer.Option("--pilot-a", metavar="NAME|FILE", help="Pilot of each deck a.")
    ] = None,
    pilot_b: Annotated[
        str | None, typer.Option("--pilot-b", metavar="NAME|FILE", help="Pilot of each deck b.")
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            metavar="N",
            help="Games in all, rounded up to whole pairs.",
            show_default="1,000,000",
        ),
    ] = None,
    pairs: Annotated[
        int | None, typer.Option("--pairs", metavar="N", help="Pairs for each matchup.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="Seed of the run.", show_default="1")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", metavar="N", help="Workers.", show_default="all cores")
    ] = None,
    backend: Annotated[
        str | None,
        typer.Option(
            "--backend", metavar="NAME", help="threading or loky.", show_default="threading"
        ),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(
            "--out", metavar="PATH", help="Run directory.", show_default="runs/<date>-<name>"
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite an earlier run at --out.")
    ] = False,
    set_: Set = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="No progress, no notes: the summary alone.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Ask nothing.")] = False,
) -> None:
    """Play a field of decks in mirrored pairs, and store and sum up the games.

    Without an experiment file or flags: every shipped deck against every other and itself,
    1,000,000 games in all.
    """
    from forgesim.cli import batch as command  # noqa: PLC0415

    flags = {
        "game": game, "ruleset": ruleset, "roster": roster, "deck": deck, "decks": decks,
        "pilot": pilot, "pilot_a": pilot_a, "pilot_b": pilot_b, "games": games, "pairs": pairs,
        "seed": seed, "jobs": jobs, "backend": backend, "out": out, "set": set_,
    }  # fmt: skip
    command.run(experiment, flags, force=force, quiet=quiet, yes=yes)


@app.command()
def replay(  # noqa: PLR0913, PLR0917
    run: Annotated[Path | None, typer.Option("--run", metavar="DIR", help="A stored run.")] = None,
    match: Annotated[
        int | None,
        typer.Option("--match", metavar="N", help="Match of the run, counted from 0."),
    ] = None,
    game: GameName = "forge",
    deck_a: Annotated[
        str | None, typer.Option("--deck-a", metavar="NAME|FILE", help="Deck a.")
    ] = None,
    deck_b: Annotated[
        str | None, typer.Option("--deck-b", metavar="NAME|FILE", help="Deck b.")
    ] = None,
    pilot_a: Annotated[
        str | None,
        typer.Option(
            "--pilot-a", metavar="NAME|FILE", help="Pilot of deck a.", show_default="greedy"
        ),
    ] = None,
    pilot_b: Annotated[
        str | None,
        typer.Option(
            "--pilot-b", metavar="NAME|FILE", help="Pilot of deck b.", show_default="greedy"
        ),
    ] = None,
    first: Annotated[
        str | None,
        typer.Option("--first", metavar="a|b", help="Which deck goes first.", show_default="a"),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="Pair seed.", show_default="1")
    ] = None,
    ruleset: Ruleset = None,
    roster: RosterPaths = None,
    set_: Set = None,
    format_: Annotated[
        str, typer.Option("--format", metavar="text|jsonl", help="For people, or JSON lines.")
    ] = "text",
) -> None:
    """Replay one match, by its decks and pair seed or from a stored run."""
    from forgesim.cli import replay as command  # noqa: PLC0415

    decks = {
        "game": game, "deck_a": deck_a, "deck_b": deck_b, "pilot_a": pilot_a, "pilot_b": pilot_b,
        "first": first, "seed": seed, "ruleset": ruleset, "roster": roster, "set": set_,
    }  # fmt: skip
    command.run(run, match, decks, format_)


@app.command()
def rules(
    game: GameName = "forge",
    ruleset: Ruleset = None,
    set_: Set = None,
    names: Annotated[
        bool, typer.Option("--names", help="List every name that --set takes.")
    ] = False,
) -> None:
    """Print a ruleset in words: rulings, numbers, and what is assumed."""
    from forgesim.cli import rules as command  # noqa: PLC0415

    command.run(game, ruleset, set_ or [], names)


def main() -> None:
    """Run the command line and exit with its code."""
    try:
        code = int(app(standalone_mode=False) or 0)
        if code == INTERRUPTED:
            print("interrupted", file=sys.stderr)
    except ForgesimError as error:
        print(error, file=sys.stderr)
        code = error.exit_code
    except (KeyboardInterrupt, typer.Abort):
        print("interrupted", file=sys.stderr)
        code = INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has gone; keep Python from complaining about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except Exception as error:
        code = _unexpected(error)
    sys.exit(code)


def _unexpected(error: Exception) -> int:
    """Print an error of the option parser, or ask for a report of an internal one."""
    if hasattr(error, "exit_code") and hasattr(error, "show"):
        error.show()
        return int(error.exit_code)
    import traceback  # noqa: PLC0415

    traceback.print_exc()
    print(
        "\nforgesim failed in a way that it should not: please report this, with the lines above"
        " and the command that you ran.",
        file=sys.stderr,
    )
    return 70
