"""What the seats of a live table need: devices, handicaps, bots, and the count at the start."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from topping_out.game.bots.worker import BotAnswer
from topping_out.game.engine import Seat
from topping_out.game.icetowers.results import Count
from topping_out.game.icetowers.state import View
from topping_out.game.icetowers.table import PIPS_OF
from topping_out.game.language import mark, tr, tr_count, tr_player
from topping_out.game.live import LiveBot, LiveDriver, LiveQuestion, LiveStep
from topping_out.game.match import Match
from topping_out.game.text import commas, paragraph, reason_sentence

from .. import routes
from ..accessibility.semantics import Group, Role, Semantics
from ..devices.input_devices import KEYBOARD_HALVES, MOUSE
from ..devices.intents import Intent, Verb
from ..kit.stage import Point, Stage
from ..manager import Pop, Push, Replace, Transition
from ..match.bots import BotQuestions
from ..match.coach import Coach
from ..match.course import Ending, JustOver, Steps
from ..match.scene import TableScene
from ..match.seats import humans_of, is_readers, remember, seat_humans, turn_words
from ..system.context import Context
from ..system.settings import BOT_HAND_SPEEDS
from ..ui.column import Notice, foot_area
from ..ui.layout import Rect, Widget, fill, row
from ..ui.page import Page
from ..ui.widgets import Button, PagePart
from .animator import CLINKS, LAST_MOMENTS
from .board import IceTowersBoard
from .cursors import KeyCursor, MouseCursor, side_by_side
from .piles import Restack
from .spoken import account_of_others, clock_words, describe_hand, own_account, passes_turn

# -- handicap


REST = 980.0
"""Milliseconds. A mouse makes 56 plays a minute at best and half a keyboard 36; with such rests both make 36, by
`build/measure/games/icetowers_plays.py` of commit ed5bbf6f. A gamepad has the cursor of keys."""


class Handicap:
    """The rests of one table's mice."""

    def __init__(self) -> None:
        self._resting: frozenset[Seat] = frozenset()
        self._until: dict[Seat, float] = {}
        self._waiting: list[Intent] = []

    def set_devices(self, seating: Mapping[Seat, str], is_on: bool) -> None:
        """Say who plays with what: mice rest where somebody else has keys or a gamepad."""
        mice = frozenset(seat for seat, id in seating.items() if id.startswith(MOUSE))
        self._resting = mice if is_on and len(mice) < len(seating) else frozenset()
        self._waiting.clear()

    @property
    def is_on(self) -> bool:
        return bool(self._resting)

    def played(self, seat: Seat, ms: float) -> None:
        """Note that a player has completed a play."""
        if seat in self._resting:
            self._until[seat] = ms + REST

    def left(self, seat: Seat, ms: float) -> float:
        """Return the share of a seat's rest that is still to come; 0 if it may play."""
        return max(0.0, (self._until.get(seat, ms) - ms) / REST) if seat in self._resting else 0.0

    def holds(self, intent: Intent, ms: float) -> bool:
        """Tell whether an intent has to wait; then it is kept."""
        is_click = intent.verb in (Verb.PRESS, Verb.RELEASE)
        if intent.seat is None or not is_click:
            return False
        behind = any(other.seat == intent.seat for other in self._waiting)
        if not behind and not self.left(intent.seat, ms):
            return False
        self._waiting.append(intent)
        return True

    def forget_clicks(self) -> None:
        """Forget the intents that wait: the player has let go of everything."""
        self._waiting.clear()

    def released(self, ms: float) -> Iterator[Intent]:
        """Yield what has waited long enough, of each seat one intent at a time."""
        seen: set[Seat | None] = set()
        for intent in [*self._waiting]:
            if intent.seat not in seen and intent.seat is not None and not self.left(intent.seat, ms):
                self._waiting.remove(intent)
                yield intent
            seen.add(intent.seat)


def handicap_words() -> str:
    """Return what is said before the start."""
    return tr("Fair play: a mouse rests a second after each play, so the keys can keep up.")


# -- devices


