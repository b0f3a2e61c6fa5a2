"""The program's own voice, for players without a screen reader: the system's speech, through Prism."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from queue import SimpleQueue
from typing import Any, Literal, Protocol

from topping_out.game.language import mark, tr
from topping_out.game.storage.faults import note_fault
from topping_out.game.text import commas, well_formed

from .semantics import USUAL_PACE, Announcement, Announcer, Element, Reading

MODES = ("off", "pointed", "everything")
"""What is read aloud: nothing, the element under the pointer or with the focus, or that and everything announced."""
SPEAKERS = ("SPEECH_DISPATCHER", "AV_SPEECH", "ONE_CORE", "SAPI")
"""Prism's names of speech engines, the best first. Each system has one or two of them.

Prism's other backends pass the text to a screen reader. Some of them work, but silently, even if none is running.
"""
NO_SPEECH = {
    "win32": mark("Windows has no voice. Add one in the Windows settings, under Time & language"),
    "darwin": mark("macOS has no voice. Add one in System Settings, under Accessibility"),
}
"""Why a system has no speech, by `sys.platform`."""
NO_SERVICE = mark(
    "the speech service Speech Dispatcher doesn't answer. Install your system's package speech-dispatcher"
)
NO_LIBRARY = mark("the speech library is missing. Install it with `pip install prismatoid`")
NOT_LOADED = mark("the program's voice can't be loaded. Install the program again")
SPEECH_FAILED = mark("your system's speech service has failed. Switch Read aloud off and on to try again")


class NoVoice(RuntimeError):
    """Raised if there is no speech. The message, which `tr` translates, says why and what to do."""


class Engine(Protocol):
    """A speech engine. Rate and volume are from 0 to 1."""

    rate: float
    volume: float

    def speak(self, text: str, interrupt: bool = False) -> None: ...


class VoiceSettings(Protocol):
    """The settings of the voice."""

    @property
    def read_aloud(self) -> str: ...
    @property
    def voice_rate(self) -> float: ...
    def volume(self, name: Literal["voice_volume"]) -> float: ...


def system_engine() -> Engine:
    """Return this system's best speech engine. Raises NoVoice."""
    try:
        import prism  # imported here, as it loads the system's libraries and may be missing
    except (ImportError, OSError) as error:
        is_missing = isinstance(error, ModuleNotFoundError) and not getattr(sys, "frozen", False)
        raise NoVoice(NO_LIBRARY if is_missing else NOT_LOADED) from error
    failures = []
    try:
        context = prism.Context()
        for name in SPEAKERS:
            try:
                engine: Engine = context.acquire(prism.BackendId[name])
            except Exception as error:  # without this engine, systems raise various errors
                failures.append(f"{name}: {error}")
            else:
                return engine
    except Exception as error:
        failures.append(str(error))
    raise NoVoice(NO_SPEECH.get(sys.platform, NO_SERVICE)) from RuntimeError("; ".join(failures))


@dataclass(frozen=True)
class Utterance:
    text: str
    interrupts: bool
    rate: float
    volume: float


