"""The words for what is not possible belong to reasons that the rules really give."""

from game.storage import languages
from game.storage.catalogue import load_catalogue
from scenes.icetowers import refusals


def test_every_word_is_for_a_reason_that_is_given() -> None:
    sentences = load_catalogue(languages.FOLDER / "de.po", languages.LARGEST_CATALOGUE).keys
    assert set(refusals._WORDS) <= sentences
