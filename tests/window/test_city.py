"""The city in a real window: from the title to its matches and back, killed on the way, two districts to their end."""

from pathlib import Path
from typing import Any

import pytest

from tests.window.games.icetowers_player import Ice, MousePlayer, go_to_results, play_to_the_end, start_playing
from tests.window.games.turn_player import by_mouse, play_on
from tests.window.program import Look, Program, Start
from topping_out.game.city.districts import plan
from topping_out.game.city.standing import DistrictStanding, standing_of
from topping_out.game.storage.library import SaveLibrary

pytestmark = pytest.mark.window
HANDS: dict[str, Any] = {"setups": {"icetowers": {"seats": [], "options": {}, "hands": ["mouse"]}}}
MOST = 40
"""Matches in two districts, before one would say that they are stuck."""


def standings(home: Path) -> dict[str, DistrictStanding]:
    """Return how the districts stand by the records on the disk."""
    library = SaveLibrary(home / "records" / "games")
    library.read_all()
    return {each.district.name: each for each in standing_of(plan(), library.games())}


def play_to_results(program: Program) -> Look:
    """Play the match that has begun to its end, by mouse, whatever its game is."""
    program.wait_until(lambda look: look.top in ("TurnScene", "LiveScene"), "the table")
    if program.look().top == "LiveScene":
        ice = Ice(program, 2)
        me = MousePlayer(ice, 0)
        start_playing([me])
        play_to_the_end(ice, [me])
        return go_to_results(program)
    play_on(program, by_mouse, on=_click_on)
    return program.wait_for_scene("ResultsPage")


def _click_on(program: Program) -> None:
    program.click("on")


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_the_first_two_districts_are_won_through_the_window(start: Start, home: Path) -> None:
    program = start(speed="instant", idle_life=False, **HANDS)
    program.wait_for_scene("TitlePage")
    program.click("skyline")
    for number, name in enumerate(("orchard", "brickyard")):
        for _ in range(MOST):
            program.wait_for_scene("SkylinePage")
            if standings(home)[name].won:
                break
            program.click(f"district {number}")
            program.wait_for_scene("DistrictPage")
            program.click("play")
            assert play_to_results(program)["reports"] == []
            program.click("city")
    won = standings(home)
    assert won["orchard"].won
    assert won["brickyard"].won
    assert [name for name, each in won.items() if each.is_open] == ["orchard", "brickyard", "heath", "quay"]
