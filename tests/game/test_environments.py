"""The games as PettingZoo environments: PettingZoo's own tests, and ours; an observation contains the whole view."""

import random
import re
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="pip install '.[rl]'")

import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, performance_benchmark, seed_test

from topping_out.game import registry
from topping_out.game.engine import IllegalAction
from topping_out.game.environments import AgainstBots, Environment, NotBegun, ask_bot, env, raw_env
from topping_out.game.icetowers.state import COLOUR_OF, PER_COLOUR
from topping_out.game.options import OptionError
from topping_out.game.towering.actions import COLOUR_OF as COLOUR_OF_CARD
from topping_out.game.towering.actions import NUMBER_OF, TurnStage
from topping_out.game.towers.floors import HIDDEN
from topping_out.game.wyoming.actions import PER_SUIT

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
PAGE = Path(registry.__file__).parent / "ENVIRONMENTS.md"


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
    with pytest.raises(registry.NoEncoding, match="Towers has no encoding"):
        env("towers")


def test_render_describes_events_in_sentences() -> None:
    environment = raw_env("wyoming", render_mode="ansi")
    for _ in random_play(environment, seed=1):
        pass
    sentences = environment.render()
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


@pytest.mark.parametrize("ask", [
    lambda environment: environment.step(0),
    lambda environment: environment.observe("player_0"),
    lambda environment: environment.last(),
    lambda environment: environment.legal,
    lambda environment: ask_bot(environment, "easy"),
    lambda environment: AgainstBots("wyoming").step(0),
])  # fmt: skip
def test_using_an_environment_before_reset_raises(ask: Callable[[Environment], Any]) -> None:
    with pytest.raises(NotBegun, match=r"call reset\(\)"):
        ask(env("wyoming"))


# -- the numbers of an observation, decoded, give the same facts as the view


Facts = dict[tuple[object, ...], int]
Axes = dict[str, tuple[int, ...]]


def wyoming(view: Any) -> tuple[Axes, Facts]:
    seats, foundations = view.variant.seats, view.variant.foundations
    suit = lambda card: card // PER_SUIT  # noqa: E731
    place = lambda seat: (seat - view.seat) % seats  # noqa: E731
    facts = Counter(("hand", suit(card)) for card in view.hand) + Counter(("discards", suit(c)) for c in view.discards)
    for seat in range(seats):
        facts["hand_sizes", place(seat)] = view.hand_sizes[seat]
        facts["in_play", place(seat)] = seat in view.in_play
        for foundation, tower in enumerate(view.towers[seat]):
            for card in tower:
                facts["towers", place(seat), foundation, suit(card)] += 1
            facts["safe", place(seat), foundation] = view.variant.scaffolding and view.safe[seat][foundation]
    facts["turn", place(view.turn)] = 1
    facts["draw_pile", 0], facts["pennies", 0], facts["owed", 0] = view.draw_pile, min(view.pennies, 14), view.owed
    return {"towers": (seats, foundations, 4), "safe": (seats, foundations)}, facts


def towering(view: Any) -> tuple[Axes, Facts]:
    colours, facts = view.variant.colours, Counter[tuple[object, ...]]()
    kind = lambda card: (COLOUR_OF_CARD[card], max(0, NUMBER_OF[card] - 1))  # noqa: E731
    for seat in (0, 1):
        place = seat ^ view.seat
        facts.update(("known", place, *kind(card)) for card in view.known[seat])
        facts.update(("towers", place, *kind(card)) for tower in view.towers[seat] for card in tower)
        facts["hand_sizes", place], facts["totals", place] = view.hand_sizes[seat], view.totals[seat]
    facts.update(("hand", *kind(card)) for card in view.hand)
    for pile in view.discards:
        facts.update(("discards", *kind(card)) for card in pile)
        for depth, card in enumerate(reversed(pile), 1):
            facts["depths", *kind(card)] = facts["depths", *kind(card)] or depth
    if view.barred is not None:
        facts["barred", view.barred] = 1
    facts["draw_pile", 0], facts["round", 0], facts["streak", 0] = view.draw_pile, view.round, view.streak
    facts["materials", 0] = view.variant.materials[view.round]
    facts["draws", 0] = view.stage is TurnStage.DRAW
    facts["is_turn", 0], facts["is_first", 0] = view.turn == view.seat, view.first == view.seat
    return dict.fromkeys(("hand", "discards", "depths"), (colours, 10)) | dict.fromkeys(
        ("known", "towers"), (2, colours, 10)
    ), facts


