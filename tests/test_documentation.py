"""The documentation is built from the tree without a dead link, and its picture of the house is today's."""

import subprocess
import sys
from pathlib import Path

from topping_out.game.assets import ROOT


def test_every_page_is_made_and_every_link_leads_somewhere(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "dummy", "-d", str(tmp_path / "cache")]
    done = subprocess.run(
        [*command, "-c", "build/docs", ".", str(tmp_path / "site")], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "cache" / "build" / "docs" / "api.doctree").is_file()


def test_the_picture_of_the_house_is_that_of_todays_imports() -> None:
    command = [sys.executable, "build/house.py", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, "run `python build/house.py`"
