"""The chance of an attempt under best dice play, by backward induction over all its states (C-5 to C-7).

A state is the rows done, the pool by colour, the own marker, the spells, the clues left, and
whether a terror effect that acts once has acted; its value is the chance of success at step 2.
A roll leads only to states with more rows done, fewer dice, or less left on marker and spells,
so these are solved first.
"""

from __future__ import annotations

import numpy as np
from numba import types

from sim.compiled import compiled
from sim.exact.faces import OF_GREEN, SIDES, TERROR, TOO_MANY, WILD
from sim.exact.holds import FREE, MARKERS, MAX_SPELLS, NOTHING
from sim.exact.pools import GREEN_DICE
from sim.exact.problem import DISCARDS, ENDS, SECURED_ANY, SOURCES, STRICT, Problem_t

_NUMBERS = 1 << (GREEN_DICE + 1)  # sets of numbers of green dice
_HELD = 1 << (1 + MAX_SPELLS)  # sets of held dice
_TERROR_SIDE = OF_GREEN.index(TERROR)
_ALL_SIDES = 1 << SIDES
_FACE_OF_SIDE = np.array(OF_GREEN)

int64, float64, boolean, void = types.int64, types.float64, types.boolean, types.void
Values = types.Array(float64, 6, "C")  # [terror acted, rows done, marker, spells, pool, clues]
_Table2, _Table3, _Table5 = (types.Array(float64, n, "C") for n in (2, 3, 5))


def _part(returns, *arguments):
    return compiled(returns(*arguments), *SOURCES, lazy=True, error_model="numpy")


# --- states -------------------------------------------------------------------------------------
@_part(boolean, int64)
def holds_die(marker):
    """Does a die lie on the marker?"""
    return marker not in (NOTHING, FREE)


@_part(boolean, Problem_t, int64, int64, int64, int64)
def possible(p, done, marker, way, pool):
    """Can a state be reached, as far as dice can be counted? Every row done and every focus has cost some."""
    dice = p.size[pool] + p.n_held[way] + holds_die(marker)
    used = 0
    lost = 0
    if p.every_state == 0:
        for r in range(p.fewest.shape[0]):
            if done >> r & 1:
                used += p.fewest[r]
        lost = 1 if p.focus == 1 and marker != FREE else 0  # a focus costs another die (C-7.8)
    coloured = p.yellow[p.start] + p.red[p.start] - p.yellow[pool] - p.red[pool]
    return (
        dice + used + lost <= p.size[p.start]
        and p.green[pool] + p.n_green[way] <= p.green[p.start]
        and p.yellow[pool] <= p.yellow[p.start]
        and p.red[pool] <= p.red[p.start]
        and p.n_held[way] - p.n_green[way] <= coloured
    )


# --- step 8a to 8c: a failed roll -----------------------------------------------------------------
@_part(float64, Problem_t, Values, int64, int64, int64, int64, int64, int64)
def _after_discard(p, value, acted, done, marker, way, pool, clues):
    """Best discard from a pool: any colour that is there (C-7.8); the empty pool may end it (C-5.12)."""
    best = 0.0
    for colour in range(3):
        green, yellow, red = p.green[pool], p.yellow[pool], p.red[pool]
        if colour == 0:
            green -= 1
        elif colour == 1:
            yellow -= 1
        else:
            red -= 1
        if green < 0 or yellow < 0 or red < 0:
            continue
        left = p.pool_of[green, yellow, red]
        if left > 0 or p.empty_pool != STRICT:
            best = max(best, value[acted, done, marker, way, left, clues])
    return best


