"""What is set before pygame starts: hints for SDL, memory allocation, and the warnings of native libraries."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from topping_out.game.children import set_for_us

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
