"""The games as PettingZoo environments: PettingZoo's own tests, and ours."""

import random
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="pip install '.[rl]'")

import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, performance_benchmark, seed_test

from topping_out.game import registry
from topping_out.game.encoding import NoEncoding
from topping_out.game.engine import IllegalAction
from topping_out.game.environments import AgainstBots, Environment, NotBegun, ask_bot, env, raw_env
from topping_out.game.options import OptionError

GAMES = ("wyoming", "towering", "towers", "icetowers")
TABLES: list[tuple[str, int, dict[str, object]]] = [
    *((game, seats, {}) for game in ("wyoming", "towers", "icetowers") for seats in (2, 3, 4)),
    ("wyoming", 3, {"foundations": 2, "tidal": True}),
    ("wyoming", 3, {"short": True, "scaffolding": True}),
    ("wyoming", 4, {"wheel": True, "finicky": True, "deadlines": True, "sudden_death": True}),
    ("towering", 2, {"rounds": 1}),
    ("towering", 2, {"rounds": 2, "colours": 3, "materials": "4-0", "hand": 5, "take_back": True}),
    ("icetowers", 2, {"ghost": True}),
    ("icetowers", 5, {}),
]
PAGE = Path(registry.__file__).parent / "environments" / "ENVIRONMENTS.md"


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Ignore PettingZoo's warning of an empty action mask after the end, which its own card games cause too."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


def random_play(environment: Environment, seed: int) -> Iterator[dict[str, Any]]:
    """Play a random game. Yield the observation of the agent whose turn it is."""
    luck = random.Random(seed)
    environment.reset(seed=seed)
    while not any((*environment.terminations.values(), *environment.truncations.values())):
        seen = environment.observe(environment.agent_selection)
        yield seen
        environment.step(luck.choice(np.flatnonzero(seen["action_mask"]).tolist()))


# -- PettingZoo's own tests


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("make", [env, raw_env])
def test_an_environment_passes_the_api_test(game: str, make: Callable[[str], Environment]) -> None:
    api_test(make(game), num_cycles=150)


@pytest.mark.parametrize("game", GAMES)
def test_an_environment_passes_the_seed_test(game: str) -> None:
    seed_test(lambda: env(game), num_cycles=100)


