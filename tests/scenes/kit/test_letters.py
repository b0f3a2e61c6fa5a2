"""The fonts contain every letter of every language."""

from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

import pygame
import pytest
from fontTools.ttLib import TTFont

from tests.golden import check_golden
from topping_out.game import registry
from topping_out.game.assets import ASSETS
from topping_out.game.storage.translations import FOLDER, read_messages
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.kit.pictures.ornament import lettering
from topping_out.scenes.kit.theme import LATIN, file_for

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
def test_texts_in_other_scripts_are_set_in_a_font_that_has_their_letters(text: str) -> None:
    for face in LATIN:
        assert {*text} <= letters_of(file_for(text, face))
    pygame.font.init()
    kit = Kit(Metrics((1280, 720)), 1.0)
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


def test_titles_look_like_their_golden_picture(tmp_path: Path) -> None:
    pygame.font.init()
    kit = Kit(Metrics((1280, 720)), 1.0)
    sheet = pygame.Surface((640, 340))
    for row, text in enumerate(["PUZZLES", "RÄTSEL", "ÉNIGMES", "POWIEŚĆ", "ЗАГАДКИ", "ΓΡΊΦΟΣ"]):
        sheet.blit(lettering(kit, text, 34), (20, 10 + 54 * row))
        sheet.blit(kit.text(text.title(), 30, "head"), (360, 10 + 54 * row))
    check_golden(sheet, "titles", tmp_path)
