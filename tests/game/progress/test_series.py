"""A series: whoever is the first to win two games of three wins it; the headers alone know how it stands."""

import msgspec

from topping_out.game.engine import Outcome
from topping_out.game.progress import series
from topping_out.game.record import Header, Player, Record, new_header, parse_record
from topping_out.game.registry import load

ANN, BEN, CLEO = (Player(name, colour=seat) for seat, name in enumerate(("Ann", "Ben", "Cleo")))


def header(*players: Player) -> Header:
    return new_header(load("wyoming"), players, {}, 7)


def won_by(*seats: int) -> Outcome:
    return Outcome(seats, (0, 0), "")


def test_a_game_by_itself_counts_for_no_series() -> None:
    alone = header(ANN, BEN)
    assert series.wins(alone, won_by(0)) == ()
    assert series.champion(alone, won_by(0)) is None
    assert series.after(alone, won_by(0)) == alone


def test_two_games_won_win_the_series_and_the_next_one_begins_afresh() -> None:
    first = series.begun(header(ANN, BEN))
    second = series.after(first, won_by(0))
    assert series.wins(second) == (1, 0)
    third = series.after(second, won_by(1))
    assert series.wins(third) == (1, 1)
    assert series.champion(third, None) is None
    assert series.wins(third, won_by(1)) == (1, 2)
    assert series.champion(third, won_by(1)) == 1
    assert series.wins(series.after(third, won_by(1))) == (0, 0)


def test_a_shared_win_counts_for_nobody() -> None:
    second = series.after(series.begun(header(ANN, BEN)), won_by(0, 1))
    assert series.wins(second) == (0, 0)


def test_games_won_go_with_the_name_to_another_seat() -> None:
    second = series.after(series.begun(header(ANN, BEN)), won_by(0))
    moved = msgspec.structs.replace(header(BEN, CLEO, ANN), occasion=series.occasion_for(second, (BEN, CLEO, ANN)))
    assert series.wins(moved) == (0, 0, 1)


def test_a_record_keeps_how_its_series_stood() -> None:
    second = series.after(series.begun(header(ANN, BEN)), won_by(1))
    read = parse_record(Record(second).to_bytes()).header
    assert series.wins(read) == (0, 1)
    assert series.wins(parse_record(Record(header(ANN, BEN)).to_bytes()).header) == ()
