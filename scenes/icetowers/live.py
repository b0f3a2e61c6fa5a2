"""The live table: everybody acts at once, on a clock that stands only in a pause."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.bots.live import live_bots
from game.bots.seeds import bot_seed
from game.bots.worker import BotAnswer
from game.engine import Seat
from game.icetowers.actions import Done
from game.icetowers.state import Phase
from game.live import LiveDriver, LiveQuestion, LiveStep
from game.match import Match, replay
from scenes import routes
from scenes.devices.input_devices import MOUSE
from scenes.devices.intents import Intent, Verb
from scenes.icetowers.board import IceTowersBoard
from scenes.icetowers.count import CountPage
from scenes.icetowers.cursors import Cursor, Pointer
from scenes.kit.stage import Stage
from scenes.manager import Push, Transition
from scenes.match.guided.lessons import LessonContext
from scenes.match.player_devices import remember, seat_humans
from scenes.match.scene import MatchScene
from scenes.system.context import Context
from scenes.ui.dialog import Notice
from scenes.ui.widgets import Button, Rect, Widget

RESUME = 3000.0
"""Milliseconds of the countdown after a pause."""
END_PAUSE = 2400.0
HINT = 6000.0
"""Milliseconds that a hint is there to be read."""
TICKING = 10_000
"""The last seconds of the timer are heard."""


class Pending:
    """A thought that a bot's process is still thinking."""

    def __init__(self) -> None:
        self.answered = False
        self.action: Any = None

    def done(self) -> bool:
        return self.answered

    def result(self) -> Any:
        return self.action


