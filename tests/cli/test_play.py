"""`forgesim play`: a person at the terminal, typing; and two pilots that are watched."""

import re
import shlex
import signal
import subprocess
from pathlib import Path

import pytest

from forgesim.arena.traces import read_trace
from forgesim.cli import keeping
from forgesim.cli.asking import Unclear, understand
from forgesim.errors import OutputError
from tests.cli.program import (
    CHECKOUT,
    PROGRAM,
    Result,
    call_forgesim,
    call_well,
    run_forgesim,
)
from tests.docs.pages import agrees, blocks_of

DECKS = ("--deck-a", "wilds-fast", "--deck-b", "armory-slow", "--seed", "3")
FIRST = "1\n" * 400
"""Always the first act of the list, long enough for any match."""


def play(folder: Path, typed: str, *arguments: str) -> str:
    return call_well("play", *DECKS, *arguments, cwd=folder, typed=typed)


def traces(folder: Path) -> list[Path]:
    return sorted((folder / "games").glob("*.jsonl"))


# A match


def test_a_person_plays_a_match_to_its_end(tmp_path: Path) -> None:
    text = play(tmp_path, FIRST)
    assert text.startswith(
        "Forge v0.1w, pair seed 3\nyou go first against armory-slow\n"
        "you play wilds-fast, armory-slow is played by control\n"
    )
    assert re.search(r"^(You win|armory-slow wins) after \d+ turns: ", text, re.MULTILINE)
    (path,) = traces(tmp_path)
    assert f"The match is kept in games/{path.name}\n" in text
    trace = read_trace(path)
    assert trace.match.is_over
    assert trace.lines[0]["pilots"] == [None, "control"]


def test_the_kept_match_is_replayed_without_any_of_its_files(tmp_path: Path) -> None:
    text = play(tmp_path, FIRST)
    (path,) = traces(tmp_path)
    told = call_well("replay", "--trace", path, cwd=tmp_path)
    assert told.splitlines()[1] == "wilds-fast goes first against armory-slow"
    assert told.splitlines()[2] == ("wilds-fast is played by a person, armory-slow by control")
    strikes = [line for line in told.splitlines() if " strikes " in line]
    assert len(strikes) > 5
    in_play = [line for line in text.splitlines() if re.match(r"  [A-Z][^(]* strikes ", line)]
    assert strikes == in_play
    assert call_well("replay", "--trace", path, "--format", "jsonl", cwd=tmp_path) == (
        path.read_text(encoding="utf-8")
    )


def test_a_match_is_kept_where_the_call_says(tmp_path: Path) -> None:
    text = play(tmp_path, "1\nquit\n", "--save", "my match.jsonl")
    assert "Next: forgesim replay --trace 'my match.jsonl'\n" in text
    assert [path.name for path in tmp_path.iterdir()] == ["my match.jsonl"]
    again = call_forgesim("play", *DECKS, "--save", "my match.jsonl", cwd=tmp_path, typed=FIRST)
    assert (again.code, again.err) == (
        2, "my match.jsonl exists already: name another --save, or add --force\n",
    )  # fmt: skip
    play(tmp_path, FIRST, "--save", "my match.jsonl", "--force")
    assert read_trace(tmp_path / "my match.jsonl").match.is_over


def test_matches_do_not_overwrite_each_other(tmp_path: Path) -> None:
    for _ in range(3):
        play(tmp_path, "1\n")
    assert sorted(path.stem[11:] for path in traces(tmp_path)) == [
        "wilds-fast-armory-slow", "wilds-fast-armory-slow-2", "wilds-fast-armory-slow-3",
    ]  # fmt: skip


