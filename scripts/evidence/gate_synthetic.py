"""Simulated gates: outcomes drawn from known odds, judged as the gate judges them."""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from statistics import NormalDist

import numpy as np

from forgesim.stats.bands import MET, MISSED, Band, BandWatch, expected_rounds, watch_bands
from forgesim.stats.differences import QUARTERS, paired_difference
from forgesim.stats.drift import (
    DRIFT,
    FIRST_LOOK,
    INCONCLUSIVE,
    JOINT_DRIFT,
    PASS,
    Limits,
    Watch,
    drift_evidence,
    drift_interval,
    expected_pairs,
    fixed_size_pairs,
    looks,
    pass_evidence,
)
from forgesim.stats.wealth import log_mean

Array = np.ndarray

MATCHUPS = 28
LIMITS = Limits()
VARIANCES = (0.05, 0.125, 0.25)
EFFECTS = (0, 1, 2, 3, 4, 6, 10)
SEED = 5
CHECKED = 20
"""Gates of each kind that are judged by `Watch` as well."""

ABOUT = """\
Var(D) is the variance of a pair's difference: 0.25 where new and old are as good as independent
(coin flips, no draws), 0.125 and 0.05 where common seeds leave a half and a fifth of it. Of the
pairs that change, the share 0.8 Var(D) changes in both games, the others in one. Gates are of
{matchups} matchups with the default limits (tolerated {limits.tolerated:g}, caught
{limits.caught:g} points, alpha {alpha:g} %, beta {beta:g} %, cap {limits.cap:,} pairs), looked at
after 250 pairs and then each time a quarter more. Marked (!) is what misses what it should be;
a share is marked only where chance does not explain it (two standard errors)."""


# Outcomes


def odds(variance: float, points: float) -> Array:
    """Odds of D in quarters, for a variance and a mean in points."""
    mean, both = points / 100, 0.8 * variance
    size = np.array([both, 1 - both])  # chance, among pairs that change, of 1 and of 1/2
    square, absolute = size @ [1, 0.25], size @ [1, 0.5]
    changed = (variance + mean**2) / square
    lean = mean / (changed * absolute)
    found = np.zeros(9)
    found[[8, 6]] = changed * size * (1 + lean) / 2
    found[[0, 2]] = changed * size * (1 - lean) / 2
    found[4] = 1 - changed
    return found


def one_sided(points: float) -> Array:
    """Nothing but games turned from lost to won, in so few pairs that the mean is as stated."""
    found = np.zeros(9)
    found[6] = points / 50
    found[4] = 1 - found[6]
    return found


def field(moved: Array, others: Array | None = None, matchups: int = MATCHUPS) -> Array:
    """Odds of a gate whose first matchup is moved; all of them where no others are given."""
    rows = np.tile(moved if others is None else others, (matchups, 1))
    rows[0] = moved
    return rows


@dataclass(frozen=True)
class Gates:
    """Many gates that have come to their verdict; the attributes are those of `Watch`."""

    counts: Array
    evidence: Array
    passed: Array
    verdict: Array

    @property
    def number(self) -> int:
        """How many gates."""
        return len(self.verdict)

    @property
    def pairs(self) -> Array:
        """Pairs of each matchup, by gate."""
        return np.asarray(self.counts.sum(axis=2))

    @property
    def alarms(self) -> int:
        """Gates that found drift."""
        return int(np.isin(self.verdict, (DRIFT, JOINT_DRIFT)).sum())

    def agrees(self, place: int, watch: Watch) -> bool:
        """Whether the class that the gate uses came to the same."""
        return (
            watch.verdict == self.verdict[place]
            and (watch.counts == self.counts[place]).all()
            and (watch.passed == self.passed[place]).all()
            and bool(np.allclose(watch.evidence, self.evidence[place]))
        )


def gates(
    chances: Array, number: int, limits: Limits = LIMITS, ends: Sequence[int] | None = None
) -> Gates:
    """Play gates, all at once; the first ones are judged by `Watch` too, and must agree."""
    random = np.random.default_rng(SEED)
    shape = number, len(chances)
    verdict = np.full(number, INCONCLUSIVE, "U12")
    found = Gates(np.zeros((*shape, 9), np.int64), np.zeros(shape), np.zeros(shape, bool), verdict)
    watches = [Watch(len(chances), limits) for _ in range(min(CHECKED, number))]
    for start, end in pairwise([0, *(ends or looks(limits.cap))]):
        live = np.flatnonzero(verdict == INCONCLUSIVE)
        draws = random.multinomial(end - start, chances, (len(live), len(chances)))
        draws *= ~found.passed[live, :, None]
        _look(found, live, draws, limits)
        for place, counts in zip(live[live < len(watches)], draws, strict=False):
            watches[place].add(counts)
    for place, watch in enumerate(watches):
        watch.end()
        if not found.agrees(place, watch):
            raise AssertionError(f"gate {place}: {watch.verdict}, here {verdict[place]}")
    return found


