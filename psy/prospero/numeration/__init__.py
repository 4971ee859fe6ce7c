"""The numeration phase: warp cards against will cards, up to three attempts to cast a power."""
