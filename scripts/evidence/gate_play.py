"""Gates on real play: the shipped sample, changed in a copy as a designer would change it."""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, product
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
from gate_synthetic import table

from forgesim.arena.batch import available_cores, play_listed, warm_up
from forgesim.arena.experiment import load_experiment
from forgesim.arena.plan import Segment
from forgesim.arena.resolve import make_plan
from forgesim.cards.shipped import shipped
from forgesim.gate import play
from forgesim.gate.baseline import Baseline, read_baseline
from forgesim.gate.drift import Match, fresh_seed, match, run_gate
from forgesim.gate.play import Table
from forgesim.gate.result import NONDETERMINISM, UNCHANGED, UNSTABLE, Found
from forgesim.gate.settings import gate_settings, with_cap
from forgesim.stats.differences import QUARTERS, Difference, paired_difference
from forgesim.stats.drift import DRIFT, INCONCLUSIVE, JOINT_DRIFT, PASS, Limits

Array = np.ndarray[Any, Any]
Edit = Callable[[Path], None]
"""Changes something in a folder with the game's files."""
Plant = Callable[[Array], None]
"""Changes the rows of a block that has just been played."""

GATES = 40
"""Gates of changes that cannot matter."""
APART = 1000
"""Number of the fresh seeds on which changes are measured apart; no gate has it."""
LIMITS = Limits()
INSTANT, QUICK = 5.0, 60.0
"""Seconds that a gate may take without a change, and with a card's that matters."""

ABOUT = """\
`rosters/forge/gate.toml` in a copy: 8 decks, 28 matchups, a baseline of 20,000 pairs of each, the
default limits throughout. {cores} cores, the engine compiled before, other work beside it. Marked
(!) is what misses what it should be."""


# A copy of the game


def copied_game(folder: Path) -> Path:
    """The shipped game in a folder, with pilots of its own that can be changed."""
    shutil.copytree(shipped("forge"), folder, dirs_exist_ok=True)
    for path in (folder / "decks").glob("*.toml"):
        edited(path.relative_to(folder).as_posix(), r'pilot = "(\w+)"',
               r'pilot = "../pilots/\1.toml"')(folder)  # fmt: skip
    return folder


def edited(file: str, pattern: str, new: str) -> Edit:
    """Replace what stands once in a file."""

    def edit(folder: Path) -> None:
        path = folder / file
        text, many = re.subn(pattern, new, path.read_text("utf-8"), flags=re.MULTILINE)
        assert many == 1, (file, pattern, many)
        path.write_text(text, "utf-8")

    return edit


def renamed(card: str) -> Edit:
    """Give a card an id that sorts last: its decks are the same, and shuffled otherwise."""

    def edit(folder: Path) -> None:
        for path in (*folder.glob("cards/*.csv"), *folder.glob("decks/*.toml")):
            text = path.read_text("utf-8")
            path.write_text(re.sub(rf"^{card}\b", f"zz_{card}", text, flags=re.MULTILINE), "utf-8")

    return edit


def in_other_order(folder: Path) -> None:
    """Turn the rows of all card files and all decks around."""
    for path in folder.glob("cards/*.csv"):
        note, head, *rows = path.read_text("utf-8").splitlines()
        path.write_text("\n".join([note, head, *reversed(rows), ""]), "utf-8")
    for path in folder.glob("decks/*.toml"):
        above, below = path.read_text("utf-8").split("[cards]\n")
        rows = below.splitlines()
        path.write_text("\n".join([f"{above}[cards]", *reversed(rows), ""]), "utf-8")


def commented(folder: Path) -> None:
    """Add a comment to every file."""
    for path in (*folder.glob("*/*.csv"), *folder.glob("*/*.toml")):
        path.write_text(f"# As agreed.\n{path.read_text('utf-8')}", "utf-8")


def nothing(folder: Path) -> None:
    """Change nothing."""


@dataclass(frozen=True)
class Game:
    """The game as its baseline has it, and a folder for copies of it.

    Attributes
    ----------
    folder, spare : Path
    old : Baseline
    """

    folder: Path
    spare: Path
    old: Baseline

    def changed(self, *edits: Edit) -> Path:
        """A copy with changes, which lives until the next one is made."""
        shutil.rmtree(self.spare, ignore_errors=True)
        shutil.copytree(self.folder, self.spare)
        for edit in edits:
            edit(self.spare)
        return self.spare


