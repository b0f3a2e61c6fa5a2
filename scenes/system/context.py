"""What all scenes share: settings, drawing kit, sound, devices, saved games and the bots' process."""

from __future__ import annotations

from topping_out.game.bots.worker import BotWorker, Comparisons
from topping_out.game.language import tr
from topping_out.game.storage.faults import add_report, guarded
from topping_out.game.storage.library import SaveLibrary

from ..accessibility.semantics import Announcer
from ..accessibility.voice import Voice
from ..audio.player import Audio
from ..devices.devices import Devices
from ..kit.kit import Kit
from ..kit.sprites import Motion
from .library_reader import LibraryReader
from .settings import SPEED_LABELS, SPEEDS, Settings, SettingsStore

MIN_REPLY_TIME, REPLY_TIME_PER_LETTER = 2600.0, 45.0
"""Milliseconds that a reply is shown: the larger of the minimum and the time for its letters."""


class Reply:
    """The last reply to a key, while it is shown."""

    def __init__(self) -> None:
        self.text = ""
        self._left = 0.0

    def show(self, text: str) -> None:
        self.text, self._left = text, max(MIN_REPLY_TIME, REPLY_TIME_PER_LETTER * len(text))

    def update(self, ms: float) -> bool:
        """Let time pass. Return whether the reply has just disappeared."""
        self._left -= ms
        if not self.text or self._left > 0:
            return False
        self.text = ""
        return True


class Context:
    """Everything that scenes share. When a scene changes a setting here, the main loop applies it to the window."""

    def __init__(self, store: SettingsStore, settings: Settings, audio: Audio, kit: Kit) -> None:
        self.store, self.settings = store, settings
        self.audio = audio
        self.kit = kit
        """For one window size, text size and theme; replaced when one of them changes."""
        self._notices: list[str] = []
        self.library = SaveLibrary(notify=self._notices.append)
        self.library_reader = LibraryReader(self.library)
        self.worker = BotWorker()
        self.comparisons = Comparisons()
        self.devices = guarded("devices", Devices(settings.bindings, own_program_keys=settings.program_keys))
        self.announcer = Announcer()
        self.voice = guarded("voice", Voice(self.announcer))
        self.last_reply = Reply()
        """The last reply to a key, as shown."""
        self.reports: list[str] = []
        """Unexpected events so far, for the error report."""

    def close(self) -> None:
        """Save the settings, end the processes and close the devices."""
        self.store.save(self.settings)
        self.worker.close()
        self.library_reader.close()
        self.comparisons.close()
        self.devices.close()
        self.voice.close()
        self.audio.close()

    def reply(self, text: str) -> None:
        """Reply to a key: say it, and show it for a while."""
        if text:
            self.announcer.reply(text)
            self.last_reply.show(text)

    @property
    def has_idle_life(self) -> bool:
        """Whether stars twinkle and windows flicker while nothing else moves."""
        return self.settings.idle_life and not self.settings.reduced_motion

    def motion(self) -> Motion:
        """Return a new motion with the speed from the settings."""
        return Motion(self.settings.speed_factor, self.settings.reduced_motion)

    def report(self, text: str) -> None:
        """Note an unexpected event for the error report, and for `topping-out doctor`."""
        self.reports.append(text)
        add_report(text)

    def take_notice(self) -> str:
        """Return a new message about the bots' process or saving, or "", and add it to the reports."""
        if notice := self.worker.take_notice():
            self.report(notice)
            return tr(notice)
        if not self._notices:
            return ""
        self.report(self._notices[0])
        return self._notices.pop(0)

    def save_settings(self) -> None:
        """Apply the settings and write them to disk."""
        volume = self.settings.volume
        self.audio.set_volumes(volume("effects"), volume("ambience"), volume("music"))
        self.audio.muted, self.audio.is_stereo = self.settings.muted, self.settings.stereo
        self.store.save(self.settings)

    def next_speed(self, motion: Motion, by: int = 1) -> None:
        """Change the speed of play to the next one, also of `motion`, which may be under way."""
        names = list(SPEEDS)
        self.settings.speed = names[(names.index(self.settings.speed) + by) % len(names)]
        self.save_settings()
        motion.speed = self.settings.speed_factor
        self.reply(tr("{sentence}.", sentence=tr(SPEED_LABELS[self.settings.speed])))

    def toggle_fullscreen(self) -> None:
        self.settings.fullscreen = not self.settings.fullscreen
        self.reply(tr("Full screen.") if self.settings.fullscreen else tr("In a window."))

    @property
    def bots_wait_for_key(self) -> bool:
        """Whether bots wait for a key before each play. By default they do if a screen reader or voice is in use."""
        return self.settings.bots_wait == "key" or (not self.settings.bots_wait and self.announcer.is_heard)

    def toggle_voice(self) -> None:
        """Switch the program's own voice between reading everything and off."""
        self.settings.read_aloud = "off" if self.settings.read_aloud == "everything" else "everything"
        self.save_settings()

    def toggle_mute(self) -> None:
        self.settings.muted = not self.settings.muted
        self.save_settings()
        self.reply(tr("Sound off.") if self.settings.muted else tr("Sound on."))
