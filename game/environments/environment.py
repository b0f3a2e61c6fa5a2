"""A game as an environment of PettingZoo: agents take turns, and see and act by numbers."""

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
from .table import EnvironmentTable

ILLEGAL = -1.0
"""The reward for an illegal action, which ends the game."""
OF_A_GAME = ("agent_selection", "rewards", "terminations", "truncations", "infos", "_cumulative_rewards", "_legal")
"""What there is only once a game has begun."""
LONGEST = 10_000
"""Actions after which a game is given up, by default."""


class NotBegun(RuntimeError):
    """Something was asked of a game that has not begun; the message says what to call."""


def env(game: str, seats: int | None = None, options: Mapping[str, object] | None = None, **more: Any) -> Environment:
    """Return a game's environment; the arguments are those of `Environment`. An illegal action loses the game."""
    return Environment(game, seats, options, **more)


def raw_env(
    game: str, seats: int | None = None, options: Mapping[str, object] | None = None, **more: Any
) -> Environment:
    """Return the same environment, but an illegal action raises IllegalAction."""
    return Environment(game, seats, options, is_strict=True, **more)


class Environment(AECEnv):
    """A game for so many agents, `player_0` and on. Game after game is played with the same seats and options."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        longest: int = LONGEST,
        render_mode: str | None = None,
        is_strict: bool = False,
    ) -> None:
        """Make it for as few seats as may play, unless told otherwise; after `longest` actions a game is given up.

        `is_strict`: an illegal action is an error, instead of losing the game.
        Raises UnknownGame, NoEncoding, OptionError, and ValueError for a wrong number of seats or mode.
        """
        super().__init__()
        rules = registry.load(game)
        encoding = class_for(rules)
        seats = rules.seats[0] if seats is None else seats
        if seats not in rules.seats:
            raise ValueError(f"{rules.title} is for {rules.seats[0]} to {rules.seats[-1]} seats, not {seats}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"there is no render mode {render_mode!r}: choose from ansi, or none")
        chosen = resolve(rules.options(seats), {**(options or {}), **encoding.options})
        self.metadata = {**self.metadata, "name": game}
        self.render_mode, self._longest, self._is_strict = render_mode, longest, is_strict
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._luck = random.Random()
        self.table = EnvironmentTable(rules, seats, chosen, tells=render_mode is not None)
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
        """Say in words what lacks before the first `reset`."""
        if name in OF_A_GAME:
            raise NotBegun("no game has begun: call reset() first")
        raise AttributeError(f"an environment has no {name!r}")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: with a seed that deal, as `--seed` has it, else the next by luck. `options` are left aside."""
        if seed is not None:
            self._luck.seed(seed)
        self.table.deal(self._luck.getrandbits(32) if seed is None else seed)
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
        """Do the action of that number for the agent whose turn it is; an illegal one loses, or is an error."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        legal = self.legal
        if action not in legal:
            # end the game at the expense of an agent that did something illegal, as PettingZoo's own games do
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
        """Turn to the agent who is to act, or end the game."""
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
        """The legal actions of the agent whose turn it is, by number; each is a text too: `str(action)`."""
        if self._legal is None:
            self._find_legal(self.table.view(self.table.turn))
        assert self._legal is not None
        return self._legal

    def _find_legal(self, view: Any) -> None:
        actions = self.table.actions()
        self._legal = dict(zip(self.encoding.numbers(view, actions), actions))

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what the agent sees, and 1 for each of its legal actions where it is its turn."""
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
        """Return in sentences what has happened since the last time, as an onlooker sees it; mode "ansi" only."""
        return "\n".join(self.table.take_news()) if self.render_mode else None

    def close(self) -> None:
        """Nothing needs to be closed."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def reward(outcome: Outcome, seat: Seat, seats: int) -> float:
    """Return 1 for a win alone, and what makes all rewards together 0: at two seats -1 for a loss, 0 for a draw."""
    if not outcome.winners:
        return 0.0
    share = (seat in outcome.winners) / len(outcome.winners)
    return (seats * share - 1) / (seats - 1)


def _observation_space(encoding: AnyEncoding) -> Dict:
    low = np.concatenate([np.full(part.size, part.low, np.int16) for part in encoding.parts])
    high = np.concatenate([np.full(part.size, part.high, np.int16) for part in encoding.parts])
    mask = Box(0, 1, (encoding.actions,), np.int8)
    return Dict({"observation": Box(low, high, dtype=np.int16), "action_mask": mask})
