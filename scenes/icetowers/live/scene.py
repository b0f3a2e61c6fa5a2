"""The course of a live match: everybody acts at once, on a clock that stands only in a pause."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from topping_out.game.bots.live import live_bots
from topping_out.game.engine import Seat
from topping_out.game.icetowers.actions import Action
from topping_out.game.icetowers.events import Capped, WasSetDown, WasSplit
from topping_out.game.icetowers.state import Phase
from topping_out.game.language import tr
from topping_out.game.live import LiveBot, LiveDriver, LiveQuestion, LiveStep
from topping_out.game.match import Match
from topping_out.game.motor import PendingChoice
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.icetowers.board import IceTowersBoard
from topping_out.scenes.icetowers.count import CountPage
from topping_out.scenes.icetowers.cursors.mouse import MouseCursor
from topping_out.scenes.icetowers.live.bot_pointers import BotPointers
from topping_out.scenes.icetowers.live.devices import NoDevice, TableDevices
from topping_out.scenes.icetowers.live.done import DoneSwitch
from topping_out.scenes.icetowers.live.handicap import handicap_words
from topping_out.scenes.icetowers.live.heard import HeardTable
from topping_out.scenes.icetowers.live.hints import LiveHints
from topping_out.scenes.icetowers.live.pace import TablePace
from topping_out.scenes.icetowers.live.questions import LiveQuestions
from topping_out.scenes.icetowers.restack import Restack
from topping_out.scenes.icetowers.spoken.announcements import goal_of, next_focus
from topping_out.scenes.icetowers.spoken.elements import TOWERS, SpokenItem, clock_text
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Push, Transition
from topping_out.scenes.match.buttons import bar
from topping_out.scenes.match.guided.lessons import LessonContext
from topping_out.scenes.match.scene import Ending, MatchScene
from topping_out.scenes.match.while_away import WhileAway, waits_for_players
from topping_out.scenes.system.context import Context
from topping_out.scenes.system.settings import HANDS_SAID
from topping_out.scenes.ui.dialog import Notice
from topping_out.scenes.ui.widgets import Button, Widget

RESUME = 3000.0
"""Milliseconds of the countdown after a pause."""
END_PAUSE = 1400.0
"""From the last move to the count."""
COMPLETED = (Capped, WasSetDown, WasSplit)
"""Events that complete a play."""


class LiveScene(MatchScene):
    """One live match, from where it stands to its end; `seating`: seat to the id of its player's device."""

    board: IceTowersBoard

    def __init__(self, context: Context, match: Match, seating: Mapping[Seat, str] | None = None) -> None:
        super().__init__(context, match)
        self.board.is_live, self.board.is_taught = True, self.coach.is_on
        self.board.spoken.act, self.board.spoken.refuse = self._act, self._refuse
        self.board.history = lambda: [event for step in match.steps for event in step.events]
        self.questions = LiveQuestions(context, match)
        self.driver = LiveDriver(match, self._ask_bot, self.bots())
        self.bot_pointers = BotPointers(self.driver, self.board)
        self.pace = TablePace(self.driver, self.humans)
        self.devices = TableDevices(context, self.board, seating)
        self.heard = HeardTable(self, self.board)
        self._resume = RESUME if self.view.began is not None and not match.outcome else 0.0
        self._is_back = False
        """Whether the table has just come to the front: then everybody's device has to be there."""
        self.hints = LiveHints(self, self.board, self.questions, lambda: self._learner)
        self.done = DoneSwitch(self, self.devices, lambda: self._player if self._is_heard else None, self._submit)

    def bots(self) -> Mapping[Seat, LiveBot]:
        """Return the bots that play, by seat."""
        return live_bots(self.match.header)

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

    # -- devices and bots

    def resize(self, kit: Kit) -> None:
        super().resize(kit)
        if self.is_top and self._is_opened:
            self._assign_devices()  # for whoever listens the keys lead the focus

    def _assign_devices(self) -> None:
        is_by_focus = self._is_heard and (len(self.humans) == 1 or self.view.variant.paused_time)
        if not self.match.outcome:
            self.devices.assign(is_by_focus)

    def _ask_bot(self, question: LiveQuestion) -> PendingChoice:
        """Ask a bot for its next action, in its process."""
        return self.questions.ask(question)

    def _listen(self) -> None:
        for answer in self.questions.listen():
            self.hints.show(answer)
        if notice := self.context.take_notice():
            for seat in self.humans:
                self.hints.tell(seat, notice)

    # -- hints

    @property
    def _learner(self) -> Seat | None:
        """Who can ask for a hint: a player who is alone at the screen."""
        humans = self.humans
        return humans[0] if len(humans) == 1 and not self.match.outcome and self._resume <= 0 else None

    def hint(self) -> Transition:
        """Ask the strongest bot what it would do; the game goes on meanwhile."""
        return self.hints.ask(self._clock)

    # -- the course of the match

    def enter(self) -> None:
        if not self._is_opened:
            self._is_opened = True
            self.board.deal(self.view) if self.view.began is None else self.board.sync(self.view)
            self.context.audio.ambience(self.board.ambience)
            if how := HANDS_SAID[self.context.settings.slower_hands]:
                for seat in self.humans:
                    self.hints.tell(seat, tr(how))
            self._say_handicap()
            self.context.announcer.say(self.describe_turn())
            self.greet()
        elif not self.match.outcome and self.view.began is not None:
            self._resume = RESUME
            self.context.announcer.say(tr("The game goes on in three seconds."))
        self._is_back, self.board.counted = True, None
        self.motion.reduced = self.context.settings.reduced_motion
        self._assign_devices()
        self.rebuild()

    def _say_handicap(self) -> None:
        """Say before the start what evens out the players' devices."""
        if self.devices.handicap.is_on and self.view.began is None:
            self.board.notice = handicap_words()
            self.context.announcer.say(self.board.notice)

    def suspend(self) -> None:
        """Write down the moment before something covers the table, so that nothing of it is lost."""
        self.context.devices.unassign()
        if not self.match.outcome and (now := round(self._clock)) > self.match.ms:
            self.match.mark_time(now)

    def update(self, ms: float) -> Transition:
        ms = min(ms, 100.0)
        if waits_for_players(self.context, self.match):
            self.suspend()
            return Push(WhileAway(self.context))
        self._listen()
        self._pass_time(ms)
        self.pace.keep(self.context.settings.bots_hands, self._clock)
        for intent in self.devices.handicap.released(self._clock):
            self._play(intent)
        for step in self.driver.advance(round(self._clock)):
            self._show(step)
        self.board.view = self.view
        self._move_cursors(ms)
        self.board.arrange()
        self.board.update(ms)
        self.coach.update(ms)
        self.remarks.update(ms)
        self.motion.update(ms)
        if not self.board.bubbles:  # a hint is read where notes lie
            self.coach.attend()
        self.board.is_noted = self.coach.lesson is not None
        self.heard.sound_the_last_seconds(self._clock)
        if notes := self.context.devices.changes():
            return self._ask_about(notes)
        if self._is_back and self.devices.without and not self.match.outcome:
            self.suspend()
            return Push(NoDevice(self.context, self.devices))
        self._is_back = False
        return self._end(ms) if self.match.outcome else None

    def _pass_time(self, ms: float) -> None:
        if self._resume > 0:
            self._resume = max(0.0, self._resume - ms)
            if not self._resume:
                self.rebuild()  # the hint can be asked for again
        elif not self.driver.time_stands():
            self._clock += ms * self.context.settings.hands_factor
        self.board.resuming = self._resume

    def _show(self, step: LiveStep) -> None:
        self.board.view = self.view
        for event in step.events:
            self.board.animate(event, self.board.view)
        if step.seat == self._learner and step.seat is not None:
            self.hints.told = ""
            self.board.clear_selection()
            if not step.refusal:
                self.coach.acted()
        if step.refusal and step.seat in self.board.cursors:
            self.heard.refuse(step.seat, step.refusal)
        if step.seat is not None and any(isinstance(event, COMPLETED) for event in step.events):
            self.devices.handicap.played(step.seat, self._clock)
        if step.seat == self.board.spoken.player:
            for goal in filter(None, map(goal_of, step.events)):
                self.board.spoken.opened, self.board.spoken.goal = None, goal
        self.heard.announce(step)
        if self.driver.game.chooser(self.match.state) is not None:  # nobody listens while all play at once
            self.remarks.hear(step.events)
        self.rebuild()

    # -- for those who listen

    def describe_turn(self) -> str:
        return self.heard.describe_turn()

    def _act(self, action: Action) -> None:
        """Do an action of the player who plays by the focus."""
        seat = self.board.spoken.player
        if self._resume > 0:
            self.context.announcer.say(tr("The game goes on in a moment."), urgent=True)
        elif seat is not None and not self.match.outcome:
            self._submit(seat, action)

    def _refuse(self, reason: str) -> None:
        """Say why the player who plays by the focus cannot do something."""
        if (seat := self.board.spoken.player) is not None:
            self.heard.refuse(seat, reason)

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
        return LessonContext(seat, self.game.view(self.match.state, seat), actions, self.board.history())

    def _move_cursors(self, ms: float) -> None:
        self.devices.follow(self.view, self._clock)
        if not self.match.outcome:
            self.board.positions |= self.bot_pointers.move(self._clock, ms)

    def _ask_about(self, notes: list[str]) -> Transition:
        """Pause when a device has come or gone, and offer to change devices."""
        self.suspend()
        answers = ((tr("Go on"), None), (tr("Change hands"), self.change_devices))
        return Push(Notice(self.context, tr("The game is paused"), " ".join(notes), answers))

    @property
    def shows_hands(self) -> bool:
        return bool(self.humans) and not self.match.outcome

    def change_devices(self) -> Transition:
        self.suspend()
        return self.devices.change()

    def _end(self, ms: float) -> Transition:
        match self._ending:
            case Ending.NOT_YET:
                self._ending, self._end_pause = Ending.PAUSE, END_PAUSE
                self.context.devices.unassign()
                self.coach.close()
                self.remarks.conclude(self.match.outcome)
                self.rebuild()
            case Ending.PAUSE:
                self._end_pause -= ms
                if self._end_pause <= 0:
                    self._ending = Ending.PAINTING
            case Ending.PAINTING if self._prepare_results():
                self._ending = Ending.PAST
                self._just_over.finish()  # the count has a moment of its own
                return Push(CountPage(self.context, self.board, self.show_results))
        return None

    def _prepare_results(self) -> bool:
        """Paint the results ahead, before anything moves again, with the stacks as they stand beside them."""
        self.board.counted = Restack(self.view, self.board.colours)
        try:
            return bool(self.results.prepare())
        finally:
            self.board.counted = None

    def show_results(self) -> Transition:
        self._ending = Ending.PAST
        self.board.counted = Restack(self.view, self.board.colours)
        return super().show_results()

    # -- intents

    def on_intent(self, intent: Intent) -> Transition:
        if self._ending is not Ending.NOT_YET and self._just_over.ignores(intent, self):
            return None
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
        if not self.devices.handicap.holds(intent, self._clock):
            self._play(intent)
        return None

    def _play(self, intent: Intent) -> None:
        """Do what a player's device means."""
        assert intent.seat is not None
        cursor = self.board.cursors[intent.seat]
        for action in cursor.on_intent(intent, self.view, self.board.layout):
            self._submit(intent.seat, action)
        if cursor.refusal:
            self.heard.refuse(intent.seat, cursor.refusal)

    def _click(self, button: Widget, seat: Seat) -> Transition:
        """Press a button at once: before this mouse lets go of it, another one may press something else."""
        if button.name != "done":
            return self.activate(button)
        self.context.audio.play("button")
        return self.done.toggle(seat)

    def _submit(self, seat: Seat, action: Action) -> None:
        self.driver.submit(seat, action, round(self._clock))

    # -- widgets

    def build(self) -> list[Widget]:
        buttons = bar(self, self.hints.button(self.hint))
        place = self.board.layout.done
        if self.match.outcome:
            buttons.append(
                Button(
                    "results", tr("Results"), self.show_results, Verb.PLAY, self.key(Verb.PLAY), primary=True
                ).placed(place)
            )
        elif self.view.began is not None:
            buttons += self.done.buttons(place)
        if self._is_heard and self._is_opened:
            self.board.spoken.player = self._player
            clock = clock_text(self.view, self.board.colours, self.kit.width / 2)
            return [clock, *self.board.widgets(), *buttons, *self.coach.widgets(buttons)]
        return [*buttons, *self.coach.widgets(buttons)]

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

    # -- drawing

    @property
    def at_rest(self) -> bool:
        """Under another scene nothing moves; else not before the game is over and everything is still."""
        if not self.is_top:
            return True
        return (
            bool(self.match.outcome) and not self.motion.busy and self.board.at_rest and not self._ending.is_under_way
        )

    def paint(self, stage: Stage) -> None:
        with stage.moved(self.board.fall):
            self.board.draw(stage, None)
        self.remarks.draw(stage, "")
