"""Codes: a deck, a deal, a puzzle or a game as one line of text, to be copied, sent and pasted.

A code is `topping-out.KIND.VERSION.BODY`. The body is the compressed content with a checksum, in URL-safe base64. White
space in a pasted code is ignored, because messengers break long lines. Everything else must be exactly as written.
"""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from enum import StrEnum
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from ..assets import DAMAGED
from ..boundary import MOST_SEATS
from ..language import tr
from ..options import OptionError, Value, resolve
from ..record import LARGEST_FILE, Header, Record, parse_record, wrong_seats
from ..registry import UnknownGame, load
from ..text import plainly

NAME, VERSION = "topping-out", 1
CHECKSUM = 4
"""Number of bytes of the checksum (CRC-32), which comes before the content."""
LONGEST = 400_000
"""Number of characters beyond which a code is not read."""


class CodeKind(StrEnum):
    """What a code holds."""

    DECK = "deck"
    DEAL = "deal"
    PUZZLE = "puzzle"
    GAME = "game"


class CodeError(ValueError):
    """A code that cannot be read; the message says why, and what to do."""


class SharedDeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deal without its players: everything that decides how the cards lie."""

    game: str
    rules: int
    seats: Annotated[int, Meta(ge=1, le=MOST_SEATS)]
    seed: Annotated[int, Meta(ge=0)]
    options: dict[str, Value]


class SharedValue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A value that players made for an option of a game, such as a deck."""

    game: str
    value: str


class SharedPuzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the program's puzzles."""

    game: str
    name: str


# -- contents


def deal_code(header: Header) -> str:
    """Return the code for the deal of a game."""
    deal = SharedDeal(header.game, header.rules, len(header.seats), header.seed, header.options)
    return to_code(CodeKind.DEAL, msgspec.json.encode(deal))


def read_deal(content: bytes) -> SharedDeal:
    """Return the deal in the content of a code, with the options of its game. Raises CodeError."""
    deal = _decode(content, SharedDeal)
    try:
        game = load(deal.game)
        if deal.seats not in game.seats:
            raise CodeError(wrong_seats(game, deal.seats))
        if deal.rules != game.version:
            what = tr("it was dealt under a different version of the rules of {game}", game=game.title)
            raise CodeError(what)
        return msgspec.structs.replace(deal, options=resolve(game.options(deal.seats), deal.options))
    except (UnknownGame, OptionError) as error:
        raise CodeError(plainly(error)) from None


def deck_code(game: str, value: str) -> str:
    """Return the code for a deck, given as the value of its game's option."""
    return to_code(CodeKind.DECK, msgspec.json.encode(SharedValue(game, value)))


def read_deck_value(content: bytes) -> SharedValue:
    """Return the deck in the content of a code. Raises CodeError; whether the game takes the deck is not checked."""
    return _decode(content, SharedValue)


def puzzle_code(game: str, name: str) -> str:
    """Return the code for a puzzle."""
    return to_code(CodeKind.PUZZLE, msgspec.json.encode(SharedPuzzle(game, name)))


def read_puzzle(content: bytes) -> SharedPuzzle:
    """Return the puzzle in the content of a code. Raises CodeError; whether there is such a puzzle is not checked."""
    return _decode(content, SharedPuzzle)


def game_code(record: Record) -> str:
    """Return the code for a game."""
    return to_code(CodeKind.GAME, record.to_bytes())


def read_game(content: bytes) -> Record:
    """Return the game in the content of a code. Raises RecordError."""
    return parse_record(content, tr("the code"))


T = TypeVar("T")


def _decode(content: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(content, type=kind)
    except DAMAGED as error:
        raise CodeError(tr("the code can't be read: {error}", error=plainly(error))) from None


# -- codes


def to_code(kind: CodeKind, content: bytes) -> str:
    """Return the code for a content."""
    packed = zlib.compress(content, 9)
    body = urlsafe_b64encode(_checksum(kind, packed) + packed).rstrip(b"=").decode()
    return f"{NAME}.{kind}.{VERSION}.{body}"


def from_code(text: str) -> tuple[CodeKind, bytes]:
    """Return the kind and the content of a code. Raises CodeError."""
    code = "".join(text.split()) if len(text) <= LONGEST else ""
    head, *rest = code.split(".")
    if head != NAME or len(rest) != 3:
        raise CodeError(tr("this isn't a code: a code begins with {start}", start=f"{NAME}."))
    kind, version, body = rest
    if version != str(VERSION) or kind not in list(CodeKind):
        raise CodeError(tr("this code isn't right, or it comes from a newer version of the program"))
    try:
        data = urlsafe_b64decode(body + "=" * (-len(body) % 4))
        sent, packed = data[:CHECKSUM], data[CHECKSUM:]
        unpacking = zlib.decompressobj()
        content = unpacking.decompress(packed, LARGEST_FILE + 1)
    except (ValueError, zlib.error):
        raise _damaged() from None
    is_as_written = urlsafe_b64encode(data).rstrip(b"=").decode() == body  # its last letter has bits that are not read
    if sent != _checksum(CodeKind(kind), packed) or not unpacking.eof or unpacking.unused_data or not is_as_written:
        raise _damaged()
    return CodeKind(kind), content


def _checksum(kind: CodeKind, packed: bytes) -> bytes:
    return zlib.crc32(packed, zlib.crc32(kind.encode())).to_bytes(CHECKSUM, "big")


def _damaged() -> CodeError:
    return CodeError(tr("a part of this code is missing or changed: copy the whole code again"))
