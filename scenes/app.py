"""The program's window and its main loop, which runs the scenes, and the captions over them."""

from __future__ import annotations

import gc
import math
import os
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import ParamSpec, TypeVar

import pygame

from topping_out.game import registry
from topping_out.game.boundary import Blamed
from topping_out.game.children import watched
from topping_out.game.cli.console import print_error
from topping_out.game.cli.frontend import FrontendFailed, WindowRequest
from topping_out.game.language import mark, tr
from topping_out.game.storage import translations
from topping_out.game.storage.faults import forget_faults, guarded, note_fault, note_faults_of_threads
from topping_out.game.text import paragraph

from . import routes
from .accessibility.screen_reader import Request, ScreenReader
from .accessibility.semantics import USUAL_PACE, Reading
from .audio.player import Audio
from .devices.intents import Intent, Verb
from .kit.kit import Kit, Metrics
from .kit.stage import Stage
from .kit.theme import Theme, load_theme
from .manager import Manager, Push, Replace, Scene
from .match import definition
from .system.context import Context
from .system.fault import display_advice, stopped
from .system.settings import POINTERS, Preferences, Settings, SettingsStore
from .system.window import (
    CALM,
    INVISIBLE_DRIVERS,
    Resizing,
    dress_pointer,
    give_back_large_blocks,
    give_hints,
    note_window,
    open_window,
    set_fullscreen,
    show_window,
    silence_stderr,
)

# -- app


P = ParamSpec("P")
T = TypeVar("T")
LONGEST_FRAME = 20.0
"""Most seconds that a frame may take while a game of another package is installed."""
IDLE_WAIT = 80
"""Longest wait for an event, in milliseconds, while nothing moves."""


VERBS_OF_REQUESTS = {
    "click": Verb.CONFIRM, "increment": Verb.RIGHT, "decrement": Verb.LEFT, "set_value": Verb.SET,
    "set_text_selection": Verb.SELECT,
}  # fmt: skip
"""The verb for each action that a screen reader can request, besides focusing an element."""
POINTER_VERBS = frozenset((Verb.POINT, Verb.PRESS, Verb.RELEASE, Verb.SCROLL, Verb.LET_GO))
WAKE = pygame.event.custom_type()
"""An event that only wakes the loop."""


def wake() -> None:
    """Make the main loop run a frame at once. Other threads call this."""
    if pygame.display.get_init():
        pygame.event.post(pygame.Event(WAKE))


