"""What investigators do between two Mythos phases (D-H9), each act a question to the policy.

The model has no places, moves or encounters of investigators: which acts a group manages in a turn is
the policy's to say, from the rates of the scenario; which ones are legal is said here.
"""

from __future__ import annotations

from sim.arkham.rules import log
from sim.arkham.rules.awakening import ended
from sim.arkham.rules.chance import ENCOUNTER_WORD, PLACE_WORD, happenings, random_below
from sim.arkham.rules.choices import (
    ACT_BEAT,
    ACT_GATHER,
    ACT_PAY,
    ACT_RETURN,
    ACT_VISIT,
    BEAT,
    ELDER_SIGN,
    FIGHT,
    FIND_ALLY,
    FIND_SIGN,
    FIND_SPELL,
    GATE,
    GATHER,
    LEAVE,
    LORE,
    REST,
    RUMOR,
    SEAL,
    TROPHY,
    TURN,
    VISIT,
    ask,
    begin,
    begin_turn_of_words,
    option,
)
from sim.arkham.rules.compile import boolean, int64, rule, void
from sim.arkham.rules.cup import to_cup
from sim.arkham.rules.doom import add_doom
from sim.arkham.rules.gate_stack import under_stack
from sim.arkham.rules.gates import (
    close_gate,
    closing_check,
    may_seal,
    open_gate,
    seal,
    seal_cost,
    seal_with_clues,
    seal_with_elder_sign,
)
from sim.arkham.rules.monsters import take_out_of_town
from sim.arkham.rules.rumors import DISTURBING_TROPHIES, STRANGLER_CLUES, rumor_effect, rumor_leaves
from sim.arkham.rules.victory import check_victory
from sim.arkham.state import (
    ACTS,
    DISTURBING_THE_DEAD,
    EXTRA_SEALED,
    GOOD_WORK_UNDONE,
    GREAT_RITUAL,
    KINDS_OF_MONSTER,
    NO_EXTRA,
    ON_RUMOR,
    SOUTHSIDE_STRANGLER,
    SPELLS,
    STARS_ARE_RIGHT,
    UNSTABLE,
)
from sim.arkham.state import (
    TROPHY as AS_TROPHY,
)


# --- gates -----------------------------------------------------------------------------------
@rule(int64, inline=True)
def explored(t):
    """Gates that an investigator can stand at with an explored marker, a bit each, none visited this turn.

    In by one movement, through both areas by the next two: the third turn of a gate at the earliest.
    """
    g = t.game
    return g.open & ~(g.opened_now | g.opened_before | g.visited)


@rule(int64, int64)
def _which_gate(t, gates):
    """One of these gates."""
    begin(t, VISIT, 0)
    for location in range(UNSTABLE):
        if (gates >> location) & 1 == 1:
            option(t, location, 0)
    return t.choice.options[ask(t)].a


@rule(void, int64)
def _offer_seal(t, location):
    """Directly after closing, clues may seal the location (H-6.4)."""
    if not may_seal(t) or t.game.clues_held < seal_cost(t):
        return
    begin(t, SEAL, location)
    option(t, 0, 0)
    option(t, 1, 0)
    if ask(t) == 1:
        seal_with_clues(t, location)


@rule(void)
def _visit_gate(t):
    """An investigator with an explored marker at a gate (D-H4), once a turn for each gate."""
    g = t.game
    location = _which_gate(t, explored(t))
    g.visited |= 1 << location
    begin(t, GATE, location)
    option(t, LEAVE, 0)
    option(t, LORE, 0)
    option(t, FIGHT, 0)
    if g.signs_held > 0 and may_seal(t):
        option(t, ELDER_SIGN, 0)
    action = t.choice.options[ask(t)].a
    if action == ELDER_SIGN:
        seal_with_elder_sign(t, location)
    elif action != LEAVE:
        dice = int(t.town.rates.lore if action == LORE else t.town.rates.fight)
        if not closing_check(t, location, dice):
            log.note(t, log.CHECK_FAILED, location, 0, 0)
            return
        close_gate(t, location, False)
        _offer_seal(t, location)  # before the count of trophies: six seals win as well
        check_victory(t)


@rule(void)
def one_extra(t):
    """The gate that the scenario lets the investigators close, or close and seal, once and for nothing."""
    g = t.game
    if g.extra_done != 0 or g.cards < t.town.extra_at or g.n_gates == 0:
        return
    g.extra_done = 1
    location = _which_gate(t, g.open)
    close_gate(t, location, False)
    if t.town.extra == EXTRA_SEALED:
        seal(t, location)
        log.note(t, log.GATE_SEALED, location, 0, 0)
    check_victory(t)


