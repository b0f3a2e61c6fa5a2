"""The scenes of IceTowers: the live table, and puzzles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from topping_out.game.bots.worker import live_bots
from topping_out.game.engine import Seat
from topping_out.game.icetowers.actions import Action, Capped, Done, WasSetDown, WasSplit
from topping_out.game.icetowers.state import Phase
from topping_out.game.language import tr, tr_context
from topping_out.game.live import LiveBot, LiveDriver, LiveQuestion, LiveStep, PendingChoice
from topping_out.game.match import Match, SeenEvent
from topping_out.game.text import paragraph

from ..devices.devices import PLACE_KEYS
from ..devices.intents import Intent, Verb
from ..kit.kit import Kit
from ..kit.stage import Stage
from ..manager import Push, Transition
from ..match.bots import BotQuestions, BotsPause, Hints
from ..match.coach import Coach, is_guided
from ..match.controls import TableMenu, needed_width, results_button
from ..match.course import Course
from ..match.definition import table_of
from ..match.phrases import series_words
from ..match.puzzle import PuzzleTask
from ..match.puzzle_turns import LEAVE_PUZZLE, STEP_PAUSE, PuzzleControls
from ..match.scene import LessonContext, TableScene, humans_of, waits_for_players, while_away
from ..match.talk import Remarks
from ..system.context import Context
from ..system.settings import LIVE_SPEED_NOTES
from ..ui.column import Notice
from ..ui.layout import Rect, Widget
from ..ui.widgets import Button
from . import spoken
from .board import IceTowersBoard
from .cursors import MouseCursor
from .live_seats import BotChoice, BotPointers, CountedEnding, TableDevices, TablePace, TableSpeech, handicap_words
from .spoken import TOWERS, ClockText, SpokenItem, goal_of, next_focus, passes_turn

# -- clock


RESUME = 3000.0
"""Milliseconds of the countdown after a pause."""


class TableClock:
    """The clock of a live table, which stands still during the countdown after a pause."""

    def __init__(self, now: float) -> None:
        self.now = now
        """Milliseconds of play."""
        self.resuming = 0.0
        """Milliseconds left of the countdown; 0 while the clock runs."""

    def count_down(self) -> None:
        self.resuming = RESUME

    def advance(self, ms: float, factor: float) -> bool:
        """Let `ms` milliseconds pass, or `factor` × `ms` of play. Return whether a countdown has just ended."""
        if not self.resuming:
            self.now += ms * factor
            return False
        self.resuming = max(0.0, self.resuming - ms)
        return not self.resuming


# -- done


class DoneSwitch:
    """The switch and button for "done" at one table."""

    def __init__(self, scene: LiveScene) -> None:
        self.scene, self.board, self.devices = scene, scene.board, scene.devices

    def _seats(self) -> list[Seat]:
        """Return the seats that the button is for: the player who plays by focus, or else those with mice."""
        listener = self.scene.by_focus.player
        return self.devices.mouse_seats if listener is None else [listener]

    def toggle(self, seat: Seat | None = None) -> Transition:
        """Switch "done" for a seat, by default for the first one that the button is for."""
        seat = next(iter(self._seats()), None) if seat is None else seat
        if seat is not None:
            self.scene.submit(seat, Done(seat not in self.board.view.done))
        return None

    def buttons(self, place: Rect) -> list[Button]:
        """Return the button, if it is for anyone. Once all of them are done, its label is "Look again"."""
        seats, done = self._seats(), self.board.view.done
        if not seats:
            return []
        label = tr("Look again") if set(seats) <= set(done) else tr_context("of a player", "Done")
        return [Button("done", label, self.toggle, primary=seats[0] not in done, size=16).placed(place)]


# -- by focus


class PlayByFocus:
    """Playing by the focus, for players who listen, at one table."""

    def __init__(self, scene: LiveScene) -> None:
        self.scene, self.context, self.match, self.board = scene, scene.context, scene.match, scene.board
        self.clock, self.speech, self._humans = scene.clock, scene.speech, scene.humans
        self.board.spoken.act, self.board.spoken.refuse = self._act, self._refuse

    @property
    def is_on(self) -> bool:
        return self.context.announcer.is_heard

    @property
    def has_keys(self) -> bool:
        """Whether the keys move the focus instead of a cursor."""
        return self.is_on and (len(self._humans) == 1 or self.board.view.in_turns)

    @property
    def player(self) -> Seat | None:
        """The seat that plays by focus: the only player at the screen, or else the one whose turn it is."""
        view, humans = self.board.view, self._humans
        if self.match.outcome or not self.is_on:
            return None
        if len(humans) == 1:
            return humans[0]
        if view.phase is Phase.GATHERING:
            return next((seat for seat in humans if seat not in view.order), None)
        return view.turn if view.turn in humans else None

    def _act(self, action: Action) -> None:
        """Do an action of the player."""
        seat = self.board.spoken.player
        if self.clock.resuming:
            self.context.announcer.say(tr("The game goes on in a moment."), urgent=True)
        elif seat is not None and not self.match.outcome:
            self.scene.submit(seat, action)

    def _refuse(self, reason: str) -> None:
        """Announce why the player cannot do something."""
        if (seat := self.board.spoken.player) is not None:
            self.speech.refuse(seat, reason)

    def press(self, intent: Intent) -> None:
        """Do what a number or the key of a place means."""
        seat, view = self.player, self.board.view
        if not self.is_on:
            self.context.reply(tr("These keys only work here while a screen reader or the voice is on."))
        elif seat is None or view.turn not in (None, seat):
            self.context.reply(self.speech.describe_turn())
        elif intent.verb is Verb.PICK:
            self.context.reply(spoken.pick(self.board.spoken, seat, view, int(intent.text)))
        elif view.phase is not Phase.PLAY:
            self.context.reply(self.speech.describe_turn())
        else:
            self.context.reply(spoken.play_to(self.board.spoken, seat, view, PLACE_KEYS.index(intent.text)))

    def put_back(self) -> bool:
        """Do what Esc does first (see `SpokenTable.put_back`). Return False if there is nothing to do."""
        return self.is_on and not self.match.outcome and self.board.spoken.put_back(self.board.view)

    def follow(self, step: LiveStep) -> None:
        """Set where the focus goes after the player's action."""
        if step.seat == self.board.spoken.player:
            for goal in filter(None, map(goal_of, step.events)):
                self.board.spoken.opened, self.board.spoken.goal = None, goal

    # -- widgets

    def widgets(self) -> list[Widget]:
        """Return the elements of the table."""
        self.board.spoken.player = self.player
        clock = ClockText(lambda: self.board.view, self.board.colours, self.context.kit.width / 2)
        return [clock, *self.board.widgets()]

    def next_focus(self, before: Widget | None, older: Sequence[Widget], now: Sequence[Widget]) -> str:
        """Return the name of the element that gets the focus in a new layout, or "" if the focus stays.

        It is the goal set before, or the element in the place of the one that had the focus.
        """
        goal, self.board.spoken.goal = self.board.spoken.goal, ""
        return next_focus(goal, before, older, now)

    def first_focus(self, widgets: Sequence[Widget]) -> Widget | None:
        return next((widget for widget in widgets if widget.group and widget.group.name == TOWERS), None)


