"""Commands about cards, decks and pilots, as typer reads them."""

from typing import Any

import typer

from forgesim.cli import options


def _group(text: str) -> typer.Typer:
    return typer.Typer(help=text, no_args_is_help=True)


roster_app = _group("Check, show, compare and convert card lists.")
deck_app = _group("Check, show, deal and convert decks.")
card_app = _group("Judge single cards.")
pilot_app = _group("See who plays.")
baseline_app = _group("Keep what the drift gate compares with.")


def _cards(
    game: str | None,
    roster: list[str] | None,
    column: list[str] | None,
    value: list[str] | None,
    **more: Any,
) -> dict[str, Any]:
    """Flags that say which cards are meant."""
    return {"game": game, "roster": roster, "columns": column, "values": value, **more}


@roster_app.command("check")
def roster_check(
    roster: options.Rosters = None,
    game: options.Game = None,
    column: options.Column = None,
    value: options.Value = None,
) -> None:
    """List everything that is wrong with a card list; exit with 1 if anything is."""
    from forgesim.cli import roster as command  # noqa: PLC0415

    command.check(_cards(game, roster, column, value))


@roster_app.command("show")
def roster_show(
    roster: options.Rosters = None,
    game: options.Game = None,
    column: options.Column = None,
    value: options.Value = None,
    format_: options.RosterFormat = "table",
) -> None:
    """Show the cards of a card list."""
    from forgesim.cli import roster as command  # noqa: PLC0415

    command.show(_cards(game, roster, column, value), format_)


@roster_app.command("diff")
def roster_diff(
    old: options.OldRoster,
    new: options.NewRoster = None,
    game: options.Game = None,
    column: options.Column = None,
    value: options.Value = None,
) -> None:
    """Tell what has changed from one card list to another, as patch notes."""
    from forgesim.cli import roster as command  # noqa: PLC0415

    command.diff(old, new, _cards(game, None, column, value))


@roster_app.command("import")
def roster_import(
    roster: options.Sources,
    game: options.Game = None,
    column: options.Column = None,
    value: options.Value = None,
    out: options.OutFile = None,
    force: options.ForceFile = False,
) -> None:
    """Turn spreadsheets of any kind into one CSV file as forgesim writes it."""
    from forgesim.cli import roster as command  # noqa: PLC0415

    command.export(_cards(game, roster, column, value), out, "comma", force)


@roster_app.command("export")
def roster_export(
    roster: options.Rosters = None,
    game: options.Game = None,
    column: options.Column = None,
    value: options.Value = None,
    separator: options.Separator = "comma",
    out: options.OutFile = None,
    force: options.ForceFile = False,
) -> None:
    """Write the cards for a spreadsheet: CSV, or a workbook where --out ends in .xlsx."""
    from forgesim.cli import roster as command  # noqa: PLC0415

    command.export(_cards(game, roster, column, value), out, separator, force)


@deck_app.command("check")
def deck_check(
    deck: options.DeckArguments = None,
    decks: options.Decks = None,
    game: options.Game = None,
    ruleset: options.Ruleset = None,
    roster: options.Roster = None,
    column: options.Column = None,
    value: options.Value = None,
) -> None:
    """List everything that is wrong with decks; exit with 1 if anything is."""
    from forgesim.cli import deck as command  # noqa: PLC0415

    command.check(_cards(game, roster, column, value, ruleset=ruleset, deck=deck, decks=decks))


@deck_app.command("show")
def deck_show(
    deck: options.DeckArguments = None,
    game: options.Game = None,
    ruleset: options.Ruleset = None,
    roster: options.Roster = None,
    column: options.Column = None,
    value: options.Value = None,
    format_: options.DeckFormat = "text",
) -> None:
    """Show decks, card by card."""
    from forgesim.cli import deck as command  # noqa: PLC0415

    command.show(_cards(game, roster, column, value, ruleset=ruleset, deck=deck), format_)


@deck_app.command("random")
def deck_random(
    group: options.Group = None,
    count: options.Count = 1,
    seed: options.DealSeed = 1,
    game: options.Game = None,
    ruleset: options.Ruleset = None,
    roster: options.Roster = None,
    column: options.Column = None,
    value: options.Value = None,
    out: options.OutFolder = None,
) -> None:
    """Deal legal decks at random: something to play before there are decks."""
    from forgesim.cli import deck as command  # noqa: PLC0415

    command.deal(_cards(game, roster, column, value, ruleset=ruleset), group, count, seed, out)


@deck_app.command("search")
def deck_search(
    experiment: options.Experiment = None,
    group: options.SearchGroup = None,
    contains: options.Contains = None,
    without: options.Without = None,
    start: options.StartDecks = None,
    keep: options.Keep_ = 5,
    distance: options.Distance = 4,
    search_games: options.SearchGames = 400_000,
    finalists: options.Finalists = None,
    game: options.Game = None,
    ruleset: options.Ruleset = None,
    roster: options.Roster = None,
    column: options.Column = None,
    value: options.Value = None,
    deck: options.Deck = None,
    decks: options.Decks = None,
    pilot: options.MetaPilot = None,
    seed: options.Seed = None,
    jobs: options.Jobs = None,
    backend: options.Backend = None,
    set_: options.Set = None,
    format_: options.SearchFormat = "table",
    out: options.OutFolder = None,
    quiet: options.Quiet = False,
) -> None:
    """Search for decks that score well against a field, and measure them on fresh seeds."""
    from forgesim.cli import search as command  # noqa: PLC0415

    flags = {
        "game": game, "ruleset": ruleset, "roster": roster, "columns": column, "values": value,
        "deck": deck, "decks": decks, "seed": seed, "jobs": jobs, "backend": backend, "set": set_,
    }  # fmt: skip
    wanted = command.Wanted(group, contains or [], without or [], start or [], keep, distance)
    call = command.Call(wanted, search_games, pilot, finalists, format_, out, quiet)
    command.run(experiment, flags, call)


