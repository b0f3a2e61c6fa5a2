"""Every game played in the real window."""

import time
from itertools import pairwise
from pathlib import Path

import pytest

from tests.game.matches import leave_unfinished
from tests.window.games.players import (
    GAME,
    Ice,
    KeyPlayer,
    MousePlayer,
    PadPlayer,
    Player,
    by_arrows,
    by_digits,
    by_dragging,
    by_mouse,
    by_pad,
    choose,
    click_on,
    finish,
    go_to_results,
    pad_to,
    play_on,
    play_to_the_end,
    plug_in_pad,
    set_instant_speed,
    start_playing,
    tab_to,
    wait_for_turn,
)
from tests.window.program import Look, Program, Start, hands
from topping_out.game.icetowers.actions import Lift
from topping_out.game.icetowers.state import PIPS_OF, PIPS_PER_COLOUR, Phase
from topping_out.game.language import tr, tr_count
from topping_out.game.progress import rating
from topping_out.game.record import fold
from topping_out.game.registry import load
from topping_out.game.storage.library import read_record
from topping_out.scenes.icetowers.live_seats import REST

# -- towering


pytestmark = pytest.mark.window

IN_TOWERING = ("play", "towering", "--seats", "human,easy", "--seed", "7", "--options")
SHORT = "colours=3,materials=2,first=0"


@pytest.mark.long
def test_towering_can_be_played_by_mouse_alone(start: Start) -> None:
    program = start(*IN_TOWERING, SHORT, speed="instant")
    play_on(program, by_dragging, 6)
    finish(program, by_mouse, "mouse", on=click_on)
    program.click("account", to="ScoreSheet")
    program.click("close", to="ResultsPage")


@pytest.mark.long
def test_towering_can_be_played_by_keyboard_alone(start: Start) -> None:
    program = start(*IN_TOWERING, f"{SHORT},rounds=2")
    undo_in_towering(program)
    open_pages_in_towering(program)
    set_instant_speed(program)
    play_on(program, by_arrows, 6)
    finish(program, by_digits, "keys", on=lambda program: program.key("Return"))


def undo_in_towering(program: Program) -> None:
    """Play a card, and undo it before drawing."""
    before = wait_for_turn(program)
    program.key("Return", "Up", "Return")
    program.wait_until(lambda look: look.table["standing"], "the play")
    program.key("z")
    after = program.wait_until(lambda look: look.table["entries"][-1:] == ["undo"], "the play to be taken back")
    assert after.table["standing"] == []
    assert wait_for_turn(program).table["hand"] == before.table["hand"]


def open_pages_in_towering(program: Program) -> None:
    """Open and close the discards and the score sheet."""
    program.key("f", to="PilesPage")
    program.key("Escape", to="TurnScene")
    tab_to(program, "scores", "Return", to="ScoreSheet")
    program.key("Escape", to="TurnScene")
    tab_to(program, "card 0")


def test_towering_can_be_finished_by_gamepad_alone(start: Start, home: Path) -> None:
    leave_unfinished(home, "towering", 3, {"colours": 3, "materials": "2", "first": 0, "rounds": 1})
    program = start(speed="instant", idle_life=False, to="TitlePage")
    plug_in_pad(program)
    pad_to(program, "continue", "a", to="TurnScene")
    finish(program, by_pad, "pad", on=lambda program: program.press("a"))


# -- towers


TOWERS = ("play", "towers", "--seats", "human,easy,easy", "--seed", "7", "--options", "first=0,end=deck")


def test_towers_can_be_finished_by_mouse_alone(start: Start, home: Path) -> None:
    leave_unfinished(home, "towers", 3, {"first": 0, "end": "deck"}, ("Mesa", "Gable"))
    program = start(speed="instant", to="TitlePage")
    program.click("continue", to="TurnScene")
    play_on(program, by_dragging, 3)
    finish(program, by_mouse, "mouse")
    program.click("account", to="AccountsPage")
    program.click("before")
    program.click("close", to="ResultsPage")


