"""A game as an environment of Gymnasium: one agent, against bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium

from .environment import LONGEST, Environment, NotBegun
from .opponents import ask_bot

DEALS = 2**31
"""How many deals there are for a game without a seed of its own."""


class AgainstBots(gymnasium.Env[dict[str, Any], int]):
    """A game for one agent: bots sit at the other seats, and have played whenever it is asked."""

    def __init__(
        self,
        game: str,
        bots: str | Sequence[str] = "medium",
        seat: int | None = 0,
        options: Mapping[str, object] | None = None,
        longest: int = LONGEST,
        render_mode: str | None = None,
    ) -> None:
        """Make it: one bot, or as many as there are other seats, by the names that `ask_bot` takes.

        `seat`: where the agent sits; None: anywhere, by luck, in each game. Raises what `Environment` raises, and
        ValueError for a seat that there is not.
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
        """Begin a game: with a seed that deal, else the next by luck. `options` are left aside."""
        super().reset(seed=seed)
        agents = self.table.possible_agents
        self.agent = agents[int(self.np_random.integers(len(agents)) if self._fixed_seat is None else self._fixed_seat)]
        others = [agent for agent in agents if agent != self.agent]
        self._bot_of = dict(zip(others, self._bots))
        self.table.reset(int(self.np_random.integers(DEALS)) if seed is None else seed)
        self._let_bots_play()
        return self.table.observe(self.agent), dict(self.table.infos[self.agent])

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Do the action of that number, and let the bots answer; an illegal one loses. Raises NotBegun."""
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
        """Return in sentences what has happened since the last time, as an onlooker sees it; mode "ansi" only."""
        return self.table.render()
