"""The player's city: its districts and matches, the player's progress, and what the characters remember."""
