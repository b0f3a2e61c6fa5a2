"""Translation: sentences are looked up by their English text.

All text for people goes through `tr` and the functions like it; records, the protocol and JSON do not.
A sentence without a translation stays English. `game.storage.translations` chooses the language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from gettext import NullTranslations
from typing import NamedTuple
from unicodedata import normalize

ENGLISH = "en"
YOU = "You"
"""The name of the player who reads the text."""


class _Current:
    """The current language. The whole program has only one, because it has one reader."""

    code = ENGLISH
    catalogue = NullTranslations()
    player = YOU
    """The player whose actions hints and reviews are about (see `Own`)."""


def speak(code: str, catalogue: NullTranslations) -> None:
    """Use this language and its catalogue from now on."""
    _Current.code, _Current.catalogue = code, catalogue


def current() -> str:
    """Return the code of the current language."""
    return _Current.code


# -- words


def tr(message: str, /, **places: object) -> str:
    """Return a sentence in the reader's language, with each `{name}` replaced by the argument of that name."""
    return _filled(_Current.catalogue.gettext(message), places)


def tr_count(one: str, many: str, number: int, /, **places: object) -> str:
    """Return the sentence for a number of things, which replaces `{number}`."""
    return _filled(_Current.catalogue.ngettext(one, many, number), {"number": number, **places})


def tr_context(context: str, message: str, /, **places: object) -> str:
    """Return a sentence or word whose translation depends on the context."""
    return _filled(_Current.catalogue.pgettext(context, message), places)


def tr_count_context(context: str, one: str, many: str, number: int, /, **places: object) -> str:
    """Return the sentence for a number of things whose translation also depends on the context."""
    return _filled(_Current.catalogue.npgettext(context, one, many, number), {"number": number, **places})


def tr_player(name: str, yours: str | Plural, theirs: str | Plural, /, **places: object) -> str:
    """Return a sentence about a player: `yours` if it is the reader, else `theirs`, with `{name}` filled in.

    Both are marked sentences: `tr_player(name, mark("You pass."), mark("{name} passes."))`.
    """
    return fill(yours, **places) if name == YOU else fill(theirs, name=name, **places)


def tr_name(name: str) -> str:
    """Return a player's name for the middle of a sentence; the reader is "you"."""
    return tr("you") if name == YOU else name


def tr_label(name: str) -> str:
    """Return a player's name that stands alone, as on a plate or in a list; the reader is "You"."""
    return tr("You") if name == YOU else name


SEAT = re.compile(r"{{(seat\d)}}")


def seat_name(seat: int) -> str:
    """Return a place for the name of the player on a seat, which bots don't know. `with_names` fills it in."""
    return f"{{seat{seat}}}"


def with_names(text: str, names: Sequence[str]) -> str:
    """Fill the names of players in a text with places of `seat_name`."""
    escaped = text.replace("{", "{{").replace("}", "}}")
    return _fitted(SEAT.sub(r"{\1}", escaped), {f"seat{seat}": name for seat, name in enumerate(names)})


def mark(message: str) -> str:
    """Mark a text for translation. It is looked up later, by `tr` with a variable."""
    return message


# -- messages in several forms


class Plural(NamedTuple):
    """A marked message in singular and plural. `{number}` stands for the number of things."""

    one: str
    many: str


class Own(NamedTuple):
    """A marked message about a player's own actions: one form to that player, one to others with the player's `{name}`.

    `Own("you keep {cards} for it", "{name} keeps {cards} for it")`. For messages with a number use `own_count`.
    """

    yours: str | Plural
    theirs: str | Plural


Message = str | Plural | Own


def mark_count(one: str, many: str) -> Plural:
    """Mark a message in singular and plural. It is looked up later, by `fill`."""
    return Plural(one, many)


def own_count(one: str, many: str, theirs: str, theirs_many: str) -> Own:
    """Mark a message about a player's own actions, in singular and plural, addressed to the player and to others."""
    return Own._make((Plural(one, many), Plural(theirs, theirs_many)))


@contextmanager
def about(player: str) -> Iterator[None]:
    """Within the block, make `Own` messages be about this player; `YOU` addresses the reader."""
    before, _Current.player = _Current.player, player
    try:
        yield
    finally:
        _Current.player = before


def fill(message: Message, /, **places: object) -> str:
    """Return a marked message of any kind in the reader's language."""
    if isinstance(message, Own):
        places = {"name": _Current.player, **places}
        message = message.yours if _Current.player == YOU else message.theirs
    if isinstance(message, Plural):
        number = places["number"]
        assert isinstance(number, int)
        return _filled(_Current.catalogue.ngettext(*message, number), places)
    return tr(message, **places)


ELISION = re.compile(r"\b([Dd]e|[Àà]) \{(\w+)\}")
"""The French words "de" and "à" before a place: "la tour d'Ana", "la tour du fantôme", "au fantôme"."""


STOP = re.compile(r"\{(\w+)\}\.")
"""A place at the end of a sentence. A name such as "Mia B." already ends in a full stop."""


def _filled(text: str, places: dict[str, object]) -> str:
    """Fill in the places. A translation never has places that its message lacks."""
    return _fitted(text, places) if places else text


def _fitted(text: str, places: dict[str, object]) -> str:
    """Fill in the places, and fit the words before them and the full stops after them."""
    if _Current.code == "fr":
        text = ELISION.sub(lambda found: _elided(found, places), text)
    if "}." in text:
        text = STOP.sub(lambda found: found[0][:-1] if str(places.get(found[1], "")).endswith(".") else found[0], text)
    return text.format_map(places)


def _elided(found: re.Match[str], places: dict[str, object]) -> str:
    """Return "de" or "à" joined with its place: "de" becomes "d’" before a vowel, and both merge with "le"."""
    word, place = found[1], str(places.get(found[2], ""))
    if place.startswith("le "):
        rest = place[3:].replace("{", "{{").replace("}", "}}")
        return f"{word[0]}u {rest}" if word.endswith("e") else f"{'A' if word == 'À' else 'a'}u {rest}"
    first = normalize("NFD", place)[:1]
    is_lost = word.endswith("e") and first and first in "aeiouAEIOU"
    return f"{word[0]}’{{{found[2]}}}" if is_lost else found[0]