@pytest.mark.parametrize("game", GAMES)
def test_an_environment_runs_the_performance_benchmark(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seconds = count(0, 0.05)  # the benchmark plays for five seconds, which are a hundred turns by this clock
    clock = SimpleNamespace(time=lambda: next(seconds))
    monkeypatch.setattr(sys.modules["pettingzoo.test.performance_benchmark"], "time", clock)
    performance_benchmark(env(game))
    assert "turns per second" in capsys.readouterr().out


# -- observations and actions


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_every_legal_action_has_a_number_and_every_observation_is_in_its_space(
    game: str, seats: int, options: dict[str, object]
) -> None:
    environment = raw_env(game, seats, options)
    for seen in random_play(environment, seed=seats):
        agent = environment.agent_selection
        assert environment.observation_space(agent).contains(seen)
        numbered, listed = environment.legal, environment.table.actions()
        assert sorted(map(str, numbered.values())) == sorted(map(str, listed))
        assert len(numbered) == len(listed)
        assert set(np.flatnonzero(seen["action_mask"])) == set(numbered)
    assert sum(environment.rewards.values()) == pytest.approx(0)
    outcome = environment.table.outcome
    for seat, agent in enumerate(environment.possible_agents):
        assert environment.infos[agent] == {"score": outcome.scores[seat], "reason": outcome.reason}
        assert environment.observation_space(agent).contains(environment.observe(agent))


@pytest.mark.parametrize(("game", "seats", "options"), [table for table in TABLES if table[0] != "icetowers"])
def test_observations_do_not_depend_on_hidden_information(game: str, seats: int, options: dict[str, object]) -> None:
    environment, luck = raw_env(game, seats, options), random.Random(9)
    table, has_differed = environment.table, False
    for number, _ in enumerate(random_play(environment, seed=3)):
        if number % 5:
            continue
        real = table.state
        seat = luck.randrange(seats)
        agents = environment.possible_agents
        before = [environment.observe(agent)["observation"] for agent in agents]
        table.state = table.game.determinize(table.view(seat), luck)  # the hidden cards change places
        after = [environment.observe(agent)["observation"] for agent in agents]
        assert np.array_equal(before[seat], after[seat])
        has_differed |= any(not np.array_equal(*pair) for pair in zip(before, after))
        table.state = real
    assert has_differed


@pytest.mark.parametrize("game", GAMES)
def test_every_observation_is_relative_to_its_seat(game: str) -> None:
    environment = raw_env(game)
    turn = environment.encoding.starts["is_turn" if game == "towering" else "turn"]
    for _ in random_play(environment, seed=1):
        seen = {agent: environment.observe(agent)["observation"][turn] for agent in environment.agents}
        assert [agent for agent, is_on in seen.items() if is_on] == [environment.agent_selection]


def test_observed_scores_of_icetowers_agree_with_the_view() -> None:
    environment = raw_env("icetowers", 2, {"ghost": True})
    at = environment.encoding.starts["scores"]
    for seen in random_play(environment, seed=5):
        view = environment.table.view(environment.table.turn)
        first, second, ghost = view.scores
        own = (first, second) if view.seat == 0 else (second, first)
        assert seen["observation"][at : at + 3].tolist() == [*own, ghost]


# -- games


def test_a_seed_gives_the_programs_deal_and_fixes_later_deals() -> None:
    first, second = raw_env("wyoming"), raw_env("wyoming")
    hands = []
    for environment in (first, second):
        environment.reset(seed=7)
        game = environment.table.game
        assert environment.table.state == game.setup(2, {option.key: option.default for option in game.options(2)}, 7)
        environment.reset()
        hands.append(environment.table.state.hands)
    assert hands[0] == hands[1]


def test_an_illegal_action_loses_or_is_refused() -> None:
    lenient, strict = env("towering"), raw_env("towering")
    for environment in (lenient, strict):
        environment.reset(seed=1)
    loser = lenient.agent_selection
    lenient.step(126)
    assert all(lenient.terminations.values())
    assert {agent: reward for agent, reward in lenient.rewards.items() if reward} == {loser: -1.0}
    with pytest.raises(IllegalAction, match=r"player_. may not do 126 now: legal are "):
        strict.step(126)


def test_a_game_that_takes_too_long_is_truncated() -> None:
    environment = raw_env("wyoming", longest=5)
    assert sum(1 for _ in random_play(environment, seed=1)) == 5
    assert all(environment.truncations.values())
    assert not any(environment.terminations.values())


def test_invalid_arguments_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="Towering is for 2 seats, not 3"):
        env("towering", 3)
    with pytest.raises(OptionError, match="there's no option 'tidle' here"):
        env("wyoming", options={"tidle": True})
    with pytest.raises(ValueError, match="there is no render mode 'human'"):
        env("wyoming", render_mode="human")
    entry = registry.entry("towers")
    monkeypatch.setattr("topping_out.game.registry.entry", lambda name: type(entry)(entry.rules, entry.data))
    with pytest.raises(NoEncoding, match="Towers has no encoding"):
        env("towers")


def test_render_describes_events_in_sentences() -> None:
    environment = raw_env("wyoming", render_mode="ansi")
    for _ in random_play(environment, seed=1):
        pass
    sentences = environment.render()
    assert sentences is not None
    assert "player_0 draws" in sentences
    assert environment.render() == ""


