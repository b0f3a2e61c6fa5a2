"""The program of Windows that has no console: what it says in a window, what it writes down, and how it ends."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from distribution import frozen
from topping_out.game.storage.files import HOME_VARIABLE
from topping_out.game.storage.reports import reports
from topping_out.scenes import __main__ as program


def ends(status: object = 0, said: str = "", warned: str = "") -> None:
    print(said, end="")
    print(warned, file=sys.stderr, end="")
    sys.exit(status)  # type: ignore[arg-type]


def breaks() -> None:
    raise RuntimeError("no such library")


RUNS: dict[str, tuple[Callable[[], None], int, str, str]] = {
    "nothing": (lambda: ends(), 0, "", ""),
    "no status": (lambda: ends(None), 0, "", ""),
    "returns": (lambda: None, 0, "", ""),
    "a warning": (lambda: ends(0, "", "Requested window was forcibly resized"), 0, "", "Requested window was"),
    "an answer": (lambda: ends(0, "topping-out 1.0\n"), 0, "topping-out 1.0", ""),
    "an answer and a warning": (lambda: ends(0, "Help.\n", "old font"), 0, "Help.", "old font"),
    "a failure": (lambda: ends(2, "", "unknown game chess"), 2, "unknown game chess", "unknown game chess"),
    "findings": (lambda: ends(1, "!!  sound: none\n"), 1, "!!  sound: none", ""),
    "a status in words": (lambda: ends("no display"), 1, "no display", "no display"),
    "an error": (breaks, 1, "RuntimeError: no such library", "RuntimeError: no such library"),
}
"""What the program does, its exit status, what is in the window, and what is written down."""


@pytest.mark.parametrize("run", RUNS)
def test_a_window_opens_only_for_answers_and_failures(
    run: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    does, status, words, noted = RUNS[run]
    shown: list[str] = []
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    monkeypatch.setattr(frozen, "tell_in_a_window", shown.append)
    monkeypatch.setattr(program, "main", does)
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert frozen.run_without_console() == status
    assert len(shown) == bool(words)
    assert all(words in text for text in shown)
    assert len(reports()) == bool(noted)
    assert all(noted in text for text in reports())
