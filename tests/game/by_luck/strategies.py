"""What property tests of any game draw from."""

from hypothesis import strategies as st

from tests.game.by_luck.random_games import Deal
from topping_out.game import registry
from topping_out.game.registry import load


@st.composite
def deals(draw: st.DrawFn, name: str | None = None) -> Deal:
    """Draw a set-up of that game, or of any: any number of seats, any combination of options."""
    name = name or draw(st.sampled_from(registry.names()))
    game = load(name)
    seats = draw(st.sampled_from(game.seats))
    options = {option.key: draw(st.sampled_from(option.lasting)) for option in game.options(seats)}
    return Deal(name, seats, options, draw(st.integers(0, 2**32 - 1)), draw(st.integers(0, 2**16)))
