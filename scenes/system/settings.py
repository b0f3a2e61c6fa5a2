"""What the player has set, remembered from one start to the next."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec.structs import force_setattr, replace

from game.record import LONGEST_NAME, Player
from game.storage.files import config_folder, read_file, set_aside, write_atomic
from game.text import plainly
from scenes.accessibility.voice import MODES

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]

SPEEDS = {"relaxed": 0.6, "normal": 1.0, "fast": 2.0, "instant": float("inf")}
"""Name of an animation speed to how much faster than normal it is."""
PACES = {"brisk": 0.4, "normal": 1.0, "thoughtful": 2.5}
"""Name of a bots' pace to how much longer than normal they wait before a play; it has nothing to do with thinking."""
TEXT_SIZES = (1.0, 1.15, 1.3, 1.5)
ANNOUNCEMENTS = ("short", "full")
NAME = "settings.json"
SELF = "You"
"""What a player is called who has written no name."""


WIDEST = (7680, 4320)
"""The largest window, in pixels."""
MOST_NAMES = 64
"""Names that are remembered for players."""
MOST_GUIDED = 20
"""Guided games that are remembered; those put away would add up."""
LARGEST_FILE = 1024 * 1024


class Setup(msgspec.Struct, frozen=True):
    """The last set-up of one game."""

    seats: tuple[Player, ...] = ()
    options: dict[str, bool | int | str] = {}
    hands: tuple[str, ...] = ()
    """At a live table: what each human plays with, in the order of the seats."""

    def __post_init__(self) -> None:
        seats = tuple(replace(player, name=plain_name(player.name)) for player in self.seats[:MOST_NAMES])
        force_setattr(self, "seats", seats)


class Settings(msgspec.Struct, kw_only=True):
    """All settings. A file may lack fields (an older version) or hold others (a newer one)."""

    text_size: Annotated[float, msgspec.Meta(ge=1, le=1.5)] = 1.0
    speed: str = "normal"
    pace: str = "normal"
    reduced_motion: bool = False
    idle_life: bool = True
    """Twinkling stars, flickering windows."""
    patterns: bool = True
    """Signs on the pyramids' faces, beside their colours."""
    effects: Share = 0.8
    ambience: Share = 0.5
    muted: bool = False
    fullscreen: bool = False
    window: tuple[int, int] | None = None
    """Width and height in pixels, as the player left it; None: never changed."""
    curtain: bool = True
    """Hide hands between the turns of several humans."""
    player_names: tuple[str, ...] = ("Ana", "Ben", "Cleo", "Dan")
    setups: dict[str, Setup] = {}
    """By game."""
    guided: dict[str, tuple[str, ...]] = {}
    """The guided games under way, by `coach.key_of`: the lessons told so far."""
    announcements: str = "full"
    """How much of a player's own plays is announced: one of ANNOUNCEMENTS."""
    read_aloud: str = "off"
    """What the program's own voice reads: one of MODES."""
    voice_rate: Share = 0.5
    voice_volume: Share = 1.0
    bindings: dict[str, dict[str, str]] = {}
    """What the players have changed about the halves of the keyboard: hand to verb to the place of the key."""

    def __post_init__(self) -> None:
        """Bring into reach what a file may have put out of it; names are shown, so they must be writing."""
        self.speed = self.speed if self.speed in SPEEDS else "normal"
        self.announcements = self.announcements if self.announcements in ANNOUNCEMENTS else "full"
        self.read_aloud = self.read_aloud if self.read_aloud in MODES else "off"
        self.pace = self.pace if self.pace in PACES else "normal"
        if self.window:
            width, height = self.window
            self.window = (max(320, min(width, WIDEST[0])), max(180, min(height, WIDEST[1])))
        self.player_names = tuple(plain_name(name) for name in self.player_names[:MOST_NAMES])
        self.guided = dict([*self.guided.items()][-MOST_GUIDED:])

    @property
    def speed_factor(self) -> float:
        return SPEEDS.get(self.speed, 1.0)

    @property
    def pace_factor(self) -> float:
        return PACES.get(self.pace, 1.0)


def plain_name(name: str) -> str:
    """Return a name without anything that cannot be shown, and no longer than can be."""
    return "".join(char for char in name if char.isprintable())[:LONGEST_NAME]


class SettingsStore:
    """Loads and saves the settings; a trouble with the file is a sentence in `problem`, never an error."""

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (folder or config_folder()) / NAME
        self.problem = ""
        self._saved = b""
        self._is_unread = False  # the file is there, but nobody knows what is in it
        self._found = ""  # the problem when they were loaded

    def load(self) -> Settings:
        settings = self._load()
        self._found = self.problem
        return settings

    def _load(self) -> Settings:
        try:
            data = read_file(self.path, LARGEST_FILE)
        except FileNotFoundError:
            return Settings()
        except OSError as error:
            self._is_unread = True
            self.problem = f"The settings in {self.path} cannot be opened ({error.strerror}); these are the usual ones."
            return Settings()
        if len(data) > LARGEST_FILE:
            return self._start_afresh(f"they are larger than {LARGEST_FILE} bytes")
        try:
            settings = msgspec.json.decode(data, type=Settings)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
            return self._start_afresh(plainly(error))
        self._saved = _written(settings)
        return settings

    def _start_afresh(self, why: str) -> Settings:
        try:
            aside = set_aside(self.path)
            kept = f"they are kept as {aside.name}"
        except OSError:
            kept = "and they cannot be moved aside"
        self.problem = f"The settings in {self.path} cannot be read ({why}): {kept}; these are the usual ones."
        return Settings()

    def save(self, settings: Settings) -> None:
        """Write the settings where they are not those that were loaded: another copy may have changed others since."""
        data = _written(settings)
        if data == self._saved:
            return
        try:
            if self._is_unread:
                set_aside(self.path)
                self._is_unread = False
            write_atomic(self.path, data)
            self._saved, self.problem = data, self._found
        except OSError as error:
            self.problem = f"The settings cannot be saved to {self.path.parent} ({error.strerror or error})."


def _written(settings: Settings) -> bytes:
    return msgspec.json.format(msgspec.json.encode(settings), indent=1)
