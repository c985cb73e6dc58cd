"""The parts of the report in their order: words, figures and tables of each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from forgesim.cards.pilots import OWN
from forgesim.report.account import impact_command, more_pilots, report_again
from forgesim.report.figures.style import Picture
from forgesim.report.scope import (
    Scope,
    check_scopes,
    crew_of,
    even_scopes,
    partly_tested,
    untested,
    who_plays,
)
from forgesim.report.sheets import Sheet, all_sheets
from forgesim.report.words import capital, counted, listing, plural, threshold


@dataclass(frozen=True)
class Part:
    """One section.

    Attributes
    ----------
    topic : str
        Its id.
    title : str
    words : sequence of str
        Paragraphs before the figures.
    terms : sequence of (str, str)
        Things to be told apart, each with what it is.
    commands : sequence of str
        What to type to have what is missing.
    missing : str
        What that is.
    pictures, sheets : sequences
    """

    topic: str
    title: str
    words: Sequence[str] = ()
    terms: Sequence[tuple[str, str]] = ()
    commands: Sequence[str] = ()
    missing: str = ""
    pictures: Sequence[Picture] = ()
    sheets: Sequence[Sheet] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to see in it."""
        return not (self.pictures or self.sheets or self.terms or self.commands)


def parts(scope: Scope, pictures: Mapping[str, Sequence[Picture]]) -> list[Part]:
    """The sections that have something to show."""
    sheets = all_sheets(scope.results)
    filled = (
        replace(part, pictures=pictures.get(part.topic, ()), sheets=sheets.get(part.topic, ()))
        for part in _in_order(scope)
    )
    return [part for part in filled if not part.is_empty]


def _in_order(scope: Scope) -> Sequence[Part]:
    """The sections with their words."""
    group, limit = scope.group, threshold(scope.matters)
    return (
        Part("matchups", "Matchups", _matchup_words(scope)),
        Part("factions", capital(plural(group)), (
            f"Does one {group} win too much? Only mono decks count here, against all decks that are"
            f" not mono of the same {group}. A {group} with one deck is that deck, no more; mixed"
            f" decks are no {group}, and stand in the table to be compared with.",
        )),
        Part("decks", "Decks", (
            f"Which decks are too good, and which are not worth sleeving? From {limit} on a"
            " difference is said to matter.",
        )),
        Part("seats", "Going first", (
            "Every pair is played from both seats, so going first spoils no other number of this"
            " report. What it is worth by itself is this.",
        )),
        _cards(scope),
        Part("tempo", "Tempo", (
            "How long the games are, how they end, how often they turn, and when they are decided:"
            " the difference between a game that is even and one that is exciting.",
        )),
        _health(scope),
        Part("pilots", "Do the findings hold for other pilots?", (
            f"A pilot tier is a way to give the decks their pilots. Everything above is about the"
            f" tier {scope.tier}: {who_plays(scope.results, scope.tier)}. A conclusion is worth"
            " acting on when other ways to play lead to it as well.",
            *_about_check(scope),
        ), _tiers(scope), *_more(scope)),
        _restrictions(scope),
        Part("metagame", "The metagame", (
            "If everybody could choose any deck of the field, which would be left? The mix that is"
            " meant (the equilibrium) is the most even one against which no deck gains more than"
            " half a point. How varied it is, is told as the number of equally common decks that"
            " would be as varied. Matchups differ for two reasons: one deck is better than another"
            " whomever it meets, or decks beat each other in circles, as rock, paper and scissors"
            " do.",
        )),
    )  # fmt: skip


def _matchup_words(scope: Scope) -> tuple[str, ...]:
    if len(scope.results.plan.decks) == 1:
        return ("The deck against itself: such a mirror is even, but for the seats.",)
    if scope.is_even:
        return ("Every deck against every other: where are the good and the bad matchups?",)
    a, b = scope.tier.split(" : ")
    return (
        f"In this run deck A of each matchup, the one whose name sorts first, was played by {a} and"
        f" deck B by {b}. So the scores compare pilots as much as decks: there are none of decks or"
        f" {plural(scope.group)}, and no heatmap.",
    )


