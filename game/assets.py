"""Paths of the program's data files, and functions that read text files."""

from __future__ import annotations

import codecs
from pathlib import Path
from typing import TypeVar

import msgspec

from .language import tr

# -- assets


ROOT = Path(__file__).resolve().parent.parent
ASSETS = ROOT / "assets"
GAMES = ASSETS / "games"
"""Contains a folder for each of the program's own games."""


# -- text files


T = TypeVar("T")
DAMAGED = (msgspec.MsgspecError, RecursionError, UnicodeDecodeError)
"""Exceptions that decoding with msgspec may raise for bytes from anywhere."""
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def in_utf8(data: bytes) -> bytes:
    """Return the contents of a text file the way the program writes them: UTF-8 without a BOM, "\\n" line ends.

    Invalid UTF-16 is returned unchanged. UTF-8 is not validated.
    """
    if data.startswith(UTF_16):
        try:
            data = data.decode("utf-16").encode()
        except UnicodeDecodeError:
            return data
    data = data.removeprefix(codecs.BOM_UTF8)
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in data else data


def decoded(data: bytes, line: int = 1) -> str:
    """Return the text of a file; `line` is the number of its first line.

    Raises ValueError, with the line number, if the data is not text or not in UTF-8 or UTF-16.
    """
    data = in_utf8(data)
    try:
        text = data.decode()
        end = text.find("\0")
    except UnicodeDecodeError as error:
        end = len(data[: error.start].decode())
    if end >= 0:
        line += data.decode(errors="replace").count("\n", 0, end)
        raise ValueError(not_text(line))
    return text


def not_text(line: int) -> str:
    """Return a message that a line of a file cannot be read, with advice."""
    return tr("line {line} isn't text in UTF-8: save the file as UTF-8", line=line)


def read_text(path: Path) -> str:
    """Return the text of one of the program's own files. Raises OSError, or ValueError with the file and the line."""
    try:
        return decoded(path.read_bytes())
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def read_toml(path: Path, kind: type[T]) -> T:
    """Decode one of the program's own TOML files. Raises OSError, or ValueError with the file."""
    try:
        return msgspec.toml.decode(decoded(path.read_bytes()), type=kind)
    except ValueError as error:  # not UTF-8, not TOML, or not of this type
        raise ValueError(f"{path}: {error}") from None
