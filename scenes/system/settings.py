"""The player's settings, the file that keeps them, and what the desktop prefers."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import force_setattr, replace

from topping_out.game import children
from topping_out.game.assets import decoded
from topping_out.game.language import mark, tr
from topping_out.game.record import LONGEST_NAME, Player
from topping_out.game.storage.files import config_folder, read_file, set_aside, write_atomic
from topping_out.game.text import plainly

from ..accessibility.voice import MODES
from ..devices.pads import is_on_deck
from ..kit.theme import COLOURS

# -- settings


Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Volume = Literal["effects", "ambience", "music", "voice_volume"]
"""The settings that are volumes."""

SPEEDS = {"relaxed": 0.6, "normal": 1.0, "fast": 2.0, "instant": float("inf")}
"""Animation speeds by name; 1 is normal, 2 is twice as fast."""
PACES = {"brisk": 0.4, "normal": 1.0, "thoughtful": 2.5}
"""The bots' pace by name: how long they wait before a play, as a factor of the normal pause. They think no longer."""
SPEED_NAMES = {
    "relaxed": mark("Relaxed"), "normal": mark("Normal"), "fast": mark("Fast"), "instant": mark("Instant"),
}  # fmt: skip
SPEED_LABELS = {
    "relaxed": mark("Speed: relaxed"), "normal": mark("Speed: normal"),
    "fast": mark("Speed: fast"), "instant": mark("Speed: instant"),
}  # fmt: skip
PACE_NAMES = {"brisk": mark("Brisk"), "normal": mark("Normal"), "thoughtful": mark("Thoughtful")}
COLOUR_NAMES = {"usual": mark("Usual"), "distinct": mark("Easy to tell apart")}
POINTERS = {"system": 1.0, "large": 2.0, "largest": 3.0}
"""How many times as large as usual pointers are, by name; the mouse's is the system's own where that is 1."""
POINTER_NAMES = {"system": mark("Usual"), "large": mark("Large"), "largest": mark("Very large")}
SAID = {
    "announcements": ("full", "short", "off"), "others_said": ("full", "short", "off"), "hints_said": ("full", "short"),
    "remarks_said": ("full", "off"), "time_said": ("full", "short", "off"), "tips_said": ("full", "short"),
}  # fmt: skip
"""How much can be said, by the setting for each kind of thing; the first is said at first."""
SAID_NAMES = {"full": mark("Everything"), "short": mark("In short"), "off": mark("Nothing")}
READER_PACES = (10.0, 15.0, 20.0, 28.0)
"""How many letters a second a screen reader says."""
BOTS_WAIT = ("moment", "key")
"""What bots wait for before each play: a moment, and until all is said; or the player's key."""
HANDS = {"off": 1.0, "half": 0.5, "quarter": 0.25}
"""How fast time goes in live games, by name: hands, clock and time limits alike, so that the rules stay as they are."""
HANDS_NAMES = {"off": mark("Off"), "half": mark("Half as fast"), "quarter": mark("A quarter as fast")}
HANDS_HELP = mark("In games without turns: all hands, the clock and the time limits.")
HANDS_SAID = {
    "off": "",
    "half": mark("All hands, the clock and the time limits go half as fast in this game."),
    "quarter": mark("All hands, the clock and the time limits go a quarter as fast in this game."),
}
"""What is said before such a game begins."""
BOTS_HANDS: dict[str, float | None] = {"ours": None, "level": 1.0, "slow": 0.5, "quick": 1.5}
"""How fast bots' hands go in live games, by name, 1 being their level's own pace; None: as fast as the players'."""
BOTS_HANDS_NAMES = {
    "ours": mark("As fast as we are"), "level": mark("By their level"), "slow": mark("Slow"), "quick": mark("Quick"),
}  # fmt: skip
BOTS_HANDS_HELP = {
    "ours": mark("The bots follow how many plays a minute the players make."),
    "level": mark("The stronger a bot, the quicker its hand."),
    "slow": mark("Half their usual speed."),
    "quick": mark("One and a half times their usual speed."),
}
TEXT_SIZES = (1.0, 1.15, 1.3, 1.5)
NAME = "settings.json"
COPY = "settings-whole.json"
"""Holds what version 0.1.0 drops from the other: that writes all that it knows, and nothing else."""
KNOWN_LONG_AGO = frozenset(("speed", "pace", "muted", "window", "setups"))
"""Some of what it writes even where it is as by default, which this version leaves out."""
SELF = "You"
"""The name of a player who has entered none."""
LARGEST_WINDOW = (7680, 4320)
"""Pixels. A larger one was never left by anybody, and the usual one is opened instead."""
FARTHEST = 2**20
"""Pixels from the desktop's beginning that no place of a window can be beyond."""
MOST_NAMES = 64
"""How many player names are remembered."""
MOST_GUIDED = 20
"""How many guided games are remembered: without a limit, abandoned ones would add up."""
MOST_OFFERED = 200
"""So many games and players are remembered to whom something was offered once."""
LARGEST_FILE = 1024 * 1024


