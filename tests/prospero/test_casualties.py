"""Damage over lives, point by point, and the defender's choice against every way to hand it out."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from psy.prospero import Casualties, Losses, allocate, attack, best_losses, casualties

lives = st.lists(st.integers(1, 4), max_size=4)


def point_by_point(damage, order, wounds):
    """Hand out one point at a time to the first model that lives."""
    left = list(order)
    if left:
        left[0] -= wounds
    for _ in range(damage):
        if alive := [place for place, life in enumerate(left) if life > 0]:
            left[alive[0]] -= 1
    alive = [place for place, life in enumerate(left) if life > 0]
    return (len(left) - len(alive), order[alive[0]] - left[alive[0]]) if alive else (len(left), 0)


def every_allocation(damage, left, chosen, slain):
    """Yield every set of slain models: a model takes damage until it is slain, then another is picked."""
    alive = [place for place, life in enumerate(left) if life > 0]
    if not damage or not alive:
        yield frozenset(slain)
        return
    for place in [chosen] if chosen is not None else alive:
        rest = [life - (other == place) for other, life in enumerate(left)]
        dead = rest[place] == 0
        yield from every_allocation(
            damage - 1, rest, None if dead else place, slain | {place} if dead else slain
        )


@given(damage=st.integers(0, 15), order=lives, data=st.data())
def test_allocation_equals_one_point_at_a_time(damage, order, data):
    wounds = data.draw(st.integers(0, order[0] - 1)) if order else 0
    assert allocate(damage, order, wounds) == point_by_point(damage, order, wounds)


@given(damage=st.integers(0, 8), order=lives.filter(bool), data=st.data())
def test_best_losses_equal_the_best_of_every_allocation(damage, order, data):
    worths = data.draw(st.lists(st.integers(0, 3), min_size=len(order), max_size=len(order)))
    wounds = data.draw(st.integers(0, order[0] - 1))
    left = [order[0] - wounds, *order[1:]]
    ends = set(every_allocation(damage, left, 0 if wounds else None, frozenset()))
    worth = {end: sum(worths[place] for place in end) for end in ends}
    best = {end for end in ends if worth[end] == min(worth.values())}
    found = best_losses(damage, order, worths, wounds)
    assert found.worth == min(worth.values())
    assert {frozenset(choice) for choice in found.choices} == best


def test_the_source_s_example():
    # Damage Dealt, example: three points on Veterans of life 2; Press the Attack: four slay two.
    assert allocate(3, [2, 2, 2, 3]) == Casualties(slain=1, wounds_left=1)
    assert allocate(4, [2, 2, 2, 3]) == Casualties(slain=2, wounds_left=0)


def test_choice_matters_where_lives_differ():
    # A Sister (life 1) and a Veteran (life 2): one point is best put on the Veteran, two slay one of them.
    assert best_losses(1, [1, 2], [1, 1]) == Losses(worth=0, choices=((),))
    assert best_losses(2, [1, 2], [1, 1]) == Losses(worth=1, choices=((0,), (1,)))
    assert best_losses(2, [1, 2], [1, 3]) == Losses(worth=1, choices=((0,),))
    # Wounded already, the Veteran must take it.
    assert best_losses(1, [2, 1], [1, 1], wounds=1) == Losses(worth=1, choices=((0,),))


@given(ours=st.lists(st.integers(2, 10), max_size=3), order=lives)
def test_casualties_are_the_image_of_damage(ours, order):
    damage = attack(ours, ours)
    expected = {}
    for points, ways in damage.items():
        end = Casualties(*point_by_point(points, order, 0))
        expected[end] = expected.get(end, 0) + ways
    assert dict(casualties(ours, ours, order).items()) == expected


def test_edges_have_an_answer():
    assert allocate(5, []) == Casualties(0, 0)
    assert best_losses(5, [], []) == Losses(0, ((),))
    assert best_losses(9, [1, 2], [1, 1]) == Losses(2, ((0, 1),))
    assert casualties([], [], [2]).probability(Casualties(0, 0)) == 1
    assert casualties([6], [6], [2], wounds=1).probability(Casualties(1, 0)) == Fraction(5, 12)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: allocate(-1, [2]), ValueError, "damage must be a whole number of at least 0, not -1"),
        (lambda: allocate(1, [0]), ValueError, "lives must be a whole number of at least 1, not 0"),
        (lambda: allocate(1, [2], 2), ValueError, "wounds must be a whole number from 0 to 1, not 2"),
        (lambda: allocate(1, [2], True), TypeError, "wounds must be a whole number from 0 to 1, not True"),
        (
            lambda: best_losses(1, [2], [1, 1]),
            ValueError,
            "lives and worths must be equally many, at most 12, not [2], [1, 1]",
        ),
        (
            lambda: best_losses(1, [2], [-1]),
            ValueError,
            "worths must be a whole number of at least 0, not -1",
        ),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == message
