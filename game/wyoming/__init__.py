"""Towers of Wyoming, by Jonathan A. Leistiko (Invisible City Productions, 2000)."""

from game.assets import GAMES
from game.registry import GameEntry

ENTRY = GameEntry("game.wyoming.rules:GAME", GAMES / "wyoming", table="scenes.wyoming:TABLE", order=1)
