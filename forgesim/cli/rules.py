"""`forgesim rules`."""

import re
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from forgesim.cards.parameters import Parameter
from forgesim.cards.rules import Rules
from forgesim.cli.project import Bench
from forgesim.pilots.contract import Game


def run(flags: dict[str, Any], names: bool) -> None:
    """Carry out the command."""
    bench = Bench(flags)
    game, rules = bench.game, bench.rules
    console = Console(highlight=False, emoji=False)
    if names:
        _print_names(console, game, rules)
        return
    console.print(f"[bold]{escape(rules.name)}[/bold]: {escape(rules.title)}")
    for change in bench.changes:
        console.print(f"  changed: {change}", markup=False)
    console.print(f"\n[bold]Rulings[/bold] (with the numbers of {game.default_ruleset})")
    rulings = Table(box=None, pad_edge=False, show_header=False)
    rulings.add_column(justify="right")
    for number, text in rulings_in_words(game):
        rulings.add_row(number, escape(text))
    console.print(rulings)
    console.print("\n[bold]Numbers[/bold] (who goes first / who goes second, where they differ)")
    for parameter in game.parameters:
        if not parameter.is_switch:
            value = _value(rules, parameter)
            console.print(f"  {parameter.meaning}: {value}  ({parameter.ruling})", markup=False)
    if rules.synergies:
        earned = f"what a deck earns by the {game.group} of its cards"
        console.print(f"\n[bold]Synergies[/bold]: {earned}")
    for synergy in rules.synergies:
        told = f"  {synergy.name} ({synergy.told(game.group, game.parameters)}) {synergy.title}"
        console.print(told.rstrip(), markup=False)
    console.print("\n[bold]Assumed[/bold], where the rules are silent")
    parameters = {parameter.key: parameter for parameter in game.parameters}
    for key, assumption in rules.assumptions.items():
        parameter = parameters[key]
        console.print(
            f"  {key} = {_value(rules, parameter)}  ({parameter.ruling}, {assumption.status}):"
            f" {parameter.meaning}. {assumption.reason}",
            markup=False,
        )
    console.print("\nNext: forgesim rules --names lists what --set can change.")


def rulings_in_words(game: Game) -> list[tuple[str, str]]:
    """The numbered rulings of the game's RULES.md, each with its text."""
    ruling = r"^- \*\*([A-Z]\d+)\*\* (.+(?:\n  .+)*)"
    found = re.findall(ruling, game.rulings(), re.MULTILINE)
    return [(number, " ".join(text.replace("*", "").split())) for number, text in found]


def _value(rules: Rules, parameter: Parameter) -> str:
    values = [seat[parameter.name] for seat in rules.seats]
    shown = [parameter.told(value) for value in values]
    return shown[0] if shown[0] == shown[1] else " / ".join(shown)


def _print_names(console: Console, game: Game, rules: Rules) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("name", "now", "range", "unit", "ruling", "meaning"):
        table.add_column(heading, no_wrap=heading != "meaning")
    for p in game.parameters:
        span = "on, off" if p.is_switch else f"{p.low} to {p.high}"
        table.add_row(p.key, _value(rules, p), span, p.unit, p.ruling, p.meaning)
    console.print(table)
    console.print(
        "\nFor one seat: first.NAME, second.NAME. Cards: card.ID.FIELD, with =+1 or =-1 relative to"
        "\nwhat is printed. Pilots: pilot.NAME.FEATURE, with these features:\n"
    )
    features = Table(box=None, pad_edge=False, show_header=False)
    for feature in game.features:
        features.add_row(feature.name, feature.meaning)
    console.print(features)
