"""What a gate closed or sealed is worth: pairs of the same games."""

import numpy as np
import pytest

from sim.arkham.batch import play_chunk
from sim.arkham.run import plan
from sim.arkham.scenario import unstable_locations
from sim.arkham.worth import extras, seals, worths
from sim.spread import Chunk, How

RUN = plan(ancient_one="cthulhu", players="2", policy="idle", games=4000, seed=11)


def test_the_interval_is_that_of_paired_differences():
    """Against the rows of both runs and the textbook formula."""
    base = play_chunk(RUN, Chunk(0, range(RUN.games)))
    for found, (what, changed) in zip(worths(RUN, extras(RUN), How(1, 700)), extras(RUN), strict=True):
        rows = play_chunk(changed, Chunk(0, range(RUN.games)))
        difference = rows["cards"].astype(float) - base["cards"]
        half = 1.959964 * difference.std(ddof=1) / np.sqrt(RUN.games)
        assert found.what == what and found.games == RUN.games
        assert found.cards == pytest.approx(difference.mean())
        assert found.cards_high - found.cards == pytest.approx(half, rel=1e-6)
        assert found.won == pytest.approx((rows["cause"] == 6).mean() - (base["cause"] == 6).mean())


def test_no_change_is_worth_nothing():
    (found,) = worths(RUN, [("nothing", RUN)], How())
    assert (found.cards, found.cards_low, found.cards_high, found.won) == (0, 0, 0, 0)


def test_games_before_the_extra_gate_are_the_same():
    """Every game that ends before the card on which one gate is closed is the same to the bit."""
    late = RUN.changed(extra="sealed", extra_at=12)
    base, other = (play_chunk(run, Chunk(0, range(2000))) for run in (RUN, late))
    short = base["cards"] <= 12
    assert 200 < short.sum() < 1800
    assert np.array_equal(base[short], other[short])
    assert (base["cards"] != other["cards"]).any()


def test_a_seal_is_worth_more_where_cards_name_more():
    """H-11.2: Woods stand on 10 cards, Hibb's Roadhouse on 2; the gap is 20 standard errors wide."""
    by_place = {each.what: each for each in worths(RUN, seals(RUN, unstable_locations()), How())}
    assert by_place["Woods"].cards_low > by_place["Hibb's Roadhouse"].cards_high > 0


def test_sealing_is_worth_more_than_closing():
    """H-6.1: a closed gate can open again, a sealed location cannot."""
    closed, sealed = worths(RUN, extras(RUN), How())
    assert sealed.cards_low > closed.cards_high > 0
