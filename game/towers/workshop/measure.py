"""What bots show of a deck: games played with it, figures made of them in words, and weights that balance it."""

from __future__ import annotations

import argparse
import math
import random
import re
import tomllib
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from statistics import pstdev

import msgspec

from ...assets import decoded
from ...bots.weights import bot_named
from ...cli.arguments import UsageError
from ...cli.console import ProgressBar, print_lines
from ...engine import Seat, TurnBegan
from ...language import mark, tr, tr_context, tr_count
from ...options import Value
from ...progress import daily
from ...storage.files import cannot_write, files_in, is_there, read_file, write_atomic
from ...text import listed, not_opened, paragraph
from ..core.numbers import HEIGHT
from ..decks import (
    LARGEST_FILE,
    DeckError,
    deck_file,
    deck_text,
    find_decks,
    own_decks_folder,
    parse_deck,
    read_deck,
    scores,
)
from ..events import Built, Claimed, Event, FloorScored
from ..floors import Deck, Effect, EffectVerb, Floor, deck_of, parse_effect
from ..legality import MOST_COUNT
from ..rules import GAME
from . import GAMES
from .draft import bots_pick, new_draft

# -- measure


GOOD, WEAK = "hard", "easy"
"""The levels that play: the good one against itself, and against the weak one."""
CHUNK = 6
"""Games in one request to another process: a fraction of a second."""
SELDOM = 0.05
"""The share of the claims of an average floor below which one is said never to be claimed."""
LUCK = 0.6
"""The good bot's share against the weak one, below which luck decides a deck."""


class FloorCount(msgspec.Struct, frozen=True):
    """How a floor fared, added up over all games."""

    built: int = 0
    claimed: int = 0
    points: int = 0
    decided: float = 0.0
    """By how many points the winner got more from it than the others on average."""

    def __add__(self, other: FloorCount) -> FloorCount:
        return FloorCount(
            self.built + other.built, self.claimed + other.claimed, self.points + other.points,
            self.decided + other.decided,
        )  # fmt: skip


class Measures(msgspec.Struct, frozen=True):
    """What games with a deck have shown; those of two batches can be added."""

    seats: int = 2
    games: int = 0
    """Between equals."""
    turns: int = 0
    points: int = 0
    wins: tuple[int, ...] = ()
    """In turn order: how often who began has won, the next, and so on."""
    floors: dict[str, FloorCount] = {}
    trials: int = 0
    """Games of the good bot against the weak one, or several of those."""
    won: float = 0.0
    """By the good one; equal points are half a win."""

    def __add__(self, other: Measures) -> Measures:
        floors = {**self.floors}
        for name, found in other.floors.items():
            floors[name] = floors.get(name, FloorCount()) + found
        longer = max(len(self.wins), len(other.wins))
        wins = [(*own, *[0] * longer)[:longer] for own in (self.wins, other.wins)]
        return Measures(
            other.seats, self.games + other.games, self.turns + other.turns, self.points + other.points,
            tuple(map(sum, zip(*wins))), floors, self.trials + other.trials, self.won + other.won,
        )  # fmt: skip

    # -- what is told of them

    @property
    def turns_each(self) -> float:
        """Turns of one seat in a game."""
        return self.turns / max(1, self.games * self.seats)

    @property
    def points_each(self) -> float:
        return self.points / max(1, self.games * self.seats)

    @property
    def skill(self) -> float:
        """The good bot's share of the wins against the weak one, as between two."""
        return self.won / max(1, self.trials)

    @property
    def error(self) -> float:
        """The standard error of `skill`."""
        return math.sqrt(self.skill * (1 - self.skill) / max(1, self.trials))

    @property
    def beginner(self) -> float:
        """How often who begins has won, between equals."""
        return self.wins[0] / max(1, self.games) if self.wins else 0.0

    def per_card(self, floor: str) -> float:
        """Return the points that a floor brought for each time it was built."""
        found = self.floors.get(floor, FloorCount())
        return found.points / max(1, found.built)

    def built(self, floor: str) -> float:
        """Return how often a floor was built in a game."""
        return self.floors.get(floor, FloorCount()).built / max(1, self.games)

    def claimed(self, floor: str) -> float:
        """Return in which share of its builds a floor was claimed."""
        found = self.floors.get(floor, FloorCount())
        return found.claimed / max(1, found.built)

    @property
    def never_claimed(self) -> list[str]:
        """The floors that are built, but hardly ever claimed."""
        usual = sum(f.claimed for f in self.floors.values()) / max(1, sum(f.built for f in self.floors.values()))
        return [name for name in self.floors if self.claimed(name) < SELDOM * usual]

    @property
    def deciding(self) -> str:
        """The floor that winners owe most of their lead to; empty where no floor scores."""
        best = max(self.floors, key=lambda name: self.floors[name].decided, default="")
        return best if best and self.floors[best].decided > 0 else ""

    def share(self, floor: str) -> float:
        """Return a floor's share of all points and of all claims, on average: how much it matters in a game."""
        all_points = sum(found.points for found in self.floors.values())
        all_claims = sum(found.claimed for found in self.floors.values())
        own = self.floors.get(floor, FloorCount())
        return (own.points / max(1, all_points) + own.claimed / max(1, all_claims)) / 2

    @property
    def unevenness(self) -> float:
        """How far the floors are from mattering alike: 0 where all do."""
        logs = [math.log(0.2 / len(self.floors) + self.share(name)) for name in self.floors]
        return pstdev(logs) if logs else 0.0


