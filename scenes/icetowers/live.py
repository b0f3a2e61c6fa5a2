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
from game.language import tr
from game.live import LiveDriver, LiveQuestion, LiveStep
from game.match import Match, replay
from scenes import routes
from scenes.devices.input_devices import MOUSE
from scenes.devices.intents import Intent, Verb
from scenes.icetowers.board import IceTowersBoard
from scenes.icetowers.count import CountPage
from scenes.icetowers.cursors.keys import KeyCursor
from scenes.icetowers.cursors.mouse import MouseCursor
from scenes.kit.stage import Stage
from scenes.manager import Push, Transition
from scenes.match.buttons import bar
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


class PendingAnswer:
    """The answer of a bot, which its process may still be working on."""

    def __init__(self) -> None:
        self.answered = False
        self.action: Any = None

    def done(self) -> bool:
        return self.answered

    def result(self) -> Any:
        return self.action


class LiveScene(MatchScene):
    """One live match, from where it stands to its end; `seating`: seat to the id of its player's device."""

    board: IceTowersBoard

    def __init__(self, context: Context, match: Match, seating: Mapping[Seat, str] | None = None) -> None:
        super().__init__(context, match)
        self.board.is_live = True
        self.driver = LiveDriver(match, self._ask_bot, live_bots(match.header))
        self.seating = dict(seating or self._default_seating())
        self._pending: dict[int, PendingAnswer] = {}
        self._hint_ticket = 0
        self._resume = RESUME if match.record.entries and not match.outcome else 0.0
        self._last_tick = 0
        self._clicker: Seat | None = None
        """Whose mouse has pressed a button just now."""

    @property
    def view(self) -> Any:
        return self.game.view(self.match.state, None)

    def _default_seating(self) -> dict[Seat, str]:
        """Give each player the device of the set-up, else a free one."""
        return seat_humans(self.context, self.match.header)

    # -- devices and bots

    def _assign_devices(self) -> None:
        devices = {device.id: device for device in self.context.devices.available()}
        self.context.devices.assign(self.seating)
        for seat, id in self.seating.items():
            device = devices.get(id)
            middle = self.kit.width * (seat + 1) / (len(self.match.header.seats) + 1), self.kit.height / 2
            kind = MouseCursor if id.startswith(MOUSE) else KeyCursor
            if not isinstance(self.board.cursors.get(seat), kind):
                self.board.cursors[seat] = kind(seat, middle)
            self.board.labels[seat] = device.label if device else tr("no device")

    def _ask_bot(self, question: LiveQuestion) -> PendingAnswer:
        """Ask a bot for its next action, in its process."""
        ticket = self.context.worker.ask(question.game, question.bot, question.view, question.actions, question.seed)
        self._pending[ticket] = PendingAnswer()
        return self._pending[ticket]

    def _listen(self) -> None:
        while answer := self.context.worker.poll():
            pending = self._pending.pop(answer.ticket, None)
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
            self.board.tell(seat, tr("Let me think…"), HINT)
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
            self.board.tell(seat, answer.failed or tr("There is nothing better than waiting."), HINT)
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
        self._assign_devices()
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
        self._move_cursors()
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
        if step.refusal and step.seat in self.board.cursors:
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

    def _move_cursors(self) -> None:
        positions = self.board.positions = {}
        for seat, cursor in self.board.cursors.items():
            cursor.look(self.view, self.board.layout)
            positions[seat] = cursor.x, cursor.y
        for seat in range(len(self.match.header.seats)):
            if (point := self.driver.hand_at(seat, round(self._clock))) is not None and not self.match.outcome:
                positions[seat] = self.board.layout.at(*point)

    def _sound_the_last_seconds(self) -> None:
        rings = self.view.rings
        if rings is None or self.match.outcome:
            return
        left = rings - round(self._clock)
        if 0 < left <= TICKING and left // 1000 != self._last_tick:
            self._last_tick = left // 1000
            self.context.audio.play("tick")

    def _ask_about(self, notes: list[str]) -> Transition:
        """Pause when a device has come or gone, and offer to change devices."""
        self.suspend()
        answers = ((tr("Go on"), None), (tr("Change hands"), self.change_devices))
        return Push(Notice(self.context, tr("The game is paused"), " ".join(notes), answers))

    def change_devices(self) -> Transition:
        """Let the players choose anew what they play with."""
        self.suspend()
        names = [self.match.names[seat] for seat in self.humans]
        return Push(
            routes.DEVICES(
                self.context, names, [self.seating.get(seat, "") for seat in self.humans], self._take_devices
            )
        )

    def _take_devices(self, devices: list[str]) -> None:
        self.seating = {seat: id for seat, id in zip(self.humans, devices) if id}
        remember(self.context, self.match.header.game, devices)

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
                return Push(CountPage(self.context, self.view, self.board.colours, self.show_results))
        return None

    # -- intents

    def on_intent(self, intent: Intent) -> Transition:
        if intent.seat is None or intent.seat not in self.board.cursors:
            return super().on_intent(intent)
        cursor = self.board.cursors[intent.seat]
        if isinstance(cursor, MouseCursor) and intent.verb in (Verb.PRESS, Verb.RELEASE, Verb.POINT):
            cursor.x, cursor.y = intent.position
            if intent.verb is Verb.PRESS and (button := self.at(intent.position)):
                return self._click(button, intent.seat)
        is_idle_cancel = intent.verb is Verb.CANCEL and not self.view.hands[intent.seat]
        if is_idle_cancel and (self.coach.dismiss() or isinstance(cursor, MouseCursor)):
            return None
        if not self.coach.lesson and not self.match.outcome:
            self.focus = ""
        if self._resume > 0 or self.match.outcome:
            return None
        for action in cursor.on_intent(intent, self.view, self.board.layout):
            self.driver.submit(intent.seat, action, round(self._clock))
        if cursor.refusal:
            self.board.refuse(intent.seat, cursor.refusal)
        return None

    def _click(self, button: Widget, seat: Seat) -> Transition:
        """Press a button at once: before this mouse lets go of it, another one may press something else."""
        self._clicker = seat
        transition = self.activate(button)
        self._clicker = None
        return transition

    # -- widgets

    def build(self) -> list[Widget]:
        buttons = bar(self, self._hint_button())
        place = self.board.layout.done
        if self.match.outcome:
            buttons.append(
                Button("results", place, tr("Results"), self.show_results, Verb.PLAY, self.key(Verb.PLAY), primary=True)
            )
        elif (seat := self._mouse_seat()) is not None and self.view.began is not None:
            mice = [seat for seat, cursor in self.board.cursors.items() if isinstance(cursor, MouseCursor)]
            label = tr("Look again") if all(seat in self.view.done for seat in mice) else tr("Done")
            buttons.append(Button("done", place, label, self.toggle_done, primary=seat not in self.view.done, size=16))
        return [*buttons, *self.coach.widgets(buttons)]

    def initial_focus(self) -> Widget | None:
        """While the game is on, keys play: no button is meant before Tab goes to one."""
        return super().initial_focus() if self.match.outcome else None

    def _hint_button(self) -> Button | None:
        if self._learner is None:
            return None
        label, free = (tr("Thinking…"), False) if self._hint_ticket else (tr("Hint"), True)
        place = Rect(0, 0, 40 + 84 * self.kit.text_scale, 0)
        return Button("hint", place, label, self.hint, Verb.HINT, self.key(Verb.HINT), enabled=free)

    def _mouse_seat(self) -> Seat | None:
        return next((seat for seat, cursor in self.board.cursors.items() if isinstance(cursor, MouseCursor)), None)

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
