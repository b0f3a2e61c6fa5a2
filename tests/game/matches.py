"""Matches played without a thought, as far as a test needs them."""

import random
from functools import cache

from topping_out.game.match import Match
from topping_out.game.record import Player, Record, new_header
from topping_out.game.registry import load

PACE = 700
"""Milliseconds between two moments of a live game at which everybody acts."""


def play_on(match: Match, actions: int = 10_000, which: int = 0) -> Match:
    """Have whoever's turn it is do its first action, or the last, so many times or to the end."""
    for _ in range(actions):
        if match.outcome:
            break
        seat = min(match.actors)
        match.act(seat, match.game.actions(match.state, seat)[which])
    return match


def played_by_chance(name: str, *players: Player, seed: int = 7) -> Record:
    """Play a game to its end, everybody by chance: what bots would play changes as they learn."""
    played = _played_by_chance(name, players or (Player("P0"), Player("P1", colour=1)), seed)
    return Record(played.header, [*played.entries])


@cache
def _played_by_chance(name: str, players: tuple[Player, ...], seed: int) -> Record:
    game, rng = load(name), random.Random(5)
    match = Match.new(new_header(game, players, {}, seed))
    for moment in range(0, 10**9, PACE):
        match.tick(moment if game.live else 0)
        if match.outcome:
            if game.live:
                match.mark_time(moment)
            return match.record
        for seat in sorted(match.actors):
            if actions := game.actions(match.state, seat):
                match.act(seat, rng.choice(actions[:40]), moment if game.live else 0)
    raise AssertionError("the game does not end")