def forgesim(*arguments: str | Path) -> tuple[str, float]:
    """What the program prints, and the seconds that it takes."""
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "forgesim", *arguments], stdout=subprocess.PIPE, text=True,
        encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode in (0, 1, 4), done
    return done.stdout, time.perf_counter() - started


def made_game(folder: Path) -> Game:
    """The game with its baseline."""
    game, file = copied_game(folder / "game"), folder / "game" / "baseline.json"
    forgesim("baseline", "create", game / "gate.toml", "--out", file, "--quiet")
    return Game(game, folder / "changed", read_baseline(file))


def matched(old: Baseline, folder: Path) -> Match:
    """The game in a folder beside its baseline."""
    return match(old, make_plan(load_experiment(folder / "gate.toml", {})))


def judged(old: Baseline, folder: Path, number: int | None = None) -> Found:
    """Call the gate as the command does; number is that of `--fresh-seeds --seed`."""
    path = folder / "gate.toml"
    told = load_experiment(path, {})
    settings = gate_settings(told, path, {})
    settings = with_cap(settings, None if number is not None else old.pairs)
    both = match(old, make_plan(told))
    seed = None if number is None else fresh_seed(old, number)
    return run_gate(both, told, settings, Table(both.plan, available_cores()), seed)


def counted_as_changed(old: Baseline, engine: str | None = None) -> Baseline:
    """The baseline with other fingerprints, so that every matchup is played again."""
    plan = dict(old.plan)
    plan["matchups"] = [{**each, "fingerprint": "0" * 16} for each in plan["matchups"]]
    return replace(old, data={**old.data, "plan": plan, "engine": engine or old.data["engine"]})


# False alarms


RARITIES = [
    edited(f"cards/{faction}.csv", rf"^({card},.*),\w+$", r"\1,rare")
    for faction, card in (
        ("wilds", "bramble_hound"), ("wilds", "heath_aurochs"), ("occult", "ash_moth"),
        ("armory", "siege_ox"), ("arcana", "ward_statue"), ("sundries", "alley_cutter"),
    )
]  # fmt: skip
IDLE_WEIGHTS = [
    edited(f"pilots/{pilot}.toml", rf"^{weight} = .*$", f"{weight} = 9999")
    for pilot, weight in (
        ("aggro", "artifact_sturdy"), ("aggro", "artifact_blessed"), ("aggro", "hoard"),
        ("control", "artifact_cursed"), ("midrange", "artifact_cursed"),
        ("midrange", "artifact_blessed"),
    )
]  # fmt: skip
RENAMED = (
    "bone_chorister", "halberd_veteran", "bramble_hound", "ward_statue", "alley_cutter",
    "ash_moth", "gatehouse_captain", "lamp_lighter", "aegis_diagram", "brass_chimera",
    "banner_sergeant", "caravan_boss", "heath_aurochs", "hollow_bear", "iron_marshal",
    "hexed_sickle", "long_estoc", "line_soldier", "burnt_offering", "field_maul",
)  # fmt: skip


def harmless(game: Game) -> Iterator[tuple[str, Found]]:
    """Gates of changes that cannot matter, each with the kind of the change."""
    for edit in RARITIES:
        yield "a card's rarity", judged(game.old, game.changed(edit))
    for edit in IDLE_WEIGHTS:
        yield (
            "a weight for what none of the pilot's decks plays",
            judged(game.old, game.changed(edit)),
        )
    touched = counted_as_changed(game.old)
    number = count(1)
    for _ in range(GATES - len(RARITIES) - len(IDLE_WEIGHTS) - len(RENAMED)):
        yield (
            "none, `--fresh-seeds`, all counted as changed",
            judged(touched, game.folder, next(number)),
        )
    for card in RENAMED:
        folder = game.changed(renamed(card))
        yield "a card's id, `--fresh-seeds`", judged(game.old, folder, next(number))


