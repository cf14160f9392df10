"""What is printed for the Arkham Horror clock, against the tables of the specification (H-2, H-8, H-11)."""

from __future__ import annotations

from collections import Counter

from test_rules_arkham_setup import TABLE
from test_rules_arkham_terror import TRACKS
from twins.arkham import printed, words

CARDS = printed("mythos")
PAIRS = {  # H-11.1: symbols on white, on black
    1: ("Hexagon", "Slash Star Triangle"), 2: ("Plus", "Crescent"), 3: ("Crescent", "Plus"),
    4: ("Circle", "Diamond Square"), 5: ("Slash Star Triangle", "Hexagon"), 6: ("Diamond Square", "Circle"),
}  # fmt: skip
#: H-11.2: cards by gate location; type and movement pair, and what matters for the clock.
TABLE_OF_CARDS = {
    "Independence Square": """H1 drive off Chthonian, Dhole | H1 drive off Dark Young | H3 clear Sky and Outskirts |
        H4 clear Merchant District | H4 clear Miskatonic U. | H5 | M2 | M6 | M6 | R5 The Southside Strangler Strikes""",
    "The Witch House": """H1 | H3 | H3 spawn Northside | H4 clear Easttown | H4 clear Rivertown | M2 | M5 sealing -2 |
        M6 | U2 | U6""",
    "Unvisited Isle": """H1 | H1 drive off Dimensional Shambler, Hound of Tindalos | H3 spawn Downtown |
        H3 spawn Rivertown | H4 clear French Hill | M2 | U2 | U6 | R5 Good Work Undone | R5 The Terrible Experiment""",
    "Woods": """H1 | H1 | H3 spawn Easttown | H4 clear Uptown | H4 spawn Southside | H5 clear all locations | M5 | U2 |
        U6 terror frozen | W6""",
    "Black Cave": "H1 clear Southside | H3 clear all streets | H4 spawn French Hill | M6 | W2 | R5 Disturbing the Dead",
    "Graveyard": "H1 | H3 terror 1 | H4 spawn Uptown | M6 | W2 flying frozen | R5 The Great Ritual",
    "The Unnamable": "H1 | H3 spawn Merchant District | H4 clear Downtown | H5 | M2 no sealing | U6",
    "Hibb's Roadhouse": "H3 | W2",
    "Historical Society": "H3 spawn Miskatonic U. | W2",
    "Science Building": "H1 drive off Gug, Nightgaunt | R5 The Stars Are Right",
    "Silver Twilight Lodge": "H4 clear Northside | M6",
}
#: What the table of H-11.2 leaves out: no count of the clock's, but of its checks, movement and trophies.
NOT_IN_THE_TABLE = {"revive Elder Thing at River Docks", "harder R'lyeh", "fast slowed"}
CLUES = {  # H-11.2
    "Independence Square": {"The Unnamable": 9}, "The Witch House": {"Black Cave": 10},
    "Unvisited Isle": {"Science Building": 8}, "Woods": {"Historical Society": 8, "Independence Square": 2},
    "Black Cave": {"Hibb's Roadhouse": 5}, "Graveyard": {"Unvisited Isle": 5}, "The Unnamable": {"Woods": 6},
    "Hibb's Roadhouse": {"Independence Square": 2}, "Historical Society": {"Silver Twilight Lodge": 2},
    "Science Building": {"The Witch House": 1}, "Silver Twilight Lodge": {"Graveyard": 2},
}  # fmt: skip


def test_h11_limits_as_printed():
    """H-1.1"""
    columns = ("monster_limit", "outskirts", "gates_that_awaken", "monsters_per_gate")
    rows = {int(row["players"]): tuple(int(row[name]) for name in columns) for row in printed("limits")}
    assert rows == {players: numbers[:4] for players, numbers in TABLE.items()}


def test_h23_monsters_and_masks():
    """H-2.3, H-11.3"""
    counts = Counter()
    for row in printed("monsters"):
        counts[row["mask"]] += int(row["count"])
    assert counts == {"no": 55, "yes": 5}


def test_h83_tracks():
    """H-8.3"""
    assert {row["name"].lower(): int(row["doom"]) for row in printed("ancient_ones")} == TRACKS


def test_h111_types_and_pairs():
    """H-11.1"""
    assert Counter(row["type"] for row in CARDS) == {
        "headline": 36, "mystic": 12, "urban": 7, "weather": 5, "rumor": 6, "reshuffle": 1,
    }  # fmt: skip
    pairs = Counter((row["white"], row["black"]) for row in CARDS if row["type"] != "reshuffle")
    assert pairs == dict.fromkeys(PAIRS.values(), 11)


