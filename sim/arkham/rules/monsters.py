"""Where monsters go: Arkham up to the limit, else the Outskirts (H-5)."""

from __future__ import annotations

from sim.arkham.rules import log
from sim.arkham.rules.awakening import awaken, check_terror_ten
from sim.arkham.rules.compile import int64, rule, void
from sim.arkham.rules.cup import from_cup, to_cup
from sim.arkham.rules.terror import empty_outskirts, raise_terror
from sim.arkham.state import AREAS, CUP, MOST_TERROR, OUTSKIRTS


@rule(int64, inline=True)
def room(t):
    """How many monsters Arkham still admits below the limit; none is refused at terror 10 (H-5.5)."""
    if t.game.terror >= MOST_TERROR:
        return t.town.n_tokens
    return max(0, t.town.limit - t.game.in_town)


@rule(void, int64, inline=True)
def _to_outskirts(t, token):
    """One more in the Outskirts; one too many empties them all, and terror rises (H-5.3)."""
    g = t.game
    log.note(t, log.TO_OUTSKIRTS, token, 0, 0)
    if g.n_outskirts < t.town.outskirts:
        g.place[token] = OUTSKIRTS
        g.outskirts[g.n_outskirts] = token
        g.n_outskirts += 1
        return
    g.overflows += 1
    empty_outskirts(t)
    g.place[token] = OUTSKIRTS
    to_cup(t, token)
    raise_terror(t, 1)


@rule(void, int64, int64, inline=True)
def place_monster(t, token, area):
    """Put a monster that is in no place into an area of Arkham, or where the limit sends it (H-5.2)."""
    g = t.game
    if room(t) == 0:
        _to_outskirts(t, token)
        return
    g.place[token] = area
    g.monsters[g.in_town] = token
    g.in_town += 1
    log.note(t, log.MONSTER_CAME, token, area, 0)
    check_terror_ten(t)


@rule(void, int64, inline=True)
def draw_monster(t, area):
    """Draw a monster for an area; an empty cup awakens (H-9.4)."""
    token = from_cup(t)
    if token < 0:
        awaken(t, CUP)
        return
    place_monster(t, token, area)


@rule(void, int64, inline=True)
def take_out_of_town(t, token):
    """A monster leaves Arkham or the Sky; the caller puts it somewhere."""
    g = t.game
    kept = 0
    for i in range(g.in_town):
        if g.monsters[i] != token:
            g.monsters[kept] = g.monsters[i]
            kept += 1
    g.in_town = kept


@rule(void, int64, inline=True)
def send_to_cup(t, token):
    """A monster in Arkham or the Sky returns to the cup."""
    take_out_of_town(t, token)
    to_cup(t, token)


@rule(void, int64)
def leave_outskirts(t, symbol):
    """Monsters of a symbol return from the Outskirts to the cup (H-6.3)."""
    g = t.game
    kept = 0
    for i in range(g.n_outskirts):
        token = g.outskirts[i]
        if t.town.monsters[t.town.kind[token]].symbol == symbol:
            to_cup(t, token)
        else:
            g.outskirts[kept] = token
            kept += 1
    g.n_outskirts = kept


@rule(int64, int64)
def drive_off(t, kind):
    """Monsters of a kind in Arkham, not in the Sky or the Outskirts, return to the cup; how many (H-11.2)."""
    n = 0
    i = 0
    while i < t.game.in_town:
        token = t.game.monsters[i]
        if t.town.kind[token] == kind and t.game.place[token] < AREAS:
            send_to_cup(t, token)
            n += 1
        else:
            i += 1
    return n
