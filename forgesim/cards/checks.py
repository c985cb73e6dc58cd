"""What files hold, checked against models: each violation with its place and what was expected."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from forgesim.cards.files import did_you_mean, shown
from forgesim.errors import Violation

ONE_LINE = r"^[^\x00-\x1f\x7f-\x9f]*$"
"""What a text must be that is shown within a line: nothing that a terminal would act on."""
REFUSED = "refused"
"""Type of a validator's error whose message stands for what was expected."""

Place = tuple[Path, int | None]
Model = TypeVar("Model", bound=BaseModel)


def check(
    model: type[Model],
    values: dict[str, Any],
    place: Callable[[str], Place],
    kind: str = "key",
    hint: Callable[[str], str] = lambda _: "",
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
    kind : str
        What the file's author calls a field: key, column.
    hint : callable
        What to say of a field by name, where it does not exist, or its value is like none expected.
    """
    try:
        return model.model_validate(values), []
    except ValidationError as error:
        violations = []
        for detail in error.errors():
            field = str(detail["loc"][0]) if detail["loc"] else ""
            if detail["type"] == "extra_forbidden":
                near = hint(field) or did_you_mean(field, model.model_fields)
                problem = f"unknown {kind} {field!r}{near}"
            else:
                problem = _problem(model, field, values.get(field), detail, hint)
            violations.append(Violation(*place(field), problem))
        return None, list(dict.fromkeys(violations))


def _problem(
    model: type[BaseModel],
    field: str,
    value: Any,
    error: Mapping[str, Any],
    hint: Callable[[str], str],
) -> str:
    if field not in model.model_fields:
        return str(error["msg"])
    expected = model.model_fields[field].description or error["msg"]
    if value is None:
        return f"{field} is missing, expected {expected}"
    if error["type"] == REFUSED:
        return f"{field} {shown(value)}: {error['msg']}"
    near = _near(value, expected) or hint(field)
    return f"{field} {shown(value)}, expected {expected}{near}"


def _near(value: Any, expected: str) -> str:
    """The word that may be meant, where one of several is expected."""
    words = re.findall(r"[A-Za-z]{3,}", expected.removeprefix("one of"))
    is_choice = " or " in expected and isinstance(value, str) and value.isalpha()
    return did_you_mean(value, words) if is_choice else ""
