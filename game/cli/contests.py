"""What the commands that play pairs share: their arguments, and contests played while a bar shows how far they are."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import closing

from game.arena.contenders import Contender, UnfitContender, players_of, read_contender
from game.arena.contest import Contest, play_all
from game.arena.elo import Sprt
from game.arena.external.bot import PATIENCE
from game.arena.external.program import end_in_order
from game.arena.report import ContestReport
from game.cli.arguments import LARGEST_SEED, MOST_GAMES, MOST_JOBS, UsageError, read_header, whole_number
from game.cli.console import ProgressBar
from game.engine import AnyGame
from game.registry import load


def add_contest(command: argparse.ArgumentParser, pairs: int, what: str) -> None:
    """Add the arguments of everything that plays pairs."""
    whole = whole_number(1, MOST_GAMES)
    command.add_argument("--pairs", metavar="N", type=whole, default=pairs, help=f"{what} (default: {pairs})")
    seed = whole_number(0, LARGEST_SEED - MOST_GAMES**2)
    command.add_argument("--seed", metavar="S", type=seed, default=1, help="of the first deal; then one more each")
    jobs = whole_number(1, MOST_JOBS)
    command.add_argument("--jobs", metavar="J", type=jobs, default=1, help="processes to use (default: 1)")


def read_bot(game: AnyGame, option: str, word: str) -> Contender:
    """Return the bot that an option names, which must be one of ours. Raises UsageError."""
    try:
        bot = read_contender(game, word)
    except UnfitContender as error:
        raise UsageError(f"{option}: {error}") from None
    if bot.command:
        raise UsageError(f"{option}: {bot.label} is no bot of ours: name a level, a character, an old bot or @FILE")
    return bot


def make_contest(
    arguments: argparse.Namespace, contenders: tuple[Contender, ...], patience: float = PATIENCE
) -> Contest:
    """Return the contest of these contenders. Raises UsageError."""
    return Contest(read_header(arguments, players_of(contenders), arguments.seed), contenders, patience)


def make_report(contest: Contest, sprt: Sprt | None = None) -> ContestReport:
    return ContestReport(contest, load(contest.header.game).title, sprt)


def run_contests(reports: Sequence[ContestReport], pairs: int, jobs: int) -> bool:
    """Play until the pairs run out or all tests are decided; False where it was interrupted. Raises WorkFailed."""
    progress = ProgressBar(pairs * len(reports))
    end_in_order()
    try:
        with progress, closing(play_all([report.contest for report in reports], pairs, jobs)) as games:
            for which, pair in games:
                reports[which].add(pair)
                progress.step()
                if all(report.verdict is not None for report in reports):
                    break
    except KeyboardInterrupt:
        return False
    return True
