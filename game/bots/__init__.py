"""Bots: their weights, the process they think in, what their searches share, what hints state."""
