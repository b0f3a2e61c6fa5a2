"""IceTowers, by Andrew Looney (Looney Labs)."""

from game.assets import GAMES
from game.registry import GameEntry

ENTRY = GameEntry("game.icetowers.rules:GAME", GAMES / "icetowers", table="scenes.icetowers:TABLE", order=4)
