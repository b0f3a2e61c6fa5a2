"""Find puzzles in games that masters play against themselves: `python build/mine_puzzles.py GAME`.

    python build/mine_puzzles.py towers --seed 1 --games 100 --out assets/games/towers/puzzles.jsonl

A position is a puzzle where one way to play is clearly best: it beats all others by the game's margin, which a search
`PROOF` times as long as the master's confirms (the margin is `SURE` times its standard error at least), while the game
is still open, and `medium` misses it at least half the time. Cheap looks come first. The same command finds the same
puzzles; the file grows game by game, its first line says how it was made, and the same command goes on with it. After
a change of the bots, `--again` proves the file's puzzles anew and leaves out what is none to them.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from game.arena.contenders import players_of, read_contender
from game.arena.simulate import Simulation, play_game
from game.bots.puzzles.analysis import Analysis, Line
from game.bots.puzzles.difficulty import rate
from game.bots.puzzles.puzzle import Head, Puzzle, analysis_of, read_puzzles
from game.bots.weights import bot_named
from game.engine import AnyGame, Bot, Seat
from game.match import ReplayStep, replay
from game.record import Entry, Header, Record, new_header, start_state
from game.registry import load, names
from game.roster import LEVELS
from game.storage.files import write_atomic

GLANCE, LOOK, PROOF = 1, 4, 20
"""How often as long as the master each search takes, one after the other."""
SURE = 4.0
TRIES = {"gentle": 40, "easy": 40, "medium": 40, "hard": 20, "master": 8}
"""How often each level is asked."""
FIRST_TRIES = 6
"""How often medium is asked at the first look; found by more than half, a position is passed over."""
MOST_EACH = 4
"""The most puzzles of one game."""
APART = 6
"""So many actions lie at least between two puzzles of one game."""


class Miner:
    """Looks through games for puzzles."""

    def __init__(self, name: str) -> None:
        self.game: AnyGame = load(name)
        self.analysis: Analysis = analysis_of(name)
        self.bots: dict[str, Bot[Any, Any]] = {level: bot_named(self.game, level) for level in LEVELS}

    def game_of(self, seed: int) -> Record:
        """Return the masters' game of that seed."""
        setups = self.analysis.setups
        seats, options = setups[seed % len(setups)]
        contenders = (read_contender(self.game, "master"),) * seats
        header = new_header(self.game, players_of(contenders), options, seed)
        return play_game(Simulation(header, contenders)).record

    def mine(self, seed: int) -> Iterator[Puzzle]:
        """Yield the puzzles of one game."""
        record, last, found = self.game_of(seed), -APART, 0
        steps = replay(record)
        for number in range(len(steps)):
            if found == MOST_EACH:
                return
            if number - last >= APART and (puzzle := self._look(record, steps, number)):
                last, found = number, found + 1
                yield puzzle

    def _look(self, record: Record, steps: list[ReplayStep], number: int) -> Puzzle | None:
        """Return the puzzle of the position before that step, if there is one."""
        seat = steps[number].entry.seat
        if steps[number].action is None or seat is None:
            return None
        before = steps[number - 1].state if number else start_state(record.header)
        if not self.analysis.begins(before, seat):
            return None
        view, actions = self.game.view(before, seat), self.game.actions(before, seat)
        if len(actions) < 2:
            return None
        seed = f"{record.header.seed}.{number}"
        if self.analysis.follows_master:  # what it played is likely to be the answer
            own = self.analysis.result(before, seat, self._line(steps, number, seat))
            if self._share(before, seat, "medium", {own}, seed, FIRST_TRIES) > 0.5:
                return None
        lines = self.analysis.lines(view, GLANCE, random.Random(f"{seed}.glance"))
        if not self._is_clear(view, lines, 0.7):
            return None
        right = {self._result(before, seat, line) for line in lines if line.is_right}
        if not self.analysis.follows_master and self._share(before, seat, "medium", right, seed, FIRST_TRIES) > 0.5:
            return None
        return self._prove(record.header, tuple(record.effective()[:number]), before, seat)

    def prove_again(self, puzzle: Puzzle) -> Puzzle | None:
        """Return the puzzle of the same position as the bots of today see it; None where it is none to them."""
        return self._prove(puzzle.header, puzzle.entries, puzzle.state(), puzzle.seat)

    def _prove(self, header: Header, entries: tuple[Entry, ...], before: Any, seat: Seat) -> Puzzle | None:
        """Return the puzzle that these actions lead to, if it is one by long searches too."""
        view, seed = self.game.view(before, seat), f"{header.seed}.{len(entries)}"
        for effort, share in ((LOOK, 0.8), (PROOF, 1.0)):
            lines = self.analysis.lines(view, effort, random.Random(f"{seed}.{effort}"))
            if not self._is_clear(view, lines, share):
                return None
        right = {self._result(before, seat, line) for line in lines if line.is_right}
        finds = {level: round(self._share(before, seat, level, right, seed, n), 3) for level, n in TRIES.items()}
        if finds["medium"] > 0.5 or not self._is_sure(lines) or not self._is_trusted(finds):
            return None
        motif = self.analysis.motif(view, lines[0])
        return Puzzle(header, entries, seat, tuple(lines), finds, motif)

    def _line(self, steps: list[ReplayStep], number: int, seat: Seat) -> list[Any]:
        """Return what the seat did from that step on, to the end of its line."""
        line: list[Any] = []
        for step in steps[number:]:
            if step.entry.seat == seat and step.action is not None:
                line.append(step.action)
            if self.analysis.is_whole(line):
                break
        return line

    def _is_clear(self, view: Any, lines: list[Line], share: float) -> bool:
        """Tell whether the best line beats those that are not right by that share of the margin, in an open game."""
        rest = [line.value for line in lines if not line.is_right]
        if not rest or not self.analysis.is_open(view, lines[0]):
            return False
        return lines[0].value - max(rest) >= share * self.analysis.margin

    def _is_trusted(self, finds: dict[str, float]) -> bool:
        """Tell whether the master finds it more often than not; where lines are worked out exactly, nobody need."""
        return not self.analysis.follows_master or finds["master"] > 0.5

    def _is_sure(self, lines: list[Line]) -> bool:
        best = max((line for line in lines if not line.is_right), key=lambda line: line.value)
        return lines[0].value - best.value >= SURE * best.error

    def _share(self, state: Any, seat: Seat, level: str, right: set[str], seed: str, tries: int) -> float:
        """Return how often a level comes to one of these results."""
        bot, found = self.bots[level], 0
        for number in range(tries):
            rng = random.Random(f"{seed}.{level}.{number}")
            played = self.analysis.played(state, seat, bot, rng)
            found += self.analysis.result(state, seat, played) in right
        return found / tries

    def _result(self, state: Any, seat: Seat, line: Line) -> str:
        return self.analysis.result(state, seat, [self.game.parse(step) for step in line.steps])


