"""What keeps the game going whatever a service raises: sound, voice, screen reader, gamepads and mice.

A service talks to libraries and devices that the game does not need. Each is reached through `guarded`, and where it
runs by itself (in a thread, or called by a library) its work is done within `surviving`. What failed in the last run of
the window is kept in a file, which `topping-out doctor` reads.
"""

from __future__ import annotations

import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar, cast

from topping_out.game.storage.files import log_folder
from topping_out.game.storage.reports import add_line, add_report, lines

T = TypeVar("T")
ON_PURPOSE = (KeyboardInterrupt, SystemExit, GeneratorExit)
"""What ends the program, or a generator, because somebody wants it to."""
EMPTY = {kind.__name__: kind for kind in (bool, int, float, str, list, dict, set, tuple)}
_noted: set[str] = set()


def faults_file() -> Path:
    return log_folder() / "faults.txt"


def faults() -> list[str]:
    """Return what failed in the last run of the window."""
    return lines(faults_file())


def forget_faults() -> None:
    """Begin another run of the window."""
    _noted.clear()
    with suppress(OSError):
        faults_file().unlink(missing_ok=True)


def note_fault(service: str, error: BaseException) -> None:
    """Write down, once a run, what went wrong."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    fault = f"{service}: {type(error).__name__}: {error}{place}"
    if fault not in _noted:
        _noted.add(fault)
        add_line(faults_file(), fault)
        add_report(fault)


class Attempt:
    """What became of work within `surviving`."""

    error: BaseException | None = None


@contextmanager
def surviving(service: str, is_noted: bool = True) -> Iterator[Attempt]:
    """Note what goes wrong in a service, and go on. Panics of Rust libraries are no `Exception`, and caught too."""
    attempt = Attempt()
    try:
        yield attempt
    except ON_PURPOSE:
        raise
    except BaseException as error:
        attempt.error = error
        if is_noted:
            note_fault(service, error)


def note_faults_of_threads() -> None:
    """Write down from now on what ends a thread, instead of printing it."""

    def note(ended: threading.ExceptHookArgs) -> None:
        if ended.exc_value:
            note_fault(ended.thread.name if ended.thread else "thread", ended.exc_value)

    threading.excepthook = note


def guarded(name: str, service: T) -> T:
    """Return a stand-in for a service, of which no use raises: what fails gives nothing (0, "", [], None)."""
    return cast(T, _Guarded(name, service))


class _Guarded:
    def __init__(self, name: str, service: object) -> None:
        object.__setattr__(self, "_name", name)
        object.__setattr__(self, "_service", service)

    def __getattr__(self, attribute: str) -> Any:
        with surviving(self._name):
            value = getattr(self._service, attribute)
            return self._call(attribute, value) if callable(value) else value
        return self._nothing(attribute)

    def __setattr__(self, attribute: str, value: object) -> None:
        with surviving(self._name):
            setattr(self._service, attribute, value)

    def _call(self, attribute: str, method: Any) -> Any:
        def call(*arguments: Any, **named: Any) -> Any:
            with surviving(self._name):
                return method(*arguments, **named)
            return self._nothing(attribute)

        return call

    def _nothing(self, attribute: str) -> Any:
        """Return an empty value of the kind that a method or property is declared to return."""
        found = getattr(type(self._service), attribute, None)
        declared = getattr(getattr(found, "fget", found), "__annotations__", {}).get("return", "")
        kind = EMPTY.get(str(declared).partition("[")[0])
        return kind() if kind else None
