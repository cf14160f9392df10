"""Policies: the registry, a user's own file, and single judgements on hand-made tables.

A judgement's expected answer follows from the rules or from plain reason, given in the test.
"""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chisquare

import policies
from policies.registry import NAMES
from sim.cards.notation import Task, Tasks, parse_requirement
from sim.cards.programs import requirement_of
from sim.chance import word
from sim.errors import OmensError
from sim.exact.cards import card_chances, requirement_chances
from sim.rules import choices as ask
from sim.rules import operations as op
from sim.rules.state import (
    ALLY,
    BOTTOM,
    BUY_SPELL,
    BUY_STAMINA,
    COMMON,
    DICE,
    ENTRANCE,
    LORE,
    ON_MARKER,
    ORDINARY,
    PERIL,
    POOL,
    SPELL,
    SUPPLY,
    TERROR,
    UNIQUE,
    WINTER,
    choice_dtype,
    deck_dtype,
    game_dtype,
)
from sim.worth import fill_worths

SENSIBLE = [name for name in NAMES if name != "random"]
EXAMPLE = Path(policies.__file__).parent / "examples" / "patient.py"


class Table:
    """A game, a deck and a question, empty but for what a test puts there."""

    def __init__(self, players=1):
        self._game, self._deck = np.zeros(1, game_dtype), np.zeros(1, deck_dtype)
        self._choice = np.zeros(1, choice_dtype)
        self.game, self.deck, self.choice = self._game[0], self._deck[0], self._choice[0]
        self.deck["players"], self.deck["season"] = players, WINTER
        self.deck["ancient_one"]["doom"] = 10
        self.deck["n_investigators"] = 1
        self.deck["investigators"][0]["sanity"] = self.deck["investigators"][0]["stamina"] = 5
        self.game["day"], self.game["supplies"], self.game["stage"] = 1, 15, 1
        self.game["investigators"]["card"] = -1
        for player in range(players):
            me = self.game["investigators"][player]
            me["card"], me["sanity"], me["stamina"], me["at"] = 0, 5, 5, ENTRANCE
        self.game["attempt"]["slot"] = -1
        self._ops = 1

    def effect(self, *ops):
        """A program of simple ops (code, amount)."""
        start = self._ops
        for code, amount in ops:
            self.deck["ops"][self._ops]["code"], self.deck["ops"][self._ops]["amount"] = code, amount
            self._ops += 1
        return (start, len(ops))

    def card(self, *rows, reward=(), penalty=(), terror=(), storms=0):
        """A faceup adventure in the next slot; a row is (lore, peril, terror, investigation). Returns the slot."""
        slot = int(self.game["n_slots"])
        card = self.deck["adventures"][slot]
        self.deck["n_adventures"] = self.game["n_slots"] = slot + 1
        card["kind"], card["stage"], card["n_tasks"], card["lock"] = ORDINARY, 1, len(rows), -1
        for task, row in zip(card["tasks"], rows, strict=False):
            task["full"]["symbols"][[1, 2, 4]] = row[:3]
            task["full"]["investigation"][0] = row[3]
        wanted = [requirement_of(task["full"]) for task in card["tasks"][: len(rows)]]
        card["chance"] = card_chances(Tasks(tuple(Task(full=requirement) for requirement in wanted)))
        for box, ops in (("reward", reward), ("penalty", penalty), ("terror", terror)):
            card[box] = self.effect(*ops)
        s = self.game["slots"][slot]
        s["kind"], s["faceup"], s["card"], s["storms"], s["stage"] = ORDINARY, 1, slot, storms, 1
        fill_worths(self._deck)
        return slot

    def attempt(self, slot, *faces, secured=()):
        """The attempt of a card after a roll: pool dice show `faces`, the rest is spent."""
        a = self.game["attempt"]
        card = self.deck["adventures"][slot]
        a["slot"], a["n_rows"], a["rolls"] = slot, card["n_tasks"], 1
        self.game["investigators"][0]["at"] = slot
        for r in range(card["n_tasks"]):
            a["rows"][r]["requirement"] = card["tasks"][r]["full"]
            a["rows"][r]["printed"], a["rows"][r]["monster"] = r, -1
        self.game["dice"]["place"] = SUPPLY
        for die, face in enumerate(faces):
            self.game["dice"][die]["place"], self.game["dice"][die]["face"] = POOL, face
        for die, face in enumerate(secured, len(faces)):
            self.game["dice"][die]["place"], self.game["dice"][die]["face"] = ON_MARKER, face

    def answer(self, policy, kind, *options, player=0, context=0, mask=0):
        """The policy's answer to a question with options (a, b, c, d, dice), trailing zeros left out."""
        c = self.choice
        c["kind"], c["player"], c["context"], c["mask"], c["n"] = kind, player, context, mask, len(options)
        for i, option in enumerate(options):
            c["options"][i] = tuple(option) + (0,) * (5 - len(option))
        return policies.load(policy)(self.game, self.deck, c)


