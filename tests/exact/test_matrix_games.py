"""Matrix games against every square subgame, games that defeat float solvers, and their own proof."""

import time
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from psy.exact import Equilibrium, exact_payoffs, solve_matrix, stage_games
from psy.exact.matrix_games import Playable, dominated, playable
from psy.exact.stage_games import CERTIFIED, solve_stage_games

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
RPS = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
TINY, HUGE = Fraction(1, 10**9), 10**6


def inverse(matrix):
    """Invert a matrix of Fractions by elimination; None if it is singular."""
    size = len(matrix)
    work = [list(row) + [Fraction(i == j) for j in range(size)] for i, row in enumerate(matrix)]
    for step in range(size):
        pivot = next((row for row in range(step, size) if work[row][step]), None)
        if pivot is None:
            return None
        work[step], work[pivot] = work[pivot], work[step]
        work[step] = [entry / work[step][step] for entry in work[step]]
        for row in range(size):
            if row != step:
                work[row] = [a - work[row][step] * b for a, b in zip(work[row], work[step], strict=True)]
    return [row[size:] for row in work]


def regret(rows, x, y, value):
    """Return the most that a pure reply gains against the mixes."""
    gains = [sum(Fraction(a) * q for a, q in zip(row, y, strict=True)) - value for row in rows]
    losses = [
        value - sum(Fraction(a) * p for a, p in zip(col, x, strict=True)) for col in zip(*rows, strict=True)
    ]
    return max(gains + losses)


def corners(rows):
    """Return every pair of extreme optimal mixes: Shapley and Snow find each in a square subgame."""
    lowest = min(min(row) for row in rows)
    shifted = [[Fraction(entry) - lowest + 1 for entry in row] for row in rows]
    height, width = len(rows), len(rows[0])
    found = set()
    for size in range(1, min(height, width) + 1):
        for chosen in combinations(range(height), size):
            for against in combinations(range(width), size):
                inverted = inverse([[shifted[i][j] for j in against] for i in chosen])
                total = inverted and sum(map(sum, inverted))
                if not total:
                    continue
                x, y = [Fraction(0)] * height, [Fraction(0)] * width
                for place, i in enumerate(chosen):
                    x[i] = sum(row[place] for row in inverted) / total
                for place, j in enumerate(against):
                    y[j] = sum(inverted[place]) / total
                value = 1 / total + lowest - 1
                if min(x + y) >= 0 and regret(rows, x, y, value) <= 0:
                    found.add((value, tuple(x), tuple(y)))
    return found


@pytest.mark.parametrize(
    ("rows", "value", "unique"),
    [
        pytest.param([[7]], 7, True, id="one choice each"),
        pytest.param([[3, 1, 2]], 1, True, id="1 x n"),
        pytest.param([[3, 1, 1]], 1, False, id="1 x n with a tie"),
        pytest.param([[3], [1], [2]], 3, True, id="n x 1"),
        pytest.param([[0, 0], [0, 0]], 0, False, id="all zero"),
        pytest.param([[-5] * 4] * 3, -5, False, id="constant"),
        pytest.param(RPS, 0, True, id="rock, paper, scissors"),
        pytest.param(RPS + RPS, 0, False, id="rock, paper, scissors, rows twice"),
        pytest.param([row * 2 for row in RPS], 0, False, id="rock, paper, scissors, columns twice"),
        pytest.param([row * 2 for row in RPS] * 2, 0, False, id="rock, paper, scissors, both twice"),
        pytest.param([[1, -1], [-1, 1]], 0, True, id="matching pennies"),
        pytest.param([[1, -1, 2], [-1, 1, 2]], 0, True, id="pennies and a dominated column"),
        pytest.param([[1, -1, 0], [-1, 1, 0]], 0, False, id="pennies and a column that mixes the others"),
        pytest.param([[TINY, HUGE], [HUGE, -TINY]], None, True, id="1e-9 beside 1e6"),
        pytest.param([[HUGE + TINY, HUGE], [HUGE, HUGE + TINY]], HUGE + TINY / 2, True, id="nearly constant"),
        pytest.param([[2, 2], [2, 3]], 2, False, id="saddle with slack for one side only"),
        pytest.param([[1, 0], [0, 0]], 0, False, id="weakly dominated row and column"),
        pytest.param([[3, 0], [0, 3], [1, 1]], Fraction(3, 2), True, id="row dominated by a mix only"),
    ],
)
def test_named_games(rows, value, unique):
    solution = solve_matrix(rows)
    assert value is None or solution.value == value
    assert solution.regret == 0 == regret(rows, solution.rows, solution.columns, solution.value)
    assert solution.unique is unique
    assert sum(solution.rows) == sum(solution.columns) == 1
    assert min(solution.rows + solution.columns) >= 0