@_part(void, Problem_t, Values, int64, int64, int64, int64, int64, int64, int64, _Table2, _Table3)
def _fail_values(p, value, acted, done, marker, way, pool, clues, k, by_shown, by_side):
    """Values of failing with a pool, by the green sides shown and by the sides of the yellow and red die.

    Written to ``by_shown[k, set]`` and ``by_side[k, colour, side]``, which are to be maximised.
    """
    if p.size[pool] == 0:  # a terror effect took the last die (C-7.11)
        by_shown[k] = value[acted, done, marker, way, pool, clues] if p.empty_pool != STRICT else 0.0
        by_side[k] = 0.0
        return
    by_shown[k] = _after_discard(p, value, acted, done, marker, way, pool, clues)
    by_side[k] = 0.0
    if marker != FREE or p.size[pool] < 2:
        return
    if p.green[pool] > 0:
        rest = p.pool_of[p.green[pool] - 1, p.yellow[pool], p.red[pool]]
        for shown in range(1, _ALL_SIDES):
            for side in range(SIDES):
                if shown == 1 << side:
                    focused = _after_discard(p, value, acted, done, _FACE_OF_SIDE[side] + 1, way, rest, clues)
                    by_shown[k, shown] = max(by_shown[k, shown], focused)
                elif shown >> side & 1:
                    by_shown[k, shown] = max(
                        by_shown[k, shown], by_shown[k, 1 << side], by_shown[k, shown - (1 << side)]
                    )
    for side in range(SIDES):
        if p.yellow[pool] > 0:
            rest = p.pool_of[p.green[pool], 0, p.red[pool]]
            by_side[k, 0, side] = _after_discard(p, value, acted, done, p.yellow_face[side] + 1, way, rest, clues)
        if p.red[pool] > 0:
            rest = p.pool_of[p.green[pool], p.yellow[pool], 0]
            by_side[k, 1, side] = _after_discard(p, value, acted, done, p.red_face[side] + 1, way, rest, clues)


# --- step 8: completing a task ---------------------------------------------------------------------
@_part(void, Problem_t, Values, int64, int64, int64, int64, int64, int64, _Table5)
def _completed_values(p, value, acted, done, marker, way, pool, clues, best):
    """Best value of completing a row, by the held and coloured dice used and the numbers of green dice that fill it.

    ``best[row, held dice used, yellow used, red used, set of numbers]``
    """
    n_marker = 1 if holds_die(marker) else 0
    for row in range(p.fewest.shape[0]):
        if p.open[done] >> row & 1 == 0:
            continue
        after = done | 1 << row
        for held in range(1 << (n_marker + p.n_held[way])):
            marker_left = NOTHING if n_marker == 1 and held & 1 else marker
            way_left = p.left[way, held >> n_marker]
            for yellow in range(p.yellow[pool] + 1):
                for red in range(p.red[pool] + 1):
                    table = best[row, held, yellow, red]
                    table[0] = 0.0
                    for green in range(p.green[pool] + 1):
                        rest = p.pool_of[p.green[pool] - green, p.yellow[pool] - yellow, p.red[pool] - red]
                        v = value[acted, after, marker_left, way_left, rest, clues]
                        for numbers in range(1 << green):
                            table[numbers | 1 << green] = max(table[numbers], v)


@_part(void, Problem_t, int64, int64, int64, int64, int64, int64, _Table5, types.float64[::1])
def _complete(p, done, marker, way, pool, yellow_side, red_side, best, out):
    """Raise ``out[green roll]`` by what completing a row is worth, for one side of the yellow and red die each."""
    n_marker = 1 if holds_die(marker) else 0
    first = p.first[p.green[pool]]
    for row in range(p.fewest.shape[0]):
        if p.open[done] >> row & 1 == 0:
            continue
        for held in range(1 << (n_marker + p.n_held[way])):
            dice = 0
            if n_marker == 1 and held & 1:
                dice = p.plus[0, marker - 1]
            for j in range(p.n_held[way]):
                if held >> (n_marker + j) & 1:
                    dice = p.plus[dice, p.held[way, j]]
            for yellow in range(p.yellow[pool] + 1):
                with_yellow = p.plus[dice, p.yellow_face[yellow_side]] if yellow == 1 else dice
                for red in range(p.red[pool] + 1):
                    extra = p.extras[p.plus[with_yellow, p.red_face[red_side]] if red == 1 else with_yellow]
                    fills = p.fills[row, extra]
                    table = best[row, held, yellow, red]
                    for i in range(out.shape[0]):
                        v = table[fills[first + i]]
                        if v > out[i]:
                            out[i] = v


