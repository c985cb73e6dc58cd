"""Traces in files: what was written is read again, and what was changed is found, with its line."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from forgesim.arena.match import Match
from forgesim.arena.traces import as_json, read_trace, write_trace
from forgesim.errors import DataError
from tests.arena.matches import PEOPLE, played, seats

Lines = list[dict[str, Any]]


@pytest.fixture(scope="module")
def match() -> Match:
    return played(Match(seats()))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.jsonl"


def copied(match: Match) -> Lines:
    return [json.loads(as_json(line)) for line in match.lines]


@pytest.mark.parametrize("first", ["a", "b"])
@pytest.mark.parametrize("decks", [("arcana-slow", "wilds-fast"), ("wilds-fast", "wilds-fast")])
def test_a_trace_is_read_as_it_was_written(decks: tuple[str, str], first: str, path: Path) -> None:
    match = played(Match(seats(decks=decks, first=first)))
    write_trace(path, match.lines)
    trace = read_trace(path)
    assert trace.lines == match.lines
    assert trace.match.acts == match.acts
    assert trace.match.is_over
    assert trace.pilots == ["greedy", "aggro"]
    assert list(trace.match.seats.names) == list(match.seats.names)


def test_a_trace_of_which_a_part_is_missing_at_the_end_is_of_an_unfinished_match(
    match: Match, path: Path
) -> None:
    for count in (1, 12, 40, len(match.lines) - 1):
        write_trace(path, match.lines[:count])
        trace = read_trace(path)
        chosen = [line["chosen"] for line in trace.lines if line["kind"] == "decision"]
        assert len(trace.match.acts) == len(chosen)
        assert trace.lines[-1]["kind"] != "end"


def test_a_trace_without_the_keys_that_only_name_things_can_be_read(
    match: Match, path: Path
) -> None:
    lines = copied(match)
    for key in ("names", "players", "pilots"):
        del lines[0][key]
    write_trace(path, lines)
    trace = read_trace(path)
    assert trace.pilots == [None, None]
    assert list(trace.match.seats.names) == ["deck a", "deck b"]
    assert trace.match.acts == match.acts


def test_keys_that_are_not_known_are_passed_over(match: Match, path: Path) -> None:
    lines = copied(match)
    for line in lines:
        line["thought_for"] = 3
    write_trace(path, lines)
    assert read_trace(path).match.acts == match.acts


# What was changed


def place_of(lines: Lines, kind: str, number: int = 5) -> int:
    return [place for place, line in enumerate(lines) if line["kind"] == kind][number]


def change(kind: str, key: str, value: Any) -> Callable[[Lines], int]:
    def make(lines: Lines) -> int:
        place = place_of(lines, kind)
        lines[place][key] = value
        return place + 1

    return make


def burn(lines: Lines) -> int:
    place = place_of(lines, "decision")
    lines[place]["state"]["heat"][1] -= 1
    return place + 1


def leave_out(lines: Lines) -> int:
    place = place_of(lines, "event", 20)
    del lines[place]
    return place + 1


def end_earlier(lines: Lines) -> int:
    place = place_of(lines, "decision")
    lines[place:-1] = []
    return place + 1


def go_on_after_the_end(lines: Lines) -> int:
    lines.append(lines[-1])
    return len(lines)


def choose_otherwise(lines: Lines) -> int:
    """An act that is legal, too: only what follows shows it."""
    places = [place for place, line in enumerate(lines)
              if line["kind"] == "decision" and len(line["legal"]) > 2]  # fmt: skip
    place = places[3]
    lines[place]["chosen"] = next(
        act for act in lines[place]["legal"] if act not in (lines[place]["chosen"], "end")
    )
    return place + 2


def setup(key: str, value: Any) -> Callable[[Lines], int]:
    def make(lines: Lines) -> int:
        lines[0][key] = value
        return 1

    return make


def cheapen(lines: Lines) -> int:
    lines[0]["cards"]["bramble_hound"]["cost"] = 1
    return next(
        place
        for place, line in enumerate(lines, 1)
        if line["kind"] == "decision" and line["state"]["fp"] == 1
        and "bramble_hound" in line["state"]["hand"][line["active"]]
    )  # fmt: skip


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(burn, id="heat"),
        pytest.param(change("decision", "turn", 9), id="turn"),
        pytest.param(change("decision", "legal", ["end"]), id="legal"),
        pytest.param(change("decision", "chosen", "play nothing"), id="chosen-illegal"),
        pytest.param(change("decision", "chosen", None), id="chosen-nothing"),
        pytest.param(change("decision", "kind", "event"), id="kind"),
        pytest.param(change("event", "player", True), id="true-is-not-1"),
        pytest.param(choose_otherwise, id="chosen-otherwise"),
        pytest.param(leave_out, id="event-missing"),
        pytest.param(end_earlier, id="end-too-early"),
        pytest.param(go_on_after_the_end, id="after-the-end"),
        pytest.param(cheapen, id="card-cheaper"),
        pytest.param(setup("trace", 2), id="other-version"),
        pytest.param(setup("kind", "decision"), id="no-setup"),
        pytest.param(setup("game", "froge"), id="game"),
        pytest.param(setup("seed", 8), id="seed"),
        pytest.param(setup("seed", -1), id="seed-negative"),
        pytest.param(setup("seed", "7"), id="seed-a-word"),
        pytest.param(setup("first", "c"), id="first"),
        pytest.param(setup("decks", [[], []]), id="decks-empty"),
        pytest.param(setup("decks", [["wick_imp"] * 41] * 2), id="decks-too-large"),
        pytest.param(setup("cards", {}), id="cards-missing"),
        pytest.param(setup("cards", [1]), id="cards-a-list"),
        pytest.param(setup("params", [{}, {}]), id="params-missing"),
        pytest.param(setup("library", None), id="library-missing"),
        pytest.param(setup("names", {"bramble_hound": "\x1b[2J"}), id="name-with-control"),
        pytest.param(setup("players", ["\x1b[2J", "b"]), id="player-with-control"),
        pytest.param(setup("pilots", ["greedy"]), id="one-pilot"),
        pytest.param(setup("pilots", [3, None]), id="pilot-a-number"),
        pytest.param(setup("pilots", ["{}", None]), id="pilot-with-braces"),
    ],
)
def test_the_first_line_that_the_rules_do_not_give_is_named(
    make: Callable[[Lines], int], match: Match, path: Path
) -> None:
    lines = copied(match)
    number = make(lines)
    write_trace(path, lines)
    with pytest.raises(DataError) as raised:
        read_trace(path)
    (violation,) = raised.value.violations
    assert (violation.file, violation.line) == (path, number), str(violation)


def test_parameters_out_of_range_are_refused_before_anything_is_played(
    match: Match, path: Path
) -> None:
    for name, value in (("deck_size", 2000), ("weapon_slots", 99), ("fp_cap", "many")):
        lines = copied(match)
        lines[0]["params"][1][name] = value
        write_trace(path, lines)
        with pytest.raises(DataError, match=r"match\.jsonl:1: nothing can be played by it"):
            read_trace(path)


def test_a_message_says_where_in_the_line_it_differs(match: Match, path: Path) -> None:
    lines = copied(match)
    number = burn(lines)
    write_trace(path, lines)
    with pytest.raises(DataError, match=rf":{number}: state\.heat\.1 is 18, expected 19: it was"):
        read_trace(path)


@pytest.mark.parametrize("text", ["[]\n", "7\n", '{"kind": "setup"\n', "[" * 100_000, '"\\ud800"'])
def test_what_is_no_trace_is_called_so(text: str, path: Path) -> None:
    path.write_text(text)
    with pytest.raises(DataError, match="expected a line of a trace"):
        read_trace(path)


def test_a_trace_of_people_can_be_read(path: Path) -> None:
    match = Match(seats(pilots=PEOPLE))
    for _ in range(12):
        match.play(next(iter(match.legal.values())))
    write_trace(path, match.lines)
    assert read_trace(path).match.lines[1:] == match.lines[1:]
