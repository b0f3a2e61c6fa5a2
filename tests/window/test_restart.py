"""What was played and set is there again, however the program ended; what cannot be read is told and kept."""

import json
import os
import random
from pathlib import Path

import pytest

from tests.window.games.turn_player import by_mouse, cards_for, choose, place_for, play_on, wait_for_turn
from tests.window.program import Look, Program, Start, has_ended, records
from topping_out.game.record import Entry
from topping_out.game.storage.journal import read_record

pytestmark = pytest.mark.window

AGAINST_A_BOT = ("play", "wyoming", "--seats", "human,easy")


def go_on(program: Program) -> Look:
    """Take up the game that the title offers. One of bots alone may be over before it is looked at."""
    program.wait_until(lambda look: "continue" in look.widgets, "the title to offer the unfinished game")
    program.click("continue")
    return program.wait_until(lambda look: look["table"], "its table")


# -- games


def test_a_game_that_was_killed_again_and_again_goes_on_to_its_end(start: Start, home: Path) -> None:
    moments = random.Random(4)
    program = start(*AGAINST_A_BOT, "--options", "tidal", speed="instant")
    (path,) = records(home)
    for _ in range(3):
        play_on(program, by_mouse, turns=1)
        seen = kill_in_mid_play(program, moments.randrange(12))
        kept = [entry.text for entry in read_record(path).entries]
        assert kept[: len(seen)] == seen
        program = start()
        if has_ended(path):  # it was killed between the last play and the results
            assert "continue" not in program.wait_for_scene("TitlePage").widgets
            return
        assert go_on(program).table["entries"][: len(kept)] == kept
    assert play_on(program, by_mouse)["reports"] == []


def kill_in_mid_play(program: Program, looks: int) -> list[str]:
    """Play, if it is my turn, and kill so many looks later; return all that had been done by the last of them."""
    look = program.look()
    if look.is_my_turn:
        play = choose(look)
        program.click(*cards_for(look, play), place_for(play))
    for _ in range(looks):
        look = program.look()
    program.kill()
    program.wait_for_helpers_to_end()
    return look.table["entries"]


@pytest.mark.parametrize("game", ["wyoming", "towering", "towers"])
def test_bots_that_are_killed_while_they_play_go_on(start: Start, home: Path, game: str) -> None:
    program = start("play", game, "--seats", "easy,easy", speed="fast", pace="brisk", reduced_motion=True)
    seen = program.wait_until(lambda look: len(look.table["entries"]) >= 2, "two turns").table["entries"]
    program.kill()
    program.wait_for_helpers_to_end()
    (path,) = records(home)
    kept = [entry.text for entry in read_record(path).entries]
    assert kept[: len(seen)] == seen
    program = start(speed="instant", pace="brisk")
    assert go_on(program).table["entries"][: len(kept)] == kept
    program.wait_until(lambda look: len(look.table["entries"]) >= len(kept) + 2, "the game to go on")
    assert len(records(home)) == 1


def test_a_live_table_that_is_killed_goes_on_where_it_stood(start: Start, home: Path) -> None:
    program = start("play", "icetowers", "--seats", "easy,easy", "--options", "timer=5", to="LiveScene")
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


def test_two_copies_in_two_windows_leave_each_others_game_alone(start: Start, home: Path) -> None:
    first = start(*AGAINST_A_BOT, speed="instant")
    before = play_on(first, by_mouse, turns=1)
    second = start(screen=(1920, 1080))
    title = second.wait_for_scene("TitlePage")
    assert "continue" not in title.widgets
    second.key("m")
    second.wait_until(lambda look: look["settings"]["muted"], "silence in the second")
    assert second.close() == 0
    after = play_on(first, by_mouse, turns=1)
    assert after.table["entries"][: len(before.table["entries"])] == before.table["entries"]
    assert first.close() == 0
    third = start()
    assert third.look()["settings"]["muted"], "the first changed no setting, so those of the second stay"
    assert go_on(third).table["entries"] == after.table["entries"]


def test_a_torn_last_line_is_all_that_a_kill_can_lose(start: Start, home: Path) -> None:
    program = start(*AGAINST_A_BOT, speed="instant")
    entries = play_on(program, by_mouse, turns=2).table["entries"]
    program.kill()
    (path,) = records(home)
    whole = path.read_bytes()
    os.truncate(path, len(whole) - 5)
    program = start()
    table = go_on(program).table
    assert table["entries"][: len(entries) - 1] == entries[:-1]
    play_on(program, by_mouse, turns=1)
    assert read_record(path).entries


def test_closing_the_window_in_mid_game_keeps_the_game(start: Start) -> None:
    program = start(*AGAINST_A_BOT, speed="instant")
    before = play_on(program, by_mouse, turns=2)
    assert program.close() == 0
    assert program.said == ""
    after = go_on(start())
    assert after.table["entries"] == before.table["entries"]
    assert after.table["hand"] == before.table["hand"]


