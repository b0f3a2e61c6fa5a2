"""Opens the workshop of Towers, with games played in this process."""

from dataclasses import replace
from typing import Any

import pytest

from tests.scenes.robot import Robot
from topping_out.game.towers.workshop import Batch, measure
from topping_out.scenes.app import App
from topping_out.scenes.pages.setup import SetupPage
from topping_out.scenes.towers import workshop


class PromptProcess:
    """Plays a game of each kind of each batch, in this process."""

    living = 0

    def __init__(self, work: Any) -> None:
        assert work is measure
        self.is_idle, self._reply = True, None
        PromptProcess.living += 1

    def send(self, batch: Batch) -> None:
        few = replace(batch, games=min(1, batch.games), trials=min(1, batch.trials))
        self.is_idle, self._reply = False, (measure(few), "")

    def poll(self) -> Any:
        reply, self._reply = self._reply, None
        self.is_idle = self.is_idle or reply is not None
        return reply

    def kill(self) -> None:
        PromptProcess.living -= 1


@pytest.fixture
def prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the workshop play few games, at once."""
    PromptProcess.living = 0
    monkeypatch.setattr(workshop, "WorkerProcess", PromptProcess)


def open_workshop(app: App, used: str = "keys") -> Robot:
    """Open the workshop from the set-up of Towers."""
    robot = Robot(app, used)
    robot.open(SetupPage(app.context, "towers"))
    if used == "mouse":
        robot.click("workshop")
    else:
        robot.press("workshop")
    robot.see()
    return robot
