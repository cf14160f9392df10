"""The deck: completed cards and a scenario as the arrays that the rules read."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sim.cards.completion import complete
from sim.cards.loading import load_cards
from sim.cards.notation import parse_effect
from sim.cards.programs import effect_of, in_play, requirement_of
from sim.deck import build_deck, card_data_hash, deck_hash, deck_names, storm_table
from sim.errors import OmensError
from sim.exact.cards import card_chances, requirement_chances
from sim.rules import state
from sim.scenario import ANCIENT_ONES, Scenario, parse_setting

SEED = 7


@pytest.fixture(scope="module")
def cards():
    return complete(load_cards(), SEED, 0)


def built(cards, **scenario):
    return build_deck(cards, Scenario(**scenario))[0]


def effect(deck, program):
    start, size = int(program["start"]), int(program["size"])
    return effect_of(deck["ops"][start : start + size])


def test_numbers_and_order_of_cards(cards):
    """A-1.1, A-1.2: 60 Alaskan Adventures, 4 Specials, 8 Other Worlds, and so on."""
    deck = built(cards)
    kinds = deck["adventures"]["kind"].tolist()
    assert kinds[:72] == [state.ORDINARY] * 60 + [state.SPECIAL] * 4 + [state.OTHER_WORLD] * 8
    assert set(kinds[72:]) == {state.NO_CARD}
    assert deck["specials"].tolist() == [60, 61, 62, 63]
    names = [f"n_{kind}" for kind in ("adventures", "items", "monsters", "mythos", "storms", "investigators")]
    assert [int(deck[name]) for name in names] == [72, 64, 34, 30, 28, 24]


@pytest.mark.parametrize("index", range(5))
def test_every_text_stands_in_the_deck(index):
    """Programs hold the cards' effects, without icons of expansions that are not in play (A-12.5)."""
    cards = complete(load_cards(), SEED, index)
    deck = built(cards)
    for record, card in zip(deck["adventures"], (*cards.adventures, *cards.other_worlds), strict=False):
        for text in ("reward", "penalty", "terror", "entry", "midnight"):
            assert effect(deck, record[text]) == in_play(getattr(card, text)), (card.name, text)
    for record, storm in zip(deck["storms"], cards.storms, strict=True):
        assert effect(deck, record["penalty"]) == storm.penalty
    for record, card in zip(deck["mythos"], cards.mythos, strict=False):
        assert effect(deck, record["top"]) == card.top
        assert effect(deck, record["bottom"]) == card.bottom
    for record, monster in zip(deck["monsters"], cards.monsters, strict=False):
        assert effect(deck, record["collected"]) == monster.collected
        assert effect(deck, record["midnight"]) == monster.midnight
        assert requirement_of(record["task"]) == monster.task
        assert (record["trophy"], record["lock"]) == (monster.trophy, monster.lock)
    for record, item in zip(deck["items"], cards.items, strict=False):
        assert effect(deck, record["effect"]) == item.effect
        fields = ("kind", "when", "any_turn", "secures", "tokens")
        assert [int(record[f]) for f in fields] == [getattr(item, f) for f in fields]


def test_rows_and_chances(cards):
    deck = built(cards)
    for record, card in zip(deck["adventures"], (*cards.adventures, *cards.other_worlds), strict=False):
        rows = record["tasks"][: record["n_tasks"]]
        assert [requirement_of(row["full"]) for row in rows] == [row.full for row in card.tasks.rows]
        assert bool(record["ordered"]) == card.tasks.ordered
        assert record["lock"] == card.lock
        assert record["trophy"] == card.trophy
        assert np.array_equal(record["chance"], card_chances(card.tasks))
    for record, monster in zip(deck["monsters"], cards.monsters, strict=False):
        assert np.array_equal(record["chance"], requirement_chances(monster.task))


def test_equal_programs_are_there_once(cards):
    deck = built(cards)
    by_effect = {}
    for record in deck["adventures"][:72]:
        program = record["penalty"]
        if program["size"]:
            by_effect.setdefault(effect(deck, program), set()).add(int(program["start"]))
    assert all(len(starts) == 1 for starts in by_effect.values())
    assert len(by_effect) < 72


