"""The page on which players join a live table."""

import pygame
import pytest

from tests.scenes.devices.tools import ScriptedMice, tap
from tests.scenes.robot import Robot
from tests.virtual_pads import VirtualPad
from topping_out.game.icetowers.state import Phase
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.scenes.app import App
from topping_out.scenes.devices.devices import Devices
from topping_out.scenes.devices.mice import Mice
from topping_out.scenes.icetowers.live import LiveScene
from topping_out.scenes.match.scene import remembered
from topping_out.scenes.pages.join import LAST_CALL, JoinPage
from topping_out.scenes.pages.setup import SetupPage

GAME = load("icetowers")
FRAME = 16.0
ANN, BEN, BOT = Player("Ann"), Player("Ben", colour=1), Player("Mesa", "bot", "easy", 2)
KEYS = ("keys 1", "keys 2")


class Couch:
    """The page, with players who press keys and click."""

    def __init__(self, app: App, *players: Player, wished: tuple[str, ...] = KEYS) -> None:
        self.app = app
        app.context.settings.player_names = ("Ann", "Ben")
        self.page = JoinPage(app.context, new_header(GAME, players, {"timer": "2"}, 3), wished)
        Robot(app).open(self.page)

    def hit(self, *places: str) -> None:
        """Press and release keys one after another."""
        for place in places:
            self.app.frame([tap(place), tap(place, up=True)], FRAME)

    def click(self, button: int = 1, place: tuple[int, int] = (640, 400)) -> None:
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.app.frame([pygame.Event(kind, pos=place, button=button)], FRAME)

    def wait(self, ms: float) -> None:
        for _ in range(int(ms / FRAME) + 2):
            self.app.frame([], FRAME)

    @property
    def seats(self) -> list[tuple[str, str]]:
        """The names in the order of seats, each with its device; a bot has none."""
        joining = self.page.joining
        return [(chair.name, joining.device_of(chair)) for chair in joining.seating.taken]

    @property
    def announcements(self) -> list[str]:
        return [announcement.text for announcement in self.app.context.announcer.said]


def test_players_join_by_a_press_and_are_ready_by_a_second(app: App) -> None:
    couch = Couch(app, ANN, BEN)
    couch.hit("comma", "f")
    assert couch.seats == [("Ann", "keys 1"), ("Ben", "keys 2")]
    assert couch.page.joining.ready == set()
    couch.hit("f")
    couch.wait(LAST_CALL)
    assert app.manager.top is couch.page, "one is not ready yet"
    couch.hit("comma")
    couch.wait(LAST_CALL)
    table = app.manager.top
    assert isinstance(table, LiveScene)
    assert table.devices.seating == {0: "keys 1", 1: "keys 2"}
    assert [(entry.seat, entry.text.split()[0]) for entry in table.match.record.entries] == [(0, "ready"), (1, "ready")]
    assert table.view.phase is Phase.COUNTDOWN
    assert table.match.header.options["timer"] == 2
    assert remembered(app.context, "icetowers") == KEYS


@pytest.mark.parametrize(("half", "keys"), [("keys 1", "wasdfgrt"), ("keys 2", "up left down right , . / ;")])
def test_any_key_of_a_half_joins(app: App, half: str, keys: str) -> None:
    names = {",": "comma", ".": "period", "/": "slash", ";": "semicolon"}
    for key in keys.split() if " " in keys else keys:
        couch = Couch(app, ANN, BEN)
        couch.hit(names.get(key, key))
        assert [device for _, device in couch.seats if device] == [half], key


def test_joining_or_stepping_back_stops_the_countdown(app: App) -> None:
    couch = Couch(app, ANN, BEN)
    couch.hit("f", "comma", "f", "comma")
    couch.wait(LAST_CALL / 2)
    couch.click()
    couch.wait(LAST_CALL)
    assert app.manager.top is couch.page
    couch.click(button=3)
    couch.wait(LAST_CALL / 2)
    couch.hit("r")
    couch.wait(LAST_CALL)
    assert app.manager.top is couch.page
    assert couch.page.joining.ready == {"keys 2"}


def test_a_player_who_leaves_frees_the_chair(app: App) -> None:
    couch = Couch(app, ANN, BEN)
    couch.hit("f", "f", "r")
    assert couch.seats == [("Ann", "keys 1")]
    couch.hit("r")
    assert couch.seats == []
    couch.hit("f")
    assert couch.seats == [("Ann", "keys 1")]


def test_a_bot_makes_room_for_a_player_and_returns(app: App) -> None:
    bots = [Player(f"Bot {n}", "bot", "easy", n) for n in range(5)]
    couch = Couch(app, *bots, wished=())
    couch.hit("f")
    assert couch.seats == [*((f"Bot {n}", "") for n in range(4)), ("Ann", "keys 1")]
    couch.hit("r")
    assert couch.seats == [(f"Bot {n}", "") for n in range(5)]


