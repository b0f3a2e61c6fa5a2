"""Devices at the table of IceTowers, from their events to the record."""

import msgspec
import pygame
import pytest

from tests.scenes.devices.tools import ScriptedMice, tap
from topping_out.game import registry
from topping_out.game.icetowers.state import COLOUR_OF
from topping_out.game.match import Match
from topping_out.game.record import Player, new_header
from topping_out.scenes.app import App
from topping_out.scenes.devices.devices import Devices
from topping_out.scenes.devices.intents import LEFT, RIGHT
from topping_out.scenes.devices.mice_and_pads import Mice
from topping_out.scenes.icetowers.live import RESUME, LiveScene
from topping_out.scenes.pages.pause import PausePage
from topping_out.scenes.pages.setup_devices import DevicesPage
from topping_out.scenes.ui.column import Notice

FRAME = 16


@pytest.fixture
def source(app: App) -> ScriptedMice:
    source = ScriptedMice("Red Mouse", "Blue Mouse")
    app.context.devices = Devices(mice=Mice(lambda: source))
    return source


class Table:
    """A live table at which each human uses one of these devices, in the order of seats."""

    def __init__(self, app: App, source: ScriptedMice, *devices: str) -> None:
        self.app, self.source = app, source
        header = new_header(
            registry.load("icetowers"), [Player(f"P{n}", colour=n) for n in range(len(devices))], {"timer": "off"}, 3
        )
        self.match: Match = app.context.library.start(header)
        self.scene = LiveScene(app.context, self.match, dict(enumerate(devices)))
        app.open(self.scene)
        self.wait(5000)

    def frame(self, *events: pygame.Event) -> None:
        self.app.frame([*events], FRAME)

    def wait(self, ms: float) -> None:
        for _ in range(int(ms / FRAME)):
            self.frame()

    @property
    def done(self) -> list[tuple[int | None, str]]:
        """The actions so far with their seats, without the passing of time."""
        return [(entry.seat, entry.text) for entry in self.match.record.entries if entry.seat is not None]

    def own_piece(self, seat: int) -> tuple[int, tuple[float, float]]:
        """Return a free piece of a seat and its middle on the screen, which no other piece covers."""
        layout, view = self.scene.board.layout, self.scene.view
        for tower in view.towers:
            x, y = layout.at(tower.x, tower.y)
            spot = layout.piece_at(view, x, y - 10)
            if len(tower.pieces) == 1 and COLOUR_OF[tower.top] == seat and spot and spot.piece == tower.top:
                return tower.top, (x, y - 10)
        raise AssertionError(f"seat {seat} has no piece to touch")

    def bring(self, mouse: int, seat: int, place: tuple[float, float]) -> None:
        """Move a seat's mouse until its cursor is at a place."""
        x, y = self.app.context.devices.cursors[seat]
        self.source.move(
            mouse, (place[0] - x) * self.app.context.kit.scale, (place[1] - y) * self.app.context.kit.scale
        )

    def click(self, mouse: int, seat: int, place: tuple[float, float], button: int = LEFT) -> None:
        self.bring(mouse, seat, place)
        self.source.press(mouse, button)
        self.source.release(mouse, button)

    def begin(self) -> None:
        """Touch a piece with both mice, and wait until play begins."""
        for seat in (0, 1):
            self.click(seat + 1, seat, self.own_piece(seat)[1])
        self.frame()
        self.wait(RESUME + 2000)


@pytest.fixture(autouse=True)
def without_drawing(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "show", lambda: None)  # drawing would take most of the time


@pytest.fixture
def mice_table(app: App, source: ScriptedMice) -> Table:
    return Table(app, source, "mouse 1", "mouse 2")


def test_clicks_of_two_mice_in_one_frame_both_count(mice_table: Table) -> None:
    pieces = []
    for seat in (0, 1):
        piece, place = mice_table.own_piece(seat)
        mice_table.click(seat + 1, seat, place)
        pieces.append(piece)
    mice_table.frame()
    mice_table.wait(100)
    assert sorted(seat for seat, _ in mice_table.done) == [0, 1]
    assert all(text.startswith("ready") for _, text in mice_table.done)


def test_two_mice_drag_two_pieces_at_the_same_time(mice_table: Table) -> None:
    mice_table.begin()
    lifted = [mice_table.own_piece(seat) for seat in (0, 1)]
    for seat, (_, place) in enumerate(lifted):
        mice_table.bring(seat + 1, seat, place)
        mice_table.source.press(seat + 1)
    mice_table.frame()
    mice_table.wait(50)
    assert [held and held.piece for held in mice_table.scene.view.hands] == [piece for piece, _ in lifted]
    mice_table.source.press(1, RIGHT)
    mice_table.frame()
    mice_table.wait(50)
    held = mice_table.scene.view.hands
    assert held[0] is None
    assert held[1]
    assert held[1].piece == lifted[1][0]


def test_each_mouse_presses_done_for_its_own_seat(mice_table: Table) -> None:
    mice_table.begin()
    button = mice_table.scene.find("done")
    for mouse, seat, done in ((2, 1, {1}), (1, 0, {0, 1})):
        mice_table.click(mouse, seat, button.rect.center)
        mice_table.frame()
        mice_table.wait(50)
        assert {*mice_table.scene.view.done} == done


