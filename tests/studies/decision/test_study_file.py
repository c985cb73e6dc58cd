from pathlib import Path

import pytest

from forgesim.errors import DataError
from forgesim.studies.decision.stated import stated, stated_digest
from forgesim.studies.decision.study_file import load_study
from tests.studies.decision.toys import BREAKS, NOTHING, STUDY, make_toy, synergy, toy_study

ONE = {"mild": synergy("mild", "any", NOTHING)}


def refused(folder: Path, text: str, candidates: dict[str, str] = ONE) -> list[str]:
    with pytest.raises(DataError) as error:
        load_study(make_toy(folder, candidates, text=text))
    return [f"{v.file.name}:{v.line}: {v.problem}" for v in error.value.violations]


def test_a_study_has_what_its_file_says(tmp_path: Path) -> None:
    study = toy_study(tmp_path, ONE | {"breaks": synergy("breaks", "Wilds", BREAKS)})
    assert (study.name, study.seed, study.groups) == ("toy", 3, ["Arcana", "Armory", "Wilds"])
    assert [v.name for v in study.variants] == ["baseline", "mild", "breaks"]
    assert study.baseline.rules.seats[0]["deck_size"] == 16
    assert study.candidates[1].rules.synergies[0].group == "Wilds"
    assert study.must_pass == ("greedy", "aggro")
    assert (study.pairs_of(study.tiers[0]), study.rosters.count) == (120, 0)
    assert study.tail == pytest.approx(0.025 / (3 * 2))
    assert study.opponents == ()  # its own cards, and no decks: some are dealt


def test_an_experiment_can_be_the_parent(tmp_path: Path) -> None:
    make_toy(tmp_path, ONE)
    (tmp_path / "base.toml").write_text(
        'ruleset = "small.toml"\nroster = ["cards.csv"]\nseed = 9\n[set]\nfp_cap = 6\n'
    )
    text = STUDY.replace('ruleset = "small.toml"\nroster = ["cards.csv"]', 'parent = "base.toml"')
    study = load_study(make_toy(tmp_path, ONE, text=text.replace("seed = 3\n", "")))
    assert study.seed == 9
    for variant in study.variants:  # what the baseline sets, candidates are tried with
        assert variant.rules.seats[0]["fp_cap"] == 6
    own = load_study(make_toy(tmp_path, ONE, text=text + "[set]\nfp_cap = 5\n"))
    assert own.seed == 3
    assert [v.rules.seats[1]["fp_cap"] for v in own.variants] == [5, 5]


def test_all_that_is_wrong_with_the_keys_is_told_at_once(tmp_path: Path) -> None:
    text = STUDY.replace("seed = 3", 'seed = 3\nquestoin = "x"')
    text = text.replace("games = 2000", 'games = 10\nkeeep = 2\npilots = "x"')
    assert refused(tmp_path, text) == [
        "study.toml:3: unknown key 'questoin'; did you mean 'question'?",
        "study.toml:9: search: games 10, expected a whole number from 500 to 10,000,000,000",
        "study.toml:10: search: unknown key 'keeep'; did you mean 'keep'?",
        "study.toml:11: search: unknown key 'pilots'; did you mean 'pilot'?",
    ]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("ceiling = 70", "", "targets: none is stated; name at least one of ceiling, floor,"),
        ("[targets]\nceiling = 70\n", "", "targets: none is stated"),
        ("ceiling = 70", "turns = [30, 20]", "turns [30.0, 20.0], expected the lower number first"),
        ("ceiling = 70", "turns = [30]", "turns [30], expected the least and the most"),
        ("ceiling = 70", "pull_most = -1", "pull_most -1 contradicts flat.pull 0"),
        ("ceiling = 70", "ceiling = 50", "ceiling 50: some score always lies beyond it"),
        ("ceiling = 70", "ceiling = 40", "ceiling 40, expected a score, 50 to 100"),
        ("ceiling = 70", "floor = 60", "floor 60, expected a score, 0 to 50"),
        ('"aggro"]', '"agro"]', "pilots: unknown pilot 'agro'; did you mean 'aggro'?"),
        ('"aggro"]', '"random"]', "pilots: 'random' plays by chance, and is no tier"),
        ('"aggro"]', '"greedy"]', "pilots: a tier is named twice"),
        ("pairs = 120", 'must_pass = ["midrange"]', "must_pass 'midrange' is none of the tiers"),
        ('pilot = "greedy"', 'pilot = "greddy"', "search: unknown pilot 'greddy'"),
        ("small.toml", "big.toml", "there is no such file"),
        ("seed = 3", "seed = -3", "seed -3, expected a whole number from 0"),
        ("[search]", 'parent = "x.toml"\n[search]', "parent 'x.toml': there is no such file"),
        ("[search]", "candidate = 3\n[search]", "candidates stand below lines [[candidate]]"),
        ("[rosters]\ncount = 0", "[rosters]\ncount = -1", "count -1, expected a whole number"),
    ],
)
def test_what_cannot_be_used_is_named_with_its_line(
    old: str, new: str, said: str, tmp_path: Path
) -> None:
    assert old in STUDY
    if new.startswith("candidate"):
        problems = refused(tmp_path, STUDY.replace(old, new, 1), {})
    else:
        problems = refused(tmp_path, STUDY.replace(old, new, 1))
    assert said in problems[0], problems


