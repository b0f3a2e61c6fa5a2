"""External bots: they can play every game, and their faults harm only themselves."""

import io
import json
import os
import random
import re
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import examples
from tests.game import matches
from tests.game.by_luck.random_games import deals, moments
from tests.game.matches import pairs_of
from tests.game.processes import Shell, by_signals, is_alive, reset_signals, running
from tests.golden import in_turn, sampled
from topping_out.game import registry
from topping_out.game.arena import external, protocol
from topping_out.game.arena.contest import (
    MOST_DECISIONS,
    Contest,
    GameRunner,
    Pair,
    Result,
    Simulation,
    play_game,
    play_pair,
    read_contender,
    simulations,
)
from topping_out.game.arena.external import PATIENCE, REQUESTS_TO_END, ExternalBot, Program, dismiss_all
from topping_out.game.arena.protocol import (
    LONGEST_ANSWER,
    BadLine,
    action_data,
    raw,
    read_bot_message,
    read_program_message,
    read_view,
    to_line,
)
from topping_out.game.arena.server import BotServer
from topping_out.game.arena.tuning import toml_text
from topping_out.game.assets import ROOT
from topping_out.game.bots.process import LocalWorkers
from topping_out.game.bots.weights import weights_named
from topping_out.game.registry import load

EXAMPLE = Path(__file__).with_name("example_bot.py")
PAGE = ROOT / "game" / "PROTOCOL.md"

every_game = pytest.mark.parametrize("name", registry.names())
HIDING = [name for name in registry.names() if not load(name).live]
"""The games with hidden information."""
ENDINGS = [signal.SIGINT, *REQUESTS_TO_END]


