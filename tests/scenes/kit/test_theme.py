"""Whatever bears text gives it at least 4.5 : 1, computed by WCAG's formula over the theme file."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from topping_out.scenes.kit.theme import (
    COLOURS,
    LEAST_CONTRAST,
    WHITE,
    Theme,
    contrast,
    legible,
    load_theme,
    luminance,
    mix,
)

BUILD = Path(__file__).resolve().parents[3] / "build"
THEME = load_theme()
THEMES = {f"{name}{' high' * high}": load_theme(name, high) for name in COLOURS for high in (False, True)}

ON_DARK = ["night", "plate", "ground", "earth"]
LIGHT_TEXT = ["paper", "mist", "brass", "glow", "good", "bad"]


def _measure() -> Any:
    """Return the module that measures colours, which is no part of the program."""
    spec = importlib.util.spec_from_file_location("measure_colours", BUILD / "measure" / "colours.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MEASURE = _measure()


def test_black_and_white_contrast_at_21_to_1() -> None:
    assert contrast((0, 0, 0), WHITE) == pytest.approx(21)
    assert contrast(WHITE, (0, 0, 0)) == pytest.approx(21)


def test_luminance_follows_the_worked_value_of_a_mid_grey() -> None:
    assert luminance((119, 119, 119)) == pytest.approx(0.184, abs=0.001)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
class TestEveryTheme:
    """Of the usual colours and of those easy to tell apart, in the usual and in high contrast."""

    @pytest.mark.parametrize("ink", LIGHT_TEXT)
    @pytest.mark.parametrize("ground", ON_DARK)
    def test_light_text_reads_on_dark_grounds(self, theme: Theme, ink: str, ground: str) -> None:
        assert contrast(theme.palette[ink], theme.palette[ground]) >= (7 if theme.is_high else LEAST_CONTRAST)

    @pytest.mark.parametrize("ink", ["paper", "mist"])
    @pytest.mark.parametrize("sky", ["night", "dusk", "rose"])
    def test_light_text_reads_on_the_sky(self, theme: Theme, ink: str, sky: str) -> None:
        assert contrast(theme.palette[ink], theme.palette[sky]) >= (7 if theme.is_high else LEAST_CONTRAST)

    @pytest.mark.parametrize("ground", ["paper", "brass", "glow"])
    def test_ink_reads_on_light_grounds(self, theme: Theme, ground: str) -> None:
        assert contrast(theme.ink, theme.palette[ground]) >= LEAST_CONTRAST

    @pytest.mark.parametrize("suit", range(4))
    def test_suits_read_on_paper_and_paper_on_suits(self, theme: Theme, suit: int) -> None:
        assert contrast(theme.paper, theme.suits[suit]) >= LEAST_CONTRAST

    def test_seats_and_sites_bear_the_text_that_is_written_on_them(self, theme: Theme) -> None:
        for colour in (*theme.sites.values(), *theme.seats, theme.ghost):
            assert contrast(theme.text_on(colour), colour) >= LEAST_CONTRAST

    def test_every_seat_has_a_name_for_its_colour(self, theme: Theme) -> None:
        assert len(theme.seat_names) == len(theme.seats) == len({*theme.seats})


def test_a_colour_takes_as_much_ink_as_it_needs_to_be_read() -> None:
    dark, night, paper = THEME.sites["city"], THEME.night, THEME.paper
    assert (
        contrast(dark, night) < LEAST_CONTRAST <= contrast(legible(dark, night, paper), night) < contrast(paper, night)
    )
    assert legible(THEME.brass, night, paper) == THEME.brass


# -- colours that are told apart


def test_differences_are_those_of_the_published_worked_examples() -> None:
    """Sharma, Wu and Dalal 2005, table 1, lines 1, 7, 13, 17 and 21."""
    for one, other, expected in [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 0, 0), (50, -1, 2), 2.3669),
        ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ]:
        assert MEASURE.difference(one, other) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize(("palette", "least"), [("seats", 20), ("sites", 20), ("suits", 15)])
@pytest.mark.parametrize("kind", MEASURE.MEASURES)
def test_every_kind_of_eye_tells_the_distinct_colours_apart(palette: str, least: float, kind: str) -> None:
    colours = dict(MEASURE.palettes(load_theme("distinct")))[palette]
    assert MEASURE.closest(colours, MEASURE.MEASURES[kind])[0] >= (10 if kind == "grey" else least)


def test_the_page_on_accessibility_says_what_is_measured() -> None:
    page = (BUILD / "docs" / "accessibility.md").read_text(encoding="utf-8")
    for name in COLOURS:
        for palette, colours in MEASURE.palettes(load_theme(name)):
            found = (MEASURE.closest(colours, measure)[0] for measure in MEASURE.MEASURES.values())
            row = " | ".join(("", palette, *(f"{least:.1f}" for least in found), ""))
            assert row.strip() in page, f"{name}: {row}"


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
    assert contrast(*MIXED[where]) >= LEAST_CONTRAST, where