def test_a_game_left_by_the_menu_waits_on_the_title_and_one_begun_afresh_does_not(start: Start) -> None:
    program = start(*AGAINST_A_BOT, speed="instant")
    before = play_on(program, by_mouse, turns=1)
    program.click("menu", to="PausePage")
    program.click("leave", to="TitlePage")
    assert go_on(program).table["entries"] == before.table["entries"]
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


def test_a_game_played_to_its_end_is_not_offered_again(start: Start) -> None:
    program = start("play", "wyoming", "--seats", "easy,easy", "--options", "tidal", speed="instant")
    program.wait_for_scene("ResultsPage")
    program.click("title")
    assert "continue" not in program.wait_for_scene("TitlePage").widgets


# -- settings


def test_settings_made_by_mouse_are_remembered(start: Start) -> None:
    program = start(to="TitlePage")
    program.click("settings", to="SettingsPage")
    before = program.look()["settings"]
    # What a click does is awaited: it may scroll the page too.
    for name, share in (
        ("reduced_motion", 0.5),
        ("curtain", 0.5),
        ("effects", 0.8),
        ("speed", 0.97),
        ("text_size", 0.97),
    ):
        program.scroll_to(name)
        program.click_at(name, share)
        program.wait_until(lambda look, name=name: look["settings"][name] != before[name] and look["at_rest"], name)
    changed = program.look()["settings"]
    assert (changed["reduced_motion"], changed["curtain"], changed["speed"]) == (True, False, "fast")
    assert (changed["text_size"], changed["effects"] < 0.8) == (1.15, True)
    program.close()
    assert start().look()["settings"] == changed


def test_m_mutes_anywhere_and_it_is_remembered(start: Start) -> None:
    program = start(*AGAINST_A_BOT)
    program.key("m")
    program.wait_until(lambda look: look["settings"]["muted"], "silence")
    program.kill()
    program = start()
    assert program.look()["settings"]["muted"]
    program.key("m")
    program.wait_until(lambda look: not look["settings"]["muted"], "sound")


def test_the_last_set_up_is_remembered(start: Start) -> None:
    program = start()
    program.click("new", to="SetupPage")
    program.click("add1")
    program.wait_until(lambda look: "kind1" in look.widgets, "a third player")
    program.scroll_to("option deadlines")
    program.click("option deadlines")
    before = program.wait_until(lambda look: look.widgets["option deadlines"]["value"], "the deadlines")
    program.click("start")
    assert len(program.wait_for_scene("TurnScene").table["names"]) == 3
    program.close()
    program = start()
    program.click("new")
    after = program.wait_for_scene("SetupPage")
    for name in ("option deadlines", "option tidal"):
        assert after.widgets[name]["value"] == before.widgets[name]["value"]
    assert sum(name.startswith("kind") for name in after.widgets) == 3


# -- damage


def test_damaged_files_are_told_and_kept_and_the_rest_goes_on(start: Start, home: Path) -> None:
    program = start(*AGAINST_A_BOT, speed="instant")
    before = play_on(program, by_mouse, turns=2)
    program.close()
    (good,) = records(home)
    bad = good.with_name("wyoming-bad.jsonl")
    bad.write_bytes(b'{"record":"topping-out","format":1}\n[1,2\n\xff\x00')
    settings = home / "config" / "settings.json"
    settings.write_text('{"speed": "fast", "text_size": "enormous"')
    damaged = {path.name: path.read_bytes() for path in (bad, settings)}

    program = start()
    program.wait_until(
        lambda look: all(name in " ".join(look["page"].get("warnings", ())) for name in damaged), "both to be told"
    )
    program.click("warning")
    notice = program.wait_for_scene("Notice")
    assert all(name in notice["page"]["text"] for name in damaged)
    program.key("Escape")
    assert go_on(program).table["entries"] == before.table["entries"]
    assert bad.read_bytes() == damaged[bad.name]
    (aside,) = settings.parent.glob("settings.json.*")
    assert aside.read_bytes() == damaged[settings.name]
    program.close()
    assert json.loads(settings.read_text()).get("speed", "normal") == "normal"


def test_a_folder_that_cannot_be_written_is_told_and_the_game_goes_on(start: Start, home: Path) -> None:
    home.mkdir()
    (home / "records").write_text("a file in the way")
    program = start(*AGAINST_A_BOT, speed="instant")
    assert "This game isn't being saved" in wait_for_turn(program)["problem"]
    program.key("1", "p")
    program.wait_until(lambda look: len(look.table["entries"]) > 1, "the play")
    assert (home / "records").read_text() == "a file in the way"
