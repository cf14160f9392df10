"""Expert: single judgements on hand-made tables, each with its reason, and its lead over greedy.

What is expected follows from the rules or from plain reason, not from the weights.
"""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from test_policies import Table
from test_policies_play import CELLS, FALSE_ALARM, sign_test, wins

import policies
from policies.expert import TEMPERS
from policies.parts.battle import attacks_outlived, outlook
from policies.parts.moment import priced
from policies.parts.prices import supply_worth
from policies.parts.temper import Temper
from policies.parts.visits import danger_after
from policies.parts.worth import DANGER, SAFE, doom_worth, kept_worth
from sim.rules import choices as ask
from sim.rules import operations as op
from sim.rules.state import (
    ATTACK_OFFERING,
    ATTACK_STORM_TOLL,
    ATTACK_WOUND_AGAIN,
    AWAKENS_NEEDING_SIGNS,
    ENTRANCE,
    IN_PLAY,
    IN_TROPHIES,
    NO_CARD,
    SIGN_WOUNDS,
    STORMS_CHILL,
    SUMMER,
    WIND_FROM_NORTH,
    WINTER,
)
from sim.worth import fill_worths

SIGNS = TEMPERS[2::2]  # the plan of Elder Signs, in which doom is the enemy
ABILITIES = (SIGN_WOUNDS, STORMS_CHILL, WIND_FROM_NORTH)
EASY, HARD = (1, 0, 0, 0), (0, 0, 4, 0)
_CHANCE = [0, 0, 0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9]  # of a hit, by dice


def facing(ability, attack, players=1, season=SUMMER, **game):
    """A table on which the Ancient One has an ability and an attack; eight hits end its battle."""
    table = Table(players)
    table.deck["season"] = season
    one = table.deck["ancient_one"]
    one["ability"], one["attack"], one["doom"], one["signs"] = ability, attack, 8, 10
    one["chance"] = _CHANCE
    one["task"]["symbols"][1], one["task"]["symbols"][2] = 1, 1
    table.deck["storms_of_day"] = [0, 0, 0, 4, 5, 6, 8, 9, 0]
    for name, value in game.items():
        table.game[name] = value
    return table


def seen(table, part, *more):
    return part(table.game, table.deck, *more)


def storm_faces(table, *ops):
    """Storm markers with these effects, of a code and an amount each."""
    table.deck["n_storms"] = len(ops)
    for i, effect in enumerate(ops):
        table.deck["storms"][i]["penalty"] = table.effect(effect)
    fill_worths(table._deck)


# --- the battle ----------------------------------------------------------------------------------
def test_stamina_is_what_rhan_tegoth_takes():
    """Two a wound (A-13.1): more stamina outlives more attacks, sanity none."""
    table = facing(SIGN_WOUNDS, ATTACK_WOUND_AGAIN)
    before = seen(table, attacks_outlived)
    assert before == pytest.approx((5 - 1) / 2)  # five points bear two wounds and are left with one
    table.game["investigators"][0]["sanity"] = 1
    assert seen(table, attacks_outlived) == before
    table.game["investigators"][0]["stamina"] = 7
    assert seen(table, attacks_outlived) == before + 1


def test_rlim_shaikorths_tolls_add_up():
    """1 + 2 + 3 + 4 points for four attacks on a bare board (A-13.5): twelve points outlive them, and four do not."""
    table = facing(STORMS_CHILL, ATTACK_STORM_TOLL, players=1, awakened=2)
    table.game["investigators"][0]["sanity"] = table.game["investigators"][0]["stamina"] = 6
    assert seen(table, attacks_outlived) == pytest.approx(4, abs=0.2)  # ten points to spare
    table.game["investigators"][0]["sanity"] = table.game["investigators"][0]["stamina"] = 3
    assert 2 < seen(table, attacks_outlived) < 3  # four: 1 + 2, not 3 more


def test_storms_in_play_spoil_the_battle_with_rlim_shaikorth():
    """All of them go onto the sheet, and every attack takes as many points (A-13.1)."""
    table = facing(STORMS_CHILL, ATTACK_STORM_TOLL, players=4)
    slot = table.card(EASY)
    calm = seen(table, outlook)
    table.game["slots"][slot]["storms"] = 4
    assert seen(table, outlook) < calm


def test_things_in_hand_are_lives_against_ithaqua():
    """Each attack takes one or devours (A-13.1)."""
    table = facing(WIND_FROM_NORTH, ATTACK_OFFERING)
    assert seen(table, attacks_outlived) == 0
    table.game["investigators"][0]["clues"] = 3
    assert seen(table, attacks_outlived) == 3


