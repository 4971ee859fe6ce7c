"""What is refused at the public doors, and in rule files whose rows do not fit each other."""

from dataclasses import replace

import pytest

from psy import prospero
from psy.prospero import BATTLE_RULES, RULES, Coven, squad

SONS, WOLVES = squad("traitor", "veteran"), squad("loyalist", "veteran")

WRONG_RULES = {
    "attack": lambda rules: prospero.attack([6], [6], rules=rules),
    "aftermath": lambda rules: prospero.aftermath(SONS, [], rules=rules),
    "ahriman_slain": lambda rules: prospero.ahriman_slain(1, WOLVES, rules=rules),
    "arrivals": lambda rules: prospero.arrivals(rules=rules),
    "battle": lambda rules: prospero.battle(SONS, WOLVES, 1, rules=rules),
    "best_order": lambda rules: prospero.best_order(SONS, WOLVES, 1, rules=rules),
    "blast": lambda rules: prospero.blast([6], rules=rules),
    "bombardment": lambda rules: prospero.bombardment([6], rules=rules),
    "casualties": lambda rules: prospero.casualties([6], [6], [1], rules=rules),
    "chance_to_go_first": lambda rules: prospero.chance_to_go_first("traitor", rules=rules),
    "every_model": lambda rules: prospero.every_model("traitor", rules=rules),
    "inferno": lambda rules: prospero.inferno([6], rules=rules),
    "initiative": lambda rules: prospero.initiative(rules=rules),
    "kine_shield": lambda rules: prospero.kine_shield([6], [6], [6], rules=rules),
    "lava_teleports": lambda rules: prospero.lava_teleports(rules=rules),
    "model": lambda rules: prospero.model("veteran", rules=rules),
    "power_worths": lambda rules: prospero.power_worths(SONS, WOLVES, rules=rules),
    "primarchs_duel": lambda rules: prospero.primarchs_duel(rules=rules),
    "psychic_duel": lambda rules: prospero.psychic_duel(3, rules=rules),
    "race_to_statue": lambda rules: prospero.race_to_statue(rules=rules),
    "sample_squads": lambda rules: prospero.sample_squads(rules=rules),
    "scenario_table": lambda rules: prospero.scenario_table(rules),
    "simulate_attack": lambda rules: prospero.simulate_attack([6], [6], 1, 1, rules=rules),
    "simulate_battle": lambda rules: prospero.simulate_battle(SONS, WOLVES, 1, 1, 1, rules=rules),
    "squad": lambda rules: squad("traitor", "veteran", rules=rules),
    "squad_matrix": lambda rules: prospero.squad_matrix({"a": SONS}, {"b": WOLVES}, rules=rules),
    "statue": lambda rules: prospero.statue([], rules=rules),
    "storm": lambda rules: prospero.storm([6], rules=rules),
    "strike": lambda rules: prospero.strike(SONS, WOLVES, rules=rules),
    "target_token": lambda rules: prospero.target_token(rules=rules),
}


@pytest.mark.parametrize("call", WRONG_RULES.values(), ids=WRONG_RULES.keys())
def test_rules_of_the_other_kind_are_refused(call):
    with pytest.raises(TypeError, match="rules must be a BattleRules"):
        call(RULES)
    with pytest.raises(TypeError, match="rules must be a BattleRules"):
        call(None)


@pytest.mark.parametrize(
    "call",
    [
        lambda rules: prospero.numeration({}, {}, [1], Coven(1), rules=rules),
        lambda rules: prospero.attempt({}, {}, Coven(1), rules=rules),
        lambda rules: prospero.chance_in_hand("inferno", rules=rules),
        lambda rules: prospero.primarchs_phase([1], [1], Coven(1), rules=rules),
    ],
)
def test_battle_rules_are_no_rules_of_numeration(call):
    with pytest.raises(TypeError, match="rules must be a Rules"):
        call(BATTLE_RULES)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: prospero.attack(6, [6]), TypeError, "attack_dice must be a list of sizes of dice, not 6"),
        (lambda: prospero.kine_shield(4, [1], [6]), TypeError, "attack_roll must be a list of faces, not 4"),
        (lambda: prospero.allocate(1, 5), TypeError, "lives must be a list of whole numbers, not 5"),
        (lambda: prospero.best_losses(1, [2], 5), TypeError, "worths must be a list of whole numbers, not 5"),
        (lambda: prospero.statue([3]), TypeError, "attacks must be a list of squads' dice, not 3"),
        (
            lambda: prospero.squad_matrix(3, {}),
            TypeError,
            "attackers must be a mapping of name to squad, not 3",
        ),
        (
            lambda: squad("traitor", 3),
            TypeError,
            "models must be a list of words: a kind of model and its gear, not 3",
        ),
        (lambda: prospero.model("veteran", 3), TypeError, "gear must be names, not 3"),
        (lambda: prospero.choice_table(3), TypeError, "plan must be a NumerationPlan"),
        (lambda: prospero.battle("sons", WOLVES, 1), TypeError, "first must be a Squad"),
        (
            lambda: prospero.chance_to_go_first("Loyalist", 3),
            ValueError,
            "side must be one of 'traitor', 'loyalist'",
        ),
        (
            lambda: prospero.simulate_attack([6], [6], 10**11, 1),
            ValueError,
            "trials must be a whole number from 0",
        ),
        (
            lambda: prospero.simulate_battle(SONS, WOLVES, 1, 10**9, 1),
            ValueError,
            "trials must be a whole number",
        ),
        (lambda: prospero.numeration({}, {}, [1], Coven(1), attempts=10**6), ValueError, "attempts must be"),
        (lambda: prospero.campaign(1), TypeError, "chances must be a list of chances"),
    ],
)
def test_refusals_in_one_sentence(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value).startswith(message)


def kinds(kind_name, **changes):
    return tuple(replace(kind, **changes) if kind.name == kind_name else kind for kind in BATTLE_RULES.models)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            lambda: {"models": kinds("veteran", extras=("bolterr",))},
            "models: veteran has the gear 'bolterr', which is none of",
        ),
        (lambda: {"models": kinds("sister", name="nun")}, "has the model 'sister', which is none of"),
        (
            lambda: {"forces": (replace(BATTLE_RULES.forces[0], squad="wolves"),)},
            "forces has the squad 'wolves', which is none of",
        ),
        (lambda: {"zone_capacity": 3}, "takes 4 places of a zone; zone_capacity is 3"),
        (
            lambda: {"bombardment": replace(BATTLE_RULES.bombardment, dice=())},
            "dice = []: must have at least one",
        ),
        (
            lambda: {"psychic_duel": replace(BATTLE_RULES.psychic_duel, start=10)},
            "start = 10: must be at most the end, 9",
        ),
    ],
)
def test_rows_that_do_not_fit_each_other_are_refused(changes, message):
    with pytest.raises(ValueError, match=r"has|takes|must be|must have") as caught:
        replace(BATTLE_RULES, **changes())
    assert message in str(caught.value)


@pytest.mark.parametrize("field", ["reveals", "vortex_die", "powers_in_hand"])
def test_rule_values_have_an_upper_end(field):
    with pytest.raises(ValueError, match=f"{field} = 1000: must be a whole number from 1 to"):
        replace(RULES, **{field: 1000})
