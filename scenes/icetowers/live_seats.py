"""Parts of a live table: devices, handicaps, bots, the counting at the end, and announcements."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from topping_out.game.bots.worker import BotAnswer
from topping_out.game.engine import Seat
from topping_out.game.icetowers.results import Count
from topping_out.game.icetowers.state import View
from topping_out.game.language import mark, tr, tr_count, tr_player
from topping_out.game.live import LiveBot, LiveDriver, LiveQuestion, LiveStep
from topping_out.game.match import Match
from topping_out.game.text import commas, full_stop, paragraph, reason_sentence

from .. import routes
from ..accessibility.semantics import Group, Role, Semantics
from ..devices.intents import KEYBOARD_HALVES, MOUSE, Intent, Verb
from ..kit.stage import Point, Stage
from ..manager import Pop, Push, Replace, Transition
from ..match.bots import BotQuestions
from ..match.coach import Coach
from ..match.course import Ending, JustOver, Steps
from ..match.scene import TableScene, humans_of, is_readers, remember, seat_humans, turn_words
from ..system.context import Context
from ..system.settings import BOT_HAND_SPEEDS
from ..ui.column import Notice, foot_area
from ..ui.layout import Rect, Widget, fill, row
from ..ui.page import Page
from ..ui.widgets import Button, PagePart
from .animator import CLINKS, LAST_MOMENTS, shared
from .board import IceTowersBoard
from .cursors import KeyCursor, MouseCursor, side_by_side
from .spoken import account_of_others, clock_words, describe_hand, own_account, passes_turn

# -- handicap


REST = 980.0
"""Milliseconds of a mouse's rest after a play. At best, a mouse makes 56 plays a minute and half a keyboard 36; with
these rests, both make 36 (`build/measure/games/icetowers_plays.py` of commit ed5bbf6f). Gamepads play like keys."""


class Handicap:
    """The rests of one table's mice after each play, if other players use keys or gamepads."""

    def __init__(self) -> None:
        self._resting: frozenset[Seat] = frozenset()
        self._until: dict[Seat, float] = {}
        self._waiting: list[Intent] = []

    def set_devices(self, seating: Mapping[Seat, str], is_on: bool) -> None:
        """Set the devices. If `is_on`, mice rest if another player has keys or a gamepad."""
        mice = frozenset(seat for seat, id in seating.items() if id.startswith(MOUSE))
        self._resting = mice if is_on and len(mice) < len(seating) else frozenset()
        self._waiting.clear()

    @property
    def is_on(self) -> bool:
        return bool(self._resting)

    def played(self, seat: Seat, ms: float) -> None:
        """Begin a player's rest after a completed play."""
        if seat in self._resting:
            self._until[seat] = ms + REST

    def left(self, seat: Seat, ms: float) -> float:
        """Return the share of a seat's rest that is left; 0 if it can play."""
        return max(0.0, (self._until.get(seat, ms) - ms) / REST) if seat in self._resting else 0.0

    def holds(self, intent: Intent, ms: float) -> bool:
        """Return whether an intent must wait; if so, keep it."""
        is_click = intent.verb in (Verb.PRESS, Verb.RELEASE)
        if intent.seat is None or not is_click:
            return False
        behind = any(other.seat == intent.seat for other in self._waiting)
        if not behind and not self.left(intent.seat, ms):
            return False
        self._waiting.append(intent)
        return True

    def forget_clicks(self) -> None:
        """Forget the intents that wait, as the player has let go of everything."""
        self._waiting.clear()

    def released(self, ms: float) -> Iterator[Intent]:
        """Yield the intents that have waited long enough, one for each seat."""
        seen: set[Seat | None] = set()
        for intent in [*self._waiting]:
            if intent.seat not in seen and intent.seat is not None and not self.left(intent.seat, ms):
                self._waiting.remove(intent)
                yield intent
            seen.add(intent.seat)


def handicap_words() -> str:
    """Return the notice before the start."""
    return tr("Fair play: a mouse rests a second after each play, so the keys can keep up.")


# -- devices


