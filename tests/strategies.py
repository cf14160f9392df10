"""Tasks and effects of every form that the notation knows, for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from sim.cards.notation import COLOURS, MAX_INVESTIGATION, Requirement, Step, Task, Tasks
from sim.rules.operations import COLOURED, COMPOSITES, COUNTED, PLAIN
from sim.rules.state import EMPTY_TASK, NO_MONSTER_TASK, PARTIAL_TASK, TOTAL_TASK

symbols = st.integers(1, 7)
costs = st.integers(0, 2)
requirements = st.builds(
    lambda s, i, sanity, stamina, clock: Requirement(tuple(sorted(s)), tuple(sorted(i)), sanity, stamina, clock),
    st.lists(symbols, max_size=2),
    st.lists(st.integers(1, MAX_INVESTIGATION), max_size=2),
    costs,
    costs,
    costs,
).filter(lambda r: r != Requirement())
tasks = st.one_of(
    requirements.map(lambda r: Task(NO_MONSTER_TASK, r)),
    requirements.map(lambda r: Task(TOTAL_TASK, r)),
    st.tuples(requirements, requirements).map(lambda two: Task(PARTIAL_TASK, two[0] + two[1], two[0])),
    st.just(Task(EMPTY_TASK)),
)
cards = st.builds(
    lambda rows, ordered: Tasks(tuple(rows), ordered and len(rows) > 1),
    st.lists(tasks, min_size=1, max_size=4),
    st.booleans(),
)

_signed = st.builds(
    Step,
    st.sampled_from(["sign", "doom", "supply", "blessing"]),
    st.integers(1, 9).flatmap(lambda n: st.sampled_from([n, -n])),
)
_aimed = st.builds(
    Step, st.sampled_from(["sanity", "ally"]), st.sampled_from([-2, -1, 1, 2]), st.sampled_from(["active", "any"])
)
_counted = st.builds(Step, st.sampled_from(sorted(COUNTED)), st.integers(1, 8))
_plain = st.sampled_from([Step(word) for word in PLAIN])
_locks = st.builds(lambda colour: Step(*COLOURED, colour), st.integers(0, len(COLOURS) - 1))
_simple = st.one_of(_signed, _aimed, _counted, _plain, _locks)


def _composites(inner):
    def build(word):
        _, least, most = COMPOSITES[word]
        part = st.lists(inner, min_size=1, max_size=2).map(tuple)
        return st.lists(part, min_size=least, max_size=most).map(lambda parts: Step(word, parts=tuple(parts)))

    return st.sampled_from(sorted(COMPOSITES)).flatmap(build)


effects = st.lists(
    st.one_of(_simple, _composites(_simple), _composites(st.one_of(_simple, _composites(_simple)))),
    min_size=1,
    max_size=3,
).map(tuple)