def collect_garbage() -> None:
    """Collect garbage, and exempt all live objects from later collections, which would interrupt animations."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def theme_of(settings: Settings) -> Theme:
    """Return the theme that the settings choose."""
    return load_theme(settings.colours, settings.high_contrast)


def looks_of(settings: Settings) -> tuple[float, Theme, float, bool]:
    """Return what the settings choose of a kit (see `Kit.looks`)."""
    return settings.text_size, theme_of(settings), POINTERS[settings.pointer], settings.mirrored


class App:
    """The window, the scenes in it, and the main loop."""

    def __init__(self, store: SettingsStore | None = None, audio: Audio | None = None) -> None:
        give_back_large_blocks()
        store = store or SettingsStore()
        settings = store.load()
        translations.use(translations.preferred(settings.language))
        self._language = settings.language
        with silence_stderr():
            volume = settings.volume
            audio = audio or Audio(volume("effects"), volume("ambience"), settings.muted, volume("music"))
            audio = guarded("sound", audio)
        audio.preload_aside(("dusk",))  # played on most pages; loading it takes longer than a frame
        self.screen = open_window(settings)
        self._is_fullscreen = settings.fullscreen
        self.stage = Stage()
        self._resizing = Resizing(self.stage)
        self._writing_at = pygame.Rect(0, 0, 0, 0)
        """The rectangle of the text field last passed to the system's input methods, in pixels."""
        self.context = Context(store, settings, audio, self._make_kit(settings))
        self.captions = Captions(audio)
        self.preferences = Preferences()
        self.reader = guarded("screen reader", ScreenReader(self.context.announcer, wake))
        self.screen = show_window(settings)  # only now: some systems' screen readers must be connected before
        if self.screen.get_size() != self.context.kit.metrics.pixels:
            self.context.kit = self._make_kit(settings)
        self.manager = Manager(self.context.kit, lambda: routes.TITLE(self.context))
        self.frames = 0
        self._error_page: Scene | None = None
        self._pending_voice_reply = ""
        """The reply to show once the program's own voice, just switched on, has been heard."""
        self._has_acted = False
        """Whether the player has done anything since the error page opened."""
        self._labelled_for = self.context.devices.labelled_for
        self._moved_for: float | None = None
        """Milliseconds since the window was last moved; None if its new place has been saved."""
        self._pressed_on: Scene | None = None
        """The scene that was on top when the keys and buttons now held were pressed."""

    # -- the window

    def _make_kit(self, settings: Settings) -> Kit:
        kit = Kit(Metrics(self.screen.get_size()), *looks_of(settings))
        dress_pointer(kit)
        self.stage.scale = kit.scale
        self.stage.invalidate()
        return kit

    def relayout(self) -> None:
        """Lay everything out again, as the window or the text size has changed."""
        settings = self.context.settings
        self.manager.let_go()
        self.screen = pygame.display.get_surface() or self.screen
        note_window(settings)
        old_kit, self.context.kit = self.context.kit, self._make_kit(settings)
        old_kit.clear()  # objects that still refer to it may live until garbage is collected
        self.manager.resize(self.context.kit)

    def _follow_settings(self) -> None:
        """Apply those settings that have changed to the window."""
        settings = self.context.settings
        if settings.fullscreen != self._is_fullscreen:
            self._is_fullscreen = settings.fullscreen
            set_fullscreen(settings)
            self.relayout()
        elif settings.language != self._language:
            self._language = settings.language
            translations.use(settings.language)
            self.relayout()
        elif looks_of(settings) != self.context.kit.looks:
            self.relayout()

    # -- the loop

    def run(self, scene: Scene | Callable[[], Scene]) -> None:
        """Run scenes, starting with `scene` (or what it returns), until the last is left or the window is closed.

        Raises errors for which no error page can be shown.
        """
        self.context.voice.obey(self.context.settings, is_silent=False)  # so that it reads the first announcements
        self._attempt(self.open, scene)
        clock = pygame.time.Clock()
        ground = None
        while self.manager.top:
            self.frame(self._attempt(self.events) or [], clock.tick(60))
            if self.manager.stack and self.manager.stack[0] is not ground:
                ground = self.manager.stack[0]
                collect_garbage()
        self.close()

    def open(self, scene: Scene | Callable[[], Scene]) -> None:
        """Put the first scene on the empty stack."""
        self.manager.go(Replace(scene() if callable(scene) else scene))

    def events(self) -> list[pygame.Event]:
        """Return the new events; if nothing moves, wait up to IDLE_WAIT for the first."""
        try:
            first = [pygame.event.wait(IDLE_WAIT)] if self.manager.at_rest else []
            return [event for event in (*first, *pygame.event.get()) if event.type != pygame.NOEVENT]
        except SystemError:  # pygame cannot decode every letter that X sends, and loses the events around it
            return [pygame.Event(pygame.WINDOWHIDDEN)]  # a release may be among them: this lets go of everything

    def frame(self, events: list[pygame.Event], ms: float) -> None:
        """Handle events, let `ms` milliseconds pass, and draw. If that fails, open the error page."""
        self._attempt(self._frame, events, ms)

    def _attempt(self, work: Callable[P, T], *values: P.args, **named: P.kwargs) -> T | None:
        """Call `work` and return its result. If it fails, open the error page and return None.

        If games of other packages are installed, the call is also limited to LONGEST_FRAME.
        """
        try:
            with watched(LONGEST_FRAME) if registry.has_others() else nullcontext():
                return work(*values, **named)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self._recover(registry.with_culprit(error))
        return None

    def _recover(self, error: BaseException) -> None:
        """Replace all scenes by the error page. Raises `error` if the error page itself failed before any input."""
        is_again = self._error_page is not None and self.manager.top is self._error_page
        if is_again and not self._has_acted:
            raise error
        try:
            if isinstance(error, Blamed):
                note_fault("game", error)
            self.manager.stack.clear()
            self.context.devices.unassign()
            self.context.worker.cancel()
            self._has_acted = False
            self._error_page = routes.ERROR(self.context, error, is_again)
            self.manager.go(Replace(self._error_page))
            self.stage.invalidate()
        except Exception as another:
            raise error from another

    def _frame(self, events: list[pygame.Event], ms: float) -> None:
        for event in events:
            self._on_window_event(event)
        devices = self.context.devices
        if self.manager.top is not self._pressed_on:
            self._pressed_on = self.manager.top
            devices.release_all()  # keys and buttons still held were pressed on another page
        self.context.announcer.pass_time(ms)
        for intent in devices.read(events, self.context.kit.scale) + devices.repeat(ms):
            self.on_intent(intent)
        for request in self.reader.requests():
            self._carry_out(request)
        if (by_pad := devices.active == "pad") is pygame.display.get_allow_screensaver():
            pygame.display.set_allow_screensaver(not by_pad)  # desktops don't count gamepad input as activity
        if devices.labelled_for != self._labelled_for:
            self._labelled_for = devices.labelled_for
            self.manager.resize(self.context.kit)  # buttons show the keys of the device in use
        self.context.comparisons.listen()
        rested = self.manager.at_rest and not events and not self.context.has_idle_life
        if self.context.last_reply.update(ms) | self._report_voice():
            rested = False
        if self.context.library_reader.update(ms) and self.manager.top:
            self.manager.top.refresh()
            rested = False
        if self.preferences.apply(self.context.settings):
            self.context.save_settings()
            self._follow_settings()
        self._note_place(ms)
        is_resized = self._resizing.comes_to_rest(ms)
        if is_resized:
            self.relayout()
        self.manager.update(ms)
        rested &= not self.captions.update(ms, self.context.settings.captions)
        self.context.audio.recover()
        self.context.audio.duck(self.context.announcer.left > 0)
        self._set_text_input(self.manager.top.writing_at if self.manager.top else None)
        devices.wants_raw_keys = bool(self.manager.top and self.manager.top.wants_raw_keys)
        if is_resized or not (self._resizing.is_under_way or (rested and self.manager.at_rest)):
            self.show()
            self._read_out()

    def _note_place(self, ms: float) -> None:
        """Save the window's place once it has rested for CALM. Only then is it known whether it was maximised."""
        if self._moved_for is not None:
            self._moved_for += ms
            if self._moved_for >= CALM:
                self._moved_for = None
                note_window(self.context.settings)

    def _read_out(self) -> None:
        """Pass what is on the screen to the screen reader and the program's own voice."""
        voice, top = self.context.voice, self.manager.top
        voice.obey(self.context.settings, is_silent=self.reader.speaks)
        is_heard = self.reader.speaks or (voice.reads_everything and voice.has_spoken)
        pace = self.context.settings.reader_pace if self.reader.speaks else voice.pace
        self.context.announcer.pace = pace or USUAL_PACE
        if is_heard != self.context.announcer.is_heard:
            self.context.announcer.is_heard = is_heard
            self.manager.resize(self.context.kit)  # pages contain more for players who listen
        if top and (self.reader.is_active or voice.mode != "off"):
            reading, self.reader.is_staying_wanted = top.reading(), self.context.settings.said_stays
            self.reader.show(top, reading, self.context.kit.scale)
            voice.follow(top, reading, top.pointed_name)

    def _carry_out(self, request: Request) -> None:
        """Do what a screen reader requests with the element that it names, if that still exists."""
        self.context.devices.active = "keys"
        self.on_intent(Intent(Verb.FOCUS, text=request.name))
        reading = self.manager.top.reading() if self.manager.top else None
        if request.action in VERBS_OF_REQUESTS and reading and reading.focus == request.name:
            self.on_intent(Intent(VERBS_OF_REQUESTS[request.action], text=request.value))

    def _set_text_input(self, place: pygame.FRect | None) -> None:
        """Switch the system's text input on while a text field, at `place`, has the focus, and off otherwise."""
        typing, scale = place is not None, self.context.kit.scale
        if typing != self.context.devices.typing:
            self.context.devices.typing = typing
            (pygame.key.start_text_input if typing else pygame.key.stop_text_input)()
        if place:
            at = pygame.Rect([round(number * scale) for number in (place.x, place.y, place.w, place.h)])
            if at != self._writing_at:
                self._writing_at = at
                pygame.key.set_text_input_rect(at)

    def _on_window_event(self, event: pygame.Event) -> None:
        if event.type == pygame.QUIT:
            self.manager.clear()
        elif event.type == pygame.VIDEORESIZE:
            old_size, screen = self.context.kit.metrics.pixels, pygame.display.get_surface() or self.screen
            if self._resizing.is_under_way or screen.get_size() != old_size:
                self._resizing.stretch(old_size, screen)
        elif event.type == pygame.WINDOWMOVED:
            self._moved_for = 0.0
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED):
            self.stage.invalidate()
        elif event.type == pygame.DROPFILE:
            self.on_intent(Intent(Verb.DROP, text=event.file))
        elif event.type == pygame.WINDOWFOCUSLOST:
            self.reader.focus_window(False)
            self.context.audio.be_away(not self.context.settings.background_sound)
        elif event.type == pygame.WINDOWFOCUSGAINED:
            self.reader.focus_window(True)
            self.context.audio.be_away(False)
        elif (
            event.type == pygame.AUDIODEVICEREMOVED and event.which and not event.iscapture
        ):  # 0: not the device in use
            self.context.audio.lose_device()

    def on_intent(self, intent: Intent) -> None:
        """Handle the intents of the whole program, and pass all others to the top scene."""
        self._has_acted |= intent.verb not in (Verb.POINT, Verb.FOCUS)
        if self.reader.speaks and intent.verb not in POINTER_VERBS:  # readers stop speaking at each key
            self.context.announcer.go_on()
        if intent.verb is Verb.MUTE:
            self.context.toggle_mute()
        elif intent.verb is Verb.READ_ALOUD:
            self._toggle_voice()
        elif intent.verb is Verb.FULLSCREEN:
            self.context.toggle_fullscreen()
        elif intent.verb is Verb.LET_GO:
            self.manager.let_go()
        else:
            self.manager.on_intent(intent)
        self._follow_settings()

    def _toggle_voice(self) -> None:
        """Switch the program's own voice on or off, and say so."""
        context, key = self.context, self.context.devices.program_keys.label(Verb.READ_ALOUD)
        if self.reader.speaks:
            context.reply(tr("The program's own voice is silent while a screen reader speaks."))
            return
        if context.settings.read_aloud == "everything":
            words = tr("Read aloud is off. {key} switches it on.", key=key)
            context.voice.say(words)
            context.last_reply.show(words)
        context.toggle_voice()
        self._read_out()
        if context.voice.reads_everything:
            words = tr("Read aloud is on. {key} switches it off.", key=key)
            context.announcer.reply(words, urgent=False)
            self._pending_voice_reply = words
            context.last_reply.show(tr("Read aloud is starting."))

    def _report_voice(self) -> bool:
        """Show that reading aloud works, or why it doesn't (on the terminal too). Return whether a reply changed."""
        voice, reply = self.context.voice, self._pending_voice_reply
        if problem := voice.take_problem():
            words = tr("Read aloud is on, but nothing can be heard: {why}.", why=tr(problem))
            self.context.reply(words)
            print_error(words)
        elif reply and voice.reads_everything and voice.has_spoken:
            self.context.last_reply.show(reply)
        elif reply and not voice.problem and voice.reads_everything:
            return False  # it is about to speak
        self._pending_voice_reply = ""
        return bool(problem or reply)

    def show(self) -> None:
        """Draw what has changed since the last frame."""
        self.stage.begin()
        self.manager.draw(self.stage)
        if self.manager.top:
            self.captions.draw(self.stage, self.context.kit, self.manager.top.reading)
        dirty = self.stage.present(self.screen)
        if dirty:
            self.frames += 1
            pygame.display.update(dirty)

    def close(self) -> None:
        note_window(self.context.settings)
        self.manager.clear()
        self.context.close()


