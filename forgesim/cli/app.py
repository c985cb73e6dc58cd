"""The commands, as typer reads them.

Nothing heavy is imported here or in the command modules' heads: `--help` must be quick.
"""

import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import forgesim
from forgesim.cli import options
from forgesim.cli.data_commands import (
    baseline_app,
    card_app,
    deck_app,
    pilot_app,
    roster_app,
)


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


@app.command()
def init(folder: options.NewFolder, game: options.Game = None) -> None:
    """Start a project of your own: cards, decks, rules, a pilot, and what to play."""
    from forgesim.cli import init as command  # noqa: PLC0415

    command.run(folder, "forge" if game is None else game)


@app.command()
def batch(
    experiment: options.Experiment = None,
    game: options.Game = None,
    ruleset: options.Ruleset = None,
    roster: options.Roster = None,
    column: options.Column = None,
    value: options.Value = None,
    deck: options.Deck = None,
    decks: options.Decks = None,
    pilot: options.Pilot = None,
    pilot_a: options.PilotA = None,
    pilot_b: options.PilotB = None,
    games: options.Games = None,
    pairs: options.Pairs = None,
    precision: options.Precision = None,
    seed: options.Seed = None,
    jobs: options.Jobs = None,
    backend: options.Backend = None,
    out: options.Out = None,
    force: options.Force = False,
    resume: options.Resume = False,
    report: options.Report = False,
    check_pilot: options.CheckPilots = None,
    check_pairs: options.CheckPairs = None,
    no_check: options.NoCheck = False,
    set_: options.Set = None,
    quiet: options.Quiet = False,
    yes: options.Yes = False,
) -> None:
    """Play a field of decks in mirrored pairs, and store and sum up the games.

    Without EXPERIMENT: experiment.toml of this folder, if there is one.

    Without either: every shipped deck against every other and itself, 1,000,000 games.
    """
    from forgesim.cli import batch as command  # noqa: PLC0415
    from forgesim.cli.pilot_check import Wish  # noqa: PLC0415

    flags = {
        "game": game, "ruleset": ruleset, "roster": roster, "columns": column,
        "values": value, "deck": deck, "decks": decks, "pilot": pilot, "pilot_a": pilot_a,
        "pilot_b": pilot_b,
        "games": games, "pairs": pairs, "precision": precision, "seed": seed,
        "jobs": jobs, "backend": backend, "out": out, "set": set_,
    }  # fmt: skip
    check = Wish(check_pilot, check_pairs, no_check)
    command.run(experiment, flags, command.Call(force, resume, report, quiet, yes, check))


@app.command()
def report(
    run: options.StoredRun,
    out: options.ReportOut = None,
    force: options.ForceReport = False,
    check_pilot: options.CheckPilots = None,
    check_pairs: options.CheckPairs = None,
    no_check: options.NoCheck = False,
    jobs: options.Jobs = None,
    quiet: options.Quiet = False,
) -> None:
    """Write the balance report of a stored run: a web page, tables and figures.

    It says of each conclusion whether it holds with other pilots: the first report of a run plays
    a pilot check, which is stored with the run.
    """
    from forgesim.cli import report as command  # noqa: PLC0415
    from forgesim.cli.pilot_check import Wish  # noqa: PLC0415

    check = Wish(check_pilot, check_pairs, no_check)
    command.run(run, out, command.Call(force, quiet, check, jobs))


@app.command()
def show(
    run: options.StoredRun,
    table: options.TableName = None,
    tier: options.Tier = None,
    all_: options.AllColumns = False,
    format_: options.TableFormat = "table",
    out: options.OutFile = None,
    force: options.ForceFile = False,
) -> None:
    """Show a table of a stored run, on the terminal or as a file."""
    from forgesim.cli import show as command  # noqa: PLC0415

    command.run(run, table, command.Call(tier, all_, format_, out, force))


