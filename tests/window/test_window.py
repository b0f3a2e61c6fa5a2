"""The real window: the city, window sizes, replays and reviews; games and settings are restored after any end."""

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.game.matches import leave_unfinished
from tests.golden import sampled
from tests.window.games.players import (
    Ice,
    MousePlayer,
    by_digits,
    by_mouse,
    cards_for,
    choose,
    click_on,
    go_to_results,
    place_for,
    play_on,
    play_to_the_end,
    start_playing,
    tab_to,
    wait_for_turn,
)
from tests.window.program import Look, Program, Start, environment, hands, has_ended, records, write_settings
from tests.window.screen import PATIENCE, Screen, Size
from topping_out.game.assets import ROOT
from topping_out.game.city import DistrictStanding, plan, standing_of
from topping_out.game.cli import main
from topping_out.game.match import Match
from topping_out.game.record import Entry, Player, new_header
from topping_out.game.registry import load
from topping_out.game.roster import characters
from topping_out.game.storage.files import HOME_VARIABLE
from topping_out.game.storage.library import SaveLibrary, read_record

# -- city


pytestmark = pytest.mark.window
MAX_MATCHES = 40
"""Most matches for one district."""


def standings(home: Path) -> dict[str, DistrictStanding]:
    """Return the standing of each district according to the records on the disk."""
    library = SaveLibrary(home / "records" / "games")
    library.read_all()
    return {each.district.name: each for each in standing_of(plan(), library.games())}


def play_to_results(program: Program) -> Look:
    """Play the match that has begun to its end by mouse, whatever its game."""
    program.wait_until(lambda look: look.top in ("TurnScene", "LiveScene"), "the table")
    if program.look().top == "LiveScene":
        ice = Ice(program, 2)
        me = MousePlayer(ice, 0)
        start_playing([me])
        play_to_the_end(ice, [me])
        return go_to_results(program)
    play_on(program, by_mouse, on=click_on)
    return program.wait_for_scene("ResultsPage")


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_the_first_two_districts_can_be_won(start: Start, home: Path) -> None:
    program = start(speed="instant", idle_life=False, **hands("mouse"), to="TitlePage")
    program.click("skyline")
    for number, name in enumerate(("orchard", "brickyard")):
        for _ in range(MAX_MATCHES):
            program.wait_for_scene("SkylinePage")
            if standings(home)[name].won:
                break
            program.click(f"district {number}", to="DistrictPage")
            program.click("play")
            assert play_to_results(program)["reports"] == []
            program.click("city")
    won = standings(home)
    assert won["orchard"].won
    assert won["brickyard"].won
    assert [name for name, each in won.items() if each.is_open] == ["orchard", "brickyard", "heath", "quay"]


# -- window


LARGE = (1600, 1000)


def wait_for_size(program: Program, width: int, height: int) -> None:
    program.wait_until(lambda look: look["size"] == [width, height], f"{width} x {height}")


def test_the_game_can_be_played_in_any_window_size(start: Start) -> None:
    program = start("play", "wyoming", "--seats", "human,easy", screen=LARGE, speed="instant")
    wait_for_turn(program)
    for width, height in ((200, 120), (1, 1), (1500, 300)):
        program.resize(width, height)
        wait_for_size(program, width, height)
        play_on(program, by_digits, turns=1)
    for width, height in ((640, 900), LARGE, (640, 360)):
        program.resize(width, height)
        wait_for_size(program, width, height)
        play_on(program, by_mouse, turns=1)
    assert program.look()["reports"] == []
    assert program.close() == 0
    assert program.error_output == ""


def test_full_screen_can_be_switched_during_a_game(start: Start) -> None:
    program = start("play", "wyoming", "--seats", "human,easy", screen=LARGE, speed="instant")
    play_on(program, by_mouse, turns=1)
    program.key("F11")
    wait_for_size(program, *LARGE)
    assert play_on(program, by_mouse, turns=1)["settings"]["fullscreen"]
    program.key("F11")
    wait_for_size(program, 1280, 720)
    assert not play_on(program, by_mouse, turns=1)["settings"]["fullscreen"]


