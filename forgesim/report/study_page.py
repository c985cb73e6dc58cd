"""The page of a study: what was compared, as one file with everything in it, and as Markdown.

It looks as the balance report does, and is made from the same pieces.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from forgesim.report.figures.style import HEAT, HEAT_DARK, TIERS, TIERS_DARK, Picture
from forgesim.report.markdown import code, markdown_environment, table
from forgesim.report.page import digest, page_environment, source_of
from forgesim.report.sections import Part
from forgesim.report.sheets import as_csv

if TYPE_CHECKING:
    from pandas import DataFrame

COMPARE, SWEEP, RULINGS = "forgesim compare", "forgesim sweep", "forgesim rulings"
META = "forgesim meta"
GENERATORS = (COMPARE, SWEEP, RULINGS, META)
"""What these pages say of themselves."""


@dataclass(frozen=True)
class Said:
    """One thing that a study shows.

    Attributes
    ----------
    label : str
        The verdict, in a word or two.
    text : str
        Whole sentences, with the uncertainty in them.
    mark : str
        How the page marks it: `matters`, `small`, `undecided`, `note`.
    """

    label: str
    text: str
    mark: str = "note"


@dataclass(frozen=True)
class Topic:
    """Findings about one thing, with the id of the section that has more, if there is one."""

    id: str
    title: str
    findings: Sequence[Said]


@dataclass(frozen=True)
class StudyPage:
    """All that a study tells people.

    Attributes
    ----------
    generator : str
        The command that makes it.
    kicker, title, name, lede : str
        What kind of page it is; its heading; a short name for the margin; what was played.
    facts : sequence of (str, str)
    topics : sequence of Topic
    parts : sequence of Part
        Sections with figures and tables.
    assumed : sequence of str
        What all of it rests on.
    how_made : sequence of (str, str)
    again : str
        The command that makes the page again.
    legend : str
        Below the findings.
    notes : sequence of str
        What a reader must know first.
    tables : mapping of str to DataFrame
        For spreadsheets.
    """

    generator: str
    kicker: str
    title: str
    name: str
    lede: str
    facts: Sequence[tuple[str, str]]
    topics: Sequence[Topic]
    parts: Sequence[Part]
    assumed: Sequence[str]
    how_made: Sequence[tuple[str, str]]
    again: str
    legend: str
    notes: Sequence[str] = ()
    tables: "Mapping[str, DataFrame]" = field(default_factory=dict)

    @property
    def pictures(self) -> list[Picture]:
        """All figures."""
        return [picture for part in self.parts for picture in part.pictures]


def html(page: StudyPage) -> bytes:
    """The page; it asks nothing of the network."""
    script = Markup(source_of("page.js"))
    filled: str = (
        page_environment()
        .get_template("study.html.j2")
        .render(
            page=page, script=script, script_digest=digest(str(script)), heat_light=HEAT,
            heat_dark=HEAT_DARK, tiers_light=TIERS, tiers_dark=TIERS_DARK,
            inline=lambda picture: Markup(picture.inline),
        )
    )  # fmt: skip
    return filled.encode()


def markdown(page: StudyPage, has_files: bool = True) -> bytes:
    """The page as Markdown; `has_files` says whether figures and the page lie beside it."""
    template: Any = markdown_environment().get_template("study.md.j2")
    filled: str = template.render(page=page, has_files=has_files, table=table, code=code)
    return filled.encode()


def study_files(page: StudyPage) -> dict[str, bytes]:
    """The files of a study's folder, by their paths in it."""
    files = {"index.html": html(page), "report.md": markdown(page)}
    files |= {f"tables/{name}.csv": as_csv(each) for name, each in page.tables.items()}
    for picture in page.pictures:
        files[f"figures/{picture.name}.svg"] = picture.svg
        files[f"figures/{picture.name}.png"] = picture.png
    return files