@deck_app.command("export")
def deck_export(
    deck: options.DeckArgument,
    game: options.Game = None,
    ruleset: options.Ruleset = None,
    roster: options.Roster = None,
    column: options.Column = None,
    value: options.Value = None,
    format_: options.ExportFormat = "list",
    out: options.OutFile = None,
    force: options.ForceFile = False,
) -> None:
    """Write a deck as people write decks (2 Bramble Hound), or as a deck file."""
    from forgesim.cli import deck as command  # noqa: PLC0415

    flags = _cards(game, roster, column, value, ruleset=ruleset, deck=[deck])
    command.export(flags, format_, out, force)


@card_app.command("impact")
def card_impact(
    target: options.RunOrExperiment = None,
    precision: options.ImpactPrecision = 0.5,
    card: options.Cards = None,
    tier: options.Tiers = None,
    jobs: options.Jobs = None,
    format_: options.RosterFormat = "table",
    quiet: options.Quiet = False,
) -> None:
    """Measure what each card is worth, against a plain creature of its cost in its place.

    The impact of a RUN's cards is stored with it, for its report.

    Without RUN or EXPERIMENT: experiment.toml of this folder, or else the shipped decks.
    """
    from forgesim.cli import card as command  # noqa: PLC0415

    command.impact(target, jobs, command.Call(precision, card, tier, format_, quiet))


@pilot_app.command("list")
def pilot_list(game: options.Game = None) -> None:
    """List the pilots that ship with forgesim."""
    from forgesim.cli import pilot as command  # noqa: PLC0415

    command.show_all("forge" if game is None else game)


@pilot_app.command("ladder")
def pilot_ladder(
    pilot: options.Contestants = None,
    all_: options.AllPilots = False,
    experiment: options.LadderExperiment = None,
    game: options.Game = None,
    ruleset: options.Ruleset = None,
    deck: options.Deck = None,
    decks: options.Decks = None,
    field: options.WholeField = False,
    by_deck: options.ByDeck = False,
    pairs: options.LadderPairs = None,
    precision: options.LadderPrecision = None,
    seed: options.Seed = None,
    jobs: options.Jobs = None,
    set_: options.Set = None,
    format_: options.LadderFormat = "table",
    out: options.OutFile = None,
    force: options.ForceFile = False,
    quiet: options.Quiet = False,
) -> None:
    """Rank pilots: every one against every other, with the same decks and shuffles.

    Without PILOT: every shipped pilot but the slowest, and the project's own.
    """
    from forgesim.cli import ladder as command  # noqa: PLC0415

    flags = {
        "game": game, "ruleset": ruleset, "deck": deck, "decks": decks, "seed": seed, "jobs": jobs,
        "set": set_,
    }  # fmt: skip
    budget = command.budget_of(pairs, precision)
    call = command.Call(pilot, all_, budget, field, by_deck, format_, out, force, quiet)
    command.run(experiment, flags, call)


@pilot_app.command("tune")
def pilot_tune(
    tuning: options.TuningFile,
    out: options.TunedPilot = None,
    force: options.ForceFile = False,
    resume: options.ResumeTuning = False,
    always: options.Always = False,
    jobs: options.Jobs = None,
    quiet: options.Quiet = False,
) -> None:
    """Fit a pilot's weights by play, and measure the gain on seeds held out.

    Exit codes: 0 the pilot is written, 4 no gain is proven and none is.
    """
    from forgesim.cli import tune as command  # noqa: PLC0415

    command.run(tuning, jobs, command.Call(out, always, force, resume, quiet))


@pilot_app.command("explain")
def pilot_explain(
    turn: options.Turn,
    run: options.Run = None,
    match: options.Match = None,
    trace: options.TraceFile = None,
    pilot: options.AskedPilot = None,
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
    format_: options.ExplainFormat = "text",
) -> None:
    """Tell why a turn of a match was played as it was: what the pilot saw, and weighed.

    The match is named as for forgesim replay. Any other pilot can be asked as well.
    """
    from forgesim.cli import explain as command  # noqa: PLC0415

    flags = _cards(
        game, roster, column, value, ruleset=ruleset, set=set_, deck_a=deck_a, deck_b=deck_b,
        pilot_a=pilot_a, pilot_b=pilot_b, first=first, seed=seed,
    )  # fmt: skip
    command.run(flags, command.Call(run, match, trace, turn, pilot, format_))


@baseline_app.command("create")
def baseline_create(
    experiment: options.GateExperiment,
    out: options.NewBaseline,
    pairs: options.BaselinePairs = None,
    jobs: options.Jobs = None,
    force: options.ForceFile = False,
    quiet: options.Quiet = False,
) -> None:
    """Play an experiment, and write a baseline of it: a small file to commit."""
    from forgesim.cli import baseline as command  # noqa: PLC0415

    command.create(experiment, out, pairs, jobs, command.Call(force, quiet))


@baseline_app.command("show")
def baseline_show(baseline: options.OneBaseline) -> None:
    """Show what a baseline holds."""
    from forgesim.cli import baseline as command  # noqa: PLC0415

    command.show(baseline)


@baseline_app.command("diff")
def baseline_diff(old: options.OldBaseline, new: options.LaterBaseline) -> None:
    """Tell what has changed from one baseline to another, as patch notes, and which scores."""
    from forgesim.cli import baseline as command  # noqa: PLC0415

    command.diff(old, new)
