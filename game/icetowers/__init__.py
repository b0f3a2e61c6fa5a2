"""IceTowers, by Andrew Looney (Looney Labs)."""

from game.icetowers.rules import GAME

__all__ = ["GAME"]
