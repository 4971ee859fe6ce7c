"""Turns with points, psykers, draws and an enemy's cards against a slow game tree over every deal."""

from collections import defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from psy.spacehulk import (
    RULES,
    Card,
    CloseAssault,
    Enemy,
    EnemyAbility,
    KillingHit,
    Move,
    NewTurn,
    OtherAction,
    Psyker,
    UseAbility,
    close_assault,
    nullify,
    plan_mission,
    plan_turn,
    survival,
)

HALF = Fraction(1, 2)
NO_CARD = Move("no card", None)
# Small dice, and prices for everything, so that a price that is forgotten shows.
SMALL = replace(
    RULES,
    aura=replace(RULES.aura, die=4, ap=1),
    channel_ap=1,
    close_assault=replace(RULES.close_assault, die=3),
)
A = Card("a", "power", value=3, bonus=2)
B = Card("b", "psionic", value=Fraction(5, 2), bonus=1, aura=3, ap=2)
C = Card("c", None, value=2, bonus=3, ap=0)
D = Card("d", "power", value=4, bonus=0, unstoppable=True)
E = Card("e", "psionic", value=2, bonus=1, target="self")
X = Card("x", "power", bonus=1)
Y = Card("y", "psionic", bonus=3)
Z = Card("z", "power", bonus=2)
W = Card("w", None)


@dataclass
class Now:
    """Everything on the table; ``deals`` are the hands that the enemy may hold, each as likely."""

    turn: tuple
    hand: tuple
    ap: dict
    command: int
    deals: list
    enemy_ap: int
    deck: tuple


