"""What a file or a name stands for, and what it replaces in the base."""

import shutil
from pathlib import Path

import pytest

import forgesim
from forgesim.cards.settings import parse_settings
from forgesim.errors import DataError, ForgesimError, UsageError
from forgesim.studies.compare import compare_plans
from forgesim.studies.variants import (
    list_variants,
    make_base,
    plan_of,
    plan_with,
    recognise,
    split_base,
    why_unchanged,
)
from tests.driver import ROSTERS

DECKS = {"deck": ["wilds-fast", "occult-fast"], "pairs": 3}


def write(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("e.toml", 'deck = ["wilds-fast"]', "experiment"),
        ("e.toml", "[set]\nfp_cap = 8", "experiment"),
        ("r.toml", 'parent = "v0.1w"\nfp_cap = 8', "ruleset"),
        ("r.toml", 'parent = "v0.1w"\n[second]\nstart_heat = 22', "ruleset"),
        ("r.toml", 'parent = "v0.1w"\ntitle = "the same"', "ruleset"),
        ("d.toml", 'name = "d"\n[cards]\nbramble_hound = 2', "deck"),
        ("d.txt", "2 Bramble Hound", "deck"),
        ("p.toml", 'name = "p"\nkind = "weights"', "pilot"),
        ("c.csv", "id,name", "roster"),
    ],
)
def test_a_file_is_recognised_by_what_is_in_it(
    tmp_path: Path, name: str, text: str, kind: str
) -> None:
    assert recognise(write(tmp_path, name, text), "forge").kind == kind


def test_a_file_that_names_nothing_but_its_parent_is_of_its_kind(tmp_path: Path) -> None:
    write(tmp_path, "top.toml", "pairs = 3")
    assert (
        recognise(write(tmp_path, "own.toml", 'parent = "top.toml"'), "forge").kind == "experiment"
    )
    write(tmp_path, "a.toml", 'parent = "b.toml"')
    with pytest.raises(DataError, match="cannot be told"):
        recognise(write(tmp_path, "b.toml", 'parent = "a.toml"'), "forge")


@pytest.mark.parametrize(
    ("name", "kind"), [("v0.1w", "ruleset"), ("wilds-fast", "deck"), ("planner", "pilot")]
)
def test_a_name_is_recognised(name: str, kind: str) -> None:
    assert recognise(name, "forge").kind == kind


def test_folders_are_projects_or_cards(tmp_path: Path) -> None:
    assert recognise(str(ROSTERS / "cards"), "forge").kind == "roster"
    write(tmp_path, "experiment.toml", "pairs = 3")
    found = recognise(str(tmp_path), "forge")
    assert (found.kind, found.path) == ("experiment", tmp_path / "experiment.toml")
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(UsageError, match="holds neither"):
        recognise(str(empty), "forge")


@pytest.mark.parametrize(
    ("text", "said"),
    [("planer", "did you mean 'planner'"), ("x.pdf", "ends with"), ("a\0b", "no file is called")],
)
def test_what_stands_for_nothing_is_refused(text: str, said: str, tmp_path: Path) -> None:
    if text == "x.pdf":
        text = write(tmp_path, text, "")
    with pytest.raises(UsageError, match=said):
        recognise(text, "forge")


def test_the_first_experiment_is_the_base_if_anything_follows(tmp_path: Path) -> None:
    one, two = (write(tmp_path, name, "pairs = 3") for name in ("one.toml", "two.toml"))
    assert split_base([one], False, "forge")[0] is None
    assert split_base([one], True, "forge") == (Path(one), [])
    base, rest = split_base([one, two, "v0.1w"], False, "forge")
    assert base == Path(one)
    assert [source.kind for source in rest] == ["experiment", "ruleset"]
    base, rest = split_base(["v0.1w", one], False, "forge")
    assert base is None
    assert len(rest) == 2


def test_a_ruleset_takes_the_place_of_the_base_s(tmp_path: Path) -> None:
    base = make_base(None, DECKS)
    file = write(tmp_path, "cap.toml", 'name = "cap"\nparent = "v0.1w"\nfp_cap = 8')
    plan = plan_of(base, recognise(file, "forge"))
    assert (plan.rules.name, plan.rules.seats[0]["fp_cap"]) == ("cap", 8)
    assert plan.decks == base.plan.decks


def test_a_synergy_changes_the_decks_that_have_it_alone(tmp_path: Path) -> None:
    text = (
        'name = "bellows"\nparent = "v0.1w"\n[[synergy]]\nname = "Bellows"\nfaction = "Wilds"\n'
        "[synergy.add]\nstart_heat = 2\n"
    )
    source = recognise(write(tmp_path, "bellows.toml", text), "forge")
    assert source.kind == "ruleset"
    base = make_base(None, {"deck": ["wilds-fast", "occult-fast", "armory-slow"], "pairs": 30})
    found = compare_plans(base.plan, [("bellows", plan_of(base, source))])
    names = [deck.name for deck in base.plan.decks]
    at = [base.plan.matchups[place] for place in found.versions[0].base_at]
    touched = ["wilds-fast" in (names[m.deck_a], names[m.deck_b]) for m in at]
    assert found.versions[0].is_same.tolist() == [not each for each in touched]
    row = next(
        r for r in found.rows if (r["scope"], r["name"], r["seat"]) == ("group", "Wilds", "")
    )
    assert row["difference"] > 0


