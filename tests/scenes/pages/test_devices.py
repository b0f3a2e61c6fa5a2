"""The pages of keys and devices, and the page on which players join a live table."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame
import pytest

from tests.game.matches import Teller, cases, row, tell
from tests.scenes.devices.tools import ScriptedMice, tap
from tests.scenes.pages.stories import opened, page_stories, press_raw_key
from tests.scenes.robot import Blank, Robot
from tests.virtual_pads import VirtualPad
from topping_out.game import registry
from topping_out.game.icetowers.state import Phase
from topping_out.game.record import Header, Player, new_header
from topping_out.game.registry import load
from topping_out.scenes.accessibility.semantics import Role
from topping_out.scenes.app import App
from topping_out.scenes.devices.devices import Devices, ProgramKeys
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.devices.keyboard import CONTROLS, Control, load_bindings
from topping_out.scenes.devices.mice_and_pads import Mice
from topping_out.scenes.icetowers.live import LiveScene
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.manager import Replace, Scene, Transition
from topping_out.scenes.match import start
from topping_out.scenes.match.scene import are_remembered, ask_for_devices, remember, remembered, seat_humans
from topping_out.scenes.pages.join import LAST_CALL, JoinPage
from topping_out.scenes.pages.keys import GROUPS, KeyboardPage, KeyRow, KeysPage, KeyTestPage, keys
from topping_out.scenes.pages.setup import SetupPage
from topping_out.scenes.pages.setup_devices import DevicesPage
from topping_out.scenes.system.settings import SettingsStore
from topping_out.scenes.ui.column import ColumnPage, Rows

# -- devices


CONFIRM, LEFT = Control("keys 1", Verb.CONFIRM), Control("keys 1", Verb.LEFT)


@pytest.fixture
def source(app: App) -> ScriptedMice:
    """Give the program two separate mice."""
    source = ScriptedMice("Red Mouse", "Blue Mouse")
    used, app.context.devices = app.context.devices.active, Devices(mice=Mice(lambda: source))
    app.context.devices.active = used
    return source


def header(app: App, *kinds: str) -> Header:
    players = [Player(f"P{n}", kind, "" if kind == "human" else "medium", n) for n, kind in enumerate(kinds)]
    return new_header(registry.load("icetowers"), players, {}, 1)


test_devices_and_keys = page_stories(
    """
at first the mouse belongs to the first player and the keyboard to the others
    hands Ana Ben Cleo = hands mouse, keys 1, keys 2; device0.choice mouse; device1.choice WASD + F G;
      device2.choice arrows + , .
stepping through devices takes none from another player
    hands Ana Ben > go to device1; left = hands mouse, keys 2 > left = hands mouse, keys 1 > left = hands mouse, keys 2
if no device is free, two players swap, and the page says so
    hands Ana Ben Cleo > go to device1; left
    = hands keys 1, mouse, keys 2; problem.text Ana now plays with this: WASD + F G.
a row says what each key does
    hands Ana Ben Cleo = device2.help
      Move: arrows · Lift, place, mine: comma · Split: full stop · Put back: slash · Done: semicolon
a player without a device is named
    hands Ana Ben Cleo Dan = hands mouse, keys 1, keys 2, -; problem.text …nothing left to play with…
if there is only one mouse, the page says so, and nobody can join by a click
    hands Ana Ben = mice.text …one mouse…; join0 is here no; join1 is here no

the set-up of a live game shows each player's device
    setup icetowers, seats human bot human = devices.help P0: mouse · P2: WASD + F G
    > press devices; go to device1; right; cancel = devices.help P0: mouse · P2: arrows + , .
games with turns do not ask for devices
    setup wyoming = devices is here no
tables of bots do not ask for devices
    setup icetowers, seats bot bot = devices is here no
a live game cannot start while a player has no device
    setup icetowers, seats human human human human = start.enabled no
a live game can start if every human has a device
    setup icetowers, seats human human human bot = start.enabled yes

