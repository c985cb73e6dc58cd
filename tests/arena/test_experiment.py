"""Experiments: a file, flags, or flags over a file."""

from pathlib import Path
from typing import Any

import pytest

from forgesim.arena.experiment import Experiment, load_experiment
from forgesim.arena.gate_tables import target_line
from forgesim.arena.resolve import make_plan
from forgesim.cards.toml import Toml
from forgesim.errors import DataError, ForgesimError, UsageError

FILE = """\
name = "mine"
deck = ["wilds-fast", "decks/mine.toml"]
decks_are = 0
"""


def load(folder: Path, text: str, **flags: Any) -> Experiment:
    path = folder / "mine.toml"
    path.write_text(text)
    return load_experiment(path, flags)


def test_without_file_and_flags_everything_has_its_default() -> None:
    experiment = load_experiment(None, {})
    assert (experiment.game, experiment.seed, experiment.backend) == ("forge", 1, "threading")
    assert (experiment.games, experiment.pairs, experiment.jobs) == (None, None, None)
    assert experiment.settings == []


def test_an_experiment_is_called_by_its_file_unless_it_names_itself(tmp_path: Path) -> None:
    assert load(tmp_path, "games = 2\n").name == "mine"
    assert load(tmp_path, 'name = "other"\n').name == "other"


def test_names_stay_names_and_paths_begin_at_the_file_s_folder(tmp_path: Path) -> None:
    experiment = load(
        tmp_path,
        'deck = ["wilds-fast", "decks/mine.toml", "./mine"]\nroster = ["cards"]\nruleset = "v0.1w"'
        '\npilot = ["greedy", "mine.toml"]\nout = "result"\n',
    )
    assert experiment.deck == ["wilds-fast", f"{tmp_path}/decks/mine.toml", f"{tmp_path}/mine"]
    assert experiment.roster == [f"{tmp_path}/cards"]
    assert experiment.ruleset == "v0.1w"
    assert experiment.pilot == ["greedy", f"{tmp_path}/mine.toml"]
    assert experiment.out == f"{tmp_path}/result"


def test_flags_replace_what_the_file_says(tmp_path: Path) -> None:
    experiment = load(tmp_path, "games = 20\nseed = 3\n", seed=4, jobs=2)
    assert (experiment.games, experiment.seed, experiment.jobs) == (20, 4, 2)


def test_a_flag_also_replaces_its_counterpart(tmp_path: Path) -> None:
    assert load(tmp_path, "games = 20\n", pairs=3).games is None
    assert load(tmp_path, 'decks = "all"\n', deck=["wilds-fast"]).decks is None
    assert load(tmp_path, 'deck = ["wilds-fast"]\n', decks="all").deck is None


def test_the_pilot_flags_replace_a_file_s_pair_of_pilots(tmp_path: Path) -> None:
    text = 'pilot_a = "greedy"\npilot_b = "random"\n'
    assert load(tmp_path, text, pilot=["greedy"]).pilot_a is None


