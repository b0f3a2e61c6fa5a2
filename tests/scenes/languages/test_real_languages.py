"""In every language, no text on any page is cut off, overlaps another, or exceeds its plate."""

from collections.abc import Iterator

import pytest

from tests.golden import sampled
from tests.scenes.languages.test_untranslated import PAGES, WITH_CARDS, opened
from tests.scenes.pages.every import pages_over_a_table
from tests.scenes.pages.every.every_page import text_faults, widget_faults
from tests.scenes.robot import Eye, Robot
from topping_out.game import registry
from topping_out.game.language import ENGLISH
from topping_out.game.storage import translations
from topping_out.scenes.app import App
from topping_out.scenes.devices.devices import ProgramKeys
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.devices.keyboard import key_label, load_bindings

CODES = sorted(path.stem for path in translations.FOLDER.glob("*.po"))
ROOMY, NARROW = ((1280, 720), 1.0), ((1024, 768), 1.5)
ROOMS = [(code, *room) for code in CODES for room in (ROOMY, NARROW)]
LONGEST = "de", *NARROW
"""The longest words, with the least room."""
HIGHEST = "ja", *ROOMY
"""The tallest lines."""


@pytest.fixture(autouse=True)
def back_to_english() -> Iterator[None]:
    yield
    translations.use(ENGLISH)


def test_keys_are_named_as_on_keyboards_of_the_language() -> None:
    written = {"de": ("Leertaste", "Bild auf", "Umschalt"), "fr": ("Espace", "Page préc.", "Maj")}
    for code, words in {**written, ENGLISH: ("Space", "Page up", "Shift")}.items():
        translations.use(code)
        assert (
            key_label("space"),
            ProgramKeys(load_bindings()).label(Verb.PREVIOUS_GROUP),
            key_label("lshift"),
        ) == words


PARTS = 3
"""Number of parts of the set of pages; the quick run takes one, as a pseudo-language has longer words on all pages."""


@sampled("code, size, text, part", [(*room, part) for room in ROOMS for part in range(PARTS)], [(*LONGEST, 0)])
def test_texts_of_every_page_fit(app: App, eye: Eye, code: str, size: tuple[int, int], text: float, part: int) -> None:
    translations.use(code)
    Robot(app).resize(size, text)
    faults = []
    for name in sorted(PAGES.keys() - WITH_CARDS)[part::PARTS]:
        page = opened(app, eye, name)
        faults += [f"{name}: {fault}" for fault in (*widget_faults(page), *text_faults(app, eye, page))]
    assert not faults, "\n".join(faults)


@sampled("code, size, text", ROOMS, [LONGEST, HIGHEST])
def test_texts_of_every_table_fit(app: App, eye: Eye, code: str, size: tuple[int, int], text: float) -> None:
    translations.use(code)
    Robot(app).resize(size, text)
    faults = []
    for name in registry.names():
        for plies in (0, 12, 40):
            scene = pages_over_a_table.table(app, name, plies)
            eye.forget()
            app.context.kit._made.clear()
            Robot(app).see()
            faults += [f"{name}, {plies} plays: {fault}" for fault in text_faults(app, eye, scene)]
    app.manager.stack.clear()
    assert not faults, "\n".join(faults)
