"""What is taken along: which files in which folder, how large, and how one tells that they are ours."""

from __future__ import annotations

import io
import re
import tomllib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path

import msgspec

from topping_out.game import record, registry
from topping_out.game.language import tr
from topping_out.game.record import LONGEST_LINE, parse_record
from topping_out.game.rules_text import parse_rules
from topping_out.game.storage.files import config_folder, records_folder, user_folder
from topping_out.game.storage.history import puzzle_tries
from topping_out.game.storage.library import ABANDONED
from topping_out.game.storage.translations import languages, texts
from topping_out.game.storage.translations.catalogue import read_messages
from topping_out.game.text_files import decoded, in_utf8

MANIFEST = "topping-out.json"
"""The file in every export that says what it is, and when its records were last changed."""
SETTINGS = "settings.json"
SMALL = 1024 * 1024
"""Bytes; settings, decks and the like are far smaller."""
LANGUAGES = "languages"
RESULTS = "progress"
"""The folder of what else is remembered: JSON lines, to which only is added."""
PLAIN_NAME = re.compile(r"(?!(con|prn|aux|nul|(com|lpt)[\d¹²³]) *\.)[^\W_][\w .()+-]{0,98}\.[a-z]+", re.IGNORECASE)
"""A file's name that is one on every system."""

Check = Callable[[bytes], object]
"""Raises ValueError where the content is not ours."""


@dataclass(frozen=True)
class FileKind:
    """Files of one folder: their name in the export begins with `name`."""

    name: str
    folder: Path
    ending: str
    largest: int
    """Bytes."""
    check: Check

    @property
    def is_record(self) -> bool:
        return self.ending == ".jsonl" and self.name.startswith("games")

    def has(self, name: str) -> bool:
        """Tell whether a file of that name may be one of these."""
        if self.name == "settings":
            return name == SETTINGS
        return name.endswith(self.ending) and bool(PLAIN_NAME.fullmatch(name))


def kinds(check_settings: Check | None = None) -> dict[str, FileKind]:
    """Return all kinds by name; the settings only with what tells whether they are any."""
    games = records_folder()
    options = (option for game in registry.games() for option in game.options(game.seats[-1]))
    own_folders = dict.fromkeys(option.folder for option in options if option.folder)  # such as decks
    found = [
        FileKind("games", games, ".jsonl", record.LARGEST_FILE, parse_record),
        FileKind(f"games/{ABANDONED}", games / ABANDONED, ".jsonl", record.LARGEST_FILE, parse_record),
        FileKind(LANGUAGES, user_folder(LANGUAGES), ".po", languages.LARGEST_CATALOGUE, _check_catalogue),
        FileKind(
            f"{LANGUAGES}/rules",
            user_folder(LANGUAGES),
            ".md",
            texts.LARGEST_TEXT,
            _check_rules,
        ),
        FileKind(f"{LANGUAGES}/lessons", user_folder(LANGUAGES), ".toml", texts.LARGEST_TEXT, _check_toml),
        FileKind(RESULTS, user_folder(RESULTS), ".jsonl", puzzle_tries.LARGEST, lines_of),
        *(FileKind(folder.name, folder, ".toml", SMALL, _check_toml) for folder in own_folders),
    ]
    if check_settings:
        found.append(FileKind("settings", config_folder(), ".json", SMALL, check_settings))
    return {kind.name: kind for kind in found}


def _check_catalogue(data: bytes) -> None:
    for _ in read_messages(decoded(data)):
        pass


def _check_rules(data: bytes) -> None:
    parse_rules(decoded(data))


def _check_toml(data: bytes) -> None:
    try:
        tomllib.loads(decoded(data))
    except RecursionError:
        raise ValueError(tr("it is nested too deep")) from None


def lines_of(data: bytes) -> list[bytes]:
    """Return the lines that are JSON objects. Raises ValueError where there are only others."""
    found, is_empty = [], True
    for line in map(bytes.rstrip, io.BytesIO(in_utf8(data)), repeat(b"\n")):
        is_empty &= not line
        with suppress(ValueError, RecursionError):  # those of msgspec are such too
            if len(line) <= LONGEST_LINE:
                line.decode()  # nobody else looks at the letters of a value that is kept as it is
                msgspec.json.decode(line, type=dict[str, msgspec.Raw])
                found.append(line)
    if not is_empty and not found:
        raise ValueError(tr("none of its lines can be read"))
    return found
