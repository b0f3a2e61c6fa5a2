"""Find puzzles in games that masters play against each other.

    python build/mine_puzzles.py towers --seed 1 --games 100 --out assets/games/towers/puzzles.jsonl
    python build/mine_puzzles.py --prove
    python build/mine_puzzles.py --mark

A position is a puzzle if one line of play is clearly best: it beats all others by the game's margin, confirmed by a
search `PROOF` times as long as the master's (with the margin at least `CLEAR_ERRORS` standard errors), the game is
still open, and `gentle` misses it at least half the time. Each stronger level must find it at least as often, within
the accuracy of the tries, unless it is a deep puzzle, which only a long search finds. At most half of the new puzzles
are deep.

No two puzzles are alike, as their game defines it. Quick searches come first. The same command finds the same puzzles.
The file grows game by game, its first line says how it was made, and the same command continues an existing file.
After a change of the bots, `--again` proves the file's puzzles again and removes those that fail.

The searches that find a puzzle share their judgement of positions with the master, and so its errors. Therefore each
puzzle is also proven by play: the best line and its closest rivals are played to the end in the same worlds, by bots
of another level in all seats, and the best line must lead each rival by `PROVEN_ERRORS` standard errors. `--prove`
repeats this for the puzzles in the games' files, of all games or of the one named, and fails if one is not proven;
with `--remove` it takes those out of the files. Values that are exact need no such proof.

Each puzzle is marked with how far its answer stands out by counting alone (see `Analysis.counts`), or with nothing if
that shows no answer, and with the steps that complete the turn. `--mark` marks the puzzles in the games' files anew.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import copysign, inf, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, NamedTuple

import msgspec

from topping_out.game.arena.contest import Simulation, play_game, players_of, read_contender
from topping_out.game.bots.puzzles import (
    DEEP_UP_TO,
    FILE,
    Analysis,
    Head,
    Line,
    Puzzle,
    analysis_of,
    best_wrong,
    counted_lead,
    is_deep,
    people_find,
    rate,
    rate_one,
    read_puzzles,
    rises,
    told_apart,
)
from topping_out.game.bots.search import TOTAL, WHOLE, Difference
from topping_out.game.bots.weights import bot_named
from topping_out.game.engine import AnyGame, Bot, Seat
from topping_out.game.match import ReplayStep, replay
from topping_out.game.record import Entry, Header, Record, new_header, start_state
from topping_out.game.registry import data_file, load, names
from topping_out.game.roster import LEVELS
from topping_out.game.storage.files import write_atomic

GLANCE, LOOK, PROOF = 1, 4, 20
"""Lengths of the successive searches, in times that of the master."""
CLEAR_ERRORS = 4.0
TRIES = {"gentle": 200, "easy": 200, "medium": 200, "hard": 40, "master": 40}
"""Number of tries per level."""
WEAKER, STRONGEST = ({level: TRIES[level] for level in part} for part in (LEVELS[:-1], LEVELS[-1:]))
WEAKEST, FIRST_TRIES = "gentle", 6
"""Number of tries in the first test. What the weakest level finds more often than not is rejected."""
TEMPTING_TRIES = 12
"""Number of tries of medium to find the most tempting wrong line."""
REASON_WORLDS = 300
"""Number of worlds in which the answer is compared with the tempting line."""
PROOF_RIVALS = 4
"""The number of wrong lines, the best ones by their values, that a proof by play compares with the best line."""
PROOF_WORLDS, MOST_PROOF_WORLDS = 400, 1600
"""Number of worlds in a proof by play at first, and at most; it is doubled as long as the result is undecided."""
PROVEN_ERRORS, HOPELESS_ERRORS = 3.0, 1.0
"""A lead of the first number of standard errors is a proof; with one below the second, more worlds are not tried."""
MOST_EACH = 4
"""The most puzzles from one game."""
MIN_ACTIONS_APART = 6
"""The fewest actions between two puzzles from one game."""


# -- proof by play


class Proof(NamedTuple):
    """The result of playing a puzzle's best line and its rivals to the end, as its lead over the closest rival."""

    claim: float
    """The lead according to the values of the puzzle; like all leads in their unit."""
    lead: float
    error: float
    """The standard error of the lead; 0 if it is exact."""
    worlds: int
    """The number of worlds in which the lines were played; 0 if their values are exact."""

    @property
    def errors(self) -> float:
        """The lead in standard errors."""
        return self.lead / self.error if self.error else copysign(inf, self.lead) if self.lead else 0.0

    @property
    def holds(self) -> bool:
        return self.errors >= PROVEN_ERRORS

    def __str__(self) -> str:
        if not self.worlds:
            return f"{'proven' if self.holds else 'FALSE':9} {self.lead:+.2f}, exact"
        verdict = "proven" if self.holds else "unproven" if self.lead > 0 else "FALSE"
        return f"{verdict:9} {self.lead:+.2f} ± {self.error:.2f} in {self.worlds} worlds, said {self.claim:+.2f}"


