"""What SDL is told before it starts. Its own ways are those of a game that fills the screen; this is a desktop program.

Looked at and left as SDL has it, among others: `SDL_NO_SIGNAL_HANDLERS` (a request to end closes the window in order),
`SDL_QUIT_ON_LAST_WINDOW_CLOSE`, `SDL_VIDEO_X11_NET_WM_PING` (the desktop learns of a program that hangs),
`SDL_MOUSE_FOCUS_CLICKTHROUGH` (the click that brings the window to the front plays nothing), `SDL_MOUSE_AUTO_CAPTURE`
(a release outside the window is heard), `SDL_TOUCH_MOUSE_EVENTS` (a finger is a mouse), `SDL_GRAB_KEYBOARD` and
`SDL_ALLOW_ALT_TAB_WHILE_GRABBED` (Alt-Tab works while several mice are kept in the window),
`SDL_VIDEO_MAC_FULLSCREEN_SPACES`, `SDL_WINDOWS_NO_CLOSE_ON_ALT_F4`, and `SDL_WINDOWS_DPI_AWARENESS` (the packed
program's manifest says it).
"""

from __future__ import annotations

import os
import sys

from topping_out.game.children import set_for_us

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
