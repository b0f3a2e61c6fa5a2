"""A frame that reuses layers looks like one that is painted anew, whatever has changed."""

from collections.abc import Callable
from typing import Any

import msgspec
import pygame
import pytest

from tests.golden import sampled
from tests.scenes.pages.every.test_shown import STATES, open_state
from tests.scenes.robot import Robot
from tests.scenes.trace import Played, PlayedByTurns, PlayedLive
from topping_out.game import registry
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.kit.stage import Stage

ALL = [(page, state) for page, states in STATES.items() for state in states]
QUICK_STATES = "a card chosen", "hint", "four", "over", "one in hand", "all at once, later", "wyoming, in the middle"
QUICK = [
    *((page, next(iter(states))) for page, states in STATES.items()),
    *(case for case in ALL if case[1] in QUICK_STATES),
]
FRAMES, EACH = 900, 9
"""Number of frames of a match that are shown, and the interval between those that are compared."""


pytestmark = pytest.mark.usefixtures("reused_layers")


def is_as_painted_anew(app: App) -> bool:
    """Show the next frame, and tell whether it looks as if all of it had been painted anew."""
    app.show()
    anew = Stage(app.stage.scale)
    app.manager.draw(anew)
    pictures = []
    for stage in (app.stage, anew):
        picture = pygame.Surface(app.screen.get_size())
        stage.paint(picture)
        pictures.append(pygame.image.tobytes(picture, "RGB"))
    return pictures[0] == pictures[1]


# -- what changes on a page


def setting(name: str, *values: Any) -> Callable[[Robot], None]:
    """Return a change that gives a setting the first of two values that it does not have yet."""

    def change(robot: Robot) -> None:
        settings = robot.app.context.settings
        setattr(settings, name, next(value for value in values if value != getattr(settings, name)))
        robot.app._follow_settings()

    return change


def rename(robot: Robot) -> None:
    """Rename the players at the table, as a replay does."""
    if board := getattr(robot.page, "board", None):
        header = board.header
        seats = [msgspec.structs.replace(player, name=f"Zoe {player.name}"[:12]) for player in header.seats]
        board.header = msgspec.structs.replace(header, seats=type(header.seats)(seats))


def point(robot: Robot) -> None:
    """Point at the last widget with the mouse."""
    robot.app.context.devices.active = "mouse"
    if robot.page.widgets:
        robot.app.context.devices.pointer = robot.page.widgets[-1].rect.center


def go_on(robot: Robot) -> None:
    """Let 170 ms pass."""
    robot.app.manager.update(170)


CHANGES: dict[str, Callable[[Robot], None]] = {
    "nothing": lambda robot: None,
    "the focus": lambda robot: robot.do(Verb.NEXT),
    "the pointer": point,
    "time": go_on,
    "the language": setting("language", "de", "es"),
    "the text": setting("text_size", 1.25, 1.0),
    "the window": lambda robot: robot.resize((1024, 768), 1.25),
    "the colours": setting("colours", "distinct", "usual"),
    "the contrast": setting("high_contrast", True, False),
    "the patterns": setting("patterns", True, False),
    "the side of the hand": setting("mirrored", True, False),
    "the names": rename,
    "the help": lambda robot: robot.page.rebuild(),
}


@sampled("page, state", ALL, QUICK)
def test_a_page_with_reused_layers_looks_right_after_every_change(app: App, page: str, state: str) -> None:
    robot = open_state(app, page, state)
    for what, change in CHANGES.items():
        app.show()
        change(robot)
        assert is_as_painted_anew(app), what


# -- a match


class Enough(Exception):
    """Raised after the last frame."""


class FrameComparison:
    """Compares frames with newly painted ones while a match is played; takes the place of a `Trace`."""

    def __init__(self, app: App) -> None:
        self.app, self.ms, self.moves, self.seen = app, 0.0, True, 0

    def pass_time(self, ms: float) -> None:
        self.ms += ms
        self.seen += 1
        self.app.manager.update(ms)
        if self.seen % EACH:
            self.app.show()
        else:
            assert is_as_painted_anew(self.app), f"frame {self.seen}"
        if self.seen == FRAMES:
            raise Enough

    def write(self, line: str) -> None:
        """Ignore what is not visible."""

    def sketch(self) -> None:
        """Do nothing: the frames are compared anyway."""

    show = note_pictures = sketch


@pytest.mark.parametrize("name", registry.names())
def test_a_match_with_reused_layers_looks_right_in_every_frame(app: App, name: str) -> None:
    match: Played = PlayedLive(app) if registry.load(name).live else PlayedByTurns(app, name)
    app.context.settings.idle_life = True
    with pytest.raises(Enough):
        match.play(FrameComparison(app))