def test_settings_of_the_command_line_follow_the_file_s(tmp_path: Path) -> None:
    experiment = load(tmp_path, "[set]\nfp_cap = 8\n", set=["fp_cap=9", "first.start_heat=21"])
    assert [setting.text for setting in experiment.settings] == [
        "fp_cap=8", "fp_cap=9", "first.start_heat=21",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (FILE, r"mine\.toml:3: unknown key 'decks_are'"),
        ("games = 0\n", r"mine\.toml:1: games 0, expected a whole number from 1 to"),
        ("games = 2.0\n", r"mine\.toml:1: games 2\.0, expected a whole number"),
        ('games = "2"\n', r"mine\.toml:1: games '2', expected a whole number"),
        ("games = true\n", r"mine\.toml:1: games True, expected a whole number"),
        ("deck = []\n", r"mine\.toml:1: deck \[\], expected a list of names or paths"),
        ('deck = "wilds-fast"\n', r"mine\.toml:1: deck 'wilds-fast', expected a list"),
        ('name = "two words"\n', r"mine\.toml:1: name 'two words', expected up to 64"),
        ('backend = "dask"\n', r"mine\.toml:1: backend 'dask', expected threading or loky"),
        ("set = 3\n", r"mine\.toml:1: set 3, expected a table of settings"),
        ("games = 2\npairs = 1\n", r"mine\.toml: games and pairs exclude each other"),
        ('deck = ["a"]\ndecks = "b"\n', r"mine\.toml: deck and decks exclude each other"),
        ('pilot_a = "greedy"\n', r"mine\.toml: pilot_a and pilot_b .* go together"),
        ('pilot = ["greedy"]\npilot_a = "a"\npilot_b = "b"\n', r"mine\.toml: pilot and pilot_a"),
    ],
)
def test_an_unusable_file_is_refused_with_its_place(
    text: str, problem: str, tmp_path: Path
) -> None:
    with pytest.raises(DataError, match=problem):
        load(tmp_path, text)


# The author's own headings and words

WORDS = """\
roster = ["cards.csv"]

[columns]
attack = "ATK"
cost = "Mana"
Ability = "keyword"
games = "200"

[values.faction]
Tide = "Wilds"
"The Sun" = "Armoury"
tide = "Occult"

[values.kind]
Minion = "creature"
"""


def test_all_that_is_wrong_with_headings_and_words_is_told_on_its_line(tmp_path: Path) -> None:
    with pytest.raises(DataError) as error:
        load(tmp_path, WORDS)
    found = [(violation.line, violation.problem) for violation in error.value.violations]
    assert [line for line, _ in found] == [4, 6, 7, 11, 12, 14]
    parts = ["did you mean 'power'", 'the other way round: keyword = "Ability"',
             "games stands here, and belongs before all tables", "did you mean 'Armory'",
             "'tide' stands for 'Wilds' already", "did you mean 'type'"]  # fmt: skip
    assert [part in problem for part, (_, problem) in zip(parts, found, strict=True)] == [True] * 6


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('cost = "Mana"\n', "1: unknown key 'cost'; what a column is called stands below a line"),
        ('Mana = "cost"\n', "1: unknown key 'Mana'; what a column is called stands below a line"),
        ('name = "Card Name"\n', "1: name 'Card Name', expected up to 64 .* below a line .columns"),
        ("[columns]\ngames = 20\n", "2: games = 20 stands under .columns., expected a heading in"),
        ('[values]\nTide = "Wilds"\n', "2: Tide = 'Wilds' stands under .values., expected a table"),
        ("[values.cost]\nfree = 0\n", "2: free = 0 stands under .values.cost., expected a word in"),
        ("values = 3\n", "1: values 3, expected a table of words for each column"),
        ("[values]\nfaction = []\n", r"2: faction = \[\] stands under .values., expected a table"),
    ],
)
def test_what_is_written_in_another_table_s_place_is_told_where_it_belongs(
    text: str, problem: str, tmp_path: Path
) -> None:
    with pytest.raises(DataError, match=rf"mine\.toml:{problem}"):
        load(tmp_path, text)


def test_words_of_the_command_line_go_before_the_file_s(tmp_path: Path) -> None:
    text = '[values.faction]\nTide = "Wilds"\nSun = "Armory"\n'
    flags = ["faction.TIDE = Occult", "keyword.First Strike=", "keyword.a=b=SWIFT"]
    experiment = load(tmp_path, text, values=flags)
    assert experiment.values == {
        "faction": {"tide": "Occult", "sun": "Armory"},
        "keyword": {"first strike": "", "a=b": "SWIFT"},
    }