def test_two_players_on_the_keyboard_can_act_in_one_frame(app: App, source: ScriptedMice) -> None:
    table = Table(app, source, "keys 1", "keys 2")
    for seat, cursor in table.scene.board.cursors.items():
        for step in range(200):
            if cursor.spot and COLOUR_OF[cursor.spot.piece] == seat:
                break
            way = (("d", "s", "a", "w"), ("right", "down", "left", "up"))[seat][step // 3 % 4]
            table.frame(tap(way), tap(way, up=True))
    table.frame(tap("f"), tap("comma"))
    table.wait(100)
    assert sorted(seat for seat, _ in table.done) == [0, 1]


def test_no_button_has_the_focus_while_keys_play(app: App, source: ScriptedMice) -> None:
    table = Table(app, source, "keys 1", "keys 2")
    table.frame(tap("d"), tap("d", up=True))
    assert table.scene.focus == ""
    table.frame(pygame.Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="", scancode=43))
    assert table.scene.focus == "menu"
    table.frame(tap("d"), tap("d", up=True))
    assert table.scene.focus == ""


def test_esc_pauses_for_all_and_cursors_are_back_afterwards(mice_table: Table, app: App) -> None:
    escape = pygame.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="", scancode=41)
    mice_table.frame(escape)
    assert isinstance(app.manager.top, PausePage)
    assert app.context.devices.cursors == {}
    mice_table.frame(escape)
    assert app.manager.top is mice_table.scene
    mice_table.frame()
    assert sorted(app.context.devices.cursors) == [0, 1]


def test_leaving_the_window_pauses_and_frees_the_pointer(
    mice_table: Table, app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    mice_table.begin()
    assert pygame.event.get_grab()
    monkeypatch.setattr("topping_out.scenes.match.scene.is_attended", lambda: False)
    mice_table.frame()
    assert isinstance(app.manager.top, Notice)
    assert app.manager.top.heading == "Paused"
    assert not pygame.event.get_grab()
    stood = mice_table.scene.view.ms
    mice_table.wait(2000)
    assert mice_table.scene.view.ms == stood
    monkeypatch.setattr("topping_out.scenes.match.scene.is_attended", lambda: True)
    mice_table.wait(50)
    assert app.manager.top is mice_table.scene
    assert pygame.event.get_grab()
    assert mice_table.scene.board.resuming > 0
    announcements = [announcement.text for announcement in app.context.announcer.said]
    assert "The game waits until you come back to this window." in announcements
    assert "The game goes on in 3 seconds." in announcements


def test_an_unplugged_mouse_pauses_and_can_be_replaced(mice_table: Table, app: App) -> None:
    mice_table.source.unplug(2)
    mice_table.frame()
    notice = app.manager.top
    assert isinstance(notice, Notice)
    assert notice.text == "Mouse 2 (Blue Mouse) was unplugged."
    change = notice.find("answer1")
    app.manager.go(change.press())
    page = app.manager.top
    assert isinstance(page, DevicesPage)
    assert page.assigned == ["mouse", "keys 1"]
    back = page.find("back")
    app.manager.go(back.press())
    assert app.manager.top is mice_table.scene
    assert mice_table.scene.devices.seating == {0: "mouse", 1: "keys 1"}


def test_a_mouse_plugged_in_again_plays_for_its_seat(mice_table: Table, app: App) -> None:
    mice_table.source.unplug(2)
    mice_table.frame()
    go_on = app.manager.top.find("answer0")  # type: ignore[union-attr]
    app.manager.go(go_on.press())
    mice_table.frame()
    refused = app.manager.top
    assert isinstance(refused, Notice)
    assert refused.text.startswith("P1 has nothing to play with")
    mice_table.source.plug(9, "Blue Mouse")
    mice_table.wait(50)
    assert app.manager.top is mice_table.scene
    mice_table.frame()
    mice_table.click(9, 1, mice_table.own_piece(1)[1])
    mice_table.frame()
    mice_table.wait(100)
    assert [seat for seat, _ in mice_table.done] == [1]


def test_devices_can_be_changed_from_the_pause_page(mice_table: Table, app: App) -> None:
    app.manager.go(mice_table.scene.menu.pause())
    change = app.manager.top.find("hands")  # type: ignore[union-attr]
    app.manager.go(change.press())
    page = app.manager.top
    assert isinstance(page, DevicesPage)
    app.manager.go(page._choose(0, "keys 1"))
    assert mice_table.scene.devices.seating == {0: "keys 1", 1: "mouse 2"}


def test_devices_control_the_pages_again_after_the_game(app: App, source: ScriptedMice) -> None:
    table = Table(app, source, "keys 1", "keys 2")
    header = table.match.header
    timed = msgspec.structs.replace(header, options={**header.options, "timer": 1})
    match = Match.new(timed)
    for seat in (0, 1):
        match.act(seat, registry.load("icetowers").actions(match.state, seat)[0])
    match.tick(70_000)
    assert match.outcome
    scene = LiveScene(app.context, match, {0: "keys 1", 1: "keys 2"})
    app.open(scene)
    scene.enter()
    assert not app.context.devices.are_assigned
