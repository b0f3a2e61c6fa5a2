"""The window: which display it opens on, where it is, how large, and in which state."""

from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

import pygame

from topping_out.game.assets import ASSETS

from ..devices.keyboard import sdl
from ..kit.kit import Kit
from ..kit.pictures.ornament import pointer
from ..kit.stage import Stage
from .settings import LARGEST_WINDOW, Settings

# -- resizing


CALM = 120.0
"""Milliseconds without a change of size after which the edge rests."""


class Resizing:
    """A drag of the window's edge, from its first change of size until it rests."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._picture: pygame.Surface | None = None
        """What was shown before."""
        self._calm = 0.0

    @property
    def is_under_way(self) -> bool:
        return self._picture is not None

    def stretch(self, before: tuple[int, int], screen: pygame.Surface) -> None:
        """Show what was drawn for a window of the size `before` on one of another size."""
        if self._picture is None:
            self._picture = pygame.Surface(before)
            self._stage.paint(self._picture)
        self._calm = 0.0
        pygame.transform.scale(self._picture, screen.get_size(), screen)
        pygame.display.flip()

    def comes_to_rest(self, ms: float) -> bool:
        """Let time pass; return True once, when the edge has rested long enough."""
        self._calm += ms
        if self._picture is None or self._calm < CALM:
            return False
        self._picture = None
        return True


# -- window


INVISIBLE_DRIVERS = ("offscreen", "evdev", "kmsdrm")
"""What SDL silently falls back to where there is no display."""
USUAL_SIZE = (1280, 720)
USUAL_DPI = 96
"""What Windows tells of a screen whose windows it does not want to be larger."""
FRAME = 88
"""Pixels of the screen's height that a new window leaves free for its title bar and the system's bars."""
GRIP = 80
"""Pixels of a title bar that have to be on a screen, for the window to be moved by it."""
LAST_WINDOWS = 64
"""SDL numbers windows from 1; no more than so many are looked through for ours."""
FULL_SCREEN, MINIMISED, MAXIMISED = 0x1, 0x40, 0x80
WHOLE_DESKTOP = 0x1001
"""SDL's words for states of a window, and for full screen at the desktop's own resolution."""
SETTLES = 25
"""Hundredths of a second that the desktop has for what it is asked to do with the window."""

Size = tuple[int, int]
Corner = tuple[int, int]
Rect = pygame.Rect


class Screen(NamedTuple):
    """A screen: all of it, and what the desktop's own bars leave free."""

    whole: Rect
    free: Rect


class Frame(NamedTuple):
    """How wide the desktop's frame round the window is, in pixels."""

    top: int
    left: int
    bottom: int
    right: int

    def inside(self, room: Rect) -> Rect:
        """Return what is left for the window within its frame."""
        return Rect(
            room.x + self.left, room.y + self.top, room.w - self.left - self.right, room.h - self.top - self.bottom
        )

    def is_in_reach(self, window: Rect, screens: Sequence[Screen]) -> bool:
        """Tell whether the title bar of a window can be got hold of."""
        bar = Rect(window.x, window.y - self.top, window.w, max(1, self.top))
        seen = [bar.clip(screen.free) for screen in screens]
        return any(part.w >= min(GRIP, bar.w) and part.h == bar.h for part in seen)


NO_FRAME = Frame(0, 0, 0, 0)


def screen_scale() -> float:
    """Return how much larger than usual the system wants windows to be. Only Windows counts our sizes in pixels."""
    if sys.platform != "win32":
        return 1.0
    return float(ctypes.windll.user32.GetDpiForSystem()) / USUAL_DPI


def wanted_size(settings: Settings, room: Rect, scale: float = 1.0) -> Size:
    """Return the size to open a plain window with: as it was left, else the usual one; no larger than there is room."""
    width, height = settings.window or (round(USUAL_SIZE[0] * scale), round(USUAL_SIZE[1] * scale))
    spare = 0 if settings.window else FRAME
    return max(320, min(width, room.w)), max(180, min(height, room.h - spare))