@pytest.mark.parametrize("typed", ["", "quit\n", "q\n", "help\nboard\nexit\n"])
def test_of_a_match_in_which_nothing_was_done_nothing_is_kept(typed: str, tmp_path: Path) -> None:
    text = play(tmp_path, typed)
    assert text.endswith("You have left; nothing was played\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("typed", ["1\n", "1\nquit\n", "1\n\n"])
def test_what_was_played_is_kept_when_the_person_leaves(typed: str, tmp_path: Path) -> None:
    text = play(tmp_path, typed)
    (path,) = traces(tmp_path)
    assert f"You have left; the match is kept in games/{path.name}\n" in text
    trace = read_trace(path)
    assert not trace.match.is_over
    told = call_well("replay", "--trace", path, cwd=tmp_path)
    assert told.endswith("\nThe match was not played to its end.\n")


def test_the_person_may_go_second(tmp_path: Path) -> None:
    text = play(tmp_path, "1\n", "--first", "b")
    assert "armory-slow goes first against you\n" in text
    assert text.index("Turn 1 - armory-slow") < text.index("Turn 2 - you")
    (path,) = traces(tmp_path)
    assert read_trace(path).pilots == ["control", None]


def test_a_plain_call_begins_a_match_at_once_with_a_seed_of_its_own(tmp_path: Path) -> None:
    texts = [call_well("play", cwd=tmp_path) for _ in range(2)]
    seeds = []
    for text in texts:
        found = re.match(r"Forge v0\.1w, pair seed (\d{1,6})\nyou go first against ", text)
        assert found
        seeds.append(found[1])
    assert seeds[0] != seeds[1]
    again = call_well("play", "--seed", seeds[0], cwd=tmp_path)
    assert again == texts[0]


def test_the_pilot_and_the_rules_are_those_of_the_call(tmp_path: Path) -> None:
    text = play(tmp_path, "", "--pilot", "greedy", "--set", "start_heat=9")
    assert "armory-slow is played by greedy\n" in text
    assert "armory-slow: heat 9, " in text
    assert play(tmp_path, "", "--pilot-b", "greedy", "--set", "start_heat=9") == text


def test_in_a_project_its_decks_play(tmp_path: Path) -> None:
    call_well("init", "mine", cwd=tmp_path)
    folder = tmp_path / "mine"
    text = call_well("play", "--seed", "1", cwd=folder)
    assert "you play arcana-midrange, armory-midrange is played by midrange\n" in text
    text = call_well("play", "--seed", "1", "--deck-b", "arcana-midrange", cwd=folder)
    assert "you play armory-midrange, arcana-midrange is played by midrange\n" in text
    for path in (folder / "decks").iterdir():
        if path.stem != "mixed-rush":
            path.unlink()
    text = call_well("play", "--seed", "1", cwd=folder)
    assert "you play mixed-rush (a), mixed-rush (b) is played by aggro\n" in text


def test_nothing_hidden_is_shown(tmp_path: Path) -> None:
    typed = "1\n1\nhint\nboard\nlog\n" * 4
    text = play(tmp_path, typed, "--hint-pilot", "greedy")
    (path,) = traces(tmp_path)
    lines = read_trace(path).lines
    names, (_, foe) = lines[0]["names"], lines[0]["decks"]
    shown = {line["card"] for line in lines if line.get("event") == "play"}
    hidden = {names[card] for card in foe if card not in shown}
    assert len(hidden) > 5
    assert [name for name in hidden if name in text] == []


# Typing


ACTS = {
    "play bramble_hound": "play Bramble Hound (2 FP, 2/1, SWIFT)",
    "play thicket_kit": "play Thicket Kit (1 FP, 2/1)",
    "strike 0.1 forge": "Thicket Kit (2/1) strikes the enemy forge",
    "end": "end the turn",
}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1", "play bramble_hound"),
        (" 4\n", "end"),
        ("end", "end"),
        ("e", "end"),
        ("END THE TURN", "end"),
        ("play  bram", "play bramble_hound"),
        ("play t", "play thicket_kit"),
        ("thicket", "strike 0.1 forge"),
        ("strike", "strike 0.1 forge"),
        ("hint", "hint"),
        ("u", "undo"),
        ("?", "help"),
        ("exit", "quit"),
    ],
)
def test_what_is_typed_is_understood(typed: str, meant: str) -> None:
    assert understand(typed, ACTS) == meant


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("", "type a number from 1 to 4, or help"),
        ("0", "0 is not in the list: type a number from 1 to 4, or help"),
        ("5", "5 is not in the list: type a number from 1 to 4, or help"),
        ("-1", "'-1' is none of these: type a number from 1 to 4, or help"),
        ("dance", "'dance' is none of these: type a number from 1 to 4, or help"),
        ("h", "'h' could be: hint; help"),
        ("play", "'play' could be: play Bramble Hound (2 FP, 2/1, SWIFT);"
                 " play Thicket Kit (1 FP, 2/1)"),
    ],
)  # fmt: skip
def test_what_is_not_understood_is_answered_in_a_line(typed: str, answer: str) -> None:
    with pytest.raises(Unclear) as raised:
        understand(typed, ACTS)
    assert str(raised.value) == answer


def test_after_an_unclear_line_the_person_is_asked_again(tmp_path: Path) -> None:
    text = play(tmp_path, "dance\n9\n\nh\n1\nquit\n")
    assert text.count("\n> ") == 6
    assert "> dance\n'dance' is none of these: type a number from 1 to 2, or help\n> 9\n" in text
    assert "> 1\n  you play Thicket Kit (cost 1, 2/1)\n" in text


def test_help_says_how_the_game_is_played_and_what_can_be_typed(tmp_path: Path) -> None:
    text = play(tmp_path, "help\n")
    assert "Bring the enemy forge from 20 heat to 0." in text
    assert all(f"\n  {word} " in text for word in ("hint", "undo", "board", "log", "help", "quit"))


def test_the_log_tells_what_has_happened(tmp_path: Path) -> None:
    text = play(tmp_path, "1\n1\nlog\n")
    assert text.count("you play Thicket Kit") == 2
    assert text.count("Turn 1 - you") == 2


