"""An independent referee for Forge v0.1w, written from the rules text and nothing else.

It is meant to be read beside the rules: ids R1 ... R18, D1 ... D7 and S1 ... S6 are those of the
numbered rules page. It favours short functions over speed, and shares no code with the engine it
checks.

Decisions taken where the rules text, its numbered page and the agreed conventions are all silent:

 1. Stoke first raises ``fp_turn`` and FP, then ticks the artifacts; so the final state of a match
    that a CURSED tick (or an empty library) ends shows the new turn's FP. Artifacts of one kind
    tick in the order in which they entered play.
 2. With two copies of a card in hand, ``play`` takes the copy that was drawn first; the rest of
    the hand keeps its order.
 3. An EMBER that ends the match ends it on the spot: ``pending`` is ``None`` in the final state,
    and a weapon that was waiting for this EMBER has reached no list and no holder.
 4. "Played without a holder" (``unattached_enters``) means that no legal holder existed when the
    weapon was played. With ``attach_at_once`` off and a legal holder on the table the weapon does
    enter, although it lies unattached.
 5. A weapon that did not enter (``unattached_enters`` off) gets an instance id all the same, and
    does not catch up on its EMBER or HOARD when it is attached later. Nothing triggers on a late
    attach.
 6. ``late_attach`` off holds for every unattached weapon. Together with ``attach_at_once`` off, no
    weapon can ever be attached.
 7. ``keen_defending`` off drops only KEEN's disregard of STURDY while defending (and, with
    ``keen_marks``, the baring); the +1 power stays.
 8. The KEEN check compares all damage marked on the victim, earlier damage included, with its
    printed toughness.
 9. HOARD and EMBER of a weapon follow its entering, so HOARD draws before any attach, whatever
    ``ember_before_attach`` says.
10. A creature that enters with EMBER is on the table while the target is chosen: it may be hit.
11. Opening hands come off the libraries without any deck-out check; a short library gives what it
    has. A draw step of zero cards cannot deck anybody.
12. A forge counts as cold when a loss of heat leaves it at 0 or less; a ruleset that would start
    one there is not judged.
13. All creatures' ``struck`` marks are wiped as a turn starts, before its Stoke. A strike is
    counted before its damage, so it shows in a final state.
14. A switch is read from the params of the player whose card or turn it concerns: the KEEN
    holder's owner, the weapon's owner, the player who stokes.
15. A weapon on the table cannot change its holder or be taken off.
16. Deck checks hold a mythic to both limits, the general one and the mythic one, and name each
    limit that is broken. A card's keyword is checked once a card, not once a copy. A card id that
    is in no roster counts as a breach of D1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

CardData = Mapping[str, Any]
Params = Mapping[str, Any]

FACTIONS = ("Occult", "Wilds", "Sundries", "Armory", "Arcana")  # D6
RARITIES = ("common", "uncommon", "rare", "mythic")

# D3: which card types may bear which keyword. SWIFT on weapons comes from R4.
BEARERS: dict[str, tuple[str, ...]] = {
    "GUARD": ("creature",),
    "VENOM": ("creature",),
    "SWIFT": ("creature", "weapon"),
    "HEAVY": ("weapon",),
    "KEEN": ("weapon",),
    "BLESSED": ("artifact",),
    "CURSED": ("artifact",),
    "STURDY": ("artifact",),
    "EMBER": ("creature", "weapon", "artifact"),
    "HOARD": ("creature", "weapon", "artifact"),
}

SWITCHES: dict[str, bool] = {
    "late_attach": True,
    "attach_at_once": True,
    "ember_before_attach": True,
    "unattached_enters": True,
    "keen_defending": True,
    "keen_marks": False,
    "blessed_before_cursed": True,
}

NUMBERS: dict[str, int] = {
    "start_heat": 20,
    "heat_cap": 20,
    "opening_hand": 4,
    "first_turn_draws": 0,
    "turn_draws": 1,
    "fp_start": 1,
    "fp_step": 1,
    "fp_cap": 7,
    "weapon_slots": 2,
    "strikes_per_turn": 1,
    "weapon_power": 1,
    "heavy_power": 2,
    "keen_power": 1,
    "blessed_heal": 1,
    "cursed_damage": 1,
    "sturdy_toughness": 1,
    "ember_damage": 1,
    "hoard_draw": 1,
    "mythic_ember": 2,
    "mythic_hoard": 2,
    "deck_size": 20,
    "max_copies": 2,
    "max_mythic_copies": 1,
    "creature_power": 0,
    "creature_toughness": 0,
    "guard_toughness": 0,
    "swift_power": 0,
    "venom_power": 0,
    "weapon_bonus": 0,
    "first_discount": 0,
    "bonus_turn": 0,
    "bonus_draws": 0,
    "stoke_heal": 0,
    "stoke_burn": 0,
}


def default_params() -> tuple[dict[str, Any], dict[str, Any]]:
    """The v0.1w parameters of player 0 and of player 1."""
    first: dict[str, Any] = {**NUMBERS, **SWITCHES}
    second = {**first, "opening_hand": 5, "first_turn_draws": 1}  # R1
    return first, second


# --- decks ------------------------------------------------------------------------------------


def check_deck(cards: Mapping[str, CardData], deck: Sequence[str], params: Params) -> list[str]:
    """Name every way in which a deck breaks D1, D2 or D3; an empty list means it is legal."""
    problems = _check_size(deck, params)
    for card_id, copies in sorted(Counter(deck).items()):
        if card_id not in cards:
            problems.append(f"D1: {card_id}: no such card")
            continue
        problems += _check_copies(card_id, cards[card_id], copies, params)
        problems += _check_keyword(card_id, cards[card_id])
    return problems


def _check_size(deck: Sequence[str], params: Params) -> list[str]:
    wanted = params["deck_size"]  # D1
    if len(deck) == wanted:
        return []
    return [f"D1: deck holds {len(deck)} cards, must hold exactly {wanted}"]


def _check_copies(card_id: str, card: CardData, copies: int, params: Params) -> list[str]:
    problems = []
    limit, mythic_limit = params["max_copies"], params["max_mythic_copies"]  # D1
    if copies > limit:
        problems.append(f"D1: {card_id}: {copies} copies, at most {limit} of a card")
    if card["rarity"] == "mythic" and copies > mythic_limit:
        problems.append(f"D1: {card_id}: {copies} copies, at most {mythic_limit} of a mythic")
    return problems


def _check_keyword(card_id: str, card: CardData) -> list[str]:
    keyword = card["keyword"]
    if keyword is None:
        return []  # D2: a plain card is fine
    if keyword not in BEARERS:
        return [f"D2: {card_id}: {keyword!r} is not exactly one known keyword"]
    if card["type"] not in BEARERS[keyword]:
        return [f"D3: {card_id}: a card of type {card['type']} may not bear {keyword}"]
    return []


# --- things on the table ----------------------------------------------------------------------


@dataclass(frozen=True)
class Card:
    """What is printed on a card, as far as play needs it."""

    id: str
    type: str
    cost: int
    power: int
    toughness: int
    keyword: str | None
    mythic: bool


def _printed(card_id: str, data: CardData) -> Card:
    return Card(
        id=card_id,
        type=data["type"],
        cost=data["cost"],
        power=data["power"] or 0,
        toughness=data["toughness"] or 0,
        keyword=data["keyword"],
        mythic=data["rarity"] == "mythic",
    )


@dataclass(eq=False)
class Permanent:
    """A weapon or an artifact that has been put into play."""

    id: str
    card: Card

    def show(self) -> dict[str, Any]:
        """Its entry in the state."""
        return {"id": self.id, "card": self.card.id}


@dataclass(eq=False)
class Creature:
    """A creature on the table."""

    id: str
    card: Card
    owner: int
    entered: int
    damage: int = 0
    strikes: int = 0  # in the turn that is running
    bared: bool = False  # keen_marks: cut off from STURDY for good
    weapons: list[Permanent] = field(default_factory=list)

    def wields(self, keyword: str) -> bool:
        """Whether one of its weapons bears the keyword."""
        return any(weapon.card.keyword == keyword for weapon in self.weapons)


@dataclass(eq=False)
class Player:
    """All that one player owns."""

    params: Params
    heat: int
    library: list[str]  # top first
    hand: list[str] = field(default_factory=list)  # in the order drawn
    fp_turn: int = 0
    put_into_play: int = 0
    creatures: list[Creature] = field(default_factory=list)
    artifacts: list[Permanent] = field(default_factory=list)
    unattached: list[Permanent] = field(default_factory=list)
    destroyed: list[str] = field(default_factory=list)  # bookkeeping for tests, no part of the game

    def draw(self) -> bool:
        """Draw the top card; False if there is none."""
        if not self.library:
            return False
        self.hand.append(self.library.pop(0))
        return True

    def count_artifacts(self, keyword: str) -> int:
        """How many of the player's artifacts bear the keyword."""
        return sum(artifact.card.keyword == keyword for artifact in self.artifacts)


