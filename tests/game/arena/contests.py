"""What a contest comes to, all at once."""

from topping_out.game.arena.contest import Contest, Pair, play_all
from topping_out.game.arena.workers.workers import LocalWorkers


def pairs_of(contest: Contest, pairs: int, jobs: int = 1) -> list[Pair]:
    return [pair for _, pair in play_all([contest], pairs, LocalWorkers(jobs))]
