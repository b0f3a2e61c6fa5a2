"""The program's own voice, for those who have no screen reader: the system's speech, through Prism."""

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
from topping_out.game.text import well_formed

from .screen_reader import USUAL_PACE, Announcement, Announcer
from .semantics import Element, Reading

MODES = ("off", "pointed", "everything")
"""What is read aloud: nothing, what the pointer or the focus is on, or that and all that happens."""
SPEAKERS = ("SPEECH_DISPATCHER", "AV_SPEECH", "ONE_CORE", "SAPI")
"""What speaks by itself, by Prism's names, the best first: a system has one or two of them.

Prism's other ways hand the words to a screen reader. Some of them work, and are silent, where none is running.
"""
NO_SPEECH = {
    "win32": mark("Windows has no voice. Add one in the Windows settings, under Time & language"),
    "darwin": mark("macOS has no voice. Add one in System Settings, under Accessibility"),
}
"""Why a system is silent, by `sys.platform`."""
NO_SERVICE = mark(
    "the speech service Speech Dispatcher doesn't answer. Install your system's package speech-dispatcher"
)
NO_LIBRARY = mark("the library that speaks is missing. `pip install prismatoid` installs it")
NOT_LOADED = mark("the program's voice can't be loaded. Install the program again")
SPEECH_FAILED = mark("your system's speech service has failed. Switch Read aloud off and on to try again")


class NoVoice(RuntimeError):
    """There is no speech; the message, which `tr` translates, says why and what to do."""


class Engine(Protocol):
    """A system's speech. Rate and volume go from 0 to 1."""

    rate: float
    volume: float

    def speak(self, text: str, interrupt: bool = False) -> None: ...


class VoiceSettings(Protocol):
    """What the player has set about it."""

    @property
    def read_aloud(self) -> str: ...
    @property
    def voice_rate(self) -> float: ...
    def volume(self, name: Literal["voice_volume"]) -> float: ...


def system_engine() -> Engine:
    """Return the best speech of this system. Raises NoVoice."""
    try:
        import prism  # it loads the system's libraries, and is not on every system
    except (ImportError, OSError) as error:
        is_missing = isinstance(error, ModuleNotFoundError) and not getattr(sys, "frozen", False)
        raise NoVoice(NO_LIBRARY if is_missing else NOT_LOADED) from error
    failures = []
    try:
        context = prism.Context()
        for name in SPEAKERS:
            try:
                engine: Engine = context.acquire(prism.BackendId[name])
            except Exception as error:  # whatever a system without this one answers
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
    """Says what is pointed at, and what happens. It speaks from a thread of its own, so that no frame waits for it."""

    def __init__(self, announcer: Announcer, open_engine: Callable[[], Engine] = system_engine) -> None:
        self.announcer, self._open_engine = announcer, open_engine
        self.mode, self.rate, self.volume = "off", 0.5, 1.0
        self._wanted = "off"
        """The mode that is set: nothing is read in any while there is a problem."""
        self.problem = ""
        """Why nothing is heard, for `tr`; empty while all is well, or nothing was said yet."""
        self.is_heard = False
        """Whether it has spoken since it was switched on."""
        self._news = ""
        self._queue: SimpleQueue[Utterance | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._page: object = None
        self._element: Element | None = None
        self._heard = 0

    @property
    def pace(self) -> float:
        """About how many characters a second it says: half as many, or twice as many, at its slowest and fastest."""
        return float(USUAL_PACE * 4 ** (self.rate - 0.5))

    @property
    def reads_everything(self) -> bool:
        return self.mode == "everything"

    def take_problem(self) -> str:
        """Return, once, why nothing is heard."""
        news, self._news = self._news, ""
        return news

    def obey(self, settings: VoiceSettings, is_silent: bool) -> None:
        """Go by the settings; `is_silent`: a screen reader speaks, and one voice is enough."""
        before, self._wanted = self._wanted, "off" if is_silent else settings.read_aloud
        if before == "off" != self._wanted:
            self._page = None
            self._skip()
            self._try_again()
        self.mode = "off" if self.problem else self._wanted
        self.rate, self.volume = settings.voice_rate, settings.volume("voice_volume")

    def say(self, text: str) -> None:
        """Say something at once, whatever the settings are; nothing where there is no speech."""
        if not self.problem:
            self._say(text, interrupts=True)

    def _try_again(self) -> None:
        """Forget a problem: the next words look for the system's speech anew."""
        if self.problem:
            self.problem, self._news = "", ""
            self._queue, self._thread = SimpleQueue(), None

    def close(self) -> None:
        """Fall silent for good."""
        if self._thread:
            self._queue.put(None)
            self._thread = None

    def follow(self, page: object, reading: Reading | None, pointed: str) -> None:
        """Say what is new: the page, the element with the name `pointed`, and what was announced."""
        if self.mode == "off" or reading is None:
            self._skip()
            return
        new, is_new = self.announcer.after(self._heard), page is not self._page
        if is_new and self.reads_everything:  # what was said just before is heard to its end
            self._tell(reading.title, self.announcer.left <= self.announcer.time_for(*new), new)
        element, before = reading.find(pointed), self._element
        if element and (is_new or is_other(element, before)):
            has_moved = before is None or before.name != element.name
            self._tell(self._words(element, reading, is_new), has_moved and not is_new, new)
        self._page, self._element = page, element
        if self.reads_everything:  # after the focus, which would cut it off
            urgent = next((one for one in new if one.is_urgent), None)  # no other one cuts it off
            for one in new:
                self._say(one.text, one is urgent)
        self._skip()

    def _tell(self, words: str, interrupts: bool, kept: Sequence[Announcement]) -> None:
        """Say what shows; of what was announced, these are yet to come."""
        if interrupts:
            self.announcer.interrupt(words, *kept)
        self._say(words, interrupts)

    def _skip(self) -> None:
        """Take all that was announced so far as heard."""
        self._heard = self.announcer.said[-1].number if self.announcer.said else self._heard

    def _words(self, element: Element, reading: Reading, is_new: bool) -> str:
        """Return what is said of an element; of one that stayed where it was, only what has changed.

        Whoever comes to another group hears its name first, unless what is in it is called the same.
        """
        before = None if is_new else self._element
        if before and before.name == element.name and before.semantics.label == element.semantics.label:
            return element.semantics.spoken_state()
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
        """Say what comes. Speech that fails is opened once more, since its service may have been restarted."""
        queue, engine = self._queue, None
        try:
            while utterance := queue.get():
                if engine:
                    with suppress(Exception):
                        utter(engine, utterance)
                        continue
                engine = self._open_engine()
                utter(engine, utterance)
                self.is_heard = True
        except NoVoice as error:
            self._fall_silent(str(error))
        except Exception as error:  # whatever a system's speech may answer
            note_fault("voice", error)
            self._fall_silent(SPEECH_FAILED)

    def _fall_silent(self, why: str) -> None:
        self.is_heard, self.problem, self._news = False, why, why


def utter(engine: Any, utterance: Utterance) -> None:
    """Speak an utterance; an engine that cannot change its rate or volume speaks as it does."""
    for name, value in (("rate", utterance.rate), ("volume", utterance.volume)):
        try:
            setattr(engine, name, value)
        except Exception:
            continue
    engine.speak(utterance.text, utterance.interrupts)


def is_other(element: Element, before: Element | None) -> bool:
    """Tell whether an element says something else than the one before."""
    if before is None or element.name != before.name:
        return True
    return element.semantics != replace(before.semantics, selection=element.semantics.selection)
