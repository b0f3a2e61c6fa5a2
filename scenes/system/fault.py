"""Error reports, warnings for the title, and the checks of `topping-out doctor` that need display and devices."""

from __future__ import annotations

import os
import platform
import traceback
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pygame
from pygame._sdl2 import controller

from topping_out.game import __version__
from topping_out.game.assets import in_utf8
from topping_out.game.boundary import error_text
from topping_out.game.cli.frontend import Finding, FrontendFailed
from topping_out.game.language import tr, tr_count
from topping_out.game.record import LARGEST_FILE
from topping_out.game.storage.faults import surviving
from topping_out.game.storage.files import is_there, keep_newest, log_folder, read_or_nothing, write_atomic
from topping_out.game.text import paragraph, system_says

from ..accessibility.voice import NOT_LOADED, NoVoice, system_engine
from ..audio.player import Audio
from ..devices.mice_and_pads import open_source
from .context import Context
from .window import INVISIBLE_DRIVERS, silence_stderr

# -- fault


LONGEST_RECORD = 200_000
"""Most letters of the game's record in a report, taken from its end."""
MAX_REPORTS = 20
"""Reports kept on disk; older ones are deleted."""


def write_report(error: BaseException, context: Context) -> Path | None:
    """Write the error, the versions and the newest game's record to a file. Return its path; None if that fails."""
    parts = [
        _attempt(part)
        for part in (
            _versions,
            lambda: describe_error(error),
            lambda: "\n\n".join(context.reports[-20:]),
            lambda: _record(context),
        )
    ]
    try:
        path = log_folder() / f"report-{datetime.now():%Y%m%d-%H%M%S}.txt"
        write_atomic(path, "\n\n".join(filter(None, parts)).encode(errors="backslashreplace"))
        keep_newest(path.parent, "report-*.txt", MAX_REPORTS)
    except Exception:  # a full disk, for example: failing to report must not be another error
        return None
    return path


def describe_error(error: BaseException) -> str:
    """Return an error with its traceback."""
    return "".join(traceback.format_exception(error))


def stopped(error: BaseException, context: Context) -> FrontendFailed:
    """Write a report, and return the exception that ends the program: its text says what happened and where it is."""
    report = write_report(error, context)
    if report:
        where = tr("A report is in {file}.", file=report)
    else:
        where = " ".join([tr("No report could be saved."), describe_error(error)])
    return FrontendFailed(paragraph([tr("The program had to stop ({error}).", error=error_text(error)), where]))


def _attempt(part: Callable[[], str]) -> str:
    """Return a part of a report, or the error if it cannot be made."""
    try:
        return part()
    except Exception as error:
        return error_text(error)


def _versions() -> str:
    versions = f"Topping Out {__version__}, Python {platform.python_version()}, pygame-ce {pygame.version.ver}"
    return f"{versions}, {platform.platform()}"


def _record(context: Context) -> str:
    games = context.library.unfinished()
    if not games:
        return ""
    text = in_utf8(read_or_nothing(games[0].path, LARGEST_FILE)).decode(errors="replace")
    return f"Record {games[0].path.name}:\n\n{text[-LONGEST_RECORD:]}"


# -- warnings


def warnings_for(context: Context) -> list[str]:
    """Return a sentence for each warning. Call it after the library has been read, to include unreadable files."""
    sentences = [
        context.store.problem,
        context.audio.problem or "",
        context.library.problem or _unsaved(context.library.folder),
    ]
    count = len(context.library.problems)
    if count:
        sentences.append(
            tr_count(
                "One saved game can't be read and stays as it is: {problem}",
                "{number} saved games can't be read and stay as they are: {problem}",
                count, problem=context.library.problems[0],
            )
        )  # fmt: skip
    return [sentence for sentence in sentences if sentence]


def _unsaved(folder: Path) -> str:
    """Return why games cannot be saved in a folder, which need not exist yet; "" if they can."""
    try:
        existing = next(place for place in (folder, *folder.parents) if is_there(place))
        if existing.is_dir() and os.access(existing, os.W_OK | os.X_OK):
            return ""
        why = tr("{folder} can't be written to", folder=existing)
    except OSError as error:
        why = f"{folder}: {system_says(error)}"
    return tr("Games can't be saved: {why}. You can still play.", why=why)


# -- diagnostics


def display_advice() -> str:
    """Return what to do if no display can be opened."""
    if name := os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY"):
        return tr("check that {name} is running, and that the system has the library libX11", name=name)
    return tr("start the program on a desktop, or set DISPLAY")


def examine() -> Iterator[Finding]:
    """Check display, sound, devices and voice as the program does at its start, but without opening a window."""
    yield Finding("SDL", ".".join(map(str, pygame.version.SDL)))
    checks = {"display": _display, "sound": _sound, "mice": _mice, "gamepads": _gamepads, "voice": _voice}
    try:
        for service, check in checks.items():
            with surviving(service, is_noted=False) as outcome:
                finding = check()
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
        return Finding(tr("display"), tr("none"), display_advice())
    driver = pygame.display.get_driver()
    if driver in INVISIBLE_DRIVERS and driver != os.environ.get("SDL_VIDEODRIVER"):
        return Finding(tr("display"), tr("none"), display_advice())
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
    """List the mice that different players can use at one table."""
    source = open_source()
    try:
        names = [name or tr("unnamed") for name in source.names.values()]
    finally:
        source.close()
    several = ", ".join(names)
    return Finding(tr("mice"), several or tr("one, however many are plugged in: they can't be told apart here"))


def _voice() -> Finding:
    """Check whether the program can read aloud with its own voice, which screen readers don't need."""
    try:
        system_engine()
    except NoVoice as error:
        if str(error) == NOT_LOADED:
            return Finding(tr("voice"), tr("none"), tr(NOT_LOADED))
        return Finding(tr("voice"), tr("none of its own: {why}", why=tr(str(error))))
    return Finding(tr("voice"), tr("F3 switches it on and off anywhere in the program; --read-aloud starts with it on"))


def _gamepads() -> Finding:
    controller.init()
    count = controller.get_count()
    names = [controller.name_forindex(index) or tr("unnamed") for index in range(count)]  # type: ignore[attr-defined]
    return Finding(tr("gamepads"), ", ".join(names) or tr("none"))
