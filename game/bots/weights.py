"""Bots by name, their weights and seeds, those of games without weights, and bots that take over from others."""

from __future__ import annotations

import random
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from .. import boundary, registry, roster
from ..assets import read_text, read_toml
from ..engine import Advice, AnyGame, Bot, Outcome, RandomBot, Seat, Verdict
from ..language import mark, tr
from ..record import Change, Header, Occasion, Player, Record
from ..roster import RANDOM, UnknownBot, level_of
from ..text import no_such
from .search import Candidate, cost_of, even_schedule, halve, sample_worlds

# -- seeds


def bot_seed(view: Any, moment: int) -> str:
    """Return the seed of a bot's generator for one choice. It depends only on the moment and on what the seat sees.

    `moment` is the number of entries played so far; in a live game, the milliseconds since the start. Therefore the
    same game by the same bots is reproduced in the window, in a simulation and on any machine. The seed reveals nothing
    hidden, because it does not depend on that.
    """
    return sha256(msgspec.json.encode((moment, view), order="deterministic")).hexdigest()[:32]


# -- weights


WeightTable = dict[str, Any]
"""A bot's weights, as in a file: by name, numbers, lists of numbers, words, or tables of these."""
ZeroOrMore = Annotated[int, msgspec.Meta(ge=0)]
OneOrMore = Annotated[int, msgspec.Meta(ge=1)]


def bot_named(game: AnyGame, name: str) -> Bot[Any, Any]:
    """Return the bot of a level, a character, or an old bot of the gauntlet. Raises UnknownBot.

    `random` chooses any legal action at random. A level without weights in this game is a `default_bot`.
    """
    if name == RANDOM:
        return RandomBot()
    weights = weights_named(game.name, name)
    if not weights or registry.part(game.name, "bots") is None:
        return default_bot(game, level_of(name))
    return make_bot(game, weights)


def make_bot(game: AnyGame, weights: WeightTable) -> Bot[Any, Any]:
    """Return a bot with these weights. Raises ValueError or KeyError if they do not fit."""
    maker = registry.part(game.name, "bots")
    if not maker:
        raise ValueError(tr("the bots of {game} have no weights", game=game.title))
    bot: Bot[Any, Any] = registry.run(game.name, "bots", maker, weights)
    if not registry.is_own(game.name):
        boundary.fence(bot, Bot, registry.blamer(game.name))
    return bot


def weights_named(game: str, name: str) -> WeightTable:
    """Return the weights of a level, a character or an old bot; empty if the game has none. Raises UnknownBot.

    A character has the weights of its level, modified by its temper.
    """
    if roster.is_known(name):
        tables, character = _tables(game, "bots.toml"), roster.character(name)
        weights = dict(tables.get(character.level if character else name, {}))
        if not weights or not character:
            return weights
        return scaled(weights, tables.get("temper", {}).get(character.temper, {}))
    old = _tables(game, "gauntlet.toml")
    if name not in old:
        near = mark("there's no bot {name} in {game} (did you mean {near}?): choose from {choices}")
        alone = mark("there's no bot {name} in {game}: choose from {choices}")
        raise UnknownBot(no_such(name, (*roster.names(), RANDOM, *old), alone, near, game=game))
    return dict(old[name])


def learnt(game: str, name: str) -> str:
    """Return a file of learnt values: `values.toml` by the game's name, `values-1.toml` by the name and -1, and so on.

    Raises ValueError if there is no such file.
    """
    files = {game + file.stem.removeprefix("values"): file for file in registry.entry(game).data.glob("values*.toml")}
    if name not in files:
        raise ValueError(f"there are no values {name!r}")
    return read_text(files[name])


def gauntlet(game: str) -> tuple[str, ...]:
    """Return the opponents that never change, weakest first, against which every later bot is measured."""
    return (RANDOM, *_tables(game, "gauntlet.toml"))


@cache
def _tables(game: str, file: str) -> dict[str, WeightTable]:
    """Return the tables in a game's file; empty if the file does not exist."""
    path = registry.data_file(game, file)
    return registry.read(game, file, lambda: read_toml(path, dict[str, WeightTable]), {}) if path else {}


def scaled(weights: Mapping[str, Any], factors: Mapping[str, Any]) -> WeightTable:
    """Return the weights, each multiplied by the factor with the same name if there is one. Raises KeyError."""
    table = dict(weights)
    for name, factor in factors.items():
        table[name] = _times(table[name], factor)
    return table


def _times(value: Any, factor: Any) -> Any:
    if isinstance(value, Mapping):
        return scaled(value, factor)
    if isinstance(value, Iterable):
        return [number * factor for number in value]
    return value * factor


# -- takeovers


def successor(header: Header, number: int) -> Player:
    """Return the player who took the seat in the change with this index."""
    changes = header.purpose.changes
    seat = changes[number].seat
    return next((later.player for later in changes[number + 1 :] if later.seat == seat), header.seats[seat])


