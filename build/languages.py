"""Keep the catalogues in `assets/languages` in step with the program's sentences.

python build/languages.py update            adds new sentences to every catalogue, and removes old ones
python build/languages.py check             lists what is untranslated, fuzzy or out of step
python build/languages.py new CODE NAME     starts a catalogue: `new it Italiano`
python build/languages.py pseudo FILE       writes a catalogue of accented, longer sentences in brackets, for tests
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr
from functools import cache
from io import BytesIO, StringIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from glossary import Glossary

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "build" / "editable"))

from topping_out.game.storage.translations import FOLDER, LARGEST_CATALOGUE, NAME_FIELD, header_of  # noqa: E402

SOURCES = ("game", "scenes")
KEYWORDS = {
    "tr": None, "tr_count": (1, 2), "tr_context": ((1, "c"), 2), "tr_count_context": ((1, "c"), 2, 3),
    "mark": None, "mark_count": (1, 2), "Own": (1,), "own_count": (1, 2),
}  # fmt: skip
ALSO = {"Own": (2,), "own_count": (3, 4)}
"""Arguments of these functions that are a second message."""
UNUSED = (
    "Project-Id-Version", "Report-Msgid-Bugs-To", "POT-Creation-Date", "PO-Revision-Date", "Last-Translator",
    "Language-Team", "Generated-By",
)  # fmt: skip
"""Header fields that are not used."""
DATA = {
    "assets/characters.toml": (
        "temper",
        "line",
        "hello",
        "proud",
        "attacks",
        "hurt",
        "won",
        "lost",
        "wronged",
        "beaten",
        "ahead",
    ),
    "assets/districts.toml": ("title", "about", "twist"),
    "assets/games/*/decks/*.toml": ("title", "about", "name"),
    "assets/theme.toml": ("names",),
    "build/distribution/linux/store.toml": ("generic", "summary", "keywords", "about", "points", "news", "caption"),
}
"""Data files with texts for people, and the keys of these texts."""
NOTE = "Translators:"
"""Beginning of a comment for translators in the code."""
WIDTH = 116
ACCENTS = str.maketrans("aceinorsuyzACEINORSUYZ", "áçéíñóřšúýžÁÇÉÍÑÓŘŠÚÝŽ")
LONGER = 0.4
"""By how much a sentence of the pseudo-language is longer, as a fraction."""


@cache
def template() -> Catalog:
    """Return all sentences of the program with their files and translators' notes. It must not be modified."""
    catalogue = Catalog(project="Topping Out", charset="utf-8", fuzzy=False)
    with redirect_stderr(StringIO()):  # Babel warns of f-strings that are values of placeholders; a test finds others
        _fill(catalogue)
    return catalogue


def _fill(catalogue: Catalog) -> None:
    for path in (path for room in SOURCES for path in sorted((ROOT / room).rglob("*.py"))):
        file, source = path.relative_to(ROOT).as_posix(), path.read_bytes()
        found = [
            (line, message, comments, context)
            for keywords in (KEYWORDS, ALSO)
            if any(f"{name}(".encode() in source for name in keywords)
            for line, message, comments, context in extract("python", BytesIO(source), keywords, [NOTE])
        ]
        for _, message, comments, context in sorted(found, key=lambda found_message: found_message[0]):
            catalogue.add(message, None, [(file, 0)], auto_comments=comments, context=context)
    for file, text in data_texts():
        catalogue.add(text, None, [(file, 0)])


def data_texts() -> Iterator[tuple[str, str]]:
    """Yield each text of the data files that `tr` looks up, with its file."""
    for pattern, fields in DATA.items():
        for path in sorted(ROOT.glob(pattern)):
            for text in texts_of(tomllib.loads(path.read_text(encoding="utf-8")), fields):
                yield path.relative_to(ROOT).as_posix(), text


def texts_of(data: object, fields: Sequence[str]) -> Iterator[str]:
    """Yield the texts under these keys, at any depth."""
    for name, value in data.items() if isinstance(data, dict) else ():
        if name in fields:
            yield from (text for text in (value if isinstance(value, list) else [value]) if isinstance(text, str))
        for part in value if isinstance(value, list) else [value]:
            yield from texts_of(part, fields)


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.stem, charset="utf-8", abort_invalid=True)


def written(catalogue: Catalog, name: str) -> bytes:
    """Return a catalogue as a file's content, sorted by message. `name` is the language's name for itself.

    Neither the order nor the content depends on where messages are in the code, so moving code changes no catalogue.
    """
    out = BytesIO()
    write_po(out, catalogue, width=WIDTH, sort_output=True, no_location=True, ignore_obsolete=True)
    text = out.getvalue().decode()
    for field in UNUSED:
        text = re.sub(rf'^"{field}: .*\n', "", text, flags=re.MULTILINE)
    return text.replace('"Language: ', f'"X-Language-Name: {name}\\n"\n"Language: ', 1).encode()


def catalogues() -> list[Path]:
    return sorted(FOLDER.glob("*.po"))


