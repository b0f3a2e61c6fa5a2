"""The reader's language: sentences are looked up by their English text.

Whatever is shown, said or printed for people goes through `tr` and its kin; records, protocol and JSON do not.
A sentence that a language lacks stays English. `game.storage.languages` chooses the language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from gettext import NullTranslations
from typing import NamedTuple
from unicodedata import normalize

ENGLISH = "en"
YOU = "You"
"""The name of the player who reads."""


class _Current:
    """What is spoken now; one for the whole program, as there is one reader."""

    code = ENGLISH
    catalogue = NullTranslations()
    player = YOU
    """Whose play hints and reviews speak of (see `Own`)."""


def speak(code: str, catalogue: NullTranslations) -> None:
    """Look sentences up in that catalogue from now on."""
    _Current.code, _Current.catalogue = code, catalogue


def current() -> str:
    """Return the code of the language that is spoken."""
    return _Current.code


# -- words


def tr(message: str, /, **places: object) -> str:
    """Return a sentence in the reader's language. `{name}` in it takes the place of that name."""
    return _filled(_Current.catalogue.gettext(message), places)


def tr_count(one: str, many: str, number: int, /, **places: object) -> str:
    """Return the sentence for that many things; `{number}` is how many."""
    return _filled(_Current.catalogue.ngettext(one, many, number), {"number": number, **places})


def tr_context(context: str, message: str, /, **places: object) -> str:
    """Return a sentence or word that means something else in another context."""
    return _filled(_Current.catalogue.pgettext(context, message), places)


def tr_count_context(context: str, one: str, many: str, number: int, /, **places: object) -> str:
    """Return the sentence for that many things, where they mean or do something else."""
    return _filled(_Current.catalogue.npgettext(context, one, many, number), {"number": number, **places})


def tr_player(name: str, yours: str | Plural, theirs: str | Plural, /, **places: object) -> str:
    """Return a sentence about a player: `yours` where it is the reader, else `theirs` with the place `{name}`.

    Both are marked sentences: `tr_player(name, mark("You pass."), mark("{name} passes."))`.
    """
    return fill(yours, **places) if name == YOU else fill(theirs, name=name, **places)


def tr_name(name: str) -> str:
    """Return how a player is called in the midst of a sentence: the reader is "you"."""
    return tr("you") if name == YOU else name


def tr_label(name: str) -> str:
    """Return how a player is called by itself, on a plate or in a list: the reader is "You"."""
    return tr("You") if name == YOU else name


def mark(message: str) -> str:
    """Mark a text for translation that is looked up later, by `tr` with a variable."""
    return message


# -- messages in several forms


class Plural(NamedTuple):
    """A marked message for one of something, and for many: `{number}` is how many."""

    one: str
    many: str


class Own(NamedTuple):
    """A marked message about somebody's own play: said to that player, or told of them by `{name}` to somebody else.

    `Own("you keep {cards} for it", "{name} keeps {cards} for it")`; `own_count` where it is of so many things.
    """

    yours: str | Plural
    theirs: str | Plural


Message = str | Plural | Own


def mark_count(one: str, many: str) -> Plural:
    """Mark a message for one of something and for many, which is looked up later, by `fill`."""
    return Plural(one, many)


def own_count(one: str, many: str, theirs: str, theirs_many: str) -> Own:
    """Mark a message about somebody's own play for one of something and for many, as it is said to and of them."""
    return Own._make((Plural(one, many), Plural(theirs, theirs_many)))


@contextmanager
def about(player: str) -> Iterator[None]:
    """Speak of that player's play within the block: to the reader, who is `YOU`, or of another one by name."""
    before, _Current.player = _Current.player, player
    try:
        yield
    finally:
        _Current.player = before


def fill(message: Message, /, **places: object) -> str:
    """Return a marked message of any form in the reader's language."""
    if isinstance(message, Own):
        message, places = (
            (message.yours if _Current.player == YOU else message.theirs),
            {"name": _Current.player, **places},
        )
    if isinstance(message, Plural):
        number = places["number"]
        assert isinstance(number, int)
        return _filled(_Current.catalogue.ngettext(*message, number), places)
    return tr(message, **places)


ELISION = re.compile(r"\b([Dd]e|[Àà]) \{(\w+)\}")
"""In French, "de" and "à" before a place: "la tour d'Ana", "la tour du fantôme", "au fantôme"."""


STOP = re.compile(r"\{(\w+)\}\.")
"""A place at the end of a sentence: a name such as "Mia B." brings the full stop along."""


def _filled(text: str, places: dict[str, object]) -> str:
    """Fill the places in; a catalogue has no translation that asks for others than its message."""
    if not places:
        return text
    if _Current.code == "fr":
        text = ELISION.sub(lambda found: _elided(found, places), text)
    if "}." in text:
        text = STOP.sub(lambda found: found[0][:-1] if str(places.get(found[1], "")).endswith(".") else found[0], text)
    return text.format_map(places)


def _elided(found: re.Match[str], places: dict[str, object]) -> str:
    """Return the word and its place joined: "de" loses its vowel before another one, and both take in a "le"."""
    word, place = found[1], str(places.get(found[2], ""))
    if place.startswith("le "):
        rest = place[3:].replace("{", "{{").replace("}", "}}")
        return f"{word[0]}u {rest}" if word.endswith("e") else f"{'A' if word == 'À' else 'a'}u {rest}"
    first = normalize("NFD", place)[:1]
    is_lost = word.endswith("e") and first and first in "aeiouAEIOU"
    return f"{word[0]}’{{{found[2]}}}" if is_lost else found[0]
