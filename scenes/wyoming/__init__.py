"""The table of Towers of Wyoming."""

from scenes.wyoming.board import WyomingBoard

BOARD = WyomingBoard
