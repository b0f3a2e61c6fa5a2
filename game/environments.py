"""A game as a PettingZoo environment, in which agents take turns, and as a Gymnasium environment of one agent.

Observations and actions are numbers. See ENVIRONMENTS.md.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from . import registry
from .bots.weights import bot_named, bot_seed
from .engine import AnyGame, Bot, Encoding, IllegalAction, Outcome, Seat, sentences_of
from .live import LiveGame
from .options import Value, resolve
from .record import wrong_seats

# -- table


class EnvironmentTable:
    """The state of a game. In a live game, time jumps ahead to the next moment when a single seat must act."""

    def __init__(self, game: AnyGame, seats: int, options: Mapping[str, Value], notes_events: bool = False) -> None:
        """Make a table with a first deal. With `notes_events`, note events for `take_news`."""
        self.game, self.seats, self._options = game, seats, options
        self._log: list[Any] | None = [] if notes_events else None
        self._names = [f"player_{seat}" for seat in range(seats)]
        self._live = game if isinstance(game, LiveGame) else None
        self.deal(0)

    def deal(self, seed: int) -> None:
        """Begin a game."""
        self.seed, self.acted = seed, 0
        self.state = self.game.setup(self.seats, self._options, seed)
        if self._log is not None:
            self._log.clear()
        if self._live:
            self._open(self._live)
        self._find_turn()

    def _open(self, game: LiveGame[Any, Any, Any, Any]) -> None:
        """Let the seats do their opening actions, in random order."""
        order = random.Random(self.seed).sample(range(self.seats), self.seats)
        for seat in order:
            if (opening := game.opening(self.state, seat)) is not None:
                game.apply(self.state, seat, opening, self._log)

    def act(self, action: Any) -> None:
        """Do a legal action of the seat whose turn it is."""
        self.game.apply(self.state, self.turn, action, self._log)
        self.acted += 1
        self._find_turn()

    def _find_turn(self) -> None:
        game, live = self.game, self._live
        self.outcome: Outcome | None = game.outcome(self.state)
        if live:
            while self.outcome is None and live.chooser(self.state) is None:
                due = live.next_due(self.state)
                assert due is not None, "nobody will ever act again"
                game.tick(self.state, due, self._log)
                self.outcome = game.outcome(self.state)
            chooser = live.chooser(self.state)
            self.turn: Seat = 0 if chooser is None else chooser
        elif self.outcome is None:
            (self.turn,) = game.actors(self.state)

    def actions(self) -> Sequence[Any]:
        """Return the legal actions of the seat whose turn it is."""
        return self.game.actions(self.state, self.turn)

    def view(self, seat: Seat | None) -> Any:
        """Return what a seat sees; None is an onlooker."""
        return self.game.view(self.state, seat)

    def take_news(self) -> list[str]:
        """Return a sentence for each event since the last call, as an onlooker sees it."""
        events, self._log = self._log or [], [] if self._log is not None else None
        return sentences_of(self.game, (self.game.redact(event, None) for event in events), self._names)


# -- agents in turn


ILLEGAL = -1.0
"""The reward for an illegal action, which ends the game."""
SET_BY_RESET = ("agent_selection", "rewards", "terminations", "truncations", "infos", "_cumulative_rewards", "_legal")
"""Attributes that do not exist before the first `reset`."""
LONGEST = 10_000
"""Default number of actions after which a game is given up."""


class NotBegun(RuntimeError):
    """A method was called that needs a game, before one has begun. The message says what to call."""


def env(game: str, seats: int | None = None, options: Mapping[str, object] | None = None, **more: Any) -> Environment:
    """Return a game's environment. For the arguments see `Environment`. An illegal action loses the game."""
    return Environment(game, seats, options, **more)


def raw_env(
    game: str, seats: int | None = None, options: Mapping[str, object] | None = None, **more: Any
) -> Environment:
    """Like `env`, but an illegal action raises IllegalAction."""
    return Environment(game, seats, options, is_strict=True, **more)


