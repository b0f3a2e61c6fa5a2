"""The table of IceTowers: live, with a hand for every seat."""

from scenes.icetowers.board import IceTowersBoard
from scenes.icetowers.live import LiveScene

BOARD = IceTowersBoard
SCENE = LiveScene