# --- steps 7 and 8 of all results of a pool -----------------------------------------------------------
@_part(int64, Problem_t, int64, int64, int64)
def place_of(p, pool, yellow_side, red_side):
    """Where the results with these sides begin among those of all pools."""
    greens = p.first[p.green[pool] + 1] - p.first[p.green[pool]]
    sides = yellow_side * (SIDES if p.red[pool] == 1 else 1) + red_side
    return p.results[pool] + sides * greens


@_part(void, Problem_t, _Table3, int64, int64, int64, int64, int64, types.float64[::1])
def _secure(p, settled, way, pool, clues, yellow_side, red_side, out):
    """Raise ``out[green roll]`` by the best die to secure on a free spell: what is then settled is a smaller pool."""
    green = p.green[pool]
    first = p.first[green]
    fewer_first = p.first[green - 1] if green > 0 else 0
    for side in range(SIDES):
        if green == 0 or p.with_green[way, side] < 0:
            continue
        rest = p.pool_of[green - 1, p.yellow[pool], p.red[pool]]
        there = settled[p.with_green[way, side], clues]
        place = place_of(p, rest, yellow_side, red_side)
        for i in range(out.shape[0]):
            fewer = p.roll_minus[first + i, side]
            if fewer != TOO_MANY:
                out[i] = max(out[i], there[place + fewer - fewer_first])
    for colour in range(2):
        if colour == 0 and p.yellow[pool] == 1:
            after = p.with_yellow[way, yellow_side]
            place = place_of(p, p.pool_of[green, 0, p.red[pool]], 0, red_side)
        elif colour == 1 and p.red[pool] == 1:
            after = p.with_red[way, red_side]
            place = place_of(p, p.pool_of[green, p.yellow[pool], 0], yellow_side, 0)
        else:
            continue
        if after >= 0:
            for i in range(out.shape[0]):
                out[i] = max(out[i], settled[after, clues, place + i])


@_part(void, Problem_t, int64, int64, int64, int64, _Table2, _Table3, types.float64[::1])
def _fail(p, acted, pool, yellow_side, red_side, by_shown, by_side, out):
    """Set ``out[green roll]`` to the value of failing."""
    first = p.first[p.green[pool]]
    acts = p.terror if acted == 0 else 0
    wild = p.wild_is_terror == 1 and p.red[pool] == 1 and p.red_face[red_side] == WILD
    for i in range(out.shape[0]):
        terrors = p.terrors[first + i]
        k = 0
        shown = p.shown[first + i]
        if acts == ENDS and (terrors > 0 or wild):
            out[i] = 0.0
            continue
        if acts == DISCARDS and (terrors > 0 or wild):
            k = 1 + terrors
            shown &= ~(1 << _TERROR_SIDE)
        v = by_shown[k, shown]
        if p.yellow[pool] == 1:
            v = max(v, by_side[k, 0, yellow_side])
        if p.red[pool] == 1:
            v = max(v, by_side[k, 1, red_side])
        out[i] = v


