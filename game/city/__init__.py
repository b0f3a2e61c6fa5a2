"""The player's city: its districts with their matches, how far one has come, and what the characters remember."""
