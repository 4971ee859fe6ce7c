"""Space Hulk, a fan-made advanced edition: the psychic cards."""

from psy.spacehulk.assault import PLAIN, Policies, close_assault
from psy.spacehulk.aura import (
    AuraOdds,
    Auras,
    SimulatedAuras,
    aura,
    auras,
    simulate_auras,
    survival,
)
from psy.spacehulk.channel import BestChannel, Worth, best_channel, channel_gain
from psy.spacehulk.enemy import Enemy
from psy.spacehulk.hand import TurnPlan, plan_mission, plan_turn
from psy.spacehulk.order import AuraOrder, best_aura_order, kept_in_order
from psy.spacehulk.rules import RULEBOOK, RULES, Card, Rules
from psy.spacehulk.situations import Move, Situation
from psy.spacehulk.suits import Ruling, gets_through, may_nullify, nullify
from psy.spacehulk.turn import (
    CloseAssault,
    EnemyAbility,
    KillingHit,
    NewTurn,
    OtherAction,
    Psyker,
    UseAbility,
)
