"""Music that follows the game: pieces in layers, read piecewise in a separate thread."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import msgspec
import pygame

from topping_out.game.assets import ASSETS, read_toml
from topping_out.game.language import tr
from topping_out.game.storage.faults import surviving

FOLDER = ASSETS / "music"
LAYERS = ("calm", "building", "tense")
HOME = "title"
"""The piece of the pages, and of games without music."""
FADE_SECONDS = 1.5
DUCKED = 0.35
"""The gain during speech and important sounds."""
STEP_SECONDS = 0.02
REST_SECONDS = 0.2
"""Seconds between the thread's steps: STEP while a level changes or a bar line is awaited, otherwise REST."""
CHANNELS = 2 * len(LAYERS) + 1
"""Channels for the layers of the new piece and of the one that fades out, and one for an ending."""


class Grid(msgspec.Struct, frozen=True):
    """The division of a piece. A link is the part that is read at a time."""

    link_bars: int
    bar_seconds: float


def split(chain: bytes) -> list[bytes]:
    """Return the streams of a chained Ogg file. Each begins with a page that has the first-page flag."""
    starts = [match.start() for match in re.finditer(rb"OggS\x00\x02", chain)]
    return [chain[start:end] for start, end in zip(starts, [*starts[1:], len(chain)])]


@dataclass
class Level:
    """A gain that moves towards a target."""

    value: float = 0.0
    target: float = 0.0

    def move(self, share: float) -> None:
        """Move towards the target by at most `share`."""
        self.value += max(-share, min(share, self.target - self.value))

    @property
    def is_moving(self) -> bool:
        return self.value != self.target


class PlayingMusic:
    """A piece that is playing: the links of its layers, one after another, with a level for each layer.

    All layers start together and play until the piece stops, so that they stay in time.
    """

    def __init__(self, name: str, grid: Grid, folder: Path, channels: Sequence[int]) -> None:
        """Read the files. Raises OSError, pygame.error."""
        files = [folder / f"{name}_{layer}.ogg" for layer in LAYERS]
        self.name, self.grid, self.first_channel = name, grid, channels[0]
        self.files = [file for file in files if file.exists()]
        if not self.files:
            raise FileNotFoundError(files[0])
        self.channels = [pygame.mixer.Channel(number) for number, _ in zip(channels, self.files)]
        self.levels = [Level() for _ in self.files]
        self.whole = Level(0.0, 1.0)
        self.link, self.seconds = 0, 0.0
        """The number of the link that is playing, and for how many seconds it has played."""
        self.sounds, self.next = self._read(0), list[pygame.mixer.Sound]()
        for sound in self.sounds:
            sound.set_volume(0)
        for channel, sound in zip(self.channels, self.sounds):
            channel.play(sound)

    def _read(self, link: int) -> list[pygame.mixer.Sound]:
        chains = map(split, map(Path.read_bytes, self.files))
        return [pygame.mixer.Sound(file=BytesIO(chain[link % len(chain)])) for chain in chains]

    @property
    def bar(self) -> int:
        """The number of bars played so far."""
        return self.link * self.grid.link_bars + int(self.seconds / self.grid.bar_seconds)

    @property
    def is_changing(self) -> bool:
        return any(level.is_moving for level in (self.whole, *self.levels))

    def pass_time(self, seconds: float, volume: float) -> None:
        """Move the levels, queue the next link, and set the volume."""
        self.seconds += seconds
        if self.next and self.channels[0].get_sound() is self.next[0]:
            self.sounds, self.next = self.next, []
            self.link, self.seconds = self.link + 1, 0.0
        if (
            not self.next and self.whole.target > 0 and self.seconds > 1
        ):  # the links of the piece before are unloaded by now
            self.next = self._read(self.link + 1)
            for channel, sound in zip(self.channels, self.next):
                sound.set_volume(0)
                channel.queue(sound)
        self.whole.move(seconds / FADE_SECONDS)
        for level in self.levels:
            level.move(seconds / self.grid.bar_seconds)
        for channel in self.channels:
            channel.set_volume(self.whole.value * volume)
        for sounds in (self.sounds, self.next):
            for sound, level in zip(sounds, self.levels):
                sound.set_volume(level.value)

    def lean(self, mood: int) -> None:
        """Make the layers up to a mood audible; none for a mood below 0."""
        for number, level in enumerate(self.levels):
            level.target = 1.0 if number <= mood else 0.0

    def pause(self, is_paused: bool) -> None:
        for channel in self.channels:
            channel.pause() if is_paused else channel.unpause()

    def stop(self) -> None:
        for channel in (*self.channels, *self.channels):  # the first stop starts the queued sound
            channel.stop()