# --- the match --------------------------------------------------------------------------------


class Match:
    """One match, from the opening hands to its end, driven by act strings."""

    def __init__(
        self,
        cards: Mapping[str, CardData],
        libraries: Sequence[Sequence[str]],
        params: Sequence[Params],
    ) -> None:
        _require_all_parameters(params)
        self.cards = {card_id: _printed(card_id, data) for card_id, data in cards.items()}
        self.players = [
            Player(params=own, heat=own["start_heat"], library=list(library))
            for own, library in zip(params, libraries, strict=True)
        ]
        self.turn = 0
        self.active = 1
        self.fp = 0
        self.struck = False
        self.discount = 0  # S4: what the next card of this turn costs less
        self.ember: int | None = None  # an EMBER of this amount waits for its target
        self.ember_weapon: Permanent | None = None  # ... and came from this unattached weapon
        self.attaching: Permanent | None = None  # this weapon waits for its holder
        self.winner: int | None = None
        self.reason: str | None = None
        self._deal_opening_hands()
        self._start_turn()

    # Looking at it

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.winner is not None

    def state(self) -> dict[str, Any]:
        """The ``state`` object of the trace."""
        return {
            "fp": self.fp,
            "discount": self.discount,
            "fp_turn": [player.fp_turn for player in self.players],
            "heat": [player.heat for player in self.players],
            "struck": self.struck,
            "pending": self._show_pending(),
            "hand": [list(player.hand) for player in self.players],
            "library": [len(player.library) for player in self.players],
            "creatures": [[self._show(c) for c in player.creatures] for player in self.players],
            "artifacts": [[a.show() for a in player.artifacts] for player in self.players],
            "unattached": [[w.show() for w in player.unattached] for player in self.players],
        }

    def _show_pending(self) -> dict[str, Any] | None:
        if self.ember is not None:
            return {"ember": self.ember}
        if self.attaching is not None:
            return {"attach": self.attaching.id}
        return None

    def _show(self, creature: Creature) -> dict[str, Any]:
        return {
            "id": creature.id,
            "card": creature.card.id,
            "power": self.power(creature),
            "toughness": self.toughness(creature),
            "damage": creature.damage,
            "entered": creature.entered,
            "struck": creature.strikes > 0,
            "weapons": [weapon.show() for weapon in creature.weapons],
        }

    def power(self, creature: Creature) -> int:
        """Effective power: the own one and what the weapons add."""
        return self._own_power(creature) + sum(
            self._weapon_bonus(weapon, creature.owner) for weapon in creature.weapons
        )

    def _own_power(self, creature: Creature) -> int:
        card, gifts = creature.card, self.players[creature.owner].params
        power: int = card.power + gifts["creature_power"]
        power += gifts["swift_power"] * (card.keyword == "SWIFT")
        power += gifts["venom_power"] * (card.keyword == "VENOM")
        return max(0, power)  # S1

    def _own_toughness(self, creature: Creature) -> int:
        card, gifts = creature.card, self.players[creature.owner].params
        of_guards: int = gifts["guard_toughness"] if card.keyword == "GUARD" else 0
        return card.toughness + int(gifts["creature_toughness"]) + of_guards  # S1

    def _weapon_bonus(self, weapon: Permanent, owner: int) -> int:
        own = self.players[owner].params
        bonus: int = weapon.card.cost * own["weapon_power"]  # R9
        if weapon.card.keyword == "HEAVY":
            bonus += own["heavy_power"]  # R10
        if weapon.card.keyword == "KEEN":
            bonus += own["keen_power"]  # R10
        bonus += own["weapon_bonus"]  # S3
        return max(0, bonus)

    def toughness(self, creature: Creature) -> int:
        """Effective toughness: the own one and the STURDY bonus."""
        if creature.bared:
            return self._own_toughness(creature)  # keen_marks
        owner = self.players[creature.owner]
        sturdy: int = owner.count_artifacts("STURDY") * owner.params["sturdy_toughness"]  # R18
        return self._own_toughness(creature) + sturdy

    # What may be done

    def legal(self) -> list[str]:
        """Every act that may be taken now, sorted, without repeats; empty once it is over."""
        if self.over:
            return []
        if self.ember is not None:
            return sorted(self._ember_acts())  # R11: nothing else until it is resolved
        if self.attaching is not None:
            return sorted(self._attach_acts(self.attaching))  # R9: nothing else until attached
        acts = {"end"} | self._strike_acts()
        if not self.struck:  # R6: Work is over once a creature has struck
            acts |= self._play_acts() | self._late_attach_acts()
        return sorted(acts)

    def _ember_acts(self) -> set[str]:
        # R11: either forge, or any creature on either side
        forges = {"ember forge:0", "ember forge:1"}
        return forges | {f"ember {c.id}" for player in self.players for c in player.creatures}

    def _attach_acts(self, weapon: Permanent) -> set[str]:
        return {f"attach {weapon.id} {holder.id}" for holder in self._legal_holders()}

    def _legal_holders(self) -> list[Creature]:
        own = self._me()
        # R9: an own creature with a free weapon slot
        return [c for c in own.creatures if len(c.weapons) < own.params["weapon_slots"]]

    def _late_attach_acts(self) -> set[str]:
        own = self._me()
        if not own.params["late_attach"]:
            return set()
        return {act for weapon in own.unattached for act in self._attach_acts(weapon)}

    def _play_acts(self) -> set[str]:
        # R3: as many as can be paid for
        return {f"play {name}" for name in self._me().hand if self.price(name) <= self.fp}

    def price(self, name: str) -> int:
        """What a card costs now: the first of a turn may be cheaper."""
        return max(0, self.cards[name].cost - self.discount)  # S4

    def _strike_acts(self) -> set[str]:
        return {
            f"strike {creature.id} {target}"
            for creature in self._me().creatures
            if self._can_strike(creature)
            for target in self._strike_targets(creature)
        }

    def _can_strike(self, creature: Creature) -> bool:
        if creature.strikes >= self._me().params["strikes_per_turn"]:  # D5
            return False
        swift = creature.card.keyword == "SWIFT" or creature.wields("SWIFT")
        return swift or self.turn > creature.entered  # R4

    def _strike_targets(self, creature: Creature) -> list[str]:
        enemies = self._foe().creatures
        guards = [enemy.id for enemy in enemies if enemy.card.keyword == "GUARD"]
        if guards:
            return guards  # R13
        targets = [enemy.id for enemy in enemies]
        if not creature.wields("HEAVY"):  # R10
            targets.append("forge")
        return targets

    # Doing it

    def apply(self, act: str) -> None:
        """Take one legal act, and all that follows from it up to the next decision."""
        if act not in self.legal():
            raise ValueError(f"illegal act {act!r}; legal are {self.legal()}")
        verb, *words = act.split(" ")
        match verb:
            case "end":
                self._end_turn()
            case "play":
                self._play(words[0])
            case "attach":
                self._attach(words[0], self._creature(words[1]))
            case "strike":
                self._strike(self._creature(words[0]), words[1])
            case "ember":
                self._resolve_ember(words[0])

    def _me(self) -> Player:
        return self.players[self.active]

    def _foe(self) -> Player:
        return self.players[1 - self.active]

    def _creature(self, ident: str) -> Creature:
        everyone = [c for player in self.players for c in player.creatures]
        return next(creature for creature in everyone if creature.id == ident)

    def _deal_opening_hands(self) -> None:
        for player in self.players:
            for _ in range(player.params["opening_hand"]):  # R1
                player.draw()

    # The turn (D4): Stoke and Draw run by themselves, Work and Strike are acts, Bank is `end`

    def _end_turn(self) -> None:
        self.fp = 0  # R3: Bank
        self._start_turn()

    def _start_turn(self) -> None:
        self.turn += 1
        self.active = 1 - self.active
        self.struck = False
        for player in self.players:
            for creature in player.creatures:
                creature.strikes = 0
        self._stoke()
        if not self.over:
            self._draw_step()

    def _stoke(self) -> None:
        own = self._me()
        own.fp_turn += 1  # R2: each player counts their own
        grown = own.params["fp_start"] + own.params["fp_step"] * (own.fp_turn - 1)
        self.fp = min(grown, own.params["fp_cap"])  # R2
        self.discount = own.params["first_discount"]  # S4
        ticks = [self._healing, self._burning]
        if not own.params["blessed_before_cursed"]:  # D4
            ticks.reverse()
        for tick in ticks:
            if not self.over:
                tick()

    def _healing(self) -> None:
        own = self._me()
        missing = max(0, own.params["heat_cap"] - own.heat)
        own.heat += min(missing, own.params["stoke_heal"])  # S6
        self._tick_blessed()

    def _burning(self) -> None:
        if self._me().params["stoke_burn"]:
            self._scorch(1 - self.active, self._me().params["stoke_burn"])  # S6
        if not self.over:
            self._tick_cursed()

    def _tick_blessed(self) -> None:
        own = self._me()
        for _ in range(own.count_artifacts("BLESSED")):
            room = max(0, own.params["heat_cap"] - own.heat)
            own.heat += min(own.params["blessed_heal"], room)  # R14

    def _tick_cursed(self) -> None:
        own = self._me()
        for _ in range(own.count_artifacts("CURSED")):
            self._scorch(1 - self.active, own.params["cursed_damage"])  # R15
            if self.over:
                return  # R15: looked at after each tick

    def _draw_step(self) -> None:
        own = self._me()
        count = "first_turn_draws" if own.fp_turn == 1 else "turn_draws"  # R1
        for _ in range(own.params[count]):
            if not own.draw():
                self._finish(1 - self.active, "deckout")  # R7
                return
        if own.fp_turn == own.params["bonus_turn"]:
            for _ in range(own.params["bonus_draws"]):
                own.draw()  # S5: an empty library costs nothing here

    # Playing cards

    def _play(self, name: str) -> None:
        own = self._me()
        card = self.cards[name]
        own.hand.remove(name)
        self.fp -= self.price(name)  # R3
        self.discount = 0  # S4
        own.put_into_play += 1
        ident = f"{self.active}.{own.put_into_play}"
        if card.type == "creature":
            own.creatures.append(Creature(ident, card, self.active, self.turn))
            self.bury_dead()  # S2
            self._enter(card)
        elif card.type == "artifact":
            own.artifacts.append(Permanent(ident, card))
            self._enter(card)
        else:
            self._play_weapon(Permanent(ident, card))

    def _enter(self, card: Card) -> None:
        if card.keyword == "HOARD":
            self._hoard(card)
        elif card.keyword == "EMBER":
            self._light_ember(card)

    def _hoard(self, card: Card) -> None:
        own = self._me()
        factor = own.params["mythic_hoard"] if card.mythic else 1  # R16
        for _ in range(own.params["hoard_draw"] * factor):
            own.draw()  # R12: an empty library costs nothing here

    def _light_ember(self, card: Card) -> None:
        own = self._me()
        factor = own.params["mythic_ember"] if card.mythic else 1  # R16
        self.ember = own.params["ember_damage"] * factor  # R11

    def _play_weapon(self, weapon: Permanent) -> None:
        own = self._me()
        holders = bool(self._legal_holders())
        if not holders and not own.params["unattached_enters"]:
            own.unattached.append(weapon)  # it has no effect whatever
        elif weapon.card.keyword == "EMBER" and not self._ember_waits_for_attach(holders):
            self.ember_weapon = weapon
            self._enter(weapon.card)
        else:
            if weapon.card.keyword != "EMBER":
                self._enter(weapon.card)
            self._seek_holder(weapon)

    def _ember_waits_for_attach(self, holders: bool) -> bool:
        own = self._me().params
        return holders and own["attach_at_once"] and not own["ember_before_attach"]

    def _seek_holder(self, weapon: Permanent) -> None:
        own = self._me()
        if own.params["attach_at_once"] and self._legal_holders():
            self.attaching = weapon  # R9: "must then"
        else:
            own.unattached.append(weapon)  # R9: lies there, does nothing

    def _attach(self, weapon_id: str, holder: Creature) -> None:
        own = self._me()
        if self.attaching is None:  # late_attach
            weapon = next(w for w in own.unattached if w.id == weapon_id)
            own.unattached.remove(weapon)
            holder.weapons.append(weapon)
            return
        weapon, self.attaching = self.attaching, None
        holder.weapons.append(weapon)
        if weapon.card.keyword == "EMBER" and not own.params["ember_before_attach"]:
            self._enter(weapon.card)

    # Damage

    def _resolve_ember(self, target: str) -> None:
        assert self.ember is not None
        amount, self.ember = self.ember, None
        if target.startswith("forge:"):
            self._scorch(int(target.removeprefix("forge:")), amount)
        else:
            self._creature(target).damage += amount  # R5
            self.bury_dead()
        if self.ember_weapon is not None and not self.over:
            weapon, self.ember_weapon = self.ember_weapon, None
            self._seek_holder(weapon)

    def _strike(self, striker: Creature, target: str) -> None:
        self.struck = True  # R6
        striker.strikes += 1  # D5
        if target == "forge":
            self._scorch(1 - self.active, self.power(striker))  # R8: nothing comes back
        else:
            self._fight(striker, self._creature(target))

    def _fight(self, attacker: Creature, defender: Creature) -> None:
        given, returned = self.power(attacker), self.power(defender)
        defender.damage += given  # R8: both mark ...
        attacker.damage += returned
        keen_given = given > 0 and attacker.wields("KEEN")
        keen_returned = returned > 0 and self._keen_when_defending(defender)
        falls = [
            (defender, self._falls(defender, attacker, given, keen_given), keen_given),
            (attacker, self._falls(attacker, defender, returned, keen_returned), keen_returned),
        ]  # R8: ... and only then are both checked
        for creature, dead, keen in falls:
            if dead:
                self._destroy(creature)
            elif keen and self.players[1 - creature.owner].params["keen_marks"]:
                creature.bared = True

    def _keen_when_defending(self, creature: Creature) -> bool:
        owner = self.players[creature.owner]
        return creature.wields("KEEN") and bool(owner.params["keen_defending"])

    def _falls(self, victim: Creature, dealer: Creature, dealt: int, keen: bool) -> bool:
        if dealt > 0 and dealer.card.keyword == "VENOM":
            return True  # R17
        limit = self._own_toughness(victim) if keen else self.toughness(victim)  # R10, R18
        return victim.damage >= limit  # R5

    def bury_dead(self) -> None:
        """Destroy every creature whose damage has reached its effective toughness."""
        for player in self.players:
            for creature in list(player.creatures):
                if creature.damage >= self.toughness(creature):  # R5
                    self._destroy(creature)

    def _destroy(self, creature: Creature) -> None:
        owner = self.players[creature.owner]
        owner.creatures.remove(creature)
        owner.destroyed.append(creature.card.id)
        owner.destroyed += [weapon.card.id for weapon in creature.weapons]  # R9: they go with it

    def _scorch(self, player: int, amount: int) -> None:
        self.players[player].heat -= amount
        if self.players[player].heat <= 0:
            self._finish(1 - player, "heat")  # D7

    def _finish(self, winner: int, reason: str) -> None:
        self.winner, self.reason = winner, reason


def _require_all_parameters(params: Sequence[Params]) -> None:
    for seat, own in enumerate(params):
        missing = sorted((NUMBERS.keys() | SWITCHES.keys()) - own.keys())
        if missing:
            raise ValueError(f"params of player {seat} lack {', '.join(missing)}")
