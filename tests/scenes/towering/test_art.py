"""What is drawn on cards and rules page of Towering says what it should."""

import pytest

from topping_out.game.towering.braille import DIGITS, LETTERS, NUMBER_SIGN, braille_cells
from topping_out.game.towering.cards import COLOUR_LETTERS, COLOURS, DECK, card_name, make_card
from topping_out.game.towering.scoring import score_tower
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.kit.theme import contrast
from topping_out.scenes.towering.art import card_art
from topping_out.scenes.towering.pictures.illustrations import EXAMPLE, cards


@pytest.fixture
def kit() -> Kit:
    import pygame

    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((640, 360))
    return Kit(Metrics((1280, 720)))


@pytest.mark.parametrize("dots", [*LETTERS.values(), *DIGITS.values(), NUMBER_SIGN])
def test_a_cells_window_is_lit_exactly_where_its_dots_are_raised(kit: Kit, dots: tuple[int, ...]) -> None:
    pitch = 12.0
    cell = card_art.braille_cell(kit, dots, pitch, kit.theme.sites["city"])
    for dot in range(1, 7):
        column, row = divmod(dot - 1, 3)
        red, green, _, _ = cell.get_at((round((0.62 + column) * pitch), round((0.62 + row) * pitch)))
        assert (red > 200 and green > 180) == (dot in dots), f"dot {dot} of {dots}"


def test_every_card_shows_as_many_cells_as_its_braille_has(kit: Kit) -> None:
    for card in DECK:
        wide, _ = card_art.braille_size(len(braille_cells(card)), 6.4)
        assert wide < card_art.CARD_W - 6, card_name(card)
        assert card_art.card_face(kit, card).get_width() == round(card_art.CARD_W)


@pytest.mark.parametrize("height", [10.5, 17.0, 34.0])
def test_braille_and_number_have_room_beside_each_other_in_every_storey(kit: Kit, height: float) -> None:
    for card in DECK:
        cells, room = len(braille_cells(card)), card_art.sign_room(card, height)
        pitch = min(height * 0.235, (card_art.storey_width(card) - room - 8) / (cells * 2.62), 6.4)
        wide, tall = card_art.braille_size(cells, pitch)
        assert room + wide + 5 <= card_art.storey_width(card), card_name(card)
        assert tall <= height


def test_a_higher_floor_is_never_wider_than_the_one_below(kit: Kit) -> None:
    widths = [card_art.storey_width(make_card(0, number)) for number in (0, *range(2, 11))]
    assert widths == sorted(widths, reverse=True)


def test_numbers_and_letters_can_be_read_on_their_cards(kit: Kit) -> None:
    for colour in COLOURS:
        assert contrast(card_art.site_colour(kit.theme, colour), card_art.ink_on(kit.theme, colour)) >= 4.5, (
            COLOUR_LETTERS[colour]
        )


def test_the_example_on_the_rules_page_is_the_sheets_18_points() -> None:
    scores = [score_tower(cards(names)) for names in EXAMPLE]
    assert [score.product for score in scores] == [3, 0, -40, -10, 45]
    assert [score.bonus for score in scores] == [0, 0, 0, 0, 20]
    assert sum(score.total for score in scores) == 18