def test_tiny_beside_huge_by_hand():
    # [[t, H], [H, -t]]: value (-t t - H H) / (t - t - 2 H) = (t t + H H) / (2 H).
    assert solve_matrix([[TINY, HUGE], [HUGE, -TINY]]).value == (TINY**2 + HUGE**2) / (2 * HUGE)


entries = st.sampled_from([Fraction(number, 2) for number in range(-4, 5)]) | st.integers(-2, 2)


@st.composite
def games(draw, most=4, entries=entries):
    height, width = draw(st.integers(1, most)), draw(st.integers(1, most))
    row = st.lists(entries, min_size=width, max_size=width)
    return draw(st.lists(row, min_size=height, max_size=height))


@settings(max_examples=150, deadline=None)
@given(games())
def test_value_mixes_uniqueness_and_play_equal_the_square_subgames(rows):
    every = corners(rows)
    solution = solve_matrix(rows)
    assert (solution.value, solution.rows, solution.columns) in every
    assert {value for value, _, _ in every} == {solution.value}
    assert solution.unique is (len(every) == 1)
    rows_played = tuple(any(x[i] for _, x, _ in every) for i in range(len(rows)))
    columns_played = tuple(any(y[j] for _, _, y in every) for j in range(len(rows[0])))
    assert playable(rows) == Playable(rows_played, columns_played)


wild = st.fractions(-(10**6), 10**6, max_denominator=10**9) | st.sampled_from([TINY, HUGE, Fraction(0)])


@settings(max_examples=60, deadline=None)
@given(games(most=8, entries=wild), st.fractions(1, 9, max_denominator=9), st.integers(-9, 9))
def test_proof_and_change_of_unit(rows, factor, shift):
    solution = solve_matrix(rows)
    assert regret(rows, solution.rows, solution.columns, solution.value) == 0
    moved = solve_matrix([[entry * factor + shift for entry in row] for row in rows])
    assert moved.value == solution.value * factor + shift
    turned = solve_matrix([[-entry for entry in column] for column in zip(*rows, strict=True)])
    assert turned.value == -solution.value
    assert turned.unique is moved.unique is solution.unique


def test_large_game_is_solved():
    rng = np.random.default_rng(3)
    rows = rng.integers(-99, 100, size=(30, 30)).tolist()
    assert solve_matrix(rows).regret == 0


def test_dominated_rows_are_never_played():
    assert dominated(RPS) == (False, False, False)
    assert dominated([[1]]) == (False,)
    assert dominated([[1, 1], [0, 0], [1, 1]]) == (False, True, False)


@pytest.mark.parametrize(
    ("rows", "error", "message"),
    [
        ([], ValueError, "rows must be one or more, of one equal length of at least 1, not []"),
        ([[]], ValueError, "rows must be one or more, of one equal length of at least 1, not [0]"),
        (
            [[1], [1, 2]],
            ValueError,
            "rows must be one or more, of one equal length of at least 1, not [1, 2]",
        ),
        (
            [[1, 0.5]],
            TypeError,
            "rows[0][1] must be an integer or a Fraction, not 0.5: exact_payoffs(rows) turns floats into the "
            "fractions that they are",
        ),
        (
            np.array([[1, 0.5]]),
            TypeError,
            "rows[0][0] must be an integer or a Fraction, not np.float64(1.0): exact_payoffs(rows) turns "
            "floats into the fractions that they are",
        ),
        (
            [[(3, 3), (0, 5)], [(5, 0), (1, 1)]],
            TypeError,
            "rows[0][0] must be one payoff, not (3, 3): games with a payoff for each side are not solved, "
            "only those in which one side loses what the other wins",
        ),
        ([["3"]], TypeError, "rows[0][0] must be an integer or a Fraction, not '3'"),
        (3, TypeError, "rows must be a list of rows of payoffs, not 3"),
        ([1, 2], TypeError, "rows must be a list of payoffs, not 1"),
        (
            [[Fraction(1, 10**20000 + 3 * i + j) for i in range(3)] for j in range(3)],
            ValueError,
            "rows must take at most minutes to solve: 3 x 3 payoffs of 465061 bits over their "
            "common denominator are too long; round them, or solve them by solve_stage_games",
        ),
        ([[1], [True]], TypeError, "rows[1][0] must be an integer or a Fraction, not True"),
        ([[0] * 101] * 100, ValueError, "rows must hold at most 10000 entries, not 10100"),
    ],
)
def test_bad_games_are_refused(rows, error, message):
    with pytest.raises(error) as caught:
        solve_matrix(rows)
    assert str(caught.value) == message


