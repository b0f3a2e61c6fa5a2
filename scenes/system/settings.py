"""The player's settings, the file that stores them, and the preferences of the desktop."""

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
from topping_out.game.record import LONGEST_NAME, Clock, Player
from topping_out.game.storage.files import config_folder, read_file, set_aside, write_atomic
from topping_out.game.text import plainly, system_says

from ..accessibility.voice import MODES
from ..devices.mice_and_pads import is_on_deck
from ..kit.theme import COLOURS

# -- settings


Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Volume = Literal["effects", "ambience", "music", "voice_volume"]
"""The settings that are volumes."""

SPEEDS = {"relaxed": 0.6, "normal": 1.0, "fast": 2.0, "instant": float("inf")}
"""Animation speeds by name; 1 is normal, 2 is twice as fast."""
PACES = {"brisk": 0.4, "normal": 1.0, "thoughtful": 2.5}
"""The bots' pace by name: a factor of the normal pause before a play. It does not change how long they think."""
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
"""Sizes of pointers by name, as a factor of the usual size. At 1 the mouse has the system's own pointer."""
POINTER_NAMES = {"system": mark("Usual"), "large": mark("Large"), "largest": mark("Very large")}
SPEECH_AMOUNTS = {
    "announcements": ("full", "short", "off"), "others_said": ("full", "short", "off"), "hints_said": ("full", "short"),
    "remarks_said": ("full", "off"), "time_said": ("full", "short", "off"), "tips_said": ("full", "short"),
}  # fmt: skip
"""The possible values of each setting for how much is read aloud; the first is the default."""
SPEECH_AMOUNT_NAMES = {"full": mark("Everything"), "short": mark("In short"), "off": mark("Nothing")}
READER_PACES = (10.0, 15.0, 20.0, 28.0)
"""Possible speeds of screen readers, in letters a second."""
BOTS_WAIT = ("moment", "key")
"""What bots wait for before each play: a moment and the end of all announcements, or the player's key."""
LIVE_SPEEDS = {"off": 1.0, "half": 0.5, "quarter": 0.25}
"""Speeds of live games, by name of the setting `slower_hands`: hands, clock and time limits go slower alike."""
LIVE_SPEED_NAMES = {"off": mark("Off"), "half": mark("Half as fast"), "quarter": mark("A quarter as fast")}
LIVE_SPEED_HELP = mark("Slows everyone's pieces, the timer and the time limits in games without turns.")
LIVE_SPEED_NOTES = {
    "off": "",
    "half": mark("In this game everyone's pieces, the timer and the time limits run at half speed."),
    "quarter": mark("In this game everyone's pieces, the timer and the time limits run at a quarter of the speed."),
}
"""What players are told before a slower live game begins."""
BOT_HAND_SPEEDS: dict[str, float | None] = {"ours": None, "level": 1.0, "slow": 0.5, "quick": 1.5}
"""Speeds of bots' hands in live games, by name, as a factor of their level's pace; None: as fast as the players'."""
BOT_HAND_SPEED_NAMES = {
    "ours": mark("Players' pace"), "level": mark("By their level"), "slow": mark("Slow"), "quick": mark("Quick"),
}  # fmt: skip
BOT_HAND_SPEED_HELP = {
    "ours": mark("The bots make about as many plays a minute as the players."),
    "level": mark("The stronger a bot, the quicker it plays."),
    "slow": mark("Half their usual speed."),
    "quick": mark("One and a half times their usual speed."),
}
CHOICES = SPEECH_AMOUNTS | {
    "speed": tuple(SPEEDS), "pace": tuple(PACES), "pointer": tuple(POINTERS), "colours": COLOURS, "read_aloud": MODES,
    "bots_wait": BOTS_WAIT, "reader_pace": READER_PACES, "slower_hands": tuple(LIVE_SPEEDS),
    "bots_hands": tuple(BOT_HAND_SPEEDS),
}  # fmt: skip
"""The possible values of the settings that have few; others, which a file may contain, are replaced by the default."""
TEXT_SIZES = (1.0, 1.15, 1.3, 1.5)
NAME = "settings.json"
COPY = "settings-whole.json"
"""A copy of the settings, to restore those that version 0.1.0 drops: it writes only fields that it knows."""
FIELDS_ALWAYS_IN_0_1_0 = frozenset(("speed", "pace", "muted", "window", "setups"))
"""Some fields that version 0.1.0 always writes, while this version leaves out defaults."""
SELF = "You"
"""The name of a player who has not entered one."""
LARGEST_WINDOW = (7680, 4320)
"""Largest window in pixels. If the file has a larger one, it is ignored and the usual size used."""
FARTHEST = 2**20
"""Largest coordinate of a window or screen in pixels; if the file has a larger one, the place is ignored."""
MAX_NAMES = 64
"""Most player names that are remembered."""
MAX_GUIDED = 20
"""Most guided games that are remembered: without a limit, abandoned ones would add up."""
MAX_OFFERED = 200
"""Most pairs of game and player that are remembered in `gentler_offered`."""
LARGEST_FILE = 1024 * 1024


