"""Prints rows of reviews and reasons of puzzles to be read: the position, what was played, what is better and why.

`python build/measure/read_reviews.py towers --number 30 --seed 1`: of games between medium and easy bots that are taken
for humans, over all options and numbers of seats. With `--puzzles`, of the puzzles of the game.
"""

from __future__ import annotations

import argparse
import importlib
import random
import textwrap
from collections.abc import Iterator
from typing import Any

import msgspec
from read_hints import NAMES, WIDTH, asked_for

from topping_out.game import registry
from topping_out.game.arena.contenders import players_of, read_contenders
from topping_out.game.arena.simulate import Simulation, play_game
from topping_out.game.bots.puzzles.puzzle import analysis_of, puzzles_of
from topping_out.game.bots.reasons import Difference
from topping_out.game.bots.review.review import Review, price
from topping_out.game.bots.weights import bot_named
from topping_out.game.engine import AnyGame
from topping_out.game.record import Player, Record, new_header


def reviewed(game: AnyGame, luck: random.Random) -> Iterator[Review]:
    """Yield endless games of medium and easy bots, as if humans had played them; the first is "You"."""
    while True:
        seats = luck.choice(list(game.seats))
        options = {option.key: luck.choice(option.lasting) for option in game.options(seats)}
        contenders = read_contenders(game, ",".join(luck.choices(("easy", "medium"), k=seats)))
        header = new_header(game, players_of(contenders), options, luck.getrandbits(32))
        record = play_game(Simulation(header, contenders)).record
        players = tuple(Player(name, colour=seat) for seat, name in enumerate(("You", *NAMES)[:seats]))
        yield Review(Record(msgspec.structs.replace(record.header, seats=players), record.entries))


def rows(game: AnyGame, luck: random.Random) -> Iterator[list[str]]:
    """Yield each row of the reviews, in lines: the first two seats are judged."""
    master, words = bot_named(game, game.levels[-1]), words_of(game)
    for review in reviewed(game, luck):
        review.humans = review.humans[:2]
        for number in range(len(review.decisions)):
            decision = review.decisions[number]
            review.take(review.judge(number, master) if decision.seat in review.humans else None)
        while mistake := review.unexplained:
            review.explain(mistake, review.why(mistake, master))
        for mistake in (mistake for seat in review.humans for mistake in review.worst(seat)):
            seat, view = mistake.decision.seat, mistake.decision.view
            names = [*review.names]
            hand = words.describe_hand(view, seat) if game.live else words.describe_hand(view)
            yield [
                f"{', '.join(f'{key} {value}' for key, value in asked_for(game, view))}: of {names[seat]}",
                *(hand, words.describe_table(view, names)),
                f"PLAYED {mistake.played} (costs about {price(mistake.verdict.cost, game)})",
                f"BETTER {mistake.better}",
                f"WHY    {mistake.reason}",
            ]


def puzzles(game: AnyGame, luck: random.Random) -> Iterator[list[str]]:
    """Yield the reasons of a game's puzzles, in lines, in an order drawn by lot."""
    words, analysis = words_of(game), analysis_of(game.name)
    for puzzle in luck.sample(puzzles_of(game.name), len(puzzles_of(game.name))):
        view = game.view(puzzle.state(), puzzle.seat)
        names = [*NAMES[: len(puzzle.header.seats)]]
        names[puzzle.seat] = "You"
        hand = words.describe_hand(view, puzzle.seat) if game.live else words.describe_hand(view)
        play, tempting = analysis.parting(view, puzzle.lines[0].steps, puzzle.mistake)
        found = sorted(puzzle.differences, key=lambda one: -abs(one.worth))[:6]
        yield [
            f"{puzzle.name}, {puzzle.motif}: {', '.join(f'{key} {value}' for key, value in asked_for(game, view))}",
            *(hand, words.describe_table(view, names)),
            f"BEST   {' | '.join(puzzle.lines[0].steps)}: {puzzle.lead:.1f} better than what tempts",
            f"TEMPTS {' | '.join(puzzle.mistake)}",
            f"FOUND  {'; '.join(map(found_in_words, found))}",
            f"WHY    {play}: {analysis.reasons.tell(view, puzzle.differences)} Tempting: {tempting}.",
        ]


def found_in_words(one: Difference) -> str:
    return f"{one.fact.kind}{one.fact.of} {one.this:.1f}, not {one.other:.1f} ({one.worth:+.1f})"


def words_of(game: AnyGame) -> Any:
    return importlib.import_module(f"topping_out.scenes.{game.name}.{'spoken.words' if game.live else 'words'}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=registry.names())
    parser.add_argument("--number", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--puzzles", action="store_true")
    arguments = parser.parse_args()
    game, luck = registry.load(arguments.game), random.Random(arguments.seed)
    for number, lines in zip(
        range(arguments.number), (puzzles if arguments.puzzles else rows)(game, luck), strict=False
    ):
        print(f"\n{number + 1}. {lines[0]}")
        for line in lines[1:]:
            print(textwrap.fill(line, WIDTH, initial_indent="   ", subsequent_indent="          "), flush=True)


if __name__ == "__main__":
    main()
