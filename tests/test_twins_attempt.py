"""Whole attempts, roll by roll, against the naive twin (C-5 .. C-8)."""

from __future__ import annotations

import random

import pytest
from board import Board
from duel import FACES, Recorder, replay, rolls_of
from twins import attempt as twin
from twins.attempt import Die, Monster, Person, Row, Table, Task
from twins.matching import Needs

from sim.rules import state

SYMBOL = {"L": "lore", "P": "peril", "T": "terror"}
SPELLS = range(34, 51)  # of the blank deck
PLACES = {
    state.SUPPLY: twin.SUPPLY,
    state.POOL: twin.POOL,
    state.ON_TASK: twin.TASK,
    state.ON_SPELL: twin.SPELL,
    state.ON_MARKER: twin.MARKER,
    state.DISCARDED: twin.DISCARDED,
}
RULINGS = {
    "TERROR_SCOPE": ("PER_ROLL", "PER_PHASE"),
    "WILD_IS_TERROR": ("NO", "YES"),
    "EMPTY_POOL": ("SECURED_ANY", "SECURED_SPELLS", "STRICT"),
    "EXCESS_DICE": ("IRREDUCIBLE", "ANY"),
}


# --- a random table, once for the twin and once for the engine -------------------------------------
def random_task(r: random.Random, most: int = 3) -> Task:
    symbols = [r.choice(("L", "P", "T", "LP", "PT", "LT", "LPT")) for _ in range(r.choice((0, 1, 1, 2)))]
    numbers = [r.randint(1, 7) for _ in range(r.choice((0, 1, 1, 2)))]
    needs = Needs(tuple(symbols[:most]), tuple(numbers[: most - len(symbols[:most])]))
    if needs == Needs():
        needs = Needs(("L",))
    costs = [r.choice((0,) * 8 + (1, 2)) for _ in range(3)]
    return Task(needs, *costs)


def random_row(r: random.Random) -> Row:
    box = r.choice(("none", "none", "none", "empty", "total", "partial"))
    if box == "partial":
        rest = random_task(r, 2)
        return Row(rest + random_task(r, 1), box, rest)
    return Row(Task() if box == "empty" else random_task(r), box)


def random_text(r: random.Random) -> list[tuple[str, int]]:
    texts = ([], [], [("sanity", 1)], [("stamina", 2)], [("discard_terror", 0)], [("fail", 0)])
    return r.choice((*texts, [("sanity", 1), ("discard_terror", 0)]))


def random_dice(r: random.Random, owners: int) -> dict[int, Die]:
    """Some dice secured on spells, yellow and red sometimes in the pool."""
    dice = {die: Die() for die in range(8)}
    for die in r.sample(range(8), r.choice((0, 0, 1, 2))):
        faces = "123LPT" if die < 6 else "1234LP" if die == 6 else "234LPW"
        dice[die] = Die(twin.SPELL, r.choice(faces), SPELLS[r.randrange(owners)])
    for die in (6, 7):
        if dice[die].place == twin.SUPPLY and r.random() < 0.3:
            dice[die] = Die(twin.POOL)
    return dice


def random_table(seed: int) -> Table:
    r = random.Random(seed)
    players = r.choice((1, 1, 2, 3))
    rows = [random_row(r) for _ in range(r.randint(1, 3))]
    vacant = [i for i, row in enumerate(rows) if row.box != "none"]
    monsters = {}
    for number in range(r.choice((0, 0, 1, 2))):
        row = vacant.pop() if vacant and r.random() < 0.7 else None
        monsters[number] = Monster(random_task(r), row)
    if all(row.box == "empty" for row in rows) and not monsters:
        rows[0] = Row(random_task(r))
    people = [Person(r.randint(1, 5), r.randint(1, 5), here=r.random() < 0.7) for _ in range(players)]
    active = r.randrange(players)
    people[active].here = True
    if players == 1:
        people[active].clues = r.choice((0, 0, 1, 2))
    rulings = {name: r.choice(values) for name, values in RULINGS.items() if r.random() < 0.2}
    return Table(
        rows=rows,
        ordered=len(rows) > 1 and r.random() < 0.3,
        monsters=monsters,
        dice=random_dice(r, players),
        people=people,
        active=active,
        terror=random_text(r),
        mythos_terror=random_text(r),
        penalty=r.choice((None, ("sanity", 1), ("stamina", 2))),
        casters={spell: player for player, spell in zip(range(players), SPELLS, strict=False)},
        bonus=r.choice((0, 0, 0, 1)),
        hour=r.randrange(4),
        rulings=rulings,
    )


