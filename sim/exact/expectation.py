"""What best play brings on the mean besides success: tasks completed, terror effects met.

The same induction as in sim/exact/attempt.py, but of every choice it keeps the state to which it
leads, so all that happens along the best choices can be added up exactly.  Best is what has the
better chance of success; of equal ones what completes more tasks on the mean; of those what meets
fewer terror effects (rolls that fail and show terror, C-7.1; R:TERROR_SCOPE once in the phase);
and then what comes first: to give up, no clue, the roll failed.
"""

from __future__ import annotations

import numpy as np
from numba import types

from sim.compiled import compiled
from sim.exact.attempt import holds_die, place_of, possible, usable
from sim.exact.faces import OF_GREEN, SIDES, TERROR, TOO_MANY, WILD
from sim.exact.holds import FREE, MARKERS, MAX_SPELLS, NOTHING
from sim.exact.pools import GREEN_DICE
from sim.exact.problem import DISCARDS, ENDS, SOURCES, STRICT, Problem_t

SUCCESS, TASKS, TERRORS, CHANCES = range(4)  # columns; from CHANCES on those of 0, 1, 2, .. tasks completed
SAME = 1e-11  # chances and expectations that differ by less are equal
NONE = -1
_NUMBERS = 1 << (GREEN_DICE + 1)
_HELD = 1 << (1 + MAX_SPELLS)
_TERROR_SIDE = OF_GREEN.index(TERROR)
_FACE_OF_SIDE = np.array(OF_GREEN)
_OF_YELLOW = 1 + SIDES  # where the dice to focus stand: none, green ones by side, yellow, red
_OF_RED = 1 + 2 * SIDES
_SOURCES = 1 + 3 * SIDES

int64, float64, boolean, void = types.int64, types.float64, types.boolean, types.void
Means = types.Array(float64, 2, "C")  # [state, column], after the states one row for each set of rows done at the end
Sizes = types.UniTuple(int64, 6)
Codes = types.Array(int64, 3, "C")  # [way, clues, result]: 2 * state to which it leads, plus 1 for a terror effect
_Ids2, _Ids5 = types.Array(int64, 2, "C"), types.Array(int64, 5, "C")
_Line, _LineArray = types.Array(float64, 1, "C"), types.Array(float64, 2, "C")
_Kept = types.Array(float64, 4, "C")  # [yellow, red, green roll, column]


def _part(returns, *arguments):
    return compiled(returns(*arguments), *SOURCES, lazy=True, error_model="numpy")


# --- states and what is better --------------------------------------------------------------------------
@_part(int64, Sizes, int64)
def _ended(sizes, done):
    return sizes[0] * sizes[1] * sizes[2] * sizes[3] * sizes[4] * sizes[5] + done


@_part(int64, Sizes, int64, int64, int64, int64, int64, int64)
def _state(sizes, acted, done, marker, way, pool, clues):
    if done == sizes[1] - 1:
        return _ended(sizes, done)
    return ((((acted * sizes[1] + done) * sizes[2] + marker) * sizes[3] + way) * sizes[4] + pool) * sizes[5] + clues


@_part(boolean, float64, float64, float64, float64, float64, float64)
def _more(success, tasks, terrors, its_success, its_tasks, its_terrors):
    if abs(success - its_success) > SAME:
        return success > its_success
    if abs(tasks - its_tasks) > SAME:
        return tasks > its_tasks
    return terrors < its_terrors - SAME


@_part(boolean, Means, int64, int64)
def _better(means, code, than):
    """Is one result better than another? Any is better than `NONE`."""
    if than == NONE:
        return code != NONE
    if code == NONE:
        return False
    a, b = code >> 1, than >> 1
    return _more(
        means[a, SUCCESS],
        means[a, TASKS],
        means[a, TERRORS] + (code & 1),
        means[b, SUCCESS],
        means[b, TASKS],
        means[b, TERRORS] + (than & 1),
    )


