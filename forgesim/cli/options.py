"""The options that commands take: what each is called, and what it means."""

import re
from pathlib import Path
from typing import Annotated, Any

import typer


def _option(name: str, metavar: str | None, text: str, default: str | bool = False) -> Any:
    return typer.Option(name, metavar=metavar, help=text, show_default=default)


def _whole(text: str | int) -> int:
    """Read a whole number: a point or a comma in it could mean thousands or parts of one."""
    if not re.fullmatch(r"-?[0-9]{1,30}(_[0-9]{3})*", str(text)):
        example = "expected a whole number in plain digits, as 200000 or 200_000"
        raise typer.BadParameter(f"{text!r}, {example}")
    return int(text)


def _points(text: str | float) -> float:
    """Read a number of points: no sign of percent, no comma for the point."""
    return _decimal(text, "points")


def _seconds(text: str | float) -> float:
    """Read a span of time."""
    return _decimal(text, "seconds")


def _minutes(text: str | float) -> float:
    """Read a span of time."""
    return _decimal(text, "minutes")


def _decimal(text: str | float, unit: str) -> float:
    if not re.fullmatch(r"-?([0-9]{1,9}(\.[0-9]{1,9})?|\.[0-9]{1,9})", str(text)):
        raise typer.BadParameter(f"{text!r}, expected a number of {unit}, as 0.5")
    return float(text)


def _number(name: str, text: str, default: str | bool = False) -> Any:
    return typer.Option(name, metavar="N", help=text, show_default=default, parser=_whole)


def _measure(name: str, text: str, default: str | bool = False) -> Any:
    return typer.Option(name, metavar="POINTS", help=text, show_default=default, parser=_points)


