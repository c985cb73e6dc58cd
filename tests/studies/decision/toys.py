"""Toy card pools, of which it is known what a study should say of them."""

import csv
from collections.abc import Mapping
from pathlib import Path

from forgesim.studies.decision.study import Study
from forgesim.studies.decision.study_file import load_study

COLUMNS = ["id", "name", "faction", "type", "cost", "power", "toughness", "keyword", "rarity"]
GROUPS = ("Arcana", "Armory", "Wilds")
CREATURES = (
    (1, 1, 2), (1, 2, 1), (2, 2, 3), (2, 3, 2), (3, 3, 4),
    (3, 4, 3), (4, 4, 5), (4, 5, 4), (5, 5, 6), (5, 6, 5),
)  # fmt: skip
RULES = 'name = "small"\nparent = "v0.1w"\ndeck_size = 16\n'
STUDY = """name = "toy"
seed = 3
ruleset = "small.toml"
roster = ["cards.csv"]

[search]
pilot = "greedy"
games = 2000

[pilots]
tiers = ["greedy", "aggro"]
pairs = 120

[flat]
identity = 3
pull = 0

[targets]
ceiling = 70

[rosters]
count = 0
leading = 1

[decision]
rulings = false
"""
NOTHING = "[synergy.add]\nblessed_heal = 3\n"
BREAKS = "[synergy.add]\nstart_heat = 15\nheat_cap = 15\n"


def synergy(name: str, group: str, add: str) -> str:
    """A ruleset that gives mono decks of a group something."""
    return (
        f'name = "{name}"\nparent = "small.toml"\n\n[[synergy]]\nname = "{name}"\n'
        f'faction = "{group}"\n{add}'
    )


def make_toy(
    folder: Path,
    candidates: Mapping[str, str],
    better: Mapping[str, int] | None = None,
    text: str = STUDY,
    rules: str = RULES,
) -> Path:
    """Write a study with its cards and rulesets; the path of the study file.

    Parameters
    ----------
    folder : Path
    candidates : mapping of str to str
        Rulesets by name.
    better : mapping of str to int, optional
        By group, what all its creatures have more of both power and toughness.
    text, rules : str
        The study file without its candidates, and the ruleset of the baseline.
    """
    with (folder / "cards.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(COLUMNS)
        for group in GROUPS:
            more = (better or {}).get(group, 0)
            for number, (cost, power, toughness) in enumerate(CREATURES):
                name = f"{group} {number}"
                plain = [cost, power + more, toughness + more, "", "common"]
                rows.writerow([f"{group.lower()}_{number}", name, group, "creature", *plain])
    (folder / "small.toml").write_text(rules)
    for name, ruleset in candidates.items():
        (folder / f"{name}.toml").write_text(ruleset)
        text += f'\n[[candidate]]\nname = "{name}"\nruleset = "{name}.toml"\n'
    path = folder / "study.toml"
    path.write_text(text)
    return path


def toy_study(folder: Path, candidates: Mapping[str, str], **how: object) -> Study:
    """The study that `make_toy` writes."""
    return load_study(make_toy(folder, candidates, **how))  # type: ignore[arg-type]
