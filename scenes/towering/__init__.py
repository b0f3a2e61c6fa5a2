"""The table of Towering."""

from scenes.towering.board import ToweringBoard

BOARD = ToweringBoard