@dataclass
class Tree:
    """The words of the rules, one after the other, remembering nothing."""

    psykers: tuple
    command: int
    enemy: Enemy
    keep: Fraction
    rules: object

    def start(self, hand, turn, deck):
        cards = self.enemy.cards
        deals = list(combinations(cards, len(cards) if self.enemy.held is None else self.enemy.held))
        ap = {psyker.name: 99 if psyker.ap is None else psyker.ap for psyker in self.psykers}
        enemy_ap = 99 if self.enemy.ap is None else self.enemy.ap
        return self.play(Now(tuple(turn), tuple(hand), ap, self.command, deals, enemy_ap, tuple(deck)))

    def play(self, now):
        living = [psyker for psyker in self.psykers if now.ap[psyker.name] is not None]
        if not living:
            return -sum(moment.harm for moment in now.turn if isinstance(moment, EnemyAbility)), Fraction(0)
        if not now.turn:
            kept = self.keep * sum(card.value for card in now.hand)
            return sum(psyker.life for psyker in living) + kept, Fraction(len(living), len(self.psykers))
        moment, after = now.turn[0], replace(now, turn=now.turn[1:])
        who = getattr(moment, "psyker", None)
        if who is not None and now.ap[who] is None:
            return self.play(after)
        if who is not None:
            living = [psyker for psyker in living if psyker.name == who]
        if isinstance(moment, KillingHit):
            chance = Fraction(moment.chance)
            return mean([(chance, self.hit(after, living[0])), (1 - chance, self.play(after))])
        steps = {UseAbility: self.ability, OtherAction: self.action, EnemyAbility: self.harm}
        steps |= {NewTurn: self.new_turn, CloseAssault: self.assault}
        return steps[type(moment)](moment, after, living)

    def ability(self, moment, after, living):
        found = [self.play(after)]
        for card, psyker in product(after.hand, living):
            price = card.ap
            if psyker.lower_level:
                price = self.rules.lower_level_ap + (
                    card.ap if self.rules.lower_level_pays == "besides" else 0
                )
            if paid := pay(after, psyker.name, price):
                found.append(self.answered(spend(paid, card), card))
        return max(found)

    def action(self, moment, after, living):
        found = [self.play(after)]
        for psyker in living:
            if paid := pay(after, psyker.name, moment.ap):
                found.append(plus(moment.worth, self.play(paid)))
        return max(found)

    def harm(self, moment, after, living):
        found = [plus(-moment.harm, self.play(after))]
        for card, psyker in product(after.hand, living):
            near = moment.near is None or psyker.name in moment.near
            price = self.rules.lower_level_ap if psyker.lower_level else 0
            if card.suit == moment.suit and card.suit and near and (paid := pay(after, psyker.name, price)):
                found.append(self.play(spend(paid, card)))
        return max(found)

    def new_turn(self, moment, after, living):
        ap = {psyker.name: 99 if psyker.ap is None else psyker.ap for psyker in self.psykers}
        ap = {name: None if after.ap[name] is None else points for name, points in ap.items()}
        enemy_ap = 99 if self.enemy.ap is None else self.enemy.ap
        fresh = replace(after, ap=ap, command=self.command, enemy_ap=enemy_ap)
        draws = list(combinations(range(len(fresh.deck)), min(moment.draw, len(fresh.deck))))
        ends = []
        for drawn in draws:
            hand = fresh.hand + tuple(fresh.deck[place] for place in drawn)
            deck = tuple(card for place, card in enumerate(fresh.deck) if place not in drawn)
            ends.append((Fraction(1, len(draws)), self.play(replace(fresh, hand=hand, deck=deck))))
        return mean(ends)

    def assault(self, moment, after, living):
        found = [self.fight(moment, after, living[0], None)]
        for card in after.hand:
            paid = pay(after, living[0].name, self.rules.channel_ap)
            if paid and living[0].attuned:
                found.append(self.fight(moment, spend(paid, card), living[0], card))
        return max(found)

    def fight(self, moment, after, psyker, card):
        lead = moment.bonus - moment.against_bonus + (card.bonus if card else 0)

        def rolled(their_card, left):
            faces = range(1, self.rules.close_assault.die + 1)
            ends = []
            for own, other in product(faces, faces):
                margin = own + lead - other - (their_card.bonus if their_card else 0)
                if margin > 0:
                    end = self.won(moment, left)
                else:
                    end = self.play(left) if margin == 0 else self.hit(left, psyker)
                ends.append((Fraction(1, len(faces) ** 2), end))
            return mean(ends)

        if not (moment.against_psyker and self.enemy.attuned):
            return rolled(None, after)
        return self.reply(after, lambda card: card.bonus > 0, lambda card: -card.bonus, rolled)

    def won(self, moment, after):
        def shielded(card, left):
            if card is None:
                return plus(moment.prize, self.play(left))
            saves = Fraction(min(card.aura_number, self.rules.aura.die), self.rules.aura.die)
            return mean([(saves, self.play(left)), (1 - saves, self.won(moment, left))])

        if not moment.against_psyker:
            return plus(moment.prize, self.play(after))
        return self.reply(after, lambda card: card.aura_number > 0, lambda card: card.aura_number, shielded)

    def answered(self, after, card):
        price = self.rules.lower_level_ap if self.enemy.lower_level else 0
        free = not card.suit or card.unstoppable or card.target == "self" or not self.enemy.near
        if free or after.enemy_ap < price:
            return plus(card.value, self.play(after))

        def nullified(theirs, left):
            if theirs is None:
                return plus(card.value, self.play(left))
            return self.play(replace(left, enemy_ap=left.enemy_ap - price))

        return self.reply(
            after, lambda theirs: theirs.suit == card.suit, lambda theirs: theirs.aura_number, nullified
        )

    def reply(self, after, fits, dear, leads_to):
        if self.enemy.plays == "best":
            (deal,) = after.deals
            rest = {
                card: [tuple(other for other in deal if other is not card)] for card in deal if fits(card)
            }
            return min(
                leads_to(card, replace(after, deals=deals)) for card, deals in {None: [deal], **rest}.items()
            )
        groups = defaultdict(list)
        for deal in after.deals:
            fitting = sorted(filter(fits, deal), key=lambda card: (dear(card), card.name))
            card = fitting[0] if fitting else None
            groups[card].append(tuple(other for other in deal if other is not card))
        return mean(
            (Fraction(len(deals), len(after.deals)), leads_to(card, replace(after, deals=deals)))
            for card, deals in groups.items()
        )

    def hit(self, now, psyker):
        found = [self.play(replace(now, ap={**now.ap, psyker.name: None}))]
        for card in now.hand:
            if paid := pay(now, psyker.name, self.rules.aura.ap):
                left = spend(paid, card)
                die = range(1, self.rules.aura.die + 1)
                found.append(
                    mean(
                        (
                            Fraction(1, len(die)),
                            self.play(left) if face <= card.aura_number else self.hit(left, psyker),
                        )
                        for face in die
                    )
                )
        return max(found)


