"""The count after a game: towers as large as there is room for, and the winner's last ten, which lands with a thud."""

from dataclasses import replace
from itertools import pairwise

import pytest

from tests.scenes.icetowers.test_table import FRAME, start, until_counting, until_over, wait
from tests.scenes.icetowers.test_table import bots_here as bots_here
from tests.scenes.robot import Robot
from topping_out.game.engine import Outcome
from topping_out.game.icetowers.pieces import PIPS_OF
from topping_out.game.progress import series
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.icetowers import art
from topping_out.scenes.icetowers.drawing import piles, restack
from topping_out.scenes.icetowers.drawing.piles import PileLayout
from topping_out.scenes.icetowers.drawing.restack import Restack
from topping_out.scenes.icetowers.layout import FOOT
from topping_out.scenes.icetowers.live.count import CountPage
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.match.course.ending import JUST_OVER
from topping_out.scenes.pages.results.page import ResultsPage
from topping_out.scenes.ui.widgets import Rect

TENS = [(14, 13, 9, 8), (12, 11, 4, 3, 2, 1), (9, 8, 7, 6, 5), (14, 13, 12, 0)]
REST = (10, 9)


def count(app: App, seats: str = "bbb", **options: object) -> CountPage:
    _, match = start(app, seats, **options)
    until_over(app, match)
    return until_counting(app)


def until(app: App, page: CountPage, ms: float) -> None:
    """Let the count come to a moment."""
    while page._time < ms:
        app.manager.update(FRAME)


# -- large


def planned(kit: Kit, colours: int) -> tuple[PileLayout, dict[int, list[piles.Pile]]]:
    """Lay out a game in which the colours hold, from the left, two to four tens, and a rest."""
    own = {colour: [*TENS[: 2 + colour % 3], REST] for colour in range(colours)}
    return piles.plan(kit, own), own


WINDOWS = [((1280, 720), 1.0), ((1920, 1080), 1.0), ((1024, 768), 1.5), ((1280, 720), 1.5), ((2560, 1080), 1.0)]


@pytest.mark.parametrize(("window", "text"), WINDOWS)
@pytest.mark.parametrize(("colours", "least"), [(2, 2.0), (3, 1.6), (4, 1.4), (5, 1.3)])
def test_the_towers_of_tens_are_large_and_inside_the_window(
    app: App, window: tuple[int, int], text: float, colours: int, least: float
) -> None:
    Robot(app).resize(window, text)
    kit = app.context.kit
    plan, own = planned(kit, colours)
    assert plan.factor >= least
    for colour, stand in plan.stands.items():
        for pile, (x, y) in zip(own[colour], stand.feet):
            half = art.WIDTHS[PIPS_OF[pile[0]]] * plan.factor / 2
            assert stand.middle - stand.width / 2 <= x - half
            assert x + half <= stand.middle + stand.width / 2, "in the next colour's part"
            top = y + (FOOT - piles.rises(pile)[-1] - art.HEIGHTS[PIPS_OF[pile[-1]]]) * plan.factor
            assert plan.head <= top - piles.TREE[1], "over the title, with the tree"
            assert y <= plan.foot < plan.ground
        assert all(other[0] > one[0] for one, other in pairwise(stand.feet))


