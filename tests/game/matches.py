"""Helpers for tests: matches, contests, players, perft counts, stories (positions and plays as text), a toy game."""

import json
import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.game.by_luck.random_games import short_options
from topping_out.game.arena.contest import (
    Contender,
    Contest,
    Pair,
    Simulation,
    play_all,
    players_of,
    read_contenders,
    simulate,
    simulations,
)
from topping_out.game.bots import weights
from topping_out.game.bots.process import LocalWorkers
from topping_out.game.bots.weights import bot_named, make_bot, scaled, weights_named
from topping_out.game.engine import NOBODY, AnyGame, Game, IllegalAction, Outcome, Seat
from topping_out.game.match import Match
from topping_out.game.options import Value, resolve
from topping_out.game.record import Header, Player, Record, count_turns, new_header
from topping_out.game.registry import load
from topping_out.game.storage.library import SaveLibrary

# -- matches


PACE = 700
"""Milliseconds between two moments of a live game at which all seats act."""


def new_match(name: str, *players: Player, seed: int = 7, **options: object) -> Match:
    """Return a new game, of Ana and Bo if no players are given."""
    return Match.new(new_header(load(name), players or (Player("Ana"), Player("Bo")), options, seed))


def play_on(match: Match, actions: int = 10_000, which: int = 0) -> Match:
    """Do up to `actions` actions, each the first of the seat to act, or the one at index `which`."""
    for _ in range(actions):
        if match.outcome:
            break
        seat = min(match.actors)
        match.act(seat, match.game.actions(match.state, seat)[which])
    return match


def played_by_chance(name: str, *players: Player, seed: int = 7) -> Record:
    """Return the record of a random game. (Games of bots would change whenever the bots improve.)"""
    played = _played_by_chance(name, players or (Player("P0"), Player("P1", colour=1)), seed)
    return Record(played.header, [*played.entries])


@cache
def _played_by_chance(name: str, players: tuple[Player, ...], seed: int) -> Record:
    game, rng = load(name), random.Random(5)
    match = new_match(name, *players, seed=seed)
    for moment in range(0, 10**9, PACE):
        match.tick(moment if game.live else 0)
        if match.outcome:
            if game.live:
                match.mark_time(moment)
            return match.record
        for seat in sorted(match.actors):
            if actions := game.actions(match.state, seat):
                match.act(seat, rng.choice(actions[:40]), moment if game.live else 0)
    raise AssertionError("the game does not end")


def leave_unfinished(
    home: Path, name: str, turns: int, options: Mapping[str, Any], rivals: Sequence[str] = ("Mesa",)
) -> None:
    """Save a game in a home folder, played by bots up to the last `turns` turns of the human in seat 0."""
    game = load(name)
    seats = [Player("You"), *(Player(rival, "bot", "easy", colour) for colour, rival in enumerate(rivals, 1))]
    match, bot, rng = new_match(name, *seats, seed=3, **options), bot_named(game, "easy"), random.Random(3)
    while not match.outcome:
        (seat,) = match.actors
        match.act(seat, bot.choose(game.view(match.state, seat), game.actions(match.state, seat), rng))
    entries = match.record.entries
    begun = [n for n, entry in enumerate(entries) if entry.seat == 0 and (n == 0 or entries[n - 1].seat != 0)]
    library = SaveLibrary(home / "records" / "games")
    library.begin(Record(match.record.header, entries[: begun[-turns]]))
    library.close()


# -- contests


def lineup(name: str, seats: str, seed: int = 1, **options: object) -> tuple[Header, tuple[Contender, ...]]:
    """Return the header of a game between contenders, such as `hard,easy`, and the contenders."""
    contenders = read_contenders(load(name), seats)
    return new_header(load(name), players_of(contenders), options, seed), contenders


def contest(name: str, seats: str, seed: int = 1, patience: float = 300.0, **options: object) -> Contest:
    """Return a contest of short games."""
    short = short_options(load(name), len(read_contenders(load(name), seats)))
    return Contest(*lineup(name, seats, seed, **{**short, **options}), patience)


