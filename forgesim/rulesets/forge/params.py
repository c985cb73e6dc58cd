"""Every number and switch of Forge: name, range, unit, ruling. Values stand in ruleset files."""

from forgesim.cards.parameters import Parameter, number, switch

MAX_DECK = 40
"""Capacity of the state: the largest deck that a variant may ask for."""
MAX_WEAPON_SLOTS = 4

PARAMETERS: tuple[Parameter, ...] = (
    number("deck_size", 1, MAX_DECK, "cards", "D1", "cards in a deck, exactly", builds=True),
    number("max_copies", 1, MAX_DECK, "copies", "D1", "copies of one card in a deck", builds=True),
    number(
        "max_mythic_copies",
        0,
        MAX_DECK,
        "copies",
        "D1",
        "copies of one mythic in a deck",
        builds=True,
    ),
    number("start_heat", 1, 999, "heat", "D7", "heat of the forge at the start"),
    number("heat_cap", 1, 999, "heat", "R14", "healing never raises the forge above this"),
    number("opening_hand", 0, MAX_DECK, "cards", "R1", "cards dealt before the first turn"),
    number("first_turn_draws", 0, 9, "cards", "R1", "cards drawn at one's first Draw step"),
    number("turn_draws", 1, 9, "cards", "D4", "cards drawn at every later Draw step"),
    number("fp_start", 0, 99, "FP", "R2", "Forge Points at one's first Stoke"),
    number("fp_step", 0, 99, "FP", "R2", "Forge Points added at each later Stoke"),
    number("fp_cap", 0, 99, "FP", "R2", "most Forge Points a Stoke gives"),
    number("weapon_slots", 0, MAX_WEAPON_SLOTS, "weapons", "R9", "weapons a creature can hold"),
    number("strikes_per_turn", 0, 9, "strikes", "D5", "strikes of one creature in a turn"),
    number("weapon_power", 0, 9, "power per FP", "R9", "power for each FP of a weapon's cost"),
    number("heavy_power", 0, 99, "power", "R10", "further power of a HEAVY weapon"),
    number("keen_power", 0, 99, "power", "R10", "further power of a KEEN weapon"),
    number("blessed_heal", 0, 99, "heat", "R14", "heat that a BLESSED artifact heals at a Stoke"),
    number("cursed_damage", 0, 99, "heat", "R15", "heat that a CURSED artifact burns at a Stoke"),
    number("sturdy_toughness", 0, 99, "toughness", "R18", "toughness for each STURDY artifact"),
    number("ember_damage", 0, 99, "damage", "R11", "damage of an EMBER"),
    number("hoard_draw", 0, 9, "cards", "R12", "cards drawn by a HOARD"),
    number("mythic_ember", 0, 9, "times", "R16", "factor on the EMBER of a mythic"),
    number("mythic_hoard", 0, 9, "times", "R16", "factor on the HOARD of a mythic"),
    number("creature_power", -9, 9, "power", "S1", "power added to own creatures"),
    number("creature_toughness", -9, 9, "toughness", "S1", "toughness added to own creatures"),
    number("guard_toughness", -9, 9, "toughness", "S1", "toughness added to those with GUARD"),
    number("swift_power", -9, 9, "power", "S1", "power added to own creatures with SWIFT"),
    number("venom_power", -9, 9, "power", "S1", "power added to own creatures with VENOM"),
    number("weapon_bonus", -9, 99, "power", "S3", "power added to what each own weapon gives"),
    number("first_discount", 0, 9, "FP", "S4", "FP off the first card of each own turn"),
    number("bonus_turn", 0, 99, "turn", "S5", "own turn of further draws; 0: none"),
    number("bonus_draws", 0, 9, "cards", "S5", "cards drawn beside the others in that turn"),
    number("stoke_heal", 0, 99, "heat", "S6", "heat that the own forge gains at each own Stoke"),
    number("stoke_burn", 0, 99, "heat", "S6", "heat that the enemy forge loses at each own Stoke"),
    switch("late_attach", "R9", "an unattached weapon may be attached later, at no cost"),
    switch("attach_at_once", "R9", "a weapon with a legal holder is attached before any other act"),
    switch("ember_before_attach", "R11", "a weapon's EMBER resolves before it is attached"),
    switch("unattached_enters", "R9", "a weapon without a holder still brings its EMBER or HOARD"),
    switch("keen_defending", "R10", "KEEN counts for damage dealt while defending, too"),
    switch("keen_marks", "R10", "a creature damaged by KEEN loses STURDY for good"),
    switch("blessed_before_cursed", "D4", "at Stoke BLESSED ticks before CURSED"),
)
