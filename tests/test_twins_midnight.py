"""The midnight sequence on random tables against the naive twin (A-5 .. A-9)."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from board import Board
from duel import Recorder, replay
from twins.midnight import Night, Person, midnight, mythos
from twins.storms import Board as Storms
from twins.storms import Place

from sim.rules import state
from sim.rules.log import ATTACK

ITEMS = range(17)  # common items of the blank deck
WORDS = {
    "storm": "storm {}",
    "doom": "doom +{}",
    "less doom": "doom -{}",
    "sanity": "sanity -{} @each",
    "stamina": "stamina -{} @each",
    "own sanity": "sanity -{}",
    "own stamina": "stamina -{}",
    "lost supply": "supply -{}",
    "supplies": "supplies -{}",
    "clock": "clock {}",
    "monster": "monster {}",
    "gain common": "common +{}",
    "common": "common -{}",
    "clue": "clue -{}",
    "each clue": "clue -{} @each",
}
LOSSES = ("sanity", "stamina", "own sanity", "own stamina", "lost supply")
ACTING = ("storm", "storm", "doom", "less doom", "supplies", "clock", *LOSSES)


def program(board: Board, text: list[tuple[str, int]]) -> tuple[int, int]:
    return board.program("; ".join(WORDS[what].format(n) for what, n in text)) if text else (0, 0)


def random_text(r: random.Random, words, chance: float = 0.5) -> list[tuple[str, int]]:
    """One to three steps."""
    if r.random() > chance:
        return []
    return [(r.choice(words), r.choice((1, 1, 2, 3))) for _ in range(r.choice((1, 1, 2, 3)))]


def random_people(r: random.Random) -> list[Person | None]:
    return [Person(r.randint(1, 5), r.randint(1, 5), r.randint(0, 2), r.randint(0, 2)) for _ in range(r.randint(1, 4))]


def random_night(seed: int) -> Night:
    r = random.Random(seed)
    people = random_people(r)
    season = r.choice(("summer", "winter"))
    spaces = r.randint(6, 12)
    places = {slot: Place(True, r.choice((0, 2, 3, 4))) for slot in range(6)} | {6: Place(False)}
    pile = 28 - sum(place.storms for place in places.values())
    return Night(
        season=season,
        day=r.choice((1, 2, 4, 6, 7) if season == "summer" else (1, 2, 3, 4, 5, 6, 6, 7)),
        table={day: r.randint(0, 9) for day in range(2, 8)},
        board=Storms(places, r.choice((pile, max(0, pile - 4)))),
        doom=r.randint(0, spaces - 1),
        spaces=spaces,
        icons={space for space in range(1, spaces + 1) if r.random() < 0.4},
        supplies=r.choice((0, 0, 1, 2, 5)),
        people=people,
        active=r.randrange(len(people)),
        hour=r.randrange(4),
        ancient_one=random_text(r, ("storm",)),
        monsters={m: random_text(r, ACTING) for m in range(r.choice((0, 1, 2)))},
        fronts={slot: random_text(r, ACTING, 0.2) for slot in (0, 1, 2, 6)},
        backs={3: random_text(r, ACTING, 0.3), 4: random_text(r, ACTING, 0.3)},
        old_mythos=random_text(r, ACTING),
        top=random_text(r, ACTING),
        bottom=random_text(r, ACTING),
        attack=random_text(r, ACTING, 0.9),
    )


def night_of_battle(seed: int) -> Night:
    """A midnight with a few doom tokens, some players out."""
    t = random_night(seed)
    r = random.Random(seed + 2**32)
    t.awakened = t.battle = True
    t.doom = r.randint(1, t.spaces)
    for player in range(len(t.people)):
        if any(t.people[:player] + t.people[player + 1 :]) and r.random() < 0.2:
            t.people[player] = None
    for person in t.people:
        if person and r.random() < 0.5:
            person.sanity = person.stamina = 1
    return t


def begin_battle(board: Board, t: Night) -> None:
    """The Ancient One is awake, and some players have nobody left (C-17.7)."""
    board.awaken()
    t.board.pile = int(board.game["pile"])
    t.board.places.clear()
    for player, person in enumerate(t.people):
        if person is None:
            board.player(player)["card"], board.player(player)["out"] = -1, 1


def _sources(board: Board):
    names = ("monster", "front", "back")
    return {
        "STORM": lambda question, o: o[0],
        "EFFECT_ORDER": lambda question, o: (names[o[0]], o[1]),
        "MYTHOS_OPTION": lambda question, o: ("top", "bottom")[o[0]],
    }


def on_board(t: Night, seed: int) -> tuple[Board, Recorder]:
    recorder = Recorder(seed, {})
    board = Board(len(t.people), recorder, seed=seed, season=t.season)
    recorder.words = _sources(board)
    deck, game, sheet = board.deck, board.game, board.deck["ancient_one"]
    game["day"], game["doom"], game["supplies"], game["hour"] = t.day, t.doom, t.supplies, t.hour
    game["active"], game["strikes"] = t.active, 1
    for day, storms in t.table.items():
        deck["storms_of_day"][day] = storms
    sheet["doom"] = t.spaces
    for space in t.icons:
        sheet["icon"][space] = 1
    sheet["midnight"] = program(board, t.ancient_one)
    game["mythos_midnight"] = program(board, t.old_mythos)
    deck["mythos"]["top"] = program(board, t.top)
    deck["mythos"]["bottom"] = program(board, t.bottom)
    sheet["attack_effects"] = program(board, t.attack)
    lay_people(board, t)
    lay_cards(board, t)
    return board, recorder


def lay_people(board: Board, t: Night) -> None:
    cards = list(ITEMS)
    for player, person in enumerate(t.people):
        if person is None:
            continue
        record = board.player(player)
        for name in ("sanity", "stamina", "clues", "ability_used"):
            record[name] = getattr(person, name)
        for _ in range(person.common):
            board.take(player, cards.pop())


def lay_cards(board: Board, t: Night) -> None:
    for slot, place in t.board.places.items():
        for _ in range(place.storms):
            board.game["pile"] -= 1
            board.put_storm(slot, int(board.hidden["pile"][board.game["pile"]]))
    board.game["sheet_storms"] = board.game["pile"] - t.board.pile
    board.game["pile"] = t.board.pile
    for slot in range(6):
        board.card(slot, faceup=slot < 3)
    for slot, text in t.fronts.items():
        board.deck["adventures"][int(board.hidden["front"][slot])]["midnight"] = program(board, text)
    for slot, text in t.backs.items():
        board.game["slots"][slot]["back"] = slot
        board.deck["backs"][slot]["midnight"] = program(board, text)
    for number, text in t.monsters.items():
        board.deck["monsters"][number]["midnight"] = program(board, text)
        marker = board.game["monsters"][number]
        marker["where"], marker["at"], marker["row"] = state.ON_CARD, number, state.BOTTOM
        board.game["slots"][number]["monsters"] = board.game["slots"][number]["bottom"] = 1


def compare(board: Board, t: Night) -> None:
    game = board.game
    assert (game["doom"], game["day"] if game["day"] < 8 else 7) == (t.doom, t.day)
    assert ("", "win", "loss")[game["outcome"]] == t.outcome
    assert (game["awakened"] > 0) == t.awakened
    log = board.logs[0]
    assert np.count_nonzero(log["events"]["code"][: log["n"]] == ATTACK) == t.attacks  # C-15.10
    if t.outcome:
        return
    assert (game["supplies"], game["hour"]) == (t.supplies, t.hour)
    assert game["strikes"] == 0
    for player, person in enumerate(t.people):
        record = board.player(player)
        assert (record["card"] >= 0) == (person is not None)
        if person:
            assert (record["sanity"], record["stamina"]) == (person.sanity, person.stamina)
            assert record["ability_used"] == person.ability_used  # A-5 step 6
    if not t.awakened:
        assert game["pile"] == t.board.pile
        for slot, place in t.board.places.items():
            assert game["slots"][slot]["storms"] == place.storms


def duel(t: Night, seed: int) -> str:
    board, recorder = on_board(t, seed)
    if t.battle:
        begin_battle(board, t)
    board.logs["first"] = 0
    board.midnight()
    replay(midnight(t), recorder.asked)
    compare(board, t)
    return t.outcome or ("battle" if t.awakened else "goes on")


@pytest.mark.parametrize("block", range(4))
def test_midnights_go_as_in_the_twin(block):
    """A-5 .. A-9, C-14.8, C-15.10, C-16: every question, every option, and all that is left behind."""
    ends = [duel(random_night(seed), seed) for seed in range(300 * block, 300 * block + 300)]
    assert set(ends) >= {"loss", "battle", "goes on"}  # all were met


def test_attacks_go_as_in_the_twin():
    """C-17.5 .. C-17.9: midnights of the battle."""
    ends = Counter(duel(night_of_battle(seed), seed) for seed in range(400))
    assert set(ends) == {"win", "loss", "battle"}  # all were met


@pytest.mark.slow
def test_many_midnights_go_as_in_the_twin():
    for seed in range(2000, 6000):
        duel(random_night(seed), seed)
        duel(night_of_battle(seed), seed)


def test_bottom_option_is_offered_as_in_the_twin():
    """A-9.2, A-9.4: only if its whole effect can be carried out."""
    offered = 0
    limited = (
        "storm",
        "supplies",
        "less doom",
        "monster",
        "gain common",
        "common",
        "clue",
        "each clue",
        "sanity",
        "doom",
    )
    for seed in range(800):
        r = random.Random(seed)
        t = random_night(seed)
        t.top, t.bottom = [], [(word, r.randint(1, 5)) for word in r.choices(limited, k=r.choice((1, 1, 2, 3)))]
        board, recorder = on_board(t, seed)
        t.cup = r.randint(0, 4)
        for number in range(t.cup, 34):
            if board.game["monsters"][number]["where"] == state.IN_CUP:
                board.game["monsters"][number]["where"] = state.OUT_OF_GAME
        t.cup = sum(board.game["monsters"][m]["where"] == state.IN_CUP for m in range(34))
        t.commons = r.randint(0, 3)
        board.game["deck_size"][state.COMMONS] = board.hidden["rings"][state.COMMONS]["n"] = t.commons
        recorder.likes = lambda kind, option: kind != "MYTHOS_OPTION" or option[0] == 0  # takes the top one
        board.draw_mythos()
        assert replay(mythos(t), recorder.asked) is not None
        offered += bool(recorder.asked)
    assert 80 < offered < 720  # both kinds were met
