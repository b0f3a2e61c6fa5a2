"""Last Storey, a small game for Topping Out: an example of how to add one."""

from pathlib import Path

from topping_out.game.registry import GameEntry

ENTRY = GameEntry("last_storey.rules:GAME", Path(__file__).parent / "data", table="last_storey.table:TABLE")
