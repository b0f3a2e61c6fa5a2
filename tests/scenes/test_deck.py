"""On a Steam Deck, at 1280 × 800 pixels, every letter is large enough to read.

Valve requires letters at least 9 pixels high and recommends 12. Whole games on a Deck are in `window/test_deck.py`.
"""

import pygame
import pytest

from tests.scenes.robot import Eye, Robot
from tests.scenes.system.test_settings import preferences_applied
from tests.scenes.tables import TURN_GAMES, play, table
from topping_out.scenes.app import App
from topping_out.scenes.kit.kit import SMALLEST_TEXT, Kit, Metrics
from topping_out.scenes.kit.theme import CYRILLIC, GREEK, JAPANESE, LATIN
from topping_out.scenes.system.settings import Settings, from_desktop

DECK = (1280, 800)
SCRIPTS = {"H": LATIN, "Ж": CYRILLIC, "Ω": GREEK, "本": JAPANESE}


def height(letter: str, face: str, text: float) -> int:
    """Return the height of a letter in the smallest text, in pixels."""
    pygame.font.init()
    line = Kit(Metrics(DECK), text).text(letter, SMALLEST_TEXT, face, (255, 255, 255))
    return line.get_bounding_rect(min_alpha=64).height


@pytest.mark.parametrize(("text", "least"), [(1.0, 9), (1.3, 11)])
def test_capitals_of_the_smallest_text_are_high_enough(text: float, least: int) -> None:
    heights = {(letter, face): height(letter, face, text) for letter, faces in SCRIPTS.items() for face in faces}
    assert min(heights.values()) >= least, heights


@pytest.mark.parametrize(("deck", "size"), [("1", 1.3), ("", 1.0)])
def test_text_is_larger_by_default_on_a_steam_deck(deck: str, size: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SteamDeck", deck)
    settings = Settings()
    assert preferences_applied(lambda: from_desktop(lambda command: ""), settings) == bool(deck)
    assert settings.text_size == size


@pytest.mark.parametrize("game", TURN_GAMES)
def test_no_letter_on_a_table_is_smaller_than_the_smallest_text(game: str, app: App, eye: Eye) -> None:
    robot, scene = Robot(app, "pad"), table(app, game)
    robot.resize(DECK)
    robot.open(scene)
    play(robot, scene, 8, hurry=True)
    robot.see()
    assert sorted({(words, size) for words, size in eye.sizes if size < SMALLEST_TEXT}) == []
