"""The cases of the core game and both modes: each settled by an example, here, or not applicable."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent

TASKS, ITEMS, END = "test_examples_tasks.py", "test_examples_items.py", "test_examples_end.py"
BATTLE, ODDS = "test_examples_battle.py", "test_examples_odds.py"
ALASKA, CARDS = "test_examples_alaska.py", "test_examples_alaska_cards.py"
ROLLS, TABLE = "test_cases_attempt.py", "test_cases_table.py"
DEEP = "test_rules_rlyeh.py"
SHIP = "test_rules_rlyeh_ship.py"
STAGES = "test_rules_rlyeh_stages.py"
LEGION = "test_rules_rlyeh_legions.py"
MISSIONS = "test_rules_rlyeh_missions.py"
AMULET = "test_rules_rlyeh_amulet.py"

#: Where each case is settled.
SETTLED = {
    "NR-01": (ODDS, "test_nr01_every_pool"),
    "NR-04": (ODDS, "test_numeric_references"),
    "NR-05": (ODDS, "test_numeric_references"),
    "NR-06": (ODDS, "test_numeric_references"),
    "NR-07": (ODDS, "test_numeric_references"),
    "NR-09": (ODDS, "test_numeric_references"),
    "NR-10": (ODDS, "test_numeric_references"),
    "NR-13": (ODDS, "test_nr13_specials_of_rlyeh_rising"),
    "NR-15": (ODDS, "test_e42_expected_terror_effects_of_an_attempt"),
    "NR-18": (ODDS, "test_nr18_secured_dice_and_the_empty_pool"),
    "RC-01": (ROLLS, "test_rc01_the_surplus_is_lost"),
    "RC-02": (TASKS, "test_examples_of_matching"),
    "RC-03": (ROLLS, "test_rc03_not_left_to_right"),
    "RC-05": (TASKS, "test_examples_of_matching"),
    "RC-06": (TASKS, "test_examples_of_matching"),
    "RC-09": (TASKS, "test_e41_a_wild_die_is_no_terror"),
    "RC-10": (ROLLS, "test_rc10_a_task_is_filled_whole"),
    "RC-11": (TASKS, "test_e7_one_task_a_roll"),
    "RC-14": (TASKS, "test_e17_food_pays_a_point_of_stamina"),
    "RC-16": (ROLLS, "test_rc16_declaring_failure"),
    "RC-17": (ROLLS, "test_rc17_terror_over_three_rolls"),
    "RC-18": (ROLLS, "test_rc18_two_terror_effects"),
    "RC-20": (TASKS, "test_e25_a_secured_terror_triggers_nothing_and_serves_anyone_later"),
    "RC-21": (TASKS, "test_e26_terror_comes_before_focus"),
    "RC-25": (ROLLS, "test_rc25_immune_to_terror_effects"),
    "RC-27": (TASKS, "test_e27_focus_once_a_phase_even_if_its_die_was_used"),
    "RC-28": (TASKS, "test_e36_focus_or_assist_on_one_roll"),
    "RC-29": (TASKS, "test_e35_the_assistant_loses_his_choice_before_the_penalties"),
    "RC-31": (TASKS, "test_e30_a_focused_die_completes_a_task_with_an_empty_pool"),
    "RC-32": (ROLLS, "test_rc32_the_last_die_cannot_be_focused"),
    "RC-33": (BATTLE, "test_e74_one_doom_a_roll"),
    "RC-34": (ROLLS, "test_rc34_when_a_spell_secures"),
    "RC-35": (ITEMS, "test_e45_the_number_of_dice_is_fixed_at_casting"),
    "RC-36": (ROLLS, "test_rc36_a_secured_die_is_not_changed"),
    "RC-39": (ROLLS, "test_rc39_the_only_free_green_die_lies_on_a_spell"),
    "RC-40": (ROLLS, "test_rc40_a_secured_die_is_not_discarded"),
    "RC-42": (ROLLS, "test_rc42_a_locked_die_is_missing_everywhere"),
    "RC-44": (ITEMS, "test_e50_a_defeated_monster_keeps_its_die_until_the_phase_is_over"),
    "RC-46": (TABLE, "test_rc46_dice_after_the_awakening"),
    "RC-48": (ROLLS, "test_rc48_locked_dice_for_a_turn"),
    "RC-49": (TASKS, "test_e40_a_discarded_yellow_die_stays_out"),
    "RC-50": (END, "test_e57_even_spread_with_other_worlds_and_without_specials"),
    "RC-51": (END, "test_e63_order_of_success"),
    "RC-52": (ROLLS, "test_rc52_a_partial_monster_task"),
    "RC-53": (ROLLS, "test_rc53_a_partial_task_whose_monster_is_defeated"),
    "RC-55": (ROLLS, "test_rc55_a_discarded_monster_uncovers_its_task"),
    "RC-56": (TABLE, "test_rc56_midnight_belongs_to_no_turn"),
    "RC-57": (ALASKA, "test_e82_a_facedown_card_with_monsters"),
    "RC-59": (TABLE, "test_rc59_order_of_midnight"),
    "RC-62": (END, "test_e68_strikes_in_one_turn"),
    "RC-63": (END, "test_e169_a_card_that_entered_in_the_turn_acts_at_midnight"),
    "RC-65": (TABLE, "test_rc65_time_alone_adds_no_doom"),
    "RC-66": (ALASKA, "test_e119_midnight_text_of_a_back"),
    "RC-67": (TABLE, "test_rc67_midnight_texts_act_only_at_midnight"),
    "RC-68": (TABLE, "test_rc68_four_storms_at_most"),
    "RC-69": (ALASKA, "test_e91_the_own_card_comes_last"),
    "RC-70": (ALASKA, "test_e97_an_empty_pile"),
    "RC-71": (TABLE, "test_rc71_six_adventures_never_empty_the_pile"),
    "RC-73": (CARDS, "test_e121_a_card_is_discarded"),
    "RC-74": (ALASKA, "test_e99_full_adventures_are_counted_once"),
    "RC-76": (CARDS, "test_e107_lost_supply_icons"),
    "RC-78": (ALASKA, "test_e109_losing_four_supplies"),
    "RC-79": (TABLE, "test_rc79_fifteen_supplies"),
    "RC-81": (TABLE, "test_rc81_rc82_rc103_turns_of_a_winter"),
    "RC-82": (TABLE, "test_rc81_rc82_rc103_turns_of_a_winter"),
    "RC-84": (CARDS, "test_e122_no_day_track_in_the_battle"),
    "RC-85": (END, "test_e65_surplus_doom_vanishes"),
    "RC-86": (CARDS, "test_e120_storm_icons_of_ithaqua"),
    "RC-87": (END, "test_e73_an_icon_covered_again_acts_again"),
    "RC-88": (END, "test_e67_e164_last_sign_and_doom_of_one_reward_win"),
    "RC-90": (TABLE, "test_rc90_no_icons_in_the_battle"),
    "RC-91": (END, "test_e69_devoured_by_the_first_penalty"),
    "RC-93": (END, "test_e166_nobody_left_to_take"),
    "RC-94": (BATTLE, "test_e76_midnight_in_the_battle"),
    "RC-96": (TABLE, "test_rc96_midnight_strikes_as_it_awakens"),
    "RC-97": (TABLE, "test_rc97_two_hits_in_a_turn"),
    "RC-100": (CARDS, "test_e185_ithaqua_awakens"),
    "RC-101": (TABLE, "test_rc101_healing_once_a_day_in_the_battle"),
    "RC-103": (TABLE, "test_rc81_rc82_rc103_turns_of_a_winter"),
    "RC-106": (SHIP, "test_r44_the_ship_sinks"),
    "RC-107": (AMULET, "test_e132_dice_of_the_amulet"),
    "RC-108": (STAGES, "test_e137_the_omen_in_stage_two"),
    "RC-109": (DEEP, "test_e129_an_empty_stockpile"),
    "RC-110": (LEGION, "test_e127_the_cost_is_not_paid"),
    "RC-112": (ALASKA, "test_e110_a_bottom_option_with_storms"),
    "RC-114": (ALASKA, "test_e87_b_one_purchase"),
    "RC-115": (ALASKA, "test_e84_an_entry_cost_that_cannot_be_paid"),
    "RC-116": (TABLE, "test_rc116_adventures_with_other_worlds"),
    "RC-117": (ROLLS, "test_rc117_nothing_of_an_inactive_player"),
    "RC-118": (CARDS, "test_e117_rhan_tegoth_is_triggered_once"),
    "RC-120": (END, "test_e72_no_replacement_if_that_doom_awakens"),
    "RC-121": (END, "test_e62_on_an_arrow_card_the_monster_comes_last"),
    "RC-122": (END, "test_e58_monsters_on_monster_tasks_do_not_count_for_the_spread"),
    "RC-125": (ITEMS, "test_e53_a_re_roll_gives_no_second_use_of_an_ability"),
    "RC-127": (TABLE, "test_rc127_an_extra_adventure_stays"),
    "RC-128": (STAGES, "test_e130_echoes_of_the_dream"),
    "RC-129": (CARDS, "test_e116_lost_elder_sign_always_can"),
    "RC-132": (ITEMS, "test_e52_a_locked_die_only_for_what_says_so"),
}

UNSEEN = "blessings and curses belong to an expansion that is not in play"
#: Cases that concern nothing of this mode, and why.
NOT_APPLICABLE = {
    "NR-16": "about the museum's adventures, which this mode does not use (A-1.2)",
    "NR-17": "about collections of the museum's cards, which this mode does not use (A-1.2)",
    "RC-24": UNSEEN,
    "RC-102": "about an Ancient One of the museum; this mode has three of its own (A-2.5)",
    "RC-119": UNSEEN,
}


@pytest.mark.parametrize("case", SETTLED)
def test_the_case_has_its_test(case):
    file, test = SETTLED[case]
    assert re.search(rf"^def {test}\(", (HERE / file).read_text(), re.MULTILINE), f"{file} lacks {test}"


def test_every_case_is_in_one_list():
    """103 cases were given: twelve numeric references and 91 situations."""
    assert not set(SETTLED) & set(NOT_APPLICABLE)
    cases = set(SETTLED) | set(NOT_APPLICABLE)
    assert len(cases) == 103
    assert sum(case.startswith("NR-") for case in cases) == 12
    assert all(len(reason) > 20 for reason in NOT_APPLICABLE.values())