class Music:
    """The music player. Its methods set what is to be played; a thread makes the changes, at bar lines."""

    def __init__(self, first_channel: int, folder: Path = FOLDER, clock: Callable[[], float] = time.monotonic) -> None:
        self.piece: str | None = None
        self.mood = 0
        self._volume = 1.0
        self.is_ducked = False
        self.problem = ""
        self.now: PlayingMusic | None = None
        self._going: PlayingMusic | None = None
        self._ending = ""
        self._ending_sound: pygame.mixer.Sound | None = None
        self._last_bar, self._last_mood = 0, 0
        self._duck = Level(1.0, 1.0)
        self._folder, self._clock = folder, clock
        self._channels = range(first_channel, first_channel + CHANNELS)
        self._last_time = clock()
        self._is_paused = False
        self._thread: threading.Thread | None = None
        self._wake, self._is_closed = threading.Event(), False
        try:
            self.grids = read_toml(folder / "music.toml", dict[str, Grid])
        except (OSError, ValueError):
            self.grids = {}

    # -- what is to be played

    def play(self, piece: str | None) -> None:
        """Replace the current piece by another one. For an unknown name, play that of HOME."""
        self.piece = piece if piece in self.grids or piece is None else HOME
        self.mood, self._ending = 0, ""
        self._begin()

    @property
    def volume(self) -> float:
        """The gain; at 0, the music is paused."""
        return self._volume

    @volume.setter
    def volume(self, volume: float) -> None:
        self._volume = volume
        self._wake.set()

    def lean(self, mood: int) -> None:
        """Make the layers up to a mood audible from the next bar on: 0 calm, 1 building, 2 tense."""
        self.mood = mood

    def end(self, is_won: bool) -> None:
        """Play the ending of the piece from the next bar on, and then its calm layer."""
        self._ending, self.mood = "won" if is_won else "lost", 0
        self._wake.set()

    def _begin(self) -> None:
        if self._thread is None and self.piece and self.grids and not self._is_closed:
            self._thread = threading.Thread(target=self._run, name="music", daemon=True)
            self._thread.start()
        self._wake.set()

    def close(self) -> None:
        """Stop playing. What is to be played can still be set, for a later `open`."""
        self._is_closed = True
        self._wake.set()
        if self._thread:
            self._thread.join()
        self._thread = self.now = self._going = self._ending_sound = None

    def open(self) -> None:
        """Start playing again after `close`."""
        self._is_closed, self._is_paused, self._last_time = False, False, self._clock()
        self._begin()

    # -- the thread

    def _run(self) -> None:
        while not self._is_closed:
            with surviving("music"):
                self.step()
            self._wake.wait(STEP_SECONDS if self._is_busy else REST_SECONDS)
            self._wake.clear()

    @property
    def _is_busy(self) -> bool:
        return not self._is_paused and bool(
            self._going or self._duck.is_moving or self._ending or self._ending_sound
            or (self.now and (self.now.is_changing or self._last_mood != self.mood))
        )  # fmt: skip

    def step(self) -> None:
        """Move what is playing towards what is to be played. If a piece cannot be played, set `problem` and stop it."""
        now = self._clock()
        seconds, self._last_time = now - self._last_time, now
        if not pygame.mixer.get_init():
            return
        if (is_silent := self.volume <= 0) != self._is_paused:
            self._is_paused = is_silent
            self._pause(is_silent)
        if self._is_paused:
            return
        try:
            self._follow()
            self._duck.target = DUCKED if self.is_ducked else 1.0
            self._duck.move(seconds / 0.3)
            for playing in (self.now, self._going):
                if playing:
                    playing.pass_time(seconds, self.volume * self._duck.value)
            self._keep_bar()
        except (OSError, pygame.error):
            self.problem, self.piece = tr("the music {name} can't be played", name=self.piece), None

    def _pause(self, is_paused: bool) -> None:
        for playing in (self.now, self._going):
            if playing:
                playing.pause(is_paused)
        if self._ending_sound:
            channel = pygame.mixer.Channel(self._channels[-1])
            channel.pause() if is_paused else channel.unpause()

    def _follow(self) -> None:
        """Change to another piece, once the previous change has ended."""
        if self._going and not self._going.whole.is_moving:
            self._going.stop()
            self._going = None
        if self._going or (self.now.name if self.now else None) == self.piece:
            return
        if self.now:
            self._going, self.now = self.now, None
            self._going.whole.target = 0.0
            pygame.mixer.Channel(self._channels[-1]).fadeout(round(FADE_SECONDS * 1000))
        if self.piece:
            half = len(LAYERS)
            is_first_free = not self._going or self._going.first_channel != self._channels[0]
            free = self._channels[:half] if is_first_free else self._channels[half:]
            self.now = PlayingMusic(self.piece, self.grids[self.piece], self._folder, free)
            self._last_bar, self._last_mood, self._ending_sound = 0, self.mood, None
            self.now.lean(self.mood)
            self.now.levels[0].value = 1.0

    def _keep_bar(self) -> None:
        """At a bar line, start the ending and change the layers if necessary."""
        if not self.now or self.now.bar == self._last_bar:
            return
        self._last_bar = self.now.bar
        channel = pygame.mixer.Channel(self._channels[-1])
        if self._ending:
            ending, self._ending = self._folder / f"{self.now.name}_{self._ending}.ogg", ""
            if ending.exists():
                self._ending_sound = pygame.mixer.Sound(str(ending))
                channel.play(self._ending_sound)
        if self._ending_sound and not channel.get_busy():
            self._ending_sound = None
        mood = -1 if self._ending_sound else self.mood
        channel.set_volume(self.volume * self._duck.value)
        if mood != self._last_mood:
            self._last_mood = mood
            self.now.lean(mood)