@pytest.mark.parametrize("ability", ABILITIES)
def test_things_are_dearer_when_ithaqua_is_near(ability):
    """With the signs to be let in, an item is a life in the battle that comes (A-13.1)."""
    table = facing(ability, ATTACK_OFFERING)
    table.game["investigators"][0]["clues"] = 3
    temper = TEMPERS[2 * ability]._replace(cards=0.0)
    far = seen(table, kept_worth, 0.25, seen(table, priced, temper))
    table.game["doom"] = 7
    assert seen(table, kept_worth, 0.25, seen(table, priced, temper)) > far


# --- doom ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("temper", SIGNS)
def test_the_last_spaces_of_the_track_are_the_dearest(temper):
    table = facing(SIGN_WOUNDS, ATTACK_WOUND_AGAIN)
    table.deck["ancient_one"]["chance"] = 0.0  # a battle lost for sure
    early = seen(table, doom_worth, temper)
    table.game["doom"] = 7
    assert seen(table, doom_worth, temper) < early < 0


@pytest.mark.parametrize("temper", SIGNS)
def test_doom_is_less_dreaded_where_the_battle_is_won(temper):
    table = facing(SIGN_WOUNDS, ATTACK_WOUND_AGAIN)
    table.game["doom"] = 4
    lost = seen(table, doom_worth, temper)
    table.game["investigators"][0]["stamina"] = 30
    assert seen(table, doom_worth, temper) > lost


@pytest.mark.parametrize("temper", SIGNS)
def test_ithaqua_is_dreaded_until_the_signs_are_there(temper):
    """Awakened with fewer than eight signs it wins at once (A-13.1), whatever the group holds."""
    table = facing(WIND_FROM_NORTH, ATTACK_OFFERING)
    one = table.deck["ancient_one"]
    one["awakens"], one["awakens_signs"], one["signs"] = AWAKENS_NEEDING_SIGNS, 8, 15
    table.game["investigators"][0]["clues"], table.game["signs"], table.game["doom"] = 30, 7, 6
    without = seen(table, doom_worth, temper)
    table.game["signs"] = 8
    assert seen(table, doom_worth, temper) > without


# --- storms --------------------------------------------------------------------------------------
def board(table, *storms):
    return [table.card(EASY, reward=[(op.CLUE, 1)], storms=n) for n in storms]


@pytest.mark.parametrize("temper", SIGNS)
def test_the_fuller_the_board_the_worse_a_storm(temper):
    """Beyond three a card every marker is doom at midnight (A-7.1)."""
    table = facing(SIGN_WOUNDS, ATTACK_WOUND_AGAIN, day=3, hour=3)
    table.deck["ancient_one"]["chance"] = 0.0
    board(table, 0, 0, 0)
    empty = seen(table, priced, temper).price_storm
    table.game["slots"]["storms"][:3] = 3
    assert seen(table, priced, temper).price_storm < empty <= 0


@pytest.mark.parametrize("temper", SIGNS)
def test_no_storm_brings_doom_after_winters_last_day(temper):
    """The skull loses the game before the storms are counted (A-6.4)."""
    table = facing(SIGN_WOUNDS, ATTACK_WOUND_AGAIN, season=WINTER, day=7, hour=3)
    board(table, 3, 3, 3)
    last = seen(table, priced, temper).price_storm
    table.deck["season"] = SUMMER
    table.deck["ancient_one"]["chance"] = 0.0
    assert seen(table, priced, temper).price_storm < last


@pytest.mark.parametrize("ability", ABILITIES)
def test_of_equal_cards_the_full_one_is_visited_before_midnight(ability):
    """Its storms are flipped, and the doom of the night is spared (A-7.1, A-10.7); a blank marker takes nothing."""
    table = facing(ability, ATTACK_WOUND_AGAIN, day=4, hour=3)
    table.deck["ancient_one"]["chance"] = 0.0
    storm_faces(table, (op.CLUE, 0))
    table.game["investigators"][0]["stamina"] = 7
    slots = board(table, 0, 4, 4, 3)
    table.game["slots"]["storms"][slots[2]] = 3
    answer = table.answer("expert", ask.MOVE, *[(slot,) for slot in slots])
    assert answer == 1


