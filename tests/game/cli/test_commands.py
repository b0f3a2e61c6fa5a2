"""The command line: what it does, and what it refuses."""

import json
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from itertools import permutations
from pathlib import Path
from typing import Any, NoReturn

import pytest

from tests.game.processes import PYTHON, Shell, refusal
from topping_out.game import __version__
from topping_out.game.arena.contest import simulate
from topping_out.game.bots.review import Review
from topping_out.game.cli import doctor, main
from topping_out.game.cli.console import ProgressBar
from topping_out.game.cli.doctor import examine
from topping_out.game.cli.frontend import Finding, Frontend, FrontendFailed, WindowRequest
from topping_out.game.engine import RandomBot
from topping_out.game.storage.faults import KEPT, add_report, reports, reports_file, surviving
from topping_out.game.storage.files import HOME_VARIABLE, records_folder
from topping_out.game.storage.library import SaveLibrary, read_record
from topping_out.game.towers.workshop import FloorCount, Measures


class Window:
    """Stand-in for the window that keeps its requests."""

    def __init__(self, status: int | None = None) -> None:
        self.requests: list[WindowRequest] = []
        self.status = status

    def __call__(self, request: WindowRequest) -> int | None:
        self.requests.append(request)
        return self.status


@pytest.fixture
def window() -> Window:
    return Window()


pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the records of two games between bots."""
    folder = tmp_path_factory.mktemp("records")
    line = "simulate wyoming --seats medium,easy --games 2 --seed 1 --json --records"
    assert main.main([*line.split(), str(folder)]) == 0
    return folder


@pytest.fixture
def record(folder: Path) -> Path:
    return folder / "wyoming-medium-easy-1.jsonl"


def run(line: str, window: Window | None = None) -> int:
    return main.main(shlex.split(line), Frontend(window))


# -- the window


def test_no_command_opens_the_title(window: Window) -> None:
    assert main.main([], Frontend(window)) == 0
    assert window.requests == [WindowRequest("title")]


def test_quiet_opens_the_window_without_sound(window: Window) -> None:
    assert run("--quiet", window) == 0
    assert window.requests == [WindowRequest("title", quiet=True)]


def test_play_opens_a_table(window: Window) -> None:
    assert run("play wyoming --seats human,hard --seed 7 --options tidal,first=0 --names Ana,Ben", window) == 0
    (request,) = window.requests
    header = request.header
    assert request.command == "play"
    assert (header.game, header.seed, header.options["tidal"], header.options["first"]) == ("wyoming", 7, True, 0)
    assert [(p.name, p.kind, p.level, p.colour) for p in header.seats] == [
        ("Ana", "human", "", 0),
        ("Ben", "bot", "hard", 1),
    ]
    assert header.started


def test_play_defaults_to_you_a_bot_and_a_random_seed(window: Window) -> None:
    assert run("play wyoming", window) == 0
    assert run("play wyoming", window) == 0
    first, second = (request.header for request in window.requests)
    assert [player.kind for player in first.seats] == ["human", "bot"]
    assert first.seed != second.seed


def test_play_starts_the_deal_of_a_day_or_a_month(window: Window, shell: Shell) -> None:
    assert run("play towers --day 2026-11-22", window) == run("play wyoming --month 2026-11", window) == 0
    deals = [request.deal for request in window.requests]
    assert [(deal.game, deal.date) for deal in deals if deal] == [("towers", "2026-11-22"), ("wyoming", "2026-11")]
    refusal = shell.refuse("play towers --month 2026-11", frontend=Frontend(window))
    assert "2026-11's deal is for another game: write play wyoming" in refusal


def test_replay_opens_the_window_with_the_record(window: Window, record: Path) -> None:
    assert run(f"replay '{record}'", window) == 0
    (request,) = window.requests
    assert (request.command, request.path, request.record) == ("replay", record, read_record(record))


def test_the_exit_status_is_that_of_the_window() -> None:
    assert main.main([], Frontend(Window(3))) == 3


def test_a_missing_display_is_reported(shell: Shell) -> None:
    def refuse(request: WindowRequest) -> int:
        raise FrontendFailed("there is no display here: set DISPLAY")

    said = shell.run("", status=1, frontend=Frontend(refuse))
    assert (said, shell.err) == ("", "topping-out: there is no display here: set DISPLAY\n")


def test_a_program_without_a_window_says_so(shell: Shell) -> None:
    shell.run("", status=1)
    assert "has no window" in shell.err


# -- simulate


def test_simulate_prints_a_table(shell: Shell) -> None:
    out = shell.run("simulate wyoming --seats medium,easy --games 3 --seed 5")
    assert out.startswith("Towers of Wyoming: 3 games, seeds 5 to 7\n")
    assert "average turns" in out
    assert shell.err == "", "no progress bar where there is no terminal"


def test_simulate_json_does_not_depend_on_the_number_of_jobs(shell: Shell) -> None:
    line = "simulate wyoming --seats medium,easy --games 3 --options wheel --json"
    alone = shell.run(line)
    assert shell.run(f"{line} --jobs 2") == alone
    games = [json.loads(line) for line in alone.splitlines()]
    assert [game["seed"] for game in games] == [1, 2, 3]
    assert all(game["options"]["wheel"] for game in games)


def test_an_error_in_a_simulation_is_reported(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*asked: object) -> NoReturn:
        raise KeyError("a bot's mistake")

    monkeypatch.setattr("topping_out.game.arena.contest.InternalBot.choose", stumble)
    shell.run("simulate wyoming --seats easy,easy --games 2 --seed 8", status=1)
    assert shell.err.startswith("topping-out: the game with seed 8 couldn't be played: KeyError")


def test_progress_is_shown_only_on_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for is_terminal in (False, True):
        monkeypatch.setattr(sys.stderr, "isatty", lambda shown=is_terminal: shown)
        with ProgressBar(2) as progress:
            progress.step()
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("\r[..............................] 0/2\r[###############...............] 1/2\r")
    assert err.endswith(" \r")


def test_progress_tells_the_time_left(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter((0, 1, 60, 120, 180, 240))
    monkeypatch.setattr("topping_out.game.cli.console.monotonic", lambda: next(seconds))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with ProgressBar(4) as progress:
        for _ in range(4):
            progress.step()
    shown = [line.partition("] ")[2].strip() for line in capsys.readouterr().err.split("\r")]
    assert shown == ["", "0/4", "1/4  3:00 left", "2/4  2:00 left", "3/4  1:00 left", "4/4", "", ""]


@pytest.mark.parametrize(("total", "left"), [(60, "59:00"), (61, "1:00:00"), (62, "1:01:00"), (1562, "26:01:00")])
def test_progress_tells_hours(total: int, left: str, monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([0.0, 60.0])
    monkeypatch.setattr("topping_out.game.cli.console.monotonic", lambda: next(times))
    bar = ProgressBar(total)
    bar.done = 1
    assert bar._time_left() == left


def test_an_interrupted_simulation_prints_its_results_so_far(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*given: Any) -> Iterator[Any]:
        yield from list(simulate(given[0][:2]))
        raise KeyboardInterrupt

    monkeypatch.setattr("topping_out.game.cli.bots.simulate", interrupted)
    out = shell.run("simulate wyoming --seats random,random --games 50", status=130)
    assert out.startswith("Towers of Wyoming: 2 games, seeds 1 to 2\n")


@pytest.mark.parametrize("line", ["deck measure two four --games 12", "deck balance two"])
def test_an_interrupted_measurement_prints_what_was_found(
    line: str, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[object] = []

    def measured(batch: Any) -> Measures:
        if done:
            raise KeyboardInterrupt
        done.append(batch)
        return Measures(games=6, floors={floor.name: FloorCount(1, 1, n) for n, floor in enumerate(batch.deck.floors)})

    monkeypatch.setattr("topping_out.game.towers.workshop.measure", measured)
    assert shell.run(line, status=130)


def test_doctor_as_json_says_what_it_says_in_lines(shell: Shell, capsys: pytest.CaptureFixture[str]) -> None:
    status = run("doctor")
    lines = capsys.readouterr().out.splitlines()
    findings = json.loads(shell.run("doctor --json", status=status))["findings"]
    assert [f"{'ok' if each['is_ok'] else '!!'}  {each['topic']}: {each['found']}" for each in findings] == [
        line.partition("  -> ")[0] for line in lines
    ]


def test_statistics_as_json_have_each_player_of_a_game(record: Path, tmp_path: Path, shell: Shell) -> None:
    assert json.loads(shell.run("statistics --json")) == {"players": [], "problems": []}
    records_folder().mkdir(parents=True)
    (records_folder() / "a.jsonl").write_bytes(as_played_by_ana(record, tmp_path).read_bytes())
    (ana,) = json.loads(shell.run("statistics --json"))["players"]
    assert (ana["game"], ana["name"], ana["played"]) == ("wyoming", "Ana", 1)
    assert {*ana} == {"game", "name", "played", "won", "best", "rating"}


# -- replay


def test_replay_as_text(record: Path, shell: Shell) -> None:
    out = shell.run("replay --text", record)
    assert out.startswith("Towers of Wyoming")
    assert "Medium 1 constructs" in out


def test_replay_as_json(record: Path, shell: Shell) -> None:
    objects = [json.loads(line) for line in shell.run("replay --json", record).splitlines()]
    assert len(objects) == 1 + len(read_record(record).entries)


def test_replay_as_json_reports_the_invalid_action(record: Path, tmp_path: Path, shell: Shell) -> None:
    lines = record.read_bytes().splitlines(keepends=True)
    undone = b'[0,0,"undo"]\n'
    spoilt = tmp_path / "spoilt.jsonl"
    spoilt.write_bytes(b"".join([*lines[:3], undone, lines[2], b'[0,1,"construct 7S @3.1"]\n', *lines[3:]]))
    output = json.loads(shell.run("replay --json", spoilt, status=2))
    assert output.pop("message").startswith("line 6, action 3: 'construct 7S @3.1' of seat 1 doesn't fit the game so")
    assert output == {"type": "error", "line": 6, "number": 3, "seat": 1, "action": "construct 7S @3.1"}


# -- doctor and version


def as_played_by_ana(record: Path, folder: Path) -> Path:
    """Return a copy of a record between bots in which the second seat is a human's."""
    header, *rest = record.read_bytes().splitlines(keepends=True)
    fields = json.loads(header)
    fields["seats"][1] = {"name": "Ana", "kind": "human", "level": "", "colour": 1}
    played = folder / "played.jsonl"
    played.write_bytes(b"".join([json.dumps(fields).encode() + b"\n", *rest]))
    return played


