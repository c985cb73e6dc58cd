"""Steps of a study: each result is stored whole, under a digest of all that it depends on."""

import base64
import hashlib
import json
import zlib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from forgesim.cards.files import failure, is_file, read_bytes, remove_half_written, write_atomically
from forgesim.errors import DataError, OutputError
from forgesim.kernel.jit import engine_digest
from forgesim.kernel.random import STREAM_VERSION

Array = np.ndarray[Any, Any]
Data = Mapping[str, Any]

FOLDER = "steps"
_SOURCES = ("search/*.py", "played.py", "decision/*.py")
"""What computes steps, besides the engine: files below `forgesim/studies`."""


@cache
def _method() -> str:
    """Digest of the sources that compute steps: what another version computed is not taken over."""
    folder = Path(__file__).parent.parent
    paths = sorted(path for pattern in _SOURCES for path in folder.glob(pattern))
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()


class Steps:
    """Results of steps, in a folder or in memory alone.

    Parameters
    ----------
    folder : Path or None
        The study's; steps lie in a folder below it.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = None if folder is None else folder / FOLDER
        self._known: dict[str, Data] = {}
        if self._folder is not None:
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise OutputError(f"{folder} cannot be made: {error.strerror}") from None
            remove_half_written(self._folder)

    def get(self, kind: str, about: Any, make: Callable[[], Data]) -> Data:
        """The result of a step: the stored one, or else it is made, and stored.

        Parameters
        ----------
        kind : str
            A word.
        about : plain data
            All that the result depends on, besides the engine.
        make : callable
            Computes it, as plain data.
        """
        key = f"{kind}-{digest_of([kind, about])[:24]}"
        if key not in self._known:
            self._known[key] = self._load(key) or self._store(key, make())
        return self._known[key]

    def has(self, kind: str, about: Any) -> bool:
        """Whether a step is known already."""
        key = f"{kind}-{digest_of([kind, about])[:24]}"
        return key in self._known or (
            self._folder is not None and is_file(self._folder / f"{key}.json")
        )

    def _load(self, key: str) -> Data | None:
        if self._folder is None or not is_file(self._folder / f"{key}.json"):
            return None
        path = self._folder / f"{key}.json"
        try:
            stored = json.loads(read_bytes(path))
            data, digest = stored["data"], stored["digest"]
        except DataError:
            raise
        except (ValueError, KeyError, TypeError):
            data, digest = None, ""
        if digest != _digest(data) or not isinstance(data, dict):
            raise failure(path, "is damaged; delete it, and --resume computes it again")
        return data

    def _store(self, key: str, data: Data) -> Data:
        if self._folder is not None:
            whole = {"digest": _digest(data), "data": data}
            write_atomically(self._folder / f"{key}.json", (_plain(whole) + "\n").encode())
        return data


def digest_of(about: Any) -> str:
    """Digest of plain data, of the engine, and of how steps are computed."""
    return _digest([_method(), STREAM_VERSION, engine_digest(), about])


def _digest(data: Any) -> str:
    return hashlib.sha256(_plain(data).encode()).hexdigest()


def _plain(data: Any) -> str:
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def packed(array: Array) -> dict[str, Any]:
    """An array of whole numbers as plain data."""
    text = base64.b64encode(zlib.compress(np.ascontiguousarray(array).tobytes(), 6)).decode()
    return {"type": array.dtype.str, "shape": list(array.shape), "bytes": text}


def unpacked(data: Mapping[str, Any]) -> Array:
    """The array that `packed` wrote down."""
    raw = zlib.decompress(base64.b64decode(data["bytes"]))
    return np.frombuffer(raw, np.dtype(data["type"])).reshape(data["shape"])


def seed_for(seed: int, *words: str | int) -> int:
    """A seed for one purpose, from the study's: words hash into a number of 63 bits."""
    text = json.dumps([seed, *words])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1
