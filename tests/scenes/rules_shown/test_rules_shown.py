"""What tables, tips, hints, spoken words, set-ups and prints say of a game's rules is what the rules do."""

from collections import Counter
from typing import Any

import pytest

from tests.scenes.eye import Eye
from tests.scenes.rules_shown.walk import Table, all_games, begins, compare, facts_of
from topping_out.game.options import Value
from topping_out.game.registry import load
from topping_out.scenes.app import App

PLIES = 40
"""Actions of a match that are looked at in the quick run."""


def other_options() -> list[tuple[str, int, dict[str, Value]]]:
    """Return each value of each option that is not the usual one, with the fewest seats that have the option."""
    found = {}
    for game in all_games():
        for seats in reversed(load(game).seats):
            for option in load(game).options(seats):
                for value in option.lasting:
                    if value != option.default and option.key != "first":
                        found[game, option.key, value] = (game, seats, {option.key: value})
    return list(found.values())


def walk(app: App, eye: Eye, game: str, seats: int, options: dict[str, Value], plies: int) -> Counter[str]:
    """Compare all that is said in a match; return how often each pattern was met."""
    facts, met = facts_of(game), Counter[str]()
    says = {**facts.SAYS, **facts.RARE}
    table = getattr(facts, "TABLE", Table)(app, eye, game, seats, options)
    for moment in table.moments(plies):
        compare(moment, says, moment.texts, met)
        for where, words in facts.expects(moment) if moment.is_whole else ():
            said = [text.text for text in moment.texts if text.where.startswith(where)]
            assert any(words in text for text in said), f"{where} does not say {words!r}, but {said}"
    for moment in facts.further(table):
        compare(moment, says, moment.texts, met)
    return met


@pytest.mark.parametrize("game", all_games())
def test_what_a_table_says_of_the_rules_is_true(app: App, eye: Eye, game: str) -> None:
    met = walk(app, eye, game, min(load(game).seats), {}, PLIES)
    assert {*facts_of(game).SAYS} - {*met} == set()


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats"), [(game, seats) for game in all_games() for seats in load(game).seats])
def test_what_a_table_says_is_true_up_to_the_end(app: App, eye: Eye, game: str, seats: int) -> None:
    met = walk(app, eye, game, seats, {}, 300)
    assert {*facts_of(game).SAYS} - {*met} == set()


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
