"""A best-of-three series, whose score is kept in the headers alone."""

import msgspec

from topping_out.game.engine import Outcome
from topping_out.game.progress import rating
from topping_out.game.record import Header, Player, Record, new_header, parse_record
from topping_out.game.registry import load

ANN, BEN, CLEO = (Player(name, colour=seat) for seat, name in enumerate(("Ann", "Ben", "Cleo")))


def header(*players: Player) -> Header:
    return new_header(load("wyoming"), players, {}, 7)


def won_by(*seats: int) -> Outcome:
    return Outcome(seats, (0, 0), "")


def test_a_single_game_belongs_to_no_series() -> None:
    alone = header(ANN, BEN)
    assert rating.wins(alone, won_by(0)) == ()
    assert rating.champion(alone, won_by(0)) is None
    assert rating.after(alone, won_by(0)) == alone


def test_two_wins_win_the_series_and_the_next_one_starts_again() -> None:
    first = rating.begun(header(ANN, BEN))
    second = rating.after(first, won_by(0))
    assert rating.wins(second) == (1, 0)
    third = rating.after(second, won_by(1))
    assert rating.wins(third) == (1, 1)
    assert rating.champion(third, None) is None
    assert rating.wins(third, won_by(1)) == (1, 2)
    assert rating.champion(third, won_by(1)) == 1
    assert rating.wins(rating.after(third, won_by(1))) == (0, 0)


def test_a_shared_win_counts_for_nobody() -> None:
    second = rating.after(rating.begun(header(ANN, BEN)), won_by(0, 1))
    assert rating.wins(second) == (0, 0)


def test_wins_follow_a_name_to_another_seat() -> None:
    second = rating.after(rating.begun(header(ANN, BEN)), won_by(0))
    moved = msgspec.structs.replace(header(BEN, CLEO, ANN), occasion=rating.occasion_for(second, (BEN, CLEO, ANN)))
    assert rating.wins(moved) == (0, 0, 1)


def test_a_record_contains_the_score_of_its_series() -> None:
    second = rating.after(rating.begun(header(ANN, BEN)), won_by(1))
    read = parse_record(Record(second).to_bytes()).header
    assert rating.wins(read) == (0, 1)
    assert rating.wins(parse_record(Record(header(ANN, BEN)).to_bytes()).header) == ()
