"""Values: what the words of an author's own stand for, field by field."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from forgesim.cards.checks import check
from forgesim.cards.columns import field_hint, plain
from forgesim.cards.model import Card
from forgesim.cards.toml import entry
from forgesim.errors import UsageError

Values = Mapping[str, Mapping[str, str]]
"""By field, the author's words and what they stand for."""
Place = tuple[str, ...]
_OWN = ("id", "name")
"""Fields whose words are the author's own already."""


def value_problems(
    values: Values, model: type[Card], headings: Mapping[str, str]
) -> Iterator[tuple[Place, str]]:
    """What is wrong with values: the field, or the field and the word, and why.

    Parameters
    ----------
    values : Values
    model : type
        The card model, which says what exists.
    headings : mapping
        What the author calls a column, by field: it may have been taken for the field's name.
    """
    fields = [name for name in model.model_fields if name not in _OWN]
    for field, words in values.items():
        if field in fields:
            yield from _word_problems(field, words, model)
        else:
            hint = "" if field in _OWN else field_hint(field, model, headings)
            yield (field,), f"{field!r} holds no words to map{hint} (expected {', '.join(fields)})"


def _word_problems(
    field: str, words: Mapping[str, str], model: type[Card]
) -> Iterator[tuple[Place, str]]:
    meant: dict[str, str] = {}
    for word, target in words.items():
        problem = _problem(field, target, model)
        if problem and target and not _problem(field, word, model):
            problem += f"; the other way round: {entry(target, word)}"
        elif plain(meant.setdefault(plain(word), target)) != plain(target):
            problem = f"{word!r} stands for {meant[plain(word)]!r} already"
        if problem:
            yield (field, word), problem


def _problem(field: str, target: str, model: type[Card]) -> str:
    """Why a field cannot have a value; empty where it can."""
    _, violations = check(model, {field: target or None}, lambda name: (Path(name), None))
    return next((each.problem for each in violations if each.file == Path(field)), "")


def takes(model: type[Card], field: str, word: str) -> bool:
    """Whether a field can have a value."""
    return not _problem(field, word, model)


def check_values(values: Values, model: type[Card], headings: Mapping[str, str]) -> None:
    """Raise UsageError, as of the command line, unless each word stands for one that exists."""
    problems = [f"--value {'.'.join(at)}: {p}" for at, p in value_problems(values, model, headings)]
    if problems:
        raise UsageError("\n".join(problems))


def folded(values: Values) -> dict[str, dict[str, str]]:
    """Values by words without regard to case and blanks."""
    return {field: {plain(w): target for w, target in words.items()}
            for field, words in values.items()}  # fmt: skip


def together(earlier: Values, later: Values) -> dict[str, dict[str, str]]:
    """Folded values of two sources; for the same word the later one counts."""
    one, other = folded(earlier), folded(later)
    return {field: one.get(field, {}) | other.get(field, {}) for field in {**one, **other}}
