"""Tuning: finds what is plainly better, proves nothing where there is nothing, repeats exactly."""

import itertools
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from forgesim.cards.pilots import load_pilot
from forgesim.cards.shipped import shipped
from forgesim.errors import DataError
from forgesim.pilots.forge.game import GAME
from forgesim.studies.how import How
from forgesim.studies.tuned_file import tuned_text
from forgesim.studies.tuning import (
    held_out_contest,
    measure,
    seed_for,
    training_contest,
    tune,
)
from forgesim.studies.tuning_file import Tuning, load_tuning
from forgesim.studies.tuning_journal import TuningJournal

SMALL = """\
name = "tuned"
start = "greedy"
opponents = ["greedy", "midrange"]
deck = ["wilds-fast", "armory-slow"]
generations = 3
population = 4
pairs = 3
held_out = 20
"""


def tuning_of(folder: Path, text: str = SMALL) -> Tuning:
    path = folder / "small.toml"
    path.write_text(text, encoding="utf-8")
    return load_tuning(path)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Tuning:
    return tuning_of(tmp_path_factory.mktemp("tuning"))


class Notes:
    """A journal in memory."""

    def __init__(self, generations: Sequence[Sequence[int]] = ()) -> None:
        self.generations = list(generations)

    def add(self, scores: Sequence[int]) -> None:
        self.generations.append(list(scores))


# It repeats


def test_the_same_file_gives_the_same_pilot_whoever_plays(small: Tuning) -> None:
    texts = {tuned_text(small, tune(small, How(jobs))) for jobs in (1, 2)}
    assert len(texts) == 1
    assert tuned_text(small, tune(replace(small, seed=2))) not in texts


def test_a_tuning_that_was_stopped_goes_on_to_the_same_pilot(small: Tuning) -> None:
    whole, part = Notes(), Notes()
    expected = tune(small, journal=whole)
    tune(replace(small, generations=2), journal=part)
    assert part.generations == whole.generations[:2]
    found = tune(small, journal=part)
    assert part.generations == whole.generations
    assert found.pilot == expected.pilot
    assert found.course.tolist() == expected.course.tolist()