class TableDevices:
    """The devices of one table; `seating`: seat to the id of its player's device."""

    def __init__(self, context: Context, board: IceTowersBoard, seating: Mapping[Seat, str] | None = None) -> None:
        """Give each player the device named, else that of the set-up, else a free one."""
        self.context, self.board = context, board
        self.seating = dict(seating or seat_humans(context, board.header))
        self.handicap = Handicap()
        self._set_handicap()

    def assign(self, is_by_focus: bool) -> None:
        """Have the devices play. `is_by_focus`: the keys lead the focus, and no cursor."""
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
        """Even the devices out, unless time stands still while a player chooses: then nobody is in a hurry."""
        is_hurried = not self.board.header.options.get("paused_time")
        self.handicap.set_devices(self.seating, self.context.settings.even_hands and is_hurried)

    def follow(self, view: View, ms: float) -> None:
        """Have every cursor follow the changes on the table, and show where it is and how long it still rests."""
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
        """The players whose device is not there, or who have none."""
        there = self.context.devices.there
        return [seat for seat in humans_of(self.board.header) if self.seating.get(seat) not in there]

    @property
    def mouse_seats(self) -> list[Seat]:
        """The seats that a mouse plays for."""
        return [seat for seat, cursor in self.board.cursors.items() if isinstance(cursor, MouseCursor)]

    def change(self) -> Transition:
        """Let the players choose anew what they play with."""
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
        """Return a page that says that the game cannot go on without a player's device; it goes when that is back."""
        words = (
            mark("You have nothing to play with: plug in a mouse or a gamepad, or choose another device."),
            mark("{name} has nothing to play with: plug in a mouse or a gamepad, or choose another device."),
        )
        text = tr_player(self.board.header.seats[self.without[0]].name, *words)
        answers = ((tr("Switch controllers"), self.change), (tr("Leave"), lambda: Replace(routes.TITLE(self.context))))
        return Notice(self.context, tr("The game waits"), text, answers, until=lambda: not self.without)


# -- bots


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
    fixed = BOT_HAND_SPEEDS[setting]
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


# -- count


END_PAUSE = 1400.0
"""From the last move to the count."""


class CountedEnding(Ending):
    """A look at the end, while the results are painted ahead; then the count, which is never left out."""

    board: IceTowersBoard

    def __init__(self, scene: TableScene, coach: Coach) -> None:
        super().__init__(scene)
        self.coach, self._is_counted = coach, False

    def steps(self) -> Steps:
        self.context.devices.unassign()
        self.coach.close()
        outcome = self.board.view.outcome
        assert outcome
        for part in self.scene.parts:
            part.ended(outcome)
        self.scene.rebuild()
        left = END_PAUSE
        while left > 0:
            left -= yield
        while not self._prepare():
            yield
        return self._count()

    def _prepare(self) -> bool:
        """Paint the results ahead, before anything moves again, with the stacks as they stand beside them."""
        self._stack()
        try:
            return bool(self.results.prepare())
        finally:
            self.board.counted = None

    def _stack(self) -> None:
        self.board.counted = Restack(self.board.view, self.board.colours, self.board.header)

    def _count(self) -> Transition:
        self.finish()
        self._is_counted = True
        return Push(CountPage(self.context, self.board, self.hasten))

    def hasten(self) -> Transition:
        """Show the results, or the count that comes before them."""
        if not self._is_counted:
            return self._count()
        self._stack()
        return self.show_results()


