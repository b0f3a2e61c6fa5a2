"""The drawing kit: theme, canvas, text, stage, motion, and pictures that games and pages share. It knows no game."""
