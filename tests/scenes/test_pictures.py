"""Every picture that the program paints is like the recorded one (its mean colour, and where its light and dark lie),
and lies where it was on tables: at rest, and while the pointer is on each place. A frame that reuses layers looks like
one that is painted anew, whatever has changed.
"""

import re
import zlib
from collections.abc import Callable
from typing import Any

import msgspec
import pygame
import pytest

from tests.golden import check_portrayals, check_section, check_titles, sampled
from tests.scenes.pages.every.test_shown import STATES, open_state
from tests.scenes.pages.stories import PAGES
from tests.scenes.robot import Robot
from tests.scenes.tables import TURN_GAMES, open_table, play
from tests.scenes.trace import Played, PlayedByTurns, PlayedLive, kind_of, places_of, things_shown
from topping_out.game import registry
from topping_out.game.roster import characters
from topping_out.game.towers.decks import find_decks
from topping_out.game.towers.floors import Floor
from topping_out.game.towers.rooms import PARTS
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.kit import sprites
from topping_out.scenes.kit.faces import portrait
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.towers import art

OTHERS = frozenset((
    "text", "wrap", "size for", "lettering", "lines", "_key", "testkey", "disc", "section", "prose", "bullet",  # texts
    "plate", "panel", "outline", "dashed", "focus ring", "halo", "rule", "shadow", "veil",  # sized by texts
    "tilt", "face", "part", "room",  # made of others, or tested below
))  # fmt: skip
"""Kinds of cached things that are not recorded on pages."""
SMALLEST = 12
"""Smaller pictures are left out, in pixels."""
GROUPS = 4
"""Number of groups of pages, which are tested beside each other."""

WINDOWS = {"": ((1280, 720), 1.0), ", large text": ((1024, 768), 1.5)}
"""Sizes of the window, each with the size of texts, by the end of a section's title."""
LAID_OUT = {
    **dict.fromkeys(
        TURN_GAMES, ("first turn", "later, a card chosen", "hint", "four, a card chosen", "near the end", "over")
    ),
    "icetowers": ("one in hand", "more played", "over", "all at once, nobody is ready", "all at once, later"),
}
"""States of tables of which it is recorded where things lie, by game."""
ALL_LAID_OUT = [(game, state, window) for game, states in LAID_OUT.items() for state in states for window in WINDOWS]


def cached(app: App) -> dict[str, pygame.Surface]:
    """Return the pictures that are cached now, by kind, a checksum of what they were made from, and size."""
    found = {}
    for key, made in app.context.kit._made.items():
        kind = kind_of(key)
        if isinstance(made, pygame.Surface) and kind not in OTHERS and min(made.get_size()) >= SMALLEST:
            text = re.sub(r" at 0x[0-9a-f]+", "", repr(key))  # the address of a function
            text = re.sub(r"\d+\.\d{2,}", lambda number: f"{float(number[0]):.1f}", text)
            found[f"{kind} {zlib.crc32(text.encode()):08x} {made.get_width()}x{made.get_height()}"] = made
    return found


@pytest.mark.parametrize("game", TURN_GAMES)
def test_pictures_on_a_table_are_as_recorded(app: App, game: str) -> None:
    robot, scene = open_table(app, game)
    play(robot, scene, 12)
    robot.see()
    check_portrayals(cached(app), game)


@pytest.mark.parametrize("group", range(GROUPS))
def test_pictures_on_pages_are_as_recorded(app: App, group: int) -> None:
    robot, found = Robot(app), dict[str, pygame.Surface]()
    for name in [*PAGES][group::GROUPS]:
        robot.open(PAGES[name](app))
        robot.see()
        found |= cached(app)
    check_portrayals(found, f"pages {group}")


def test_rooms_and_their_parts_are_as_recorded(app: App) -> None:
    kit = app.context.kit
    rooms = {
        f"{deck.title} {floor.name} {phase}": art.room(kit, floor, 120.0, 57.0, phase)
        for deck in find_decks().built_in.values()
        for floor in deck.floors
        for phase in art.IDLE_PHASES
    }
    for part in PARTS:
        rooms[part] = art.part(kit, part, (200, 80, 60), (120.0, 57.0))
        for phase in art.IDLE_PHASES:
            rooms[f"room with {part} {phase}"] = art.room(kit, Floor("ROOM", 1, (), picture=part), 120.0, 57.0, phase)
    check_portrayals(rooms, "rooms")


def test_faces_are_as_recorded(app: App) -> None:
    faces = {
        f"{who} {size:g}": portrait(app.context.kit, character.face, size, (90, 90, 90))
        for who, character in characters().items()
        for size in (40.0, 96.0)
    }
    check_portrayals(faces, "faces")


@pytest.mark.parametrize(("game", "state", "window"), ALL_LAID_OUT)
def test_things_on_tables_lie_where_they_were(
    app: App, monkeypatch: pytest.MonkeyPatch, game: str, state: str, window: str
) -> None:
    monkeypatch.setattr(sprites, "perf_counter", lambda: 0.0)  # pictures are painted ahead at once
    app.context.settings.idle_life = False
    open_state(app, game, state)
    robot = Robot(app, "mouse")
    robot.resize(*WINDOWS[window])
    robot.wait(800)
    robot.see()
    at_rest = things_shown(app)
    found = [*places_of(at_rest.elements())]
    for widget in robot.page.widgets:
        app.context.devices.pointer = widget.rect.center
        app.on_intent(Intent(Verb.POINT, widget.rect.center))
        robot.wait(400)
        robot.see()
        if new := things_shown(app) - at_rest:
            found += [f"pointing at {widget.name}:", *(f"  {line}" for line in places_of(new.elements()))]
    check_section("".join(f"{line}\n" for line in found), f"tips/{game}", state + window)


@pytest.mark.parametrize("game", LAID_OUT)
def test_every_recorded_layout_still_exists(game: str) -> None:
    check_titles(f"tips/{game}", [state + window for of, state, window in ALL_LAID_OUT if of == game])


# -- reused layers


ALL = [(page, state) for page, states in STATES.items() for state in states]
QUICK_STATES = "a card chosen", "hint", "four", "over", "one in hand", "all at once, later", "wyoming, in the middle"
QUICK = [
    *((page, next(iter(states))) for page, states in STATES.items()),
    *(case for case in ALL if case[1] in QUICK_STATES),
]
FRAMES, EACH = 900, 9
"""Number of frames of a match that are shown, and the interval between those that are compared."""


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


@pytest.mark.usefixtures("reused_layers")
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
def test_a_match_with_reused_layers_looks_right_in_every_frame(app: App, name: str, reused_layers: None) -> None:
    match: Played = PlayedLive(app) if registry.load(name).live else PlayedByTurns(app, name)
    app.context.settings.idle_life = True
    with pytest.raises(Enough):
        match.play(FrameComparison(app))
