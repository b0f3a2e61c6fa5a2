"""Rules pages and lessons of a language may lie in the reader's own folder; a broken one costs nothing but itself."""

from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path

import pytest

from topping_out.game.language import ENGLISH, speak
from topping_out.game.storage.files import HOME_VARIABLE, user_folder
from topping_out.game.storage.translations import texts

PAGE = """# Torri del Wyoming
Un gioco di Jonathan A. Leistiko.

## Il gioco in un minuto
Tutti costruiscono.
![Nove penny.](sky "Nove penny in fila.")
"""
LESSON = """[goal]
title = "Oltre il cielo"
text = "Dieci penny."
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    folder = user_folder("languages")
    folder.mkdir(parents=True, exist_ok=True)
    speak("it", NullTranslations())
    texts._load_rules.cache_clear()
    texts.load_lessons.cache_clear()
    yield folder
    speak(ENGLISH, NullTranslations())
    texts._load_rules.cache_clear()
    texts.load_lessons.cache_clear()


def test_the_readers_own_pages_are_read(folder: Path) -> None:
    (folder / "wyoming.rules.it.md").write_text(PAGE, encoding="utf-8")
    (folder / "wyoming.lessons.it.toml").write_text(LESSON, encoding="utf-8")
    assert texts.load_rules("wyoming").title == "Torri del Wyoming"
    assert texts.load_lessons("wyoming", "it")["goal"].title == "Oltre il cielo"
    assert texts.load_rules("towers").title == "Towers"
    assert list(texts.problems()) == []


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("wyoming.rules.it.md", "> no ruling", "a ruling is written"),
        ("wyoming.rules.it.md", PAGE.replace("(sky ", "(ocean "), "has no figure 'ocean'"),
        ("wyoming.rules.it.md", "\udcff", "line 1 is not text in UTF-8: save the file as UTF-8"),
        ("wyoming.lessons.it.toml", "[goal", "Expected"),
        ("wyoming.lessons.it.toml", "[goal]\ntitle = 3", "Expected `str`"),
        ("chess.rules.it.md", PAGE, "is named for no game"),
        ("wyoming.novel.it.md", PAGE, "is named for no game"),
    ],
)
def test_a_broken_page_is_named_and_left_out(folder: Path, name: str, text: str, told: str) -> None:
    (folder / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    (problem,) = texts.problems()
    assert name in problem
    assert told in problem
    assert texts.load_rules("wyoming").title == "Towers of Wyoming"
    assert texts.load_lessons("wyoming", "it") == {}
