"""IceTowers, by Andrew Looney (Looney Labs)."""

from ..assets import GAMES
from ..registry import GameEntry

ENTRY = GameEntry(
    rules="topping_out.game.icetowers.rules:GAME",
    data=GAMES / "icetowers",
    bots="topping_out.game.icetowers.bots.players:make_bot",
    chances="topping_out.game.icetowers.bots.players:chances",
    table="topping_out.scenes.icetowers:TABLE",
    feats="topping_out.game.icetowers.results:Finder",
    encoding="topping_out.game.icetowers.rules:IceTowersEncoding",
    puzzles="topping_out.game.icetowers.bots.players:PUZZLES",
    order=4,
)
