"""Towers of Wyoming, by Jonathan A. Leistiko (Invisible City Productions, 2000)."""

from game.assets import GAMES
from game.registry import GameEntry

ENTRY = GameEntry(
    rules="game.wyoming.rules:GAME",
    data=GAMES / "wyoming",
    bots="game.wyoming.bots.players:make_bot",
    chances="game.wyoming.bots.chances:chances",
    table="scenes.wyoming:TABLE",
    feats="game.wyoming.feats:Finder",
    encoding="game.wyoming.encoding:WyomingEncoding",
    puzzles="game.wyoming.bots.puzzles:PUZZLES",
    order=1,
)
