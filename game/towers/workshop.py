"""Measuring decks by games between bots, editing the user's own decks, and balancing decks."""

from __future__ import annotations

import argparse
import math
import random
import re
import tomllib
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, count, zip_longest
from operator import add
from pathlib import Path
from statistics import pstdev

import msgspec

from ..assets import decoded
from ..bots.weights import bot_named
from ..cli.console import INTERRUPTED, ProgressBar, UsageError, print_lines, tell
from ..engine import Seat, TurnBegan
from ..language import mark, tr, tr_context, tr_count
from ..options import Value
from ..progress import daily
from ..storage.files import STANDARD, cannot_write, files_in, is_there, read_file, read_in, write_atomic
from ..text import listed, not_opened, paragraph
from .actions import HEIGHT, Built, Claimed, Event, FloorScored
from .command import GAMES
from .decks import (
    LARGEST_FILE,
    DeckError,
    bots_pick,
    copy_of,
    deck_file,
    deck_text,
    find_decks,
    new_draft,
    own_decks_folder,
    parse_deck,
    read_deck,
    scores,
)
from .floors import Deck, Effect, EffectVerb, Floor, deck_of, parse_effect
from .rooms import RoomPlan, mains_for, parse_room, picture_of, room_by_lot, room_of, shown_floors
from .rules import GAME
from .state import MOST_COUNT

# -- measure


GOOD, WEAK = "hard", "easy"
"""The levels of the bots: the good one plays against itself, and against the weak one."""
CHUNK = 6
"""Number of games per request to another process, which takes a fraction of a second."""
SELDOM = 0.05
"""A floor claimed less often than this fraction of the average is reported as hardly ever claimed."""
LUCK = 0.6
"""If the good bot's share of wins against the weak one is below this, the deck is called mostly luck."""
BLANK = 0.1
"""A deck is hardly a game if more than this share of results are without a point. In our own decks, up to 0.04 are."""
CLEAR = 2.0
"""How many standard errors the first seat's share of wins must be from an equal share to be clearly different."""


class FloorCount(msgspec.Struct, frozen=True):
    """The figures of a floor, summed over all games."""

    built: int = 0
    claimed: int = 0
    points: int = 0
    decided: float = 0.0
    """How many points more the winner got from the floor than the others on average."""

    def __add__(self, other: FloorCount) -> FloorCount:
        return FloorCount(*map(add, msgspec.structs.astuple(self), msgspec.structs.astuple(other)))


