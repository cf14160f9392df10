"""The vocabulary of effects: every operation a card text can be made of.

An effect is a stretch of ``deck.ops``.  A simple operation is one op with ``amount`` and
``target``; a composite one is followed by its body of ``size`` ops.  Alternatives of
CHOOSE, SPLIT and MAY each begin with a BRANCH op whose ``size`` is its length.

The names here are the words of the notation in ``sim/cards/*.csv``.
"""

from __future__ import annotations

# --- whom it concerns -----------------------------------------------------------------
ACTOR, ANY = range(2)  # @active (default), @any one investigator of the actor's choice; @each becomes EACH
TARGETS = {"active": ACTOR, "any": ANY}

# --- operations -------------------------------------------------------------------------
(
    NOTHING,
    # amounts, signed: plus gains, minus loses
    SIGN,  # minus: Lost Elder Sign, doom where there is none
    DOOM,  # minus: Reprieve
    SANITY,
    STAMINA,
    CLUE,
    COMMON_CARD,
    UNIQUE_CARD,
    SPELL_CARD,
    ALLY_CARD,
    SKILL_CARD,
    TROPHY,  # only minus: trophies worth n are lost (C-10.6)
    SUPPLY_ICON,  # minus: Lost Supply, stamina where there is none
    SUPPLIES_TEXT,  # minus: "lose n supplies", no substitute
    # amounts, plus only
    GATE,
    MONSTER,
    MONSTER_HERE,  # C-11.5
    MONSTER_ON_FREE_TASKS,  # one on every free monster task
    STORM,  # n storm markers
    CLOCK,
    EXPEDITIOUS,
    REMOVE_MONSTER,
    DEFEAT,
    NEXT_SPECIAL,  # the Special after this one enters play
    STAGE_TWO,
    FAIL_ATTEMPT,  # terror: the attempt ends (C-7.4)
    DISCARD_TERROR,  # terror: pool dice showing terror are discarded (C-7.11)
    SET_SANITY,
    SET_STAMINA,
    DEVOUR,
    LEAVE,  # this card leaves play and is not replaced
    AWAKEN,  # the Ancient One, with a full doom track (C-15.7)
    GAIN_YELLOW,
    GAIN_RED,
    GAIN_YELLOW_EVEN_IF_LOCKED,
    REROLL,  # re-roll up to n pool dice
    # R'lyeh Rising
    OMEN,  # plus: Advance Omen, minus: Retreat Omen
    AMULET,  # plus: Gain Amulet, minus: Lost Amulet
    LEGION,  # plus only: a Legion appears
    # lasting parts of a Mythos option (C-14.9)
    INVESTIGATION,  # each investigation requirement +n (C-6.13)
    LOCK,  # amount is the colour
    EXTRA_ADVENTURE,  # stays until resolved (C-14.9)
    TERROR_EFFECT,  # body: a terror effect
    NEXT_MIDNIGHT,  # body: "next time the clock strikes midnight"
    # composites
    BRANCH,
    CHOOSE,  # "either A or B" (C-1.18)
    SPLIT,  # diagonal split icon
    EACH,  # body by each investigator in turn order (C-1.16)
    MAY,  # optional; two branches: a cost, then what it buys
    PER_OTHER_WORLD,  # body once per Other World in play
    IF_MONSTER,  # body if any undefeated monster is in play
) = range(51)

#: word of the notation -> operation; how its number is written
SIGNED = {
    "sign": SIGN,
    "doom": DOOM,
    "sanity": SANITY,
    "stamina": STAMINA,
    "clue": CLUE,
    "common": COMMON_CARD,
    "unique": UNIQUE_CARD,
    "spell": SPELL_CARD,
    "ally": ALLY_CARD,
    "skill": SKILL_CARD,
    "trophy": TROPHY,
    "supply": SUPPLY_ICON,
    "supplies": SUPPLIES_TEXT,
    "omen": OMEN,
    "amulet": AMULET,
    "investigation": INVESTIGATION,
}
COUNTED = {
    "gate": GATE,
    "monster": MONSTER,
    "monster_here": MONSTER_HERE,
    "legion": LEGION,
    "storm": STORM,
    "clock": CLOCK,
    "remove_monster": REMOVE_MONSTER,
    "defeat": DEFEAT,
    "set_sanity": SET_SANITY,
    "set_stamina": SET_STAMINA,
    "reroll": REROLL,
    "adventure": EXTRA_ADVENTURE,
}
PLAIN = {
    "expeditious": EXPEDITIOUS,
    "next_special": NEXT_SPECIAL,
    "stage_2": STAGE_TWO,
    "fail": FAIL_ATTEMPT,
    "discard_terror": DISCARD_TERROR,
    "devour": DEVOUR,
    "leave": LEAVE,
    "awaken": AWAKEN,
    "yellow": GAIN_YELLOW,
    "red": GAIN_RED,
    "yellow_even_if_locked": GAIN_YELLOW_EVEN_IF_LOCKED,
    "monster_on_free_tasks": MONSTER_ON_FREE_TASKS,
}
COLOURED = {"lock": LOCK}  # lock green, lock yellow, lock red
COMPOSITES = {  # name(body): least and most number of comma-separated parts
    "choose": (CHOOSE, 2, 4),
    "split": (SPLIT, 2, 2),
    "each": (EACH, 1, 1),
    "may": (MAY, 1, 2),
    "terror": (TERROR_EFFECT, 1, 1),
    "next_midnight": (NEXT_MIDNIGHT, 1, 1),
    "per_other_world": (PER_OTHER_WORLD, 1, 1),
    "if_monster": (IF_MONSTER, 1, 1),
}
#: composites whose parts are BRANCHes
BRANCHED = (CHOOSE, SPLIT, MAY)
