"""The fonts contain every letter of every language."""

import re
import sys
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Literal
from unicodedata import category, name, normalize

import pygame
import pytest
from fontTools.ttLib import TTFont

from tests.golden import check_golden
from topping_out.game import registry
from topping_out.game.assets import ASSETS
from topping_out.game.storage.translations import FOLDER, read_messages
from topping_out.game.text import TYPEFACES, named, refusal, shown, sift
from topping_out.game.text import letters_of as parts_of
from topping_out.scenes.kit.kit import Kit, Metrics, lay_prose
from topping_out.scenes.kit.ornament import lettering
from topping_out.scenes.kit.paper import Document
from topping_out.scenes.kit.theme import GREEK, JAPANESE, LATIN, NOT_FIRST, NOT_LAST, file_for, runs
from topping_out.scenes.ui.layout import Rect, Text, fill, row

CODES = sorted(path.stem for path in FOLDER.glob("*.po"))
UNSEEN = {"\n", "\t"}


@cache
def letters_of(file: str) -> frozenset[str]:
    return frozenset(map(chr, TTFont(ASSETS / "fonts" / file).getBestCmap()))


def texts(code: str) -> Iterator[str]:
    """Yield all texts of a language: its catalogue, rules and lessons."""
    for message in read_messages((FOLDER / f"{code}.po").read_text(encoding="utf-8")):
        if message.id:
            yield from message.forms.values()
    for game in registry.names():
        for file in ("rules.md", "lessons.toml"):
            if path := registry.text_file(game, file, code):
                yield path.read_text(encoding="utf-8")


@pytest.mark.parametrize("face", ["title", "head", "bold", "body"])
@pytest.mark.parametrize("code", CODES)
def test_every_face_has_the_letters_of_every_language(code: str, face: str) -> None:
    assert not [text for text in texts(code) if not {*text} - UNSEEN <= letters_of(file_for(text, face))]


@pytest.mark.parametrize(
    "text",
    [
        "Башня из 3 карт — «да»",
        "Ґанок № 3 і м’яч зʼїв",
        "Πύργος: −3 €",
        "「塔」を３階まで建てる → さくら髙﨑 × 2、〜",
        "ＡＢｃ＋１～ ｱﾊﾟｰﾄ｡｢ﾞ",
    ],
)
def test_texts_in_other_scripts_are_set_in_a_font_that_has_their_letters(kit: Kit, text: str) -> None:
    for face in LATIN:
        assert {*text} <= letters_of(file_for(text, face))
    assert kit.text_size(text)[0] == pytest.approx(kit.text(text).get_width() / kit.scale, abs=1)


def test_latin_text_is_set_in_the_usual_faces() -> None:
    assert {face: file_for("Zażółć gęślą jaźń", face) for face in LATIN} == LATIN


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize(("plain", "accented"), [("RATSEL", "RÄTSEL"), ("POWIESC", "POWIEŚĆ"), ("ІИЕГ", "ЇЙЁГ")])
def test_accents_on_capitals_do_not_move_the_line(size: tuple[int, int], plain: str, accented: str) -> None:
    """In headings, which are set letter by letter, and in ordinary lines."""
    pygame.font.init()
    kit = Kit(Metrics(size), 1.0)
    for line in (partial(lettering, kit, size=34), partial(kit.text, size=34, face="title")):
        assert _foot(line(plain)) == pytest.approx(_foot(line(accented)), abs=1.01)


