"""Catalogues of translations, the available languages, and translated texts."""

from __future__ import annotations

import io
import locale
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from gettext import GNUTranslations, NullTranslations, c2py
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from .. import registry
from ..assets import ASSETS, decoded, in_utf8, read_text
from ..language import ENGLISH, current, speak, tr
from ..options import Value
from ..rules_text import RULES, Block, RulesText, parse_rules
from ..text import check_prose, plainly, printable, refusal, refused_in_prose
from .files import config_folder, files_in, read_file, read_json, user_folder

# -- catalogue


NAME_FIELD = "x-language-name"
"""Header field with the language's name for itself."""
LONGEST = 4000
"""The most letters of a message and its translation together."""
MOST_MESSAGES = 20_000
"""The most messages of a catalogue. The program has a few thousand."""
PLURALS_CHECKED_BELOW = 1000
"""A plural rule is tested with all numbers below this."""
FORM = re.compile(r"msgstr\[([0-9])\]")
TEXT = re.compile(r'"((?:[^"\\]++|\\["\\ntr])*+)"')
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
PERCENT_PLACE = re.compile(r"%\(\w+\)[rs]|%[rs](?![A-Za-z])")
"""Places in messages of argparse, which fills them with the `%` operator."""
PLACE = re.compile(r"\{\w+\}|[{}][^{}]*\}?")
"""Places to fill in. A single brace, or braces around more than a name, match too, but no message has such a place."""
ESCAPES = {r"\n": "\n", r"\t": "\t", r"\r": "\r", r"\"": '"', r"\\": "\\"}


class BrokenCatalogue(ValueError):
    """A catalogue cannot be read. The message says why and in which line."""


@dataclass
class Message:
    """An entry of a catalogue file."""

    line: int
    context: str | None = None
    id: str = ""
    plural: str = ""
    forms: dict[int, str] = field(default_factory=dict)
    """The translation; for a message with a plural, one text per plural form."""
    is_fuzzy: bool = False
    """Whether a translator still has to check it."""
    size: int = 0
    """Letters of all its texts together."""

    @property
    def key(self) -> str:
        """The key under which gettext looks it up."""
        return self.id if self.context is None else f"{self.context}\x04{self.id}"

    @property
    def entries(self) -> dict[Any, str]:
        """The texts by gettext's keys: the message's key, or that and the number of the plural form."""
        return (
            {(self.key, form): text for form, text in self.forms.items()} if self.plural else {self.key: self.forms[0]}
        )


class Catalogue(GNUTranslations):
    """The translations of one language."""

    path: Path
    header: dict[str, str]
    """The header's fields by their names in lower case."""
    keys: frozenset[str]
    """The keys of all messages."""
    translated: frozenset[str]
    unfit: list[str]
    """A sentence for each translation that does not fit its message. These messages stay English."""

    def _parse(self, fp: Any) -> None:
        messages = list(read_messages(decoded(fp.read())))
        self.path = Path(fp.name)
        self.header = _fields(messages)
        self.plural = _plural_rule(self.header.get("plural-forms", ""))
        sentences = [message for message in messages if message.id]
        whole = [
            message for message in sentences if message.forms and all(message.forms.values()) and not message.is_fuzzy
        ]
        translated = {message.key: message for message in whole}
        check = _fault if self.path.is_relative_to(ASSETS) else _fault_in_foreign  # the tests check the program's own
        faults = {key: fault for key, message in translated.items() if (fault := check(message))}
        self._catalog: dict[Any, str] = {}
        for key in translated.keys() - faults.keys():
            self._catalog.update(translated[key].entries)
        self.keys = frozenset(message.key for message in sentences)
        self.translated = frozenset(translated.keys() - faults.keys())
        self.unfit = [f"line {translated[key].line}: {fault}" for key, fault in faults.items()]


def _fields(messages: Iterable[Message]) -> dict[str, str]:
    """Return the fields of the header, which is the translation of the empty message and comes first."""
    first = next(iter(messages), Message(1))
    lines = first.forms.get(0, "").splitlines() if not first.id else []
    return {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}


def _fault(message: Message) -> str:
    """Return why a translation does not fit its message, or "" if it does."""
    if message.forms.keys() - {0} and not message.plural:
        return "a message without msgid_plural has one msgstr only"
    text = "".join(message.forms.values())
    if PERCENT_PLACE.search(message.id) and (bad := _percent_fault(message.id, text)):
        return bad
    if "{" not in text and "}" not in text:
        return ""
    known = {*PLACE.findall(message.id + message.plural), *(["{number}"] if message.plural else [])}
    unknown = [place for place in PLACE.findall(text) if place not in known]
    return f"its message has no place {unknown[0][:40]!r}" if unknown else ""