def test_candidates_are_needed_and_have_names_of_their_own(tmp_path: Path) -> None:
    assert refused(tmp_path, STUDY, {}) == [
        "study.toml:None: no candidate: name at least one, below a line [[candidate]]"
    ]
    twice = STUDY + '\n[[candidate]]\nname = "mild"\nruleset = "mild.toml"\n'
    (problem,) = refused(tmp_path, twice)
    assert problem == "study.toml:33: candidate: the name 'mild' is taken: change it"
    other = STUDY + '\n[[candidate]]\nname = "x"\nruleset = "missing.toml"\n'
    assert "there is no such file" in refused(tmp_path, other)[0]


def test_a_synergy_of_a_group_that_no_card_has_is_refused(tmp_path: Path) -> None:
    wrong = {"odd": synergy("odd", "Occult", BREAKS)}
    (problem,) = refused(tmp_path, STUDY, wrong)
    assert "synergy 'odd': unknown faction 'Occult', expected Arcana, Armory, Wilds, any" in problem


def test_a_quick_study_has_less_of_everything(tmp_path: Path) -> None:
    text = STUDY.replace('"aggro"]', '"aggro", "midrange", "planner"]').replace("2000", "400_000")
    path = make_toy(tmp_path, ONE, text=text.replace("count = 0", "count = 5"))
    full, quick = load_study(path), load_study(path, is_quick=True)
    assert [tier.name for tier in quick.tiers] == ["greedy", "aggro"]
    assert quick.must_pass == ("greedy", "aggro")
    assert (quick.search.games, quick.pilots.pairs, quick.rosters.count) == (50_000, 30, 2)
    assert stated_digest(quick) != stated_digest(full)


def test_the_digest_is_of_all_that_is_stated(tmp_path: Path) -> None:
    digests = {
        stated_digest(load_study(make_toy(tmp_path, ONE, text=STUDY.replace(old, new))))
        for old, new in [
            ("seed = 3", "seed = 3"), ("seed = 3", "seed = 4"), ("ceiling = 70", "ceiling = 69"),
            ("pull = 0", "pull = -1"), ("pairs = 120", "pairs = 121"), ("aggro", "midrange"),
        ]
    }  # fmt: skip
    assert len(digests) == 6
    other = toy_study(tmp_path, {"mild": synergy("mild", "any", BREAKS)})
    assert stated_digest(other) not in digests
    better = toy_study(tmp_path, ONE, better={"Wilds": 1})
    assert stated_digest(better) not in digests


def test_the_rule_is_stated_in_words(tmp_path: Path) -> None:
    file = STUDY.replace("count = 0", "count = 1")
    text = "\n".join(stated(toy_study(tmp_path, ONE, text=file)))
    wanted = (
        "below 3 points", "no faction scores above 70", "greedy, aggro", "within 1 points",
        "80 % of these agree", "first in the order of the file",
    )  # fmt: skip
    assert [words for words in wanted if words not in text] == []
