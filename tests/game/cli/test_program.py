"""The program as a process: exit status, output, wrong clocks, languages, transcripts and help."""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.game.matches import new_match, play_on
from tests.game.processes import by_signals, reset_signals, running
from tests.golden import sampled
from tests.untrusted.hostile import real_record
from topping_out.game.arena.protocol import tagged
from topping_out.game.assets import ROOT
from topping_out.game.cli import main
from topping_out.game.cli.console import read_players
from topping_out.game.cli.games import json_lines, text_lines
from topping_out.game.language import ENGLISH
from topping_out.game.match import Match
from topping_out.game.record import Entry, Header, Player, Record, RecordError, fold, new_header, start_state
from topping_out.game.registry import load
from topping_out.game.storage import translations
from topping_out.game.storage.files import HOME_VARIABLE, config_folder
from topping_out.game.text import printable

# -- program


PROGRAM = [sys.executable, "-m", "topping_out.scenes"]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {**os.environ, HOME_VARIABLE: str(tmp_path / "home")}


def start(line: str, environment: dict[str, str], **pipes: Any) -> AbstractContextManager[subprocess.Popen[str]]:
    return running([*PROGRAM, *line.split()], cwd=ROOT, env=environment, encoding="utf-8", **pipes)


def test_commands_without_a_window_do_not_import_pygame(environment: dict[str, str]) -> None:
    script = (
        "import sys; from topping_out.game.cli.main import main; import topping_out.scenes.__main__; "
        "main('simulate wyoming --seats easy,easy --games 1'.split()); "
        "sys.exit('pygame' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)


@by_signals
def test_a_closed_pipe_ends_the_program_quietly(environment: dict[str, str]) -> None:
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with start("simulate wyoming --seats easy,easy --games 5000 --json --jobs 2", environment, **pipes) as program:
        assert json.loads(program.stdout.readline())["seed"] == 1
        program.stdout.close()
        assert program.stderr.read() == ""
        assert program.wait() == 141


@by_signals
def test_an_interrupt_ends_the_program_quietly(environment: dict[str, str]) -> None:
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "start_new_session": True}
    pipes["preexec_fn"] = reset_signals
    with start("simulate wyoming --seats easy,easy --games 100000 --json --jobs 2", environment, **pipes) as program:
        program.stdout.readline()
        os.killpg(program.pid, signal.SIGINT)  # like Ctrl-C, also to its helpers
        _, errors = program.communicate()
        assert errors == ""
        assert program.returncode == 130


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_output_device_is_reported(environment: dict[str, str]) -> None:
    with (
        open("/dev/full", "w") as full,
        start(
            "simulate wyoming --seats easy,easy --games 1", environment, stdout=full, stderr=subprocess.PIPE
        ) as program,
    ):
        assert program.stderr.read() == "topping-out: can't write the output: No space left on device\n"
        assert program.wait() == 1