@pytest.mark.parametrize(
    ("screen", "left", "size"),
    [((1920, 1080), None, (1280, 720)), ((1024, 768), None, (1024, 680)), ((1024, 768), (1920, 1000), (1024, 768))],
)
def test_a_window_fits_on_the_screen(start: Start, screen: Size, left: Size | None, size: Size) -> None:
    assert start(screen=screen, window=left).look()["size"] == [*size]


def test_a_window_is_redrawn_after_it_was_hidden(start: Start) -> None:
    program = start("play", "wyoming", "--seats", "human,easy", "--seed", "5", speed="instant", idle_life=False)
    wait_for_turn(program)
    program.wait_until(lambda look: look["at_rest"], "the table to come to rest")
    before = program.picture()
    program.screen.do("windowunmap", "--sync", program.window)
    program.screen.do("windowmap", "--sync", program.window)
    program.wait_until_shown(before)


def test_the_program_runs_without_the_test_driver(
    screens: Callable[[Size], Screen], home: Path, tmp_path: Path
) -> None:
    write_settings(home, {"speed": "instant"})
    screen, errors = screens((1280, 720)), tmp_path / "errors.txt"
    command = [sys.executable, "-m", "topping_out.scenes", "play", "wyoming", "--seats", "easy,easy", "--seed", "1"]
    with errors.open("w") as log, subprocess.Popen(command, cwd=ROOT, env=environment(screen, home), stderr=log) as run:
        try:
            window = int(screen.do("search", "--sync", "--onlyvisible", "--pid", run.pid).split()[0])
            until = time.monotonic() + PATIENCE
            while not any(map(has_ended, records(home))):
                assert time.monotonic() < until, "the bots do not finish their game"
            screen.ask_to_close(window)
            assert run.wait(PATIENCE) == 0
        finally:
            run.kill()
    assert errors.read_text() == ""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