class Setup(msgspec.Struct, frozen=True, rename={"devices": "hands"}):
    """The last set-up of one game."""

    seats: tuple[Player, ...] = ()
    options: dict[str, bool | int | str] = {}
    devices: tuple[str, ...] = ()
    """In a live game: the id of each human's device, in the order of the seats."""
    best_of: int | msgspec.UnsetType = msgspec.UNSET
    """The number of games in the series; not in the file if there is just one game."""
    chosen_at: dict[str, dict[str, bool | int | str]] | msgspec.UnsetType = msgspec.UNSET
    """By number of seats, the options of the last game with so many; not in the files of earlier versions."""
    clock: Clock | msgspec.UnsetType = msgspec.UNSET
    """The players' clock, in a game with turns; not in the file if there is none."""

    def __post_init__(self) -> None:
        seats = tuple(replace(player, name=plain_name(player.name)) for player in self.seats[:MAX_NAMES])
        force_setattr(self, "seats", seats)


class Settings(msgspec.Struct, kw_only=True, omit_defaults=True):
    """All settings. The file holds those that differ from the defaults, and perhaps fields of newer versions."""

    language: str = ""
    """Code of a language, such as "de"; empty: the system's language."""
    text_size: Annotated[float, msgspec.Meta(ge=1, le=1.5)] = 1.0
    speed: str = "normal"
    pace: str = "normal"
    slower_hands: str = "off"
    """How much slower live games are: one of LIVE_SPEEDS."""
    bots_hands: str = "ours"
    """How fast bots' hands are in live games: one of BOT_HAND_SPEEDS."""
    even_hands: bool = True
    """Whether, if players of a live game use different devices, the quicker device rests after each play."""
    background_play: bool = False
    """Whether a live game goes on while its window is hidden or does not have the keyboard."""
    reduced_motion: bool = False
    idle_life: bool = True
    """Whether stars twinkle and windows flicker."""
    skyline: bool = True
    """Whether the title shows the towers of finished games."""
    patterns: bool = True
    """Whether pyramids have patterns, for players who cannot distinguish the colours."""
    colours: str = "usual"
    """The colours of seats, sites and suits: one of COLOURS."""
    high_contrast: bool = False
    pointer: str = "system"
    """The size of pointers: one of POINTERS."""
    mirrored: bool = False
    """Whether tables are mirrored for the left hand."""
    close_up: bool = False
    """Whether the card under the pointer is shown twice as large."""
    captions: bool = False
    """Whether sounds have captions."""
    effects: Share = 0.9
    ambience: Share = 0.6
    music: Share = 0.7
    muted: bool = False
    silenced: list[Volume] = []
    """The volumes that are switched off; their values are kept."""
    stereo: bool = True
    """Whether sounds come from the side of the table where they happen."""
    background_sound: bool = False
    """Whether sound plays while another window has the keyboard."""
    fullscreen: bool = False
    window: tuple[int, int] | None = None
    """The last width and height of the plain window in pixels; None: never changed."""
    window_place: tuple[int, int] | None = None
    """The last place of its upper left corner on the desktop, without the frame; None: not known."""
    window_screen: tuple[int, int, int, int] | None = None
    """The screen that the window was on last: its left, top, width and height on the desktop."""
    maximised: bool = False
    """Whether the window was maximised when it was closed."""
    remarks: bool = True
    """Whether characters comment on the game."""
    curtain: bool = True
    """Whether cards are hidden between the turns of several humans at one screen."""
    player_names: tuple[str, ...] = ()
    """Names that humans have entered, the latest first."""
    setups: dict[str, Setup] = {}
    """The last set-up of each game."""
    guided: dict[str, tuple[str, ...]] = {}
    """The guided games under way: `coach.key_of` to the names of the lessons shown so far."""
    gentler_offered: tuple[tuple[str, str], ...] = ()
    """Pairs of game and player to whom a gentler opponent was offered, which happens once."""
    welcomed: bool = False
    """Whether a player who listens has heard about the keys and the lesson in listening."""
    announcements: str = "full"
    """How much of a player's own plays is announced. The values of this and the next five are in SPEECH_AMOUNTS."""
    others_said: str = "full"
    """How much of other players' plays is announced; short: what they did, without the consequences."""
    hints_said: str = "full"
    """How much of hints is announced; short: only what to play."""
    remarks_said: str = "full"
    """Whether the characters' comments are announced."""
    time_said: str = "full"
    """Whether clocks are announced, and until when a play can be taken back."""
    tips_said: str = "full"
    """What is said of an element that gets the focus; short: what it is, without what it does."""
    bots_wait: str = ""
    """One of BOTS_WAIT; empty: "key" if a screen reader or voice is in use, else "moment"."""
    reader_pace: float = 15.0
    """How fast the screen reader speaks: one of READER_PACES."""
    said_stays: bool = False
    """Whether the latest announcement keeps the screen reader's focus until the next key, for braille displays."""
    ask_first: bool = False
    """Whether players must confirm each play, in games with turns."""
    read_aloud: str = "off"
    """What the program's own voice reads: one of MODES."""
    voice_rate: Share = 0.5
    voice_volume: Share = 1.0
    program_keys: dict[str, str] = {}
    """Changed keys of the whole program: verb to the name of its first key."""
    bindings: dict[str, dict[str, str]] = {}
    """Changed keys of the two keyboard halves: half to verb to the key's place on the keyboard."""

    def __post_init__(self) -> None:
        """Correct values that are out of range, which a file edited by hand may contain."""
        usual = dict(zip(self.__struct_fields__, self.__struct_defaults__))
        for field, values in CHOICES.items():
            if getattr(self, field) not in values:
                setattr(self, field, usual[field])
        if self.window:
            (width, height), (widest, highest) = self.window, LARGEST_WINDOW
            is_possible = width <= widest and height <= highest
            self.window = (max(320, width), max(180, height)) if is_possible else None
        if self.window_place and max(map(abs, self.window_place)) > FARTHEST:
            self.window_place = None
        if self.window_screen and max(map(abs, self.window_screen)) > FARTHEST:
            self.window_screen = None
        self.player_names = tuple(plain_name(name) for name in self.player_names[:MAX_NAMES])
        self.gentler_offered = self.gentler_offered[-MAX_OFFERED:]
        self.guided = dict([*self.guided.items()][-MAX_GUIDED:])

    def volume(self, name: Volume) -> float:
        """Return a volume from 0 to 1; 0 if it is switched off."""
        return 0.0 if name in self.silenced else float(getattr(self, name))

    @property
    def speed_factor(self) -> float:
        return SPEEDS.get(self.speed, 1.0)

    @property
    def pace_factor(self) -> float:
        return PACES.get(self.pace, 1.0)

    @property
    def hands_factor(self) -> float:
        return LIVE_SPEEDS.get(self.slower_hands, 1.0)


