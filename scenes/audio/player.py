"""The sound player: effects in variants, ambiences that crossfade, and music."""

from __future__ import annotations

import random
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

import pygame

from topping_out.game.assets import ASSETS
from topping_out.game.language import tr
from topping_out.game.registry import UnknownGame, entry
from topping_out.game.storage.faults import surviving

from . import music

FOLDER = ASSETS / "sounds"
SOUNDS: dict[str, int] = {
    "button": 3,
    "card_flip": 3,
    "card_place": 3,
    "card_slide": 3,
    "clink_large": 3,
    "clink_medium": 3,
    "clink_small": 3,
    "coin_toss": 1,
    "confetti": 1,
    "curtain": 1,
    "focus": 3,
    "hint": 1,
    "knock": 3,
    "lose": 1,
    "medal": 1,
    "penny_drop": 1,
    "penny_ring": 3,
    "refuse": 1,
    "river": 1,
    "score_tick": 3,
    "shatter": 1,
    "shuffle": 1,
    "sky_settle": 3,
    "snap": 3,
    "thud": 1,
    "tick": 3,
    "topple": 3,
    "turn": 3,
    "undo": 1,
    "win": 1,
}
"""The sounds by name, each with its number of variants."""
AMBIENCES = ("dusk", "ice")

RATE = 44_100
BUFFER = 512
"""Samples in the buffer, which delay a sound by 12 ms."""
CHANNELS = 24 + music.CHANNELS
AMBIENCE_CHANNELS = 2
"""The first channels, for the new ambience and the one that fades out. The music's channels come next."""
RESERVED = AMBIENCE_CHANNELS + music.CHANNELS
IMPORTANT = frozenset(("turn", "win", "lose"))
"""Sounds during which the music is quieter."""
IMPORTANT_SECONDS = 1.2
"""How long the music is quieter for one of them."""
CROSSFADE_MS = 1500
DUCKED = 0.2
"""The gain of the ambience during speech."""
WIDTH = 0.5
"""Change of the gain of each side for a sound at the edge; both sides together lose at most 2.5 dB."""
MERGE_SECONDS = 0.03
"""A sound is not repeated within this time."""
RETRY_SECONDS = 5.0
"""Time between attempts to open a device after the last one was lost."""


def files(name: str) -> list[str]:
    """Return the files, without extension, of a sound or an ambience. Raises KeyError if there is none.

    `GAME/SOUND` is a sound of a game, in the folder `sounds` of its data.
    """
    if name in AMBIENCES:
        return [f"ambience_{name}"]
    if "/" in name:
        return [name]
    count = SOUNDS[name]
    return [name] if count == 1 else [f"{name}_{number + 1}" for number in range(count)]