@pytest.mark.long
def test_towers_can_be_played_by_keyboard_alone(start: Start) -> None:
    program = start(*TOWERS)
    undo_in_towers(program)
    set_instant_speed(program)
    play_on(program, by_digits, 14)
    read_accounts(program)
    finish(program, by_digits, "keys")


def undo_in_towers(program: Program) -> None:
    """Build two floors, and undo both one by one."""
    before = wait_for_turn(program)
    for _ in range(2):
        look = wait_for_turn(program)
        by_digits(program, look, choose(look))
        done = len(look.table["standing"])
        program.wait_until(lambda look, done=done: len(look.table["standing"]) > done, "the floor")
    for left in (1, 0):
        wait_for_turn(program)
        program.key("z")
        program.wait_until(lambda look, left=left: len(look.table["standing"]) == left, "the floor to be taken back")
    assert wait_for_turn(program).table["hand"] == before.table["hand"]


def read_accounts(program: Program) -> None:
    """Open the accounts, page through them, and close them."""
    program.key("f", to="AccountsPage")
    program.key("Left", "Left", "Right")
    program.key("Escape", to="TurnScene")


@pytest.mark.long
def test_towers_can_be_played_by_gamepad_alone(start: Start) -> None:
    program = start(*TOWERS, speed="instant", idle_life=False)
    plug_in_pad(program)
    finish(program, by_pad, "pad")


@pytest.mark.long
def test_the_curtain_hides_the_other_players_hand(start: Start) -> None:
    program = start("play", "towers", "--seats", "human,human", "--seed", "3", "--options", "first=0", speed="instant")
    for _ in range(2):
        look = program.wait_until(lambda look: look.is_my_turn or look.top == "HandoverPage", "a player")
        if look.top == "HandoverPage":
            assert not [w for w in look["widgets"] if w["card"] is not None]
            program.wait_until(lambda look: look["at_rest"], "the curtain to hang for a while")
            program.click("lift")
            look = wait_for_turn(program)
        state = fold(read_record(Path(look.table["file"])))
        assert look.table["viewer"] == look.table["actor"] == state.turn
        assert look.table["hand"] == list(load("towers").view(state, state.turn).hand)
        play_on(program, by_mouse, 2)
        wait_for_turn(program)
        program.click("play")
        program.wait_until(lambda look: look["at_rest"] and look.widgets["done"], "the end of the turn")
        program.click("done")
        program.wait_until(lambda look: look.top == "HandoverPage", "the curtain")


# -- wyoming


@pytest.mark.long
def test_wyoming_can_be_played_by_mouse_alone(start: Start) -> None:
    program = start(speed="instant", to="TitlePage")
    program.click("wyoming", to="SetupPage")
    program.click("kind2", to="ChooserPage")
    program.click("easy")
    easy = tr("Bot, {level}", level=tr("easy"))
    program.wait_until(lambda look: look.widgets["kind2"]["label"] == easy, "an easy bot")
    program.scroll_to("option tidal")
    program.click("option tidal")
    program.wait_until(lambda look: look.widgets["option tidal"]["value"] is True, "the tides")
    program.click("start", to="TurnScene")
    play_on(program, by_dragging, turns=2)
    over = finish(program, by_mouse, "mouse")
    program.click("rematch")
    again = program.wait_until(lambda look: look.top == "TurnScene" and not look.is_over, "the rematch")
    assert again.table["names"] == over.table["names"]
    assert again.table["file"] != over.table["file"]
    assert play_on(program, by_mouse, turns=2)["reports"] == []