@_part(boolean, _Line, _Line)
def _better_line(line, than):
    return _more(line[SUCCESS], line[TASKS], line[TERRORS], than[SUCCESS], than[TASKS], than[TERRORS])


# --- step 8a to 8c: a failed roll -------------------------------------------------------------------------
@_part(int64, Problem_t, Means, Sizes, int64, int64, int64, int64, int64, int64)
def _after_discard(p, means, sizes, acted, done, marker, way, pool, clues):
    """The best discard from a pool, as a code without terror (C-7.8, C-5.12)."""
    best = NONE
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
        if left == 0 and p.empty_pool == STRICT:
            code = 2 * _ended(sizes, done)
        else:
            code = 2 * _state(sizes, acted, done, marker, way, left, clues)
        if _better(means, code, best):
            best = code
    return best


@_part(void, Problem_t, Means, Sizes, int64, int64, int64, int64, int64, int64, int64, _Ids2)
def _failures(p, means, sizes, acted, done, marker, way, pool, clues, k, by_source):
    """Where failing with a pool leads: without focus, and with every die that may be focused (C-7.5)."""
    by_source[k] = NONE
    if p.size[pool] == 0:  # a terror effect took the last die (C-7.11)
        empty = _ended(sizes, done) if p.empty_pool == STRICT else _state(sizes, acted, done, marker, way, pool, clues)
        by_source[k, 0] = 2 * empty
        return
    by_source[k, 0] = _after_discard(p, means, sizes, acted, done, marker, way, pool, clues)
    if marker != FREE or p.size[pool] < 2:
        return
    for side in range(SIDES):
        if p.green[pool] > 0:
            rest = p.pool_of[p.green[pool] - 1, p.yellow[pool], p.red[pool]]
            held = _FACE_OF_SIDE[side] + 1
            by_source[k, 1 + side] = _after_discard(p, means, sizes, acted, done, held, way, rest, clues)
        if p.yellow[pool] > 0:
            rest = p.pool_of[p.green[pool], 0, p.red[pool]]
            held = p.yellow_face[side] + 1
            by_source[k, _OF_YELLOW + side] = _after_discard(p, means, sizes, acted, done, held, way, rest, clues)
        if p.red[pool] > 0:
            rest = p.pool_of[p.green[pool], p.yellow[pool], 0]
            held = p.red_face[side] + 1
            by_source[k, _OF_RED + side] = _after_discard(p, means, sizes, acted, done, held, way, rest, clues)


@_part(int64, Problem_t, Means, Sizes, int64, int64, int64, int64, int64, int64, _Ids2)
def _failed(p, means, sizes, acted, done, pool, i, yellow_side, red_side, by_source):
    """Where failing leads with green roll `i` and these sides."""
    wild = p.wild_is_terror == 1 and p.red[pool] == 1 and p.red_face[red_side] == WILD
    struck = (p.terrors[i] > 0 or wild) and acted == 0
    if struck and p.terror == ENDS:
        return 2 * _ended(sizes, done) + 1
    k = 0
    shown = p.shown[i]
    if struck:
        k = 1
        if p.terror == DISCARDS:
            k += p.terrors[i]
            shown &= ~(1 << _TERROR_SIDE)
    best = by_source[k, 0]
    for side in range(SIDES):
        if shown >> side & 1 and _better(means, by_source[k, 1 + side], best):
            best = by_source[k, 1 + side]
    if p.yellow[pool] == 1 and _better(means, by_source[k, _OF_YELLOW + yellow_side], best):
        best = by_source[k, _OF_YELLOW + yellow_side]
    if p.red[pool] == 1 and _better(means, by_source[k, _OF_RED + red_side], best):
        best = by_source[k, _OF_RED + red_side]
    return best + 1 if struck else best