# -- scene


COMPLETED = (Capped, WasSetDown, WasSplit)
"""Events that complete a play."""


class LiveScene(TableScene):
    """One live match, from its current state to its end. `seating` maps seats to ids of their players' devices."""

    def __init__(self, context: Context, match: Match, seating: Mapping[Seat, str] | None = None) -> None:
        super().__init__(context, match.game)
        self.match, self.humans = match, humans_of(match.header)
        self.board: IceTowersBoard = IceTowersBoard(
            context, match.header, self.motion, self.view, True, is_guided(context, match.header), history=self._history
        )
        self.course = Course(self)
        self.coach = Coach(self, match, table_of(self.game.name).cues)
        self.clock = TableClock(match.ms)
        if self.view.began is not None and not match.outcome:
            self.clock.count_down()
        self.questions = BotQuestions(context, match.game.name)
        self.driver = LiveDriver(match, self.ask_bot, self.bots())
        self.bot_pointers = BotPointers(self.driver, self.board)
        self.pace = TablePace(self.driver, self.humans)
        self.pause = BotsPause(self, match, self.humans)
        self.devices = TableDevices(context, self.board, seating)
        self.speech = TableSpeech(context, match, self.board)
        self.hints = Hints(self, match, self.questions)
        self.by_focus = PlayByFocus(self)
        self.done = DoneSwitch(self)
        self.remarks = Remarks(self, match)
        self.ending = CountedEnding(self, self.coach)
        self.menu = TableMenu(self, match, self.coach)
        self.parts = self.coach, self.remarks, self.ending
        if self.humans:
            self.change_devices = self._change_devices
        self._hinted: tuple[Action, ...] = ()
        """What the last hint named and the player has not done yet."""
        self._is_opened = False
        self._is_back = False
        """Whether the table has just become the top scene, so that all devices must be checked."""

    def bots(self) -> Mapping[Seat, LiveBot]:
        """Return the bots that play, by seat."""
        return live_bots(self.match.header)

    @property
    def view(self) -> Any:
        return self.game.view(self.match.state, None)

    def _history(self) -> list[Any]:
        return [event for step in self.match.steps for event in step.events]

    # -- devices, bots and hints

    def resize(self, kit: Kit) -> None:
        super().resize(kit)
        if self.is_top and self._is_opened:
            self._assign_devices()  # whether keys move the focus may have changed

    def _assign_devices(self) -> None:
        if not self.match.outcome:
            self.devices.assign(self.by_focus.has_keys)

    def ask_bot(self, question: LiveQuestion) -> PendingChoice:
        """Ask a bot for its next action, in its process."""
        return BotChoice(self.context, self.questions, question)

    def _take_answers(self, ms: float) -> None:
        if notice := self.questions.listen():
            for seat in self.humans:
                self.speech.notify(seat, notice)
        thinks = self.hints.is_thinking
        self.hints.wait(self._learner, ms)
        is_new = self.hints.show(self._learner)
        if is_new:
            self._hinted = self.board.suggested
        if is_new or thinks != self.hints.is_thinking:
            self.rebuild()

    @property
    def _learner(self) -> Seat | None:
        """The seat that can ask for a hint: a player who is alone at the screen."""
        is_on = len(self.humans) == 1 and not self.match.outcome and not self.clock.resuming
        return self.humans[0] if is_on else None

    def hint(self) -> Transition:
        """Ask the strongest bot what it would do. The game goes on meanwhile."""
        if self._learner is not None and self.hints.ask(self._learner, round(self.clock.now)):
            self.coach.acted()
            self.rebuild()
        return None

    # -- the course of the match

    def enter(self) -> None:
        if not self._is_opened:
            self._is_opened = True
            self.board.deal(self.view) if self.view.began is None else self.board.sync(self.view)
            self.context.audio.ambience(self.board.ambience)
            self.context.audio.theme(self.match.game.name)
            if how := LIVE_SPEED_NOTES[self.context.settings.slower_hands]:
                for seat in self.humans:
                    self.speech.notify(seat, tr(how))
            if self.devices.handicap.is_on and self.view.began is None:
                self.board.notice = handicap_words()
                self.context.announcer.say(self.board.notice)
            self.context.announcer.say(self.describe_turn())
            self.context.announcer.say(series_words(self.match.header))
            for part in self.parts:
                part.enter()
        elif not self.match.outcome and self.view.began is not None:
            self.clock.count_down()
            self.context.announcer.say(tr("The game goes on in {number} seconds.", number=round(RESUME / 1000)))
        self._is_back, self.board.counted = True, None
        self.course.enter()
        self._assign_devices()
        self.rebuild()

    def write(self, seat: Seat, text: str) -> None:
        self.speech.write(seat, text)

    def suspend(self) -> None:
        """Record the time before something covers the table, so that no time is lost."""
        self.context.devices.unassign()
        if not self.match.outcome and (now := round(self.clock.now)) > self.match.ms:
            self.match.mark_time(now)

    def update(self, ms: float) -> Transition:
        ms = min(ms, 100.0)
        if waits_for_players(self.context, self.match):
            self.suspend()
            return Push(while_away(self.context, self.match))
        self._take_answers(ms)
        waits = self.driver.time_stands() or (self.view.in_turns and self._bots_wait())
        factor = 0.0 if waits else self.context.settings.hands_factor
        if self.clock.advance(ms, factor):
            self.rebuild()  # the hint can be asked for again
        now, self.board.resuming = self.clock.now, self.clock.resuming
        self.pace.keep(self.context.settings.bots_hands, now)
        for intent in self.devices.handicap.released(now):
            self.play(intent)
        self._advance()
        self.board.view = self.view
        self.devices.follow(self.board.view, now)
        if not self.match.outcome:
            self.board.positions |= self.bot_pointers.move(now, ms)
        self.board.arrange()
        if not self.match.outcome:
            self.context.audio.music.lean(self.board.mood)
        for part in self.parts:
            part.update(ms)
        self.course.advance(ms)
        if not self.board.bubbles:  # hints are shown where notes are
            self.coach.attend()
        self.board.is_noted = self.coach.lesson is not None
        self.speech.sound_the_last_seconds(now)
        if notes := self.context.devices.changes():
            return self._ask_about(notes)
        if self._is_back and self.devices.without and not self.match.outcome:
            self.suspend()
            return Push(self.devices.notice())
        self._is_back = False
        return self.end(ms) if self.match.outcome else None

    def _advance(self) -> None:
        """Advance the match to this moment, and show what has happened."""
        for step in self.driver.advance(round(self.clock.now)):
            self.show(step)

    def _bots_wait(self) -> bool:
        """Return whether bots wait for the end of announcements or for a key, in games where time stands still."""
        turn = self.view.turn
        if self.context.announcer.left > 0 or turn is None or turn in self.humans:
            return self.context.announcer.left > 0
        return not self.pause.may_play(turn)

    def show(self, step: LiveStep) -> None:
        """Show what has happened at one moment."""
        view = self.board.view = self.view
        self.course.show(SeenEvent(event, view) for event in step.events)
        if step.seat == self._learner and step.seat is not None:
            self.speech.forget_notice()
            is_followed = not step.refusal and self._hinted[:1] == (step.action,)
            self._hinted = self.board.suggested = self._hinted[1:] if is_followed else ()
            if self.hints.follow(step.seat, self._hinted):
                self.board.bubbles.pop(step.seat, None)
            if not step.refusal:
                self.coach.acted()
        elif self._learner is not None and self.hints.withdraw(self._learner):
            self._hinted = self.board.suggested = ()
            self.board.bubbles.pop(self._learner, None)
        if step.refusal and step.seat in self.board.cursors:
            self.speech.refuse(step.seat, step.refusal)
        if step.seat is not None and any(isinstance(event, COMPLETED) for event in step.events):
            self.devices.handicap.played(step.seat, self.clock.now)
        self.by_focus.follow(step)
        self.speech.announce(step)
        if self.context.bots_wait_for_key and passes_turn(step.events):
            self.pause.begin(after_human=False)
        if self.driver.game.chooser(self.match.state) is not None:  # nobody would notice comments in a live game
            self.remarks.happened(step.seat, [*step.events], ())
        self.rebuild()

    # -- for screen readers and the voice

    def describe_turn(self) -> str:
        """Return in words whose turn it is, or the state of the game."""
        return self.speech.describe_turn()

    def cancel(self) -> Transition:
        return None if self.by_focus.put_back() else self.menu.cancel()

    def lesson_context(self) -> LessonContext | None:
        """Return what the coach needs to choose a lesson, or None while the only player cannot act."""
        seat, view = self._learner, self.view
        if seat is None or self.motion.busy or view.phase not in (Phase.GATHERING, Phase.PLAY):
            return None
        if view.turn not in (None, seat) or not (actions := self.game.actions(self.match.state, seat)):
            return None
        return LessonContext(seat, self.game.view(self.match.state, seat), actions, self._history())

    def _ask_about(self, notes: list[str]) -> Transition:
        """Pause after a device has come or gone, and offer to change devices."""
        self.suspend()
        choices = ((tr("Go on"), None), (tr("Switch controllers"), self._change_devices))
        return Push(Notice(self.context, tr("The game is paused"), paragraph(notes), choices))

    def _change_devices(self) -> Transition:
        """Let the players choose other devices."""
        self.suspend()
        return self.devices.change()

    def open_keys(self) -> Transition:
        self.suspend()
        return super().open_keys()

    # -- the end

    def end(self, ms: float) -> Transition:
        """Continue with what follows after the end of the game."""
        return self.ending.go_on(ms)

    def leave(self) -> None:
        self.menu.leave()

    # -- intents

    def on_intent(self, intent: Intent) -> Transition:
        if self.ending.ignores(intent, self):
            return None
        if intent.seat is None or intent.seat not in self.board.cursors:
            done = None
            if intent.verb in (Verb.PICK, Verb.PLACE) and not self.match.outcome:
                self.by_focus.press(intent)
            elif intent.verb is Verb.PLAY and self._hinted and self._learner is not None:
                self.submit(self._learner, self._hinted[0])  # what the hint named
            else:
                done = super().on_intent(intent)
            # a bot may play now, or other towers may be listed or opened
            if (self.by_focus.is_on or intent.verb is Verb.PLAY) and self.is_top:
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
        if not self.coach.lesson and not self.match.outcome and not self.by_focus.is_on:
            self.focus = ""
        if self.clock.resuming or self.match.outcome:
            return None
        if not self.devices.handicap.holds(intent, self.clock.now):
            self.play(intent)
        return None

    def let_go(self) -> None:
        super().let_go()
        self.devices.handicap.forget_clicks()
        if self.match.outcome:
            return
        self._advance()  # only then a piece touched in this frame is held
        for seat, cursor in self.board.cursors.items():
            for action in cursor.let_go(self.view):
                self.submit(seat, action)

    def play(self, intent: Intent) -> None:
        """Do what an intent of a player's device means."""
        assert intent.seat is not None
        cursor = self.board.cursors[intent.seat]
        for action in cursor.on_intent(intent, self.view, self.board.layout):
            self.submit(intent.seat, action)
        if cursor.refusal:
            self.speech.refuse(intent.seat, cursor.refusal)

    def _click(self, button: Widget, seat: Seat) -> Transition:
        """Press a button at once, as another mouse may press something else before this one releases it."""
        if button.name != "done":
            return self.activate(button)
        self.context.audio.play("button")
        return self.done.toggle(seat)

    def submit(self, seat: Seat, action: Action) -> None:
        """Submit a player's action at this moment."""
        self.driver.submit(seat, action, round(self.clock.now))

    # -- widgets

    def build(self) -> list[Widget]:
        place = self.board.layout.done
        hint = self.hints.button(self.hint) if self._learner is not None else None
        buttons = self.menu.bar(hint, self.board.caption_room)
        if self.match.outcome:
            buttons.append(results_button(self.context, self.board, self.ending.hasten))
        elif self.view.began is not None:
            lets_play = self.pause.button()
            buttons += [lets_play] if lets_play else self.done.buttons(place)
        self.painted = self.coach.widgets(buttons)
        read = self.by_focus.widgets() if self.by_focus.is_on and self._is_opened else []
        return [*read, *buttons, *self.painted]

    def rebuild(self) -> None:
        """Lay the widgets out again. If the focused one is gone, the one in its place gets the focus."""
        before, older = self.focused, self.widgets
        super().rebuild()
        if self.by_focus.is_on and self._is_opened and not self.match.outcome:
            self.focus = self.by_focus.next_focus(before, older, self.widgets) or self.focus

    def initial_focus(self) -> Widget | None:
        """Return the widget with the focus at first: during the game none, unless the player plays by focus."""
        if self.by_focus.is_on and not self.match.outcome:
            return self.by_focus.first_focus(self.widgets)
        return super().initial_focus() if self.match.outcome else None

    # -- drawing

    @property
    def at_rest(self) -> bool:
        """Whether nothing moves: under another scene, or once the game is over and everything is still."""
        if not self.is_top:
            return True
        return bool(self.match.outcome) and self.course.is_still and self.ending.is_still

    def paint(self, stage: Stage) -> None:
        with stage.moved(self.board.fall):
            self.board.draw(stage, None)
        self.remarks.draw(stage, "")