@app.command()
def gate(
    baseline: options.GateBaseline = None,
    experiment: options.GateFile = None,
    targets: options.Targets = None,
    tolerated: options.Tolerated = None,
    caught: options.Caught = None,
    alpha: options.Alpha = None,
    beta: options.Beta = None,
    cap: options.Cap = None,
    inconclusive: options.Inconclusive = None,
    fresh_seeds: options.FreshSeeds = False,
    seed: options.GateSeed = None,
    jobs: options.Jobs = None,
    format_: options.GateFormat = "text",
    junit: options.JUnitFile = None,
    json: options.JsonFile = None,
    markdown: options.MarkdownFile = None,
    quiet: options.Quiet = False,
) -> None:
    """Say whether the balance has moved since a baseline, or lies off its targets.

    Exit codes: 0 pass, 1 drift or a target missed, 3 games that do not repeat, 4 inconclusive.
    """
    from forgesim.cli import gate as command  # noqa: PLC0415

    limits = {
        "tolerated": tolerated, "caught": caught, "alpha": alpha, "beta": beta, "cap": cap,
        "inconclusive": inconclusive,
    }  # fmt: skip
    files = {"junit": junit, "json": json, "markdown": markdown}
    call = command.Call(limits, fresh_seeds, seed, jobs, format_, files, quiet)
    command.run(baseline, experiment, targets, call)


@app.command()
def study(
    file: options.StudyFile,
    quick: options.QuickStudy = False,
    out: options.StudyOut = None,
    resume: options.ResumeStudy = False,
    force: options.ForceStudy = False,
    jobs: options.Jobs = None,
    quiet: options.Quiet = False,
) -> None:
    """Say whether the game is flat, and which of some synergies, if any, is worth adding.

    STUDY states the candidates, the targets and the rule of the decision; all of it is printed
    before anything is played. It ends in a memo: a web page, tables and figures.

    Exit codes: 0 decided (one is adopted, or none), 4 not decidable with this budget.
    """
    from forgesim.cli import study as command  # noqa: PLC0415

    command.run(file, command.Call(quick, out, resume, force, jobs, quiet))


@app.command()
def compare(
    files: options.Versions = None,
    game: options.Game = None,
    ruleset: options.Ruleset = None,
    roster: options.Roster = None,
    column: options.Column = None,
    value: options.Value = None,
    deck: options.Deck = None,
    decks: options.Decks = None,
    pilot: options.Pilot = None,
    pilot_a: options.PilotA = None,
    pilot_b: options.PilotB = None,
    games: options.VersionGames = None,
    pairs: options.Pairs = None,
    seed: options.Seed = None,
    jobs: options.Jobs = None,
    backend: options.Backend = None,
    set_: options.SetVariant = None,
    matters: options.Matters = None,
    format_: options.LadderFormat = "table",
    report: options.PageReport = False,
    out: options.PageOut = None,
    force: options.ForceFile = False,
    quiet: options.Quiet = False,
) -> None:
    """Compare versions of a game on common seeds: what a change does, with an interval.

    The first file is the base if it is an experiment and others follow, or --set; else the base is
    experiment.toml of this folder, or the default field. The other files are variants: each an
    experiment, or a ruleset, roster, deck or pilot that takes its place in the base. --set makes
    one more variant. All other options count for the base and for every variant.
    """
    from forgesim.cli import compare as command  # noqa: PLC0415
    from forgesim.cli.studying import Output  # noqa: PLC0415

    flags = {
        "game": game, "ruleset": ruleset, "roster": roster, "columns": column, "values": value,
        "deck": deck, "decks": decks, "pilot": pilot, "pilot_a": pilot_a, "pilot_b": pilot_b,
        "games": games, "pairs": pairs, "seed": seed, "jobs": jobs, "backend": backend,
    }  # fmt: skip
    output = Output(format_, report, out, force, quiet)
    command.run(files or [], flags, command.Call(set_ or [], matters, output))


