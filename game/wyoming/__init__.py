"""Towers of Wyoming, by Jonathan A. Leistiko (Invisible City Productions, 2000)."""

from game.wyoming.rules import GAME

__all__ = ["GAME"]
