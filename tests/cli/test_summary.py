"""The summary: what a batch says at its end, in words that stay the same."""

import re
from pathlib import Path

import pytest

from forgesim.arena.experiment import Experiment
from forgesim.cli import batch
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


# The ruleset


@pytest.mark.parametrize(
    ("rules", "settings", "line"),
    [
        ("fp_cap = 3\n", (), "rules: mine (fp_cap 3, not 7)"),
        ("first.fp_cap = 3\n", (), "rules: mine (first.fp_cap 3, not 7)"),
        ("fp_cap = 3\n", ("first.fp_cap=4",), "rules: mine (second.fp_cap 3, not 7)"),
        ("fp_cap = 3\n", ("start_heat=30",), "rules: mine (fp_cap 3, not 7)"),
        ("fp_cap = 3\n", ("fp_cap=4",), ""),
        ("fp_cap = 3\n", ("fp_cap=7",), ""),
        ("", (), ""),
    ],
)
def test_what_a_ruleset_has_otherwise_is_told_once(
    rules: str, settings: tuple[str, ...], line: str, tmp_path: Path
) -> None:
    (tmp_path / "mine.toml").write_text(f'parent = "v0.1w"\n{rules}')
    flags = [part for setting in settings for part in ("--set", setting)]
    text = call_well("batch", "--deck", "wilds-fast", "--ruleset", "mine.toml", "--games", "2",
                     *flags, "--out", "run", cwd=tmp_path)  # fmt: skip
    assert [each for each in text.splitlines() if "rules: " in each] == [f"  - {line}"] * bool(line)
    assert all(f"changed from mine: {setting}" in text for setting in settings)


def test_of_many_differences_of_a_ruleset_a_few_are_told(tmp_path: Path) -> None:
    numbers = "fp_cap = 3\nstart_heat = 21\nfirst.opening_hand = 5\nsecond.opening_hand = 8\n"
    switches = "switch.late_attach = false\nstrikes_per_turn = 2\n"
    (tmp_path / "mine.toml").write_text(f'parent = "v0.1w"\n{numbers}{switches}')
    text = call_well("batch", "--deck", "wilds-fast", "--ruleset", "mine.toml", "--games", "2",
                     "--out", "run", cwd=tmp_path)  # fmt: skip
    assert re.search(r"rules: mine \((\S+ \S+, not \S+; ){4}\S+ \S+, not \S+ and 1 more\)\n", text)


# A precision that is not reached

FEW = ("--deck", "wilds-fast", "--deck", "occult-fast", "--precision", "1", "--out", "run")


@pytest.mark.parametrize(
    ("file", "flags", "limit"),
    [
        ("", ("--games", "600"), "--games 600"),
        ("", ("--pairs", "100"), "--pairs 100"),
        ("games = 600\n", (), "games = 600 of experiment.toml"),
        ("games = 600\n", ("--pairs", "100"), "--pairs 100"),
    ],
)
def test_what_kept_a_run_from_its_precision_is_told(
    file: str, flags: tuple[str, ...], limit: str, tmp_path: Path
) -> None:
    (tmp_path / "experiment.toml").write_text(f"seed = 1\n{file}")
    text = " ".join(call_well("batch", *FEW, *flags, cwd=tmp_path).split())
    found = re.search(
        rf"Precision of 1 points NOT reached: {limit} allows no more games\. The widest interval is"
        r" \+/- ([\d.]+) points; about ([\d,]+) games would do\.", text
    )  # fmt: skip
    assert found
    width, games = float(found[1]), int(found[2].replace(",", ""))
    assert 600 * width**2 < games < 1500 * width**2  # with the looks that are added


def test_as_many_games_as_are_told_would_do(tmp_path: Path) -> None:
    text = " ".join(call_well("batch", *FEW, "--games", "6000", cwd=tmp_path).split())
    (games,) = re.findall(r"about ([\d,]+) games would do", text)
    more, fewer = (str(int(games.replace(",", "")) * part // 10) for part in (12, 7))
    assert "points reached" in call_well("batch", *FEW, "--games", more, "--force", cwd=tmp_path)
    assert "NOT reached" in call_well("batch", *FEW, "--games", fewer, "--force", cwd=tmp_path)


def test_a_limit_that_nobody_has_set_is_told_as_such() -> None:
    limit = batch._limit(Experiment(), {"games": None, "pairs": None}, None)
    assert limit == "the built-in limit of 100,000,000 games"