@app.command()
def sweep(
    words: options.Grid,
    game: options.Game = None,
    ruleset: options.Ruleset = None,
    roster: options.Roster = None,
    column: options.Column = None,
    value: options.Value = None,
    deck: options.Deck = None,
    decks: options.Decks = None,
    pilot: options.Pilot = None,
    games: options.VersionGames = None,
    pairs: options.Pairs = None,
    seed: options.Seed = None,
    jobs: options.Jobs = None,
    backend: options.Backend = None,
    set_: options.Set = None,
    budget: options.Budget = None,
    format_: options.LadderFormat = "table",
    report: options.PageReport = False,
    out: options.PageOut = None,
    force: options.ForceFile = False,
    quiet: options.Quiet = False,
) -> None:
    """Try every value of a range, or of several together, and say which meet the targets.

    As in second.start_heat=20..23 or fp_cap=6,7,8: spans a..b and a..b..step, lists, on,off, and
    changes of cards as +0..+2. The base's file states the targets, each below a line [[target]].
    """
    from forgesim.cli import sweep as command  # noqa: PLC0415
    from forgesim.cli.studying import Output  # noqa: PLC0415

    flags = {
        "game": game, "ruleset": ruleset, "roster": roster, "columns": column, "values": value,
        "deck": deck, "decks": decks, "pilot": pilot, "games": games, "pairs": pairs, "seed": seed,
        "jobs": jobs, "backend": backend, "set": set_,
    }  # fmt: skip
    command.run(words, flags, command.Call(budget, Output(format_, report, out, force, quiet)))


@app.command()
def meta(
    experiment: options.Experiment = None,
    game: options.Game = None,
    ruleset: options.Ruleset = None,
    roster: options.Roster = None,
    column: options.Column = None,
    value: options.Value = None,
    deck: options.Deck = None,
    decks: options.Decks = None,
    pilot: options.MetaPilot = None,
    from_scratch: options.FromScratch = False,
    epsilon: options.Epsilon = 1.0,
    steps: options.Steps = 12,
    search_games: options.SearchGames = 150_000,
    pairs: options.Pairs = None,
    held_out: options.HeldOut = 20_000,
    seed: options.Seed = None,
    jobs: options.Jobs = None,
    backend: options.Backend = None,
    set_: options.Set = None,
    save: options.SaveDecks = None,
    format_: options.LadderFormat = "table",
    report: options.PageReport = False,
    out: options.PageOut = None,
    force: options.ForceFile = False,
    quiet: options.Quiet = False,
) -> None:
    """Search for the metagame: the mix of decks that is left when everybody chooses well.

    Begins with the decks of the field, looks for decks that beat their equilibrium, adds them, and
    so on, until no deck is found that gains --epsilon points.

    Exit codes: 0 closed, 4 a deck that gains more may still be found.
    """
    from forgesim.cli import meta as command  # noqa: PLC0415
    from forgesim.cli.studying import Output  # noqa: PLC0415

    flags = {
        "game": game, "ruleset": ruleset, "roster": roster, "columns": column, "values": value,
        "deck": deck, "decks": decks, "pairs": pairs, "seed": seed, "jobs": jobs,
        "backend": backend, "set": set_,
    }  # fmt: skip
    effort = command.Effort(epsilon, steps, search_games, held_out)
    output = Output(format_, report, out, force, quiet)
    command.run(experiment, flags, command.Call(pilot, from_scratch, effort, save, output))