def opening_scene(context: Context, request: WindowRequest) -> Scene:
    """Return the scene that the command line asks for: the title, a deal, a match or a replay."""
    if request.deal:
        from .match.start import begin_deal  # imported here so that the title opens sooner

        transition = begin_deal(context, request.deal)
        assert isinstance(transition, Push | Replace)
        return transition.scene
    if request.command == "play" and request.header:
        return routes.TABLE(context, context.library.start(request.header))
    if request.command == "replay" and request.record:
        from topping_out.game.bots.review import Timeline  # imported here so that the title opens sooner

        return routes.REPLAY(context, Timeline(request.record))
    return routes.TITLE(context, opening=True)


def start(request: WindowRequest, after_start: Callable[[App], None] | None = None) -> None:
    """Open the window and run until it is closed. Raises FrontendFailed, also after an error."""
    give_hints()
    with silence_stderr():
        pygame.display.init()
    driver = pygame.display.get_driver()
    wanted = os.environ.get("SDL_VIDEODRIVER", os.environ.get("SDL_VIDEO_DRIVER", ""))
    if driver in INVISIBLE_DRIVERS and driver != wanted:
        raise FrontendFailed(tr("there's no display here: {advice}", advice=display_advice()))
    if not definition.playable():
        missing = tr("there's no game to show: install the program again.")
        raise FrontendFailed(paragraph([missing, *definition.problems()]))
    forget_faults()
    note_faults_of_threads()
    pygame.font.init()
    pygame.key.stop_text_input()
    app = App(audio=Audio.silent() if request.quiet else None)
    if app.context.store.is_first:
        app.preferences.begin()
    if request.read_aloud:
        app.context.settings.read_aloud = "everything"
    if after_start:
        after_start(app)
    try:
        app.run(lambda: opening_scene(app.context, request))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise stopped(error, app.context) from error
    finally:
        app.context.audio.close()  # until then the music's thread uses the device
        pygame.quit()


