"""Duels and stage games: the whole duel beside one linear programme a state, the games beside quantecon."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
from quantecon.optimize.minmax import minmax
from scipy.optimize import linprog

from benchmarks.timing import Row, ratio
from psy.exact.stage_games import CERTIFIED, StageGames, solve_stage_games
from psy.tft import RULES, Duel, Psion, duel, menu
from psy.tft.exchange import NOTHING
from psy.tft.stage import stage

PSION = Psion(iq=12, psi=12, pool=40)
TURNS, SAMPLE = 20, 200
RNG = np.random.default_rng(5)
Games = np.ndarray


def games_of(solved: Duel) -> tuple[Games, Games]:
    """Return the stage games of the duel's first turn, where all can be paid, and their values."""
    side = {name: sorted(menu(name), key=lambda mode: mode.cost) for name in ("attack", "defence")}
    choices = [(attack, NOTHING) for attack in side["attack"]], [(NOTHING, mode) for mode in side["defence"]]
    shape = solved.values[0].shape
    payoffs, _ = stage((solved.first, solved.second), choices, shape, RULES).payoffs(solved.values[1])
    rich = np.zeros(shape, dtype=bool)
    rich[6:, 5:] = True
    return payoffs[:, :, rich.ravel()], solved.values[0][rich]


def by_linprog(games: Games) -> list[float]:
    """Return the values of games by one linear programme each."""
    height, width, count = games.shape
    cost, mix = np.r_[np.zeros(height), -1], np.r_[np.ones(height), 0][None]
    bounds = [(0, None)] * height + [(None, None)]
    return [
        -linprog(
            cost,
            A_ub=np.c_[-games[:, :, game].T, np.ones(width)],
            b_ub=np.zeros(width),
            A_eq=mix,
            b_eq=[1],
            bounds=bounds,
        ).fun
        for game in range(count)
    ]


def by_quantecon(games: Games) -> list[tuple[float, np.ndarray, np.ndarray]]:
    """Return quantecon's solutions of games stacked along the first axis, each by its compiled solver."""
    return [minmax(game) for game in games]


def uncertified(games: Games, solutions: list[tuple[float, np.ndarray, np.ndarray]]) -> int:
    """Count the solutions whose regret exceeds 1e-9 of the payoff range, weighed in fractions."""
    count = 0
    for game, (_, x, y) in zip(games.tolist(), solutions, strict=True):
        exact = [[Fraction(entry) for entry in row] for row in game]
        x, y = _exact_mix(x), _exact_mix(y)
        best = max(sum(a * q for a, q in zip(row, y, strict=True)) for row in exact)
        worst = min(sum(a * p for a, p in zip(column, x, strict=True)) for column in zip(*exact, strict=True))
        spread = max(map(max, exact)) - min(map(min, exact))
        count += best - worst > Fraction(CERTIFIED) * spread
    return count


def _exact_mix(mix: np.ndarray) -> list[Fraction]:
    chances = [Fraction(chance) for chance in mix.tolist()]
    return [chance / sum(chances) for chance in chances]


def _whole_duel() -> Row:
    games, values = games_of(duel(PSION, PSION, TURNS))
    chosen = RNG.choice(games.shape[2], SAMPLE, replace=False)
    row = ratio(
        f"duel 40 v 40, {TURNS} turns, time for each of {40 * 40 * TURNS:,} states",
        lambda: duel(PSION, PSION, TURNS),
        lambda: by_linprog(games[:, :, chosen]),
        f"scipy linprog, sample of {SAMPLE}",
        250,
        lambda ours, peer: bool(np.abs(values[chosen] - peer).max() < 1e-8),
    )
    return replace(row, ours=row.ours / (40 * 40 * TURNS), peer=row.peer / SAMPLE)


def _against_quantecon(name: str, games: Games) -> Row:
    """Compare times; our answers must be certified, and both values the same where quantecon's is too."""
    stacked = np.ascontiguousarray(np.moveaxis(games, -1, 0))
    failed = uncertified(stacked, by_quantecon(stacked))
    return ratio(
        f"{len(stacked):,} stage games, {name}",
        lambda: solve_stage_games(games),
        lambda: by_quantecon(stacked),
        f"quantecon minmax, {failed:,} uncertified",
        1,
        lambda ours, peer: _certified(stacked, ours) and (failed > 0 or _same(ours, peer, games)),
    )


def _certified(stacked: Games, ours: StageGames) -> bool:
    mixes = list(zip(ours.values, ours.rows.T, ours.columns.T, strict=True))
    return uncertified(stacked, mixes) == 0


def _same(ours: StageGames, peer: list[tuple[float, np.ndarray, np.ndarray]], games: Games) -> bool:
    apart = np.abs(ours.values - [value for value, _, _ in peer])
    return bool((apart <= 1e-8 * np.abs(games).max()).all())


def rows() -> list[Row]:
    """Return the comparisons of this module."""
    random = RNG.normal(size=(6, 6, 2500))
    duels = games_of(duel(PSION, PSION, TURNS))[0]
    return [
        _whole_duel(),
        _against_quantecon("random 6 x 6", random),
        _against_quantecon("of a duel", duels),
        _against_quantecon("scaled by 1e6", random * 1e6),
        _against_quantecon("1e-7 about 1", 1 + random * 1e-7),
        _against_quantecon("1e-6 about 1e6", 1e6 + random * 1e-6),
        _against_quantecon("whole numbers, many ties", np.rint(random)),
    ]
