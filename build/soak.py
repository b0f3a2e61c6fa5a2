"""Run the program for a long time to check that nothing breaks, leaks or stutters.

python build/soak.py games --count 100000 --jobs 2
python build/soak.py window --minutes 60
python build/soak.py frantic --minutes 30
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().with_name("editable")))

from measure.soak import frantic as frantic_soak
from measure.soak import window as window_soak
from measure.soak.games import Report, soak

REPORT_EVERY = 5000
"""Games between two lines of progress."""


def games(arguments: argparse.Namespace) -> int:
    """Play random games with all games and options; return 1 if an invariant was broken."""
    total, reported = Report(), 0
    for report in soak(arguments.seed, arguments.first, arguments.count, arguments.jobs):
        total.add(report)
        for failure in report.failures:
            print(failure, file=sys.stderr, flush=True)
        if total.games - reported >= REPORT_EVERY:
            reported = total.games
            print(f"{reported} of {arguments.count} games, {len(total.failures)} failed", flush=True)
    print(*total.lines(), f"{total.games} games, {len(total.failures)} failed", sep="\n")
    return 1 if total.failures else 0


def window(arguments: argparse.Namespace) -> int:
    """Let bots play in the real window; return 1 if memory grew or a frame was late."""
    return window_soak.soak(arguments.minutes)


def frantic(arguments: argparse.Namespace) -> int:
    """Send random input to the real window; return 1 if the program failed."""
    return frantic_soak.soak(arguments.minutes, arguments.seed)


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, metavar="games|window|frantic")
    many = commands.add_parser("games", help="random games, every invariant checked at every step")
    many.add_argument("--count", type=int, default=100_000, help="how many games (default: 100000)")
    many.add_argument("--seed", type=int, default=1, help="random seed (default: 1)")
    many.add_argument("--first", type=int, default=0, help="number of the first game, to continue an earlier run")
    many.add_argument("--jobs", type=int, default=1, help="processes (default: 1)")
    many.set_defaults(run=games)
    real = commands.add_parser("window", help="bots against bots in the real window: memory and frames")
    real.add_argument("--minutes", type=float, default=60.0, help="how long (default: 60)")
    real.set_defaults(run=window)
    wild = commands.add_parser("frantic", help="random input in the real window: failures, memory and handles")
    wild.add_argument("--minutes", type=float, default=30.0, help="how long (default: 30)")
    wild.add_argument("--seed", type=int, default=1, help="random seed (default: 1)")
    wild.set_defaults(run=frantic)
    return parser


def main() -> int:
    arguments = parser().parse_args()
    status: int = arguments.run(arguments)
    return status


if __name__ == "__main__":
    sys.exit(main())
