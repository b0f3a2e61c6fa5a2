"""The table of a match by turns, for players at the screen and bots in their own process; and a lesson in listening."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from topping_out.game import registry
from topping_out.game.engine import Seat
from topping_out.game.language import mark, tr, tr_player
from topping_out.game.match import Match
from topping_out.game.text import paragraph

from .. import routes
from ..devices.intents import Intent, Verb
from ..kit.stage import Stage
from ..manager import Push, Replace, Scene, Transition
from ..system.context import Context
from ..ui.column import Notice
from ..ui.layout import Widget
from ..ui.widgets import Button
from . import controls, definition
from .board import Turn
from .bots import BotPlayers, BotQuestions, BotsPause, Hints
from .clock import TurnClock
from .coach import Coach
from .controls import CHOICES, NOWHERE, Plays, Pointing, TableMenu, why_no_undo
from .course import Course, Curtain, ToppingOut
from .definition import table_of
from .phrases import series_words
from .scene import LessonContext, TableScene, Viewer, turn_words
from .start import begin_guided, guided_header, has_guided
from .talk import LastWords, Narrator, Remarks

# -- turns


HURRY = CHOICES | {Verb.FOCUS, Verb.PRESS, Verb.CONFIRM, Verb.PLAY, Verb.UNDO, Verb.HINT}
"""Verbs that finish the current motion at once. A click then counts; a key only if its button was there."""


class TurnScene(TableScene):
    """A match by turns, from its current state to its end."""

    def __init__(self, context: Context, match: Match) -> None:
        super().__init__(context, match.game)
        self.match, self.viewer = match, Viewer(match)
        table, history = table_of(match.header.game), self.viewer.history
        self.board = table.make_board(context, match.header, self.motion, self.view, history=history)
        self.course = Course(self)
        self.questions = BotQuestions(context, match.game.name)
        self.bots = BotPlayers(context, match, self.questions)
        self.hints = Hints(self, match, self.questions)
        self.pause = BotsPause(self, match, self.humans)
        self.clock = TurnClock(self, match)
        self.narrator = Narrator(self, match, self.viewer)
        self.remarks = Remarks(self, match)
        self.last_words = LastWords(self, self.narrator, self.remarks)
        self.coach = Coach(self, match, table.cues)
        self.plays, self.pointing = Plays(self, match), Pointing(self)
        self.ending = ToppingOut(self, self.coach)
        self.menu = TableMenu(self, match, self.coach)
        self.curtain = Curtain(self, self.viewer, self.narrator, self.menu)
        self.parts = self.last_words, self.narrator, self.remarks, self.pause, self.coach, self.clock, self.ending
        self._click_is_early = False
        """Whether the current click may choose but not play: it has hurried a motion, or it began before a change."""
        self._pressed_in: tuple[Turn | None, Hashable] = None, None
        """The turn and the choice in which the current click began."""
        self._clock = float(match.ms)
        self._is_opened = False
        self._prompted = ""
        """What the player was last asked to do in the current turn."""

    @property
    def view(self) -> Any:
        return self.viewer.view

    @property
    def humans(self) -> list[Seat]:
        return self.viewer.humans

    @property
    def actor(self) -> Seat | None:
        """Whose turn it is."""
        return min(self.match.actors, default=None)

    # -- the course of the match

    def enter(self) -> None:
        if not self._is_opened:
            self._is_opened = True
            if self.viewer.seat is not None:
                self.match.look(frozenset((self.viewer.seat,)))
            self.viewer.set_table(self.board)
            self.context.audio.ambience(self.board.ambience)
            self.context.audio.theme(self.match.game.name)
            self.context.announcer.say(series_words(self.match.header))
            for part in self.parts:
                part.enter()
        self.course.enter()
        self.rebuild()

    def update(self, ms: float) -> Transition:
        self._clock += ms
        self.viewer.settle(ms)
        if notice := self.questions.listen():
            self.say(notice)
        self.ask_bot()
        player = self.board.turn.seat if self.board.turn else None
        self.hints.wait(player, ms)
        if self.hints.show(player):
            self.pointing.rest()
        self.board.touch(self.pointed)
        if self.board.close_up():
            self.rebuild()
        if not self.match.outcome:
            self.context.audio.music.lean(self.board.mood)
        for part in self.parts:
            part.update(ms)
        if not self.course.advance(ms):
            return self.course.go_on()
        self.pause.pass_time(ms * min(self.motion.speed * self.motion.haste, 1e6))
        return self.go_on(ms)

    def ask_bot(self) -> None:
        """Let the bot whose turn it is think, even while the last action is still being shown."""
        if self.actor is not None and self.actor not in self.humans:
            self.bots.think(self.actor)

    def go_on(self, ms: float) -> Transition:
        """Go on with the match. Called while nothing moves."""
        seat = self.actor
        if self.match.outcome:
            return self.ending.go_on(ms)
        if seat is None:
            return None
        if (next_viewer := self.viewer.next(self.board)) is not None:
            return self.curtain.fall_after_look(next_viewer, ms)
        if seat in self.humans and self.clock.is_up(seat):
            self._play_by_clock(seat)
        elif seat in self.humans:
            self._begin_turn(seat)
        elif self.pause.may_play(seat) and (action := self.bots.choice(seat)) is not None:
            self.do(seat, action)
        return None

    def _begin_turn(self, seat: Seat) -> None:
        if self.board.turn is None:
            self._lay_down()  # a drag that began before may hold another card by now
            actions = self.game.actions(self.match.state, seat)
            self.board.begin_turn(Turn(seat, self.view, actions, self.act, self.comment))
            self.pointing.rest()
            # For listeners the focus stays: moving it would cut off the announcement of what the others have done.
            self.show_anew("" if self.context.announcer.is_heard else self.board.home)
            if self.context.devices.active != "mouse":
                self.board.point(self.focused)
            prompt = self.board.prompt()
            if not prompt or prompt != self._prompted:  # within a turn, say only what is new
                self.context.announcer.say(self.describe_turn())
            self._prompted = prompt
            if self.plays.go_on(seat):
                return
        self.coach.attend()

    def act(self, action: Any) -> Transition:
        """Do an action of the player whose turn it is, after a confirmation if the settings say so.

        An early click does nothing: what it hit may not have been there when the button went down.
        """
        return None if self._click_is_early else self.plays.act(action)

    def _play_by_clock(self, seat: Seat) -> None:
        """Let a gentle bot play for a player whose time is up."""
        if self.board.turn:
            self._lay_down()
            self.questions.forget()
            self.hints.forget()
            self.board.end_turn()
            self.rebuild()
        self.bots.think(seat)
        if (action := self.bots.choice(seat)) is not None:
            self._do(seat, action, is_by_clock=True)

    def suspend(self) -> None:
        self.clock.note(round(self._clock))

    def do(self, seat: Seat, action: Any) -> None:
        self._do(seat, action)

    def _do(self, seat: Seat, action: Any, is_by_clock: bool = False) -> None:
        """Do an action of a seat. `is_by_clock`: a bot does it because the seat's time is up. Raises IllegalAction."""
        self._lay_down()
        log, is_human = self.match.watch(self.viewer.seat), seat in self.humans
        if seat != self.plays.finisher:
            self.plays.finisher = None
        self.match.note_time(seat, self.clock.thought(seat), is_by_clock)
        events = self.match.act(seat, action, round(self._clock), log)
        self.clock.set_back(seat)
        self.board.end_turn()
        self.motion.haste = 1.0 if is_human else self.pause.haste
        self.course.show(log.seen, not self.humans)
        for part in self.parts:
            part.happened(seat, events, log.seen)
        self.questions.forget()
        self.show_anew(self.board.left_alone(self.view, self.focused) if is_human else "")
        self.pointing.rest_after_play()

    def say(self, text: str) -> None:
        self.context.announcer.say(text, urgent=True)
        self.write(0, text)

    def comment(self, text: str) -> None:
        """Tell the player something about what is chosen. It is shown until something else is chosen."""
        self.context.announcer.say(text, urgent=True)
        self.last_words.comment(text)
        self.rebuild()

    def write(self, seat: Seat, text: str) -> None:
        self.last_words.show(text)
        self.rebuild()

    def describe_turn(self) -> str:
        if self.match.outcome or self.actor is None:
            return tr("The game is over.")
        if self.viewer.is_looking:
            return self.curtain.words
        return (self.board.prompt() if self.board.turn else "") or turn_words(self.match, self.actor)

    def reply_to(self, verb: Verb) -> str:
        reply = super().reply_to(verb)
        if verb is not Verb.ASK_TURN:
            return reply
        return paragraph([reply, self.clock.words(self.actor if self.actor in self.humans else None)])

    def why_not(self, verb: Verb) -> str:
        if verb is Verb.HINT and self.hints.is_thinking:
            return tr("Let me think…")
        if verb is Verb.HINT and self.hints.why_none:
            return self.hints.why_none
        if verb is Verb.UNDO and self.humans:
            return why_no_undo(self.match, self.humans)
        if verb in (Verb.PLAY, Verb.FINISH, Verb.HINT, Verb.PICK, Verb.ALIKE, Verb.PLACE):
            return self.board.why_no_play() if self.board.turn else self.describe_turn()
        return super().why_not(verb)

    def why_disabled(self, widget: Widget) -> str:
        verb = widget.verb if isinstance(widget, Button) else None
        return self.why_not(verb) if verb and verb is not Verb.LOOK else super().why_disabled(widget)

    def activate(self, widget: Widget | None) -> Transition:
        if widget and widget.thing and self.board.turn is None and self.context.devices.active != "mouse":
            self.context.reply(self.describe_turn())
            return None
        return super().activate(widget)

    # -- undo, hints and lessons

    def undo(self) -> Transition:
        if not self.match.can_undo():
            self.context.audio.play("refuse")
            return None
        self.context.worker.cancel()
        self.questions.forget()
        self.course.stop()
        self.coach.acted()
        seat = self.match.undo(round(self._clock))
        self.context.audio.play("undo")
        if self.viewer.seat not in (None, seat):  # the action was that of another player
            return self.curtain.fall(seat)
        self.curtain.hand_over(seat)
        yours, theirs = mark("You take back the last play."), mark("{name} takes back the last play.")
        self.say(tr_player(self.match.names[seat], yours, theirs))
        return None

    def hint(self) -> Transition:
        if self.board.turn:
            self.hints.ask(self.board.turn.seat, len(self.match.record.effective()))
        return None

    def lesson_context(self) -> LessonContext | None:
        """Return what the coach needs to choose a lesson; None while the player cannot act."""
        turn = self.board.turn
        if turn is None or self.motion.busy:
            return None
        return LessonContext(turn.seat, turn.view, turn.actions, self.viewer.history())

    # -- the ways off the table

    def leave(self) -> None:
        self.menu.leave()

    def cancel(self) -> Transition:
        return self.menu.cancel()

    def rested(self) -> None:
        self.rebuild()

    # -- widgets

    def build(self) -> list[Widget]:
        if not self._is_opened:
            return []
        speed = controls.speed_button(self.context, self.next_speed)
        bar = self.menu.bar(speed, self.board.caption_room)
        self.board.bar_room = controls.room_between(bar)
        laid = [*self.board.widgets(), *self.tools(), *bar]
        for part in self.parts:
            laid += part.widgets(laid)
        self.painted = self.coach.note
        return laid

    def tools(self) -> list[Widget]:
        """Return undo, hint and the main button; once the game is over, the way to its results."""
        context, board, viewer = self.context, self.board, self.viewer
        if self.match.outcome:
            return [controls.results_button(context, board, self.ending.hasten)]
        if not self.humans:
            return []
        hint = self.hints.button(self.hint, board.turn is not None)
        lesser = controls.undo_and_hint(context, board, self.undo, self.match.can_undo(), hint)
        if viewer.is_looking:
            return [*lesser, controls.done_button(context, board, self.curtain.done, viewer.may_be_done)]
        return [*lesser, self.pause.button() or controls.play_button(context, board, self.act)]

    def initial_focus(self) -> Widget | None:
        home = self.find(self.board.home) if self.widgets else None
        return home if home and home.enabled and home.is_focusable else super().initial_focus()

    # -- intents

    def on_intent(self, intent: Intent) -> Transition:
        if self.ending.ignores(intent, self) or (self.viewer.is_new and intent.verb in HURRY):
            return None
        if intent.verb is not Verb.POINT:  # the player goes on with the hint as it is
            self.hints.settle()
        if intent.verb is not Verb.POINT and intent.verb is not Verb.RELEASE:
            self._click_is_early = False
        if self.motion.busy and intent.verb in HURRY:
            focus, counts = self.focus, self._counts(intent.verb)
            transition = self.go_on(0) if self.course.hurry() else self.course.go_on()
            if not transition and not counts and intent.verb is not Verb.CONFIRM:
                self.context.reply(self.why_not(intent.verb))
            if transition or not counts or self.viewer.is_new:
                return transition
            self._click_is_early = intent.verb is Verb.PRESS
            if intent.verb is Verb.CONFIRM and self.find(focus):
                self.focus = focus
        if intent.verb in (Verb.POINT, Verb.PRESS, Verb.RELEASE):
            return self._on_pointer(intent)
        focus, was_dragging = self.focus, self._lay_down()
        self.pointing.rest()
        transition = None if was_dragging and intent.verb is Verb.CANCEL else self._on_key(intent)
        if transition is None:
            self.rebuild()
        if self.focus != focus:
            self.board.point(self.focused)
        return transition

    def let_go(self) -> None:
        super().let_go()
        self._lay_down()

    def _lay_down(self) -> bool:
        """End a drag without a drop, because of a key or a change on the table; return whether there was one."""
        dragged = self.pointing.drop()
        if dragged:
            self._pressed = None
            self.board.drop(dragged, NOWHERE)
        return dragged is not None

    def _counts(self, verb: Verb) -> bool:
        """Return whether a click or key that has ended a motion is to count: what it is meant for must be visible."""
        if self.board.turn or verb in (Verb.FOCUS, Verb.PRESS):
            return True
        button = self.focused if verb is Verb.CONFIRM else self.button_for(verb)
        return isinstance(button, Button) and (button.enabled or button.verb is Verb.HINT)

    def _on_key(self, intent: Intent) -> Transition:
        if intent.verb in (Verb.FASTER, Verb.SLOWER):
            return self.next_speed(1 if intent.verb is Verb.FASTER else -1)
        presses_thing = intent.verb is Verb.CONFIRM and not isinstance(self.focused, Button)
        is_choice = intent.verb in CHOICES or (presses_thing and bool(self.match.outcome))
        if is_choice and self.board.turn is None:
            self.context.reply(self.describe_turn())
        elif intent.verb in CHOICES:
            return self.plays.choose(intent, self.focused)
        elif intent.verb is Verb.CANCEL and intent.text == "pointer":
            self.plays.put_down()
        else:
            return super().on_intent(intent)
        return None

    def _on_pointer(self, intent: Intent) -> Transition:
        position, is_new = intent.position, self.pointing.dragged is None
        if intent.verb is Verb.POINT:
            if self._pressed is None:
                self.pointing.aim(position)
            elif self.pointing.drag(self._pressed, position):
                if is_new:  # what can be pointed at depends on what is dragged
                    self.rebuild()
                return None
            return super().on_intent(intent)
        if intent.verb is Verb.PRESS:
            self.pointing.press(position)
            self._pressed_in = self.board.turn, self.board.choice
        elif intent.verb is Verb.RELEASE:
            turn, choice = self._pressed_in
            self._click_is_early |= self.board.turn is not turn or self.board.choice != choice
        if intent.verb is Verb.RELEASE and (dragged := self.pointing.drop()):
            self._pressed, self._click_is_early = None, False  # a drag takes long enough to see where it ends
            transition = self.board.drop(dragged, position)
        else:
            transition = super().on_intent(intent)
            if intent.verb is Verb.RELEASE:
                self.pointing.rest()
        if transition is None:
            self.rebuild()
        return transition

    # -- drawing

    @property
    def at_rest(self) -> bool:
        asks = self.questions.is_asked("choose") or self.questions.is_asked("advise")
        asks = asks and self.pause.waiting is None
        waits_for_bot = not self.viewer.is_looking and (asks or not self.humans)
        is_still = self.course.is_still and all(part.is_still for part in self.parts)
        return is_still and self.viewer.may_be_done and not waits_for_bot

    def paint(self, stage: Stage) -> None:
        stage.kept_clear += [widget.rect for widget in self.coach.note]
        with stage.moved(self.board.fall):
            self.board.draw(stage, self.pointing.explained if self.is_top else None)
        self.last_words.draw(stage)