# -- captions


CAPTION_WORDS = {
    "card_flip": mark("Cards turn over"), "card_place": mark("A card is set down"),
    "card_slide": mark("Cards slide"), "clink_large": mark("A deep clink of glass"),
    "clink_medium": mark("A clink of glass"), "clink_small": mark("A high clink of glass"),
    "coin_toss": mark("A coin is tossed"), "confetti": mark("Confetti pops"), "curtain": mark("A curtain falls"),
    "hint": mark("A chime: a hint"), "knock": mark("A knock on wood"), "lose": mark("A falling melody"),
    "medal": mark("A medal chimes"),
    "penny_drop": mark("A penny drops"), "penny_ring": mark("A penny rings"), "river": mark("Water rushes by"),
    "shatter": mark("Glass shatters"),
    "shuffle": mark("Cards are shuffled"), "sky_settle": mark("The Sky rumbles"), "snap": mark("Glass snaps"),
    "thud": mark("A thud"), "tick": mark("A clock ticks"), "topple": mark("A tower comes down"),
    "turn": mark("A bell: your turn"), "undo": mark("A sound plays backwards"), "win": mark("A fanfare"),
}  # fmt: skip
"""Captions by sound. Sounds of buttons and the focus have none, nor have sounds of events that are put into words."""
CAPTION_TIME = 2200.0
"""Milliseconds that a caption stays after its sound."""
MAX_CAPTIONS = 2
"""Most captions shown at once; newer ones replace older ones."""
CAPTION_SIZE = 15.0
LAST_WORDS = (340.0, 140.0)
"""Width and height of the lower left corner, where tables write the last play, in logical units."""
CAPTION_STEP = 24.0
"""Distance between the heights that are tried for the plate, in logical units."""


