"""IceTowers, by Andrew Looney (Looney Labs)."""

from topping_out.game.assets import GAMES
from topping_out.game.registry import GameEntry

ENTRY = GameEntry(
    rules="topping_out.game.icetowers.rules:GAME",
    data=GAMES / "icetowers",
    bots="topping_out.game.icetowers.bots.players:make_bot",
    chances="topping_out.game.icetowers.bots.chances:chances",
    table="topping_out.scenes.icetowers:TABLE",
    feats="topping_out.game.icetowers.feats:Finder",
    encoding="topping_out.game.icetowers.encoding:IceTowersEncoding",
    puzzles="topping_out.game.icetowers.bots.puzzles:PUZZLES",
    order=4,
)
