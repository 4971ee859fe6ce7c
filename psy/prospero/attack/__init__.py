"""Making an attack: attack dice against armour dice, re-rolls, and the damage over the lives of a squad."""
