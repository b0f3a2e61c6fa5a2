"""The protocol: its schema accepts every line of every game, and rejects invalid lines; answers are typed strictly.

As answers of external programs, 1, 1.0, true and "1" are four different values.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any

import pytest

import protocol_page
from tests.game.by_luck.random_games import random_deal
from tests.game.processes import Shell
from tests.golden import sampled
from tests.untrusted.hostile import changed, places
from topping_out.game import registry
from topping_out.game.arena import external
from topping_out.game.arena.contest import Contender, GameRunner, Simulation, read_contender
from topping_out.game.arena.protocol import (
    Act,
    BadLine,
    GameEnd,
    Hello,
    action_data,
    index_of,
    missing,
    raw,
    read_bot_message,
    schema_of,
    to_line,
)
from topping_out.game.arena.server import BotServer
from topping_out.game.assets import ROOT
from topping_out.game.engine import AnyGame
from topping_out.game.options import resolve
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.game.towers.floors import EffectVerb

# -- the schema


every_game = pytest.mark.parametrize("name", registry.names())
PATIENCE = 60.0


def strict(schema: Any) -> Any:
    """Return the schema without additional properties."""
    if isinstance(schema, list):
        return [strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {key: strict(part) for key, part in schema.items()}
    return {**parts, "additionalProperties": False} if "title" in parts and "properties" in parts else parts


@pytest.fixture(scope="module")
def validators() -> dict[str, Any]:
    jsonschema = pytest.importorskip("jsonschema", reason="its libraries do not load here", exc_type=ImportError)
    schemas = {name: strict(schema_of(load(name))) for name in registry.names()}
    for schema in schemas.values():
        jsonschema.Draft202012Validator.check_schema(schema)
    return {name: jsonschema.Draft202012Validator(schema) for name, schema in schemas.items()}


class AnyActionHere:
    """Replaces an external program: takes random actions in this process, and keeps all lines."""

    def __init__(self, command: Any) -> None:
        self.command, self._answers, self._luck = command, list[bytes](), random.Random(repr(command))

    def send(self, line: bytes) -> None:
        message = json.loads(line)
        LINES.append(message)
        if message["type"] == "hello":
            self._answer({"type": "hello", "protocol": 2, "name": "Here"})
        elif message["type"] == "act":
            actions = message["actions"]
            if DRAW in actions and self._luck.random() < 0.5:
                actions = [DRAW]
            self._answer({"type": "action", "action": self._luck.choice(actions)})

    def _answer(self, message: dict[str, Any]) -> None:
        LINES.append(message)
        self._answers.append(json.dumps(message).encode())

    def receive(self, patience: float) -> bytes:
        return self._answers.pop(0)

    def has_ended(self, patience: float) -> bool:
        return True

    def end_input(self) -> None: ...
    def kill(self) -> None: ...
    def close(self) -> None: ...

    last_words = ""


DRAW = {"type": "Draw", "colour": None}
"""A draw from the pile in Towering. It is chosen half of the time, because taking only discards never ends a round."""
LINES: list[dict[str, Any]] = []
"""All lines of the current game."""


def lines_of_games(name: str, games: Iterable[int]) -> Iterator[dict[str, Any]]:
    """Yield every line to and from every seat of random games, with any options."""
    for luck in games:
        LINES.clear()
        deal = random_deal(name, random.Random(luck))
        players = [Player(f"Player {seat}", "bot", "easy", seat) for seat in range(deal.seats)]
        header = new_header(deal.game, players, deal.options, deal.seed)
        contenders = tuple(Contender("exec:here", command=("here", str(seat))) for seat in range(deal.seats))
        assert not GameRunner(Simulation(header, contenders, PATIENCE)).play().faults
        yield from LINES


def check_games(name: str, games: Iterable[int], validator: Any, every: int = 1) -> None:
    """Check every line, or of each type the first line and then every `every`-th."""
    from jsonschema.exceptions import best_match  # does not load everywhere

    types = Counter[str]()
    parts = {
        part: validator.evolve(schema=validator.schema | {"anyOf": [{"$ref": f"#/$defs/{part}"}]}) for part in PARTS
    }
    for line in lines_of_games(name, games):
        types[line["type"]] += 1
        if types[line["type"]] % every != 1 % every:
            continue
        part = parts["BotMessage" if line["type"] == "action" or "name" in line else "ProgramMessage"]
        if (error := best_match(part.iter_errors(line))) is not None:
            pytest.fail(f"{error.message} at {error.json_path} in {json.dumps(line)[:500]}")
    assert set(types) == {"hello", "act", "action", "event", "end"}


PARTS = ("ProgramMessage", "BotMessage")


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "Program", AnyActionHere)


@every_game
def test_the_schema_accepts_the_lines_of_a_game(name: str, validators: Any) -> None:
    check_games(name, [0], validators[name], every=5)


@pytest.mark.long
@every_game
@pytest.mark.parametrize("first", range(0, 250, 25))
def test_the_schema_accepts_every_line_of_many_games(name: str, first: int, validators: Any) -> None:
    """A thousand games in all."""
    check_games(name, range(first, first + 25), validators[name])


def corrupted(data: Any) -> Iterator[Any]:
    """Yield copies of the data with one thing, at any depth, left out, added, or of a wrong type."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield {kept: data[kept] for kept in data if kept != key}
            yield from ({**data, key: worse} for worse in corrupted(value))
        yield {**data, "surplus": 1}
    elif isinstance(data, list) and data:
        yield from ([*data[:-1], worse] for worse in corrupted(data[-1]))
    yield {"no": "type"}