def proof_of(puzzle: Puzzle, worlds: int = PROOF_WORLDS, most: int = MOST_PROOF_WORLDS) -> Proof:
    """Prove a puzzle by play in `worlds` worlds, and in up to `most` while the result is undecided."""
    best, rivals = puzzle.lines[0], best_wrong(puzzle.lines)[:PROOF_RIVALS]
    if not best.samples:
        return Proof(puzzle.lead, puzzle.lead, 0.0, 0)
    results, numbers = [list[float]() for _ in (best, *rivals)], range(worlds)
    play = LinePlayer(puzzle)
    while True:
        for line, found in zip((best, *rivals), results):
            found += [play.result(line, number) for number in numbers]
        proofs = []
        for rival, found in zip(rivals, results[1:]):
            gains = [mine - theirs for mine, theirs in zip(results[0], found)]
            error = stdev(gains) / sqrt(len(gains))
            proofs.append(Proof(best.value - rival.value, fmean(gains), error, len(gains)))
        closest = min(proofs, key=lambda proof: proof.errors)
        numbers = range(numbers.stop, 2 * numbers.stop)
        if closest.holds or closest.errors < HOPELESS_ERRORS or numbers.stop > most:
            return closest


class LinePlayer:
    """Plays lines of a puzzle to the end, with the same bots and luck for each of them."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle, self.analysis = puzzle, analysis_of(puzzle.header.game)
        self.game = self.analysis.game
        self.bot = bot_named(self.game, self.analysis.proof_level)
        self.start = puzzle.state()
        self.view = self.game.view(self.start, puzzle.seat)

    def result(self, line: Line, number: int) -> float:
        """Return the result of a line in the world of this number."""
        seed = f"{self.puzzle.name}.play.{number}"
        state, luck = self.game.determinize(self.view, random.Random(seed)), random.Random(f"{seed}.bots")
        for step in line.steps:
            self.game.apply(state, self.puzzle.seat, self.game.parse(step))
        while not self.analysis.is_played_out(self.start, state):
            seat = min(self.game.actors(state))
            view, actions = self.game.view(state, seat), self.game.actions(state, seat)
            self.game.apply(state, seat, self.bot.choose(view, actions, luck))
        return self.analysis.final_value(self.start, state, self.puzzle.seat)


def prove_all(games: Sequence[str], jobs: int, removes: bool) -> int:
    """Prove the puzzles in the files of these games by play, and print a table; return how many are not proven.

    `removes`: take those out of the files.
    """
    failed = 0
    with ProcessPoolExecutor(jobs) as pool:
        for name in games:
            path = data_file(name, FILE)
            if path is None:
                continue
            head, puzzles = read_puzzles(path.read_bytes())
            proven = []
            for puzzle, proof in zip(puzzles, pool.map(proof_of, puzzles)):
                print(f"{name:9} {puzzle.name:8} {proof}", flush=True)
                proven += [puzzle] * proof.holds
            print(f"{name}: {len(proven)} of {len(puzzles)} proven", flush=True)
            failed += len(puzzles) - len(proven)
            if removes and len(proven) < len(puzzles):
                again = head.command if head.command.endswith(AGAIN) else head.command + AGAIN
                write(path, analysis_of(name), msgspec.structs.replace(head, command=again), proven)
    return failed


# -- mining


class Miner:
    """Searches games for puzzles."""

    def __init__(self, name: str) -> None:
        self.game: AnyGame = load(name)
        self.analysis: Analysis = analysis_of(name)
        self.bots: dict[str, Bot[Any, Any]] = {level: bot_named(self.game, level) for level in LEVELS}
        self.known = set[str]()
        """Keys of the puzzles found so far (see `Analysis.alike`)."""

    def add_if_new(self, puzzle: Puzzle) -> bool:
        """Note a puzzle; tell whether it is unlike all before."""
        before = len(self.known)
        self.known.add(self.analysis.alike(self.game.view(puzzle.state(), puzzle.seat)))
        return len(self.known) > before

    def mine(self, seed: int, takes_deep: bool) -> Iterator[Puzzle]:
        """Yield the puzzles of one game, including deep ones if `takes_deep`."""
        setups = self.analysis.setups
        seats, options = setups[seed % len(setups)]
        contenders = (read_contender(self.game, "master"),) * seats
        header = new_header(self.game, players_of(contenders), options, seed)
        record, last, found = play_game(Simulation(header, contenders)).record, -MIN_ACTIONS_APART, 0
        steps = replay(record)
        for number in range(len(steps)):
            if found == MOST_EACH:
                return
            if number - last >= MIN_ACTIONS_APART and (puzzle := self._look(record, steps, number, takes_deep)):
                last, found = number, found + 1
                self.add_if_new(puzzle)
                yield puzzle

    def _look(self, record: Record, steps: list[ReplayStep], number: int, takes_deep: bool) -> Puzzle | None:
        """Return the puzzle in the position before this step, or None."""
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
        if self.analysis.follows_master:  # the played line is probably the answer
            own = self.analysis.result(before, seat, self._line(steps, number, seat))
            if self._share(before, seat, WEAKEST, {own}, seed, FIRST_TRIES) > 0.5:
                return None
        lines = self.analysis.lines(view, GLANCE, random.Random(f"{seed}.glance"))
        if not self._is_clear(view, lines, 0.7) or self.analysis.alike(view) in self.known:
            return None
        finds = self.finds(before, seat, lines, seed, dict.fromkeys(LEVELS[:-1], FIRST_TRIES))
        if finds[WEAKEST] > 0.5 or (not takes_deep and max(finds.values()) <= DEEP_UP_TO):
            return None
        return self._prove(record.header, tuple(record.effective()[:number]), before, seat)

    def prove_again(self, puzzle: Puzzle) -> Puzzle | None:
        """Return the puzzle in the same position as today's bots see it, or None if it is none for them."""
        return self._prove(puzzle.header, puzzle.entries, puzzle.state(), puzzle.seat)

    def _prove(self, header: Header, entries: tuple[Entry, ...], before: Any, seat: Seat) -> Puzzle | None:
        """Return the puzzle in the position after these actions, or None if long searches do not confirm it."""
        view, seed = self.game.view(before, seat), f"{header.seed}.{len(entries)}"
        for effort, share in ((LOOK, 0.8), (PROOF, 1.0)):
            lines = self.analysis.lines(view, effort, random.Random(f"{seed}.{effort}"))
            if not self._is_clear(view, lines, share):
                return None
        if not self._is_sure(lines):
            return None
        finds = self.finds(before, seat, lines, seed, WEAKER)
        if finds[WEAKEST] > 0.5 or not (max(finds.values()) <= DEEP_UP_TO or rises(finds, WEAKER)):
            return None
        finds |= self.finds(before, seat, lines, seed, STRONGEST)
        deep = is_deep(finds)
        if not (deep or rises(finds, TRIES)) or not self._is_trusted(finds):
            return None
        motif = self.analysis.motif(view, lines[0])
        puzzle = Puzzle(header, entries, seat, tuple(lines), finds, motif, is_deep=deep)
        return puzzle if proof_of(puzzle).holds else None

    def finds(
        self, state: Any, seat: Seat, lines: Sequence[Line], seed: str, tries: Mapping[str, int]
    ) -> dict[str, float]:
        """Return the share of tries, by level, in which it finds one of the right lines."""
        right = {self._result(state, seat, line) for line in lines if line.is_right}
        return {level: round(self._share(state, seat, level, right, seed, n), 3) for level, n in tries.items()}

    def tempting(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Return the tempting line: the game's own, else medium's most frequent wrong one, else the best wrong one."""
        state, seat, missed = puzzle.state(), puzzle.seat, Counter[tuple[str, ...]]()
        if greedy := self.analysis.tempting(self.game.view(state, seat)):
            return greedy
        right = {self._result(state, seat, line) for line in puzzle.lines if line.is_right}
        for number in range(TEMPTING_TRIES):
            rng = random.Random(f"{puzzle.name}.tempting.{number}")
            played = self.analysis.played(state, seat, self.bots["medium"], rng)
            if self.analysis.result(state, seat, played) not in right:
                missed[tuple(map(str, played))] += 1
        return missed.most_common(1)[0][0] if missed else best_wrong(puzzle.lines)[0].steps

    def _line(self, steps: list[ReplayStep], number: int, seat: Seat) -> list[Any]:
        """Return the seat's actions from this step to the end of its line."""
        line: list[Any] = []
        for step in steps[number:]:
            if step.entry.seat == seat and step.action is not None:
                line.append(step.action)
            if self.analysis.is_whole(line):
                break
        return line

    def _is_clear(self, view: Any, lines: list[Line], share: float) -> bool:
        """Tell whether the best line beats the wrong ones by this share of the margin, in an open game."""
        rest = best_wrong(lines)
        if not rest or not self.analysis.is_open(view, lines[0]):
            return False
        return lines[0].value - rest[0].value >= share * self.analysis.margin

    def _is_trusted(self, finds: dict[str, float]) -> bool:
        """Tell whether the master finds it more often than not, which is not required if line values are exact."""
        return not self.analysis.follows_master or finds["master"] > 0.5

    def _is_sure(self, lines: list[Line]) -> bool:
        best = best_wrong(lines)[0]
        return lines[0].value - best.value >= CLEAR_ERRORS * best.error

    def _share(self, state: Any, seat: Seat, level: str, right: set[str], seed: str, tries: int) -> float:
        """Return the share of tries in which a level reaches one of these results."""
        bot, found = self.bots[level], 0
        for number in range(tries):
            rng = random.Random(f"{seed}.{level}.{number}")
            played = self.analysis.played(state, seat, bot, rng)
            found += self.analysis.result(state, seat, played) in right
        return found / tries

    def _result(self, state: Any, seat: Seat, line: Line) -> str:
        return self.analysis.result(state, seat, [self.game.parse(step) for step in line.steps])


def rated(analysis: Analysis, found: list[Puzzle]) -> tuple[dict[str, float], list[Puzzle]]:
    """Return the ratings of the levels, and the puzzles with theirs. Deep ones are rated by people's assumed errors."""
    shallow = [puzzle for puzzle in found if not puzzle.is_deep]
    levels, ratings = rate([puzzle.finds for puzzle in shallow], TRIES)
    by_name = {puzzle.name: rating for puzzle, rating in zip(shallow, ratings)}
    for puzzle in found:
        if puzzle.is_deep:
            by_name[puzzle.name] = rate_one(people_find(puzzle.lines, analysis.margin), TRIES, levels)
    return levels, [msgspec.structs.replace(puzzle, rating=by_name[puzzle.name]) for puzzle in found]


def takes_deep(found: list[Puzzle]) -> bool:
    """Tell whether another deep puzzle may be added, because fewer than half are deep."""
    return 2 * sum(puzzle.is_deep for puzzle in found) < len(found)


def with_reasons(miner: Miner, puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with the motif, tempting line and differences that today's bots find."""
    view, tempting = miner.game.view(puzzle.state(), puzzle.seat), miner.tempting(puzzle)
    this, other = ([miner.game.parse(step) for step in steps] for steps in (puzzle.lines[0].steps, tempting))
    rng = random.Random(f"{puzzle.name}.why")
    found = miner.analysis.reasons.differences(view, this, other, REASON_WORLDS, rng)
    motif = miner.analysis.motif(view, puzzle.lines[0])
    differences = tuple(
        rounded(difference)
        for difference in found
        if difference.fact.kind != WHOLE and (difference.is_clear or difference.fact.kind == TOTAL)
    )
    return marked(msgspec.structs.replace(puzzle, motif=motif, tempting=tempting, differences=differences))


def marked(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with what can be counted, and with the rest of the turn."""
    analysis = analysis_of(puzzle.header.game)
    view, rng = analysis.game.view(puzzle.state(), puzzle.seat), random.Random(f"{puzzle.name}.rest")
    return msgspec.structs.replace(puzzle, counted=counted_lead(puzzle), rest=analysis.rest(view, puzzle.lines[0], rng))


def mark_all(games: Sequence[str]) -> None:
    """Mark the puzzles in the files of these games, change nothing else, and print how many can be counted."""
    for name in games:
        path = data_file(name, FILE)
        if path is None:
            continue
        head, *lines = path.read_bytes().splitlines()
        found = [marked(msgspec.json.decode(line, type=Puzzle)) for line in lines]
        marks = ({"counted": puzzle.counted, "rest": puzzle.rest} for puzzle in found)
        rows = (msgspec.json.encode(msgspec.json.decode(line) | mark) for line, mark in zip(lines, marks))
        write_atomic(path, b"".join(row + b"\n" for row in (head, *rows)))
        print(f"{name}: {sum(puzzle.counted > 0 for puzzle in found)} of {len(found)} can be counted", flush=True)


def rounded(found: Difference) -> Difference:
    return found._replace(this=round(found.this, 3), other=round(found.other, 3), worth=round(found.worth, 3))


AGAIN = " --again"
"""Ends the command in the header of a file from which puzzles were removed."""


def save(miner: Miner, args: argparse.Namespace, done: int, found: list[Puzzle]) -> None:
    command = f"python build/mine_puzzles.py {args.game} --seed {args.seed} --games {done}{AGAIN if args.again else ''}"
    write(args.out, miner.analysis, Head(args.game, miner.game.version, command, done), found)


def write(path: Path, analysis: Analysis, head: Head, found: list[Puzzle]) -> None:
    """Write a file of puzzles, with new ratings of the puzzles and levels."""
    levels, puzzles = rated(analysis, found)
    levels = told_apart(levels, [puzzle.finds for puzzle in found if not puzzle.is_deep])
    head = msgspec.structs.replace(head, levels=levels, tries=TRIES)
    write_atomic(path, b"".join(msgspec.json.encode(item) + b"\n" for item in (head, *puzzles)))


def mine(args: argparse.Namespace) -> None:
    miner, done, found = Miner(args.game), 0, list[Puzzle]()
    if args.out.exists():
        head, found = read_puzzles(args.out.read_bytes())
        done = head.games
        if args.again:
            found = [proved for puzzle in found if (proved := miner.prove_again(puzzle))]
        found = [*filter(miner.add_if_new, found)]
    for seed in range(args.seed + done, args.seed + args.games):
        if len(found) >= args.most:
            break
        may_be_deep = takes_deep(found)
        found += (puzzle for puzzle in miner.mine(seed, may_be_deep) if may_be_deep or not puzzle.is_deep)
        done += 1
        print(f"{done} games, {len(found)} puzzles", flush=True)
        save(miner, args, done, found)
    save(miner, args, done, [with_reasons(miner, puzzle) for puzzle in found])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", choices=names())
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game")
    parser.add_argument("--games", type=int, default=100, help="total number of games to search")
    parser.add_argument("--most", type=int, default=10**6, help="stop when this many puzzles have been found")
    parser.add_argument("--again", action="store_true", help="prove the file's puzzles again with today's bots")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--prove", action="store_true", help="prove the puzzles of the files by play, and find none")
    parser.add_argument("--remove", action="store_true", help="with --prove, take unproven puzzles out of the files")
    parser.add_argument("--mark", action="store_true", help="mark the puzzles of the files anew, and find none")
    parser.add_argument("--jobs", type=int, default=2, help="number of processes for --prove (2)")
    args = parser.parse_args()
    if args.prove:
        return 1 if prove_all([args.game] if args.game else names(), args.jobs, args.remove) else 0
    if args.mark:
        mark_all([args.game] if args.game else names())
        return 0
    if not args.game or not args.out:
        parser.error("to find puzzles, name a game and --out FILE; or use --prove or --mark")
    mine(args)
    return 0


if __name__ == "__main__":
    sys.exit(main())
