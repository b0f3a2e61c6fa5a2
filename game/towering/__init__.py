"""Towering: six sites, two builders, three rounds."""

from game.assets import GAMES
from game.registry import GameEntry

ENTRY = GameEntry("game.towering.rules:GAME", GAMES / "towering", table="scenes.towering:TABLE", order=2)