def mean(branches):
    branches = list(branches)
    return tuple(sum(chance * end[part] for chance, end in branches) for part in (0, 1))


def plus(points, end):
    return end[0] + points, end[1]


def pay(now, name, price):
    own = min(now.ap[name], price)
    if price - own > now.command:
        return None
    return replace(now, ap={**now.ap, name: now.ap[name] - own}, command=now.command - (price - own))


def spend(now, card):
    place = now.hand.index(card)
    return replace(now, hand=now.hand[:place] + now.hand[place + 1 :])


ALONE = (Psyker("p", life=5, ap=2),)
PAIR = (Psyker("p", life=5, ap=1), Psyker("q", life=Fraction(7, 2), ap=2, lower_level=True, attuned=False))
moments = st.one_of(
    st.sampled_from([UseAbility(), UseAbility("p"), OtherAction(1, HALF), KillingHit(HALF, "p")]),
    st.builds(CloseAssault, *map(st.just, (1, 0, 1)), st.integers(0, 2), st.just(4))
    .map(lambda one: replace(one, psyker="p"))
    .flatmap(lambda one: st.sampled_from([one, replace(one, against_psyker=True)])),
    st.builds(EnemyAbility, st.sampled_from(["power", "psionic", None]), st.integers(1, 3)),
    st.just(NewTurn(1)),
)
enemies = st.builds(
    lambda cards, held, best, **rest: Enemy(
        tuple(cards), None if best else min(held, len(cards)), "best" if best else "whenever possible", **rest
    ),
    st.lists(st.sampled_from([X, Y, Z, W]), max_size=4, unique=True),
    st.integers(0, 2),
    st.booleans(),
    near=st.sampled_from([True, True, False]),
    attuned=st.booleans(),
    ap=st.sampled_from([None, 1]),
    lower_level=st.booleans(),
)


@settings(max_examples=150, deadline=None)
@given(
    hand=st.lists(st.sampled_from([A, B, C, D, E]), max_size=2, unique=True),
    turn=st.lists(moments, max_size=3),
    psykers=st.sampled_from([ALONE, PAIR]),
    command=st.integers(0, 2),
    enemy=enemies,
    deck=st.lists(st.sampled_from([A, B, C]), max_size=2),
    keep=st.sampled_from([0, HALF]),
    pays=st.sampled_from(["besides", "instead"]),
)
def test_value_and_survival_equal_a_slow_game_tree(hand, turn, psykers, command, enemy, deck, keep, pays):
    rules = replace(SMALL, lower_level_pays=pays)
    if len(psykers) > 1:
        turn = [*turn, KillingHit(HALF, "q"), EnemyAbility("power", 2, near=("q",))]
    options = {"psykers": psykers, "command_points": command, "enemy": enemy}
    plan = plan_turn(hand, turn, 0, keep, rules, **options, deck=deck)
    assert (plan.value, plan.survival) == Tree(psykers, command, enemy, keep, rules).start(hand, turn, deck)


FIGHT = CloseAssault(1, 1, 1, 0, prize=4, psyker="p", against_psyker=True)
USE = UseAbility()


@pytest.mark.parametrize(
    ("hand", "turn", "command", "enemy"),
    [
        ((A,), (FIGHT, FIGHT), 0, Enemy((X, Y, Z, W), held=2, attuned=True)),
        ((C,), (FIGHT, FIGHT), 1, Enemy((X, Y, Z), held=3)),
        ((A, B), (FIGHT, USE, FIGHT), 2, Enemy((X, Y), attuned=True, plays="best")),
        ((A, A), (USE, USE), 0, Enemy((X, Z), ap=1, lower_level=True)),
        ((A, A, A), (USE, USE, NewTurn(), USE), 2, Enemy((X, Z, Y), held=2, ap=1, lower_level=True)),
        ((A,), (FIGHT, FIGHT), 0, Enemy((X, Y, Z), attuned=True)),
        ((A,) * 5, (USE, USE, USE, NewTurn(), USE, USE, USE), 1, Enemy()),
        ((A,) * 6, (USE, USE, USE, NewTurn(), USE, USE, USE), 1, Enemy()),
    ],
)
def test_longer_turns_equal_a_slow_game_tree(hand, turn, command, enemy):
    plan = plan_turn(hand, turn, 0, 0, SMALL, psykers=ALONE, command_points=command, enemy=enemy)
    assert (plan.value, plan.survival) == Tree(ALONE, command, enemy, 0, SMALL).start(hand, turn, ())


