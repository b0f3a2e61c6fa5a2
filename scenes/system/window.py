"""The window: which display it can open on, its size, and full screen."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import pygame

from topping_out.game.assets import ASSETS
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures.pointer import pointer
from topping_out.scenes.system.settings import Settings

INVISIBLE_DRIVERS = ("offscreen", "evdev", "kmsdrm")
"""What SDL silently falls back to where there is no display."""
USUAL_SIZE = (1280, 720)
USUAL_DPI = 96
"""What Windows tells of a screen whose windows it does not want to be larger."""
FRAME = 88
"""Pixels of the screen's height that a new window leaves free for its title bar and the system's bars."""

Size = tuple[int, int]


def screen_scale() -> float:
    """Return how much larger than usual the system wants windows to be. Only Windows counts our sizes in pixels."""
    if sys.platform != "win32":
        return 1.0
    import ctypes  # takes a while to load elsewhere

    return float(ctypes.windll.user32.GetDpiForSystem()) / USUAL_DPI


def window_size(left: Size | None, screens: Sequence[Size], scale: float = 1.0) -> Size:
    """Return the size to open a window with: the last one, else the usual one; no larger than the largest screen."""
    width, height = left or (round(USUAL_SIZE[0] * scale), round(USUAL_SIZE[1] * scale))
    widest, highest = max(screens, default=(width, height + FRAME))
    return max(320, min(width, widest)), max(180, min(height, highest if left else highest - FRAME))


def open_window(settings: Settings) -> pygame.Surface:
    """Open the window with its title and icon, and return what is drawn on."""
    pygame.display.set_caption("Topping Out")
    icon = ASSETS / "icon" / "icon-64.png"
    if icon.exists():
        pygame.display.set_icon(pygame.image.load(icon))
    return set_mode(settings)


def dress_pointer(kit: Kit) -> None:
    """Have the mouse's pointer as large as the player wants it; usual is the system's own."""
    try:
        if kit.pointer_size == 1:
            pygame.mouse.set_cursor(pygame.SYSTEM_CURSOR_ARROW)
        else:
            arrow = pointer(kit, kit.theme.night)
            tip = round(1.5 * kit.scale * kit.pointer_size)
            pygame.mouse.set_cursor(pygame.Cursor((tip, tip), arrow))
    except pygame.error:  # no mouse here, or none whose pointer can be changed
        return


def is_attended() -> bool:
    """Tell whether the window can be seen and has the keyboard."""
    return pygame.display.get_active() and pygame.key.get_focused()


def set_mode(settings: Settings) -> pygame.Surface:
    """Give the window its size, or the whole screen, as the settings say."""
    if settings.fullscreen:
        return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
    if pygame.display.get_surface() and pygame.display.is_fullscreen():
        pygame.display.set_mode((0, 0), pygame.RESIZABLE)  # only a window takes a size: leave full screen first
    screens = [] if pygame.display.get_driver() == "dummy" else pygame.display.get_desktop_sizes()
    return pygame.display.set_mode(window_size(settings.window, screens, screen_scale()), pygame.RESIZABLE)