# --- step 8: completing a task ---------------------------------------------------------------------------
@_part(void, Problem_t, Means, Sizes, int64, int64, int64, int64, int64, int64, _Ids5)
def _completions(p, means, sizes, acted, done, marker, way, pool, clues, best):
    """Best result of completing a row: ``best[row, held used, yellow used, red used, numbers of green dice]``."""
    n_marker = 1 if holds_die(marker) else 0
    for row in range(p.fewest.shape[0]):
        if p.open[done] >> row & 1 == 0:
            continue
        for held in range(1 << (n_marker + p.n_held[way])):
            marker_left = NOTHING if n_marker == 1 and held & 1 else marker
            way_left = p.left[way, held >> n_marker]
            for yellow in range(p.yellow[pool] + 1):
                for red in range(p.red[pool] + 1):
                    table = best[row, held, yellow, red]
                    table[0] = NONE
                    for green in range(p.green[pool] + 1):
                        rest = p.pool_of[p.green[pool] - green, p.yellow[pool] - yellow, p.red[pool] - red]
                        code = 2 * _state(sizes, acted, done | 1 << row, marker_left, way_left, rest, clues)
                        for numbers in range(1 << green):
                            worse = _better(means, code, table[numbers])
                            table[numbers | 1 << green] = code if worse else table[numbers]


@_part(void, Problem_t, Means, int64, int64, int64, int64, int64, int64, _Ids5, types.int64[::1])
def _complete(p, means, done, marker, way, pool, yellow_side, red_side, best, out):
    """Raise ``out[green roll]`` to the best row completed."""
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
                        code = table[fills[first + i]]
                        if code != out[i] and _better(means, code, out[i]):
                            out[i] = code


# --- step 7, and all results of a pool ---------------------------------------------------------------------
@_part(void, Problem_t, Means, Codes, int64, int64, int64, int64, int64, types.int64[::1])
def _secure(p, means, settled, way, pool, clues, yellow_side, red_side, out):
    """Raise ``out[green roll]`` to the best die secured on a free spell."""
    green = p.green[pool]
    first = p.first[green]
    for side in range(SIDES):
        if green == 0 or p.with_green[way, side] < 0:
            continue
        there = settled[p.with_green[way, side], clues]
        place = place_of(p, p.pool_of[green - 1, p.yellow[pool], p.red[pool]], yellow_side, red_side)
        for i in range(out.shape[0]):
            fewer = p.roll_minus[first + i, side]
            if fewer != TOO_MANY and _better(means, there[place + fewer - p.first[green - 1]], out[i]):
                out[i] = there[place + fewer - p.first[green - 1]]
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
                if _better(means, settled[after, clues, place + i], out[i]):
                    out[i] = settled[after, clues, place + i]


@_part(void, Problem_t, Means, Sizes, int64, int64, int64, int64, int64, int64, Codes, _Ids5, _Ids2)
def _settle(p, means, sizes, acted, done, marker, way, pool, clues, settled, best, by_source):
    """Where every result of a pool leads once it stands."""
    after = sizes[0] - 1 if acted == 0 else acted
    if p.size[pool] > 0:
        _failures(p, means, sizes, acted, done, marker, way, pool, clues, 0, by_source)
        _failures(p, means, sizes, after, done, marker, way, pool, clues, 1, by_source)
        if p.terror == DISCARDS:
            for terrors in range(p.green[pool] + 1):
                rest = p.pool_of[p.green[pool] - terrors, p.yellow[pool], p.red[pool]]
                _failures(p, means, sizes, after, done, marker, way, rest, clues, 1 + terrors, by_source)
    _completions(p, means, sizes, acted, done, marker, way, pool, clues, best)
    first = p.first[p.green[pool]]
    greens = p.first[p.green[pool] + 1] - first
    for yellow_side in range(SIDES if p.yellow[pool] == 1 else 1):
        for red_side in range(SIDES if p.red[pool] == 1 else 1):
            place = place_of(p, pool, yellow_side, red_side)
            out = settled[way, clues, place : place + greens]
            for i in range(greens):
                if p.size[pool] == 0:
                    out[i] = 2 * _ended(sizes, done)
                else:
                    out[i] = _failed(p, means, sizes, acted, done, pool, first + i, yellow_side, red_side, by_source)
            _complete(p, means, done, marker, way, pool, yellow_side, red_side, best, out)
            _secure(p, means, settled, way, pool, clues, yellow_side, red_side, out)