def raised(samples: bytes, note: int) -> bytes:
    """Return 16-bit stereo samples raised by `note` semitones.

    Pairs of left and right samples are treated as the pixels of a line: narrowing a picture is the fastest way to
    resample.
    """
    line = pygame.image.frombuffer(samples, (len(samples) // 4, 1), "RGBA")
    narrow = pygame.transform.scale(line, (int(line.get_width() / 2 ** (note / 12)), 1))
    return pygame.image.tobytes(narrow, "RGBA")


class Audio:
    """Plays sounds by name. Volumes are from 0 to 1.

    Without a device, or if a file cannot be played, everything works silently, and `problem` says why.
    """

    def __init__(
        self,
        effects_volume: float = 0.8,
        ambience_volume: float = 0.5,
        muted: bool = False,
        music_volume: float = 0.5,
        *,
        folder: Path = FOLDER,
        clock: Callable[[], float] = time.monotonic,
        device: bool = True,
    ) -> None:
        self.problem: str | None = None
        self.recent: deque[str] = deque(maxlen=64)
        """The names last passed to `play`, newest last, whether audible or not."""
        self.play_count = 0
        """The number of calls of `play`."""
        self._is_ducked = False
        self._effects_volume = _clamped(effects_volume)
        self._ambience_volume = _clamped(ambience_volume)
        self._music_volume = _clamped(music_volume)
        self._muted = muted
        self._is_away = False
        self.is_stereo = True
        """Whether sounds come from the side where they happen."""
        self._important_until = -1e9
        """Time until which the music is quieter for an important sound."""
        self._folder = folder
        self._clock = clock
        self._random = random.Random()
        self._loaded: dict[str, pygame.mixer.Sound | None] = {}
        self._last_time: dict[str, float] = {}
        self._last_file: dict[str, str] = {}
        self._ambience: str | None = None
        self._ambience_channel = 0
        self._aside: threading.Thread | None = None
        self._lock = threading.Lock()
        """Held while a file is read, so that two threads don't read the same file."""
        self._open = device and self._open_device()
        self._retry_at: float | None = None
        """Time of the next attempt to open a device; None while one is open or none is wanted."""
        self.music = music.Music(AMBIENCE_CHANNELS)
        self._level_music()

    @classmethod
    def silent(cls) -> Audio:
        """Return a player without a device, for tests and for silent windows."""
        return cls(device=False)

    def close(self) -> None:
        """Close the device. Sounds played afterwards are silent."""
        self._retry_at = None
        self.music.close()
        if self._aside:
            self._aside.join()
        if self._is_open():
            pygame.mixer.quit()
        self._open = False
        self._loaded.clear()

    def lose_device(self) -> None:
        """Close the device, as it was unplugged or the system's sound has ended. See `recover`."""
        if self._is_open():
            self.close()
            self._retry_at = self._clock() + 1.0

    def recover(self) -> None:
        """After a device was lost, try to open one and continue music and ambience. Call this often."""
        if self._retry_at is None or self._clock() < self._retry_at:
            return
        self._retry_at = self._clock() + RETRY_SECONDS
        if self._open_device():
            self._open, self._retry_at, self.problem = True, None, None
            name, self._ambience = self._ambience, None
            self.ambience(name)
            self.music.open()

    # -- volumes

    @property
    def effects_volume(self) -> float:
        return self._effects_volume

    @property
    def ambience_volume(self) -> float:
        return self._ambience_volume

    def set_volumes(self, effects: float, ambience: float, music: float) -> None:
        """Set all volumes. Ambience and music change at once, effects from the next one on."""
        self._effects_volume, self._ambience_volume = _clamped(effects), _clamped(ambience)
        self._music_volume = _clamped(music)
        self._level_ambience()
        self._level_music()

    @property
    def muted(self) -> bool:
        return self._muted

    @muted.setter
    def muted(self, muted: bool) -> None:
        self._muted = muted
        self._hush()

    def be_away(self, is_away: bool) -> None:
        """Set whether the player is away from the window, so that everything is silent."""
        self._is_away = is_away
        self._hush()

    @property
    def _is_silent(self) -> bool:
        return self._muted or self._is_away

    def _hush(self) -> None:
        self._level_ambience()
        self._level_music()
        if self._is_silent and self._is_open():
            for number in range(RESERVED, CHANNELS):
                pygame.mixer.Channel(number).stop()

    def duck(self, is_ducked: bool) -> None:
        """Set whether ambience and music are quieter because of speech."""
        if is_ducked != self._is_ducked:
            self._is_ducked = is_ducked
            self._level_ambience()
        self.music.is_ducked = is_ducked or self._clock() < self._important_until

    # -- playing

    def play(self, name: str, volume: float = 1.0, pan: float = 0.0, note: int = 0) -> None:
        """Play a sound at a stereo position from -1 (left) to 1 (right), raised by `note` semitones.

        Raises KeyError if there is no sound with that name.
        """
        files(name)
        self.recent.append(name)
        self.play_count += 1
        gain = _amplitude(self._effects_volume) * _clamped(volume)
        if self._is_silent or gain == 0 or not self._is_open() or self._is_repeated(name):
            return
        sound = self._load_higher(self._last_file.get(name) or self._variant(name), note) if note else None
        sound = sound or self._load(self._variant(name))
        channel = sound.play() if sound else None  # None if no channel is free: the newest sound is skipped
        if name in IMPORTANT:
            self._important_until = self._clock() + IMPORTANT_SECONDS
        if channel:
            aside = WIDTH * max(-1.0, min(1.0, pan)) if self.is_stereo else 0.0
            channel.set_volume(gain * min(1.0, 1 - aside), gain * min(1.0, 1 + aside))

    def ambience(self, name: str | None) -> None:
        """Change to the ambience with that name, or to none. Raises KeyError if it is unknown."""
        if name is not None and name not in AMBIENCES:
            raise KeyError(name)
        if name == self._ambience:
            return
        self._ambience = name
        if not self._is_open():
            return
        channel = pygame.mixer.Channel(self._ambience_channel)
        if channel.get_volume() > 0:
            channel.fadeout(CROSSFADE_MS)
        else:
            channel.stop()  # its fade-in has not begun yet: SDL_mixer would ignore a fade-out and play on
        sound = self._load(files(name)[0]) if name else None
        if sound:
            self._ambience_channel = 1 - self._ambience_channel
            self._level_ambience()
            pygame.mixer.Channel(self._ambience_channel).play(sound, loops=-1, fade_ms=CROSSFADE_MS)

    def theme(self, piece: str) -> None:
        """Change to the music of a game or of the pages."""
        if self._open or self._retry_at is not None:
            self.music.play(piece)

    def preload(self, names: Iterable[str] = SOUNDS) -> None:
        """Load sounds and ambiences in advance. Raises KeyError if one is unknown."""
        for file in [file for name in names for file in files(name)]:
            if self._is_open():
                self._load(file)

    def preload_aside(self, names: Iterable[str]) -> None:
        """Load sounds and ambiences in a thread. Call this only once, at the start of the program."""
        preload = surviving("sound")(self.preload)
        self._aside = threading.Thread(target=preload, args=(names,), name="sounds", daemon=True)
        self._aside.start()

    # -- inside

    def _open_device(self) -> bool:
        usual = suppress(pygame.error, NotImplementedError)  # these occur without a sound device
        with surviving("sound"), usual:
            if not pygame.mixer.get_init():
                pygame.mixer.init(RATE, -16, 2, BUFFER, allowedchanges=0)  # the music's links last whole buffers
            pygame.mixer.set_num_channels(CHANNELS)
            pygame.mixer.set_reserved(RESERVED)
            return True
        self.problem = tr("There's no sound: no sound device can be opened.")
        return False

    def _is_open(self) -> bool:
        return self._open and pygame.mixer.get_init() is not None

    def _is_repeated(self, name: str) -> bool:
        now = self._clock()
        if now - self._last_time.get(name, -1e9) < MERGE_SECONDS:
            return True
        self._last_time[name] = now
        return False

    def _variant(self, name: str) -> str:
        """Return a file of the sound, different from the last one if it has several."""
        choices = files(name)
        if len(choices) > 1:
            choices = [file for file in choices if file != self._last_file.get(name)]
        self._last_file[name] = self._random.choice(choices)
        return self._last_file[name]

    def _load(self, file: str) -> pygame.mixer.Sound | None:
        with self._lock:
            if file not in self._loaded:
                try:
                    self._loaded[file] = pygame.mixer.Sound(str(self._path(file)))
                except (pygame.error, OSError, UnknownGame):
                    self._loaded[file] = None
                    self.problem = tr("The sound {file} can't be played.", file=f"{file}.ogg")
            return self._loaded[file]

    def _path(self, file: str) -> Path:
        """Return the path of a file. Raises UnknownGame."""
        game, _, sound = file.rpartition("/")
        return (entry(game).data / "sounds" if game else self._folder) / f"{sound}.ogg"

    def _load_higher(self, file: str, note: int) -> pygame.mixer.Sound | None:
        """Return a sound raised by `note` semitones, and so shorter; None if the device's format differs."""
        sound, key = self._load(file), f"{file}+{note}"
        if sound is None or pygame.mixer.get_init() != (RATE, -16, 2):
            return None
        if key not in self._loaded:
            self._loaded[key] = pygame.mixer.Sound(buffer=raised(sound.get_raw(), note))
        return self._loaded[key]

    def _level_music(self) -> None:
        self.music.volume = 0.0 if self._is_silent else _amplitude(self._music_volume)

    def _level_ambience(self) -> None:
        # set on the sounds, not on the channels, whose fades would overwrite it
        volume = 0.0 if self._is_silent else _amplitude(self._ambience_volume) * (DUCKED if self._is_ducked else 1)
        for sound in (self._loaded.get(files(name)[0]) for name in AMBIENCES):
            if sound and self._is_open():
                sound.set_volume(volume)


def _clamped(volume: float) -> float:
    return min(1.0, max(0.0, volume))


def _amplitude(volume: float) -> float:
    """Return the gain for a slider's value: its square, so that the middle sounds about half as loud."""
    return volume**2
