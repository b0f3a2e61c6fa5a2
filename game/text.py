"""Text for people: lists, numbers and sentences, and which letters the program can show."""

from __future__ import annotations

import errno
import os
import re
import struct
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import cache, lru_cache, reduce
from pathlib import Path
from unicodedata import category, name, normalize

from .assets import ASSETS
from .language import ENGLISH, current, mark, mark_count, tr, tr_context, tr_label, tr_name, tr_player

# -- text


LONGEST_MESSAGE = 600
"""Characters. A message may quote a file of megabytes."""
STOPS = (".", "!", "?", "。", "！", "？")
_BEGINS_WITH_I_SOUND = re.compile(r"h?[ií](?![aeoáéó])", re.IGNORECASE)
LONGEST_GUESS = 100
"""Characters of an unknown word for which a similar one is suggested."""


# -- numbers and names in sentences


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return a number of things: "1 card", "3 cards", "2 pennies"."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def listed(names: Sequence[str]) -> str:
    """Return names as a list: "Ana", "Ana and Bo", "Ana, Bo and Cy"."""
    if len(names) < 2:
        return "".join(names)
    places = {"names": commas(names[:-1]), "last": names[-1]}
    if _BEGINS_WITH_I_SOUND.match(names[-1]):
        # Translators: {last} begins with the sound of "i", as in "Ines" or "Hilda": "y" is "e" before it in Spanish.
        return tr_context("before an i", "{names} and {last}", **places)
    return tr("{names} and {last}", **places)


def commas(parts: Iterable[str]) -> str:
    """Join the non-empty parts with commas: "ice, canyon, heath"."""
    return tr_context("between parts", ", ").join(filter(None, parts))


def semicolons(parts: Iterable[str]) -> str:
    """Join the non-empty parts with semicolons: "Ana 3, Bo 4; nobody"."""
    return tr_context("between parts", "; ").join(filter(None, parts))


def dots(parts: Iterable[str]) -> str:
    """Join the non-empty parts, which are of different kinds, with dots: "Ana · 3 cards"."""
    return tr_context("between parts", " · ").join(filter(None, parts))


def labelled(head: str, words: str) -> str:
    """Return words after their label: "Ana: 3 cards"."""
    return tr("{head}: {words}", head=head, words=words)


def drew(name: str, number: int) -> str:
    """Return a sentence that a player has drawn a number of cards."""
    yours = mark_count("You draw {number} card.", "You draw {number} cards.")
    theirs = mark_count("{name} draws {number} card.", "{name} draws {number} cards.")
    return tr_player(name, yours, theirs, number=number)


def listed_players(names: Sequence[str]) -> str:
    """Return players as a list at the beginning of a sentence; the reader is "You" first, "you" later in the list."""
    return listed([tr_label(names[0]), *map(tr_name, names[1:])])


def sentence(text: str) -> str:
    """Return a sentence with its first letter in upper case, in case a name filled in at its start is lower case."""
    return text[:1].upper() + text[1:]


def full_stop(text: str) -> str:
    """Return a sentence with a full stop, unless it already ends with a stop."""
    return text if text.endswith(STOPS) else tr("{sentence}.", sentence=text)


def paragraph(sentences: Iterable[str]) -> str:
    """Join the non-empty sentences. Not every language puts a space between two sentences."""
    return reduce(_after_each_other, filter(None, sentences), "")


def _after_each_other(first: str, then: str) -> str:
    return tr_context("two sentences", "{first} {then}", first=first, then=then) if first else then


def reason_sentence(reason: str) -> str:
    """Return the reason for a refusal, such as "the game is over", as a sentence."""
    return sentence(full_stop(tr(reason)))


def with_minus(number: object) -> str:
    """Return a number with a real minus sign instead of a hyphen."""
    return str(number).replace("-", "−")


def signed(number: int) -> str:
    """Return a number with its sign: "+3", "−24", "0"."""
    return with_minus(f"{number:+d}") if number else "0"


def clock_text(ms: int) -> str:
    """Return the time since the start of a game as minutes and seconds, such as " 3:05"."""
    return f"{ms // 60_000:2}:{ms // 1000 % 60:02}"


# -- from outside


def nearest(word: object, known: Iterable[str]) -> str:
    """Return the known word most similar to this one, or "" if none is similar."""
    return next(iter(get_close_matches(str(word)[:LONGEST_GUESS], list(known), 1)), "")


def no_such(word: str, known: Iterable[str], message: str, with_near: str, **places: object) -> str:
    """Return a marked message that there is no such word: `with_near` if a known one is similar.

    Its places are {name}, {choices} and {near}, and what else is given.
    """
    choices = [*known]
    near = nearest(word, choices)
    words = {"name": repr(word), "near": repr(near), "choices": ", ".join(choices)}
    return tr(with_near if near else message, **{**words, **places})


def is_plain(text: str, longest: int) -> bool:
    """Tell whether a person could have typed the text: it is not too long and has no control characters."""
    return len(text) <= longest and text.isprintable()


