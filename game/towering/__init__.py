"""Towering: six sites, two builders, three rounds."""

from game.towering.rules import GAME

__all__ = ["GAME"]
