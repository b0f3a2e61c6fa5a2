"""What the texts of IceTowers say of the times in its rules, and checks of these texts against the rules."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any
from unittest.mock import patch

from tests.game.icetowers.positions import do, piece, started, table, wait
from tests.scenes.robot import Eye, Robot
from tests.scenes.rules_shown.walk import Means, Moment, Says, Sheets, Text, drawn, most_players, numbers, read
from tests.scenes.trace import LiveByChance
from topping_out.game.icetowers.actions import Capped, Done, Ended, Mine, PlayBegan, Ready, TimerRang
from topping_out.game.icetowers.rules import GAME
from topping_out.game.icetowers.state import COLOUR_OF, COUNTDOWN, PIPS_OF, Phase, State
from topping_out.game.options import Option, resolve
from topping_out.game.record import Player, new_header
from topping_out.scenes.app import App
from topping_out.scenes.icetowers import printing
from topping_out.scenes.kit.paper import Document

STATE = "topping_out.game.icetowers.state"
CHANGES = {f"{STATE}:COUNTDOWN": 5000, f"{STATE}:LAST_CALL": 4000}
"""Other values of constants of the rules, with which the texts are tested."""
FIXED = {
    **{f"state:{size}": "pips of a size, which is drawn so large" for size in ("SMALL", "MEDIUM", "LARGE")},
    "core:TO_MINE": "sentences speak of two pieces",
    "state:PER_SIZE": "pieces are numbered by it, in records",
    "state:PER_COLOUR": "pieces are numbered by it, in records",
    "state:PIPS_PER_COLOUR": "follows from the pieces",
    **{f"state:{name}": "places on the table, as records have them" for name in ("WIDTH", "DEPTH", "SIDEWAYS")},
    "state:DARTS": "how long a free place is looked for",
    "course:DARTS": "the same in earlier versions",
}
"""Constants that are not varied, and why."""
WATCHED = ()
SECOND = 1000


# -- what the rules do


def within(state: State, kind: type[Any], ms: float) -> bool:
    """Tell whether an event of this type happens within `ms` milliseconds if nobody acts."""
    later, events = state.copy(), list[Any]()
    GAME.tick(later, state.ms + round(ms), events)
    return any(isinstance(event, kind) for event in events)


def seconds_until(state: State, kind: type[Any]) -> int:
    """Return the second from now in which an event of this type happens if nobody acts."""
    return next(second for second in range(1, 1000) if within(state, kind, second * SECOND))


# -- what is said


def is_left(moment: Moment, text: Text, minutes: str, seconds: str) -> bool:
    """Tell whether the timer rings at the time shown, to a second; the time that is read out may be ten seconds old."""
    left, stale = (60 * int(minutes) + int(seconds)) * SECOND, 10 if text.where == "reads clock" else 1
    playing = moment.state.copy()
    playing.last_call = None  # it would end the game earlier
    return within(playing, TimerRang, left) and not within(playing, TimerRang, left - stale * SECOND - 1)


SAYS: Says = {
    r"(?<!\d)(\d):(\d\d)(?!\d)": is_left,
    r"Last call": lambda m, t: t.where != "draws" or within(m.state, Ended, 60 * SECOND),
}
RARE: Says = {
    "Take turns": lambda m, t: m.state.variant.paused_time,
    r"(\d+) seconds? left": lambda m, t, seconds: abs(seconds_until(m.state, TimerRang) - int(seconds)) <= 1,
}


def expects(moment: Moment) -> Iterator[tuple[str, str]]:
    """Yield the large number of the countdowns to the beginning and to the end."""
    if moment.state.phase is Phase.COUNTDOWN:
        yield "draws", str(seconds_until(moment.state, PlayBegan))
    elif moment.state.last_call is not None and moment.state.outcome is None:
        yield "draws", str(seconds_until(moment.state, Ended))


MOST_SECONDS = 150


class LiveTable:
    """A live table at which nobody plays: all are ready, and after a while all are done."""

    def __init__(self, app: App, eye: Eye, game: str, seats: int, options: Mapping[str, Any], seed: int = 3) -> None:
        self.app, self.eye = app, eye
        app.context.announcer.is_heard = True
        app.context.settings.idle_life, app.context.settings.slower_hands = False, "off"
        Robot(app).resize((1280, 720))
        players = [Player("Ana", "human", "", 0), *(Player(f"Bo {n}", "human", "", n) for n in range(1, seats))]
        self.match = app.context.library.start(new_header(GAME, players, resolve(GAME.options(seats), options), seed))
        self.scene = LiveByChance(app.context, self.match, dict.fromkeys(range(seats), "mouse"))
        app.open(self.scene)
        self._said = app.context.announcer.count

    def moment(self) -> Moment:
        context = self.app.context
        texts = [*drawn(self.app, self.eye), *read(self.scene)]
        texts += [
            Text("says", announcement.text)
            for announcement in context.announcer.said
            if announcement.number > self._said
        ]
        self._said = context.announcer.count
        state = GAME.determinize(self.scene.view, random.Random(0))  # with the clock of the table
        return Moment(state, self.scene.view, texts=texts)

    def act(self, seat: int, action: Any) -> None:
        self.scene.driver.submit(seat, action, round(self.scene.clock.now))

    def moments(self, most: int) -> Iterator[Moment]:
        """Yield the table about every second during the countdown and play, and at the end.

        All are done before the timer of the usual length rings.
        """
        most = min(most, MOST_SECONDS)
        seats = range(len(self.match.state.hands))
        for number in range(most):
            if number in (2, most - 12):
                for seat in seats:
                    self.act(seat, Ready(seat * 15) if number == 2 else Done(True))
            for _ in range(10 if self.match.state.phase is Phase.PLAY and not self.match.state.last_call else 3):
                self.app.manager.update(100)
            if self.app.manager.top is not self.scene or self.match.outcome:
                return
            yield self.moment()


TABLE = LiveTable


def further(table: LiveTable) -> Iterator[Moment]:
    yield from ()


# -- what the options do


def timer_rings(state: State, value: Any) -> bool:
    """Tell whether the timer rings exactly after `value` minutes of play, or never for "off"."""
    if value == "off":
        return not within(state, TimerRang, 3600 * SECOND)
    return within(state, TimerRang, value * 60 * SECOND) and not within(state, TimerRang, value * 60 * SECOND - 1)


def is_played_for(seconds: int) -> bool:
    """Tell whether a mined piece is placed for its seat exactly after this many seconds."""
    state = table("a3 a2 b2 | b3 | b3", stall=seconds, timer="off")
    do(state, 0, f"mine {piece('a2')}")
    return not any(isinstance(event, Capped) for event in wait(state, seconds * SECOND - 1)) and any(
        isinstance(event, Capped) for event in wait(state, 1)
    )


def is_ghostly(is_on: bool) -> bool:
    """Tell whether there is a third colour, which both seats may move, exactly if the option is on."""
    state = started(2, ghost=is_on)
    colours = {COLOUR_OF[number] for tower in state.towers for number in tower.pieces}
    moved = [any(getattr(action, "piece", 0) >= 30 for action in GAME.actions(state, seat)) for seat in (0, 1)]
    return colours == {0, 1, *([2] if is_on else [])} and moved == [is_on, is_on]


def time_stands_still(is_on: bool) -> bool:
    """Tell whether seats act in turn without a timer exactly if the option is on."""
    state = started(3, paused_time=is_on)
    actors = GAME.actors(state)
    return (len(actors) == 1) == is_on and timer_rings(state, "off") == is_on


MEANS: Means = {
    "timer": lambda seats, value, option: (
        timer_rings(started(seats, timer=value), value) and option.label(value).startswith(str(value).capitalize())
    ),
    "stall": lambda seats, value, option: is_played_for(value) and option.label(value) == f"{value} seconds",
    "ghost": lambda seats, value, option: is_ghostly(value),
    "paused_time": lambda seats, value, option: time_stands_still(value),
}


# -- what is printed


def option(key: str) -> Option:
    return next(option for option in GAME.options(2) if option.key == key)


@cache
def pieces() -> Counter[tuple[int, int]]:
    """Return the number of pieces of each colour and size, with all players or a ghost."""
    tables = started(most_players("icetowers")), started(2, ghost=True)
    return max((Counter((COLOUR_OF[number], PIPS_OF[number]) for tower in state.towers for number in tower.pieces)
               for state in tables), key=Counter.total)  # fmt: skip


def of_a_colour() -> list[int]:
    """Return the number of small, medium and large pieces of each colour, which is the same for all."""
    by_colour = {tuple(pieces()[colour, size] for size in (1, 2, 3)) for colour, _ in pieces()}
    (found,) = by_colour
    return [*found]


def last_call() -> int:
    """Return the number of seconds from all seats being done to the end."""
    state = started(2)
    for seat in (0, 1):
        GAME.apply(state, seat, Done(True))
    return seconds_until(state, Ended)


SHEETS: Says = {}


def look_at(sheets: Sheets) -> None:
    """Check that there are nets for each colour's pieces, and a score sheet for several games."""
    with patch.object(printing, "_put_net") as put_net:
        assert [*printing.IceTowersPrinting().further(Document("a4", ""), {})]
    assert Counter((call.args[4], call.args[2]) for call in put_net.call_args_list) == pieces()
    assert len({text for text in sheets.further if not text.startswith("Cut along")}) == len({c for c, _ in pieces()})
    assert sheets.rows == [f"Game {number + 1}" for number in range(len(sheets.rows))]


