"""What counts as a turn in a game that has none."""

from topping_out.game.icetowers.rules import GAME


def test_without_turns_every_action_counts() -> None:
    assert GAME.count_turns([0, 0, 1, None, 0]) == 5
