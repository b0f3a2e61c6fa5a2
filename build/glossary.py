"""The program's terms: `assets/languages/glossary.toml` has the word for each term in each language.

The translation of a message with an English term must contain the language's word for it. `python build/languages.py
check` lists the exceptions.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).resolve().parent.parent / "assets" / "languages" / "glossary.toml"


class Term(NamedTuple):
    """A term: its English forms, and the beginnings of its possible translations in each language."""

    forms: Sequence[str]
    words: Mapping[str, Sequence[str]]

    @property
    def name(self) -> str:
        return self.forms[0]


class Glossary:
    """All terms, and the messages that are exempt."""

    def __init__(self, file: Path = FILE) -> None:
        self._data = tomllib.loads(file.read_text(encoding="utf-8"))
        self.terms = [_term(entry) for entry in self._data["terms"]]

    @cached_property
    def _patterns(self) -> list[tuple[str, re.Pattern[str], Term]]:
        """Each form with its pattern, longer forms first, so that no "draw" is found in "draw pile"."""
        forms = sorted(((form, term) for term in self.terms for form in term.forms), key=lambda pair: -len(pair[0]))
        return [(form.lower(), _pattern(form), term) for form, term in forms]

    @cached_property
    def _exceptions(self) -> set[tuple[str, str, str]]:
        """Term, language and message of each exception."""
        return {
            (entry["term"], code, message)
            for entry in self._data["exceptions"]
            for code in entry["languages"]
            for message in entry["messages"]
        }

    def terms_of(self, ids: Sequence[str]) -> list[Term]:
        """Return the terms that occur in all forms of a message, singular and plural."""
        names = set.intersection(*map(self._terms_in, ids))
        return [term for term in self.terms if term.name in names] if names else []

    def _terms_in(self, text: str) -> set[str]:
        names, lower = set(), text.lower()
        for form, pattern, term in self._patterns:
            if form in lower and pattern.search(text):
                names.add(term.name)
                text = pattern.sub("|", text)
                lower = text.lower()
        return names

    def lacking(self, code: str, ids: Sequence[str], texts: Sequence[str]) -> Iterator[Term]:
        """Yield the terms of a message that are missing in any form of its translation."""
        for term in self._missing(code, ids, texts):
            if (term.name, code, ids[0]) not in self._exceptions:
                yield term

    def _missing(self, code: str, ids: Sequence[str], texts: Sequence[str]) -> Iterator[Term]:
        for term in self.terms_of(ids):
            words = [word.casefold() for word in term.words.get(code, ())]
            if words and not all(any(word in text.casefold() for word in words) for text in texts):
                yield term

    def needless(self, translations: Iterable[tuple[str, Sequence[str], Sequence[str]]]) -> set[tuple[str, str, str]]:
        """Return the exceptions that are not needed, given all translations with their languages and messages."""
        needed = {
            (term.name, code, ids[0]) for code, ids, texts in translations for term in self._missing(code, ids, texts)
        }
        return self._exceptions - needed


def _pattern(form: str) -> re.Pattern[str]:
    """Return a pattern for a form as a whole word. It is case-sensitive if the form has capitals."""
    before, after = (r"(?<![\w{])" if form[0].isalnum() else ""), (r"(?![\w}])" if form[-1].isalnum() else "")
    return re.compile(before + re.escape(form) + after, re.NOFLAG if form != form.lower() else re.IGNORECASE)


def _term(entry: Mapping[str, str]) -> Term:
    words = {code: text.split("|") for code, text in entry.items() if code not in ("term", "means")}
    return Term(entry["term"].split("|"), words)