@pytest.mark.parametrize(
    ("texts", "problem"),
    [
        (["Tide=Wilds"], "--value Tide=Wilds: expected FIELD.WORD=MEANING, as in keyword.Haste"),
        (["faction.Tide"], "--value faction.Tide: expected FIELD.WORD=MEANING"),
        (["faction.=Wilds"], "--value faction.=Wilds: expected FIELD.WORD=MEANING"),
        (["faction.A=Wilds", "faction.a=Occult"], "--value faction.a=Occult: 'a' stands for 'Wild"),
    ],
)
def test_unusable_words_of_the_command_line_are_refused(texts: list[str], problem: str) -> None:
    with pytest.raises(UsageError, match=problem):
        load_experiment(None, {"values": texts})


# Parents

BASE = """\
name = "base"
roster = ["cards.csv"]
decks = "decks"
games = 200
out = "there"
pilot = ["greedy", "own"]

[columns]
cost = "Mana"
power = "ATK"

[values.faction]
Tide = "Wilds"
Sun = "Armory"

[set]
fp_cap = 8
card.hound.cost = "+1"

[gate]
cap = 300
caught = 4

[[target]]
kind = "faction"
name = "any"
low = 40

[[target]]
kind = "first player"
high = 20
"""


def child(folder: Path, text: str, **flags: Any) -> Experiment:
    (folder / "game").mkdir()
    (folder / "game" / "base.toml").write_text(BASE)
    return load(folder, f'parent = "game/base.toml"\n{text}', **flags)


def test_a_file_takes_over_all_of_its_parent_but_what_is_about_its_runs(tmp_path: Path) -> None:
    experiment = child(tmp_path, "")
    assert experiment.roster == [f"{tmp_path}/game/cards.csv"]
    assert experiment.decks == f"{tmp_path}/game/decks"
    assert (experiment.games, experiment.pilot) == (200, ["greedy", "own"])
    assert experiment.columns == {"cost": "Mana", "power": "ATK"}
    assert experiment.values == {"faction": {"tide": "Wilds", "sun": "Armory"}}
    assert [s.text for s in experiment.settings] == ["fp_cap=8", "card.hound.cost=+1"]
    assert experiment.gate == {"cap": 300, "caught": 4}
    assert len(experiment.target) == 2
    assert (experiment.name, experiment.out, experiment.parent) == ("mine", None, None)


def test_keys_of_a_file_come_on_top_of_its_parent_s_as_options_would(tmp_path: Path) -> None:
    text = 'deck = ["./a.txt"]\npairs = 7\npilot_a = "aggro"\npilot_b = "own"\n'
    experiment = child(tmp_path, text, seed=3)
    assert (experiment.deck, experiment.decks) == ([f"{tmp_path}/a.txt"], None)
    assert (experiment.games, experiment.pairs, experiment.seed) == (None, 7, 3)
    assert (experiment.pilot, experiment.pilot_a) == (None, "aggro")


def test_tables_of_a_file_are_laid_over_its_parent_s_key_by_key(tmp_path: Path) -> None:
    text = (
        '[columns]\npower = "Wucht"\n[values.faction]\nTIDE = "Occult"\n'
        '[set]\ncard.hound.cost = "+2"\n[gate]\ncap = 500\n'
        '[[target]]\nkind = "first player"\nhigh = 9\n[[target]]\nkind = "deck"\nname = "any"\n'
    )
    experiment = child(tmp_path, text, set=["fp_cap=9"])
    assert experiment.columns == {"cost": "Mana", "power": "Wucht"}
    assert experiment.values == {"faction": {"tide": "Occult", "sun": "Armory"}}
    settings = [setting.text for setting in experiment.settings]
    assert settings == ["fp_cap=8", "card.hound.cost=+2", "fp_cap=9"]
    assert experiment.gate == {"cap": 500, "caught": 4}
    assert [(each["kind"], each.get("high")) for each in experiment.target] == [
        ("first player", 9), ("deck", None), ("faction", None),
    ]  # fmt: skip
    toml = Toml(tmp_path / "mine.toml")
    assert [target_line(toml, number) for number in range(3)] == [10, 13, 1]