def test_wyoming_can_be_played_by_keyboard_alone(start: Start) -> None:
    program = start(to="TitlePage")
    tab_to(program, "wyoming", "Return", to="SetupPage")
    tab_to(program, "name0", "Return", *["BackSpace"] * 14)
    program.write("Zoe Zimt")
    program.key("Return")
    tab_to(program, "kind2")
    before = program.look().widgets["kind2"]["label"]
    program.key("Return", to="ChooserPage")
    program.key("Left", "Return", to="SetupPage")
    tab_to(program, "option sudden_death", "space")
    ready = program.wait_until(lambda look: look.widgets["option sudden_death"]["value"] is True, "Sudden Death")
    assert ready.widgets["option short"]["value"] is True
    assert (ready.widgets["name0"]["value"], ready.widgets["kind2"]["label"] != before) == ("Zoe Zimt", True)
    program.key("p")
    look = wait_for_turn(program)
    assert look.table["names"][0] == "Zoe Zimt"
    open_pages_by_key(program)
    undo_in_wyoming(program)
    set_instant_speed(program)
    play_on(program, by_arrows, turns=2)
    finish(program, by_digits, "keys")
    program.key("n")
    program.wait_until(lambda look: look.top == "TurnScene" and not look.is_over, "the rematch")


def open_pages_by_key(program: Program) -> None:
    """Open hint, log, rules, pause and settings, and return to the table each time."""
    program.key("h")
    hinted = program.wait_until(lambda look: look.table["chosen"], "the hint's cards")
    assert hinted.table["message"]
    for key, scene in (("l", "LogPage"), ("F1", "RulesPage"), ("Escape", "PausePage")):
        program.key(key)
        program.wait_for_scene(scene)
        if scene == "PausePage":
            tab_to(program, "settings", "Return", to="SettingsPage")
            tab_to(program, "screen", "Return", to="SettingsSectionPage")
            tab_to(program, "idle_life", "space")
            program.wait_until(lambda look: not look["settings"]["idle_life"], "the stars to stand still")
            program.key("Escape", to="SettingsPage")
            program.key("Escape", to="PausePage")
        program.key("Escape", to="TurnScene")


def undo_in_wyoming(program: Program) -> None:
    """Play what the hint chose, and undo it at once, before the bot plays."""
    before = wait_for_turn(program)
    program.key("p", "z")
    after = program.wait_until(lambda look: look.table["entries"][-1:] == ["undo"], "the play to be taken back")
    assert after.table["standing"] == before.table["standing"]
    assert wait_for_turn(program).table["hand"] == before.table["hand"]


@pytest.mark.long
def test_wyoming_can_be_played_by_gamepad_alone(start: Start) -> None:
    program = start(idle_life=False, to="TitlePage")
    plug_in_pad(program)
    program.press("a", to="SetupPage")
    pad_to(program, "kind2", "a", to="ChooserPage")
    program.press("dpleft", "a", to="SetupPage")
    pad_to(program, "option tidal", "a")
    program.wait_until(lambda look: look.widgets["option tidal"]["value"] is True, "the tides")
    program.press("x")
    wait_for_turn(program)
    open_pages_by_pad(program)
    finish(program, by_pad, "pad")
    pad_to(program, "rematch", "a")
    program.wait_until(lambda look: look.top == "TurnScene" and not look.is_over, "the rematch")


def open_pages_by_pad(program: Program) -> None:
    """Use hint, undo, log and rules, and raise the speed in the settings, with buttons and stick."""
    program.press("back")
    program.wait_until(lambda look: look.table["chosen"], "the hint's cards")
    program.press("x", "y")
    program.wait_until(lambda look: look.table["entries"][-1:] == ["undo"], "the play to be taken back")
    for button, scene in (("rightstick", "LogPage"), ("leftstick", "RulesPage")):
        program.press(button)
        program.wait_for_scene(scene)
        program.press("b", to="TurnScene")
    program.press("start", to="PausePage")
    pad_to(program, "settings", "a", to="SettingsPage")
    pad_to(program, "table", "a", to="SettingsSectionPage")
    pad_to(program, "speed")
    program.push_stick(0, 1)
    program.wait_until(lambda look: look["settings"]["speed"] == "fast", "fast speed")
    program.push_stick(0, 1)
    program.wait_until(lambda look: look["settings"]["speed"] == "instant", "instant speed")
    program.press("b", to="SettingsPage")
    program.press("b", to="PausePage")
    program.press("b", to="TurnScene")


