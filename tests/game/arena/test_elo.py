"""What results are worth: Elo, its interval, and the test that stops a contest once it is decided."""

import random
from math import inf, isinf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topping_out.game.arena.elo import Sprt, elo_interval, elo_of, even_share, mean_and_error, share_of


def test_known_elo_numbers_of_two_seats() -> None:
    assert share_of(0) == 0.5
    assert share_of(400) == pytest.approx(10 / 11)
    assert elo_of(0.75) == pytest.approx(190.85, abs=0.01)
    assert elo_of(0.25) == pytest.approx(-190.85, abs=0.01)


def test_who_wins_its_share_among_many_is_even_with_them() -> None:
    assert elo_of(1 / 4, seats=4) == pytest.approx(0)
    assert share_of(0, seats=5) == pytest.approx(1 / 5)
    assert elo_of(0.5, seats=3) == pytest.approx(120.41, abs=0.01), "twice as strong as each of two others"


def test_a_share_among_many_is_told_as_that_from_one_of_them_alone() -> None:
    assert even_share(0.7, seats=2) == pytest.approx(0.7)
    assert even_share(1 / 3, seats=3) == pytest.approx(0.5)
    assert even_share(0.5, seats=4) == pytest.approx(0.5 / (0.5 + 0.5 / 3))
    assert [even_share(share, seats=5) for share in (0.0, 1.0)] == [0.0, 1.0]


def test_who_wins_all_or_nothing_has_no_finite_elo() -> None:
    assert (elo_of(1.0), elo_of(0.0)) == (inf, -inf)


@given(st.floats(-1500, 1500), st.integers(2, 5))
def test_elo_and_share_undo_each_other(elo: float, seats: int) -> None:
    assert elo_of(share_of(elo, seats), seats) == pytest.approx(elo, abs=1e-3)


def test_the_standard_error_is_that_of_the_mean() -> None:
    assert mean_and_error([1.0, 2.0, 3.0, 4.0]) == (2.5, pytest.approx(0.6455, abs=1e-4))
    assert mean_and_error([7.0]) == (7.0, inf)


def results(luck: random.Random, elo: float, pairs: int) -> list[float]:
    """Draw the shares of pairs of two games each between contenders of that difference, a tenth of them drawn."""
    win = share_of(elo) - 0.05

    def game() -> float:
        roll = luck.random()
        return 1.0 if roll < win else 0.5 if roll < win + 0.1 else 0.0

    return [(game() + game()) / 2 for _ in range(pairs)]


@pytest.mark.parametrize("elo", [0, 80])
def test_the_interval_holds_the_true_elo_in_about_19_of_20_contests(elo: float) -> None:
    luck, held = random.Random(3), 0
    for _ in range(1000):
        low, high = elo_interval(results(luck, elo, 100))
        held += low <= elo <= high
    assert 930 <= held <= 980


def test_the_interval_shrinks_with_the_number_of_pairs() -> None:
    luck = random.Random(5)
    few, many = (elo_interval(results(luck, 0, pairs)) for pairs in (100, 1600))
    assert (few[1] - few[0]) / (many[1] - many[0]) == pytest.approx(4, rel=0.15)


def test_a_few_wins_in_a_row_make_no_certainty() -> None:
    low, high = elo_interval([1.0, 1.0])
    assert low < 0
    assert isinf(high)
    low, _ = elo_interval([1.0] * 50)
    assert 100 < low < 1000


def length_and_verdict(sprt: Sprt, luck: random.Random, elo: float) -> tuple[int, float | None]:
    found: list[float] = []
    while sprt.verdict(found) is None and len(found) < 4000:
        found += results(luck, elo, 5)
    return len(found), sprt.verdict(found)


@pytest.mark.parametrize(("elo", "right"), [(0, 0), (40, 40)])
def test_the_test_is_wrong_about_once_in_twenty_times(elo: float, right: float) -> None:
    luck = random.Random(11)
    verdicts = [length_and_verdict(Sprt(0, 40), luck, elo)[1] for _ in range(200)]
    assert all(verdict is not None for verdict in verdicts)
    assert sum(verdict != right for verdict in verdicts) <= 20


def test_clear_cases_are_decided_sooner() -> None:
    luck, sprt = random.Random(2), Sprt(0, 40)
    close, clear = (sum(length_and_verdict(sprt, luck, elo)[0] for _ in range(20)) for elo in (20, 200))
    assert clear < close / 3


def test_nothing_is_decided_before_the_first_pairs() -> None:
    assert Sprt(0, 10).ratio([]) == 0
    assert Sprt(0, 10).verdict([1.0]) is None


def test_the_ratio_speaks_for_the_nearer_elo() -> None:
    even, strong = [0.5, 0.25, 0.75] * 20, [0.75, 1.0, 0.5] * 20
    assert Sprt(0, 50).ratio(even) < 0 < Sprt(0, 50).ratio(strong)
    some = [0.4, 0.5] * 20
    assert Sprt(0, 50).ratio(some) < 0 < Sprt(0, 50).ratio(some, seats=4), "among four it is far more than its share"
