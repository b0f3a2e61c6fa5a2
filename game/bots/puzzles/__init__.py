"""Puzzles: positions of master games in which one way to play is clearly best."""
