"""A study as a whole: planted truths on toy pools, and of what its outcome does not depend."""

from pathlib import Path

import pytest

from forgesim.cards.decks import MIXED
from forgesim.errors import UsageError
from forgesim.report.memo import memo_files
from forgesim.stats.flatness import FLAT, NOT_FLAT
from forgesim.studies.decision import errands
from forgesim.studies.decision.course import choices, run_study, unmeasured
from forgesim.studies.decision.hunt import aligned
from forgesim.studies.decision.judge import NO_EFFECT, REJECTED
from forgesim.studies.decision.outcome import NONE, Outcome
from forgesim.studies.decision.steps import FOLDER, Steps
from forgesim.studies.decision.study import Study
from forgesim.studies.how import How
from tests.driver import shipped_cards
from tests.studies.decision.toys import BREAKS, NOTHING, RULES, STUDY, synergy, toy_study

CANDIDATES = {
    "nothing": synergy("nothing", "any", NOTHING),
    "breaks": synergy("breaks", "Wilds", BREAKS),
}
STRONG = RULES + "".join(
    f'\n[[synergy]]\nname = "{group}"\nfaction = "{group}"\n[synergy.add]\n'
    f"start_heat = {heat}\nheat_cap = {heat}\n"
    for group, heat in (("Arcana", 4), ("Armory", 9), ("Wilds", 15))
)


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    text = STUDY.replace("count = 0", "count = 1")
    return toy_study(tmp_path_factory.mktemp("toy"), CANDIDATES, text=text)


@pytest.fixture(scope="module")
def outcome(study: Study) -> Outcome:
    return run_study(study, Steps())


def test_a_candidate_that_does_nothing_has_the_very_same_games(outcome: Outcome) -> None:
    found = outcome.of("nothing")
    assert found.verdict.word == NO_EFFECT
    assert found.verdict.is_same
    assert found.camps == outcome.baseline.camps
    assert all(e.mean == 0 for changes in found.changes.values() for e in changes.values())


def test_a_candidate_that_breaks_a_group_is_rejected_for_that(outcome: Outcome) -> None:
    found = outcome.of("breaks")
    assert found.verdict.word == REJECTED
    reasons = {reason.number: reason for reason in found.verdict.reasons}
    assert "Wilds" in reasons
    assert reasons["Wilds"].low > 70
    assert "Arcana" not in reasons


def test_what_is_found_fits_the_rules(study: Study, outcome: Outcome) -> None:
    for tested in outcome.tested:
        assert set(tested.camps) == {"Arcana", "Armory", "Wilds", MIXED}
        for group, decks in tested.camps.items():
            assert 1 <= len(decks) <= (6 if group == MIXED else 2)
            for deck in decks:
                groups = {card.group for card in deck}
                assert len(groups) > 1 if group == MIXED else groups == {group}
                assert not study.game.deck_problems(deck, study.baseline.rules.seats[0])


def test_a_game_of_like_groups_is_flat_and_nothing_is_added(outcome: Outcome) -> None:
    assert outcome.baseline.verdict.word == FLAT
    assert outcome.decision.word == NONE
    assert len(outcome.rosters) == 1


def test_a_game_whose_mono_decks_are_better_and_differ_is_not_flat(tmp_path: Path) -> None:
    study = toy_study(tmp_path, {"nothing": synergy("nothing", "any", NOTHING)}, rules=STRONG)
    found = run_study(study, Steps())
    assert found.baseline.verdict.word == NOT_FLAT
    assert found.of("nothing").verdict.word == NO_EFFECT
    assert found.decision.word == NONE


def test_neither_workers_nor_steps_that_are_known_change_the_memo(
    study: Study, outcome: Outcome, tmp_path: Path
) -> None:
    wanted = memo_files(outcome)
    assert memo_files(run_study(study, Steps(tmp_path), How(jobs=2))) == wanted
    stored = sorted((tmp_path / FOLDER).iterdir())
    for path in stored[::3]:
        path.unlink()
    assert memo_files(run_study(study, Steps(tmp_path))) == wanted
    assert sorted((tmp_path / FOLDER).iterdir()) == stored


@pytest.mark.slow
def test_searches_in_several_processes_find_the_same(
    study: Study, outcome: Outcome, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(errands, "WORTH_PROCESSES", 0)
    found = run_study(study, Steps(), How(jobs=2))
    assert [each.camps for each in found.tested] == [each.camps for each in outcome.tested]


class _KilledError(Exception):
    """Stands for the end of a process."""


@pytest.mark.slow
def test_a_study_that_is_killed_at_any_step_goes_on_to_the_same_memo(
    study: Study, outcome: Outcome, tmp_path: Path
) -> None:
    class Mortal(Steps):
        left = 0

        def _store(self, key: str, data: object) -> object:
            if not self.left:
                raise _KilledError
            self.left -= 1
            return super()._store(key, data)  # type: ignore[arg-type]

    for _ in range(100):
        steps = Mortal(tmp_path)
        steps.left = 3
        try:
            found = run_study(study, steps)
            break
        except _KilledError:
            continue
    assert memo_files(found) == memo_files(outcome)


@pytest.mark.slow
def test_another_seed_plays_other_games(study: Study, outcome: Outcome, tmp_path: Path) -> None:
    other = toy_study(tmp_path, CANDIDATES, text=STUDY.replace("seed = 3", "seed = 4"))
    found = run_study(other, Steps())
    assert found.baseline.numbers["greedy"].turns.mean != (
        outcome.baseline.numbers["greedy"].turns.mean
    )
    assert study.seed != other.seed


def test_rulings_are_flipped_one_by_one_on_the_same_decks(tmp_path: Path) -> None:
    text = STUDY.replace("rulings = false", "rulings = true")
    study = toy_study(tmp_path, {"breaks": CANDIDATES["breaks"]}, text=text)
    found = run_study(study, Steps())
    assert len(found.rulings) == len(list(choices(study.baseline.rules))) >= 8
    names = [each.name for each in found.rulings]
    assert "switch.late_attach = off" in names
    assert "strikes_per_turn = 2" in names
    assert list(unmeasured(study)) == []
    twice = found.rulings[names.index("strikes_per_turn = 2")]
    assert twice.numbers["baseline"].turns.mean != found.baseline.numbers["greedy"].turns.mean
    # No card of these has the keyword: the same games.
    keen = found.rulings[names.index("switch.keen_marks = on")]
    assert keen.numbers["baseline"].turns.mean == found.baseline.numbers["greedy"].turns.mean


def test_mixed_decks_are_searched_for_under_every_candidate(outcome: Outcome) -> None:
    """A bonus for others changes what they must beat, though it gives them nothing."""
    assert outcome.of("nothing").camps[MIXED] == outcome.baseline.camps[MIXED]
    assert outcome.of("breaks").camps[MIXED] != outcome.baseline.camps[MIXED]


def test_groups_without_mono_decks_cannot_be_studied(tmp_path: Path) -> None:
    study = toy_study(tmp_path, CANDIDATES, rules=RULES + "max_copies = 1\n")  # 10 cards each
    with pytest.raises(UsageError, match="these cards make legal decks of mixed only"):
        run_study(study, Steps())


def test_decks_lie_in_the_slots_of_those_that_they_come_from() -> None:
    a, b, c, d, e = (shipped_cards()[card] for card in sorted(shipped_cards())[:5])
    one, other = (a, b, c, d), (b, b, e, e)
    assert aligned([(b, b, c, e), (a, c, d, e)], [one, other]) == ((a, e, c, d), (b, b, e, c))
    assert aligned([one], [one]) == (one,)
    assert aligned([one, other], [other]) == (other, one)
