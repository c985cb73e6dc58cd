"""Targets: which matchups enter, what is measured, and where it must lie."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from forgesim.arena import batch
from forgesim.arena.batch import run_batch
from forgesim.arena.experiment import load_experiment
from forgesim.arena.resolve import make_plan
from forgesim.errors import DataError
from forgesim.gate.play import Table
from forgesim.gate.result import NONDETERMINISM
from forgesim.gate.settings import gate_settings
from forgesim.gate.target_telling import targets_page
from forgesim.gate.targets import TargetsFound, run_targets
from forgesim.results import tier_counts
from forgesim.stats.bands import MET, MISSED
from forgesim.stats.drift import INCONCLUSIVE
from forgesim.stats.summary import deck_score, first_player_score, group_score
from forgesim.studies.targets import list_targets

DECKS = ["arcana-slow", "armory-midrange", "mixed-burn", "occult-fast", "wilds-fast"]


def write(folder: Path, *targets: str, head: str = "") -> Path:
    path = folder / "t.toml"
    tables = "".join(f"[[target]]\n{target}\n" for target in targets)
    path.write_text(f"deck = {DECKS}\n{head}\n{tables}", encoding="utf-8")
    return path


def judge(path: Path, jobs: int = 1, **flags: Any) -> TargetsFound:
    experiment = load_experiment(path, {})
    settings = gate_settings(experiment, path, flags)
    plan = make_plan(experiment)
    targets = list_targets(experiment, path, plan)
    return run_targets(plan, targets, settings, Table(plan, jobs))


WIDE = "low = 1.5\nhigh = 98.5"


def test_scores_are_those_of_a_batch(tmp_path: Path) -> None:
    path = write(
        tmp_path, f'kind = "faction"\nname = "any"\n{WIDE}', f'kind = "deck"\nname = "any"\n{WIDE}',
        'kind = "first player"\nlow = -40\nhigh = 40',
        f'kind = "matchup"\ndecks = ["wilds-fast", "mixed-burn"]\n{WIDE}',
        f'kind = "faction"\nname = "mixed"\n{WIDE}',
    )  # fmt: skip
    found = judge(path)
    assert found.verdict == MET
    rounds = {each.rounds for each in found.judged}
    assert rounds == {250}
    plan = make_plan(load_experiment(path, {"pairs": 250}))
    (counts,) = tier_counts(run_batch(plan, None)).values()
    names = ["Arcana", "Armory", "Occult", "Wilds"]
    expected = [group_score(counts.field, counts.pairs, name) for name in names]
    expected += [deck_score(counts.field, counts.pairs, place) for place in range(len(DECKS))]
    expected.append(first_player_score(counts.pairs))
    means = [100 * each.mean for each in expected if each is not None]
    means[-1] -= 50
    mixed = group_score(counts.field, counts.pairs, "mixed")
    assert mixed is not None
    shown = [each.score for each in found.judged]
    assert np.allclose(shown[:-2], means)
    assert shown[-1] == pytest.approx(100 * mixed.mean)
    place = next(n for n, m in enumerate(plan.matchups) if (m.deck_a, m.deck_b) == (2, 4))
    burn = counts.pairs[place]
    score = sum(burn[a, b] * (a + b) / 4 for a in range(3) for b in range(3)) / 250
    assert shown[-2] == pytest.approx(100 * (1 - score))
    assert all(each.low < each.score < each.high for each in found.judged)


def test_a_target_that_is_missed_fails(tmp_path: Path) -> None:
    path = write(
        tmp_path, 'kind = "deck"\nname = "armory-midrange"\nlow = 60',
        'kind = "deck"\nname = "armory-midrange"\nhigh = 60',
    )  # fmt: skip
    found = judge(path)
    assert (found.verdict, found.exit_code) == (MISSED, 1)
    assert [each.verdict for each in found.judged] == [MISSED, MET]
    page = targets_page(found)
    assert [case.outcome for case in page.cases] == ["failed", "passed"]
    assert page.headline.startswith("1 of 2 targets: ")


def test_at_the_cap_a_target_is_open_and_a_cap_is_named(tmp_path: Path) -> None:
    path = write(tmp_path, 'kind = "matchup"\ndecks = ["wilds-fast", "mixed-burn"]\nscore = 38\n'
                 "within = 2")  # fmt: skip
    found = judge(path, cap=100)
    assert (found.verdict, found.exit_code) == (INCONCLUSIVE, 4)
    assert judge(path, cap=100, inconclusive="pass").exit_code == 0
    assert judge(path, cap=100, inconclusive="fail").exit_code == 1
    (judged,) = found.judged
    assert judged.needed is None or judged.needed > 100
    assert "What would decide" in [section.title for section in targets_page(found).sections]


def test_workers_change_nothing(tmp_path: Path) -> None:
    path = write(tmp_path, 'kind = "faction"\nname = "any"\nlow = 45\nhigh = 55')
    assert judge(path, 3, cap=500) == judge(path, cap=500)


def test_each_pilot_is_held_to_the_target(tmp_path: Path) -> None:
    path = write(tmp_path, f'kind = "deck"\nname = "wilds-fast"\n{WIDE}',
                 head='pilot = ["greedy", "random"]')  # fmt: skip
    titles = [each.target.title for each in judge(path).judged]
    assert titles == ["deck wilds-fast (greedy)", "deck wilds-fast (random)"]


def test_games_that_do_not_repeat_are_no_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play, calls = batch.play_block, []

    def faulty(*arguments: Any, **more: Any) -> Any:
        block = play(*arguments, **more)
        calls.append(1)
        block.rows["turns"][0] += len(calls)
        return block

    monkeypatch.setattr(batch, "play_block", faulty)
    found = judge(write(tmp_path, f'kind = "deck"\nname = "wilds-fast"\n{WIDE}'))
    assert (found.verdict, found.exit_code) == (NONDETERMINISM, 3)
    assert {case.outcome for case in targets_page(found).cases} == {"error"}


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ('kind = "faction"\nname = "Ocult"\nlow = 45', "unknown faction 'Ocult'; did you mean"),
        ('kind = "deck"\nlow = 45', "name is missing, expected arcana-slow"),
        ('kind = "deck"\nname = "any"', "no band: name low, high or both"),
        ('kind = "deck"\nname = "any"\nlow = 60\nhigh = 40', "low 60 is above high 40"),
        ('kind = "deck"\nname = "any"\nlow = 60\nscore = 40', "low and high exclude score"),
        ('kind = "deck"\nname = "any"\nscore = 40', "score and within go together"),
        ('kind = "deck"\nname = "any"\nhigh = 99.5', "expected above 0 and below 100"),
        ('kind = "deck"\nname = "any"\nlow = 4\ndecks = ["a", "b"]', "decks means nothing to"),
        ('kind = "first player"\nname = "any"\nhigh = 3', "name means nothing to"),
        ('kind = "matchup"\nscore = 60\nwithin = 3', "no decks, expected decks"),
        ('kind = "matchup"\ndecks = ["wilds-fast", "x"]\nlow = 60', "unknown deck 'x'"),
        ('kind = "decks"\nname = "any"\nlow = 60', "kind 'decks', expected faction, deck"),
        ('kind = "deck"\nname = "any"\nlow = 60\nmargin = 0', "margin 0, expected a number of"),
        ('kind = "deck"\nname = "any"\nlwo = 60', "unknown key 'lwo'; did you mean 'low'"),
    ],
)
def test_a_target_that_cannot_be_tested_is_refused_with_its_line(
    tmp_path: Path, target: str, words: str
) -> None:
    path = write(tmp_path, f'kind = "deck"\nname = "wilds-fast"\n{WIDE}', target)
    with pytest.raises(DataError) as error:
        judge(path)
    assert str(error.value).startswith(f"{path}:8: target: ")
    assert words in str(error.value)


def test_an_experiment_without_targets_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="states no target"):
        judge(write(tmp_path))


def test_unequal_pilots_are_no_measure_of_decks(tmp_path: Path) -> None:
    path = write(tmp_path, f'kind = "deck"\nname = "any"\n{WIDE}',
                 head='pilot_a = "greedy"\npilot_b = "random"')  # fmt: skip
    with pytest.raises(DataError, match="the same pilots on both sides"):
        judge(path)


def test_a_lone_faction_has_nobody_to_play_against(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    path.write_text('deck = ["wilds-fast", "wilds-slow"]\n[[target]]\nkind = "faction"\n'
                    'name = "Wilds"\nlow = 45\n', encoding="utf-8")  # fmt: skip
    with pytest.raises(DataError, match="no matchup enters it"):
        judge(path)
