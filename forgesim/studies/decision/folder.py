"""A study's folder: what was stated, the steps, and the memo in the end."""

import json
import shutil
from pathlib import Path

from forgesim.cards.files import is_file, is_folder, read_text, write_atomically
from forgesim.errors import DataError, OutputError, UsageError
from forgesim.studies.decision.stated import stated, stated_digest
from forgesim.studies.decision.steps import FOLDER
from forgesim.studies.decision.study import Study

STATED = "study.json"
"""By this file a folder is known for a study's."""


def open_folder(folder: Path, study: Study, is_resumed: bool, force: bool) -> None:
    """Make the folder of a study, or find what there is of it; write down what is stated.

    Raises
    ------
    UsageError
        If it holds something else, or a study that is neither resumed nor given up.
    OutputError
        If it cannot be made.
    """
    if "\0" in str(folder):
        raise UsageError(f"{str(folder)!r} cannot be the name of a study's folder")
    is_study = is_file(folder / STATED)
    is_vacant = not folder.exists() or (is_folder(folder) and not any(folder.iterdir()))
    if not is_study and not is_vacant:
        raise UsageError(f"{folder} exists and holds no study: name another --out")
    if is_resumed:
        _check_same(folder, study, is_study)
        return
    if is_study and not force:
        raise UsageError(
            f"{folder} exists already: name another --out, add --resume to go on with the study in"
            " it, or --force to begin anew"
        )
    try:
        if is_study:
            _clear(folder)
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder} cannot be made: {error.strerror}") from None
    about = {"study": study.name, "digest": stated_digest(study), "stated": stated(study)}
    text = json.dumps(about, indent=1, ensure_ascii=False) + "\n"
    write_atomically(folder / STATED, text.encode())


def _check_same(folder: Path, study: Study, is_study: bool) -> None:
    if not is_study:
        raise UsageError(
            f"--resume: there is no study in {folder}; leave the flag out to begin one"
        )
    try:
        digest = json.loads(read_text(folder / STATED))["digest"]
    except DataError:
        raise
    except (ValueError, KeyError, TypeError):
        digest = None
    if digest != stated_digest(study):
        raise UsageError(
            f"--resume: {folder} holds a study that states something else than {study.path} does"
            " now; name another --out, or begin anew with --force"
        )


def _clear(folder: Path) -> None:
    """Remove what a study has put into its folder; other files in it are left alone."""
    for part in (FOLDER, "tables", "figures"):
        shutil.rmtree(folder / part, ignore_errors=True)
    for name in ("index.html", "memo.md", STATED):
        (folder / name).unlink(missing_ok=True)
