"""Text for people: lists, numbers and sentences in words, and which letters the program can show."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import cache, lru_cache, reduce
from pathlib import Path
from unicodedata import category, name, normalize

from .assets import ASSETS
from .language import ENGLISH, current, mark_count, tr, tr_context, tr_label, tr_name, tr_player

# -- text


LONGEST_MESSAGE = 600
"""Characters; what a file says may be megabytes long."""
STOPS = (".", "!", "?", "。", "！", "？")
_SOUND_OF_I = re.compile(r"h?[ií](?![aeoáéó])", re.IGNORECASE)
LONGEST_GUESS = 100
"""Characters of a word for which a like one is sought."""


# -- numbers and names in sentences


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return how many of something there are: "1 card", "3 cards", "2 pennies"."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def listed(names: Sequence[str]) -> str:
    """Return names as a list: "Ana", "Ana and Bo", "Ana, Bo and Cy"."""
    if len(names) < 2:
        return "".join(names)
    places = {"names": commas(names[:-1]), "last": names[-1]}
    if _SOUND_OF_I.match(names[-1]):
        # Translators: {last} begins with the sound of "i", as in "Ines" or "Hilda": "y" is "e" before it in Spanish.
        return tr_context("before an i", "{names} and {last}", **places)
    return tr("{names} and {last}", **places)


def commas(parts: Iterable[str]) -> str:
    """Return the parts that are not empty one after the other, as "ice, canyon, heath"."""
    return tr_context("between parts", ", ").join(filter(None, parts))


def semicolons(parts: Iterable[str]) -> str:
    """Return the parts that are not empty as "Ana 3, Bo 4; nobody"."""
    return tr_context("between parts", "; ").join(filter(None, parts))


def dots(parts: Iterable[str]) -> str:
    """Return the parts that are not empty, which are of different kinds, as "Ana · 3 cards"."""
    return tr_context("between parts", " · ").join(filter(None, parts))


def labelled(head: str, words: str) -> str:
    """Return words after what they belong to, as "Ana: 3 cards"."""
    return tr("{head}: {words}", head=head, words=words)


def drew(name: str, number: int) -> str:
    """Return that a player has drawn so many cards."""
    yours = mark_count("You draw {number} card.", "You draw {number} cards.")
    theirs = mark_count("{name} draws {number} card.", "{name} draws {number} cards.")
    return tr_player(name, yours, theirs, number=number)


def listed_players(names: Sequence[str]) -> str:
    """Return players as a list at the beginning of a sentence; the reader is "You", or "you" further on."""
    return listed([tr_label(names[0]), *map(tr_name, names[1:])])


def sentence(text: str) -> str:
    """Return a sentence with its first letter large: what fills its first place may begin with a small one."""
    return text[:1].upper() + text[1:]


def full_stop(text: str) -> str:
    """Return a sentence with its full stop, unless it ends with a stop already."""
    return text if text.endswith(STOPS) else tr("{sentence}.", sentence=text)


def paragraph(sentences: Iterable[str]) -> str:
    """Return the sentences that are not empty one after the other; not every language puts a space between two."""
    return reduce(_after_each_other, filter(None, sentences), "")


def _after_each_other(first: str, then: str) -> str:
    return tr_context("two sentences", "{first} {then}", first=first, then=then) if first else then


def reason_sentence(reason: str) -> str:
    """Return why something cannot be done, such as "the game is over", as a sentence."""
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
    """Return which of the known words may be meant by another; empty for none."""
    return next(iter(get_close_matches(str(word)[:LONGEST_GUESS], list(known), 1)), "")


def is_plain(text: str, longest: int) -> bool:
    """Tell whether a person could have typed the text: it is not too long, and nothing in it steers a terminal."""
    return len(text) <= longest and text.isprintable()


def not_opened(file: object, error: OSError | ValueError) -> str:
    """Return a sentence on a file that cannot be opened: which, and what the system, or whoever read it, says of it."""
    return tr("{file} cannot be opened: {error}", file=file, error=getattr(error, "strerror", None) or error)


def plainly(message: object) -> str:
    """Return a message, cut where it is too long; what cannot be shown is written as in Python's strings."""
    text = str(message)
    if len(text) > LONGEST_MESSAGE:
        text = text[: LONGEST_MESSAGE - 1] + "…"
    return escaped(text)


def escaped(text: str) -> str:
    """Return one line of text; what could steer a terminal or deceive is written as in Python's strings, as `\\x1b`.

    That is control characters, line breaks, invisible letters that turn the direction of text, bytes of file names
    that are no text, and spaces other than the plain one. Only where a translation is read, which may hold spaces that
    do not break, do these stay.
    """
    stays = "" if current() == ENGLISH else "Zs"
    return "".join(char if char.isprintable() or category(char) == stays else ascii(char)[1:-1] for char in text)


def printable(text: str) -> str:
    """Return the text with `?` for whatever could steer a terminal."""
    return "".join(char if char.isprintable() else "?" for char in text)


def leaves(data: object) -> Iterator[object]:
    """Yield what is in lists and tables, however deep. Raises RecursionError where it is too deep."""
    if isinstance(data, dict):
        data = list(data.values())
    if isinstance(data, list):
        for item in data:
            yield from leaves(item)
    else:
        yield data