@pytest.mark.parametrize("display", ["", ":4747"])
@pytest.mark.parametrize("line", ["", "play wyoming --seed 1"])
def test_a_missing_display_is_reported(line: str, display: str, tmp_path: Path) -> None:
    display_variables = ("WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "SDL_VIDEODRIVER")
    kept = {name: value for name, value in os.environ.items() if name not in display_variables}
    variables = kept | {"DISPLAY": display, HOME_VARIABLE: str(tmp_path), "PYTHONPATH": os.environ["PYTHONPATH"]}
    command = [sys.executable, "-m", "topping_out.scenes", *line.split()]
    done = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert done.stdout == ""
    (only,) = done.stderr.splitlines()
    assert only.startswith("topping-out: ")
    assert (f"check that {display} is running" if display else "set DISPLAY") in only


# -- replays


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a game between bots."""
    folder = tmp_path / "played"
    arguments = ["simulate", "wyoming", "--seats", "easy,easy", "--games", "1", "--seed", "3", "--records", str(folder)]
    assert main.main(arguments) == 0
    (path,) = folder.iterdir()
    return path


def wait_for_step(program: Program, step: int) -> Look:
    return program.wait_until(lambda look: look["page"].get("at_step") == step, f"step {step}")


def test_a_replay_can_be_controlled_by_mouse(start: Start, record: Path) -> None:
    program = start("replay", str(record), speed="instant")
    steps = program.wait_for_scene("ReplayScene")["page"]["steps"]
    program.click("step", "step", "step")
    wait_for_step(program, 3)
    program.click("back")
    wait_for_step(program, 2)
    program.click_at("bar", 0.5)
    half = program.wait_until(lambda look: look["page"]["at_step"] > 3, "the middle")["page"]["at_step"]
    assert abs(half - steps / 2) <= 2
    program.drag_across("bar", 0.5, 1.0)
    wait_for_step(program, steps)
    program.click("start")
    wait_for_step(program, 0)
    program.click("play")
    wait_for_step(program, steps)
    program.click("leave", to="TitlePage")


def test_a_replay_can_be_controlled_by_keys(start: Start, record: Path) -> None:
    before = record.read_bytes()
    program = start("replay", str(record), speed="instant")
    steps = program.wait_for_scene("ReplayScene")["page"]["steps"]
    program.key("Tab", "Tab", "Tab", "z")
    wait_for_step(program, 2)
    program.key("p")
    wait_for_step(program, steps)
    program.key("z")
    wait_for_step(program, steps - 1)
    program.key("Escape", to="TitlePage")
    assert record.read_bytes() == before


def test_the_table_and_the_log_can_be_viewed_after_the_end(start: Start, home: Path) -> None:
    leave_unfinished(home, "wyoming", 1, {"tidal": True, "short": True})
    program = start(speed="instant", to="TitlePage")
    program.click("continue", to="TurnScene")
    play_on(program, by_mouse)
    program.wait_for_scene("ResultsPage")
    program.click("look", to="TurnScene")
    program.click("log")
    log = program.wait_for_scene("LogPage")
    assert len(log["page"]["lines"]) > 5
    program.click("close", to="TurnScene")
    program.click("results", to="ResultsPage")
    program.click("replay", to="ReplayScene")
    program.click("leave", to="ResultsPage")
    tab_to(program, "setup", "Return", to="SetupPage")


# -- review


@pytest.fixture
def finished(home: Path) -> Path:
    """The record of a game that Ana has played at random."""
    game, rng = load("wyoming"), random.Random(4)
    seats = (Player("Ana"), Player("Ada Apex", "bot", "ada", 1))
    match = Match.new(new_header(game, seats, {"first": 0}, 4, "2024-11-21T12:03:00"))
    while not match.outcome:
        (seat,) = match.actors
        match.act(seat, rng.choice(game.actions(match.state, seat)))
    path = home / "records" / "games" / "wyoming-4.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(match.record.to_bytes())
    return path


def moments(look: Look) -> list[str]:
    return [name for name in look.widgets if name.startswith("show ")]


def test_a_review_finds_moments_and_shows_them(start: Start, finished: Path) -> None:
    program = start(speed="instant", idle_life=False)
    program.click("statistics", to="StatisticsPage")
    program.scroll_to("review 0")
    program.click("review 0", to="ReviewPage")
    look = program.wait_until(moments, "a first moment")
    program.click(moments(look)[0])  # another moment may have taken its place meanwhile
    step = program.wait_for_scene("ReplayScene")["page"]["at_step"]
    program.key("Tab")
    program.wait_until(lambda look: look["page"]["at_step"] == step + 1, "a step on")
    program.key("h")
    program.wait_until(lambda look: look.widgets["ask"]["label"] == "Ask the master", "what the master says")
    program.key("Escape")
    back = program.wait_for_scene("ReviewPage")
    assert step in [int(name.split()[2]) for name in moments(back)]
    assert back["reports"] == []


def test_a_character_can_be_chosen_by_keys(start: Start) -> None:
    program = start(idle_life=False)
    program.click("wyoming", to="SetupPage")
    tab_to(program, "kind2", "Return", to="ChooserPage")
    tab_to(program, "zora", "Return")
    look = program.wait_until(lambda look: look.top == "SetupPage", "the set-up")
    assert look.widgets["kind2"]["label"] == "Hard · greedy"
    program.key("p")
    table = program.wait_for_scene("TurnScene").table
    assert table["names"][1] == characters()["zora"].name


AGAINST_A_BOT = ("play", "wyoming", "--seats", "human,easy")


def continue_game(program: Program) -> Look:
    """Continue the game that the title offers. (A game of bots may be over before the first look.)"""
    program.wait_until(lambda look: "continue" in look.widgets, "the title to offer the unfinished game")
    program.click("continue")
    return program.wait_until(lambda look: look["table"] or look["live"], "its table")


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
    return look.table["entries"]


@sampled("game", ["wyoming", "towering", "towers"], ["wyoming"])
def test_a_game_of_bots_continues_after_a_kill(start: Start, home: Path, game: str) -> None:
    program = start("play", game, "--seats", "easy,easy", speed="fast", pace="brisk", reduced_motion=True)
    seen = program.wait_until(lambda look: len(look.table["entries"]) >= 2, "two turns").table["entries"]
    program.kill()
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
    kept = entries()
    assert kept[: len(seen)] == seen
    program = start()
    again = continue_game(program)
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