a chosen row takes the next key pressed and remembers it
    keyboard > press keys 1 confirm; key return up; key x
    = keys 1 confirm.label X; stored bindings {'keys 1': {'confirm': 'x'}}; wants raw keys no
Esc leaves a chosen row as it was
    keyboard > press keys 1 confirm; key escape = page KeyboardPage; keys 1 confirm.label F; wants raw keys no
a gamepad can leave a chosen row as it was
    keyboard > press keys 1 confirm; cancel = page KeyboardPage; keys 1 confirm.label F; wants raw keys no
the mouse can leave a chosen row as it was
    keyboard > press keys 1 confirm; click at 5,5 = page KeyboardPage; keys 1 confirm.label F; wants raw keys no
a key that no player can have is refused with a reason
    keyboard > press keys 1 confirm; key lshift = keys 1 confirm.note …Shift…; stored bindings {}
a clash is shown on both rows until it is resolved
    keyboard > press keys 1 left; key comma = keys 1 left.note Also: right half, lift, place, mine;
      keys 2 confirm.note Also: left half, left;
      about.text A key can do only one thing: give one of the two another key.
    > press keys 2 confirm; key k = keys 1 left.note -; keys 2 confirm.note -
a row says what its key did before at the table
    keyboard > press keys 1 confirm; key m = keys 1 confirm.help At the table this key no longer mutes the sound.
one button restores the usual keys
    keyboard = usual.enabled no > press keys 1 confirm; key x = stored bindings {'keys 1': {'confirm': 'x'}}
    > press usual = stored bindings {}; keys 1 confirm.label F

only Esc leaves the test of the keyboard
    keytest over the title > key return; key space; key m; key f11 = page KeyTestPage > key escape = page TitlePage
