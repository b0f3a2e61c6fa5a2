"""What the command `deck` does."""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable, Iterator
from pathlib import Path

from topping_out.game.cli.arguments import UsageError
from topping_out.game.cli.console import ProgressBar, print_lines
from topping_out.game.language import mark, tr, tr_context, tr_count
from topping_out.game.progress import daily
from topping_out.game.towers.decks import DeckError, deck_file, find_decks, read_deck
from topping_out.game.towers.floors import Deck
from topping_out.game.towers.workshop import measure as measuring
from topping_out.game.towers.workshop.balance import ROUNDS, balancing
from topping_out.game.towers.workshop.draft import bots_pick, new_draft
from topping_out.game.towers.workshop.measure import Measures, batches, total
from topping_out.game.towers.workshop.words import doubts, measure_rows


def deck_named(word: str) -> Deck:
    """Return the deck of a file, or of that name. Raises UsageError."""
    try:
        return read_deck(Path(word)) if word.endswith(".toml") else find_decks().find(word)
    except DeckError as error:
        raise UsageError(str(error)) from None


def measure(arguments: argparse.Namespace) -> int:
    decks = [deck_named(word) for word in arguments.decks]
    requests = [[*batches(deck, arguments.seats, arguments.games, arguments.seed)] for deck in decks]
    found = []
    for of_deck in requests:
        with ProgressBar(len(of_deck)) as bar:
            parts = []
            for request in of_deck:
                parts.append(measuring.measure(request))
                bar.step()
        found.append(total(parts))
    for number, (deck, measures) in enumerate(zip(decks, found)):
        print_lines([*[""] * bool(number), *report(deck, measures)])
    return 0


def report(deck: Deck, measures: Measures) -> Iterator[str]:
    """Yield the lines that tell what was measured: the deck's, and a table of its floors."""
    yield tr_count("{deck}, {number} card", "{deck}, {number} cards", len(deck.cards), deck=tr(deck.title))
    yield from (f"  {words}" for words in doubts(deck))
    for title, value in measure_rows(measures):
        yield f"  {title}: {value}"
    titles = (
        tr_context("heading of a column", "floor"), tr_context("heading of a column", "cards"),
        tr_context("heading of a column", "built"), tr_context("heading of a column", "claimed"),
        tr_context("heading of a column", "points"),
    )  # fmt: skip
    figures = ((name, f"{measures.claimed(name):.0%}") for name in (floor.name for floor in deck.floors))
    rows = [
        (tr(name), str(floor.count), f"{measures.built(name):.1f}", share, f"{measures.per_card(name):.1f}")
        for floor, (name, share) in zip(deck.floors, figures)
    ]
    yield from _table(titles, rows)


def _table(titles: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    lines = [titles, *rows]
    wide = [max(len(line[n]) for line in lines) for n in range(len(titles))]
    for line in lines:
        yield "  " + "  ".join(cell.ljust(w) if not n else cell.rjust(w) for n, (cell, w) in enumerate(zip(line, wide)))


def balance(arguments: argparse.Namespace) -> int:
    work = balancing(deck_named(arguments.deck), arguments.seats)
    with ProgressBar(ROUNDS + 1) as bar:
        batch = next(work)
        while True:
            try:
                batch = work.send(measuring.measure(batch))
                bar.step()
            except StopIteration as end:
                best: Deck = end.value
                break
    print_lines(_lines_of(best))
    return 0


def week(arguments: argparse.Namespace) -> int:
    print_lines(_lines_of(find_decks().week(arguments.day or daily.today())))
    return 0


def draft(arguments: argparse.Namespace) -> int:
    rng = random.Random(arguments.seed)
    draft = new_draft(find_decks().built_in.values(), arguments.seats, arguments.seed)
    while not draft.is_over:
        draft = draft.pick(bots_pick(draft, "hard", "", rng))
    print_lines(_lines_of(draft.deck(mark("Drafted deck"))))
    return 0


def _lines_of(deck: Deck) -> list[str]:
    """Return the lines of a deck's file."""
    return deck_file(deck).decode().rstrip().split("\n")


TASKS = {"measure": measure, "balance": balance, "week": week, "draft": draft}
"""By the words of the command `deck`."""
