"""The options that commands take: what each is called, and what it means."""

from pathlib import Path
from typing import Annotated, Any

import typer


def _option(name: str, metavar: str | None, text: str, default: str | bool = False) -> Any:
    return typer.Option(name, metavar=metavar, help=text, show_default=default)


Experiment = Annotated[
    Path | None, typer.Argument(metavar="EXPERIMENT", help="Experiment file (TOML).")
]
Game = Annotated[str | None, _option("--game", "GAME", "The game: forge.", "forge")]
Ruleset = Annotated[str | None, _option("--ruleset", "NAME|FILE", "Ruleset; shipped: v0.1w.")]
Roster = Annotated[
    list[str] | None, _option("--roster", "PATH", "CSV file or folder of cards (repeatable).")
]
Deck = Annotated[
    list[str] | None, _option("--deck", "NAME|FILE", "A deck of the field (repeatable).")
]
Decks = Annotated[str | None, _option("--decks", "DIR", "Folder of deck files.")]
DeckA = Annotated[str | None, _option("--deck-a", "NAME|FILE", "Deck a.")]
DeckB = Annotated[str | None, _option("--deck-b", "NAME|FILE", "Deck b.")]
Pilot = Annotated[
    list[str] | None,
    _option("--pilot", "NAME|FILE", "Plays the whole plan (repeatable).", "greedy"),
]
PilotA = Annotated[str | None, _option("--pilot-a", "NAME|FILE", "Pilot of deck a.", "greedy")]
PilotB = Annotated[str | None, _option("--pilot-b", "NAME|FILE", "Pilot of deck b.", "greedy")]
Games = Annotated[
    int | None, _option("--games", "N", "Games in all, rounded up to whole pairs.", "1,000,000")
]
Pairs = Annotated[int | None, _option("--pairs", "N", "Pairs for each matchup.")]
Seed = Annotated[int | None, _option("--seed", "N", "Seed of the run.", "1")]
PairSeed = Annotated[int | None, _option("--seed", "N", "Pair seed.", "1")]
Jobs = Annotated[int | None, _option("--jobs", "N", "Workers.", "all cores")]
Backend = Annotated[str | None, _option("--backend", "NAME", "threading or loky.", "threading")]
Out = Annotated[str | None, _option("--out", "PATH", "Run directory.", "runs/<date>-<name>")]
Force = Annotated[bool, _option("--force", None, "Overwrite an earlier run at --out.")]
Set = Annotated[
    list[str] | None,
    _option("--set", "NAME=VALUE", "Change a number, switch, card or weight (repeatable)."),
]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="No progress, no notes: the summary alone.")
]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Ask nothing.")]
Run = Annotated[Path | None, _option("--run", "DIR", "A stored run.")]
Match = Annotated[int | None, _option("--match", "N", "Match of the run, counted from 0.")]
First = Annotated[str | None, _option("--first", "a|b", "Which deck goes first.", "a")]
Format = Annotated[
    str, typer.Option("--format", metavar="text|jsonl", help="For people, or JSON lines.")
]
Names = Annotated[bool, _option("--names", None, "List every name that --set takes.")]
