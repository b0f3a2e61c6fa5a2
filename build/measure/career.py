"""Play the city to its end with a bot in the player's seat, and print how many matches each run took.

python build/measure/career.py --level medium --runs 50 --seed 1

Each run is a career of its own: what it has won, and how strong its rivals are, is worked out from its records alone,
as in the window. A run that has not come to its end after `--most` matches is stuck, and makes the command fail.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "build" / "editable"))

from topping_out.game.arena.contenders import read_contender  # noqa: E402
from topping_out.game.arena.runner import GameRunner  # noqa: E402
from topping_out.game.city.districts import plan  # noqa: E402
from topping_out.game.city.matches import elo_of, header_for  # noqa: E402
from topping_out.game.city.standing import StageStanding, stage_of, standing_of  # noqa: E402
from topping_out.game.progress.summary import summarise  # noqa: E402
from topping_out.game.registry import load  # noqa: E402
from topping_out.game.storage.library import Saved  # noqa: E402

FIRST = datetime(2026, 1, 1, 18)
PATIENCE = 10.0


def next_stage(games: list[Saved]) -> StageStanding | None:
    """Return the next match of the first district that has one; None at the end of the career."""
    return next((district.next for district in standing_of(plan(), games) if district.next), None)


def play(level: str, standing: StageStanding, games: list[Saved], seed: int) -> Saved:
    """Play a match; the bot sits where the player would."""
    game, started = load(standing.stage.game), FIRST + timedelta(minutes=len(games))
    header = header_for(standing, elo_of(games, game.name), seed, started.isoformat(timespec="seconds"))
    words = [level, *(player.level for player in header.seats[1:])]
    record = GameRunner(header, [read_contender(game, word) for word in words], PATIENCE).play().record
    return Saved(Path(f"{len(games):05}.jsonl"), header, 0, *summarise(record))


def career(level: str, seed: int, most: int) -> tuple[list[Saved], bool]:
    """Return the games of a career, and whether it came to its end."""
    games: list[Saved] = []
    luck = random.Random(seed)
    while (standing := next_stage(games)) and len(games) < most:
        games.append(play(level, standing, games, luck.getrandbits(32)))
    return games, next_stage(games) is None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", default="medium")
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=400)
    given = parser.parse_args()
    lengths, longest, stuck = [], Counter[str](), 0
    for seed in range(given.seed, given.seed + given.runs):
        games, has_ended = career(given.level, seed, given.most)
        tries = Counter("/".join(stage_of(each.header)) for each in games)
        longest.update(dict(tries))
        lengths.append(len(games))
        stuck += not has_ended
        hardest, number = tries.most_common(1)[0]
        end = "" if has_ended else ", stuck"
        print(f"seed {seed}: {len(games)} matches{end}; most at {hardest} ({number})", flush=True)
    median = statistics.median(lengths)
    print(f"{given.level}, {given.runs} runs: {min(lengths)} to {max(lengths)} matches, median {median:g}")
    for place, number in longest.most_common(6):
        print(f"  {place}: {number / given.runs:.1f} games a run")
    print(f"stuck: {stuck}")
    return 1 if stuck else 0


if __name__ == "__main__":
    sys.exit(main())