def take_over(record: Record, seats: Mapping[Seat, Player], started: str = "") -> Record:
    """Return a record that continues another with other bots on some seats; if nothing was played, a new game.

    A continued game does not count. A game that nobody has begun to play keeps its occasion, apart from the city.
    """
    header = record.header
    entries = record.entries if header.clock else record.effective()  # what was undone has used up time, too
    players = tuple(seats.get(seat, player) for seat, player in enumerate(header.seats))
    if not record.actions():
        outside_the_city = replace(header.occasion, district="", stage="") if header.occasion else header.occasion
        return Record(replace(header, seats=players, occasion=outside_the_city))
    changes = tuple(Change(len(record.effective()), seat, header.seats[seat]) for seat in sorted(seats))
    before = header.purpose
    occasion = Occasion(
        branch=len(entries), origin=header.started, best_of=before.best_of, won=before.won,
        changes=(*before.changes, *changes),
    )  # fmt: skip
    return Record(replace(header, seats=players, started=started, occasion=occasion), [*entries])


def as_bot(player: Player, kind: str, taken: Container[str] = ()) -> Player:
    """Return a bot of a level, or a character, in place of another one. `taken` are names of others at the table."""
    title, old = roster.title(kind), roster.title(player.level)
    is_level = not roster.who_is(kind) and not roster.who_is(player.level)
    name = player.name.replace(old, title) if is_level else title
    if name in taken:
        name = next(f"{name} {number}" for number in range(2, 9) if f"{name} {number}" not in taken)
    return replace(player, level=kind, name=name)


# -- games without weights


PLAYOUTS = dict(zip(roster.LEVELS, (1, 3, 10, 40, 150)))
"""The average number of playouts per action, by level."""
LONGEST_PLAYOUT = 300
"""The most actions of a playout. After them it ends without a winner."""
JUDGE_WORLDS = 200
"""Number of worlds in which a decision is compared with a better one."""


class PlayoutBot(Bot[Any, Any]):
    """Chooses the action that wins the most random playouts."""

    def __init__(self, game: AnyGame, playouts: int) -> None:
        self.game, self.playouts = game, playouts

    def choose(self, view: Any, actions: Sequence[Any], rng: random.Random) -> Any:
        return self._search(view, actions, rng).choice

    def advise(self, view: Any, actions: Sequence[Any], rng: random.Random) -> Advice[Any]:
        return _advice(self._search(view, actions, rng))

    def judge(self, view: Any, actions: Sequence[Any], played: Any, rng: random.Random) -> Verdict[Any]:
        """Find the best action, then compare it with `played` in fresh worlds. The cost is in wins per 100 games."""
        best = self._search(view, actions, rng)
        if best.choice == played:
            return Verdict(_advice(best), 0.0)
        both = [Candidate(best.choice), Candidate(played)]
        results = sample_worlds(both, JUDGE_WORLDS, *self._playouts(view, rng))
        return Verdict(_advice(best), 100 * cost_of([better - own for better, own in results]))

    def _search(self, view: Any, actions: Sequence[Any], rng: random.Random) -> Candidate[Any]:
        schedule = even_schedule(len(actions), self.playouts * len(actions))
        return halve([Candidate(action) for action in actions], schedule, *self._playouts(view, rng))[0]

    def _playouts(
        self, view: Any, rng: random.Random
    ) -> tuple[Callable[[], Any], Callable[[Any, Candidate[Any]], float]]:
        """Return functions that draw a world consistent with a view, and that play one out at random after a choice."""
        game = self.game

        def play_out(world: Any, candidate: Candidate[Any]) -> float:
            """Return the acting seat's share of the win, 0 to 1."""
            state = world.copy()
            seat = min(game.actors(state))
            game.apply(state, seat, candidate.choice)
            outcome = play_at_random(game, state, rng)
            return outcome.share(seat) if outcome else 0.0

        return lambda: game.determinize(view, rng), play_out


def play_at_random(game: AnyGame, state: Any, rng: random.Random) -> Outcome | None:
    """Play a game to its end at random, changing the state; return None if it goes on after `LONGEST_PLAYOUT`."""
    for _ in range(LONGEST_PLAYOUT):
        if outcome := game.outcome(state):
            return outcome
        seat = min(game.actors(state))
        game.apply(state, seat, rng.choice(game.actions(state, seat)))
    return None


def _advice(best: Candidate[Any]) -> Advice[Any]:
    if not best.tried:
        return Advice(best.choice, tr("There's nothing else to do."))
    percent = round(100 * best.mean)
    return Advice(best.choice, tr("It wins {percent}% of random games played out from here.", percent=percent))


def default_bot(game: AnyGame, level: str) -> Bot[Any, Any]:
    """Return the bot of a level for a game without weights. In a live game it chooses any legal action at random."""
    return RandomBot() if game.live else PlayoutBot(game, PLAYOUTS[level])