class Setup(msgspec.Struct, frozen=True, rename={"devices": "hands"}):
    """The last set-up of one game."""

    seats: tuple[Player, ...] = ()
    options: dict[str, bool | int | str] = {}
    devices: tuple[str, ...] = ()
    """In a live game: the id of each human's device, in the order of the seats."""
    best_of: int | msgspec.UnsetType = msgspec.UNSET
    """How many games the series is of; not in the file of a game by itself."""

    def __post_init__(self) -> None:
        seats = tuple(replace(player, name=plain_name(player.name)) for player in self.seats[:MOST_NAMES])
        force_setattr(self, "seats", seats)


class Settings(msgspec.Struct, kw_only=True, omit_defaults=True):
    """All settings. The file holds those that differ from the defaults, and perhaps fields of a newer version."""

    language: str = ""
    """Code of a language, such as "de"; empty: the system's."""
    text_size: Annotated[float, msgspec.Meta(ge=1, le=1.5)] = 1.0
    speed: str = "normal"
    pace: str = "normal"
    slower_hands: str = "off"
    """How much slower live games are: one of HANDS."""
    bots_hands: str = "ours"
    """How fast bots' hands go in live games: one of BOTS_HANDS."""
    even_hands: bool = True
    """Whether the quicker device rests after each play where players of a live game have different ones."""
    background_play: bool = False
    """Whether a live game goes on while its window is not seen or has not the keyboard."""
    reduced_motion: bool = False
    idle_life: bool = True
    """Twinkling stars, flickering windows."""
    skyline: bool = True
    """Whether the towers of finished games stand on the title."""
    patterns: bool = True
    """Patterns on the pyramids, for players who cannot tell the colours apart."""
    colours: str = "usual"
    """Those of seats, sites and suits: one of COLOURS."""
    high_contrast: bool = False
    pointer: str = "system"
    """How large pointers are: one of POINTERS."""
    close_up: bool = False
    """Whether the card that is pointed at shows twice as large."""
    captions: bool = False
    """Whether sounds are written as well."""
    effects: Share = 0.8
    ambience: Share = 0.5
    music: Share = 0.5
    muted: bool = False
    silenced: list[Volume] = []
    """The volumes that are switched off, each by itself; their values wait."""
    stereo: bool = True
    """Whether sounds come from where they happen on the table."""
    background_sound: bool = False
    """Whether anything is heard while another window has the keyboard."""
    fullscreen: bool = False
    window: tuple[int, int] | None = None
    """The last width and height of the plain window in pixels; None: never changed."""
    window_place: tuple[int, int] | None = None
    """Where its upper left corner was, without the frame, on the whole desktop; None: the desktop did not say."""
    window_screen: tuple[int, int, int, int] | None = None
    """The screen that the window was on last: where it begins on the desktop, and its size."""
    maximised: bool = False
    """Whether the window was maximised when it was left."""
    remarks: bool = True
    """Whether characters say something to what happens."""
    curtain: bool = True
    """Whether cards are hidden between the turns of several humans at one screen."""
    player_names: tuple[str, ...] = ()
    """Those that humans have entered, the last first."""
    setups: dict[str, Setup] = {}
    """The last set-up by game."""
    guided: dict[str, tuple[str, ...]] = {}
    """The guided games under way: `coach.key_of` to the names of the lessons told so far."""
    gentler_offered: tuple[tuple[str, str], ...] = ()
    """The games and players to whom a gentler opponent was offered: it is offered once."""
    welcomed: bool = False
    """Whether whoever listens has been told where the keys are, and of the lesson in listening."""
    announcements: str = "full"
    """How much of a player's own plays is announced: see SAID, as for the five that follow."""
    others_said: str = "full"
    """How much of others' plays; short: what they did, without what came of it."""
    hints_said: str = "full"
    """Short: only what to play."""
    remarks_said: str = "full"
    """What characters say."""
    time_said: str = "full"
    """Clocks, and until when a play can be taken back."""
    tips_said: str = "full"
    """What things do, where the focus comes to them; short: only what they are."""
    bots_wait: str = ""
    """One of BOTS_WAIT; empty: for the key where somebody listens."""
    reader_pace: float = 15.0
    """How fast the screen reader speaks: one of READER_PACES."""
    said_stays: bool = False
    """Whether what was said has the screen reader's focus until the next key, for a line of braille."""
    ask_first: bool = False
    """Whether a player is asked before a play counts, in games with turns."""
    read_aloud: str = "off"
    """What the program's own voice reads: one of MODES."""
    voice_rate: Share = 0.5
    voice_volume: Share = 1.0
    program_keys: dict[str, str] = {}
    """What the player has changed about the keys of the whole program: verb to the name of its first key."""
    bindings: dict[str, dict[str, str]] = {}
    """Changed keys of the two keyboard halves: half to verb to the place of the key."""

    def __post_init__(self) -> None:
        """Correct values that are out of range, as a file edited by hand may have them."""
        self.speed = self.speed if self.speed in SPEEDS else "normal"
        self.pointer = self.pointer if self.pointer in POINTERS else "system"
        self.colours = self.colours if self.colours in COLOURS else "usual"
        for kind, amounts in SAID.items():
            setattr(self, kind, getattr(self, kind) if getattr(self, kind) in amounts else amounts[0])
        self.bots_wait = self.bots_wait if self.bots_wait in BOTS_WAIT else ""
        self.reader_pace = self.reader_pace if self.reader_pace in READER_PACES else 15.0
        self.read_aloud = self.read_aloud if self.read_aloud in MODES else "off"
        self.slower_hands = self.slower_hands if self.slower_hands in HANDS else "off"
        self.bots_hands = self.bots_hands if self.bots_hands in BOTS_HANDS else "ours"
        self.pace = self.pace if self.pace in PACES else "normal"
        if self.window:
            (width, height), (widest, highest) = self.window, LARGEST_WINDOW
            is_possible = width <= widest and height <= highest
            self.window = (max(320, width), max(180, height)) if is_possible else None
        if self.window_place and max(map(abs, self.window_place)) > FARTHEST:
            self.window_place = None
        if self.window_screen and max(map(abs, self.window_screen)) > FARTHEST:
            self.window_screen = None
        self.player_names = tuple(plain_name(name) for name in self.player_names[:MOST_NAMES])
        self.gentler_offered = self.gentler_offered[-MOST_OFFERED:]
        self.guided = dict([*self.guided.items()][-MOST_GUIDED:])

    def volume(self, name: Volume) -> float:
        """Return how loud something is, from 0 to 1: nothing where it is switched off."""
        return 0.0 if name in self.silenced else float(getattr(self, name))

    @property
    def speed_factor(self) -> float:
        return SPEEDS.get(self.speed, 1.0)

    @property
    def pace_factor(self) -> float:
        return PACES.get(self.pace, 1.0)

    @property
    def hands_factor(self) -> float:
        return HANDS.get(self.slower_hands, 1.0)


