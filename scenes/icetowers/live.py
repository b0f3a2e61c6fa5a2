"""The live table: everybody acts at once, on a clock that stands only in a pause."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.bots.live import live_bots
from game.bots.seeds import bot_seed
from game.bots.worker import BotAnswer
from game.engine import Seat
from game.icetowers.actions import Action, Done
from game.icetowers.state import Phase
from game.language import YOU, tr, tr_context, tr_count
from game.live import LiveDriver, LiveQuestion, LiveStep
from game.match import Match, replay
from scenes import routes
from scenes.accessibility.semantics import Role, Semantics
from scenes.devices.input_devices import KEYBOARD_HALVES, MOUSE
from scenes.devices.intents import Intent, Verb
from scenes.icetowers.board import IceTowersBoard
from scenes.icetowers.count import CountPage
from scenes.icetowers.cursors.keys import KeyCursor
from scenes.icetowers.cursors.mouse import MouseCursor
from scenes.icetowers.spoken.announcements import account_of_others, goal_of, next_focus, own_account, passes_turn
from scenes.icetowers.spoken.elements import TOWERS, SpokenItem, clock_words, reason_sentence
from scenes.icetowers.spoken.words import describe_hand
from scenes.kit.kit import Kit
from scenes.kit.stage import Stage
from scenes.manager import Push, Transition
from scenes.match.buttons import bar, needed_width
from scenes.match.guided.lessons import LessonContext
from scenes.match.player_devices import remember, seat_humans
from scenes.match.scene import MatchScene
from scenes.system.context import Context
from scenes.system.settings import HANDS_SAID
from scenes.ui.dialog import Notice
from scenes.ui.widgets import Button, Rect, Widget

RESUME = 3000.0
"""Milliseconds of the countdown after a pause."""
END_PAUSE = 2400.0
HINT = 6000.0
"""Milliseconds that a hint is there to be read."""
TICKING = 10_000
"""The last seconds of the timer are heard."""
SECONDS_SAID = (60, 30, 10)
"""How many seconds are left when that is announced."""


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
        self.board.spoken.act, self.board.spoken.refuse = self._act, self._refuse
        self.driver = LiveDriver(match, self._ask_bot, live_bots(match.header))
        self.seating = dict(seating or self._default_seating())
        self._pending: dict[int, PendingAnswer] = {}
        self._hint_ticket = 0
        self._resume = RESUME if match.record.entries and not match.outcome else 0.0
        self._last_tick = 0
        self._told = ""
        """What a player was told last."""
        self._clicker: Seat | None = None
        """Whose mouse has pressed a button just now."""

    @property
    def view(self) -> Any:
        return self.game.view(self.match.state, None)

    @property
    def _player(self) -> Seat | None:
        """Who plays by the focus: the only player at the screen, or else whoever time stands still for."""
        view, humans = self.view, self.humans
        if self.match.outcome:
            return None
        if len(humans) == 1:
            return humans[0]
        if view.phase is Phase.GATHERING:
            return next((seat for seat in humans if seat not in view.order), None)
        return view.turn if view.turn in humans else None

    @property
    def _is_heard(self) -> bool:
        return self.context.announcer.is_heard

    def _default_seating(self) -> dict[Seat, str]:
        """Give each player the device of the set-up, else a free one."""
        return seat_humans(self.context, self.match.header)

    # -- devices and bots

    def resize(self, kit: Kit) -> None:
        super().resize(kit)
        if self.is_top and self._is_opened and not self.match.outcome:
            self._assign_devices()  # for whoever listens the keys lead the focus

    def _assign_devices(self) -> None:
        devices = {device.id: device for device in self.context.devices.available()}
        is_by_focus = self._is_heard and (len(self.humans) == 1 or self.view.variant.paused_time)
        freed = KEYBOARD_HALVES if is_by_focus else ()
        self.context.devices.assign({seat: id for seat, id in self.seating.items() if id not in freed})
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
                self._tell(seat, notice)

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
            self._tell(seat, tr("Let me think…"))
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
            self._tell(seat, answer.failed or tr("There is nothing better than waiting."))
            return
        self.context.audio.play("hint")
        self.board.suggest(answer.action, answer.then)
        self._tell(seat, answer.reason)

    def _tell(self, seat: Seat, text: str) -> None:
        """Say something to a player; who listens is told once."""
        self.board.tell(seat, text, HINT)
        if text != self._told:
            self._told = text
            self.context.announcer.say(text, urgent=True)

    # -- the course of the match

    def enter(self) -> None:
        if not self._is_opened:
            self._is_opened = True
            self.board.deal(self.view) if not self.match.record.entries else self.board.sync(self.view)
            self.context.audio.ambience(self.board.ambience)
            if how := HANDS_SAID[self.context.settings.slower_hands]:
                for seat in self.humans:
                    self._tell(seat, tr(how))
            self.context.announcer.say(self.describe_turn())
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
            self._clock += ms * self.context.settings.hands_factor
        self.board.resuming = self._resume

    def _show(self, step: LiveStep) -> None:
        self.board.view = self.view
        for event in step.events:
            self.board.animate(event, self.board.view)
        if step.seat == self._learner and step.seat is not None:
            self._told = ""
            self.board.clear_selection()
            if not step.refusal:
                self.coach.acted()
        if step.refusal and step.seat in self.board.cursors:
            self.board.refuse(step.seat, step.refusal)
            self.context.announcer.say(reason_sentence(step.refusal), urgent=True)
        if step.seat == self.board.spoken.player:
            for goal in filter(None, map(goal_of, step.events)):
                self.board.spoken.opened, self.board.spoken.goal = None, goal
        self._announce(step)
        self.rebuild()

    # -- for those who listen

    def _announce(self, step: LiveStep) -> None:
        """Tell what happened."""
        names, say, events = self.match.names, self.context.announcer.say, [*step.events]
        if step.seat in self.humans:
            told = self.board.brief(events) if self.context.settings.announcements == "short" else events
            say(own_account(events, told, self.view, names))
        else:
            say(account_of_others(events, self.view, names))
        if passes_turn(events) and self.view.turn in self.humans:
            say(self.describe_turn())

    def describe_turn(self) -> str:
        turn, names = self.view.turn, self.match.names
        if self.match.outcome:
            return tr("The game is over.")
        if turn is None:
            return tr("{about}.", about=clock_words(self.view, self.board.colours))
        is_yours = names[turn] == YOU or self.humans == [turn]
        text = tr("Your turn.") if is_yours else tr("{name} is to play.", name=names[turn])
        return f"{text} {describe_hand(self.view, turn)}" if is_yours and self.view.hands[turn] else text

    def _act(self, action: Action) -> None:
        """Do an action of the player who plays by the focus."""
        seat = self.board.spoken.player
        if self._resume > 0:
            self.context.announcer.say(tr("The game goes on in a moment."), urgent=True)
        elif seat is not None and not self.match.outcome:
            self.driver.submit(seat, action, round(self._clock))

    def _refuse(self, reason: str) -> None:
        """Say why the player who plays by the focus cannot do something."""
        if (seat := self.board.spoken.player) is not None:
            self.board.refuse(seat, reason)
            self.context.announcer.say(reason_sentence(reason), urgent=True)

    def cancel(self) -> Transition:
        if self._is_heard and not self.match.outcome and self.board.spoken.put_back(self.view):
            return None
        return super().cancel()

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
        if left <= 0 or left // 1000 == self._last_tick:
            return
        self._last_tick = seconds = left // 1000
        if seconds in SECONDS_SAID:
            self.context.announcer.say(tr_count("{number} second left.", "{number} seconds left.", seconds))
        if left <= TICKING:
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
            done = super().on_intent(intent)
            if self._is_heard and self.is_top:  # other towers are asked for, or one is opened
                self.rebuild()
            return done
        cursor = self.board.cursors[intent.seat]
        if isinstance(cursor, MouseCursor) and intent.verb in (Verb.PRESS, Verb.RELEASE, Verb.POINT):
            cursor.x, cursor.y = intent.position
            button = self.at(intent.position)
            if intent.verb is Verb.PRESS and button and not isinstance(button, SpokenItem):
                return self._click(button, intent.seat)
        is_idle_cancel = intent.verb is Verb.CANCEL and not self.view.hands[intent.seat]
        if is_idle_cancel and (self.coach.dismiss() or isinstance(cursor, MouseCursor)):
            return None
        if not self.coach.lesson and not self.match.outcome and not self._is_heard:
            self.focus = ""
        if self._resume > 0 or self.match.outcome:
            return None
        for action in cursor.on_intent(intent, self.view, self.board.layout):
            self.driver.submit(intent.seat, action, round(self._clock))
        if cursor.refusal:
            self.board.refuse(intent.seat, cursor.refusal)
            self.context.announcer.say(reason_sentence(cursor.refusal), urgent=True)
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
        elif (seat := self._done_seat()) is not None and self.view.began is not None:
            mice = [seat for seat, cursor in self.board.cursors.items() if isinstance(cursor, MouseCursor)]
            is_over = all(seat in self.view.done for seat in mice or [seat])
            label = tr("Look again") if is_over else tr_context("of a player", "Done")
            buttons.append(Button("done", place, label, self.toggle_done, primary=seat not in self.view.done, size=16))
        if self._is_heard and self._is_opened:
            self.board.spoken.player = self._player
            return [self._clock_text(), *self.board.widgets(), *buttons, *self.coach.widgets(buttons)]
        return [*buttons, *self.coach.widgets(buttons)]

    def _clock_text(self) -> Widget:
        said = Semantics(Role.TEXT, clock_words(self.view, self.board.colours))
        return SpokenItem("clock", Rect(self.kit.width / 2 - 150, 60, 300, 60), said)

    def rebuild(self) -> None:
        """Lay the widgets out. Where what had the focus is gone, the focus comes to what stands in its place."""
        before, older = self.focused, self.widgets
        super().rebuild()
        spoken = self.board.spoken
        if not self._is_heard or not self._is_opened or self.match.outcome:
            return
        self.focus = next_focus(spoken.goal, before, older, self.widgets) or self.focus
        spoken.goal = ""

    def initial_focus(self) -> Widget | None:
        """While the game is on, keys play: no button is meant before Tab goes to one, or somebody listens."""
        if self._is_heard and not self.match.outcome:
            return next((w for w in self.widgets if w.group and w.group.name == TOWERS), None)
        return super().initial_focus() if self.match.outcome else None

    def _hint_button(self) -> Button | None:
        if self._learner is None:
            return None
        label, free = (tr("Thinking…"), False) if self._hint_ticket else (tr("Hint"), True)
        place = Rect(0, 0, max(40 + 84 * self.kit.text_scale, needed_width(self, label, Verb.HINT)), 0)
        return Button("hint", place, label, self.hint, Verb.HINT, self.key(Verb.HINT), enabled=free)

    def _mouse_seat(self) -> Seat | None:
        return next((seat for seat, cursor in self.board.cursors.items() if isinstance(cursor, MouseCursor)), None)

    def _done_seat(self) -> Seat | None:
        """Return whose "done" the button switches: the player's who plays by the focus, or the one's with the mouse."""
        player = self._player if self._is_heard else None
        return self._mouse_seat() if player is None else player

    def toggle_done(self) -> Transition:
        """Switch "done" for the player with the mouse, or the one who listens."""
        seat = self._done_seat() if self._clicker is None else self._clicker
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
