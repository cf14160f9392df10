"""Storms, monsters and trophies on random tables against the naive twins."""

from __future__ import annotations

import random

import pytest
from board import Board
from duel import Recorder, replay
from twins import choose
from twins.monsters import BELOW, Card, places
from twins.storms import Board as Storms
from twins.storms import Place, place_storms
from twins.trophies import payments

from sim.rules import state

KINDS = {state.ORDINARY: "ordinary", state.SPECIAL: "special", state.OTHER_WORLD: "other world"}


def random_cards(board: Board, r: random.Random) -> list[int]:
    """Some more Other Worlds and Specials, some places empty, some cards facedown; the places in use."""
    for _ in range(r.choice((0, 0, 1, 3))):
        board.enter_other_world()
    if r.random() < 0.3:
        board.enter_special(1)
    slots = board.game["slots"]
    for slot in range(board.game["n_slots"]):
        if slots[slot]["kind"] == state.ORDINARY:
            if r.random() < 0.1:
                slots[slot]["kind"] = state.NO_CARD  # C-8.12
            elif r.random() < 0.5:
                board.card(slot, faceup=True)
            else:
                board.card(slot, faceup=False)
    return [slot for slot in range(board.game["n_slots"]) if slots[slot]["kind"] != state.NO_CARD]


# --- A-10 --------------------------------------------------------------------------------------------
def storms_duel(seed: int) -> None:
    r = random.Random(seed)
    recorder = Recorder(seed, {"STORM": lambda question, o: o[0]})
    board = Board(2, recorder, seed=seed)
    in_play = random_cards(board, r)
    kinds = {slot: board.game["slots"][slot]["kind"] for slot in in_play}
    for slot in in_play:
        if kinds[slot] == state.ORDINARY:
            for _ in range(r.choice((0, 1, 3, 4, 4))):
                board.game["pile"] -= 1
                board.put_storm(slot, int(board.hidden["pile"][board.game["pile"]]))
    outside = r.choice((0, 0, board.game["pile"], max(0, board.game["pile"] - 2)))
    board.game["pile"] -= outside
    board.game["sheet_storms"] = outside
    twin = Storms(
        {slot: Place(kind == state.ORDINARY, int(board.game["slots"][slot]["storms"])) for slot, kind in kinds.items()},
        int(board.game["pile"]),
    )
    board.game["active"] = r.randrange(2)
    board.stand(int(board.game["active"]), r.choice([*in_play, state.ENTRANCE]))
    if r.random() < 0.5:
        board.game["in_resolution"] = 1
        twin.own = int(board.player(int(board.game["active"]))["at"])
    count = r.randint(1, 9)
    board.place_storms(count, int(board.game["active"]))
    replay(place_storms(twin, count), recorder.asked)
    assert board.game["pile"] == twin.pile
    for slot, place in twin.places.items():
        assert board.game["slots"][slot]["storms"] == board.game["slots"][slot]["facedown"] == place.storms


def test_storms_are_placed_as_in_the_twin():
    """A-10.1 .. A-10.6"""
    for seed in range(1000):
        storms_duel(seed)


# --- C-11 --------------------------------------------------------------------------------------------
def put_monster(board: Board, number: int, slot: int, row: int, defeated: bool) -> None:
    marker = board.game["monsters"][number]
    marker["where"], marker["at"], marker["row"] = state.ON_CARD, slot, row
    marker["defeated"] = defeated
    board.game["slots"][slot]["monsters"] += 1
    board.game["slots"][slot]["bottom"] += row == state.BOTTOM


def random_monsters(board: Board, r: random.Random, in_play: list[int]) -> dict[int, Card]:
    cards, number = {}, 0
    crowded = r.randrange(3)
    for slot in in_play:
        kind = KINDS[int(board.game["slots"][slot]["kind"])]
        faceup = bool(board.game["slots"][slot]["faceup"])
        card = cards[slot] = Card(kind, faceup)
        if kind == "special":
            continue
        rows = [r.choice(("peril", "peril", "[]", "[lore]", "inv 2, [inv 1]")) for _ in range(r.randint(1, 3))]
        board.write(board.deck["adventures"][int(board.hidden["front"][slot])], tasks=" | ".join(rows))
        boxes = {row for row, text in enumerate(rows) if "[" in text}
        card.monster_tasks = boxes
        for row in boxes if faceup else ():
            if r.random() < 0.8:
                card.occupied.add(row)
                put_monster(board, number, slot, row, r.random() < 0.3)  # C-11.16
                number += 1
        for _ in range(r.choice((0, 1, 1, 2)) if crowded else 0):
            card.below += 1
            put_monster(board, number, slot, state.BOTTOM, r.random() < 0.3)
            number += 1
    return cards


