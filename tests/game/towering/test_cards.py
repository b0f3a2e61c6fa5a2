"""The cards of Towering, their names, and the braille on them."""

import unicodedata

import pytest

from topping_out.game.towering.braille import DIGITS, LETTERS, NUMBER_SIGN, Dots, braille_cells
from topping_out.game.towering.cards import (
    COLOUR_LETTERS,
    COLOURS,
    DECK,
    card_name,
    card_words,
    colour_of,
    deck_of,
    is_material,
    kind_of,
    make_card,
    number_of,
    parse_card,
)

# -- the deck


def test_there_are_78_cards_nine_floors_and_four_materials_of_each_of_six_colours() -> None:
    assert len(DECK) == 78
    for colour in COLOURS:
        of_colour = [card for card in DECK if colour_of(card) == colour]
        assert len(of_colour) == 13
        assert sum(map(is_material, of_colour)) == 4


def test_t1_floors_are_numbered_2_to_10() -> None:
    for colour in COLOURS:
        numbers = [number_of(card) for card in DECK if colour_of(card) == colour and not is_material(card)]
        assert numbers == [2, 3, 4, 5, 6, 7, 8, 9, 10]


def test_the_colours_have_the_letters_of_the_sheet() -> None:
    assert [card_words(make_card(colour, 2)) for colour in COLOURS] == [
        "blue 2", "red 2", "yellow 2", "green 2", "black 2", "purple 2",
    ]  # fmt: skip
    assert COLOUR_LETTERS == "brygxp"


@pytest.mark.parametrize(("materials", "count"), [(2, 66), (3, 72), (4, 78), (0, 54)])
def test_materials_are_left_out_of_the_earlier_rounds(materials: int, count: int) -> None:
    deck = deck_of(6, materials)
    assert len(deck) == count
    assert len(set(deck)) == 6 * (9 + bool(materials))
    for colour in COLOURS:
        assert sum(is_material(card) and colour_of(card) == colour for card in deck) == materials


def test_t7_the_classic_deck_has_60_cards_of_five_colours() -> None:
    assert len(deck_of(5, 3)) == 60
    assert {colour_of(card) for card in deck_of(5, 3)} == {0, 1, 2, 3, 4}


def test_cards_are_named_by_letter_and_number_and_the_names_parse_back() -> None:
    assert [card_name(make_card(1, number)) for number in (2, 10)] == ["r2", "r10"]
    assert [parse_card(card_name(card)) for card in deck_of(6, 4)] == list(deck_of(6, 4))
    assert len({card_name(card) for card in deck_of(6, 4)}) == 60


def test_t8_materials_of_one_colour_are_one_card_by_one_name() -> None:
    assert [card_name(make_card(5, 0)), card_name(make_card(0, 0))] == ["pm", "bm"]
    assert {kind_of(card) for card in DECK} == set(deck_of(6, 4))
    assert all(card_name(card) == card_name(kind_of(card)) for card in DECK)


def test_t8_the_numbers_that_older_records_give_to_materials_are_read_and_forgotten() -> None:
    assert {parse_card(f"rm{n}") for n in range(1, 5)} == {parse_card("rm")}


@pytest.mark.parametrize("text", ["", "r", "r1", "r11", "z5", "m", "zm", "rm0", "rm5", "R5", "r 5", "r05"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        parse_card(text)


# -- braille


def dots_of(character: str) -> Dots:
    """Return the dots that Unicode names, as in BRAILLE PATTERN DOTS-1245."""
    return tuple(map(int, unicodedata.name(character).rpartition("-")[2]))


def test_the_letters_are_those_of_the_braille_alphabet() -> None:
    alphabet = zip("abcdefghijklmnopqrstuvwxyz", "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵")
    assert {letter: dots_of(character) for letter, character in alphabet} == LETTERS


def test_the_digits_are_the_first_ten_letters_after_a_number_sign() -> None:
    assert {digit: dots_of(character) for digit, character in zip("1234567890", "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚")} == DIGITS
    assert dots_of("⠼") == NUMBER_SIGN


@pytest.mark.parametrize(
    ("card", "printed"),
    [("b2", "⠃⠼⠃"), ("r7", "⠗⠼⠛"), ("y9", "⠽⠼⠊"), ("g10", "⠛⠼⠁⠚"), ("x4", "⠭⠼⠙"), ("pm", "⠏⠍"), ("bm", "⠃⠍")],
)
def test_a_card_carries_its_colour_letter_and_its_number_or_m(card: str, printed: str) -> None:
    assert braille_cells(parse_card(card)) == tuple(map(dots_of, printed))


def read(cells: tuple[Dots, ...]) -> str:
    """Read braille cells as a reader does: letters until the number sign, digits after it."""
    letters = {dots: letter for letter, dots in LETTERS.items()}
    digits = {dots: digit for digit, dots in DIGITS.items()}
    if NUMBER_SIGN not in cells:
        return "".join(letters[cell] for cell in cells)
    sign = cells.index(NUMBER_SIGN)
    return "".join(letters[cell] for cell in cells[:sign]) + "".join(digits[cell] for cell in cells[sign + 1 :])


def test_every_card_reads_back_from_its_braille() -> None:
    for card in DECK:
        name = card_name(card)
        assert read(braille_cells(card)) == name