def pairs_of(contest: Contest, pairs: int, jobs: int = 1) -> list[Pair]:
    return [pair for _, pair in play_all([contest], pairs, LocalWorkers(jobs))]


def turns_of(name: str, options: Mapping[str, Any], seats: int, level: str, games: int) -> list[float]:
    """Return the number of turns per seat in each of `games` games between bots of a level."""
    first = Simulation(*lineup(name, ",".join([level] * seats), 500, **options))
    played = simulate(simulations(first, games))
    return [count_turns(each.record) / seats for each in played]


# -- players


def bot_players(*levels: str) -> tuple[Player, ...]:
    """Return a bot player for each of these levels."""
    return tuple(Player(f"{level} {n}", "bot", level, n - 1) for n, level in enumerate(levels, 1))


def ask(
    method: Callable[..., Any], game: AnyGame, state: Any, *played: Any, seat: Seat | None = None, luck: int = 0
) -> Any:
    """Ask a bot by its method, such as `choose`, what a seat does, which is the one to act if none is given."""
    seat = state.turn if seat is None else seat
    return method(game.view(state, seat), game.actions(state, seat), *played, random.Random(luck))


def tempered(name: str, level: str, temper: str) -> Any:
    """Return a bot of a level with this temper, or with none."""
    table, tempers = weights_named(name, level), weights._tables(name, "bots.toml")["temper"]
    return make_bot(load(name), scaled(table, tempers[temper]) if temper else table)


# -- perft


Case = dict[str, Any]
"""A position: its `name`, `seats`, `seed`, `options`, the `moves` that lead to it, and its `counts`."""


def read_cases(path: Path) -> list[Case]:
    return json.loads(path.read_text(encoding="utf-8"))


def write_cases(path: Path, cases: list[Case]) -> None:
    path.write_text("[\n" + ",\n".join(map(json.dumps, cases)) + "\n]\n", encoding="utf-8")


def counts(game: AnyGame, case: Case) -> list[int]:
    """Return the numbers of sequences of one action, of two, and so on, as many as the case has."""
    state = position(game, case)
    return [perft(game, state, depth) for depth in range(1, len(case["counts"]) + 1)]


def position(game: AnyGame, case: Case) -> Any:
    state = start(game, case["seats"], case["seed"], **case["options"])
    act(game, state, *case["moves"])
    return state


def perft(game: AnyGame, state: Any, depth: int) -> int:
    """Return the number of action sequences of length `depth`. Sequences that end earlier don't count."""
    actions = [(seat, action) for seat in game.actors(state) for action in game.actions(state, seat)]
    if depth == 1:
        return len(actions)
    count = 0
    for seat, action in actions:
        after = state.copy()
        game.apply(after, seat, action)
        count += perft(game, after, depth - 1)
    return count


# -- positions


def start(game: AnyGame, seats: int = 2, seed: int = 1, **options: object) -> Any:
    """Return the state of a new game with these options and defaults for the others."""
    return game.setup(seats, resolve(game.options(seats), options), seed)


def act(game: AnyGame, state: Any, *texts: str) -> list[Any]:
    """Check and do these actions, each of the seat to act in a turn game. Return the events."""
    log: list[Any] = []
    for text in texts:
        action = game.parse(text)
        assert state.turn in game.actors(state)
        game.check(state, state.turn, action)
        game.apply(state, state.turn, action, log)
    return log


def legal(game: AnyGame, state: Any) -> list[str]:
    """Return the actions of the seat to act as text."""
    return list(map(str, game.actions(state, state.turn)))


def options_in(words: Mapping[str, str]) -> dict[str, object]:
    """Return options given in the text of a position: a name alone switches one on."""
    return {key: int(value) if value.isdigit() else value or True for key, value in words.items()}


def words_of(parts: Iterable[str]) -> dict[str, str]:
    """Return the values that follow the first words of these parts of a position."""
    return {key: value for key, _, value in (part.partition(" ") for part in parts)}


# -- stories


