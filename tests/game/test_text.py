"""Numbers and names in sentences."""

import pytest

from topping_out.game.language import ENGLISH, tr
from topping_out.game.storage.translations import languages
from topping_out.game.text import clock_text, counted, listed, signed, with_minus


@pytest.mark.parametrize(("number", "words"), [(0, "0 pennies"), (1, "1 penny"), (2, "2 pennies"), (12, "12 pennies")])
def test_a_number_of_things_is_told_in_the_plural_or_not(number: int, words: str) -> None:
    assert counted(number, "penny", "pennies") == words
    assert counted(number, "card") == words.replace("pennies", "cards").replace("penny", "card")


@pytest.mark.parametrize(
    ("names", "words"), [([], ""), (["Ana"], "Ana"), (["Ana", "Bo"], "Ana and Bo"), ("ABC", "A, B and C")]
)
def test_names_are_listed(names: list[str], words: str) -> None:
    assert listed(names) == words


@pytest.mark.parametrize(("last", "words"), [
    ("Ana", "Bo y Ana"), ("Inés", "Bo e Inés"), ("Íñigo", "Bo e Íñigo"), ("HILDA", "Bo e HILDA"), ("Ian", "Bo y Ian"),
    ("Hugo", "Bo y Hugo"),
])  # fmt: skip
def test_in_spanish_and_is_another_word_before_an_i(last: str, words: str) -> None:
    languages.use("es")
    told = listed(["Bo", last])
    languages.use(ENGLISH)
    assert told == words


def test_a_name_that_ends_in_a_full_stop_ends_its_sentence() -> None:
    assert [tr("The tower of {rival}.", rival=name) for name in ("Mia B.", "Mia")] == [
        "The tower of Mia B.",
        "The tower of Mia.",
    ]


def test_numbers_have_a_minus_sign_that_is_no_hyphen() -> None:
    assert [signed(number) for number in (3, 0, -24)] == ["+3", "0", "−24"]
    assert with_minus(-5) == "−5"


@pytest.mark.parametrize(("ms", "shown"), [(0, " 0:00"), (61_500, " 1:01"), (3_600_000, "60:00")])
def test_time_is_shown_in_minutes_and_seconds(ms: int, shown: str) -> None:
    assert clock_text(ms) == shown
