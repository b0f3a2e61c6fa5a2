"""Press to join in a real window: a couch sits down at IceTowers by hitting keys and the mouse."""

from pathlib import Path

import pytest

from tests.window.games.icetowers_player import Ice, KeyPlayer, Player, go_to_results, play_to_the_end
from tests.window.program import Look, Program, Start
from topping_out.game.progress import series
from topping_out.game.storage.journal import read_record

pytestmark = pytest.mark.window


def test_two_halves_of_a_keyboard_and_a_mouse_join_get_ready_and_play(start: Start) -> None:
    program = start(to="TitlePage")
    program.click("icetowers", to="SetupPage")
    program.click("join", to="JoinPage")
    program.key("f", "comma")
    program.click("about")
    program.wait_until(lambda look: len([name for name in look.widgets if name.startswith("name")]) == 3, "three")
    program.key("r", "f", "d", "f", "comma")
    program.screen.do("click", 1)
    look = program.wait_for_scene("LiveScene")
    assert sorted(look["live"]["seating"].values()) == ["keys 1", "keys 2", "mouse"]
    ice = Ice(program, 4)
    program.wait_until(lambda _: [text.split()[0] for text in ice.entries()][:3] == ["ready"] * 3, "three to be ready")
    ice.wait_for_play()


def play_one(program: Program, halves: tuple[int, int]) -> Look:
    """Play a game by keys, `halves` in the order of the seats, from the countdown to the results."""
    ice = Ice(program, 2)
    players: list[Player] = [KeyPlayer(ice, seat, half) for seat, half in enumerate(halves)]
    ice.wait_for_play()
    play_to_the_end(ice, players, 240)
    return go_to_results(program)


@pytest.mark.long
def test_a_best_of_three_by_two_at_one_keyboard_who_change_seats_in_between(start: Start) -> None:
    setup = {"seats": [{"name": "Ann"}, {"name": "Ben", "colour": 1}], "options": {"timer": 1, "bots": 0}}
    program = start(speed="fast", setups={"icetowers": {**setup, "hands": ["keys 1", "keys 2"]}}, to="TitlePage")
    program.click("icetowers", to="SetupPage")
    program.scroll_to("best of")
    program.click("best of")
    program.scroll_to("join")
    program.click("join", to="JoinPage")
    program.key("f", "comma", "f", "comma", to="LiveScene")
    names, halves = ("Ann", "Ben"), (0, 1)
    for number in range(1, 6):
        over = play_one(program, halves)
        header = read_record(Path(over["live"]["file"])).header
        assert tuple(player.name for player in header.seats) == names
        program.shoot(f"results-{number}")
        if over.widgets["rematch"]["label"] == "Rematch":
            break
        assert sum(series.wins(header)) < 3
        program.click("seats", to="JoinPage")
        if number == 1:  # Ben takes Ann's chair and half of the keyboard
            program.key("f")
            while program.look().widgets["name0"]["value"] != "Ben":
                program.key("d")
            program.key("comma", "comma", "f")
        else:
            program.key("f", "comma", "f", "comma")
        program.shoot(f"join-{number + 1}")
        program.wait_for_scene("LiveScene")
        program.shoot(f"table-{number + 1}")
        header = read_record(Path(program.look()["live"]["file"])).header
        names = tuple(player.name for player in header.seats)
    assert number >= 2
    assert any("wins the best of three" in words for words in over["page"]["words"])
