"""How far one has come in the city is told by the records alone, in whatever order they lie there."""

import random
from dataclasses import replace as changed

import msgspec
import pytest
from msgspec.structs import replace

from tests.game.city.careers import begun, ended, next_of, standings, win
from topping_out.game.bots.takeovers import take_over
from topping_out.game.city.districts import plan
from topping_out.game.city.matches import header_for, rivals_of
from topping_out.game.city.standing import StageStanding, standing_of
from topping_out.game.engine import Outcome
from topping_out.game.progress import series
from topping_out.game.record import Occasion, Player, Record, branch_of, parse_record
from topping_out.game.roster import level_of, who_is
from topping_out.game.storage.library import Saved

ALL = [district.name for district in plan().districts]


def won(games: list[Saved]) -> list[str]:
    return [name for name, standing in standings(games).items() if standing.won]


def opened(games: list[Saved]) -> list[str]:
    return [name for name, standing in standings(games).items() if standing.is_open]


def test_at_first_two_districts_are_open_and_nothing_is_won() -> None:
    assert opened([]) == ["orchard", "brickyard"]
    assert won([]) == []
    assert next_of([], "orchard").stage.name == "low_sky"
    assert standings([])["apex"].next is None


def test_a_match_that_is_won_lights_a_floor_and_the_next_one_comes() -> None:
    games = [ended(next_of([], "orchard"))]
    assert standings(games)["orchard"].floors == 1
    assert next_of(games, "orchard").stage.name == "four_beds"


def test_losing_costs_nothing() -> None:
    games = win([], "orchard")
    before = standings(games)
    again = [*games, *(ended(next_of(games, "brickyard"), is_won=False) for _ in range(5))]
    assert won(again) == ["orchard"]
    assert opened(again) == opened(games)
    assert next_of(again, "brickyard").stage == before["brickyard"].next.stage  # type: ignore[union-attr]


def test_the_last_match_is_the_best_of_three() -> None:
    games: list[Saved] = []
    while not next_of(games, "orchard").is_last:
        games.append(ended(next_of(games, "orchard")))
    last = next_of(games, "orchard")
    assert last.wins == ()
    games.append(ended(last))
    assert next_of(games, "orchard").wins == (1, 0)
    games.append(ended(next_of(games, "orchard"), is_won=False))
    assert next_of(games, "orchard").wins == (1, 1)
    assert won(games) == []
    games.append(ended(next_of(games, "orchard")))
    assert won(games) == ["orchard"]


def test_a_series_that_is_lost_begins_anew() -> None:
    games: list[Saved] = []
    while not next_of(games, "orchard").is_last:
        games.append(ended(next_of(games, "orchard")))
    for _ in range(2):
        games.append(ended(next_of(games, "orchard"), is_won=False))
    again = next_of(games, "orchard")
    assert again.is_last
    assert again.wins == ()
    assert series.wins(begun(again).header) == (0, 0)


def test_won_districts_open_others_until_all_are_won() -> None:
    games: list[Saved] = []
    for name in ALL:
        assert name in opened(games)
        games = win(games, name)
    assert won(games) == ALL
    assert all(standing.next is None for standing in standings(games).values())


def test_the_order_of_the_files_and_a_game_that_lies_there_twice_change_nothing() -> None:
    games = win([], "orchard", "brickyard", "heath")
    games = [*games, ended(next_of(games, "quay")), ended(next_of(games, "quay"), is_won=False)]
    whole = [(name, standing.floors, standing.is_open) for name, standing in standings(games).items()]
    for seed in range(5):
        mixed = [*games, *random.Random(seed).sample(games, 6)]
        random.Random(seed).shuffle(mixed)
        assert [(name, each.floors, each.is_open) for name, each in standings(mixed).items()] == whole


def test_a_deleted_record_takes_only_what_it_had_won() -> None:
    games = win([], "orchard", "brickyard")
    without = [game for game in games if game.header.occasion and game.header.occasion.stage != "cartwheel"]
    assert won(without) == ["orchard", "brickyard"]
    assert standings(without)["brickyard"].floors == 3


def test_what_was_begun_once_stays_open_though_a_district_before_it_is_gone() -> None:
    games = win([], "orchard")
    games = [*games, ended(next_of(games, "heath"))]
    rest = [game for game in games if game.header.occasion and game.header.occasion.district == "heath"]
    assert "heath" in opened(rest)


