"""Many whole numbers side by side in one, so that one operation on it is done to them all.

Python adds and multiplies an integer of thousands of bits about as fast as a dozen small ones. A lane holds a
number from 0 to ``largest``; the highest bit of each lane is kept free, to take the carry of a comparison.
"""

from collections.abc import Sequence


class Lanes:
    """A row of ``count`` lanes, each for a whole number from 0 to ``largest``.

    Packed numbers are plain ints: ``+`` and ``*`` by one number act on every lane, and so does ``//`` where
    no lane leaves a rest. It is for the caller to see that no lane leaves its range.

    Examples
    --------
    >>> lanes = Lanes(3, largest=999)
    >>> first, second = lanes.pack([1, 50, 7]), lanes.pack([2, 40, 7])
    >>> lanes.unpack(first + 10 * second), lanes.unpack(lanes.higher(first, second))
    ([21, 450, 77], [2, 50, 7])
    """

    def __init__(self, count: int, largest: int) -> None:
        self.count, self.largest = count, largest
        self.width = largest.bit_length() + 1
        self.ones = self.pack([1] * count)
        self._full = (1 << self.width * count) - 1
        self._guards = self.ones << self.width - 1

    def pack(self, numbers: Sequence[int]) -> int:
        """Put numbers side by side, the first in the lowest lane."""
        return sum(number << self.width * place for place, number in enumerate(numbers))

    def unpack(self, packed: int) -> list[int]:
        """Return the number of every lane."""
        return [self.at(packed, place) for place in range(self.count)]

    def at(self, packed: int, place: int) -> int:
        """Return the number of one lane."""
        return packed >> self.width * place & (1 << self.width) - 1

    def raised(self, packed: int, by: int) -> int:
        """Move every number some lanes up; zeros come in below, and what leaves the row is lost."""
        return packed << self.width * by & self._full

    def trailed(self, packed: int, by: int) -> int:
        """Move every number some lanes up; the lowest number is repeated below."""
        if not by:
            return packed
        below = self.ones & (1 << self.width * min(by, self.count)) - 1
        return self.raised(packed, by) + below * self.at(packed, 0)

    def higher(self, first: int, second: int) -> int:
        """Return the larger number of each lane."""
        return second + self._excess(first, second)

    def lower(self, first: int, second: int) -> int:
        """Return the smaller number of each lane."""
        return first - self._excess(first, second)

    def _excess(self, first: int, second: int) -> int:
        """Return by how much the first number of each lane is larger, or 0."""
        difference = (first | self._guards) - second
        kept = difference & self._guards
        return difference & kept - (kept >> self.width - 1)
