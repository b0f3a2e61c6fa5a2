"""The count after a game of IceTowers, the last seconds before it, and the pace of play."""

import itertools
import math
from dataclasses import replace

import pygame
import pytest

from tests.game.icetowers.positions import started
from tests.scenes.icetowers.test_table import FRAME, count, start, until_over, wait
from tests.scenes.robot import Eye, Robot
from topping_out.game.bots.worker import live_bots
from topping_out.game.engine import Outcome
from topping_out.game.icetowers.rules import GAME
from topping_out.game.icetowers.state import PIPS_OF
from topping_out.game.live import MotorProfile
from topping_out.game.progress import rating
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.icetowers import art, counting, drawing
from topping_out.scenes.icetowers.animator import FOOT, Layout
from topping_out.scenes.icetowers.art import Colours
from topping_out.scenes.icetowers.counting import Counting, CountLayout
from topping_out.scenes.icetowers.drawing import Ice
from topping_out.scenes.icetowers.live_seats import (
    COUNTED_PLAYS,
    MIN_PACE,
    REST,
    USUAL_PLAY_TIME,
    CountPage,
    Handicap,
    PlayTimes,
    paces,
)
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.match.course import JUST_OVER
from topping_out.scenes.pages.results import ResultsPage
from topping_out.scenes.ui.layout import Rect

pytestmark = pytest.mark.usefixtures("bots_here")

# -- count


OWN = [(14, 33, 27, 8, 22, 3), (13, 12, 7), (11, 1), (10, 26, 25, 5, 4), (9, 2), (6,), (0,)]
"""Towers from the highest to single pieces, as numbers of pieces: of these, a colour's are its own by turns."""


def until(app: App, page: CountPage, ms: float) -> None:
    """Let time pass until this moment of the count."""
    while page._time < ms:
        app.manager.update(FRAME)


# -- large pyramids


def planned(kit: Kit, colours: int) -> tuple[CountLayout, dict[int, list[counting.Pile]]]:
    """Lay out the towers of colours that hold, from left to right, three to seven; the second has won."""
    own = {colour: [*OWN[: 3 + 2 * (colour % 3)]] for colour in range(colours)}
    return counting.plan(kit, own, [1]), own


def tower_place(plan: CountLayout, pile: counting.Pile, foot: tuple[float, float]) -> Rect:
    """Return the rectangle that a tower covers."""
    wide = art.WIDTHS[PIPS_OF[pile[0]]] * plan.factor
    top = foot[1] + (FOOT - counting.rises(pile)[-1] - art.HEIGHTS[PIPS_OF[pile[-1]]]) * plan.factor
    return Rect(foot[0] - wide / 2, top, wide, foot[1] + FOOT - top)


WINDOWS = [((1280, 720), 1.0), ((1920, 1080), 1.0), ((1024, 768), 1.5), ((1280, 720), 1.5), ((2560, 1080), 1.0)]


@pytest.mark.parametrize(("window", "text"), WINDOWS)
@pytest.mark.parametrize(("colours", "least"), [(2, 1.0), (3, 0.9), (4, 0.8), (5, 0.8)])
def test_counted_towers_are_large_and_hide_nothing(
    app: App, window: tuple[int, int], text: float, colours: int, least: float
) -> None:
    Robot(app).resize(window, text)
    plan, own = planned(app.context.kit, colours)
    assert plan.factor >= least
    places: list[Rect] = []
    for colour, stand in plan.stands.items():
        found = [tower_place(plan, pile, foot) for pile, foot in zip(own[colour], stand.feet, strict=True)]
        for place in found:
            assert stand.middle - stand.width / 2 <= place.x
            assert place.right <= stand.middle + stand.width / 2, "it is in the next colour's part"
            assert plan.head <= place.y
            assert place.bottom <= plan.ground
        assert colour != 1 or plan.head <= found[0].y - counting.TREE[1], "its tree covers the title"
        places += found
    assert not any(a.colliderect(b) for a, b in itertools.combinations(places, 2)), "a tower hides another"