def test_an_unfinished_match_is_under_way() -> None:
    started = begun(next_of([], "orchard"))
    assert next_of([started], "orchard").under_way is started
    assert standings([started])["orchard"].floors == 0


# -- what a match asks for


def stage(name: str) -> StageStanding:
    found = (each for standing in standings([]).values() for each in standing.stages if each.stage.name == name)
    return next(found)


@pytest.mark.parametrize(
    ("name", "winners", "points", "goals", "is_won"),
    [
        ("low_sky", (0,), 8, (), True),
        ("low_sky", (1,), 8, (), False),
        ("low_sky", (0, 1), 8, (), True),
        ("first_frost", (1,), 18, (), True),
        ("first_frost", (0,), 17, (), False),
        ("heart_of_oak", (0,), 8, ("with_hearts",), True),
        ("heart_of_oak", (0,), 8, ("with_clubs",), False),
        ("heart_of_oak", (1,), 8, ("with_hearts",), False),
        ("tall_cargo", (1,), 8, ("spires",), True),
        ("tall_cargo", (0,), 8, (), False),
    ],
)
def test_a_match_is_won_by_what_it_asks_for(
    name: str, winners: tuple[int, ...], points: int, goals: tuple[str, ...], is_won: bool
) -> None:
    game = ended(stage(name), is_won=False)
    goal = ended(stage(name)).summary.goals
    summary = msgspec.structs.replace(game.summary, goals=tuple(replace(each, feat=g) for each in goal for g in goals))
    game = changed(game, outcome=Outcome(winners, (points, 9), ""), summary=summary)
    standing = {each.district.name: each for each in standing_of(plan(), [game])}[stage(name).district.name]
    assert (standing.floors == 1) is is_won


# -- which games count


def test_a_game_gone_on_with_from_a_match_counts_for_nothing() -> None:
    game = ended(next_of([], "orchard"))
    branch = branch_of(Record(game.header), 0).header
    assert not (branch.occasion and branch.occasion.district)
    counted = replace(game.header, occasion=replace(game.header.occasion, branch=3))  # type: ignore[type-var]
    assert standings([changed(game, header=counted)])["orchard"].floors == 0


def test_with_another_opponent_it_is_no_match_of_the_city_any_more() -> None:
    header = begun(next_of([], "orchard")).header
    after = take_over(Record(header), {1: Player("Easy", "bot", "easy", 1)}).header
    assert after.occasion
    assert (after.occasion.district, after.occasion.stage) == ("", "")


def test_a_record_keeps_its_match() -> None:
    header = begun(next_of([], "orchard")).header
    assert parse_record(Record(header).to_bytes()).header == header
    assert header.occasion == Occasion(district="orchard", stage="low_sky")


def test_a_match_that_nobody_knows_any_more_does_no_harm() -> None:
    game = ended(next_of([], "orchard"))
    gone = replace(game.header, occasion=Occasion(district="atlantis", stage="low_sky"))
    other = replace(game.header, occasion=Occasion(district="orchard", stage="no_such"))
    assert won([changed(game, header=gone), changed(game, header=other)]) == []


# -- who plays


@pytest.mark.parametrize(
    ("elo", "least", "most"), [(550, "gentle", "gentle"), (1000, "medium", "hard"), (1320, "master", "master")]
)
def test_the_last_match_is_as_hard_for_a_beginner_as_for_a_master(elo: float, least: str, most: str) -> None:
    levels = ("gentle", "easy", "medium", "hard", "master")
    (rival,) = rivals_of(stage("ada"), elo)
    assert who_is(rival) == "ada"
    assert levels.index(least) <= levels.index(level_of(rival)) <= levels.index(most)


def test_the_rivals_are_the_characters_each_in_the_colour_of_the_seat() -> None:
    header = header_for(stage("board_meeting"), 1000, 7, "2026-11-22T12:00:00")
    assert [player.name for player in header.seats] == ["You", "Ada Apex", "Amos Anchor", "Zora Zenith"]
    assert [player.colour for player in header.seats] == [0, 1, 2, 3]


def test_within_a_series_the_rival_stays_as_strong() -> None:
    games: list[Saved] = []
    while not next_of(games, "orchard").is_last:
        games.append(ended(next_of(games, "orchard")))
    games.append(ended(next_of(games, "orchard"), elo=600))
    assert begun(next_of(games, "orchard"), elo=1400).header.seats == games[-1].header.seats
