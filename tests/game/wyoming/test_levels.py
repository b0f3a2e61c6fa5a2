"""A temper gives a bot of Towers of Wyoming a manner of its own."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from tests.game.wyoming.positions import GAME, new
from topping_out.game.bots import weights
from topping_out.game.bots.weights import make_bot, weights_named
from topping_out.game.engine import Bot
from topping_out.game.wyoming.actions import Play, PlayKind

Mind = Bot[Play, Any]


def play_game(bots: Sequence[Mind], seed: int, luck: int, **options: Any) -> tuple[tuple[int, ...], list[list[Play]]]:
    """Play a game; return the winners, and by seat what was played."""
    state, rng = new(len(bots), seed=seed, first=0, **options), random.Random(luck)
    played: list[list[Play]] = [[] for _ in bots]
    while state.outcome is None:
        seat = state.turn
        play = bots[seat].choose(GAME.view(state, seat), GAME.actions(state, seat), rng)
        assert play is not None
        played[seat].append(play)
        GAME.apply(state, seat, play)
    return state.outcome.winners, played


def manner(temper: str, games: int = 60) -> tuple[float, float, float]:
    """Return how a medium bot of that temper plays against a plain one.

    The share of its plays onto rivals' foundations; the cards of a play at home; the share of games won.
    """
    plain = weights_named("wyoming", "medium")
    factors = weights._tables("wyoming", "bots.toml")["temper"][temper] if temper else {}
    bots = (make_bot(GAME, weights.scaled(plain, factors)), make_bot(GAME, plain))
    abroad, home, won = list[bool](), list[int](), 0
    for number in range(games):
        seat = number % 2
        winners, played = play_game(bots if seat == 0 else bots[::-1], number // 2, number)
        towers = [play for play in played[seat] if play.kind is not PlayKind.DISCARD]
        abroad += [play.owner != seat for play in towers]
        home += [play.count for play in towers if play.owner == seat and play.kind is PlayKind.CONSTRUCT]
        won += seat in winners
    return sum(abroad) / len(abroad), sum(home) / len(home), won / games


@pytest.mark.long
def test_tempers_show_in_the_play_and_do_not_ruin_it() -> None:
    plain = manner("")
    shown = {temper: manner(temper) for temper in ("cautious", "greedy", "spiteful", "builder")}
    assert shown["spiteful"][0] > plain[0] > max(shown["builder"][0], shown["greedy"][0])
    assert shown["cautious"][1] < min(plain[1], shown["greedy"][1], shown["spiteful"][1])
    assert all(won >= 0.3 for _, _, won in shown.values())