class TableDevices:
    """The devices of one table. `seating` maps seats to ids of their players' devices."""

    def __init__(self, context: Context, board: IceTowersBoard, seating: Mapping[Seat, str] | None = None) -> None:
        """Give the players the devices in `seating`, or else those of the set-up or free ones."""
        self.context, self.board = context, board
        self.seating = dict(seating or seat_humans(context, board.header))
        self.handicap = Handicap()
        self._set_handicap()

    def assign(self, is_by_focus: bool) -> None:
        """Assign the devices to seats. If `is_by_focus`, the keys move the focus instead of a cursor."""
        self._set_handicap()
        labels = {device.id: device.label for device in self.context.devices.available()}
        freed = KEYBOARD_HALVES if is_by_focus else ()
        self.context.devices.assign({seat: id for seat, id in self.seating.items() if id not in freed})
        for seat, id in self.seating.items():
            kind = MouseCursor if id.startswith(MOUSE) else KeyCursor
            if not isinstance(self.board.cursors.get(seat), kind):
                kit, seats = self.context.kit, len(self.board.header.seats)
                self.board.cursors[seat] = kind(seat, (kit.width * (seat + 1) / (seats + 1), kit.height / 2))
            self.board.labels[seat] = labels.get(id) or tr("no device")
            self.board.key_signs[seat] = {} if is_by_focus else self.context.devices.signs(id)

    def _set_handicap(self) -> None:
        """Set the handicap by the settings; there is none if time stands still while a player chooses."""
        is_hurried = not self.board.header.options.get("paused_time")
        self.handicap.set_devices(self.seating, self.context.settings.even_hands and is_hurried)

    def follow(self, view: View, ms: float) -> None:
        """Update all cursors after changes on the table, and pass their places and rests to the board."""
        board = self.board
        for seat, cursor in board.cursors.items():
            cursor.look(view, board.layout)
            board.rests[seat] = self.handicap.left(seat, ms)
        places = {seat: (cursor.x, cursor.y) for seat, cursor in board.cursors.items()}
        by_keys = {seat: place for seat, place in places.items() if isinstance(board.cursors[seat], KeyCursor)}
        shown, board.at_left = side_by_side(by_keys)
        board.positions = places | shown

    @property
    def without(self) -> list[Seat]:
        """The players without a connected device."""
        connected = self.context.devices.connected_ids
        return [seat for seat in humans_of(self.board.header) if self.seating.get(seat) not in connected]

    @property
    def mouse_seats(self) -> list[Seat]:
        """The seats that play with a mouse."""
        return [seat for seat, cursor in self.board.cursors.items() if isinstance(cursor, MouseCursor)]

    def change(self) -> Transition:
        """Let the players choose other devices."""
        header = self.board.header
        humans = humans_of(header)
        names = [header.seats[seat].name for seat in humans]
        assigned = [self.seating.get(seat, "") for seat in humans]
        return Push(routes.DEVICES(self.context, names, assigned, self._take))

    def _take(self, devices: Sequence[str]) -> None:
        header = self.board.header
        self.seating = {seat: id for seat, id in zip(humans_of(header), devices) if id}
        remember(self.context, header.game, devices)

    def notice(self) -> Notice:
        """Return a dialog about a missing device, which closes itself when the device is back."""
        words = (
            mark("You have nothing to play with: plug in a mouse or a gamepad, or choose another device."),
            mark("{name} has nothing to play with: plug in a mouse or a gamepad, or choose another device."),
        )
        text = tr_player(self.board.header.seats[self.without[0]].name, *words)
        choices = ((tr("Switch controllers"), self.change), (tr("Leave"), lambda: Replace(routes.TITLE(self.context))))
        return Notice(self.context, tr("The game waits"), text, choices, until=lambda: not self.without)


# -- bots


class BotChoice:
    """A bot's next action, once it is known."""

    def __init__(self, context: Context, questions: BotQuestions, question: LiveQuestion) -> None:
        """Send the question to the bots' process."""
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


