"""Adjusted p-values against a published example, cases by hand, and statsmodels."""

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from forgesim.stats.multiple import benjamini_hochberg, holm, two_sided
from forgesim.stats.pairs import Z95

# Y. Benjamini, Y. Hochberg (1995), Journal of the Royal Statistical Society B 57, section 3.2: the
# p-values of 15 comparisons of two treatments after a heart attack.
TREATMENTS = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719,
    0.6528, 0.7590, 1.0000,
]  # fmt: skip


def test_benjamini_hochberg_rejects_four_of_the_paper_s_example() -> None:
    adjusted = benjamini_hochberg(TREATMENTS)
    assert (adjusted <= 0.05).sum() == 4
    assert adjusted[3] == pytest.approx(0.0095 * 15 / 4)


def test_holm_rejects_three_of_it_as_the_paper_says_of_familywise_control() -> None:
    adjusted = holm(TREATMENTS)
    assert (adjusted <= 0.05).sum() == 3
    assert adjusted[:4] == pytest.approx([0.0015, 0.0056, 0.0247, 0.114])


@pytest.mark.parametrize(("adjust", "method"), [(holm, "holm"), (benjamini_hochberg, "fdr_bh")])
def test_any_order_gives_the_numbers_of_statsmodels(adjust, method: str) -> None:
    p = np.random.default_rng(3).uniform(size=40) ** 3
    assert adjust(p) == pytest.approx(multipletests(p, method=method)[1], abs=1e-15)


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
def test_what_is_not_tested_does_not_count(adjust) -> None:
    adjusted = adjust([0.01, np.nan, 0.04])
    assert adjusted[[0, 2]] == pytest.approx(adjust([0.01, 0.04]))
    assert np.isnan(adjusted[1])


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
def test_nothing_stays_nothing(adjust) -> None:
    assert adjust([]).shape == (0,)


def test_two_sided_is_5_percent_at_the_95_percent_quantile() -> None:
    assert two_sided([Z95, -Z95, 0]) == pytest.approx([0.05, 0.05, 1])
