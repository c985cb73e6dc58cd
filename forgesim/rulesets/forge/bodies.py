"""What a creature is to the player who plays it: what is printed, and what their rules add."""

from collections.abc import Mapping

from forgesim.rulesets.forge.cards import ForgeCard
from forgesim.rulesets.forge.names import CardType, Keyword


def body_of(card: ForgeCard, params: Mapping[str, int]) -> tuple[int, int]:  # S1
    """Power and toughness with which a card enters for the holder of some parameters.

    Parameters
    ----------
    card : ForgeCard
        Any card; one that is no creature has no body.
    params : mapping
        The player's numbers and switches.

    Returns
    -------
    power, toughness : int
        Power is never below 0. Toughness may be, and what STURDY artifacts add is not part of it.
    """
    if card.type is not CardType.CREATURE:
        return 0, 0
    power = (card.power or 0) + params["creature_power"]
    toughness = (card.toughness or 0) + params["creature_toughness"]
    if card.keyword is Keyword.GUARD:
        toughness += params["guard_toughness"]
    elif card.keyword is Keyword.SWIFT:
        power += params["swift_power"]
    elif card.keyword is Keyword.VENOM:
        power += params["venom_power"]
    return max(power, 0), toughness