def plain_name(name: str) -> str:
    """Return a name without unprintable characters, cut to the longest length allowed."""
    return "".join(char for char in name if char.isprintable())[:LONGEST_NAME]


def read_settings(data: bytes) -> Settings:
    """Return the settings that a file holds. Raises ValueError."""
    try:
        return msgspec.json.decode(decoded(data), type=Settings)
    except (ValueError, RecursionError) as error:  # msgspec's errors are ValueErrors
        raise ValueError(str(error)) from None


Fields = dict[str, msgspec.Raw]
"""What a file holds, by name, not yet looked at."""


class SettingsStore:
    """Loads and saves the settings. A problem with the file is a sentence in `problem`, never an exception."""

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (folder or config_folder()) / NAME
        self._copy = self.path.with_name(COPY)
        self.problem = ""
        self.is_first = False
        """Whether there were no settings yet."""
        self._saved = b""
        self._unknown: Fields = {}
        """Fields of the file that a newer version has put there."""
        self._is_unread = False  # the file exists but could not be opened
        self._load_problem = ""

    def load(self) -> Settings:
        settings = self._load()
        self._load_problem = self.problem
        return settings

    def _load(self) -> Settings:
        try:
            data = read_file(self.path, LARGEST_FILE)
        except FileNotFoundError:
            self.is_first = True
            return Settings()
        except OSError as error:
            self._is_unread = True
            text = mark("The settings in {file} can't be opened ({why}), so the defaults are used.")
            self.problem = tr(text, file=self.path, why=error.strerror)
            return Settings()
        if len(data) > LARGEST_FILE:
            return self._start_afresh(tr("they are larger than {bytes} bytes", bytes=LARGEST_FILE))
        try:
            settings = read_settings(data)
            fields = msgspec.json.decode(decoded(data), type=Fields)  # names of unknown ones are read only here
        except ValueError as error:
            return self._start_afresh(plainly(error))
        settings, fields = self._with_what_was_dropped(settings, fields)
        known = {*Settings.__struct_fields__}
        self._unknown = {name: value for name, value in fields.items() if name not in known}
        self._saved = self._encoded(settings)
        return settings

    def _with_what_was_dropped(self, settings: Settings, fields: Fields) -> tuple[Settings, Fields]:
        """Return the settings as version 0.1.0 has left them, with those that it did not know as they were before."""
        if not fields.keys() >= KNOWN_LONG_AGO:
            return settings, fields
        try:
            copy = msgspec.json.decode(decoded(read_file(self._copy, LARGEST_FILE)), type=Fields)
            return read_settings(msgspec.json.encode(copy | fields)), copy | fields
        except (OSError, ValueError):
            return settings, fields

    def _start_afresh(self, why: str) -> Settings:
        try:
            aside = set_aside(self.path)
            text = mark(
                "The settings in {file} can't be read ({why}). They are kept as {aside}, and the defaults are used."
            )
            self.problem = tr(text, file=self.path, why=why, aside=aside.name)
        except OSError:
            text = mark("The settings in {file} can neither be read ({why}) nor moved aside, so the defaults are used.")
            self.problem = tr(text, file=self.path, why=why)
        return Settings()

    def save(self, settings: Settings) -> None:
        """Write the settings if they have changed: another running copy may have saved its own meanwhile."""
        data = self._encoded(settings)
        if data == self._saved:
            return
        try:
            if self._is_unread:
                set_aside(self.path)
                self._is_unread = False
            write_atomic(self.path, data)
            self._saved, self.problem = data, self._load_problem
        except OSError as error:
            text = mark("The settings can't be saved to {folder} ({why}).")
            self.problem = tr(text, folder=self.path.parent, why=error.strerror or error)
            return
        with suppress(OSError):  # they are saved; without the copy only 0.1.0 could lose some
            write_atomic(self._copy, data)

    def _encoded(self, settings: Settings) -> bytes:
        own = msgspec.json.decode(msgspec.json.encode(settings), type=Fields)
        return msgspec.json.format(msgspec.json.encode(own | self._unknown), indent=1)


