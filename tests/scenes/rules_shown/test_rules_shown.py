"""The texts about rules on tables, pages and printed sheets follow the rules, even with other numbers."""

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.changed_rules import VARIABLE, constants
from tests.golden import sampled
from tests.scenes.robot import Eye
from tests.scenes.rules_shown.walk import (
    NUMBERS,
    TENS,
    Table,
    Text,
    all_games,
    begins,
    compare,
    facts_of,
    over,
    printed,
    printed_rules,
)
from topping_out.game import registry
from topping_out.game.assets import ROOT
from topping_out.game.options import Value
from topping_out.game.registry import load
from topping_out.scenes.app import App
from topping_out.scenes.match.definition import table_of

# -- rules with other numbers


FACTS = "tests/scenes/rules_shown/test_rules_shown.py"
NO_RULES = {
    "workshop": "how many games bots play to measure a deck",
    "command": "bounds of these numbers of games",
    "feats": "what medals ask for is no rule of a game; `tests/game/progress` plays each feat",
    "results": "a height from which towers have a name of their own",
}
"""Modules whose constants are not varied, and why."""
CHANGES = [(game, place, value) for game in all_games() for place, value in facts_of(game).CHANGES.items()]


def run_changed(changes: dict[str, int], *which: str) -> None:
    """Run tests with these constants changed; fail with their output."""
    changed = ",".join(f"{place}={value}" for place, value in changes.items())
    plugins = ["-p", "tests.changed_rules", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", *plugins, "-q", "-n0", *which]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, VARIABLE: changed}, capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, f"with {changed}:\n{done.stdout[-5000:]}{done.stderr[-2000:]}"


def test_texts_follow_all_numbers_changed_at_once() -> None:
    run_changed({place: value for _, place, value in CHANGES}, FACTS, "-k", "is_true", "-m", "not long")


@pytest.mark.long
@pytest.mark.parametrize(("game", "place", "value"), CHANGES, ids=[f"{place}={value}" for _, place, value in CHANGES])
def test_texts_follow_each_number_changed_alone(game: str, place: str, value: int) -> None:
    others = [other for other in all_games() if game in other and other != game]
    which = " and not ".join([f"(is_true or does_what_it_says) and {game}", *others])
    run_changed({place: value}, FACTS, "-k", which)


@pytest.mark.parametrize("game", all_games())
def test_every_number_of_the_rules_is_varied_or_excluded(game: str) -> None:
    """Constants that players can notice are compared with texts; the others have a reason."""
    package, facts, found = registry.entry(game).rules.rpartition(".")[0], facts_of(game), set[str]()
    folder = ROOT / "game" / package.rpartition(".")[2]
    for path in sorted(folder.rglob("*.py")):
        place = ".".join(path.relative_to(folder).with_suffix("").parts)
        if not place.startswith("bots.") and place not in NO_RULES:
            found |= {f"{package}.{place}:{name}" for name in constants(path.read_text(encoding="utf-8"))}
    fixed = {f"{package}.{place}" for place in facts.FIXED}
    assert found == facts.CHANGES.keys() | fixed
    assert not facts.CHANGES.keys() & fixed


@pytest.mark.long
def test_the_printed_rules_are_false_with_other_numbers() -> None:
    """So after changing a number, this test names the sentences to be rewritten."""
    with pytest.raises(AssertionError) as failed:
        run_changed({place: value for _, place, value in CHANGES}, FACTS, "-k", "printed_rules", "-m", "not long")
    for game in all_games():
        assert re.search(rf"FAILED .*printed_rules.*\[{game}\]", str(failed.value)), game


@pytest.mark.long
def test_changed_constants_take_effect() -> None:
    numbers = ROOT / "game" / "towers" / "actions.py"
    assert {"HEIGHT", "HAND"} <= constants(Path(numbers).read_text(encoding="utf-8")).keys()
    with pytest.raises(AssertionError, match="HEIGHT=0"):
        run_changed({"topping_out.game.towers.actions:HEIGHT": 0}, FACTS, "-k", "is_true", "-m", "not long")


# -- tables


PLIES = 40
"""Number of actions of a match in the quick run."""


def other_options() -> list[tuple[str, int, dict[str, Value]]]:
    """Return each value of each option but the default, with the fewest seats that have the option."""
    found = {}
    for game in all_games():
        for seats in reversed(load(game).seats):
            for option in load(game).options(seats):
                for value in option.lasting:
                    if value != option.default and option.key != "first":
                        found[game, option.key, value] = (game, seats, {option.key: value})
    return list(found.values())


def walk(app: App, eye: Eye, game: str, seats: int, options: dict[str, Value], plies: int) -> Counter[str]:
    """Check all texts in a match; return how often each pattern occurred."""
    facts, met = facts_of(game), Counter[str]()
    says = {**facts.SAYS, **facts.RARE}
    table = getattr(facts, "TABLE", Table)(app, eye, game, seats, options)
    for moment in table.moments(plies):
        compare(moment, says, moment.texts, met)
        for where, words in facts.expects(moment) if moment.is_whole else ():
            texts = [text.text for text in moment.texts if text.where.startswith(where)]
            assert any(words in text for text in texts), f"{where} does not say {words!r}, but {texts}"
    for moment in facts.further(table):
        compare(moment, says, moment.texts, met)
    return met


@pytest.mark.parametrize("game", all_games())
def test_what_a_table_says_of_the_rules_is_true(app: App, eye: Eye, game: str) -> None:
    met = walk(app, eye, game, min(load(game).seats), {}, PLIES)
    assert {*facts_of(game).SAYS} - {*met} == set() or VARIABLE in os.environ  # other rules lead to other texts


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats"), [(game, seats) for game in all_games() for seats in load(game).seats])
def test_what_a_table_says_is_true_up_to_the_end(app: App, eye: Eye, game: str, seats: int) -> None:
    met = walk(app, eye, game, seats, {}, 300)
    assert {*facts_of(game).SAYS} - {*met} == set() or VARIABLE in os.environ


@pytest.mark.parametrize("game", all_games())
def test_each_value_of_each_option_does_what_it_says(game: str) -> None:
    rules, means = load(game), facts_of(game).MEANS
    for seats in rules.seats:
        for option in rules.options(seats):
            for value in option.lasting:
                is_so = means[option.key](seats, value, option) if option.key in means else begins(rules, seats, value)
                assert is_so, f"{option.key}={value}: {option.label(value)!r}, {option.help!r}"


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "seats", "options"), other_options(), ids=lambda part: str(part).strip("{}").replace("'", "")
)
def test_what_a_table_says_under_each_option_is_true(app: App, eye: Eye, game: str, seats: int, options: Any) -> None:
    assert walk(app, eye, game, seats, options, 100)


