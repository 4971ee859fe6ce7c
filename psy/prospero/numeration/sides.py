"""The two sides between cards: what is left of each deck, of the covens and of the phase.

The state of the phase is a product. The Traitor's side knows its deck and its covens, the Loyalist's side its
deck, what hangs over the phase and the attempts left; a warp card changes only the one, a will card only the
other, and all that they share is the difference of the totals. So each side is listed by itself.

Cards that do the same in every coven the game can reach count as one card, in a `Group`; cards that only
draw another card and bring no points are left out: the rest of the deck comes in random order without them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from psy.prospero.numeration.cards import (
    ENDS,
    GOES_ON,
    Policy,
    WarpOption,
    WillOption,
    warp_options,
    will_options,
)
from psy.prospero.numeration.covens import Coven, Table
from psy.prospero.rules import WARP_CARDS, WILL_CARDS, Rules

Option = TypeVar("Option", WarpOption, WillOption)


class WarpState(NamedTuple):
    """The cards left of each group of the warp deck, and the models left of each coven."""

    cards: tuple[int, ...]
    covens: tuple[int, ...]


class WillState(NamedTuple):
    """The cards left of each group of the will deck, what hangs over the phase, and the attempts left."""

    cards: tuple[int, ...]
    mark: int
    left: int


State = WarpState | WillState


@dataclass(frozen=True)
class Group:
    """Cards that do the same: their names, how many there are, and whether the habit "behind" rules them."""

    names: tuple[str, ...]
    count: int
    behind: bool


class Turn(NamedTuple):
    """Where an option of a card leads: to ``after``, or nowhere if the power is cast at once.

    ``dead`` is where it leads if a model of the coven dies; with the last one (``wiped``) the attempt fails.
    """

    option: WarpOption | WillOption
    after: State | None
    dead: State | None = None
    wiped: bool = False


Turns = Iterator[tuple[int, tuple[Turn, ...]]]


class Caster(NamedTuple):
    """A coven that casts, by its place, as many as it is or, where a rule says so, as another number."""

    coven: int
    models: int | None = None


@dataclass(frozen=True)
class WarpSide:
    """The Traitor's deck and covens; ``options`` are by caster and by the models left of its coven."""

    covens: tuple[Coven, ...]
    casters: tuple[Caster, ...]
    groups: tuple[Group, ...]
    options: Mapping[tuple[int, int], Sequence[tuple[WarpOption, ...]]]

    @property
    def swaps(self) -> int:
        """The cards that may swap a power."""
        options = next(iter(self.options.values()), ())
        return sum(
            group.count
            for group, ways in zip(self.groups, options, strict=False)
            if any(way.swaps for way in ways)
        )

    @property
    def start(self) -> WarpState:
        """The state before the phase."""
        return WarpState(
            tuple(group.count for group in self.groups), tuple(coven.models for coven in self.covens)
        )

    @property
    def behind(self) -> frozenset[int]:
        """The groups whose habit is "behind"."""
        return frozenset(number for number, group in enumerate(self.groups) if group.behind)

    def turns(self, state: WarpState, caster: int) -> Turns:
        """Yield each group of which a card is left, with the turns that its options lead to."""
        coven = self.casters[caster].coven
        models = state.covens[coven]
        covens = _one_less(state.covens, coven)
        for number, options in enumerate(self.options[caster, models] if models else ()):
            if state.cards[number]:
                after = WarpState(_one_less(state.cards, number), state.covens)
                dead = WarpState(after.cards, covens)
                yield (
                    number,
                    tuple(
                        Turn(option, after, dead, models == 1)
                        if option.risks
                        else Turn(option, None if option.casts else after)
                        for option in options
                    ),
                )


@dataclass(frozen=True)
class WillSide:
    """The Loyalist's deck; the attempts left never count more than the powers left."""

    groups: tuple[Group, ...]
    options: Sequence[Sequence[tuple[WillOption, ...]]]

    @property
    def cards(self) -> tuple[int, ...]:
        """The whole deck."""
        return tuple(group.count for group in self.groups)

    @property
    def behind(self) -> frozenset[int]:
        """The groups whose habit is "behind"."""
        return frozenset(number for number, group in enumerate(self.groups) if group.behind)

    def turns(self, state: WillState, caster: int, powers: int) -> Turns:
        """Yield each group of which a card is left, with the turns that its options lead to."""
        for number, options in enumerate(self.options[caster]):
            if state.cards[number]:
                cards = _one_less(state.cards, number)
                yield number, tuple(Turn(option, _hung(state, cards, option, powers)) for option in options)