# --- monsters --------------------------------------------------------------------------------
@rule(void)
def _beat_monster(t):
    """A monster in Arkham, the Sky or on the Terrible Experiment is defeated: a trophy, if it can be kept (H-8.3)."""
    g = t.game
    town = t.town
    begin(t, BEAT, 0)
    for i in range(g.in_town):
        _list(t, g.monsters[i])
    if g.on_rumor > 0:
        for token in range(town.n_tokens):
            if g.place[token] == ON_RUMOR:
                _list(t, token)
    chosen = t.choice.options[ask(t)]
    for token in range(town.n_tokens):
        if town.kind[token] == chosen.a and g.place[token] == chosen.b:
            _defeat(t, token)
            return


@rule(void, int64)
def _list(t, token):
    """Make a monster an option, unless one of its kind at its place is."""
    kind, place = t.town.kind[token], t.game.place[token]
    for i in range(t.choice.n):
        if t.choice.options[i].a == kind and t.choice.options[i].b == place:
            return
    option(t, kind, place)


@rule(void, int64)
def _defeat(t, token):
    g = t.game
    kind = t.town.kind[token]
    place = g.place[token]
    g.beaten += 1
    log.note(t, log.BEATEN, token, place, 0)
    if place == ON_RUMOR:
        g.on_rumor -= 1
    else:
        take_out_of_town(t, token)
    if t.town.monsters[kind].kept != 0:
        g.place[token] = AS_TROPHY
        g.monster_trophies += 1
    else:
        to_cup(t, token)
    if place == ON_RUMOR and g.on_rumor == 0:
        rumor_leaves(t, True)
    if kind == t.town.doom_per_kind:
        add_doom(t)


# --- what is gathered and found --------------------------------------------------------------
@rule(void)
def _gather_clues(t):
    """The clues of a location."""
    g = t.game
    begin(t, GATHER, 0)
    for location in range(UNSTABLE):
        if g.clues[location] > 0:
            option(t, location, 0)
    location = t.choice.options[ask(t)].a
    log.note(t, log.CLUES_TAKEN, location, g.clues[location], 0)
    g.clues_held += g.clues[location]
    g.n_clues -= g.clues[location]
    g.clues[location] = 0


@rule(void, int64)
def _find(t, act):
    """An Elder Sign item, a spell, or an ally, who is safe from then on (H-7.3)."""
    g = t.game
    log.note(t, log.FOUND, act, 0, 0)
    if act == FIND_SIGN:
        g.signs_left -= 1
        g.signs_held += 1
    elif act == FIND_SPELL:
        g.spells += 1
    else:
        g.allies -= 1
        g.allies_held += 1


# --- trophies and rumors ---------------------------------------------------------------------
@rule(void, boolean)
def return_trophy(t, gates_only):
    """A gate trophy goes under the stack, a monster trophy into the cup (H-6.7)."""
    g = t.game
    begin(t, TROPHY, 0)
    for i in range(g.n_trophies):
        option(t, 0, g.trophies[i])
    if not gates_only:
        for kind in range(KINDS_OF_MONSTER):
            if _trophy_of(t, kind) >= 0:
                option(t, 1, kind)
    chosen = t.choice.options[ask(t)]
    if chosen.a == 1:
        token = _trophy_of(t, chosen.b)
        log.note(t, log.RETURNED, 1, token, 0)
        g.monster_trophies -= 1
        to_cup(t, token)
        return
    log.note(t, log.RETURNED, 0, chosen.b, 0)
    kept = 0
    for i in range(g.n_trophies):
        if g.trophies[i] != chosen.b:
            g.trophies[kept] = g.trophies[i]
            kept += 1
    g.n_trophies = kept
    under_stack(t, chosen.b)


@rule(int64, int64)
def _trophy_of(t, kind):
    """A monster trophy of a kind, -1 for none."""
    for token in range(t.town.n_tokens):
        if t.town.kind[token] == kind and t.game.place[token] == AS_TROPHY:
            return token
    return -1


@rule(int64)
def ritual_spells(t):
    """Spells that end the Great Ritual: 3, or 4 at five players and more (H-11.5)."""
    return 4 if t.town.players >= 5 else 3


