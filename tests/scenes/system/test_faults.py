"""Whatever a service raises, at its start or later, the game goes on, and `doctor` can tell of it."""

import inspect
import threading
from collections.abc import Callable, Iterator
from functools import update_wrapper
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from tests.golden import in_turn, sampled
from topping_out.game.storage import faults
from topping_out.game.storage.faults import guarded, surviving
from topping_out.scenes.accessibility import screen_reader
from topping_out.scenes.accessibility.screen_reader import ScreenReader
from topping_out.scenes.accessibility.voice import Voice
from topping_out.scenes.app import App
from topping_out.scenes.audio.player import Audio
from topping_out.scenes.devices import pads
from topping_out.scenes.devices.devices import Devices
from topping_out.scenes.devices.mice.mice import Mice, NoMice
from topping_out.scenes.pages.settings import SettingsPage


class Panic(BaseException):
    """As pyo3 raises it where a library in Rust has panicked."""


ERRORS: list[type[BaseException]] = [Panic, pygame.error, RuntimeError, MemoryError]


class Raising:
    """Stands for a function, and raises; it is declared to return what that one does."""

    def __init__(self, error: BaseException, function: object = None) -> None:
        update_wrapper(self, function, updated=())  # type: ignore[arg-type]
        self.error, self.calls = error, 0

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        self.calls += 1
        raise self.error


@pytest.fixture
def survivor(home: Path, plain_posters: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], App]]:
    """Start the program with sound, a screen reader that listens, and the voice on; close it whatever happens."""
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


def live(app: App) -> None:
    """Use all services, as a while in the life of the program does."""
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


def assert_goes_on(app: App) -> None:
    assert app.manager.top
    assert app._error_page is None
    frames = app.frames
    app.stage.invalidate()
    app.show()
    assert app.frames > frames, "it still draws"


def adapter_that(**failing: Raising) -> Callable[[ScreenReader, Any], Any]:
    """Return what makes a way to screen readers of which one call fails."""
    usual = {"update_if_active": lambda make: None, "update_window_focus_state": lambda is_focused: None}
    return lambda self, accesskit: SimpleNamespace(**{**usual, **failing})


def mice_that(**failing: Raising) -> tuple[Callable[[], SimpleNamespace]]:
    usual = {"names": {}, "poll": NoMice().poll, "close": NoMice().close}
    return (lambda: SimpleNamespace(**{**usual, **failing}),)


def engine_that(**failing: Raising) -> tuple[Callable[[], SimpleNamespace]]:
    return (lambda: SimpleNamespace(rate=0.5, volume=1.0, **failing),)


def mixer(name: str) -> tuple[Any, str, Callable[[Raising], Any]]:
    return pygame.mixer, name, lambda raises: raises


LIBRARIES: dict[str, tuple[Any, str, Callable[[Raising], Any]]] = {
    "mixer.init": mixer("init"),
    "mixer.get_init": mixer("get_init"),
    "mixer.set_num_channels": mixer("set_num_channels"),
    "mixer.set_reserved": mixer("set_reserved"),
    "mixer.Sound": mixer("Sound"),
    "mixer.Channel": mixer("Channel"),
    "mixer.quit": mixer("quit"),
    "controller.init": (pads.controller, "init", lambda raises: raises),
    "controller.get_count": (pads.controller, "get_count", lambda raises: raises),
    "controller.is_controller": (pads.controller, "is_controller", lambda raises: raises),
    "mice": (Mice.__init__, "__defaults__", lambda raises: (raises,)),
    "mice.poll": (Mice.__init__, "__defaults__", lambda raises: mice_that(poll=raises)),
    "mice.close": (Mice.__init__, "__defaults__", lambda raises: mice_that(close=raises)),
    "voice": (Voice.__init__, "__defaults__", lambda raises: (raises,)),
    "voice.speak": (Voice.__init__, "__defaults__", lambda raises: engine_that(speak=raises)),
}
"""Each call of a library: where it is looked up, and what stands there once it fails."""
if find_spec("accesskit"):
    LIBRARIES |= {
        "accesskit": (screen_reader, "load_library", lambda raises: raises),
        "accesskit's adapter": (ScreenReader, "_make_adapter", lambda raises: lambda self, accesskit: raises()),
        "adapter.update": (ScreenReader, "_make_adapter", lambda raises: adapter_that(update_if_active=raises)),
        "adapter.focus": (ScreenReader, "_make_adapter", lambda raises: adapter_that(update_window_focus_state=raises)),
    }