def plain_name(name: str) -> str:
    """Return a name without unprintable characters, cut to the longest length allowed."""
    return "".join(char for char in name if char.isprintable())[:LONGEST_NAME]


def read_settings(data: bytes) -> Settings:
    """Return the settings in a file's content. Raises ValueError."""
    try:
        return msgspec.json.decode(decoded(data), type=Settings)
    except (ValueError, RecursionError) as error:  # msgspec's errors are ValueErrors
        raise ValueError(str(error)) from None


Fields = dict[str, msgspec.Raw]
"""The fields of a file by name, with values not yet decoded."""


class SettingsStore:
    """Loads and saves the settings. Problems with the file are reported in `problem`, never raised."""

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (folder or config_folder()) / NAME
        self._copy = self.path.with_name(COPY)
        self.problem = ""
        self.is_first = False
        """Whether there was no settings file yet."""
        self._saved = b""
        self._unknown: Fields = {}
        """Fields of the file that this version does not know, kept for newer ones."""
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
            self.problem = tr(text, file=self.path, why=system_says(error))
            return Settings()
        if len(data) > LARGEST_FILE:
            return self._start_afresh(tr("they're larger than {bytes} bytes", bytes=LARGEST_FILE))
        try:
            settings = read_settings(data)
            fields = msgspec.json.decode(decoded(data), type=Fields)  # includes unknown fields
        except ValueError as error:
            return self._start_afresh(plainly(error))
        settings, fields = self._with_dropped_fields(settings, fields)
        known = {*Settings.__struct_fields__}
        self._unknown = {name: value for name, value in fields.items() if name not in known}
        self._saved = self._encoded(settings)
        return settings

    def _with_dropped_fields(self, settings: Settings, fields: Fields) -> tuple[Settings, Fields]:
        """If version 0.1.0 wrote the file, add the fields that it dropped, from the copy."""
        if not fields.keys() >= FIELDS_ALWAYS_IN_0_1_0:
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
                "The settings in {file} can't be read ({why}). They're kept as {aside}, and the defaults are used."
            )
            self.problem = tr(text, file=self.path, why=why, aside=aside.name)
        except OSError:
            text = mark("The settings in {file} can neither be read ({why}) nor moved aside, so the defaults are used.")
            self.problem = tr(text, file=self.path, why=why)
        return Settings()

    def save(self, settings: Settings) -> None:
        """Write the settings if they have changed; if not, keep what another running copy may have saved."""
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
            self.problem = tr(text, folder=self.path.parent, why=system_says(error))
            return
        with suppress(OSError):  # the settings are saved; the copy only matters after 0.1.0 is used
            write_atomic(self._copy, data)

    def _encoded(self, settings: Settings) -> bytes:
        own = msgspec.json.decode(msgspec.json.encode(settings), type=Fields)
        return msgspec.json.format(msgspec.json.encode(own | self._unknown), indent=1)


