"""Environments like those of PettingZoo and Gymnasium, for learning with these games; see ENVIRONMENTS.md."""

from .environment import AgainstBots, Environment, NotBegun, ask_bot, env, raw_env

__all__ = ["AgainstBots", "Environment", "NotBegun", "ask_bot", "env", "raw_env"]
