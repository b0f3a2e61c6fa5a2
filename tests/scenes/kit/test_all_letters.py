"""A letter of any Unicode category and script is shown, or refused by name; none raises an error."""

import re
import sys
from collections.abc import Iterator
from typing import Literal
from unicodedata import category, name, normalize

import pygame
import pytest

from topping_out.game.assets import ASSETS
from topping_out.game.text import TYPEFACES, letters_of, named, refusal, shown, sift
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.kit.paper import Document
from topping_out.scenes.kit.pictures.ornament import lettering
from topping_out.scenes.kit.theme import GREEK, JAPANESE, LATIN, runs

FACES = ["title", "head", "bold", "body"]
WORDS = [
    "Love \u2764\ufe0f", "שלום", "ŁÓDŹ 한국", "Nguyễn Thị Ánh", "سلام", "हिन्दी", "👩\u200d🚀", "a\u00adb", "\ufe0f",
    "می\u200cخواهم", "\u202eevil", "e\u0301\u0323", "e" + 40 * "\u0301", "Мавка і а\u0301", "Ωραία Жук 山", "\ud800",
    "line\nbreak\ttab", "\x00", "", " ", "\u3164", "\U000e0041", "山田\u3000太郎",
]  # fmt: skip


def sample_letters() -> Iterator[str]:
    """Yield the first and the last letter of each Unicode category and script: more than a thousand."""
    found: dict[tuple[str, str], list[str]] = {}
    for code in range(sys.maxunicode + 1):
        letter = chr(code)
        script = name(letter, "").split(" ")[0] or f"{code >> 12:x}"
        found.setdefault((category(letter), script), []).append(letter)
    for letters in found.values():
        yield from {letters[0], letters[-1]}


@pytest.fixture(scope="module")
def kit() -> Kit:
    pygame.font.init()
    return Kit(Metrics((1280, 720)), 1.0)


@pytest.fixture(scope="module")
def letters() -> list[str]:
    found = sorted({*sample_letters(), *WORDS})
    assert len(found) > 1000
    return found


def test_letters_of_every_kind_are_shown_or_refused_by_name(letters: list[str]) -> None:
    for text in letters:
        kept, words = sift(text)
        assert not refusal(kept)
        if words:
            assert any(named(letter) in words for letter in normalize("NFC", text) + text)
            assert words.isprintable()
        else:
            form: Literal["NFC", "NFKC"] = "NFKC" if "\uff61" <= text < "\uffa0" else "NFC"  # half-width Japanese
            assert kept == normalize(form, re.sub(r"\s", " ", text))
        for face in FACES:
            for file, part in runs(kept, face):
                assert {*part} <= letters_of(ASSETS / "fonts" / file)


def test_letters_of_every_kind_are_drawn_or_spelled_out(letters: list[str], kit: Kit) -> None:
    """Old records and file names may contain any letter; those in no typeface are spelled out."""
    for text in letters:
        assert text == "" or shown(text)
        for face in FACES:
            for file, part in runs(text, face):
                assert {*part} <= letters_of(ASSETS / "fonts" / file), ascii(text)
        wide = kit.text_size(text)[0]
        assert (wide > 0) == (text != ""), ascii(text)
        assert kit.text(text).get_width() == pytest.approx(wide * kit.scale, abs=2)
        assert lettering(kit, text, 20).get_width() > 0 or not text
        assert kit.wrap(text, 40)
        assert kit.fit(text, 30) is not None


def test_letters_of_every_kind_can_be_printed(letters: list[str]) -> None:
    document = Document("a4", "Letters")
    document.add_page()
    for text in letters[:: len(letters) // 150] + WORDS:
        assert (document.width_of(text, 12) > 0) == (text != "")
        document.text(text, 10, 10, 12)
        document.wrap(text, 5, 12)
    assert document.content()


def test_each_letter_of_the_typefaces_has_a_width_in_print() -> None:
    document = Document("a4", "Letters")
    for file in TYPEFACES:
        for letter in letters_of(ASSETS / "fonts" / file):
            if shown(letter) == letter:
                assert document.width_of(letter, 12) > 0, ascii(letter)


def test_every_weight_of_a_typeface_has_the_same_letters() -> None:
    """So that a letter that is accepted can be set in every face."""
    for faces in (LATIN, GREEK, JAPANESE):
        assert letters_of(ASSETS / "fonts" / faces["bold"]) == letters_of(ASSETS / "fonts" / faces["body"])
    assert {*TYPEFACES} == {LATIN["body"], GREEK["body"], JAPANESE["body"]}


@pytest.mark.parametrize(
    ("text", "kept", "letter"),
    [
        ("Love \u2764\ufe0f", "Love ", "U+2764 HEAVY BLACK HEART"),
        ("שלום", "", "U+05E9 HEBREW LETTER SHIN"),
        ("ŁÓDŹ 한국", "ŁÓDŹ ", "U+D55C HANGUL SYLLABLE HAN"),
        ("a\u00adb", "ab", "U+00AD SOFT HYPHEN"),
        ("a\u200cb", "ab", "U+200C ZERO WIDTH NON-JOINER"),
        ("\u202eab", "ab", "U+202E RIGHT-TO-LEFT OVERRIDE"),
        ("a\ud800", "a", "U+D800"),
        ("a\ue000", "a", "U+E000"),
        ("a\x07", "a", "U+0007"),
        ("e" + 4 * "\u0301", "", "U+0301 COMBINING ACUTE ACCENT"),
        ("Nguye\u0302\u0303n", "Nguyễn", ""),
        ("山田\u3000太郎", "山田 太郎", ""),
        ("two\nlines", "two lines", ""),
        ("ﾊﾟｸﾞ｡", "パグ。", ""),
        ("\uff9e", "", "U+FF9E HALFWIDTH KATAKANA VOICED SOUND MARK"),
        ("Łódź, Ґанок, Ωραία", "Łódź, Ґанок, Ωραία", ""),
    ],
)
def test_a_text_is_kept_but_for_letters_that_cannot_be_shown(text: str, kept: str, letter: str) -> None:
    words = f"the letter {letter} can't be shown: leave it out" if letter else ""
    assert sift(text) == (kept, words)
