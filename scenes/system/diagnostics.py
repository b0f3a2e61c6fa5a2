"""The part of `topping-out doctor` that needs the screen's libraries: display, sound, gamepads."""

from __future__ import annotations

import os
from collections.abc import Iterator

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
from pygame._sdl2 import controller

from topping_out.game.cli.frontend import Finding
from topping_out.scenes.accessibility.voice import system_engine
from topping_out.scenes.audio.player import Audio
from topping_out.scenes.devices.mice.mice import open_source
from topping_out.scenes.system.native_stderr import silence_stderr
from topping_out.scenes.system.window import INVISIBLE_DRIVERS

NO_DISPLAY = "start the game on a desktop, or set DISPLAY"


def examine() -> Iterator[Finding]:
    """Check display, sound and gamepads as the program does at its start, but without opening a window."""
    yield Finding("SDL", ".".join(map(str, pygame.version.SDL)))
    try:
        yield _display()
        yield _sound()
        yield _mice()
        yield _gamepads()
        yield _voice()
    finally:
        pygame.quit()


def _display() -> Finding:
    try:
        with silence_stderr():
            pygame.display.init()
    except pygame.error as error:
        return Finding("display", str(error), NO_DISPLAY)
    driver = pygame.display.get_driver()
    if driver in INVISIBLE_DRIVERS and driver != os.environ.get("SDL_VIDEODRIVER"):
        return Finding("display", "none", NO_DISPLAY)
    sizes = ", ".join(f"{width}x{height}" for width, height in pygame.display.get_desktop_sizes())
    return Finding("display", f"{driver}, {sizes}")


def _sound() -> Finding:
    with silence_stderr():
        audio = Audio()
    try:
        if audio.problem:
            return Finding("sound", audio.problem, "connect a sound device; without one the game is silent, and whole")
        return Finding("sound", pygame.mixer.get_driver())
    finally:
        audio.close()


def _mice() -> Finding:
    """Tell which mice can play at one table, each for itself."""
    source = open_source()
    try:
        names = [name or "unnamed" for name in source.names.values()]
    finally:
        source.close()
    return Finding("mice", ", ".join(names) or "one, however many are plugged in: they cannot be told apart here")


def _voice() -> Finding:
    """Tell whether the program can read aloud; a screen reader needs nothing of it."""
    try:
        system_engine()
    except RuntimeError as error:
        return Finding("voice", f"none of its own: {error}")
    return Finding("voice", "F3 switches it on and off anywhere in the program; so does --read-aloud")


def _gamepads() -> Finding:
    controller.init()
    count = controller.get_count()
    names = [controller.name_forindex(index) or "unnamed" for index in range(count)]  # type: ignore[attr-defined]
    return Finding("gamepads", ", ".join(names) or "none")
