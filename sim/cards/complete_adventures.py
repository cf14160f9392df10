"""Unknown values of adventures and their backs, from donors of like difficulty and stated priors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from sim.cards.checks import has
from sim.cards.draws import Draws
from sim.cards.facts import Adventure, Back, Cards, filled, is_part, is_unknown
from sim.cards.notation import COLOURS, FOREIGN_OF, Effect, Requirement, Step, Task, Tasks
from sim.cards.priors import named_prior, prior, prior_if_any
from sim.exact.cards import difficulty
from sim.rules.operations import PLAIN
from sim.rules.state import EMPTY_TASK, MAX_TASKS, PARTIAL_TASK, TOTAL_TASK

TEXTS = ("terror", "entry", "midnight")
NO_TEXT = "-"
_OWN_STAGE = {1: "stage_1"}  # Stage II and Other Worlds: stage_2


def _stage(card: Adventure) -> str:
    return _OWN_STAGE.get(card.stage or 2, "stage_2")


class CardDraws(NamedTuple):
    """The numbers of one card, by what they are for."""

    stage: Draws
    tasks: Draws
    lock: Draws
    reward: Draws  # and trophy
    penalty: Draws
    texts: Draws
    back: Draws


def adventure(
    cards: Cards, card: Adventure, places: tuple[Back, ...], numbers: CardDraws
) -> tuple[Adventure, Back | None]:
    """A card without unknown values, and its back if that was unknown; `places` are the known backs."""
    mode = cards.mode
    card = replace(card, stage=stage(card, numbers.stage, mode))
    reward, trophy = reward_and_trophy(cards, card, numbers.reward)
    drawn_texts = texts(cards, card, numbers.texts)
    drawn_lock = lock(numbers.lock, mode)
    drawn_back = back(card, places, numbers.back, mode) if card.back is None else None
    shown: dict[str, Any] = {text: filled(getattr(card, text), drawn_texts[text]) for text in TEXTS}
    whole = replace(
        card,
        tasks=card.tasks or tasks(card, numbers.tasks, mode),
        lock=drawn_lock if card.lock is None else card.lock,
        reward=filled(card.reward, reward),
        trophy=trophy if card.trophy is None else card.trophy,
        penalty=filled(card.penalty, penalty(cards, card, numbers.penalty)),
        colour=colour(card, mode) if card.colour is None else card.colour,
        back=drawn_back.name if drawn_back else card.back,
        **shown,
    )
    return whole, drawn_back


# --- donors ---------------------------------------------------------------------------------
@lru_cache(maxsize=32)
def _donors(cards: Cards, column: str) -> tuple[tuple[float, Adventure], ...]:
    """Donors whose column is known and usable here, with their difficulty."""
    found = []
    for card in cards.donors:
        effect = getattr(card, column)
        if effect is not None and not is_part(effect) and card.tasks:
            found.append((difficulty(card.tasks), card))
    return tuple(found)


@lru_cache(maxsize=4096)
def _nearest(cards: Cards, column: str, chance: float, only: Callable[[Adventure], bool]) -> tuple[Adventure, ...]:
    """The donors, among those that `only` lets pass, whose difficulty is nearest."""
    fitting = [(abs(own - chance), i, card) for i, (own, card) in enumerate(_donors(cards, column)) if only(card)]
    return tuple(card for _, _, card in sorted(fitting)[: prior("donors.nearest", cards.mode)])


def _any(card: Adventure) -> bool:
    return True


def _gives_signs(card: Adventure) -> bool:
    return has(card.reward, "sign") or has(card.reward, "gate")


def _shows(text: str, barred: tuple[str, ...]) -> Callable[[Adventure], bool]:
    return lambda card: bool(getattr(card, text)) and not any(has(getattr(card, text), word) for word in barred)


#: Donors that show a text of words in play; none that brings doom in Stage I, which has fewer dangers (A-11.8, R-7.9).
_SHOWING = {
    (mode, stage, text): _shows(text, (*foreign, *barred))
    for mode, foreign in FOREIGN_OF.items()
    for stage, barred in (("stage_1", ("doom", "devour")), ("stage_2", ()))
    for text in TEXTS
}


def _donated(
    cards: Cards, column: str, card: Adventure, draws: Draws, only: Callable[[Adventure], bool] = _any
) -> Adventure | None:
    rows = card.dice or card.tasks
    near = _nearest(cards, column, difficulty(rows), only) if rows else ()
    return draws.one_of(near) if near else None


# --- stages, boxes ----------------------------------------------------------------------------
def stage(card: Adventure, draws: Draws, mode: str) -> int:
    """The stage of a card; drawn where its reading is doubtful or missing."""
    if not is_unknown(card.stage):
        return card.stage or 0
    read = int(card.stage or 2)
    return read if draws.chance(prior("stages.holds", mode)) else 3 - read


def tasks(card: Adventure, draws: Draws, mode: str) -> Tasks | None:
    """A card's rows with monster tasks and costs; Specials hold no monsters (A-11.1)."""
    if card.dice is None:
        return None
    rows = list(card.dice.rows)
    number = draws.one_of(tuple(range(len(rows))))
    rows[number] = _with_costs(rows[number], draws, mode)
    number = draws.one_of(tuple(range(len(rows))))
    empty, total, part = (draws.chance(prior(f"boxes.{kind}", mode)) for kind in ("empty", "total", "partial"))
    if card.kind != "special":
        rows = _boxed(rows, number, empty, total, part)
    return Tasks(tuple(rows), card.dice.ordered)