# -- puzzle


class LivePuzzleScene(LiveScene):
    """A live table at which time stands still and only the player makes plays, which are then judged."""

    leave_label = LEAVE_PUZZLE

    def __init__(self, context: Context, task: PuzzleTask) -> None:
        self.task = task
        super().__init__(context, task.begin())
        self.board.is_captioned = True
        self.controls = PuzzleControls(self, task, self.questions)
        self.parts = *self.parts, self.controls
        self.clock.resuming = 0.0
        self._wait = STEP_PAUSE

    def bots(self) -> Mapping[Seat, LiveBot]:
        """Return no bots, as only the player moves pieces."""
        return {}

    def enter(self) -> None:
        super().enter()
        self.clock.resuming = 0.0

    # -- the course of the line

    def update(self, ms: float) -> Transition:
        self._wait -= ms * self.motion.speed
        if self.task.played:
            if not self.motion.busy and (page := self.controls.show_verdict()):
                return page
        elif not self.motion.busy:
            if self.task.is_whole(self.match):
                self.context.devices.unassign()
                self.controls.judge(self.match)
            elif meanwhile := self.task.analysis.meanwhile(self.match.state, self.task.seat):
                self.driver.submit(*meanwhile, round(self.clock.now))
            elif self.task.shows_answer and self._wait <= 0:
                self._wait = STEP_PAUSE * self.context.settings.pace_factor
                action = self.task.solution()[len(self.task.line(self.match))]
                self.driver.submit(self.task.seat, action, round(self.clock.now))
        return super().update(ms)

    def show(self, step: LiveStep) -> None:
        if step.seat in (None, self.task.seat):
            super().show(step)

    def end(self, ms: float) -> Transition:
        """Do nothing, as puzzles have no counting."""
        return None

    @property
    def _may_play(self) -> bool:
        return not self.task.played and not self.task.shows_answer

    def play(self, intent: Intent) -> None:
        if self._may_play:
            super().play(intent)

    def submit(self, seat: Seat, action: Action) -> None:
        if self._may_play:
            super().submit(seat, action)

    # -- widgets

    def build(self) -> list[Widget]:
        kept = [widget for widget in super().build() if widget.name not in ("hint", "in force", "done", "results")]
        over_again = tr("Start over"), self.controls.ways.again, bool(self.task.line(self.match))
        flip = self.kit.flip
        menu = flip(next(widget.rect for widget in kept if widget.name == "menu"))
        first, second = (
            max(needed_width(self.context, label, verb), 40 + 50 * self.kit.text_scale)
            for label, verb in zip(self.controls.labels(over_again), (Verb.UNDO, Verb.HINT))
        )
        left = flip(Rect(menu.right + 10, menu.y, first, menu.h))
        places = left, flip(Rect(menu.right + 20 + first, menu.y, second, menu.h))
        return [*kept, *self.controls.tools(places, over_again, self.board.layout.done)]

    def paint(self, stage: Stage) -> None:
        self.board.draw(stage, None)
