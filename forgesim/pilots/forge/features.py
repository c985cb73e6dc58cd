"""What Forge's pilots weigh. A pilot's score of an act is the sum of weight times feature.

A pilot sees what a player may see: the own hand, both boards and the counts of cards.
"""

from forgesim.pilots.contract import Feature

FEATURES: tuple[Feature, ...] = (
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
    Feature("cost", "cost of the card played"),
    Feature("creature", "1 for playing a creature"),
    Feature("creature_power", "its power"),
    Feature("creature_toughness", "its toughness"),
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