# Translators: what the system says of a file or folder that it can't use, as it says it in your language.
SYSTEM_SAYS = {
    errno.ENOENT: mark("No such file or directory"), errno.EACCES: mark("Permission denied"),
    errno.EPERM: mark("Operation not permitted"), errno.EISDIR: mark("Is a directory"),
    errno.ENOTDIR: mark("Not a directory"), errno.EEXIST: mark("File exists"),
    errno.EROFS: mark("Read-only file system"), errno.ENOSPC: mark("No space left on device"),
    errno.EIO: mark("Input/output error"), errno.ENAMETOOLONG: mark("File name too long"),
    errno.ENOMEM: mark("Cannot allocate memory"),
}  # fmt: skip


def system_says(error: BaseException) -> str:
    """Return the reason for an error: the system's in the reader's language, if it is a common one, or the error's."""
    number, said = getattr(error, "errno", None), getattr(error, "strerror", None)
    if number in SYSTEM_SAYS and said == os.strerror(number):
        return tr(SYSTEM_SAYS[number])
    return str(said or error)


def not_opened(file: object, error: OSError | ValueError) -> str:
    """Return a sentence that a file cannot be opened, with the reason that the system or the reader gave."""
    return tr("{file} can't be opened: {error}", file=file, error=system_says(error))


def plainly(message: object) -> str:
    """Return a message, cut if it is too long, with unprintable characters escaped as in Python strings."""
    text = str(message)
    if len(text) > LONGEST_MESSAGE:
        text = text[: LONGEST_MESSAGE - 1] + "…"
    return escaped(text)


def escaped(text: str) -> str:
    """Return text as one line, with what could control a terminal or deceive escaped as in Python strings (`\\x1b`).

    That is control characters, line breaks, invisible characters that change the direction of text, undecodable bytes
    of file names, and spaces other than the plain one. In languages other than English, other spaces are kept, because
    translations may contain non-breaking spaces.
    """
    return "".join(char if _is_harmless(char) else ascii(char)[1:-1] for char in text)


def printable(text: str) -> str:
    """Return the text with `?` for each character that could control a terminal."""
    return "".join(char if _is_harmless(char) else "?" for char in text)


def _is_harmless(char: str) -> bool:
    return char.isprintable() or (category(char) == "Zs" and current() != ENGLISH)


def leaves(data: object) -> Iterator[object]:
    """Yield the values in nested lists and dicts. Raises RecursionError if they are nested too deep."""
    if isinstance(data, dict):
        data = list(data.values())
    if isinstance(data, list):
        for item in data:
            yield from leaves(item)
    else:
        yield data


# -- letters


TYPEFACES = ("AtkinsonNext-400.ttf", "NotoSans-400.ttf", "Mplus1-400.otf")
"""Fonts that together have all the letters that can be shown. The fallbacks of each typeface end with equivalents."""
PLAIN = re.compile("[ -~]*")
INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufff9-\ufffd]")
"""Letters that are printable for Python but invisible, and those that stand for lost letters."""
HALF_WIDTH = re.compile("[\uff61-\uff9d][\uff61-\uff9f]*")
"""Half-width Japanese letters. No typeface sets them well, so they are shown full-width."""
SOUND_MARKS = "\uff9e\uff9f"
"""Half-width sound marks. Unicode calls them letters, but they take up no place of their own in a line."""
MOST_MARKS = 2
"""The most marks on one letter. More would overlap the lines above."""


@cache
def letters_of(path: Path) -> frozenset[str]:
    """Return the letters in a font's `cmap` table. Raises OSError, or ValueError if it isn't a font."""
    data = path.read_bytes()
    try:
        return frozenset(map(chr, _code_points(data)))
    except (struct.error, IndexError):
        raise ValueError(f"{path} is not a font") from None


def _code_points(data: bytes) -> Iterator[int]:
    (start,) = struct.unpack_from(">I", data, 12) if data[:4] == b"ttcf" else (0,)  # the first font of a collection
    (tables,) = struct.unpack_from(">H", data, start + 4)
    places = (struct.unpack_from(">4sIII", data, start + 12 + 16 * number) for number in range(tables))
    cmap = next(place for tag, _, place, _ in places if tag == b"cmap")
    (count,) = struct.unpack_from(">H", data, cmap + 2)
    for number in range(count):
        _, _, offset = struct.unpack_from(">HHI", data, cmap + 4 + 8 * number)
        (form,) = struct.unpack_from(">H", data, cmap + offset)
        if form == 12:
            yield from _code_points_of_format_12(data, cmap + offset)
        elif form == 4:
            yield from _code_points_of_format_4(data, cmap + offset)


def _code_points_of_format_12(data: bytes, at: int) -> Iterator[int]:
    """Yield the code points of a `cmap` of format 12, which consists of groups of consecutive letters and glyphs."""
    (groups,) = struct.unpack_from(">I", data, at + 12)
    for first, last, glyph in struct.iter_unpack(">III", data[at + 16 : at + 16 + 12 * groups]):
        yield from range(first + (glyph == 0), last + 1)


