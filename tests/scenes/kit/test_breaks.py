"""Lines break where their script allows it, and nowhere else."""

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
def test_japanese_breaks_without_spaces_and_by_kinsoku(kit: Kit, width: int) -> None:
    lines = kit.wrap(JAPANESE, width)
    assert "".join(lines) == JAPANESE
    assert len(lines) > 1
    assert all(kit.text_size(line)[0] <= width for line in lines)
    assert not [line for line in lines[1:] if line[0] in NOT_FIRST]
    assert not [line for line in lines[:-1] if line[-1] in NOT_LAST]


def test_japanese_breaks_between_phrases_where_they_have_room(kit: Kit) -> None:
    assert kit.wrap("ゲームを続けましょう。カードを引きます。", 130) == [
        "ゲームを",
        "続けましょう。",
        "カードを",
        "引きます。",
    ]


def test_a_colon_stays_with_the_word_before_it(kit: Kit) -> None:
    assert kit.wrap("全員：差し込み×2点", 110) == ["全員：", "差し込み×2点"]


def test_a_number_is_broken_last_and_parts_between_dots_first(kit: Kit) -> None:
    assert kit.wrap("大空はペニー10枚、", 105) == ["大空は", "ペニー10枚、"]
    assert kit.wrap("ペニー1000枚、", 80) == ["ペニー", "1000枚、"]
    assert kit.wrap("掘り出す：F・分ける：G・戻す：R", 110) == ["掘り出す：F・", "分ける：G・", "戻す：R"]


@pytest.mark.parametrize("width", range(90, 400, 31))
def test_running_text_breaks_likewise_also_where_a_weight_ends(kit: Kit, width: int) -> None:
    text = f"**{JAPANESE[:9]}**{JAPANESE[9:14]}**{JAPANESE[14:22]}**{JAPANESE[22:]}"
    lines = ["".join(run.text for run in line) for line in lay_prose(kit, text, width, 15).lines]
    assert "".join(lines) == JAPANESE
    assert len(lines) > 2
    assert not [line for line in lines[1:] if line[0] in NOT_FIRST]
    assert not [line for line in lines[:-1] if line[-1] in NOT_LAST]


def test_words_and_scripts_mix(kit: Kit) -> None:
    text = "Easy 2 は塔を建てる。 Then Mesa draws"
    assert "".join(kit.wrap(text, 90)).replace(" ", "") == text.replace(" ", "")
    assert kit.wrap(text, 2000) == [text]


def test_what_has_spaces_breaks_there_and_a_long_word_anywhere(kit: Kit) -> None:
    assert kit.wrap("one two", kit.text_size("one")[0] + 1) == ["one", "two"]
    assert "".join(kit.wrap("x" * 200, 90)) == "x" * 200


def test_a_figure_as_wide_as_its_place_is_not_broken_for_a_rounding() -> None:
    """Places are kept in single precision: a third of a pixel is lost in them."""
    kit, figure = Kit(Metrics((1920, 1080))), Text("−33", 26, "title")
    row(fill(), figure).place(kit, Rect(870.0, 201.3, 330.0, 36.0))
    assert figure.lines(kit, figure.area.w)[0] == ["−33"]