@app.command()
def rulings(
    experiment: options.Experiment = None,
    game: options.Game = None,
    ruleset: options.Ruleset = None,
    roster: options.Roster = None,
    column: options.Column = None,
    value: options.Value = None,
    deck: options.Deck = None,
    decks: options.Decks = None,
    pilot: options.Pilot = None,
    games: options.VersionGames = None,
    pairs: options.Pairs = None,
    seed: options.Seed = None,
    jobs: options.Jobs = None,
    backend: options.Backend = None,
    set_: options.Set = None,
    matters: options.Matters = None,
    format_: options.LadderFormat = "table",
    report: options.PageReport = False,
    out: options.PageOut = None,
    force: options.ForceFile = False,
    quiet: options.Quiet = False,
) -> None:
    """Measure how much each open ruling matters: every other choice of it, on common seeds."""
    from forgesim.cli import rulings as command  # noqa: PLC0415
    from forgesim.cli.studying import Output  # noqa: PLC0415

    flags = {
        "game": game, "ruleset": ruleset, "roster": roster, "columns": column, "values": value,
        "deck": deck, "decks": decks, "pilot": pilot, "games": games, "pairs": pairs, "seed": seed,
        "jobs": jobs, "backend": backend, "set": set_,
    }  # fmt: skip
    output = Output(format_, report, out, force, quiet)
    command.run(experiment, flags, command.Call(matters, output))


@app.command()
def replay(
    run: options.Run = None,
    match: options.Match = None,
    trace: options.TraceFile = None,
    game: options.Game = None,
    deck_a: options.DeckA = None,
    deck_b: options.DeckB = None,
    pilot_a: options.PilotA = None,
    pilot_b: options.PilotB = None,
    first: options.First = None,
    seed: options.PairSeed = None,
    ruleset: options.Ruleset = None,
    roster: options.Roster = None,
    column: options.Column = None,
    value: options.Value = None,
    set_: options.Set = None,
    format_: options.Format = "text",
) -> None:
    """Replay one match: by its decks and pair seed, from a stored run, or from its trace."""
    from forgesim.cli import replay as command  # noqa: PLC0415

    decks = {
        "game": game, "deck_a": deck_a, "deck_b": deck_b, "pilot_a": pilot_a, "pilot_b": pilot_b,
        "first": first, "seed": seed, "ruleset": ruleset, "roster": roster, "columns": column,
        "values": value, "set": set_,
    }  # fmt: skip
    command.run(run, match, trace, decks, format_)


@app.command()
def play(
    game: options.Game = None,
    deck_a: options.YourDeck = None,
    deck_b: options.OtherDeck = None,
    pilot_b: options.OtherPilot = None,
    first: options.First = None,
    seed: options.FreshSeed = None,
    ruleset: options.Ruleset = None,
    roster: options.Roster = None,
    column: options.Column = None,
    value: options.Value = None,
    set_: options.Set = None,
    hint_pilot: options.HintPilot = None,
    watch: options.Watch = False,
    pilot_a: options.WatchedPilot = None,
    delay: options.Delay = None,
    save: options.Save = None,
    force: options.ForceSave = False,
) -> None:
    """Play a match against a pilot, or watch two pilots play."""
    from forgesim.cli import play as command  # noqa: PLC0415

    flags = {
        "game": game, "deck_a": deck_a, "deck_b": deck_b, "pilot_a": pilot_a, "pilot_b": pilot_b,
        "first": first, "seed": seed, "ruleset": ruleset, "roster": roster, "columns": column,
        "values": value, "set": set_,
    }  # fmt: skip
    command.run(flags, command.Call(save, force, hint_pilot, watch, delay))


@app.command()
def rules(
    game: options.Game = None,
    ruleset: options.Ruleset = None,
    set_: options.Set = None,
    names: options.Names = False,
) -> None:
    """Print a ruleset in words: rulings, numbers, and what is assumed."""
    from forgesim.cli import rules as command  # noqa: PLC0415

    command.run({"game": game, "ruleset": ruleset, "set": set_}, names)


app.add_typer(roster_app, name="roster")
app.add_typer(deck_app, name="deck")
app.add_typer(card_app, name="card")
app.add_typer(pilot_app, name="pilot")
app.add_typer(baseline_app, name="baseline")