@dataclass(frozen=True, slots=True)
class Batch:
    """Some games to play: a deck, the seats, how many of either kind, and the first seed."""

    deck: Deck
    seats: int
    games: int
    trials: int
    seed: int


def batches(deck: Deck, seats: int, games: int = GAMES, seed: int = 1) -> Iterator[Batch]:
    """Yield the requests that measure a deck, each of a fraction of a second."""
    for done in range(0, games, CHUNK):
        some = min(CHUNK, games - done)
        yield Batch(deck, seats, some, some, seed + done)


def measure(batch: Batch) -> Measures:
    """Play a batch's games and return what they have shown."""
    found = [_between_equals(batch, batch.seed + n) for n in range(batch.games)]
    trials = [_trial(batch, batch.seed + n) for n in range(batch.trials)]
    return total([*found, *trials])


def total(found: Iterable[Measures]) -> Measures:
    return reduce(lambda one, other: one + other, found, Measures())


# -- one game


def _between_equals(batch: Batch, seed: int) -> Measures:
    seats = batch.seats
    log, scores, first, winner = _play(batch.deck, [GOOD] * seats, seed)
    floors = {floor.name: FloorCount() for floor in batch.deck.floors}
    for name, one in _floor_counts(log, winner, seats):
        floors[name] += one
    turns = 1 + sum(isinstance(event, TurnBegan) for event in log)
    place = (winner - first) % seats
    wins = tuple(int(n == place) for n in range(seats))
    return Measures(seats, 1, turns, sum(scores), wins, floors)


def _floor_counts(log: Sequence[Event], winner: Seat, seats: int) -> Iterator[tuple[str, FloorCount]]:
    for event in log:
        match event:
            case Built(floor=name):
                yield name, FloorCount(built=1)
            case Claimed(floor=name):
                yield name, FloorCount(claimed=1)
            case FloorScored(_, step) if any(step.points):
                own = step.points[winner]
                lead = own - (sum(step.points) - own) / (seats - 1)
                yield step.floor, FloorCount(points=sum(step.points), decided=lead)


def _trial(batch: Batch, seed: int) -> Measures:
    """Let one good bot play against weak ones, on another chair each time; it meets each of them by itself."""
    seats, place = batch.seats, seed % batch.seats
    levels = [GOOD if seat == place else WEAK for seat in range(seats)]
    _, scores, _, _ = _play(batch.deck, levels, seed)
    others = [score for seat, score in enumerate(scores) if seat != place]
    won = sum((scores[place] > score) + (scores[place] == score) / 2 for score in others)
    return Measures(seats, trials=seats - 1, won=won)


