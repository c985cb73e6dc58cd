"""What was played of a tuning, kept as it comes: a tuning that is stopped can go on.

A text file of JSON lines beside the pilot that is to be: the digest of the tuning, then the scores
of each generation's candidates. They are whole numbers, and the search is led through them again
without play.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from forgesim.cards.files import failure, is_file, read_text, write_atomically
from forgesim.errors import OutputError

ENDING = ".journal"
"""What is added to the name of the pilot's file."""


class TuningJournal:
    """Scores of generations, in a file.

    Parameters
    ----------
    path : Path
        Where it is, or is to be.
    digest : str
        Of the tuning (`Tuning.digest`).

    Raises
    ------
    DataError
        If there is a file that is the journal of another tuning, or none at all.
    """

    def __init__(self, path: Path, digest: str) -> None:
        self.path = path
        self._lines = [json.dumps({"tuning": digest})]
        self.generations: list[Sequence[int]] = []
        if is_file(path):
            self._read(digest)

    def _read(self, digest: str) -> None:
        """Take over what is kept; a line that was being written when the power failed is none."""
        found = [_parsed(line) for line in read_text(self.path).splitlines()]
        if not found or not isinstance(found[0], dict) or "tuning" not in found[0]:
            raise failure(self.path, "is no journal of a tuning: move it away")
        if found[0]["tuning"] != digest:
            raise failure(
                self.path,
                "is of another tuning: the tuning file, something that it names, or the engine has"
                " changed since; begin anew with --force",
            )
        for scores in found[1:]:
            if not isinstance(scores, list) or not all(type(score) is int for score in scores):
                break
            self._keep(scores)

    def _keep(self, scores: Sequence[int]) -> None:
        self.generations.append(list(scores))
        self._lines.append(json.dumps(list(scores)))

    def add(self, scores: Sequence[int]) -> None:
        """Keep the scores of one generation more: the file is whole at any time.

        Raises
        ------
        OutputError
            If it cannot be written.
        """
        self._keep(scores)
        write_atomically(self.path, ("\n".join(self._lines) + "\n").encode())

    def remove(self) -> None:
        """Remove the file."""
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            raise OutputError(f"{self.path} cannot be removed: {error.strerror}") from None


def _parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None
