"""What Orca itself says, read from the file that it writes for those who look for its faults."""

import os
import re
import shutil
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from tests.unseen.conftest import Listen
from tests.unseen.desktop import SYSTEM_PYTHON, Desktop
from tests.unseen.players import play_wyoming
from tests.window.screen import PATIENCE

pytestmark = [pytest.mark.window, pytest.mark.long]  # an Orca this old leaves something out now and then
RUN_ORCA = Path(__file__).with_name("run_orca.py")
SILENCE = 8.0
"""Seconds after which a listener asks again."""
KEPT = "KEEP_SPOKEN"
"""A variable: a folder to keep what Orca said, to be read."""
SPOKEN = re.compile(r"SPEECH OUTPUT: '(.*?)'(?=\{|$)", re.MULTILINE)


class Orca:
    """A running Orca, and what it has said so far."""

    def __init__(self, desktop: Desktop, folder: Path) -> None:
        if shutil.which("orca") is None:
            (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("install orca to hear what it says")
        self._file = folder / "orca.txt"
        desktop.run(SYSTEM_PYTHON, str(RUN_ORCA), "--debug-file", str(self._file))
        self.wait_to_hear("Screen reader on")

    @property
    def spoken(self) -> list[str]:
        said = self._file.read_text(errors="replace") if self._file.exists() else ""
        return [line.strip() for line in SPOKEN.findall(said)]

    def wait_to_hear(self, text: str, times: int = 1, ask: Callable[[], None] = lambda: None) -> None:
        """Wait until it has said something with these words so many times.

        An Orca this old leaves things out where it has fallen far behind. So a listener asks after a while, and again.
        """
        until, asking = time.monotonic() + PATIENCE, time.monotonic() + SILENCE
        while sum(text in line for line in self.spoken) < times:
            now = time.monotonic()
            assert now < until, f"Orca does not say {text!r}; it said {self.spoken[-12:]}"
            if now > asking:
                ask()
                asking = now + SILENCE
            time.sleep(0.05)


def test_orca_says_pages_rows_and_what_happens(listen: Listen, desktop: Desktop, tmp_path: Path) -> None:
    """Where the focus comes, what a row is set to, and what happens; an answer is said each time."""
    orca = Orca(desktop, tmp_path)
    one = listen()
    orca.wait_to_hear("New game push button.")
    one.press("push button", "Settings")
    orca.wait_to_hear("Settings panel.")
    one.do_focus("combo box", "Text size")
    orca.wait_to_hear("Text size, 100 % spin button.")
    one.type("Right")
    orca.wait_to_hear("Text size, 115 %")
    for times in (1, 2):
        one.type("s")
        orca.wait_to_hear("There is no game on this page.", times, lambda: one.type("s"))


def test_orca_says_all_that_happens_in_a_game(listen: Listen, desktop: Desktop, tmp_path: Path) -> None:
    """A whole game: each play is spoken, and the results."""
    orca = Orca(desktop, tmp_path)
    one = listen("play", "wyoming", "--seed", "3", "--seats", "human,easy", "--names", "You,Mesa")
    turns = count(1)
    results = play_wyoming(one, lambda: orca.wait_to_hear("Your turn.", next(turns), lambda: one.type("t")))
    orca.wait_to_hear(f"{results.name} dialog")
    assert sum(said.startswith("You ") for said in orca.spoken) >= 4
    for said in one.told:
        orca.wait_to_hear(said)
    if folder := os.environ.get(KEPT):
        Path(folder, "orca.txt").write_text("\n".join(orca.spoken))
