import pytest

from tests.golden.playthrough import HERE, matches, playthrough


@pytest.mark.parametrize("name", matches())
def test_a_match_reads_as_it_did(name: str) -> None:
    golden = (HERE / f"{name}.txt").read_text(encoding="utf-8")
    assert playthrough(matches()[name]) == golden


def test_the_playthroughs_show_both_ways_to_end() -> None:
    texts = [(HERE / f"{name}.txt").read_text(encoding="utf-8") for name in matches()]
    assert any("is out of materials" in text for text in texts)
    assert any("is cold" in text for text in texts)
