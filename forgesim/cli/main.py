"""The `forgesim` command.

Nothing heavy is imported here or in the command modules' heads: `--help` must be quick.
"""

import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import forgesim
from forgesim.cli import options
from forgesim.errors import ForgesimError

INTERRUPTED = 130


class ReaderGone(Exception):  # noqa: N818 (no error: the reader of our output has enough)
    """Standard output was closed at its other end."""


class Commands(TyperGroup):
    """Keeps a broken pipe from the option parser, which would take it for a failure."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command to the last line of its output."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            raise ReaderGone from None
        return result


app = typer.Typer(
    name="forgesim",
    cls=Commands,
    help="Balance a trading-card game before anyone prints it.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


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


# A command has a parameter for each of its options, as typer reads them.
# ruff: noqa: PLR0913, PLR0917


@app.command()
def batch(
    experiment: options.Experiment = None,
    game: options.Game = None,
    ruleset: options.Ruleset = None,
    roster: options.Roster = None,
    deck: options.Deck = None,
    decks: options.Decks = None,
    pilot: options.Pilot = None,
    pilot_a: options.PilotA = None,
    pilot_b: options.PilotB = None,
    games: options.Games = None,
    pairs: options.Pairs = None,
    seed: options.Seed = None,
    jobs: options.Jobs = None,
    backend: options.Backend = None,
    out: options.Out = None,
    force: options.Force = False,
    set_: options.Set = None,
    quiet: options.Quiet = False,
    yes: options.Yes = False,
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
def replay(
    run: options.Run = None,
    match: options.Match = None,
    game: options.Game = None,
    deck_a: options.DeckA = None,
    deck_b: options.DeckB = None,
    pilot_a: options.PilotA = None,
    pilot_b: options.PilotB = None,
    first: options.First = None,
    seed: options.PairSeed = None,
    ruleset: options.Ruleset = None,
    roster: options.Roster = None,
    set_: options.Set = None,
    format_: options.Format = "text",
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
    game: options.Game = None,
    ruleset: options.Ruleset = None,
    set_: options.Set = None,
    names: options.Names = False,
) -> None:
    """Print a ruleset in words: rulings, numbers, and what is assumed."""
    from forgesim.cli import rules as command  # noqa: PLC0415

    command.run("forge" if game is None else game, ruleset, set_ or [], names)


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
    except ReaderGone:
        # Keep Python from complaining about it at exit.
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