def test_bots_take_the_seats_chosen_for_them(app: App) -> None:
    couch = Couch(app, ANN, BEN, BOT)
    couch.hit("f", "f")
    couch.wait(LAST_CALL)
    table = app.manager.top
    assert isinstance(table, LiveScene)
    assert [player.name for player in table.match.header.seats] == ["Ann", "Mesa"]


def test_a_single_player_is_told_that_another_is_missing(app: App) -> None:
    couch = Couch(app, ANN, BEN)
    couch.hit("f", "f")
    couch.wait(LAST_CALL)
    assert app.manager.top is couch.page
    assert couch.page._instructions().startswith("One more player")


def test_names_can_be_chosen_or_written(app: App) -> None:
    couch = Couch(app, ANN, BEN, wished=())
    couch.hit("f", "comma")
    assert [name for name, _ in couch.seats] == ["Ann", "Ben"]
    couch.hit("r")
    assert [name for name, _ in couch.seats] == ["Ben"]
    names = set()
    for _ in range(40):
        couch.hit("right")
        names.add(couch.seats[0][0])
    assert {"Ann", "Ben", "Player 1"} <= names
    couch.hit("period")
    app.frame([pygame.Event(pygame.TEXTINPUT, text="Zoe")], FRAME)
    couch.hit("f")
    assert len(couch.seats) == 1, "the keys write text now"
    app.frame([pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=40)], FRAME)
    app.frame([], FRAME)
    couch.hit("f")
    assert couch.seats == [("Ann", "keys 1"), ("Zoe", "keys 2")]


def test_players_who_swap_names_get_each_others(app: App) -> None:
    couch = Couch(app, ANN, BEN)
    couch.hit("f")
    while couch.seats[0][0] != "Ben":
        couch.hit("d")
    couch.hit("comma")
    assert couch.seats == [("Ben", "keys 1"), ("Ann", "keys 2")]


def test_up_and_down_swap_colours_with_another_player(app: App) -> None:
    couch = Couch(app, ANN, BEN)
    couch.hit("f", "comma")
    ann, ben = couch.page.joining.seating.humans
    assert (ann.colour, ben.colour) == (0, 1)
    couch.hit("s")
    assert (ann.colour, ben.colour) == (1, 0)


def test_each_of_several_mice_joins_separately(app: App) -> None:
    source = ScriptedMice("Red Mouse", "Blue Mouse")
    app.context.devices = Devices(mice=Mice(lambda: source))
    couch = Couch(app, ANN, BEN, wished=())
    for mouse in (2, 1):
        source.press(mouse)
        source.release(mouse)
        couch.wait(FRAME)
    assert [device for _, device in couch.seats] == ["mouse 2", "mouse 1"]
    app.manager.go(couch.page.cancel())
    assert not pygame.event.get_grab()


def test_a_gamepad_can_join_be_ready_and_leave(app: App) -> None:
    couch, pad = Couch(app, ANN, BEN), VirtualPad()
    app.frame(pygame.event.get(), FRAME)
    couch.wait(FRAME)
    for button, seats, ready in (("a", 1, 0), ("a", 1, 1), ("b", 1, 0), ("b", 0, 0)):
        for is_down in (True, False):
            pad.button(button, is_down)
            app.frame(pygame.event.get(), FRAME)
        assert (len(couch.seats), len(couch.page.joining.ready)) == (seats, ready)
    pad.button("a", True)
    app.frame(pygame.event.get(), FRAME)
    assert len(couch.seats) == 1
    pad.unplug()
    app.frame(pygame.event.get(), FRAME)
    couch.wait(FRAME)
    assert couch.seats == [], "it was unplugged"


def test_joining_and_leaving_are_announced(app: App) -> None:
    couch = Couch(app, ANN, BEN)
    couch.hit("f", "f", "r", "r")
    assert couch.announcements[0].startswith("Press your keys")
    assert couch.announcements[1:] == [
        "Ann has joined with this: WASD + F G.", "Ann is ready.", "Ann isn't ready yet.", "Ann has left the table.",
    ]  # fmt: skip


@pytest.mark.usefixtures("home")
def test_the_set_up_leads_to_the_page_and_back(app: App) -> None:
    robot = Robot(app)
    robot.open(SetupPage(app.context, "icetowers"))
    page = robot.page
    join = page.find("join")
    app.manager.go(join.press())
    assert isinstance(app.manager.top, JoinPage)
    app.frame([pygame.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="", scancode=41)], FRAME)
    assert isinstance(app.manager.top, SetupPage)
    assert app.context.devices.cursors == {}