def _play(deck: Deck, levels: Sequence[str], seed: int) -> tuple[list[Event], tuple[int, ...], Seat, Seat]:
    """Play a game; return its events, the scores, who began, and who won."""
    options: dict[str, Value] = {"first": seed // 2 % len(levels), "end": "sheet", "deck": deck_text(deck)}
    state, log, rng = GAME.setup(len(levels), options, seed), list[Event](), random.Random(seed)
    bots = [bot_named(GAME, level) for level in levels]
    while state.outcome is None:
        seat = state.turn
        action = bots[seat].choose(GAME.view(state, seat), GAME.actions(state, seat), rng)
        assert action is not None
        GAME.apply(state, seat, action, log)
    return log, state.scores, state.first, state.outcome.winners[0]


# -- words


def doubts(deck: Deck) -> Iterator[str]:
    """Yield what may not be meant of a deck, though it can be played."""
    if not any(map(scores, deck.floors)):
        yield tr("No floor scores, so every game ends in a tie.")
    if not deck.triggers:
        number = HEIGHT
        yield tr("No floor triggers scoring: a tower is only scored at {number} floors, or at the end.", number=number)


def measure_rows(found: Measures) -> Iterator[tuple[str, str]]:
    """Yield what was measured: what it is, and its figure in words."""
    yield tr("Length"), tr("{number} turns each", number=f"{found.turns_each:.1f}")
    yield tr("Points"), tr("{number} each", number=f"{found.points_each:.1f}")
    yield tr("Whoever begins wins"), tr("{share}% of games", share=round(100 * found.beginner))
    yield tr("Hard bots beat easy ones"), skill_words(found)
    yield tr("Decides most"), tr(found.deciding) if found.deciding else tr("no floor")
    never = found.never_claimed
    yield tr("Hardly ever claimed"), listed([tr(name) for name in never]) if never else tr("no floor")


def skill_words(found: Measures) -> str:
    """Return how much better the good bot plays than the weak one, and whether that is little."""
    share, error = round(100 * found.skill), max(1, round(100 * found.error))
    told = tr("{share}% of games (± {error})", share=share, error=error)
    return tr("{words}: mostly luck", words=told) if found.skill < LUCK else told


# -- bench


UNFINISHED = "unfinished"
"""The folder, among one's own decks, of those that cannot be played yet."""
USUAL_COUNT = 8


class _Floor(msgspec.Struct):
    name: str = ""
    count: int = USUAL_COUNT
    effect: list[str] = []
    triggers_scoring: bool = False
    picture: str = ""
    colour: str = ""


class _Sketch(msgspec.Struct):
    title: str = ""
    about: str = ""
    floor: list[_Floor] = []


class Bench:
    """One of the user's own decks, as it is being made. What cannot be played yet is kept beside the others."""

    def __init__(self, path: Path, deck: Deck) -> None:
        self.path = path
        self.history = [deck]
        self.unsaved = ""
        """Why the last change could not be saved; empty where it was."""

    @property
    def deck(self) -> Deck:
        return self.history[-1]

    @property
    def problem(self) -> str:
        """What keeps the deck from being played, with its place; empty where nothing does."""
        try:
            parse_deck(deck_file(self.deck), self.path.name)
        except DeckError as error:
            return str(error)
        return ""

    @property
    def warning(self) -> str:
        """What may not be meant though it can be played."""
        return paragraph(doubts(self.deck))

    def change(self, deck: Deck) -> None:
        """Go on with another deck, and save it."""
        if deck is not self.deck:
            self.history.append(deck)
            self.save()

    def set_title(self, title: str) -> None:
        self.change(deck_of(title, self.deck.floors, self.deck.about))

    def set_floor(self, index: int, floor: Floor | None) -> None:
        """Put another floor in its place, after the last one where there is none; None takes it out."""
        floors = [*self.deck.floors]
        floors[index : index + 1] = [] if floor is None else [floor]
        self.change(deck_of(self.deck.title, tuple(floors), self.deck.about))

    def new_floor(self) -> Floor:
        """Return a floor that can be added."""
        names = {floor.name for floor in self.deck.floors}
        number = next(n for n in range(1, 99) if f"FLOOR {n}" not in names)
        return Floor(f"FLOOR {number}", USUAL_COUNT, (Effect(EffectVerb.SCORE, 1),))

    def undo(self) -> None:
        if len(self.history) > 1:
            self.history.pop()
            self.save()

    def save(self) -> None:
        """Write the deck: where decks are found if it can be played, else among the unfinished ones."""
        unfinished = self.path.parent / UNFINISHED / self.path.name
        try:
            target = unfinished if self.problem else self.path
            target.parent.mkdir(parents=True, exist_ok=True)
            write_atomic(target, deck_file(self.deck))
            if not self.problem:
                unfinished.unlink(missing_ok=True)
            self.unsaved = ""
        except OSError as error:
            self.unsaved = cannot_write(self.path, error)

    def delete(self) -> None:
        for path in (self.path.parent / UNFINISHED / self.path.name, self.path):
            path.unlink(missing_ok=True)


def new_bench(deck: Deck) -> Bench:
    """Begin a file of one's own with a deck; its name goes by the title."""
    stem = re.sub(r"[^a-z0-9]+", "-", deck.title.lower()).strip("-") or "deck"
    folder, number, name = own_decks_folder(), 1, f"own-{stem}"
    while is_there(folder / f"{name}.toml") or is_there(folder / UNFINISHED / f"{name}.toml"):
        number += 1
        name = f"own-{stem}-{number}"
    bench = Bench(folder / f"{name}.toml", deck)
    bench.save()
    return bench


def open_bench(path: Path) -> Bench:
    """Go on with a deck of one's own where it was left. Raises DeckError."""
    unfinished = path.parent / UNFINISHED / path.name
    try:
        data = read_file(unfinished if is_there(unfinished) else path, LARGEST_FILE)
    except OSError as error:
        raise DeckError(not_opened(path, error)) from None
    return Bench(path, _sketched(data, str(path)))


def _sketched(data: bytes, source: str) -> Deck:
    """Return a deck that may not be playable yet. Raises DeckError where it is none at all."""
    try:
        sketch = msgspec.convert(tomllib.loads(decoded(data)), _Sketch)
        floors = tuple(
            Floor(f.name, f.count, tuple(map(parse_effect, f.effect)), f.triggers_scoring, f.picture, f.colour)
            for f in sketch.floor
        )
    except (ValueError, RecursionError) as error:
        raise DeckError(f"{source}: {error}") from None
    return deck_of(sketch.title, floors, sketch.about)


def own_benches() -> list[Path]:
    """Return the files of one's own decks, with those that are unfinished."""
    folder = own_decks_folder()
    names = {path.name for place in (folder, folder / UNFINISHED) for path in files_in(place, "*.toml")}
    return [folder / name for name in sorted(names)]


def take_in(path: Path) -> Bench:
    """Copy a deck file from elsewhere among one's own decks. Raises DeckError."""
    return new_bench(read_deck(path))


def copy_of(deck: Deck) -> Deck:
    """Return a deck of one's own that begins as another one, its names in the reader's language."""
    floors = tuple(replace(floor, name=tr(floor.name)[:20]) for floor in deck.floors)
    return deck_of(tr("My {deck}", deck=tr(deck.title))[:20], floors, tr(deck.about) if deck.about else "")


# -- balance


ROUNDS = 16
"""Tries of other counts."""
GAMES_PER_TRIAL = 24
"""For each try, all on the same deals."""
SEED = 1_000_001
"""Of the first deal: not of those by which decks are measured, so that no deck is fitted to its measure."""
FEWEST = 2
"""Cards of a floor that are left."""

Try = tuple[Deck, Measures]


def balancing(deck: Deck, seats: int, rounds: int = ROUNDS) -> Generator[Batch, Measures, Deck]:
    """Ask for games, take what they show, and return the best counts found; the number of cards stays.

    Cards go from a floor that matters much to one that hardly does.
    """
    best = deck, (yield quick(deck, seats))
    tried = {deck}
    for _ in range(rounds):
        other = next((way for way in ways(best) if way not in tried), None)
        if other is None:
            break
        tried.add(other)
        best = better(best, (other, (yield quick(other, seats))))
    return best[0]


def quick(deck: Deck, seats: int) -> Batch:
    """Return a few games between equals."""
    return Batch(deck, seats, GAMES_PER_TRIAL, 0, SEED)


def better(one: Try, other: Try) -> Try:
    return other if other[1].unevenness < one[1].unevenness else one


def ways(best: Try) -> Iterator[Deck]:
    """Yield decks with other counts, the most promising first: two cards moved, or one, between unlike floors."""
    deck, found = best
    pairs = [(high, low) for high in deck.floors for low in deck.floors]
    pairs = [(high, low) for high, low in pairs if found.share(high.name) > found.share(low.name)]
    pairs.sort(key=lambda pair: found.share(pair[1].name) - found.share(pair[0].name))
    for high, low in pairs:
        for number in (2, 1):
            if high.count - number >= FEWEST and low.count + number <= MOST_COUNT:
                yield _moved(deck, high, low, number)


def _moved(deck: Deck, high: Floor, low: Floor, number: int) -> Deck:
    changed = {high.name: high.count - number, low.name: low.count + number}
    floors = tuple(replace(floor, count=changed.get(floor.name, floor.count)) for floor in deck.floors)
    return deck_of(deck.title, floors, deck.about)


# -- tasks


def deck_named(word: str) -> Deck:
    """Return the deck of a file, or of that name. Raises UsageError."""
    try:
        return read_deck(Path(word)) if word.endswith(".toml") else find_decks().find(word)
    except DeckError as error:
        raise UsageError(str(error)) from None


def measure_decks(arguments: argparse.Namespace) -> int:
    decks = [deck_named(word) for word in arguments.decks]
    requests = [[*batches(deck, arguments.seats, arguments.games, arguments.seed)] for deck in decks]
    found = []
    for of_deck in requests:
        with ProgressBar(len(of_deck)) as bar:
            parts = []
            for request in of_deck:
                parts.append(measure(request))
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
                batch = work.send(measure(batch))
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


TASKS = {"measure": measure_decks, "balance": balance, "week": week, "draft": draft}
"""By the words of the command `deck`."""
