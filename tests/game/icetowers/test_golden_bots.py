"""The golden game of IceTowers, with the ghost and two bots: they play it again, and it has all that can happen.

`TOPPING_OUT_RERECORD=1` plays it anew and writes the record; look at what changed before keeping it.
"""

import os
from pathlib import Path

from tests.game.live.live_games import play_as
from topping_out.game.icetowers.events import Event, Why
from topping_out.game.match import replay
from topping_out.game.record import Record
from topping_out.game.storage.journal import read_record

HERE = Path(__file__).parent
RERECORD = bool(os.environ.get("TOPPING_OUT_RERECORD"))
BOTS = {0: "pips", 1: "one-turn"}
HANDS = {0: "pips", 1: "pips"}
"""Of the gauntlet: these never change."""


def golden() -> Record:
    return read_record(HERE / "golden.jsonl")


def test_the_same_bots_and_hands_play_the_golden_game_again_to_the_bit() -> None:
    again = play_as(golden().header, BOTS, HANDS).record
    if RERECORD:
        (HERE / "golden.jsonl").write_bytes(again.to_bytes())
    assert again.to_bytes() == (HERE / "golden.jsonl").read_bytes()


def test_the_golden_game_has_nearly_every_kind_of_event_and_of_referees_play() -> None:
    events: list[Event] = [event for _, _, log, _ in replay(golden()) for event in log]
    assert len({type(event) for event in events}) == 13
    assert {getattr(event, "why", Why.CHOICE) for event in events} == {Why.CHOICE, Why.STALL, Why.TIMER}
