"""Whatever error a service or a scene raises, the game goes on, and `doctor` or a page reports the error."""

import inspect
import os
import platform
import threading
import traceback
from collections.abc import Callable, Iterator
from errno import ENOSPC
from functools import update_wrapper
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zipfile import ZipFile

import pygame
import pytest

from tests.golden import in_turn, sampled
from tests.scenes.robot import Robot
from topping_out.game.bots.worker import BotWorker
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.game.storage import faults
from topping_out.game.storage.faults import guarded, surviving
from topping_out.game.storage.library import SaveLibrary
from topping_out.scenes.accessibility import screen_reader
from topping_out.scenes.accessibility.screen_reader import ScreenReader
from topping_out.scenes.accessibility.semantics import Branch, make_node
from topping_out.scenes.accessibility.voice import Voice
from topping_out.scenes.app import App
from topping_out.scenes.audio.player import Audio
from topping_out.scenes.devices import mice_and_pads
from topping_out.scenes.devices.devices import Devices
from topping_out.scenes.devices.mice_and_pads import Mice, NoMice
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Scene
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages import transfer
from topping_out.scenes.pages.error import ErrorPage
from topping_out.scenes.pages.settings import SettingsPage
from topping_out.scenes.pages.title import TitlePage
from topping_out.scenes.system import fault
from topping_out.scenes.ui.column import Notice


class Panic(BaseException):
    """Like the exception that pyo3 raises when a Rust library panics."""


ERRORS: list[type[BaseException]] = [Panic, pygame.error, RuntimeError, MemoryError]


class Raising:
    """Replaces a function by one that raises an error; it has the same declared return type."""

    def __init__(self, error: BaseException, function: object = None) -> None:
        update_wrapper(self, function, updated=())  # type: ignore[arg-type]
        self.error, self.calls = error, 0

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        self.calls += 1
        raise self.error


@pytest.fixture
def survivor(home: Path, plain_posters: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], App]]:
    """Return a function that starts the program with sound, an active screen reader and its own voice.

    The program is closed at the end. In these tests services may fail: see `no_faults`.
    """
    pygame.display.init()
    pygame.font.init()
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    apps: list[App] = []

    def begin() -> App:
        faults.forget_faults()
        faults.note_faults_of_threads()
        apps.append(App(audio=Audio()))
        app = apps[-1]
        app.reader.is_active = app.reader._is_fresh = True
        app.reader._look_for_reader = lambda: None  # no reader speaks, so the program's own voice does
        app.context.settings.read_aloud = "everything"
        app.open(SettingsPage(app.context))
        return app

    yield begin
    for app in apps:
        app.close()
    monkeypatch.undo()
    pygame.mixer.quit()


def use_services(app: App) -> None:
    """Use all services, as the program does in a few seconds."""
    kinds = (pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED)
    keys = [
        pygame.Event(kind, key=pygame.K_TAB, mod=0, unicode="", scancode=43) for kind in (pygame.KEYDOWN, pygame.KEYUP)
    ]
    added = pygame.Event(pygame.CONTROLLERDEVICEADDED, device_index=0)
    app.context.devices.available()
    app.context.audio.play("turn")
    app.context.audio.theme("title")
    app.frame([pygame.Event(kind) for kind in kinds] + keys + [added], 16)
    app.context.announcer.say("Something happens.")
    app.frame([pygame.Event(pygame.AUDIODEVICEREMOVED, which=1, iscapture=0)], 6000)
    app.frame([], 16)


def assert_still_works(app: App) -> None:
    assert app.manager.top
    assert app._error_page is None
    frames = app.frames
    app.stage.invalidate()
    app.show()
    assert app.frames > frames, "it no longer draws"


def adapter_that(**failing: Raising) -> Callable[[ScreenReader, Any], Any]:
    """Return a replacement for `ScreenReader._make_adapter`, whose adapter fails in this call."""
    usual = {"update_if_active": lambda make: None, "update_window_focus_state": lambda is_focused: None}
    return lambda self, accesskit: SimpleNamespace(**{**usual, **failing})


def mice_that(**failing: Raising) -> tuple[Callable[[], SimpleNamespace]]:
    usual = {"names": {}, "poll": NoMice().poll, "close": NoMice().close}
    return (lambda: SimpleNamespace(**{**usual, **failing}),)


def engine_that(**failing: Raising) -> tuple[Callable[[], SimpleNamespace]]:
    return (lambda: SimpleNamespace(rate=0.5, volume=1.0, **failing),)


