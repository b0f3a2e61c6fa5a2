"""The drawing kit: theme, canvas, text, stage, motion. It knows no game."""