def _look(found: Gates, live: Array, draws: Array, limits: Limits) -> None:
    found.counts[live] += draws
    counts = found.counts[live]
    evidence = drift_evidence(counts, limits)
    against = pass_evidence(counts, limits).min(axis=-1)
    is_named = evidence.max(axis=1) >= np.log(draws.shape[1] / limits.alpha)
    is_drift = log_mean(evidence) >= -np.log(limits.alpha)
    passes = (against >= -np.log(limits.beta)) & ~is_drift[:, None]
    found.evidence[live] = evidence
    found.passed[live] |= passes
    verdicts = np.where(found.passed[live].all(axis=1), PASS, found.verdict[live])
    found.verdict[live] = np.where(is_drift, np.where(is_named, DRIFT, JOINT_DRIFT), verdicts)


# Tables


def table(head: str, rows: Iterable[Sequence[object]]) -> Iterator[str]:
    yield f"| {head} |"
    yield "|---" * (head.count("|") + 1) + "|"
    for row in rows:
        yield f"| {' | '.join(str(cell) for cell in row)} |"
    yield ""


def share(count: float, number: int, least: float = 0.0, most: float = 1.0) -> str:
    """A share in percent, marked where it misses its bounds by more than chance."""
    found = count / number
    slack = 2 * (np.array([least * (1 - least), most * (1 - most)]) / number) ** 0.5
    mark = " (!)" if found < least - slack[0] or found > most + slack[1] else ""
    return f"{100 * found:.2f}{mark}"


def quantiles(values: Array) -> str:
    return " | ".join(f"{np.quantile(values, part, method='higher'):,.0f}" for part in (0.5, 0.9))


def verdicts(found: Gates) -> str:
    kinds = (DRIFT, JOINT_DRIFT, PASS, INCONCLUSIVE)
    return " | ".join(share((found.verdict == kind).sum(), found.number) for kind in kinds)


def clocks(found: Gates) -> Array:
    """Pairs of each matchup that was played to the end."""
    return np.asarray(found.pairs.max(axis=1))


# False alarms, power