# -- preferences


PATIENCE = 2.0
"""Seconds that a process may take to answer."""
GNOME = "org.gnome.desktop.interface"
PORTAL = (
    "gdbus", "call", "--session", "--timeout", "1", "--dest", "org.freedesktop.portal.Desktop",
    "--object-path", "/org/freedesktop/portal/desktop", "--method", "org.freedesktop.portal.Settings.Read",
)  # fmt: skip
"""Asks every desktop that has a portal; the space and the key of what is wanted follow."""
HIGH_CONTRAST_ON = 1
"""The bit of the flags of Windows."""
SPI_GETCLIENTAREAANIMATION = 0x1042

ON_DECK = 1.3
"""The size of text on a Steam Deck: its screen is small, and Valve asks for letters 12 pixels high."""

RunCommand = Callable[[Sequence[str]], str]


def run(command: Sequence[str]) -> str:
    """Return what a program answers; nothing where it is not there, fails or takes too long."""
    return children.run(command, PATIENCE)


def from_desktop(run: RunCommand = run) -> dict[str, Any]:
    """Return what GNOME, or any desktop through its portal, tells, by the names of our settings."""

    def ask(space: str, key: str) -> str:
        return run(("gsettings", "get", space, key)) or run((*PORTAL, space, key))

    contrast = run((*PORTAL, "org.freedesktop.appearance", "contrast")).split("uint32")[-1]
    return {
        "reduced_motion": "false" in ask(GNOME, "enable-animations"),
        "high_contrast": "true" in ask("org.gnome.desktop.a11y.interface", "high-contrast") or "1" in contrast,
        "text_size": max(_number(ask(GNOME, "text-scaling-factor")), ON_DECK if is_on_deck() else 1.0),
    }


