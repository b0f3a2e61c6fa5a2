"""With other numbers in its rules the program says those: a constant is changed in the source, and all follows.

Each run is a program of its own, in which `tests.changed_rules` changes the source while it is imported.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.changed_rules import VARIABLE, constants
from tests.scenes.rules_shown.walk import all_games, facts_of
from topping_out.game import registry
from topping_out.game.assets import ROOT

FACTS = "tests/scenes/rules_shown/test_rules_shown.py"
NO_RULES = {
    "encoding": "sizes of arrays for programs that learn",
    "feats": "what medals ask for is no rule of a game; `tests/game/progress` plays each feat",
    "best_tower": "letters of a picture's caption",
    "results": "a height from which towers have a name of their own",
    "invariants": "bounds that tests check",
}
"""Modules of a game whose constants are not varied, and why."""
CHANGES = [(game, place, value) for game in all_games() for place, value in facts_of(game).CHANGES.items()]


def run_changed(changes: dict[str, int], *which: str) -> None:
    """Run the tests of what is said with these constants changed; fail with what they say."""
    changed = ",".join(f"{place}={value}" for place, value in changes.items())
    plugins = ["-p", "tests.changed_rules", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", *plugins, "-q", "-n0", *which]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, VARIABLE: changed}, capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, f"with {changed}:\n{done.stdout[-5000:]}{done.stderr[-2000:]}"


def test_all_numbers_changed_at_once_are_said() -> None:
    run_changed({place: value for _, place, value in CHANGES}, FACTS, "-k", "is_true", "-m", "not long")


@pytest.mark.long
@pytest.mark.parametrize(("game", "place", "value"), CHANGES, ids=[f"{place}={value}" for _, place, value in CHANGES])
def test_each_number_changed_by_itself_is_said(game: str, place: str, value: int) -> None:
    run_changed({place: value}, FACTS, "-k", f"is_true and {game} or does_what_it_says and {game}")


@pytest.mark.parametrize("game", all_games())
def test_every_number_of_the_rules_is_changed_or_cannot_be(game: str) -> None:
    """What a player can notice of a constant is compared with the rules; what cannot be varied says why."""
    package, facts, found = registry.entry(game).rules.rpartition(".")[0], facts_of(game), set[str]()
    folder = ROOT / "game" / package.rpartition(".")[2]
    for path in sorted(folder.rglob("*.py")):
        place = ".".join(path.relative_to(folder).with_suffix("").parts)
        if not place.startswith(("bots.", "workshop.")) and place not in NO_RULES:
            found |= {f"{package}.{place}:{name}" for name in constants(path.read_text(encoding="utf-8"))}
    fixed = {f"{package}.{place}" for place in facts.FIXED}
    assert found == facts.CHANGES.keys() | fixed
    assert not facts.CHANGES.keys() & fixed


@pytest.mark.long
def test_the_printed_rules_are_false_with_other_numbers() -> None:
    """So whoever changes a number learns which sentences to write anew."""
    with pytest.raises(AssertionError) as failed:
        run_changed({place: value for _, place, value in CHANGES}, FACTS, "-k", "printed_rules")
    for game in all_games():
        assert re.search(rf"FAILED .*printed_rules.*\[{game}\]", str(failed.value)), game


@pytest.mark.long
def test_a_change_is_made_in_the_source() -> None:
    numbers = ROOT / "game" / "towers" / "core" / "numbers.py"
    assert {"HEIGHT", "HAND"} <= constants(Path(numbers).read_text(encoding="utf-8")).keys()
    with pytest.raises(AssertionError, match="HEIGHT=0"):
        run_changed({"topping_out.game.towers.core.numbers:HEIGHT": 0}, FACTS, "-k", "is_true", "-m", "not long")
