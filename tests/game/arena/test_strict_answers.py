"""Messages of external programs are typed strictly: 1, 1.0, true and "1" are four different values."""

import json
import random
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest

from tests.untrusted.hostile import changed, places
from topping_out.game import registry
from topping_out.game.arena.contest import read_contender
from topping_out.game.arena.external.protocol import (
    Act,
    BadLine,
    GameEnd,
    Hello,
    action_data,
    index_of,
    missing,
    raw,
    read_bot_message,
    to_line,
)
from topping_out.game.arena.external.server import BotServer
from topping_out.game.options import resolve

games = pytest.mark.parametrize("game", registry.names())


def likes(value: Any) -> list[Any]:
    """Return values of other types that Python considers equal, or that look alike."""
    if isinstance(value, bool):
        return [int(value), float(value), str(value).lower()]
    if isinstance(value, int):
        return [float(value), str(value), *([bool(value)] if value in (0, 1) else [])]
    return []


def with_similar_values(data: Any) -> Iterator[Any]:
    """Yield copies of the data, each with one number or boolean replaced by a similar value."""
    for path in places(data):
        value = data
        for key in path:
            value = value[key]
        yield from (changed(data, path, like) for like in likes(value))


def start(game: str) -> tuple[Any, Any, Any]:
    rules = registry.load(game)
    state = rules.setup(2, resolve(rules.options(2), {}), seed=3)
    seat = min(rules.actors(state))
    return rules, state, seat


@games
def test_an_action_with_other_types_is_not_among_the_offered(game: str) -> None:
    rules, state, seat = start(game)
    actions = [*rules.actions(state, seat)]
    for action in random.Random(1).sample(actions, min(5, len(actions))):
        offered = [*map(action_data, actions)]
        data = action_data(action)
        assert offered[index_of(data, offered) or 0] == data
        assert index_of(dict(reversed(data.items())), offered) == index_of(data, offered)
        for bad in with_similar_values(data):
            assert index_of(bad, offered) is None, bad
            assert missing([bad], offered) == bad


@games
def test_messages_with_other_types_are_refused(game: str) -> None:
    rules, state, seat = start(game)
    names = tuple(f"P{number}" for number in range(2))
    hello = Hello(game, rules.version, seat, names, resolve(rules.options(2), {}), 5.0)
    act = Act(raw(rules.view(state, seat)), tuple(map(action_data, rules.actions(state, seat))), 7)

    def exchange(*lines: bytes) -> list[dict[str, Any]]:
        out = BytesIO()
        BotServer(rules, read_contender(rules, rules.levels[0]), out).play(BytesIO(b"".join(lines)))
        return [json.loads(line) for line in out.getvalue().splitlines()]

    end = to_line(GameEnd(None))
    assert [line["type"] for line in exchange(to_line(hello), to_line(act), end)] == ["hello", "action"]
    whole = json.loads(to_line(act))
    bad_actions = [{**whole, "actions": bad} for bad in list(with_similar_values(whole["actions"][:1]))[:6]]
    bad_views = [{**whole, "view": bad} for bad in list(with_similar_values(whole["view"]))[::9][:12]]
    for bad in (*bad_actions, *bad_views):
        assert exchange(to_line(hello), json.dumps(bad).encode() + b"\n", end)[-1]["type"] == "error", bad
    for bad in with_similar_values(
        {key: value for key, value in json.loads(to_line(hello)).items() if key != "patience"}
    ):
        line = json.dumps({**bad, "patience": 5.0}).encode() + b"\n"
        replies = exchange(line, to_line(act), end)
        is_text = isinstance(bad["options"], dict) and any(isinstance(value, str) for value in bad["options"].values())
        assert replies[-1]["type"] == "error" or is_text, bad


def test_a_greeting_with_other_types_is_refused() -> None:
    whole = {"type": "hello", "protocol": 2, "name": "x", "again": True}
    for bad in with_similar_values(whole):
        with pytest.raises(BadLine):
            read_bot_message(json.dumps(bad).encode())