def from_mac(run: RunCommand = run) -> dict[str, Any]:
    def is_on(key: str) -> bool:
        return run(("defaults", "read", "com.apple.universalaccess", key)) == "1"

    return {"reduced_motion": is_on("reduceMotion"), "high_contrast": is_on("increaseContrast")}


def from_windows() -> dict[str, Any]:
    import ctypes

    moves = ctypes.c_int(1)
    windll: Any = ctypes.windll  # type: ignore[attr-defined,unused-ignore]
    windll.user32.SystemParametersInfoW(SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(moves), 0)
    flags = _registered(r"Control Panel\Accessibility\HighContrast", "Flags", "0")
    return {
        "reduced_motion": not moves.value,
        "high_contrast": bool(int(flags) & HIGH_CONTRAST_ON),
        "text_size": float(_registered(r"Software\Microsoft\Accessibility", "TextScaleFactor", 100)) / 100,
    }


def _registered(place: str, name: str, usual: Any) -> Any:
    import winreg

    opened: Any = winreg
    try:
        with opened.OpenKey(opened.HKEY_CURRENT_USER, place) as key:
            return opened.QueryValueEx(key, name)[0]
    except OSError:
        return usual


def _number(text: str) -> float:
    """Return the number that an answer ends with, such as "<<1.25>>"; 1 where there is none."""
    try:
        return float(text.strip("()<>, ") or 1)
    except ValueError:
        return 1.0


SYSTEMS: dict[str, Callable[[], dict[str, Any]]] = {
    "linux": from_desktop, "darwin": from_mac, "win32": from_windows,
}  # fmt: skip


class Preferences:
    """Asks the system, and hands over what it tells once that is there."""

    def __init__(self, ask: Callable[[], dict[str, Any]] | None = None) -> None:
        self._ask = ask or SYSTEMS.get(sys.platform, dict)
        self._found: dict[str, Any] = {}
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Begin to ask."""
        self._thread = threading.Thread(target=self._listen, name="preferences", daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        try:
            self._found = self._ask()
        except Exception:  # whatever a system may answer: then it has told nothing
            self._found = {}

    def apply(self, settings: Settings) -> bool:
        """Once the system has answered, put what it tells into settings that are as at first; tell whether it did."""
        if self._thread is None or self._thread.is_alive():
            return False
        self._thread = None
        told, changed = self._found, False
        told["text_size"] = max((size for size in TEXT_SIZES if size <= told.get("text_size", 1.0)), default=1.0)
        for field, value in told.items():
            if value and getattr(settings, field) == getattr(Settings(), field) != value:
                setattr(settings, field, value)
                changed = True
        return changed
