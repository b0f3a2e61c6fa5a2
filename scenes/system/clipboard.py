"""The system's clipboard."""

from __future__ import annotations

import ctypes

import pygame

from ..devices.keyboard import sdl


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
    except (
        pygame.error,
        NotImplementedError,
        UnicodeError,
        SystemError,
    ):  # a program may offer anything
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