@rule(boolean)
def can_pay(t):
    """Can the rumor in play be paid for (H-11.5)?"""
    g = t.game
    effect = rumor_effect(t)
    return (
        (effect == DISTURBING_THE_DEAD and g.n_trophies >= DISTURBING_TROPHIES)
        or (effect == GOOD_WORK_UNDONE and g.clues_held >= 1)
        or (effect == GREAT_RITUAL and g.spells >= ritual_spells(t))
        or (effect == SOUTHSIDE_STRANGLER and g.clues_held >= STRANGLER_CLUES)
        or (effect == STARS_ARE_RIGHT and g.allies_held >= 1)
    )


@rule(void)
def _pay_rumor(t):
    """Pay, or not (D-H6); Good Work Undone takes a clue for each counter."""
    g = t.game
    effect = rumor_effect(t)
    begin(t, RUMOR, effect)
    option(t, 0, 0)
    option(t, 1, 0)
    if ask(t) == 0:
        return
    if effect == GOOD_WORK_UNDONE:
        g.clues_held -= 1
        g.counters -= 1
        if g.counters == 0:
            rumor_leaves(t, True)
        return
    if effect == DISTURBING_THE_DEAD:
        for _ in range(DISTURBING_TROPHIES):
            return_trophy(t, True)
    elif effect == GREAT_RITUAL:
        g.spells -= ritual_spells(t)
    elif effect == SOUTHSIDE_STRANGLER:
        g.clues_held -= STRANGLER_CLUES
    elif effect == STARS_ARE_RIGHT:
        g.allies_held -= 1
    rumor_leaves(t, True)


# --- the turn --------------------------------------------------------------------------------
@rule(void)
def befall(t):
    """What encounters bring by the scenario's rates: gates (H-3.6), and investigators lost (H-8.3)."""
    g = t.game
    rates = t.town.rates
    if rates.encounter_gates > 0:
        for i in range(happenings(t, ENCOUNTER_WORD, 2 * g.phase, int(1000 * rates.encounter_gates + 0.5))):
            _gate_appears(t, i)
    if rates.lost > 0:
        for _ in range(happenings(t, ENCOUNTER_WORD, 2 * g.phase + 1, int(1000 * rates.lost + 0.5))):
            log.note(t, log.LOST, 0, 0, 0)
            if t.town.doom_per_lost != 0:
                add_doom(t)


@rule(void, int64)
def _gate_appears(t, number):
    """At a random location a gate and a monster appear; none at a seal or an open gate (H-3.6, H-6.1)."""
    g = t.game
    location = random_below(t, PLACE_WORD, MAX_A_TURN * g.phase + number, UNSTABLE)
    if not ended(t) and g.gate[location] < 0 and g.sealed[location] == 0:
        open_gate(t, location, 1)


MAX_A_TURN = 64


@rule(int64, inline=True)
def _next_act(t):
    """Ask what is done next."""
    g = t.game
    begin(t, TURN, 0)
    option(t, REST, 0)
    if explored(t) != 0:
        option(t, ACT_VISIT, 0)
    if g.in_town + g.on_rumor > 0:
        option(t, ACT_BEAT, 0)
    if g.n_clues > 0:
        option(t, ACT_GATHER, 0)
    if g.signs_left > 0:
        option(t, FIND_SIGN, 0)
    if g.spells < SPELLS:
        option(t, FIND_SPELL, 0)
    if g.allies > 0:
        option(t, FIND_ALLY, 0)
    if g.rumor >= 0 and can_pay(t):
        option(t, ACT_PAY, 0)
    if g.n_trophies + g.monster_trophies > 0:
        option(t, ACT_RETURN, 0)
    return t.choice.options[ask(t)].a


@rule(void, int64)
def _carry_out(t, act):
    if act == ACT_VISIT:
        _visit_gate(t)
    elif act == ACT_BEAT:
        _beat_monster(t)
    elif act == ACT_GATHER:
        _gather_clues(t)
    elif FIND_SIGN <= act <= FIND_ALLY:
        _find(t, act)
    elif act == ACT_PAY:
        _pay_rumor(t)
    elif act == ACT_RETURN:
        return_trophy(t, False)


@rule(void)
def investigators_turn(t):
    """Acts until the policy rests, or has done as much as a turn holds."""
    g = t.game
    for act in range(ACTS):
        g.did[act] = 0
    g.visited = 0
    begin_turn_of_words(t)
    if t.town.rates.encounter_gates > 0 or t.town.rates.lost > 0:
        befall(t)
    if t.town.extra != NO_EXTRA and not ended(t):
        one_extra(t)
    for _ in range(MAX_A_TURN):
        if ended(t):
            return
        act = _next_act(t)
        if act == REST:
            return
        g.did[act] += 1
        _carry_out(t, act)