# -- listening


@dataclass(frozen=True)
class ListeningStep:
    """A step of the lesson: what the player is told, and the keys that end it."""

    words: str
    """A marked text. Its placeholders are names of verbs, with _ for a space, and stand for their keys."""
    verbs: tuple[Verb, ...] = ()
    """The verbs that end the step; if there are none, the end of a turn does."""
    is_own: bool = True
    """Whether that is the player's turn or a bot's."""


CARDS = mark(
    "This is a real table, but nothing here counts. Each step ends with a key to press. {right} goes to "
    "the next card in your hand, {left} to the previous one. Press {right}."
)
GROUPS = mark("{next_group} goes from your hand to the towers, {previous_group} goes back. Press {next_group}.")
EVERYTHING = mark("{next} goes through everything here, or backwards with Shift. Press {next}.")
HAND = mark(
    "Other keys answer questions without moving anything. {ask_hand} tells you what you hold. Press {ask_hand}."
)
TABLE = mark(
    "{ask_turn} tells you whose turn it is, {ask_scores} the scores, {ask_table} what else is on the "
    "table. Press any of them."
)
AGAIN = mark("{ask_again} repeats what was said last. Press {ask_again}.")
NUMBER = mark("A number chooses a card in your hand. Press 1.")
PLAY = mark("{hint} suggests a good play and chooses it; {play} plays it. Press {hint}, listen, then press {play}.")
BOTS = mark("Bots wait until you've heard what was said.")
STEPS = (
    ListeningStep(CARDS, (Verb.LEFT, Verb.RIGHT, Verb.UP, Verb.DOWN)),
    ListeningStep(GROUPS, (Verb.NEXT_GROUP, Verb.PREVIOUS_GROUP)),
    ListeningStep(EVERYTHING, (Verb.NEXT, Verb.PREVIOUS)),
    ListeningStep(HAND, (Verb.ASK_HAND,)),
    ListeningStep(TABLE, (Verb.ASK_TURN, Verb.ASK_SCORES, Verb.ASK_TABLE)),
    ListeningStep(AGAIN, (Verb.ASK_AGAIN,)),
    ListeningStep(NUMBER, (Verb.PICK,)),
    ListeningStep(PLAY),
    ListeningStep(BOTS, is_own=False),
)