class Measures(msgspec.Struct, frozen=True):
    """The results of games with a deck; those of two batches can be added."""

    seats: int = 2
    games: int = 0
    """Number of games between equal bots."""
    turns: int = 0
    points: int = 0
    wins: tuple[int, ...] = ()
    """Number of wins of each seat, in turn order from the seat that began."""
    floors: dict[str, FloorCount] = {}
    trials: int = 0
    """Number of results of the good bot against a weak one (one for each weak bot in a game)."""
    won: float = 0.0
    """Number of those that the good bot won; a tie counts as half a win."""
    blank: int = 0
    """Number of results without a point: one for each seat that ended a game between equal bots with 0 points."""

    def __add__(self, other: Measures) -> Measures:
        names = dict.fromkeys((*self.floors, *other.floors))
        floors = {name: self.floor(name) + other.floor(name) for name in names}
        wins = zip_longest(self.wins, other.wins, fillvalue=0)
        return Measures(
            other.seats, self.games + other.games, self.turns + other.turns, self.points + other.points,
            tuple(map(sum, wins)), floors, self.trials + other.trials, self.won + other.won,
            self.blank + other.blank,
        )  # fmt: skip

    # -- figures

    @property
    def turns_each(self) -> float:
        """Number of turns per seat and game."""
        return self.turns / max(1, self.games * self.seats)

    @property
    def points_each(self) -> float:
        return self.points / max(1, self.games * self.seats)

    @property
    def skill(self) -> float:
        """The good bot's share of wins against a single weak one."""
        return self.won / max(1, self.trials)

    @property
    def beginner(self) -> float:
        """The share of games between equal bots that the first seat won."""
        return self.wins[0] / max(1, self.games) if self.wins else 0.0

    @property
    def edge(self) -> float:
        """How many standard errors `beginner` is above (or, if negative, below) an equal share of the wins."""
        equal = 1 / self.seats
        return (self.beginner - equal) / math.sqrt(equal * (1 - equal) / max(1, self.games))

    @property
    def blank_share(self) -> float:
        """The share of results without a point."""
        return self.blank / max(1, self.games * self.seats)

    @property
    def is_hardly_a_game(self) -> bool:
        return self.blank_share > BLANK

    def floor(self, name: str) -> FloorCount:
        """Return the figures of a floor."""
        return self.floors.get(name, FloorCount())

    def per_card(self, floor: str) -> float:
        """Return the points that a floor scored for each time it was built."""
        return self.floor(floor).points / max(1, self.floor(floor).built)

    def built(self, floor: str) -> float:
        """Return how often a floor was built per game."""
        return self.floor(floor).built / max(1, self.games)

    def claimed(self, floor: str) -> float:
        """Return how often a floor was claimed, as a share of its builds."""
        return self.floor(floor).claimed / max(1, self.floor(floor).built)

    @property
    def never_claimed(self) -> list[str]:
        """The names of the floors that are hardly ever claimed."""
        usual = self._all.claimed / max(1, self._all.built)
        return [name for name in self.floors if self.claimed(name) < SELDOM * usual]

    @property
    def _all(self) -> FloorCount:
        """The figures of all floors together."""
        return sum(self.floors.values(), start=FloorCount())

    @property
    def deciding(self) -> str:
        """The name of the floor that adds most to the lead of winners; empty if no floor does."""
        best = max(self.floors, key=lambda name: self.floors[name].decided, default="")
        return best if best and self.floors[best].decided > 0 else ""

    def share(self, floor: str) -> float:
        """Return how much a floor matters: the mean of its shares of all points and of all claims."""
        own, every = self.floor(floor), self._all
        return (own.points / max(1, every.points) + own.claimed / max(1, every.claimed)) / 2

    @property
    def unevenness(self) -> float:
        """How unequally the floors matter: 0 if they all matter equally."""
        logs = [math.log(0.2 / len(self.floors) + self.share(name)) for name in self.floors]
        return pstdev(logs) if logs else 0.0


@dataclass(frozen=True, slots=True)
class Batch:
    """A batch of games to play: `games` between equal bots, `trials` of a good one against weak ones."""

    deck: Deck
    seats: int
    games: int
    trials: int
    seed: int


def batches(deck: Deck, seats: int, games: int = GAMES, seed: int = 1) -> Iterator[Batch]:
    """Yield the batches that measure a deck, each of which takes a fraction of a second."""
    for done in range(0, games, CHUNK):
        some = min(CHUNK, games - done)
        yield Batch(deck, seats, some, some, seed + done)


def in_play(deck: Deck) -> Deck:
    """Return a deck without what does not matter in play: title, description, rooms and colours."""
    return deck_of("", tuple(replace(floor, picture="", colour="") for floor in deck.floors))


def measure(batch: Batch) -> Measures:
    """Play the games of a batch and return their results."""
    found = [_between_equals(batch, batch.seed + n) for n in range(batch.games)]
    trials = [_trial(batch, batch.seed + n) for n in range(batch.trials)]
    return total([*found, *trials])


def total(found: Iterable[Measures]) -> Measures:
    return sum(found, start=Measures())


# -- one game


def _between_equals(batch: Batch, seed: int) -> Measures:
    seats = batch.seats
    log, scores, first, winner = _play(batch.deck, [GOOD] * seats, seed)
    floors = {floor.name: FloorCount() for floor in batch.deck.floors}
    for name, found in _floor_counts(log, winner, seats):
        floors[name] += found
    turns = 1 + sum(isinstance(event, TurnBegan) for event in log)
    place = (winner - first) % seats
    wins = tuple(int(n == place) for n in range(seats))
    return Measures(seats, 1, turns, sum(scores), wins, floors, blank=scores.count(0))


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
    """Play a game of one good bot, in a changing seat, against weak ones; return its result against each of them."""
    seats, place = batch.seats, seed % batch.seats
    levels = [GOOD if seat == place else WEAK for seat in range(seats)]
    _, scores, _, _ = _play(batch.deck, levels, seed)
    others = [score for seat, score in enumerate(scores) if seat != place]
    won = sum((scores[place] > score) + (scores[place] == score) / 2 for score in others)
    return Measures(seats, trials=seats - 1, won=won)