@pytest.fixture(autouse=True)
def _checkout(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(ROOT)
    before = {number: signal.getsignal(number) for number in ENDINGS}
    yield
    dismiss_all()
    for number, handler in before.items():
        signal.signal(number, handler)


def contest(name: str, *seats: str, seed: int = 1, patience: float = 300.0) -> Contest:
    return matches.contest(name, ",".join(seats), seed, patience)


def python(*words: str) -> str:
    return "exec:" + shlex.join([Path(sys.executable).as_posix(), *words])


EXAMPLE_BOT = python(EXAMPLE.as_posix())
PRYING_BOT = python(Path(__file__).with_name("prying_bot.py").as_posix())


def results(pairs: list[Pair]) -> list[Any]:
    return [[(game.shares, game.scores, game.faults) for game in pair.games] for pair in pairs]


# -- playing


@sampled("name", registry.names(), ["wyoming", "icetowers"])
def test_a_bot_cannot_derive_the_deal_from_its_seeds(name: str) -> None:
    (pair,) = pairs_of(contest(name, PRYING_BOT, "random", seed=6), 1)
    assert len(pair.games) == 2
    assert all("gave up: 'found []'" in str(game.faults) for game in pair.games), [game.faults for game in pair.games]


@sampled("name", registry.names(), ["wyoming", "icetowers"])
def test_our_bots_play_the_same_as_external_programs(name: str, tmp_path: Path) -> None:
    """In a live game, external bots have default hands, so the internal bot gets weights without hands."""
    mind = "medium"
    if load(name).live:
        mind = f"@{tmp_path / 'head.toml'}"
        table = {key: value for key, value in weights_named(name, "medium").items() if key != "hands"}
        (tmp_path / "head.toml").write_text(toml_text(table))
    inside = pairs_of(contest(name, mind, "easy"), 1)
    outside = pairs_of(contest(name, python("-m", "topping_out.scenes", "bot", name, "--level", mind), "easy"), 1)
    assert results(outside) == results(inside)
    decisions = [[game.thinking[who].decisions for who in (0, 1)] for game in outside[0].games]
    assert decisions == [[game.thinking[who].decisions for who in (0, 1)] for game in inside[0].games]


@every_game
def test_the_example_bot_plays_every_game_like_random(name: str) -> None:
    (outside,) = pairs_of(contest(name, EXAMPLE_BOT, "easy"), 1)
    (inside,) = pairs_of(contest(name, "random", "easy"), 1)
    assert results([outside]) == results([inside])


def test_several_programs_can_play_in_several_processes() -> None:
    alone = contest("towers", EXAMPLE_BOT, "easy", EXAMPLE_BOT)
    assert results(pairs_of(alone, 2, jobs=2)) == results(pairs_of(alone, 2))


def test_a_bot_may_pass_in_a_live_game() -> None:
    bot = talker("say({'type': 'action', 'action': None})")
    result = play(contest("icetowers", bot, "easy"))
    assert not result.faults
    assert result.outcome is not None
    assert result.thinking[0].decisions > 0


def test_a_live_game_in_which_nobody_acts_is_stopped(shell: Shell) -> None:
    idle = talker("say({'type': 'action', 'action': None})")
    out = shell.run("arena icetowers --options timer=off --pairs 1 --seats", f"{idle},gentle")
    assert "stopped because they wouldn't end: 2 games" in out


def test_a_game_with_too_many_decisions_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("topping_out.game.arena.contest.MOST_DECISIONS", 30)
    result = play(contest("towers", "easy", "easy"))
    assert result.outcome is None
    assert not result.faults
    assert sum(thinking.decisions for thinking in result.thinking) == 31


# -- faults

TALKING = """
import json, os, subprocess, sys, time
def say(message):
    print(json.dumps(message), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({{"type": "hello", "protocol": 2, "again": {again}}})
    elif message["type"] == "act":
        {act}
    elif message["type"] == "end":
        {end}
"""


def script(code: str) -> str:
    return python("-c", code)


FIRST = "say({'type': 'action', 'action': message['actions'][0]})"


def talker(act: str = FIRST, end: str = "break", again: bool = False) -> str:
    return script(TALKING.format(act=act, end=end, again=again))


def play(contest: Contest) -> Result:
    header, _ = contest.deal(0, 0)
    return GameRunner(Simulation(header, contest.contenders, contest.patience)).play()


IMPATIENT = 0.3
AT_MOST = 300.0
"""Seconds after which waiting fails, even on a busy machine."""
RUBBISH = {
    "says nothing": (script("import time; time.sleep(600)"), "was silent for 0.3 s"),
    "says nothing when asked": (talker("pass"), "was silent for 0.3 s"),
    "reads nothing": (script('print(\'{"type":"hello","protocol":2}\', flush=True)\nwhile 1: pass'), "was silent"),
    "leaves its output to another":
        (script("import subprocess; subprocess.Popen(['sleep', '600'])"), "was silent for 0.3 s"),
    "ends at once": (script("import sys; sys.exit('no luck')"), "ended with status 1; its last words: no luck"),
    "ends when asked": (talker("sys.exit(3)"), "ended with status 3"),
    "fails": (talker("1 / 0"), "ended with status 1; its last words: ZeroDivisionError: division by zero"),
    "kills itself": (talker("os.kill(os.getpid(), 9)"), "ended with status -9"),
    "closes its output": (talker("os.close(1); time.sleep(600)"), "closed its output"),
    "says something else": (script("print('good morning')"), "sent an invalid line: 'good morning' is not a line of"),
    "says nothing in a line": (talker("print(flush=True)"), "sent an invalid line: '' is not a line of"),
    "says it in bytes":
        (talker("os.write(1, bytes([255, 27, 7, 10]))"), "sent an invalid line: '\ufffd??' is not a line of"),
    "nests deeply": (talker("print('[' * 9000, flush=True)"), "sent an invalid line: '[[[["),
    "says it in UTF-16": (talker("os.write(1, 'hello'.encode('utf-16') + bytes([10]))"), "sent an invalid line: "),
    "says it twice":
        (talker('os.write(1, b\'{"type":"action","type":"hello"}\' + bytes([10]))'), "sent an invalid line"),
    "says half of it": (talker("os.write(1, b'{\"type\":'); sys.exit()"), "ended with status 0"),
    "says what is no number":
        (talker('os.write(1, b\'{"type":"action","action":NaN}\' + bytes([10]))'), "JSON is malformed"),
    "adds a field": (
        talker("say({'type': 'action', 'action': {**message['actions'][0], 'x': 1}})"),
        "which is not among its 14 actions; the nearest is",
    ),
    "commands the terminal with its last words":
        (talker("os.write(2, bytes([27, 93, 48, 59, 7])); sys.exit(9)"), "ended with status 9; its last words: ?]0;?"),
    "leaves its pipes to fifty others":
        (script("import subprocess; [subprocess.Popen(['sleep', '600']) for _ in range(50)]"), "was silent for 0.3 s"),
    "stops itself": (talker("os.kill(os.getpid(), 19)"), "was silent for 0.3 s"),
    "kills its group": (talker("os.kill(0, 9)"), "ended with status -9"),
    "never ends a line": (talker("[os.write(1, b'x' * 65536) for _ in range(999)]"), "a line of more than 16384 bytes"),
    "never stops": (script("import os\nwhile 1: os.write(1, b'{}\\n' * 20000)"), "said more than it was asked"),
    "does not greet": (script('print(\'{"type":"action","action":null}\')'), "did not say hello"),
    "greets twice": (talker("say({'type': 'hello', 'protocol': 2})"), "did not name an action"),
    "speaks another protocol":
        (script('print(\'{"type":"hello","protocol":3}\')'), "speaks protocol 3; this program speaks 2"),
    "names no action": (talker("say({'type': 'action', 'action': 7})"), 'sent an invalid line: \'{"type": "action"'),
    "speaks the first protocol": (
        script('print(\'{"type":"hello","protocol":1}\')'),
        "speaks protocol 1; this program speaks 2; what has changed since is in game/PROTOCOL.md",
    ),
    "makes actions up": (
        talker("say({'type': 'action', 'action': {'type': 'Win', 'suit': 3}})"),
        """chose '{"type":"Win","suit":3}', which is not among its 14 actions; the nearest is '{"type":"Play",""",
    ),
    "names an action as text":
        (talker("say({'type': 'action', 'action': 'win'})"), "Expected `object | null`, got `str`"),
    "misspells a type": (talker("say({'type': 'acton'})"), "its type is '\"acton\"' (did you mean 'action'?): choose"),
    "misspells a field": (
        talker("say({'type': 'action', 'acton': {}})"),
        "missing required field `action`; there is 'acton' (did you mean 'action'?)",
    ),
    "passes in a game of turns": (talker("say({'type': 'action', 'action': None})"), "chose nothing, which is not"),
    "gives up": (talker("say({'type': 'error', 'message': 'no idea'})"), "gave up: 'no idea'"),
}  # fmt: skip
"""Misbehaving programs, and the reported fault."""
WAITED_FOR = ("was silent",)


@by_signals
@pytest.mark.parametrize("what", RUBBISH)
def test_a_misbehaving_program_loses_its_game_and_is_reported(what: str) -> None:
    command, report = RUBBISH[what]
    patience = IMPATIENT if report.startswith(WAITED_FOR) else AT_MOST
    result = play(contest("wyoming", command, "easy", patience=patience))
    assert result.outcome is None
    assert list(result.faults) == [0]
    assert report in result.faults[0]
    assert "\n" not in result.faults[0]
    assert len(result.faults[0]) < 600


@by_signals
def test_a_program_that_cannot_be_started_loses_its_game(tmp_path: Path) -> None:
    file = tmp_path / "no-program"
    file.write_bytes(b"\x7fnothing")
    file.chmod(0o755)
    result = play(contest("wyoming", "easy", f"exec:{shlex.quote(str(file))}"))
    assert result.faults == {1: "cannot be started: Exec format error"}


def impatient_at(moment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a short patience from the call of this method of ExternalBot on."""
    ask = getattr(ExternalBot, moment)

    def impatiently(self: ExternalBot, *words: Any) -> Any:
        self._patience = IMPATIENT
        return ask(self, *words)

    monkeypatch.setattr(ExternalBot, moment, impatiently)


def test_a_program_that_does_not_exit_loses_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    impatient_at("finish", monkeypatch)
    result = play(contest("wyoming", "easy", talker(end="time.sleep(600)")))
    assert result.faults == {1: "did not end within 0.3 s"}
    assert result.outcome is None


@by_signals
def test_two_misbehaving_programs_both_lose() -> None:
    (pair,) = pairs_of(contest("wyoming", "exec:false", "exec:false"), 1)
    assert (pair.share(0), pair.share(1), pair.margin) == (0, 0, None)


def test_an_error_after_the_end_of_a_game_does_not_count() -> None:
    result = play(contest("wyoming", talker(end="1 / 0"), "easy"))
    assert not result.faults
    assert result.outcome is not None


def test_the_arena_restarts_a_program_after_a_fault() -> None:
    choosy = talker(f"sys.exit(1) if message['view']['first'] else {FIRST}")
    fates = [any(game.faults) for pair in pairs_of(contest("wyoming", choosy, "easy"), 4) for game in pair.games]
    assert set(fates) == {True, False}


@by_signals
def test_the_command_reports_faults_and_succeeds(shell: Shell) -> None:
    out = shell.run("arena wyoming --seats exec:false,easy --pairs 1 --seed 3")
    assert "lost to a fault: 2 games" in out
    assert "  seed 3, seat 1, exec:false: ended with status 1\n  seed 3, seat 2, exec:false: ended with" in out


# -- processes


def wait_for(condition: Any) -> None:
    deadline = time.monotonic() + AT_MOST
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


STUBBORN = """
import os, signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGINT, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
loose = child
if sys.platform == "linux":
    loose = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
with open("{file}", "a") as file:
    print(os.getpid(), child.pid, loose.pid, file=file)
print('{"type":"hello","protocol":2}', flush=True)
while True:
    time.sleep(1)
"""


def stubborn(folder: Path) -> str:
    """Return a bot that does not end when asked to, nor do the two processes that it starts."""
    return script(STUBBORN.replace("{file}", str(folder / "processes")))


def processes(folder: Path) -> list[int]:
    """Return the processes of the stubborn bots: of each, its own and two others."""
    file = folder / "processes"
    return list(map(int, file.read_text(encoding="utf-8").split())) if file.exists() else []


@by_signals
def test_a_stubborn_program_is_killed_with_all_its_children(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    impatient_at("choose", monkeypatch)
    result = play(contest("wyoming", stubborn(tmp_path), "easy"))
    assert result.faults == {0: "was silent for 0.3 s"}
    assert len(processes(tmp_path)) == 3
    wait_for(lambda: not any(map(is_alive, processes(tmp_path))))


@by_signals
@sampled("ending, jobs", product(ENDINGS, [1, 2]), in_turn(ENDINGS, [2, 1]))
def test_terminating_the_arena_ends_all_programs(ending: int, jobs: int, tmp_path: Path) -> None:
    words = ["arena", "wyoming", "--seats", f"{stubborn(tmp_path)},easy", "--jobs", str(jobs), "--patience", "600"]
    with running(
        [sys.executable, "-m", "topping_out.scenes", *words],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=reset_signals,
    ) as program:  # fmt: skip
        wait_for(lambda: len(processes(tmp_path)) == 3 * jobs)
        program.send_signal(ending)
        out, err = program.communicate(timeout=AT_MOST)
    assert (program.returncode, err) == (130 if ending == signal.SIGINT else 128 + ending, b"")
    if ending == signal.SIGINT:
        assert out == b"Towers of Wyoming: no pair was played to its end\n"
    wait_for(lambda: not any(map(is_alive, processes(tmp_path))))


@by_signals
def test_a_program_that_has_just_started_is_ended_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def leave(*_: object) -> None:
        wait_for(lambda: len(processes(tmp_path)) == 3)
        raise SystemExit(128 + signal.SIGTERM)

    monkeypatch.setattr(ExternalBot, "_send", leave)
    with pytest.raises(SystemExit):
        play(contest("wyoming", stubborn(tmp_path), "easy"))
    wait_for(lambda: not any(map(is_alive, processes(tmp_path))))


@by_signals
@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("moment", ["starts", "is killed"])
def test_no_request_to_end_leaves_a_program_running(
    moment: str, ending: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started, kill = external._start, Program.kill

    def start(*command: Any) -> subprocess.Popen[bytes]:
        process = started(*command)
        wait_for(lambda: len(processes(tmp_path)) == 3)
        if moment == "starts":
            signal.raise_signal(ending)
        return process

    def kill_late(program: Program) -> None:
        if moment == "is killed":
            signal.raise_signal(ending)
        kill(program)

    monkeypatch.setattr(external, "_start", start)
    monkeypatch.setattr(Program, "kill", kill_late)
    impatient_at("choose", monkeypatch)
    reset_signals()
    with pytest.raises(KeyboardInterrupt if ending == signal.SIGINT else SystemExit):
        play(contest("wyoming", stubborn(tmp_path), "easy"))
    wait_for(lambda: not any(map(is_alive, processes(tmp_path))))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system does not tell that a parent has ended")
@sampled("jobs", [1, 2], [2])
def test_killing_the_arena_ends_all_programs(jobs: int, tmp_path: Path) -> None:
    words = ["arena", "wyoming", "--seats", f"{stubborn(tmp_path)},easy", "--jobs", str(jobs), "--patience", "600"]
    with running([sys.executable, "-m", "topping_out.scenes", *words], cwd=ROOT) as program:
        wait_for(lambda: len(processes(tmp_path)) == 3 * jobs)
        children = Path(f"/proc/{program.pid}/task/{program.pid}/children").read_text(encoding="utf-8")
        assert children
        program.kill()
    wait_for(lambda: not any(map(is_alive, (*processes(tmp_path), *map(int, children.split())))))


def test_the_threads_of_a_program_end_with_it() -> None:
    before = threading.active_count()
    play(contest("wyoming", EXAMPLE_BOT, EXAMPLE_BOT))
    dismiss_all()
    assert threading.active_count() == before


def test_a_reused_program_plays_several_games() -> None:
    played = results(pairs_of(contest("wyoming", EXAMPLE_BOT, "easy"), 2))
    once = EXAMPLE.read_text(encoding="utf-8").replace(", again=True", "")
    assert played == results(pairs_of(contest("wyoming", script(once), "easy"), 2))


def test_a_reused_program_is_started_once(tmp_path: Path) -> None:
    file = tmp_path / "starts"
    bot = script(f"open({str(file)!r}, 'a').write('x')" + TALKING.format(act=FIRST, end="pass", again=True))
    for seed in (1, 2, 3):
        assert not play(contest("wyoming", bot, "easy", seed=seed)).faults
    assert file.read_text(encoding="utf-8") == "x"


def test_a_program_that_exits_despite_its_promise_is_restarted() -> None:
    bot = talker(end="break", again=True)
    for seed in (1, 2):
        assert not play(contest("wyoming", bot, "easy", seed=seed)).faults
        (program,) = external._staying
        assert program.has_ended(AT_MOST)


def test_two_seats_with_the_same_command_are_two_programs() -> None:
    bot = talker(end="pass", again=True)
    for seed in (1, 2):
        assert not play(contest("wyoming", bot, bot, seed=seed)).faults
        assert len(external._staying) == 2


def test_the_number_of_reused_programs_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "MOST_STAYING", 2)
    bot = talker(end="pass", again=True)
    for _ in range(4):  # all games have the same deal, so each needs another program
        assert not play(contest("wyoming", bot, "easy")).faults
    assert len(external._staying) == 2


# -- no information from one game to the next

LinesByProgram = dict[Program, list[bytes]]


def record_lines(monkeypatch: pytest.MonkeyPatch) -> LinesByProgram:
    """Record the command and the received lines of each program."""
    found: LinesByProgram = {}
    begin, send = Program.__init__, Program.send

    def begun(self: Program, command: list[str]) -> None:
        begin(self, command)
        found[self] = [" ".join(command).encode()]

    def sent(self: Program, line: bytes) -> None:
        found[self].append(line)
        send(self, line)

    monkeypatch.setattr(Program, "__init__", begun)
    monkeypatch.setattr(Program, "send", sent)
    return found


def dealt_as(monkeypatch: pytest.MonkeyPatch, name: str, seeds: dict[int, int]) -> None:
    """Make the game deal by other seeds than those in its headers, so that those reveal nothing about the cards."""
    setup = type(load(name)).setup
    monkeypatch.setattr(
        load(name), "setup", lambda seats, options, seed: setup(load(name), seats, options, seeds[seed])
    )


def play_side_by_side(*contests: Contest) -> None:
    """Play the same two deals in each contest, as a ladder does."""
    for number in range(2):
        for each in contests:
            assert not [game.faults for game in play_pair((each, number)).games if any(game.faults)]


@sampled("name, again", product(HIDING, [True, False]), in_turn(HIDING, [True, False]))
def test_messages_to_programs_do_not_depend_on_the_seed_itself(
    name: str, again: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it reveals nothing hidden of a later game, whose seed is the same or one more."""
    bot = EXAMPLE_BOT if again else script(EXAMPLE.read_text(encoding="utf-8").replace(", again=True", ""))
    messages = []
    for first in (1, 7_000_001):
        with monkeypatch.context() as patch:
            found = record_lines(patch)
            dealt_as(patch, name, {first: 1, first + 1: 2})
            play_side_by_side(contest(name, bot, "random", seed=first))
            messages.append([b"".join(lines) for lines in found.values()])
        dismiss_all()
    assert messages[0] == messages[1]


@sampled("name", registry.names(), ["wyoming", "icetowers"])
def test_no_program_plays_the_same_deal_twice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both games of a pair have the same deal with swapped seats, and contests share their deals."""
    deals: dict[Program, list[int]] = {}
    greet = ExternalBot.start

    def greeted(self: ExternalBot) -> None:
        greet(self)
        deals.setdefault(self._playing, []).append(self._seed)

    monkeypatch.setattr(ExternalBot, "start", greeted)
    play_side_by_side(*(contest(name, EXAMPLE_BOT, rival) for rival in ("random", EXAMPLE_BOT)))
    assert all(len(set(played)) == len(played) for played in deals.values())
    assert sum(map(len, deals.values())) == 2 * 2 * 3
    assert len(deals) == 6  # each program stayed for the second deal


@pytest.mark.parametrize("pairs", [1, 2])
def test_only_the_last_game_reveals_its_seed(pairs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[Any] = []
    monkeypatch.setattr(LocalWorkers, "map", lambda self, work, tasks, is_apart: (work(task) for task in tasks))
    finish = ExternalBot.finish

    def finished(self: ExternalBot, outcome: Any, seed: int | None) -> None:
        seeds.append(seed)
        finish(self, outcome, seed)

    monkeypatch.setattr(ExternalBot, "finish", finished)
    pairs_of(contest("wyoming", EXAMPLE_BOT, "random", seed=6), pairs)
    assert seeds == ([None, 6] if pairs == 1 else [None] * 4)
    seeds.clear()
    (contender, rival) = contest("wyoming", EXAMPLE_BOT, "random").contenders
    header = contest("wyoming", EXAMPLE_BOT, "random", seed=6).header
    list(map(play_game, simulations(Simulation(header, (contender, rival)), pairs)))
    assert seeds == ([6] if pairs == 1 else [None, None])


# -- the page


def transcript(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the messages to and from the first seat in the example of the page."""
    lines: list[str] = []
    send, receive = ExternalBot._send, ExternalBot._receive

    def sent(self: ExternalBot, message: Any) -> None:
        self._patience = 120  # longer than on the page
        lines.append("> " + to_line(message).decode().rstrip("\n"))
        send(self, message)

    def answered(self: ExternalBot) -> Any:
        found = receive(self)
        lines.append("< " + to_line(found).decode().rstrip("\n"))
        return found

    monkeypatch.setattr(ExternalBot, "_send", sent)
    monkeypatch.setattr(ExternalBot, "_receive", answered)
    play(contest("wyoming", EXAMPLE_BOT, "random", seed=6, patience=10))
    return lines


def test_the_page_states_the_current_limits() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for limit in (LONGEST_ANSWER, MOST_DECISIONS):
        assert f"{limit:,}".replace(",", " ") in page
    assert f"{PATIENCE:g} seconds" in page
    assert f"`protocol` ({protocol.VERSION})" in page


def test_a_program_does_not_see_what_others_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    events = [json.loads(line[2:])["event"] for line in transcript(monkeypatch) if '"type":"event"' in line]
    drawn = [(event["seat"], card) for event in events if event["type"] == "Drew" for card in event["cards"]]
    assert {card for seat, card in drawn if seat == 1} == {-1}
    assert all(card >= 0 for seat, card in drawn if seat == 0)


def test_the_example_on_the_page_is_a_real_transcript(monkeypatch: pytest.MonkeyPatch) -> None:
    """`TOPPING_OUT_RERECORD=1` rewrites it."""
    lines = transcript(monkeypatch)
    example = "\n".join(["```", *lines[:6], "…", *lines[-4:], "```"])
    page = PAGE.read_text(encoding="utf-8")
    found = re.search(r"```\n> .*?```", page, re.DOTALL)
    if os.environ.get("TOPPING_OUT_RERECORD"):
        PAGE.write_text(page.replace(found[0], example), encoding="utf-8")
    version = re.compile(r"topping-out [0-9.]+")
    assert version.sub("", found[0]) == version.sub("", example)


# -- hostile lines

HOSTILE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.integers(-2, 300),
    st.floats(),
    st.text(max_size=8),
    st.just([]),
    st.just([[1, [2, [3]]]]),
    st.just({"type": "hello"}),
    st.just("\x1b[2J\u2028"),
    st.just([0] * 1000),
)


def game_lines(name: str, luck: int) -> list[dict[str, Any]]:
    """Return some messages to the first seat in a random game: the hello and some questions."""
    game = load(name)
    header = contest(name, "easy", "easy", seed=luck).header
    hello = protocol.Hello(name, game.version, 0, ("Ana", "Ben"), header.options, 10.0)
    lines = [json.loads(to_line(hello))]
    state, chance = game.setup(2, header.options, luck), random.Random(luck)
    for ms in range(0, 40_000, 1000):
        game.tick(state, ms)
        for seat in game.actors(state):
            actions = game.actions(state, seat)
            if actions and seat == 0 and chance.random() < 0.4:
                asked = protocol.Act(raw(game.view(state, 0)), tuple(map(action_data, actions)), "seed")
                lines.append(json.loads(to_line(asked)))
            if actions:
                game.apply(state, seat, chance.choice(actions))
                break
    return lines


def spoil(draw: st.DrawFn, data: Any) -> Any:
    """Replace something in JSON data by something hostile, or leave it out."""
    if isinstance(data, dict) and data and draw(st.integers(0, 5)):
        key = draw(st.sampled_from(sorted(data)))
        if draw(st.integers(0, 9)) == 0:
            return {name: value for name, value in data.items() if name != key}
        return {**data, key: spoil(draw, data[key])}
    if isinstance(data, list) and data and draw(st.integers(0, 5)):
        place = draw(st.integers(0, len(data) - 1))
        if draw(st.integers(0, 9)) == 0:
            return [*data[:place], *data[place + 1 :]]
        return [*data[:place], spoil(draw, data[place]), *data[place + 1 :]]
    return draw(HOSTILE)


@st.composite
def hostile_lines(draw: st.DrawFn, name: str) -> bytes:
    lines = game_lines(name, draw(st.integers(0, 20)))
    place = draw(st.integers(0, len(lines) - 1))
    if draw(st.booleans()):
        lines[place] = spoil(draw, lines[place])
        return in_bytes(*lines)
    text = in_bytes(*lines)
    start, length = draw(st.integers(0, len(text))), draw(st.integers(0, 40))
    return text[:start] + draw(st.binary(max_size=20)) + text[start + length :]


def in_bytes(*lines: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def hear(name: str, lines: bytes) -> tuple[str, list[bytes]]:
    out = io.BytesIO()
    game = load(name)
    reason = BotServer(game, read_contender(game, "easy"), out).play(io.BytesIO(lines))
    return reason, out.getvalue().splitlines()


@every_game
@examples(60)
@given(data=st.data())
def test_hostile_lines_get_valid_replies_or_one_refusal(name: str, data: st.DataObject) -> None:
    reason, replies = hear(name, data.draw(hostile_lines(name)))
    kinds = [read_bot_message(line) for line in replies]
    assert ["error" for kind in kinds if isinstance(kind, protocol.Refusal)] == (["error"] if reason else [])
    if reason:
        assert kinds[-1] == protocol.Refusal(reason)
        assert len(reason) < 1000


@every_game
def test_valid_lines_each_get_a_reply(name: str) -> None:
    lines = game_lines(name, 3)
    assert len(lines) > 3
    reason, replies = hear(name, in_bytes(*lines))
    assert reason == ""
    assert len(replies) == len(lines)
    for line, reply in zip(lines[1:], replies[1:]):
        found = read_bot_message(reply)
        assert isinstance(found, protocol.ChosenAction)
        assert found.action in line["actions"] or (load(name).live and found.action is None)


def test_actions_may_be_reordered_and_games_follow_each_other() -> None:
    lines = game_lines("wyoming", 3)
    mixed = [{**line, "actions": line["actions"][::-1]} if line["type"] == "act" else line for line in lines]
    end = {"type": "end", "outcome": None}
    reason, replies = hear("wyoming", in_bytes(*lines, end, *mixed, end))
    assert reason == ""
    assert replies[: len(lines)] == replies[len(lines) :]
    assert read_bot_message(replies[0]) == protocol.Greeting(2, "Towers of Wyoming, easy", again=True)


def hello(**changes: Any) -> bytes:
    return in_bytes({**game_lines("towers", 1)[0], **changes})


REFUSED = {
    "nonsense": (b"good morning\n", "'good morning' is not a line of this protocol: "),
    "no hello": (b'{"type":"end","outcome":null}\n', "a game must begin with a hello"),
    "two": (hello() * 2, "a second hello came before an end"),
    "version": (hello(protocol=9), "this program speaks protocol 2, not 9"),
    "game": (hello(game="chess"), "this bot plays towers by version 1 of its rules, not 'chess' by version 1"),
    "rules": (hello(rules=99), "not 'towers' by version 99"),
    "seat": (hello(seat=2), "there is no seat 2: with 2 names the seats are 0 to 1"),
    "seats": (hello(names=["A"] * 9), "there are 9 names: Towers is for 2 to 4 seats"),
    "options": (
        hello(options={"dek": "standard"}),
        "there's no option 'dek' here (did you mean 'deck'?): choose from",
    ),
    "the first protocol": (hello(protocol=1), "speaks protocol 2, not 1: game/PROTOCOL.md says what differs"),
    "a misspelt type": (b'{"type":"helo"}\n', "its type is '\"helo\"' (did you mean 'hello'?): choose from hello, act"),
    "giving up": (hello() + b'{"type":"error","message":"enough"}\n', "the other side gave up: enough"),
    "a long line": (b" " * (1 << 20) + b"{}\n", "a line has more than 1048576 bytes"),
    "deep": (b"[" * 100_000 + b"\n", "is not a line of this protocol"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_an_invalid_line_is_refused_with_a_reason(what: str) -> None:
    lines, part = REFUSED[what]
    reason, replies = hear("towers", lines)
    assert part in reason
    assert "\n" not in reason
    assert read_bot_message(replies[-1]) == protocol.Refusal(reason)


def test_impossible_views_are_refused() -> None:
    lines = game_lines("wyoming", 3)
    for change, part in [
        ({"seat": 1}, "it is the view of seat 1, and the hello said 0"),
        (
            {"variant": {**lines[1]["view"]["variant"], "tidal": True}},
            "another variant: variant.tidal is 'true', but should be 'false'",
        ),
        ({"pennies": 10**12}, "a number in it is larger than 10000000"),
        ({"draw_pile": 3}, "the view contradicts itself: draw_pile is '3', but should be '59'"),
        ({"turn": 1}, "seat 0 may not act now: [1] may"),
        ({"towers": 5}, "the view cannot be read: Expected `array`, got `int`"),
        ({"hand": [1000]}, "the view cannot be read: Expected `int` <= 99 - at `$.hand[0]`"),
    ]:
        asked = {**lines[1], "view": {**lines[1]["view"], **change}}
        reason, _ = hear("wyoming", in_bytes(lines[0], asked))
        assert part in reason


def test_illegal_actions_are_refused_with_the_nearest_legal_one() -> None:
    lines = game_lines("wyoming", 3)
    first, *rest = lines[1]["actions"]
    for actions, part in [
        ([{**first, "count": 9}, *rest], 'is not legal in this view; the nearest that is legal is \'{"type":"Play",'),
        (rest, "is legal in this view, but not among the actions"),
    ]:
        asked = {**lines[1], "actions": actions}
        reason, _ = hear("wyoming", in_bytes(lines[0], asked))
        assert part in reason


def test_a_refusal_of_a_long_line_is_short() -> None:
    lines = game_lines("wyoming", 3)
    asked = {**lines[1], "actions": [{"x": "x" * 900_000}]}
    reason, replies = hear("wyoming", in_bytes(lines[0], asked))
    assert "is not legal in this view; the nearest" in reason
    assert len(reason) <= 600
    assert len(replies[-1]) < 2000


def bot_command(given: bytes) -> subprocess.CompletedProcess[bytes]:
    words = [sys.executable, "-m", "topping_out.scenes", "bot", "towers", "--level", "easy"]
    return subprocess.run(words, cwd=ROOT, input=given, capture_output=True, check=False)


def test_the_bot_command_reports_errors_and_exits_with_status_2() -> None:
    done = bot_command(b"good morning\n")
    assert done.returncode == 2
    assert isinstance(read_bot_message(done.stdout), protocol.Refusal)
    assert done.stderr.startswith(b"topping-out: 'good morning' is not a line of this protocol")
    assert done.stderr.count(b"\n") == 1


def test_the_bot_command_exits_quietly_without_input() -> None:
    done = bot_command(b"")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def refusal(read: Any, line: bytes) -> str:
    try:
        read(line)
    except BadLine as error:
        return str(error)
    return ""


@given(
    st.one_of(st.binary(max_size=60), HOSTILE.map(lambda data: json.dumps({"type": "action", "action": data}).encode()))
)
@examples(100)
def test_any_line_of_a_bot_is_parsed_or_refused(line: bytes) -> None:
    for reason in (refusal(read_bot_message, line), refusal(read_program_message, line)):
        assert "\n" not in reason
        assert len(reason) < 500


@examples(6)
@given(st.lists(st.binary(min_size=1, max_size=200), min_size=1, max_size=4))
def test_a_program_that_prints_garbage_only_loses(garbage: list[bytes]) -> None:
    rubbish = script(f"import sys; sys.stdout.buffer.write({chr(10).encode().join(garbage)!r}); sys.stdout.flush()")
    result = play(contest("wyoming", "easy", rubbish, patience=30))
    assert list(result.faults) == [1]
    assert result.faults[1].isprintable()


@every_game
@examples(4)
@given(data=st.data())
def test_every_view_round_trips_through_the_protocol(name: str, data: st.DataObject) -> None:
    deal = data.draw(deals(name))
    for state in moments(deal, most=6):
        for seat in range(deal.seats):
            view = deal.game.view(state, seat)
            assert read_view(name, raw(view)) == view
