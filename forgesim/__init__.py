"""Balance a trading-card game before anyone prints it.

From Python: `forgesim.batch(...)` plays, `forgesim.open_run(path)` opens a stored run; both give
`Results`, whose tables are pandas DataFrames. `forgesim.compare(...)` holds variants against a base
on common seeds.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from forgesim.results import Results, batch, open_run
    from forgesim.studies.comparing import compare

__version__ = "0.1.0"
__all__ = ["Results", "batch", "compare", "open_run"]
_PLACES = {"compare": "forgesim.studies.comparing"}
"""Where what is public stands, if not with the results."""


def __getattr__(name: str) -> Any:
    """Import what is public when it is first used: the command line starts without it."""
    if name in __all__:
        return getattr(import_module(_PLACES.get(name, "forgesim.results")), name)
    raise AttributeError(f"module 'forgesim' has no attribute {name!r}")
