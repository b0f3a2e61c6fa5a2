"""What the player has told the system: less motion, more contrast, larger text. It is asked once, at the first start.

Each question is a process or a look into the registry, in a thread of its own: no start waits for it, and whoever does
not answer, or answers nonsense, has told nothing.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any

from topping_out.game import children
from topping_out.scenes.devices.pad_signs import is_on_deck
from topping_out.scenes.system.settings import TEXT_SIZES, Settings

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