def test_doctor_checks_display_and_sound(environment: dict[str, str]) -> None:
    environment |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    with start("doctor", environment, stdout=subprocess.PIPE) as program:
        lines = program.communicate()[0].splitlines()
    assert program.returncode == 0
    assert [line.partition(":")[0] for line in lines[-6:]] == [
        f"ok  {topic}" for topic in ("SDL", "display", "sound", "mice", "gamepads", "voice")
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
@pytest.mark.parametrize("line", ["doctor", "", "play wyoming"])
def test_a_missing_display_is_reported_with_advice(line: str, environment: dict[str, str]) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "XDG_RUNTIME_DIR"):
        environment.pop(name, None)
    with start(line, environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        output, errors = program.communicate()
    assert program.returncode == 1
    assert "set DISPLAY" in output + errors
    assert len(errors.splitlines()) == (line != "doctor"), "one line, and it is ours"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
@pytest.mark.parametrize("line", ["doctor", "play wyoming"])
@pytest.mark.parametrize("name", ["DISPLAY", "WAYLAND_DISPLAY"])
def test_a_display_that_cannot_be_opened_is_named(line: str, name: str, environment: dict[str, str]) -> None:
    for other in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "XDG_RUNTIME_DIR"):
        environment.pop(other, None)
    environment[name] = ":4321"
    with start(line, environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        output, errors = program.communicate()
    assert program.returncode == 1
    assert "check that :4321 is running" in output + errors


def test_the_bots_process_starts_from_any_main_program(tmp_path: Path, environment: dict[str, str]) -> None:
    """A console script has no file ending and is not a module, but spawned processes must run it again."""
    script = tmp_path / "topping-out"
    script.write_text(
        "import sys\nfrom topping_out.scenes.__main__ import main\nif __name__ == '__main__':\n    sys.exit(main())\n"
    )
    line = "simulate wyoming --seats easy,easy --games 2 --jobs 2 --json"
    outputs = [
        subprocess.run([*program, *line.split()], cwd=cwd, env=environment, check=True, capture_output=True).stdout
        for program, cwd in (([sys.executable, str(script)], tmp_path), (PROGRAM, ROOT))
    ]
    assert outputs[0] == outputs[1]
    assert outputs[0].count(b"\n") == 2


def test_commands_without_a_window_load_no_slow_modules(environment: dict[str, str]) -> None:
    """Checked without timing: slow modules are not loaded."""
    script = "import sys, topping_out.scenes.__main__; print(*sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=environment, capture_output=True, encoding="utf-8"
    )
    loaded = set(done.stdout.split())
    assert not loaded & {"pygame", "topping_out.scenes.app", "numpy", "topping_out.game.wyoming.bots.players"}


# -- clocks


TIMES = {
    "year 1": (1, 1, 1), "before 0": (1969, 12, 31), "at 0": (1970, 1, 1), "before zip": (1979, 12, 31),
    "after zip": (2108, 1, 1), "after 2^63 nanoseconds": (2263, 1, 1), "the last day": (9999, 12, 31),
}  # fmt: skip
SCRIPT = """
import datetime, json, sys, time, types
import msgspec.toml  # it takes the real classes for its own
msgspec.toml._datetime = types.SimpleNamespace(**vars(datetime))
year, month, day = json.loads(sys.argv[1])
real = datetime.datetime
class Clock(real):
    @classmethod
    def now(cls, tz=None):
        return cls(year, month, day, tzinfo=tz)
    @classmethod
    def today(cls):
        return cls(year, month, day)
class Calendar(datetime.date):
    @classmethod
    def today(cls):
        return cls(year, month, day)
seconds = (real(year, month, day) - real(1970, 1, 1)).total_seconds()
datetime.datetime, datetime.date = Clock, Calendar
time.time = lambda: seconds
time.time_ns = lambda: int(seconds) * 10**9
time.localtime = lambda *_: real(year, month, day).timetuple()
from topping_out.game.cli import main
from topping_out.game.cli.frontend import Frontend
from topping_out.scenes.__main__ import check_settings
for line in json.loads(sys.argv[2]):
    status = main.main(line.split(), Frontend(window=lambda request: 0, check_settings=check_settings))
    print("status", status, line, flush=True)
"""
LINES = (
    "doctor", "statistics", "statistics --csv a.csv", "export a.zip", "import a.zip", "report", "report a-report.zip",
    "replay a.jsonl --text", "simulate wyoming --seats easy,random --games 1 --records out", "deck week",
    "play wyoming", "play towers --options deck=week", "play towers", "",
)  # fmt: skip
REFUSED = ("play wyoming --day 2026-11-22", "play wyoming --month 2026-11")
"""Commands for another date, which may be refused in one line."""


@sampled("when", TIMES, ["year 1", "the last day"])
def test_every_command_works_at_any_date(when: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    for path in (tmp_path / "a.jsonl", home / "records" / "games" / "a.jsonl", home / "log" / "report-1.txt"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(real_record("wyoming").to_bytes())
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, json.dumps(TIMES[when]), json.dumps([*LINES, *REFUSED])],
        cwd=tmp_path, env={**os.environ, HOME_VARIABLE: str(home)}, capture_output=True, encoding="utf-8", timeout=600,
    )  # fmt: skip
    assert "Traceback" not in done.stderr, done.stderr
    statuses = [line for line in done.stdout.splitlines() if line.startswith("status ")]
    assert [int(line.split()[1]) for line in statuses[: len(LINES)]] == [0] * len(LINES)
    assert len(statuses) == len(LINES) + len(REFUSED)
    assert all(int(line.split()[1]) in (0, 2) for line in statuses[len(LINES) :])


