"""The languages there are: their catalogues found, one of them chosen, broken ones told of."""

from __future__ import annotations

import locale
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from gettext import NullTranslations
from pathlib import Path

import msgspec

from topping_out.game import registry
from topping_out.game.assets import ASSETS
from topping_out.game.language import ENGLISH, speak
from topping_out.game.letters import refusal
from topping_out.game.storage.files import config_folder, files_in, read_file, user_folder
from topping_out.game.storage.translations.catalogue import NAME_FIELD, BrokenCatalogue, header_of, load_catalogue
from topping_out.game.text import printable
from topping_out.game.text_files import decoded

VARIABLE = "TOPPING_OUT_LANGUAGE"
FOLDER = ASSETS / "languages"
SETTINGS = "settings.json"
LARGEST_CATALOGUE = 4 * 1024 * 1024
"""Bytes."""
MOST_TOLD = 20
"""Unfit translations of a catalogue that are named."""
LONGEST_NAME = 40
"""Letters of what a language calls itself."""


def use(code: str) -> None:
    """Speak that language from now on; English where it is not there, or broken."""
    speak(ENGLISH, NullTranslations())
    if path := _paths().get(code):
        with suppress(BrokenCatalogue, OSError):
            catalogue = load_catalogue(path, LARGEST_CATALOGUE)
            speak(code, catalogue)
            for game in registry.names():  # it may bring a catalogue for its own sentences
                own = registry.data_file(game, f"languages/{code}.po")
                with suppress(BrokenCatalogue, OSError):
                    if own:
                        catalogue.add_fallback(load_catalogue(own, LARGEST_CATALOGUE))


def languages() -> dict[str, str]:
    """Return what each language calls itself, by its code: English first, the others in the order of their names."""
    names = {code: printable(name[:LONGEST_NAME]) for code, path in _paths().items() if (name := _name_of(path))}
    return {ENGLISH: "English", **dict(sorted(names.items(), key=lambda item: item[1].casefold()))}


def _name_of(path: Path) -> str:
    """Return what the language of a catalogue calls itself; empty where it is broken. Of our own the header will do."""
    try:
        if path.is_relative_to(FOLDER):
            return header_of(path, LARGEST_CATALOGUE).get(NAME_FIELD, path.stem)
        name = load_catalogue(path, LARGEST_CATALOGUE).header.get(NAME_FIELD, path.stem)
        return path.stem if refusal(name) else name
    except (BrokenCatalogue, OSError):
        return ""


def left_out() -> list[str]:
    """Return the files of the catalogues that are broken."""
    return [path.name for path in _paths().values() if not _name_of(path)]


def problems() -> list[str]:
    """Return a sentence for each catalogue that is broken, and each translation that is unfit, with file and line."""
    said = []
    for path in _paths().values():
        try:
            unfit = load_catalogue(path, LARGEST_CATALOGUE).unfit
            said += [f"{path}, {fault}: this sentence stays English." for fault in unfit[:MOST_TOLD]]
        except BrokenCatalogue as error:
            said.append(f"{path}, {error}: this language is left out.")
        except OSError as error:
            said.append(f"{path} cannot be read ({error.strerror}): this language is left out.")
    return said


def coverage() -> Iterator[tuple[str, int, int]]:
    """Yield each language's name with how many of the program's sentences it translates, and how many there are."""
    whole = {code: load_catalogue(path, LARGEST_CATALOGUE) for code, path in _paths().items() if code in languages()}
    known = {key for catalogue in whole.values() if catalogue.path.is_relative_to(FOLDER) for key in catalogue.keys}
    for code, catalogue in whole.items():
        yield languages()[code], len(known & catalogue.translated), len(known)


def _paths() -> dict[str, Path]:
    """Return the catalogues by their languages; one in the player's own folder takes the place of ours."""
    return {path.stem: path for folder in (FOLDER, user_folder("languages")) for path in files_in(folder, "*.po")}


def chosen() -> str:
    """Return the code of the language that the settings name; empty where they name none, or cannot be read."""
    with suppress(OSError, ValueError, RecursionError, msgspec.MsgspecError):
        data = read_file(config_folder() / SETTINGS, LARGEST_CATALOGUE)
        return msgspec.json.decode(decoded(data), type=_Chosen).language
    return ""


class _Chosen(msgspec.Struct):
    """What is read of the settings here."""

    language: str = ""


def preferred(setting: str = "") -> str:
    """Return the language to begin with: that of the environment variable, of the setting, or of the system."""
    known = {ENGLISH, *_paths()}
    for wanted in filter(None, (os.environ.get(VARIABLE, ""), setting, *_system_languages())):
        code = wanted.replace("-", "_").split(".")[0]
        for candidate in (code, code.split("_")[0].lower()):
            if candidate in known:
                return candidate
    return ENGLISH


def _system_languages() -> list[str]:
    if sys.platform == "win32":
        import ctypes

        return [locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")]
    spoken = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    first = next(filter(None, spoken), "")
    if first in ("C", "POSIX"):
        return []
    return [*os.environ.get("LANGUAGE", "").split(":"), first]
