"""Numbers side by side in one against the same numbers in a list."""

from hypothesis import given
from hypothesis import strategies as st

from psy.exact.lanes import Lanes


@given(
    first=st.lists(st.integers(0, 1000), min_size=4, max_size=4),
    second=st.lists(st.integers(0, 1000), min_size=4, max_size=4),
    by=st.integers(0, 6),
)
def test_lanes_do_to_all_what_is_done_to_one(first, second, by):
    lanes = Lanes(4, largest=1000)
    a, b = lanes.pack(first), lanes.pack(second)
    assert lanes.unpack(lanes.higher(a, b)) == [max(pair) for pair in zip(first, second, strict=True)]
    assert lanes.unpack(lanes.lower(a, b)) == [min(pair) for pair in zip(first, second, strict=True)]
    assert lanes.unpack(lanes.raised(a, by)) == ([0] * by + first)[:4]
    assert lanes.unpack(lanes.trailed(a, by)) == ([first[0]] * by + first)[:4]