def test_parents_have_parents(tmp_path: Path) -> None:
    (tmp_path / "middle.toml").write_text('parent = "game/base.toml"\nseed = 5\npairs = 2\n')
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "base.toml").write_text(BASE)
    experiment = load(tmp_path, 'parent = "middle.toml"\nseed = 6\n')
    assert (experiment.seed, experiment.pairs, experiment.games) == (6, 2, None)
    assert experiment.roster == [f"{tmp_path}/game/cards.csv"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            'seed = 1\nparent = "nine.toml"\n',
            r"mine\.toml:2: parent 'nine\.toml': there is no such",
        ),
        ('parent = "mine.toml"\n', r"mine\.toml:1: parents .*: mine\.toml -> mine\.toml"),
        (
            'parent = "ring.toml"\n',
            r"ring\.toml:2: parents go in a circle: mine.* -> ring.* -> m",
        ),
        ("parent = 3\n", r"mine\.toml:1: parent 3, expected the path of an experiment file"),
        ('parent = ""\n', r"mine\.toml:1: parent '', expected the path of an experiment file"),
        ('parent = "bad.toml"\n', r"bad\.toml:1: games 0, expected a whole number"),
        ('parent = "good.toml"\n[columns]\ncost = "ATK"\n', r"mine\.toml:2: columns: 'ATK' is the"),
        (
            'parent = "good.toml"\npilot_b = "own"\n',
            r"mine\.toml: pilot_a and pilot_b .* go together",
        ),
    ],
)
def test_a_parent_that_cannot_be_used_is_refused_with_its_place(
    text: str, problem: str, tmp_path: Path
) -> None:
    (tmp_path / "ring.toml").write_text('\nparent = "mine.toml"\n')
    (tmp_path / "bad.toml").write_text("games = 0\n")
    (tmp_path / "good.toml").write_text('[columns]\npower = "ATK"\n')
    with pytest.raises(DataError, match=problem):
        load(tmp_path, text)


def test_a_parent_is_no_option() -> None:
    with pytest.raises(UsageError, match="parent is a key of experiment files"):
        load_experiment(None, {"parent": "experiment.toml"})


@pytest.mark.parametrize("word", ["cost", "Mana", "price"])
def test_a_card_s_setting_without_card_before_it_is_told_its_name(word: str) -> None:
    experiment = load_experiment(None, {"set": [f"kiln_rat.{word}=3"], "columns": ["cost=Price"]})
    with pytest.raises(UsageError, match=r"did you mean 'card\.kiln_rat\.cost'\?"):
        make_plan(experiment)


@pytest.mark.parametrize(
    ("flags", "problem"),
    [
        ({"games": 0}, "--games 0, expected"),
        ({"games": 2, "pairs": 1}, "games and pairs exclude each other"),
        ({"deck": ["a"], "decks": "b"}, "deck and decks exclude each other"),
        ({"jobs": 1025}, "--jobs 1025, expected a whole number from 1 to 1024"),
    ],
)
def test_unusable_flags_are_refused(flags: dict[str, Any], problem: str) -> None:
    with pytest.raises(UsageError, match=problem):
        load_experiment(None, flags)


# From an experiment to its plan


def test_every_deck_meets_every_other_and_itself() -> None:
    plan = make_plan(load_experiment(None, {"deck": ["wilds-fast", "occult-fast", "arcana-slow"]}))
    names = [deck.name for deck in plan.decks]
    met = sorted((names[m.deck_a], names[m.deck_b]) for m in plan.matchups)
    assert met == [
        ("arcana-slow", "arcana-slow"), ("arcana-slow", "occult-fast"),
        ("arcana-slow", "wilds-fast"), ("occult-fast", "occult-fast"),
        ("occult-fast", "wilds-fast"), ("wilds-fast", "wilds-fast"),
    ]  # fmt: skip


