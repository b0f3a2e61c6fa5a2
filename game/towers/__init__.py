"""Towers, by Patrick Bene (sold as Take That Towers)."""

from game.assets import GAMES
from game.registry import GameEntry

ENTRY = GameEntry("game.towers.rules:GAME", GAMES / "towers", table="scenes.towers:TABLE", order=3)