RULES: Says = {
    r"Every player has (\w+) pyramids of one colour, (\w+) of each size": lambda m, t, all, each: (
        numbers(all) == [sum(of_a_colour())] and {*of_a_colour()} == {*numbers(each)}
    ),
    r"small with (\w+) pip, medium with (\w+), large with (\w+)\.": lambda m, t, *words: numbers(*words) == [1, 2, 3],
    r"Together that is (\w+) points\. More than (\w+) at the end": lambda m, t, *words: (
        numbers(*words) == [pips_of_a_colour()] * 2
    ),
    r"all scores together always come to (\w+) for each colour": lambda m, t, word: (
        numbers(word) == [pips_of_a_colour()]
    ),
    r"a tower that holds at least (\w+) pieces of yours": lambda m, t, word: (
        [number for number in (1, 2, 3) if can_mine(number)][:1] == numbers(word)
    ),
    r"anyone may count to (\w+) aloud": lambda m, t, word: (
        numbers(word) == [option("stall").default] and is_played_for(*numbers(word))
    ),
    r"the last call and counts down aloud from (\w+)": lambda m, t, word: numbers(word) == [last_call()],
    r"one of you counts down aloud from (\w+), and off you go": lambda m, t, word: (
        numbers(word) == [COUNTDOWN // SECOND]
    ),
    r"a kitchen timer to (\w+) minutes": lambda m, t, word: numbers(word) == [option("timer").default],
    r"a third colour with (\w+) pieces of its own": lambda m, t, word: numbers(word) == [sum(of_a_colour())],
}
"""The numbers in the printed rules."""
NO_RULES = ()


def pips_of_a_colour() -> int:
    return sum(size * count for size, count in enumerate(of_a_colour(), 1))


def can_mine(count: int) -> bool:
    """Tell whether a piece can be mined from another's tower that contains this many of the seat's own."""
    state = table(" ".join([*["a3"] * count, "b3"]), timer="off")
    return any(isinstance(action, Mine) for action in GAME.actions(state, 0))


# -- the results


def is_row(moment: Moment, text: Text, score: str, tallest: str, lost: str) -> bool:
    """Tell whether a row of the results agrees with its player's towers and pieces."""
    seat, state = text.seat, moment.state
    own = [tower for tower in state.towers if COLOUR_OF[tower.pieces[-1]] == seat]
    held = [hand.piece for hand in state.hands if hand and COLOUR_OF[hand.piece] == seat]
    points = sum(PIPS_OF[number] for tower in own for number in tower.pieces) + sum(PIPS_OF[number] for number in held)
    kept = [number for tower in own for number in tower.pieces if COLOUR_OF[number] == seat]
    return [int(score), int(tallest), int(lost)] == [
        points,
        max((len(tower.pieces) for tower in own), default=0),
        sum(of_a_colour()) - len(kept) - len(held),
    ]


RESULTS: Says = {
    r"Score (\d+), .*Tallest tower (\d+), .*Pieces lost (\d+)": is_row,
    r"wins? with (\d+)\.": lambda m, t, points: int(points) == max(m.state.outcome.scores),
    r"The timer rang": lambda m, t: TimerRang in map(type, m.events),
    r"Nobody had a move left": lambda m, t: not any(GAME.actions(m.state, seat) for seat in (0, 1)),
}
"""Texts of the results, of which one of the last two occurs."""
ONE_OF_RESULTS = {*[*RESULTS][-2:]}
