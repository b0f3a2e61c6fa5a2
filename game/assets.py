"""The program's own data files, and how text files are read."""

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
"""A folder for each of the program's own games."""


# -- text files


T = TypeVar("T")
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def in_utf8(data: bytes) -> bytes:
    """Return what a file holds as the program would write it: in UTF-8 without a mark, each line ended by a newline.

    What is in none of the two encodings comes back as it is.
    """
    if data.startswith(UTF_16):
        try:
            data = data.decode("utf-16").encode()
        except UnicodeDecodeError:
            return data
    data = data.removeprefix(codecs.BOM_UTF8)
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in data else data


def decoded(data: bytes, line: int = 1) -> str:
    """Return the text that a file holds, whose first line has that number.

    Raises ValueError, with the line, for what is no text or is in another encoding.
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
    """Return in words that a line of a file cannot be read, and what to do."""
    return tr("line {line} is not text in UTF-8: save the file as UTF-8", line=line)


def read_text(path: Path) -> str:
    """Return the text in one of the program's own files. Raises OSError, and ValueError with the file and the line."""
    try:
        return decoded(path.read_bytes())
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def read_toml(path: Path, kind: type[T]) -> T:
    """Return what one of the program's own files of TOML says. Raises OSError, and ValueError with the file."""
    try:
        return msgspec.toml.decode(decoded(path.read_bytes()), type=kind)
    except ValueError as error:  # no UTF-8, no TOML, or something else
        raise ValueError(f"{path}: {error}") from None
