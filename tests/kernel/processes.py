"""Python processes in which numba compiles otherwise, or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMPILED: tuple[str, ...] = ()
PLAIN = ("NUMBA_DISABLE_JIT=1",)
CHECKED = ("NUMBA_BOUNDSCHECK=1",)  # its machine code has a cache folder of its own


def run(
    settings: tuple[str, ...], module: str, *arguments: str
) -> subprocess.CompletedProcess[str]:
    """Run a module of the tests; an overflow of plain numbers is an error there."""
    usual = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    return subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-m", module, *arguments],
        cwd=ROOT,
        env=usual | {"PYTHONPATH": str(ROOT)} | dict(s.split("=") for s in settings),
        capture_output=True,
        text=True,
        check=False,
    )
