"""What every scene can use: settings, drawing kit, sound, devices, saved games and the bots' process."""

from __future__ import annotations

from game.bots.comparison import Comparisons
from game.bots.worker import BotWorker
from game.language import tr
from game.storage.library import SaveLibrary
from game.storage.reports import add_report
from scenes.accessibility.announcer import Announcer
from scenes.accessibility.voice import Voice
from scenes.audio.player import Audio
from scenes.devices.devices import Devices
from scenes.kit.kit import Kit
from scenes.kit.motion import Motion
from scenes.system.library_reader import LibraryReader
from scenes.system.settings import SPEEDS, Settings, SettingsStore


class Context:
    """All that scenes share. A scene that changes a setting here need not tell the window: the program does."""

    def __init__(self, store: SettingsStore, settings: Settings, audio: Audio, kit: Kit) -> None:
        self.store, self.settings = store, settings
        self.audio = audio
        self.kit = kit
        """Made for one window size and text size; replaced when either changes."""
        self.library = SaveLibrary()
        self.library_reader = LibraryReader(self.library)
        self.worker = BotWorker()
        self.comparisons = Comparisons()
        self.devices = Devices(settings.bindings, own_program_keys=settings.program_keys)
        self.announcer = Announcer()
        self.voice = Voice(self.announcer)
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

    @property
    def has_idle_life(self) -> bool:
        """Whether stars twinkle and windows flicker while nothing happens."""
        return self.settings.idle_life and not self.settings.reduced_motion

    def motion(self) -> Motion:
        """Return a motion with the speed that is set."""
        return Motion(self.settings.speed_factor, self.settings.reduced_motion)

    def report(self, text: str) -> None:
        """Note an unexpected event for the error report, and for `topping-out doctor`."""
        self.reports.append(text)
        add_report(text)

    def take_notice(self) -> str:
        """Return, once, what the player should know of the bots' process; it goes into the reports as well."""
        notice = self.worker.take_notice()
        if notice:
            self.report(notice)
        return tr(notice) if notice else ""

    def save_settings(self) -> None:
        """Apply the settings and write them to disk."""
        self.audio.set_volumes(self.settings.effects, self.settings.ambience)
        self.audio.muted = self.settings.muted
        self.store.save(self.settings)

    def next_speed(self, motion: Motion, by: int = 1) -> None:
        """Change the speed of play to the next one, also for a motion that is under way."""
        names = list(SPEEDS)
        self.settings.speed = names[(names.index(self.settings.speed) + by) % len(names)]
        self.save_settings()
        motion.speed = self.settings.speed_factor

    def toggle_mute(self) -> None:
        self.settings.muted = not self.settings.muted
        self.save_settings()