def updated(path: Path, sentences: Catalog) -> bytes:
    catalogue = read(path)
    catalogue.update(sentences, no_fuzzy_matching=True, update_creation_date=False)
    return written(catalogue, header_of(path, LARGEST_CATALOGUE)[NAME_FIELD])


def update() -> int:
    sentences = template()
    for path in catalogues():
        path.write_bytes(updated(path, sentences))
        print(f"{path.name}: {len(sentences)} sentences, {sum(1 for _ in untranslated(read(path)))} untranslated")
    return 0


def untranslated(catalogue: Catalog) -> Iterator[Message]:
    for message in catalogue:
        texts = [message.string] if isinstance(message.string, str) else [*(message.string or [""])]
        if message.id and (message.fuzzy or not all(texts)):
            yield message


def misplaced(catalogue: Catalog) -> Iterator[str]:
    """Yield faults in the places of translated sentences."""
    for message in catalogue:
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        texts = message.string if isinstance(message.string, tuple) else (message.string,)
        known = set().union(*map(places, ids))
        for text in filter(None, texts):
            needed = places(ids[0]) - {"number"} if message.pluralizable else places(ids[0])
            if not needed <= places(text) <= known:
                yield f"{ids[0]!r}: {text!r} has the places {sorted(places(text))}, not {sorted(known)}"


def of_the_program(catalogue: Catalog) -> Iterator[Message]:
    """Yield the messages that occur in the code: neither the header nor texts that only occur in data files."""
    for message in catalogue:
        if message.id and not all(file.startswith("assets/") for file in files_with(message)):
            yield message


def files_with(message: Message) -> list[str]:
    """Return the program's files that contain a message, as paths from the root."""
    found = template().get(message.id, message.context)
    return [file for file, _ in found.locations] if found else []


def misworded(catalogue: Catalog, code: str) -> Iterator[str]:
    """Yield translations that lack the glossary's word for a term. Lines of characters are exempt."""
    glossary = Glossary()
    for message in of_the_program(catalogue):
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        texts = message.string if isinstance(message.string, tuple) else (message.string or "",)
        for term in glossary.lacking(code, ids, texts) if all(texts) else ():
            words = " or ".join(term.words[code])
            yield f"{ids[0]!r}: {term.name!r} is {words!r} in the glossary, not in {texts[-1]!r}"


def places(text: str) -> set[str]:
    return set(re.findall(r"{(\w+)", text))


def check() -> int:
    sentences, faults = template(), 0
    for path in catalogues():
        catalogue = read(path)
        faults_here = [f"untranslated: {message.id!r}" for message in untranslated(catalogue)]
        faults_here += misplaced(catalogue)
        faults_here += misworded(catalogue, path.stem)
        if updated(path, sentences) != path.read_bytes():
            faults_here.append("out of step with the program: run `python build/languages.py update`")
        for line in faults_here:
            print(f"{path.name}: {line}")
        faults += len(faults_here)
    return 1 if faults else 0


def new(code: str, name: str) -> int:
    catalogue = Catalog(locale=code, project="Topping Out", charset="utf-8", fuzzy=False)
    catalogue.header_comment = f"# Topping Out: {name}\n#\n# Terms:\n#"
    catalogue.update(template(), no_fuzzy_matching=True)
    (FOLDER / f"{code}.po").write_bytes(written(catalogue, name))
    return 0


def pseudo(path: Path, sentences: Catalog) -> int:
    """Write a catalogue of accented, longer sentences in brackets."""
    catalogue = Catalog(locale="en", charset="utf-8", fuzzy=False)
    catalogue.header_comment = "# Every sentence accented and longer"
    for message in sentences:
        if message.id:
            ids = message.id if isinstance(message.id, tuple) else (message.id,)
            texts = tuple(map(accented, ids))
            catalogue.add(message.id, texts if len(texts) > 1 else texts[0], context=message.context)
    path.write_bytes(written(catalogue, accented("Pseudo")))
    return 0


def accented(text: str) -> str:
    """Return a sentence with accented letters, longer, and in brackets, with its places unchanged."""
    parts = re.split(r"({\w+})", text)
    changed = "".join(part if part.startswith("{") else part.translate(ACCENTS) for part in parts)
    return f"[{changed}{_longer_by(round(len(text) * LONGER), ' ' in text)}]"


def _longer_by(count: int, in_words: bool) -> str:
    """Return this many signs, broken into words if the text has several, so that lines can wrap."""
    return re.sub(r"~{6}(?=~~)", r"~~~~~ ", "~" * count) if in_words else "~" * count


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("update")
    commands.add_parser("check")
    beginning = commands.add_parser("new")
    beginning.add_argument("code")
    beginning.add_argument("name")
    commands.add_parser("pseudo").add_argument("file", type=Path)
    options = parser.parse_args(arguments)
    match options.command:
        case "update":
            return update()
        case "check":
            return check()
        case "new":
            return new(options.code, options.name)
    return pseudo(options.file, template())


if __name__ == "__main__":
    sys.exit(main())