class Voice:
    """Reads the element pointed at and announcements. It speaks in a thread, so that no frame waits for it."""

    def __init__(self, announcer: Announcer, open_engine: Callable[[], Engine] = system_engine) -> None:
        self.announcer, self._open_engine = announcer, open_engine
        self.mode, self.rate, self.volume = "off", 0.5, 1.0
        self._chosen_mode = "off"
        """The mode by the settings; the actual mode is "off" while there is a problem."""
        self.problem = ""
        """Why speech has failed, for `tr`; empty if it has not."""
        self.has_spoken = False
        """Whether it has spoken since it was switched on."""
        self._news = ""
        self._queue: SimpleQueue[Utterance | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._page: object = None
        self._element: Element | None = None
        self._last_read = 0

    @property
    def pace(self) -> float:
        """Approximate speed in characters a second, from half to twice the usual speed."""
        return float(USUAL_PACE * 4 ** (self.rate - 0.5))

    @property
    def reads_everything(self) -> bool:
        return self.mode == "everything"

    def take_problem(self) -> str:
        """Return a problem that has not been returned yet, or ""."""
        news, self._news = self._news, ""
        return news

    def obey(self, settings: VoiceSettings, is_silent: bool) -> None:
        """Apply the settings. If `is_silent`, the voice is off, as a screen reader speaks."""
        before, self._chosen_mode = self._chosen_mode, "off" if is_silent else settings.read_aloud
        if before == "off" != self._chosen_mode:
            self._page = None
            self._skip()
            self._try_again()
        self.mode = "off" if self.problem else self._chosen_mode
        self.rate, self.volume = settings.voice_rate, settings.volume("voice_volume")

    def say(self, text: str) -> None:
        """Say something at once, whatever the settings, unless speech has failed."""
        if not self.problem:
            self._say(text, interrupts=True)

    def _try_again(self) -> None:
        """Clear a problem, so that the next words open an engine again."""
        if self.problem:
            self.problem, self._news = "", ""
            self._queue, self._thread = SimpleQueue(), None

    def close(self) -> None:
        """End the thread."""
        if self._thread:
            self._queue.put(None)
            self._thread = None

    def follow(self, page: object, reading: Reading | None, pointed: str) -> None:
        """Say what is new: the page, the element with the name `pointed`, and announcements."""
        if self.mode == "off" or reading is None:
            self._skip()
            return
        new, is_new = self.announcer.after(self._last_read), page is not self._page
        if is_new and self.reads_everything:  # earlier announcements are finished first
            self._read_out(reading.title, self.announcer.left <= self.announcer.time_for(*new), new)
        element, before = reading.find(pointed), self._element
        if element and (is_new or is_other(element, before)):
            has_moved = before is None or before.name != element.name
            self._read_out(self._words(element, reading, is_new), has_moved and not is_new, new)
        self._page, self._element = page, element
        if self.reads_everything:  # after the focus, which would interrupt announcements
            urgent = next((each for each in new if each.is_urgent), None)  # only the first urgent one interrupts
            for announcement in new:
                self._say(announcement.text, announcement is urgent)
        self._skip()

    def _read_out(self, words: str, interrupts: bool, kept: Sequence[Announcement]) -> None:
        """Say what is on the screen. The announcements `kept` will be said after it."""
        if interrupts:
            self.announcer.interrupt(words, *kept)
        self._say(words, interrupts)

    def _skip(self) -> None:
        """Count all announcements so far as said."""
        self._last_read = self.announcer.said[-1].number if self.announcer.said else self._last_read

    def _words(self, element: Element, reading: Reading, is_new: bool) -> str:
        """Return the words for an element; if it is the same as before, only its state, and what has been chosen.

        In a new group, the group's label comes first, unless the element's words begin with it.
        """
        before = None if is_new else self._element
        if before and before.name == element.name and before.semantics.label == element.semantics.label:
            state, is_choice = element.semantics.spoken_state(), element.semantics.is_selected is not None
            return commas((element.semantics.label, state)) if is_choice else state
        words, group = element.semantics.spoken(reading.place(element)), element.group
        is_beside = before is not None and before.group and group and before.group.name == group.name
        if group is None or is_beside or words.startswith(group.label):
            return words
        # Translators: a group, such as "Your hand, 3 cards", and what has the focus in it.
        return tr("{group}: {words}", group=group.label, words=words)

    def _say(self, text: str, interrupts: bool) -> None:
        if not text:
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._speak, name="voice", daemon=True)
            self._thread.start()
        self._queue.put(Utterance(well_formed(text), interrupts, self.rate, self.volume))

    # -- in the thread

    def _speak(self) -> None:
        """Say utterances from the queue. If an engine fails, open it once more, as its service may have restarted."""
        queue, engine = self._queue, None
        try:
            while utterance := queue.get():
                if engine:
                    with suppress(Exception):
                        utter(engine, utterance)
                        continue
                engine = self._open_engine()
                utter(engine, utterance)
                self.has_spoken = True
        except NoVoice as error:
            self._fall_silent(str(error))
        except Exception as error:  # engines raise various errors
            note_fault("voice", error)
            self._fall_silent(SPEECH_FAILED)

    def _fall_silent(self, why: str) -> None:
        self.has_spoken, self.problem, self._news = False, why, why


def utter(engine: Any, utterance: Utterance) -> None:
    """Speak an utterance, with its rate and volume if the engine can change them."""
    for name, value in (("rate", utterance.rate), ("volume", utterance.volume)):
        try:
            setattr(engine, name, value)
        except Exception:
            continue
    engine.speak(utterance.text, utterance.interrupts)


def is_other(element: Element, before: Element | None) -> bool:
    """Return whether an element differs from the one before in its words."""
    if before is None or element.name != before.name:
        return True
    return element.semantics != replace(before.semantics, selection=element.semantics.selection)
