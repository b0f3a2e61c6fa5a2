"""The names of classes: each stands for one thing, but for those of parts that every game has."""

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

from topping_out.game.assets import ROOT

GAMES = ("icetowers", "towering", "towers", "wyoming")


@cache
def classes() -> dict[str, list[Path]]:
    """Return the files in which a class of each name is made."""
    found = defaultdict(list)
    for room in ("game", "scenes"):
        for path in sorted((ROOT / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    found[node.name].append(path.relative_to(ROOT))
    return found


def names_of_parts() -> set[str]:
    """Return the names that the page on architecture explains as those of parts that several games have."""
    text = (ROOT / "build" / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = text.split("## Names that several games use", 1)[1].split("\n## ", 1)[0]
    return {
        name
        for row in table.splitlines()
        if row.startswith("| `")
        for name in re.findall("`(\\w+)`", row.split("|")[1])
    }


def test_a_name_stands_for_one_class_or_for_the_same_part_of_several_games() -> None:
    again = {name: paths for name, paths in classes().items() if len(paths) > 1}
    assert len(classes()) > 500
    assert again.keys() == names_of_parts()


def test_a_game_has_each_part_once_and_nothing_shared_has_its_name() -> None:
    """`Ended` is the exception: all games share it, and IceTowers has its own with the totals."""
    for name in names_of_parts() - {"Ended"}:
        games = [path.parts[1] for path in classes()[name]]
        assert sorted(set(games)) == sorted(games), (name, games)
        shared = {"match"} if name == "Selection" else set()  # the table that games describe has one too
        assert set(games) <= {*GAMES, *shared}, (name, games)
