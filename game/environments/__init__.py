"""Environments in the manner of PettingZoo, for those who learn with these games; see ENVIRONMENTS.md."""

from game.environments.environment import Environment, env, raw_env
from game.environments.opponents import ask_bot

__all__ = ["Environment", "ask_bot", "env", "raw_env"]