@sampled("call, make_error", product(LIBRARIES, ERRORS), in_turn(LIBRARIES, ERRORS))
def test_a_call_of_a_library_fails(
    survivor: Callable[[], App], call: str, make_error: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    raises = Raising(make_error("it fails"))
    owner, name, replace = LIBRARIES[call]
    with monkeypatch.context() as patch:
        patch.setattr(owner, name, replace(raises))
        app = survivor()
        live(app)
        assert_goes_on(app)
        app.close()
        wait_for_threads()
    assert raises.calls, "nobody called it"
    is_usual = make_error is pygame.error and call.startswith("mixer")  # a machine without sound, a file that is broken
    assert is_usual or any("it fails" in words for words in (*faults.faults(), app.context.voice.problem))


SERVICES: dict[type, Callable[[App], Any]] = {
    ScreenReader: lambda app: app.reader,
    Audio: lambda app: app.context.audio,
    Voice: lambda app: app.context.voice,
    Devices: lambda app: app.context.devices,
}


def calls_of(kind: type) -> list[str]:
    """Return the names of what the program may call of a service."""
    return [
        name
        for name, member in inspect.getmembers(kind)
        if not name.startswith("_") and name != "silent" and (callable(member) or isinstance(member, property))
    ]


@sampled("shift", range(len(ERRORS)), [0])
@pytest.mark.parametrize("kind", SERVICES)
def test_every_call_of_a_service_fails(
    survivor: Callable[[], App], kind: type, shift: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One after the other, with one of the errors in turn."""
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
            live(app)
            assert_goes_on(app)
        assert any(make_error.__name__ in fault for fault in faults.faults()), name


@pytest.mark.parametrize("error", faults.ON_PURPOSE)
def test_what_ends_something_on_purpose_is_no_fault_of_a_service(error: type[BaseException]) -> None:
    with pytest.raises(error), surviving("sound"):
        raise error
    assert faults.faults() == []


def test_who_interrupts_the_program_ends_it_whatever_service_is_at_work(
    survivor: Callable[[], App], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A SystemExit in a frame, on the other hand, is of another package: it leads to the page that tells of a fault."""
    app = survivor()
    monkeypatch.setattr(Audio, "duck", Raising(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        app.frame([], 16)
    assert faults.faults() == []


@pytest.mark.parametrize("make_error", ERRORS)
def test_what_a_library_calls_raises_nothing(
    survivor: Callable[[], App], make_error: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error that came out of there would end the program on Windows, whatever is caught elsewhere."""
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


def test_a_thread_that_ends_is_told(survivor: Callable[[], App]) -> None:
    survivor()
    thread = threading.Thread(target=Raising(Panic("gone")), name="music")
    thread.start()
    thread.join()
    assert ["music: Panic: gone" in fault for fault in faults.faults()] == [True]


def test_a_fault_is_told_once_a_run_and_forgotten_by_the_next(survivor: Callable[[], App]) -> None:
    faults.forget_faults()
    for _ in range(3):
        with surviving("sound"):
            raise Panic("broken")
    (fault,) = faults.faults()
    assert "sound: Panic: broken (test_faults.py:" in fault
    faults.forget_faults()
    assert faults.faults() == []


def test_what_fails_gives_nothing_of_its_kind(survivor: Callable[[], App]) -> None:
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
