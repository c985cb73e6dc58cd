"""Words for what lies on the table and may be done: all of it, and nothing that is hidden."""

import copy
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from forgesim.arena.match import Line, Match
from forgesim.pilots.forge.game import GAME
from forgesim.rulesets.forge.names import Keyword
from tests.arena.matches import PEOPLE, seats
from tests.driver import shipped_cards

DECKS = [("arcana-slow", "wilds-fast"), ("mixed-drain", "mixed-drain"),
         ("armory-slow", "mixed-burn"), ("mixed-venom", "occult-fast")]  # fmt: skip


def told(match: Match, you: int | None = None) -> Any:
    """The story of a match so far."""
    story = GAME.story(match.seats.names, match.seats.cards_by_id, you)
    for line in match.lines:
        list(story.tell(line))
    return story


def decisions(decks: tuple[str, str], seed: int) -> Iterator[tuple[Match, Any, Line]]:
    """Decisions of a match that is played at random, with its story and what is to be decided."""
    rng = random.Random(seed)
    match = Match(seats(decks=decks, pilots=PEOPLE, seed=seed))
    story = GAME.story(match.seats.names, match.seats.cards_by_id, 0)
    lines = match.lines
    while not match.is_over:
        for line in lines:
            list(story.tell(line))
        yield match, story, match.decision()
        acts = [act for act in match.legal if act != "end"] or ["end"]
        lines = match.play(match.legal[rng.choice(acts)])


@pytest.mark.parametrize("decks", DECKS)
def test_every_legal_act_has_words_of_its_own(decks: tuple[str, str]) -> None:
    for _, story, line in decisions(decks, 3):
        words = [story.act(act, line) for act in line["legal"]]
        assert len({text.casefold() for text in words}) == len(words)
        assert all(text == text.strip() and text for text in words)


@pytest.mark.parametrize("decks", DECKS)
def test_a_view_shows_all_that_lies_on_the_table_and_in_the_own_hand(
    decks: tuple[str, str],
) -> None:
    for match, story, line in decisions(decks, 5):
        player, state, cards = line["active"], line["state"], match.seats.cards_by_id
        panels = story.view(line, player)
        text = "\n".join([row for title, rows in panels for row in (title, *rows)])
        lying = [thing for kind in ("creatures", "artifacts", "unattached")
                 for side in state[kind] for thing in side]  # fmt: skip
        lying += [w for side in state["creatures"] for body in side for w in body["weapons"]]
        for thing in lying:
            assert story.names[thing["id"]] in text
        for body in (body for side in state["creatures"] for body in side):
            assert f"{body['power']}/{body['toughness']}" in text
        for card in state["hand"][player]:
            assert cards[card].name in text
        for p in range(2):
            assert f"heat {state['heat'][p]}" in text
            assert f"{state['library'][p]} in library" in text
        assert f"{len(state['hand'][1 - player])} card" in text


@pytest.mark.parametrize("decks", DECKS[:2])
def test_what_is_hidden_changes_no_word(decks: tuple[str, str]) -> None:
    rng = random.Random(1)
    for match, story, line in decisions(decks, 7):
        player = line["active"]
        other = copy.deepcopy(line)
        hand = other["state"]["hand"][1 - player]
        hand[:] = rng.sample([card.id for card in match.seats.cards[1 - player]], len(hand))
        assert story.view(other, player) == story.view(line, player)
        assert [story.act(act, other) for act in other["legal"]] == [
            story.act(act, line) for act in line["legal"]
        ]


def test_only_to_oneself_is_told_what_one_draws() -> None:
    match = Match(seats(pilots=PEOPLE))
    for _ in range(6):
        match.play(match.legal["end"])
    words: dict[int | None, list[str]] = {}
    for you in (None, 0, 1):
        story = GAME.story(match.seats.names, match.seats.cards_by_id, you)
        words[you] = [text for line in match.lines for text in story.tell(line) if "draw" in text]
    names = [[match.lines[0]["names"][card] for card in library]
             for library in match.lines[0]["library"]]  # fmt: skip
    assert words[None] == []
    assert words[0] == [f"  you draw {name}" for name in names[0][4:7]]
    assert words[1] == [f"  you draw {name}" for name in names[1][5:8]]


def test_who_is_told_the_story_is_called_you() -> None:
    match = Match(seats())
    for _ in match.run():
        pass
    end = match.lines[-1]
    story = told(match, end["winner"])
    loser = match.seats.names[1 - end["winner"]]
    assert list(story.tell(end))[-1].startswith(f"You win after {end['turns']} turns: ")
    story = told(match, 1 - end["winner"])
    assert list(story.tell(end))[-1].endswith("your forge is cold.")
    assert loser in list(told(match).tell(end))[-1]


