"""A catalogue of translations, read from a `.po` file as it is: no other file has to be made of it first."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from gettext import GNUTranslations, c2py
from pathlib import Path
from typing import Any

from topping_out.game.assets import ASSETS
from topping_out.game.letters import refused_in_prose
from topping_out.game.storage.files import read_file
from topping_out.game.text_files import decoded, in_utf8

NAME_FIELD = "x-language-name"
"""The field of the header with what the language calls itself."""
LONGEST = 4000
"""Letters of a message with its translation."""
MOST_MESSAGES = 20_000
"""Messages of a catalogue; the program has a few thousand."""
HIGHEST = 1000
"""A rule of plurals must know what to do with all numbers below it."""
FORM = re.compile(r"msgstr\[([0-9])\]")
TEXT = re.compile(r'"((?:[^"\\]++|\\["\\ntr])*+)"')
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
FILLED_LATER = re.compile(r"%\(\w+\)[rs]|%[rs](?![A-Za-z])")
"""Where Python's own parser of arguments fills something in."""
PLACE = re.compile(r"\{\w+\}|[{}][^{}]*\}?")
"""Where something is filled in; a brace by itself, or with more than a name, is no place of any message."""
ESCAPES = {r"\n": "\n", r"\t": "\t", r"\r": "\r", r"\"": '"', r"\\": "\\"}


class BrokenCatalogue(ValueError):
    """A catalogue cannot be read; the message says in which line, and why."""


@dataclass
class Message:
    """One entry of a file."""

    line: int
    context: str | None = None
    id: str = ""
    plural: str = ""
    forms: dict[int, str] = field(default_factory=dict)
    """The translation; of a message with a plural, one for each form."""
    is_fuzzy: bool = False
    """Whether a translator has yet to look at it."""
    size: int = 0
    """Letters of all its texts."""

    @property
    def key(self) -> str:
        """What gettext looks it up by."""
        return self.id if self.context is None else f"{self.context}\x04{self.id}"

    @property
    def entries(self) -> dict[Any, str]:
        """What gettext finds: a text by its key, or by its key and the number of the form."""
        return (
            {(self.key, form): text for form, text in self.forms.items()} if self.plural else {self.key: self.forms[0]}
        )


class Catalogue(GNUTranslations):
    """The sentences of one language."""

    path: Path
    header: dict[str, str]
    """Its fields by their names in small letters."""
    keys: frozenset[str]
    """All its messages."""
    translated: frozenset[str]
    unfit: list[str]
    """A sentence for each translation that cannot stand for its message; that one stays English."""

    def _parse(self, fp: Any) -> None:
        messages = list(read_messages(decoded(fp.read())))
        self.path = Path(fp.name)
        self.header = _fields(messages)
        self.plural = _plural_rule(self.header.get("plural-forms", ""))
        sentences = [message for message in messages if message.id]
        whole = [one for one in sentences if one.forms and all(one.forms.values()) and not one.is_fuzzy]
        translated = {message.key: message for message in whole}
        check = _fault if self.path.is_relative_to(ASSETS) else _fault_of_another  # ours are tested
        faults = {key: fault for key, message in translated.items() if (fault := check(message))}
        self._catalog: dict[Any, str] = {}
        for key in translated.keys() - faults.keys():
            self._catalog.update(translated[key].entries)
        self.keys = frozenset(message.key for message in sentences)
        self.translated = frozenset(translated.keys() - faults.keys())
        self.unfit = [f"line {translated[key].line}: {fault}" for key, fault in faults.items()]


def _fields(messages: Iterable[Message]) -> dict[str, str]:
    """Return the fields of a header: the translation of the message without a text, which comes first."""
    first = next(iter(messages), Message(1))
    lines = first.forms.get(0, "").splitlines() if not first.id else []
    return {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}


def _fault(message: Message) -> str:
    """Return why a translation cannot stand for its message; empty where it can."""
    if message.forms.keys() - {0} and not message.plural:
        return "a message without msgid_plural has one msgstr only"
    text = "".join(message.forms.values())
    if FILLED_LATER.search(message.id) and (bad := _unlike(message.id, text)):
        return bad
    if "{" not in text and "}" not in text:
        return ""
    known = {*PLACE.findall(message.id + message.plural), *(["{number}"] if message.plural else [])}
    unknown = [place for place in PLACE.findall(text) if place not in known]
    return f"its message has no place {unknown[0][:40]!r}" if unknown else ""


def _fault_of_another(message: Message) -> str:
    """Return the same of a catalogue that is not the program's own: its letters may be any."""
    return _fault(message) or next(filter(None, map(refused_in_prose, message.forms.values())), "")


def _unlike(message: str, text: str) -> str:
    """Return why a translation cannot be filled in as its message will be; empty where it can."""
    places, rest = FILLED_LATER.findall(text), FILLED_LATER.sub("", text)
    if places != (wanted := FILLED_LATER.findall(message)) and (
        sorted(places) != sorted(wanted) or any(place[1] != "(" for place in wanted)
    ):
        return f"its message has {' '.join(wanted)} in it, and this has {' '.join(places)[:40] or 'none'}"
    return "a percent sign in it is written %%" if "%" in rest.replace("%%", "") else ""


def _plural_rule(text: str) -> Any:
    """Return the function from a number to its form, -1 where it has none. Raises BrokenCatalogue."""
    rule = next((part.split("=", 1)[1] for part in text.split(";") if part.strip().startswith("plural=")), "n != 1")
    try:
        form_of = c2py(rule)
        for number in range(HIGHEST):
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
    """Read a `.po` file of at most so many bytes. Raises BrokenCatalogue, and OSError where it cannot be opened."""
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
    """Return the header's fields alone. Raises BrokenCatalogue, and OSError where it cannot be opened."""
    return _fields(read_messages(in_utf8(_read(path, largest)).decode(errors="replace")))


def _read(path: Path, largest: int) -> bytes:
    data = read_file(path, largest)
    if len(data) > largest:
        raise BrokenCatalogue(f"it is larger than {largest} bytes")
    return data


def read_messages(text: str) -> Iterator[Message]:
    """Yield the entries of a file. Raises BrokenCatalogue with the line."""
    if found := UNPRINTABLE.search(text):
        where = text[: found.start()].count("\n") + 1
        raise BrokenCatalogue(f"line {where}: there is something in it that cannot be printed")
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
    """Add text to the part of a message that a keyword names. Raises BrokenCatalogue."""
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
            raise BrokenCatalogue(f"line {message.line}: {keyword[:40]!r} is no keyword of a catalogue")


def _unquoted(text: str, line: int) -> str:
    found = TEXT.fullmatch(text)
    if not found:
        raise BrokenCatalogue(f"line {line}: a text stands between two quotation marks")
    return re.sub(r"\\.", lambda escape: ESCAPES[escape[0]], found[1]) if "\\" in text else found[1]
