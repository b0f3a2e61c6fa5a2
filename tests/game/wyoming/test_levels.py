"""Each level of Towers of Wyoming is clearly stronger than the one below; a temper gives a manner of its own."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from tests.game.wyoming.positions import GAME, new
from topping_out.game import roster
from topping_out.game.bots import weights
from topping_out.game.bots.weights import bot_named, make_bot, weights_named
from topping_out.game.engine import Bot
from topping_out.game.wyoming.actions import Kind, Play

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


def share(strong: Mind, weak: Mind, pairs: int, **options: Any) -> float:
    """Return the share of pairs (a deal played twice, seats exchanged) that the first wins; one game each is a half."""
    won = 0.0
    for seed in range(pairs):
        for seat in (0, 1):
            bots = (strong, weak) if seat == 0 else (weak, strong)
            winners, _ = play_game(bots, seed, luck=2 * seed + seat, **options)
            won += (seat in winners) / len(winners) if winners else 0.5
    return won / (2 * pairs)


@pytest.mark.parametrize(("strong", "weak"), [("easy", "gentle"), ("medium", "easy")])
def test_a_level_beats_the_one_below(strong: str, weak: str) -> None:
    assert share(bot_named(GAME, strong), bot_named(GAME, weak), pairs=20) >= 0.6


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    ("strong", "weak", "pairs"),
    [("easy", "gentle", 200), ("medium", "easy", 200), ("hard", "medium", 100), ("master", "hard", 20)],
)
def test_a_level_beats_the_one_below_in_many_pairs(strong: str, weak: str, pairs: int) -> None:
    assert share(bot_named(GAME, strong), bot_named(GAME, weak), pairs) >= 0.6 - 1.5 * 0.5 / (2 * pairs) ** 0.5


# -- tempers


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
        towers = [play for play in played[seat] if play.kind is not Kind.DISCARD]
        abroad += [play.owner != seat for play in towers]
        home += [play.count for play in towers if play.owner == seat and play.kind is Kind.CONSTRUCT]
        won += seat in winners
    return sum(abroad) / len(abroad), sum(home) / len(home), won / games


def test_every_temper_fits_every_level() -> None:
    for word in roster.characters():
        assert bot_named(GAME, word)
    factors = weights._tables("wyoming", "bots.toml")["temper"]
    for temper, level in ((temper, level) for temper in factors for level in roster.LEVELS):
        assert make_bot(GAME, weights.scaled(weights_named("wyoming", level), factors[temper]))


def test_tempers_show_in_the_play_and_do_not_ruin_it() -> None:
    plain = manner("")
    shown = {temper: manner(temper) for temper in ("cautious", "greedy", "spiteful", "builder")}
    assert shown["spiteful"][0] > plain[0] > max(shown["builder"][0], shown["greedy"][0])
    assert shown["cautious"][1] < min(plain[1], shown["greedy"][1], shown["spiteful"][1])
    assert all(won >= 0.3 for _, _, won in shown.values())
