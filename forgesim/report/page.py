"""The report as a page: one file, with everything in it."""

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from forgesim.report import account
from forgesim.report.figures.style import HEAT, HEAT_DARK, TIERS, TIERS_DARK, Picture
from forgesim.report.findings import Finding, headline
from forgesim.report.scope import body
from forgesim.report.sections import Part, parts
from forgesim.report.templating import environment
from forgesim.report.words import capital
from forgesim.results import Results

GENERATOR = "forgesim report"
"""What a report says of itself, so that it is known for one when it is to be overwritten."""


@dataclass(frozen=True)
class Topic:
    """Findings about one thing, with the section that has more, if there is one."""

    id: str
    title: str
    findings: Sequence[Finding]


def content(results: Results, pictures: Mapping[str, Sequence[Picture]]) -> dict[str, Any]:
    """What both forms of the report, the page and the text, are filled with."""
    scope = body(results)
    sections = parts(scope, pictures)
    return {
        "title": account.title(results),
        "lede": account.lede(results),
        "facts": account.facts(results),
        "notes": results.notes,
        "topics": _topics(headline(scope), sections),
        "parts": sections,
        "plan": results.plan,
        "scope": scope,
        "assumed": account.assumed(results.plan),
        "players": account.players(results),
        "played_by": account.played_by(results),
        "variations": account.variations(results.plan),
        "again": account.again(results),
        "report_again": account.report_again(results),
        "check_words": account.check_words(results),
        "versions": account.versions(results),
        "fingerprint": account.fingerprint(results),
        "how_made": account.how_made(results),
    }


def _topics(findings: Sequence[Finding], sections: Sequence[Part]) -> list[Topic]:
    """Findings by topic, in their own order."""
    titles = {part.topic: part.title for part in sections}
    places = {topic: topic for topic in titles} | {"limits": "method"}
    titles |= {"limits": "How sure is all this?", "pilots": "Other pilots", "health": "Pilots"}
    order = dict.fromkeys(finding.topic for finding in findings)
    return [
        Topic(
            places.get(each, ""),
            titles.get(each, capital(each)),
            [f for f in findings if f.topic == each],
        )
        for each in order
    ]


def page(filling: Mapping[str, Any]) -> bytes:
    """The page, filled with `content`; it asks nothing of the network."""
    script = Markup(source_of("page.js"))
    filled = (
        page_environment()
        .get_template("index.html.j2")
        .render(
            filling,
            script=script,
            script_digest=digest(str(script)),
            generator=GENERATOR,
            heat_light=HEAT,
            heat_dark=HEAT_DARK,
            tiers_light=TIERS,
            tiers_dark=TIERS_DARK,
            inline=lambda picture: Markup(picture.inline),
        )
    )
    return filled.encode()


def digest(script: str) -> str:
    """What the page's security policy knows the script by."""
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


@cache
def page_environment() -> Environment:
    """Templates of pages."""
    return environment(autoescape=True)


def source_of(name: str) -> str:
    """A template's own text."""
    environment = page_environment()
    assert environment.loader is not None
    return environment.loader.get_source(environment, name)[0]
