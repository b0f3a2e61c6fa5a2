"""Towers, by Patrick Bene (sold as Take That Towers)."""

from ..assets import GAMES
from ..registry import GameEntry

ENTRY = GameEntry(
    rules="topping_out.game.towers.rules:GAME",
    data=GAMES / "towers",
    bots="topping_out.game.towers.bots.players:make_bot",
    chances="topping_out.game.towers.bots.players:chances",
    table="topping_out.scenes.towers:TABLE",
    feats="topping_out.game.towers.feats:Finder",
    encoding="topping_out.game.towers.rules:TowersEncoding",
    puzzles="topping_out.game.towers.bots.players:PUZZLES",
    command="topping_out.game.towers.command:add_command",
    order=3,
)
