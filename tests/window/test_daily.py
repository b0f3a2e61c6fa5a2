"""A daily deal in a real window: from the title to its table, and back to it by keys alone."""

from pathlib import Path

import pytest

from tests.window.games.turn_player import tab_to
from tests.window.program import Start, records
from topping_out.game.progress.daily import is_counted
from topping_out.game.storage.journal import read_record

pytestmark = pytest.mark.window


def test_todays_deal_is_begun_with_the_mouse_and_gone_on_with_by_keys(start: Start, home: Path) -> None:
    program = start(idle_life=False)
    program.click("daily", to="DailyPage")
    program.click("wyoming", to="TurnScene")
    (path,) = records(home)
    assert is_counted(read_record(path).header)
    program.key("Escape", to="PausePage")
    program.click("leave", to="TitlePage")
    tab_to(program, "daily", "Return", to="DailyPage")
    tab_to(program, "wyoming", "Return")
    look = program.wait_for_scene("TurnScene")
    assert records(home) == [path]
    assert look["reports"] == []