# --- step 5: clues -------------------------------------------------------------------------------------------
@_part(void, _Kept, int64, int64, int64, _Line)
def _improve(kept, y, r, g, line):
    if _better_line(line, kept[y, r, g]):
        kept[y, r, g] = line


@_part(void, Problem_t, int64, _LineArray, _Kept, boolean)
def _keep(p, pool, rolled, kept, best):
    """Means of keeping part of a roll and rolling the rest again; ``kept[yellow, red, green roll]``.

    With `best` the best part of those dice is kept, else all of them.  Side `SIDES` stands for
    a die rolled again or not there.  As `sim.exact.attempt._keep`.
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
                kept[y, r, :end] = 0.0
                for side in range(SIDES):
                    kept[y, r, :end] += kept[side, r, :end] / SIDES
            elif r == SIDES and sides_r > 1:
                kept[y, r, :end] = 0.0
                for side in range(SIDES):
                    kept[y, r, :end] += kept[y, side, :end] / SIDES
            else:
                for g in range(first - 1, -1, -1):
                    kept[y, r, g] = 0.0
                    for side in range(SIDES):
                        kept[y, r, g] += kept[y, r, p.roll_plus[g, side]] / SIDES
    if not best:
        return
    for y in range(SIDES, -1, -1):
        for r in range(SIDES, -1, -1):
            if (y < SIDES and sides_y == 1) or (r < SIDES and sides_r == 1):
                continue
            for g in range(end):
                for side in range(SIDES):
                    if p.roll_minus[g, side] != TOO_MANY:
                        _improve(kept, y, r, g, kept[y, r, p.roll_minus[g, side]])
                if y < SIDES:
                    _improve(kept, y, r, g, kept[SIDES, r, g])
                if r < SIDES:
                    _improve(kept, y, r, g, kept[y, SIDES, g])


@_part(void, Problem_t, int64, _Kept, _LineArray)
def _with_clue(p, pool, kept, rolled):
    """Raise every result to the best clue spent on it."""
    first, end = p.first[p.green[pool]], p.first[p.green[pool] + 1]
    for y in range(SIDES if p.yellow[pool] == 1 else 1):
        for r in range(SIDES if p.red[pool] == 1 else 1):
            place = place_of(p, pool, y, r) - p.results[pool]
            for g in range(first, end):
                line = kept[y if p.yellow[pool] == 1 else SIDES, r if p.red[pool] == 1 else SIDES, g]
                if _better_line(line, rolled[place + g - first]):
                    rolled[place + g - first] = line


@_part(void, Problem_t, Means, int64, int64, int64, Codes, _LineArray)
def _lines(p, means, way, pool, clues, settled, rolled):
    """Write down what every result of a pool brings once it stands."""
    place = p.results[pool]
    for i in range(p.results[pool + 1] - place):
        code = settled[way, clues, place + i]
        rolled[i] = means[code >> 1]
        rolled[i, TERRORS] += code & 1


@_part(void, Problem_t, int64, _LineArray, _Line)
def _mean(p, pool, rolled, line):
    first = p.first[p.green[pool]]
    greens = p.first[p.green[pool] + 1] - first
    sides = (p.results[pool + 1] - p.results[pool]) // greens
    line[:] = 0.0
    for s in range(sides):
        for i in range(greens):
            line += p.chance[first + i] / sides * rolled[s * greens + i]


# --- steps 2 and 3 ---------------------------------------------------------------------------------------------
@_part(void, Problem_t, Means, Sizes, int64, int64, int64, int64, int64, Codes, _LineArray, _Kept, _Line)
def _roll(p, means, sizes, acted, done, marker, way, pool, settled, rolled, kept, line):
    """Write down the means of a state for every number of clues."""
    for clues in range(p.clues + 1):
        here = means[_state(sizes, acted, done, marker, way, pool, clues)]
        here[:] = means[_ended(sizes, done)]  # declared failure
        if pool > 0 or usable(p, marker, way):
            _lines(p, means, way, pool, clues, settled, rolled)
            if clues > 0 and pool > 0:
                _with_clue(p, pool, kept, rolled)
            _mean(p, pool, rolled, line)
            if _better_line(line, here):
                here[:] = line
            if p.clues > clues and pool > 0:
                _keep(p, pool, rolled, kept, True)
        if p.green[pool] < GREEN_DICE:
            more = p.pool_of[p.green[pool] + 1, p.yellow[pool], p.red[pool]]
            for j in range(p.n_held[way]):
                if p.back[way, j] >= 0:  # C-13.10
                    there = means[_state(sizes, acted, done, marker, p.back[way, j], more, clues)]
                    if _better_line(there, here):
                        here[:] = there


@_part(void, Problem_t, Means, Sizes, int64, int64, int64, Codes, boolean)
def settle_all(p, means, sizes, acted, done, marker, settled, solving):
    """Where all results lead with these rows done and this marker; with `solving` the means of the states too."""
    best = np.zeros((p.fewest.shape[0], _HELD, 2, 2, _NUMBERS), np.int64)
    by_source = np.zeros((GREEN_DICE + 2, _SOURCES), np.int64)
    rolled = np.zeros((p.results[-1], means.shape[1]))
    kept = np.zeros((SIDES + 1, SIDES + 1, p.chance.shape[0], means.shape[1]))
    line = np.zeros(means.shape[1])
    for way in range(p.n_held.shape[0]):
        for pool in range(p.size.shape[0]):
            if not possible(p, done, marker, way, pool):
                continue
            for clues in range(p.clues + 1):
                _settle(p, means, sizes, acted, done, marker, way, pool, clues, settled, best, by_source)
            if solving:
                _roll(p, means, sizes, acted, done, marker, way, pool, settled, rolled, kept, line)


@_part(void, Problem_t, Means, int64, int64, int64, Codes, _Kept)
def reroll_means(p, means, way, pool, clues, settled, kept):
    """Means of spending one of `clues` to roll again all but a part of a roll, for every part (C-13.1).

    `kept` is float64 (SIDES + 1, SIDES + 1, green rolls, columns), by what is kept of the yellow
    die, the red die and the green ones; side `SIDES` stands for none.
    """
    rolled = np.zeros((p.results[pool + 1] - p.results[pool], means.shape[1]))
    for left in range(clues):
        _lines(p, means, way, pool, left, settled, rolled)
        if left > 0:
            _with_clue(p, pool, kept, rolled)
        _keep(p, pool, rolled, kept, left < clues - 1)


@compiled(void(Problem_t, Means, Sizes), *SOURCES, error_model="numpy", nogil=True)
def solve_means(p, means, sizes):
    """Fill in `means`, float64 of shape (states + sets of rows, CHANCES + rows + 1).

    `sizes` is the shape of the values in sim/exact/solved.py; states are numbered in its order.
    """
    everything = sizes[1] - 1
    means[:] = 0.0
    for done in range(sizes[1]):
        tasks = 0
        for row in range(p.fewest.shape[0]):
            tasks += done >> row & 1
        end = means[_ended(sizes, done)]
        end[SUCCESS] = done == everything
        end[TASKS] = tasks
        end[CHANCES + tasks] = 1.0
    settled = np.zeros((sizes[3], sizes[5], p.results[-1]), np.int64)
    for acted in range(sizes[0] - 1, -1, -1):
        for done in range(everything - 1, -1, -1):
            for marker in range(MARKERS if p.focus == 1 else 1):
                settle_all(p, means, sizes, acted, done, marker, settled, True)
