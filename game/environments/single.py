"""A game as a Gymnasium environment: one agent against bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium

from .environment import LONGEST, Environment, NotBegun
from .opponents import ask_bot

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
