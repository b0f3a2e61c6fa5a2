"""The table of Towers."""

from scenes.towers.board import TowersBoard

BOARD = TowersBoard
