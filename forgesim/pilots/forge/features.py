"""What Forge's pilots weigh, and the bounds of their search.

A pilot's score of an act is the sum of weight times feature; so is the value of a position to those
that look ahead.

A pilot sees what a player may see: the own hand, both boards and the counts of cards.
"""

from forgesim.cards.pilots import Feature, Restriction
from forgesim.rulesets.forge.names import CardType, Keyword

ACTS: tuple[Feature, ...] = (
    # any act
    Feature(
        "win",
        "1 if the act ends the match as a win, or strikes a forge that the creatures "
        "ready now can bring to 0 together",
    ),
    Feature("lose", "1 if the act brings the own forge to 0"),
    Feature(
        "spoil",
        "1 if a HEAVY weapon would go to a creature without whose strike the enemy forge "
        "does not come to 0 this turn, or is played when it could",
    ),
    Feature("end", "1 for ending the turn"),
    # damage, by strike or EMBER
    Feature("face", "damage dealt to the enemy forge"),
    Feature("own_face", "damage dealt to the own forge"),
    Feature("kill", "1 if an enemy creature is destroyed"),
    Feature("kill_power", "power of the enemy creature destroyed"),
    Feature("kill_toughness", "toughness that it had left"),
    Feature("kill_guard", "1 if it has GUARD"),
    Feature("kill_venom", "1 if it has VENOM"),
    Feature(
        "kill_threat", "its power, if the enemy board could bring the own forge to 0 next turn"
    ),
    Feature("mark", "damage marked on an enemy creature that survives, up to what it has left"),
    Feature("loss", "1 if an own creature is destroyed"),
    Feature("loss_power", "power of the own creature destroyed"),
    Feature("loss_toughness", "toughness that it had left"),
    Feature("own_mark", "damage marked on an own creature that survives"),
    # playing a card
    Feature("play", "1 for playing a card"),
    Feature("cost", "cost of the card played, as printed"),
    Feature("creature", "1 for playing a creature"),
    Feature("creature_power", "its power as it would enter"),
    Feature("creature_toughness", "its toughness as it would enter"),
    Feature("creature_guard", "1 if it has GUARD"),
    Feature("guard_threat", "1 if it has GUARD and the enemy board could bring the own forge to 0"),
    Feature("creature_swift", "its power, if it has SWIFT and could strike at once"),
    Feature("creature_venom", "1 if it has VENOM"),
    Feature("weapon", "1 for playing a weapon that an own creature can hold"),
    Feature("weapon_idle", "1 for playing a weapon that none can hold"),
    Feature("weapon_power", "power that the weapon would give"),
    Feature("artifact", "1 for playing an artifact"),
    Feature("artifact_blessed", "heat below the cap, for a BLESSED artifact"),
    Feature("artifact_cursed", "1 for a CURSED artifact"),
    Feature("artifact_sturdy", "own creatures in play, for a STURDY artifact"),
    Feature("ember", "damage of the card's EMBER"),
    Feature("hoard", "cards that its HOARD can draw"),
    # attaching a weapon
    Feature("attach", "1 for attaching a weapon"),
    Feature("attach_power", "power that the weapon gives"),
    Feature("attach_ready", "power that it gives, if the holder can strike this turn"),
    Feature("attach_toughness", "toughness that the holder has left"),
    Feature("attach_held", "weapons that the holder has already"),
    Feature("attach_heavy", "power of a holder that could strike forges and no longer can"),
    Feature("attach_wakes", "power of a holder that SWIFT lets strike this turn, weapon included"),
    Feature("attach_venom", "1 if the holder has VENOM"),
)

"""What an act is weighed by."""


def _position(name: str, meaning: str) -> Feature:
    return Feature(name, meaning, "position")


POSITIONS: tuple[Feature, ...] = (
    # heat
    _position("has_heat", "heat of the own forge"),
    _position("has_low_heat", "heat that the own forge lacks to 8"),
    _position("faces_heat", "heat of the enemy forge"),
    _position("faces_low_heat", "heat that the enemy forge lacks to 8"),
    # own creatures
    _position("has_creature", "1 for each own creature"),
    _position("has_power", "power of own creatures, weapons included"),
    _position("has_toughness", "toughness that own creatures have left"),
    _position("has_guard", "1 for each own creature with GUARD"),
    _position("has_venom", "1 for each own creature with VENOM"),
    _position("has_heavy", "power of own creatures that hold a HEAVY weapon"),
    # enemy creatures
    _position("faces_creature", "1 for each enemy creature"),
    _position("faces_power", "power of enemy creatures, weapons included"),
    _position("faces_toughness", "toughness that enemy creatures have left"),
    _position("faces_guard", "1 for each enemy creature with GUARD"),
    _position("faces_venom", "1 for each enemy creature with VENOM"),
    _position("faces_heavy", "power of enemy creatures that hold a HEAVY weapon"),
    # what else there is
    _position("has_card", "cards in the own hand"),
    _position("has_weapon", "own weapons that lie unattached"),
    _position("has_blessed", "own BLESSED artifacts"),
    _position("has_cursed", "own CURSED artifacts"),
    _position("has_sturdy", "own STURDY artifacts, as toughness that they add to a creature"),
    _position("has_dry", "draws that the own library lacks to 4"),
    _position("faces_card", "cards in the enemy hand"),
    _position("faces_blessed", "enemy BLESSED artifacts"),
    _position("faces_cursed", "enemy CURSED artifacts"),
    # the race
    _position(
        "reach",
        "damage that own creatures can strike at the enemy forge next turn, if nothing changes",
    ),
    _position("faces_reach", "damage that enemy creatures can strike at the own forge next turn"),
    _position("is_doomed", "1 if the enemy board can bring the own forge to 0 next turn"),
    _position("dooms", "1 if the own board can bring the enemy forge to 0 next turn"),
    _position(
        "race",
        "turns in which the enemy board brings the own forge to 0, less those that "
        "the own board needs, each at most 6",
    ),
)
"""What a position is weighed by, as it stands when the own turn ends."""

BOUNDS: tuple[Feature, ...] = (
    Feature("nodes", "acts tried in a turn, at most", "search", 1, 1_000_000, 400),
    Feature(
        "finish",
        "acts tried in search of a win in this turn, where one is not out of reach; 0: none",
        "search",
        0,
        1_000_000,
        4_000,
    ),
    Feature("width", "unfinished turns that are looked at side by side", "search", 1, 8, 2),
    Feature("lines", "turns that are compared by playing on", "search", 1, 16, 8),
    Feature("rounds", "rounds that a planner plays on, with known cards", "search", 0, 16, 1),
    Feature(
        "worlds", "deals of hidden cards in which a searcher plays on", "search", 1, 10_000, 32
    ),
    Feature(
        "trust",
        "what a unit of a position's value counts to a searcher, in millionths of a won match",
        "search",
        0,
        1_000_000,
        500,
    ),
)
"""The bounds of a search, the same on every machine: never a time."""

FEATURES: tuple[Feature, ...] = (*ACTS, *POSITIONS, *BOUNDS)

STRIKES = "strike creatures"
RESTRICTIONS: tuple[Restriction, ...] = (
    *(
        Restriction(keyword.name, f"to play cards with {keyword.name}")
        for keyword in Keyword
        if keyword is not Keyword.NONE
    ),
    *(Restriction(kind.name.lower(), f"to play {kind.name.lower()}s") for kind in CardType),
    Restriction(STRIKES, "to strike enemy creatures"),
)
"""What a pilot can be forbidden: what it would lose says what that is worth."""