class Captions:
    """Shows captions of the latest sounds on a plate, placed where it covers least of the page."""

    def __init__(self, audio: Audio) -> None:
        self._audio = audio
        self._seen = audio.play_count
        self._left: dict[str, float] = {}
        self._plate: pygame.FRect | None = None

    @property
    def words(self) -> str:
        """The captions shown, as one line."""
        return "  ·  ".join(tr(CAPTION_WORDS[name]) for name in self._left)

    def update(self, ms: float, is_on: bool) -> bool:
        """Let time pass, and take the sounds played meanwhile. Return whether the captions have changed."""
        before, count = [*self._left], self._audio.play_count - self._seen
        self._seen = self._audio.play_count
        self._left = {name: left - ms for name, left in self._left.items() if is_on and left > ms}
        for name in [*self._audio.recent][-count:] if is_on and count else ():
            if name in CAPTION_WORDS:
                self._left[name] = CAPTION_TIME
        self._left = dict([*self._left.items()][-MAX_CAPTIONS:])
        if before == [*self._left]:
            return False
        self._plate = None
        return True

    def draw(self, stage: Stage, kit: Kit, reading: Callable[[], Reading | None]) -> None:
        """Draw the captions. `reading` returns the description of the page."""
        if not self._left:
            return
        sign = kit.text(kit.fit(self.words, kit.width - 60, CAPTION_SIZE, "bold"), CAPTION_SIZE, "bold")
        width, height = kit.size_of(sign)
        if self._plate is None or self._plate.size != (width + 28, height + 12):
            page = reading()
            taken = [pygame.FRect(element.rect) for element in page.elements] if page else []
            last_words = pygame.FRect(0, kit.height - LAST_WORDS[1], *LAST_WORDS)
            self._plate = self._free(kit, (width + 28, height + 12), [*taken, last_words])
        plate = self._plate
        stage.blit(kit.plate(plate.w, plate.h, kit.theme.night, kit.theme.mist, 1.2, 8), plate.x, plate.y)
        stage.blit_centred(sign, *plate.center)

    def _free(self, kit: Kit, size: tuple[float, float], taken: Sequence[pygame.FRect]) -> pygame.FRect:
        """Return the lowest place where a plate of that size covers nothing, or else where it covers least."""
        right, low = kit.width - size[0] - 16, kit.height - size[1] - 12
        rows = range(math.ceil(low / CAPTION_STEP))
        plates = [pygame.FRect((x, low - row * CAPTION_STEP), size) for row in rows for x in (right / 2, 16.0, right)]
        free = (plate for plate in plates if plate.collidelist(taken) < 0)
        return next(free, None) or min(plates, key=lambda plate: sum(_area(plate.clip(rect)) for rect in taken))


def _area(rect: pygame.FRect) -> float:
    return rect.w * rect.h
