"""Workers on the machines of a Dask cluster, which give the same results as a single machine."""

from __future__ import annotations

import ctypes
import logging
import threading
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import cache, partial
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from distributed import Client, KilledWorker, Security, get_worker

from .. import __version__
from ..assets import GAMES
from ..bots.process import NoWorkers, Workers, WorkFailed, in_order
from ..language import mark, tr

T = TypeVar("T")
R = TypeVar("R")

PROGRAM = "topping-out"
PATIENCE = 5
"""Seconds within which a scheduler must answer."""
NOISY_LOGGERS = ("asyncio", "distributed.client", "distributed.core", "distributed.utils", "tornado.application")
CONNECT_TRIES = 3
"""Tries to connect before giving up on a scheduler."""
MOST_SUBMITTED = 1024
"""The most tasks submitted to the cluster at once. This should exceed the number of its workers."""
CHECK_INTERVAL = 0.5
"""Seconds between two checks whether a result is still wanted."""


class ClusterWorkers(Workers):
    """The workers of a scheduler. They may come and go during the work."""

    def __init__(self, address: str, tls: Mapping[str, str] | None = None) -> None:
        """Connect to the scheduler. Raises NoWorkers if none answers or a worker has another version.

        `tls` maps the names that `dask scheduler` uses (tls-ca-file, tls-cert, tls-key) to files.
        """
        for name in NOISY_LOGGERS:
            logging.getLogger(name).disabled = True  # this class reports what matters in one line
        self._address, self._client = address, _connect(address, _security(tls or {}))
        try:
            self._check_versions()
        except WorkFailed as error:
            self.close()
            raise NoWorkers(str(error)) from None
        except Exception as error:  # anything may answer there
            self.close()
            text = mark("the program at {address} isn't a scheduler: {why}")
            raise NoWorkers(tr(text, address=address, why=_first_line(error))) from None

    @property
    def number(self) -> int:
        """The current number of workers."""
        return len(self._client.nthreads())

    def close(self) -> None:
        self._client.close(timeout=PATIENCE)

    def map(self, work: Callable[[T], R], tasks: Sequence[T], is_apart: bool = False) -> Generator[R, None, None]:
        executor, kind = self._client.get_executor(pure=False), _kind_of(work)
        try:
            for found in in_order(executor, partial(_work_there, fingerprint(), work), tasks, MOST_SUBMITTED):
                if not isinstance(found, kind):
                    what = f"a {type(found).__name__} for a {kind.__name__}"
                    raise WorkFailed(f"the scheduler at {self._address} sends {what}")
                yield found
        except WorkFailed:
            raise
        except CancelledError:
            raise WorkFailed(tr("the scheduler at {address} has gone", address=self._address)) from None
        except KilledWorker:
            raise WorkFailed(tr("several workers ended during the same task")) from None
        except Exception as error:
            self._check_versions()  # the most likely reason
            raise WorkFailed(tr("a worker couldn't start: {why}", why=_first_line(error))) from None
        finally:
            executor.shutdown(wait=False)

    def _check_versions(self) -> None:
        """Raise WorkFailed if a worker has another version. The question must be one that any version understands."""
        answers = self._client.run(version, PROGRAM, on_error="return")
        if not isinstance(answers, dict):
            raise TypeError(f"it sends a {type(answers).__name__} for its workers' versions")
        for worker, found in answers.items():
            if isinstance(found, Exception):
                text = mark("the worker {worker} doesn't have the program: install {program} {version} there")
                raise WorkFailed(tr(text, worker=worker, program=PROGRAM, version=__version__))
            if found != version(PROGRAM):
                raise WorkFailed(_another_version(worker, found, __version__))


def _security(tls: Mapping[str, str]) -> Security | None:
    """Return the TLS settings; None leaves them to Dask's configuration."""
    names = {"tls-ca-file": "tls_ca_file", "tls-cert": "tls_client_cert", "tls-key": "tls_client_key"}
    return Security(require_encryption=True, **{names[name]: file for name, file in tls.items()}) if tls else None


def _connect(address: str, security: Security | None = None) -> Client:
    """Return a client of the scheduler at an address. Raises NoWorkers."""
    for _ in range(CONNECT_TRIES):
        client, problem = _greet(address, security)
        if problem is None:
            return client
        client.status = "closed"  # otherwise its destructor would wait for ever
        if not isinstance(problem, AssertionError):  # a bug in the library: two messages came together
            break
    raise NoWorkers(tr("no scheduler answers at {address}: {why}", address=address, why=_first_line(problem)))


def _greet(address: str, security: Security | None) -> tuple[Client, Exception | None]:
    """Return a client, and the error if it is not connected."""
    client = Client.__new__(Client)
    problems: list[Exception | None] = [TimeoutError(tr("no reply in time"))]

    def begin() -> None:
        try:
            client.__init__(address, timeout=PATIENCE, set_as_default=False, security=security)
            problems[0] = None
        except Exception as error:  # anything may be at the address
            problems[0] = error

    thread = threading.Thread(target=begin, daemon=True)  # a silent peer would block for ever
    thread.start()
    thread.join(2 * PATIENCE)
    return client, problems[0]


@cache
def fingerprint() -> str:
    """Return the program's version with a hash of its sources and tables of weights."""
    digest = sha256()
    package = Path(__file__).parents[2]
    for folder, kind in ((package, "*.py"), (GAMES, "*.toml")):
        for file in sorted(folder.rglob(kind)):
            digest.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes())
    return f"{__version__} ({digest.hexdigest()[:8]})"


def _another_version(worker: str, theirs: str, ours: str) -> str:
    text = mark("the worker {worker} has version {theirs} of the program, not {ours}: install the same version there")
    return tr(text, worker=worker, theirs=theirs, ours=ours)


def _kind_of(work: Callable[[Any], Any]) -> type[Any]:
    """Return the annotated return type of a work function, or object if it has none."""
    function = work.func if isinstance(work, partial) else work
    kind = get_type_hints(function).get("return")
    return kind if isinstance(kind, type) else object


def _first_line(error: Exception | None) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


# -- in the workers

_turn = threading.Lock()


class _Unwanted(BaseException):
    """Nobody waits for the result any more."""


def _work_there(expected: str, work: Callable[[Any], Any], task: Any) -> Any:
    """Do a piece of work in a worker's process. Raises WorkFailed."""
    if fingerprint() != expected:
        raise WorkFailed(_another_version(get_worker().address, fingerprint(), expected))
    try:
        with _turn, _while_wanted():
            return work(task)
    except WorkFailed:
        raise
    except _Unwanted:
        pass
    except Exception as error:
        raise WorkFailed(f"{type(error).__name__}: {error}") from None
    raise WorkFailed("it was cancelled")  # raised here, because the interrupting exception cannot be pickled


@contextmanager
def _while_wanted() -> Iterator[None]:
    """Interrupt the block with _Unwanted when nobody waits for its result any more."""
    worker, here = get_worker(), threading.get_ident()
    key = worker.get_current_task()
    is_over, lock = threading.Event(), threading.Lock()

    def watch() -> None:
        while not is_over.wait(CHECK_INTERVAL):
            with lock:
                if not is_over.is_set() and _is_unwanted(worker, key):
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(here), ctypes.py_object(_Unwanted))
                    return

    if _is_unwanted(worker, key):
        raise _Unwanted
    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        with lock:
            is_over.set()


def _is_unwanted(worker: Any, key: Any) -> bool:
    state = worker.state.tasks.get(key)
    return state is None or state.state == "cancelled"
