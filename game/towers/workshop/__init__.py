"""What can be done with decks besides playing them: measured, evened out, drafted."""