def written(task: Task) -> str:
    items = ["/".join(SYMBOL[face] for face in symbol) for symbol in task.needs.symbols]
    items += [f"inv {number}" for number in task.needs.numbers]
    items += [f"{cost} {points}" for cost in ("sanity", "stamina") if (points := getattr(task, cost))]
    return ", ".join(items + ["clock"] * task.clock)


def _minus(full: Task, rest: Task) -> Task:
    """What `full` asks for besides `rest`, which comes first in it."""
    needs = Needs(full.needs.symbols[len(rest.needs.symbols) :], full.needs.numbers[len(rest.needs.numbers) :])
    return Task(needs, full.sanity - rest.sanity, full.stamina - rest.stamina, full.clock - rest.clock)


def written_row(row: Row) -> str:
    if row.box == "partial":
        return f"{written(row.uncovered)}, [{written(_minus(row.full, row.uncovered))}]"
    return {"none": "{}", "empty": "[]", "total": "[{}]"}[row.box].format(written(row.full))


def effect(text: list[tuple[str, int]]) -> str:
    return "; ".join(f"{what} -{points}" if points else what for what, points in text)


def on_board(t: Table, seed: int, recorder: Recorder) -> Board:
    board = Board(len(t.people), recorder, seed=seed)
    board.deck["ancient_one"]["doom"] = 24
    for name, value in t.rulings.items():
        board.ruling(name, value)
    card = board.card(0, tasks=(" > " if t.ordered else " | ").join(map(written_row, t.rows)), reward="sign +1")
    if t.terror:
        board.write(card, terror=effect(t.terror))
    if t.mythos_terror:
        board.game["mythos_terror"] = board.program(effect(t.mythos_terror))
    if t.penalty:
        board.write(card, penalty=effect([t.penalty]))
    board.game["active"], board.game["hour"], board.game["in_turn"] = t.active, t.hour, 1
    board.game["investigation_bonus"] = t.bonus
    for player, person in enumerate(t.people):
        for name in ("sanity", "stamina", "clues"):
            board.player(player)[name] = getattr(person, name)
        board.stand(player, 0 if person.here else state.ENTRANCE)
    for number, monster in t.monsters.items():
        row = state.BOTTOM if monster.row is None else monster.row
        board.write(board.deck["monsters"][number], task=written(monster.task))
        marker = board.game["monsters"][number]
        marker["where"], marker["at"], marker["row"] = state.ON_CARD, 0, row
        board.game["slots"][0]["monsters"] += 1
        board.game["slots"][0]["bottom"] += row == state.BOTTOM
    for card in sorted({die.of for die in t.dice.values() if die.place == twin.SPELL}):
        board.take(t.casters[card], card)
    for number, die in t.dice.items():
        record = board.game["dice"][number]
        record["place"] = next(place for place, word in PLACES.items() if word == die.place)
        record["face"] = next((face for face, word in FACES.items() if word == die.face), 0)
        record["at"] = die.of
    board.logs["first"] = 0
    return board


# --- the engine's options in the twin's words ----------------------------------------------------------
def _kind(question, die: int) -> tuple[str, str]:
    colour = "green" if die < 6 else "yellow" if die == 6 else "red"
    return colour, FACES[int(question.game["dice"][die]["face"])]


def _task(question, option):
    row, dice = option[0], option[4]
    if row < 0:
        return None
    record = question.game["attempt"]["rows"][row]
    name = ("row", int(record["printed"])) if record["printed"] >= 0 else ("monster", int(record["monster"]))
    chosen = [die for die in range(8) if dice >> die & 1]
    in_pool = {die: question.game["dice"][die]["place"] == state.POOL for die in chosen}
    described = tuple(sorted(_kind(question, die) if in_pool[die] else ("secured", str(die)) for die in chosen))
    assert option[3] == sum(in_pool.values())  # d counts the pool dice
    return name, described


WORDS = {
    "ATTEMPT": lambda question, o: bool(o[0]),
    "POOL": lambda question, o: o[1] if o[0] else None,
    "CHANGE": lambda question, o: "clue" if o[0] else "done",
    "REROLL": None,
    "TASK": _task,
    "TERROR_ORDER": lambda question, o: ("card", "mythos")[o[0]],
    "FOCUS": lambda question, o: (o[0], _kind(question, o[1])) if o[0] >= 0 else None,
    "DISCARD": lambda question, o: _kind(question, o[1]),
    "LOSE_POINT": lambda question, o: ("sanity", "stamina")[o[0]],
}


def likes(kind: str, option: tuple) -> float:
    """Mostly go on, mostly complete a task that can be completed."""
    if kind == "ATTEMPT":
        return 15 if option[0] else 1
    return 0.3 if kind == "TASK" and option[0] < 0 else 1


