"""The long run is done every week, no part of it left out."""

import runpy
from pathlib import Path

from topping_out.game.assets import ROOT

CHECK = runpy.run_path(str(ROOT / "build" / "check.py"))


def test_every_part_is_run_every_week() -> None:
    text = (ROOT / ".github" / "workflows" / "weekly.yml").read_text("utf-8")
    assert f"part: [{', '.join(CHECK['PARTS'])}]" in text
    assert "cron:" in text


def test_every_test_is_in_one_part() -> None:
    folders = [ROOT / folder for of_part in CHECK["FOLDERS"].values() for folder in of_part]
    assert all(folder.is_dir() for folder in folders)
    assert not [one for one in folders for other in folders if one != other and one.is_relative_to(other)]
    (rest,) = CHECK["checks"](True, False, "rest").values()
    assert {word.removeprefix("--ignore=") for word in rest if word.startswith("--ignore=")} == {
        str(folder.relative_to(ROOT)).replace("\\", "/") for folder in folders
    }
    assert "tests" in rest


def test_a_part_runs_all_its_tests_not_only_the_long_ones() -> None:
    for part in CHECK["PARTS"]:
        for command in CHECK["checks"](True, False, part).values():
            assert (
                "-m" not in command[command.index("pytest") + 1 :]
                if "pytest" in command
                else Path(command[1]).is_file()
            )