def warp_side(
    warp: Mapping[str, int],
    covens: tuple[Coven, ...],
    casters: tuple[Caster, ...],
    policy: Policy,
    rules: Rules,
    swaps: bool,
) -> WarpSide:
    """Sort the warp deck into groups of cards that do the same for every caster that can be."""
    mortal = bool(warp["vortex"]) and policy.vortex != "one"
    squads = [
        (number, models)
        for number, caster in enumerate(casters)
        for most in [covens[caster.coven].models]
        for models in range(1 if mortal else most, most + 1)
    ]

    def does(card: str) -> tuple[tuple[WarpOption, ...], ...]:
        habit = getattr(policy, card, "best")
        return tuple(
            _taken(
                warp_options(card, caster.models or models, covens[caster.coven].elite, rules, swaps), habit
            )
            for number, models in squads
            for caster in [casters[number]]
        )

    groups, options = _grouped(warp, WARP_CARDS, does, policy)
    by_squad = {squad: [group[i] for group in options] for i, squad in enumerate(squads)}
    return WarpSide(covens, casters, groups, by_squad)


def will_side(
    will: Mapping[str, int], covens: tuple[Coven, ...], table: Table, policy: Policy, rules: Rules
) -> WillSide:
    """Sort the will deck into groups of cards that do the same against every coven."""

    def does(card: str) -> tuple[tuple[WillOption, ...], ...]:
        return tuple(
            _taken(will_options(card, coven, table, rules), getattr(policy, card, "best")) for coven in covens
        )

    groups, options = _grouped(will, WILL_CARDS, does, policy)
    return WillSide(groups, [[group[i] for group in options] for i in range(len(covens))])


def _grouped(
    deck: Mapping[str, int],
    order: Sequence[str],
    does: Callable[[str], tuple[tuple[Option, ...], ...]],
    policy: Policy,
) -> tuple[tuple[Group, ...], list[tuple[tuple[Option, ...], ...]]]:
    """Gather the cards of a deck that do the same and, where there is a habit, share it."""
    found: dict[tuple[bool, tuple[tuple[Option, ...], ...]], list[str]] = {}
    for card in order:
        if deck[card] and not all(_idle(options) for options in does(card)):
            found.setdefault((getattr(policy, card, "best") == "behind", does(card)), []).append(card)
    groups = tuple(
        Group(tuple(names), sum(deck[name] for name in names), behind) for (behind, _), names in found.items()
    )
    return groups, [options for _, options in found]


def _taken(options: tuple[Option, ...], habit: str) -> tuple[Option, ...]:
    """Return the options that a habit leaves. Nothing for no points is never better than points."""
    if len(options) == 1 or habit == "behind":
        return options
    if habit != "best":
        return options[:1] if habit == "one" else options[1:]
    return options[:1] if options[1] == type(options[1])(0) else options


def _idle(options: tuple[Option, ...]) -> bool:
    return len(options) == 1 and options[0].draws and options[0].points == 0


def _one_less(counts: tuple[int, ...], number: int) -> tuple[int, ...]:
    return (*counts[:number], counts[number] - 1, *counts[number + 1 :])


def _hung(state: WillState, cards: tuple[int, ...], option: WillOption, powers: int) -> WillState:
    """Return the Loyalist's side after a card; once the phase is sure to end, no attempt is left."""
    mark = max(state.mark, option.mark)
    if mark == ENDS:
        return WillState(cards, ENDS, 0)
    return WillState(cards, mark, min(state.left + option.attempts, powers))


def before_next(state: State) -> State | None:
    """Return a side's state before the next attempt, or None if it cannot make or meet one."""
    if isinstance(state, WarpState):
        return state if any(state.covens) else None
    return WillState(state.cards, GOES_ON, state.left) if state.left else None
