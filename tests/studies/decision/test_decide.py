from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from forgesim.stats.flatness import FLAT, NOT_FLAT, UNDECIDED
from forgesim.studies.decision.decide import FAILS, HOLDS, UNSURE, decide, holds, in_order, leaders
from forgesim.studies.decision.judge import NO_EFFECT, PASSES, REJECTED, Verdict
from forgesim.studies.decision.outcome import ADOPT, NONE, OPEN, Again, Measured
from forgesim.studies.decision.study import Study, Variant
from tests.studies.decision.test_judge import numbers
from tests.studies.decision.toys import NOTHING, synergy, toy_study


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    candidates = {name: synergy(name, "any", NOTHING) for name in ("one", "two", "three")}
    return toy_study(tmp_path_factory.mktemp("decide"), candidates)


def judged(name: str, word: str, identity: float = 6.0) -> Measured:
    rules = None
    variant = Variant(name, rules)  # type: ignore[arg-type]
    found = {"greedy": numbers(identity)}
    return Measured(variant, {}, found, {}, {"greedy": Verdict(word)}, Verdict(word))


def candidates(*words: str) -> list[Measured]:
    names = ("one", "two", "three")
    return [judged(name, word) for name, word in zip(names, words, strict=False)]


def rosters(**words: Sequence[str]) -> list[Again]:
    """Repetitions by the words of each variant, the same number for each."""
    count = len(next(iter(words.values())))
    return [
        Again(f"roster {n}", "", {name: Verdict(each[n]) for name, each in words.items()}, {})
        for n in range(count)
    ]


FIVE_FLAT = [FLAT] * 5


@pytest.mark.parametrize("baseline", [FLAT, NOT_FLAT, UNDECIDED])
def test_none_is_the_answer_where_no_candidate_can_pass(baseline: str, study: Study) -> None:
    found = decide(study, judged("baseline", baseline), candidates(REJECTED, NO_EFFECT), [])
    assert (found.word, found.candidate) == (NONE, "")
    assert found.because == ("No candidate passes: 1 rejected, 1 without effect.",)


def test_nothing_is_added_to_a_game_that_is_not_flat(study: Study) -> None:
    found = decide(study, judged("baseline", NOT_FLAT), candidates(PASSES), [])
    assert found.word == NONE
    assert "not flat" in found.because[0]


def test_without_knowing_whether_the_game_is_flat_nothing_is_decided(study: Study) -> None:
    assert decide(study, judged("baseline", UNDECIDED), candidates(PASSES), []).word == OPEN


def test_the_first_that_passes_is_adopted(study: Study) -> None:
    flat = judged("baseline", FLAT)
    again = rosters(baseline=FIVE_FLAT, two=[PASSES] * 5, three=[PASSES] * 5)
    found = decide(study, flat, candidates(REJECTED, PASSES, PASSES), again)
    assert (found.word, found.candidate) == (ADOPT, "two")
    # An undecided one before it does not stand in its way: it does not pass.
    assert decide(study, flat, candidates(UNDECIDED, PASSES, PASSES), again).candidate == "two"


def test_the_strongest_identity_can_be_preferred(study: Study) -> None:
    rule = study.decision.model_copy(update={"prefer": "strongest identity"})
    strongest = replace(study, decision=rule)
    listed = [judged("one", PASSES, 5), judged("two", PASSES, 9), judged("three", PASSES, 7)]
    assert [each.variant.name for each in in_order(strongest, listed)] == ["two", "three", "one"]
    found = decide(strongest, judged("baseline", FLAT), listed, [])
    assert (found.word, found.candidate) == (ADOPT, "two")


def test_one_that_does_not_hold_on_other_rosters_gives_way_to_the_next(study: Study) -> None:
    again = rosters(
        baseline=FIVE_FLAT, one=[PASSES, PASSES, PASSES, REJECTED, REJECTED], two=[PASSES] * 5
    )
    found = decide(study, judged("baseline", FLAT), candidates(PASSES, PASSES), again)
    assert (found.word, found.candidate) == (ADOPT, "two")
    assert found.because[0] == "one passes with these cards, but on 3 of 5 rosters only."
    only = decide(study, judged("baseline", FLAT), candidates(PASSES, REJECTED), again)
    assert only.word == NONE


def test_one_of_which_other_rosters_leave_it_open_is_not_decided(study: Study) -> None:
    again = rosters(baseline=FIVE_FLAT, one=[PASSES] * 3 + [UNDECIDED] * 2)
    found = decide(study, judged("baseline", FLAT), candidates(PASSES, REJECTED), again)
    assert (found.word, found.candidate) == (OPEN, "one")


def test_one_that_was_not_tried_again_is_not_adopted(study: Study) -> None:
    again = rosters(baseline=FIVE_FLAT, one=[REJECTED] * 5)
    found = decide(study, judged("baseline", FLAT), candidates(PASSES, PASSES), again)
    assert (found.word, found.candidate) == (OPEN, "two")


def test_a_game_that_is_flat_with_these_cards_alone_is_not_decided(study: Study) -> None:
    again = rosters(baseline=[FLAT, FLAT, FLAT, NOT_FLAT, NOT_FLAT], one=[PASSES] * 5)
    found = decide(study, judged("baseline", FLAT), candidates(PASSES), again)
    assert found.word == OPEN
    assert "on 3 of 5 rosters only" in found.because[0]


def test_only_undecided_candidates_leave_it_open(study: Study) -> None:
    found = decide(study, judged("baseline", FLAT), candidates(REJECTED, UNDECIDED), [])
    assert (found.word, found.candidate) == (OPEN, "two")


def test_those_that_pass_are_tried_again_else_those_that_might(study: Study) -> None:
    wide = replace(study, rosters=study.rosters.model_copy(update={"leading": 2}))
    names = [
        [each.variant.name for each in leaders(wide, candidates(*words))]
        for words in (
            (PASSES, PASSES, PASSES), (UNDECIDED, REJECTED, PASSES),
            (UNDECIDED, REJECTED, NO_EFFECT), (REJECTED, NO_EFFECT, REJECTED),
        )
    ]  # fmt: skip
    assert names == [["one", "two"], ["three"], ["one"], []]


@pytest.mark.parametrize(
    ("words", "state"),
    [
        ([PASSES] * 4 + [REJECTED], HOLDS),
        ([PASSES] * 3 + [REJECTED] * 2, FAILS),
        ([PASSES] * 3 + [REJECTED, UNDECIDED], UNSURE),
        ([UNDECIDED] * 5, UNSURE),
    ],
)
def test_a_verdict_holds_where_enough_rosters_agree(words: list[str], state: str) -> None:
    assert holds("one", PASSES, rosters(one=words), 0.8) == state


def test_without_rosters_there_is_nothing_to_disagree(study: Study) -> None:
    assert holds("one", PASSES, [], 0.8) == HOLDS
    assert Path(study.path).name == "study.toml"