# -- opponents and the page


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_beats_random_play(game: str) -> None:
    environment, luck = raw_env(game, options={"rounds": 1} if game == "towering" else {}), random.Random(1)
    won = 0.0
    for seed in range(6):
        environment.reset(seed=seed)
        while not any(environment.terminations.values()):
            is_bot = environment.agent_selection == f"player_{seed % 2}"
            environment.step(ask_bot(environment, "easy") if is_bot else luck.choice(list(environment.legal)))
        won += environment.rewards[f"player_{seed % 2}"]
    assert won > 0


def test_the_example_on_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    example, _ = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(example, str(PAGE), "exec"), {})
    assert capsys.readouterr().out == "{'player_0': -4.0, 'player_1': 4.0}\n"


@pytest.mark.parametrize("game", GAMES)
def test_the_sizes_on_the_page_are_current(game: str) -> None:
    environment = raw_env(game)
    sizes = (environment.observation_space("player_0")["observation"].shape[0], environment.encoding.actions)
    assert tuple(map(int, re.findall(rf"^\| `{game}` \| (\d+) \|", PAGE.read_text("utf-8"), re.MULTILINE))) == sizes


# -- one agent against bots


@pytest.mark.parametrize("game", GAMES)
def test_a_single_agent_environment_passes_gymnasiums_check(game: str) -> None:
    check_env(AgainstBots(game, "random", render_mode="ansi"))


def play_alone(single: AgainstBots, seed: int | None) -> tuple[float, list[bytes]]:
    """Play a random game. Return the reward and all observations."""
    luck, over, reward = random.Random(1), False, 0.0
    seen = [single.reset(seed=seed)[0]]
    while not over:
        action = luck.choice(np.flatnonzero(seen[-1]["action_mask"]).tolist())
        observation, reward, terminated, truncated, _ = single.step(action)
        seen.append(observation)
        over = terminated or truncated
    return reward, [observation["observation"].tobytes() for observation in seen]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", [0, 1, None])
def test_bots_play_between_the_turns_of_the_single_agent(game: str, seat: int | None) -> None:
    single = AgainstBots(game, ["random", "gentle"][: registry.load(game).seats[-1] - 1], seat)
    first, again, reseeded = (play_alone(single, seed) for seed in (5, 5, 6))
    assert first == again
    assert first != reseeded
    assert -1 <= first[0] <= 1
    single.reset(seed=5)
    assert single.table.agent_selection == single.agent
    assert seat is None or single.agent == f"player_{seat}"


def test_games_without_a_seed_differ_but_follow_from_an_earlier_seed() -> None:
    single = AgainstBots("wyoming", "random", None)
    rows = [[play_alone(single, seed)[1][0] for seed in (3, None, None)] for _ in range(2)]
    assert rows[0] == rows[1]
    assert len(set(rows[0])) == 3


def test_an_illegal_action_of_the_single_agent_loses() -> None:
    single = AgainstBots("wyoming", "random")
    observation, _ = single.reset(seed=1)
    action = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    _, reward, terminated, _, info = single.step(action)
    assert (reward, terminated, info["reason"]) == (-1.0, True, f"illegal action {action}")
    with pytest.raises(NotBegun, match=r"no game is under way: call reset\(\)"):
        single.step(action)


def test_a_seat_out_of_range_is_refused() -> None:
    with pytest.raises(ValueError, match="there are 2 seats"):
        AgainstBots("wyoming", "random", 2)


def test_the_single_agent_example_on_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    _, example = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(example, str(PAGE), "exec"), {})
    assert float(capsys.readouterr().out.split()[0]) in (-1.0, 0.0, 1.0)


@pytest.mark.parametrize(
    "ask",
    [
        lambda environment: environment.step(0),
        lambda environment: environment.observe("player_0"),
        lambda environment: environment.last(),
        lambda environment: environment.legal,
        lambda environment: ask_bot(environment, "easy"),
        lambda environment: AgainstBots("wyoming").step(0),
    ],
)
def test_using_an_environment_before_reset_raises(ask: Callable[[Environment], Any]) -> None:
    with pytest.raises(NotBegun, match=r"call reset\(\)"):
        ask(env("wyoming"))
