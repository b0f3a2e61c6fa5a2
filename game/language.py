"""The reader's language: sentences are looked up by their English text.

Whatever is shown or said in the window goes through `tr` and its kin; records, protocol and command line do not.
A sentence that a language lacks stays English. `game.storage.languages` chooses the language.
"""

from __future__ import annotations

from gettext import NullTranslations

ENGLISH = "en"
YOU = "You"
"""The name of the player who reads."""


class _Current:
    """What is spoken now; one for the whole program, as there is one reader."""

    code = ENGLISH
    catalogue = NullTranslations()


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


def tr_player(name: str, yours: str, theirs: str, /, **places: object) -> str:
    """Return a sentence about a player: `yours` where it is the reader, else `theirs` with the place `{name}`.

    Both are marked sentences: `tr_player(name, mark("You pass."), mark("{name} passes."))`.
    """
    return tr(yours, **places) if name == YOU else tr(theirs, name=name, **places)


def tr_name(name: str) -> str:
    """Return how a player is called in the midst of a sentence: the reader is "you"."""
    return tr("you") if name == YOU else name


def tr_label(name: str) -> str:
    """Return how a player is called by itself, on a plate or in a list: the reader is "You"."""
    return tr("You") if name == YOU else name


def mark(message: str) -> str:
    """Mark a text for translation that is looked up later, by `tr` with a variable."""
    return message


def _filled(text: str, places: dict[str, object]) -> str:
    """Fill the places in; a catalogue has no translation that asks for others than its message."""
    return text.format_map(places) if places else text
