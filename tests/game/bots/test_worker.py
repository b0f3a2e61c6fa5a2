"""The process of the bots: questions, answers, crashes and restarts."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from copy import copy
from pathlib import Path

import pytest

from tests.game.matches import new_match, play_on
from tests.game.processes import is_alive, running
from topping_out.game import registry
from topping_out.game.bots.process import Work, marked
from topping_out.game.bots.review import Review
from topping_out.game.bots.weights import bot_named, bot_seed
from topping_out.game.bots.worker import FIRST_AFTER, LONG, BotAnswer, BotQuestion, BotWorker, answer, think
from topping_out.game.options import resolve
from topping_out.game.record import RecordError
from topping_out.game.registry import load

PATIENCE = 300.0
"""Seconds after which waiting fails, even on a busy machine."""


# Functions that the worker's process runs instead of a bot. `view` carries their argument.


def echo(question: BotQuestion) -> BotAnswer:
    return BotAnswer(question.ticket, question.view)


def modules(question: BotQuestion) -> BotAnswer:
    think(wyoming_question())
    return BotAnswer(question.ticket, sorted(sys.modules))


def die(question: BotQuestion) -> BotAnswer:
    os._exit(1)


def die_once(question: BotQuestion) -> BotAnswer:
    mark = Path(question.view)
    if not mark.exists():
        mark.touch()
        os._exit(1)
    return BotAnswer(question.ticket, "survived")


def stop_once(question: BotQuestion) -> BotAnswer:
    """Stop this process, unless the file named by `view` shows that it was already stopped once."""
    if not Path(question.view).exists():
        Path(question.view).touch()
        os.kill(os.getpid(), signal.SIGSTOP)
    return BotAnswer(question.ticket, question.view)


def die_of_an_odd_number(question: BotQuestion) -> BotAnswer:
    if question.view % 2:
        os._exit(1)
    return BotAnswer(question.ticket, question.view)


def stumble(question: BotQuestion) -> BotAnswer:
    raise KeyError("a bot's mistake")


def dream(question: BotQuestion) -> BotAnswer:
    if question.view:
        time.sleep(PATIENCE)
    return BotAnswer(question.ticket, "awake")


def slow_master(question: BotQuestion) -> BotAnswer:
    """Let the master wait until the file named by `view` exists. Other levels answer at once."""
    while question.level == "master" and not Path(question.view).exists():
        time.sleep(0.01)
    return BotAnswer(question.ticket, question.level, is_final=not question.is_first)


def at_once(question: BotQuestion) -> BotAnswer:
    return BotAnswer(question.ticket, question.level, is_final=not question.is_first)


def endless_advice(question: BotQuestion) -> BotAnswer:
    if question.kind == "advise" and not question.is_first:
        time.sleep(2 * PATIENCE)
    return BotAnswer(question.ticket, question.kind, is_final=not question.is_first)


def wyoming_question(kind: str = "choose") -> BotQuestion:
    game = load("wyoming")
    match = new_match("wyoming", seed=1, first=0)
    view, actions = game.view(match.state, 0), game.actions(match.state, 0)
    return BotQuestion(1, "wyoming", "medium", view, actions, 0, kind)


def wait(worker: BotWorker) -> BotAnswer:
    deadline = time.monotonic() + PATIENCE
    while (answer := worker.poll()) is None:
        assert time.monotonic() < deadline, "no answer"
        time.sleep(0.005)
    return answer


@pytest.fixture
def workers() -> Iterator[list[BotWorker]]:
    made: list[BotWorker] = []
    yield made
    for worker in made:
        worker.close()


def hire(workers: list[BotWorker], work: Work) -> BotWorker:
    workers.append(BotWorker(work))
    return workers[-1]


def ask(worker: BotWorker, view: object = None) -> int:
    return worker.ask("wyoming", "easy", view, (), 1)


# -- asking


def test_a_bot_chooses_the_same_as_in_this_process(workers: list[BotWorker]) -> None:
    question = wyoming_question()
    worker = hire(workers, think)
    ticket = worker.ask(question.game, question.level, question.view, question.actions, question.moment)
    answer = wait(worker)
    assert (answer.ticket, answer.failed, answer.reason) == (ticket, "", "")
    assert answer.action == think(question).action
    assert answer.action in question.actions
    assert answer.seconds > 0


def test_advice_has_a_reason(workers: list[BotWorker]) -> None:
    question = wyoming_question("advise")
    worker = hire(workers, think)
    worker.ask(question.game, question.level, question.view, question.actions, question.moment, "advise")
    answer = wait(worker)
    assert answer.action in question.actions
    assert answer.reason


def test_the_seed_of_a_choice_depends_on_the_view_and_the_moment() -> None:
    game = load("wyoming")
    state, other_state = (game.setup(2, resolve(game.options(2), {}), seed) for seed in (1, 2))
    views = [game.view(state, 0), game.view(other_state, 0), game.view(state, 1)]
    assert len({bot_seed(view, moment) for view in views for moment in (0, 1)}) == 6


@pytest.mark.parametrize("name", registry.names())
def test_the_seed_of_a_choice_does_not_depend_on_hidden_information(name: str) -> None:
    """So no bot can find the deal by comparing seeds."""
    game = load(name)
    view = game.view(game.setup(2, resolve(game.options(2), {}), 1), 0)
    worlds = [game.determinize(view, random.Random(luck)) for luck in range(3)]
    assert {bot_seed(game.view(world, 0), 0) for world in worlds} == {bot_seed(view, 0)}


def test_questions_are_answered_in_order(workers: list[BotWorker]) -> None:
    worker = hire(workers, echo)
    tickets = [ask(worker, word) for word in "abc"]
    answers = [wait(worker) for _ in tickets]
    assert [(answer.ticket, answer.action) for answer in answers] == list(zip(tickets, "abc"))


def test_a_question_larger_than_the_pipe_buffer_arrives(workers: list[BotWorker]) -> None:
    worker = hire(workers, echo)
    ask(worker, "x" * 1_000_000)
    assert len(wait(worker).action) == 1_000_000


def test_there_is_no_answer_without_a_question(workers: list[BotWorker]) -> None:
    worker = hire(workers, echo)
    assert worker.poll() is None
    worker.start()
    assert worker.poll() is None


def test_the_process_does_not_import_pygame(workers: list[BotWorker]) -> None:
    worker = hire(workers, modules)
    ask(worker)
    loaded = wait(worker).action
    assert "topping_out.game.wyoming.bots.players" in loaded
    assert not [name for name in loaded if name.partition(".")[0] in ("pygame", "scenes")]


# -- answers that grow


def test_a_slow_master_gives_a_first_answer_within_a_second(workers: list[BotWorker], tmp_path: Path) -> None:
    worker = hire(workers, slow_master)
    ask(worker)
    wait(worker)  # until the process has started
    began = time.monotonic()
    ticket = worker.ask("wyoming", "master", str(tmp_path / "mark"), (), 1, "advise")
    first = wait(worker)
    assert (first.ticket, first.action, first.is_final) == (ticket, "hard", False)
    assert time.monotonic() - began >= FIRST_AFTER
    assert FIRST_AFTER < 1.0
    (tmp_path / "mark").touch()
    final = wait(worker)
    assert (final.ticket, final.action, final.is_final) == (ticket, "master", True)
    assert worker.poll() is None


@pytest.mark.parametrize("name", registry.names())
def test_fast_advice_is_given_only_once(workers: list[BotWorker], name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0  # the worker's clock
    monkeypatch.setattr("topping_out.game.bots.worker.monotonic", lambda: now)
    worker = hire(workers, at_once)
    worker.ask(name, "master", None, (), 1, "advise")
    answer = wait(worker)
    assert (answer.action, answer.is_final) == ("master", True)
    now += FIRST_AFTER
    assert worker.poll() is None


def test_a_dropped_question_delays_the_next_by_at_most_a_second(workers: list[BotWorker]) -> None:
    worker = hire(workers, endless_advice)
    ticket = worker.ask("wyoming", "master", None, (), 1, "advise")
    assert not wait(worker).is_final
    worker.drop(ticket)
    ticket = ask(worker)
    assert wait(worker).ticket == ticket, "the dropped question would have taken longer than the timeout"
    assert LONG <= 1.0
    assert worker.take_notice() == ""


def test_a_dropped_question_gets_no_answer(workers: list[BotWorker]) -> None:
    worker = hire(workers, echo)
    for late in (False, True):
        ticket = ask(worker, "dropped")
        if late:
            time.sleep(0.5)
        worker.drop(ticket)
        kept = ask(worker, "kept")
        assert wait(worker) == BotAnswer(kept, "kept")
    assert worker.poll() is None


# -- reviews


def test_a_record_is_reviewed_in_the_process(workers: list[BotWorker]) -> None:
    match = play_on(new_match("wyoming", seed=1, first=0), 6)
    worker, record = hire(workers, answer), match.record.to_bytes()
    worker.ask_review(record, None)
    review, first = Review(match.record), wait(worker)
    assert first.total == 6
    assert first.points == review.points
    for number in (0, 5):  # only two, because the master is slow
        worker.ask_review(record, number)
        assert wait(worker).judgement == review.judge(number, bot_named(match.game, "master"))
    for number in range(len(review.points)):
        worker.ask_review(record, number, is_of_point=True)
        assert wait(worker).shares == tuple(review.chances(number))


def test_a_review_of_an_invalid_record_is_refused_with_a_reason(workers: list[BotWorker]) -> None:
    match = play_on(new_match("wyoming", seed=1, first=0), 1)
    match.record.entries.append(copy(match.record.entries[0]))
    worker = hire(workers, answer)
    worker.ask_review(match.record.to_bytes(), None)
    with pytest.raises(RecordError) as refused:
        Review(match.record)
    assert wait(worker).failed == str(refused.value)


# -- trouble


def test_a_crashed_process_is_restarted_and_asked_again(workers: list[BotWorker], tmp_path: Path) -> None:
    worker = hire(workers, die_once)
    ticket = ask(worker, str(tmp_path / "mark"))
    assert wait(worker) == BotAnswer(ticket, "survived")
    assert worker.take_notice() == "The bots' process stopped, so another one has taken over."


@pytest.mark.skipif(sys.platform != "linux", reason="a stopped process is only noticed on Linux")
def test_a_stopped_process_is_replaced_after_a_while(
    workers: list[BotWorker], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("topping_out.game.bots.process.OVERDUE", 0.3)
    worker = hire(workers, stop_once)
    ticket = ask(worker, str(tmp_path / "stopped"))
    assert wait(worker).ticket == ticket
    assert worker.take_notice() == "The bots' process hung, so another one has taken over."
    assert worker.take_notice() == "", "once is enough"


def test_a_second_crash_in_a_row_is_reported(workers: list[BotWorker]) -> None:
    worker = hire(workers, die)
    ticket = ask(worker)
    answer = wait(worker)
    assert answer.ticket == ticket
    assert "stopped twice" in answer.failed


def test_later_questions_are_answered_after_a_failure(workers: list[BotWorker]) -> None:
    worker = hire(workers, die_of_an_odd_number)
    tickets = [ask(worker, number) for number in (1, 2, 3, 4)]
    answers = [wait(worker) for _ in tickets]
    assert [answer.ticket for answer in answers] == tickets
    assert [bool(answer.failed) for answer in answers] == [True, False, True, False]


def test_an_error_in_a_bot_is_reported_at_once(workers: list[BotWorker]) -> None:
    worker = hire(workers, stumble)
    ask(worker)
    assert "a bot's mistake" in wait(worker).failed


def test_a_process_that_cannot_be_started_is_reported(
    workers: list[BotWorker], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(work: Work) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr("topping_out.game.bots.worker.WorkerProcess", refuse)
    worker = hire(workers, echo)
    ask(worker)
    assert wait(worker).failed
    monkeypatch.undo()
    ask(worker, "again")
    assert wait(worker).action == "again"


def test_cancelling_stops_a_long_search(workers: list[BotWorker]) -> None:
    worker = hire(workers, dream)
    ask(worker, "long")
    ask(worker, "long")
    for _ in range(200):  # give it time to start sleeping
        assert worker.poll() is None
        time.sleep(0.005)
    worker.cancel()
    ticket = ask(worker)
    assert wait(worker) == BotAnswer(ticket, "awake")


def test_a_closed_worker_can_be_used_again(workers: list[BotWorker]) -> None:
    worker = hire(workers, echo)
    ask(worker, 1)
    worker.close()
    worker.close()
    ask(worker, 2)
    assert wait(worker).action == 2


# -- however the program was started


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks processes up in /proc")
def test_the_process_ends_when_the_program_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(PROGRAM)
    environment = {**os.environ}
    command = [sys.executable, str(script)]
    with running(command, stdout=subprocess.PIPE, encoding="utf-8", env=environment) as program:
        child = int(program.stdout.readline())
        assert is_alive(child)
        program.kill()
    deadline = time.monotonic() + PATIENCE
    while is_alive(child):
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.skipif(sys.platform != "linux", reason="looks processes up in /proc")
def test_marked_processes_are_found_while_others_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A glob over the folders of processes fails completely if one of them disappears (seen once a day)."""

    def ended(path: Path) -> bool:
        raise ProcessLookupError(path)

    monkeypatch.setattr(Path, "exists", ended)
    with running([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, env={**os.environ, "MARK": "here"}) as child:
        assert list(marked("MARK", "here")) == [child.pid]


PROGRAM = """
import os, time
from topping_out.game.bots.worker import BotAnswer, BotWorker

def tell(question):
    return BotAnswer(question.ticket, os.getpid())

if __name__ == "__main__":
    worker = BotWorker(tell)
    worker.ask("wyoming", "easy", None, (), 1)
    while (answer := worker.poll()) is None:
        time.sleep(0.01)
    print(answer.action, flush=True)
    time.sleep(60)
"""
