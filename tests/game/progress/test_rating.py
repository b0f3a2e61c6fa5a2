"""A player's rating is computed from games against bots of known strength."""

import random

import msgspec
import pytest

from topping_out.game import registry, roster
from topping_out.game.engine import Outcome
from topping_out.game.progress import rating
from topping_out.game.progress.rating import (
    START,
    VAGUE,
    Rating,
    after_game,
    bots_of,
    is_rated,
    limit_words,
    nearest_bot,
)
from topping_out.game.record import Header, Occasion, Player, Record, new_header, parse_record
from topping_out.game.registry import load

YOU, ANA = Player("You"), Player("Ana", colour=1)
KNOWN = {"gentle": 600.0, "easy": 800.0, "medium": 1000.0, "hard": 1200.0, "master": 1400.0, "nell": 1010.0}


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rating, "bots_of", lambda game: KNOWN)


def bot(level: str) -> Player:
    return Player(f"Bot {level}", "bot", level, 2)


def header(*players: Player, occasion: Occasion | msgspec.UnsetType = msgspec.UNSET) -> Header:
    return msgspec.structs.replace(new_header(load("wyoming"), players, {}, 1), occasion=occasion)


def played(strength: float, games: int, seed: int) -> Rating:
    """Return the rating of a player of this strength after `games` games against bots of all levels."""
    luck, known = random.Random(seed), Rating()
    for _ in range(games):
        rival = luck.choice((600.0, 800.0, 1000.0, 1200.0, 1400.0))
        wins = luck.random() < 1 / (1 + 10 ** ((rival - strength) / 400))
        known = known.after([], [], [rival]) if wins else known.after([rival])
    return known


def test_win_and_loss_against_an_equal_change_the_rating_equally() -> None:
    won, lost = Rating().after([], [], [START]), Rating().after([START])
    assert won.elo > START
    assert won.elo - START == pytest.approx(START - lost.elo)


def test_a_known_sequence_gives_a_known_rating() -> None:
    # 1 / (1 / (300² + 5²) + q² / 4) is the variance after a game against an equal, q being ln 10 / 400.
    first = Rating().after([], [], [START])
    assert first.spread == pytest.approx(227.08, abs=0.01)
    assert first.elo == pytest.approx(800 + 227.08**2 * 0.0057565 / 2, abs=0.1)
    assert first.games == 1


def test_beating_a_stronger_bot_raises_the_rating_more() -> None:
    assert Rating().after([], [], [1200]).elo > Rating().after([], [], [1000]).elo > Rating().after([], [], [400]).elo


def test_a_draw_with_an_equal_changes_only_the_uncertainty() -> None:
    drawn = Rating().after([], [START], [])
    assert drawn.elo == pytest.approx(START)
    assert drawn.spread < Rating().spread


@pytest.mark.parametrize("strength", [600, 1000, 1300])
def test_the_rating_converges_to_the_true_strength(strength: float) -> None:
    few, many = ([played(strength, games, seed) for seed in range(40)] for games in (10, 200))
    assert sum(known.elo for known in many) / 40 == pytest.approx(strength, abs=25)
    assert max(known.margin for known in many) < min(known.margin for known in few) < Rating().margin
    assert sum(abs(known.elo - strength) <= known.margin for known in many) >= 35


def test_all_places_count_in_a_game_of_many_seats() -> None:
    table = header(YOU, bot("medium"), bot("medium"), bot("medium"))
    ratings = [
        after_game(Rating(1000), table, 0, Outcome(winners, scores, "tower")).elo
        for winners, scores in (((0,), (9, 5, 4, 3)), ((1,), (6, 9, 4, 3)), ((1,), (4, 9, 6, 3)), ((1,), (3, 9, 5, 4)))
    ]
    assert ratings == sorted(ratings, reverse=True)
    assert ratings[0] > 1000 > ratings[-1]


def test_winning_against_three_raises_the_rating_more_than_against_one() -> None:
    alone = after_game(Rating(), header(YOU, bot("easy")), 0, Outcome((0,), (9, 5), "tower"))
    table = header(YOU, bot("easy"), bot("easy"), bot("easy"))
    assert after_game(Rating(), table, 0, Outcome((0,), (9, 5, 4, 4), "tower")).elo > alone.elo


def test_other_humans_do_not_affect_the_rating() -> None:
    two = after_game(Rating(), header(YOU, bot("easy")), 0, Outcome((1,), (5, 9), "tower"))
    three = after_game(Rating(), header(YOU, ANA, bot("easy")), 0, Outcome((2,), (5, 7, 9), "tower"))
    assert two == three


def test_games_without_bots_or_with_known_cards_are_not_rated() -> None:
    assert is_rated(header(YOU, bot("easy")))
    assert not is_rated(header(YOU, ANA))
    assert not is_rated(header(YOU, bot("random")))
    assert not is_rated(header(YOU, bot("easy"), occasion=Occasion(branch=3)))
    assert is_rated(header(YOU, bot("easy"), occasion=Occasion(day="2026-11-22", is_counted=True)))
    assert not is_rated(header(YOU, bot("easy"), occasion=Occasion(day="2026-11-22")))


def test_the_nearest_bot_is_found_among_those_offered() -> None:
    assert nearest_bot("wyoming", 1015, KNOWN) == "nell"
    assert nearest_bot("wyoming", 1015, ["easy", "medium", "random"]) == "medium"
    assert nearest_bot("wyoming", 1015, ["random"]) is None


@pytest.mark.parametrize("name", registry.names())
def test_each_of_our_games_has_the_ratings_of_its_bots(name: str) -> None:
    known = bots_of(name)
    assert known.keys() == {*roster.names()}
    assert known["medium"] == 1000
    levels = [known[level] for level in roster.LEVELS]
    assert levels == sorted(levels)


# -- series


ANN, BEN, CLEO = (Player(name, colour=seat) for seat, name in enumerate(("Ann", "Ben", "Cleo")))


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


@pytest.mark.parametrize(("elo", "spread", "words"), [
    (1000.0, 152.5, "still uncertain"),
    (1450.0, 100.0, "above the strongest bot"),
    (550.0, 100.0, "below the weakest bot"),
    (1000.0, 100.0, ""),
])  # fmt: skip
def test_a_rating_says_what_it_means_where_it_says_little(elo: float, spread: float, words: str) -> None:
    known = Rating(elo, spread, 5)
    assert round(known.margin) == 299 or known.margin < VAGUE
    text = limit_words("wyoming", known)
    assert words in text
    assert bool(text) == bool(words)
