"""What must hold in every state of every game (C-18.2, A-15, R-16), looked at in many states at once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, pairwise

import numpy as np

from sim.rules import state
from sim.rules.log import CLOCK_MOVED, FOCUSED, STRIKE, TURN_STARTS
from sim.rules.operations import LEAVE

FACES = ((0, 1, 2, 3, 5, 6, 7), (0, 1, 2, 3, 4, 5, 6), (0, 2, 3, 4, 5, 6, 8))  # C-2.2 by colour; 0: not rolled
SLOTS, PLAYERS = np.arange(state.MAX_SLOTS), np.arange(state.MAX_PLAYERS)


def broken(games: np.ndarray, deck: np.void, calm: np.ndarray) -> list[str]:
    """Names of the invariants that some of `games` (dtype game_dtype, shape (n,)) breaks, and the first state.

    `calm` tells the states between effects: only there has everybody been devoured who has to be.
    """
    found = []
    for name, holds in _open_state(games, deck, calm):
        if not holds.all():
            found.append(f"{name} in state {int(np.argmin(holds))}")
    return found


def _all(condition: np.ndarray) -> np.ndarray:
    return condition.reshape(len(condition), -1).all(axis=1)


def _counts(values: np.ndarray, chosen: np.ndarray, among: np.ndarray) -> np.ndarray:
    """How many of the chosen values are each of `among`: shape (states, among)."""
    return ((values[:, :, None] == among) & chosen[:, :, None]).sum(axis=1)


def _open_state(games: np.ndarray, deck: np.void, calm: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    yield "C-18.2 doom on the track", (games["doom"] >= 0) & (games["doom"] <= deck["ancient_one"]["doom"])
    yield "C-1.9 hour", (games["hour"] >= 0) & (games["hour"] < 4)
    yield "A-8.2 supplies, A-12.1 signs", (games["supplies"] >= 0) & (games["signs"] >= 0)
    by_day = (games["in_midnight"] == 0) & (games["outcome"] == state.UNDECIDED)
    yield "A-15 day", ~by_day | ((games["day"] >= 1) & (games["day"] <= 7))
    yield from _dice(games)
    yield from _people(games, deck, calm)
    yield from _storms(games, deck)
    yield from _monsters(games, deck)
    yield from _trophies(games, deck)
    yield from _adventures(games, deck)
    if deck["mode"] == state.RLYEH:
        yield from _legions(games, deck, calm)
        yield from _amulet(games, deck, calm)


def _dice(games: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    place, face, at = (games["dice"][name] for name in ("place", "face", "at"))
    yield "C-18.2 every die lies somewhere", _all((place >= state.SUPPLY) & (place <= state.REMOVED))
    colours = (0,) * 6 + (1, 2)
    for die, colour in enumerate(colours):
        yield "C-2.2 faces", np.isin(face[:, die], FACES[colour])
    on_marker = place == state.ON_MARKER
    yield "C-7.7 one die a marker", _all(_counts(at, on_marker, PLAYERS) <= 1)
    locks = games["locks"]
    shut = (np.arange(state.MAX_LOCKS) < games["n_locks"][:, None]) & (locks["die"] >= 0)
    held = _counts(locks["die"], shut, np.arange(state.DICE))
    yield "C-12.1 a die in one lock", _all(held <= 1)
    yield "C-12 locked dice are in locks", _all((place != state.LOCKED) | (held == 1))
    tints = np.array(colours)[np.clip(locks["die"], 0, 7)]
    yield "C-12.1 colour of locks", _all(~shut | (tints == locks["colour"]))
    hand = games["investigators"]["hand"]
    in_hand = np.arange(state.MAX_ITEMS) < games["investigators"]["n_hand"][:, :, None]
    for die in range(state.DICE):
        spell = ((hand == at[:, die, None, None]) & in_hand).any(axis=(1, 2))
        yield "C-13.8 secured dice are on spells in play", (place[:, die] != state.ON_SPELL) | spell


def _people(games: np.ndarray, deck: np.void, calm: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    people = games["investigators"][:, : deck["players"]]
    here = people["card"] >= 0
    cards = deck["investigators"][np.clip(people["card"], 0, None)]
    for stat in ("sanity", "stamina"):
        points = people[stat]
        yield f"C-18.2 {stat}", _all(~here | ((points >= 1) | ~calm[:, None]) & (points >= 0) & (points <= cards[stat]))
    yield "C-13.1 clues", _all(people["clues"] >= 0)
    yield "C-16.5 nobody twice", _all(_counts(people["card"], here, np.arange(deck["n_investigators"])) <= 1)
    where = np.take_along_axis(games["slots"]["kind"], np.clip(people["at"], 0, None).astype(int), axis=1)
    yield "A-15 nobody on a discarded card", _all(~here | (people["at"] == state.ENTRANCE) | (where != state.NO_CARD))
    yield "C-7.6 focus", (games["attempt"]["focused"] == 0) | (games["attempt"]["focused"] == 1)


def _storms(games: np.ndarray, deck: np.void) -> Iterator[tuple[str, np.ndarray]]:
    slots = games["slots"]
    storms = slots["storms"]
    ordinary = slots["kind"] == state.ORDINARY
    lifted = np.where(games["attempt"]["void"] == 1, games["n_revealed"], 0)  # of a card that is gone
    total = games["pile"] + storms.sum(axis=1) + games["sheet_storms"] + lifted
    yield "A-15 storm markers in all", total == deck["n_storms"]
    yield "A-15 storms on a card", _all(np.where(ordinary, (storms >= 0) & (storms <= 4), storms == 0))
    yield "A-10.12 facedown storms", (storms - slots["facedown"]).sum(axis=1) == games["n_revealed"] - lifted


def _monsters(games: np.ndarray, deck: np.void) -> Iterator[tuple[str, np.ndarray]]:
    markers, slots = games["monsters"], games["slots"]
    on_card = markers["where"] == state.ON_CARD
    yield "C-11 markers on cards", _all(_counts(markers["at"], on_card, SLOTS) == slots["monsters"])
    below = on_card & (markers["row"] == state.BOTTOM)
    yield "C-11.3 markers below", _all(_counts(markers["at"], below, SLOTS) == slots["bottom"])
    bare = np.isin(slots["kind"], (state.SPECIAL, state.NO_CARD))
    yield "A-15 no monsters on Specials", _all(~bare | (slots["monsters"] == 0))
    for row in range(state.MAX_TASKS):
        there = on_card & (markers["row"] == row)
        yield "C-11.7 one monster a task", _all(_counts(markers["at"], there, SLOTS) <= 1)
    yield "C-3.3 no more monsters than there are", _all(~on_card[:, deck["n_monsters"] :])


def _trophies(games: np.ndarray, deck: np.void) -> Iterator[tuple[str, np.ndarray]]:
    markers = games["monsters"]
    of_monsters = ((markers["at"][:, :, None] == PLAYERS) & (markers["where"] == state.AS_TROPHY)[:, :, None]) * deck[
        "monsters"
    ]["trophy"][:, None].astype(int)
    kept = games["adventure_place"] == state.IN_TROPHIES
    of_adventures = ((games["adventure_owner"][:, :, None] == PLAYERS) & kept[:, :, None]) * deck["adventures"][
        "trophy"
    ][:, None].astype(int)
    worth = of_monsters.sum(axis=1) + of_adventures.sum(axis=1)
    yield "C-10.1 trophies", _all(worth == games["investigators"]["trophies"])


def _adventures(games: np.ndarray, deck: np.void) -> Iterator[tuple[str, np.ndarray]]:
    slots = games["slots"]
    taken = slots["kind"] != state.NO_CARD
    known = taken & (slots["faceup"] == 1)
    in_play = (games["adventure_place"] == state.IN_PLAY).sum(axis=1)
    yield "C-8.2 faceup cards in play", known.sum(axis=1) == in_play
    yield "C-8.2 a card in one place", _all(_counts(slots["card"], known, np.arange(state.MAX_ADVENTURES)) <= 1)
    facedown = taken & (slots["faceup"] == 0)
    yield "C-1.14 fronts of facedown cards are hidden", _all(~facedown | (slots["card"] == -1))
    empty = games["deck_size"][:, [state.STAGE_I, state.STAGE_II]] == 0
    ran_out = np.maximum.accumulate(np.where(games["stage"] == 2, empty[:, 1], empty[:, 0]))  # C-8.12: for good
    quiet = (games["in_resolution"] == 0) & (games["awakened"] == 0) & (games["outcome"] == state.UNDECIDED)
    six = (slots["kind"][:, :6] == state.ORDINARY).all(axis=1)
    says_otherwise = (deck["ops"]["code"] == LEAVE).any()
    yield "A-15 six ordinary adventures", six | ran_out | ~quiet | says_otherwise


# --- R'lyeh Rising ----------------------------------------------------------------------------------
MAY_LIE = {
    state.MONSTER: (state.IN_CUP, state.ON_CARD, state.AS_TROPHY, state.OUT_OF_GAME),
    state.LEGION: (state.IN_STOCKPILE, state.ON_CARD, state.AS_TROPHY, state.OUT_OF_GAME),
    state.MISSION: (state.IN_CUP, state.ON_CARD, state.AS_MISSION, state.OUT_OF_GAME),
}


def _legions(games: np.ndarray, deck: np.void, calm: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    n = int(deck["n_monsters"])
    markers, kinds = games["monsters"][:, :n], deck["monsters"]["kind"][:n]
    for kind, places in MAY_LIE.items():
        yield f"R-16 where markers of kind {kind} lie", _all(np.isin(markers["where"][:, kinds == kind], places))
    owned = markers["where"] == state.AS_MISSION
    people = np.take_along_axis(
        games["investigators"]["card"], np.clip(markers["at"], 0, state.MAX_PLAYERS - 1).astype(int), axis=1
    )
    yield "R-9.6 missions have an owner", ~calm | _all(~owned | (people >= 0))
    locks = games["locks"]
    of_markers = (np.arange(state.MAX_LOCKS) < games["n_locks"][:, None]) & (locks["kind"] == state.LOCK_OF_MONSTER)
    yield "C-12.1 a lock a marker", _all(_counts(locks["of"], of_markers, np.arange(n)) <= 1)
    sunk = games["entrance"] == 1
    running = calm & (games["awakened"] == 0)
    yield "R-16 ship sunk, so Stage II", ~sunk | ~calm | (games["stage"] == 2)
    in_play = (markers["where"] == state.ON_CARD) & (markers["at"] >= 0) & (markers["defeated"] == 0)
    yield "R-4.4 four Legions sink the ship", ~running | sunk | (in_play[:, kinds == state.LEGION].sum(axis=1) < 4)


def _amulet(games: np.ndarray, deck: np.void, calm: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    tokens = games["amulet"]
    yield "R-16 tokens", _all(np.isin(tokens, (state.IN_PILE, state.OWNED, state.ON_SPACE)))
    first = games["stage"] == 1
    on_track = (games["omen"] >= 1) & (games["omen"] <= deck["track_spaces"])
    yield "R-16 omen", ~calm | np.where(first, on_track, games["omen"] == 0)
    placed = (tokens == state.ON_SPACE).sum(axis=1)
    yield "R-8.7 no tokens on spaces in Stage I", ~first | (placed == 0)
    there = np.arange(state.MAX_LOCKS) < games["n_locks"][:, None]
    shut = (there & (games["locks"]["kind"] == state.LOCK_OF_AMULET)).sum(axis=1)
    expected = np.where(first, 0, state.AMULET_TOKENS - placed)
    before_battle = calm & (games["awakened"] == 0)
    if deck["rulings"]["lost_amulet_relock"] == 0:
        yield "R-16 locks of the amulet", ~before_battle | (shut == expected)
    else:
        yield "R-16 locks of the amulet", ~before_battle | (shut <= expected)


# --- what nobody sees -------------------------------------------------------------------------------
def misplaced(game: np.void, hidden: np.void, deck: np.void) -> list[str]:
    """Items, adventures and investigators that are not in exactly one place (C-1.11, C-8.11, C-10.3)."""
    found = []
    rings = [_cards(hidden["rings"][number]) for number in range(state.DECKS)]
    hands = [int(card) for one in game["investigators"] for card in one["hand"][: one["n_hand"]]]
    items = [*hands, *chain.from_iterable(rings[state.COMMONS : state.ALLIES + 1]), *rings[state.SKILLS]]
    if sorted(items) != list(range(deck["n_items"])):
        found.append("C-1.11 items")
    for number in range(state.COMMONS, state.ALLIES + 1):
        if any(deck["items"][card]["kind"] != number - state.COMMONS for card in rings[number]):
            found.append("C-1.11 items under their own deck")
    if any(deck["items"][card]["kind"] != state.SKILL for card in rings[state.SKILLS]):
        found.append("R-12.1 skills under their own deck")
    slots = game["slots"]
    taken = [slot for slot in SLOTS if slots[slot]["kind"] != state.NO_CARD]
    faceup = [int(hidden["front"][slot]) for slot in taken if slots[slot]["faceup"]]
    facedown = [int(hidden["front"][slot]) for slot in taken if not slots[slot]["faceup"]]
    places = game["adventure_place"][: deck["n_adventures"]]
    if sorted(faceup) != list(np.flatnonzero(places == state.IN_PLAY)):
        found.append("C-8.2 adventures in play")
    if game["stage"] == 2:  # which of the unseen Stage I cards are still in play nobody knows
        facedown = [card for card in facedown if deck["adventures"][card]["stage"] == 2 or places[card] != state.GONE]
    waiting = rings[state.STAGE_I] + rings[state.STAGE_II] + rings[state.OTHER_WORLDS] + facedown  # fronts are hidden
    kinds = deck["adventures"]["kind"][: deck["n_adventures"]]
    unseen = np.flatnonzero((places == state.IN_DECK) & (kinds != state.SPECIAL))
    if sorted(waiting) != list(unseen):
        found.append("C-10.3 adventures in their decks")
    if any(int(hidden["rings"][number]["n"]) != game["deck_size"][number] for number in range(state.DECKS)):
        found.append("C-1.14 sizes of decks")
    return found


def _cards(ring: np.void) -> list[int]:
    size = len(ring["cards"])
    return [int(ring["cards"][(ring["head"] + i) % size]) for i in range(ring["n"])]


# --- what must hold between events -------------------------------------------------------------------
def broken_sequence(events: np.ndarray, games: np.ndarray) -> list[str]:
    """Strikes of each turn (C-18.2) and one focus a Resolution phase (C-7.6), counted from the events alone."""
    found = []
    starts = [*np.flatnonzero(events["code"] == TURN_STARTS), len(events)]
    for first, after in pairwise(starts):
        codes = events["code"][first:after]
        night = games["in_midnight"][first:after] == 1
        advances = np.count_nonzero((codes == CLOCK_MOVED) & ~night)
        strikes = np.count_nonzero((codes == STRIKE) & ~night)
        if strikes != (games["hour"][first] + advances) // 4:
            found.append(f"C-18.2 strikes in the turn at event {first}")
        own = (codes == FOCUSED) & (events["a"][first:after] == games["active"][first])
        if np.count_nonzero(own) > 1:
            found.append(f"C-7.6 focus in the turn at event {first}")
    return found
