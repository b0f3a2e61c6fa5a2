"""What is set before pygame starts: hints for SDL, memory, and the warnings of native libraries."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from topping_out.game.children import set_for_us

# -- hints


APP = "topping-out"
"""What desktops call the program, as the entry in their menu has it."""
TITLE = "Topping Out"
X11_CLASS = "SDL_VIDEO_X11_WMCLASS"
HINTS: dict[str, tuple[str, str]] = {
    "SDL_FRAMEBUFFER_ACCELERATION": ("0", "presenting a software window through a texture is slower"),
    "SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR": ("0", "SDL asks the desktop to stop drawing shadows and transparency"),
    "SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS": ("0", "a full screen stays while its player works on another screen"),
    "SDL_VIDEO_ALLOW_SCREENSAVER": ("1", "SDL keeps every screen awake as long as the program runs"),
    X11_CLASS: (APP, "pygame takes the file's name, `__main__.py`, which no entry in a menu has"),
    "SDL_VIDEO_WAYLAND_WMCLASS": (APP, "the same"),
    "SDL_APP_NAME": (TITLE, "what the desktop shows of a program that plays sound or keeps the screen awake"),
    "SDL_AUDIO_DEVICE_APP_NAME": (TITLE, "the same, for sound"),
    "SDL_AUDIO_DEVICE_STREAM_NAME": (TITLE, "SDL says `Audio Stream` in the volume control"),
    "SDL_AUDIO_DEVICE_STREAM_ROLE": ("game", "the volume control sorts programs by what they are for"),
    "SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS": ("0", "a gamepad plays in the window that is in front"),
    "SDL_IME_SHOW_UI": ("1", "an input method's list of words is drawn by the system"),
    "SDL_MAC_CTRL_CLICK_EMULATE_RIGHT_CLICK": ("1", "on a Mac with one mouse button, that is a right click"),
}
"""By name: the value, and why it is not SDL's own."""


def give_hints() -> None:
    """Set all hints for SDL, before it starts. Those that the player has set stay as they are."""
    if os.environ.get(X11_CLASS) == os.path.basename(sys.argv[0]):  # set by pygame as it was imported
        del os.environ[X11_CLASS]
    for name, (value, _) in HINTS.items():
        set_for_us(name, value)


# -- memory


MMAP_THRESHOLD = -3
"""`M_MMAP_THRESHOLD` of `mallopt`."""
LARGE = 256 * 1024
"""Bytes of a block that has pages of its own; they go back to the system as soon as it is freed."""


def give_back_large_blocks() -> None:
    """Let freed pictures go back to the system at once.

    By itself glibc soon puts those of many megabytes into one heap, with small things between them: a session with
    windows of many sizes then had three times as much memory as its pictures took.
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
