"""What designers often call what Forge has: offered where a word is unknown, never assumed."""

from collections.abc import Mapping


def _by_word(**called: str) -> dict[str, str]:
    """Forge's words by each of those that stand for one."""
    return {word: name for name, words in called.items() for word in words.split(", ")}


COLUMN_WORDS = _by_word(
    name="card, card name, title",
    faction="colour, color, class, clan, house",
    type="kind, card type",
    cost="mana, mana cost, energy, price",
    power="attack, atk, strength",
    toughness="health, hp, life, defence, defense",
    keyword="ability, abilities, skill, effect",
    rarity="frequency",
)

VALUE_WORDS: Mapping[str, Mapping[str, str]] = {
    "type": _by_word(
        creature="minion, unit, monster, ally, character",
        weapon="equipment, gear",
        artifact="relic, trinket, item",
    ),
    "keyword": dict.fromkeys(("-", "\u2013", "\u2014", "none", "n/a"), "")
    | _by_word(
        GUARD="taunt, guardian, provoke",
        SWIFT="haste, charge, rush",
        VENOM="deathtouch, poison, poisonous, lethal, toxic",
        HEAVY="two-handed, unwieldy",
        KEEN="piercing, sharp",
        BLESSED="heal, healing, lifegain",
        CURSED="drain, decay",
        STURDY="armour, armor, shield",
        EMBER="burn, ping, shock",
        HOARD="draw, card draw, cantrip",
    ),
    "rarity": _by_word(
        common="c, basic", uncommon="u", rare="r", mythic="m, legendary, mythic rare"
    ),
}