def test_thirty_by_thirty_with_long_denominators_is_refused_at_once():
    rng = np.random.default_rng(4)
    rows = [[Fraction(int(a), int(b)) for a, b in rng.integers(1, 10**6, size=(30, 2))] for _ in range(30)]
    start = time.perf_counter()
    with pytest.raises(
        ValueError, match=r"^rows must take at most minutes to solve: 30 x 30 payoffs of \d+ bits"
    ):
        solve_matrix(rows)
    assert time.perf_counter() - start < 10
    # Seven digits of the same payoffs are solved.
    assert solve_matrix([[round(10**6 * entry) for entry in row[:12]] for row in rows[:12]]).regret == 0


@pytest.mark.parametrize("kind", [np.float64, np.float32, float])
def test_floats_are_taken_as_the_fractions_that_they_are(kind):
    rows = [[kind(0.1), kind(-3)], [kind(0), kind(0.25)]]
    exact = exact_payoffs(np.array(rows))
    assert exact == tuple(tuple(Fraction(float(entry)) for entry in row) for row in rows)
    assert solve_matrix(exact).regret == 0
    assert exact_payoffs([[1, Fraction(1, 3)]]) == ((1, Fraction(1, 3)),)
    for wrong, error in ((np.inf, ValueError), (np.nan, ValueError), ("1", TypeError), (None, TypeError)):
        with pytest.raises(error, match=r"^rows\[0\]\[0\] must be"):
            exact_payoffs([[wrong]])


RNG = np.random.default_rng(11)
NORMAL = RNG.normal(size=(6, 6, 300))
WHOLE = RNG.integers(-2, 3, size=(6, 6, 300)).astype(float)
CASES = {
    "random": NORMAL,
    "many ties": WHOLE,
    "duplicated rows": np.concatenate([WHOLE[:3], WHOLE[:3]]),
    "duplicated columns": np.concatenate([NORMAL[:, :3], NORMAL[:, :3]], axis=1),
    "scaled by 1e6": NORMAL * 1e6,
    "scaled by 1e-6": WHOLE * 1e-6,
    "1e-9 about 1": 1 + WHOLE * 1e-9,
    "1e-6 about 1e6": 1e6 + NORMAL * 1e-6,
    "ties broken by 1e-12": WHOLE + NORMAL * 1e-12,
    "1e-9 beside 1e6": np.where(WHOLE > 0, 1e6, NORMAL * 1e-9),
    "rounded noise": np.full((6, 6, 20), 0.1) + RNG.integers(-1, 2, size=(6, 6, 20)) * 2.0**-56,
    "all zero": np.zeros((6, 6, 3)),
    "constant": np.full((2, 5, 3), -7.5),
    "1 x n": NORMAL[:1],
    "n x 1": NORMAL[:, :1],
    "1 x 1": NORMAL[:1, :1],
    "no games": NORMAL[:, :, :0],
    "wide": NORMAL[:2],
    "larger": RNG.integers(-3, 4, size=(15, 20, 40)).astype(float),
    "more than a chunk": RNG.normal(size=(3, 4, 5000)),
}