def _with_costs(row: Task, draws: Draws, mode: str) -> Task:
    kinds = ("sanity", "stamina", "clock")
    sanity, stamina, clock = (int(draws.chance(prior(f"boxes.{cost}_cost", mode))) for cost in kinds)
    return replace(row, full=row.full + Requirement(sanity=sanity, stamina=stamina, clock=clock))


def _boxed(rows: list[Task], number: int, empty: bool, total: bool, part: bool) -> list[Task]:
    """At most one monster task: an empty row above the others, a whole row, or one symbol of a row."""
    row = rows[number]
    if empty and len(rows) < MAX_TASKS:
        return [Task(EMPTY_TASK), *rows]
    if total and len(rows) > 1:
        rows[number] = Task(TOTAL_TASK, row.full)
    elif part and row.full.symbols and len(row.full.symbols) + len(row.full.investigation) > 1:
        rows[number] = Task(PARTIAL_TASK, row.full, replace(row.full, symbols=row.full.symbols[1:]))
    return rows


def lock(draws: Draws, mode: str) -> int:
    """The colour of a card's locked die, or -1."""
    locks = draws.chance(prior("boxes.lock", mode))
    colour = COLOURS.index(draws.pick(prior("boxes.lock_colour", mode)))
    return colour if locks else -1


# --- rewards, trophies, penalties ---------------------------------------------------------------
def reward_and_trophy(cards: Cards, card: Adventure, draws: Draws) -> tuple[Effect, int]:
    """Reward and trophy of one donor of like difficulty, in this mode's icons."""
    mode = cards.mode
    early = _stage(card) == "stage_1"
    signs = draws.chance(prior("rewards.stage_2.with_signs", mode)) and not early
    donor = _donated(cards, "reward", card, draws, _gives_signs if signs else _any)
    reward = _adapted(donor.reward if donor else (), f"rewards.{_stage(card)}", draws, mode)
    if reward and draws.chance(prior("rewards.split", mode)):
        *front, last = reward
        reward = (*front, Step("split", parts=((Step("blessing"),), (last,))))
    lower = draws.chance(prior("trophies.stage_1_lower", mode)) and early
    worth = donor.trophy if donor and donor.trophy else 1
    menu = named_prior("adventures", card.name, "trophy", mode)
    trophy = draws.pick(menu) if menu else max(1, worth - lower)
    return _named_or(card, "reward", draws, reward, mode), trophy


def penalty(cards: Cards, card: Adventure, draws: Draws) -> Effect:
    """The penalty of a donor of like difficulty, in this mode's icons."""
    mode = cards.mode
    choice, other = (draws.pick(prior(f"penalties.{name}", mode)) for name in ("choice_groups", "split_other"))
    donor = _donated(cards, "penalty", card, draws)
    found = _adapted(donor.penalty if donor else (), f"penalties.{_stage(card)}", draws, mode)
    if draws.chance(prior("penalties.choice", mode)):
        found = choice
    elif draws.chance(prior("penalties.split", mode)):
        found = (Step("split", parts=((Step("curse"),), other)),)
    return _named_or(card, "penalty", draws, found, mode)