def function_of(module: Any, name: str) -> tuple[Any, str, Callable[[Raising], Any]]:
    return module, name, lambda raises: raises


MIXER = ("init", "get_init", "set_num_channels", "set_reserved", "Sound", "Channel", "quit")
CONTROLLER = ("init", "get_count", "is_controller")
LIBRARIES: dict[str, tuple[Any, str, Callable[[Raising], Any]]] = {
    **{f"mixer.{name}": function_of(pygame.mixer, name) for name in MIXER},
    **{f"controller.{name}": function_of(mice_and_pads.controller, name) for name in CONTROLLER},
    "mice": (Mice.__init__, "__defaults__", lambda raises: (raises,)),
    "mice.poll": (Mice.__init__, "__defaults__", lambda raises: mice_that(poll=raises)),
    "mice.close": (Mice.__init__, "__defaults__", lambda raises: mice_that(close=raises)),
    "voice": (Voice.__init__, "__defaults__", lambda raises: (raises,)),
    "voice.speak": (Voice.__init__, "__defaults__", lambda raises: engine_that(speak=raises)),
}
"""Calls of libraries: the owner and name of the function, and what replaces it to make it fail."""
if find_spec("accesskit"):
    LIBRARIES |= {
        "accesskit": function_of(screen_reader, "load_library"),
        "accesskit's adapter": (ScreenReader, "_make_adapter", lambda raises: lambda self, accesskit: raises()),
        "adapter.update": (ScreenReader, "_make_adapter", lambda raises: adapter_that(update_if_active=raises)),
        "adapter.focus": (ScreenReader, "_make_adapter", lambda raises: adapter_that(update_window_focus_state=raises)),
    }


