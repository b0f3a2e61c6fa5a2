"""Games and settings are restored after every way of ending the program."""

import random
from pathlib import Path

import pytest

from tests.golden import sampled
from tests.window.games.turn_player import by_mouse, cards_for, choose, place_for, play_on
from tests.window.program import Look, Program, Start, has_ended, records
from topping_out.game.record import Entry
from topping_out.game.storage.library import read_record

pytestmark = pytest.mark.window

AGAINST_A_BOT = ("play", "wyoming", "--seats", "human,easy")


def continue_game(program: Program) -> Look:
    """Continue the game that the title offers. (A game of bots may be over before the first look.)"""
    program.wait_until(lambda look: "continue" in look.widgets, "the title to offer the unfinished game")
    program.click("continue")
    return program.wait_until(lambda look: look["table"], "its table")


# -- games


@pytest.mark.long
def test_a_game_killed_repeatedly_can_be_finished(start: Start, home: Path) -> None:
    moments = random.Random(4)
    program = start(*AGAINST_A_BOT, "--options", "tidal,short", speed="instant")
    (path,) = records(home)
    for _ in range(2):
        play_on(program, by_mouse, turns=1)
        seen = kill_in_mid_play(program, moments.randrange(12))
        kept = [entry.text for entry in read_record(path).entries]
        assert kept[: len(seen)] == seen
        program = start()
        if has_ended(path):  # killed between the last play and the results
            assert "continue" not in program.wait_for_scene("TitlePage").widgets
            return
        assert continue_game(program).table["entries"][: len(kept)] == kept
    assert play_on(program, by_mouse)["reports"] == []


def kill_in_mid_play(program: Program, looks: int) -> list[str]:
    """Play if it is my turn, look `looks` times, then kill the program. Return the entries seen last."""
    look = program.look()
    if look.is_my_turn:
        play = choose(look)
        program.click(*cards_for(look, play), place_for(play))
    for _ in range(looks):
        look = program.look()
    program.kill()
    program.wait_for_helpers_to_end()
    return look.table["entries"]


@sampled("game", ["wyoming", "towering", "towers"], ["wyoming"])
def test_a_game_of_bots_continues_after_a_kill(start: Start, home: Path, game: str) -> None:
    program = start("play", game, "--seats", "easy,easy", speed="fast", pace="brisk", reduced_motion=True)
    seen = program.wait_until(lambda look: len(look.table["entries"]) >= 2, "two turns").table["entries"]
    program.kill()
    program.wait_for_helpers_to_end()
    (path,) = records(home)
    kept = [entry.text for entry in read_record(path).entries]
    assert kept[: len(seen)] == seen
    program = start(speed="instant", pace="brisk")
    assert continue_game(program).table["entries"][: len(kept)] == kept
    program.wait_until(lambda look: len(look.table["entries"]) >= len(kept) + 2, "the game to go on")
    assert len(records(home)) == 1


def test_a_live_game_continues_after_a_kill(start: Start, home: Path) -> None:
    program = start("play", "icetowers", "--seats", "hard,hard,hard,hard", "--options", "timer=5", to="LiveScene")
    (path,) = records(home)

    def entries() -> list[Entry]:
        return read_record(path).entries if b"\n" in path.read_bytes() else []

    program.wait_until(lambda _: len(entries()) >= 5, "some play")
    seen = entries()
    program.kill()
    program.wait_for_helpers_to_end()
    kept = entries()
    assert kept[: len(seen)] == seen
    program = start()
    program.wait_until(lambda look: "continue" in look.widgets, "the title to offer the unfinished game")
    program.click("continue")
    again = program.wait_for_scene("LiveScene")
    assert again["live"]["file"] == str(path)
    assert again["live"]["ms"] >= kept[-1].ms
    program.wait_until(lambda _: len(entries()) > len(kept), "the game to go on")
    assert entries()[: len(kept)] == kept
    assert program.look()["reports"] == []


def test_closing_the_window_keeps_the_game(start: Start) -> None:
    program = start(*AGAINST_A_BOT, speed="instant")
    before = play_on(program, by_mouse, turns=2)
    assert program.close() == 0
    assert program.error_output == ""
    after = continue_game(start())
    assert after.table["entries"] == before.table["entries"]
    assert after.table["hand"] == before.table["hand"]


@pytest.mark.long
def test_a_game_left_by_the_menu_can_be_continued_and_a_restarted_one_not(start: Start) -> None:
    program = start(*AGAINST_A_BOT, speed="instant")
    before = play_on(program, by_mouse, turns=1)
    program.click("menu", to="PausePage")
    program.click("leave", to="TitlePage")
    assert continue_game(program).table["entries"] == before.table["entries"]
    program.click("menu", to="PausePage")
    program.click("afresh", to="Notice")
    program.click("answer1")
    file = before.table["file"]
    program.wait_until(lambda look: look.top == "TurnScene" and look.table["file"] != file, "a new game")
    play_on(program, by_mouse, turns=1)
    program.click("menu", to="PausePage")
    program.click("leave")
    title = program.wait_for_scene("TitlePage")
    assert "continue" in title.widgets
    assert title.widgets["saved"]["label"] == "Unfinished (1)"


# -- settings


def test_settings_changed_by_mouse_are_saved(start: Start) -> None:
    program = start(to="TitlePage")
    program.click("settings", to="SettingsPage")
    before = program.look()["settings"]
    # Wait for the effect of each click, because it may also scroll the page.
    for section, name, share in (
        ("screen", "reduced_motion", 0.5),
        ("table", "curtain", 0.5),
        ("sound", "effects", 0.8),
        ("table", "speed", 0.97),
        ("screen", "text_size", 0.97),
    ):
        program.click(section, to="SettingsSectionPage")
        program.scroll_to(name)
        program.click_at(name, share)
        program.wait_until(lambda look, name=name: look["settings"][name] != before[name] and look["at_rest"], name)
        program.click("back", to="SettingsPage")
    changed = program.look()["settings"]
    assert (changed["reduced_motion"], changed["curtain"], changed["speed"]) == (True, False, "fast")
    assert (changed["text_size"], changed["effects"] < 0.8) == (1.15, True)
    program.close()
    assert start().look()["settings"] == changed


def test_muting_by_key_is_saved(start: Start) -> None:
    program = start(*AGAINST_A_BOT)
    program.key("m")
    program.wait_until(lambda look: look["settings"]["muted"], "silence")
    program.kill()
    program = start()
    assert program.look()["settings"]["muted"]
    program.key("m")
    program.wait_until(lambda look: not look["settings"]["muted"], "sound")


# -- damage