def _play(deck: Deck, levels: Sequence[str], seed: int) -> tuple[list[Event], tuple[int, ...], Seat, Seat]:
    """Play a game; return its events, its scores, the first seat, and the winner."""
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
    """Yield warnings about features of a deck that are allowed, but probably not intended."""
    if not any(map(scores, deck.floors)):
        yield tr("No floor scores, so every game ends in a tie.")
    if not deck.triggers:
        number = HEIGHT
        yield tr("No floor triggers scoring: a tower is only scored at {number} floors, or at the end.", number=number)


def measure_rows(found: Measures) -> Iterator[tuple[str, str]]:
    """Yield the title of each measured figure, and its value in words."""
    yield tr("Length"), tr("{number} turns each", number=f"{found.turns_each:.1f}")
    yield tr("Points"), tr("{number} each", number=f"{found.points_each:.1f}")
    yield tr("First player wins"), _share_words(found.beginner, found.games)
    skill = _share_words(found.skill, found.trials)
    yield tr("Hard bots beat easy ones"), tr("{words}: mostly luck", words=skill) if found.skill < LUCK else skill
    yield tr("Decides most"), tr(found.deciding) if found.deciding else tr("no floor")
    never = found.never_claimed
    yield tr("Hardly ever claimed"), listed([tr(name) for name in never]) if never else tr("no floor")


def _share_words(share: float, games: int) -> str:
    """Return a share of so many games in words, with its standard error."""
    error = math.sqrt(share * (1 - share) / max(1, games))
    return tr("{share}% of games (± {error})", share=round(100 * share), error=max(1, round(100 * error)))


def flaws(found: Measures) -> Iterator[str]:
    """Yield sentences on what the games have shown to be wrong with a deck."""
    if found.is_hardly_a_game:
        share = round(100 * found.blank_share)
        yield tr("This is hardly a game: {share}% of the time, a player ends it without a single point.", share=share)
    equal = round(100 / found.seats)
    if found.edge > CLEAR:
        yield tr("The first player wins too often: an equal share would be {share}%.", share=equal)
    elif found.edge < -CLEAR:
        yield tr("The first player wins too seldom: an equal share would be {share}%.", share=equal)


# -- bench


UNFINISHED = "unfinished"
"""The folder, within that of the user's decks, for decks that cannot be played yet."""
USUAL_COUNT = 8
SIMPLEST = "children"
"""The built-in deck that is played fastest, in which every floor pays its owner; a new deck begins as a copy of it."""


def _unfinished(path: Path) -> Path:
    """Return where a deck is saved while it cannot be played."""
    return path.parent / UNFINISHED / path.name


class _Floor(msgspec.Struct):
    name: str = ""
    count: int = USUAL_COUNT
    effect: list[str] = []
    triggers_scoring: bool = False
    picture: str = ""
    room: list[str] = []
    colour: str = ""


class _Sketch(msgspec.Struct):
    title: str = ""
    about: str = ""
    floor: list[_Floor] = []


class Bench:
    """A deck of the user's own that is being edited. While it cannot be played, it is saved in `UNFINISHED`."""

    def __init__(self, path: Path, deck: Deck) -> None:
        self.path = path
        self.history = [deck]
        self.unsaved = ""
        """Why the last change could not be saved; empty if it was."""

    @property
    def deck(self) -> Deck:
        return self.history[-1]

    @property
    def problem(self) -> str:
        """What is wrong with the deck, and where; empty if it can be played."""
        try:
            parse_deck(deck_file(self.deck), self.path.name)
        except DeckError as error:
            return str(error)
        return ""

    @property
    def warning(self) -> str:
        """What is probably not intended, though the deck can be played (see `doubts`)."""
        return paragraph(doubts(self.deck))

    def change(self, deck: Deck) -> None:
        """Replace the deck by a changed one, and save it."""
        if deck is not self.deck:
            self.history.append(deck)
            self.save()

    def set_title(self, title: str) -> None:
        self.change(deck_of(title, self.deck.floors, self.deck.about))

    def set_floor(self, index: int, floor: Floor | None) -> None:
        """Replace the floor at `index`, append it if there is none, or remove the floor if `floor` is None."""
        floors = [*self.deck.floors]
        floors[index : index + 1] = [] if floor is None else [floor]
        self.change(deck_of(self.deck.title, tuple(floors), self.deck.about))

    def new_floor(self) -> Floor:
        """Return a new floor with an unused name, and a room by lot that looks like no other in the deck."""
        names = {floor.name for floor in self.deck.floors}
        number = next(n for n in range(1, 99) if f"FLOOR {n}" not in names)
        floor = Floor(f"FLOOR {number}", USUAL_COUNT, (Effect(EffectVerb.SCORE, 1),))
        return replace(floor, picture=str(self.some_room(floor)))

    def some_room(self, floor: Floor) -> RoomPlan:
        """Return a room by lot for a floor of the deck, with a main part that no floor has yet."""
        taken = {room_of(shown).main for shown in shown_floors(self.deck)}
        rng = random.Random(f"{self.deck.title} {floor.name} {sorted(taken)} {len(self.history)}")
        return room_by_lot(rng, next(part for part in mains_for(floor, rng) if part not in taken))

    def undo(self) -> None:
        if len(self.history) > 1:
            self.history.pop()
            self.save()

    def save(self) -> None:
        """Write the deck to its file; to `UNFINISHED` if it cannot be played yet."""
        unfinished = _unfinished(self.path)
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
        for path in (_unfinished(self.path), self.path):
            path.unlink(missing_ok=True)