@pytest.mark.parametrize(("games", "pairs"), [(1, 1), (12, 1), (13, 2), (24, 2), (1000, 84)])
def test_games_are_rounded_up_to_whole_pairs_for_each_matchup(games: int, pairs: int) -> None:
    decks = ["wilds-fast", "occult-fast", "arcana-slow"]
    plan = make_plan(load_experiment(None, {"deck": decks, "games": games}))
    assert (plan.pairs, plan.games) == (pairs, pairs * 12)


def test_without_a_number_a_million_games_are_planned() -> None:
    plan = make_plan(load_experiment(None, {}))
    assert 1_000_000 <= plan.games < 1_000_000 + 2 * len(plan.matchups)
    assert plan.name == "default-field"


def test_each_pilot_plays_the_whole_plan() -> None:
    flags = {"deck": ["wilds-fast", "occult-fast"], "pilot": ["greedy", "random"]}
    plan = make_plan(load_experiment(None, flags))
    assert [(m.pilot_a, m.pilot_b) for m in plan.matchups] == [(0, 0)] * 3 + [(1, 1)] * 3


def test_unequal_pilots_play_deck_a_and_deck_b() -> None:
    flags = {"deck": ["wilds-fast", "occult-fast"], "pilot_a": "random", "pilot_b": "greedy"}
    plan = make_plan(load_experiment(None, flags))
    assert [pilot.name for pilot in plan.pilots] == ["random", "greedy"]
    assert {(m.pilot_a, m.pilot_b) for m in plan.matchups} == {(0, 1)}


def test_without_a_pilot_each_deck_has_its_own() -> None:
    plan = make_plan(load_experiment(None, {"deck": ["wilds-fast", "armory-slow"]}))
    assert [tier.name for tier in plan.tiers] == ["own"]
    for matchup in plan.matchups:
        for deck, pilot in (
            (matchup.deck_a, matchup.pilot_a),
            (matchup.deck_b, matchup.pilot_b),
        ):
            assert plan.pilots[pilot].name == plan.decks[deck].pilot
    assert {pilot.name for pilot in plan.pilots} == {"aggro", "control"}


def test_own_pilots_can_play_beside_another_that_plays_all() -> None:
    flags = {"deck": ["wilds-fast", "armory-slow"], "pilot": ["own", "greedy"]}
    plan = make_plan(load_experiment(None, flags))
    assert [tier.name for tier in plan.tiers] == ["own", "greedy"]
    assert [matchup.tier for matchup in plan.matchups] == [0] * 3 + [1] * 3


def test_settings_reach_rules_cards_and_pilots() -> None:
    settings = ["fp_cap=8", "card.bramble_hound.cost=+1", "pilot.greedy.face=12"]
    flags = {"deck": ["wilds-fast"], "pilot": ["greedy"], "set": settings}
    plan = make_plan(load_experiment(None, flags))
    assert [seat["fp_cap"] for seat in plan.rules.seats] == [8, 8]
    hound = next(card for card in plan.decks[0].cards if card.id == "bramble_hound")
    assert hound.facts["cost"] == 3
    assert plan.pilots[0].weights["face"] == 12


def test_every_setting_is_listed_as_a_change() -> None:
    settings = ["fp_cap=8", "card.bramble_hound.cost=+1", "pilot.greedy.face=12"]
    flags = {"deck": ["wilds-fast"], "pilot": ["greedy"], "set": settings}
    plan = make_plan(load_experiment(None, flags))
    assert list(plan.changed) == settings


def test_all_illegal_decks_are_reported_together(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.toml").write_text(f'name = "{name}"\n[cards]\nash_moth = 2\n')
    with pytest.raises(ForgesimError) as error:
        make_plan(load_experiment(None, {"decks": str(tmp_path)}))
    assert [line.split(": ")[1] for line in str(error.value).splitlines()] == [
        "2 cards, expected exactly 20"
    ] * 2


def test_a_deck_must_be_legal_in_both_seats() -> None:
    flags = {"deck": ["wilds-fast"], "set": ["second.deck_size=21"]}
    with pytest.raises(DataError, match="20 cards, expected exactly 21"):
        make_plan(load_experiment(None, flags))
