"""A record as text and as JSON: complete, readable, and enough to check the rules with."""

import json
import random
from itertools import chain
from typing import Any

import pytest
from msgspec.structs import replace

from tests.game.matches import play_on
from topping_out.game.arena.external.wire import tagged
from topping_out.game.cli.transcript import json_lines, text_lines
from topping_out.game.match import Match
from topping_out.game.record import Entry, Header, Player, Record, RecordError, fold, new_header, start_state
from topping_out.game.registry import load
from topping_out.game.text import printable

WYOMING = load("wyoming")


def header(name: str = "Ana") -> Header:
    players = (Player(name), Player("Ben", "bot", "hard", 1))
    return new_header(WYOMING, players, {"first": 0, "tidal": True}, 7, "2026-11-21T12:03:01")


@pytest.fixture(scope="module")
def record() -> Record:
    """A whole game of random plays, a second apart."""
    match, rng = Match.new(header()), random.Random(7)
    while not match.outcome:
        (seat,) = match.actors
        match.act(seat, rng.choice(WYOMING.actions(match.state, seat)), match.ms + 1000)
    return match.record


@pytest.fixture(scope="module")
def objects(record: Record) -> list[dict[str, Any]]:
    return [json.loads(line) for line in json_lines(record)]


# -- JSON


def action_data(text: str) -> Any:
    return json.loads(json.dumps(tagged(WYOMING.parse(text))))


def test_the_first_line_is_the_header_and_the_first_state(objects: list[dict[str, Any]], record: Record) -> None:
    assert objects[0]["header"]["seed"] == 7
    assert objects[0]["header"]["seats"][1] == {"name": "Ben", "kind": "bot", "level": "hard", "colour": 1}
    assert objects[0]["state"] == WYOMING.dump(start_state(record.header))


def test_there_is_a_line_for_each_action(objects: list[dict[str, Any]], record: Record) -> None:
    lines = objects[1:]
    assert [line["number"] for line in lines] == list(range(1, len(record.entries) + 1))
    assert [(line["ms"], line["seat"], line["action"]) for line in lines] == [
        (entry.ms, entry.seat, action_data(entry.text)) for entry in record.entries
    ]


def test_each_line_has_the_full_state_after_the_action(objects: list[dict[str, Any]], record: Record) -> None:
    for number in (1, 2, len(record.entries)):
        assert objects[number]["state"] == json.loads(json.dumps(WYOMING.dump(fold(record, number))))


def test_nothing_is_hidden_in_a_transcript(objects: list[dict[str, Any]]) -> None:
    for line in objects:
        state = line["state"]
        towers = chain.from_iterable(state["towers"])
        cards = chain(*state["hands"], *towers, state["draw_pile"], state["discards"])
        assert sorted(cards) == list(range(100))


def test_events_say_what_they_are(objects: list[dict[str, Any]]) -> None:
    events = [event for line in objects[1:] for event in line["events"]]
    drew = next(event for event in events if event["type"] == "Drew")
    assert set(drew) == {"type", "seat", "cards"}
    assert all(0 <= card < 100 for card in drew["cards"])
    assert events[-1]["type"] == "Ended"
    assert set(events[-1]["outcome"]) == {"winners", "scores", "reason"}


def test_an_undone_action_is_not_in_it() -> None:
    match = Match.new(header())
    match.act(0, WYOMING.actions(match.state, 0)[0])
    match.undo()
    match.act(0, WYOMING.actions(match.state, 0)[1])
    lines = [json.loads(line) for line in json_lines(match.record)]
    assert [line["action"] for line in lines[1:]] == [action_data(match.record.entries[-1].text)]


def test_a_record_that_does_not_fit_gives_no_line_at_all() -> None:
    wrong = Record(header(), [Entry(0, 0, "construct 7S @0.0"), Entry(0, 0, "construct 7S @0.0")])
    with pytest.raises(RecordError, match="does not fit"):
        next(json_lines(wrong))
    with pytest.raises(RecordError, match="does not fit"):
        text_lines(wrong)


# -- text


def test_the_text_begins_with_who_played_what(record: Record) -> None:
    lines = text_lines(record)
    assert lines[0] == "Towers of Wyoming (rules version 1), seed 7"
    assert lines[1] == "Started 2026-11-21T12:03:01"
    assert lines[2:4] == ["Seat 1: Ana (human)", "Seat 2: Ben (bot, Hard)"]
    assert "Tidal Influences: on" in lines
    assert "First seat: Seat 1" in lines


def test_the_text_has_a_line_for_each_action_in_the_games_words(record: Record) -> None:
    lines = text_lines(record)
    actions = lines[lines.index("") + 1 :]
    assert len(actions) == len(record.entries)
    assert actions[0].startswith("   1   0:01  Ana constructs ")
    assert actions[0].endswith(".")
    assert "Ben draws" in " ".join(actions)
    assert "win" in actions[-1]


def test_an_action_of_which_no_event_tells_is_told_in_the_games_words() -> None:
    players = [Player("Ana"), Player("Ben"), Player("Cem")]
    match = play_on(Match.new(new_header(load("towers"), players, {}, 2)), which=-1)
    told = [line for line in text_lines(match.record) if line.endswith((" ends the turn.", ": end."))]
    assert told, "there is a turn without a draw"
    assert all(line.endswith(" ends the turn.") for line in told)


def test_an_unfinished_game_says_who_is_to_act() -> None:
    match = Match.new(header())
    assert text_lines(match.record)[-1] == "Not finished. To act: Ana."
    match.act(0, WYOMING.actions(match.state, 0)[0])
    lines = text_lines(match.record)
    assert lines[-1] == "Not finished. To act: Ben."
    assert lines[-3].startswith("   1  Ana constructs "), "no clock where no time was written down"


def test_a_name_cannot_steer_the_terminal() -> None:
    """No file with such a name is read; a record that was never in a file is told harmlessly all the same."""
    plain = header()
    steering = replace(plain, seats=(replace(plain.seats[0], name="A\x1b[2Jna\n"), plain.seats[1]))
    lines = text_lines(Record(steering))
    assert "Seat 1: A?[2Jna? (human)" in lines
    assert printable("Zoë 🏗 Ćwik") == "Zoë 🏗 Ćwik"