def false_alarms(game: Game, number: int) -> Iterator[str]:
    yield from ["### False alarms", ""]
    yield """\
Changes that cannot matter, but for which the gate must play. The first three kinds leave every
game as it was. Another id puts a card elsewhere in the unshuffled decks that hold it: the same
deck, dealt otherwise, so that pairs do change (*Var(D)*: the median over matchups), and their mean
does not. Wanted: no drift. *Tested*: matchups, in all gates. *Pairs*: of a matchup, median and
largest."""
    yield ""
    kinds: dict[str, list[Found]] = {}
    for _, (kind, found) in zip(range(number), harmless(game), strict=False):
        kinds.setdefault(kind, []).append(found)
    rows = [_false_alarm_row(*kind) for kind in kinds.items()]
    every = [found for gates in kinds.values() for found in gates]
    verdicts = "pass | drift | joint drift | inconclusive"
    head = f"what changed | gates | {verdicts} | tested | Var(D) | pairs | largest"
    yield from table(head, [*rows, _false_alarm_row("**all**", every)])


def _false_alarm_row(kind: str, gates: Sequence[Found]) -> tuple[str, ...]:
    verdicts = [found.verdict for found in gates]
    counts = [str(verdicts.count(name)) for name in (PASS, DRIFT, JOINT_DRIFT, INCONCLUSIVE)]
    wrong = " (!)" if set(verdicts) & {DRIFT, JOINT_DRIFT, NONDETERMINISM, UNCHANGED} else ""
    tested = [each for found in gates for each in found.tested if each.pairs]
    pairs = [each.pairs for each in tested]
    variance = np.median([each.variance for each in tested])
    return (
        kind, f"{len(gates)}{wrong}", *counts, f"{len(tested)}", f"{variance:.3f}",
        f"{np.median(pairs):,.0f}", f"{max(pairs):,}",
    )  # fmt: skip


# Real changes


CHANGES: dict[str, tuple[Edit, ...]] = {
    "Halberd Veteran: power 4 → 5": (
        edited("cards/armory.csv", "^(halberd_veteran,.*),4,5,", r"\1,5,5,"),
    ),
    "Bone Chorister: cost 3 → 4": (
        edited("cards/occult.csv", "^(bone_chorister,.*),3,5,2,", r"\1,4,5,2,"),
    ),
    "Ridge Stalker: SWIFT removed": (
        edited("cards/wilds.csv", "^(ridge_stalker,.*),SWIFT,", r"\1,,"),
    ),
    "fp_cap: 7 → 8": (edited("rulesets/v0.1w.toml", "^fp_cap = 7$", "fp_cap = 8"),),
    "aggro: face 24 → 2": (edited("pilots/aggro.toml", "^face = 24$", "face = 2"),),
    "Drill Yard: cost 3 → 4": (edited("cards/armory.csv", "^(drill_yard,.*),3,,,", r"\1,4,,,"),),
}
NO_CHANGES: dict[str, tuple[Edit, ...]] = {
    "nothing": (nothing,),
    "all rows in another order": (in_other_order,),
    "a comment in every file": (commented,),
    "a card added that no watched deck plays": (
        edited("cards/wilds.csv", r"\Z", "new_elk,New Elk,Wilds,creature,3,9,9,SWIFT,common\n"),
    ),
}


def real_changes(game: Game) -> Iterator[str]:
    yield from ["### Real changes", ""]
    yield f"""\
`forgesim gate` as a program of its own, from its start to its end. *Tested*: matchups with other
inputs. *First*: the matchup with the most evidence, and by how many points the score of the deck
named first had changed when the gate stopped [95 %, whenever one stops]. *Apart*: the same for
20,000 pairs on seeds that no gate has seen, both versions played anew [95 %]. *Moved by*: tested
matchups that moved there by less than {LIMITS.tolerated:g} point, by up to {LIMITS.caught:g}, and
by more. *Pairs*: of the matchup that was played longest. Marked is a drift whose first matchup is
proven apart to have moved by less than what is tolerated, a pass although one is proven to have
moved by more than what must be caught, and what takes more than {QUICK:g} seconds."""
    yield ""
    head = "change | tested | verdict | first | points | apart | moved by | pairs | seconds"
    yield from table(head, (_change_row(game, *case) for case in CHANGES.items()))
    yield "Nothing that matters:"
    yield ""
    rows = (_no_change_row(game, *case) for case in NO_CHANGES.items())
    yield from table(f"change | verdict | seconds, of 3 calls the slowest (≤ {INSTANT:g})", rows)


