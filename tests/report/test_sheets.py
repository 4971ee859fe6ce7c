"""The printed sheets: their numbers against a slow count, the keys that they name, and when they are made."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import pytest
from changed_sheets import SHEETS
from small import ABOUT, write

from psy import tft
from psy.report.files import outdated
from psy.report.notebook import ReportError, all_notebooks
from psy.report.sheets import make
from psy.report.sheets.make import SHEETS as GAMES
from psy.report.sheets.make import make_sheets
from psy.report.sheets.parts import whole
from psy.study.measures.prospero import power_cast
from psy.study.reads import keys_used
from psy.view.numbers import decimal


def rows(part):
    """Return the cells of a table by the first of each row."""
    return {first: cells for first, *cells in part.rows}


def share(rolls, holds):
    rolls = list(rolls)
    return whole(Fraction(sum(map(holds, rolls)), len(rolls)))


def dice(number, faces=6):
    return product(range(1, faces + 1), repeat=number)


def of(name):
    make_it, cases = SHEETS[name]
    return pytest.mark.parametrize("rules", cases, ids=lambda rules: str(cases.index(rules))), make_it


every_wh40k, wh40k_sheet = of("wh40k")
every_spacehulk, spacehulk_sheet = of("spacehulk")
every_prospero, prospero_sheet = of("prospero")
every_tft, tft_sheet = of("tft")


@every_wh40k
def test_casting_and_denying_and_perils(rules):
    casting, denying, perils = wh40k_sheet(*rules).parts
    (rules,) = rules
    faces = range(1, 7) if rules.perils.face is None else (rules.perils.face,)

    def charges(roll):
        return sum(face >= rules.harness for face in roll)

    def quiet(roll):
        return all(roll.count(face) < rules.perils.count for face in faces)

    for number in range(1, 6):
        found = [cell.rstrip("★") for cell in rows(casting)[str(number)]]
        expected = []
        for charge in (1, 2, 3):
            expected.append(share(dice(number), lambda roll, c=charge: charges(roll) >= c))
            expected.append(share(dice(number), lambda roll, c=charge: charges(roll) >= c and quiet(roll)))
        assert found == [*expected, share(dice(number), lambda roll: not quiet(roll))]
        assert rows(denying)[str(number)] == [
            share(
                dice(number),
                lambda roll, b=bonus, c=charge: sum(f + b >= rules.deny_target for f in roll) >= c,
            )
            for bonus in (0, 1, 2)
            for charge in (1, 2, 3)
        ]
    table = {row.roll: row for row in rules.perils_table}

    def lost(roll, leadership, wounds):
        row = table[roll[0]]
        effects = (*row.always, *(row.passed if sum(roll[1:]) <= leadership else row.failed))
        return "removed" in effects or effects.count("wound") >= wounds

    for leadership, cells in rows(perils).items():
        rolls = list(dice(1 + rules.leadership_dice))
        assert cells == [
            share(rolls, lambda roll, ld=int(leadership), w=wounds: lost(roll, ld, w)) for wounds in (1, 2, 3)
        ]


@every_spacehulk
def test_auras_close_assault_and_nullifying(rules):
    auras, assault, nullifying = spacehulk_sheet(*rules).parts
    (rules,) = rules
    die, fight = rules.aura.die, rules.close_assault
    for number, cells in rows(auras).items():
        save = Fraction(min(int(number), die), die)
        ways = [[comb(n, k) * save**k * (1 - save) ** (n - k) for k in range(n + 1)] for n in range(1, 6)]
        assert cells == [whole(sum(way[hits:], Fraction(0))) for hits in (1, 2) for way in ways]
    pairs = {
        mine: list(dice(mine + fight.genestealer, fight.die)) for mine in (fight.marine, fight.marine + 1)
    }
    for bonus, cells in rows(assault).items():
        expected = []
        for mine, rolls in pairs.items():
            gaps = [max(roll[:mine]) + int(bonus) - max(roll[mine:]) for roll in rolls]
            signs = (lambda gap: gap > 0), (lambda gap: gap == 0), (lambda gap: gap < 0)
            expected += [share(gaps, holds) for holds in signs]
        assert cells == expected
    for names, cells in rows(nullifying).items():
        suits, _, count = names.partition(": ")
        assert {rules.deck[suit] for suit in suits.split(", ")} == {int(count)}
        size = sum(rules.deck.values())
        assert cells == [
            whole(1 - Fraction(comb(size - int(count), hand), comb(size, hand)))
            for hand in range(1, len(cells) + 1)
        ]


@every_prospero
def test_casting_attacks_and_the_duel(rules):
    casting, attacks, duel = prospero_sheet(*rules).parts
    numeration, battles = rules
    assert rows(casting)["2 models"][0] == whole(power_cast(2, rules=numeration))
    assert rows(casting)["1 model"][2] == whole(power_cast(1, sisters=True, rules=numeration))
    rule = battles.attack

    def damage(ours, theirs):
        pairs = zip(sorted(ours, reverse=True), sorted(theirs, reverse=True), strict=False)
        hits = (mine for mine, other in pairs if mine > other or (rule.ties_hit and mine == other))
        return sum(rule.critical_damage if mine >= rule.critical_at else rule.damage for mine in hits)

    for ours, theirs, size in ((1, 1, rule.die), (2, 3, rule.die), (2, 1, 8), (1, 3, 10), (2, 2, 10)):
        rolls = [damage(mine, other) for mine in dice(ours, size) for other in dice(theirs, rule.die)]
        cells = rows(attacks)[f"{ours} d{size}"]
        assert cells[theirs - 1] == decimal(Fraction(sum(rolls), len(rolls)), 1)
        assert cells[4 + theirs - 1] == share(rolls, lambda points: points >= 2)
    number, rule = {battles.psychic_duel.start: Fraction(1)}, battles.psychic_duel
    rise = Fraction(
        sum(
            mine >= other
            for mine in range(1, rule.traitor_die + 1)
            for other in range(1, rule.loyalist_die + 1)
        ),
        rule.traitor_die * rule.loyalist_die,
    )
    won = {}
    for played in range(1, 20):
        number = {
            at: number.get(at, 0) * (1 if at == rule.end else 1 - rise) + number.get(at - 1, 0) * rise
            for at in range(rule.start, rule.end + 1)
        }
        won[str(played)] = whole(number[rule.end])
    assert rows(duel)["chance"] == [won[played] for played in duel.columns[1:]]


@every_tft
def test_modes_mixtures_checks_and_battles(rules):
    modes, mixtures, checks, battles = tft_sheet(*rules).parts
    (rules,) = rules
    psion = tft.Psion(12, 12, 20)
    contests = {(cell.attack, cell.defence) for cell in rules.cells if cell.contest}
    for attack, cells in rows(modes).items():
        for defence, cell in zip(modes.columns[1:], cells, strict=True):
            if (attack, defence) in contests:
                continue
            swing = tft.exchange(attack, defence, psion, psion, rules).map(lambda one: one[0] - one[1]).mean()
            assert cell.replace("\u2212", "-").lstrip("+") == decimal(swing, 1)
    for column in range(6):
        for side in ("attack", "defence"):
            shares = [cells[column] for name, cells in rows(mixtures).items() if name.startswith(side)]
            assert abs(sum(int(one) for one in shares if one.isdecimal()) - 100) <= len(shares)
    margin = rules.automatic_margin if rules.automatic else -1

    @cache
    def passes(number, stat):
        def holds(roll):
            total = sum(roll)
            return total <= number + margin or (total <= stat and total < 6 * number - margin)

        return Fraction(sum(map(holds, dice(number))), 6**number) if number else Fraction(1)

    for words, cells in rows(checks).items():
        number = int(words.split()[0])
        assert cells == [whole(passes(number, int(stat))) for stat in checks.columns[1:]]
    fewer = sorted({cell.contest.fewer for cell in rules.cells if cell.contest})
    for words, cells in rows(battles).items():
        mine, half = int(words.split()[1]), len(cells) // len(fewer)
        for place, cell in enumerate(cells):
            less, other = fewer[place // half], int(battles.columns[1 + place].split()[1])
            if cell == "\u2013" or int(cell.partition(":")[0]) > 6:
                continue
            number = int(cell.partition(":")[0])
            win = passes(number, mine) * (1 - passes(number - less, other))
            lose = (1 - passes(number, mine)) * passes(number - less, other)
            decided = win + lose if rules.undecided == "again" else 1
            assert cell == f"{number}: {whole(win / decided)}/{whole(lose / decided)}"


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_names_every_rule_that_it_reads(name):
    make_it, cases = SHEETS[name]
    sheet = make_it(*cases[0])
    assert sheet.game == GAMES[name]
    for place, (file, keys) in enumerate(sheet.used.items()):
        rest = list(cases[0])

        def made(rules, place=place, rest=rest):
            return make_it(*rest[:place], rules, *rest[place + 1 :]).parts and Fraction(1)

        assert keys_used(made, rest[place]) <= set(keys), file


def test_sheets_are_made_with_their_games_and_again_when_something_changed(tmp_path, monkeypatch):
    write(tmp_path, "01_a", about={**ABOUT, "game": GAMES["spacehulk"]})
    notebooks = [type(all_notebooks()[0])(tmp_path / "01_a.ipynb")]
    path = tmp_path / "sheet_spacehulk.html"
    assert make_sheets(notebooks, tmp_path, fresh=False) == {path: "made"}
    assert make_sheets(notebooks, tmp_path, fresh=False) == {path: "unchanged"}
    assert "Assumed, because no source states it: close assault" in path.read_text()
    monkeypatch.setattr(make, "surroundings", lambda: ["new"])
    monkeypatch.setattr("psy.report.sheets.spacehulk.nullify", lambda *_, **__: 1 // 0 or int("x"))
    with pytest.raises(ZeroDivisionError):
        make_sheets(notebooks, tmp_path, fresh=False)
    monkeypatch.setattr("psy.report.sheets.spacehulk.nullify", lambda *_, **__: int("x"))
    (problem,) = make_sheets(notebooks, tmp_path, fresh=False).values()
    assert isinstance(problem, ReportError)
    assert str(problem).startswith("the sheet of Space Hulk: invalid literal")
    assert outdated(path.read_text()) is None, "the command marks it"