def test_replay_as_a_review_lists_the_mistakes_of_humans(record: Path, tmp_path: Path, shell: Shell) -> None:
    lines = shell.run("replay --review", as_played_by_ana(record, tmp_path)).splitlines()
    assert lines[0].split(" accuracy ")[0].removesuffix(":") == "Ana"
    assert len(lines) > 1
    assert all(line.startswith("  ") for line in lines[1:])
    assert shell.err == "", "no progress bar where there is no terminal"


def test_a_review_shows_its_progress_on_a_terminal(
    record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    monkeypatch.setattr("topping_out.game.cli.games.bot_named", lambda game, name: RandomBot())
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    shell.run("replay --review", as_played_by_ana(record, tmp_path))
    shown = re.findall(r"\r\[[#.]+\] (\d+)/(\d+)", shell.err)
    assert [int(done) for done, _ in shown] == list(range(len(shown)))
    assert {int(total) for _, total in shown} == {len(shown) - 1}
    assert len(shown) > 1


def test_a_record_of_bots_has_no_review(record: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    said = "Only people's decisions are reviewed, and only bots played here, so nothing was judged.\n"
    assert (shell.run("replay --review", record), shell.err) == (said, "")


def test_an_interrupted_review_shows_what_was_judged(
    record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    def judge(self: Review, number: int, bot: object) -> None:
        if number == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(Review, "judge", judge)
    lines = shell.run("replay --review", as_played_by_ana(record, tmp_path), status=130).splitlines()
    assert re.fullmatch(r"Stopped after 3 of \d+ decisions\.", lines[0])
    assert lines[1] == "Ana:"


def test_a_character_in_two_seats_is_numbered_by_seat(window: Window) -> None:
    assert run("play wyoming --seats human,ada,ada,pia", window) == 0
    header = window.requests[0].header
    assert [player.name for player in header.seats] == ["You", "Ada Apex 2", "Ada Apex 3", "Pia Pebble"]


def test_players_without_names_have_those_of_the_set_up(window: Window) -> None:
    assert run("play wyoming --seats human,hard,human,hard --names ,,Cleo", window) == 0
    header = window.requests[0].header
    assert [player.name for player in header.seats] == ["Player 1", "Mesa", "Cleo", "Cornice"]


def test_the_version_is_printed(shell: Shell) -> None:
    assert shell.run("--version") == f"topping-out {__version__}\n"


def test_doctor_prints_its_findings(home: Path, shell: Shell) -> None:
    match = SaveLibrary().start(read_header())
    assert match.record.entries == []
    frontend = Frontend(diagnose=lambda: [Finding("display", "a screen")])
    lines = shell.run("doctor", frontend=frontend).splitlines()
    assert all(line.startswith("ok  ") for line in lines)
    assert "ok  display: a screen" in lines
    assert f"ok  records: {home / 'records' / 'games'}" in lines
    assert any(line.startswith("ok  Python: ") for line in lines)
    assert any(line.startswith("ok  pygame-ce: ") for line in lines)


@pytest.mark.parametrize("error", ["ImportError", "OSError", "SystemError", "type('Panic', (BaseException,), {})"])
def test_doctor_reports_a_library_that_cannot_be_loaded(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: str
) -> None:
    (tmp_path / "accesskit.py").write_text(f"raise {error}('DLL load failed')")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "accesskit", raising=False)
    message = "none: AccessKit can't be loaded (DLL load failed), so screen readers can't see anything"
    assert Finding("screen readers", message, "install the program again") in [*examine()]


@pytest.mark.parametrize("is_packed", [True, False])
def test_a_missing_optional_library_is_an_error_only_in_a_package(
    home: Path, monkeypatch: pytest.MonkeyPatch, is_packed: bool
) -> None:
    monkeypatch.setattr(doctor, "ACCESSKIT", "not_there")
    monkeypatch.setattr(sys, "frozen", is_packed, raising=False)
    (finding,) = (finding for finding in examine() if finding.topic == "screen readers")
    assert finding.found.startswith("none: ")
    assert finding.is_ok is not is_packed


def test_doctor_reports_what_failed_in_the_last_run(home: Path) -> None:
    for service in ("sound", "mice"):
        with surviving(service):
            raise OSError(f"no {service}")
    found = [finding for finding in examine() if finding.topic == "failed in the last run"]
    assert ["no sound" in found[0].found, "no mice" in found[1].found] == [True, True]
    assert not any(finding.is_ok for finding in found)


def read_header() -> Any:
    window = Window()
    assert run("play wyoming", window) == 0
    return window.requests[0].header


def test_doctor_counts_saved_games_and_names_unreadable_ones(home: Path) -> None:
    library = SaveLibrary()
    library.start(read_header())
    library.close()
    (library.folder / "odd.jsonl").write_text("odd\n")
    findings = {finding.topic: finding for finding in examine() if not finding.is_ok}
    assert "odd.jsonl" in findings["saved games"].found
    lines = list(map(str, examine()))
    assert "ok  saved games: 1 to continue, 0 finished" in lines
    assert any(line.startswith("ok  games: Towers of Wyoming, Towering, Towers, IceTowers") for line in lines)


def test_doctor_reports_the_last_event_and_the_file_of_all(home: Path) -> None:
    assert not any(finding.topic == "last event" for finding in examine())
    for number in range(KEPT + 5):
        add_report(f"Event {number}.\n")
    (last_event,) = (finding for finding in examine() if finding.topic == "last event")
    assert last_event.is_ok
    assert f"Event {KEPT + 4}." in last_event.found
    assert str(reports_file()) in last_event.found
    assert len(reports()) == KEPT
    reports_file().write_bytes(b"\xff\x1b[2J\n")
    assert "\x1b" not in str([*examine()])


def test_doctor_reports_problems_with_advice(home: Path, shell: Shell) -> None:
    home.write_text("a file where a folder should be")
    frontend = Frontend(diagnose=lambda: [Finding("display", "none", "set DISPLAY")])
    out = shell.run("doctor", status=1, frontend=frontend)
    assert "!!  display: none  -> set DISPLAY" in out
    assert f"!!  records: can't write to {home / 'records' / 'games'}: " in out
    assert f"  -> make it writable, or name another folder in {HOME_VARIABLE}" in out


# -- what is refused

REFUSED = {
    "dance": "'dance'",
    "play": "GAME",
    "play chess": "there's no game 'chess': choose from wyoming",
    "play wyoming --seats human": "for 2 to 4 players, not 1",
    "play wyoming --seats human,easy,easy,easy,easy": "for 2 to 4 players, not 5",
    "play wyoming --seats human,brilliant": "nobody is called 'brilliant': choose from human, gentle, easy",
    "play wyoming --seats ,": "nobody is called ''",
    "play wyoming --names A,B,C": "too many names for 2 seats",
    "play wyoming --names abcdefghijklmnopqrstuvwxyz": "at most 20 letters",
    "play wyoming --names A\x1bB": "--names: the letter U+001B can't be shown: leave it out",
    "play wyoming --options rain": "there's no option 'rain' here: choose from first, short, scaffolding, "
    "sudden_death, deadlines, tidal, wheel, finicky",
    "play wyoming --options first=4": "option first can't be '4': choose from random, 0, 1",
    "play wyoming --options tidal=maybe": "option tidal can't be 'maybe': choose from on, off",
    "play wyoming --options foundations=2": "there's no option 'foundations' here",
    "play wyoming --seed -1": "'-1' isn't a whole number from 0 to",
    "play wyoming --seed 1e3": "'1e3' isn't a whole number",
    "play wyoming --seed 99999999999999999999": "isn't a whole number",
    f"play wyoming --seed {'9' * 5000}": "isn't a whole number",
    "play wyoming --sea human,hard": "--sea",
    "play wyoming --day today": "'today' isn't a date: write it as 2026-11-22",
    "play wyoming --day 9999-12-31": "is in the future: today is 2",
    "play wyoming --day 2026-11-22 --seed 7": "already fixes seats, names, options and seed",
    "play wyoming --month november": "'november' isn't a month: write it as 2026-11",
    "play wyoming --month 9999-12": "is in the future: today is 2",
    "play wyoming --month 2026-11 --names Ana": "--month: a daily or monthly deal already fixes seats, names, options",
    "play wyoming --month 2026-11 --day 2026-11-22": "not allowed with argument --month",
    "simulate wyoming": "--seats",
    "simulate wyoming --seats human,easy": "choose from gentle, easy, medium, hard, master, pia",
    "simulate wyoming --seats easy,easy --games 0": "'0' isn't a whole number from 1 to 1000000",
    "simulate wyoming --seats easy,easy --games many": "'many' isn't a whole number",
    "simulate wyoming --seats easy,easy --jobs 1.5": "'1.5' isn't a whole number from 1 to",
    "simulate wyoming --seats easy,easy --seed 9007199254740991 --games 2": "start lower",
    "simulate wyoming --seats easy,easy --records README.md/games": f"{Path('README.md/games')} can't be created",
    "simulate wyoming --seats easy,easy --records ''": "--records: no folder given",
    "replay": "FILE",
    "replay nothing.jsonl": "there's no file nothing.jsonl: the games played here are in",
    "replay .": ". is a folder",
    "replay nothing.jsonl --text --json": "not allowed with",
    "arena": "GAME",
    "arena wyoming": "--seats",
    "arena wyoming --seats hard": "for 2 to 4 players, not 1",
    "arena towering --seats hard,easy,easy": "for 2 seats, not 3",
    "arena wyoming --seats hard,,easy": "--seats: there's no bot '' in wyoming",
    "arena wyoming --seats hard,human": "--seats: there's no bot 'human' in wyoming",
    "arena wyoming --seats hard,easy --pairs 0": "'0' isn't a whole number from 1",
    "arena wyoming --seats hard,easy --sprt 5": "'5' isn't two Elo numbers, the lower first, e.g. 0,10",
    "arena wyoming --seats hard,easy --sprt 9,3": "isn't two Elo numbers",
    "arena wyoming --seats hard,easy --sprt nan,inf": "isn't two Elo numbers",
    "arena wyoming --seats hard,easy --patience 0": "'0' isn't a number of seconds",
    "arena wyoming --seats hard,easy --patience nan": "'nan' isn't a number of seconds",
    "arena wyoming --seats hard,easy --options rain": "there's no option 'rain' here",
    "arena wyoming --seats hard,easy --gauntlet": "--gauntlet takes one bot, not 2: it plays every old bot",
    "arena wyoming --seats hard --gauntlet --sprt 0,5": "--sprt",
    "arena wyoming --seats easy,easy --records README.md/games": f"{Path('README.md/games')} can't be created",
    "tune towering --bot hard --generations 1": "--out",
    "tune towering --bot hard --out x.toml": "--generations",
    "tune towering --bot hard --generations 1 --seconds 2 --out x.toml": "not allowed with",
    "tune towering --bot random --generations 1 --out x.toml": "--bot: random has no weights",
    f"tune towering --bot exec:{PYTHON} --generations 1 --out x.toml": "isn't one of our bots",
    "tune towering --bot nobody --generations 1 --out x.toml": "--bot: there's no bot 'nobody'",
    "tune towering --bot hard --generations 1 --out nowhere/x.toml": "--out: there's no folder nowhere",
    "tune towering --bot hard --generations 1 --out .": "--out: . is a folder",
    "tune towering --bot hard --generations 1 --out x.toml --goal fun": "--goal",
    "tune towering --bot hard --generations 1 --out x.toml --fix pile,nosuch": "--fix: there's no weight 'nosuch'",
    "ladder": "GAME",
    "ladder wyoming --picture .": "--picture: . is a folder",
    "ladder wyoming --picture nowhere/x.svg": "--picture: there's no folder nowhere",
    "ladder wyoming --seats hard": "--seats",
    "ladder wyoming --seats 5": "2 to 4 players, not 5",
    **{
        f"ladder towers --cluster '{address}'": f"argument --cluster: {address!r} isn't an address"
        for address in ("nonsense", "tcp://127.0.0.1", "tcp://127.0.0.1:x", "tcp://a b:1", "")
    },
    "ladder towers --tls-ca-file a.pem": "--tls-ca-file only works with --cluster",
    "bot towers --level brilliant": "--level: there's no bot 'brilliant' in towers",
    f"bot towers --level exec:{PYTHON}": "isn't one of our bots",
    "bot chess": "there's no game 'chess'",
    "deck": "the following arguments are required: WHAT",
    "deck measure nowhere": "there's no deck 'nowhere': choose from standard, children",
    "deck measure no.toml": "no.toml can't be opened",
    "deck week --day monday": "'monday' isn't a day such as 2026-11-25",
    "deck measure two --seed -1": "'-1' isn't a whole number from 0",
    "deck draft --seats 9": "'9' isn't a whole number from 2 to 4",
    "statistics --csv nowhere/x.csv": "there's no folder",
    "statistics --csv .": "is a folder: name a file in it",
}


@pytest.mark.parametrize("line", ["print wyoming it.pdf --paper letter --backs fold", "report it.zip --force"])
def test_words_of_a_command_may_come_in_any_order(line: str) -> None:
    """An optional FILE as well, which older versions of argparse don't accept after options."""
    command, *words = line.split()
    named = re.findall(r"--\S+(?: [a-z]+)?(?= |$)", line)
    plain = [word for word in words if word not in " ".join(named).split()]
    parser = main.make_parser()
    usual = parser.parse_args([command, *words])
    for order in permutations([*plain, *named]):
        if order.index(plain[0]) <= order.index(plain[-1]):
            assert parser.parse_args([command, *" ".join(order).split()]) == usual, order


@pytest.mark.parametrize("line", REFUSED, ids=lambda line: line[:60])
def test_an_invalid_command_is_refused_in_one_line(
    line: str, window: Window, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(line, window) == 2
    assert REFUSED[line] in refusal(capsys)
    assert window.requests == []


SPOILT: dict[str, Callable[[bytes], bytes]] = {
    "cut": lambda data: data[:40],
    "other rules": lambda data: data.replace(b'"rules":1', b'"rules":2'),
    "other format": lambda data: data.replace(b'"format":1', b'"format":9'),
    "edited": lambda data: data.replace(b"construct", b"demolish", 1),
    "reordered": lambda data: b"\n".join([(lines := data.splitlines())[0], *lines[:0:-1], b""]),
    "a picture": lambda data: b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
    "empty": lambda data: b"",
}


@pytest.mark.parametrize("how", ["", " --text", " --json", " --review"])
@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_an_invalid_record_is_refused_and_left_unchanged(
    spoil: Callable[[bytes], bytes],
    how: str,
    record: Path,
    tmp_path: Path,
    window: Window,
    capsys: pytest.CaptureFixture[str],
) -> None:
    spoilt = tmp_path / "spoilt.jsonl"
    content = spoil(record.read_bytes())
    spoilt.write_bytes(content)
    assert run(f"replay '{spoilt}'{how}", window) == 2
    if how == " --json":
        out, err = capsys.readouterr()
        output = json.loads(out)
        assert (output["type"], f"topping-out: {output['message']}\n") == ("error", err)
    else:
        refusal(capsys)
    assert spoilt.read_bytes() == content
    assert window.requests == []