def _called(game: Game, folder: Path) -> tuple[dict[str, Any], float]:
    """The gate's finding, as the command has it, and how long it took."""
    printed, seconds = forgesim(
        "gate", game.folder / "baseline.json", "--experiment", folder / "gate.toml", "--quiet",
        "--format", "json",
    )  # fmt: skip
    return json.loads(printed), seconds


def _change_row(game: Game, name: str, edits: Sequence[Edit]) -> tuple[str, ...]:
    folder = game.changed(*edits)
    found, seconds = _called(game, folder)
    apart = measured_apart(game.old, matched(game.old, folder))
    sizes = np.array([abs(100 * each.mean) for each in apart.values()])
    edges = sizes < LIMITS.tolerated, sizes > LIMITS.caught
    small, large = (int(edge.sum()) for edge in edges)
    first = found["matchups"][0]
    names = first["deck_a"], first["deck_b"]
    wrong = " (!)" if _contradicts(found["verdict"], apart, names) else ""
    slow = " (!)" if seconds > QUICK else ""
    return (
        name, f"{len(apart)}", found["verdict"] + wrong, " - ".join(names),
        "{change:+.2f} [{low:+.2f}, {high:+.2f}]".format(**first),
        _points(apart[names]),
        f"{small}, {len(sizes) - small - large}, {large}",
        f"{max(each['pairs'] for each in found['matchups']):,}", f"{seconds:.1f}{slow}",
    )  # fmt: skip


Apart = dict[tuple[str, str], Difference]


def measured_apart(old: Baseline, both: Match) -> Apart:
    """Changes of the tested matchups in 20,000 pairs on other seeds, by the names of the decks."""
    seed, former = fresh_seed(old, APART), old.resolved()
    versions = [
        (both.plan, both.changed), (former, [both.places[place] for place in both.changed])
    ]  # fmt: skip
    strengths = []
    for plan, places in versions:
        chosen = tuple(plan.matchups[place] for place in places)
        part = Table(replace(plan, matchups=chosen, seed=seed), available_cores())
        segments = [Segment(place, 0, old.pairs) for place in range(len(chosen))]
        strengths.append([rows.sum(axis=1) for rows in part.outcomes(segments)])
    keys = [both.plan.matchups[place] for place in both.changed]
    decks = both.plan.decks
    return {
        (decks[key.deck_a].name, decks[key.deck_b].name): paired_difference(
            np.bincount(new - was + 4, minlength=len(QUARTERS))[None], QUARTERS, np.ones(1)
        )
        for key, new, was in zip(keys, *strengths, strict=True)
    }


def _contradicts(verdict: str, apart: Apart, first: tuple[str, str]) -> bool:
    """Whether what was measured apart proves a verdict wrong."""
    if verdict == DRIFT:
        one = apart[first]
        return max(abs(100 * one.low), abs(100 * one.high)) < LIMITS.tolerated
    least = max(max(100 * each.low, -100 * each.high) for each in apart.values())
    return verdict == PASS and least > LIMITS.caught


def _points(found: Difference) -> str:
    return f"{100 * found.mean:+.2f} [{100 * found.low:+.2f}, {100 * found.high:+.2f}]"


def _no_change_row(game: Game, name: str, edits: Sequence[Edit]) -> tuple[str, ...]:
    folder = game.changed(*edits)
    calls = [_called(game, folder) for _ in range(3)]
    verdicts, slowest = {found["verdict"] for found, _ in calls}, max(time for _, time in calls)
    wrong = "" if verdicts == {UNCHANGED} else " (!)"
    slow = " (!)" if slowest > INSTANT else ""
    return name, ", ".join(verdicts) + wrong, f"{slowest:.1f}{slow}"


# Faults of the engine


def turned(rows: Array, places: Array) -> None:
    """Give games to the loser."""
    winner = rows["winner"]
    is_won = np.zeros(len(rows), bool)
    is_won[places] = True
    is_won &= (winner == 0) | (winner == 1)
    winner[is_won] = 1 - winner[is_won]


