"""Rules pages and lessons in the reader's language: ours, or the reader's own in the folder of the catalogues.

There `wyoming.rules.it.md` takes the place of our `rules.it.md` of Towers of Wyoming, `wyoming.lessons.it.toml` that of
its lessons. A file that is broken is left out; `problems` names it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec

from topping_out.game import registry
from topping_out.game.language import current, tr
from topping_out.game.letters import check_prose
from topping_out.game.rules_text import RULES, Block, RulesText, parse_rules
from topping_out.game.storage.files import files_in, read_file, user_folder
from topping_out.game.text import plainly
from topping_out.game.text_files import decoded, read_text

LESSONS = "lessons.toml"
LARGEST_TEXT = 1024 * 1024
"""Bytes of a rules page, or of a file of lessons."""
T = TypeVar("T")


class LessonText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson in another language."""

    title: str
    text: str


def load_rules(game: str) -> RulesText:
    """Return the rules of a game in the reader's language; where none are written, what it says of itself."""
    return _load_rules(game, current())


@cache
def _load_rules(game: str, language: str) -> RulesText:
    own = _in_language(game, RULES, language, lambda text: _fitting(game, text))
    if own or (own := _english(game)):
        return own
    rules = registry.load(game)
    return RulesText(rules.title, opening=[Block("text", tr(rules.blurb)), Block("text", rules.designer)])


def _english(game: str) -> RulesText | None:
    path = registry.data_file(game, RULES)
    if path is None:
        return None
    return registry.read(game, RULES, lambda: parse_rules(read_text(path)), None)


def _fitting(game: str, text: str) -> RulesText:
    """Return a translated page. Raises ValueError where it is none, or names a figure that the game does not have."""
    rules, english = parse_rules(text), _english(game)
    unknown = {*rules.figures} - {*english.figures} if english else set()
    if unknown:
        raise ValueError(tr("{game} has no figure {name}", game=game, name=repr(min(unknown)[:40])))
    return rules


@cache
def load_lessons(game: str, language: str) -> dict[str, LessonText]:
    """Return a game's lessons in a language by their names; empty where nobody has translated them."""
    return _in_language(game, LESSONS, language, _lessons) or {}


def _lessons(text: str) -> dict[str, LessonText]:
    return msgspec.toml.decode(text, type=dict[str, LessonText])


def _in_language(game: str, file: str, language: str, read: Callable[[str], T]) -> T | None:
    """Return what the reader's own file has, or else ours; None where there is neither."""
    stem, _, ending = file.rpartition(".")
    own = user_folder("languages") / f"{game}.{stem}.{language}.{ending}"
    if own.is_file() and not _fault_of(own, read):
        return read(_text(own))
    path = registry.text_file(game, file, language)
    return read(read_text(path)) if path else None


def problems() -> Iterator[str]:
    """Yield a sentence for each of the reader's own files that cannot be used."""
    for path in (path for ending in ("md", "toml") for path in files_in(user_folder("languages"), f"*.{ending}")):
        game, _, rest = path.name.partition(".")
        readers: dict[str, Callable[[str], object]] = {
            "rules": lambda text, game=game: _fitting(game, text),  # type: ignore[misc]
            "lessons": _lessons,
        }
        read = readers.get(rest.partition(".")[0]) if game in registry.names() else None
        if read is None:
            yield plainly(
                f"{path} is named for no game: wyoming.rules.it.md and wyoming.lessons.it.toml are such names."
            )
        elif fault := _fault_of(path, read):
            yield plainly(f"{path}: {fault}: it is left out.")


def _fault_of(path: Path, read: Callable[[str], object]) -> str:
    try:
        read(_text(path))
    except (ValueError, OSError, RecursionError) as error:
        return str(error) or type(error).__name__
    return ""


def _text(path: Path) -> str:
    """Return what is in a file. Raises OSError, ValueError."""
    data = read_file(path, LARGEST_TEXT)
    if len(data) > LARGEST_TEXT:
        raise ValueError(tr("it is larger than {bytes} bytes", bytes=LARGEST_TEXT))
    text = decoded(data)
    check_prose(text)
    return text
