"""Contests on a Dask cluster have the same results, whatever happens to the workers."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed", reason="pip install '.[cluster]'")

from distributed import Client

from tests.game.matches import contest
from tests.game.processes import Shell, reset_signals
from topping_out.game.arena.cluster import ClusterWorkers
from topping_out.game.arena.contest import play_pair
from topping_out.game.assets import ROOT
from topping_out.game.bots.process import HERE, NoWorkers, WorkFailed
from topping_out.game.cli import main
from topping_out.game.cli.bots import open_workers

pytestmark = [pytest.mark.xdist_group("cluster"), pytest.mark.timeout(400)]
PAGE = (ROOT / "build" / "docs" / "commands.md").read_text("utf-8")
LINES = re.findall(r"^(?:dask|topping-out) .*--?(?:host|cluster|nworkers) .*$", PAGE, re.MULTILINE)
PATIENCE = 150.0
"""Seconds after which waiting fails, even on a busy machine."""
BIN = Path(sys.executable).parent


def wait_for(what: Callable[[], Any]) -> Any:
    end = time.monotonic() + PATIENCE
    while not (found := what()):
        assert time.monotonic() < end, "the condition did not come true"
        time.sleep(0.1)
    return found


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def started(folder: Path, *lines: str) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Run these command lines in the background, in order."""
    environment = os.environ | {"PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    how: dict[str, Any] = {"env": environment | {"OUT_THERE": "1"}, "cwd": folder, "start_new_session": True}
    how |= {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    processes = [subprocess.Popen(f"exec {line}", shell=True, **how) for line in lines]
    try:
        yield processes
    finally:
        for process in reversed(processes):
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture(scope="module")
def port() -> int:
    return free_port()


@pytest.fixture(scope="module")
def cluster(port: int, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """Start a scheduler and two workers as documented in commands.md, and yield a client."""
    scheduler, workers, _ = (line.replace("8786", str(port)).partition("&")[0] for line in LINES)
    with (
        started(tmp_path_factory.mktemp("dask"), f"{scheduler} --port {port}", workers),
        Client(f"tcp://127.0.0.1:{port}", timeout=PATIENCE, set_as_default=False) as client,
    ):
        wait_for(lambda: len(client.nthreads()) == 2)
        yield client


@pytest.fixture
def workers(cluster: Client, port: int) -> Iterator[ClusterWorkers]:
    with ClusterWorkers(f"tcp://127.0.0.1:{port}") as workers:
        yield workers


# -- work


def late_square(number: int) -> int:
    time.sleep(0.05)
    return number * number


def fail(number: int) -> int:
    raise ValueError(f"{number} is too many")


def test_killing_a_worker_loses_no_result(cluster: Client, workers: ClusterWorkers) -> None:
    numbers = list(range(60))
    results = workers.map(late_square, numbers)
    found = [next(results)]
    victim = next(iter(cluster.run(os.getpid).values()))
    os.kill(victim, signal.SIGKILL)
    found += results
    assert found == list(HERE.map(square, numbers))
    wait_for(lambda: len(cluster.nthreads()) == 2)  # the worker has been replaced


def square(number: int) -> int:
    return number * number


def test_closing_stops_the_work_on_the_cluster(workers: ClusterWorkers, tmp_path: Path) -> None:
    results = workers.map(never_or_now, [0, *[str(tmp_path / "any")] * 5])
    assert next(results) == 0
    files = wait_for(lambda: list(tmp_path.iterdir()))
    results.close()

    def stands_still() -> bool:
        before = [file.read_text(encoding="utf-8") for file in files]
        time.sleep(1)
        return before == [file.read_text(encoding="utf-8") for file in files]

    wait_for(stands_still)


def never_or_now(task: str | int) -> int:
    if isinstance(task, str):
        file = Path(task)
        count = 0
        while True:
            count += 1
            file.with_name(f"{os.getpid()}").write_text(str(count))
            time.sleep(0.02)
    return 0


def test_a_lost_scheduler_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("topping_out.game.arena.cluster.PATIENCE", PATIENCE)
    port = free_port()
    line = f"{LINES[0].partition('&')[0]} --port {port}"
    with started(tmp_path, line) as (scheduler,), ClusterWorkers(f"tcp://127.0.0.1:{port}") as workers:
        assert workers.number == 0  # there are no workers yet
        threading.Timer(0.2, scheduler.kill).start()
        with pytest.raises(WorkFailed, match=f"the scheduler at tcp://127.0.0.1:{port} has gone"):
            list(workers.map(square, [1, 2]))


def test_an_error_on_a_worker_is_reported(workers: ClusterWorkers) -> None:
    with pytest.raises(WorkFailed, match="ValueError: 7 is too many"):
        list(workers.map(fail, [7]))
    assert list(workers.map(square, [])) == []


def test_a_worker_with_another_version_is_refused_by_name(
    cluster: Client, workers: ClusterWorkers, monkeypatch: pytest.MonkeyPatch, port: int
) -> None:
    addresses = "|".join(map(re.escape, cluster.nthreads()))
    monkeypatch.setattr("topping_out.game.arena.cluster.fingerprint", lambda: "9.9.9 (00000000)")
    with pytest.raises(WorkFailed, match=rf"the worker ({addresses}) has version .*, not 9\.9\.9 \(0+\)"):
        list(workers.map(square, [1]))
    monkeypatch.setattr("topping_out.game.arena.cluster.version", fake_version)
    with pytest.raises(NoWorkers, match=rf"the worker ({addresses}) has version 0\.0\.1"):
        ClusterWorkers(f"tcp://127.0.0.1:{port}")


def test_connecting_is_retried_after_a_failed_handshake(
    cluster: Client, monkeypatch: pytest.MonkeyPatch, port: int
) -> None:
    connect, failures = Client._ensure_connected, [AssertionError()]

    async def connect_at_last(self: Client, timeout: float | None = None) -> None:
        if failures:
            raise failures.pop()
        await connect(self, timeout)

    monkeypatch.setattr(Client, "_ensure_connected", connect_at_last)
    with ClusterWorkers(f"tcp://127.0.0.1:{port}") as workers:
        assert workers.number == len(cluster.nthreads())
    assert failures == []


def fake_version(name: str) -> str:
    return "0.0.1" if os.environ.get("OUT_THERE") else "0.0.2"


# -- commands


def test_commands_give_the_same_output_as_on_one_machine(cluster: Client, port: int, shell: Shell) -> None:
    command = LINES[2].replace("hard,medium --pairs 40", "easy,gentle --pairs 2").split()[1:]
    assert "--cluster" in command
    outputs = []
    for who in (f"--cluster tcp://127.0.0.1:{port}", "--jobs 1"):
        lines = (" ".join(command[:-2]), "simulate towers --seats easy,gentle --games 4 --json")
        output = "".join(shell.run(f"{line} {who}") for line in lines)
        outputs.append(re.sub(r" +[\d.]+ +[\d.]+\n", "\n", output))  # without times
    assert outputs[0] == outputs[1]


def test_a_learning_script_gives_the_same_result(cluster: Client, port: int, tmp_path: Path) -> None:
    learnt = []
    for number, who in enumerate((f"--cluster=tcp://127.0.0.1:{port}", "--jobs=1")):
        out = tmp_path / f"{number}.toml"
        script = [sys.executable, ROOT / "build" / "learn" / "towers.py", "--steps", "1", "--matches", "2"]
        subprocess.run([*script, who, "--out", out], check=True, capture_output=True, timeout=PATIENCE)
        learnt.append(out.read_text(encoding="utf-8"))
    assert learnt[0] == learnt[1]


def test_ctrl_c_ends_the_command_and_the_work(cluster: Client, port: int) -> None:
    words = f"arena towers --seats easy,easy --pairs 100000 --cluster tcp://127.0.0.1:{port}"
    command = [sys.executable, "-m", "topping_out.scenes", *words.split()]
    how: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "cwd": ROOT}
    with subprocess.Popen(command, preexec_fn=reset_signals, **how) as process:
        wait_for(lambda: any(cluster.processing().values()))
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    wait_for(lambda: not any(cluster.processing().values()))


@pytest.mark.parametrize("address", ["localhost:1", "tcp://127.0.0.1:1", "tcp://[::1]:1", "http://127.0.0.1:80"])
def test_an_address_at_which_nobody_answers_is_reported(
    address: str, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("topping_out.game.arena.cluster.PATIENCE", 0.5)
    error = shell.refuse(f"simulate towers --seats easy,easy --games 1 --cluster {address}")
    assert error.startswith(f"topping-out: --cluster: no scheduler answers at {address}: ")


def test_a_silent_server_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("topping_out.game.arena.cluster.PATIENCE", 0.5)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        with pytest.raises(NoWorkers, match=r"no scheduler answers at tcp://127\.0\.0\.1:"):
            ClusterWorkers(f"tcp://127.0.0.1:{silent.getsockname()[1]}")


class Impostor:
    """A client of something that isn't a scheduler."""

    def __init__(self, versions: Any, result: Any = None) -> None:
        self.versions, self.result = versions, result

    def run(self, *what: Any, **how: Any) -> Any:
        return self.versions

    def nthreads(self) -> dict[str, int]:
        return {}

    def close(self, timeout: float) -> None:
        pass

    def get_executor(self, pure: bool) -> ThreadPoolExecutor:
        executor = ThreadPoolExecutor(1)
        executor.submit = lambda *what: answered(self.result)
        return executor


def answered(what: Any) -> Future[Any]:
    future: Future[Any] = Future()
    future.set_result(what)
    return future


@pytest.mark.parametrize("versions", [0, "yes", [("worker", "1.0")], None])
def test_a_server_that_is_not_a_scheduler_is_reported(versions: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("topping_out.game.arena.cluster._connect", lambda *where: Impostor(versions))
    with pytest.raises(NoWorkers, match=r"at tcp://x:1 isn't a scheduler: it sends a \w+ for its workers'"):
        ClusterWorkers("tcp://x:1")


def test_a_result_of_the_wrong_type_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("topping_out.game.arena.cluster._connect", lambda *where: Impostor({}, "a pair"))
    with pytest.raises(WorkFailed, match="the scheduler at tcp://x:1 sends a str for a Pair"):
        list(ClusterWorkers("tcp://x:1").map(play_pair, [(contest("wyoming", "random,random"), 0)]))


def test_certificates_are_passed_on_and_demand_encryption(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Any] = []
    monkeypatch.setattr("topping_out.game.arena.cluster._connect", lambda *where: given.append(where) or Impostor({}))
    words = ["ladder", "towers", "--pairs", "1", "--cluster", "tls://x:1", "--tls-ca-file", "a.pem"]
    arguments = main.make_parser().parse_args([*words, "--tls-cert", "b.pem", "--tls-key", "c.pem"])
    open_workers(arguments)
    ((address, security),) = given
    assert (address, security.tls_ca_file, security.tls_client_cert) == ("tls://x:1", "a.pem", "b.pem")
    assert (security.tls_client_key, security.require_encryption) == ("c.pem", True)


def test_help_and_documentation_warn_of_untrusted_networks(shell: Shell) -> None:
    assert "run anything on this computer, so use one you trust" in " ".join(shell.run("arena --help").split())
    assert "Use a network that you trust" in " ".join(PAGE.split())


def test_a_missing_extra_is_reported_with_the_command_to_install_it(
    monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    monkeypatch.setitem(sys.modules, "topping_out.game.arena.cluster", None)
    assert "run `pip install 'topping-out[cluster]'`" in shell.refuse("ladder towers --cluster tcp://127.0.0.1:1")


def test_the_documentation_shows_three_existing_commands() -> None:
    assert len(LINES) == 3
    assert all(shutil.which(line.split()[0], path=str(BIN)) for line in LINES)
