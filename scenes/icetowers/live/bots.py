"""What a live table does for its bots: it asks them, keeps their pace, and shows where their pointers are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from topping_out.game.bots.worker import BotAnswer
from topping_out.game.engine import Seat
from topping_out.game.live.driver import LiveBot, LiveDriver, LiveQuestion
from topping_out.game.match import Match
from topping_out.scenes.icetowers.board import IceTowersBoard
from topping_out.scenes.kit.canvas import Point
from topping_out.scenes.match.bots.questions import BotQuestions
from topping_out.scenes.system.context import Context
from topping_out.scenes.system.settings import BOTS_HANDS
from topping_out.scenes.ui.widgets import Rect


class BotChoice:
    """What a bot does next, once it is known."""

    def __init__(self, context: Context, questions: BotQuestions, question: LiveQuestion) -> None:
        """Ask the bot."""
        self.context, self._questions = context, questions
        self._answer: BotAnswer | None = None
        questions.ask("choose", question.bot, question.view, question.actions, question.ms, about=self)

    def done(self) -> bool:
        if self._answer is None and (answer := self._questions.fetch(self)):
            self._answer = answer
            if answer.failed:
                self.context.report(answer.failed)
        return self._answer is not None

    def result(self) -> Any:
        return self._answer.action if self._answer else None


LOOKED_AT = 5
"""So many last plays of a player say how fast that player is."""
USUAL = 5_000.0
"""Milliseconds that each of these is taken for until it has been made."""
LEAST, MOST = 0.2, 2.0
"""How much slower and faster than its own a bot's hand goes at most."""
PLAYS = ("place", "split")
"""How the texts of actions that complete a play begin."""


class PlayTimes:
    """When the players at the screen have completed their plays, read from the record as it grows."""

    def __init__(self, match: Match, humans: Sequence[Seat]) -> None:
        self._match, self._read = match, 0
        self.times: dict[Seat, list[int]] = {seat: [] for seat in humans}

    def interval(self, ms: float) -> float:
        """Return how long a play takes the players, on the average of their rates, at this moment."""
        entries = self._match.record.entries
        for entry in entries[self._read :]:
            if entry.seat in self.times and entry.text.startswith(PLAYS):
                self.times[entry.seat].append(entry.ms)
        self._read = len(entries)
        rates = [1 / self._one(times, ms) for times in self.times.values()]
        return len(rates) / sum(rates)

    def _one(self, times: list[int], ms: float) -> float:
        began = self._match.state.began
        last = times[-LOOKED_AT:]
        since = times[-LOOKED_AT - 1] if len(times) > LOOKED_AT else (ms if began is None else began)
        return max(200.0, (ms - since + (LOOKED_AT - len(last)) * USUAL) / LOOKED_AT)


def paces(setting: str, bots: Mapping[Seat, LiveBot], interval: float) -> dict[Seat, float]:
    """Return the pace of each bot's hand, 1 being its own. `interval`: see `PlayTimes.interval`."""
    fixed = BOTS_HANDS[setting]
    if fixed is not None:
        return dict.fromkeys(bots, fixed)
    return {seat: min(MOST, max(LEAST, bot.profile.play_time / interval)) for seat, bot in bots.items()}


class TablePace:
    """Keeps the bots of one table at their pace."""

    def __init__(self, driver: LiveDriver, humans: Sequence[Seat]) -> None:
        self._driver = driver
        self._plays = PlayTimes(driver.match, humans) if humans else None

    def keep(self, setting: str, ms: float) -> None:
        """Tell the driver how fast the bots are now. Where nobody plays at the screen they have their own pace."""
        if self._plays:
            self._driver.paces = paces(setting, self._driver.bots, self._plays.interval(ms))


ASIDE: tuple[Point, ...] = (
    (34, 30), (-84, 30), (44, -24), (-96, -24), (0, 52), (-50, 52), (84, 4), (-140, 4), (60, 70), (-120, 70),
)  # fmt: skip
"""Where a pointer may go from where its hand rests, the nearest places first."""
WIDE, HIGH = 84.0, 40.0
"""What a pointer covers with its name, at the usual text size."""
GLIDE = 70.0
"""Milliseconds in which a pointer goes two thirds of its way."""


class BotPointers:
    """The pointers of one table's bots."""

    def __init__(self, driver: LiveDriver, board: IceTowersBoard) -> None:
        self._driver, self._board = driver, board
        self._shown: dict[Seat, Point] = {}
        self._hands: dict[Seat, Point] = {}
        self._rests: dict[Seat, tuple[object, Point]] = {}

    def move(self, ms: float, passed: float) -> dict[Seat, Point]:
        """Return where each pointer is at a moment, so many milliseconds after the last time."""
        view, layout = self._board.view, self._board.layout
        for seat in self._driver.bots:
            point = self._driver.hand_at(seat, round(ms))
            if point is None:
                continue
            hand = layout.at(*point)
            is_resting = hand == self._hands.get(seat) and view.hands[seat] is None
            self._hands[seat] = hand
            goal = self._beside(seat, hand) if is_resting else hand
            x, y = self._shown.get(seat, hand)
            share = 1 - 0.33 ** (passed / GLIDE)
            share = share if is_resting else min(1.0, 2 * share)
            self._shown[seat] = x + (goal[0] - x) * share, y + (goal[1] - y) * share
        return self._shown

    def _beside(self, seat: Seat, hand: Point) -> Point:
        """Return the place near a hand where its pointer covers least; kept until the table changes."""
        view, layout = self._board.view, self._board.layout
        key = hand, view.plays
        known = self._rests.get(seat)
        if known and known[0] == key:
            return known[1]
        text = layout.text
        near = [place for place in layout.places(view.towers) if place.inflate(320, 240).collidepoint(hand)]

        def covered(place: Point) -> float:
            own = Rect(place[0], place[1], WIDE * text, HIGH * text)
            return sum(part.w * part.h for r in near if (part := own.clip(r)).w and part.h)

        places = [(hand[0] + dx, hand[1] + dy) for dx, dy in ASIDE]
        inside = [p for p in places if 8 < p[0] < layout.width - WIDE * text and p[1] < layout.height - layout.bar - 36]
        best = min(inside or places, key=covered)
        self._rests[seat] = key, best
        return best
