"""Every letter of every language has a picture in the fonts that show it."""

from collections.abc import Iterator
from functools import cache

import pygame
import pytest
from fontTools.ttLib import TTFont

from topping_out.game import registry
from topping_out.game.assets import ASSETS
from topping_out.game.storage.catalogue import read_messages
from topping_out.game.storage.languages import FOLDER
from topping_out.scenes.kit.kit import FACES, Kit, Metrics, face_for

CODES = sorted(path.stem for path in FOLDER.glob("*.po"))
UNSEEN = {"\n", "\t"}


@cache
def letters_of(face: str) -> frozenset[str]:
    return frozenset(map(chr, TTFont(ASSETS / "fonts" / FACES[face]).getBestCmap()))


def texts(code: str) -> Iterator[str]:
    """Yield all that a language says: its catalogue, rules and lessons."""
    for message in read_messages((FOLDER / f"{code}.po").read_text(encoding="utf-8")):
        if message.id:
            yield from message.forms.values()
    for game in registry.names():
        for file in ("rules.md", "lessons.toml"):
            if path := registry.text_file(game, file, code):
                yield path.read_text(encoding="utf-8")


@pytest.mark.parametrize("face", ["title", "head", "bold", "body"])
@pytest.mark.parametrize("code", CODES)
def test_a_languages_letters_are_in_every_face(code: str, face: str) -> None:
    assert {*"".join(texts(code))} - UNSEEN <= letters_of(face)


@pytest.mark.parametrize("text", ["Башня из 3 карт — «да»", "Πύργος: −3 €"])
def test_greek_and_cyrillic_are_set_in_a_font_that_has_them(text: str) -> None:
    for face in ("title", "head", "bold", "body"):
        assert {*text} <= letters_of(face_for(text, face))
    pygame.font.init()
    kit = Kit(Metrics((1280, 720)), 1.0)
    assert kit.text_size(text)[0] == pytest.approx(kit.text(text).get_width() / kit.scale, abs=1)


def test_what_the_usual_faces_have_is_set_in_them() -> None:
    assert [face_for("Zażółć gęślą jaźń", face) for face in ("title", "body")] == ["title", "body"]
