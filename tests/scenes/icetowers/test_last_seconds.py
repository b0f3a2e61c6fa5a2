"""The last ten seconds are felt: the clock is large and red and swells, the ice cracks; in peace, in a still form."""

from dataclasses import replace

import pygame
import pytest

from tests.game.icetowers.positions import started
from topping_out.game.icetowers.rules import GAME
from topping_out.game.record import Player
from topping_out.scenes.icetowers import art
from topping_out.scenes.icetowers.colours import Colours
from topping_out.scenes.icetowers.drawing import bar, ice
from topping_out.scenes.icetowers.drawing.ice import Ice
from topping_out.scenes.icetowers.layout import Layout
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.kit.stage import Stage

PLAYERS = [Player(f"P{seat}", colour=seat) for seat in range(2)]


@pytest.fixture
def table() -> Ice:
    pygame.display.init()
    pygame.font.init()
    kit = Kit(Metrics((1280, 720)))
    view = GAME.view(started(2, timer=1), None)
    return Ice(kit, view, Layout(kit, 2), Colours(kit.theme, PLAYERS, True))


def left(table: Ice, ms: int, is_still: bool = False) -> Ice:
    """Return the table so many milliseconds before the timer rings."""
    return replace(table, view=replace(table.view, ms=table.view.rings - ms), is_still=is_still)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many cracks each drawn ground had."""
    found: list[int] = []
    picture = art.ice

    def noted(kit: Kit, cracks: int = 0) -> pygame.Surface:
        found.append(cracks)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(art, "ice", picture)
            return picture(kit, cracks)

    monkeypatch.setattr(art, "ice", noted)
    return found


def test_the_ice_cracks_second_by_second_and_stays_so_when_the_timer_has_rung(table: Ice, drawn: list[int]) -> None:
    for ms in (30_000, 10_000, 9_500, 5_000, 100):
        ice.draw_ground(stage(), left(table, ms))
    assert drawn[:2] == [0, 0]
    assert 0 < drawn[2] < drawn[3] < drawn[4] == art.CRACKS


def test_with_reduced_motion_it_is_cracked_at_once(table: Ice, drawn: list[int]) -> None:
    for ms in (10_500, 9_900, 3_000):
        ice.draw_ground(stage(), left(table, ms, is_still=True))
    assert drawn == [0, art.CRACKS, art.CRACKS]


def stage() -> Stage:
    return Stage()


def test_each_crack_is_one_more_on_the_same_ice(table: Ice) -> None:
    pictures = [pygame.image.tobytes(art.ice(table.kit, count), "RGB") for count in (0, 1, 2, art.CRACKS)]
    assert len({*pictures}) == 4
    assert pygame.image.tobytes(art.ice(table.kit), "RGB") == pictures[0], "the whole ice is as it was"


def sizes(
    table: Ice, monkeypatch: pytest.MonkeyPatch, *moments: int, is_still: bool = False
) -> list[tuple[float, object]]:
    """Return how large the clock is, and of what colour, at these moments before it rings."""
    found: list[tuple[float, object]] = []
    text = Kit.text

    def noted(kit: Kit, words: str, size: float, face: str, colour: object, fixed: bool = False) -> pygame.Surface:
        if words[:1].isdigit():
            found.append((size, colour))
        return text(kit, words, size, face, colour, fixed)  # type: ignore[arg-type]

    monkeypatch.setattr(Kit, "text", noted)
    for ms in moments:
        bar.draw_clock(stage(), left(table, ms, is_still), True, 0.0)
    monkeypatch.setattr(Kit, "text", text)
    return found


def test_the_clock_is_large_and_red_and_swells_as_each_second_begins(
    table: Ice, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual, begun, later, next_ = sizes(table, monkeypatch, 30_000, 8_999, 8_300, 7_999)
    assert usual[0] < later[0] < begun[0] == next_[0]
    assert usual[1] == table.kit.theme.ink
    assert begun[1] == later[1] == art.HURRY


def test_with_reduced_motion_it_is_large_and_red_and_still(table: Ice, monkeypatch: pytest.MonkeyPatch) -> None:
    found = sizes(table, monkeypatch, 8_999, 8_300, 7_999, is_still=True)
    assert {*found} == {(bar.LARGE, art.HURRY)}
