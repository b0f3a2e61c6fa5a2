"""The curve of a game: its points, the chances at them, and where it turned."""

import random
from itertools import pairwise

import pytest

from tests.game.icetowers.positions import BEGAN, GAME, table
from tests.game.matches import played_by_chance
from topping_out.game import registry
from topping_out.game.bots.review.chances import by_lead, chances, has_chances
from topping_out.game.bots.review.curve import MOST, PACE, chances_at, points_of, turning_points
from topping_out.game.bots.review.timeline import Timeline
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load


@pytest.mark.parametrize("name", registry.names())
def test_a_curve_goes_from_the_start_to_the_outcome(name: str) -> None:
    timeline = Timeline(played_by_chance(name))
    points = points_of(timeline)
    assert [point.step for point in points] == sorted({point.step for point in points})
    assert (points[0].step, points[-1].step) == (0, len(timeline.steps))
    assert len(points) <= MOST + 1
    outcome = timeline.game.outcome(timeline.steps[-1].state)
    winners = outcome.winners or range(2)
    assert chances_at(timeline, points[-1]) == [(seat in winners) / len(winners) for seat in range(2)]


@pytest.mark.parametrize("name", registry.names())
def test_chances_add_up_and_are_the_same_whenever_they_are_asked_for(name: str) -> None:
    for seats in (min(load(name).seats), max(load(name).seats)):
        timeline = Timeline(played_by_chance(name, *(Player(f"P{seat}", colour=seat) for seat in range(seats))))
        middle = points_of(timeline)[len(points_of(timeline)) // 2]
        shares = chances_at(timeline, middle)
        assert len(shares) == seats
        assert sum(shares) == pytest.approx(1)
        assert all(0 <= share <= 1 for share in shares)
        assert chances_at(timeline, middle) == shares


@pytest.mark.parametrize("name", registry.names())
def test_chances_leave_the_state_as_it_was(name: str) -> None:
    timeline = Timeline(played_by_chance(name))
    state = timeline.steps[len(timeline.steps) // 2].state
    before = state.copy()
    chances(timeline.game, state, 2, random.Random(1))
    assert state == before


def test_every_turn_is_a_point_and_in_a_live_game_every_few_seconds() -> None:
    timeline = Timeline(played_by_chance("wyoming"))
    assert [point.turn for point in points_of(timeline)[:-1]] == list(dict.fromkeys(timeline.turns))
    live = Timeline(played_by_chance("icetowers"))
    times = [live.steps[point.step - 1].entry.ms for point in points_of(live)[1:-1]]
    assert all(later - earlier >= PACE for earlier, later in pairwise(times))


def test_the_chances_of_a_draw_pile_are_not_those_of_its_order() -> None:
    """What will be drawn is not known: two orders of the same cards have the same chances."""
    game = load("wyoming")
    state = game.setup(2, new_header(game, [Player("A"), Player("B")], {}, 3).options, 3)
    other = state.copy()
    other.deck = other.deck[::-1]
    one, two = (chances(game, each, 2, random.Random(4)) for each in (state, other))
    assert one == pytest.approx(two, abs=0.15)


def test_who_lies_behind_on_the_ice_has_no_chance_once_there_is_no_time_to_play() -> None:
    shares = []
    for ms in (100, 59_500):
        state = table("a3 a3 b3 | a3 a2 b2 | b3 | b2 | a2 | a1", timer=1)
        GAME.tick(state, BEGAN + ms)
        shares.append(chances(GAME, state, 2, random.Random(1))[0])
    assert shares[0] > 0.2
    assert shares[1] < 0.05


def test_who_leads_is_more_likely_to_win_and_the_more_so_the_less_may_change() -> None:
    assert by_lead([10, 4], 3)[0] > by_lead([10, 4], 9)[0] > 0.5
    assert by_lead([5, 5, 5], 2) == pytest.approx([1 / 3] * 3)


def test_the_turning_points_are_the_largest_changes_apart_from_each_other() -> None:
    ana = [0.5] * 10 + [0.8, 0.75] + [0.75] * 10 + [0.3] * 10 + [0.35] * 10 + [1.0]
    assert turning_points([[share, 1 - share] for share in ana]) == [9, 21, 41]
    assert turning_points([[0.5, 0.5]] * 30) == []
    assert turning_points([[0.5, 0.5]]) == []


def test_every_game_here_has_chances() -> None:
    assert all(has_chances(load(name)) for name in registry.names())
