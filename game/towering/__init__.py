"""Towering: six sites, two builders, three rounds."""

from game.assets import GAMES
from game.registry import GameEntry

ENTRY = GameEntry(
    rules="game.towering.rules:GAME",
    data=GAMES / "towering",
    bots="game.towering.bots.players:make_bot",
    chances="game.towering.bots.chances:chances",
    table="scenes.towering:TABLE",
    feats="game.towering.feats:Finder",
    encoding="game.towering.encoding:ToweringEncoding",
    puzzles="game.towering.bots.puzzles:PUZZLES",
    order=2,
)
