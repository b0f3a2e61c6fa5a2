"""IceTowers, by Andrew Looney (Looney Labs)."""

from game.assets import GAMES
from game.registry import GameEntry

ENTRY = GameEntry(
    rules="game.icetowers.rules:GAME",
    data=GAMES / "icetowers",
    bots="game.icetowers.bots.players:make_bot",
    chances="game.icetowers.bots.chances:chances",
    table="scenes.icetowers:TABLE",
    feats="game.icetowers.feats:Finder",
    encoding="game.icetowers.encoding:IceTowersEncoding",
    puzzles="game.icetowers.bots.puzzles:PUZZLES",
    order=4,
)
