"""IceTowers in the real window."""

import time
from itertools import pairwise
from pathlib import Path

import pytest

from tests.window.games.icetowers_player import (
    GAME,
    Ice,
    KeyPlayer,
    MousePlayer,
    PadPlayer,
    Player,
    go_to_results,
    play_to_the_end,
    start_playing,
)
from tests.window.program import Look, Program, Start
from topping_out.game.icetowers.actions import Lift
from topping_out.game.icetowers.state import Phase
from topping_out.game.icetowers.table import PIPS_OF, PIPS_PER_COLOUR
from topping_out.game.language import tr, tr_count
from topping_out.game.progress import rating
from topping_out.game.record import fold
from topping_out.game.storage.journal import read_record
from topping_out.scenes.icetowers.live_seats import REST

# -- icetowers


pytestmark = pytest.mark.window


def hands(*ids: str) -> dict[str, object]:
    """Return the settings in which the players sit down with these hands."""
    return {"setups": {"icetowers": {"seats": [], "options": {}, "hands": ids}}}


@pytest.mark.long
def test_a_whole_game_by_mouse_against_a_bot_from_the_title_to_its_replay(start: Start) -> None:
    program = start(speed="instant", **hands("mouse"), to="TitlePage")
    program.click("icetowers", to="SetupPage")
    program.click_at("option timer", 0.874)
    program.wait_until(
        lambda look: look.widgets["option timer"]["value"] == tr_count("{number} minute", "{number} minutes", 2),
        "a shorter timer",
    )
    program.click("start", to="LiveScene")
    ice = Ice(program, 2)
    me = MousePlayer(ice, 0)
    start_playing([me])
    state = play_to_the_end(ice, [me])
    assert sum(GAME.view(state, None).scores) == 2 * PIPS_PER_COLOUR
    verbs = {text.split()[0] for text in ice.entries(0)}
    assert {"ready", "lift", "place"} <= verbs
    over = go_to_results(program)
    assert (over["used"], over["reports"]) == ("mouse", [])
    program.click("replay")
    steps = program.wait_for_scene("ReplayScene")["page"]["steps"]
    program.click("end")
    program.wait_until(lambda look: look["page"]["at_step"] == steps, "the last step")


@pytest.mark.long
def test_a_whole_game_by_two_players_on_the_split_keyboard(start: Start) -> None:
    program = start(
        "play", "icetowers", "--seats", "human,human", "--seed", "5", "--options", "timer=off",
        **hands("keys 1", "keys 2"),
    )  # fmt: skip
    ice = Ice(program, 2)
    players: list[Player] = [KeyPlayer(ice, seat, seat) for seat in (0, 1)]
    start_playing(players)
    state = play_to_the_end(ice, players)
    assert state.outcome.reason in ("agreed", "no moves")
    for seat in (0, 1):
        assert {"ready", "lift", "place"} <= {text.split()[0] for text in ice.entries(seat)}
    over = go_to_results(program)
    assert over["reports"] == []
    assert fold(read_record(Path(over["live"]["file"]))).towers == state.towers


@pytest.mark.long
def test_a_whole_game_by_a_mouse_and_half_a_keyboard_evened_out(start: Start) -> None:
    program = start(
        "play", "icetowers", "--seats", "human,human,easy", "--seed", "5", "--options", "timer=1",
        **hands("mouse", "keys 1"),
    )  # fmt: skip
    ice = Ice(program, 3)
    players: list[Player] = [MousePlayer(ice, 0), KeyPlayer(ice, 1, 0)]
    assert "Fair play" in program.look()["live"]["notice"]
    start_playing(players)
    state = play_to_the_end(ice, players, 150)
    assert state.outcome
    entries = [entry for entry in read_record(Path(program.look()["live"]["file"])).entries if entry.seat == 0]
    pauses = [
        after.ms - before.ms
        for before, after in pairwise(entries)
        if before.text.startswith("place") and after.text.startswith(("lift", "mine", "split"))
    ]
    assert min(pauses) >= REST - 50, "the mouse rests after each play"
    for seat in (0, 1):
        assert {"ready", "lift", "place"} <= {text.split()[0] for text in ice.entries(seat)}
    assert go_to_results(program)["reports"] == []