_MEASURES = (
    (
        "Replacement: the one to trust",
        "The same games are played again with the card swapped for a plain creature of its cost."
        " What changes is the card's doing. It depends on the stand-in, so compare cards of equal"
        " cost first.",
    ),
    (
        "Randomised: relative to its deck",
        "The shuffle decides which cards come early. Games with this card near the top of the"
        " library are compared with games in which it lies below, so that it is measured against"
        " the average card of the same deck. In a strong deck a fair card comes out below zero.",
    ),
    (
        "Observed: biased, but familiar",
        "Games in which a copy was drawn against games in which none was, as 17Lands counts them."
        " Who survives longer draws more cards, a card drawn late marks a long game, and a card"
        " that was played marks a game that went well. None of that is the card's doing.",
    ),
)


def _cards(scope: Scope) -> Part:
    table = scope.table("cards")
    if not len(table):
        return Part("cards", "Cards")
    is_computed = "replacement" in table and bool(table["replacement"].notna().any())
    words = ("What is a card worth? There are three answers, from the best to the worst:",)
    if is_computed:
        return Part("cards", "Cards", words, _MEASURES)
    missing = "Replacement impact is not computed for this run. This command adds it:"
    return Part("cards", "Cards", (*words,), _MEASURES, (impact_command(scope.results),), missing)


def _health(scope: Scope) -> Part:
    words = (
        "A simulation is only as good as its players. These are things that a person would not do;"
        " whoever doubts a number can have the match told, by the command in its row.",
        "Whether the pilots plan ahead is not checked, nor anything else that is not named here: a"
        " row of zeros says that these slips were not seen, and no more.",
    )
    checks = scope.results.plan.game.checks if len(scope.table("health")) else ()
    meant = tuple((capital(check.name), f"{capital(check.meaning)}.") for check in checks)
    return Part("health", "How well the pilots play", words, meant)


def _about_check(scope: Scope) -> tuple[str, ...]:
    """What the pilot check is, where there is one."""
    check = scope.results.check
    if check is None:
        return ()
    crew, pairs = listing(crew_of(scope.results)), counted(check.plan.pairs, "pair")
    return (
        f"The pilot check plays the run's field, rules and seeds by {crew}, each against each,"
        f" {pairs} of every matchup. Its intervals are wider than the run's: what it leaves open it"
        " does not contradict.",
    )


def _restrictions(scope: Scope) -> Part:
    """What decks lose where their pilot is forbidden something."""
    check = scope.results.check
    if check is None:
        return Part("restrictions", "What decks lean on")
    words = (
        "The pilot of one deck is forbidden to play a kind of card or to act in some way; its"
        f" opponent is not. Both play as in the tier {check.plan.prober.name},"
        f" {counted(check.plan.probe_pairs, 'pair')} of each matchup. What the deck loses against"
        " the same seeds without that is what the thing is worth to it.",
        "The deck stays as it is, so forbidden cards lie in hand: much of the loss is that of a"
        " smaller deck, and it grows with the number of copies. A pilot that would play otherwise"
        " then, and a deck that would be built otherwise, are not measured.",
    )
    return Part("restrictions", "What decks lean on", words)


def _tiers(scope: Scope) -> tuple[tuple[str, str], ...]:
    """The pilot tiers, and whether they were played."""
    results = scope.results
    total = len(results.plan.decks)
    played = [(tier.name, "played") for tier in results.plan.tiers]
    checked = [(each.tier, "in the pilot check") for each in check_scopes(results)]
    partly = [(name, f"plays {decks} of {counted(total, 'deck')} in {OWN}")
              for name, decks in partly_tested(results).items()]  # fmt: skip
    return (*played, *checked, *partly, *((name, "not tested") for name in untested(results)))


def _more(scope: Scope) -> tuple[tuple[str, ...], str]:
    """The command that plays more tiers, where there is one; and what it does."""
    check = scope.results.check
    if check is not None and scope.results.path is not None:
        more = f"{report_again(scope.results)} --check-pairs {4 * check.plan.pairs}"
        return (more,), "Four times the pairs, for intervals half as wide:"
    if len(even_scopes(scope.results)) > 1:
        return (), ""
    return (more_pilots(scope.results),), "This plays the same games by several pilots:"