COUNTED_PLAYS = 5
"""Number of a player's last plays by which the player's speed is measured."""
USUAL_PLAY_TIME = 5_000.0
"""Milliseconds that count for each of these plays that has not been made yet."""
MIN_PACE, MAX_PACE = 0.2, 2.0
"""Smallest and largest pace of a bot's hand, as a factor of its own pace."""
PLAYS = ("place", "split")
"""Beginnings of the texts of actions that complete a play."""


class PlayTimes:
    """The times of plays completed by the players at the screen, read from the growing record."""

    def __init__(self, match: Match, humans: Sequence[Seat]) -> None:
        self._match, self._read = match, 0
        self.times: dict[Seat, list[int]] = {seat: [] for seat in humans}

    def interval(self, ms: float) -> float:
        """Return the milliseconds that a play takes the players at this moment, by the mean of their rates."""
        entries = self._match.record.entries
        for entry in entries[self._read :]:
            if entry.seat in self.times and entry.text.startswith(PLAYS):
                self.times[entry.seat].append(entry.ms)
        self._read = len(entries)
        rates = [1 / self._interval_of(times, ms) for times in self.times.values()]
        return len(rates) / sum(rates)

    def _interval_of(self, times: list[int], ms: float) -> float:
        began = self._match.state.began
        last = times[-COUNTED_PLAYS:]
        since = times[-COUNTED_PLAYS - 1] if len(times) > COUNTED_PLAYS else (ms if began is None else began)
        return max(200.0, (ms - since + (COUNTED_PLAYS - len(last)) * USUAL_PLAY_TIME) / COUNTED_PLAYS)


def paces(setting: str, bots: Mapping[Seat, LiveBot], interval: float) -> dict[Seat, float]:
    """Return the pace of each bot's hand as a factor of its own pace. `interval` is that of `PlayTimes.interval`."""
    fixed = BOT_HAND_SPEEDS[setting]
    if fixed is not None:
        return dict.fromkeys(bots, fixed)
    return {seat: min(MAX_PACE, max(MIN_PACE, bot.profile.play_time / interval)) for seat, bot in bots.items()}


class TablePace:
    """Sets the pace of one table's bots."""

    def __init__(self, driver: LiveDriver, humans: Sequence[Seat]) -> None:
        self._driver = driver
        self._plays = PlayTimes(driver.match, humans) if humans else None

    def keep(self, setting: str, ms: float) -> None:
        """Set the bots' current pace. If nobody plays at the screen, they keep their own pace."""
        if self._plays:
            self._driver.paces = paces(setting, self._driver.bots, self._plays.interval(ms))


ASIDE: tuple[Point, ...] = (
    (34, 30), (-84, 30), (44, -24), (-96, -24), (0, 52), (-50, 52), (84, 4), (-140, 4), (60, 70), (-120, 70),
)  # fmt: skip
"""Possible shifts of a pointer from its resting hand, the nearest first."""
WIDE, HIGH = 84.0, 40.0
"""Size of a pointer with its name, at the usual text size."""
GLIDE = 70.0
"""Milliseconds in which a resting pointer moves two thirds of its way."""


class BotPointers:
    """The pointers of one table's bots."""

    def __init__(self, driver: LiveDriver, board: IceTowersBoard) -> None:
        self._driver, self._board = driver, board
        self._shown: dict[Seat, Point] = {}
        self._hands: dict[Seat, Point] = {}
        self._rests: dict[Seat, tuple[object, Point]] = {}

    def move(self, ms: float, passed: float) -> dict[Seat, Point]:
        """Return the places of all pointers at the time `ms`, which is `passed` milliseconds after the last call."""
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
        """Return the place near a hand where its pointer covers least. It is kept until the table changes."""
        view, layout = self._board.view, self._board.layout
        key = hand, view.plays
        known = self._rests.get(seat)
        if known and known[0] == key:
            return known[1]
        text = layout.text
        near = [place for place in layout.places(view.towers) if place.inflate(320, 240).collidepoint(hand)]
        places = [(hand[0] + dx, hand[1] + dy) for dx, dy in ASIDE]
        inside = [p for p in places if 8 < p[0] < layout.width - WIDE * text and p[1] < layout.height - layout.bar - 36]
        best = min(inside or places, key=lambda place: shared(Rect(place, (WIDE * text, HIGH * text)), near))
        self._rests[seat] = key, best
        return best


