"""The figures of a memo."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from forgesim.report.figures.dots import name_rows, round_ticks, row_height
from forgesim.report.figures.style import (
    BAND,
    DOWN,
    GRID,
    INK,
    MUTED,
    SIZE,
    SMALL,
    SURFACE,
    TIERS,
    UP,
    Drawing,
    Margins,
    Picture,
    canvas,
    columns,
    extent,
    looks,
    render,
    shorten,
)
from forgesim.report.words import capital, number, plural, signed
from forgesim.stats.flatness import FLAT, NOT_FLAT, UNDECIDED
from forgesim.stats.metagame import Part
from forgesim.stats.pairs import Estimate
from forgesim.studies.decision.judge import NO_EFFECT, PASSES, REJECTED
from forgesim.studies.decision.outcome import Outcome

MARKS = ("o", "s", "D", "^", "v", "P")
_LONGEST = 26
_WORDS = {PASSES: UP, NOT_FLAT: UP, REJECTED: DOWN, FLAT: INK, NO_EFFECT: MUTED, UNDECIDED: GRID}
_LETTERS = {PASSES: "+", NOT_FLAT: "n", REJECTED: "\u00d7", FLAT: "f", NO_EFFECT: "0",
            UNDECIDED: "?"}  # fmt: skip


def draw_memo(outcome: Outcome) -> dict[str, list[Picture]]:
    """The figures of a memo, by section."""
    with looks():
        return {
            "candidates": [render(flatness(outcome)), render(group_scores(outcome))],
            "robustness": [render(agreement(outcome))],
        }


def _names(outcome: Outcome) -> list[str]:
    return [shorten(tested.variant.name, _LONGEST) for tested in outcome.tested]


def _room(names: Sequence[str]) -> float:
    return max(extent(name, SIZE) for name in names) + 0.2


def flatness(outcome: Outcome) -> Drawing:
    """Identity and pull of every variant, in every tier, with the targets."""
    names, flat = _names(outcome), outcome.study.flat
    tiers = [tier.name for tier in outcome.study.tiers]
    height = (row_height(len(names)) + 0.07 * len(tiers)) * max(2, len(names))
    figure, axes = columns(height, Margins(_room(names), 0.25, 0.6, 0.45), (1.0, 1.0))
    targets = (flat.identity, flat.pull)
    for at, (panel, title, target) in enumerate(
        zip(axes, ("identity", "pull"), targets, strict=True)
    ):
        for place, tier in enumerate(tiers):
            found = [getattr(tested.numbers[tier], title) for tested in outcome.tested]
            _dots(panel, found, place, len(tiers), tier)
        panel.axvline(target, color=INK, linewidth=0.9, linestyle=(0, (4, 2)))
        panel.set_ylim(len(names) - 0.4, -0.6)
        name_rows(panel, names if not at else [""] * len(names), SIZE)
        panel.set_title(f"{title}, target {target:g}")
        panel.set_xlabel("points")
    _legend(axes[0], height)
    first = outcome.study.must_pass[0]
    base = outcome.baseline.numbers[first]
    return Drawing(
        "flatness",
        "Identity and pull of every variant",
        "Identity is how far the scores of groups against each other lie from even; pull is the"
        " score of the best mono decks against the best mixed ones, less even. The line through"
        " each dot is its interval, which holds for all variants and tiers together; the broken"
        " line is the target. A variant is flat where an interval of either lies wholly to the"
        " left of its line, and not flat where both lie to the right.",
        f"Dot plot of {len(names)} variants. The baseline has an identity of"
        f" {number(base.identity.value)} and a pull of {signed(base.pull.mean)} points with"
        f" {first}.",
        figure,
    )


def _dots(panel: Axes, found: Sequence[Part | Estimate], place: int, of: int, label: str) -> None:
    """One dot with its interval a row, those of several tiers below each other."""
    y = np.arange(len(found)) + (place - (of - 1) / 2) * 0.6 / max(1, of)
    values = np.array([each.value if isinstance(each, Part) else each.mean for each in found])
    low, high = (np.array([getattr(each, end) for each in found]) for end in ("low", "high"))
    color = TIERS[place % len(TIERS)]
    panel.hlines(y, low, high, color=color, linewidth=1.4)
    panel.scatter(values, y, s=22, color=color, marker=MARKS[place % len(MARKS)], zorder=3,
                  label=label)  # fmt: skip


def _legend(axes: Axes, height: float) -> None:
    axes.legend(
        loc="lower left", bbox_to_anchor=(0, 1 + 0.25 / height), ncol=6, frameon=False,
        fontsize=SMALL, handletextpad=0.2, columnspacing=1.2, borderaxespad=0,
    )  # fmt: skip


def group_scores(outcome: Outcome) -> Drawing:
    """Scores of the groups under every variant, in the first tier that must pass."""
    study, names, tier = outcome.study, _names(outcome), outcome.study.must_pass[0]
    groups = list(outcome.baseline.numbers[tier].scores)
    height = (row_height(len(names)) + 0.05 * len(groups)) * max(2, len(names))
    figure, axes = canvas(height, Margins(_room(names), 0.3, 0.45, 0.45))
    low = 0.0 if study.targets.floor is None else study.targets.floor
    high = 100.0 if study.targets.ceiling is None else study.targets.ceiling
    if (low, high) != (0.0, 100.0):
        axes.axvspan(low, high, color=BAND, linewidth=0)
    axes.axvline(50, color=MUTED, linewidth=0.9)
    for place, group in enumerate(groups):
        found = [tested.numbers[tier].scores[group] for tested in outcome.tested]
        _dots(axes, found, place, len(groups), group)
    axes.set_ylim(len(names) - 0.4, -0.6)
    scores = [e for t in outcome.tested for e in t.numbers[tier].scores.values()]
    axes.set_xlim(min(e.low for e in scores) - 1, max(e.high for e in scores) + 1)
    name_rows(axes, names, SIZE)
    axes.xaxis.set_major_locator(round_ticks(7))
    axes.set_xlabel("games won, in percent")
    _legend(axes, height)
    noun = study.game.group
    return Drawing(
        "groups",
        f"Scores of the {plural(noun)} under every variant",
        f"Each dot is the score of one {noun}'s decks, as they were found for that variant, against"
        f" all decks that are not mono of it, with {tier}. The band lies between the floor and the"
        " ceiling that were stated, where they were.",
        f"Dot plot of {len(groups)} {plural(noun)} under {len(names)} variants.",
        figure,
    )


def agreement(outcome: Outcome) -> Drawing:
    """Every verdict once more, by tier, by perturbed roster and by flipped ruling."""
    names = _names(outcome)
    tiers = [tier.name for tier in outcome.study.tiers]
    heads = [*tiers, *(r.name for r in outcome.rosters), *(r.name for r in outcome.rulings)]
    height = 0.3 * len(names)
    top = max(extent(shorten(head, 30), SMALL) for head in heads) + 0.15
    figure, axes = canvas(height, Margins(_room(names), 0.25, top, 0.15))
    for y, tested in enumerate(outcome.tested):
        words = [tested.verdicts[tier].word for tier in tiers]
        for each in (*outcome.rosters, *outcome.rulings):
            found = each.verdicts.get(tested.variant.name)
            words.append("" if found is None else found.word)
        for x, word in enumerate(words):
            if word:
                _cell(axes, x, y, word)
    axes.set_xlim(-0.6, max(len(heads), 12) - 0.4)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_yticks(range(len(names)), names, size=SIZE)
    axes.xaxis.tick_top()
    axes.set_xticks(range(len(heads)), [shorten(head, 30) for head in heads], rotation=90,
                    size=SMALL)  # fmt: skip
    axes.tick_params(axis="x", length=0)
    axes.spines["bottom"].set_visible(False)
    meanings = "; ".join(f"{letter} {word}" for word, letter in _LETTERS.items())
    return Drawing(
        "agreement",
        "How often the verdicts come out the same",
        f"Columns: pilot tiers, rosters with some numbers moved, assumed rulings decided otherwise."
        f" Signs: {meanings}. Empty: not tried; only the baseline and the leading candidates are.",
        f"{capital(plural('variant'))} against {len(heads)} repetitions; the table has them all.",
        figure,
    )


def _cell(axes: Axes, x: int, y: int, word: str) -> None:
    color = _WORDS[word]
    ink = INK if color == GRID else SURFACE
    axes.scatter([x], [y], s=150, marker="s", color=color, linewidths=0)
    axes.text(x, y, _LETTERS[word], ha="center", va="center", size=SMALL, color=ink)
