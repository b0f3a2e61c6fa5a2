"""Bots that take over a seat during a game: the record says who played which part."""

import pytest
from msgspec.structs import replace

from tests.game.matches import played_by_chance
from topping_out.game import registry
from topping_out.game.bots.weights import as_bot, successor, take_over
from topping_out.game.cli.games import text_lines
from topping_out.game.progress.summary import summarise
from topping_out.game.record import (
    Change,
    Occasion,
    Player,
    Record,
    RecordError,
    branch_of,
    fold,
    names_of,
    parse_record,
    seated,
)

YOU, ADA, NELL = Player("You"), Player("Ada Apex", "bot", "ada", 1), Player("Nell Nettle", "bot", "nell", 1)
EASY = Player("Cornice", "bot", "easy", 1)


def begun(name: str = "towers", entries: int = 12) -> Record:
    record = played_by_chance(name, YOU, ADA)
    return Record(record.header, record.entries[:entries])


@pytest.mark.parametrize("name", registry.names())
def test_a_takeover_continues_the_game_and_is_recorded(name: str) -> None:
    old = begun(name)
    record = take_over(old, {1: NELL}, "2026-11-22T08:00:00")
    assert fold(record) == fold(old)
    assert parse_record(record.to_bytes()) == record
    assert record.header.seats == (YOU, NELL)
    assert record.header.occasion == Occasion(branch=12, origin=old.header.started, changes=(Change(12, 1, ADA),))
    assert names_of(seated(record.header, 11)) == ["You", "Ada Apex"]
    assert names_of(seated(record.header, 12)) == ["You", "Nell Nettle"]
    text = "\n".join(text_lines(record))
    assert "Seat 2, for the first 12 steps: Ada Apex" in text
    assert summarise(record)[1].feats == ()


def test_a_change_of_seats_before_the_first_action_is_no_takeover() -> None:
    record = take_over(begun(entries=0), {1: NELL}, "later")
    assert record.header.seats == (YOU, NELL)
    assert not record.header.occasion


def test_a_branch_has_the_players_of_its_point_in_the_game() -> None:
    once = take_over(begun(), {1: NELL})
    once.entries.append(played_by_chance("towers", YOU, ADA).entries[12])
    twice = take_over(once, {1: EASY})
    assert [successor(twice.header, number) for number in (0, 1)] == [NELL, EASY]
    assert [names_of(seated(twice.header, step))[1] for step in (0, 12, 13)] == ["Ada Apex", "Nell Nettle", "Cornice"]
    assert branch_of(twice, 12).header.seats == (YOU, NELL)
    assert branch_of(twice, 5).header.seats == (YOU, ADA)
    assert branch_of(twice, 5).header.occasion == Occasion(branch=5)


@pytest.mark.parametrize("change", [Change(3, 7, ADA), Change(3, 0, YOU), Change(3, 1, Player("a\nb", "bot", "easy"))])
def test_an_invalid_change_of_seats_is_refused(change: Change) -> None:
    record = take_over(begun(), {1: NELL})
    header = replace(record.header, occasion=Occasion(branch=12, changes=(change,)))
    with pytest.raises(RecordError):
        parse_record(Record(header, record.entries).to_bytes())


def test_a_seat_gets_the_name_of_the_bot_that_takes_over() -> None:
    assert as_bot(ADA, "nell").name == "Nell Nettle"
    assert as_bot(EASY, "hard") == Player("Cornice", "bot", "hard", 1)
    assert as_bot(Player("Easy", "bot", "easy"), "hard").name == "Hard"
    assert as_bot(ADA, "hard", {"Hard"}).name == "Hard 2"