def rated(found: list[Puzzle]) -> tuple[dict[str, float], list[Puzzle]]:
    """Return the ratings of the levels, and the puzzles with theirs."""
    levels, ratings = rate([puzzle.finds for puzzle in found], TRIES)
    replaced = [msgspec.structs.replace(puzzle, rating=rating) for puzzle, rating in zip(found, ratings)]
    return levels, replaced


def retold(analysis: Analysis, puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with the motif that the rules of today find."""
    view = analysis.game.view(puzzle.state(), puzzle.seat)
    return msgspec.structs.replace(puzzle, motif=analysis.motif(view, puzzle.lines[0]))


def save(miner: Miner, args: argparse.Namespace, done: int, found: list[Puzzle]) -> None:
    again = " --again" if args.again else ""
    command = f"python build/mine_puzzles.py {args.game} --seed {args.seed} --games {done}{again}"
    levels, puzzles = rated(found)
    head = Head(args.game, miner.game.version, command, done, levels)
    write_atomic(args.out, b"".join(msgspec.json.encode(item) + b"\n" for item in (head, *puzzles)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=names())
    parser.add_argument("--seed", type=int, default=1, help="the first game's")
    parser.add_argument("--games", type=int, default=100, help="how many are looked through, in all")
    parser.add_argument("--most", type=int, default=10**6, help="stop when so many puzzles have been found")
    parser.add_argument("--again", action="store_true", help="prove the file's puzzles again, by the bots of today")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    miner, done, found = Miner(args.game), 0, list[Puzzle]()
    if args.out.exists():
        head, found = read_puzzles(args.out.read_bytes())
        done = head.games
        if args.again:
            found = [proved for puzzle in found if (proved := miner.prove_again(puzzle))]
    for seed in range(args.seed + done, args.seed + args.games):
        if len(found) >= args.most:
            break
        found += miner.mine(seed)
        done += 1
        print(f"{done} games, {len(found)} puzzles", flush=True)
        save(miner, args, done, found)
    save(miner, args, done, [retold(miner.analysis, puzzle) for puzzle in found])
    return 0


if __name__ == "__main__":
    sys.exit(main())
