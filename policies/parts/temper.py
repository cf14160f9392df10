"""What one sensible policy cares for more than another."""

from __future__ import annotations

from typing import NamedTuple


class Temper(NamedTuple):
    """Weights that set policies apart; worths are in Elder Signs, factors are 1 where nothing is stressed."""

    signs: float = 1.5  # worth of each Elder Sign among the rewards, beyond the 1 it always has
    specials: float = 0.0  # worth of completing a Special, beyond its rewards
    supplies: float = 0.02  # worth of a supply, beyond its usual one, when none is left; less the more there are
    harm: float = 1.0  # factor of penalties, terror, entry effects and storms
    life: float = 1.4  # worth of an investigator's life: a doom token and what he holds, less what his successor brings
    storms: float = 0.8  # factor of the doom that storms taken off the cards may save
    thrift: float = 0.5  # share of an item's, spell's or clue's worth that using it must bring in
    # --- in R'lyeh Rising ---
    live: float = 0.0  # 1: effects are weighed by what they would do at the table as it is, not as they are printed
    clear: float = 0.0  # worth of a monster, mission or Legion defeated, beyond its trophy; 0: they are just in the way
    die: float = 0.25  # worth of a die that nothing locks
    ship: float = 0.0  # worth of the ship afloat: a Legion in play costs the more of it the nearer it is to sinking
    idle: float = -1.0  # worth of a turn at the entrance with nothing to buy
    # --- only with foresight ---
    foresight: float = 0.0  # 1: storms, doom and failures are weighed by what they lead to, not as they are printed
    doom: float = 1.1  # worth of a doom token while the track is long
    last_doom: float = 2.0  # factor added to it, divided by the spaces left
    fear: float = 1.1  # share of a doom token's worth that goes where the battle is won
    win: float = 6.0  # worth of winning the battle, while it is near
    near: float = 6.0  # spaces of the track left when the battle begins to count
    rate: float = 0.6  # Elder Signs a turn that can be hoped for
    battle: float = 0.0  # 1: the plan is the battle, not the Elder Signs
    hoard: float = 0.0  # what a hit more is worth though the battle is far from won, as a share of a doom token's
    stage_two: float = 1.0  # worth of reaching Stage II; below 0 where Stage I is the place to stay
    gate: float = 0.8  # worth of an Other World while there is time for it
    turn: float = 0.3  # worth of a turn
    storm_now: float = 1.0  # doom that a marker too many is, at the next midnight
    storm_next: float = 0.5  # and at the one after
    night: float = 0.0  # dread of storms' doom where the storms themselves are the attack
    cleared: float = 2.0  # markers that each turn takes off the cards
    full: float = 0.2  # doom tokens that clearing a card with four markers spares, beyond the markers
    heal: float = 1.0  # factor of what the points bought with a success's trophies are worth
    trophies: float = 1.0  # factor of what trophies are worth
    cards: float = 1.0  # factor of what items, spells and allies are worth
    focus: float = 0.7  # what focus adds to a chance p: this share of p (1 - p)
    use: float = 0.7  # share of the dice in hand that are used
    # --- no weights: prices at the choice at hand, which `policies.parts.moment` sets ---
    price_doom: float = 0.0  # a doom token
    price_storm: float = 0.0  # a storm marker on the cards
    price_supply: float = 0.0
    price_sign: float = 0.0  # an Elder Sign
    price_card: float = 0.0  # an item, spell or clue, for the battle that is coming
    price_sanity: float = 0.0  # a point, for the battle that is coming
    price_stamina: float = 0.0


#: What policies know of R'lyeh Rising.  No day ends the game there and the cards of Stage I are the easy ones
#: (R-7.9), so it is the place to stay; a turn aboard costs a quarter of a midnight and no more (R-3.6).
#: Found by hand on seeds from 1000 on.
_IN_RLYEH = {"live": 1.0, "clear": 0.2, "ship": 1.5, "idle": -0.6, "stage_two": -2.0}


def by_mode(**weights: float) -> tuple[Temper, Temper]:
    """The weights of a policy in each mode, ``[mode]``: `weights`, and in R'lyeh Rising what it asks besides."""
    return Temper(**weights), Temper(**(_IN_RLYEH | weights))