class ListeningLesson(TurnScene):
    """The lesson in listening: a table at which the player learns one key after the other."""

    leave_label = mark("Leave")

    def __init__(self, context: Context, match: Match) -> None:
        super().__init__(context, match)
        self.step = 0

    @property
    def words(self) -> str:
        """What the player is told now, or "" after the last step."""
        if self.step >= len(STEPS):
            return ""
        keys = self.context.devices.program_keys
        labels = {verb.value.replace(" ", "_"): keys.label(verb) for verb in keys.verbs}
        return tr(STEPS[self.step].words, **labels)

    def enter(self) -> None:
        is_new = not self._is_opened
        super().enter()
        if is_new:
            self._tell()

    def _tell(self) -> None:
        self.last_words.show(self.words)
        self.context.announcer.say(self.words)
        self.rebuild()

    def _go_on(self) -> None:
        self.step = min(self.step + 1, len(STEPS))
        self._tell()

    def update(self, ms: float) -> Transition:
        if self.step == len(STEPS) and self.course.is_still and not self.context.announcer.left:
            self.step += 1
            game, key = self.match.header.game, self.context.devices.program_keys.label
            text = tr(
                "{keys} lists all keys, {rules} opens the rules. A guided game explains {game} while you play.",
                keys=key(Verb.KEYS), rules=key(Verb.RULES), game=self.game.title,
            )  # fmt: skip
            guided = tr("Guided game"), lambda: begin_guided(self.context, game)
            title = tr("Title"), lambda: Replace(routes.TITLE(self.context))
            return Push(Notice(self.context, tr("That's all"), text, (guided, title)))
        return super().update(ms)

    def do(self, seat: Seat, action: Any) -> None:
        super().do(seat, action)
        now = STEPS[min(self.step, len(STEPS) - 1)]
        if not now.verbs and now.is_own is (seat in self.humans) and self.actor != seat:
            self._go_on()

    def on_intent(self, intent: Intent) -> Transition:
        transition = super().on_intent(intent)
        if self.step < len(STEPS) and intent.verb in STEPS[self.step].verbs:
            self._go_on()
        return transition


def open_lesson(context: Context) -> Scene:
    """Return the lesson, at the table of the first guided game by turns. Its match is not saved."""
    game = next(name for name in definition.playable() if has_guided(name) and not registry.load(name).live)
    return ListeningLesson(context, Match.new(guided_header(game)))