def _fault_in_foreign(message: Message) -> str:
    """Like `_fault`, for a catalogue that isn't the program's own, which may contain any letters."""
    return _fault(message) or next(filter(None, map(refused_in_prose, message.forms.values())), "")


def _percent_fault(message: str, text: str) -> str:
    """Return why a translation with percent places cannot be filled in like its message, or "" if it can."""
    places, rest = PERCENT_PLACE.findall(text), PERCENT_PLACE.sub("", text)
    if places != (wanted := PERCENT_PLACE.findall(message)) and (
        sorted(places) != sorted(wanted) or any(place[1] != "(" for place in wanted)
    ):
        return f"its message has {' '.join(wanted)} in it, and this has {' '.join(places)[:40] or 'none'}"
    return "a percent sign in it is written %%" if "%" in rest.replace("%%", "") else ""


def _plural_rule(text: str) -> Any:
    """Return a function from a number to its plural form, which returns -1 on errors. Raises BrokenCatalogue."""
    rule = next((part.split("=", 1)[1] for part in text.split(";") if part.strip().startswith("plural=")), "n != 1")
    try:
        form_of = c2py(rule)
        for number in range(PLURALS_CHECKED_BELOW):
            form_of(number)
    except (ValueError, ArithmeticError) as error:
        raise BrokenCatalogue(f"the header: Plural-Forms is not understood ({error})") from error

    def form(number: int) -> int:
        try:
            return int(form_of(number))
        except ArithmeticError:
            return -1

    return form


@cache
def load_catalogue(path: Path, largest: int) -> Catalogue:
    """Read a `.po` file of at most `largest` bytes. Raises BrokenCatalogue, or OSError if it cannot be opened."""
    source = io.BytesIO(_read(path, largest))
    source.name = str(path)
    try:
        return Catalogue(source)
    except BrokenCatalogue:
        raise
    except ValueError as error:
        raise BrokenCatalogue(str(error)) from None


@cache
def header_of(path: Path, largest: int) -> dict[str, str]:
    """Return only the header's fields. Raises BrokenCatalogue, or OSError if the file cannot be opened."""
    return _fields(read_messages(in_utf8(_read(path, largest)).decode(errors="replace")))


def _read(path: Path, largest: int) -> bytes:
    data = read_file(path, largest)
    if len(data) > largest:
        raise BrokenCatalogue(f"it is larger than {largest} bytes")
    return data


def read_messages(text: str) -> Iterator[Message]:
    """Yield the entries of a catalogue. Raises BrokenCatalogue with the line."""
    if found := UNPRINTABLE.search(text):
        where = text[: found.start()].count("\n") + 1
        raise BrokenCatalogue(f"line {where}: it contains a character that cannot be printed")
    message, put, whole = Message(1), "", 0
    for number, line in enumerate(io.StringIO(text), 1):
        line = line.strip()
        is_comment = line.startswith("#")
        keyword, _, quoted = line.partition(" ")
        if put.startswith("msgstr") and (is_comment or not line or keyword in ("msgctxt", "msgid")):
            yield message
            message, put, whole = Message(number), "", whole + 1
            if whole > MOST_MESSAGES:
                raise BrokenCatalogue(f"line {number}: a catalogue has at most {MOST_MESSAGES} messages")
        if is_comment:
            message.is_fuzzy = message.is_fuzzy or (line.startswith("#,") and "fuzzy" in line)
        elif line.startswith('"') and put:
            _put(message, put, _unquoted(line, number))
        elif line:
            message.line, put = (message.line if put else number), keyword
            _put(message, put, _unquoted(quoted, number))
    if put.startswith("msgstr"):
        yield message
    elif put:
        raise BrokenCatalogue(f"line {message.line}: this message has no msgstr")


def _put(message: Message, keyword: str, text: str) -> None:
    """Add text to the field of a message that a keyword names. Raises BrokenCatalogue."""
    message.size += len(text)
    if message.size > LONGEST:
        raise BrokenCatalogue(f"line {message.line}: a message has at most {LONGEST} letters")
    match keyword:
        case "msgctxt":
            message.context = (message.context or "") + text
        case "msgid":
            message.id += text
        case "msgid_plural":
            message.plural += text
        case "msgstr":
            message.forms[0] = message.forms.get(0, "") + text
        case _ if form := FORM.fullmatch(keyword):
            message.forms[int(form[1])] = message.forms.get(int(form[1]), "") + text
        case _:
            raise BrokenCatalogue(f"line {message.line}: {keyword[:40]!r} is not a keyword of a catalogue")


