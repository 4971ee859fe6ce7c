"""Studies of rules: variants side by side, sweeps over grids, what matters most, and where two things meet."""