def test_large_pyramids_are_drawn_large_and_not_blown_up(app: App) -> None:
    kit = app.context.kit
    small, large = (art.pyramid(kit, (20, 90, 160), 3, 0, True, factor) for factor in (1.0, 2.0))
    assert abs(large.get_width() - 2 * small.get_width()) <= 2
    blown = kit.tilted(small, 0, 2.0)
    assert large.get_at((large.get_width() // 4, large.get_height() * 3 // 4)).a > 200
    edges = [sum(0 < surface.get_at((x, 60)).a < 200 for x in range(surface.get_width())) for surface in (large, blown)]
    assert edges[0] < edges[1], "its edges are no softer than the window's pixels make them"


def test_colours_without_a_pile_have_their_place(app: App) -> None:
    plan = piles.plan(app.context.kit, {0: [], 1: TENS})
    assert plan.stands[0].feet == ()
    assert len(plan.stands[1].feet) == len(TENS)


def test_ice_that_cracked_in_the_last_seconds_stays_cracked(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    cracks: list[int] = []
    ice = art.ice
    monkeypatch.setattr(art, "ice", lambda kit, number=0: cracks.append(number) or ice(kit, number))
    scene, _ = start(app, "bb")
    for reason, number in (("agreed", 0), ("timer", art.CRACKS)):
        cracks.clear()
        over = replace(scene.view, outcome=Outcome((0,), (30, 30), reason))
        Restack(over, scene.board.colours, scene.match.header).draw(Stage(), app.context.kit, 0.0)
        assert cracks[0] == number


# -- the thud


def thuds(app: App) -> int:
    return [*app.context.audio.recent].count("thud")


def test_the_winners_last_ten_falls_last_of_all_and_lands_with_a_thud_and_a_jolt(app: App) -> None:
    page = count(app)
    until(app, page, page.restack.fall)
    (winner,) = (column for column in page.restack.columns.values() if column.has_won)
    assert winner.last_ten is not None
    waiting = {flight.piece for flight in winner.of(winner.last_ten)}
    assert sum(PIPS_OF[piece] for piece in waiting) == 10
    assert winner.total(page._time) == winner.count.total - 10
    assert len(page.restack.landed(page._time)) == 45 - len(waiting)
    assert (thuds(app), page.board.fall) == (0, 0)
    until(app, page, page.restack.thud)
    wait(app, FRAME)
    assert (thuds(app), winner.total(page._time)) == (1, winner.count.total)
    assert page.board.fall > 0
    assert page.board.confetti.is_over, "that comes after the thud"
    wait(app, 2000)
    assert not page.board.confetti.is_over
    assert thuds(app) == 1


def test_with_reduced_motion_the_thud_is_heard_and_nothing_jolts(app: App) -> None:
    app.context.settings.reduced_motion = True
    page = count(app)
    for _ in range(10):
        wait(app, FRAME)
        assert page.board.fall == 0
    assert thuds(app) == 1


def test_the_count_can_be_hurried_and_the_fall_is_not_lost(app: App) -> None:
    page = count(app)
    wait(app, JUST_OVER + FRAME)
    assert page._time < page.restack.fall
    for _ in range(4):
        Robot(app).do(Verb.CONFIRM)
        assert page.restack.fall <= page._time < page.restack.thud
    assert thuds(app) == 0
    wait(app, page.restack.length - page.restack.fall + 2 * FRAME)
    assert thuds(app) == 1
    Robot(app).do(Verb.CONFIRM)
    assert isinstance(app.manager.top, ResultsPage)


def test_the_last_tens_of_a_tie_land_together(app: App) -> None:
    scene, _ = start(app, "bbb")
    tied = Restack(scene.view, scene.board.colours, scene.match.header)
    assert {column.flights[-1].lands for column in tied.columns.values()} == {tied.thud}
    assert len([*tied.last_tens(app.context.kit)]) == 3


# -- a series


def test_the_games_won_of_a_series_stand_at_the_sums_this_one_once_it_is_counted(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    def draw(stage: Stage, kit: Kit, plate: Rect, won: int, needed: int) -> None:
        lamps[plate.centerx] = won

    lamps: dict[float, int] = {}
    monkeypatch.setattr(restack, "draw_wins", draw)
    scene, match = start(app, "bbb")
    until_over(app, match)
    assert match.outcome
    kit, counted = app.context.kit, Restack(scene.view, scene.board.colours, series.begun(match.header))
    for ms, winner in ((0.0, -1), (counted.length, match.outcome.winners[0])):
        counted.draw(Stage(), kit, ms)
        assert lamps == {counted.total_plate(kit, seat).centerx: seat == winner for seat in range(3)}
