"""Every page in a pseudo-language with accents and texts 40 % longer: all texts are translated, and all fit."""

import re
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from languages import pseudo
from tests import catalogues
from tests.golden import sampled
from tests.scenes.pages import stories
from tests.scenes.pages.every import pages_over_a_table
from tests.scenes.pages.every.every_page import text_faults, widget_faults
from tests.scenes.robot import Eye, Robot
from topping_out.game import registry, roster
from topping_out.game.language import ENGLISH
from topping_out.game.registry import data_file, games
from topping_out.game.rules_text import RULES
from topping_out.game.storage import translations
from topping_out.game.storage.files import user_folder
from topping_out.scenes.app import App
from topping_out.scenes.pages.rules import RulesPage
from topping_out.scenes.pages.setup import SetupPage
from topping_out.scenes.ui.page import Page


def _all_options(game: str, app: App) -> Page:
    page = SetupPage(app.context, game)
    page.options.shows_advanced = True
    return page


def _rules(game: str, app: App) -> Page:
    return RulesPage(app.context, game)


PAGES = {
    **stories.PAGES,
    **{f"all options of {name}": partial(_all_options, name) for name in registry.names()},
    **{f"rules of {name}": partial(_rules, name) for name in registry.names()},
}
PSEUDO = "qps"
ROOMS = [((1280, 720), 1.5), ((1280, 720), 1.0), ((1024, 768), 1.0)]
PLAIN = re.compile(r"[aceinorsuyz]", re.IGNORECASE)
"""Letters that never occur in the pseudo-language."""
WITH_CARDS = {"replay"}
"""Pages with a hand of cards, which overlap on purpose."""
BESIDE_A_TABLE = {name for name in pages_over_a_table.PAGES if name.startswith("results")}
"""Pages beside a table, whose labels have room for real languages but not for the longer pseudo-language."""
OWN_WORDS = {"notice", "long notice", "error"}
"""Pages that show a text of the tests themselves or a path of this machine."""
KEYS = """
    Enter Esc Space Tab Shift Back Ctrl Alt Caps Home End Delete Pageup Pagedown Page up down Escape Return
    F1 F2 F5 F11 WASD abc
"""
"""Names of keys."""
TESTS_OWN = """
    Ana Ben Cleo Dan Eve Mesa Cornice Gable Wilhelmina T Otto Overreach Nell Nettle Butte Wheel Mouse TouchPad
    In of trial games the opponent wins before your next turn with the other play
    Documents Downloads Videos topping out zip webp toml wyoming WebP libwebp towers pdf A4
    The settings in settings json can't be read no such value these are the usual ones There is no sound no device
"""
"""Names of players and mice, bots' reasons and warnings that come from the tests."""


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of the pseudo-language, made from all sentences of the program."""
    file = tmp_path_factory.mktemp("languages") / f"{PSEUDO}.po"
    pseudo(file, catalogues.catalogue(min(translations.FOLDER.glob("*.po"))))
    return file


@pytest.fixture
def spoken(app: App, catalogue: Path) -> Iterator[None]:
    """Set the pseudo-language."""
    folder = user_folder("languages")
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(catalogue, folder)
    translations.use(PSEUDO)
    yield
    translations.use(ENGLISH)


def words_of(text: str) -> set[str]:
    return {*re.findall(r"[^\W\d_]+", text)}


def known(page: Page) -> set[str]:
    """Return words that may be in English: names, keys, titles, and texts translated in files of their own."""
    found = words_of(KEYS + TESTS_OWN + "Topping Out English Deutsch español français polski Українська 日本語")
    for game in games():
        found |= words_of(f"{game.title.upper()} {game.title} {game.designer}")
    if isinstance(page, RulesPage):
        text = data_file(page.game_name, RULES)
        found |= words_of(text.read_text(encoding="utf-8"))
    for person in roster.characters().values():
        found |= words_of(person.name)
    return found


def untranslated(text: str, allowed: set[str]) -> list[str]:
    return [word for word in words_of(text) if len(word) > 1 and PLAIN.search(word) and word not in allowed]


def opened(app: App, eye: Eye, name: str) -> Page:
    """Open a page while no game is saved."""
    robot = Robot(app)
    robot.forget_games()
    page = PAGES[name](app)
    robot.open(page)
    if page.see_through:
        app.manager.stack = [page]
    eye.forget()
    app.context.kit._made.clear()
    robot.see()
    return page


@sampled("size, text", ROOMS, ROOMS[:1])
def test_all_texts_of_every_page_are_translated_and_fit(
    app: App, spoken: None, eye: Eye, size: tuple[int, int], text: float
) -> None:
    Robot(app).resize(size, text)
    faults = []
    for name in PAGES:
        page = opened(app, eye, name)
        found = []
        if name not in OWN_WORDS:
            shown, allowed = {words for words, _ in eye.sizes}, known(page)
            found += [words for words in (*shown, *read_out(page)) if untranslated(words, allowed)]
        if name not in WITH_CARDS | BESIDE_A_TABLE:
            found += [*widget_faults(page), *text_faults(app, eye, page)]
        faults += [f"{name}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)


def read_out(page: Page) -> Iterator[str]:
    """Yield what a screen reader reads of a page."""
    reading = page.reading()
    yield reading.title
    for element in reading.elements:
        yield element.semantics.spoken(reading.place(element))
        if element.group:
            yield element.group.label