def towers(view: Any) -> tuple[Axes, Facts]:
    deck, seats, plots = view.variant.deck, view.variant.seats, view.variant.limit
    floors = [floor.name for floor in deck.floors]
    kind = lambda card: floors.index(deck.floor_of(card).name)  # noqa: E731
    place = lambda seat: (seat - view.seat) % seats  # noqa: E731
    facts = Counter(("hand", kind(card)) for card in view.hand) + Counter(("discards", kind(c)) for c in view.discards)
    for seat in range(seats):
        facts["hand_sizes", place(seat)], facts["scores", place(seat)] = view.hand_sizes[seat], view.scores[seat]
    for plot, tower in enumerate(view.towers):
        facts["built", plot] = plot in view.built
        for level, storey in enumerate(tower):
            facts["floors", plot, level, kind(storey.card)] = 1
            if storey.owner is not None:
                facts["owners", plot, level, place(storey.owner)] = 1
                if storey.tuck not in (None, HIDDEN):
                    facts["tucked", plot, level, kind(storey.tuck)] = 1
    facts["first", place(view.first)] = facts["turn", place(view.turn)] = 1
    facts["draw_pile", 0], facts["last_round", 0] = view.draw_pile, view.last_round
    return dict.fromkeys(("floors", "owners", "tucked"), (plots, 6, -1)), facts


def icetowers(view: Any) -> tuple[Axes, Facts]:
    seats, facts = view.variant.seats, Counter[tuple[object, ...]]()
    place = lambda colour: (colour - view.seat) % seats if colour < seats else colour  # noqa: E731
    number = lambda piece: (place(COLOUR_OF[piece]), piece % PER_COLOUR)  # noqa: E731
    for tower in view.towers:
        for level, piece in enumerate(tower.pieces, 1):
            facts["levels", *number(piece)] = level
            base = number(tower.pieces[0])
            facts["bases", *number(piece)] = base[0] * PER_COLOUR + base[1] + 1
        facts["tops", *number(tower.pieces[-1])] = 1
    for seat, held in enumerate(view.hands):
        if held is not None:
            facts["held", *number(held.piece)] = 1
            facts["mined", 0] |= held.mined and seat == view.turn
    for colour, score in enumerate(view.scores):
        facts["scores", place(colour)] = score
    facts.update(("done", place(seat)) for seat in view.done)
    facts.update({("order", place(seat)): nth for nth, seat in enumerate(view.order, 1)})
    if view.turn is not None:
        facts["turn", place(view.turn)] = 1
    return dict.fromkeys(("levels", "bases", "tops", "held"), (-1, PER_COLOUR)), facts


READ: dict[str, Callable[[Any], tuple[Axes, Facts]]] = {
    "wyoming": wyoming, "towering": towering, "towers": towers, "icetowers": icetowers,
}  # fmt: skip


def read_back(environment: Any, seat: int, axes: Axes) -> Facts:
    """Return the nonzero numbers of an observation, by part and index."""
    cells, facts = environment.observe(environment.possible_agents[seat])["observation"], {}
    for part in environment.encoding.parts:
        begin = environment.encoding.starts[part.name]
        values = np.asarray(cells[begin : begin + part.size]).reshape(axes.get(part.name, (-1,)))
        facts |= {(part.name, *map(int, at)): int(values[tuple(at)]) for at in np.argwhere(values)}
    return facts


@pytest.mark.parametrize("game", READ)
def test_a_decoded_observation_equals_the_view(game: str) -> None:
    parts, seen = set(), set()
    for _, seats, options in (table for table in TABLES if table[0] == game):
        environment, luck = raw_env(game, seats, options), Random(seats)
        for _ in random_play(environment, seed=seats):
            seat = luck.randrange(seats)
            axes, facts = READ[game](environment.table.view(seat))
            read = read_back(environment, seat, axes)
            assert read == {fact: value for fact, value in facts.items() if value}
            seen |= {name for name, *_ in read}
        parts |= {part.name for part in environment.encoding.parts}
    assert parts - seen <= {"owed"}  # every other part was nonzero at least once


def test_an_observation_of_wyoming_shows_that_a_penny_is_owed() -> None:
    environment = raw_env("wyoming", 3, {})
    environment.reset(seed=1)
    assert ("owed", 0) not in read_back(environment, 0, {})
    environment.table.state.owed = True
    assert read_back(environment, 0, {})["owed", 0] == 1