@_part(void, Problem_t, Values, int64, int64, int64, int64, int64, int64, _Table3, _Table5, _Table2, _Table3)
def _settle(p, value, acted, done, marker, way, pool, clues, settled, best, by_shown, by_side):
    """The value of every result of a pool once it stands: a row completed or the roll failed, dice secured before."""
    if p.size[pool] == 0:
        by_shown[0] = 0.0
    else:
        _fail_values(p, value, acted, done, marker, way, pool, clues, 0, by_shown, by_side)
        if p.terror == DISCARDS and acted == 0:
            for terrors in range(p.green[pool] + 1):
                rest = p.pool_of[p.green[pool] - terrors, p.yellow[pool], p.red[pool]]
                _fail_values(p, value, p.once, done, marker, way, rest, clues, 1 + terrors, by_shown, by_side)
    _completed_values(p, value, acted, done, marker, way, pool, clues, best)
    greens = p.first[p.green[pool] + 1] - p.first[p.green[pool]]
    for yellow_side in range(SIDES if p.yellow[pool] == 1 else 1):
        for red_side in range(SIDES if p.red[pool] == 1 else 1):
            place = place_of(p, pool, yellow_side, red_side)
            out = settled[way, clues, place : place + greens]
            _fail(p, acted, pool, yellow_side, red_side, by_shown, by_side, out)
            _complete(p, done, marker, way, pool, yellow_side, red_side, best, out)
            _secure(p, settled, way, pool, clues, yellow_side, red_side, out)


# --- step 5: clues -------------------------------------------------------------------------------------
@_part(void, Problem_t, int64, types.float64[::1], _Table3)
def _keep(p, pool, rolled, kept):
    """Value of keeping a part of a roll and rolling the rest again, best part taken; ``kept[yellow, red, green roll]``.

    First of every part the mean over the sides of one die added, from all dice down, as Yahtzee is solved; then
    of every roll the best of its parts, one die less at a time.  Side `SIDES` stands for a die rolled again or
    not there.
    """
    green = p.green[pool]
    first, end = p.first[green], p.first[green + 1]
    sides_y = SIDES if p.yellow[pool] == 1 else 1
    sides_r = SIDES if p.red[pool] == 1 else 1
    for y in range(sides_y):
        for r in range(sides_r):
            place = place_of(p, pool, y, r) - p.results[pool]
            for g in range(first, end):
                kept[y if sides_y > 1 else SIDES, r if sides_r > 1 else SIDES, g] = rolled[place + g - first]
    for y in range(SIDES + 1):
        for r in range(SIDES + 1):
            if (y < SIDES and sides_y == 1) or (r < SIDES and sides_r == 1):
                continue
            if y == SIDES and sides_y > 1:
                for g in range(end):
                    mean = 0.0
                    for side in range(SIDES):
                        mean += kept[side, r, g]
                    kept[y, r, g] = mean / SIDES
            elif r == SIDES and sides_r > 1:
                for g in range(end):
                    mean = 0.0
                    for side in range(SIDES):
                        mean += kept[y, side, g]
                    kept[y, r, g] = mean / SIDES
            else:
                for g in range(first - 1, -1, -1):
                    mean = 0.0
                    for side in range(SIDES):
                        mean += kept[y, r, p.roll_plus[g, side]]
                    kept[y, r, g] = mean / SIDES
    for y in range(SIDES, -1, -1):
        for r in range(SIDES, -1, -1):
            if (y < SIDES and sides_y == 1) or (r < SIDES and sides_r == 1):
                continue
            for g in range(end):
                best = kept[y, r, g]
                for side in range(SIDES):
                    if p.roll_minus[g, side] != TOO_MANY:
                        best = max(best, kept[y, r, p.roll_minus[g, side]])
                if y < SIDES:
                    best = max(best, kept[SIDES, r, g])
                if r < SIDES:
                    best = max(best, kept[y, SIDES, g])
                kept[y, r, g] = best


@_part(void, Problem_t, int64, _Table3, types.float64[::1])
def _with_clue(p, pool, kept, rolled):
    """Raise the value of every result to that of the best clue spent on it."""
    first, end = p.first[p.green[pool]], p.first[p.green[pool] + 1]
    for y in range(SIDES if p.yellow[pool] == 1 else 1):
        for r in range(SIDES if p.red[pool] == 1 else 1):
            place = place_of(p, pool, y, r) - p.results[pool]
            side_y = y if p.yellow[pool] == 1 else SIDES
            side_r = r if p.red[pool] == 1 else SIDES
            for g in range(first, end):
                i = place + g - first
                rolled[i] = max(rolled[i], kept[side_y, side_r, g])


