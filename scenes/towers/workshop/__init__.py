"""The deck workshop: decks made, measured, drafted and shared in the window."""
