"""Finds where things are in a window that cannot be inspected, by running the same pages here without a window."""

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from tests.scenes.robot import Robot, SilentWorker
from topping_out.game.match import Match
from topping_out.game.record import Record
from topping_out.scenes import routes
from topping_out.scenes.app import App
from topping_out.scenes.audio.player import Audio
from topping_out.scenes.manager import Scene
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.ui.layout import Widget

Point = tuple[int, int]


class Shadow:
    """A program at 1280 × 720 that mirrors what the other program shows."""

    def __init__(self) -> None:
        pygame.display.init()
        pygame.font.init()
        self.app = App(audio=Audio.silent())
        self.app.context.worker = SilentWorker()
        self.app.context.settings.idle_life = False
        self.robot = Robot(self.app, used="mouse")

    def close(self) -> None:
        self.app.close()

    def title(self) -> Scene:
        return self.robot.open(routes.TITLE(self.app.context))

    def table(self, record: Record) -> TurnScene:
        """Open the table of a record as the player at the screen sees it."""
        scene = TurnScene(self.app.context, Match(record))
        self.robot.open(scene)
        return scene

    def click(self, name: str) -> Point:
        """Click a widget here as well. Return its position."""
        point = self.where(name)
        self.robot.click(name)
        self.robot.wait()
        return point

    def where(self, name: str) -> Point:
        return self.middle(self.robot.widget(name))

    def middle(self, widget: Widget) -> Point:
        x, y = widget.rect.center
        scale = self.app.context.kit.scale
        return round(x * scale), round(y * scale)