# -- count


END_PAUSE = 1400.0
"""Milliseconds from the last move to the counting."""


class CountedEnding(Ending):
    """A pause at the end, during which the results are painted ahead, and then the counting."""

    board: IceTowersBoard

    def __init__(self, scene: TableScene, coach: Coach) -> None:
        super().__init__(scene)
        self.coach, self._is_counted = coach, False

    def steps(self) -> Steps:
        self.context.devices.unassign()
        self.coach.close()
        self.tell_parts()
        left = END_PAUSE
        while left > 0:
            left -= yield
        while not self._prepare():
            yield
        return self._count()

    def _prepare(self) -> bool:
        """Paint the results ahead, with the counted towers beside them. Return whether that is complete."""
        self._stack()
        try:
            return bool(self.results.prepare())
        finally:
            self.board.counted = None

    def _stack(self) -> None:
        self.board.counted = self.board.counting()

    def _count(self) -> Transition:
        self.finish()
        self._is_counted = True
        return Push(CountPage(self.context, self.board, self.hasten))

    def hasten(self) -> Transition:
        """Show the results, or the counting if it has not been shown yet."""
        if not self._is_counted:
            return self._count()
        self._stack()
        return self.show_results()


class CountPage(Page):
    """The counting: each tower glides to the player who owns it, and each sum grows."""

    heading = mark("Counting up")

    def __init__(self, context: Context, board: IceTowersBoard, then: Callable[[], Transition]) -> None:
        """Count a finished game. `then` is called after the page has closed."""
        super().__init__(context)
        self.board, self._then = board, then
        self.counting, self._titles = board.counting(), board.titles()
        self._time = 0.0
        self._just_over = JustOver()
        self._landed = 0
        self._has_thudded = self._is_celebrated = False

    @property
    def _over(self) -> bool:
        return self._time >= self.counting.length

    @property
    def at_rest(self) -> bool:
        return self._is_celebrated and self.board.confetti.is_over and self._just_over.is_past

    def update(self, ms: float) -> Transition:
        self._just_over.update(ms)
        settings = self.context.settings
        self._time = 1e9 if settings.reduced_motion else self._time + ms * min(settings.speed_factor, 1e6)
        landed = self.counting.landed(self._time)
        if len(landed) > self._landed and self._time < self.counting.thud:
            self.context.audio.play(CLINKS[landed[-1].size], 0.45)
        self._landed = len(landed)
        if self._time >= self.counting.thud and not self._has_thudded:
            self._has_thudded = True
            self.context.audio.play("thud")
            self.board.shake()
        if self._over and not self._is_celebrated:
            self._is_celebrated = True
            self.board.throw_confetti([*self.counting.tops(self.kit)])
            outcome = self.board.view.outcome
            self.board.sound_the_end(outcome.winners if outcome else ())
            self.rebuild()
        self.board.confetti.update(ms)
        self.board.motion.update(ms)
        return None

    def build(self) -> list[Widget]:
        results = Button("results", tr("Results"), self._go_on, Verb.PLAY, self.key(Verb.CONFIRM), primary=True)
        return [*self._colours(), *row(fill(), results, fill()).lay(self.kit, foot_area(self.kit))]

    def _colours(self) -> Iterator[PagePart]:
        """Yield an element for each colour's towers and total."""
        plan = self.counting.plan(self.kit)
        group = Group("colours", tr("The colours"), is_list=True)
        for colour, column in sorted(self.counting.columns.items()):
            stand = plan.stands[colour]
            high = plan.ground - plan.head + 26 + 66 * self.kit.text_scale
            rect = Rect(stand.middle - stand.width / 2, plan.head, stand.width, high)
            title = self._titles.get(colour, "")
            semantics = Semantics(Role.ITEM, self._words(column.count), description=title and full_stop(title))
            yield PagePart(f"colour {colour}", rect, semantics, lambda stage: None, group)

    def _words(self, count: Count) -> str:
        stacks = commas(str(tower.worth) for tower in count.towers) or "0"
        return tr(
            "{name}: stacks of {stacks}, {total} in all",
            name=self.board.name(count.colour),
            stacks=stacks,
            total=count.total,
        )

    def on_intent(self, intent: Intent) -> Transition:
        if self._just_over.ignores(intent, self):
            return None
        if intent.verb in (Verb.CONFIRM, Verb.PLAY, Verb.PRESS, Verb.CANCEL) and not self._over:
            self._time = max(self._time, self.counting.fall)  # the fall itself is never skipped
            return None
        return super().on_intent(intent)

    def _go_on(self) -> Transition:
        return Pop(self._then)

    def cancel(self) -> Transition:
        return self._go_on()

    def paint(self, stage: Stage) -> None:
        kit = self.kit
        with stage.moved(self.board.fall):
            self.counting.draw(stage, kit, self._time)
        title = kit.text(tr(self.heading), 34, "title", kit.theme.ink)
        stage.blit_centred(title, kit.width / 2, 20 + 24 * kit.text_scale)
        self.board.confetti.draw(stage, kit)


