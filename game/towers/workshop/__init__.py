"""What can be done with decks besides playing them: measured, evened out, drafted."""

GAMES = 120
"""How many games of either kind measure a deck: enough to tell 70 % from 60 or 80."""