def _adapted(effect: Effect | None, box: str, draws: Draws, mode: str) -> Effect:
    """A donor's icons, each replaced by its prior's if there is one, and one more icon or none."""
    found: list[Step] = []
    for step in effect or ():
        menu = prior_if_any(f"{box.split('.')[0] if step.word in FOREIGN_OF[mode] else box}.{step.word}", mode)
        if menu is None:
            found.append(step)
        else:
            for _ in range(abs(step.amount)):
                found += draws.pick(menu)
    return _summed((*found, *draws.pick(prior(f"{box}.extra", mode))))


def _summed(effect: Effect) -> Effect:
    """Equal icons together: ``clue +1; clue +1`` is ``clue +2``; twice the same word without a number is once."""
    found: dict[tuple[str, str, bool], Step] = {}
    for step in effect:
        key = (step.word, step.target, step.amount < 0)
        earlier = found.get(key)
        found[key] = replace(step, amount=step.amount + earlier.amount) if earlier and step.word not in PLAIN else step
    return tuple(found.values())


def _named_or(card: Adventure, column: str, draws: Draws, drawn: Effect, mode: str) -> Effect:
    """What a prior for this very card says; the rest of a partly known cell; else what was drawn."""
    menu = named_prior("adventures", card.name, column, mode)
    if menu is None and is_part(getattr(card, column)):
        menu = prior("rest", mode)
    return draws.pick(menu) if menu else drawn


# --- texts ---------------------------------------------------------------------------------------
def texts(cards: Cards, card: Adventure, draws: Draws) -> dict[str, Effect]:
    """Terror, Entry and Midnight text of a card: at most one of them is printed."""
    mode = cards.mode
    kind = draws.pick(prior(f"texts.{_stage(card)}.kind", mode))
    from_donor = draws.chance(prior("texts.from_donor", mode))
    found: dict[str, Effect] = dict.fromkeys(TEXTS, ())
    if any(getattr(card, text) for text in TEXTS) or kind == NO_TEXT:
        return found
    donor = (
        _donated(cards, kind, card, draws, _SHOWING[mode, _stage(card), kind])
        if from_donor and card.kind != "special"
        else None
    )
    found[kind] = getattr(donor, kind) if donor else draws.pick(prior(f"texts.{_stage(card)}.{kind}", mode))
    return found


def colour(card: Adventure, mode: str) -> int:
    """The skull's colour, by difficulty alone (A-3.7, R-3.3)."""
    rows = card.dice or card.tasks
    chance = difficulty(rows) if rows else 1.0
    return 0 if chance >= prior("texts.easy", mode) else 1 if chance >= prior("texts.hard", mode) else 2


def place(back: Back, draws: Draws, mode: str) -> Back:
    """A place of which something is unknown, completed."""
    drawn = draws.pick(prior("texts.place_stage", mode))
    return _with_texts(back, int(back.stage or drawn), draws, mode)


def back(card: Adventure, places: tuple[Back, ...], draws: Draws, mode: str) -> Back:
    """The back of a card: one of the places of its stage, or one that nobody has described."""
    here = tuple(place for place in places if place.stage == card.stage)
    known = draws.chance(prior(f"texts.{_stage(card)}.known_place", mode))
    chosen = draws.one_of(here) if here else None
    if known and chosen:
        return chosen
    return _with_texts(Back(f"{card.name} (unseen back)", card.stage, None, None, ()), card.stage or 2, draws, mode)


def _with_texts(back: Back, own_stage: int, draws: Draws, mode: str) -> Back:
    """A back holds a text for arrival or one for midnight (A-3.4)."""
    name = f"texts.stage_{own_stage}.back"
    at_midnight = draws.chance(prior(f"{name}_at_midnight", mode))
    arrive, midnight = (draws.pick(prior(f"{name}_{text}", mode)) for text in ("arrive", "midnight"))
    rest = draws.pick(prior("rest", mode))
    if is_part(back.arrive) or at_midnight or back.midnight:
        arrive = rest
    if is_part(back.midnight) or not at_midnight or back.arrive:
        midnight = rest
    return replace(back, stage=own_stage, arrive=filled(back.arrive, arrive), midnight=filled(back.midnight, midnight))
