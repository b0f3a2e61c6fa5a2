"""The window of the program: what is set before it opens, its size, place and screen, and the system's clipboard."""

from __future__ import annotations

import ctypes
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import NamedTuple

import pygame

from topping_out.game.assets import ASSETS
from topping_out.game.children import set_for_us

from ..devices.keyboard import sdl
from ..kit.kit import Kit
from ..kit.ornament import pointer
from ..kit.stage import Stage
from .settings import LARGEST_WINDOW, Settings

# -- hints


APP = "topping-out"
"""The program's name for desktops, equal to that of its menu entry's file."""
TITLE = "Topping Out"
X11_CLASS = "SDL_VIDEO_X11_WMCLASS"
HINTS: dict[str, tuple[str, str]] = {
    "SDL_FRAMEBUFFER_ACCELERATION": ("0", "presenting a software window through a texture is slower"),
    "SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR": ("0", "SDL asks the desktop to stop drawing shadows and transparency"),
    "SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS": ("0", "a full-screen window stays while its player works on another screen"),
    "SDL_VIDEO_ALLOW_SCREENSAVER": ("1", "SDL keeps every screen awake as long as the program runs"),
    X11_CLASS: (APP, "pygame takes the file's name, `__main__.py`, which matches no menu entry"),
    "SDL_VIDEO_WAYLAND_WMCLASS": (APP, "the same"),
    "SDL_APP_NAME": (TITLE, "the name that desktops show for a program that plays sound or keeps the screen awake"),
    "SDL_AUDIO_DEVICE_APP_NAME": (TITLE, "the same, for sound"),
    "SDL_AUDIO_DEVICE_STREAM_NAME": (TITLE, "SDL's name in the volume control is `Audio Stream`"),
    "SDL_AUDIO_DEVICE_STREAM_ROLE": ("game", "the volume control sorts programs by their purpose"),
    "SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS": ("0", "gamepads play only in the window with the focus"),
    "SDL_IME_SHOW_UI": ("1", "the system draws the input method's list of words"),
    "SDL_MAC_CTRL_CLICK_EMULATE_RIGHT_CLICK": ("1", "on a Mac with one mouse button, this is the right click"),
}
"""By name: the value, and why it differs from SDL's default."""


def give_hints() -> None:
    """Set all hints for SDL, before it starts. Those set in the environment stay as they are."""
    if os.environ.get(X11_CLASS) == os.path.basename(sys.argv[0]):  # set by pygame when it was imported
        del os.environ[X11_CLASS]
    for name, (value, _) in HINTS.items():
        set_for_us(name, value)


# -- memory


MMAP_THRESHOLD = -3
"""`M_MMAP_THRESHOLD` of `mallopt`."""
LARGE = 256 * 1024
"""Size in bytes from which a block gets its own pages, which return to the system when it is freed."""


def give_back_large_blocks() -> None:
    """Make freed pictures return to the system at once.

    By default, glibc soon puts even pictures of many megabytes into one heap, with small objects between them: a
    session with windows of many sizes then took three times as much memory as its pictures.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).mallopt(MMAP_THRESHOLD, LARGE)


# -- native stderr


@contextmanager
def silence_stderr() -> Iterator[None]:
    """Silence the process's standard error. Real failures are raised as errors, so nothing is lost."""
    try:
        sys.stderr.flush()
        saved = os.dup(2)
    except (AttributeError, OSError):  # a program without a terminal has no standard error
        yield
        return
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 2)
        os.close(null)
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)


# -- resizing


CALM = 120.0
"""Milliseconds without a change after which a drag of the window or its edge has ended."""


class Resizing:
    """A drag of the window's edge, from the first change of size until it has ended."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._picture: pygame.Surface | None = None
        """What was shown before the drag."""
        self._calm = 0.0

    @property
    def is_under_way(self) -> bool:
        return self._picture is not None

    def stretch(self, old_size: tuple[int, int], screen: pygame.Surface) -> None:
        """Show the stage, drawn for a window of `old_size`, scaled to the screen's new size."""
        if self._picture is None:
            self._picture = pygame.Surface(old_size)
            self._stage.paint(self._picture)
        self._calm = 0.0
        pygame.transform.scale(self._picture, screen.get_size(), screen)
        pygame.display.flip()

    def comes_to_rest(self, ms: float) -> bool:
        """Let time pass. Return True once, when the drag has ended."""
        self._calm += ms
        if self._picture is None or self._calm < CALM:
            return False
        self._picture = None
        return True


