"""Play the city to its end with a bot in the player's seat, and print how many matches each run took.

python build/measure/career.py --level medium --runs 50 --seed 1 --log /tmp/careers.jsonl

Each run is a career of its own: what it has won, and how strong its rivals are, is worked out from its records alone,
as in the window. A run that has not come to its end after `--most` matches is stuck, and makes the command fail.
With `--log`, each run is written down as it ends, and those that the file has already are not played again.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import msgspec

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


class Run(msgspec.Struct, frozen=True):
    """A career that was played: how often each match of each district."""

    level: str
    seed: int
    has_ended: bool
    matches: dict[str, int]

    @property
    def length(self) -> int:
        return sum(self.matches.values())

    def __str__(self) -> str:
        hardest = max(self.matches, key=self.matches.__getitem__)
        end = "" if self.has_ended else ", stuck"
        return f"seed {self.seed}: {self.length} matches{end}; most at {hardest} ({self.matches[hardest]})"


def career(level: str, seed: int, most: int) -> Run:
    """Play a career to its end, or until it is stuck."""
    games: list[Saved] = []
    luck = random.Random(seed)
    while (standing := next_stage(games)) and len(games) < most:
        games.append(play(level, standing, games, luck.getrandbits(32)))
    return Run(level, seed, next_stage(games) is None, Counter("/".join(stage_of(each.header)) for each in games))


def played(log: Path | None, level: str) -> dict[int, Run]:
    """Return the runs of a log by their seeds."""
    lines = log.read_bytes().splitlines() if log and log.exists() else []
    runs = (msgspec.json.decode(line, type=Run) for line in lines)
    return {run.seed: run for run in runs if run.level == level}


def careers(level: str, seeds: range, most: int, log: Path | None) -> Iterator[Run]:
    """Yield a run for each seed, as it ends."""
    before = played(log, level)
    for seed in seeds:
        run = before.get(seed) or career(level, seed, most)
        if log and seed not in before:
            with log.open("ab") as file:
                file.write(msgspec.json.encode(run) + b"\n")
        yield run


def report(level: str, runs: list[Run]) -> None:
    """Print what the runs were like together."""
    lengths, stuck = sorted(run.length for run in runs), sum(not run.has_ended for run in runs)
    median = statistics.median(lengths)
    print(f"{level}, {len(runs)} runs: {lengths[0]} to {lengths[-1]} matches, median {median:g}")
    for place, number in sum((Counter(run.matches) for run in runs), Counter[str]()).most_common(6):
        most = max(run.matches.get(place, 0) for run in runs)
        print(f"  {place}: {number / len(runs):.1f} games a run, at most {most}")
    print(f"stuck: {stuck}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", default="medium")
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=400)
    parser.add_argument("--log", type=Path)
    given = parser.parse_args()
    runs = []
    for run in careers(given.level, range(given.seed, given.seed + given.runs), given.most, given.log):
        runs.append(run)
        print(run, flush=True)
    report(given.level, runs)
    return 0 if all(run.has_ended for run in runs) else 1


if __name__ == "__main__":
    sys.exit(main())