Experiment = Annotated[
    Path | None, typer.Argument(metavar="EXPERIMENT", help="Experiment file (TOML).")
]
Game = Annotated[str | None, _option("--game", "GAME", "The game: forge.", "forge")]
Ruleset = Annotated[str | None, _option("--ruleset", "NAME|FILE", "Ruleset; shipped: v0.1w.")]
Roster = Annotated[
    list[str] | None,
    _option("--roster", "PATH", "CSV or xlsx file, or folder, of cards (repeatable)."),
]
Column = Annotated[
    list[str] | None,
    _option("--column", "FIELD=HEADING", "What the roster calls a column (repeatable)."),
]
Value = Annotated[
    list[str] | None,
    _option("--value", "FIELD.WORD=MEANING", "What a word of the roster means (repeatable)."),
]
Deck = Annotated[
    list[str] | None, _option("--deck", "NAME|FILE", "A deck of the field (repeatable).")
]
Decks = Annotated[str | None, _option("--decks", "DIR", "Folder of deck files.")]
DeckA = Annotated[str | None, _option("--deck-a", "NAME|FILE", "Deck a.")]
DeckB = Annotated[str | None, _option("--deck-b", "NAME|FILE", "Deck b.")]
Pilot = Annotated[
    list[str] | None,
    _option("--pilot", "NAME|FILE", "Plays the whole plan (repeatable).", "each deck's own"),
]
PilotA = Annotated[str | None, _option("--pilot-a", "NAME|FILE", "Pilot of deck a.", "its own")]
PilotB = Annotated[str | None, _option("--pilot-b", "NAME|FILE", "Pilot of deck b.", "its own")]
Games = Annotated[
    int | None, _number("--games", "Games in all, rounded up to whole pairs.", "1,000,000")
]
Pairs = Annotated[int | None, _number("--pairs", "Pairs for each matchup.")]
Seed = Annotated[int | None, _number("--seed", "Seed of the run.", "1")]
PairSeed = Annotated[int | None, _number("--seed", "Pair seed.", "1")]
Jobs = Annotated[int | None, _number("--jobs", "Workers.", "all cores")]
Backend = Annotated[str | None, _option("--backend", "NAME", "threading or loky.", "threading")]
Out = Annotated[str | None, _option("--out", "PATH", "Run directory.", "runs/<date>-<name>")]
Force = Annotated[bool, _option("--force", None, "Overwrite an earlier run at --out.")]
Resume = Annotated[bool, _option("--resume", None, "Complete the run at --out.")]
Set = Annotated[
    list[str] | None,
    _option("--set", "NAME=VALUE", "Change a number, switch, card or weight (repeatable)."),
]
Versions = Annotated[
    list[str] | None,
    typer.Argument(metavar="VERSION", help="Files or names: base and variants, or variants."),
]
VersionGames = Annotated[
    int | None, _number("--games", "Games of each version, rounded up to whole pairs.", "1,000,000")
]
SetVariant = Annotated[
    list[str] | None,
    _option("--set", "NAME=VALUE", "One more variant: the base, so changed (repeatable)."),
]
Matters = Annotated[
    float | None, _measure("--matters", "From which size on a difference matters.", "2")
]
PageReport = Annotated[
    bool, _option("--report", None, "Write a folder with a page, tables and figures as well.")
]
PageOut = Annotated[
    Path | None, _option("--out", "PATH", "The report's folder, or a file.", "reports/<name>")
]
Grid = Annotated[
    list[str],
    typer.Argument(metavar="NAME=RANGE", help="What to vary; the base's file may stand first."),
]
Budget = Annotated[
    float | None,
    typer.Option("--budget", metavar="MINUTES", help="Refuse what would take longer.",
                 parser=_minutes, show_default="30"),
]  # fmt: skip
Precision = Annotated[
    float | None,
    _measure("--precision", "Stop once every headline interval is as narrow as that."),
]
Report = Annotated[bool, _option("--report", None, "Measure the cards as well, and report.")]
CheckPilots = Annotated[
    list[str] | None,
    _option("--check-pilot", "NAME|FILE", "Checks the report (repeatable).", "greedy, planner"),
]
CheckPairs = Annotated[
    int | None, _number("--check-pairs", "Pairs of each matchup in the pilot check.", "by cost")
]
NoCheck = Annotated[bool, _option("--no-check", None, "Report without the pilot check.")]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="No progress, no notes: the summary alone.")
]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Ask nothing.")]
Run = Annotated[Path | None, _option("--run", "DIR", "A stored run.")]
StoredRun = Annotated[Path, typer.Argument(metavar="RUN", help="A stored run.")]
TableName = Annotated[
    str | None, typer.Argument(metavar="TABLE", help="Which table; without it, what there is.")
]
Tier = Annotated[str | None, _option("--tier", "NAME", "Rows of one pilot tier only.")]
AllColumns = Annotated[bool, _option("--all", None, "Every column of a wide table.")]
TableFormat = Annotated[
    str, typer.Option("--format", metavar="table|csv|json|parquet", help="For people or programs.")
]
ReportOut = Annotated[str | None, _option("--out", "DIR", "The report.", "reports/<name>")]
ForceReport = Annotated[bool, _option("--force", None, "Overwrite an earlier report at --out.")]
Match = Annotated[int | None, _number("--match", "Match of the run, counted from 0.")]
First = Annotated[str | None, _option("--first", "a|b", "Which deck goes first.", "a")]
Format = Annotated[
    str, typer.Option("--format", metavar="text|jsonl", help="For people, or JSON lines.")
]
TraceFile = Annotated[Path | None, _option("--trace", "FILE", "The trace of a match.")]
YourDeck = Annotated[str | None, _option("--deck-a", "NAME|FILE", "Your deck.", "the first")]
OtherDeck = Annotated[
    str | None, _option("--deck-b", "NAME|FILE", "The deck against you.", "the next")
]
OtherPilot = Annotated[
    str | None,
    typer.Option(
        "--pilot",
        "--pilot-b",
        metavar="NAME|FILE",
        help="Who plays deck b.",
        show_default="its own",
    ),
]
WatchedPilot = Annotated[
    str | None, _option("--pilot-a", "NAME|FILE", "With --watch: who plays deck a.", "its own")
]
FreshSeed = Annotated[int | None, _number("--seed", "Pair seed.", "a new one")]
HintPilot = Annotated[
    str | None, _option("--hint-pilot", "NAME|FILE", "Whom `hint` asks.", "planner")
]
Watch = Annotated[bool, _option("--watch", None, "Two pilots play, and you look on.")]
Delay = Annotated[
    float | None,
    typer.Option(
        "--delay",
        metavar="SECONDS",
        help="With --watch: pause between turns.",
        parser=_seconds,
        show_default="a key",
    ),
]
Save = Annotated[
    Path | None, _option("--save", "FILE", "Where the trace goes.", "games/<date>-<decks>.jsonl")
]
ForceSave = Annotated[bool, _option("--force", None, "Overwrite --save.")]
Turn = Annotated[int, _number("--turn", "Turn of the match, from 1, both players' counted.")]
AskedPilot = Annotated[str | None, _option("--pilot", "NAME|FILE", "Who is asked.", "who played")]
ExplainFormat = Annotated[
    str, typer.Option("--format", metavar="text|json", help="For people, or JSON lines.")
]
Names = Annotated[bool, _option("--names", None, "List every name that --set takes.")]
NewFolder = Annotated[str, typer.Argument(metavar="DIR", help="A new or an empty folder.")]
Rosters = Annotated[
    list[str] | None,
    typer.Argument(metavar="PATH", help="Files or folders of cards; else the project's."),
]
Sources = Annotated[list[str], typer.Argument(metavar="PATH", help="Files or folders of cards.")]
OldRoster = Annotated[str, typer.Argument(metavar="OLD", help="The cards as they were.")]
NewRoster = Annotated[
    str | None, typer.Argument(metavar="NEW", help="As they are; else the project's.")
]
RosterFormat = Annotated[
    str, typer.Option("--format", metavar="table|csv|json", help="For people or for programs.")
]
Separator = Annotated[
    str, typer.Option("--separator", metavar="comma|semicolon|tab", help="Between the cells.")
]
OutFile = Annotated[Path | None, _option("--out", "FILE", "A new file.", "standard output")]
OutFolder = Annotated[Path | None, _option("--out", "DIR", "A folder.", "standard output")]
ForceFile = Annotated[bool, _option("--force", None, "Overwrite --out.")]
DeckArgument = Annotated[str, typer.Argument(metavar="NAME|FILE", help="A deck.")]
DeckArguments = Annotated[
    list[str] | None,
    typer.Argument(metavar="NAME|FILE", help="Decks; else all of the project."),
]
DeckFormat = Annotated[
    str, typer.Option("--format", metavar="text|json", help="For people, or JSON lines.")
]
ExportFormat = Annotated[
    str, typer.Option("--format", metavar="list|toml", help="As people write it, or a deck file.")
]
Group = Annotated[str | None, _option("--group", "NAME", "Cards of one faction only.")]
Count = Annotated[int, _number("--count", "Decks to deal.", "1")]
DealSeed = Annotated[int, _number("--seed", "Seed of the deal.", "1")]
RunOrExperiment = Annotated[
    Path | None,
    typer.Argument(metavar="RUN|EXPERIMENT", help="A run's directory, or an experiment file."),
]
ImpactPrecision = Annotated[
    float,
    _measure("--precision", "Half-width of each 95 % interval.", True),
]
Cards = Annotated[
    list[str] | None, _option("--card", "NAME", "A card, by name or id (repeatable).", "all")
]
Tiers = Annotated[
    list[str] | None, _option("--tier", "NAME", "Pilots that play (repeatable).", "the first")
]
Contestants = Annotated[
    list[str] | None, typer.Argument(metavar="PILOT", help="Names or files of pilots.")
]
AllPilots = Annotated[bool, _option("--all", None, "The slowest shipped pilots as well.")]
LadderExperiment = Annotated[
    Path | None, _option("--experiment", "FILE", "Whose decks and rules are meant.")
]
WholeField = Annotated[
    bool, _option("--field", None, "Every deck against every deck, not only itself.")
]
ByDeck = Annotated[bool, _option("--by-deck", None, "Scores with each deck as well.")]
LadderPairs = Annotated[int | None, _number("--pairs", "Pair seeds for each two pilots and deck.")]
LadderPrecision = Annotated[
    float | None,
    _measure("--precision", "Half-width of the 95 % interval of each two pilots.", "1"),
]
LadderFormat = Annotated[
    str, typer.Option("--format", metavar="table|csv|json|md", help="For people or programs.")
]
TuningFile = Annotated[Path, typer.Argument(metavar="TUNING", help="Tuning file (TOML).")]
TunedPilot = Annotated[
    Path | None, _option("--out", "FILE", "The pilot's file.", "the tuning file's, else NAME.toml")
]
ResumeTuning = Annotated[bool, _option("--resume", None, "Go on where it was stopped.")]
Always = Annotated[bool, _option("--always", None, "Write the pilot even where no gain is proven.")]
GateExperiment = Annotated[
    Path, typer.Argument(metavar="EXPERIMENT", help="Experiment file (TOML).")
]
NewBaseline = Annotated[Path, typer.Option("--out", metavar="FILE", help="The baseline.")]
BaselinePairs = Annotated[
    int | None, _number("--pairs", "Pairs of each matchup.", "the cap of its gate, else 20,000")
]
OneBaseline = Annotated[Path, typer.Argument(metavar="BASELINE", help="A baseline.")]
OldBaseline = Annotated[Path, typer.Argument(metavar="OLD", help="A baseline.")]
LaterBaseline = Annotated[Path, typer.Argument(metavar="NEW", help="A later one.")]
GateBaseline = Annotated[
    Path | None, typer.Argument(metavar="BASELINE", help="What the game is held against.")
]
GateFile = Annotated[
    Path | None, _option("--experiment", "FILE", "What is played now.", "the baseline's own")
]
Targets = Annotated[
    Path | None, _option("--targets", "EXPERIMENT", "Test its targets, without a baseline.")
]
Tolerated = Annotated[
    float | None, _measure("--tolerated", "Change of a score that is no drift.", "1")
]
Caught = Annotated[float | None, _measure("--caught", "Change that must not pass.", "3")]
Alpha = Annotated[float | None, _option("--alpha", "RATE", "Chance of a false alarm.", "0.01")]
Beta = Annotated[float | None, _option("--beta", "RATE", "Chance of missing a change.", "0.05")]
Cap = Annotated[int | None, _number("--cap", "Pairs of each matchup at most.", "20,000")]
Inconclusive = Annotated[
    str | None,
    _option("--inconclusive", "pass|fail|report", "Exit with 0, 1 or 4 at the cap.", "report"),
]
FreshSeeds = Annotated[
    bool, _option("--fresh-seeds", None, "Play both versions anew, on seeds made from --seed.")
]
GateSeed = Annotated[
    int | None, _number("--seed", "For fresh seeds; or of the run that tests targets.")
]
GateFormat = Annotated[
    str, typer.Option("--format", metavar="text|json", help="For people, or JSON.")
]
JUnitFile = Annotated[Path | None, _option("--junit", "FILE", "Write JUnit's XML as well.")]
JsonFile = Annotated[Path | None, _option("--json", "FILE", "Write JSON as well.")]
MarkdownFile = Annotated[Path | None, _option("--markdown", "FILE", "Write Markdown as well.")]
StudyFile = Annotated[Path, typer.Argument(metavar="STUDY", help="Study file (TOML).")]
QuickStudy = Annotated[bool, _option("--quick", None, "A first look: small budgets, few pilots.")]
StudyOut = Annotated[Path | None, _option("--out", "DIR", "Folder of the study.", "reports/<name>")]
ResumeStudy = Annotated[bool, _option("--resume", None, "Go on where it was stopped.")]
ForceStudy = Annotated[bool, _option("--force", None, "Begin anew in the folder of a study.")]
MetaPilot = Annotated[
    str | None, _option("--pilot", "NAME|FILE", "Who plays all decks.", "tuned, else greedy")
]
FromScratch = Annotated[
    bool, _option("--from-scratch", None, "Begin with a random deck, not with those of the field.")
]
Epsilon = Annotated[
    float, typer.Option("--epsilon", metavar="POINTS", help="What a deck may gain at the end.")
]
Steps = Annotated[int, typer.Option("--steps", metavar="N", help="Rounds, at most.")]
SearchGames = Annotated[
    int, typer.Option("--search-games", metavar="N", help="Games of each search for a deck.")
]
HeldOut = Annotated[
    int, typer.Option("--held-out", metavar="N", help="Pairs by which a gain is measured.")
]
SaveDecks = Annotated[
    Path | None, _option("--save", "FOLDER", "Write the decks that have a share as files.")
]
SearchGroup = Annotated[
    str | None,
    _option("--group", "NAME|mixed", "Decks of this faction alone, or mixed ones.", "any"),
]
Contains = Annotated[
    list[str] | None, _option("--contains", "CARD[=N]", "A card that decks must have. Repeatable.")
]
Without = Annotated[
    list[str] | None, _option("--without", "CARD", "A card that decks must not have. Repeatable.")
]
StartDecks = Annotated[
    list[str] | None, _option("--from", "NAME|FILE", "A deck to begin from. Repeatable.")
]
Keep_ = Annotated[int, typer.Option("--keep", metavar="N", help="Decks that are wanted.")]
Distance = Annotated[
    int, typer.Option("--distance", metavar="N", help="Cards in which these differ, at least.")
]
Finalists = Annotated[
    str | None,
    _option("--finalists", "NAME|FILE|none", "Who plays the decks found again.", "planner"),
]
SearchFormat = Annotated[
    str, typer.Option("--format", metavar="table|csv|json", help="For people or programs.")
]
