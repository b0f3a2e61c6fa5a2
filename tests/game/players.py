"""Players to seat."""

from topping_out.game.record import Player


def bot_players(*levels: str) -> tuple[Player, ...]:
    """Return bots of these levels."""
    return tuple(Player(f"{level} {n}", "bot", level, n - 1) for n, level in enumerate(levels, 1))