# -- letters


TYPEFACES = ("AtkinsonNext-400.ttf", "NotoSans-400.ttf", "Mplus1-400.otf")
"""Fonts that have, together, all letters that are shown: each face of text ends with their like."""
PLAIN = re.compile("[ -~]*")
INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufff9-\ufffd]")
"""Printable letters, as Python has it, of which nothing is seen, and those that stand for lost ones."""
HALF_WIDTH = re.compile("[\uff61-\uff9d][\uff61-\uff9f]*")
"""Half-width Japanese letters, which no typeface sets well: they are shown as the full-width ones."""
SOUND_MARKS = "\uff9e\uff9f"
"""Half-width sound marks: Unicode calls them letters, but they have no place of their own in a line."""
MOST_MARKS = 2
"""Marks on one letter; more would run into the lines above."""


@cache
def letters_of(path: Path) -> frozenset[str]:
    """Return the letters that a font has, by its table `cmap`. Raises OSError, and ValueError for no such font."""
    data = path.read_bytes()
    try:
        return frozenset(map(chr, _code_points(data)))
    except (struct.error, IndexError):
        raise ValueError(f"{path} is no font") from None


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
            yield from _many(data, cmap + offset)
        elif form == 4:
            yield from _few(data, cmap + offset)


def _many(data: bytes, at: int) -> Iterator[int]:
    """Yield the code points of a table of format 12: groups of letters whose glyphs follow each other."""
    (groups,) = struct.unpack_from(">I", data, at + 12)
    for first, last, glyph in struct.iter_unpack(">III", data[at + 16 : at + 16 + 12 * groups]):
        yield from range(first + (glyph == 0), last + 1)


def _few(data: bytes, at: int) -> Iterator[int]:
    """Yield the code points of a table of format 4: segments of the first 65,536."""
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
    """Return the letters of a text, each with the marks that stand on it."""
    starts = [place for place, letter in enumerate(text) if not place or not is_mark(letter)]
    return [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)])]


def is_mark(letter: str) -> bool:
    """Tell whether a letter stands on the one before, as an accent does."""
    return category(letter).startswith("M") or letter in SOUND_MARKS


def is_seen(cluster: str) -> bool:
    """Tell whether a letter with its marks is no control or format character and has some letter for its marks."""
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
    """Return typed or pasted text as it is kept, and in words which of its letters is left out; empty: none is.

    Letters come with their accents in one where Unicode has them so, every kind of space is a plain one, and half-width
    Japanese letters become full-width ones.
    """
    if PLAIN.fullmatch(text):
        return text, ""
    text = normalize("NFC", _full_width("".join(" " if letter.isspace() else letter for letter in text)))
    return "".join(filter(_can_show, clusters(text))), refusal(text)


def sift_path(text: str) -> tuple[str, str]:
    """Do so with the path of a file, whose name may have all letters: only control characters are left out."""
    return "".join(letter for letter in text if category(letter) not in ("Cc", "Cs")), ""


def refusal(text: str) -> str:
    """Return in words which letter of a text can't be shown; empty where all can."""
    if PLAIN.fullmatch(text):
        return ""
    wrong = next((cluster for cluster in clusters(text) if not _can_show(cluster)), "")
    if not wrong:
        return ""
    letter = next((letter for letter in wrong if not _can_show(f"e{letter}" if is_mark(letter) else letter)), wrong[-1])
    return words_about(letter)


def refused_in_prose(text: str) -> str:
    """Return in words which letter of a longer text can't be shown; every kind of space and line end can."""
    return refusal("".join(" " if letter.isspace() else letter for letter in text))


def check_prose(text: str) -> None:
    """Raise ValueError, with the line, where a letter of a longer text can't be shown."""
    for number, line in enumerate(text.split("\n"), 1):
        if words := refused_in_prose(line):
            raise ValueError(labelled(tr("line {number}", number=number), words))


def well_formed(text: str) -> str:
    """Return a text as screen readers take it: names of files may hold halves of letters, which are no Unicode."""
    return text if text.isascii() else text.encode(errors="replace").decode()


def words_about(letter: str) -> str:
    """Return that a letter can't be shown."""
    return tr("the letter {letter} can't be shown: leave it out", letter=named(letter))


def named(letter: str) -> str:
    """Return what a letter is called, such as "U+05E9 HEBREW LETTER SHIN"; one without a name has its number only."""
    return f"{code(letter)} {name(letter, '')}".rstrip()


def shown(text: str) -> str:
    """Return a text as a line of it is shown: letters that no typeface has are spelled by their numbers."""
    if PLAIN.fullmatch(text):
        return text
    return "".join(cluster if _can_show(cluster) else _instead(cluster) for cluster in clusters(_full_width(text)))


def _full_width(text: str) -> str:
    return HALF_WIDTH.sub(lambda found: normalize("NFKC", found[0]), text)


def _instead(cluster: str) -> str:
    if cluster.isspace():
        is_known = category(cluster) == "Zs" and any(cluster in letters for letters in _typefaces())
        return cluster if is_known else " "
    return "".join(f"[{code(letter)}]" for letter in cluster)


def code(letter: str) -> str:
    """Return the number of a letter as Unicode writes it, such as "U+05E9"."""
    return f"U+{ord(letter):04X}"
