"""Towering, a card game for two over three rounds."""

from ..assets import GAMES
from ..registry import GameEntry

ENTRY = GameEntry(
    rules="topping_out.game.towering.rules:GAME",
    data=GAMES / "towering",
    bots="topping_out.game.towering.bots.players:make_bot",
    chances="topping_out.game.towering.bots.players:chances",
    table="topping_out.scenes.towering:TABLE",
    feats="topping_out.game.towering.feats:Finder",
    encoding="topping_out.game.towering.rules:ToweringEncoding",
    puzzles="topping_out.game.towering.bots.players:PUZZLES",
    order=2,
)