def monsters_duel(seed: int) -> None:
    r = random.Random(seed)
    word = {"PLACE_MONSTER": lambda question, o: (o[0], o[1])}
    recorder = Recorder(seed, word)
    board = Board(2, recorder, seed=seed)
    in_play = random_cards(board, r)
    cards = random_monsters(board, r, in_play)
    if r.random() < 0.3:
        slot = r.choice([slot for slot in in_play if cards[slot].faceup] or [in_play[0]])
        rows = int(board.deck["adventures"][int(board.hidden["front"][slot])]["n_tasks"])
        done = r.getrandbits(rows)
        board.game["attempt"]["slot"], board.game["attempt"]["rows_done"] = slot, done
        cards[slot].done = {row for row in range(rows) if done >> row & 1}  # C-11.6
    here = r.choice([None, *in_play])
    before = {m for m in range(34) if board.game["monsters"][m]["where"] == state.ON_CARD}
    board.appear(-1 if here is None else here)
    after = {m for m in range(34) if board.game["monsters"][m]["where"] == state.ON_CARD} - before
    legal = places(cards, here)
    if not legal:  # C-11.17
        assert not after and not recorder.asked
        return
    (marker,) = (board.game["monsters"][m] for m in after)
    placed = int(marker["at"]), int(marker["row"]) if marker["row"] != state.BOTTOM else BELOW
    assert placed in legal
    if len(legal) > 1:
        assert replay(choose("PLACE_MONSTER", legal), recorder.asked) == placed
    assert board.game["slots"][placed[0]]["bottom"] == cards[placed[0]].below + (placed[1] == BELOW)


def test_monsters_appear_as_in_the_twin():
    """C-11.2 .. C-11.6, C-11.16, C-11.17"""
    for seed in range(1500):
        monsters_duel(seed)


# --- C-10.2 ------------------------------------------------------------------------------------------
class Steered:
    """Answers PAY questions along a given path and notes how many answers each had."""

    def __init__(self, path: list[int]):
        self.path, self.widths, self.given = path, [], []

    def __call__(self, question) -> int:
        if question.kind != "PAY":
            return 0
        answer = self.path[len(self.widths)] if len(self.widths) < len(self.path) else 0
        self.widths.append(len(question.options))
        return answer


def all_payments(worths: list[int], price: int, anything: bool) -> set[frozenset[int]]:
    """Every set that the engine lets a player give: all answers to all its questions are tried."""
    found, waiting, trophies = set(), [[]], range(len(worths))
    board = Board(1)
    board.ruling("TROPHY_SET", "ANY" if anything else "IRREDUCIBLE")
    for k, worth in enumerate(worths):
        if k % 2:
            board.deck["monsters"][k]["trophy"] = worth
            board.win_monster(0, k)
        else:
            board.deck["adventures"][70 - k]["trophy"] = worth
            board.win_adventure(0, 70 - k)
    games, hiddens = board.games.copy(), board.hiddens.copy()
    while waiting:
        path = waiting.pop()
        board.games[:], board.hiddens[:] = games, hiddens
        steered = Steered(path)
        board.decide(steered)
        board.pay(0, price)
        for depth in range(len(path), len(steered.widths)):
            full = path + [0] * (depth - len(path))
            waiting += [[*full, answer] for answer in range(1, steered.widths[depth])]
        monsters, adventures = board.game["monsters"]["where"], board.game["adventure_place"]
        kept = {
            k
            for k in trophies
            if (monsters[k] == state.AS_TROPHY if k % 2 else adventures[70 - k] == state.IN_TROPHIES)
        }
        found.add(frozenset(trophies) - kept)
    return found


@pytest.mark.parametrize("anything", [False, True])
def test_trophies_that_may_be_given(anything):
    """C-10.2, C-10.6: exactly the twin's sets can be given, R:TROPHY_SET"""
    r = random.Random(17)
    for _ in range(60):
        worths = [r.randint(1, 4) for _ in range(r.randint(0, 5))]
        price = r.randint(1, 9)
        expected = payments(dict(enumerate(worths)), price, anything)
        found = all_payments(worths, price, anything)
        assert found == expected


def test_e64_trophies_3_2_1_for_4():
    """E-64"""
    assert payments({3: 3, 2: 2, 1: 1}, 4) == {frozenset({3, 1}), frozenset({3, 2})}
    assert all_payments([3, 2, 1], 4, False) == {frozenset({0, 2}), frozenset({0, 1})}
