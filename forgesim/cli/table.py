"""A match on the terminal: what lies on the table, what may be done, what pilots think of it."""

import copy
from collections.abc import Iterable, Sequence
from textwrap import fill

from rich.console import Console
from rich.text import Text

from forgesim.arena.counsel import Counsel, Part, Thought, try_line
from forgesim.arena.match import Line, Match
from forgesim.pilots.contract import Story

_WORDS = (
    (r"\b[A-Z][A-Z]{2,}\b", "cyan"),
    (r"\b\d+/\d+\b", "bold"),
    (r"-?\d+ -> -?\d+", "bold red"),
    (r"^\n?Turn \d+.*$", "bold"),
    (r"\b(wins|[Yy]ou win)\b.*$", "bold green"),
)
"""What stands out in the words of a game, where the terminal has colours."""
MILLION = 1_000_000
_JOINED = "\xa0"
"""In place of a blank at which no line is to be broken."""


class Screen:
    """Where a match is shown."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def say(self, text: str = "", style: str = "") -> None:
        """Print a line, with what matters in it standing out."""
        words = Text(text, style)
        for pattern, look in _WORDS:
            words.highlight_regex(pattern, look)
        self.console.print(words, soft_wrap=True)

    def tell(self, story: Story, lines: Iterable[Line]) -> None:
        """Tell what has happened."""
        for line in lines:
            for told in story.tell(line):
                self.block(told, len(told) - len(told.lstrip(" ")) + 2)

    def position(self, story: Story, line: Line, player: int, is_open: bool = False) -> None:
        """Show what a player sees."""
        for title, rows in story.view(line, player, is_open):
            self.say()
            self.say(title, "bold")
            for row in rows:
                self.block(f"  {row}", 4)

    def acts(self, words: Sequence[str]) -> None:
        """List what may be done, by number."""
        self.say()
        width = len(str(len(words)))
        for number, text in enumerate(words, 1):
            self.block(f"  {number:>{width}}  {text}", width + 6)

    def block(self, text: str, indent: int) -> None:
        """Print a line that may be long: what does not fit goes on below, set in."""
        width = max(self.console.width, 40)
        if len(text) > width:
            text = fill(text, width, subsequent_indent=" " * indent, break_long_words=False,
                        break_on_hyphens=False)  # fmt: skip
        self.say(text.replace(_JOINED, " "))


def line_words(story: Story, match: Match, thought: Thought) -> str:
    """The acts of a thought's line, each in the words of the moment in which it is done.

    Behind them stands in how many deals of the hidden cards it was tried.
    """
    teller, told = copy.deepcopy(story), len(match.lines)
    words = []
    for act, before in try_line(match, thought.line):
        for line in before.lines[told:]:
            list(teller.tell(line))  # so that it knows what is in play
        told = len(before.lines)
        words.append(teller.act(act, before.decision()))
    deals = f" [{thought.worlds}{_JOINED}deals]" if thought.worlds else ""
    return "; then ".join(words) + deals


def worth(counsel: Counsel, thought: Thought) -> str:
    """What an act is worth to a pilot, as it is shown in a column."""
    if thought.worlds:
        return f"{thought.value / MILLION:+.3f}"
    if thought.is_beyond and not counsel.looks_ahead:
        return "forbidden"
    if thought.is_beyond:
        return "wins" if thought.value > 0 else "loses"
    return f"{thought.value:,}"


def measure_of(counsel: Counsel, thoughts: Sequence[Thought], mark: str = "") -> str:
    """What the numbers of a pilot's thoughts are, and what a mark stands for."""
    what = "score of each act"
    if any(thought.worlds for thought in thoughts):
        what = "mean result, -1 lost, +1 won"
    elif counsel.looks_ahead:
        what = "value of the best turn from each act"
    return f"{counsel.pilot.name}, best first{mark}: {what}"


def sum_of(parts: Sequence[Part]) -> str:
    """A value as the sum of its parts: `100 play + 80 cost (2 x 40) - 20 hoard`."""
    terms = [(part.value, f"{part.feature}{_times(part)}") for part in parts]
    words = [f"{abs(value):,} {name}".replace(" ", _JOINED) for value, name in terms]
    signs = [f"-{_JOINED}" if value < 0 else f"+{_JOINED}" for value, _ in terms]
    signs[:1] = ["-" if value < 0 else "" for value, _ in terms[:1]]
    return " ".join(sign + word for sign, word in zip(signs, words, strict=True))


def change_of(parts: Sequence[Part], first: Sequence[Part]) -> list[Part]:
    """What makes a value another one than the first."""
    amounts = {part.feature: part.amount for part in parts}
    before = {part.feature: part.amount for part in first}
    weights = {part.feature: part.weight for part in (*parts, *first)}
    changed = (
        Part(feature, weight, amounts.get(feature, 0) - before.get(feature, 0))
        for feature, weight in weights.items()
    )
    return sorted((p for p in changed if p.amount), key=lambda p: (-abs(p.value), p.feature))


def _times(part: Part) -> str:
    return f" ({part.amount:,} x {part.weight:,})" if part.amount != 1 else ""