# -- preferences


TIMEOUT = 2.0
"""Seconds that a command may take."""
GNOME = "org.gnome.desktop.interface"
PORTAL = (
    "gdbus", "call", "--session", "--timeout", "1", "--dest", "org.freedesktop.portal.Desktop",
    "--object-path", "/org/freedesktop/portal/desktop", "--method", "org.freedesktop.portal.Settings.Read",
)  # fmt: skip
"""The command that reads a setting through the desktop's portal; namespace and key are appended."""
HIGH_CONTRAST_ON = 1
"""The bit of Windows' flags that means that high contrast is on."""
SPI_GETCLIENTAREAANIMATION = 0x1042

ON_DECK = 1.3
"""Default text size on a Steam Deck: its screen is small, and Valve requires letters 12 pixels high."""

RunCommand = Callable[[Sequence[str]], str]


def run(command: Sequence[str]) -> str:
    """Return the output of a command, or "" if it does not exist, fails or takes too long."""
    return children.run(command, TIMEOUT)


def from_desktop(run: RunCommand = run) -> dict[str, Any]:
    """Return the preferences of GNOME, or of another desktop through its portal, by the names of our settings."""

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
    """Return the number in a command's output, such as "(<<1.25>>,)", or 1 if it contains none."""
    try:
        return float(text.strip("()<>, ") or 1)
    except ValueError:
        return 1.0


SYSTEMS: dict[str, Callable[[], dict[str, Any]]] = {
    "linux": from_desktop, "darwin": from_mac, "win32": from_windows,
}  # fmt: skip


class Preferences:
    """Reads the system's preferences in a thread, and applies them to the settings."""

    def __init__(self, read: Callable[[], dict[str, Any]] | None = None) -> None:
        self._read = read or SYSTEMS.get(sys.platform, dict)
        self._found: dict[str, Any] = {}
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Start reading."""
        self._thread = threading.Thread(target=self._run, name="preferences", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._found = self._read()
        except Exception:  # a system may reply with anything: such replies are ignored
            self._found = {}

    def apply(self, settings: Settings) -> bool:
        """Once the preferences are read, apply them to settings with default values. Return whether any changed."""
        if self._thread is None or self._thread.is_alive():
            return False
        self._thread = None
        found, changed = self._found, False
        found["text_size"] = max((size for size in TEXT_SIZES if size <= found.get("text_size", 1.0)), default=1.0)
        for field, value in found.items():
            if value and getattr(settings, field) == getattr(Settings(), field) != value:
                setattr(settings, field, value)
                changed = True
        return changed