# --- the registry ------------------------------------------------------------------------------
def test_names_are_loadable_policies():
    assert policies.names() == ("random", "greedy", "cautious", "rush", "exact", "expert")
    for name in policies.names():
        assert Table().answer(name, ask.TERROR_ORDER, (0,), (1,)) in (0, 1)


def test_one_policy_does_not_load_the_others():
    code = "import sys, policies; policies.load('random'); sys.exit('policies.greedy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_example_of_a_policy_of_ones_own():
    spec = f"{EXAMPLE}:patient"
    table = Table()
    stormy = table.card((1, 0, 0, 0), reward=[(op.CLUE, 4)], storms=3)
    calm = table.card((1, 0, 0, 0), reward=[(op.CLUE, 3)])
    assert table.answer("greedy", ask.MOVE, (ENTRANCE, 1), (stormy,), (calm,)) == 1
    assert table.answer(spec, ask.MOVE, (ENTRANCE, 1), (stormy,), (calm,)) == 2


OWN = """
from numba import njit
from policies import policy
from policies.greedy import greedy

@policy
def mine(game, deck, choice):
    if choice.kind == 0:
        return {answer}
    return greedy(game, deck, choice)

@njit
def unsigned(game, deck, choice):
    return 0

def plain(game, deck, choice):
    return 0
"""


def test_a_changed_file_is_loaded_anew(tmp_path):
    file = tmp_path / "own.py"
    for answer in (1, 2):
        file.write_text(OWN.format(answer=answer) + "#" * answer)
        assert Table().answer(f"{file}:mine", ask.MOVE, (0,), (1,), (2,)) == answer


@pytest.mark.parametrize(
    ("content", "name", "message"),
    [
        (None, "mine", "no such file"),
        (OWN.format(answer=0), "mien", "mine"),
        (OWN.format(answer=0), "", ":mine would be right"),
        (OWN.format(answer=0), "plain", "@policy"),
        (OWN.format(answer=0), "unsigned", "@policy"),
        ("x = 1", "mine", "holds no policy"),
        ("import nowhere_to_be_found", "mine", "ModuleNotFoundError"),
        ("def f(:", "mine", "line 1"),
        ("raise SystemExit('bye')", "mine", "bye"),
        (OWN.format(answer="game.no_such_field"), "mine", "no_such_field"),
    ],
)
def test_faults_of_a_users_file_are_one_line(tmp_path, content, name, message):
    file = tmp_path / "own.py"
    if content is not None:
        file.write_text(content)
    with pytest.raises(OmensError) as error:
        policies.load(f"{file}:{name}" if name else str(file))
    assert message in str(error.value)
    assert str(file) in str(error.value)
    assert "\n" not in str(error.value)


def test_an_unknown_name_gets_the_nearest():
    with pytest.raises(OmensError, match="greedy"):
        policies.load("gredy")


# --- random --------------------------------------------------------------------------------------
def test_random_takes_every_option_equally_often():
    """Chi-square over 7 options; the seed is fixed, a right policy fails one seed in 10,000."""
    table = Table()
    counts = np.zeros(7, int)
    for i in range(7000):
        table.choice["word"] = word(np.uint64(1), 5, i)
        counts[table.answer("random", ask.MOVE, *[(k,) for k in range(7)])] += 1
    assert chisquare(counts).pvalue > 1e-4


def test_random_sets_of_dice_are_legal_and_favour_no_die():
    """Chi-square over 5 dice with at most 2 taken; fails one seed in 10,000."""
    table = Table()
    mask, taken, sizes = 0b10110101, np.zeros(DICE, int), set()
    for i in range(4000):
        table.choice["word"] = word(np.uint64(2), 5, i)
        dice = table.answer("random", ask.REROLL_DICE, mask=mask, context=2)
        assert dice & ~mask == 0
        sizes.add(dice.bit_count())
        taken += [dice >> d & 1 for d in range(DICE)]
    assert sizes == {0, 1, 2}
    assert chisquare(taken[[0, 2, 4, 5, 7]]).pvalue > 1e-4


