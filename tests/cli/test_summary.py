"""The summary: what a batch says at its end, in words that stay the same."""

import re
from pathlib import Path

import pytest

from tests.cli.mistakes import deck as deck_file
from tests.cli.program import call_well, matches_snapshot

FIELDS = {
    "two-decks": ("--deck", "wilds-fast", "--deck", "occult-fast", "--pairs", "200"),
    "one-deck": ("--deck", "wilds-fast", "--pairs", "200"),
    "two-pilots": ("--deck", "wilds-fast", "--deck", "occult-fast", "--pairs", "200",
                   "--pilot", "greedy", "--pilot", "random"),
    "unequal-pilots": ("--deck", "wilds-fast", "--deck", "occult-fast", "--pairs", "200",
                       "--pilot-a", "random", "--pilot-b", "greedy"),
    "changed-rules": ("--deck", "wilds-fast", "--deck", "occult-fast", "--pairs", "200",
                      "--set", "fp_cap=8", "--set", "second.start_heat=22"),
}  # fmt: skip


def headings(text: str) -> str:
    """The summary without figures and orders, which change with every card and pilot."""
    text = re.sub(r"(?<![\w.])[+-]?\d+(,\d{3})*(\.\d+)?", "N", text)
    text = re.sub(r" +", " ", text)
    text = re.sub(r"^(wilds|occult)-fast N", "DECK N", text, flags=re.MULTILINE)
    return re.sub(r"^(Wilds|Occult) N", "FACTION N", text, flags=re.MULTILINE)


@pytest.mark.parametrize("name", FIELDS)
def test_the_summary_reads_as_stored(name: str, tmp_path: Path) -> None:
    text = call_well("batch", *FIELDS[name], "--quiet", "--out", "run", cwd=tmp_path)
    assert matches_snapshot(f"summary-{name}", headings(text))


@pytest.mark.parametrize(
    ("out", "deck"),
    [
        pytest.param("run[b]", "mine", id="folder"),
        pytest.param("run[", "mine", id="half"),
        pytest.param("x/[/b]", "mine", id="closing"),
        pytest.param("run", "mine[b]x", id="deck"),
    ],
)  # fmt: skip
def test_brackets_in_names_are_shown_as_they_are(out: str, deck: str, tmp_path: Path) -> None:
    (tmp_path / "d.toml").write_text(deck_file(deck))
    text = call_well(
        "batch", "--deck", "d.toml", "--deck", "wilds-slow", "--pairs", "2", "--out", out,
        cwd=tmp_path,
    )  # fmt: skip
    assert f"Stored in {out}\n" in text
    assert deck in text


def test_brackets_in_a_ruleset_s_title_are_shown_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "v.toml").write_text('parent = "v0.1w"\ntitle = "cap [/b] eight"\nfp_cap = 8\n')
    assert "cap [/b] eight" in call_well("rules", "--ruleset", "v.toml", cwd=tmp_path)


def test_long_deck_names_are_not_cut(tmp_path: Path) -> None:
    name = "a-name-of-sixty-characters-" + "x" * 33
    (tmp_path / "d.toml").write_text(deck_file(name))
    text = call_well(
        "batch", "--deck", "d.toml", "--deck", "wilds-slow", "--pairs", "2", "--out", "run",
        cwd=tmp_path,
    )  # fmt: skip
    assert name in text


@pytest.mark.parametrize(
    ("decks", "match"), [(("wilds-slow", "wilds-fast"), 4), (("wilds-slow",), 0)]
)
def test_the_match_to_look_at_is_one_of_two_decks_where_there_are_two(
    decks: tuple[str, ...], match: int, tmp_path: Path
) -> None:
    named = [word for deck in decks for word in ("--deck", deck)]
    text = call_well("batch", *named, "--pairs", "2", "--out", "run", cwd=tmp_path)
    assert text.splitlines()[-1].endswith(f"forgesim replay --run run --match {match}")
    told = call_well("replay", "--run", "run", "--match", str(match), cwd=tmp_path)
    a, b = told.splitlines()[1].split(" goes first against ")
    is_mirror = a.removesuffix(" (a)") == b.removesuffix(" (b)")
    assert is_mirror == (len(decks) == 1)