def code(row: dict[str, str]) -> str:
    """A card as in the table."""
    pair = next(n for n, symbols in PAIRS.items() if symbols == (row["white"], row["black"]))
    text = row["name"] if row["type"] == "rumor" else row["effect"]
    about = "" if text == "-" or text in NOT_IN_THE_TABLE else f" {text}"
    return f"{row['type'][0].upper()}{pair}{about}"


def test_h112_cards_by_gate():
    """H-11.2"""
    for gate, cards in TABLE_OF_CARDS.items():
        listed = Counter(" ".join(one.split()) for one in cards.split("|"))
        assert Counter(code(row) for row in CARDS if row["gate"] == gate) == listed, gate
    frequencies = Counter(row["gate"] for row in CARDS)
    assert frequencies == {gate: cards.count("|") + 1 for gate, cards in TABLE_OF_CARDS.items()} | {"-": 1}
    assert sorted(frequencies.values()) == [1, 2, 2, 2, 2, 6, 6, 6, 10, 10, 10, 10]


def test_h112_clue_locations():
    """H-11.2: rumors name none."""
    found: dict[str, Counter[str]] = {gate: Counter() for gate in CLUES}
    for row in CARDS:
        if row["type"] not in ("rumor", "reshuffle"):
            found[row["gate"]][row["clue"]] += 1
    assert found == CLUES
    assert {row["clue"] for row in CARDS if row["type"] == "rumor"} == {"-"}
    elsewhere = {code(row) for row in CARDS if row["gate"] == "Woods" and row["clue"] == "Independence Square"}
    assert elsewhere == {"W6", "H5 clear all locations"}


#: H-11.3: symbol: normal, fast, stationary, flying, unique
SYMBOLS = {
    "Crescent": (13, 0, 3, 0, 0), "Circle": (3, 0, 2, 6, 0), "Hexagon": (5, 0, 3, 1, 0), "Square": (0, 2, 0, 0, 2),
    "Diamond": (2, 2, 0, 0, 0), "Slash": (2, 0, 0, 2, 0), "Plus": (3, 0, 0, 0, 0), "Triangle": (0, 0, 0, 0, 2),
    "Star": (0, 0, 0, 2, 0),
}  # fmt: skip


def test_h113_symbols_and_movement():
    """H-11.3"""
    found = Counter()
    for row in printed("monsters"):
        if row["mask"] == "no":
            found[row["symbol"], row["movement"]] += int(row["count"])
    movements = ("normal", "fast", "stationary", "flying", "unique")
    assert {symbol: tuple(found[symbol, movement] for movement in movements) for symbol in SYMBOLS} == SYMBOLS
    assert found.total() == 55


def test_h113_types_of_the_headlines():
    """H-11.3"""
    counts = {row["name"]: int(row["count"]) for row in printed("monsters")}
    assert {name: counts[name] for name in (
        "Chthonian", "Dhole", "Dark Young", "Dimensional Shambler", "Hound of Tindalos", "Gug", "Nightgaunt",
    )} == {
        "Chthonian": 2, "Dhole": 1, "Dark Young": 3, "Dimensional Shambler": 2, "Hound of Tindalos": 2, "Gug": 2,
        "Nightgaunt": 2,
    }  # fmt: skip


def test_h114_what_moves_terror():
    """H-11.4: one card unconditionally, four if a monster leaves, one freezes it."""
    assert Counter(row["effect"].split()[0] for row in CARDS if row["effect"].split()[0] in ("terror", "drive")) == {
        "drive": 4, "terror": 2,
    }  # fmt: skip
    assert {row["effect"] for row in CARDS if row["effect"].startswith("terror")} == {"terror 1", "terror frozen"}


def test_h115_six_rumors():
    """H-11.5"""
    assert {row["name"] for row in CARDS if row["type"] == "rumor"} == {
        "Disturbing the Dead", "Good Work Undone", "The Great Ritual", "The Southside Strangler Strikes",
        "The Stars Are Right", "The Terrible Experiment",
    }  # fmt: skip


def test_h116_gate_markers():
    """H-11.6: no gate has a Crescent."""
    markers = {row["world"]: (int(row["copies"]), row["symbol"], int(row["modifier"])) for row in printed("gates")}
    assert markers == {
        "Abyss": (2, "Hexagon", -2), "Another Dimension": (2, "Square", 0), "Dreamlands": (2, "Slash", 1),
        "City of the Great Race": (2, "Triangle", 0), "Great Hall of Celeano": (2, "Star", -1),
        "R'lyeh": (2, "Plus", -3), "Plateau of Leng": (2, "Diamond", -1), "Yuggoth": (2, "Circle", -2),
    }  # fmt: skip


def test_h101_every_symbol_is_known():
    """H-10.1, H-11.3: the arrows name symbols of monsters."""
    shown = {symbol for row in CARDS for symbol in words(row["white"]) + words(row["black"])}
    assert shown == set(SYMBOLS)
