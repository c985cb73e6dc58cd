"""The compile options of the whole engine, and where its machine code is cached.

Numba's cache watches only the file of the cached function itself: after a change in a function
that it calls, stale machine code would be served. So the cache lives in a folder named by a digest
of all engine sources, and numba is pointed there only while a function is being decorated: other
users of numba in the same process keep their own cache.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import numba
import platformdirs
from numba.core.compiler import Compiler

# Options and settings that numba's type hints do not know.
_njit: Any = numba.njit
_config: Any = numba.config

PACKAGE = Path(__file__).parent.parent
ENGINE_LAYERS = ("kernel", "rulesets", "pilots")


@cache
def engine_digest() -> str:
    """Digest of every source file from which kernels are compiled (16 hex digits)."""
    digest = hashlib.sha256()
    for layer in ENGINE_LAYERS:
        for source in sorted((PACKAGE / layer).rglob("*.py")):
            digest.update(source.relative_to(PACKAGE).as_posix().encode() + b"\0")
            digest.update(source.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


@cache
def cache_directory() -> Path:
    """Folder of the compiled engine; `FORGESIM_CACHE_DIR` overrides the user's cache folder."""
    preferred = os.environ.get("FORGESIM_CACHE_DIR") or platformdirs.user_cache_dir("forgesim")
    fallback = Path(tempfile.gettempdir()) / f"forgesim-{os.getuid() if os.name != 'nt' else ''}"
    # Compiled with bounds checks or without is not the same machine code.
    flavour = "-checked" if _config.BOUNDSCHECK else ""
    for base in (Path(preferred), fallback):
        directory = base / f"engine-{engine_digest()}{flavour}"
        try:
            directory.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(directory, os.W_OK):
            return directory
    return Path(tempfile.mkdtemp(prefix="forgesim-"))


@contextmanager
def _cache_here() -> Iterator[None]:
    before = _config.CACHE_DIR
    _config.CACHE_DIR = str(cache_directory())
    try:
        yield
    finally:
        _config.CACHE_DIR = before


# Functions of the engine are called from each other only: without wrappers for calls from Python
# they compile in half the time. Entries have theirs.
_INNER = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "fastmath": False}


def jit(function: Callable[..., Any]) -> Any:
    """Compile a function of the engine, inlined into its callers."""
    return _njit(forceinline=True, **_INNER)(function)


def jit_small(function: Callable[..., Any]) -> Any:
    """Compile a function of a few lines into its callers, not once for each argument type."""
    return _njit(inline="always", **_INNER)(function)


def jit_called(function: Callable[..., Any]) -> Any:
    """Compile a function that is called once a match, and stays a function of its own.

    The loop into which all else is inlined compiles in less time without it.
    """
    return _njit(**_INNER)(function)


class _Apart(Compiler):
    """Tells LLVM that no two arguments share memory."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)  # type: ignore[no-untyped-call]
        self.state.flags.noalias = True


def jit_loop(function: Callable[..., Any]) -> Any:
    """Compile the loop around the whole engine, called with records that lie apart.

    Knowing that, LLVM keeps fields of the state in registers while a pilot writes its notes: a
    tenth faster. The callers' arrays must never overlap.
    """
    return _njit(pipeline_class=_Apart, **_INNER)(function)


def jit_entry(function: Callable[..., Any]) -> Any:
    """Compile a top-level function that Python calls: cached on disk, without holding the GIL.

    Only such thin functions are cached: one made by a factory would never be found again.
    """
    with _cache_here():
        return _njit(cache=True, nogil=True, fastmath=False)(function)


def jit_passing(function: Callable[..., Any]) -> Any:
    """Compile a function that Python calls, for this process alone: nothing is left on disk."""
    return _njit(nogil=True, fastmath=False)(function)


def must_compile(entry: str) -> bool:
    """Whether calling an entry will compile it first, for many seconds, not load it."""
    if _config.DISABLE_JIT:
        return False
    return not any(cache_directory().rglob(f"*.{entry}-*.nbi"))
