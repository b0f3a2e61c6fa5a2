"""The drawing kit: theme, canvas, text, stage, motion. It does not depend on any game."""