def test_if_all_lies_open_both_hands_are_shown() -> None:
    match = Match(seats(pilots=PEOPLE))
    panels = told(match).view(match.decision(), 0, is_open=True)
    assert [title for title, _ in panels][2:] == ["hand of wilds-fast", "hand of arcana-slow"]


def test_every_keyword_is_explained_where_a_hand_holds_it() -> None:
    match = Match(seats(pilots=PEOPLE))
    story = told(match)
    by_keyword = {}
    for card in shipped_cards().values():
        by_keyword.setdefault(card.keyword, card)
    assert set(by_keyword) == set(Keyword)
    story.cards = {card.id: card for card in by_keyword.values()}
    line = match.decision()
    line["state"]["hand"][0] = [card.id for card in by_keyword.values()]
    rows = story.view(line, 0)[-1][1]
    for keyword in set(Keyword) - {Keyword.NONE}:
        (row,) = (row for row in rows if f"{keyword.name}: " in row)
        assert len(f"  {row}") <= 80


def test_words_have_the_numbers_of_the_rules_that_are_played() -> None:
    plain = seats(decks=("armory-slow", "armory-slow"), pilots=PEOPLE)
    params = [dict(values, start_heat=31, heavy_power=5) for values in plain.params]
    match = Match(replace(plain, params=params))
    story, line = told(match), match.decision()
    assert "from 31 heat to 0" in story.primer(0)[0]
    line["state"]["hand"][0] = ["field_maul"]
    assert story.view(line, 0)[-1][1] == [
        "2 FP  Field Maul  weapon +7, HEAVY: its holder cannot strike a forge"
    ]


# What parameters give, as the holder reads it


def given(gifts: Mapping[str, int]) -> Match:
    """A match whose first player is given something, and Forge Points for all of the hand."""
    both = seats(decks=("armory-slow", "wilds-fast"), pilots=PEOPLE)
    rich = {"fp_start": 40, "fp_cap": 40}
    return Match(replace(both, params=({**both.params[0], **rich, **gifts}, both.params[1])))


def costs(match: Match) -> dict[str, Any]:
    """Printed cost of each card that can be played, by act."""
    acts = [act for act in match.legal if act.startswith("play ")]
    return {act: match.seats.cards_by_id[act.split()[1]].facts["cost"] for act in acts}


def test_a_hand_and_an_act_say_what_a_creature_is_to_its_holder() -> None:
    match = given({"creature_power": 1, "creature_toughness": -9})
    story, line = told(match), match.decision()
    cards = [match.seats.cards_by_id[act.split()[1]] for act in costs(match)]
    card = next(card for card in cards if card.facts["type"] == "creature")
    facts: Mapping[str, Any] = card.facts
    cost, power, toughness = (facts[key] for key in ("cost", "power", "toughness"))
    size = f"{power + 1}/{toughness - 9}"
    assert toughness <= 9
    assert f"({cost} FP, {size}" in story.act(f"play {card.id}", line)
    rows = story.view(line, 0)[-1][1]
    assert any(row.startswith(f"{cost} FP  {card.name} ") and size in row for row in rows)
    texts = [
        text for line in match.play(match.legal[f"play {card.id}"]) for text in story.tell(line)
    ]
    assert texts[0].startswith(f"  plays {card.name} (cost {cost}, {size}, ")
    assert texts[1] == f"    {card.name} is destroyed"


def test_prices_are_those_of_the_next_card() -> None:
    match = given({"first_discount": 2})
    story, line, cost = told(match), match.decision(), costs(match)
    assert ", 40 FP left, next card 2 FP off, " in story.view(line, 0)[1][0]
    for act in cost:
        assert f"({max(cost[act] - 2, 0)} FP, " in story.act(act, line)
    dear = max(cost, key=lambda act: cost[act])
    assert cost[dear] > 2
    texts = [text for line in match.play(match.legal[dear]) for text in story.tell(line)]
    assert f"(cost {cost[dear]} - 2, " in texts[0]
    after = match.decision()
    assert "FP off" not in story.view(after, 0)[1][0]
    for act in costs(match):
        assert f"({cost[act]} FP, " in story.act(act, after)


def test_what_a_stoke_does_is_told_with_its_cause() -> None:
    match = given({"stoke_heal": 1, "stoke_burn": 2, "heat_cap": 30})
    story = GAME.story(match.seats.names, match.seats.cards_by_id, None)
    texts = [text for line in match.lines for text in story.tell(line)]
    assert texts[-2:] == [
        "    Stoke: forge of armory-slow 20 -> 21",
        "    Stoke: forge of wilds-fast 20 -> 18",
    ]