# -- languages


LANGUAGES = sorted(path.stem for path in translations.FOLDER.glob("*.po"))


@pytest.fixture(params=LANGUAGES)
def spoken(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv(translations.VARIABLE, request.param)
    translations.use(request.param)
    return request.param


def parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Yield a parser and the parsers of its commands."""
    yield parser
    for action in parser._actions:
        for command in action.choices.values() if isinstance(action, argparse._SubParsersAction) else ():
            yield from parsers(command)


def helps() -> list[str]:
    """Return the help text of each command and argument."""
    every = [*parsers(main.make_parser())]
    commands = [choice.help for choice in every[0]._subparsers._group_actions[0]._choices_actions]
    return [*commands, *(str(action.help) for parser in every for action in parser._actions if action.help)]


def test_every_help_is_in_the_readers_language(spoken: str) -> None:
    translated = helps()
    translations.use(ENGLISH)
    english = helps()
    assert len(english) == len(translated) > 60
    same = {text for text, translation in zip(english, translated) if text == translation}
    assert all(", " in text or text == "==SUPPRESS==" for text in same), same  # lists of names, such as the games'


def test_default_names_are_in_the_readers_language(spoken: str) -> None:
    names = [player.name for player in read_players("human,human,easy")]
    translations.use(ENGLISH)
    assert {*names[:2]}.isdisjoint(player.name for player in read_players("human,human,easy"))


def test_the_settings_choose_the_language(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name in (translations.VARIABLE, "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    settings = config_folder() / translations.SETTINGS
    settings.parent.mkdir(parents=True, exist_ok=True)
    for content, word in ((b'{"language": "de"}', "Aufruf"), (b'{"language": 3}', "usage"), (b"{", "usage")):
        settings.write_bytes(content)
        assert main.main(["--help"]) == 0
        assert capsys.readouterr().out.startswith(word)


# -- transcript


WYOMING = load("wyoming")


def header(name: str = "Ana") -> Header:
    players = (Player(name), Player("Ben", "bot", "hard", 1))
    return new_header(WYOMING, players, {"first": 0, "tidal": True}, 7, "2026-11-21T12:03:01")


@pytest.fixture(scope="module")
def record() -> Record:
    """The record of a random game with one action per second."""
    match, rng = Match.new(header()), random.Random(7)
    while not match.outcome:
        (seat,) = match.actors
        match.act(seat, rng.choice(WYOMING.actions(match.state, seat)), match.ms + 1000)
    return match.record


@pytest.fixture(scope="module")
def objects(record: Record) -> list[dict[str, Any]]:
    return [json.loads(line) for line in json_lines(record)]


# -- JSON


def action_data(text: str) -> Any:
    return json.loads(json.dumps(tagged(WYOMING.parse(text))))


def test_the_first_json_line_has_the_header_and_the_first_state(objects: list[dict[str, Any]], record: Record) -> None:
    assert objects[0]["header"]["seed"] == 7
    assert objects[0]["header"]["seats"][1] == {"name": "Ben", "kind": "bot", "level": "hard", "colour": 1}
    assert objects[0]["state"] == WYOMING.dump(start_state(record.header))


def test_there_is_a_json_line_for_each_action(objects: list[dict[str, Any]], record: Record) -> None:
    lines = objects[1:]
    assert [line["number"] for line in lines] == list(range(1, len(record.entries) + 1))
    assert [(line["ms"], line["seat"], line["action"]) for line in lines] == [
        (entry.ms, entry.seat, action_data(entry.text)) for entry in record.entries
    ]


def test_each_json_line_has_the_full_state_after_the_action(objects: list[dict[str, Any]], record: Record) -> None:
    for number in (1, 2, len(record.entries)):
        assert objects[number]["state"] == json.loads(json.dumps(WYOMING.dump(fold(record, number))))


def test_nothing_is_hidden_in_a_transcript(objects: list[dict[str, Any]]) -> None:
    for line in objects:
        state = line["state"]
        towers = chain.from_iterable(state["towers"])
        cards = chain(*state["hands"], *towers, state["draw_pile"], state["discards"])
        assert sorted(cards) == list(range(100))


def test_events_in_json_have_a_type(objects: list[dict[str, Any]]) -> None:
    events = [event for line in objects[1:] for event in line["events"]]
    drew = next(event for event in events if event["type"] == "Drew")
    assert set(drew) == {"type", "seat", "cards"}
    assert all(0 <= card < 100 for card in drew["cards"])
    assert events[-1]["type"] == "Ended"
    assert set(events[-1]["outcome"]) == {"winners", "scores", "reason"}


def test_an_undone_action_is_not_in_the_transcript() -> None:
    match = Match.new(header())
    match.act(0, WYOMING.actions(match.state, 0)[0])
    match.undo()
    match.act(0, WYOMING.actions(match.state, 0)[1])
    lines = [json.loads(line) for line in json_lines(match.record)]
    assert [line["action"] for line in lines[1:]] == [action_data(match.record.entries[-1].text)]


def test_an_invalid_record_gives_no_transcript() -> None:
    wrong = Record(header(), [Entry(0, 0, "construct 7S @0.0"), Entry(0, 0, "construct 7S @0.0")])
    with pytest.raises(RecordError, match="doesn't fit"):
        next(json_lines(wrong))
    with pytest.raises(RecordError, match="doesn't fit"):
        text_lines(wrong)


# -- text


def test_the_text_begins_with_game_players_and_options(record: Record) -> None:
    lines = text_lines(record)
    assert lines[0] == "Towers of Wyoming (rules version 1), seed 7"
    assert lines[1] == "Started 2026-11-21T12:03:01"
    assert lines[2:4] == ["Seat 1: Ana (human)", "Seat 2: Ben (bot, Hard)"]
    assert "Tidal Influences: on" in lines
    assert "First seat: Seat 1" in lines


def test_the_text_has_a_line_for_each_action_in_the_games_words(record: Record) -> None:
    lines = text_lines(record)
    actions = lines[lines.index("") + 1 :]
    assert len(actions) == len(record.entries)
    assert actions[0].startswith("   1   0:01  Ana constructs ")
    assert actions[0].endswith(".")
    assert "Ben draws" in " ".join(actions)
    assert "win" in actions[-1]


def test_an_action_without_described_events_is_described_itself() -> None:
    match = play_on(new_match("towers", *map(Player, ("Ana", "Ben", "Cem")), seed=2), which=-1)
    lines = [line for line in text_lines(match.record) if line.endswith((" ends the turn.", ": end."))]
    assert lines, "there is a turn without a draw"
    assert all(line.endswith(" ends the turn.") for line in lines)


def test_the_text_of_an_unfinished_game_names_the_next_player() -> None:
    match = Match.new(header())
    assert text_lines(match.record)[-1] == "Not finished. To move: Ana."
    match.act(0, WYOMING.actions(match.state, 0)[0])
    lines = text_lines(match.record)
    assert lines[-1] == "Not finished. To move: Ben."
    assert lines[-3].startswith("   1  Ana constructs "), "no clock where no time was written down"


def test_names_cannot_contain_terminal_commands() -> None:
    """Files with such names are refused, but even a record in memory is printed harmlessly."""
    plain = header()
    steering = replace(plain, seats=(replace(plain.seats[0], name="A\x1b[2Jna\n"), plain.seats[1]))
    lines = text_lines(Record(steering))
    assert "Seat 1: A?[2Jna? (human)" in lines
    assert printable("Zoë 🏗 Ćwik") == "Zoë 🏗 Ćwik"
