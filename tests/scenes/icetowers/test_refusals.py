"""The words for what is not possible belong to reasons that the rules really give."""

from topping_out.game.storage.translations import languages
from topping_out.game.storage.translations.catalogue import load_catalogue
from topping_out.scenes.icetowers import refusals


def test_every_word_is_for_a_reason_that_is_given() -> None:
    sentences = load_catalogue(languages.FOLDER / "de.po", languages.LARGEST_CATALOGUE).keys
    assert set(refusals._WORDS) <= sentences