# -- announcements


NOTICE_TIME = 6000.0
"""Milliseconds that a text for a player is shown."""
ANNOUNCED_SECONDS = {"full": (60, 30, 10), "short": (10,), "off": ()}
"""The numbers of seconds left at which the time is announced, by the setting `time_said`."""


class TableSpeech:
    """Announces what happens at one table."""

    def __init__(self, context: Context, match: Match, board: IceTowersBoard) -> None:
        self.context, self.match, self.board = context, match, board
        self._humans = humans_of(match.header)
        self._last_tick = 0
        self._last_notice = ""
        """The text of the last notice."""

    def announce(self, step: LiveStep) -> None:
        """Announce what has happened."""
        names, say, events, view = self.match.names, self.context.announcer.say, [*step.events], self.board.view
        if step.seat in self._humans:
            amount = self.context.settings.announcements
            described, is_short = self.board.told(events, "short" if amount == "short" else "full"), amount == "short"
            say(own_account(events, described, view, names, is_short) if amount != "off" else "")
        elif (amount := self.context.settings.others_said) != "off":
            say(account_of_others(events, view, names, amount == "short"))
        if passes_turn(events) and view.turn in self._humans:
            say(self.describe_turn())

    def describe_turn(self) -> str:
        """Return in words whose turn it is, or the state of the game."""
        view, turn = self.board.view, self.board.view.turn
        if self.match.outcome:
            return tr("The game is over.")
        if turn is None:
            return clock_words(view, self.board.colours)
        text, shows_hand = turn_words(self.match, turn), is_readers(self.match, turn) and view.hands[turn]
        return paragraph([text, describe_hand(view, turn)]) if shows_hand else text

    def notify(self, seat: Seat, text: str) -> None:
        """Show a text to a player, and announce it unless it was the last notice too."""
        self.write(seat, text)
        if text != self._last_notice:
            self._last_notice = text
            self.context.announcer.say(text, urgent=True)

    def write(self, seat: Seat, text: str) -> None:
        """Show a text to a player."""
        self.board.notify(seat, text, NOTICE_TIME)

    def forget_notice(self) -> None:
        """Forget the last notice, so that the same text will be announced again."""
        self._last_notice = ""

    def refuse(self, seat: Seat, reason: str) -> None:
        """Show and announce why a player's action is not possible."""
        self.board.refuse(seat, reason)
        self.context.announcer.say(reason_sentence(reason), urgent=True)

    def sound_the_last_seconds(self, ms: float) -> None:
        """Play the ticks of the last seconds, and announce the time left."""
        rings = self.board.view.rings
        if rings is None or self.match.outcome:
            return
        left = rings - round(ms)
        if left <= 0 or left // 1000 == self._last_tick:
            return
        self._last_tick = seconds = left // 1000
        if seconds in ANNOUNCED_SECONDS[self.context.settings.time_said]:
            self.context.announcer.say(tr_count("{number} second left.", "{number} seconds left.", seconds))
        if left <= LAST_MOMENTS:
            self.context.audio.play("tick")
