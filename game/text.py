"""Words: numbers and names put into sentences, and text from outside looked through before it is shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import reduce
from unicodedata import category

from topping_out.game.language import ENGLISH, current, mark_count, tr, tr_context, tr_label, tr_name, tr_player

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