@_part(float64, Problem_t, int64, types.float64[::1])
def _mean(p, pool, rolled):
    first = p.first[p.green[pool]]
    greens = p.first[p.green[pool] + 1] - first
    total = 0.0
    for sides in range(rolled.shape[0] // greens):
        part = 0.0
        for i in range(greens):
            part += p.chance[first + i] * rolled[sides * greens + i]
        total += part
    return total * greens / rolled.shape[0]


# --- steps 2 and 3 ---------------------------------------------------------------------------------------
@_part(boolean, Problem_t, int64, int64)
def usable(p, marker, way):
    """Is a secured die enough to go on without a pool? (C-5.13, R:EMPTY_POOL)"""
    if p.empty_pool == STRICT:
        return False
    return p.n_held[way] > 0 or (p.empty_pool == SECURED_ANY and holds_die(marker))


@_part(float64, Problem_t, Values, int64, int64, int64, int64, int64, int64)
def _taken_back(p, value, acted, done, marker, way, pool, clues):
    """Step 3: a green die off a spell into the pool (C-13.10)."""
    best = 0.0
    if p.green[pool] < GREEN_DICE:
        more = p.pool_of[p.green[pool] + 1, p.yellow[pool], p.red[pool]]
        for j in range(p.n_held[way]):
            if p.back[way, j] >= 0:
                best = max(best, value[acted, done, marker, p.back[way, j], more, clues])
    return best


@_part(void, Problem_t, Values, int64, int64, int64, int64, int64, _Table3, types.float64[::1], _Table3)
def _roll(p, value, acted, done, marker, way, pool, settled, rolled, kept):
    """Values of a state for every number of clues, from its settled results."""
    place = p.results[pool]
    n = p.results[pool + 1] - place
    for clues in range(p.clues + 1):
        now = rolled[:n]
        for i in range(n):
            now[i] = settled[way, clues, place + i]
        if clues > 0 and pool > 0:
            _with_clue(p, pool, kept, now)
        if p.clues > clues and pool > 0:
            _keep(p, pool, now, kept)
        v = 0.0
        if pool > 0 or usable(p, marker, way):
            v = _mean(p, pool, now)
        value[acted, done, marker, way, pool, clues] = max(
            v, _taken_back(p, value, acted, done, marker, way, pool, clues)
        )


@compiled(void(Problem_t, Values), *SOURCES, error_model="numpy", nogil=True)
def solve(p, value):
    """Fill in `value`, float64 of shape (acted, 1 << rows, MARKERS, ways of the spells, pools, clues + 1).

    ``value[0, 0, FREE or NOTHING, -1, p.start, -1]`` is the chance of the whole attempt.
    """
    rows = p.fewest.shape[0]
    everything = (1 << rows) - 1
    ways = p.n_held.shape[0]
    settled = np.zeros((ways, p.clues + 1, p.results[-1]))
    rolled = np.zeros(p.results[-1])
    kept = np.zeros((SIDES + 1, SIDES + 1, p.chance.shape[0]))
    best = np.zeros((rows, _HELD, 2, 2, _NUMBERS))
    by_shown = np.zeros((GREEN_DICE + 2, _ALL_SIDES))
    by_side = np.zeros((GREEN_DICE + 2, 2, SIDES))
    for acted in range(value.shape[0] - 1, -1, -1):
        value[acted, everything] = 1.0
        for done in range(everything - 1, -1, -1):
            for marker in range(MARKERS if p.focus == 1 else 1):
                for way in range(ways):
                    for pool in range(p.size.shape[0]):
                        if possible(p, done, marker, way, pool):
                            for clues in range(p.clues + 1):
                                _settle(
                                    p, value, acted, done, marker, way, pool, clues, settled, best, by_shown, by_side
                                )
                            _roll(p, value, acted, done, marker, way, pool, settled, rolled, kept)
