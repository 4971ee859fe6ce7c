"""The numeration phase as a plain memoised recursion in fractions, card by card from the words of the rules.

It is the peer of the solver in the benchmark and its reference in the tests, and shares no code with it.
"""

import functools
from fractions import Fraction


def plain_numeration(warp, will, values, covens, table, rules, attempts, unused=()):
    """Return the worth of the phase to the Traitor if both sides play their best.

    A value is a number, or a pair: the worths by coven, None where it cannot be cast, and the models that
    channelling counts, None for those of the coven.
    """
    return Plain(covens, table, rules, bool(unused)).phase(
        _pack(warp),
        _pack(will),
        (_powers(values, covens), _powers(unused, covens)),
        tuple(c.models for c in covens),
        attempts,
    )


def _powers(values, covens):
    return tuple(
        value if isinstance(value, tuple) else ((Fraction(value),) * len(covens), None) for value in values
    )


def _one_out(powers, place):
    return powers[:place] + powers[place + 1 :]


def _pack(deck):
    return tuple(sorted((card, count) for card, count in deck.items() if count))


def _without(deck, card):
    return tuple((name, count - (name == card)) for name, count in deck if count - (name == card))


class Plain:
    """One table and one set of covens; the caches live as long as it does."""

    def __init__(self, covens, table, rules, swapping=False):
        self.covens, self.table, self.rules, self.swapping = covens, table, rules, swapping
        self.phase = functools.cache(self.phase)
        self.next_card = functools.cache(self.next_card)
        self.warp_card = functools.cache(self.warp_card)
        self.will_card = functools.cache(self.will_card)

    def phase(self, warp, will, hand, models, attempts):
        """Before an attempt: stop, or try any power with any coven that has a model left."""
        values, unused = hand
        if attempts == 0 or not values:
            return Fraction(0)
        best = Fraction(0)
        for place, (worths, as_many) in enumerate(values):
            rest = _one_out(values, place), unused
            for coven, left in enumerate(models):
                if left and worths[coven] is not None:
                    attempt = (worths[coven], coven, as_many, rest)
                    best = max(best, self.next_card(attempt, 0, 0, warp, will, models, attempts - 1, 0))
        return best

    def next_card(self, attempt, turned, difference, warp, will, models, attempts, mark):
        """After ``turned`` cards, not counting those that cards drew."""
        if turned == 2 * self.rules.reveals:
            return self.compare(attempt, difference, warp, will, models, attempts, mark)
        traitor = (turned % 2 == 0) == (self.rules.first_to_reveal == "traitor")
        draw = self.warp_card if traitor else self.will_card
        return draw(attempt, turned, difference, warp, will, models, attempts, mark)

    def compare(self, attempt, difference, warp, will, models, attempts, mark):
        power, _, _, rest = attempt
        cast = difference >= 0 if self.rules.ties == "cast" else difference > 0
        over = mark == "ends" or (mark == "ends if resisted" and not cast)
        after = Fraction(0) if over else self.phase(warp, will, rest, models, attempts)
        return cast * power + after

    def warp_card(self, attempt, turned, difference, warp, will, models, attempts, mark):
        power, coven, as_many, rest = attempt
        if not warp:
            return self.next_card(attempt, turned + 1, difference, warp, will, models, attempts, mark)
        size, mean = sum(count for _, count in warp), Fraction(0)
        for card, count in warp:
            left = _without(warp, card)

            def go_on(points, living=models, left=left, attempt=attempt):
                return self.next_card(
                    attempt, turned + 1, difference + points, left, will, living, attempts, mark
                )

            if card == "flood":
                worth = power
            elif card == "tide":
                more = difference + self.rules.own_points.tide
                worth = self.warp_card(attempt, turned, more, left, will, models, attempts, mark)
            elif card == "insights":
                worth = max(go_on(1), self.swap(power, coven, as_many, rest, go_on))
            elif card == "siphon":
                worth = max(go_on(1), power)
            elif card == "mastery":
                worth = go_on(2 if self.covens[coven].elite else 1)
            elif card == "channelling":
                worth = go_on(as_many or models[coven])
            else:
                worth = max(go_on(1), self.risk(attempt, left, will, models, attempts, mark, go_on))
            mean += Fraction(count, size) * worth
        return mean

    def swap(self, power, coven, as_many, rest, go_on):
        """Give a power away for a random unused one, or none; without unused ones the rules say its worth."""
        values, unused = rest
        if not unused:
            return go_on(0) + self.rules.swap_worth * (not self.swapping)
        options = [go_on(0)]
        for place in range(len(values)):
            kept = _one_out(values, place)
            hands = [((*kept, new), _one_out(unused, drawn)) for drawn, new in enumerate(unused)]
            worths = [go_on(0, attempt=(power, coven, as_many, hand)) for hand in hands]
            options.append(sum(worths) / len(worths))
        return max(options)

    def risk(self, attempt, warp, will, models, attempts, mark, go_on):
        """Take three points from a vortex: on a 1 a model dies, and with the last one the attempt fails."""
        _, coven, _, rest = attempt
        living = (*models[:coven], models[coven] - 1, *models[coven + 1 :])
        if living[coven]:
            dead = go_on(3, living)
        else:
            dead = Fraction(0) if mark == "ends" else self.phase(warp, will, rest, living, attempts)
        death = Fraction(1, self.rules.vortex_die)
        return (1 - death) * go_on(3) + death * (dead - self.rules.model_worth)

    def will_card(self, attempt, turned, difference, warp, will, models, attempts, mark):
        if not will:
            return self.next_card(attempt, turned + 1, difference, warp, will, models, attempts, mark)
        coven = self.covens[attempt[1]]
        size, mean = sum(count for _, count in will), Fraction(0)
        for card, count in will:
            left = _without(will, card)

            def go_on(points, more=0, hung=mark, left=left):
                total = difference - points
                return self.next_card(attempt, turned + 1, total, warp, left, models, attempts + more, hung)

            if card == "unbreakable":
                worth = go_on(self.rules.own_points.unbreakable, hung="ends")
            elif card == "defiant":
                total = difference - self.rules.own_points.defiant
                worth = self.will_card(attempt, turned, total, warp, left, models, attempts, mark)
            elif card == "unbending":
                worth = min(go_on(1), go_on(0, hung=mark if mark == "ends" else "ends if resisted"))
            elif card == "test":
                worth = min(go_on(1), go_on(3, more=1))
            elif card == "emperor":
                worth = go_on(2 if self.table.custodes else 1)
            elif coven.near_sisters:
                worth = go_on(3)
            else:
                worth = go_on(2 if self.table.sisters else 1)
            mean += Fraction(count, size) * worth
        return mean