"""
)


# -- which player has which device


class OpenedPage:
    """Opens the page of devices for some players, and records the devices chosen."""

    def __init__(self, robot: Robot, source: ScriptedMice, *names: str) -> None:
        self.robot, self.source, self.hands = robot, source, list[str]()
        robot.open(DevicesPage(robot.app.context, names, (), self.take))

    def take(self, hands: list[str]) -> None:
        self.hands = hands

    def click(self, name: str, mouse: int) -> None:
        """Click on a button with this one of the mice."""
        self.source.press(mouse)
        self.robot.app.context.devices.read([], 1)
        self.robot.click(name)


def test_a_player_gets_the_mouse_that_clicks_beside_their_name(app: App, source: ScriptedMice) -> None:
    chosen = OpenedPage(Robot(app, "mouse"), source, "Ana", "Ben")
    chosen.click("join0", 2)
    chosen.click("join1", 1)
    assert chosen.hands == ["mouse 2", "mouse 1"]


def test_a_player_with_both_mice_keeps_one_when_another_joins(app: App, source: ScriptedMice) -> None:
    chosen = OpenedPage(Robot(app, "mouse"), source, "Ana", "Ben")
    chosen.click("join1", 1)
    assert chosen.hands == ["mouse 2", "mouse 1"]
    assert chosen.robot.widget("join1").label == "Ben has joined"


def test_joining_by_the_keyboard_explains_what_to_do(robot: Robot, source: ScriptedMice) -> None:
    chosen = OpenedPage(robot, source, "Ana", "Ben")
    robot.press("join0")
    assert chosen.hands == ["mouse", "keys 1"]
    assert "with the mouse" in robot.widget("problem").text


def test_a_click_without_a_mouse_is_not_ascribed_to_an_earlier_one(
    app: App, source: ScriptedMice, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot, devices = Robot(app, "mouse"), app.context.devices
    source.plug(3, "Mouse of nobody")
    chosen = OpenedPage(robot, source, "Ana", "Ben")
    source.move(1, 5, 5)
    chosen.click("join1", 2)
    assert chosen.hands == ["mouse 1", "mouse 2"]
    later = pygame.time.get_ticks() + 5000
    monkeypatch.setattr(pygame.time, "get_ticks", lambda: later)
    devices.read([pygame.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(5, 5), touch=False)], 1)
    robot.click("join0")
    assert chosen.hands == ["mouse 1", "mouse 2"]
    assert "Which mouse" in robot.widget("problem").text


def test_a_mouse_plugged_in_while_the_page_is_open_can_join(app: App, source: ScriptedMice) -> None:
    source.unplug(2)
    robot = Robot(app, "mouse")
    chosen = OpenedPage(robot, source, "Ana", "Ben", "Cleo", "Dan")
    assert chosen.hands[3] == ""
    assert robot.page.find("join3") is None
    source.plug(9, "Blue Mouse")
    source.press(9)
    app.context.devices.read([], 1)
    robot.wait(80)
    robot.click("join3")
    assert chosen.hands == ["mouse 1", "keys 1", "keys 2", "mouse 2"]


# -- the set-up


def test_devices_chosen_in_the_set_up_are_used_and_remembered(robot: Robot, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Header] = []

    def open_table(app: App, match: object) -> Scene:
        begun.append(match.header)
        return Blank()

    monkeypatch.setattr(start, "open_table", open_table)
    opened(robot, "setup icetowers, seats bot human human")
    robot.press("devices")
    robot.go_to("device0")
    robot.do(Verb.RIGHT, Verb.CANCEL, Verb.PLAY)
    assert seat_humans(robot.app.context, begun[0]) == {1: "keys 2", 2: "keys 1"}
    assert SettingsStore().load().setups["icetowers"].devices == ("keys 2", "keys 1")


# -- a saved game


def test_a_saved_game_continues_at_once_only_with_the_same_devices(app: App, source: ScriptedMice) -> None:
    two = header(app, "human", "bot", "human")
    assert not are_remembered(app.context, two)
    remember(app.context, "icetowers", ("mouse 2", "keys 2"))
    assert are_remembered(app.context, two)
    assert seat_humans(app.context, two) == {0: "mouse 2", 2: "keys 2"}
    assert not are_remembered(app.context, header(app, "human", "human", "human"))
    assert are_remembered(app.context, header(app, "bot", "bot"))
    source.unplug(2)
    app.context.devices.read([], 1)
    assert not are_remembered(app.context, two)
    assert seat_humans(app.context, two) == {0: "mouse", 2: "keys 2"}


def test_a_saved_game_asks_for_devices_and_remembers_them(
    robot: Robot, app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = app.context.library.start(header(app, "human", "human"))
    match.mark_time(5)
    app.context.library.close()
    (saved,) = app.context.library.unfinished()
    table = Blank()
    monkeypatch.setattr(start, "open_table", lambda app, match: table)
    robot.open(Blank())
    app.manager.go(start.resume(app.context, saved))
    assert isinstance(robot.page, DevicesPage)
    robot.do(Verb.RIGHT)
    robot.press("go")
    assert app.manager.top is table
    assert are_remembered(app.context, saved.header)
    assert start.resume(app.context, saved) == Replace(table)


def test_cancelling_leaves_the_saved_game_unchanged(robot: Robot, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    below = robot.open(Blank())

    def begin() -> Transition:
        raise AssertionError("it has begun")

    app.manager.go(ask_for_devices(app.context, header(app, "human", "human"), begin))
    robot.do(Verb.CANCEL)
    assert app.manager.top is below
    assert "icetowers" not in app.context.settings.setups


# -- the keys


def test_changed_keys_are_kept_after_a_restart(robot: Robot, app: App, home: Path) -> None:
    robot.open(KeyboardPage(app.context))
    robot.press("keys 2 done")
    press_raw_key(robot, "l")
    again = App(store=SettingsStore(), audio=app.context.audio)
    assert again.context.devices.keyboard_halves.place(Control("keys 2", Verb.DONE)) == "l"
    again.context.worker.close()


# -- the test of the keyboard


def test_held_keys_light_up_and_the_most_at_once_are_counted(robot: Robot, app: App) -> None:
    page = robot.open(KeyTestPage(app.context))
    dark = _colour(robot, page, "w")
    for place in ("w", "left", "f5"):
        press_raw_key(robot, place)
    assert _colour(robot, page, "w") != dark
    press_raw_key(robot, "w", up=True)
    assert page.down == ["left", "f5"]
    assert page.most == 3
    assert _colour(robot, page, "w") == dark
    assert page._count() == "Pressed now: 2 (also F5). Most at once: 3."


def _colour(robot: Robot, page: KeyTestPage, place: str) -> pygame.Color:
    """Return the colour of a key in the picture, near its corner."""
    left, top, unit = page._places()
    rect = dict(keys())[place]
    scale = page.kit.scale
    return robot.see().get_at((round((left + rect.x * unit + 9) * scale), round((top + rect.y * unit + 9) * scale)))


def test_the_keys_of_each_keyboard_half_have_their_own_colour(robot: Robot, app: App) -> None:
    page = robot.open(KeyTestPage(app.context))
    nobodys, left, right = (_colour(robot, page, place) for place in ("h", "f", "comma"))
    assert len({tuple(nobodys), tuple(left), tuple(right)}) == 3


def test_the_picture_shows_every_usual_key_once(app: App) -> None:
    places = [place for place, _ in keys()]
    assert {app.context.devices.keyboard_halves.place(control) for control in CONTROLS} <= {*places}
    assert len({*places}) == len(places)
    rects = [rect for _, rect in keys()]
    assert not [1 for n, rect in enumerate(rects) for earlier in rects[:n] if rect.colliderect(earlier)]


# -- keys


def strike(devices: Devices, key: int) -> list[Intent]:
    return devices.read([pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)], 1)


def test_every_action_of_the_keyboard_has_its_row(robot: Robot, app: App) -> None:
    page = robot.open(KeysPage(app.context))
    shown = {verb for _, entries in GROUPS for verb, _, _ in entries}
    assert {*load_bindings().keys.values()} - {Verb.PICK, Verb.PREVIOUS} == shown, "the page's text explains those two"
    assert all(page.find(f"key {verb}") for verb in shown)


def test_a_changed_key_takes_effect_at_once_and_is_remembered(robot: Robot, app: App) -> None:
    robot.open(KeysPage(app.context))
    robot.press("key hint")
    press_raw_key(robot, "b")
    app.frame([], 10)
    assert app.context.devices.label(Verb.HINT) == "B"
    assert [intent.verb for intent in strike(app.context.devices, pygame.K_b)] == [Verb.HINT]
    assert strike(app.context.devices, pygame.K_h) == []
    assert app.context.store.load().program_keys == {"hint": "b"}
    robot.press("usual")
    assert app.context.devices.label(Verb.HINT) == "H"
    assert app.context.settings.program_keys == {}


test_the_page_of_keys = page_stories(
    """
