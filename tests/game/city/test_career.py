"""A whole career: a bot in the player's seat wins the city by day and by night."""

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from topping_out.game import roster
from topping_out.game.arena.contest import Contender, play_game
from topping_out.game.city.city import StageStanding, elo_of, header_for, in_sight, plan, standing_of
from topping_out.game.language import YOU
from topping_out.game.progress.summary import summarise
from topping_out.game.record import Header, Player, Record
from topping_out.game.storage.library import Saved

PLAYER, STRONGEST = "hard", "hard"
MOST_TRIES = 60
"""A match that is lost so often cannot be won."""


def played(header: Header, number: int) -> Saved:
    """Return the game of a header, played to its end with a bot in the player's seat.

    Masters play like hard bots, which do not search: a career has a hundred games.
    """
    seats = [Player(YOU, "bot", PLAYER), *header.seats[1:]]
    contenders = [Contender(as_strong_as_can_be(player.level)) for player in seats]
    record = play_game(msgspec.structs.replace(header, seats=tuple(seats)), contenders, 10.0).record
    return as_saved(Record(header, record.entries), number)


def as_strong_as_can_be(word: str) -> str:
    if roster.level_of(word) != "master":
        return word
    return roster.at_level(roster.who_is(word), STRONGEST) if roster.who_is(word) else STRONGEST


def as_saved(record: Record, number: int) -> Saved:
    return Saved(Path(f"{number:05}.jsonl"), record.header, len(record.entries), *summarise(record))


def next_match(games: list[Saved]) -> StageStanding | None:
    """Return the first match of the street that can be played; None if all are won."""
    return next((each.next for each in in_sight(standing_of(plan(), games)) if each.next), None)


@pytest.mark.long
def test_a_bot_in_the_players_seat_wins_the_city_by_day_and_by_night() -> None:
    games: list[Saved] = []
    tries: Counter[tuple[str, str]] = Counter()
    order: list[str] = []
    while standing := next_match(games):
        place = (standing.district.name, standing.stage.name)
        tries[place] += 1
        assert tries[place] <= MOST_TRIES, place
        order.append(standing.district.name)
        number = len(games)
        elo = elo_of(games, standing.stage.game)
        header = header_for(standing, elo, number, f"2026-01-01T{number // 60:02}:{number % 60:02}:00")
        games.append(played(header, number))
    assert all(standing.won for standing in standing_of(plan(), games))
    by_night = [name.endswith("_night") for name in order]
    assert by_night == sorted(by_night)
