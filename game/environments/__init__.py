"""Environments like those of PettingZoo and Gymnasium, for learning with these games; see ENVIRONMENTS.md."""

from .environment import Environment, NotBegun, env, raw_env
from .opponents import ask_bot
from .single import AgainstBots

__all__ = ["AgainstBots", "Environment", "NotBegun", "ask_bot", "env", "raw_env"]
