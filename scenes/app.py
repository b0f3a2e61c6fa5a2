"""The program: window, clock and main loop, and the context that every scene is given."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Sequence

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")  # presenting a software window through a texture is slower
os.environ.setdefault("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "0")

import pygame

from game.assets import ASSETS
from game.bots.worker import BotWorker
from game.cli.main import NoDisplay, Request
from game.storage.library import Shelf
from scenes.audio.player import Audio
from scenes.devices.devices import Devices
from scenes.devices.intents import Intent, Verb
from scenes.kit.kit import Kit, Metrics
from scenes.kit.motion import Motion
from scenes.kit.stage import Stage
from scenes.manager import Manager, Replace, Scene
from scenes.system.native_stderr import quiet
from scenes.system.settings import SPEEDS, Settings, SettingsStore

REST = 80
"""Longest wait for an event, in milliseconds, while nothing moves."""
INVISIBLE_DRIVERS = ("offscreen", "evdev", "kmsdrm")
Size = tuple[int, int]
USUAL_WINDOW = (1280, 720)
FRAME = 88
"""Pixels of a screen's height that a new window leaves to its own title and to the system's bars."""


def window_size(left: Size | None, screens: Sequence[Size]) -> Size:
    """Return the size to open a window with: as it was left, or else the usual one; no larger than a screen."""
    width, height = left or USUAL_WINDOW
    widest, highest = max(screens, default=(width, height + FRAME))
    return max(320, min(width, widest)), max(180, min(height, highest if left else highest - FRAME))


def collect_garbage() -> None:
    """Collect garbage, and spare what lives from the later looks for it, which come in the midst of motion."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