# -- on paper


def printed_with() -> list[tuple[str, dict[str, Value]]]:
    """Return each game with its default options, and with each other value of the options that its sheets depend on."""
    found: list[tuple[str, dict[str, Value]]] = []
    for game in all_games():
        options = {option.key: option for option in load(game).options(min(load(game).seats))}
        found.append((game, {}))
        for key in table_of(game).make_printing().options:
            found += [(game, {key: value}) for value in options[key].lasting if value != options[key].default]
    return found


@sampled("game, options", printed_with(), [case for case in printed_with() if case[1] in ({}, {"rounds": 5})], ids=str)
def test_what_printed_sheets_say_is_true(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, game: str, options: dict[str, Value]
) -> None:
    facts, met = facts_of(game), Counter[str]()
    sheets = printed(monkeypatch, game, options, tmp_path)
    compare(sheets, facts.SHEETS, sheets.texts, met)
    assert {*facts.SHEETS} == {*met}
    facts.look_at(sheets)


@pytest.mark.parametrize("game", all_games())
def test_the_printed_rules_give_the_numbers_of_the_rules(game: str) -> None:
    """The printed rules are a fixed text: after changing a constant, this test shows what to rewrite."""
    facts, met = facts_of(game), Counter[str]()
    rest = printed_rules(game)
    compare(None, facts.RULES, [Text("the printed rules", rest)], met)
    assert {*facts.RULES} == {*met}
    for pattern in (*facts.RULES, *facts.NO_RULES, r"\b[A-Z]\d+\b"):
        rest, count = re.subn(pattern, "", rest)
        assert count, f"{pattern} is not in the rules any more"
    counted = "|".join((*NUMBERS[3:], *TENS))
    left = [
        rest[max(0, found.start() - 40) : found.end() + 40] for found in re.finditer(rf"(?i)\b(\d+|{counted})\b", rest)
    ]
    assert left == [], "no test compares these numbers with the rules"


# -- the results


@sampled(
    "game, seats, options",
    [(game, min(load(game).seats), {}) for game in all_games()] + other_options(),
    [(game, min(load(game).seats), {}) for game in all_games()] + [("wyoming", 2, {"finicky": True})],
    ids=str,
)
def test_what_the_results_say_is_true(app: App, eye: Eye, game: str, seats: int, options: dict[str, Value]) -> None:
    facts, met = facts_of(game), Counter[str]()
    moment = over(app, eye, game, seats, options)
    compare(moment, {**facts.SAYS, **facts.RARE, **facts.RESULTS}, moment.texts, met)
    assert {*facts.RESULTS} - facts.ONE_OF_RESULTS <= {*met} or VARIABLE in os.environ
    assert {*met} & facts.ONE_OF_RESULTS or not facts.ONE_OF_RESULTS