def new_bench(deck: Deck) -> Bench:
    """Save a deck as a new file among the user's decks, named after the title."""
    stem = re.sub(r"[^a-z0-9]+", "-", deck.title.lower()).strip("-") or "deck"
    names = chain([f"own-{stem}"], (f"own-{stem}-{number}" for number in count(2)))
    paths = (own_decks_folder() / f"{name}.toml" for name in names)
    path = next(path for path in paths if not is_there(path) and not is_there(_unfinished(path)))
    bench = Bench(path, deck)
    bench.save()
    return bench


def open_bench(path: Path) -> Bench:
    """Return the bench for a deck of the user's own, in its unfinished form if there is one. Raises DeckError."""
    unfinished = _unfinished(path)
    try:
        data = read_file(unfinished if is_there(unfinished) else path, LARGEST_FILE)
    except OSError as error:
        raise DeckError(not_opened(path, error)) from None
    return Bench(path, _sketched(data, str(path)))


def _sketched(data: bytes, source: str) -> Deck:
    """Return a deck that may not be playable yet. Raises DeckError if it cannot be read at all."""
    try:
        sketch = msgspec.convert(tomllib.loads(decoded(data)), _Sketch)
        floors = tuple(
            Floor(f.name, f.count, tuple(map(parse_effect, f.effect)), f.triggers_scoring,
                  picture_of(f.name, f.picture, parse_room(f.room)) if f.room else f.picture, f.colour)
            for f in sketch.floor
        )  # fmt: skip
    except (ValueError, RecursionError) as error:
        raise DeckError(f"{source}: {error}") from None
    return deck_of(sketch.title, floors, sketch.about)


def own_benches() -> list[Path]:
    """Return the paths of the user's decks, including unfinished ones."""
    folder = own_decks_folder()
    names = {path.name for place in (folder, folder / UNFINISHED) for path in files_in(place, "*.toml")}
    return [folder / name for name in sorted(names)]


def take_in(path: Path) -> Bench:
    """Copy a deck file to the user's decks. Raises DeckError."""
    return new_bench(read_deck(path))


def begun_deck() -> Deck:
    """Return a deck to begin with: a copy of the simplest built-in one, with a title that no deck of the user's has."""
    used = set()
    for path in own_benches():
        with suppress(DeckError):
            used.add(open_bench(path).deck.title)
    title = tr("My deck")
    titles = (title, *(f"{title} {number}" for number in range(2, len(used) + 3)))
    free = next(each for each in titles if each not in used)
    return deck_of(free, copy_of(find_decks().built_in[SIMPLEST]).floors)


# -- balance


ROUNDS = 16
"""Number of decks with other counts to try."""
GAMES_PER_TRIAL = 24
"""Number of games for each try; all tries use the same deals."""
SEED = 1_000_001
"""Seed of the first deal; different from those used for measuring, so that no deck is fitted to its measure."""
FEWEST = 2
"""Least number of cards of a floor."""

Try = tuple[Deck, Measures]