def false_alarms(number: int) -> Iterator[str]:
    yield from ["### False alarms", ""]
    yield f"{number:,} gates of each kind; wanted: at most {100 * LIMITS.alpha:g} %."
    yield ""
    cases = [
        (f"{name}, Var(D) {variance:g}", field(odds(variance, points)))
        for name, points in (("no change", 0.0), ("all at +1", 1.0))
        for variance in VARIANCES
    ]
    halves = np.vstack([field(odds(0.125, sign), matchups=MATCHUPS // 2) for sign in (1, -1)])
    cases += [
        ("half at +1, half at -1, Var(D) 0.125", halves),
        ("all at +1: 2 % of pairs gain a game, none loses one", field(one_sided(1))),
    ]
    head = "what moved, points | false alarms, % | passed, % | pairs: median | 90 %"
    yield from table(head, (_false_alarm_row(name, rows, number) for name, rows in cases))


def _false_alarm_row(name: str, chances: Array, number: int) -> tuple[str, ...]:
    found = gates(chances, number)
    passed = (found.verdict == PASS).sum()
    wrong = share(found.alarms, number, most=LIMITS.alpha)
    return name, wrong, share(passed, number), quantiles(clocks(found))


def looking_often(number: int) -> Iterator[str]:
    """False alarms when one looks all the time, beside a test that should look once."""
    yield from ["### Looking often", ""]
    yield f"""\
All matchups at +1 point, Var(D) 0.125, a look after every 50 pairs up to 5,000; {number:,} gates.
*Fixed size*: an alarm as soon as the one-sided test of any matchup is significant at alpha /
{MATCHUPS}, which is right for a single look."""
    yield ""
    chances, ends = field(odds(0.125, 1.0)), range(50, 5_001, 50)
    watched = gates(chances, number, ends=ends).alarms
    fixed = _fixed_size_alarms(chances, number, ends)
    rows = [
        ("the gate", share(watched, number, most=LIMITS.alpha)),
        ("fixed size", share(fixed, number)),
    ]
    yield from table("test | false alarms, %", rows)


def _fixed_size_alarms(chances: Array, number: int, ends: Sequence[int]) -> int:
    random, alarmed = np.random.default_rng(SEED), np.zeros(number, bool)
    counts = np.zeros((number, *chances.shape), np.int64)
    critical = NormalDist().inv_cdf(1 - LIMITS.alpha / MATCHUPS)
    for start, end in pairwise([0, *ends]):
        counts += random.multinomial(end - start, chances, (number, len(chances)))
        mean, square = counts @ QUARTERS / end, counts @ QUARTERS**2 / end
        error = np.sqrt((square - mean**2) / end)
        alarmed |= (mean - LIMITS.tolerated / 100 > critical * error).any(axis=1)
    return int(alarmed.sum())


def power(number: int) -> Iterator[str]:
    yield from ["### One matchup moved by what must be caught", ""]
    yield f"""\
{number:,} gates of each kind, {MATCHUPS - 1} matchups without change. *Caught*: the verdict is
drift; *named*: the moved matchup is the only culprit; *wrong pass*: it passed, wanted are at most
{100 * LIMITS.beta:g} %. Wanted: 95 % caught up to Var(D) 0.125 with the default limits."""
    yield ""
    head = (
        "limits, points | Var(D) | caught, % | named, % | wrong pass, % | inconclusive, %"
        " | pairs: median | 90 %"
    )
    cases = [(limits, v) for limits in (LIMITS, Limits(1.0, 2.0)) for v in VARIANCES]
    yield from table(head, (_power_row(*case, number) for case in cases))


def _power_row(limits: Limits, variance: float, number: int) -> tuple[str, ...]:
    found = gates(field(odds(variance, limits.caught), odds(variance, 0)), number, limits)
    least = 0.95 if limits == LIMITS and variance <= 0.125 else 0.0
    return (
        f"{limits.tolerated:g} and {limits.caught:g}",
        f"{variance:g}",
        share(found.alarms, number, least=least),
        share(_named(found, limits).sum(), number),
        share(found.passed[:, 0].sum(), number, most=limits.beta),
        share((found.verdict == INCONCLUSIVE).sum(), number),
        quantiles(clocks(found)),
    )


def schedules(number: int) -> Iterator[str]:
    """The same gates, looked at more and less often."""
    yield from ["### How often one looks", ""]
    yield f"""\
One matchup moved by {LIMITS.caught:g} points, {MATCHUPS - 1} not; {number:,} gates of each kind."""
    yield ""
    cap = LIMITS.cap
    kinds = {
        "after 250, then half as many again": list(looks(cap, growth=1.5)),
        "after 250, then a quarter more": list(looks(cap)),
        "after 250, then a tenth more": list(looks(cap, growth=1.1)),
        "after every 250": list(range(250, cap + 1, 250)),
        "after every 100": list(range(100, cap + 1, 100)),
    }
    cases = product((0.125, 0.25), kinds.items())
    head = "Var(D) | looks | number | caught, % | wrong pass, % | pairs: median | 90 % | whole gate"
    yield from table(head, (_schedule_row(v, *kind, number) for v, kind in cases))


def _schedule_row(variance: float, name: str, ends: list[int], number: int) -> tuple[str, ...]:
    chances = field(odds(variance, LIMITS.caught), odds(variance, 0))
    found = gates(chances, number, ends=ends)
    return (
        f"{variance:g}",
        name,
        f"{len(ends)}",
        share(found.alarms, number),
        share(found.passed[:, 0].sum(), number, most=LIMITS.beta),
        quantiles(clocks(found)),
        whole(found),
    )


def whole(found: Gates) -> str:
    """Median pairs of a gate, for each of its matchups."""
    return f"{np.median(found.pairs.sum(axis=1)) / MATCHUPS:,.0f}"


def _named(found: Gates, limits: Limits) -> Array:
    """Whether the first matchup is the only culprit."""
    is_culprit = found.evidence >= np.log(MATCHUPS / limits.alpha)
    return is_culprit[:, 0] & ~is_culprit[:, 1:].any(axis=1)


def joint(number: int) -> Iterator[str]:
    yield from ["### All matchups moved alike", ""]
    yield f"{number:,} gates of each kind, Var(D) 0.125, all {MATCHUPS} matchups moved."
    yield ""
    rows = []
    for points in (1.5, 2.0, 2.5, 3.0):
        found = gates(field(odds(0.125, points)), number)
        rows.append((f"{points:g}", verdicts(found), quantiles(clocks(found))))
    head = (
        "moved by, points | drift, % | joint drift, % | pass, % | inconclusive, %"
        " | pairs: median | 90 %"
    )
    yield from table(head, rows)


# Pairs


@dataclass(frozen=True)
class Usage:
    """Pairs of a matchup that moved by some points, alone of all, in many gates."""

    variance: float
    points: float
    found: Gates

    @property
    def pairs(self) -> Array:
        """Pairs of the moved matchup; of any, where none moved."""
        return self.found.pairs[:, 0] if self.points else self.found.pairs.ravel()

    @property
    def row(self) -> tuple[str, ...]:
        """Of the table."""
        effect = LIMITS.caught - LIMITS.tolerated
        fixed = fixed_size_pairs(self.variance, effect, LIMITS.alpha / MATCHUPS, 0.95)
        return (
            f"{self.variance:g}",
            f"{self.points:g}",
            share(self.found.alarms, self.found.number),
            share(self.found.passed[:, 0].sum(), self.found.number),
            quantiles(self.pairs),
            " | ".join(self.ratio(chance) for chance in (0.5, 0.9)),
            whole(self.found),
            f"{fixed:,}",
        )

    def ratio(self, chance: float) -> str:
        """Pairs used over pairs expected, marked where expectation is off by half."""
        expected = expected_pairs(self.variance, self.points, LIMITS, MATCHUPS, chance)
        used = np.quantile(self.pairs, chance, method="higher")
        found = used / np.clip(expected, FIRST_LOOK, LIMITS.cap)
        return f"{found:.2f}{'' if 1 / 1.5 <= found <= 1.5 else ' (!)'}"


def usage(number: int) -> Iterator[str]:
    yield from ["### Pairs used", ""]
    yield f"""\
{number:,} gates of each kind: one matchup moved, {MATCHUPS - 1} did not. *Pairs*: of the moved
matchup, until it has passed or the gate has its verdict. *Used / expected*: the same over what
`expected_pairs` says (but at least the first look, at most the cap), for the median and for 90 %;
wanted within a factor of 1.5. *Whole gate*: median over gates of the pairs of all matchups, divided
by {MATCHUPS}. *Fixed size*: pairs of every matchup of a test that looks once, planned for the same
limits (alpha over {MATCHUPS}, power 95 %), whatever the true change is."""
    yield ""
    head = (
        "Var(D) | moved by, points | caught, % | passed, % | pairs: median | 90 %"
        " | used / expected: median | 90 % | whole gate | fixed size"
    )
    yield from table(head, _usage_rows(number))


def _usage_rows(number: int) -> Iterator[tuple[str, ...]]:
    for variance in VARIANCES:
        for points in EFFECTS:
            found = gates(field(odds(variance, points), odds(variance, 0)), number)
            yield Usage(variance, points, found).row


def intervals(number: int) -> Iterator[str]:
    """Intervals on the change of the moved matchup, at the moment the gate stops."""
    yield from ["### How much it moved", ""]
    yield f"""\
95 % intervals on the change of the moved matchup when the gate stops, in {number:,} gates each;
mean of the estimates, in points. *Ordinary*: as if the number of pairs had been fixed before."""
    yield ""
    rows = []
    for variance, points in ((0.05, 3.0), (0.125, 3.0), (0.125, 6.0), (0.25, 3.0)):
        found = gates(field(odds(variance, points), odds(variance, 0)), number)
        rows.append((f"{variance:g}", f"{points:g}", *_coverage(found, points / 100)))
    head = (
        "Var(D) | moved by | estimated | `drift_interval` holds it, % | half-width"
        " | ordinary holds it, % | half-width"
    )
    yield from table(head, rows)


def _coverage(found: Gates, truth: float) -> tuple[str, ...]:
    cells = found.counts[:, 0]
    estimated = np.mean([100 * cell @ QUARTERS / cell.sum() for cell in cells])
    any_time = np.array([drift_interval(cell) for cell in cells])
    fixed = [paired_difference(cell[None], QUARTERS, np.ones(1)) for cell in cells]
    ordinary = np.array([(one.low, one.high) for one in fixed])
    return (
        f"{estimated:.2f}",
        _held(any_time, truth, least=0.95),
        f"{50 * np.diff(any_time).mean():.2f}",
        _held(ordinary, truth),
        f"{50 * np.diff(ordinary).mean():.2f}",
    )


def _held(bounds: Array, truth: float, least: float = 0.0) -> str:
    held = (bounds[:, 0] <= truth) & (truth <= bounds[:, 1])
    return share(int(held.sum()), len(held), least=least)


# Targets


@dataclass(frozen=True)
class Target:
    """A band, and the matchups of a round, with means spread over 30 points."""

    name: str
    band: Band
    matchups: int

    def means(self, percent: float) -> Array:
        """True means of the matchups, where the target has that one."""
        spread = 15.0 if self.matchups > 1 else 0.0
        return (percent + np.linspace(-spread, spread, self.matchups)) / 100

    def variance(self, percent: float) -> float:
        """Of a round, both games of a pair being independent."""
        means = self.means(percent)
        return float((means * (1 - means)).sum() / 2 / self.matchups**2)

    def rounds(self, percent: float, number: int, random: np.random.Generator) -> Array:
        """Mean scores of rounds."""
        scores = sum(random.binomial(2, mean, number) for mean in self.means(percent))
        return np.asarray(scores) / (2 * self.matchups)

    def watch(self, percent: float, watch: BandWatch, random: np.random.Generator) -> BandWatch:
        """The test, played to its end."""
        for start, end in pairwise([0, *looks(LIMITS.cap)]):
            watch.add(self.rounds(percent, end - start, random))
            if watch.verdict:
                return watch
        watch.end()
        return watch


TARGETS = [
    (Target("45 to 55, 12 matchups", Band(45, 55), 12), (50, 53, 54, 55, 55.5, 56, 57, 60)),
    (Target("at most 53, 28 matchups", Band(high=53), 28), (50, 53, 53.5, 54, 56)),
    (Target("60 ± 3, one matchup", Band(57, 63), 1), (60, 62, 63, 63.5, 64, 66)),
]


def targets(number: int) -> Iterator[str]:
    yield from ["### Targets", ""]
    yield f"""\
{number:,} tests of each kind, margin 1 point, alpha {100 * LIMITS.alpha:g} %, beta
{100 * LIMITS.beta:g} %, cap {LIMITS.cap:,} rounds. Wanted: a mean in the band is called missed in
at most alpha, one that is off by the margin or more is called met in at most beta. *Used /
expected*: median rounds over what `expected_rounds` says."""
    yield ""
    head = (
        "target | true mean | missed, % | met, % | inconclusive, % | rounds: median | 90 %"
        " | used / expected"
    )
    rows = (_target_row(target, mean, number) for target, means in TARGETS for mean in means)
    yield from table(head, rows)


def _target_row(target: Target, mean: float, number: int) -> tuple[str, ...]:
    random = np.random.default_rng(SEED)
    tests = [BandWatch(target.band, LIMITS.alpha, LIMITS.beta) for _ in range(number)]
    found = [target.watch(mean, test, random) for test in tests]
    names, rounds = [test.verdict for test in found], np.array([test.rounds for test in found])
    is_in = mean <= target.band.high
    is_off = mean >= target.band.high + target.band.margin
    expected = expected_rounds(mean, target.variance(mean), found[0])
    expected = np.clip(expected, FIRST_LOOK, LIMITS.cap)
    return (
        target.name,
        f"{mean:g}",
        share(names.count(MISSED), number, most=LIMITS.alpha if is_in else 1.0),
        share(names.count(MET), number, most=LIMITS.beta if is_off else 1.0),
        share(names.count(INCONCLUSIVE), number),
        quantiles(rounds),
        f"{np.median(rounds) / expected:.2f}",
    )


def families(number: int) -> Iterator[str]:
    """Several targets at once, all at an edge of their bands."""
    random, target, wrong = np.random.default_rng(SEED), TARGETS[0][0], 0
    for _ in range(number):
        tests = watch_bands([target.band] * 10, LIMITS.alpha, LIMITS.beta)
        wrong += any(target.watch(55, test, random).verdict == MISSED for test in tests)
    yield f"Ten targets watched together ({target.name}), all exactly at 55 %; {number:,} times."
    yield ""
    yield from table("any called missed, %", [(share(wrong, number, most=LIMITS.alpha),)])


def page(number: int) -> Iterator[str]:
    """The synthetic part; number is that of gates where errors are counted."""
    started, fewer = time.perf_counter(), max(1, number // 4)
    rates = {"alpha": 100 * LIMITS.alpha, "beta": 100 * LIMITS.beta}
    yield from ["## Synthetic outcomes", ""]
    yield from [ABOUT.format(matchups=MATCHUPS, limits=LIMITS, **rates), ""]
    yield from false_alarms(number)
    yield from looking_often(fewer)
    yield from power(number)
    yield from schedules(fewer)
    yield from joint(fewer)
    yield from usage(fewer)
    yield from intervals(fewer)
    yield from targets(max(1, number // 2))
    yield from families(fewer)
    yield from [f"{time.perf_counter() - started:.0f} seconds.", ""]
