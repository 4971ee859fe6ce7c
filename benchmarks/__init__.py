"""Timing beside a peer: ratios of medians in one run, with equal answers. Run with ``make bench``."""