# -- window


INVISIBLE_DRIVERS = ("offscreen", "evdev", "kmsdrm")
"""The drivers that SDL silently falls back to if there is no display."""
USUAL_SIZE = (1280, 720)
USUAL_DPI = 96
"""Dots per inch that Windows reports for a screen at 100 % scale."""
FRAME = 88
"""Pixels of the screen's height that a new window leaves free for its title bar and the system's bars."""
GRIP = 80
"""Least width in pixels of the title bar that must be on a screen, for players to move the window by it."""
MAX_WINDOW_ID = 64
"""Upper bound, exclusive, of SDL's window numbers that are tried to find ours; they begin with 1."""
FULL_SCREEN, MINIMISED, MAXIMISED = 0x1, 0x40, 0x80
WHOLE_DESKTOP = 0x1001
"""SDL's flags for a window's state, and for full screen at the desktop's own resolution."""
MAX_POLLS = 25
"""How often the window is checked, every 0.01 s, for a change that the desktop was asked for."""

Size = tuple[int, int]
Corner = tuple[int, int]
Rect = pygame.Rect


class Screen(NamedTuple):
    """A screen: its whole area, and the part that the desktop's own bars leave free."""

    whole: Rect
    free: Rect


class Frame(NamedTuple):
    """The widths of the desktop's frame round the window, in pixels."""

    top: int
    left: int
    bottom: int
    right: int

    def inside(self, room: Rect) -> Rect:
        """Return the part of `room` that is left for the window within its frame."""
        return Rect(
            room.x + self.left, room.y + self.top, room.w - self.left - self.right, room.h - self.top - self.bottom
        )

    def is_in_reach(self, window: Rect, screens: Sequence[Screen]) -> bool:
        """Return whether enough of the window's title bar is on a screen to move the window by it."""
        bar = Rect(window.x, window.y - self.top, window.w, max(1, self.top))
        visible = [bar.clip(screen.free) for screen in screens]
        return any(part.w >= min(GRIP, bar.w) and part.h == bar.h for part in visible)


NO_FRAME = Frame(0, 0, 0, 0)


def screen_scale() -> float:
    """Return the scale that the system wants for windows. It is 1 except on Windows, where sizes are in pixels."""
    if sys.platform != "win32":
        return 1.0
    return float(ctypes.windll.user32.GetDpiForSystem()) / USUAL_DPI


def wanted_size(settings: Settings, room: Rect, scale: float = 1.0) -> Size:
    """Return the size for a plain window: its last or else the usual one, no larger than the room."""
    width, height = settings.window or (round(USUAL_SIZE[0] * scale), round(USUAL_SIZE[1] * scale))
    spare = 0 if settings.window else FRAME
    return max(320, min(width, room.w)), max(180, min(height, room.h - spare))


def screen_for(settings: Settings, screens: Sequence[Screen]) -> Screen:
    """Return the screen that the window was on last; if that is gone, the one that most of it would be on."""
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
    """Return the upper left corner for a plain window of that size, without its frame.

    It is the last place if the title bar is in reach there, or else the nearest place where the whole window is on its
    screen. A new window goes to the middle of its screen.
    """
    screen = screen_for(settings, screens)
    room = frame.inside(screen.free)
    wanted = Rect(settings.window_place or (0, 0), size)
    if settings.window_place is None:
        wanted.center = room.center
    elif Rect(settings.window_screen or (0, 0, 0, 0)) == screen.whole and frame.is_in_reach(wanted, screens):
        return wanted.topleft
    return wanted.clamp(room).topleft if room.contains(Rect(room.topleft, size)) else room.topleft


def open_window(settings: Settings) -> pygame.Surface:
    """Make the window, still hidden, with its title, icon and last size and place. Return its surface."""
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
    """Show the window that `open_window` made, in its last state. Return its surface."""
    _sdl().SDL_ShowWindow(_window())
    _put_in_place(settings)
    if settings.fullscreen:
        _fill_screen()
    elif settings.maximised:
        _maximise()
    return _surface()