class CountPage(Page):
    """A column a colour: stacks of ten, then the rest, and their sum, which counts up as pieces come."""

    heading = mark("Counting up, in tens")

    def __init__(self, context: Context, board: IceTowersBoard, then: Callable[[], Transition]) -> None:
        """Count up a game that is over; `then` is called when the page has been left."""
        super().__init__(context)
        self.board, self._then = board, then
        self.restack = Restack(board.view, board.colours, board.header)
        self._time = 0.0
        self._just_over = JustOver()
        self._heard = 0
        self._has_thudded = self._is_celebrated = False

    @property
    def _over(self) -> bool:
        return self._time >= self.restack.length

    @property
    def at_rest(self) -> bool:
        return self._is_celebrated and self.board.confetti.is_over and self._just_over.is_past

    def update(self, ms: float) -> Transition:
        self._just_over.update(ms)
        settings = self.context.settings
        self._time = 1e9 if settings.reduced_motion else self._time + ms * min(settings.speed_factor, 1e6)
        landed = self.restack.landed(self._time)
        if len(landed) > self._heard and self._time < self.restack.thud:
            self.context.audio.play(CLINKS[PIPS_OF[landed[-1]]], 0.45)
        self._heard = len(landed)
        if self._time >= self.restack.thud and not self._has_thudded:
            self._has_thudded = True
            self.context.audio.play("thud")
            self.board.shake()
        if self._over and not self._is_celebrated:
            self._is_celebrated = True
            self.board.throw_confetti([*self.restack.last_tens(self.kit)])
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
        """Yield the stacks of each colour with their total."""
        plan = self.restack.plan(self.kit)
        group = Group("colours", tr("The colours"), is_list=True)
        for colour, column in sorted(self.restack.columns.items()):
            stand = plan.stands[colour]
            high = plan.ground - plan.head + 10 + 54 * self.kit.text_scale + 20
            rect = Rect(stand.middle - stand.width / 2, plan.head, stand.width, high)
            said = Semantics(Role.ITEM, self._words(column.count))
            yield PagePart(f"colour {colour}", rect, said, lambda stage: None, group)

    def _words(self, count: Count) -> str:
        piles = [*count.tens, *([count.rest] if count.rest else [])]
        stacks = commas(str(sum(PIPS_OF[piece] for piece in pile)) for pile in piles) or "0"
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
            self._time = max(self._time, self.restack.fall)  # the fall itself is never lost
            return None
        return super().on_intent(intent)

    def _go_on(self) -> Transition:
        return Pop(self._then)

    def cancel(self) -> Transition:
        return self._go_on()

    def paint(self, stage: Stage) -> None:
        kit = self.kit
        with stage.moved(self.board.fall):
            self.restack.draw(stage, kit, self._time)
        title = kit.text(tr(self.heading), 34, "title", kit.theme.ink)
        stage.blit_centred(title, kit.width / 2, 20 + 24 * kit.text_scale)
        self.board.confetti.draw(stage, kit)


# -- heard


READING = 6000.0
"""Milliseconds that what a player is told is there to be read."""
SECONDS_SAID = {"full": (60, 30, 10), "short": (10,), "off": ()}
"""How many seconds are left when that is announced, by how much the player wants to hear of time."""


class HeardTable:
    """Tells what happens at one table."""

    def __init__(self, context: Context, match: Match, board: IceTowersBoard) -> None:
        self.context, self.match, self.board = context, match, board
        self._humans = humans_of(match.header)
        self._last_tick = 0
        self._last_notice = ""
        """What a player was told last."""

    def announce(self, step: LiveStep) -> None:
        """Tell what happened."""
        names, say, events, view = self.match.names, self.context.announcer.say, [*step.events], self.board.view
        if step.seat in self._humans:
            amount = self.context.settings.announcements
            told, is_short = self.board.brief(events) if amount == "short" else events, amount == "short"
            say(own_account(events, told, view, names, is_short) if amount != "off" else "")
        elif (amount := self.context.settings.others_said) != "off":
            say(account_of_others(events, view, names, amount == "short"))
        if passes_turn(events) and view.turn in self._humans:
            say(self.describe_turn())

    def describe_turn(self) -> str:
        """Return in words whose turn it is, or what goes on."""
        view, turn = self.board.view, self.board.view.turn
        if self.match.outcome:
            return tr("The game is over.")
        if turn is None:
            return clock_words(view, self.board.colours)
        text, shows_hand = turn_words(self.match, turn), is_readers(self.match, turn) and view.hands[turn]
        return paragraph([text, describe_hand(view, turn)]) if shows_hand else text

    def notify(self, seat: Seat, text: str) -> None:
        """Say something to a player, beside the cursor too; who listens is told once."""
        self.write(seat, text)
        if text != self._last_notice:
            self._last_notice = text
            self.context.announcer.say(text, urgent=True)

    def write(self, seat: Seat, text: str) -> None:
        """Show something to a player beside the cursor."""
        self.board.notify(seat, text, READING)

    def forget_notice(self) -> None:
        """Let a player be told the same again."""
        self._last_notice = ""

    def refuse(self, seat: Seat, reason: str) -> None:
        """Say why a player's action is not possible."""
        self.board.refuse(seat, reason)
        self.context.announcer.say(reason_sentence(reason), urgent=True)

    def sound_the_last_seconds(self, ms: float) -> None:
        """Tick, and announce what is left, at this moment."""
        rings = self.board.view.rings
        if rings is None or self.match.outcome:
            return
        left = rings - round(ms)
        if left <= 0 or left // 1000 == self._last_tick:
            return
        self._last_tick = seconds = left // 1000
        if seconds in SECONDS_SAID[self.context.settings.time_said]:
            self.context.announcer.say(tr_count("{number} second left.", "{number} seconds left.", seconds))
        if left <= LAST_MOMENTS:
            self.context.audio.play("tick")