def compare(board: Board, t: Table, result: str) -> None:
    """The engine's table after the attempt is the twin's."""
    game = board.game
    assert (game["doom"], game["strikes"], game["hour"]) == (t.doom, t.strikes, t.hour)  # C-14.3, C-16.2
    assert game["signs"] == (result == "success")  # C-8.4, C-9.1
    assert game["gone"] == t.gone
    for player, person in enumerate(t.people):
        record = board.player(player)
        assert (record["sanity"], record["stamina"], record["clues"]) == (person.sanity, person.stamina, person.clues)
        assert (record["at"] == 0) == person.here  # C-8.1, C-8.9
    for number, die in t.dice.items():
        assert PLACES[int(game["dice"][number]["place"])] == die.place  # C-8.5
    held = {int(card) for record in game["investigators"] for card in record["hand"][: record["n_hand"]]}
    assert held == {die.of for die in t.dice.values() if die.place == twin.SPELL}  # C-13.11
    trophies = {m for m in range(34) if game["monsters"][m]["where"] == state.AS_TROPHY}
    assert trophies == {number for number, monster in t.monsters.items() if monster.fate == "trophy"}  # C-8.3, C-8.6
    assert board.player(t.active)["trophies"] == (0 if t.gone else len(trophies) + (result == "success"))


def duel(seed: int) -> str:
    t = random_table(seed)
    recorder = Recorder(seed, WORDS, likes)
    board = on_board(t, seed, recorder)
    board.resolution()
    result = replay(twin.attempt(t), recorder.asked, rolls_of(board))
    compare(board, t, result)
    return result


@pytest.mark.parametrize("block", range(10))
def test_attempts_go_as_in_the_twin(block):
    """C-5 .. C-8: every question, every option, the end and all that it leaves behind."""
    results = [duel(seed) for seed in range(100 * block, 100 * block + 100)]
    assert set(results) >= {"success", "failure"}  # both were met


@pytest.mark.slow
def test_many_attempts_go_as_in_the_twin():
    for seed in range(1000, 4000):
        duel(seed)


def big_task(r: random.Random) -> Task:
    """Up to eight needs, four of them investigation: the loader's limits."""
    count = r.randint(1, 8)
    numbers = r.randint(0, min(4, count))
    most = 20 if numbers < 2 else 6
    symbols = tuple(r.choice(("L", "P", "T", "LP", "PT", "LT", "LPT")) for _ in range(count - numbers))
    return Task(Needs(symbols, tuple(r.randint(1, most) for _ in range(numbers))))


def matching_duel(seed: int) -> int:
    """One roll of eight dice on one big task: the ways offered, which must be the twin's."""
    r = random.Random(seed)
    dice = {die: Die() for die in range(6)} | {6: Die(twin.POOL), 7: Die(twin.POOL)}
    for die in r.sample(range(8), r.choice((0, 0, 2, 5))):
        dice[die] = Die(twin.SPELL, r.choice("123LPT" if die < 6 else "1234LP" if die == 6 else "234LPW"), SPELLS[0])
    t = Table([Row(big_task(r))], False, {}, dice, [Person(5, 5, here=True)], 0, [], [], None, casters={SPELLS[0]: 0})
    t.bonus = r.choice((0, 0, 1))
    t.rulings = r.choice(({}, {"EXCESS_DICE": "ANY"}))
    steps = {"ATTEMPT": 0, "POOL": 0}  # attempt once, then give up

    def decide(question) -> int:
        if question.kind == "TASK":
            seen.append({_task(question, option)[1] for option in question.options if option[0] >= 0})
            shown.update({die: FACES[int(record["face"])] for die, record in enumerate(question.game["dice"])})
        return 1 if question.kind == "ATTEMPT" and seen else steps.get(question.kind, 0)

    seen: list[set] = []
    shown: dict[int, str] = {}
    board = on_board(t, seed, decide)
    board.resolution()
    first = rolls_of(board)[0][1]
    for die, face in first.items():
        t.dice[die].place, t.dice[die].face = twin.POOL, face
    expected = {dice for _, dice in twin.legal_tasks(t)}
    assert (seen[0] if shown and expected else set()) == expected
    return len(expected)


def test_every_way_to_fill_a_big_task_is_offered():
    """C-6.4 .. C-6.7, C-6.13, R:EXCESS_DICE: exactly the twin's ways, on eight dice."""
    offered = [matching_duel(seed) for seed in range(1500)]
    assert sum(n > 0 for n in offered) > 250
    assert max(offered) > 10
