"""The slips that are counted, by number, name and meaning."""

from forgesim.pilots.contract import Check

CHECKS = (
    Check("lethal missed", "the ready creatures could have won in this turn, and did not"),
    Check("FP unspent", "a turn ended with Forge Points left for a card of the hand"),
    Check("EMBER at own forge", "an EMBER was aimed at the own forge"),
    Check("strike into certain loss", "a creature struck, died, and destroyed nothing"),
)
LETHAL_MISSED, UNSPENT, OWN_FORGE, CERTAIN_LOSS = range(len(CHECKS))
