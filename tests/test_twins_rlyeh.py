"""Legions, the omen and the amulet on random tables against the naive twins."""

from __future__ import annotations

import random

from board import FIRST_LEGION, LEGIONS, Board
from deep import amulet_locks, legions, tokens
from duel import Recorder, replay
from situations import watch
from test_twins_tables import random_cards, random_monsters
from twins import choose
from twins import rlyeh as twin
from twins.monsters import BELOW, places

from sim.rules import state
from sim.rules.log import AMULET_GAINED

COLOURS = {state.GREEN: "green", state.YELLOW: "yellow", state.RED: "red"}
TOKENS = {state.IN_PILE: twin.PILE, state.OWNED: twin.OWNED, state.ON_SPACE: twin.SPACE}


# --- R-5 with C-11 -----------------------------------------------------------------------------------
def legion_duel(seed: int) -> None:
    """A Legion appears, or one that is defeated and not paid for moves on."""
    r = random.Random(seed)
    recorder = Recorder(seed, {"PLACE_MONSTER": lambda question, o: (o[0], o[1])})
    board = Board(2, recorder, seed=seed, mode="rlyeh")
    board.game["entrance"] = 1  # nothing sinks here
    in_play = random_cards(board, r)
    cards = random_monsters(board, r, in_play)
    if r.random() < 0.3:
        slot = r.choice(in_play)
        board.game["attempt"]["slot"] = slot
        for field in ("rows_done", "boxes_done"):
            done = r.getrandbits(3)
            board.game["attempt"][field] = done
            cards[slot].done |= {row for row in range(3) if done >> row & 1}  # C-11.6, R-5.6
    markers, but = board.game["monsters"], None
    defeated = [m for m in range(board.deck["n_monsters"]) if markers[m]["where"] == state.ON_CARD]
    if defeated and r.random() < 0.6:
        (m,) = r.sample(defeated, 1)
        board.deck["monsters"][m]["kind"] = state.LEGION
        markers[m]["defeated"] = 1
        but, row = int(markers[m]["at"]), int(markers[m]["row"])
        if row == state.BOTTOM:
            cards[but].below -= 1
        board.legion_reappears(m)
    else:
        before = set(legions(board))
        board.legion_appears()
        (m,) = set(legions(board)) - before or {-1}
    legal = places(cards, but=but)
    if not legal:
        assert m < 0 or markers[m]["where"] == state.IN_STOCKPILE
        return
    placed = int(markers[m]["at"]), int(markers[m]["row"]) if markers[m]["row"] != state.BOTTOM else BELOW
    assert placed in legal and placed[0] != but
    if len(legal) > 1:
        assert replay(choose("PLACE_MONSTER", legal), recorder.asked) == placed
    assert (markers[m]["where"], markers[m]["defeated"]) == (state.ON_CARD, 0)
    assert board.game["slots"][placed[0]]["bottom"] == cards[placed[0]].below + (placed[1] == BELOW)


def test_legions_are_placed_as_in_the_twin():
    """C-11.2 .. C-11.6, C-11.16, R-5.1, R-5.6, R-5.7"""
    for seed in range(2500):
        legion_duel(seed)


# --- R-6, R-8 ----------------------------------------------------------------------------------------
WORDS = {
    "STAGE_TWO_OFFER": lambda question, o: o[0],
    "REMOVED_LEGION": lambda question, o: o[0],
    "LOST_TOKEN": lambda question, o: o[0],
    "AMULET_TOKEN": lambda question, o: (int(question.choice["context"]), o[0]),
    "LOCK_SERVED": lambda question, o: int(question.game["locks"][o[0]]["of"]),
}
EVENTS = {"omen +1": 4, "omen -1": 3, "amulet +1": 3, "amulet -1": 2, "legion 1": 3}


def random_sea(board: Board, r: random.Random) -> twin.Sea:
    """Track, dice of the amulet, tokens and rulings at random, on both sides."""
    deck, game = board.deck, board.game
    deck["track_spaces"] = r.randint(1, 5)
    game["omen"] = r.randint(1, int(deck["track_spaces"]))
    deck["amulet"] = [r.choice((state.GREEN, state.YELLOW, state.RED)) for _ in range(3)]
    game["amulet"] = [r.choice((state.IN_PILE, state.OWNED)) for _ in range(3)]
    rulings = {}
    for name in ("sink_amulet", "stage2_offer", "lost_amulet_relock"):
        rulings[name] = deck["rulings"][name] = r.choice((0, 0, 1))
    few = r.choice((LEGIONS, LEGIONS, 5))
    game["monsters"]["where"][FIRST_LEGION + few : FIRST_LEGION + LEGIONS] = state.OUT_OF_GAME
    return twin.Sea(
        int(deck["track_spaces"]),
        int(game["omen"]),
        [COLOURS[int(colour)] for colour in deck["amulet"]],
        [TOKENS[token] for token in tokens(board)],
        {"green": 6, "yellow": 1, "red": 1},
        set(range(FIRST_LEGION, FIRST_LEGION + few)),
        costs_token=rulings["sink_amulet"] == 0,
        on_arrival=rulings["stage2_offer"] == 0,
        locks_again=rulings["lost_amulet_relock"] == 0,
    )


def the_same(board: Board, sea: twin.Sea) -> None:
    game = board.game
    assert (game["stage"], game["omen"], game["entrance"]) == (sea.stage, sea.omen, sea.sunk)
    assert [TOKENS[token] for token in tokens(board)] == sea.tokens
    assert (set(legions(board)), set(legions(board, state.IN_STOCKPILE))) == (sea.in_play, sea.stockpile)
    assert {space: die >= 0 for space, die in amulet_locks(board).items()} == sea.holds
    place = game["dice"]["place"]
    supply = {"green": place[:6], "yellow": place[6:7], "red": place[7:8]}
    assert {colour: int((dice == state.SUPPLY).sum()) for colour, dice in supply.items()} == sea.free


def sea_duel(seed: int) -> None:
    r = random.Random(seed)
    board = Board(2, seed=seed, mode="rlyeh")
    sea = random_sea(board, r)
    for k in range(r.randint(4, 16)):
        (event,) = r.choices(list(EVENTS), list(EVENTS.values()))
        recorder = Recorder(1000 * seed + k, WORDS)
        board.decide(recorder)
        watch(board)
        board.do(event)
        log = board.logs[0]
        drawn = [int(line["a"]) for line in log["events"][: log["n"]] if line["code"] == AMULET_GAINED]
        if event == "amulet +1":
            assert bool(drawn) == (twin.PILE in sea.tokens)
            play = twin.gain_token(sea, drawn[0]) if drawn else None
        else:
            play = {
                "omen +1": twin.advance, "omen -1": twin.retreat, "amulet -1": twin.lose_token, "legion 1": twin.legion,
            }[event](sea)  # fmt: skip
        if play:
            replay(play, recorder.asked)
        the_same(board, sea)


def test_the_omen_and_the_amulet_as_in_the_twin():
    """R-4.4 .. R-4.7, R-6.1 .. R-6.4, R-7.3, R-8.1 .. R-8.6"""
    for seed in range(2000):
        sea_duel(seed)
