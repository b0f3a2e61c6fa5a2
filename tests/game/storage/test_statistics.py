"""Statistics are what the finished records add up to."""

from pathlib import Path

from game.engine import Outcome
from game.record import Header, Player, new_header
from game.registry import load
from game.storage.library import Saved
from game.storage.statistics import tally

GAME = load("wyoming")
ANA, BEN = Player("Ana"), Player("Ben", colour=1)


def bot(level: str) -> Player:
    return Player("Mesa", "bot", level, 2)


def saved(number: int, players: list[Player], winners: tuple[int, ...], scores: tuple[int, ...]) -> Saved:
    header: Header = new_header(GAME, players, {}, number)
    return Saved(Path(f"{number}.jsonl"), header, 30, Outcome(winners, scores, "tower"))


def test_games_and_wins_are_counted_by_player_and_by_level() -> None:
    totals = tally([
        saved(1, [ANA, bot("easy")], (0,), (11, 4)),
        saved(2, [ANA, bot("hard")], (1,), (5, 11)),
        saved(3, [ANA, BEN, bot("hard")], (0,), (12, 3, 2)),
    ])  # fmt: skip
    total = totals["wyoming"]
    ana = total.players["Ana"]
    assert (total.games, total.watched) == (3, 0)
    assert (ana.games, ana.won, ana.best) == (3, 2, 12)
    assert (ana.levels["easy"].games, ana.levels["easy"].won) == (1, 1)
    assert (ana.levels["hard"].games, ana.levels["hard"].won) == (2, 1)
    assert [player.name for player in total.ranked] == ["Ana", "Ben"]


def test_a_shared_win_is_a_win_for_each() -> None:
    total = tally([saved(1, [ANA, BEN], (0, 1), (9, 9))])["wyoming"]
    assert [player.won for player in total.ranked] == [1, 1]


def test_games_among_bots_are_watched_and_give_no_player() -> None:
    total = tally([saved(1, [bot("easy"), bot("easy")], (0,), (11, 0))])["wyoming"]
    assert (total.games, total.watched, total.players) == (1, 1, {})