def screen_for(settings: Settings, screens: Sequence[Screen]) -> Screen:
    """Return the screen that the window was left on; if that is gone, the one that most of it would be on."""
    left = settings.window_screen and Rect(settings.window_screen)
    for screen in screens:
        if left == screen.whole:
            return screen
    if not left:
        return screens[0]
    last = Rect(settings.window_place or left.topleft, settings.window or left.size)
    shared = [(last.clip(screen.whole).w * last.clip(screen.whole).h, -n) for n, screen in enumerate(screens)]
    return screens[-max(shared)[1]]


def wanted_place(settings: Settings, size: Size, screens: Sequence[Screen], frame: Frame = NO_FRAME) -> Corner:
    """Return where a plain window of that size goes, without its frame: where it was left if one can get hold of it
    there, else as near as it is whole; a new one to the middle of its screen."""
    screen = screen_for(settings, screens)
    room = frame.inside(screen.free)
    wanted = Rect(settings.window_place or (0, 0), size)
    if settings.window_place is None:
        wanted.center = room.center
    elif Rect(settings.window_screen or ()) == screen.whole and frame.is_in_reach(wanted, screens):
        return wanted.topleft
    return wanted.clamp(room).topleft if room.contains(Rect(room.topleft, size)) else room.topleft


def open_window(settings: Settings) -> pygame.Surface:
    """Make the window with its title and icon, as it was left; return what is drawn on. `show_window` shows it."""
    pygame.display.set_caption("Topping Out")
    icon = ASSETS / "icon" / "icon-64.png"
    if icon.exists():
        pygame.display.set_icon(pygame.image.load(icon))
    seen = screens()
    size = wanted_size(settings, screen_for(settings, seen).free, screen_scale())
    pygame.display.set_mode(size, pygame.RESIZABLE | pygame.HIDDEN)
    if has_places():
        _sdl().SDL_SetWindowPosition(_window(), *wanted_place(settings, size, seen))
    return _surface()


def show_window(settings: Settings) -> pygame.Surface:
    """Show the window that was opened, and return what is drawn on."""
    _sdl().SDL_ShowWindow(_window())
    _put_in_place(settings)
    if settings.fullscreen:
        _fill_screen()
    elif settings.maximised:
        _maximise()
    return _surface()


def _fill_screen() -> None:
    """Go to full screen. Where no window manager makes the window so large, it is made so before."""
    sdl, window = _sdl(), _window()
    if pygame.display.get_driver() == "x11" and _frame() == NO_FRAME:
        whole = screens()[max(0, sdl.SDL_GetWindowDisplayIndex(window))].whole
        sdl.SDL_SetWindowPosition(window, *whole.topleft)
        sdl.SDL_SetWindowSize(window, *whole.size)
    sdl.SDL_SetWindowFullscreen(window, WHOLE_DESKTOP)


def _maximise() -> None:
    """Maximise the window, and wait for it: the first picture has the right size then."""
    before = pygame.display.get_window_size()
    _sdl().SDL_MaximizeWindow(_window())
    _wait(lambda: pygame.display.get_window_size() != before)


def _wait(done: Callable[[], bool]) -> None:
    """Give the desktop a moment to do something with the window; it may as well not do it."""
    for _ in range(0 if pygame.display.get_driver() == "dummy" else SETTLES):
        pygame.event.pump()
        if done():
            return
        time.sleep(0.01)


def _put_in_place(settings: Settings) -> None:
    """Give a plain window size and place anew: only now that it shows is it known how wide its frame is."""
    seen, frame = screens(), _frame()
    room = frame.inside(screen_for(settings, seen).free)
    size = wanted_size(settings, room, screen_scale())
    place = wanted_place(settings, size, seen, frame)
    if size != pygame.display.get_window_size():
        _sdl().SDL_SetWindowSize(_window(), *size)
    if has_places():
        _sdl().SDL_SetWindowPosition(_window(), *place)


