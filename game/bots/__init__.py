"""Bots: their weights, the process they think in, what their searches share, and the review of a game."""