def test_a_finished_course_is_led_through_without_play(
    small: Tuning, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = Notes()
    expected = tune(small, journal=notes)
    monkeypatch.setattr("forgesim.studies.tuning._Search.play", None)
    assert tune(small, journal=notes).pilot == expected.pilot


def test_numpy_s_own_random_numbers_are_left_alone(small: Tuning) -> None:
    np.random.seed(7)
    before = np.random.get_state()[1].tolist()
    tune(small)
    assert np.random.get_state()[1].tolist() == before


# It finds, or says that it does not


def test_what_is_plainly_wrong_is_mended_and_the_gain_is_proven(tmp_path: Path) -> None:
    """A pilot that shuns the enemy forge learns to strike it."""
    text = (shipped("forge") / "pilots" / "greedy.toml").read_text(encoding="utf-8")
    shy = text.replace('"greedy"', '"shy"').replace("\nface = 10\n", "\nface = -10\n")
    (tmp_path / "shy.toml").write_text(shy, encoding="utf-8")
    more = 'move = ["face"]\nsigma = 1\n'
    tuning = tuning_of(tmp_path, SMALL.replace('start = "greedy"', 'start = "./shy.toml"') + more)
    found = tune(replace(tuning, generations=8, population=8))
    assert found.pilot.weights["face"] > 0
    assert found.held_out.is_proven
    assert found.held_out.gain.mean > 0.1
    assert found.held_out.direct.low > 0
    assert found.course[-1] > found.course[0]
    others = {name: value for name, value in found.pilot.weights.items() if name != "face"}
    assert others.items() <= tuning.start.weights.items()


def test_where_nothing_can_be_gained_nothing_is_proven(tmp_path: Path) -> None:
    """No card of these decks is CURSED, so its weight decides nothing."""
    tuning = tuning_of(tmp_path, SMALL + 'move = ["artifact_cursed"]\n')
    found = tune(tuning)
    assert found.pilot.weights["artifact_cursed"] != tuning.start.weights["artifact_cursed"]
    assert not found.held_out.is_proven
    assert found.held_out.gain.mean == 0
    assert found.held_out.gain.low < 0 < found.held_out.gain.high
    assert "no gain is proven" in tuned_text(tuning, found)


def test_a_pilot_gains_exactly_nothing_over_itself(small: Tuning) -> None:
    found = measure(small, replace(small.start, name="tuned"))
    differences = [found.gain, found.direct, *found.by_opponent, *found.by_deck]
    assert [each.mean for each in differences] == [0] * len(differences)
    assert found.scores[0].tolist() == [0.5, 0.5]
    assert (len(found.by_opponent), len(found.by_deck)) == (2, 2)


def test_the_gain_is_the_mean_over_opponents_and_over_decks(small: Tuning) -> None:
    found = measure(small, load_pilot("aggro", GAME))
    for parts in (found.by_opponent, found.by_deck):
        assert np.mean([each.mean for each in parts]) == pytest.approx(found.gain.mean)
    assert (found.scores[:, 1] - found.scores[:, 0]).mean() == pytest.approx(found.gain.mean)


# Seeds


def test_no_two_purposes_share_a_seed(small: Tuning) -> None:
    contests = [training_contest(small, [small.start], number) for number in range(50)]
    contests += [
        held_out_contest(small, pilot) for pilot in (small.start, load_pilot("aggro", GAME))
    ]
    keys = [contest.plan.key(contest.plan.matchups[0]) for contest in contests]
    assert len(set(keys)) == len(keys)
    purposes = itertools.product((1, 2), ("training", "held out", "search"), (0, 1))
    assert len({seed_for(*each) for each in purposes}) == 12


def test_a_pilot_that_is_read_from_its_file_is_measured_on_the_same_seeds(small: Tuning) -> None:
    """A weight of 0 is not written."""
    whole = replace(small.start, weights={**small.start.weights, "hoard": 0})
    read = replace(whole, weights={key: value for key, value in whole.weights.items() if value})
    assert held_out_contest(small, whole).plan.seed == held_out_contest(small, read).plan.seed


def test_all_candidates_of_a_generation_meet_the_same_seeds(small: Tuning) -> None:
    contest = training_contest(small, [small.start] * 5, 3)
    by_decks: dict[tuple[int, int], set[int]] = {}
    for matchup in contest.plan.matchups:
        key = contest.plan.key(matchup)
        by_decks.setdefault((matchup.deck_a, matchup.deck_b), set()).add(key)
    assert [len(keys) for keys in by_decks.values()] == [1, 1]


# The journal


def test_a_journal_keeps_what_was_played(tmp_path: Path) -> None:
    path = tmp_path / "x.toml.journal"
    journal = TuningJournal(path, "abc")
    journal.add([1, 2, 3])
    journal.add([4, 5, 6])
    assert TuningJournal(path, "abc").generations == [[1, 2, 3], [4, 5, 6]]
    with path.open("a", encoding="utf-8") as file:
        file.write("[7, 8")  # the power failed
    assert TuningJournal(path, "abc").generations == [[1, 2, 3], [4, 5, 6]]
    journal.remove()
    assert not path.exists()


@pytest.mark.parametrize(
    ("text", "problem"),
    [('{"tuning": "abd"}\n[1]\n', "another tuning"), ("name = 1\n", "no journal")],
)
def test_a_journal_of_something_else_is_refused(text: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "x.toml.journal"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=problem):
        TuningJournal(path, "abc")


def test_the_digest_sees_what_decides_and_nothing_else(small: Tuning) -> None:
    assert replace(small, generations=9, held_out=9, name="x").digest() == small.digest()
    others = [
        replace(small, seed=5),
        replace(small, sigma=0.1),
        replace(small, movers=small.movers[1:]),
        replace(small, opponents=small.opponents[:1]),
        replace(small, start=small.opponents[1]),
        replace(small, is_whole_field=True),
    ]
    assert len({small.digest(), *(each.digest() for each in others)}) == 7
