"""Towers of Wyoming, by Jonathan A. Leistiko (Invisible City Productions, 2000)."""

from ..assets import GAMES
from ..registry import GameEntry

ENTRY = GameEntry(
    rules="topping_out.game.wyoming.rules:GAME",
    data=GAMES / "wyoming",
    bots="topping_out.game.wyoming.bots.players:make_bot",
    chances="topping_out.game.wyoming.bots.players:chances",
    table="topping_out.scenes.wyoming:TABLE",
    feats="topping_out.game.wyoming.feats:Finder",
    encoding="topping_out.game.wyoming.rules:WyomingEncoding",
    puzzles="topping_out.game.wyoming.bots.players:PUZZLES",
    order=1,
)