def set_fullscreen(settings: Settings) -> None:
    """Fill the whole screen, or be again what the window was before, as the settings say."""
    if settings.fullscreen:
        note_window(settings)
        _fill_screen()
        return
    _sdl().SDL_SetWindowFullscreen(_window(), 0)
    _wait(lambda: _frame() != NO_FRAME)
    _put_in_place(settings)
    if settings.maximised:
        _maximise()


def note_window(settings: Settings) -> None:
    """Keep in the settings how the window is now: its screen and state, and if it is plain its place and size."""
    if not pygame.display.get_surface() or pygame.display.get_driver() in INVISIBLE_DRIVERS:
        return
    state = _sdl().SDL_GetWindowFlags(_window())
    if state & MINIMISED:
        return
    index = _sdl().SDL_GetWindowDisplayIndex(_window())
    seen = screens()
    if 0 <= index < len(seen):
        whole = seen[index].whole
        settings.window_screen = (whole.x, whole.y, whole.w, whole.h)
    if state & FULL_SCREEN:
        return
    settings.maximised = bool(state & MAXIMISED)
    if not settings.maximised:
        settings.window = pygame.display.get_window_size()
        settings.window_place = pygame.display.get_window_position() if has_places() else None


def has_places() -> bool:
    """Tell whether the desktop says where a window is."""
    return pygame.display.get_driver() != "wayland"


# -- what pygame does not tell of the window, but its SDL does


class _SdlRect(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_int) for name in ("x", "y", "w", "h"))


@cache
def _sdl() -> ctypes.CDLL:
    library, number, pointer = sdl(), ctypes.c_int, ctypes.c_void_p
    library.SDL_GetWindowFromID.restype = pointer
    library.SDL_GetWindowFlags.restype = ctypes.c_uint32
    for name in ("Show", "Maximize"):
        getattr(library, f"SDL_{name}Window").argtypes = (pointer,)
    for name in ("GetWindowFlags", "GetWindowDisplayIndex"):
        getattr(library, f"SDL_{name}").argtypes = (pointer,)
    for name in ("Position", "Size"):
        getattr(library, f"SDL_SetWindow{name}").argtypes = (pointer, number, number)
    library.SDL_SetWindowFullscreen.argtypes = (pointer, ctypes.c_uint32)
    library.SDL_GetWindowBordersSize.argtypes = (pointer, *(ctypes.POINTER(number),) * 4)
    return library


def _window() -> int:
    """Return SDL's own window: the only one there is."""
    return next(int(window) for window in map(_sdl().SDL_GetWindowFromID, range(1, LAST_WINDOWS)) if window)


def _surface() -> pygame.Surface:
    surface = pygame.display.get_surface()
    assert surface
    return surface


def _frame() -> Frame:
    """Return how wide the frame is; nothing where that is not known."""
    sides = [ctypes.c_int() for _ in range(4)]
    _sdl().SDL_GetWindowBordersSize(_window(), *map(ctypes.byref, sides))
    return Frame(*(side.value for side in sides))


def screens() -> list[Screen]:
    """Return the screens of the desktop, the main one first; where nothing is seen, one that is never too small."""
    if pygame.display.get_driver() == "dummy":
        return [Screen(Rect(0, 0, *LARGEST_WINDOW), Rect(0, 0, *LARGEST_WINDOW))]
    found = []
    for number in range(_sdl().SDL_GetNumVideoDisplays()):
        whole, free = _SdlRect(), _SdlRect()
        _sdl().SDL_GetDisplayBounds(number, ctypes.byref(whole))
        _sdl().SDL_GetDisplayUsableBounds(number, ctypes.byref(free))
        found.append(Screen(*(Rect(rect.x, rect.y, rect.w, rect.h) for rect in (whole, free))))
    return found


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