def _unquoted(text: str, line: int) -> str:
    found = TEXT.fullmatch(text)
    if not found:
        raise BrokenCatalogue(f"line {line}: a text must be between two quotation marks")
    return re.sub(r"\\.", lambda escape: ESCAPES[escape[0]], found[1]) if "\\" in text else found[1]


# -- languages


VARIABLE = "TOPPING_OUT_LANGUAGE"
FOLDER = ASSETS / "languages"
SETTINGS = "settings.json"
LARGEST_CATALOGUE = 4 * 1024 * 1024
"""Bytes."""
MOST_UNFIT_LISTED = 20
"""The most unfit translations of one catalogue that are listed."""
LONGEST_NAME = 40
"""Letters of a language's name for itself."""


def use(code: str) -> None:
    """Use this language from now on, or English if it is missing or broken."""
    speak(ENGLISH, NullTranslations())
    if path := _paths().get(code):
        with suppress(BrokenCatalogue, OSError):
            catalogue = load_catalogue(path, LARGEST_CATALOGUE)
            speak(code, catalogue)
            for game in registry.names():  # a game may have a catalogue of its own
                own = registry.data_file(game, f"languages/{code}.po")
                with suppress(BrokenCatalogue, OSError):
                    if own:
                        catalogue.add_fallback(load_catalogue(own, LARGEST_CATALOGUE))


def languages() -> dict[str, str]:
    """Return each language's name for itself, by its code: English first, the others in alphabetical order."""
    names = {code: printable(name[:LONGEST_NAME]) for code, path in _paths().items() if (name := _name_of(path))}
    return {ENGLISH: "English", **dict(sorted(names.items(), key=lambda item: item[1].casefold()))}


def _name_of(path: Path) -> str:
    """Return a language's name for itself, or "" if its catalogue is broken. For our own, only the header is read."""
    try:
        if path.is_relative_to(FOLDER):
            return header_of(path, LARGEST_CATALOGUE).get(NAME_FIELD, path.stem)
        name = load_catalogue(path, LARGEST_CATALOGUE).header.get(NAME_FIELD, path.stem)
        return path.stem if refusal(name) else name
    except (BrokenCatalogue, OSError):
        return ""


def left_out() -> list[str]:
    """Return the file names of the broken catalogues."""
    return [path.name for path in _paths().values() if not _name_of(path)]


def broken_catalogues() -> list[str]:
    """Return a sentence, with file and line, for each broken catalogue and each unfit translation."""
    sentences = []
    for path in _paths().values():
        try:
            unfit = load_catalogue(path, LARGEST_CATALOGUE).unfit
            sentences += [f"{path}, {fault}: this sentence stays English." for fault in unfit[:MOST_UNFIT_LISTED]]
        except BrokenCatalogue as error:
            sentences.append(f"{path}, {error}: this language is left out.")
        except OSError as error:
            sentences.append(f"{path} cannot be read ({error.strerror}): this language is left out.")
    return sentences


def coverage() -> Iterator[tuple[str, int, int]]:
    """Yield for each language its name, how many of the program's sentences it translates, and how many there are."""
    whole = {code: load_catalogue(path, LARGEST_CATALOGUE) for code, path in _paths().items() if code in languages()}
    known = {key for catalogue in whole.values() if catalogue.path.is_relative_to(FOLDER) for key in catalogue.keys}
    for code, catalogue in whole.items():
        yield languages()[code], len(known & catalogue.translated), len(known)


def _paths() -> dict[str, Path]:
    """Return the catalogues by language. A catalogue in the user's folder replaces the program's own."""
    return {path.stem: path for folder in (FOLDER, user_folder("languages")) for path in files_in(folder, "*.po")}


def chosen() -> str:
    """Return the code of the language in the settings, or "" if they name none or cannot be read."""
    return read_json(config_folder() / SETTINGS, LARGEST_CATALOGUE, _Chosen, _Chosen()).language


class _Chosen(msgspec.Struct):
    """The part of the settings that is read here."""

    language: str = ""