def test_backs_tell_no_front(cards):
    """A-3.7: cards whose backs look alike share one, and every ordinary adventure shows the back of its card."""
    deck = built(cards)
    described = {back.name: back for back in cards.backs}
    for record, card in zip(deck["adventures"], cards.adventures, strict=False):
        if card.kind == "special":
            assert record["back"] == -1
            continue
        back = deck["backs"][record["back"]]
        assert back["colour"] == card.colour
        assert effect(deck, back["arrive"]) == described[card.back].arrive
        assert effect(deck, back["midnight"]) == described[card.back].midnight
    looks = {
        (int(card["back"]), int(card["stage"])): (
            int(deck["backs"][card["back"]]["colour"]),
            effect(deck, deck["backs"][card["back"]]["arrive"]),
            effect(deck, deck["backs"][card["back"]]["midnight"]),
            int(card["stage"]),
        )
        for card in deck["adventures"][:60]
    }
    assert len(set(looks.values())) == len(looks)


def test_ancient_ones(cards):
    """A-13.1."""
    ithaqua = built(cards, ancient_one="ithaqua")["ancient_one"]
    assert (ithaqua["signs"], ithaqua["doom"], ithaqua["awakens_signs"]) == (15, 12, 8)
    assert np.flatnonzero(ithaqua["icon"]).tolist() == [1, 3, 6, 8, 9, 11]
    assert ithaqua["attack"] == state.ATTACK_OFFERING
    rlim = built(cards, ancient_one="rlim-shaikorth")
    assert effect(rlim, rlim["ancient_one"]["midnight"]) == parse_effect("storm 3")
    assert rlim["ancient_one"]["attack"] == state.ATTACK_STORM_TOLL
    rhan = built(cards, ancient_one="rhan-tegoth")["ancient_one"]
    assert (rhan["signs"], rhan["ability"], rhan["attack"]) == (10, state.SIGN_WOUNDS, state.ATTACK_WOUND_AGAIN)


def test_scenario_in_the_deck(cards):
    deck = built(cards, season="summer", players=4)
    assert (deck["mode"], deck["season"], deck["players"]) == (state.ALASKA, state.SUMMER, 4)
    assert deck["supplies"] == 15
    assert deck["storms_of_day"][8] == 7
    assert built(cards, season="winter")["storms_of_day"][8] == 0  # the game is lost there


@pytest.mark.parametrize(
    ("season", "rulings", "settings", "table"),
    [
        ("summer", {"SUMMER_TABLE": "TRANSCRIBED"}, [], (0, 0, 4, 5, 6, 8, 9)),
        ("summer", {"SUMMER_TABLE": "LIGHT"}, [], (0, 0, 3, 4, 5, 6, 7)),
        ("summer", {"SUMMER_TABLE": "LIGHT"}, ["summer.day3=1"], (0, 0, 1, 4, 5, 6, 7)),
        ("summer", {}, ["summer.table=0,0,1,1,1,1,1"], (0, 0, 1, 1, 1, 1, 1)),
        ("winter", {"WINTER_TABLE": "TRANSCRIBED"}, [], (0, 0, 4, 5, 6, 8, 9)),
        ("winter", {"WINTER_TABLE": "TRANSCRIBED", "SUMMER_TABLE": "LIGHT"}, ["winter.day6=7"], (0, 0, 4, 5, 6, 7, 9)),
        ("winter", {}, ["winter.table=0,0,1,1,1,1,1", "winter.day7=28", "summer.day7=0"], (0, 0, 1, 1, 1, 1, 28)),
    ],
)
def test_storm_tables(cards, season, rulings, settings, table):
    scenario = Scenario(season=season, rulings=rulings, settings=dict(map(parse_setting, settings)))
    assert storm_table(cards, scenario) == table
    assert build_deck(cards, scenario)[0]["storms_of_day"][1:8].tolist() == list(table)


def test_a_completed_table_is_played_unless_a_ruling_says_otherwise(cards):
    drawn = tuple(day.storms for day in cards.tracks if day.season == state.SUMMER)
    assert storm_table(cards, Scenario(season="summer")) == drawn


def test_settings_in_the_deck(cards):
    own = dict(map(parse_setting, ["supplies=3", "ithaqua.doom=14", "ithaqua.signs=2", "ithaqua.icons=2,14"]))
    deck = built(cards, ancient_one="ithaqua", settings=own)
    assert deck["supplies"] == 3
    assert (deck["ancient_one"]["doom"], deck["ancient_one"]["signs"]) == (14, 2)
    assert np.flatnonzero(deck["ancient_one"]["icon"]).tolist() == [2, 14]
    fewer = built(cards, ancient_one="ithaqua", settings={"ithaqua.doom": (7,)})
    assert np.flatnonzero(fewer["ancient_one"]["icon"]).tolist() == [1, 3, 6]
    other = built(cards, ancient_one="rhan-tegoth", settings=own)
    assert other["ancient_one"]["signs"] == 10


