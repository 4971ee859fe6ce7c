"""The attack phase: combat squads, one attack of a squad on another, and battles over several rounds."""
