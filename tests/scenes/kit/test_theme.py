"""Whatever bears text gives it at least 4.5 : 1, computed by WCAG's formula over the theme file."""

import pytest

from topping_out.scenes.kit.theme import Colour, contrast, load_theme, luminance, mix

THEME = load_theme()
WHITE = (255, 255, 255)
LEAST = 4.5

ON_DARK = ["night", "plate", "ground", "earth"]
LIGHT_TEXT = ["paper", "mist", "brass", "glow", "good", "bad"]


def test_black_and_white_contrast_at_21_to_1() -> None:
    assert contrast((0, 0, 0), WHITE) == pytest.approx(21)
    assert contrast(WHITE, (0, 0, 0)) == pytest.approx(21)


def test_luminance_follows_the_worked_value_of_a_mid_grey() -> None:
    assert luminance((119, 119, 119)) == pytest.approx(0.184, abs=0.001)


@pytest.mark.parametrize("ink", LIGHT_TEXT)
@pytest.mark.parametrize("ground", ON_DARK)
def test_light_text_reads_on_dark_grounds(ink: str, ground: str) -> None:
    assert contrast(THEME.palette[ink], THEME.palette[ground]) >= LEAST


@pytest.mark.parametrize("ink", ["paper", "mist"])
@pytest.mark.parametrize("sky", ["night", "dusk", "rose"])
def test_light_text_reads_on_the_sky(ink: str, sky: str) -> None:
    assert contrast(THEME.palette[ink], THEME.palette[sky]) >= LEAST


@pytest.mark.parametrize("ground", ["paper", "brass", "glow"])
def test_ink_reads_on_light_grounds(ground: str) -> None:
    assert contrast(THEME.ink, THEME.palette[ground]) >= LEAST


@pytest.mark.parametrize("suit", THEME.suits)
def test_suits_read_on_paper_and_paper_on_suits(suit: Colour) -> None:
    assert contrast(THEME.paper, suit) >= LEAST


@pytest.mark.parametrize("name", THEME.sites)
def test_sites_bear_white_text_and_the_desert_ink(name: str) -> None:
    text = THEME.ink if name == "desert" else WHITE
    assert contrast(text, THEME.sites[name]) >= LEAST


@pytest.mark.parametrize("seat", THEME.seats)
def test_seats_bear_white_text(seat: Colour) -> None:
    assert contrast(WHITE, seat) >= LEAST


def test_the_ghost_bears_ink() -> None:
    assert contrast(THEME.ink, THEME.ghost) >= LEAST


def test_every_seat_has_a_name_for_its_colour() -> None:
    assert len(THEME.seat_names) == len(THEME.seats) == len({*THEME.seats})


MIXED = {
    "a button under the pointer": (THEME.paper, mix(THEME.plate, THEME.paper, 0.18)),
    "the main button under the pointer": (THEME.ink, mix(THEME.brass, THEME.paper, 0.18)),
    "a button that cannot be pressed": (mix(THEME.plate, THEME.mist, 0.6), THEME.plate),
    "a heading of the rules": (mix(THEME.brass, THEME.ink, 0.62), THEME.paper),
    "a ruling": (THEME.ink, mix(THEME.paper, THEME.dusk, 0.1)),
    "a row of a table of the rules": (THEME.ink, mix(THEME.paper, THEME.brass, 0.16)),
    "words that were found": (THEME.ink, mix(THEME.paper, THEME.brass, 190 / 255)),
    "a group's name on the panel over the brightest dusk": (THEME.brass, mix(THEME.ember, THEME.night, 165 / 255)),
    "a section's name on the panel over the brightest dusk": (THEME.mist, mix(THEME.rose, THEME.night, 150 / 255)),
}


@pytest.mark.parametrize("where", MIXED)
def test_mixed_colours_read_as_well(where: str) -> None:
    assert contrast(*MIXED[where]) >= LEAST, where
