"""Saving in real windows: a file that something else removes, and two windows at one deal."""

import sys
from pathlib import Path

import pytest

from tests.window.games.turn_player import by_mouse, choose, play_on, wait_for_turn
from tests.window.program import Start, records
from topping_out.game.progress.daily import is_counted
from topping_out.game.storage.journal import read_record

pytestmark = pytest.mark.window


@pytest.mark.skipif(sys.platform == "win32", reason="nobody deletes an open file there")
def test_a_game_whose_file_is_deleted_is_saved_whole_again_and_says_so(start: Start, home: Path) -> None:
    program = start("play", "wyoming", "--seats", "human,easy", speed="instant")
    look = play_on(program, by_mouse, turns=2)
    play = choose(look)
    (path,) = records(home)
    path.unlink()
    by_mouse(program, look, play)
    program.wait_until(lambda now: len(now.table["entries"]) > len(look.table["entries"]), "the play to be done")
    look = wait_for_turn(program)
    assert records(home) == [path]
    assert [entry.text for entry in read_record(path).entries] == look.table["entries"]
    (report,) = look["reports"]
    assert report == f"Another program changed or removed this game's file. It has been saved again, as {path.name}."


def test_in_the_second_of_two_windows_a_deal_is_played_for_practice(start: Start, home: Path) -> None:
    for program in (start(idle_life=False), start(screen=(1366, 768))):
        program.click("daily", to="DailyPage")
        program.click("wyoming")
        look = program.wait_until(lambda look: look["scenes"][-1] != "DailyPage", "the deal to be begun")
        if look["scenes"][-1] == "Notice":
            program.click("answer0", to="TurnScene")
    headers = [read_record(path).header for path in records(home)]
    assert sorted(is_counted(header) for header in headers) == [False, True]