def _fill_screen() -> None:
    """Go to full screen. If no window manager is there to resize the window, resize it first."""
    sdl, window = _sdl(), _window()
    if pygame.display.get_driver() == "x11" and _frame() == NO_FRAME:
        whole = screens()[max(0, sdl.SDL_GetWindowDisplayIndex(window))].whole
        sdl.SDL_SetWindowPosition(window, *whole.topleft)
        sdl.SDL_SetWindowSize(window, *whole.size)
    sdl.SDL_SetWindowFullscreen(window, WHOLE_DESKTOP)


def _maximise() -> None:
    """Maximise the window, and wait for that, so that the first picture has the right size."""
    before = pygame.display.get_window_size()
    _sdl().SDL_MaximizeWindow(_window())
    _wait(lambda: pygame.display.get_window_size() != before)


def _wait(done: Callable[[], bool]) -> None:
    """Wait until `done` is true, but no longer than MAX_POLLS: desktops may ignore what they are asked for."""
    for _ in range(0 if pygame.display.get_driver() == "dummy" else MAX_POLLS):
        pygame.event.pump()
        if done():
            return
        time.sleep(0.01)


def _put_in_place(settings: Settings) -> None:
    """Set a plain window's size and place again: its frame's width is known only once it is shown."""
    seen, frame = screens(), _frame()
    room = frame.inside(screen_for(settings, seen).free)
    size = wanted_size(settings, room, screen_scale())
    place = wanted_place(settings, size, seen, frame)
    if size != pygame.display.get_window_size():
        _sdl().SDL_SetWindowSize(_window(), *size)
    if has_places():
        _sdl().SDL_SetWindowPosition(_window(), *place)


def set_fullscreen(settings: Settings) -> None:
    """Go to full screen or back to the window's former state, as the settings say."""
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
    """Store the window's screen and state in the settings, and its place and size if it is a plain window."""
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
    """Return whether the desktop reports and sets a window's place."""
    return pygame.display.get_driver() != "wayland"


# -- functions of SDL that pygame does not offer


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
    """Return SDL's handle of the program's only window."""
    return next(int(window) for window in map(_sdl().SDL_GetWindowFromID, range(1, MAX_WINDOW_ID)) if window)


def _surface() -> pygame.Surface:
    surface = pygame.display.get_surface()
    assert surface
    return surface


def _frame() -> Frame:
    """Return the widths of the frame; zeros if they are unknown."""
    sides = [ctypes.c_int() for _ in range(4)]
    _sdl().SDL_GetWindowBordersSize(_window(), *map(ctypes.byref, sides))
    return Frame(*(side.value for side in sides))


def screens() -> list[Screen]:
    """Return the desktop's screens, the main one first. SDL's dummy driver gets one of the largest size."""
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
    """Set the size of the mouse pointer from the kit; at 1, it is the system's own pointer."""
    try:
        if kit.pointer_size == 1:
            pygame.mouse.set_cursor(pygame.SYSTEM_CURSOR_ARROW)
        else:
            arrow = pointer(kit, kit.theme.night)
            tip = round(1.5 * kit.scale * kit.pointer_size)
            pygame.mouse.set_cursor(pygame.Cursor((tip, tip), arrow))
    except pygame.error:  # there is no mouse, or its pointer cannot be changed
        return


def is_attended() -> bool:
    """Return whether the window is visible and has the keyboard."""
    return pygame.display.get_active() and pygame.key.get_focused()


# -- clipboard


def copy_text(text: str) -> bool:
    """Put a text into the clipboard. Return whether that worked."""
    try:
        pygame.scrap.put_text(text)
        return bool(pygame.scrap.get_text() == text)
    except (pygame.error, NotImplementedError, ValueError):  # a lone surrogate, from the name of a file
        return False


def copied_text() -> str:
    """Return the text in the clipboard, or "" if there is none."""
    try:
        return str(pygame.scrap.get_text())
    except (pygame.error, NotImplementedError, UnicodeError, SystemError):  # a program may offer anything
        return ""


def selected_text() -> str:
    """Return the primary selection, which the middle button pastes under X11 and Wayland; "" on other systems."""
    if pygame.display.get_driver() not in ("x11", "wayland"):
        return ""
    try:
        library = sdl()
        get, free = library.SDL_GetPrimarySelectionText, library.SDL_free
    except (OSError, AttributeError):
        return ""
    get.restype, free.argtypes = ctypes.c_void_p, (ctypes.c_void_p,)
    address = get()
    if not address:
        return ""
    text = ctypes.string_at(address).decode(errors="replace")
    free(address)
    return text