Esc, numbers and modifiers keep their meaning
    keys > press key hint; key escape = key hint.label H > press key hint; key 3 = key hint.label H
    > press key hint; key lshift = key hint.label H
a key that cannot be changed says so
    keys > press key hint; key 3 = key hint.note 3 can't be changed. > press key cancel = wants raw keys no
a key that is bound twice is shown
    keys > press key hint; key l = key hint.note …Move log…
a key opens the page from everywhere and closes it
    settings > keys = page KeysPage > keys = page SettingsPage > press keys = page KeysPage
"""
)


def test_invalid_keys_in_a_settings_file_are_ignored(app: App) -> None:
    keys = ProgramKeys(load_bindings(), {"hint": "no such key", "fly": "x", "log": "escape", "cancel": "q"})
    assert keys.is_usual


@pytest.mark.parametrize("where", [KeysPage, KeyboardPage])
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768)])
def test_the_reason_for_refusing_a_key_is_visible_at_every_row(
    app: App, robot: Robot, where: type[KeysPage | KeyboardPage], size: tuple[int, int]
) -> None:
    app.context.kit = Kit(Metrics(size), 1.5, app.context.kit.theme)
    page = robot.open(where(app.context))
    rows = [widget for widget in page.widgets if isinstance(widget, KeyRow)]
    names = [row.name for row in rows if row.semantics().role is Role.BUTTON]
    assert len(names) > 12
    for name in names:
        robot.press(name)
        press_raw_key(robot, "lshift")
        row = page.find(name)
        assert row.note, name
        assert page.viewport.contains(row.rect), name


class PageWithProblem(ColumnPage):
    """A page with more rows than fit, and a problem in the first row."""

    problem = ""

    def put_rows(self, rows: Rows) -> None:
        rows.words("problem", self.problem, is_bad=True)
        for number in range(40):
            rows.words(f"line {number}", "A line.")


@pytest.mark.parametrize(("offset", "shown"), [(0, ""), (1e9, "Something is wrong.")])
def test_a_problem_scrolled_out_of_sight_is_shown_at_the_bottom(
    app: App, robot: Robot, offset: float, shown: str
) -> None:
    page = robot.open(PageWithProblem(app.context))
    page.scroll_to(offset, at_once=True)
    page.problem = "Something is wrong."
    page.rebuild()
    assert app.context.last_reply.text == shown


# -- joining


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


def couch(app: App, story: str) -> Couch:
    """Open the page as a story does: `Ann Ben`, whose keys are remembered, or `five bots`."""
    if story == "five bots":
        return Couch(app, *(Player(f"Bot{n}", "bot", "easy", n) for n in range(5)), wished=())
    return Couch(app, *(Player(name, colour=colour) for colour, name in enumerate(story.split())))


COUCH_FACTS: dict[str, Callable[..., object]] = {
    "seated": lambda couch, _: ", ".join(" ".join(filter(None, seat)) for seat in couch.seats) or "-",
    "colours": lambda couch, _: row(chair.colour for chair in couch.page.joining.seating.taken),
    "told": lambda couch, _: couch.page._instructions(),
}


@pytest.mark.parametrize(
    "story",
    cases(
        """
