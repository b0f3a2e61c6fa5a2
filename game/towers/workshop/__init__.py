"""Tools for decks: measuring, balancing, drafting and editing them."""

GAMES = 120
"""Number of games of each kind that measure a deck: enough to tell 70% from 60% or 80%."""
