"""The course of a study: search, measure, judge, test again, decide; each step stored."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from forgesim.cards.pilots import Pilot
from forgesim.cards.rules import Assumption, Rules
from forgesim.cards.synergies import check_range
from forgesim.stats.field_games import FieldGames, differences
from forgesim.stats.flatness import measure
from forgesim.studies.decision.decide import decide, leaders
from forgesim.studies.decision.errands import Ground
from forgesim.studies.decision.fields import Camps, make_plan, named_decks, play_field
from forgesim.studies.decision.hunt import FIRST_SHARE, first_search, second_searches
from forgesim.studies.decision.judge import (
    Verdict,
    judge_baseline,
    judge_candidate,
    over_tiers,
)
from forgesim.studies.decision.outcome import Again, Measured, Outcome
from forgesim.studies.decision.rosters import moved_cards, perturbed
from forgesim.studies.decision.stated import stated_digest
from forgesim.studies.decision.steps import Steps, seed_for
from forgesim.studies.decision.study import Study, Variant
from forgesim.studies.how import How, Played

Tell = Callable[[str], None]


def run_study(study: Study, steps: Steps, how: How | None = None) -> Outcome:
    """Carry out a study, or what is left of it.

    Parameters
    ----------
    study : Study
    steps : Steps
        Where results of steps are kept; those that are known are not computed again.
    how : How, optional
        Of no account for the outcome. Its bar is told of each part.
    """
    return _Course(study, steps, how or How()).outcome()


@dataclass(frozen=True)
class _Setting:
    """What some variants are measured under: a roster, rulings, tiers, a level.

    Attributes
    ----------
    words : tuple
        For the seeds: variants that are compared have the same.
    tail : float
        Chance with which a bound may miss.
    tiers : tuple of Pilot
    """

    words: tuple[str | int, ...]
    tail: float
    tiers: tuple[Pilot, ...]


class _Course:
    def __init__(self, study: Study, steps: Steps, how: How) -> None:
        self._study, self._steps, self._how = study, steps, how
        self._games = 0

    def outcome(self) -> Outcome:
        study = self._study
        self._first = first_search(study, self._steps, self._named("first search"))
        setting = _Setting(("measure",), study.tail, study.tiers)
        camps = self._searched()
        baseline = self._test(study.baseline, camps[0], setting, None)
        tested = [baseline]
        for variant, own in zip(study.candidates, camps[1:], strict=True):
            tested.append(self._test(variant, own, setting, baseline))
        leading = leaders(study, tested[1:])
        rosters = tuple(self._on_rosters(leading))
        rulings = tuple(self._on_rulings([baseline, *leading])) if study.decision.rulings else ()
        return Outcome(
            study=study,
            digest=stated_digest(study),
            tested=tuple(tested),
            leading=tuple(each.variant.name for each in leading),
            rosters=rosters,
            rulings=rulings,
            decision=decide(study, baseline, tested[1:], rosters),
            games=self._games,
            unmeasured=tuple(unmeasured(study)),
        )

    def _named(self, prefix: str) -> How:
        """The means of a study, with a bar that says what for."""

        def bar(name: str, games: int) -> AbstractContextManager[Played | None]:
            return self._how.bar(f"{prefix}, {name}", games)

        return replace(self._how, bar=bar)

    # Searching

    def _searched(self) -> list[Camps]:
        """Decks for every variant."""
        study = self._study
        games = study.search.games - int(study.search.games * FIRST_SHARE)
        grounds = [Ground(study, v.rules, study.cards, games, "second") for v in study.variants]
        return second_searches(grounds, self._first, self._steps, self._named("all variants"))

    # Measuring

    def _test(
        self, variant: Variant, camps: Camps, setting: _Setting, baseline: Measured | None
    ) -> Measured:
        """Measure and judge a variant with its decks."""
        study = self._study
        played = {tier.name: self._play(variant, camps, setting, tier) for tier in setting.tiers}
        self._games += sum(2 * games.codes.size for games in played.values())
        numbers = {name: measure(games, setting.tail) for name, games in played.items()}
        changes = {}
        if baseline is None:
            verdicts = {
                name: judge_baseline(each, study.flat, study.targets)
                for name, each in numbers.items()
            }
        else:
            for tier in setting.tiers:
                base = self._play(baseline.variant, baseline.camps, setting, tier)
                changes[tier.name] = differences(base, played[tier.name], setting.tail)
            verdicts = {
                name: judge_candidate(
                    each, changes[name], study.flat, study.targets, study.decision.no_effect
                )
                for name, each in numbers.items()
            }
        must = [name for name in study.must_pass if name in numbers] or list(numbers)
        return Measured(variant, camps, numbers, changes, verdicts, over_tiers(verdicts, must))

    def _play(self, variant: Variant, camps: Camps, setting: _Setting, tier: Pilot) -> FieldGames:
        study = self._study
        seed = seed_for(study.seed, *setting.words)
        plan = make_plan(study.game, variant.rules, named_decks(camps), tier, seed)
        how = self._named(f"{variant.name}, {tier.name}")
        return play_field(plan, study.pairs_of(tier), self._steps, how, "measuring")

    # Testing again

    def _on_rosters(self, leading: Sequence[Measured]) -> Iterator[Again]:
        """The baseline and the leaders on perturbed rosters, with decks searched anew."""
        study, tier = self._study, self._tier
        moves = {"share": study.rosters.cards, "stat": study.rosters.stat,
                 "cost": study.rosters.cost}  # fmt: skip
        for number in range(1, study.rosters.count + 1):
            name = f"roster {number}"
            seed = seed_for(study.seed, "roster", number)
            cards = perturbed(study.cards, study.game.card_problems, moves, seed)
            setting = _Setting(("measure", number), study.tail, (tier,))
            variants = (study.baseline, *(each.variant for each in leading))
            grounds = [Ground(study, v.rules, cards, study.roster_games, name) for v in variants]
            how = self._named(name)
            camps = second_searches(grounds, self._first, self._steps, how)
            tested: list[Measured] = []
            for variant, own in zip(variants, camps, strict=True):
                base = tested[0] if tested else None
                tested.append(self._test(variant, own, setting, base))
            yield _again(name, f"{moved_cards(study.cards, cards)} cards moved", tested)

    def _on_rulings(self, tested: Sequence[Measured]) -> Iterator[Again]:
        """The same decks under the other choices of each assumed ruling."""
        setting = _Setting(("measure",), self._study.tail, (self._tier,))
        for assumption, value in choices(self._study.baseline.rules):
            told, changed = self._flipped(assumption, value, tested)
            if changed is None:
                continue
            base: Measured | None = None
            found = []
            for each, variant in zip(tested, changed, strict=True):
                found.append(self._test(variant, each.camps, setting, base))
                base = base or found[0]
            yield _again(f"{assumption.key} = {told}", assumption.reason, found)

    def _flipped(
        self, assumption: Assumption, value: int, tested: Sequence[Measured]
    ) -> tuple[str, list[Variant] | None]:
        """Variants with a ruling decided otherwise; None where some number would be impossible."""
        parameter = next(p for p in self._study.game.parameters if p.key == assumption.key)
        changed = []
        for each in tested:
            rules = each.variant.rules
            first, second = ({**seat, parameter.name: value} for seat in rules.seats)
            if check_range(rules.synergies, (first, second), self._study.game.parameters):
                return parameter.told(value), None
            changed.append(replace(each.variant, rules=replace(rules, seats=(first, second))))
        return parameter.told(value), changed

    @property
    def _tier(self) -> Pilot:
        """The tier in which things are tested again: the first that must pass."""
        name = self._study.must_pass[0]
        return next(tier for tier in self._study.tiers if tier.name == name)


def _again(name: str, about: str, tested: Sequence[Measured]) -> Again:
    verdicts: Mapping[str, Verdict] = {each.variant.name: each.verdict for each in tested}
    numbers = {each.variant.name: next(iter(each.numbers.values())) for each in tested}
    return Again(name, about, verdicts, numbers)


def choices(rules: Rules) -> Iterator[tuple[Assumption, int]]:
    """Every other choice of every assumed ruling that names its choices."""
    for assumption in rules.assumptions.values():
        if assumption.status != "assumed":
            continue
        name = assumption.key.removeprefix("switch.")
        now = {seat[name] for seat in rules.seats}
        for value in assumption.choices:
            if now != {value}:
                yield assumption, value


def unmeasured(study: Study) -> Iterator[str]:
    """Assumed rulings that cannot be flipped, since they name no choices."""
    for assumption in study.baseline.rules.assumptions.values():
        if assumption.status == "assumed" and not assumption.choices:
            yield assumption.key
