"""The command `doctor`: what the program finds on this machine, and what to do where something is wrong."""

from __future__ import annotations

import argparse
import platform
import sys
import tempfile
from collections.abc import Iterator
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from topping_out.game import __version__, registry
from topping_out.game.assets import ASSETS
from topping_out.game.cli.console import FAILED, output
from topping_out.game.cli.frontend import Diagnose, Finding, Frontend
from topping_out.game.storage import languages
from topping_out.game.storage.files import HOME_VARIABLE, config_folder, log_folder, records_folder, user_folder
from topping_out.game.storage.library import SaveLibrary
from topping_out.game.storage.reports import reports, reports_file
from topping_out.game.text import printable

LIBRARIES = ("pygame-ce", "msgspec", "platformdirs")
ACCESSKIT = "accesskit"
OLDEST_PYTHON = (3, 11)


def add_command(commands: Any) -> None:
    doctor = commands.add_parser("doctor", help="say what the program finds on this machine")
    doctor.set_defaults(run=_doctor)


def _doctor(arguments: argparse.Namespace, frontend: Frontend) -> int:
    findings = []
    with output():
        for finding in examine(frontend.diagnose):
            findings.append(finding)
            print(finding, flush=True)
    return 0 if all(finding.is_ok for finding in findings) else FAILED


def examine(diagnose: Diagnose | None = None) -> Iterator[Finding]:
    """Look at everything; `diagnose` looks at what this package knows nothing of."""
    yield Finding("Topping Out", __version__)
    yield _python()
    yield from map(_library, LIBRARIES)
    yield _screen_reader()
    yield _searches()
    yield _assets()
    yield _folder("settings", config_folder())
    yield _folder("records", records_folder())
    yield _folder("reports on errors", log_folder())
    yield from _events()
    yield from _languages()
    yield from _games()
    yield from _records(SaveLibrary())
    if diagnose:
        yield from diagnose()


def _python() -> Finding:
    found = f"{platform.python_version()} on {platform.platform(terse=True)}"
    enough = sys.version_info >= OLDEST_PYTHON
    return Finding("Python", found, "" if enough else "install Python {}.{} or newer".format(*OLDEST_PYTHON))


def _library(name: str) -> Finding:
    try:
        return Finding(name, version(name))
    except PackageNotFoundError:
        if getattr(sys, "frozen", False):
            return Finding(name, "packed into the program")
        return Finding(name, "not installed", "install the program with `pip install .`, which brings it along")


def _screen_reader() -> Finding:
    """Tell whether screen readers can be served; without AccessKit the program is whole, so that is no fault."""
    try:
        import_module(ACCESSKIT)
    except ImportError as error:
        why = "is not installed" if isinstance(error, ModuleNotFoundError) else f"cannot be loaded ({error})"
        return Finding("screen readers", f"none: AccessKit {why}, so screen readers see nothing")
    return Finding("screen readers", f"AccessKit {_library(ACCESSKIT).found}")


def _searches() -> Finding:
    """Tell for which games the bots' searches are compiled; in plain Python they decide the same."""
    compiled = [name for name in registry.names() if _has_compiled_core(registry.entry(name).bots)]
    return Finding("searches", f"compiled: {', '.join(compiled)}" if compiled else "in plain Python")


def _has_compiled_core(bots: str) -> bool:
    """Tell whether beside that module of bots there is a package `core`, with compiled modules alone."""
    package = bots.partition(":")[0].rpartition(".")[0]
    core = find_spec(f"{package}.core") if package else None
    if core is None:
        return False
    specs = [find_spec(module.name) for module in iter_modules(core.submodule_search_locations, f"{core.name}.")]
    return bool(specs) and all(spec and (spec.origin or "").endswith(tuple(EXTENSION_SUFFIXES)) for spec in specs)


def _events() -> Iterator[Finding]:
    """Tell the last unexpected event: it was got over, so that is no fault."""
    if noted := reports():
        yield Finding("last event", f"{printable(noted[-1])} (one of {len(noted)} in {reports_file()})")


def _languages() -> Iterator[Finding]:
    shares = [f"{name} {100 * done // whole} %" for name, done, whole in languages.coverage()]
    own = user_folder("languages")
    yield Finding("languages", f"English, {', '.join(shares)}; your own catalogues belong in {own}")
    for problem in languages.problems():
        yield Finding("language", problem, "mend the file, or take it away")


def _assets() -> Finding:
    if any(ASSETS.glob("*")):
        return Finding("assets", str(ASSETS))
    return Finding("assets", f"nothing in {ASSETS}", "install the program again: its fonts and rules pages are missing")


def _folder(what: str, folder: Path) -> Finding:
    """Try to write into the folder, as the program will."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"x")
            file.flush()
    except OSError as error:
        found = f"{folder} cannot be written: {error.strerror or error}"
        return Finding(what, found, f"allow writing there, or name another folder in {HOME_VARIABLE}")
    return Finding(what, str(folder))


def _games() -> Iterator[Finding]:
    """Look at the games that cannot be played, and at the folders from which the others take files of the user's."""
    for problem in registry.problems():
        yield Finding("game", problem, "install a version of its package that fits, or uninstall it")
    yield Finding("games", ", ".join(game.title for game in registry.games()))
    for game in registry.games():
        for option in game.options(game.seats[-1]):
            if option.folder:
                yield _folder(f"own {option.title.lower()}s for {game.title}", option.folder)
            for problem in option.problems:
                yield Finding(option.key, problem, "mend the file or take it out")


def _records(library: SaveLibrary) -> Iterator[Finding]:
    try:
        unfinished, finished = len(library.unfinished()), len(library.finished())
    except OSError as error:
        yield Finding("saved games", f"{library.folder}: {error.strerror or error}", "allow reading there")
        return
    unread = f", {len(library.waiting)} not read yet" if library.waiting else ""
    yield Finding("saved games", f"{unfinished} to continue, {finished} finished{unread}")
    for problem in library.problems:
        yield Finding("saved games", problem, "the file is left as it is; move it elsewhere if you do not need it")
