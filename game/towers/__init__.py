"""Towers, by Patrick Bene (sold as Take That Towers)."""

from game.assets import GAMES
from game.registry import GameEntry

ENTRY = GameEntry(
    rules="game.towers.rules:GAME",
    data=GAMES / "towers",
    bots="game.towers.bots.players:make_bot",
    chances="game.towers.bots.chances:chances",
    table="scenes.towers:TABLE",
    feats="game.towers.feats:Finder",
    encoding="game.towers.encoding:TowersEncoding",
    puzzles="game.towers.bots.puzzles:PUZZLES",
    order=3,
)
