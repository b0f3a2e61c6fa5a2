"""Readers of anybody's bytes, fuzzed by the code that the bytes reach: they read, or refuse in one plain line."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.properties import FACTOR
from topping_out.game.assets import ROOT

INPUTS = 400 * FACTOR
LONGEST, MOST_MEMORY = 120, 2000
"""Seconds that no input may take, and megabytes that the process may have: it hangs, or its memory grows."""
READERS = ("record", "deck", "catalogue", "import", "bot")


@pytest.mark.long
@pytest.mark.skipif(not find_spec("atheris"), reason="there is no Atheris for this system")
@pytest.mark.parametrize("reader", READERS)
def test_whatever_bytes_reach_is_read_or_refused_plainly(reader: str, tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    limits = f"-runs={INPUTS}", f"-timeout={LONGEST}", f"-rss_limit_mb={MOST_MEMORY}"
    done = subprocess.run(
        [sys.executable, "-m", "tests.untrusted.fuzzing", reader, "corpus", *limits],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), os.environ["PYTHONPATH"]))},
        capture_output=True,
        encoding="utf-8",
        errors="replace",
    )
    found = [path.read_bytes() for path in tmp_path.iterdir() if path.is_file()]
    assert (done.returncode, found) == (0, []), done.stdout[-3000:] + done.stderr[-3000:]
    assert f"Done {INPUTS} runs" in done.stderr
