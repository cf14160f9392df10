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
