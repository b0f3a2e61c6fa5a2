"""Measure the strengths of a game's bots, and write the file of their ratings.

    python build/measure/rate_bots.py GAME [--pairs 60] [--jobs 1] [--program DIR] [--results FILE]

Every level plays against every other (`topping-out ladder`), and every character against its own level (`topping-out
arena`). The output of the commands is kept in `--results`, so that an interrupted measurement can be continued.
`--program` is a copy made by `build/compile.py`, which makes the same decisions faster.
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

ANCHOR, ANCHOR_ELO = "medium", 1000.0
"""The level with a fixed rating, and that rating."""
PRIOR = 0.5
"""Even pairs added for every two bots that met, because a bot that won every game is not infinitely strong."""
ROUNDS = 3000
"""Steps of the fit. They are cheap, and some hundred would be enough."""

Contests = Mapping[tuple[str, str], tuple[float, int]]
"""By two bots, the first one's share of the wins, and the number of pairs of games."""


def fit(contests: Contests) -> dict[str, float]:
    """Return the Elo of all bots that makes these results most likely (Bradley-Terry model, by Hunter's algorithm)."""
    words = sorted({word for pair in contests for word in pair})
    strength = dict.fromkeys(words, 1.0)
    wins = dict.fromkeys(words, 0.0)
    for (first, second), (share, pairs) in contests.items():
        wins[first] += share * pairs + PRIOR / 2
        wins[second] += (1 - share) * pairs + PRIOR / 2
    for _ in range(ROUNDS):
        met = dict.fromkeys(words, 0.0)
        for (first, second), (_, pairs) in contests.items():
            games = (pairs + PRIOR) / (strength[first] + strength[second])
            met[first] += games
            met[second] += games
        strength = {word: wins[word] / met[word] for word in words}
    return {word: ANCHOR_ELO + 400 * log10(strength[word] / strength[ANCHOR]) for word in words}


def contests_of(results: Sequence[Any]) -> dict[tuple[str, str], tuple[float, int]]:
    """Return the contests in the commands' JSON output. That of a ladder contains several."""
    contests = [contest for result in results for contest in result.get("contests", [result])]
    return {
        (contest["seats"][0], contest["seats"][1]): (
            fmean(pair["share"] for pair in contest["pairs"]),
            len(contest["pairs"]),
        )
        for contest in contests
    }


def run(command: Sequence[str], jobs: int, program: Path | None) -> Any:
    """Return the JSON output of a command of the program."""
    place = {"PYTHONPATH": str(program)} if program else {}
    line = [sys.executable, "-m", "topping_out.scenes", *command, "--jobs", str(jobs)]
    done = subprocess.run(line, stdout=subprocess.PIPE, check=True, cwd=program, env={**os.environ, **place})
    return json.loads(done.stdout)


def file_text(game: str, commands: Sequence[Sequence[str]], elo: Mapping[str, float]) -> str:
    """Return the content of the file, with the bots from weak to strong."""
    lines = [f'  "topping-out {" ".join(command)}",' for command in commands]
    figures = [f"{word} = {round(elo[word])}" for word in sorted(elo, key=lambda word: elo[word])]
    return "\n".join(
        [
            f"# How strong the bots of {registry.load(game).title} are, in Elo; {ANCHOR} is {ANCHOR_ELO:.0f}. Made by:",
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
    parser.add_argument("--pairs", type=int, default=60, help="pairs of games for every two that meet (default: 60)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--program", type=Path, help="a copy of the program to play with, made by build/compile.py")
    parser.add_argument("--results", type=Path, help="file that stores the results by command")
    arguments = parser.parse_args()
    kept = json.loads(arguments.results.read_text()) if arguments.results and arguments.results.exists() else {}
    extent = ["--pairs", str(arguments.pairs), "--seed", str(arguments.seed), "--json"]
    ladder = ["ladder", arguments.game, *extent]
    people = roster.characters().values()
    commands = [
        ladder,
        *(["arena", arguments.game, "--seats", f"{w},{p.level}", *extent] for w, p in zip(roster.characters(), people)),
    ]
    for command in commands:
        line = " ".join(command)
        if line not in kept:
            kept[line] = run(command, arguments.jobs, arguments.program)
            if arguments.results:
                arguments.results.write_text(json.dumps(kept))
        print(line, flush=True)
    elo = fit(contests_of([kept[" ".join(command)] for command in commands]))
    path = registry.entry(arguments.game).data / FILE
    path.write_text(file_text(arguments.game, commands, elo), encoding="utf-8")
    print(path, elo)


if __name__ == "__main__":
    main()