def test_the_highest_bonus_of_the_enemy_is_channelled():
    enemy = Enemy((replace(X, aura=0), replace(Y, aura=0)), attuned=True)
    fight = CloseAssault(1, 0, 1, 0, prize=4, against_psyker=True)
    chances = close_assault(1, 0, 1, 0, against_channel=[Y.bonus])
    value = 4 * chances.probability("win") + 1 - chances.probability("lose")
    assert plan_turn([], [fight], life=1, enemy=enemy).value == value


def test_the_sample_deck_makes_keeping_better_than_using():
    control = next(card for card in RULES.cards if card.name == "mind control")
    turn, enemy = [UseAbility(), KillingHit(HALF)], Enemy.from_deck(RULES.deck, RULES.hand_size)
    plan = plan_turn([control], turn, life=10, enemy=enemy)
    assert plan.first_moves == {NO_CARD}
    assert plan.first_values[NO_CARD] == plan.value == Fraction(25, 3)
    stopped = nullify(RULES.deck, "psionic", RULES.hand_size)
    assert plan.first_values[Move("ability", "mind control")] == 6 * (1 - stopped) + 5
    assert round(float(plan.first_values[Move("ability", "mind control")]), 2) == 7.08
    # With nobody to nullify it, it is used; and with all psionic cards seen elsewhere.
    assert plan_turn([control], turn, life=10).first_moves == {Move("ability", "mind control")}
    blind = Enemy.from_deck(RULES.deck, RULES.hand_size, seen={"psionic": RULES.deck["psionic"]})
    assert plan_turn([control], turn, life=10, enemy=blind).value == 11


def test_a_card_that_does_not_come_says_that_it_is_not_there():
    # One unknown card of X and W: an unanswered first power card promises the second.
    enemy = Enemy((X, W), held=1)
    plan = plan_turn([A, A], [UseAbility(), UseAbility()], enemy=enemy)
    assert plan.value == 3 + HALF * 3


def test_what_a_card_costs_decides_whether_it_is_used():
    for ap, value in [(0, 0), (1, 0), (2, Fraction(5, 2))]:
        assert plan_turn([B], [UseAbility()], psykers=[Psyker("p", ap=ap)]).value == value
        assert plan_turn([B], [UseAbility()], psykers=[Psyker("p")], command_points=ap).value == Fraction(
            5, 2
        )
    assert plan_turn([B], [UseAbility()], psykers=[Psyker("p", ap=1)], command_points=1).value == Fraction(
        5, 2
    )
    # A step worth more than the card takes the points.
    step = [OtherAction(1, 3), UseAbility()]
    assert plan_turn([B], step, psykers=[Psyker("p", ap=2)]).first_moves == {Move("action", None)}


@pytest.mark.parametrize(("pays", "ap", "value"), [("besides", 2, 0), ("besides", 3, 5), ("instead", 1, 5)])
def test_a_lower_level_psyker_pays_a_fee(pays, ap, value):
    rules = replace(RULES, lower_level_pays=pays)
    card = Card("blast", "psionic", value=5, ap=2)
    assert plan_turn([card], [UseAbility()], 0, 0, rules, psykers=[Psyker("p", 0, ap, True)]).value == value


def test_a_death_ends_only_what_is_that_psykers():
    turn = [KillingHit(1, "p"), UseAbility("p"), UseAbility("q"), EnemyAbility("power", 2)]
    plan = plan_turn([C, A], turn, psykers=[Psyker("p", life=0), Psyker("q", life=1)])
    # C is used by q; A nullifies; p lets the hit come, for a life that is worth nothing.
    assert (plan.value, plan.survival) == (3, HALF)
    assert plan.first_moves == {Move("no card", None)}
    alone = plan_turn([C, A], [KillingHit(1), UseAbility(), EnemyAbility("power", 2)], life=1)
    assert alone.value > -2