def test_stick_and_d_pad_both_move_the_focus(start: Start) -> None:
    program = start("play", "wyoming", "--options", "first=0", "--seats", "human,easy", speed="instant")
    wait_for_turn(program)
    plug_in_pad(program)
    pad_to(program, "card 3")
    for press, there in (
        (lambda: program.press("dpright"), "card 4"),
        (lambda: program.push_stick(0, -1), "card 3"),
        (lambda: program.push_stick(0, 1), "card 4"),
        (lambda: program.press("dpleft"), "card 3"),
    ):
        press()
        program.wait_until(lambda look, there=there: look["focus"] == there, f"the focus on {there}")


# -- icetowers


@pytest.mark.long
def test_icetowers_can_be_played_by_mouse_alone(start: Start) -> None:
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
def test_two_players_can_share_the_keyboard(start: Start) -> None:
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
def test_fair_play_makes_the_mouse_rest_between_plays(start: Start) -> None:
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


def test_two_cursors_at_one_tower_are_shown_side_by_side(start: Start) -> None:
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


def test_an_unused_mouse_does_nothing_in_a_game_by_keys(start: Start) -> None:
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


def test_unplugging_a_gamepad_pauses_and_asks_for_another_device(start: Start) -> None:
    program = start(**hands("pad 1"), to="TitlePage")
    plug_in_pad(program)
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


def wait_for_turn_of(program: Program, ice: Ice, seat: int) -> None:
    program.wait_until(lambda look: ice.look()[1].turn == seat, f"the turn of seat {seat}")


def start_with_paused_time(start: Start) -> tuple[Ice, list[Player]]:
    program = start(
        "play", "icetowers", "--seats", "human,human", "--seed", "5", "--options", "paused_time",
        **hands("mouse", "keys 1"),
    )  # fmt: skip
    ice = Ice(program, 2)
    players: list[Player] = [MousePlayer(ice, 0), KeyPlayer(ice, 1, 0)]
    start_playing(players)
    wait_for_turn_of(program, ice, 0)
    return ice, players


def test_mouse_and_keys_take_turns_while_time_stands_still(start: Start) -> None:
    ice, players = start_with_paused_time(start)
    before = ice.program.look()["live"]["ms"]
    time.sleep(0.3)
    assert ice.program.look()["live"]["ms"] == before, "time has to stand"
    for seat in (0, 1, 0):
        while ice.look()[1].turn == seat:
            players[seat].play()
        wait_for_turn_of(ice.program, ice, 1 - seat)


@pytest.mark.long
def test_a_game_in_which_time_stands_still_can_be_finished(start: Start) -> None:
    ice, players = start_with_paused_time(start)
    state = play_to_the_end(ice, players)
    assert state.outcome
    assert state.phase is Phase.OVER
    assert go_to_results(ice.program)["reports"] == []


# -- join


def test_players_can_join_by_keyboard_halves_and_mouse(start: Start) -> None:
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


def play_game(program: Program, halves: tuple[int, int]) -> Look:
    """Play a game from the countdown to the results. `halves` are the halves of the keyboard by seat."""
    ice = Ice(program, 2)
    players: list[Player] = [KeyPlayer(ice, seat, half) for seat, half in enumerate(halves)]
    ice.wait_for_play()
    play_to_the_end(ice, players, 240)
    return go_to_results(program)


@pytest.mark.long
def test_players_can_change_seats_during_a_best_of_three(start: Start) -> None:
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
        over = play_game(program, halves)
        header = read_record(Path(over["live"]["file"])).header
        assert tuple(player.name for player in header.seats) == names
        program.shoot(f"results-{number}")
        if over.widgets["rematch"]["label"] == "Rematch":
            break
        assert sum(rating.wins(header)) < 3
        program.click("seats", to="JoinPage")
        if number == 1:  # Ben takes Ann's seat and her half of the keyboard
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
