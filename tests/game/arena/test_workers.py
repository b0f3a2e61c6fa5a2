"""Work shared out among processes of this machine."""

import errno
import os
import time

import pytest

from tests.game.processes import is_alive
from topping_out.game.arena.workers.workers import LocalWorkers
from topping_out.game.bots.process import Work, WorkerProcess, WorkFailed


def slow_if_even(number: int) -> int:
    time.sleep(0.05 * (number % 2 == 0))
    return number


def fail_at_two(number: int) -> int:
    if number == 2:
        raise ValueError("two is too many")
    return number


def die_at_two(number: int) -> int:
    if number == 2:
        os._exit(1)
    return number


def test_results_come_in_order_however_long_each_takes() -> None:
    assert list(LocalWorkers(3).map(slow_if_even, range(9))) == list(range(9))


def test_more_jobs_than_tasks_are_no_trouble() -> None:
    assert list(LocalWorkers(5).map(slow_if_even, range(2))) == [0, 1]
    assert list(LocalWorkers(5).map(slow_if_even, [])) == []


def test_an_error_in_a_process_is_told() -> None:
    with pytest.raises(WorkFailed, match="two is too many"):
        list(LocalWorkers(2).map(fail_at_two, range(5)))


def test_a_process_that_is_killed_is_told() -> None:
    with pytest.raises(WorkFailed, match="ended from outside"):
        list(LocalWorkers(2).map(die_at_two, range(5)))


def test_processes_that_cannot_be_had_are_told_and_those_there_are_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[WorkerProcess] = []

    def scarce(work: Work) -> WorkerProcess:
        if made:
            raise OSError(errno.EMFILE, "Too many open files")
        made.append(WorkerProcess(work))
        return made[0]

    monkeypatch.setattr("topping_out.game.arena.workers.workers.WorkerProcess", scarce)
    with pytest.raises(WorkFailed, match="3 processes cannot be had: Too many open files"):
        list(LocalWorkers(3).map(process_id, range(3)))
    assert made[0].pipe.closed


def test_processes_end_when_nobody_wants_more() -> None:
    results = LocalWorkers(2).map(process_id, range(10))
    child = next(results)
    results.close()
    assert not is_alive(child)


def process_id(_: int) -> int:
    return os.getpid()
