"""The command `doctor`: what the program finds on this machine, with advice if something is wrong."""

from __future__ import annotations

import argparse
import json
import platform
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from .. import __version__, registry
from ..assets import ASSETS
from ..city import plan
from ..language import tr, tr_count
from ..storage import translations
from ..storage.faults import faults, reports, reports_file, surviving
from ..storage.files import HOME_VARIABLE, config_folder, log_folder, records_folder, user_folder
from ..storage.library import SaveLibrary
from ..text import commas, printable, system_says
from .console import FAILED, print_lines
from .frontend import Diagnose, Finding, Frontend

LIBRARIES = ("pygame-ce", "msgspec", "platformdirs")
ACCESSKIT = "accesskit"
OLDEST_PYTHON = (3, 11)


def add_doctor(commands: Any) -> None:
    doctor = commands.add_parser("doctor", help=tr("show what the program finds on this computer"))
    doctor.add_argument("--json", action="store_true", help=tr("the same as one JSON object"))
    doctor.set_defaults(run=_doctor)


def _doctor(arguments: argparse.Namespace, frontend: Frontend) -> int:
    findings = []
    for finding in examine(frontend.diagnose):
        findings.append(finding)
        if not arguments.json:
            print_lines([str(finding)])
    if arguments.json:
        print_lines([json.dumps({"findings": [{**asdict(each), "is_ok": each.is_ok} for each in findings]})])
    return 0 if all(finding.is_ok for finding in findings) else FAILED


def examine(diagnose: Diagnose | None = None) -> Iterator[Finding]:
    """Examine everything. `diagnose` examines what only the drawing half knows."""
    yield Finding("Topping Out", __version__)
    yield _python()
    yield from map(_library, LIBRARIES)
    yield _screen_reader()
    yield _searches()
    yield _assets()
    yield _folder(tr("settings"), config_folder())
    yield _folder(tr("records"), records_folder())
    yield _folder(tr("error reports"), log_folder())
    yield from _faults()
    yield from _events()
    yield from _languages()
    yield from _games()
    yield from _city()
    yield from _records(SaveLibrary())
    if diagnose:
        yield from diagnose()


def _python() -> Finding:
    found = tr("{version} on {system}", version=platform.python_version(), system=platform.platform(terse=True))
    wanted = tr("install Python {version} or newer", version="{}.{}".format(*OLDEST_PYTHON))
    return Finding("Python", found, "" if sys.version_info >= OLDEST_PYTHON else wanted)


def _library(name: str) -> Finding:
    try:
        return Finding(name, version(name))
    except PackageNotFoundError:
        if getattr(sys, "frozen", False):
            return Finding(name, tr("included in the program"))
        advice = tr("install the program with {command}, which includes it", command="`pip install .`")
        return Finding(name, tr("not installed"), advice)


def _screen_reader() -> Finding:
    """Tell whether screen readers are supported. AccessKit is optional, except in a packed program."""
    topic, is_packed = tr("screen readers"), getattr(sys, "frozen", False)
    if find_spec(ACCESSKIT) is None and not is_packed:
        return Finding(topic, tr("none: AccessKit isn't installed, so screen readers can't see anything"))
    with surviving(ACCESSKIT, is_noted=False) as attempt:
        import_module(ACCESSKIT)
    if attempt.error:
        found = tr("none: AccessKit can't be loaded ({why}), so screen readers can't see anything", why=attempt.error)
        return Finding(topic, found, tr("install the program again"))
    return Finding(topic, f"AccessKit {_library(ACCESSKIT).found}")


def _searches() -> Finding:
    """Tell for which games the bots' searches are compiled. In plain Python they make the same decisions."""
    compiled = [name for name in registry.names() if _has_compiled_core(registry.entry(name).bots)]
    found = tr("compiled: {games}", games=commas(compiled)) if compiled else tr("in plain Python")
    return Finding(tr("bots' searches"), found)


def _has_compiled_core(bots: str) -> bool:
    """Tell whether the module of bots has a compiled module `core` beside it."""
    package = bots.partition(":")[0].rpartition(".")[0]
    core = find_spec(f"{package}.core") if package else None
    return core is not None and (core.origin or "").endswith(tuple(EXTENSION_SUFFIXES))


def _events() -> Iterator[Finding]:
    """Report the last unexpected event. The program recovered from it, so it is no fault."""
    if noted := reports():
        place = tr_count("{number} event in {file}", "{number} events in {file}", len(noted), file=reports_file())
        yield Finding(tr("last event"), f"{printable(noted[-1])} ({place})")


def _faults() -> Iterator[Finding]:
    """Report what failed in the last run of the window without stopping the game."""
    for fault in faults():
        advice = tr("start the program again; if the fault comes back, report it with this line")
        yield Finding(tr("failed in the last run"), printable(fault), advice)


def _languages() -> Iterator[Finding]:
    shares = [
        tr("{name} {percent}%", name=name, percent=100 * done // whole) for name, done, whole in translations.coverage()
    ]
    own, named = user_folder("languages"), commas(["English", *shares])
    yield Finding(tr("languages"), tr("{names}; your own catalogues belong in {folder}", names=named, folder=own))
    for problem in (*translations.broken_catalogues(), *translations.broken_texts()):
        yield Finding(tr("language"), problem, tr("fix the file, or remove it"))


def _assets() -> Finding:
    if any(ASSETS.glob("*")):
        return Finding(tr("assets"), str(ASSETS))
    advice = tr("install the program again: its fonts and rules pages are missing")
    return Finding(tr("assets"), tr("nothing in {folder}", folder=ASSETS), advice)


def _folder(what: str, folder: Path) -> Finding:
    """Check a folder by writing to it, as the program does."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"x")
            file.flush()
    except OSError as error:
        found = tr("can't write to {folder}: {why}", folder=folder, why=system_says(error))
        advice = tr("make it writable, or name another folder in {variable}", variable=HOME_VARIABLE)
        return Finding(what, found, advice)
    return Finding(what, str(folder))


def _games() -> Iterator[Finding]:
    """Check for games that cannot be played, and check the user's folders from which others read files."""
    registry.try_parts()
    for problem in registry.problems():
        yield Finding(tr("game"), problem, tr("install a compatible version of its package, or uninstall it"))
    yield Finding(tr("games"), commas(game.title for game in registry.games()))
    for game in registry.games():
        for option in game.options(game.seats[-1]):
            if option.folder:
                what = tr("{game}: your own files for “{option}”", game=game.title, option=option.title)
                yield _folder(what, option.folder)
            for problem in option.problems:
                yield Finding(option.title, problem, tr("fix the file, or remove it"))


def _city() -> Iterator[Finding]:
    """Check the matches that games of other packages add to the player's city."""
    for problem in plan().problems:
        yield Finding(tr("Your city"), problem, tr("fix the file, or remove it"))


def _records(library: SaveLibrary) -> Iterator[Finding]:
    try:
        unfinished, finished = len(library.unfinished()), len(library.finished())
    except OSError as error:
        where = tr("{folder}: {why}", folder=library.folder, why=system_says(error))
        yield Finding(tr("saved games"), where, tr("make it readable"))
        return
    found = tr("{unfinished} to continue, {finished} finished", unfinished=unfinished, finished=finished)
    unread = tr("{number} not read yet", number=len(library.waiting)) if library.waiting else ""
    yield Finding(tr("saved games"), commas((found, unread)))
    for problem in library.problems:
        advice = tr("the file is left as it is; move it elsewhere if you don't need it")
        yield Finding(tr("saved games"), problem, advice)
