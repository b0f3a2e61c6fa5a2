"""Measure how strong the bots of a game are, and write its file of their ratings.

    python build/measure/rate_bots.py GAME [--pairs 60] [--jobs 1] [--program DIR] [--results FILE]

Every level meets every other (`topping-out ladder`), and every character its own level (`topping-out arena`). What the
commands print is kept in `--results`, so that a measurement that was ended goes on where it was. `--program` is a copy
made by `build/compile.py`, which decides the same and is sooner done.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from math import log10
from pathlib import Path
from statistics import fmean
from typing import Any

from topping_out.game import registry, roster
from topping_out.game.progress.rating import FILE

MIDDLE, AT = "medium", 1000.0
"""The level that the scale hangs on, and its rating."""
PRIOR = 0.5
"""So many even pairs more for every two that met: a bot that won every game is not infinitely strong."""
ROUNDS = 3000
"""Steps of the fit, which are cheap; some hundred are enough."""

Contests = Mapping[tuple[str, str], tuple[float, int]]
"""By two bots: the share of the wins of the first, and how many pairs of games they played."""


def fit(contests: Contests) -> dict[str, float]:
    """Return the Elo of all bots that makes these results the likeliest (Bradley and Terry, by Hunter's steps)."""
    words = sorted({word for pair in contests for word in pair})
    strength = dict.fromkeys(words, 1.0)
    wins = dict.fromkeys(words, 0.0)
    for (one, other), (share, pairs) in contests.items():
        wins[one] += share * pairs + PRIOR / 2
        wins[other] += (1 - share) * pairs + PRIOR / 2
    for _ in range(ROUNDS):
        met = dict.fromkeys(words, 0.0)
        for (one, other), (_, pairs) in contests.items():
            games = (pairs + PRIOR) / (strength[one] + strength[other])
            met[one] += games
            met[other] += games
        strength = {word: wins[word] / met[word] for word in words}
    return {word: AT + 400 * log10(strength[word] / strength[MIDDLE]) for word in words}


def contests_of(results: Sequence[Any]) -> dict[tuple[str, str], tuple[float, int]]:
    """Return what the commands' JSON says: that of a ladder holds several contests."""
    contests = [contest for result in results for contest in result.get("contests", [result])]
    return {
        (contest["seats"][0], contest["seats"][1]): (
            fmean(pair["share"] for pair in contest["pairs"]),
            len(contest["pairs"]),
        )
        for contest in contests
    }


def run(command: Sequence[str], jobs: int, program: Path | None) -> Any:
    """Return what a command of the program prints, as JSON."""
    place = {"PYTHONPATH": str(program)} if program else {}
    line = [sys.executable, "-m", "topping_out.scenes", *command, "--jobs", str(jobs)]
    done = subprocess.run(line, stdout=subprocess.PIPE, check=True, cwd=program, env={**os.environ, **place})
    return json.loads(done.stdout)


def file_text(game: str, commands: Sequence[Sequence[str]], elo: Mapping[str, float]) -> str:
    """Return the file, its bots from weak to strong."""
    lines = [f'  "topping-out {" ".join(command)}",' for command in commands]
    figures = [f"{word} = {round(elo[word])}" for word in sorted(elo, key=lambda word: elo[word])]
    return "\n".join(
        [
            f"# How strong the bots of {registry.load(game).title} are, in Elo; {MIDDLE} is {AT:.0f}. Made by:",
            f"#   python build/measure/rate_bots.py {game} --pairs {commands[0][3]} --seed {commands[0][5]}",
            "",
            "commands = [",
            *lines,
            "]",
            "",
            "[elo]",
            *figures,
            "",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the bots of a game, and write the file of their ratings.")
    parser.add_argument("game", choices=registry.names())
    parser.add_argument("--pairs", type=int, default=60, help="of games, of every two that meet (default: 60)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--program", type=Path, help="a copy of the program to play with, made by build/compile.py")
    parser.add_argument("--results", type=Path, help="keeps what was measured, by command")
    given = parser.parse_args()
    kept = json.loads(given.results.read_text()) if given.results and given.results.exists() else {}
    extent = ["--pairs", str(given.pairs), "--seed", str(given.seed), "--json"]
    ladder = ["ladder", given.game, *extent]
    people = roster.characters().values()
    commands = [
        ladder,
        *(["arena", given.game, "--seats", f"{w},{p.level}", *extent] for w, p in zip(roster.characters(), people)),
    ]
    for command in commands:
        line = " ".join(command)
        if line not in kept:
            kept[line] = run(command, given.jobs, given.program)
            if given.results:
                given.results.write_text(json.dumps(kept))
        print(line, flush=True)
    elo = fit(contests_of([kept[" ".join(command)] for command in commands]))
    path = registry.entry(given.game).data / FILE
    path.write_text(file_text(given.game, commands, elo), encoding="utf-8")
    print(path, elo)


if __name__ == "__main__":
    main()