class LiveScene(MatchScene):
    """One live match, from where it stands to its end; `seating` says by seat which hand each player uses."""

    board: IceTowersBoard

    def __init__(self, context: Context, match: Match, seating: Mapping[Seat, str] | None = None) -> None:
        super().__init__(context, match)
        self.board.is_live = True
        self.driver = LiveDriver(match, self._think, live_bots(match.header))
        self.seating = dict(seating or self._default_seating())
        self._thoughts: dict[int, Pending] = {}
        self._hint_ticket = 0
        self._resume = RESUME if match.record.entries and not match.outcome else 0.0
        self._last_tick = 0
        self._clicker: Seat | None = None
        """Whose mouse has pressed a button just now."""

    @property
    def view(self) -> Any:
        return self.game.view(self.match.state, None)

    def _default_seating(self) -> dict[Seat, str]:
        """Give each player the hand of the set-up, or else the next free one."""
        return seat_humans(self.context, self.match.header)

    # -- hands

    def _seat_hands(self) -> None:
        kinds = {hand.id: hand for hand in self.context.devices.available()}
        self.context.devices.assign(self.seating)
        for seat, id in self.seating.items():
            hand = kinds.get(id)
            middle = self.kit.width * (seat + 1) / (len(self.match.header.seats) + 1), self.kit.height / 2
            kind = Pointer if id.startswith(MOUSE) else Cursor
            if not isinstance(self.board.hands.get(seat), kind):
                self.board.hands[seat] = kind(seat, middle)
            self.board.labels[seat] = hand.label if hand else "no device"

    def _think(self, question: LiveQuestion) -> Pending:
        """Have a bot's head think in its process."""
        ticket = self.context.worker.ask(question.game, question.bot, question.view, question.actions, question.seed)
        self._thoughts[ticket] = Pending()
        return self._thoughts[ticket]

    def _listen(self) -> None:
        while answer := self.context.worker.poll():
            pending = self._thoughts.pop(answer.ticket, None)
            if answer.failed:
                self.context.report(answer.failed)
            if answer.ticket == self._hint_ticket:
                self._show_hint(answer)
            if pending:
                pending.answered, pending.action = True, answer.action
        if notice := self.context.take_notice():
            for seat in self.humans:
                self.board.tell(seat, notice, HINT)

    # -- hints

    @property
    def _learner(self) -> Seat | None:
        """Who can ask for a hint: a player who is alone at the screen."""
        humans = self.humans
        return humans[0] if len(humans) == 1 and not self.match.outcome and self._resume <= 0 else None

    def hint(self) -> Transition:
        """Ask the strongest bot what it would do; the game goes on meanwhile."""
        seat, state = self._learner, self.match.state
        if seat is not None and not self._hint_ticket and (actions := self.game.actions(state, seat)):
            view, seed = self.game.view(state, seat), bot_seed(self.match.header.seed, seat, round(self._clock))
            level = self.game.levels[-1]
            self._hint_ticket = self.context.worker.ask(self.game.name, level, view, actions, seed, "advise")
            self.board.tell(seat, "Let me think…", HINT)
            self.rebuild()
        return None

    def _show_hint(self, answer: BotAnswer) -> None:
        """Show an answer; one that is not final is shown until the next one comes."""
        seat = self._learner
        if answer.is_final:
            self._hint_ticket = 0
        self.rebuild()
        if seat is None:
            return
        if answer.failed or answer.action is None:
            self.board.tell(seat, answer.failed or "There is nothing better than waiting.", HINT)
            return
        self.context.audio.play("hint")
        self.board.suggest(answer.action, answer.then)
        self.board.tell(seat, answer.reason, HINT)

    # -- the course of the match

    def enter(self) -> None:
        if not self._is_opened:
            self._is_opened = True
            self.board.deal(self.view) if not self.match.record.entries else self.board.sync(self.view)
            self.context.audio.ambience(self.board.ambience)
        elif not self.match.outcome and self.view.began is not None:
            self._resume = RESUME
        self.motion.reduced = self.context.settings.reduced_motion
        self._seat_hands()
        self.rebuild()

    def suspend(self) -> None:
        """Write down the moment before something covers the table, so that nothing of it is lost."""
        self.context.devices.unassign()
        if not self.match.outcome and (now := round(self._clock)) > self.match.ms:
            self.match.mark_time(now)

    def update(self, ms: float) -> Transition:
        ms = min(ms, 100.0)
        self._listen()
        self._pass_time(ms)
        for step in self.driver.advance(round(self._clock)):
            self._show(step)
        self.board.view = self.view
        self._place_hands()
        self.board.arrange()
        self.board.update(ms)
        self.coach.update(ms)
        self.motion.update(ms)
        self.coach.attend()
        self._sound_the_last_seconds()
        if notes := self.context.devices.changes():
            return self._ask_about(notes)
        return self._end(ms) if self.match.outcome else None

    def _pass_time(self, ms: float) -> None:
        if self._resume > 0:
            self._resume = max(0.0, self._resume - ms)
        elif not self.driver.time_stands():
            self._clock += ms
        self.board.resuming = self._resume

    def _show(self, step: LiveStep) -> None:
        self.board.view = self.view
        for event in step.events:
            self.board.animate(event, self.board.view)
        if step.seat == self._learner and step.seat is not None:
            self.board.clear_selection()
            if not step.refusal:
                self.coach.acted()
        if step.refusal and step.seat in self.board.hands:
            self.board.refuse(step.seat, step.refusal)
        self.rebuild()

    def lesson_context(self) -> LessonContext | None:
        """Return what the coach needs to choose a lesson; None while the only player cannot act."""
        seat, view = self._learner, self.view
        if seat is None or self.motion.busy or view.phase not in (Phase.GATHERING, Phase.PLAY):
            return None
        if view.turn not in (None, seat) or not (actions := self.game.actions(self.match.state, seat)):
            return None
        events = [event for step in replay(self.match.record) for event in step.events]
        return LessonContext(seat, self.game.view(self.match.state, seat), actions, events)

    def _place_hands(self) -> None:
        places = self.board.places = {}
        for seat, hand in self.board.hands.items():
            hand.look(self.view, self.board.layout)
            places[seat] = hand.x, hand.y
        for seat in range(len(self.match.header.seats)):
            if (point := self.driver.hand_at(seat, round(self._clock))) is not None and not self.match.outcome:
                places[seat] = self.board.layout.at(*point)

    def _sound_the_last_seconds(self) -> None:
        rings = self.view.rings
        if rings is None or self.match.outcome:
            return
        left = rings - round(self._clock)
        if 0 < left <= TICKING and left // 1000 != self._last_tick:
            self._last_tick = left // 1000
            self.context.audio.play("tick")

    def _ask_about(self, notes: list[str]) -> Transition:
        """A device came or went: pause, say so, and offer other hands."""
        self.suspend()
        answers = (("Go on", None), ("Change hands", self.change_hands))
        return Push(Notice(self.context, "The game is paused", " ".join(notes), answers))

    def change_hands(self) -> Transition:
        """Let the players choose anew what they play with."""
        self.suspend()
        names = [self.match.names[seat] for seat in self.humans]
        return Push(
            routes.DEVICES(self.context, names, [self.seating.get(seat, "") for seat in self.humans], self._take_hands)
        )

    def _take_hands(self, hands: list[str]) -> None:
        self.seating = {seat: hand for seat, hand in zip(self.humans, hands) if hand}
        remember(self.context, self.match.header.game, hands)

    def _end(self, ms: float) -> Transition:
        if self._end_wait is None:
            self._end_wait = END_PAUSE
            self.context.devices.unassign()
            self.coach.close()
            self.board.celebrate()
            self.rebuild()
        elif self._end_wait > 0:
            self._end_wait -= ms
            if self._end_wait <= 0:
                return Push(CountPage(self.context, self))
        return None

    # -- intents

    def on_intent(self, intent: Intent) -> Transition:
        if intent.seat is None or intent.seat not in self.board.hands:
            return super().on_intent(intent)
        hand = self.board.hands[intent.seat]
        if isinstance(hand, Pointer) and intent.verb in (Verb.PRESS, Verb.RELEASE, Verb.POINT):
            hand.x, hand.y = intent.position
            if intent.verb is Verb.PRESS and (button := self.at(intent.position)):
                return self._click(button, intent.seat)
        is_idle_cancel = intent.verb is Verb.CANCEL and not self.view.hands[intent.seat]
        if is_idle_cancel and (self.coach.dismiss() or isinstance(hand, Pointer)):
            return None
        if not self.coach.lesson and not self.match.outcome:
            self.focus = ""
        if self._resume > 0 or self.match.outcome:
            return None
        for action in hand.on_intent(intent, self.view, self.board.layout):
            self.driver.submit(intent.seat, action, round(self._clock))
        if hand.complaint:
            self.board.refuse(intent.seat, hand.complaint)
        return None

    def _click(self, button: Widget, seat: Seat) -> Transition:
        """Press a button at once: before this mouse lets go of it, another one may press something else."""
        self._clicker = seat
        transition = self.activate(button)
        self._clicker = None
        return transition

    # -- widgets

    def build(self) -> list[Widget]:
        text, right = self.kit.text_scale, self.kit.width - 24
        high = 24 + 14 * text
        menu, rules, log = 52 + 66 * text, 40 + 72 * text, 36 + 54 * text
        buttons: list[Widget] = [
            Button("menu", Rect(24, 18, menu, high), "Menu", self.pause, key=self.key(Verb.CANCEL)),
            *self._hint_button(Rect(34 + menu, 18, 40 + 84 * text, high)),
            Button(
                "log", Rect(right - rules - 10 - log, 18, log, high), "Log", self.open_log, Verb.LOG, self.key(Verb.LOG)
            ),
            Button(
                "rules", Rect(right - rules, 18, rules, high), "Rules", self.rules, Verb.RULES, self.key(Verb.RULES)
            ),
        ]
        place = self.board.layout.done
        if self.match.outcome:
            buttons.append(
                Button("results", place, "Results", self.show_results, Verb.PLAY, self.key(Verb.PLAY), primary=True)
            )
        elif (seat := self._mouse_seat()) is not None and self.view.began is not None:
            mice = [seat for seat, hand in self.board.hands.items() if isinstance(hand, Pointer)]
            label = "Look again" if all(seat in self.view.done for seat in mice) else "Done"
            buttons.append(Button("done", place, label, self.toggle_done, primary=seat not in self.view.done, size=16))
        return [*buttons, *self.coach.widgets(buttons)]

    def initial_focus(self) -> Widget | None:
        """While the game is on, keys play: no button is meant before Tab goes to one."""
        return super().initial_focus() if self.match.outcome else None

    def _hint_button(self, place: Rect) -> list[Widget]:
        if self._learner is None:
            return []
        label, free = ("Thinking…", False) if self._hint_ticket else ("Hint", True)
        return [Button("hint", place, label, self.hint, Verb.HINT, self.key(Verb.HINT), enabled=free)]

    def _mouse_seat(self) -> Seat | None:
        return next((seat for seat, hand in self.board.hands.items() if isinstance(hand, Pointer)), None)

    def toggle_done(self) -> Transition:
        """Switch "done" for the player with the mouse."""
        seat = self._mouse_seat() if self._clicker is None else self._clicker
        if seat is not None:
            self.driver.submit(seat, Done(seat not in self.view.done), round(self._clock))
        return None

    # -- drawing

    @property
    def at_rest(self) -> bool:
        """Under another scene nothing moves; else not before the game is over and everything is still."""
        if not self.is_top:
            return True
        return bool(self.match.outcome) and not self.motion.busy and self.board.at_rest and (self._end_wait or 0) <= 0

    def paint(self, stage: Stage) -> None:
        self.board.draw(stage, None)