def _code_points_of_format_4(data: bytes, at: int) -> Iterator[int]:
    """Yield the code points of a `cmap` of format 4, which consists of segments of the first 65,536."""
    double = struct.unpack_from(">H", data, at + 6)[0]
    form, size = f">{double // 2}H", double + 2
    ends = struct.unpack_from(form, data, at + 14)
    starts, deltas, offsets = (struct.unpack_from(form, data, at + 14 + size + double * n) for n in range(3))
    for index, (first, last, delta, offset) in enumerate(zip(starts, ends, deltas, offsets)):
        place = at + 14 + size + 2 * double + 2 * index + offset
        for code in range(first, min(last, 0xFFFE) + 1):
            glyph = struct.unpack_from(">H", data, place + 2 * (code - first))[0] if offset else code
            if (glyph + delta) % 0x10000 if glyph or not offset else 0:
                yield code


# -- what can be shown


def clusters(text: str) -> list[str]:
    """Return the letters of a text, each together with its marks."""
    starts = [place for place, letter in enumerate(text) if not place or not is_mark(letter)]
    return [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)])]


def is_mark(letter: str) -> bool:
    """Tell whether a letter combines with the one before, as an accent does."""
    return category(letter).startswith("M") or letter in SOUND_MARKS


def is_seen(cluster: str) -> bool:
    """Tell whether a letter with its marks is visible: no control character, not only marks, not too many marks."""
    return (
        cluster.isprintable()
        and not is_mark(cluster[0])
        and len(cluster) <= 1 + MOST_MARKS
        and not INVISIBLE.search(cluster)
    )


@cache
def _typefaces() -> tuple[frozenset[str], ...]:
    return tuple(letters_of(ASSETS / "fonts" / file) for file in TYPEFACES)


@lru_cache(10_000)
def _can_show(cluster: str) -> bool:
    return is_seen(cluster) and any(letters.issuperset(cluster) for letters in _typefaces())


def sift(text: str) -> tuple[str, str]:
    """Return typed or pasted text in the form in which it is kept, and a sentence about a letter left out, or "".

    Accents are combined with their letters if Unicode has the combination, every kind of space becomes a plain one, and
    half-width Japanese letters become full-width.
    """
    if PLAIN.fullmatch(text):
        return text, ""
    text = normalize("NFC", _full_width("".join(" " if letter.isspace() else letter for letter in text)))
    return "".join(filter(_can_show, clusters(text))), refusal(text)


def sift_path(text: str) -> tuple[str, str]:
    """Return a path without control characters, as `sift` does; file names may have all other letters."""
    return "".join(letter for letter in text if category(letter) not in ("Cc", "Cs")), ""


def refusal(text: str) -> str:
    """Return a sentence that names a letter that can't be shown, or "" if all can."""
    if PLAIN.fullmatch(text):
        return ""
    wrong = next((cluster for cluster in clusters(text) if not _can_show(cluster)), "")
    if not wrong:
        return ""
    letter = next((letter for letter in wrong if not _can_show(f"e{letter}" if is_mark(letter) else letter)), wrong[-1])
    return words_about(letter)


def refused_in_prose(text: str) -> str:
    """Like `refusal`, for a longer text: all kinds of spaces and line ends are allowed."""
    return refusal("".join(" " if letter.isspace() else letter for letter in text))


def check_prose(text: str) -> None:
    """Raise ValueError, with the line number, if a letter of a longer text can't be shown."""
    for number, line in enumerate(text.split("\n"), 1):
        if words := refused_in_prose(line):
            raise ValueError(labelled(tr("line {number}", number=number), words))


def well_formed(text: str) -> str:
    """Return a text that is valid Unicode, for screen readers. File names may contain lone surrogates."""
    return text if text.isascii() else text.encode(errors="replace").decode()


def words_about(letter: str) -> str:
    """Return a sentence that a letter can't be shown."""
    return tr("the letter {letter} can't be shown: leave it out", letter=named(letter))


def named(letter: str) -> str:
    """Return the number and Unicode name of a letter, such as "U+05E9 HEBREW LETTER SHIN"."""
    return f"{code(letter)} {name(letter, '')}".rstrip()


def shown(text: str) -> str:
    """Return a line of text as it is shown: letters that no typeface has are replaced by their numbers."""
    if PLAIN.fullmatch(text):
        return text
    return "".join(cluster if _can_show(cluster) else _spelled_out(cluster) for cluster in clusters(_full_width(text)))


def _full_width(text: str) -> str:
    return HALF_WIDTH.sub(lambda found: normalize("NFKC", found[0]), text)


def _spelled_out(cluster: str) -> str:
    if cluster.isspace():
        is_known = category(cluster) == "Zs" and any(cluster in letters for letters in _typefaces())
        return cluster if is_known else " "
    return "".join(f"[{code(letter)}]" for letter in cluster)


def code(letter: str) -> str:
    """Return the number of a letter in Unicode notation, such as "U+05E9"."""
    return f"U+{ord(letter):04X}"
