"""Lines are broken only where their script allows it."""

import pygame
import pytest

from topping_out.scenes.kit.breaks import NOT_FIRST, NOT_LAST
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.kit.prose import lay_prose
from topping_out.scenes.ui.layout import Rect, Text, fill, row

JAPANESE = (
    "塔を「三階」まで建てたら、得点になります。ちょっと待ってください（相手の番です）！"
    "カードを引いてゲームを続けましょう。"
)


@pytest.fixture
def kit() -> Kit:
    pygame.font.init()
    return Kit(Metrics((1280, 720)))


@pytest.mark.parametrize("width", range(64, 400, 24))
def test_japanese_is_broken_without_spaces_by_the_kinsoku_rules(kit: Kit, width: int) -> None:
    lines = kit.wrap(JAPANESE, width)
    assert "".join(lines) == JAPANESE
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
    text = f"**{JAPANESE[:9]}**{JAPANESE[9:14]}**{JAPANESE[14:22]}**{JAPANESE[22:]}"
    lines = ["".join(run.text for run in line) for line in lay_prose(kit, text, width, 15).lines]
    assert "".join(lines) == JAPANESE
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