a player who leaves frees the chair
    Ann Ben > f f r = seated Ann keys 1 > r = seated - > f = seated Ann keys 1
a bot makes room for a player and returns
    five bots > f = seated Bot0, Bot1, Bot2, Bot3, Ann keys 1 > r = seated Bot0, Bot1, Bot2, Bot3, Bot4
a single player is told that another is missing
    Ann Ben > f f = told One more player…
players who swap names get each other's
    Ann Ben > f d d = seated Ben keys 1 > comma = seated Ben keys 1, Ann keys 2
up and down swap colours with another player
    Ann Ben > f comma = colours 0 1 > s = colours 1 0
"""
    ),
)
def test_the_couch(app: App, story: str) -> None:
    def hit(couch: Couch, places: str) -> list[object]:
        couch.hit(*places.split())
        return []

    tell(Teller(partial(couch, app), hit, COUCH_FACTS), story)


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


def test_bots_take_the_seats_chosen_for_them(app: App) -> None:
    couch = Couch(app, ANN, BEN, BOT)
    couch.hit("f", "f")
    couch.wait(LAST_CALL)
    table = app.manager.top
    assert isinstance(table, LiveScene)
    assert [player.name for player in table.match.header.seats] == ["Ann", "Mesa"]


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


def test_the_set_up_leads_to_the_page_and_back(app: App, robot: Robot, home: Path) -> None:
    robot.open(SetupPage(app.context, "icetowers"))
    page = robot.page
    join = page.find("join")
    app.manager.go(join.press())
    assert isinstance(app.manager.top, JoinPage)
    app.frame([pygame.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="", scancode=41)], FRAME)
    assert isinstance(app.manager.top, SetupPage)
    assert app.context.devices.cursors == {}