def test_without_an_attuned_weapon_nothing_is_channelled():
    turn = [CloseAssault(1, 0, 3, 0, prize=4)]
    assert Move("channel", "c") in plan_turn([C], turn, psykers=[Psyker("p")]).first_values
    assert set(plan_turn([C], turn, psykers=[Psyker("p", attuned=False)]).first_values) == {NO_CARD}


def test_a_mission_of_auras_is_counted_by_every_order_of_the_deck():
    deck, hits = (Card("i", None, bonus=1), Card("j", None, bonus=3), Card("k", None, bonus=5)), 3
    ward = Card("ward", None, bonus=4)
    plan = plan_mission([ward], deck, [KillingHit()], turns=hits)
    total = Fraction(0)
    for order in permutations(deck):
        for saved in product([True, False], repeat=4):
            cards = (ward, *order)
            chance = Fraction(1)
            for card, good in zip(cards, saved, strict=True):
                chance *= Fraction(card.bonus, 6) if good else 1 - Fraction(card.bonus, 6)
            # Alive if by each turn as many of the cards seen so far have saved as there were hits.
            if all(sum(saved[: turn + 1]) >= turn + 1 for turn in range(hits)):
                total += chance / 6
    assert plan.value == plan.survival == total


def test_a_mission_without_draws_is_one_long_turn():
    hand = [Card("i", None, bonus=2), Card("j", None, bonus=5)]
    assert plan_mission(hand, [], [KillingHit()], turns=2, draw=0).value == survival([2, 5], hits=2)
    assert plan_mission(hand, [], [KillingHit()], turns=0).value == 1


def test_a_card_is_kept_for_the_turns_to_come():
    ward = Card("ward", None, bonus=3, value=3)
    turn = [UseAbility(), KillingHit(HALF)]
    assert plan_mission([ward], [], turn, turns=1, life=8).first_moves == {Move("ability", "ward")}
    assert plan_mission([ward], [], turn, turns=2, life=20).first_moves == {NO_CARD}


def test_twenty_cards_and_one_moment_are_few_situations():
    hand = [Card(str(number), None, value=number) for number in range(20)]
    assert plan_turn(hand, [UseAbility()]).value == 19


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: plan_turn([], [], 1, psykers=[Psyker("p")]),
            ValueError,
            "life must be left out where psykers are given, not 1",
        ),
        (
            lambda: plan_turn([], [KillingHit()], psykers=PAIR),
            ValueError,
            "turn[0] must name one of the psykers, 'p', 'q', not None",
        ),
        (
            lambda: plan_turn([], [UseAbility("r")], psykers=PAIR),
            ValueError,
            "turn[0] must name one of the psykers, 'p', 'q', not 'r'",
        ),
        (
            lambda: plan_turn([], [], psykers=[Psyker("p"), Psyker("p")]),
            ValueError,
            "psykers must have names of their own",
        ),
        (
            lambda: plan_turn([], [], enemy=RULES),
            TypeError,
            None,
        ),
        (lambda: plan_turn(3, []), TypeError, "hand must be a list of cards, not 3"),
        (
            lambda: Enemy((X, Y), held=1, plays="best"),
            ValueError,
            "plays must be 'whenever possible' unless the hand is known, with held=None",
        ),
        (lambda: Enemy((X,), held=2), ValueError, "held must be a whole number from 0 to 1, not 2"),
        (
            lambda: Enemy((X, replace(X, bonus=4))),
            ValueError,
            "cards must have those of one name alike",
        ),
        (
            lambda: Enemy.from_deck({"power": 2}, 3),
            ValueError,
            "held must be a whole number from 0 to 2, not 3",
        ),
        (
            lambda: plan_mission([], [], [], turns=-1),
            ValueError,
            "turns must be a whole number from 0 to 50, not -1",
        ),
        (
            lambda: Psyker("p", life=-1),
            ValueError,
            "life must be an integer or a Fraction at least 0, not -1",
        ),
        (
            lambda: OtherAction(1, HALF, 3),
            TypeError,
            "psyker = 3: must be text or 'any'",
        ),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert message is None or str(caught.value) == message
