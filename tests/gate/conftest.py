"""A game with its baseline, made once; every test works on a copy."""

import shutil
from pathlib import Path

import pytest

from tests.gate.project import make_project, write_baseline


@pytest.fixture(scope="session")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make_project(tmp_path_factory.mktemp("gate"))
    write_baseline(folder)
    return folder


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "game"
    shutil.copytree(original, copy)
    return copy
