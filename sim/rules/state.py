"""The state of a game as nested records: what is open, what is hidden, and what is fixed.

Three records describe everything:

``game``
    The open state (C-1.14): all that players at the table can see.  A policy gets it.
``hidden``
    What nobody may see: orders of decks, fronts of facedown cards, faces of storms.
``deck``
    What does not change during a game: completed card facts, the scenario, the rulings.

Records are numpy structured dtypes; inside jitted code their fields cost as much as
array elements.  All limits below bound the card data; the loader refuses data beyond
them by name.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype

# --- limits of the card data --------------------------------------------------------
MAX_PLAYERS = 8
MAX_ADVENTURES = 96  # ordinary, Special and Other World cards together
MAX_TASKS = 4  # printed rows of a card
MAX_INVESTIGATION = 6  # investigation symbols of one row, a monster's included
MAX_ITEMS = 96  # common, unique, spell and ally cards together
MAX_MONSTERS = 60
MAX_INVESTIGATORS = 48
MAX_MYTHOS = 48
MAX_BACKS = 64
MAX_STORMS = 28
MAX_OPS = 4096
MAX_TEXT = 128  # ops of one text
MAX_FRAMES = 32  # depth of composites within a text, twice
MAX_SLOTS = 24  # cards in play at once
MAX_ROWS = MAX_TASKS + MAX_MONSTERS
MAX_LOCKS = 120  # of all cards and markers at once, the amulet, and a text of the Mythos
MAX_DOOM = 24
MAX_TRACK = 9  # spaces of the day track, index 1..8; 8 is the skull
MAX_OPTIONS = 1024
MAX_NIGHTS = 40  # midnights of which counters are kept: 19 of 20 games end sooner in any mode
DICE = 8  # C-2.1: six green, one yellow, one red
MAX_PURCHASES = 12  # on one side of the entrance
MAX_TYPES = 14  # groups of equal dice
MAX_NEEDS = 24  # requirements of one row
MAX_OPEN = 512  # partial fillings: at most 8 groups at each of MAX_NEEDS needs
MAX_FOUND = 256  # ways to fill one row: 8 dice have 256 subsets
MAX_LISTED = 256
MAX_ODDS = 1 << 18  # exact chances of all adventures together
MAX_FORBIDDEN = 32  # options that a scenario takes away
MAX_FILLINGS = 512  # rows of adventures that differ
FILLING_WORDS = 202  # 64 multisets of dice each (sim/exact/faces.py)

# --- dice (C-2) ---------------------------------------------------------------------
GREEN, YELLOW, RED = 0, 1, 2
YELLOW_DIE, RED_DIE = 6, 7  # dice 0..5 are green
LORE, PERIL, TERROR, WILD = 5, 6, 7, 8  # faces 1..4 are investigation

SUPPLY, POOL, ON_TASK, ON_SPELL, ON_MARKER, LOCKED, DISCARDED, REMOVED = range(8)

# --- cards --------------------------------------------------------------------------
NO_CARD, ORDINARY, SPECIAL, OTHER_WORLD = range(4)  # kinds of adventure card
NO_MONSTER_TASK, EMPTY_TASK, TOTAL_TASK, PARTIAL_TASK = range(4)  # C-11.7
COMMON, UNIQUE, SPELL, ALLY, SKILL = range(5)  # classes of item card
ENTRANCE = -1  # where an investigator stands: the camp, or a slot 0..MAX_SLOTS-1
BOTTOM = -1  # a monster below the bottom row

# when an item may be used (C-13)
WHEN_NEVER, WHEN_POOL, WHEN_BEFORE_ROLLING, WHEN_UNTIMED, WHEN_ROLLED, WHEN_SECURING, WHEN_COST = range(7)

# kinds of monster marker
MONSTER, LEGION, MISSION = range(3)  # of the cup; R-5; R-9

# where a monster marker is
IN_CUP, ON_CARD, AS_TROPHY, OUT_OF_GAME, IN_STOCKPILE, AS_MISSION = range(6)

# where an adventure card is
IN_DECK, IN_PLAY, IN_TROPHIES, GONE = range(4)

# who holds a lock (C-12)
NO_LOCK, LOCK_OF_CARD, LOCK_OF_MONSTER, LOCK_OF_MYTHOS, LOCK_OF_AMULET = range(5)

# the decks of `hidden` (C-3.10)
STAGE_I, STAGE_II, OTHER_WORLDS, COMMONS, UNIQUES, SPELLS, ALLIES, MYTHOS, INVESTIGATORS, SKILLS = range(10)
DECKS = 10

# modes and seasons
ALASKA, RLYEH = range(2)
SUMMER, WINTER = 0, 1

# what may be bought at the entrance
(
    BUY_STORMS, BUY_OMEN, BUY_ALLY, BUY_SKILL, BUY_UNIQUE, BUY_CLUE, BUY_COMMON, BUY_SPELL, BUY_STAMINA, BUY_SANITY,
    BUY_NEW_TOP,
) = range(11)  # fmt: skip

# what a doom space brings besides doom
NO_ICON, STORM_ICON, LEGION_ICON = range(3)

# where a token of the amulet is
IN_PILE, OWNED, ON_SPACE = range(3)
AMULET_TOKENS = 3

# investigators' abilities (C-19)
(
    NO_ABILITY,
    ANY_NUMBER_OF_TASKS,
    SWAP_GAINS,
    EXTRA_COMMON,
    HEAL_SANITY_DAILY,
    RAISE_INVESTIGATION,
    EXTRA_SPELL,
    FREE_DICE_IN_OTHER_WORLDS,
    TERROR_TO_LORE,
    DISCARD_FOR_DICE,
    SECOND_REROLL,
    NO_MONSTERS_NO_TERROR,
    REROLL_TWO_DAILY,
    TERROR_TO_PERIL,
    EXTRA_UNIQUE,
    LOCKED_DICE_AND_NO_MYTHOS,
    HEAL_STAMINA_DAILY,
    SANITY_FOR_RESULT,
) = range(18)

# Ancient Ones' own texts (A-13)
NO_TEXT, SIGN_WOUNDS, STORMS_CHILL, WIND_FROM_NORTH = range(4)  # ability
AWAKENS_PLAIN, AWAKENS_TAKING_STORMS, AWAKENS_NEEDING_SIGNS = range(3)
ATTACK_EFFECTS, ATTACK_WOUND_AGAIN, ATTACK_STORM_TOLL, ATTACK_OFFERING = range(4)

# the end of a game (C-18)
UNDECIDED, WIN, LOSS, CAPPED = range(4)
(
    NO_CAUSE,
    ENOUGH_SIGNS,  # C-15.4
    BATTLE_WON,  # C-17.8
    BATTLE_LOST,  # C-17.8
    TIME_RAN_OUT,
    AWAKENING_LOST,  # the sheet says the game is lost
    ALL_DEVOURED,  # C-16.8
    TURN_LIMIT,  # C-18.3
) = range(8)


def _dtype(*fields) -> np.dtype:
    return np.dtype(list(fields), align=True)


# --- deck: card facts, scenario, rulings ----------------------------------------------
#: What a task asks for.  ``symbols[m]`` counts single-die requirements whose allowed
#: symbols are the bits of ``m``: 1 lore, 2 peril, 4 terror (3 is lore/peril and so on);
#: ``investigation`` lists the N of C-6.5, zero where unused.
requirement_dtype = _dtype(
    ("symbols", "i1", (8,)),
    ("investigation", "i1", (MAX_INVESTIGATION,)),
    ("sanity", "i1"),
    ("stamina", "i1"),
    ("clock", "i1"),
)
#: A printed row.  ``uncovered`` is what stays of a PARTIAL_TASK under a monster.
task_dtype = _dtype(("monster_task", "i1"), ("full", requirement_dtype), ("uncovered", requirement_dtype))
#: A stretch of ``deck.ops``.
program_dtype = _dtype(("start", "i2"), ("size", "i2"))
#: One step of an effect (see sim/cards/notation.py for the vocabulary).
op_dtype = _dtype(
    ("code", "i2"),
    ("amount", "i2"),
    ("target", "i2"),
    ("size", "i2"),  # ops of the body that follows this one
    ("worth", "f4"),  # with its body, in Elder Signs: an opinion, see sim/worth.py
)
adventure_dtype = _dtype(
    ("kind", "i1"),
    ("stage", "i1"),  # 1 or 2; 0 for Other Worlds
    ("ordered", "i1"),
    ("trophy", "i1"),  # -1: gives none
    ("n_tasks", "i1"),
    ("lock", "i1"),  # -1, or a colour
    ("back", "i1"),  # index in deck.backs
    ("tasks", task_dtype, (MAX_TASKS,)),
    ("reward", program_dtype),
    ("penalty", program_dtype),
    ("terror", program_dtype),
    ("entry", program_dtype),
    ("midnight", program_dtype),
    ("reward_worth", "f4"),  # worths in Elder Signs, see sim/worth.py
    ("penalty_worth", "f4"),
    ("terror_worth", "f4"),
    ("entry_worth", "f4"),
    ("midnight_worth", "f4"),
    ("attempt_worth", "f4"),  # of coming here: success and failure by an estimate of the chance
    ("loses_sanity", "i1"),  # points that a failed attempt costs the active investigator
    ("loses_stamina", "i1"),
    ("signs", "i1"),  # Elder Signs and supplies that its rewards bring
    ("supplies", "i1"),
    ("chance", "f4", (1 << MAX_TASKS, DICE + 1)),  # [rows done, dice left]: with dice alone, see sim/exact/cards.py
    ("odds_at", "i4"),  # where its exact chances begin in deck.odds, 0: it has none; see sim/tables.py
    ("odds_row", "i1", (MAX_TASKS,)),  # a printed row's place among the rows that these count
    ("odds_rows", "i1"),  # how many rows they count
    ("odds_terror", "i1"),  # whether they know a terror effect that touches dice
    ("fillings", "i2", (MAX_TASKS,)),  # a printed row's place in deck.fillings
)
back_dtype = _dtype(
    ("colour", "i1"),
    ("arrive", program_dtype),
    ("midnight", program_dtype),
    ("arrive_worth", "f4"),
    ("midnight_worth", "f4"),
    ("attempt_worth", "f4", (3,)),  # [stage]: mean of the cards with this back
)
item_dtype = _dtype(
    ("kind", "i1"),
    ("when", "i1"),
    ("any_turn", "i1"),
    ("secures", "i1"),
    ("tokens", "i1"),  # uses before it is discarded; 0: one use
    ("gives", "i1"),  # dice its effect adds: 1 yellow, 2 red
    ("effect", program_dtype),
)
monster_dtype = _dtype(
    ("kind", "i1"),
    ("task", requirement_dtype),
    ("trophy", "i1"),  # of a mission the price of its reward
    ("lock", "i1"),
    ("collected", program_dtype),  # reward or cost on the back
    ("cost", program_dtype),  # of a Legion that is defeated
    ("midnight", program_dtype),
    ("collected_worth", "f4"),
    ("cost_worth", "f4"),
    ("midnight_worth", "f4"),
    ("chance", "f4", (DICE + 1,)),
)
purchase_dtype = _dtype(("price", "i1"), ("which", "i1"), ("benefit", "i1"))
mythos_dtype = _dtype(
    ("stage", "i1"), ("top", program_dtype), ("bottom", program_dtype), ("top_worth", "f4"), ("bottom_worth", "f4")
)
storm_dtype = _dtype(("penalty", program_dtype), ("penalty_worth", "f4"))
investigator_card_dtype = _dtype(
    ("sanity", "i1"),
    ("stamina", "i1"),
    ("ability", "i1"),
    ("result", "i1"),  # the face that SANITY_FOR_RESULT turns
    ("clues", "i1"),
    ("cards", "i1", (4,)),  # printed draws by class
    ("free", "i1"),  # draws of a class of one's choice (common, unique, spell)
    ("own", "i2"),  # a named card, or -1
)
ancient_one_dtype = _dtype(
    ("signs", "i2"),
    ("doom", "i2"),
    ("icon", "i1", (MAX_DOOM + 1,)),  # [space 1..]: STORM_ICON, LEGION_ICON
    ("ability", "i1"),
    ("awakens", "i1"),
    ("awakens_signs", "i1"),
    ("attack", "i1"),
    ("midnight", program_dtype),
    ("attack_effects", program_dtype),
    ("task", requirement_dtype),
    ("chance", "f4", (DICE + 1,)),
)
RULING_FIELDS = (
    "terror_scope",
    "wild_is_terror",
    "empty_pool",
    "auto_fail",
    "excess_dice",
    "last_task_gone",
    "fail_order",
    "reward_order",
    "adventure_discard",
    "either_or",
    "defeat_owner",
    "trophy_set",
    "extra_strike_doom",
    "midnight_in_midnight",
    "awaken_at_midnight",
    "investigator_pick",
    "battle_refresh",
    "turn_cap",
    "summer_track_text",
    "supply_cap",
    "lose_supply_text",
    "four_storm_check",
    "back_interrupt",
    "camp_purchases",
    "camp_same_turn",
    "special_trophy",
    "split_fulfil",
    "day_in_battle",
    "echoes_advances",
    "stage2_offer",
    "sink_amulet",
    "ship_purchases",
    "legion_count",
    "legion_cost_timing",
    "legion_trophy",
    "current_mythos_stage2",
    "lost_amulet_relock",
    "mission_immunity",
    "mission_collect",
    "mission_devoured",
    "special_chain",
)
rulings_dtype = _dtype(*[(name, "i2") for name in RULING_FIELDS])
#: Options that may not be taken while there is another: all that have these values, -1 being any.
forbidden_dtype = _dtype(("kind", "i2"), ("a", "i2"), ("b", "i2"), ("card", "i2"))
deck_dtype = _dtype(
    ("mode", "i1"),
    ("season", "i1"),
    ("players", "i1"),
    ("supplies", "i2"),
    ("storms_of_day", "i2", (MAX_TRACK,)),
    ("n_adventures", "i2"),
    ("n_items", "i2"),
    ("n_monsters", "i2"),
    ("n_mythos", "i2"),
    ("n_storms", "i2"),
    ("n_investigators", "i2"),
    ("specials", "i2", (4,)),  # Arrival and its successors; -1 where the chain ends
    ("n_purchases", "i1", (2,)),  # [side of the entrance]
    ("purchases", purchase_dtype, (2, MAX_PURCHASES)),
    ("track_spaces", "i1"),  # Dark Waters: spaces 1..
    ("track_start", "i1"),
    ("amulet", "i1", (AMULET_TOKENS,)),  # colour of the die on each space
    ("storm_worth", "f4"),  # mean worth of a storm marker's penalty
    ("n_forbidden", "i2"),
    ("forbidden", forbidden_dtype, (MAX_FORBIDDEN,)),
    ("rulings", rulings_dtype),
    ("ancient_one", ancient_one_dtype),
    ("adventures", adventure_dtype, (MAX_ADVENTURES,)),
    ("backs", back_dtype, (MAX_BACKS,)),
    ("items", item_dtype, (MAX_ITEMS,)),
    ("monsters", monster_dtype, (MAX_MONSTERS,)),
    ("mythos", mythos_dtype, (MAX_MYTHOS,)),
    ("storms", storm_dtype, (MAX_STORMS,)),
    ("investigators", investigator_card_dtype, (MAX_INVESTIGATORS,)),
    ("ops", op_dtype, (MAX_OPS,)),
    ("odds", "f4", (MAX_ODDS,)),
    ("fillings", "u8", (MAX_FILLINGS, FILLING_WORDS)),  # bit: whether a multiset of dice fills the row exactly
)

# --- game: the open state ---------------------------------------------------------------
die_dtype = _dtype(
    ("place", "i1"),
    ("face", "i1"),  # 0 before the first roll of a phase
    ("at", "i2"),  # the spell's card, the marker's player, the lock's index
    ("spent", "i1"),  # used or discarded in this phase (C-12.8)
)
slot_dtype = _dtype(
    ("kind", "i1"),  # NO_CARD where free
    ("faceup", "i1"),
    ("card", "i2"),  # -1 while facedown
    ("back", "i1"),
    ("storms", "i1"),  # markers on it, revealed ones too
    ("facedown", "i1"),  # of these not revealed
    ("monsters", "i1"),  # markers on it, defeated ones too
    ("bottom", "i1"),  # of these below the bottom row
    ("stage", "i1"),
)
marker_dtype = _dtype(
    ("where", "i1"),
    ("at", "i1"),  # slot, or player who owns the trophy
    ("row", "i1"),  # the monster task it lies on, or BOTTOM
    ("defeated", "i1"),
    ("paid", "i1"),  # a defeated Legion's cost
    ("by", "i1"),  # player who collects it
)
investigator_dtype = _dtype(
    ("card", "i2"),  # index in deck.investigators, -1: the player is out (C-16.8)
    ("sanity", "i2"),
    ("stamina", "i2"),
    ("clues", "i2"),
    ("at", "i2"),
    ("out", "i1"),  # 1: devoured for good, turns only advance the clock (C-17.7); 2: no turns (C-16.8)
    ("ability_used", "i1"),  # once per day (C-13.7)
    ("trophies", "i2"),  # total worth of all trophies
    ("timings", "i2"),  # the moments at which cards of this hand may be used: bit `when` of deck.items
    ("n_hand", "i2"),
    ("hand", "i2", (MAX_ITEMS,)),
)
row_dtype = _dtype(
    ("requirement", requirement_dtype),
    ("printed", "i1"),  # printed row, or -1 for a monster below the bottom row
    ("monster", "i1"),  # marker to be defeated by it, or -1
    ("done", "i1"),
)
attempt_dtype = _dtype(
    ("slot", "i2"),  # -1 outside a Resolution phase
    ("n_rows", "i2"),
    ("rows_done", "i2"),  # printed rows, as a set
    ("boxes_done", "i2"),  # of these partial monster tasks whose marker was defeated and is gone (C-11.16, R-5.6)
    ("rows_changed", "i1"),  # rows must be listed anew
    ("rolls", "i2"),
    ("focused", "i1"),  # C-7.6
    ("yellow_had", "i1"),  # C-2.7
    ("red_had", "i1"),
    ("terror_of_card", "i1"),  # resolved in this phase (R:TERROR_SCOPE)
    ("terror_of_mythos", "i1"),
    ("ability_used", "i1"),  # once per roll (C-13.6)
    ("failed", "i1"),  # a terror effect ended the attempt (C-7.4)
    ("void", "i1"),  # C-8.13
    ("settled", "i1"),  # the last roll completed a task or cost a die (C-5.11)
    ("emptied_by_discard", "i1"),  # C-5.14
    ("battle", "i1"),
    ("rolling", "i1"),  # at step 3, where dice may be added
    ("rows", row_dtype, (MAX_ROWS,)),
)
lock_dtype = _dtype(("kind", "i1"), ("of", "i2"), ("colour", "i1"), ("die", "i1"))
night_dtype = _dtype(
    ("doom", "i2"), ("signs", "i2"), ("supplies", "i2"), ("storms", "i2"), ("omen", "i2"), ("legions", "i2")
)
game_dtype = _dtype(
    # counters
    ("turn", "i4"),
    ("active", "i1"),
    ("hour", "i1"),  # 0..3 for XII, III, VI, IX
    ("strikes", "i2"),
    ("day", "i1"),
    ("doom", "i2"),
    ("signs", "i2"),
    ("supplies", "i2"),
    ("pile", "i2"),  # storm markers in the pile
    ("sheet_storms", "i2"),
    ("stage", "i1"),
    ("entrance", "i1"),  # which side lies up: 1 is the Wreckage
    ("omen", "i1"),  # space of the omen token, 1..; 0 without Dark Waters
    ("amulet", "i1", (AMULET_TOKENS,)),  # where its tokens are
    # flags, each read in one place
    ("outcome", "i1"),
    ("cause", "i1"),
    ("awakened", "i1"),  # 1: doom track full, awakening due; 2: battle is on
    ("in_batch", "i1"),  # C-15.11
    ("in_turn", "i1"),
    ("in_resolution", "i1"),
    ("in_midnight", "i1"),
    ("gone", "i1"),  # the active investigator was devoured in this turn (C-16.4)
    ("expeditious", "i1"),
    ("advanced", "i1"),  # the clock advance of this turn is done
    ("signs_added", "i1"),  # Rhan-Tegoth, A-13.4
    ("double_doom", "i1"),  # who is devoured now costs 2 doom
    ("resolved_in_turn", "i1"),  # R:CAMP_SAME_TURN
    ("hold_devouring", "i1"),  # C-16.9: losses first, then the devoured one by one
    ("late_doom", "i1"),  # R:EXTRA_STRIKE_DOOM=AT_MIDNIGHT
    ("by_item", "i1"),  # an item or a spell acts
    ("here", "i2"),  # slot of the card whose text acts, or -1
    ("here_card", "i2"),  # that card, or -1
    ("any_turn_cards", "i2"),  # cards held that act in other players' turns
    ("n_revealed", "i1"),  # storm markers turned up and not yet resolved
    ("revealed", "i1", (2 * MAX_PLAYERS,)),
    # the current Mythos card
    ("mythos", "i2"),
    ("investigation_bonus", "i1"),  # C-6.13
    ("mythos_terror", program_dtype),
    ("mythos_midnight", program_dtype),
    # the table
    ("n_slots", "i1"),  # slots ever used
    ("top_back", "i1"),  # back of the current adventure deck's top card, or -1
    ("deck_size", "i2", (DECKS,)),
    ("dice", die_dtype, (DICE,)),
    ("slots", slot_dtype, (MAX_SLOTS,)),
    ("monsters", marker_dtype, (MAX_MONSTERS,)),
    ("adventure_place", "i1", (MAX_ADVENTURES,)),
    ("adventure_owner", "i1", (MAX_ADVENTURES,)),
    ("item_tokens", "i1", (MAX_ITEMS,)),
    ("n_locks", "i1"),
    ("locks", lock_dtype, (MAX_LOCKS,)),
    ("investigators", investigator_dtype, (MAX_PLAYERS,)),
    ("attempt", attempt_dtype),
    # counts for the row of the game
    ("decisions", "i4"),
    ("dice_rolled", "i4"),
    ("attempts", "i4"),
    ("successes", "i4"),
    ("devoured", "i4"),
    ("battle_turns", "i4"),
    ("doom_placed", "i4"),
    ("storm_doom", "i4"),
    ("purchases", "i4"),
    ("by_table", "i4"),  # choices of dice that the policy answered from exact chances
    ("beyond_tables", "i4"),  # and those that its tables did not cover
    ("nights", "i2"),
    ("night", night_dtype, (MAX_NIGHTS,)),
    # a fault of the policy, for the message
    ("fault_kind", "i2"),
    ("fault_answer", "i8"),
)

# --- hidden ------------------------------------------------------------------------------
filling_dtype = _dtype(("used", "i2"), ("need", "i2"), ("group", "i2"), ("total", "i2"))
#: Scratch of the matching routine: usable dice in groups of equal ones.
matching_dtype = _dtype(
    ("of_face", "i2", (9,)),  # dice showing each face, as a set
    ("pool", "i2"),  # dice of the pool, as a set
    ("shown", "i8"),  # dice that can be one of the symbols m, 8 bits each from bit 8 m on
    ("investigation", "i2"),  # all dice together
    ("n", "i2"),  # groups; 0: not made yet
    ("value", "i1", (MAX_TYPES,)),  # as investigation
    ("symbols", "i1", (MAX_TYPES,)),  # bits 1 lore, 2 peril, 4 terror
    ("dice", "i2", (MAX_TYPES,)),  # as a set
    ("n_needs", "i2"),
    ("symbol", "i1", (MAX_NEEDS,)),  # symbols that fill this need, 0 for investigation
    ("number", "i1", (MAX_NEEDS,)),  # the N of an investigation need
    ("n_open", "i2"),  # partial fillings still to be tried
    ("open", filling_dtype, (MAX_OPEN,)),
    ("n_found", "i2"),
    ("found", "i2", (MAX_FOUND,)),  # dice used, as a set
)
#: Where an effect stands: a stretch of ops being carried out, or a loop over investigators or a number.
frame_dtype = _dtype(
    ("kind", "i1"),
    ("player", "i1"),
    ("place", "i2"),
    ("end", "i2"),
    ("k", "i2"),
)
ring_dtype = _dtype(("head", "i2"), ("n", "i2"), ("cards", "i2", (MAX_ADVENTURES,)))
hidden_dtype = _dtype(
    ("key", "u8"),
    ("dice_key", "u8"),  # of the dice alone; the same as `key` in an ordinary game
    ("cup_draws", "i8"),  # monsters drawn so far: the position of their stream
    ("storm_draws", "i8"),
    ("amulet_draws", "i8"),
    ("rolls", "i8"),  # rolls of this turn
    ("rings", ring_dtype, (DECKS,)),
    ("front", "i2", (MAX_SLOTS,)),
    ("storms", "i1", (MAX_SLOTS, 4)),  # the facedown markers of a card
    ("pile", "i1", (MAX_STORMS,)),
    ("matching", matching_dtype),
    ("frames", frame_dtype, (MAX_FRAMES,)),
    ("present", "i2", (MAX_PLAYERS,)),  # the investigators whom the running effect found in play (C-16.6)
    ("feasible", "i2", (MAX_TEXT,)),
    ("asked", "i2", (MAX_TEXT,)),
    ("n_listed", "i2"),
    ("listed", "i2", (MAX_LISTED,)),  # pairs: kind of source, which
)

# --- choice: one question to the policy ------------------------------------------------
option_dtype = _dtype(("a", "i4"), ("b", "i4"), ("c", "i4"), ("d", "i4"), ("dice", "i8"))
choice_dtype = _dtype(
    ("kind", "i8"),
    ("player", "i8"),
    ("context", "i8"),
    ("mask", "i8"),  # dice of which any subset is a legal answer; 0: answer with an index
    ("n", "i8"),
    ("word", "u8"),  # 64 random bits, for policies that want chance
    ("table", "i8"),  # set by policies with exact chances: BY_TABLE, BEYOND_TABLES
    ("options", option_dtype, (MAX_OPTIONS,)),
)

NO_TABLE, BY_TABLE, BEYOND_TABLES = range(3)

# --- log: what a replay shows, or the history of the cards -----------------------------------
LOG_EVENTS = 512
LOG_OPTIONS = 8192
LOG_LINES = 8192
event_dtype = _dtype(
    ("code", "i4"),
    ("a", "i4"),
    ("b", "i4"),
    ("c", "i4"),
    ("d", "i4"),
    ("dice", "i8"),
    ("first_option", "i4"),
    ("n_options", "i4"),
)
#: What became of a card or an option, and how the game stood then (see sim/rules/log.py).
line_dtype = _dtype(
    ("code", "i2"),
    ("a", "i2"),
    ("b", "i2"),
    ("c", "i2"),
    ("d", "i2"),
    ("day", "i2"),
    ("turn", "i4"),
    ("signs", "i2"),
    ("doom", "i2"),
    ("supplies", "i2"),
    ("devoured", "i2"),
)
log_dtype = _dtype(
    ("first", "i8"),  # number of the first event wanted; -1: none
    ("history", "i8"),  # 1: lines of the history instead of events
    ("seen", "i8"),
    ("n", "i8"),
    ("n_options", "i8"),
    ("full", "i8"),
    ("events", event_dtype, (LOG_EVENTS,)),
    ("games", game_dtype, (LOG_EVENTS,)),
    ("options", option_dtype, (LOG_OPTIONS,)),
    ("n_lines", "i8"),
    ("lines", line_dtype, (LOG_LINES,)),
)

Game = from_dtype(game_dtype)
Hidden = from_dtype(hidden_dtype)
Deck = from_dtype(deck_dtype)
Choice = from_dtype(choice_dtype)
Log = from_dtype(log_dtype)
Requirement = from_dtype(requirement_dtype)
Row = from_dtype(row_dtype)

#: The signature of every policy: ``policy(game, deck, choice) -> answer``.
POLICY = types.int64(Game, Deck, Choice)
Policy = types.FunctionType(POLICY)


class Table(NamedTuple):
    """All that a rule needs, passed as one value through the rules."""

    game: object
    hidden: object
    deck: object
    choice: object
    log: object
    policy: object


Table_t = types.NamedTuple((Game, Hidden, Deck, Choice, Log, Policy), Table)