class App:
    """What scenes share: settings, kit, audio, devices, records, the bots' worker."""

    def __init__(self, store: SettingsStore | None = None, audio: Audio | None = None) -> None:
        self.store = store or SettingsStore()
        self.settings: Settings = self.store.load()
        self.audio = audio or Audio(self.settings.effects, self.settings.ambience, self.settings.muted)
        self.shelf = Shelf()
        self.worker = BotWorker()
        self.screen = self._open_window()
        self.devices = Devices(self.settings.bindings)
        self.stage = Stage()
        self.kit = self._make_kit()
        self.manager = Manager(self.kit)
        self.frames = 0
        self.reports: list[str] = []

    # -- the window

    def _open_window(self) -> pygame.Surface:
        pygame.display.set_caption("Topping Out")
        icon = ASSETS / "icon" / "icon-64.png"
        if icon.exists():
            pygame.display.set_icon(pygame.image.load(icon))
        return self._set_mode()

    def _set_mode(self) -> pygame.Surface:
        if self.settings.fullscreen:
            return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        if pygame.display.get_surface() and pygame.display.is_fullscreen():
            pygame.display.set_mode((0, 0), pygame.RESIZABLE)  # only a window takes a size: leave full screen first
        screens = [] if pygame.display.get_driver() == "dummy" else pygame.display.get_desktop_sizes()
        return pygame.display.set_mode(window_size(self.settings.window, screens), pygame.RESIZABLE)

    def _make_kit(self) -> Kit:
        kit = Kit(Metrics(self.screen.get_size()), self.settings.text_size)
        self.stage.scale = kit.scale
        self.stage.invalidate()
        return kit

    def relayout(self) -> None:
        """Lay everything out anew: the window or the text size has changed."""
        self.screen = pygame.display.get_surface()
        if not self.settings.fullscreen:
            self.settings.window = self.screen.get_size()
        self.kit = self._make_kit()
        self.manager.resize(self.kit)

    def toggle_fullscreen(self) -> None:
        self.settings.fullscreen = not self.settings.fullscreen
        self._set_mode()
        self.relayout()

    @property
    def has_idle_life(self) -> bool:
        """Whether stars twinkle and windows flicker while nothing happens."""
        return self.settings.idle_life and not self.settings.reduced_motion

    # -- what scenes ask for

    def motion(self) -> Motion:
        """Return a motion that goes by the settings."""
        return Motion(self.settings.speed_factor, self.settings.reduced_motion)

    def report(self, text: str) -> None:
        """Note something that should not have happened, for `doctor` and for bug reports."""
        self.reports.append(text)

    def save_settings(self) -> None:
        """Put the settings into effect, and on disk."""
        self.audio.set_volumes(self.settings.effects, self.settings.ambience)
        self.audio.muted = self.settings.muted
        self.store.save(self.settings)

    def next_speed(self, motion: Motion, by: int = 1) -> None:
        """Change the speed of play, and of a motion that is under way, to the next one."""
        names = list(SPEEDS)
        self.settings.speed = names[(names.index(self.settings.speed) + by) % len(names)]
        self.save_settings()
        motion.speed = self.settings.speed_factor

    def toggle_mute(self) -> None:
        self.settings.muted = not self.settings.muted
        self.save_settings()

    # -- the loop

    def run(self, scene: Scene) -> None:
        """Show a scene and whatever follows, until the last one is left or the window is closed."""
        self.open(scene)
        clock = pygame.time.Clock()
        ground = None
        while self.manager.top:
            self.frame(self.events(), clock.tick(60))
            if self.manager.stack and self.manager.stack[0] is not ground:
                ground = self.manager.stack[0]
                collect_garbage()
        self.close()

    def open(self, scene: Scene) -> None:
        """Put the first scene on the empty stack."""
        self.manager.go(Replace(scene))

    def events(self) -> list[pygame.Event]:
        """Return the new events; at rest, wait a while for one."""
        if self.manager.at_rest:
            first = pygame.event.wait(REST)
            return [event for event in (first, *pygame.event.get()) if event.type != pygame.NOEVENT]
        return pygame.event.get()

    def frame(self, events: list[pygame.Event], ms: float) -> None:
        """Let events and `ms` milliseconds have their effect, and show it; a failure leads to a page of its own."""
        try:
            self._frame(events, ms)
        except Exception as error:
            self._recover(error)

    def _recover(self, error: Exception) -> None:
        """Leave the scene that failed. Raises the error again where the page that tells of one has failed itself."""
        from scenes.pages.error import MishapPage

        if isinstance(self.manager.top, MishapPage):
            raise error
        self.manager.stack.clear()
        self.devices.unseat()
        self.worker.cancel()
        self.manager.go(Replace(MishapPage(self, error)))
        self.stage.invalidate()

    def _frame(self, events: list[pygame.Event], ms: float) -> None:
        for event in events:
            self._on_window_event(event)
        intents = self.devices.read(events, self.kit.scale) + self.devices.repeat(ms)
        for intent in intents:
            self.on_intent(intent)
        rested = self.manager.at_rest and not events and not self.has_idle_life
        self.manager.update(ms)
        self._let_type(bool(self.manager.top and self.manager.top.typing))
        self.devices.hears_keys = bool(self.manager.top and self.manager.top.hears_keys)
        if not (rested and self.manager.at_rest):
            self.show()

    def _let_type(self, typing: bool) -> None:
        """Have the system make text of keys, by its input methods, only while a text is being written."""
        if typing != self.devices.typing:
            self.devices.typing = typing
            (pygame.key.start_text_input if typing else pygame.key.stop_text_input)()

    def _on_window_event(self, event: pygame.Event) -> None:
        if event.type == pygame.QUIT:
            self.manager.clear()
        elif event.type == pygame.VIDEORESIZE:
            self.relayout()
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED):
            self.stage.invalidate()
        elif event.type == pygame.WINDOWFOCUSLOST:
            self.devices.release_all()

    def on_intent(self, intent: Intent) -> None:
        """Do what belongs to the whole program; the rest is the top scene's."""
        if intent.verb is Verb.MUTE:
            self.toggle_mute()
        elif intent.verb is Verb.FULLSCREEN:
            self.toggle_fullscreen()
        else:
            self.manager.on_intent(intent)

    def show(self) -> None:
        """Bring the window up to date; nothing changed, nothing is drawn."""
        self.stage.begin()
        self.manager.draw(self.stage)
        dirty = self.stage.present(self.screen)
        if dirty:
            self.frames += 1
            pygame.display.update(dirty)

    def close(self) -> None:
        self.manager.clear()
        self.store.save(self.settings)
        self.worker.close()
        self.devices.close()
        self.audio.close()


def start(request: Request, after_start: Callable[[App], None] | None = None) -> None:
    """Open the window and carry out what the command line asked for. Raises NoDisplay."""
    from scenes.opening import opening_scene

    with quiet():
        pygame.display.init()
    driver = pygame.display.get_driver()
    wanted = os.environ.get("SDL_VIDEODRIVER", os.environ.get("SDL_VIDEO_DRIVER", ""))
    if driver in INVISIBLE_DRIVERS and driver != wanted:
        raise NoDisplay("there is no display here: start the game on a desktop, or set DISPLAY")
    pygame.font.init()
    pygame.key.stop_text_input()
    app = App()
    if after_start:
        after_start(app)
    try:
        app.run(opening_scene(app, request))
    finally:
        pygame.quit()
