"""What a gate leaves for programs: JSON, JUnit's XML, and annotations of GitHub."""

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree

from forgesim.gate.pages import Case, Page
from forgesim.gate.result import Place

_TAGS = {"failed": "failure", "error": "error", "skipped": "skipped"}


def as_json(page: Page) -> str:
    """What a page is about, as JSON."""
    return json.dumps(page.data, indent=1, ensure_ascii=False) + "\n"


def as_junit(page: Page) -> str:
    """The cases of a page as JUnit's XML, which most CI systems show as tests."""
    counts = {f"{name}s" if name != "skipped" else name: _count(page.cases, outcome)
              for outcome, name in (("failed", "failure"), ("error", "error"),
                                    ("skipped", "skipped"))}  # fmt: skip
    suite = ElementTree.Element(
        "testsuite", {"name": "forgesim gate", "tests": str(len(page.cases)), **counts}
    )
    for case in page.cases:
        attributes = {"classname": f"gate.{case.group}", "name": case.name}
        node = ElementTree.SubElement(suite, "testcase", attributes)
        if case.outcome in _TAGS:
            inner = ElementTree.SubElement(node, _TAGS[case.outcome], {"message": case.text})
            inner.text = page.headline
    ElementTree.indent(suite)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(
        suite, encoding="unicode"
    ) + "\n"  # fmt: skip


def _count(cases: Sequence[Case], outcome: str) -> str:
    return str(sum(case.outcome == outcome for case in cases))


def annotations(page: Page, places: Sequence[Place], root: Path) -> Iterator[str]:
    """Lines by which GitHub shows a bad verdict beside the lines that are to blame.

    Parameters
    ----------
    page : Page
    places : sequence of Place
        Lines to blame, each with what to say there.
    root : Path
        Folder of the checkout.
    """
    if not page.is_failure:
        return
    title = _escaped(f"forgesim gate: {page.verdict}", ":,")
    yield f"::error title={title}::{_escaped(page.headline)}"
    for place in places:
        file = _escaped(_from(place.file, root), ":,")
        yield f"::error file={file},line={place.line},title={title}::{_escaped(place.text)}"


def _from(path: Path, root: Path) -> str:
    try:
        return Path(os.path.relpath(path, root)).as_posix()
    except ValueError:  # on another drive
        return path.as_posix()


def _escaped(text: str, more: str = "") -> str:
    """Text as GitHub's workflow commands want it."""
    for letter in "%\r\n" + more:
        text = text.replace(letter, f"%{ord(letter):02X}")
    return text