# --- dice-level play -----------------------------------------------------------------------------
@pytest.mark.parametrize("policy", SENSIBLE)
class TestDice:
    def test_the_row_that_leaves_the_easier_rest_is_completed(self, policy):
        """Two lore with two dice of four leave one lore to two dice (31 %); one lore leaves two lore to three (7 %)."""
        table = Table()
        slot = table.card((2, 0, 0, 0), (1, 0, 0, 0))
        table.attempt(slot, LORE, LORE, 1, 2)
        both, one = (0, -1, -1, 2, 0b11), (1, -1, -1, 1, 0b1)
        assert table.answer(policy, ask.TASK, (-1,), one, both) == 2

    def test_as_few_dice_as_possible_are_spent(self, policy):
        """E-2: of {1,3} and {1,1,2} the smaller leaves more dice for the rest."""
        table = Table()
        slot = table.card((1, 0, 0, 0), (0, 0, 0, 4))
        table.attempt(slot, 1, 1, 2, 3, PERIL, TERROR)
        few, many = (1, -1, -1, 2, 0b1001), (1, -1, -1, 3, 0b111)
        assert table.answer(policy, ask.TASK, (-1,), many, few) == 2

    def test_a_secured_die_saves_one_of_the_pool(self, policy):
        table = Table()
        slot = table.card((1, 0, 0, 0), (0, 1, 0, 0))
        table.attempt(slot, LORE, 1, 2, secured=(LORE,))
        pool, secured = (0, -1, -1, 1, 0b1), (0, -1, -1, 0, 0b1000)
        assert table.answer(policy, ask.TASK, (-1,), pool, secured) == 2

    def test_green_dice_go_before_yellow_and_red(self, policy):
        table = Table()
        slot = table.card((1, 0, 0, 0), (0, 0, 0, 8))
        table.attempt(slot, LORE, 1, 1, 1)
        green, red = (0, -1, -1, 1, 0b1), (0, -1, -1, 1, 1 << 7)
        assert table.answer(policy, ask.TASK, (-1,), red, green) == 2
        assert table.answer(policy, ask.DISCARD, (0, 7), (0, 6), (0, 1)) == 2

    def test_a_yellow_die_is_useless_for_terror(self, policy):
        """C-2.2: no terror on yellow."""
        table = Table()
        slot = table.card((0, 0, 2, 0))
        table.attempt(slot, 1, 1, 1)
        assert table.answer(policy, ask.DISCARD, (0, 7), (0, 6), (0, 1)) == 1

    def test_focus_keeps_one_of_two_symbols(self, policy):
        """E-21: with focus two lore succeed in 80 of 100, without in 54."""
        table = Table()
        slot = table.card((2, 0, 0, 0))
        table.attempt(slot, 1, LORE, PERIL, 2, 3, TERROR)
        assert table.answer(policy, ask.FOCUS, (-1, -1), (0, 0), (0, 1), (0, 2)) == 2

    def test_no_focus_where_no_die_is_wanted(self, policy):
        table = Table()
        slot = table.card((1, 0, 0, 0))
        table.attempt(slot, 1, PERIL, 2)
        assert table.answer(policy, ask.FOCUS, (-1, -1), (0, 0), (0, 1), (0, 2)) == 0

    def test_a_clue_keeps_what_the_row_can_use(self, policy):
        """E-24: the peril stays, the rest is rolled again, but not on a roll that fills the row."""
        table = Table()
        slot = table.card((0, 2, 0, 0), reward=[(op.SIGN, 1)])
        table.attempt(slot, PERIL, 1, 1)
        assert table.answer(policy, ask.CHANGE, (ask.DONE, -1), (ask.USE_CLUE, -1)) == 1
        assert table.answer(policy, ask.REROLL_DICE, mask=0b111) == 0b110
        table.attempt(slot, PERIL, PERIL, 1)
        assert table.answer(policy, ask.CHANGE, (ask.DONE, -1), (ask.USE_CLUE, -1)) == 0
        assert table.answer(policy, ask.REROLL_DICE, mask=0b111) == 0

    def test_an_ability_changes_the_die_that_completes(self, policy):
        table = Table()
        slot = table.card((1, 0, 0, 0), reward=[(op.SIGN, 1)])
        table.attempt(slot, TERROR, PERIL)
        changes = ((ask.DONE, -1), (ask.USE_ABILITY, 0, PERIL), (ask.USE_ABILITY, 0, LORE))
        assert table.answer(policy, ask.CHANGE, *changes) == 2

    def test_giving_up_saves_the_terror_effect_of_a_hopeless_roll(self, policy):
        table = Table()
        slot = table.card((2, 0, 0, 0), reward=[(op.SIGN, 1)], terror=[(op.DOOM, 1)])
        table.attempt(slot, LORE)
        assert table.answer(policy, ask.ATTEMPT, (1,), (0,)) == 1
        table.attempt(slot, *[1] * 6)
        assert table.answer(policy, ask.ATTEMPT, (1,), (0,)) == 0

    def test_items_are_for_attempts_that_matter(self, policy):
        table = Table()
        easy = table.card((1, 0, 0, 0), reward=[(op.CLUE, 1)])
        hard = table.card((1, 1, 1, 0), reward=[(op.SIGN, 2)])
        table.deck["items"][0]["kind"], table.deck["items"][0]["effect"] = COMMON, table.effect((op.GAIN_YELLOW, 1))
        for slot, wanted in ((easy, 0), (hard, 1)):
            table.attempt(slot, *[1] * 6)
            assert table.answer(policy, ask.POOL_STEP, (ask.DONE, -1), (ask.USE_CARD, 0)) == wanted

    def test_the_battle_is_fought_to_the_last_die(self, policy):  # C-17.4: no terror, no penalty
        table = Table()
        table.game["awakened"], table.game["attempt"]["battle"] = 2, 1
        assert table.answer(policy, ask.BATTLE_DISCARD, (0,), (-1,)) == 0
        assert table.answer(policy, ask.BATTLE_TASK, (-1,), (0, 0, 0, 3, 0b111), (0, 0, 0, 2, 0b11)) == 2