@sampled("name", registry.names(), ["towers", "icetowers"])
def test_the_schema_rejects_corrupted_lines(name: str, validators: Any) -> None:
    """(In its hello, a bot may omit optional fields.)"""
    examples: dict[str, Any] = {}
    for line in lines_of_games(name, [0]):
        examples[f"{line['type']} {line.get('event', {}).get('type', '')}"] = line
    for line in examples.values():
        for worse in corrupted(line):
            if worse != {"type": "hello", "protocol": 2}:
                assert not validators[name].is_valid(worse), worse


@every_game
def test_the_bot_command_prints_the_schema(name: str, shell: Shell) -> None:
    assert json.loads(shell.run(f"bot --schema {name}")) == json.loads(json.dumps(schema_of(load(name))))


@every_game
def test_many_fields_of_a_view_have_descriptions(name: str) -> None:
    view = schema_of(load(name))["$defs"]["View"]["properties"]
    assert sum("description" in field for field in view.values()) >= len(view) // 3


def test_the_generated_part_of_the_page_is_up_to_date() -> None:
    """`python build/protocol_page.py` updates it."""
    page = protocol_page.PAGE.read_text(encoding="utf-8")
    assert protocol_page.renewed(page) == page


def test_a_game_without_type_arguments_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    class Silent(type(load("wyoming")).__mro__[1]):
        pass

    Silent.__abstractmethods__ = frozenset()
    game: AnyGame = Silent()
    monkeypatch.setattr("topping_out.game.arena.protocol.load", lambda name: game)
    monkeypatch.setattr(Silent, "name", "silent", raising=False)
    with pytest.raises(TypeError, match="Silent does not say what its actions, events and views are"):
        schema_of(game)


def test_the_page_explains_effects_and_links_to_the_rules() -> None:
    page = (ROOT / "game" / "PROTOCOL.md").read_text(encoding="utf-8")
    assert all(f"| `{verb}` |" in page for verb in EffectVerb)
    assert "`plot` of -1" in page
    links = re.findall(r"\]\((\.\./assets/[^)]*)\)", page)
    assert len(links) == len(registry.names())
    assert all((ROOT / "game" / link).is_file() for link in links)


# -- typed strictly


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


def test_the_message_on_a_bad_line_is_a_short_single_line() -> None:
    message = str(BadLine("the view\x1b[2J cannot be\nread: " + "x" * 5000))
    assert message.isprintable()
    assert message.startswith("the view\\x1b[2J cannot be\\nread: xx")
    assert len(message) < 1000


def test_a_greeting_with_other_types_is_refused() -> None:
    whole = {"type": "hello", "protocol": 2, "name": "x", "again": True}
    for bad in with_similar_values(whole):
        with pytest.raises(BadLine):
            read_bot_message(json.dumps(bad).encode())
