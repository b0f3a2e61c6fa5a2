"""A game as a PettingZoo environment: agents take turns, and observations and actions are numbers."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from .. import registry
from ..encoding import AnyEncoding, class_for
from ..engine import IllegalAction, Outcome, Seat
from ..options import resolve
from ..record import wrong_seats
from .table import EnvironmentTable

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
        encoding = class_for(rules)
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
        self.encoding: AnyEncoding = encoding(self.table.view(None))
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


def _observation_space(encoding: AnyEncoding) -> Dict:
    low = np.concatenate([np.full(part.size, part.low, np.int16) for part in encoding.parts])
    high = np.concatenate([np.full(part.size, part.high, np.int16) for part in encoding.parts])
    mask = Box(0, 1, (encoding.actions,), np.int8)
    return Dict({"observation": Box(low, high, dtype=np.int16), "action_mask": mask})
