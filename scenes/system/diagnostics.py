"""The part of `topping-out doctor` that needs the screen's libraries: display, sound, gamepads."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pygame
from pygame._sdl2 import controller

from topping_out.game.cli.frontend import Finding
from topping_out.game.language import mark, tr
from topping_out.game.storage.faults import surviving
from topping_out.scenes.accessibility.voice import NOT_LOADED, NoVoice, system_engine
from topping_out.scenes.audio.player import Audio
from topping_out.scenes.devices.mice.mice import open_source
from topping_out.scenes.system.native_stderr import silence_stderr
from topping_out.scenes.system.window import INVISIBLE_DRIVERS

NO_DISPLAY = mark("start the game on a desktop, or set DISPLAY")


def examine() -> Iterator[Finding]:
    """Check display, sound and gamepads as the program does at its start, but without opening a window."""
    yield Finding("SDL", ".".join(map(str, pygame.version.SDL)))
    looks = {"display": _display, "sound": _sound, "mice": _mice, "gamepads": _gamepads, "voice": _voice}
    try:
        for service, look in looks.items():
            with surviving(service, is_noted=False) as outcome:
                finding = look()
            if outcome.error:
                why = f"{type(outcome.error).__name__}: {outcome.error}"
                finding = Finding(tr(service), tr("failed: {why}", why=why), tr("install the program again"))
            yield finding
    finally:
        pygame.quit()


def _display() -> Finding:
    try:
        with silence_stderr():
            pygame.display.init()
    except pygame.error:
        return Finding(tr("display"), tr("none"), tr(NO_DISPLAY))
    driver = pygame.display.get_driver()
    if driver in INVISIBLE_DRIVERS and driver != os.environ.get("SDL_VIDEODRIVER"):
        return Finding(tr("display"), tr("none"), tr(NO_DISPLAY))
    sizes = ", ".join(f"{width}x{height}" for width, height in pygame.display.get_desktop_sizes())
    return Finding(tr("display"), f"{driver}, {sizes}")


def _sound() -> Finding:
    with silence_stderr():
        audio = Audio()
    try:
        if audio.problem:
            advice = tr("connect a sound device; without one the game is silent but complete")
            return Finding(tr("sound"), audio.problem, advice)
        return Finding(tr("sound"), pygame.mixer.get_driver())
    finally:
        audio.close()


def _mice() -> Finding:
    """Tell which mice can play at one table, each for itself."""
    source = open_source()
    try:
        names = [name or tr("unnamed") for name in source.names.values()]
    finally:
        source.close()
    several = ", ".join(names)
    return Finding(tr("mice"), several or tr("one, however many are plugged in: they cannot be told apart here"))


def _voice() -> Finding:
    """Tell whether the program can read aloud; a screen reader needs nothing of it."""
    try:
        system_engine()
    except NoVoice as error:
        if str(error) == NOT_LOADED:
            return Finding(tr("voice"), tr("none"), tr(NOT_LOADED))
        return Finding(tr("voice"), tr("none of its own: {why}", why=tr(str(error))))
    return Finding(tr("voice"), tr("F3 switches it on and off anywhere in the program; so does --read-aloud"))


def _gamepads() -> Finding:
    controller.init()
    count = controller.get_count()
    names = [controller.name_forindex(index) or tr("unnamed") for index in range(count)]  # type: ignore[attr-defined]
    return Finding(tr("gamepads"), ", ".join(names) or tr("none"))