# --- strategy ------------------------------------------------------------------------------------
@pytest.mark.parametrize("policy", SENSIBLE)
class TestStrategy:
    def test_the_better_of_two_equal_tasks_is_sought(self, policy):
        table = Table()
        poor = table.card((1, 0, 0, 0), reward=[(op.CLUE, 1)])
        rich = table.card((1, 0, 0, 0), reward=[(op.SIGN, 1)])
        assert table.answer(policy, ask.MOVE, (ENTRANCE, 1), (poor,), (rich,)) == 2

    def test_the_easier_of_two_equal_rewards_is_sought(self, policy):
        table = Table()
        hard = table.card((2, 0, 2, 0), reward=[(op.SIGN, 1)])
        easy = table.card((1, 0, 0, 0), reward=[(op.SIGN, 1)])
        assert table.answer(policy, ask.MOVE, (ENTRANCE, 1), (hard,), (easy,)) == 2

    def test_the_last_point_is_not_staked_on_a_hard_card(self, policy):
        """Of two hard cards with like rewards, the one whose failure devours is left alone."""
        table = Table()
        deadly = table.card((2, 0, 2, 0), reward=[(op.CLUE, 2)], penalty=[(op.STAMINA, -1)])
        harmless = table.card((2, 0, 2, 0), reward=[(op.CLUE, 1)], penalty=[(op.SANITY, -1)])
        table.game["investigators"][0]["stamina"] = 1
        assert table.answer(policy, ask.MOVE, (ENTRANCE, 1), (deadly,), (harmless,)) == 2

    def test_no_fourth_storm_while_there_is_room(self, policy):
        table = Table()
        three = table.card((2, 0, 2, 0), storms=3)
        good = table.card((1, 0, 0, 0), reward=[(op.SIGN, 1)], storms=2)
        assert table.answer(policy, ask.STORM_PLACE, (three,), (good,), context=1) == 1

    def test_storms_go_where_nobody_wants_to_go(self, policy):
        table = Table()
        good = table.card((1, 0, 0, 0), reward=[(op.SIGN, 1)])
        bad = table.card((2, 0, 2, 0), penalty=[(op.DOOM, 1)])
        assert table.answer(policy, ask.STORM_PLACE, (good,), (bad,), context=3) == 1
        assert table.answer(policy, ask.PLACE_MONSTER, (good, BOTTOM), (bad, BOTTOM)) == 1

    def test_full_cards_are_cleared_first(self, policy):
        table = Table()
        two, four = table.card((1, 0, 0, 0), storms=2), table.card((1, 0, 0, 0), storms=4)
        assert table.answer(policy, ask.CAMP_STORM, (-1,), (two,), (four,), context=5) == 2

    def test_trophies_are_paid_without_waste(self, policy):
        """E-64: trophies 3, 2, 1 and a price of 4: after the 3, the 1 is enough."""
        table = Table()
        assert table.answer(policy, ask.PAY, (0, 5, 2, 1), (0, 6, 1, 1), context=1) == 1

    def test_a_devoured_investigator_is_avoided_by_sharing(self, policy):
        """C-16.1: the point and the wound go to whoever has more left."""
        table = Table(players=2)
        table.game["investigators"][0]["stamina"] = 2
        assert table.answer(policy, ask.VICTIM, (0,), (1,)) == 1
        assert table.answer(policy, ask.SHARE, (0, 1), (0, 0), (1, 0), context=1) in (1, 2)
        assert table.answer(policy, ask.LOSE_POINT, (0,), (1,)) == 0

    def test_healing_goes_to_whoever_needs_it(self, policy):
        table = Table(players=3)
        table.game["investigators"]["sanity"][:3] = (4, 1, 5)
        assert table.answer(policy, ask.TARGET, (0,), (1,), (2,), context=op.SANITY) == 1
        assert table.answer(policy, ask.TARGET, (0,), (1,), (2,), context=-op.SANITY) == 2
        assert table.answer(policy, ask.DAILY, (-1, -1), (0, 0), (0, 1), context=0) == 2

    def test_the_cheapest_thing_is_given_up(self, policy):
        table = Table()
        for card, kind in enumerate((ALLY, COMMON, SPELL, UNIQUE)):
            table.deck["items"][card]["kind"] = kind
        assert table.answer(policy, ask.LOSE_CARD, (0,), (1,), (2,), (3,)) == 1
        table.game["awakened"] = 2
        things = ((0, -1), (2, 0), (2, 1), (2, 3))
        assert table.answer(policy, ask.OFFERING, *things, context=1) == 2

    def test_the_milder_half_of_a_mythos_card_is_taken(self, policy):
        table = Table()
        table.deck["n_mythos"] = 2
        table.deck["mythos"][1]["top"] = table.effect((op.DOOM, 1))
        table.deck["mythos"][1]["bottom"] = table.effect((op.SUPPLIES_TEXT, -1))
        assert table.answer(policy, ask.MYTHOS_OPTION, (0,), (1,), context=1) == 1

    def test_lost_supplies_beyond_the_last_cost_stamina(self, policy):
        """Three lost supplies with none left are three stamina of four, more than the loss of a clue."""
        table = Table()
        supplies, clue = table.effect((op.BRANCH, 0), (op.SUPPLY_ICON, -3)), table.effect((op.BRANCH, 0), (op.CLUE, -1))
        for start, _ in (supplies, clue):
            table.deck["ops"][start]["size"] = 1
        parts = ((0, supplies[0]), (1, clue[0]))
        table.game["investigators"][0]["stamina"] = 4
        table.game["supplies"] = 0
        assert table.answer(policy, ask.SPLIT_GROUP, *parts) == 1

    def test_a_dying_investigator_rests(self, policy):
        table = Table()
        me = table.game["investigators"][0]
        me["stamina"], me["trophies"] = 1, 3
        rest, spell = (2, 0, 0, BUY_STAMINA), (3, 1, 0, BUY_SPELL)
        assert table.answer(policy, ask.CAMP, (0, 0, -1, -1), spell, rest) == 2

    def test_every_kind_has_an_answer_among_the_options(self, policy):
        """A made-up kind gets the first option, as one that a later mode adds."""
        table = Table()
        for kind in (ask.EFFECT_ORDER, ask.LOCK_SERVED, ask.FIRST_PLAYER, len(ask.KINDS)):
            assert table.answer(policy, kind, (0, 0), (1, 0)) == 0


def test_chance_of_the_combat_task_is_known():
    """E-74's task [peril, peril] with two dice: 1/36, as printed odds say for a single roll."""
    assert requirement_chances(parse_requirement("peril, peril"))[2] == pytest.approx(1 / 36)