def test_rulings_in_the_deck(cards):
    default = built(cards)["rulings"]
    assert default["turn_cap"] == 2000
    assert {name: int(default[name]) for name in state.RULING_FIELDS if default[name]} == {"turn_cap": 2000}
    changed = built(
        cards, rulings={"EMPTY_POOL": "STRICT", "SUPPLY_CAP": "19", "TURN_CAP": "50", "TERROR_SCOPE": "PER_PHASE"}
    )["rulings"]
    assert {name: int(changed[name]) for name in state.RULING_FIELDS if changed[name]} == {
        "empty_pool": 2,
        "supply_cap": 19,
        "turn_cap": 50,
        "terror_scope": 1,
    }


def test_own_cards_of_investigators(cards):
    """C-19: "Ashcan" Pete begins with Duke."""
    deck, names = built(cards), deck_names(cards, Scenario())
    pete = deck["investigators"][names.investigators.index('"Ashcan" Pete')]
    assert names.items[pete["own"]] == "Duke"
    joe = deck["investigators"][names.investigators.index("Joe Diamond")]
    assert (joe["own"], joe["clues"], joe["cards"].tolist()) == (-1, 1, [1, 0, 0, 0])


@pytest.mark.parametrize("one", ANCIENT_ONES)
def test_names_stand_where_the_cards_do(cards, one):
    names = deck_names(cards, Scenario(ancient_one=one))
    deck = built(cards, ancient_one=one)
    assert names.ancient_one.lower() == one
    for kind in ("adventures", "items", "monsters", "mythos", "storms", "investigators"):
        assert len(getattr(names, kind)) == deck[f"n_{kind}"]
    assert len(names.backs) == deck["adventures"]["back"][:60].max() + 1
    assert names.adventures[60:64] == ("Arrival", "Into the Wild", "Treacherous Ascent", "Heart of Darkness")
    at = names.adventures.index("Winter's Song")
    assert effect(deck, deck["adventures"][at]["entry"]) == parse_effect("each(choose(sanity -1, storm 1))")


def test_equal_decks_have_equal_hashes(cards):
    first = build_deck(cards, Scenario())
    again = build_deck(complete(load_cards(), SEED, 0), Scenario())
    assert deck_hash(first) == deck_hash(again)
    assert deck_hash(first) != deck_hash(build_deck(cards, Scenario(players=2)))
    assert deck_hash(first) != deck_hash(build_deck(complete(load_cards(), SEED, 1), Scenario()))
    assert card_data_hash(cards) == card_data_hash(load_cards())


def test_too_many_effects_are_refused(cards):
    """More steps than MAX_OPS: 96 cards of 5 texts of 40 steps would be."""
    words = ("sign", "doom", "sanity", "stamina", "clue", "common", "unique", "spell")
    long = [
        parse_effect("; ".join(f"{word} {sign}{1 + n % 5}" for word in words for sign in "+-" for _ in (0, 1)))
        + parse_effect(f"storm {n % 28 + 1}; doom +{n // 28 + 1}")
        for n in range(240)
    ]
    adventures = tuple(
        replace(card, reward=long[4 * i], penalty=long[4 * i + 1], terror=long[4 * i + 2], entry=long[4 * i + 3])
        for i, card in enumerate(cards.adventures[:60])
    )
    with pytest.raises(OmensError, match="at most 4096"):
        build_deck(replace(cards, adventures=adventures + cards.adventures[60:]), Scenario())


def test_a_missing_ancient_one_is_told(cards):
    fewer = replace(cards, ancient_ones=cards.ancient_ones[:2])
    with pytest.raises(OmensError, match="expected a row Ithaqua"):
        build_deck(fewer, Scenario(ancient_one="ithaqua"))


def test_an_icon_beyond_the_doom_track_is_refused():
    """A-10.10: icons lie on spaces of the track."""
    cards = complete(load_cards(), 0, 0)
    settings = {"ithaqua.doom": (10,), "ithaqua.icons": (3, 11)}
    with pytest.raises(OmensError, match="space 11 is not on the doom track; spaces up to 10 would be right"):
        build_deck(cards, Scenario(ancient_one="ithaqua", settings=settings))
