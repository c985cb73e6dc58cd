"""What files hold, checked against models: each violation with its place and what was expected."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from forgesim.cards.files import did_you_mean, shown
from forgesim.errors import Violation

ONE_LINE = r"^[^\x00-\x1f\x7f-\x9f]*$"
"""What a text must be that is shown within a line: nothing that a terminal would act on."""

Place = tuple[Path, int | None]
Model = TypeVar("Model", bound=BaseModel)


def check(
    model: type[Model],
    values: dict[str, Any],
    place: Callable[[str], Place],
    subject: str = "",
    kind: str = "key",
) -> tuple[Model | None, list[Violation]]:
    """Validate values against a model; every violation names its place and what was expected.

    Parameters
    ----------
    model : type
        A pydantic model whose fields' descriptions say what a valid value looks like.
    values : dict
        What the file says.
    place : callable
        File and line of a field.
    subject : str
        What the values belong to (a card's name), to be named in each message.
    kind : str
        What the file's author calls a field: key, column.
    """
    try:
        return model.model_validate(values), []
    except ValidationError as error:
        violations = []
        for detail in error.errors():
            field = str(detail["loc"][0]) if detail["loc"] else ""
            problem = _problem(model, field, values, detail["type"], detail["msg"], kind)
            about = f"{subject!r}: " if subject else ""
            violations.append(Violation(*place(field), about + problem))
        return None, list(dict.fromkeys(violations))


def _problem(
    model: type[BaseModel], field: str, values: dict[str, Any], error: str, message: str, kind: str
) -> str:
    if error == "extra_forbidden":
        return f"unknown {kind} {field!r}{did_you_mean(field, model.model_fields)}"
    if field not in model.model_fields:
        return message
    expected = model.model_fields[field].description or message
    if error == "missing" or values.get(field) is None:
        return f"{field} is missing, expected {expected}"
    return f"{field} {shown(values[field])}, expected {expected}{_near(values[field], expected)}"


def _near(value: Any, expected: str) -> str:
    """The word that may be meant, where one of several is expected."""
    words = re.findall(r"[A-Za-z]{3,}", expected.removeprefix("one of"))
    is_choice = " or " in expected and isinstance(value, str) and value.isalpha()
    return did_you_mean(value, words) if is_choice else ""