@sampled("call, make_error", product(LIBRARIES, ERRORS), in_turn(LIBRARIES, ERRORS))
def test_the_program_goes_on_when_a_call_of_a_library_fails(
    survivor: Callable[[], App], call: str, make_error: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    raises = Raising(make_error("it fails"))
    owner, name, replace = LIBRARIES[call]
    with monkeypatch.context() as patch:
        patch.setattr(owner, name, replace(raises))
        app = survivor()
        use_services(app)
        assert_still_works(app)
        app.close()
        wait_for_threads()
    assert raises.calls, "it was never called"
    is_usual = make_error is pygame.error and call.startswith("mixer")  # no sound device, or a broken file
    assert is_usual or any("it fails" in words for words in (*faults.faults(), app.context.voice.problem))


SERVICES: dict[type, Callable[[App], Any]] = {
    ScreenReader: lambda app: app.reader,
    Audio: lambda app: app.context.audio,
    Voice: lambda app: app.context.voice,
    Devices: lambda app: app.context.devices,
}


def calls_of(kind: type) -> list[str]:
    """Return the names of the public methods and properties of a service."""
    return [
        name
        for name, member in inspect.getmembers(kind)
        if not name.startswith("_") and name != "silent" and (callable(member) or isinstance(member, property))
    ]


@sampled("shift", range(len(ERRORS)), [0])
@pytest.mark.parametrize("kind", SERVICES)
def test_the_program_goes_on_when_any_call_of_a_service_fails(
    survivor: Callable[[], App], kind: type, shift: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The calls fail one after another, with the errors in turn."""
    app = survivor()
    for number, name in enumerate(calls_of(kind), shift):
        make_error = ERRORS[number % len(ERRORS)]
        member = getattr(kind, name)
        is_property = isinstance(member, property)
        raises = Raising(make_error("it fails"), member.fget if is_property else member)
        faults.forget_faults()
        with monkeypatch.context() as patch:
            patch.setattr(kind, name, property(raises, raises) if is_property else raises)
            used = getattr(SERVICES[kind](app), name)
            if not is_property:
                used()
            use_services(app)
            assert_still_works(app)
        assert any(make_error.__name__ in fault for fault in faults.faults()), name


@pytest.mark.parametrize("error", faults.ON_PURPOSE)
def test_exceptions_that_end_the_program_are_not_faults(error: type[BaseException]) -> None:
    with pytest.raises(error), surviving("sound"):
        raise error
    assert faults.faults() == []


def test_a_keyboard_interrupt_ends_the_program_even_inside_a_service(
    survivor: Callable[[], App], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A SystemExit during a frame, however, comes from another package and leads to the error page."""
    app = survivor()
    monkeypatch.setattr(Audio, "duck", Raising(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        app.frame([], 16)
    assert faults.faults() == []


@pytest.mark.parametrize("make_error", ERRORS)
def test_functions_called_by_the_screen_reader_library_never_raise(
    survivor: Callable[[], App], make_error: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Windows, an exception out of such a function would end the program, whatever is caught elsewhere."""
    library, called = SimpleNamespace(), list[Callable[..., Any]]()
    library.unix = SimpleNamespace(Adapter=lambda *calls: called.extend(calls))
    library.windows = SimpleNamespace(SubclassingAdapter=lambda window, *calls: called.extend(calls))
    app = survivor()
    monkeypatch.setattr(pygame.display, "get_wm_info", lambda: {"window": 1})
    for name in ("_activate", "_keep_request", "_deactivate"):
        monkeypatch.setattr(ScreenReader, name, Raising(make_error("it fails")))
    app.reader._make_adapter(library)
    assert len(called) >= 2
    assert [call() for call in called] == [None] * len(called)


def test_an_error_that_ends_a_thread_is_noted_as_a_fault(survivor: Callable[[], App]) -> None:
    survivor()
    thread = threading.Thread(target=Raising(Panic("gone")), name="music")
    thread.start()
    thread.join()
    assert ["music: Panic: gone" in fault for fault in faults.faults()] == [True]


def test_a_fault_is_noted_once_per_run_of_the_program(survivor: Callable[[], App]) -> None:
    faults.forget_faults()
    for _ in range(3):
        with surviving("sound"):
            raise Panic("broken")
    (fault,) = faults.faults()
    assert "sound: Panic: broken (test_faults.py:" in fault
    faults.forget_faults()
    assert faults.faults() == []


def test_a_guarded_call_that_fails_returns_an_empty_value(survivor: Callable[[], App]) -> None:
    class Service:
        def names(self) -> "list[str]":
            raise Panic

        @property
        def title(self) -> "str":
            raise Panic

        def find(self) -> "Service | None":
            raise Panic

    service = guarded("test", Service())
    assert (service.names(), service.title, service.find()) == ([], "", None)


def wait_for_threads() -> None:
    for thread in threading.enumerate():
        if thread.name in ("voice", "music", "sounds"):
            thread.join(10)


# -- an error in a scene


class Mute(Exception):
    """An exception whose text cannot be read."""

    def __str__(self) -> str:
        raise ValueError


class Failing(Scene):
    def update(self, ms: float) -> None:
        raise ZeroDivisionError("a floor too many")


def start_game(app: App) -> TurnScene:
    game = load("wyoming")
    players = [Player("Ana"), Player("Ben", colour=1)]
    match = app.context.library.start(new_header(game, players, {"first": "0"}, 3))
    match.act(0, game.actions(match.state, 0)[0])
    return TurnScene(app.context, match)


def fail(app: App) -> Robot:
    """Let a scene above the table of a game fail."""
    robot = Robot(app)
    robot.open(start_game(app))
    app.manager.stack.append(Failing())
    app.frame([], 16)
    return robot


def test_an_error_page_says_where_the_report_is(app: App, home: Path) -> None:
    page = fail(app).top(ErrorPage)
    reports = list((home / "log").glob("report-*.txt"))
    assert len(reports) == 1
    assert str(reports[0]) in page.text
    words = reports[0].read_text(encoding="utf-8")
    assert "a floor too many" in words
    assert '"seed":3' in words


@pytest.mark.parametrize(
    "text", ["\ufe0f", "\ud800", "\x00", "שלום 한국 \u2764\ufe0f", "\u202e", "%s {error}", "a\nb" * 400]
)
def test_the_text_of_an_error_may_be_anything(app: App, robot: Robot, home: Path, text: str) -> None:
    """The page is drawn, read out and written to the report, and stays open."""

    class Saying(Scene):
        def update(self, ms: float) -> None:
            raise ValueError(text)

    robot.open(start_game(app))
    app.manager.stack.append(Saying())
    for _ in range(3):
        app.frame([], 16)
    page = robot.top(ErrorPage)
    assert len(list((home / "log").glob("report-*.txt"))) == 1
    accesskit = pytest.importorskip("accesskit")
    for element in page.reading().elements:
        assert make_node(accesskit, Branch(element.semantics.role, element.semantics))


def test_the_game_can_be_continued_from_the_error_page(app: App) -> None:
    robot = fail(app)
    robot.do("confirm")
    table = robot.top(TurnScene)
    assert len(table.match.record.entries) == 1


def test_the_error_page_packs_a_report_and_names_the_file(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transfer, "folders", lambda: [tmp_path])
    robot = fail(app)
    robot.press("pack")
    page = robot.top(Notice)
    (packed,) = tmp_path.glob("topping-out-report-*.zip")
    assert packed.name in page.text
    assert "Nothing has been sent" in page.text
    with ZipFile(packed) as archive:
        names = archive.namelist()
        assert "doctor.txt" in names
        assert {Path(name).parts[0] for name in names} == {"doctor.txt", "log", "record"}
    robot.do("confirm")
    assert isinstance(app.manager.top, ErrorPage)


def test_the_error_page_says_why_no_report_can_be_packed(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transfer, "folders", lambda: [tmp_path / "gone"])
    app.open(Failing())
    app.frame([], 16)
    Robot(app).press("pack")
    assert "can't be written" in Robot(app).top(Notice).text


def test_the_error_page_leads_to_the_title_if_no_game_was_open(app: App) -> None:
    app.open(Failing())
    app.frame([], 16)
    Robot(app).do("confirm")
    assert isinstance(app.manager.top, TitlePage)


def test_an_error_of_the_error_page_itself_is_raised(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    app.open(Failing())
    app.frame([], 16)
    monkeypatch.setattr(ErrorPage, "paint", lambda page, stage: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        app.frame([], 16)


CALLS_OF_THE_HANDLER = {
    "no folder for reports": (fault, "log_folder"),
    "no report can be written": (fault, "write_atomic"),
    "old reports stay": (fault, "keep_newest"),
    "no versions": (platform, "platform"),
    "no way to the error": (traceback, "format_exception"),
    "the game can't be closed": (SaveLibrary, "close"),
    "the games can't be listed": (SaveLibrary, "unfinished"),
    "the bots go on": (BotWorker, "cancel"),
    "no page": (ErrorPage, "__init__"),
    "the picture stays": (Stage, "invalidate"),
}
"""Functions that are called while an error is handled."""


@pytest.mark.parametrize("fails", [OSError(ENOSPC, "No space left on device"), MemoryError(), Mute()], ids=type)
@pytest.mark.parametrize("what", CALLS_OF_THE_HANDLER)
def test_a_second_error_during_handling_hides_neither(
    app: App, monkeypatch: pytest.MonkeyPatch, what: str, fails: Exception
) -> None:
    """Either the page appears, or the first error is raised and the report names it."""

    def failing(*values: object, **named: object) -> None:
        raise fails

    Robot(app).open(start_game(app))
    app.manager.stack.append(Failing())
    with monkeypatch.context() as patch:
        patch.setattr(*CALLS_OF_THE_HANDLER[what], failing)
        try:
            app.frame([], 16)
        except ZeroDivisionError as error:
            came_out = error
        else:
            came_out = None
        if came_out:
            assert came_out.__cause__ is fails
            assert "ZeroDivisionError: a floor too many" in str(fault.stopped(came_out, app.context))
        else:
            page = app.manager.top
            assert isinstance(page, ErrorPage)
            assert "a floor too many" in page.text
            app.frame([], 16)
            assert app.manager.top is page


def test_the_last_message_names_a_report_of_the_error(app: App) -> None:
    try:
        raise ZeroDivisionError("a floor too many")
    except ZeroDivisionError as error:
        words = str(fault.stopped(error, app.context))
    (report,) = fault.log_folder().glob("report-*.txt")
    assert words == f"The program had to stop (ZeroDivisionError: a floor too many). A report is in {report}."
    text = report.read_text(encoding="utf-8")
    assert "Traceback (most recent call last):" in text
    assert "ZeroDivisionError: a floor too many" in text


def test_the_last_message_without_a_report_has_the_traceback(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fault, "write_atomic", lambda *_: os.stat("/nowhere/at all"))
    words = str(fault.stopped(ZeroDivisionError("a floor too many"), app.context))
    assert "No report could be saved." in words
    assert words.count("ZeroDivisionError: a floor too many") == 2


def test_only_the_newest_reports_are_kept(app: App, home: Path) -> None:
    folder = home / "log"
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(60):
        (folder / f"report-20260101-0000{number:02}.txt").write_text("old")
    fail(app)
    left = sorted(path.name for path in folder.glob("report-*.txt"))
    assert len(left) == 20
    assert left[0] == "report-20260101-000041.txt"
    assert left[-1] > "report-20260101-000059.txt"