def _foot(line: pygame.Surface) -> float:
    """Return the distance from a line's middle down to the foot of its first letter, in pixels."""
    first = line.subsurface((0, 0, line.get_height() // 3, line.get_height()))
    return first.get_bounding_rect(min_alpha=128).bottom - line.get_height() / 2


def test_titles_look_like_their_golden_picture(kit: Kit, tmp_path: Path) -> None:
    sheet = pygame.Surface((640, 340))
    for line, text in enumerate(["PUZZLES", "RÄTSEL", "ÉNIGMES", "POWIEŚĆ", "ЗАГАДКИ", "ΓΡΊΦΟΣ"]):
        sheet.blit(lettering(kit, text, 34), (20, 10 + 54 * line))
        sheet.blit(kit.text(text.title(), 30, "head"), (360, 10 + 54 * line))
    check_golden(sheet, "titles", tmp_path)


# -- letters that a text may have


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
                assert {*part} <= parts_of(ASSETS / "fonts" / file)


def test_letters_of_every_kind_are_drawn_or_spelled_out(letters: list[str], kit: Kit) -> None:
    """Old records and file names may contain any letter; those in no typeface are spelled out."""
    for text in letters:
        assert text == "" or shown(text)
        for face in FACES:
            for file, part in runs(text, face):
                assert {*part} <= parts_of(ASSETS / "fonts" / file), ascii(text)
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
        for letter in parts_of(ASSETS / "fonts" / file):
            if shown(letter) == letter:
                assert document.width_of(letter, 12) > 0, ascii(letter)


def test_every_weight_of_a_typeface_has_the_same_letters() -> None:
    """So that a letter that is accepted can be set in every face."""
    for faces in (LATIN, GREEK, JAPANESE):
        assert parts_of(ASSETS / "fonts" / faces["bold"]) == parts_of(ASSETS / "fonts" / faces["body"])
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


# -- where lines are broken


KINSOKU = (
    "塔を「三階」まで建てたら、得点になります。ちょっと待ってください（相手の番です）！"
    "カードを引いてゲームを続けましょう。"
)


@pytest.mark.parametrize("width", range(64, 400, 24))
def test_japanese_is_broken_without_spaces_by_the_kinsoku_rules(kit: Kit, width: int) -> None:
    lines = kit.wrap(KINSOKU, width)
    assert "".join(lines) == KINSOKU
    assert len(lines) > 1
    assert all(kit.text_size(line)[0] <= width for line in lines)
    assert not [line for line in lines[1:] if line[0] in NOT_FIRST]
    assert not [line for line in lines[:-1] if line[-1] in NOT_LAST]


def test_japanese_is_broken_between_phrases_where_they_fit(kit: Kit) -> None:
    assert kit.wrap("ゲームを続けましょう。カードを引きます。", 130) == [
        "ゲームを",
        "続けましょう。",
        "カードを",
        "引きます。",
    ]


def test_a_colon_stays_with_the_word_before_it(kit: Kit) -> None:
    assert kit.wrap("全員：差し込み×2点", 110) == ["全員：", "差し込み×2点"]


def test_numbers_stay_whole_and_lists_break_at_their_dots(kit: Kit) -> None:
    assert kit.wrap("大空はペニー10枚、", 105) == ["大空は", "ペニー10枚、"]
    assert kit.wrap("ペニー1000枚、", 80) == ["ペニー", "1000枚、"]
    assert kit.wrap("掘り出す：F・分ける：G・戻す：R", 110) == ["掘り出す：F・", "分ける：G・", "戻す：R"]


@pytest.mark.parametrize("width", range(90, 400, 31))
def test_japanese_with_bold_words_is_broken_by_the_same_rules(kit: Kit, width: int) -> None:
    text = f"**{KINSOKU[:9]}**{KINSOKU[9:14]}**{KINSOKU[14:22]}**{KINSOKU[22:]}"
    lines = ["".join(run.text for run in line) for line in lay_prose(kit, text, width, 15).lines]
    assert "".join(lines) == KINSOKU
    assert len(lines) > 2
    assert not [line for line in lines[1:] if line[0] in NOT_FIRST]
    assert not [line for line in lines[:-1] if line[-1] in NOT_LAST]


def test_english_and_japanese_can_be_mixed_in_a_line(kit: Kit) -> None:
    text = "Easy 2 は塔を建てる。 Then Mesa draws"
    assert "".join(kit.wrap(text, 90)).replace(" ", "") == text.replace(" ", "")
    assert kit.wrap(text, 2000) == [text]


def test_lines_break_at_spaces_and_inside_words_that_are_too_long(kit: Kit) -> None:
    assert kit.wrap("one two", kit.text_size("one")[0] + 1) == ["one", "two"]
    assert "".join(kit.wrap("x" * 200, 90)) == "x" * 200


def test_a_number_that_exactly_fits_is_not_broken_by_rounding() -> None:
    """Rectangles are stored in single precision, which loses up to a third of a pixel."""
    kit, figure = Kit(Metrics((1920, 1080))), Text("−33", 26, "title")
    row(fill(), figure).place(kit, Rect(870.0, 201.3, 330.0, 36.0))
    assert figure.lines(kit, figure.area.w)[0] == ["−33"]
