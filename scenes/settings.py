"""What the player has set, remembered from one start to the next."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from game.files import config_folder, set_aside, write_atomic
from game.record import Player

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]

SPEEDS = {"relaxed": 0.6, "normal": 1.0, "fast": 2.0, "instant": float("inf")}
"""Name of an animation speed to how much faster than normal it is."""
PACES = {"brisk": 0.4, "normal": 1.0, "thoughtful": 2.5}
"""Name of a bots' pace to how much longer than normal they wait before a play; it has nothing to do with thinking."""
TEXT_SIZES = (1.0, 1.15, 1.3, 1.5)
NAME = "settings.json"


class Setup(msgspec.Struct, frozen=True):
    """The last set-up of one game."""

    seats: tuple[Player, ...] = ()
    options: dict[str, bool | int | str] = {}
    hands: tuple[str, ...] = ()
    """At a live table: what each human plays with, in the order of the seats."""


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
    window: tuple[int, int] = (1280, 720)
    curtain: bool = True
    """Hide hands between the turns of several humans."""
    player_names: tuple[str, ...] = ("Ana", "Ben", "Cleo", "Dan")
    setups: dict[str, Setup] = {}
    """By game."""
    bindings: dict[str, dict[str, str]] = {}
    """What the players have changed about the halves of the keyboard: hand to verb to the place of the key."""

    @property
    def speed_factor(self) -> float:
        return SPEEDS.get(self.speed, 1.0)

    @property
    def pace_factor(self) -> float:
        return PACES.get(self.pace, 1.0)


class SettingsStore:
    """Loads and saves the settings; a trouble with the file is a sentence in `problem`, never an error."""

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (folder or config_folder()) / NAME
        self.problem = ""
        self._saved = b""

    def load(self) -> Settings:
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return Settings()
        except OSError as error:
            self.problem = f"The settings in {self.path} cannot be opened ({error.strerror}); these are the usual ones."
            return Settings()
        try:
            self._saved = data
            return msgspec.json.decode(data, type=Settings)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
            return self._start_afresh(str(error))

    def _start_afresh(self, why: str) -> Settings:
        try:
            aside = set_aside(self.path)
            kept = f"they are kept as {aside.name}"
        except OSError:
            kept = "and they cannot be moved aside"
        self.problem = f"The settings in {self.path} cannot be read ({why}): {kept}; these are the usual ones."
        return Settings()

    def save(self, settings: Settings) -> None:
        """Write the settings where they differ from what the file holds."""
        data = msgspec.json.format(msgspec.json.encode(settings), indent=1)
        if data == self._saved:
            return
        try:
            write_atomic(self.path, data)
            self._saved = data
        except OSError as error:
            self.problem = f"The settings cannot be saved to {self.path.parent} ({error.strerror or error})."