def by_clock(rows: Array) -> None:
    """One game of each block, by the time of day, goes otherwise."""
    turned(rows, np.array([time.time_ns() // 1000 % len(rows)]))


def by_count(calls: Iterator[int], rows: Array) -> None:
    """Every 5,000th game since the start goes otherwise."""
    numbers = np.array([next(calls) for _ in rows])
    turned(rows, np.flatnonzero(numbers % 5000 == 0))


def by_game_before(rows: Array) -> None:
    """Whatever follows a game of 25 turns or more in a block goes otherwise: a leftover of it."""
    turned(rows, 1 + np.flatnonzero(rows["turns"][:-1] >= 25))


def by_seed(rows: Array) -> None:
    """Games of some seeds go otherwise, always: another engine, or another machine."""
    turned(rows, np.flatnonzero(rows["seed"] % 500 == 0))


def to_the_first(rows: Array) -> None:
    """Whoever goes first wins one pair in five: another engine that plays another game."""
    rows["winner"][rows["seed"] % 5 == 0] = 0


def planted(plant: Plant | None) -> AbstractContextManager[object]:
    """Plant a fault between the engine and the gate."""

    def played(*arguments: Any, **options: Any) -> Iterator[tuple[int, Any]]:
        for index, block in play_listed(*arguments, **options):
            assert plant is not None
            plant(block.rows.view(np.ndarray))
            yield index, block

    return nullcontext() if plant is None else mock.patch.object(play, "play_listed", played)


PLANTS: dict[str, Callable[[], Plant]] = {
    "one game of each block, by the clock": lambda: by_clock,
    "every 5,000th game since the start": lambda: partial(by_count, count(1)),
    "games that follow one of 25 turns or more": lambda: by_game_before,
    "games of one seed in 500, always the same": lambda: by_seed,
}
ENGINES: dict[str, tuple[Plant | None, str]] = {
    "none: the same games": (None, PASS),
    "games of one seed in 500": (by_seed, PASS),
    "who goes first wins one pair in five": (to_the_first, DRIFT),
}


def faults(game: Game) -> Iterator[str]:
    yield from ["### Faults of the engine", ""]
    yield """\
Results are turned around between the engine and the gate. Wanted: nondeterminism, exit code 3, and
drift neither without a change nor beside one that is drift without the fault (Bone Chorister: cost
3 → 4). *Named*: matchups that did not repeat."""
    yield ""
    head = "planted | what changed | verdict | exit code | named"
    yield from table(head, _fault_rows(game))
    yield """\
The same where the baseline is of an engine with another digest: games may differ from it then, as
long as they repeat, and all 28 matchups are compared."""
    yield ""
    head = "what differs from the other engine | verdict | exit code | named"
    yield from table(head, _engine_rows(game))


def _fault_rows(game: Game) -> Iterator[tuple[str, ...]]:
    cards = {"nothing": nothing, "a card": CHANGES["Bone Chorister: cost 3 → 4"][0]}
    for (name, make), (what, edit) in product(PLANTS.items(), cards.items()):
        with planted(make()):
            found = judged(game.old, game.changed(edit))
        yield name, what, *_fault_cells(found, NONDETERMINISM, 3)


def _engine_rows(game: Game) -> Iterator[tuple[str, ...]]:
    other = counted_as_changed(game.old, "0" * 16)
    for name, (plant, wanted) in ENGINES.items():
        with planted(plant):
            found = judged(other, game.folder)
        yield name, *_fault_cells(found, wanted, 0 if wanted == PASS else 1)


def _fault_cells(found: Found, verdict: str, code: int) -> tuple[str, str, str]:
    is_right = (found.verdict, found.exit_code) == (verdict, code)
    mark = "" if is_right else " (!)"
    return found.verdict + mark, str(found.exit_code), str(len(found.of(UNSTABLE)))


def page(number: int) -> Iterator[str]:
    """The part of real play; number is that of gates that must not cry wolf, at most `GATES`."""
    started = time.perf_counter()
    yield from ["## Real play", "", ABOUT.format(cores=available_cores()), ""]
    with tempfile.TemporaryDirectory() as folder:
        game = made_game(Path(folder))
        warm_up(matched(game.old, game.folder).plan)
        for part in (partial(false_alarms, number=number), real_changes, faults):
            yield from part(game)
    yield from [f"{time.perf_counter() - started:.0f} seconds.", ""]
