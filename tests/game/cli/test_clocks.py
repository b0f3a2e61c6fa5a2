"""Whatever the clock says, before zip files or after them, at 0 or before it: every command does what it does."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.sampling import sampled
from tests.untrusted.hostile import real_record
from topping_out.game.storage.files import HOME_VARIABLE

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
"""These are of another time: they may be refused, in one line."""


@sampled("when", TIMES, ["year 1", "the last day"])
def test_every_command_at_any_time(when: str, tmp_path: Path) -> None:
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
