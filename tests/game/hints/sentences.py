"""Helpers for tests of hints: random positions, and parsing of sentences."""

import ast
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from tests.game.by_luck.random_games import play, random_deal
from topping_out.game.assets import ROOT
from topping_out.game.bots.search import Clause
from topping_out.game.bots.weights import bot_named
from topping_out.game.registry import load

# -- positions


MOST_ACTIONS = 10
"""Most actions per position that are explained."""


def positions(name: str, luck: random.Random, number: int, every: int = 3) -> Iterator[tuple[Any, int]]:
    """Yield `number` states with a seat to act, from random games with random options."""
    while number > 0:
        deal = random_deal(name, luck)
        start = luck.randrange(every)
        for step, at in enumerate(play(deal, longest=400)):
            if step % every == start and deal.game.outcome(at.state) is None:
                seat = min(deal.game.actors(at.state))
                yield at.state, seat
                number -= 1
                if not number:
                    return


def played_well(name: str, luck: random.Random, games: int) -> Iterator[tuple[Any, int]]:
    """Yield all states of `games` turn games between easy bots, which reach other positions than random play."""
    for _ in range(games):
        deal = random_deal(name, luck)
        state, bot = deal.start(), bot_named(deal.game, "easy")
        while deal.game.outcome(state) is None:
            seat = min(deal.game.actors(state))
            yield state, seat
            actions = deal.game.actions(state, seat)
            deal.game.apply(state, seat, bot.choose(deal.game.view(state, seat), actions, luck))


def edited(
    name: str, luck: random.Random, number: int, edit: Callable[[Any, random.Random], None]
) -> Iterator[tuple[Any, int]]:
    """Yield `number` random states with a seat to act, each changed by `edit` into an unusual one."""
    game = load(name)
    for state, seat in positions(name, luck, number):
        changed = state.copy()
        edit(changed, luck)
        game.check_invariants(changed)
        yield changed, seat


def check_some(
    name: str, kind: type[Any], check: Callable[[Any, Any, Any], object], seed: int, number: int, every: int = 3
) -> int:
    """Check the sentences about some actions of a kind in `number` positions. Return the number of actions."""
    luck, checked = random.Random(seed), 0
    for state, seat in positions(name, luck, number, every):
        found = [action for action in load(name).actions(state, seat) if isinstance(action, kind)]
        for action in some(found, luck):
            check(state, seat, action)
            checked += 1
    return checked


def some(actions: list[Any], luck: random.Random) -> list[Any]:
    return luck.sample(actions, min(MOST_ACTIONS, len(actions)))


def numbers_of(clause: Clause) -> set[int]:
    """Return the numbers in a clause's sentence."""
    return set(map(int, re.findall(r"(?<![\w{])\d+", clause.text)))


# -- sentences


Forms = Mapping[str, tuple[str, ...]]
"""All forms (singular and plural) of messages, by their first form."""
Places = dict[str, str]
FORMS = {"mark": 1, "tr": 1, "Own": 1, "mark_count": 2, "tr_count": 2, "own_count": 2}
"""By marking function: the number of its arguments that are forms addressing the reader."""


@cache
def messages(*modules: str) -> Forms:
    """Return the messages of modules such as `wyoming/bots/hints`.

    The half of an `Own` that names the player is left out: it is told of the same facts as the half that says "you".
    """
    return {forms[0]: forms for module in modules for forms in _in(ROOT / "game" / f"{module}.py")}


def _in(path: object) -> Iterator[tuple[str, ...]]:
    with open(str(path), encoding="utf-8") as file:
        tree = ast.parse(file.read())
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FORMS:
            texts = [part.value for part in node.args[: FORMS[node.func.id]] if isinstance(part, ast.Constant)]
            if texts:
                yield tuple(map(str, texts))


@cache
def _pattern(form: str) -> re.Pattern[str]:
    parts = re.split(r"{(\w+)}", form)
    for at, part in enumerate(parts):
        parts[at] = f"(?P<{part}>.+?)" if at % 2 else re.escape(part)
    return re.compile("".join(parts))


def read(text: str, known: Iterable[str], forms: Forms) -> tuple[str, Places]:
    """Return the message of a text, and the values of its placeholders. The most specific matching message counts."""
    found = [
        (len(re.sub(r"{\w+}", "", form)), message, match.groupdict())
        for message in known
        for form in forms[message]
        if (match := _pattern(form).fullmatch(text))
    ]
    assert found, f"no sentence with an evaluator is {text!r}"
    _, message, places = max(found, key=lambda each: each[0])
    return message, places


def holds(text: str, evaluators: Mapping[str, Callable[..., bool]], forms: Forms, *of: object) -> bool:
    """Tell whether a text is true, using the evaluator of its message, which gets the placeholders as text."""
    message, places = read(text, evaluators, forms)
    return evaluators[message](*of, **places)