def preferred(setting: str = "") -> str:
    """Return the language to start with, from the environment variable, the setting or the system."""
    known = {ENGLISH, *_paths()}
    for wanted in filter(None, (os.environ.get(VARIABLE, ""), setting, *_system_languages())):
        code = wanted.replace("-", "_").split(".")[0]
        for candidate in (code, code.split("_")[0].lower()):
            if candidate in known:
                return candidate
    return ENGLISH


def _system_languages() -> list[str]:
    if sys.platform == "win32":
        import ctypes

        return [locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")]
    spoken = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    first = next(filter(None, spoken), "")
    if first in ("C", "POSIX"):
        return []
    return [*os.environ.get("LANGUAGE", "").split(":"), first]


# -- texts


LESSONS = "lessons.toml"
LARGEST_TEXT = 1024 * 1024
"""Bytes of a page of rules or a file of lessons."""
T = TypeVar("T")


class LessonText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A translated lesson."""

    title: str
    text: str


def load_rules(game: str, for_paper: bool = False) -> RulesText:
    """Return a game's rules in the reader's language, for the program or as they are printed.

    If it has no rules page, return what it says about itself.
    """
    return _load_rules(game, current(), for_paper)


def rules_in_play(game: str, options: Mapping[str, Value], for_paper: bool = False) -> RulesText:
    """Return a game's rules, for the program or as they are printed, with the sections for its options."""
    added = [*registry.load(game).rules_in_play(options)]
    if not added:
        return load_rules(game, for_paper)
    rules = _load_rules(game, current(), for_paper, is_changed=True)
    sections = [added.pop(0) if section.is_usual and added else section for section in rules.sections]
    return replace(rules, sections=[*added, *(section for section in sections if not section.is_usual)])


@cache
def _load_rules(game: str, language: str, for_paper: bool, is_changed: bool = False) -> RulesText:
    own = _in_language(game, RULES, language, lambda text: _parse_translated_rules(game, text, for_paper, is_changed))
    if own or (own := _english(game, for_paper, is_changed)):
        return own
    rules = registry.load(game)
    return RulesText(rules.title, opening=[Block("text", tr(rules.blurb)), Block("text", rules.designer)])


def _english(game: str, for_paper: bool = False, is_changed: bool = False) -> RulesText | None:
    path = registry.data_file(game, RULES)
    if path is None:
        return None
    return registry.read(game, RULES, lambda: parse_rules(read_text(path), for_paper, is_changed), None)


def _parse_translated_rules(game: str, text: str, for_paper: bool = False, is_changed: bool = False) -> RulesText:
    """Parse a translated rules page. Raises ValueError if it is malformed or names an unknown figure."""
    rules, english = parse_rules(text, for_paper, is_changed), _english(game)
    unknown = {*rules.figures} - {*english.figures} if english else set()
    if unknown:
        raise ValueError(tr("{game} has no figure {name}", game=game, name=repr(min(unknown)[:40])))
    return rules


@cache
def load_lessons(game: str, language: str) -> dict[str, LessonText]:
    """Return a game's lessons in a language by their names; empty if they are not translated."""
    return _in_language(game, LESSONS, language, _lessons) or {}


def _lessons(text: str) -> dict[str, LessonText]:
    return msgspec.toml.decode(text, type=dict[str, LessonText])


def _in_language(game: str, file: str, language: str, read: Callable[[str], T]) -> T | None:
    """Return the text from the user's own file, or else from the program's, or None if neither exists."""
    stem, _, ending = file.rpartition(".")
    own = user_folder("languages") / f"{game}.{stem}.{language}.{ending}"
    if own.is_file() and not _fault_of(own, read):
        return read(_text(own))
    path = registry.text_file(game, file, language)
    return read(read_text(path)) if path else None


def broken_texts() -> Iterator[str]:
    """Yield a sentence for each of the user's own files that cannot be used."""
    for path in (path for ending in ("md", "toml") for path in files_in(user_folder("languages"), f"*.{ending}")):
        game, _, rest = path.name.partition(".")
        readers: dict[str, Callable[[str], object]] = {
            "rules": lambda text, game=game: _parse_translated_rules(game, text),  # type: ignore[misc]
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
    """Return the text of a file. Raises OSError or ValueError."""
    data = read_file(path, LARGEST_TEXT)
    if len(data) > LARGEST_TEXT:
        raise ValueError(tr("it's larger than {bytes} bytes", bytes=LARGEST_TEXT))
    text = decoded(data)
    check_prose(text)
    return text