def test_two_hands_of_keys_at_one_tower_are_seen_side_by_side(start: Start) -> None:
    program = start("play", "icetowers", "--seats", "human,human", "--seed", "5", **hands("keys 1", "keys 2"))
    ice = Ice(program, 2)
    look, state = ice.look()
    players = [KeyPlayer(ice, seat, seat) for seat in (0, 1)]
    for player in players:
        player.go(look, GAME.view(state, player.seat), next(t.id for t in state.towers if t.controller == player.seat))
    program.key("f", "comma")
    ice.wait_for_play()
    look, state = ice.look()
    small = next(t.top for t in state.towers if t.is_free_stander and t.controller == 1 and PIPS_OF[t.top] == 1)
    players[1].do(look, GAME.view(state, 1), Lift(small))
    program.wait_until(lambda look: ice.look()[1].hands[1], "a piece in the second hand")
    look, state = ice.look()
    tower = next(t for t in state.towers if t.is_free_stander and t.controller == 0)
    for player in players:
        player.go(look, GAME.view(state, player.seat), tower.id)
    live = program.wait_until(lambda look: {*look["live"]["towers"].values()} == {tower.id}, "both at one tower")[
        "live"
    ]
    assert live["cursors"]["0"] == live["cursors"]["1"]
    (left, left_y), (right, right_y) = live["shown"]["0"], live["shown"]["1"]
    assert right - left > 20
    assert left_y == right_y


def test_a_mouse_left_on_the_couch_does_nothing_where_two_play_by_keys(start: Start) -> None:
    program = start("play", "icetowers", "--seats", "human,human", "--seed", "5", **hands("keys 1", "keys 2"))
    ice = Ice(program, 2)
    ice.wait_for_hand(1)
    program.click("menu", button=3)
    program.click("menu")
    began = program.look()["live"]["ms"]
    after = program.wait_until(lambda look: look["live"]["ms"] > began + 500, "the game to go on")
    assert after["scenes"] == ["LiveScene"]
    program.key("Escape", to="PausePage")
    program.click("resume", to="LiveScene")


def test_a_gamepad_plays_and_pulled_out_in_mid_game_it_pauses_and_asks_who_plays_with_what(start: Start) -> None:
    program = start(**hands("pad 1"), to="TitlePage")
    program.ask("pad")
    program.wait_until(lambda look: look["pads"], "the gamepad")
    program.click("icetowers", to="SetupPage")
    program.click("start")
    assert program.wait_for_scene("LiveScene")["live"]["seating"] == {"0": "pad 1"}
    ice = Ice(program, 2)
    me = PadPlayer(ice, 0)
    start_playing([me])
    program.wait_until(lambda look: me.play() and "place" in " ".join(ice.entries(0)), "a cap")
    program.ask("unplug")
    paused = program.wait_for_scene("Notice")
    time.sleep(0.5)
    assert program.look()["live"]["ms"] == paused["live"]["ms"], "the clock has to stand"
    program.click("answer1", to="DevicesPage")
    program.wait_until(lambda look: look.widgets["device0"]["value"] == tr("mouse"), "the mouse in its place")
    program.click("back")
    again = program.wait_for_scene("LiveScene")
    assert again["live"]["seating"] == {"0": "mouse"}
    assert again["live"]["resuming"] > 0
    program.wait_until(lambda look: look["live"]["ms"] > paused["live"]["ms"], "the clock to run again")


def wait_for_turn(program: Program, ice: Ice, seat: int) -> None:
    program.wait_until(lambda look: ice.look()[1].turn == seat, f"the turn of seat {seat}")


def where_time_stands_still(start: Start) -> tuple[Ice, list[Player]]:
    program = start(
        "play", "icetowers", "--seats", "human,human", "--seed", "5", "--options", "paused_time",
        **hands("mouse", "keys 1"),
    )  # fmt: skip
    ice = Ice(program, 2)
    players: list[Player] = [MousePlayer(ice, 0), KeyPlayer(ice, 1, 0)]
    start_playing(players)
    wait_for_turn(program, ice, 0)
    return ice, players


def test_where_time_stands_still_mouse_and_keys_take_turns(start: Start) -> None:
    ice, players = where_time_stands_still(start)
    before = ice.program.look()["live"]["ms"]
    time.sleep(0.3)
    assert ice.program.look()["live"]["ms"] == before, "time has to stand"
    for seat in (0, 1, 0):
        while ice.look()[1].turn == seat:
            players[seat].play()
        wait_for_turn(ice.program, ice, 1 - seat)


@pytest.mark.long
def test_where_time_stands_still_mouse_and_keys_play_to_the_end(start: Start) -> None:
    ice, players = where_time_stands_still(start)
    state = play_to_the_end(ice, players)
    assert state.outcome
    assert state.phase is Phase.OVER
    assert go_to_results(ice.program)["reports"] == []


# -- join


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
        assert sum(rating.wins(header)) < 3
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
