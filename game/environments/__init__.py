"""Environments in the manner of PettingZoo and Gymnasium, for those who learn with these games; see ENVIRONMENTS.md."""

from topping_out.game.environments.environment import Environment, NotBegun, env, raw_env
from topping_out.game.environments.opponents import ask_bot
from topping_out.game.environments.single import AgainstBots

__all__ = ["AgainstBots", "Environment", "NotBegun", "ask_bot", "env", "raw_env"]
