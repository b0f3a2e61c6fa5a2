"""The strength of levels, verdicts and tempers, and the unchanged decisions of old bots."""

import json
import os
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise, product
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from measure import oracle
from tests.conformance import middle
from tests.game.by_luck.random_games import play, random_deal, short_options
from tests.game.matches import pairs_of
from tests.golden import sampled
from topping_out.game import registry, roster
from topping_out.game.arena.contest import Contest, players_of, read_contenders
from topping_out.game.bots import weights
from topping_out.game.bots.weights import bot_named, make_bot, scaled, weights_named
from topping_out.game.engine import AnyGame
from topping_out.game.options import Value
from topping_out.game.record import new_header
from topping_out.game.registry import load

# -- levels


STEPS = [(name, *step) for name in registry.names() for step in pairwise(load(name).levels)]
TEMPERED = [name for name in registry.names() if weights._tables(name, "bots.toml").get("temper")]


def pairs_won(name: str, stronger: str, weaker: str, pairs: int, **how: Any) -> float:
    """Return the share of short pairs of games won by the stronger bot, by wins and then by points.

    A game of rounds is shortened to one round of the usual size, because in a smaller one luck decides too much.
    """
    game = load(name)
    contenders = read_contenders(game, f"{stronger},{weaker}")
    short = short_options(game, 2)
    options = {"rounds": short["rounds"]} if "rounds" in short else short
    header = new_header(game, players_of(contenders), options, 1)
    played = [(pair.share(), pair.margin) for pair in pairs_of(Contest(header, contenders, **how), pairs)]
    return fmean(((pair > (0.5, 0)) + (pair >= (0.5, 0))) / 2 for pair in played)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("own_speed", [True, False])
@pytest.mark.parametrize(("name", "weaker", "stronger"), STEPS)
def test_each_level_beats_the_one_below(name: str, weaker: str, stronger: str, own_speed: bool) -> None:
    """In a live game at its own speed and at equal speed."""
    if own_speed and not load(name).live:
        pytest.skip("speed does not matter in turn games")
    pairs = 20 if stronger == "master" else 100
    assert pairs_won(name, stronger, weaker, pairs, own_speed=own_speed) >= 0.6 - 1.5 * 0.5 / pairs**0.5


@sampled(
    "name, level", product(registry.names(), ["easy", "master"]), product(registry.names(), ["easy"])
)  # the master's reasons are tested in test_reasons.py
def test_a_judging_level_can_judge_every_action_with_a_reason(name: str, level: str) -> None:
    game, bot = load(name), bot_named(load(name), level)
    state, seat = middle(name, game.seats[0])
    view, actions = game.view(state, seat), game.actions(state, seat)
    for played in actions[:: max(1, len(actions) // 4)]:
        found = bot.judge(view, actions, played, random.Random(2))
        if found is not None:
            assert found.cost >= 0
            assert found.better.action in actions
            why = bot.why(view, [found.better.action], [played], random.Random(2))
            assert not why or why.endswith(".")


@sampled("name", registry.names(), ["towering", "towers", "icetowers"])
def test_the_masters_own_choice_costs_almost_nothing(name: str) -> None:
    """(Its evaluation varies a little.)"""
    game, master = load(name), bot_named(load(name), "master")
    for seats in game.seats:
        state, seat = middle(name, seats)
        view, actions = game.view(state, seat), game.actions(state, seat)
        best = master.choose(view, actions, random.Random(0))
        found = None if best is None else master.judge(view, actions, best, random.Random(0))
        assert found is None or found.cost < 1.5


@pytest.mark.parametrize("name", TEMPERED)
def test_every_temper_works_with_every_level(name: str) -> None:
    game = load(name)
    for word, person in roster.characters().items():
        assert type(bot_named(game, word)) is type(bot_named(game, person.level))
    for factors in weights._tables(name, "bots.toml")["temper"].values():
        assert all(make_bot(game, scaled(weights_named(name, level), factors)) for level in roster.LEVELS)


# -- old bots


GAMES = [name for name in registry.names() if registry.data_file(name, "gauntlet.toml")]
NUMBERS = {"one-turn": 48, "tuned": 24, "master-1": 12}
"""Number of recorded decisions by bot; bots that search are slower."""


LATER: dict[str, dict[str, tuple[str, ...]]] = {"wyoming": {"scaffolding": ()}, "towers": {"deck": ("standard",)}}
"""By game: options that are newer than the old bots or have more choices now, with the choices of that time."""
VERSIONS = {"icetowers": 3}
"""By game: the version of the rules at that time, if they have changed since."""


def options_of_the_day(game: AnyGame, seats: int, luck: random.Random) -> dict[str, Value]:
    later, options = LATER.get(game.name, {}), dict[str, Value]()
    for option in game.options(seats):
        choices = [value for value in option.lasting if value in later.get(option.key, (value,))]
        options[option.key] = luck.choice(choices) if choices else option.default
    return options


def positions(game: AnyGame) -> Iterator[tuple[Any, int]]:
    """Yield states from different random games, each with a seat that has a choice."""
    for number in range(1000):
        luck, found = random.Random(number), None
        deal = replace(random_deal(game.name, luck, options_of_the_day), version=VERSIONS.get(game.name))
        for step in islice(play(deal), luck.randrange(8, 48)):
            choosing = [seat for seat in game.actors(step.state) if len(game.actions(step.state, seat)) > 1]
            if choosing:
                found = step.state.copy(), luck.choice(sorted(choosing))
        if found:
            yield found


def decisions(game: AnyGame, mind: str, count: int) -> list[str]:
    bot, found = bot_named(game, mind), []
    for number, (state, seat) in enumerate(islice(positions(game), count)):
        action = bot.choose(game.view(state, seat), game.actions(state, seat), random.Random(number))
        found.append(str(action))
    return found


@sampled("share", [1, 6], [6])
@pytest.mark.parametrize("mind", NUMBERS)
@pytest.mark.parametrize("name", GAMES)
def test_an_old_bot_still_makes_its_recorded_decisions(name: str, mind: str, share: int) -> None:
    """Checks all recorded decisions, or a sixth of them."""
    file = Path(__file__).parents[1] / name / "old_bots.json"
    if os.environ.get("TOPPING_OUT_RERECORD") and not file.exists():
        found = {mind: decisions(registry.load(name), mind, count) for mind, count in NUMBERS.items()}
        file.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    count = NUMBERS[mind] // share
    assert decisions(registry.load(name), mind, count) == json.loads(file.read_text(encoding="utf-8"))[mind][:count]


# -- the bots of today


TABLES = {str(table): table for table in oracle.tables(registry.names())}
QUICK = [
    name
    for name, table in TABLES.items()
    if (table.level == "medium" and table.name != "icetowers")
    or (name.endswith("as usual") and table.seats == 2)
]  # fmt: skip


@sampled("name", TABLES, QUICK)
@pytest.mark.timeout(1800)
def test_bots_play_the_games_that_the_oracle_keeps(name: str) -> None:
    """If they should play otherwise, renew the hashes with `python build/measure/oracle.py --write`."""
    kept = dict(reversed(line.split("  ", 1)) for line in oracle.KEPT.read_text(encoding="utf-8").splitlines())
    assert oracle.hash_of(TABLES[name]) == kept[name]