def test_an_act_is_taken_back_and_the_other_player_s_turn_with_it(tmp_path: Path) -> None:
    straight = play(tmp_path, "1\n1\n1\n")
    crooked = play(tmp_path, "1\n1\nundo\n1\nundo\nundo\n1\n1\n1\n")
    assert crooked.count("Back in turn 1") == 3
    one, other = (path.read_text(encoding="utf-8") for path in traces(tmp_path))
    assert one == other
    assert straight.splitlines()[-9:-4] == crooked.splitlines()[-9:-4]


def test_before_the_first_act_there_is_nothing_to_take_back(tmp_path: Path) -> None:
    text = play(tmp_path, "undo\n1\nundo\nundo\n")
    assert text.count("nothing to undo: you have not done anything yet\n") == 2


def test_a_hint_says_what_a_pilot_would_do_and_its_scores(tmp_path: Path) -> None:
    text = play(tmp_path, "hint\n", "--hint-pilot", "greedy")
    hint = text.split("> hint\n")[1].split("> ")[0]
    assert hint == (
        "greedy, best first: score of each act\n"
        "        228  play Thicket Kit (1 FP, 2/1)\n"
        "          0  end the turn\n"
    )


def test_chance_has_no_hint(tmp_path: Path) -> None:
    text = play(tmp_path, "hint\n", "--hint-pilot", "random")
    assert "> hint\nrandom weighs nothing here\n" in text


@pytest.mark.slow
def test_without_a_name_the_planner_gives_the_hint(tmp_path: Path) -> None:
    text = play(tmp_path, "1\n1\nhint\n")
    assert "\nplanner, best first: value of the best turn from each act\n" in text


# Watching


def watch(folder: Path, *arguments: str) -> str:
    return call_well("play", *DECKS, "--watch", *arguments, cwd=folder)


def test_two_pilots_are_watched_turn_by_turn(tmp_path: Path) -> None:
    text = watch(tmp_path, "--pilot-a", "greedy", "--pilot", "midrange")
    assert "wilds-fast is played by greedy, armory-slow by midrange\n" in text
    turns = re.findall(r"^Turn (\d+) - ", text, re.MULTILINE)
    assert turns == [str(turn) for turn in range(1, len(turns) + 1)]
    assert text.count("\nhand of armory-slow\n") == len(turns)
    assert re.search(rf"wins after {len(turns)} turns", text)
    assert list(tmp_path.iterdir()) == []


def test_what_is_watched_is_the_match_of_a_replay(tmp_path: Path) -> None:
    watch(tmp_path, "--save", "watched.jsonl", "--delay", "0")
    replayed = call_well("replay", *DECKS, "--format", "jsonl", cwd=tmp_path)
    assert (tmp_path / "watched.jsonl").read_text(encoding="utf-8") == replayed


# The installed command


def test_the_installed_command_takes_an_empty_input_for_a_goodbye(tmp_path: Path) -> None:
    result: Result = run_forgesim("play", *DECKS, cwd=tmp_path)
    assert (result.code, result.err.replace("\n", "")[:9]) in ((0, ""), (0, "Compiling"))
    assert result.out == play(tmp_path, "")


@pytest.mark.slow
def test_ctrl_c_leaves_and_says_what_is_kept(tmp_path: Path) -> None:
    with subprocess.Popen(
        [PROGRAM, "play", *DECKS], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    ) as playing:  # fmt: skip
        assert playing.stdin
        assert playing.stdout
        playing.stdin.write("1\n")
        playing.stdin.flush()
        printed = ""
        while printed.count("\n> ") < 2:
            printed += playing.stdout.read(1)
        playing.send_signal(signal.SIGINT)
        _, said = playing.communicate(timeout=60)
    (path,) = traces(tmp_path)
    assert playing.returncode == 130
    assert said.splitlines()[-1] == f"interrupted; the match is kept in games/{path.name}"
    assert len(read_trace(path).match.acts) == 1


def test_a_disk_that_is_full_stops_no_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path, _: object) -> None:
        raise OutputError(f"{path} cannot be written: no space left")

    monkeypatch.setattr(keeping, "write_trace", fail)
    result = call_forgesim("play", *DECKS, "--save", "mine.jsonl", cwd=tmp_path, typed=FIRST)
    assert re.search(r"^(You win|armory-slow wins) after ", result.out, re.MULTILINE)
    assert (result.code, result.err) == (2, "mine.jsonl cannot be written: no space left\n")


# The page


def test_the_page_shows_a_match_as_it_is_played(tmp_path: Path) -> None:
    page = (CHECKOUT / "docs" / "how-to" / "play-a-match.md").read_text(encoding="utf-8")
    sessions = [b.lines for b in blocks_of(page) if b.lines and b.lines[0].startswith("$ forgesim")
                and b.language == "text"]  # fmt: skip
    assert sessions
    for command, *shown in sessions:
        typed = [line.removeprefix("> ") for line in shown if line.startswith("> ")]
        arguments = shlex.split(command.removeprefix("$ forgesim "))
        result = call_forgesim(*arguments, cwd=tmp_path, columns=80, typed="\n".join(typed) + "\n")
        assert result.code == 0, result.err
        assert agrees(shown, result.out.splitlines()), result.out