def balancing(deck: Deck, seats: int, rounds: int = ROUNDS) -> Generator[Batch, Measures, Try]:
    """Yield batches of games, receive their results, and return the best deck found, with the results of its games.

    Cards are moved from floors that matter much to floors that matter little, so the deck's size stays the same.
    """
    best = deck, (yield quick(deck, seats))
    tried = {deck}
    with suppress(KeyboardInterrupt):  # thrown in by whoever needs the best deck so far
        for _ in range(rounds):
            other = next((way for way in ways(best) if way not in tried), None)
            if other is None:
                break
            tried.add(other)
            best = better(best, (other, (yield quick(other, seats))))
    return best


def quick(deck: Deck, seats: int) -> Batch:
    """Return a batch of a few games between equal bots."""
    return Batch(deck, seats, GAMES_PER_TRIAL, 0, SEED)


def better(best: Try, other: Try) -> Try:
    """Return the deck whose floors matter more equally; but if one of them is hardly a game, the other one."""
    return min(best, other, key=lambda each: (each[1].is_hardly_a_game, each[1].unevenness))


def ways(best: Try) -> Iterator[Deck]:
    """Yield decks with two cards or one moved between floors that matter differently, the most promising first."""
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
    """Return the deck in a file, on standard input, or with a name. Raises UsageError."""
    try:
        if word == str(STANDARD):
            return parse_deck(read_in(LARGEST_FILE), tr("standard input"))
        return read_deck(Path(word)) if word.endswith(".toml") else find_decks().find(word)
    except DeckError as error:
        raise UsageError(str(error)) from None


def measure_decks(arguments: argparse.Namespace) -> int:
    decks = [deck_named(word) for word in arguments.decks]
    requests = [[*batches(deck, arguments.seats, arguments.games, arguments.seed)] for deck in decks]
    found: list[Measures] = []
    is_complete = False
    with suppress(KeyboardInterrupt), ProgressBar(sum(map(len, requests))) as bar:  # what is measured by then is shown
        for of_deck in requests:
            found.append(Measures())
            for request in of_deck:
                found[-1] += measure(request)
                bar.step()
        is_complete = True
    for number, (deck, measures) in enumerate(zip(decks, found)):
        if measures.games:
            print_lines([*[""] * bool(number), *report(deck, measures)])
    return 0 if is_complete else INTERRUPTED


def report(deck: Deck, measures: Measures) -> Iterator[str]:
    """Yield the lines of a report: figures of the deck, and a table of its floors."""
    yield tr_count("{deck}, {number} card", "{deck}, {number} cards", len(deck.cards), deck=tr(deck.title))
    yield from (f"  {words}" for words in doubts(deck))
    for title, value in measure_rows(measures):
        yield f"  {title}: {value}"
    yield from (f"  {words}" for words in flaws(measures))
    titles = (
        tr_context("heading of a column", "floor"), tr_context("heading of a column", "cards"),
        tr_context("heading of a column", "built"), tr_context("heading of a column", "claimed"),
        tr_context("heading of a column", "points"),
    )  # fmt: skip
    rows = [
        (tr(name), str(floor.count), f"{measures.built(name):.1f}", f"{measures.claimed(name):.0%}",
         f"{measures.per_card(name):.1f}")
        for floor, name in ((floor, floor.name) for floor in deck.floors)
    ]  # fmt: skip
    yield from _table(titles, rows)


def _table(titles: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    lines = [titles, *rows]
    wide = [max(map(len, column)) for column in zip(*lines)]
    for line in lines:
        yield "  " + "  ".join(cell.ljust(w) if not n else cell.rjust(w) for n, (cell, w) in enumerate(zip(line, wide)))


def balance(arguments: argparse.Namespace) -> int:
    work = balancing(deck_named(arguments.deck), arguments.seats)
    is_complete = True
    with ProgressBar(ROUNDS + 1) as bar:
        batch = next(work)
        while True:
            try:
                try:
                    batch = work.send(measure(batch))
                    bar.step()
                except KeyboardInterrupt as stop:  # the best so far is printed
                    is_complete = False
                    work.throw(stop)
            except StopIteration as end:
                best: Try = end.value
                break
    print_lines(_lines_of(best[0]))
    tell(STANDARD, flaws(best[1]))
    return 0 if is_complete else INTERRUPTED


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
"""By the argument of the command `deck`."""