def test_nobody_with_one_stamina_walks_into_four_storms():
    """Each takes a stamina: he would be devoured for sure, for nothing (A-10.7, C-16.1)."""
    for ability in ABILITIES:
        table = facing(ability, ATTACK_WOUND_AGAIN, day=2, hour=0)
        storm_faces(table, (op.STAMINA, -1))
        calm, stormy = board(table, 0, 3)
        table.game["investigators"][0]["stamina"] = 1
        assert table.answer("expert", ask.MOVE, (stormy,), (calm,)) == 1


@pytest.mark.parametrize("points", [1, 2, 5, 9])
@pytest.mark.parametrize("markers", [0, 1, 4])
@pytest.mark.parametrize("taken", [0.0, 0.25, 0.4])
def test_danger_after_storms_is_the_binomial_mean(points, markers, taken):
    expected = sum(
        comb(markers, k)
        * taken**k
        * (1 - taken) ** (markers - k)
        * (DANGER[min(points - k, SAFE)] if k < points else 1)
        for k in range(markers + 1)
    )
    assert danger_after(Table().game, Table().deck, points, markers, taken) == pytest.approx(expected)


# --- supplies, time --------------------------------------------------------------------------------
@pytest.mark.parametrize("temper", SIGNS)
def test_supplies_are_dearest_when_they_run_out(temper):
    """At none everybody loses a stamina each midnight (A-8.6)."""
    table = Table()
    table.game["supplies"] = 15
    many = seen(table, supply_worth, temper)
    table.game["supplies"] = 0
    assert seen(table, supply_worth, temper) >= many > 0


# --- where to go -----------------------------------------------------------------------------------
@pytest.mark.parametrize("ability", ABILITIES)
def test_the_elder_sign_that_wins_is_taken(ability):
    """One sign is missing: it ends the game (C-15.4), and an equal chance of trinkets does not."""
    table = facing(ability, ATTACK_WOUND_AGAIN, signs=9)
    sign = table.card(EASY, reward=[(op.SIGN, 1)])
    trinket = table.card(EASY, reward=[(op.COMMON_CARD, 1)])
    assert table.answer("expert", ask.MOVE, (trinket,), (sign,)) == 1


@pytest.mark.parametrize("ability", ABILITIES)
def test_a_card_that_lies_elsewhere_is_not_facedown(ability):
    """A trophy of somebody's cannot be what a back hides (A-3.7): of two such backs the other may be the rich card."""
    table = facing(ability, ATTACK_WOUND_AGAIN)
    rich, poor = table.card(EASY, reward=[(op.SIGN, 1)]), table.card(EASY)
    middling = table.card(EASY, reward=[(op.CLUE, 1)])
    table.game["slots"][rich]["kind"] = NO_CARD
    slot = table.game["slots"][poor]
    slot["faceup"], slot["card"] = 0, -1
    table.game["adventure_place"][middling] = IN_PLAY
    assert table.answer("expert", ask.MOVE, (middling,), (poor,)) == 1  # half a sign
    table.game["adventure_place"][rich] = IN_TROPHIES
    assert table.answer("expert", ask.MOVE, (middling,), (poor,)) == 0


@pytest.mark.parametrize("ability", ABILITIES)
def test_a_likely_sign_before_an_unlikely_one(ability):
    table = facing(ability, ATTACK_WOUND_AGAIN)
    hard = table.card(HARD, reward=[(op.SIGN, 1)], penalty=[(op.DOOM, 1)])
    easy = table.card(EASY, reward=[(op.SIGN, 1)], penalty=[(op.DOOM, 1)])
    assert table.answer("expert", ask.MOVE, (ENTRANCE, 1), (hard,), (easy,)) == 2


# --- the policy --------------------------------------------------------------------------------------
def test_only_foresight_sets_the_tempers_of_expert_apart():
    """The other policies know nothing of it, so their games do not change."""
    assert Temper().foresight == 0
    assert all(temper.foresight == 1 for temper in TEMPERS)


@pytest.mark.slow
@pytest.mark.parametrize("ancient_one", ["rhan-tegoth", "rlim-shaikorth", "ithaqua"])
def test_expert_beats_greedy(ancient_one):
    """By the sign test over all cells of an Ancient One; equal policies would fail it but once in a hundred."""
    cells = [cell for cell in CELLS if cell[0] == ancient_one]
    better = np.concatenate([wins("expert", *cell) for cell in cells])
    worse = np.concatenate([wins("greedy", *cell) for cell in cells])
    assert sign_test(better, worse) < FALSE_ALARM


def test_expert_is_shipped():
    assert "expert" in policies.names()
