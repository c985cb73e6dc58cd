"""Templates of the report: how they are read, for the page and for Markdown."""

from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined


def environment(**escaping: Any) -> Environment:
    """Where the templates are found; `escaping` says how what is filled in is made harmless."""
    return Environment(
        loader=PackageLoader("forgesim.report"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        **escaping,
    )