@pytest.mark.parametrize("name", CASES)
def test_stage_games_are_certified(name):
    payoffs = CASES[name]
    solved = solve_stage_games(payoffs)
    spread = np.ptp(payoffs, axis=(0, 1)) if payoffs.size else np.zeros(0)
    assert solved.rows.shape == payoffs[:, 0].shape
    assert solved.columns.shape == payoffs[0].shape
    assert (solved.rows >= 0).all()
    assert (solved.columns >= 0).all()
    np.testing.assert_allclose(solved.rows.sum(axis=0), 1, rtol=0, atol=1e-14)
    np.testing.assert_allclose(solved.columns.sum(axis=0), 1, rtol=0, atol=1e-14)
    # Payoffs less their lowest, so that weighing the mixes does not round away what is to be seen.
    clear = payoffs - (payoffs.min(axis=(0, 1)) if payoffs.size else 0)
    best = (clear * solved.columns).sum(axis=1).max(axis=0)
    worst = (clear * solved.rows[:, None]).sum(axis=0).min(axis=0)
    assert (best - worst <= spread * CERTIFIED * 1.001).all()
    assert (solved.regrets <= spread * CERTIFIED).all()


@pytest.mark.parametrize("name", CASES)
def test_stage_games_agree_with_fractions(name):
    payoffs = CASES[name][:, :, :8]
    solved = solve_stage_games(payoffs)
    for game in range(payoffs.shape[2]):
        exact = solve_matrix([[Fraction(entry) for entry in row] for row in payoffs[:, :, game].tolist()])
        spread = np.ptp(payoffs[:, :, game])
        rounding = 4e-16 * abs(float(exact.value))
        assert abs(solved.values[game] - float(exact.value)) <= CERTIFIED * spread + rounding


@pytest.mark.parametrize("name", CASES)
def test_few_stage_games_fall_back_to_fractions(name):
    resolved = solve_stage_games(CASES[name]).resolved.sum()
    if name == "ties broken by 1e-12":
        assert 1 <= resolved <= 30  # of 300
    else:
        assert resolved == 0


@pytest.mark.parametrize("size", [1.7e308, 1e300, 1e-300, 5e-324])
def test_payoffs_of_any_size_are_solved(size):
    pennies = np.array([[1.0, -1.0], [-1.0, 1.0]])[:, :, None] * size
    solved = solve_stage_games(pennies)
    assert abs(solved.values[0]) <= 1e-9 * size
    assert solved.regrets[0] <= 1e-9 * size
    lone = solve_stage_games(np.array([[[0.0]], [[-size]]]))
    assert lone.values.tolist() == [0]
    assert lone.rows.tolist() == [[1], [0]]
    assert lone.regrets.tolist() == [0]
    assert solve_stage_games(np.array([[[-size, size]]])).values.tolist() == [-size, size]


def test_answers_that_fail_are_solved_in_fractions(monkeypatch):
    def nonsense(matrices):
        height, width, count = matrices.shape
        rows, columns = np.full((height, count), 1 / height), np.full((width, count), np.nan)
        columns[:, ::2] = 1 / width
        return rows, columns

    true = solve_stage_games(NORMAL[:, :, :9])
    monkeypatch.setattr(stage_games, "_simplex", nonsense)
    solved = solve_stage_games(NORMAL[:, :, :9])
    saddle = true.rows.max(axis=0) == 1
    assert (solved.resolved == ~saddle).all()
    assert (~saddle).sum() >= 8
    np.testing.assert_allclose(solved.values, true.values, rtol=0, atol=1e-12)
    assert (solved.regrets <= 1e-14).all()


@pytest.mark.parametrize(
    ("payoffs", "message"),
    [
        (np.zeros((2, 2)), "games must have the shape (n_rows, n_columns, games), not (2, 2)"),
        (np.zeros((0, 2, 1)), "games must have the shape (n_rows, n_columns, games), not (0, 2, 1)"),
        (np.full((2, 2, 1), np.nan), "games must hold finite payoffs only"),
    ],
)
def test_bad_stage_games_are_refused(payoffs, message):
    with pytest.raises(ValueError, match="games must") as caught:
        solve_stage_games(payoffs)
    assert str(caught.value) == message


def test_equilibrium_is_exported():
    assert isinstance(solve_matrix([[0]]), Equilibrium)