def test_cards_take_the_place_of_the_base_s(tmp_path: Path) -> None:
    cards = tmp_path / "cards"
    shutil.copytree(ROSTERS / "cards", cards)
    base = make_base(None, DECKS)
    plan = plan_of(base, recognise(str(cards), "forge"))
    assert plan.decks == base.plan.decks
    (cards / "wilds.csv").unlink()
    with pytest.raises(DataError, match="wilds-fast"):
        plan_of(base, recognise(str(cards), "forge"))


def test_a_deck_takes_the_place_of_the_one_of_its_name(tmp_path: Path) -> None:
    base = make_base(None, DECKS)
    own = base.plan.decks[1]
    cards = own.counts
    cards |= {next(iter(cards)): 1, "bramble_hound": 1}
    listed = "\n".join(f"{card} = {copies}" for card, copies in cards.items())
    file = write(tmp_path, "mine.toml", f'name = "{own.name}"\n[cards]\n{listed}')
    plan = plan_of(base, recognise(file, "forge"))
    assert [deck.name for deck in plan.decks] == [deck.name for deck in base.plan.decks]
    assert plan.decks[1].counts == cards
    assert plan.decks[0] == base.plan.decks[0]
    with pytest.raises(UsageError, match="the base has none; its decks are wilds-fast"):
        plan_of(base, recognise("mixed-drain", "forge"))


def test_a_pilot_takes_the_place_of_the_one_of_its_name_or_of_all(tmp_path: Path) -> None:
    base = make_base(None, DECKS | {"pilot": ["greedy"]})
    own = write(tmp_path, "g.toml", 'name = "greedy"\nkind = "weights"\n[weights]\nface = 5')
    plan = plan_of(base, recognise(own, "forge"))
    assert plan.pilots[0].weights["face"] == 5
    assert plan.tiers == base.plan.tiers
    plan = plan_of(base, recognise("random", "forge"))
    assert [pilot.name for pilot in plan.pilots] == ["random"]


def test_an_experiment_plays_on_the_base_s_seed_and_under_its_flags(tmp_path: Path) -> None:
    file = write(tmp_path, "e.toml", 'seed = 9\npairs = 50\nprecision = 1\ndeck = ["wilds-fast"]')
    base = make_base(None, {"deck": ["occult-fast"], "pairs": 3})
    plan = plan_of(base, recognise(file, "forge"))
    assert (plan.seed, plan.pairs, plan.earlier) == (1, 3, ())
    assert [deck.name for deck in plan.decks] == ["occult-fast"]


def test_settings_come_on_top_of_the_base_s(tmp_path: Path) -> None:
    file = write(tmp_path, "e.toml", 'deck = ["wilds-fast"]\npairs = 2\n[set]\nfp_cap = 8')
    base = make_base(Path(file), {})
    plan = plan_with(base, parse_settings(["card.bramble_hound.cost=+1", "heat_cap=22"]))
    assert [plan.rules.seats[0][name] for name in ("fp_cap", "heat_cap")] == [8, 22]
    assert base.plan.rules.seats[0]["heat_cap"] != 22
    assert base.experiment.settings != plan.changed


def test_variants_are_called_by_short_names(tmp_path: Path) -> None:
    base = make_base(None, DECKS)
    folder = tmp_path / "other"
    folder.mkdir()
    files = [
        write(where, "cap.toml", 'parent = "v0.1w"\nfp_cap = 8') for where in (tmp_path, folder)
    ]
    sources = [recognise(file, "forge") for file in files]
    names = [name for name, _ in list_variants(base, sources[:1], ["fp_cap=8", "heat_cap=22"])]
    assert names == ["cap", "fp_cap=8, heat_cap=22"]
    assert [name for name, _ in list_variants(base, sources)] == files
    with pytest.raises(UsageError, match="is named twice"):
        list_variants(base, [sources[0], sources[0]])


def test_why_nothing_changes_is_known() -> None:
    base = make_base(None, DECKS).plan
    cards = parse_settings(["card.iron_golem.cost=+1"])
    assert why_unchanged(base, base, cards) == "no deck plays iron_golem"
    assert "already" in why_unchanged(base, base, parse_settings(["fp_cap=7"]))
    assert "are those of the base" in why_unchanged(base, base)


def test_versions_are_compared_from_python() -> None:
    found = forgesim.compare("random", change=["fp_cap=8"], deck=["wilds-fast"], pairs=4, jobs=1)
    assert [version.name for version in found.versions] == ["random", "fp_cap=8"]
    assert set(found.differences["variant"]) == {"random", "fp_cap=8"}
    with pytest.raises(ForgesimError, match="expected a list"):
        forgesim.compare(change="fp_cap=8")