@dataclass(frozen=True)
class Teller:
    """How the stories of a game are executed."""

    begin: Callable[[str], Any]
    """Makes a state from the text of a position."""
    play: Callable[[Any, str], list[Any]]
    """Does a play, if it is legal, and returns its events."""
    facts: Mapping[str, Callable[..., object]]
    """The facts that stories may state, by a pattern of their names.

    Each function gets the state, the events of the last plays and the groups of the pattern. It returns the value that
    must follow the name."""


def stories(teller: Teller, text: str) -> Callable[[str], None]:
    """Return a test that runs each story of a text. A story may have several scripts, which then begin with a `*`."""

    @pytest.mark.parametrize("story", cases(text))
    def test(story: str) -> None:
        for script in filter(None, re.split(r"(?m)^ +\* ", story)):
            tell(teller, script)

    return test


def cases(text: str) -> list[Any]:
    """Return the stories of a text as test cases, each with its sentence as id."""
    found = [parted.partition("\n") for parted in re.split(r"\n(?=\S)", text.strip("\n"))]
    return [pytest.param(script, id=sentence) for sentence, _, script in found]


def tell(teller: Teller, story: str) -> None:
    """Run a story, and check everything that it states."""
    position, *steps = re.split(r" ([>=!]) ", " ".join(story.split()))
    state, events = teller.begin(position), []
    for number in range(0, len(steps), 2):
        sign, words = steps[number : number + 2]
        if sign == ">":
            refusal = steps[number + 3] if steps[number + 2 : number + 3] == ["!"] else ""
            *plays, last = words.split("; ")
            events = [event for play in plays for event in teller.play(state, play)]
            if refusal:
                with pytest.raises(IllegalAction, match=f"^{pattern(refusal)}$"):
                    teller.play(state, last)
            else:
                events += teller.play(state, last)
        elif sign == "=":
            for fact in words.split("; "):
                found = holds(teller.facts, fact, state, events)
                assert re.fullmatch(pattern(fact), found, re.DOTALL), f"expected {fact}, got {found}"


def holds(facts: Mapping[str, Callable[..., object]], fact: str, state: Any, events: list[Any]) -> str:
    """Return the stated fact with its actual value. The first matching name counts."""
    for name, value in facts.items():
        if found := re.match(rf"{name}(?= |$)", fact):
            return f"{found[0]} {value(state, events, *found.groups())}"
    raise ValueError(f"no fact is named {fact!r}")


def pattern(words: str) -> str:
    return ".*".join(map(re.escape, words.split("…")))


def of(events: Iterable[Any], kind: type[Any]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def row(values: Any) -> str:
    """Return values as text for a fact, or a dash for none."""
    return " ".join(map(str, values)) or "-"


def kinds(events: list[Any]) -> str:
    """Return the class names of events as text for a fact."""
    return row(type(event).__name__ for event in events)


# -- a toy game, the least that a game must define


@dataclass
class Heap:
    left: int
    turn: Seat = 0

    def copy(self) -> "Heap":
        return replace(self)


class Matches(Game[Heap, int, None, int]):
    """Two seats alternately take one to three matches; whoever takes the last one wins. A view is the number left."""

    name, title, designer, blurb, seats = "matches", "Matches", "nobody", "Take matches.", range(2, 3)

    def setup(self, seats: int, options: Mapping[str, Value], seed: int) -> Heap:
        return Heap(21)

    def actors(self, state: Heap) -> frozenset[Seat]:
        return frozenset({state.turn}) if state.left else NOBODY

    def actions(self, state: Heap, seat: Seat) -> list[int]:
        return list(range(1, min(3, state.left) + 1))

    def apply(self, state: Heap, seat: Seat, action: int, log: list[None] | None = None) -> None:
        state.left, state.turn = state.left - action, 1 - seat

    def outcome(self, state: Heap) -> Outcome | None:
        return None if state.left else Outcome((1 - state.turn,), (0, 0), "last match")

    def view(self, state: Heap, seat: Seat | None) -> int:
        return state.left

    def determinize(self, view: int, rng: random.Random) -> Heap:
        return Heap(view)

    def parse(self, text: str) -> int:
        return int(text)