class Environment(AECEnv):
    """A game for agents `player_0` and so on. All games have the same seats and options."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        longest: int = LONGEST,
        render_mode: str | None = None,
        is_strict: bool = False,
    ) -> None:
        """Make the environment, by default for the fewest seats. After `longest` actions, a game is truncated.

        With `is_strict`, an illegal action raises an error instead of losing the game.
        Raises UnknownGame, NoEncoding, OptionError, and ValueError for a bad number of seats or render mode.
        """
        super().__init__()
        rules = registry.load(game)
        encoding = registry.encoding_of(rules)
        seats = rules.seats[0] if seats is None else seats
        if seats not in rules.seats:
            raise ValueError(wrong_seats(rules, seats))
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"there is no render mode {render_mode!r}: choose from ansi, or none")
        chosen = resolve(rules.options(seats), {**(options or {}), **encoding.options})
        self.metadata = {**self.metadata, "name": game}
        self.render_mode, self._longest, self._is_strict = render_mode, longest, is_strict
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._rng = random.Random()
        self.table = EnvironmentTable(rules, seats, chosen, notes_events=render_mode is not None)
        self.encoding: Encoding[Any, Any] = encoding(self.table.view(None))
        self._actions = {agent: Discrete(self.encoding.actions) for agent in self.possible_agents}
        self._observations = {agent: _observation_space(self.encoding) for agent in self.possible_agents}

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "is_parallelizable": False}

    def observation_space(self, agent: str) -> Dict:
        return self._observations[agent]

    def action_space(self, agent: str) -> Discrete:
        return self._actions[agent]

    # -- play

    def __getattr__(self, name: str) -> Any:
        """Raise NotBegun for attributes that do not exist before the first `reset`."""
        if name in SET_BY_RESET:
            raise NotBegun("no game has begun: call reset() first")
        raise AttributeError(f"an environment has no {name!r}")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: the deal of this seed, as with `--seed`, or a random one. `options` are ignored."""
        if seed is not None:
            self._rng.seed(seed)
        self.table.deal(self._rng.getrandbits(32) if seed is None else seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._played = 0
        self._skip_agent_selection = None
        self._go_on()

    def step(self, action: int | None) -> None:
        """Do the action with this number for the agent whose turn it is. An illegal one loses or raises an error."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        legal = self.legal
        if action not in legal:
            # the game ends with a loss for this agent, as in PettingZoo's own games
            if self._is_strict:
                raise IllegalAction(f"{agent} may not do {action} now: legal are {', '.join(map(str, self.legal))}")
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards[agent] = ILLEGAL
            self.infos[agent] = {"reason": f"illegal action {action}"}
            self._accumulate_rewards()
            self._deads_step_first()
            return
        self.table.act(legal[action])
        self._played += 1
        self._go_on()

    def _go_on(self) -> None:
        """Select the agent whose turn it is, or end the game."""
        self._legal: dict[int, Any] | None = None
        outcome = self.table.outcome
        if outcome is not None:
            self._end(outcome)
        elif self._played >= self._longest:
            self.truncations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[self.table.turn]

    def _end(self, outcome: Outcome) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        for agent in self.agents:
            seat = self._seat_of[agent]
            self.rewards[agent] = reward(outcome, seat, len(self.possible_agents))
            self.infos[agent] = {"score": outcome.scores[seat], "reason": outcome.reason}
        self._accumulate_rewards()
        self._deads_step_first()

    # -- knowledge

    @property
    def legal(self) -> dict[int, Any]:
        """The legal actions, by number, of the agent whose turn it is. `str(action)` is an action as text."""
        if self._legal is None:
            self._find_legal(self.table.view(self.table.turn))
        assert self._legal is not None
        return self._legal

    def _find_legal(self, view: Any) -> None:
        actions = self.table.actions()
        self._legal = dict(zip(self.encoding.numbers(view, actions), actions))

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what the agent sees, and a mask with 1 for each of its legal actions if it is its turn."""
        view = self.table.view(self._seat_of[agent])
        mask = bytearray(self.encoding.actions)
        if agent == self.agent_selection and not (self.terminations[agent] or self.truncations[agent]):
            if self._legal is None:
                self._find_legal(view)
            for number in self._legal or ():
                mask[number] = 1
        cells = self.encoding.observe(view)
        return {"observation": np.frombuffer(cells, np.int16), "action_mask": np.frombuffer(mask, np.int8)}

    def render(self) -> str | None:
        """Return sentences on what has happened since the last call, as an onlooker sees it, in mode "ansi" only."""
        return "\n".join(self.table.take_news()) if self.render_mode else None

    def close(self) -> None:
        """Do nothing, because nothing needs to be closed."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def reward(outcome: Outcome, seat: Seat, seats: int) -> float:
    """Return 1 for winning alone and less for others, so that rewards add up to 0 (-1 for a loss with two seats)."""
    if not outcome.winners:
        return 0.0
    share = (seat in outcome.winners) / len(outcome.winners)
    return (seats * share - 1) / (seats - 1)


def _observation_space(encoding: Encoding[Any, Any]) -> Dict:
    low = np.concatenate([np.full(part.size, part.low, np.int16) for part in encoding.parts])
    high = np.concatenate([np.full(part.size, part.high, np.int16) for part in encoding.parts])
    mask = Box(0, 1, (encoding.actions,), np.int8)
    return Dict({"observation": Box(low, high, dtype=np.int16), "action_mask": mask})


# -- bots


_bot_of = cache(lambda game, name: bot_named(registry.load(game), name))


def ask_bot(env: AECEnv, name: str) -> int:
    """Return the number of the action that a bot chooses for the agent whose turn it is.

    The name is a level, a character, an old bot of the gauntlet, or `random`. The bot sees only what that agent sees,
    and makes the same choice in the same game. Raises UnknownBot.
    """
    environment: Environment = env.unwrapped
    table, legal = environment.table, environment.legal
    bot: Bot[Any, Any] = _bot_of(table.game.name, name)
    view = table.view(table.turn)
    action = bot.choose(view, list(legal.values()), random.Random(bot_seed(view, table.acted)))
    return next(number for number, candidate in legal.items() if candidate == action)


# -- one agent against bots


DEALS = 2**31
"""The number of deals from which a game without a given seed is drawn."""


class AgainstBots(gymnasium.Env[dict[str, Any], int]):
    """A game for one agent. Bots on the other seats play until it is the agent's turn."""

    def __init__(
        self,
        game: str,
        bots: str | Sequence[str] = "medium",
        seat: int | None = 0,
        options: Mapping[str, object] | None = None,
        longest: int = LONGEST,
        render_mode: str | None = None,
    ) -> None:
        """Make the environment with one bot, or one for each other seat, by the names that `ask_bot` takes.

        `seat` is the agent's seat; with None it is random in each game. Raises what `Environment` raises, and
        ValueError for a seat that does not exist.
        """
        self._bots = (bots,) if isinstance(bots, str) else tuple(bots)
        seats = len(self._bots) + 1
        if seat is not None and not 0 <= seat < seats:
            raise ValueError(f"there are {seats} seats, from 0: none has the number {seat}")
        self.table = Environment(game, seats, options, longest, render_mode)
        self.metadata, self.render_mode = self.table.metadata, render_mode
        self._fixed_seat = seat
        self.agent = self.table.possible_agents[seat or 0]
        self.observation_space = self.table.observation_space(self.agent)
        self.action_space = self.table.action_space(self.agent)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game: the deal of this seed, or a random one. `options` are ignored."""
        super().reset(seed=seed)
        agents = self.table.possible_agents
        self.agent = agents[int(self.np_random.integers(len(agents)) if self._fixed_seat is None else self._fixed_seat)]
        others = [agent for agent in agents if agent != self.agent]
        self._bot_of = dict(zip(others, self._bots))
        self.table.reset(int(self.np_random.integers(DEALS)) if seed is None else seed)
        self._let_bots_play()
        return self.table.observe(self.agent), dict(self.table.infos[self.agent])

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Do the action with this number, and let the bots reply. An illegal action loses. Raises NotBegun."""
        if not self._goes_on:
            raise NotBegun("no game is under way: call reset() to begin one")
        self.table.step(action)
        self._let_bots_play()
        table, agent = self.table, self.agent
        ended, given_up = table.terminations[agent], table.truncations[agent]
        return table.observe(agent), table.rewards[agent], ended, given_up, dict(table.infos[agent])

    @property
    def _goes_on(self) -> bool:
        table = self.table
        return bool(table.agents) and not (table.terminations[self.agent] or table.truncations[self.agent])

    def _let_bots_play(self) -> None:
        table = self.table
        while self._goes_on and table.agent_selection != self.agent:
            table.step(ask_bot(table, self._bot_of[table.agent_selection]))

    def render(self) -> str | None:
        """Return sentences on what has happened since the last call, as an onlooker sees it, in mode "ansi" only."""
        return self.table.render()