def test_large_pyramids_are_drawn_and_not_enlarged(app: App) -> None:
    kit = app.context.kit
    small, large = (art.pyramid(kit, (20, 90, 160), 3, 0, True, factor) for factor in (1.0, 2.0))
    assert abs(large.get_width() - 2 * small.get_width()) <= 2
    enlarged = kit.tilted(small, 0, 2.0)
    assert large.get_at((large.get_width() // 4, large.get_height() * 3 // 4)).a > 200
    edges = [
        sum(0 < surface.get_at((x, 60)).a < 200 for x in range(surface.get_width())) for surface in (large, enlarged)
    ]
    assert edges[0] < edges[1], "its edges are as soft as those of an enlarged picture"


def test_a_colour_without_towers_keeps_its_place(app: App) -> None:
    plan = counting.plan(app.context.kit, {0: [], 1: OWN}, [1])
    assert plan.stands[0].feet == ()
    assert len(plan.stands[1].feet) == len(OWN)


def test_each_tower_that_was_fought_for_comes_whole_to_its_owner(app: App) -> None:
    page, _ = count(app)
    for colour, column in page.counting.columns.items():
        assert all(flight.tower.controller == colour for flight in column.flights)
        assert [*column.count.towers] == sorted((f.tower for f in column.flights), key=column.count.towers.index)
    until(app, page, page.counting.length)
    assert {*page.counting.landed(page._time)} == {*page.board.view.towers}


def test_ice_that_cracked_in_the_last_seconds_stays_cracked(app: App, drawn: list[int]) -> None:
    scene, _ = start(app, "bb")
    for reason, number in (("agreed", 0), ("timer", art.CRACKS)):
        drawn.clear()
        over = replace(scene.view, outcome=Outcome((0,), (30, 30), reason))
        Counting(over, scene.board.colours, scene.match.header, {}).draw(Stage(), app.context.kit, 0.0)
        assert drawn[0] == number


# -- the thud


def thuds(app: App) -> int:
    return [*app.context.audio.recent].count("thud")


def test_the_winners_biggest_tower_falls_last_and_shakes_the_table(app: App) -> None:
    page, _ = count(app)
    until(app, page, page.counting.fall)
    (winner,) = (column for column in page.counting.columns.values() if column.has_won)
    biggest = winner.count.towers[0]
    assert biggest.worth == max(tower.worth for tower in winner.count.towers)
    assert winner.total(page._time) == winner.count.total - biggest.worth
    assert {*page.board.view.towers} - {*page.counting.landed(page._time)} == {biggest}
    assert (thuds(app), page.board.fall) == (0, 0)
    until(app, page, page.counting.thud)
    wait(app, FRAME)
    assert (thuds(app), winner.total(page._time)) == (1, winner.count.total)
    assert page.board.fall > 0
    assert page.board.confetti.is_over, "confetti comes after the thud"
    wait(app, 2000)
    assert not page.board.confetti.is_over
    assert thuds(app) == 1


def test_the_thud_shakes_nothing_with_reduced_motion(app: App) -> None:
    app.context.settings.reduced_motion = True
    page, _ = count(app)
    for _ in range(10):
        wait(app, FRAME)
        assert page.board.fall == 0
    assert thuds(app) == 1


def test_the_count_can_be_hurried_without_losing_the_fall(app: App) -> None:
    page, _ = count(app)
    wait(app, JUST_OVER + FRAME)
    assert page._time < page.counting.fall
    for _ in range(4):
        Robot(app).do(Verb.CONFIRM)
        assert page.counting.fall <= page._time < page.counting.thud
    assert thuds(app) == 0
    wait(app, page.counting.length - page.counting.fall + 2 * FRAME)
    assert thuds(app) == 1
    Robot(app).do(Verb.CONFIRM)
    assert isinstance(app.manager.top, ResultsPage)


def test_the_biggest_towers_of_tied_winners_land_together(app: App) -> None:
    scene, _ = start(app, "bbb")
    tied = Counting(scene.view, scene.board.colours, scene.match.header, {})
    assert {column.flights[-1].lands for column in tied.columns.values()} == {tied.thud}
    assert len([*tied.tops(app.context.kit)]) == 3


# -- titles


def test_the_last_picture_and_the_results_name_what_each_player_was_best_at(app: App, eye: Eye) -> None:
    page, _ = count(app)
    titles = page.board.titles()
    assert titles, "nobody is best at anything"
    until(app, page, page.counting.length)
    eye.sizes.clear()
    app.show()
    drawn = " ".join(words for words, _ in eye.sizes)
    assert all(title in drawn for title in titles.values())
    story = " ".join(page.board.results(page.board.view).story)
    assert all(f"{page.board.name(seat)} · {title}." in story for seat, title in titles.items())


# -- a series


def test_the_count_shows_the_games_won_in_a_series(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def draw(stage: Stage, kit: Kit, plate: Rect, won: int, needed: int) -> None:
        lamps[plate.centerx] = won

    lamps: dict[float, int] = {}
    monkeypatch.setattr(counting, "draw_wins", draw)
    scene, match = start(app, "bbb")
    until_over(app, match)
    kit = app.context.kit
    counted = Counting(scene.view, scene.board.colours, rating.begun(match.header), {})
    for ms, winner in ((0.0, -1), (counted.length, match.outcome.winners[0])):
        counted.draw(Stage(), kit, ms)
        assert lamps == {counted.total_plate(kit, seat).centerx: seat == winner for seat in range(3)}


# -- last seconds


PLAYERS = [Player(f"P{seat}", colour=seat) for seat in range(2)]


@pytest.fixture
def table(kit: Kit) -> Ice:
    view = GAME.view(started(2, timer=1), None)
    return Ice(kit, view, Layout(kit, 2), Colours(kit.theme, PLAYERS, True))


def left(table: Ice, ms: int, is_still: bool = False) -> Ice:
    """Return the table this many milliseconds before the timer rings."""
    return replace(table, view=replace(table.view, ms=table.view.rings - ms), is_still=is_still)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that collects the number of cracks of each drawn ground."""
    found: list[int] = []
    picture = art.ice

    def noted(kit: Kit, cracks: int = 0) -> pygame.Surface:
        found.append(cracks)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(art, "ice", picture)
            return picture(kit, cracks)

    monkeypatch.setattr(art, "ice", noted)
    return found


def test_the_ice_cracks_more_with_each_of_the_last_seconds(table: Ice, drawn: list[int]) -> None:
    for ms in (30_000, 10_000, 9_500, 5_000, 100):
        drawing.draw_ground(Stage(), left(table, ms))
    assert drawn[:2] == [0, 0]
    assert 0 < drawn[2] < drawn[3] < drawn[4] == art.CRACKS


def test_the_ice_cracks_at_once_with_reduced_motion(table: Ice, drawn: list[int]) -> None:
    for ms in (10_500, 9_900, 3_000):
        drawing.draw_ground(Stage(), left(table, ms, is_still=True))
    assert drawn == [0, art.CRACKS, art.CRACKS]


def test_each_crack_is_added_to_the_same_ice(table: Ice) -> None:
    pictures = [pygame.image.tobytes(art.ice(table.kit, count), "RGB") for count in (0, 1, 2, art.CRACKS)]
    assert len({*pictures}) == 4
    assert pygame.image.tobytes(art.ice(table.kit), "RGB") == pictures[0], "the ice without cracks has changed"


def sizes(
    table: Ice, monkeypatch: pytest.MonkeyPatch, *moments: int, is_still: bool = False
) -> list[tuple[float, object]]:
    """Return the size and colour of the clock at these times before the timer rings, in milliseconds."""
    found: list[tuple[float, object]] = []
    text = Kit.text

    def noted(kit: Kit, words: str, size: float, face: str, colour: object, fixed: bool = False) -> pygame.Surface:
        if words[:1].isdigit():
            found.append((size, colour))
        return text(kit, words, size, face, colour, fixed)  # type: ignore[arg-type]

    monkeypatch.setattr(Kit, "text", noted)
    for ms in moments:
        drawing.draw_clock(Stage(), left(table, ms, is_still), True, 0.0)
    monkeypatch.setattr(Kit, "text", text)
    return found


def test_the_clock_is_large_and_red_and_grows_each_second(table: Ice, monkeypatch: pytest.MonkeyPatch) -> None:
    usual, begun, later, next_ = sizes(table, monkeypatch, 30_000, 8_999, 8_300, 7_999)
    assert usual[0] < later[0] < begun[0] == next_[0]
    assert usual[1] == table.kit.theme.ink
    assert begun[1] == later[1] == art.HURRY


def test_the_clock_is_large_and_red_but_still_with_reduced_motion(table: Ice, monkeypatch: pytest.MonkeyPatch) -> None:
    found = sizes(table, monkeypatch, 8_999, 8_300, 7_999, is_still=True)
    assert {*found} == {(drawing.LARGE, art.HURRY)}


# -- pace


ICETOWERS = load("icetowers")
BESIDE_BOTS = [Player("Ana"), Player("Frost", "bot", "medium", 1), Player("Rime", "bot", "hard", 2)]


def test_a_motor_profile_at_half_the_pace_takes_twice_as_long() -> None:
    profile = MotorProfile(reaction=260, hesitation=240, speed=1420, grip=130, attention=260)
    assert profile.paced(0.5) == MotorProfile(reaction=520, hesitation=480, speed=710, grip=260, attention=520)
    assert round(profile.paced(0.5).play_time / profile.play_time, 2) == 2


def test_bots_adapt_to_the_pace_of_the_players(app: App) -> None:
    match = app.context.library.start(new_header(ICETOWERS, BESIDE_BOTS, {"timer": "off"}, 1))
    bots = live_bots(match.header)
    plays = PlayTimes(match, [0])
    assert plays.interval(0) == USUAL_PLAY_TIME
    for ms in (1000, 2500, 4000, 5500, 7000, 8500):
        plays.times[0].append(ms)
    assert plays.interval(8500) == 7500 / COUNTED_PLAYS
    followed = paces("ours", bots, 1500.0)
    times = {seat: bots[seat].profile.paced(pace).play_time for seat, pace in followed.items()}
    assert all(abs(ms - 1500) < 15 for ms in times.values()), "bots of every level should be as fast as the players"
    assert plays.interval(38_500) == 37_500 / COUNTED_PLAYS, "bots should wait for a player who thinks"
    assert min(paces("ours", bots, 1e9).values()) == MIN_PACE
    assert set(paces("slow", bots, 1500.0).values()) == {0.5}


def press(seat: int, verb: Verb = Verb.PRESS) -> Intent:
    return Intent(verb, (5, 5), seat=seat)


def test_beside_keys_a_mouse_pauses_after_each_play_and_then_goes_on() -> None:
    handicap = Handicap()
    handicap.set_devices({0: "mouse", 1: "keys 1"}, True)
    assert handicap.is_on
    assert not handicap.holds(press(0), 1000)
    for seat in (0, 1):
        handicap.played(seat, 1000)
    assert not handicap.holds(press(1), 1100), "keys never pause"
    assert handicap.holds(press(0), 1100)
    assert handicap.holds(press(0, Verb.RELEASE), 1200)
    assert not handicap.holds(press(0, Verb.POINT), 1200)
    assert [*handicap.released(1000 + REST - 1)] == []
    assert [*handicap.released(1000 + REST)] == [press(0)]
    assert handicap.holds(press(0), 1000 + REST), "earlier presses are done first"
    assert [*handicap.released(1001 + REST)] == [press(0, Verb.RELEASE)]
    assert 900 < REST < 1100, "the setting's text says a second"


def test_devices_are_not_evened_out_if_equal_or_not_wanted() -> None:
    handicap = Handicap()
    for seating, is_on in (
        ({0: "mouse 1", 1: "mouse 2"}, True),
        ({0: "mouse"}, True),
        ({0: "mouse", 1: "pad 1"}, False),
    ):
        handicap.set_devices(seating, is_on)
        assert not handicap.is_on


def test_a_bots_pointer_moves_off_the_piece_it_placed(app: App) -> None:
    scene, _ = start(app, "hbb", seed=1, timer="off")
    pointers, layout = scene.bot_pointers, scene.board.layout
    placed = layout.at(*scene.driver.hand_at(1, 0))  # type: ignore[misc]
    for _ in range(30):
        places = pointers.move(0, 40)
    covered = [r for tower in scene.view.towers if (r := layout.place(tower)).collidepoint(placed)]
    assert not any(r.collidepoint(places[1]) for r in covered)
    assert math.dist(places[1], placed) > 20


@pytest.mark.parametrize("paused", [False, True])
def test_devices_are_not_evened_out_with_paused_time(app: App, paused: bool) -> None:
    scene, _ = start(app, "hh", ("mouse", "keys 1"), paused_time=paused)
    assert scene.devices.handicap.is_on is not paused
