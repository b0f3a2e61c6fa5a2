"""The table: runs a match on a board, for players at the screen and bots in their process."""

from __future__ import annotations

import math
from typing import Any

from topping_out.game.engine import IllegalAction, Seat
from topping_out.game.language import mark, tr, tr_player
from topping_out.game.match import Match
from topping_out.game.text import reason_sentence
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Transition
from topping_out.scenes.match.board import Turn
from topping_out.scenes.match.buttons import bar, places_over, play_button, room_between, speed_button
from topping_out.scenes.match.event_queue import EventQueue
from topping_out.scenes.match.guided.lessons import LessonContext
from topping_out.scenes.match.recap import plate_of
from topping_out.scenes.match.scene import Ending
from topping_out.scenes.match.viewer import ViewerScene
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.widgets import Button, Widget

BOT_PAUSE = 420.0
"""Milliseconds, at normal speed and pace, that a bot at least takes."""
UNDO_PAUSE = 900.0
"""The same right after a player's action, so that it can be taken back."""
HASTE = {1: 1.0, 2: 1.5, 3: 1.8}
"""How much faster the others' turns are shown where so many of them follow one another."""
END_PAUSE = 1900.0
"""From the topping out to the results."""
MOVED = 9.0
"""Logical units that the pointer must move to count as moved: for a press to become a drag, or to aim anew."""
HURRY = frozenset((Verb.FOCUS, Verb.PRESS, Verb.CONFIRM, Verb.PLAY, Verb.PICK, Verb.UNDO, Verb.HINT))
"""What finishes a motion at once, and then counts: a click always, a key for what the player saw to press it for."""
POINTER = frozenset((Verb.POINT, Verb.PRESS, Verb.RELEASE))


class TurnScene(ViewerScene):
    """One match from where it stands to its end."""

    def __init__(self, context: Context, match: Match) -> None:
        super().__init__(context, match)
        self.event_queue = EventQueue(self.board)
        self._prompted = ""
        """What the player was last told to do in a turn that goes on."""
        self._pause = 0.0
        self._drag_from: tuple[float, float] | None = None
        self._dragged: Widget | None = None
        self._rest: tuple[float, float] | None = None
        """Where the pointer lay when something else had the word: it aims again once it has moved off."""

    # -- the course of the match

    def enter(self) -> None:
        if not self._is_opened:
            self._is_opened = True
            if self.viewer is not None:
                self.match.look(frozenset((self.viewer,)))
            self._set_table()
            self.context.audio.ambience(self.board.ambience)
            self.greet()
        self.motion.speed = self.context.settings.speed_factor
        self.motion.reduced = self.context.settings.reduced_motion
        self.rebuild()

    def update(self, ms: float) -> Transition:
        self._clock += ms
        if self._ending is not Ending.NOT_YET:
            self._just_over.update(ms)
        if notice := self.questions.listen():
            self.say(notice)
        self._ask_bot()
        if self._show_hint():
            self._let_pointer_rest()
        self.board.touch(self.pointed)
        self.board.update(ms)
        self.coach.update(ms)
        self.remarks.update(ms)
        was_busy = self.motion.busy
        self.motion.update(ms)
        if self.motion.busy:
            return None
        if not self.event_queue.is_over:
            return self.event_queue.go_on()
        if was_busy:
            self._come_to_rest()
        self._pause -= ms * min(self.motion.speed * self.motion.haste, 1e6)
        return self._go_on(ms)

    def _come_to_rest(self) -> None:
        """After a motion, the table must show what the view says."""
        if not self.board.is_synced(self.view):
            self.context.report("the table was out of step with the game and has been set right")
            self.board.sync(self.view)
        self.rebuild()

    def _go_on(self, ms: float) -> Transition:
        if self.match.outcome:
            return self._end(ms)
        seat = self.actor
        if seat is None:
            return None
        if (handover := self._next_viewer(seat)) is not None:
            if self.viewer is None or not self.has_curtain:
                return self._change_viewer(handover)
            self._let_look(ms)
            return None
        if self.match.is_human(seat):
            self._begin_turn(seat)
        elif self._pause <= 0:
            self._play_bot(seat)
        return None

    def _begin_turn(self, seat: Seat) -> None:
        if self.board.turn is None:
            actions = self.game.actions(self.match.state, seat)
            self.board.begin_turn(Turn(seat, self.view, actions, self.act, self.say))
            self.focus = self.board.home or self.focus
            self._let_pointer_rest()
            self.rebuild()
            if self.context.devices.active != "mouse":
                self.board.point(self.focused)
            self._announce_turn()
        self.coach.attend()

    def _announce_turn(self) -> None:
        """Say whose turn it is, or what is to be done in it; of a turn that goes on, only what is new."""
        prompt = self.board.prompt()
        if not prompt or prompt != self._prompted:
            self.context.announcer.say(self.describe_turn())
        self._prompted = prompt

    def lesson_context(self) -> LessonContext | None:
        """Return what the coach needs to choose a lesson; None while the player cannot act."""
        turn = self.board.turn
        return (
            LessonContext(turn.seat, turn.view, turn.actions, self._history())
            if turn and not self.motion.busy
            else None
        )

    def act(self, action: Any) -> Transition:
        """Do a player's action."""
        assert self.board.turn
        try:
            self._do(self.board.turn.seat, action)
        except IllegalAction as error:
            self.context.audio.play("refuse")
            self.say(reason_sentence(str(error)))
        return None

    def _do(self, seat: Seat, action: Any) -> None:
        log = self.match.watch(self.viewer)
        events = self.match.act(seat, action, round(self._clock), log)
        self.board.end_turn()
        self.motion.haste = self._haste(seat)
        self.event_queue.show(log.seen, not self.humans)
        sentences = self._sentences(events)
        self.message = " ".join(sentences)
        self.context.announcer.say(" ".join(self._announced(seat, events, log.seen)))
        self.remarks.hear(events)
        self._pause = (UNDO_PAUSE if self.match.is_human(seat) else BOT_PAUSE) * self.context.settings.pace_factor
        self._stop_asking()
        if self.match.is_human(seat):
            self.coach.acted()
        self.rebuild()

    def _haste(self, seat: Seat) -> float:
        """Return how much faster a seat's action is shown: a bot's, where a player waits for several."""
        bots = len(self.match.header.seats) - len(self.humans)
        return 1.0 if self.match.is_human(seat) or not self.humans else HASTE.get(bots, 1.0)

    def describe_turn(self) -> str:
        if self.match.outcome or self.actor is None:
            return tr("The game is over.")
        if self.is_looking:
            return tr("Your turn is over. Look at your cards, then press {key}.", key=self.key(Verb.CONFIRM))
        if self.board.turn and (prompt := self.board.prompt()):
            return prompt
        return self.turn_words(self.actor)

    # -- undo

    def undo(self) -> Transition:
        """Take the last action back."""
        if not self.match.can_undo():
            self.context.audio.play("refuse")
            return None
        self.context.worker.cancel()
        self._stop_asking()
        self.motion.finish()
        self.event_queue.clear()
        self.coach.acted()
        seat = self.match.undo(round(self._clock))
        self.context.audio.play("undo")
        if self.viewer not in (None, seat):  # another player sits at the screen now
            return self._change_viewer(seat)
        self.hand_over(seat)
        yours, theirs = mark("You take back the last play."), mark("{name} takes back the last play.")
        self.say(tr_player(self.match.names[seat], yours, theirs))
        return None

    # -- the end

    def _end(self, ms: float) -> Transition:
        if self._ending is Ending.NOT_YET:
            self.board.end_turn()
            self.coach.close()
            self._ending = Ending.PAINTING
        if self._ending is Ending.PAINTING:
            if self.results.prepare():
                self._celebrate()
        elif self._ending is Ending.PAUSE:
            self._end_pause -= ms
            if self._end_pause < 0:
                return self.show_results()
        return None

    def _celebrate(self) -> None:
        self.board.celebrate()
        self.board.shake()
        self.remarks.conclude(self.match.outcome)
        self._ending = Ending.PAUSE
        self._end_pause = 0.0 if math.isinf(self.motion.speed) else END_PAUSE
        self.rebuild()

    def show_results(self) -> Transition:
        self._ending = Ending.PAST
        self._just_over.finish()
        return super().show_results()

    # -- widgets

    def build(self) -> list[Widget]:
        if not self._is_opened:
            return []
        buttons = bar(self, speed_button(self))
        self.board.bar_room = room_between(buttons)
        laid = [*self.board.widgets(), *self._tools(), *buttons, *self._message_plates()]
        return [*laid, *self.coach.widgets(laid)]

    def _tools(self) -> list[Widget]:
        """Return undo, hint and the main button; once the game is over, the way to its results."""
        key, place = self.key, self.board.main_place
        if self.match.outcome:
            return [
                Button("results", tr("Results"), self.show_results, Verb.PLAY, key(Verb.PLAY), primary=True).placed(
                    place
                )
            ]
        if not self.humans:
            return []
        thinks = self.questions.is_asked("advise")
        says = tr("Thinking…") if thinks else tr("Hint")
        may_undo, may_hint = self.match.can_undo(), self.board.turn is not None and not thinks
        left, right = places_over(self, place, (tr("Undo"), Verb.UNDO), (says, Verb.HINT))
        return [
            Button("undo", tr("Undo"), self.undo, Verb.UNDO, key(Verb.UNDO), enabled=may_undo).placed(left),
            Button("hint", says, self.hint, Verb.HINT, key(Verb.HINT), enabled=may_hint).placed(right),
            self.done_button() if self.is_looking else play_button(self, self.press_main),
        ]

    @property
    def _shown_words(self) -> str:
        return self.context.library.problem or self.message

    def _message_plates(self) -> list[Widget]:
        """Return the plate of the last words, where it leads to what happened since one's last turn."""
        if not self._shown_words or self.viewer is None or self.match.outcome or self.board.is_narrating:
            return []
        words = self._shown_words
        plate = plate_of(self.board, words, self.read_recap, self.key(Verb.RECAP))
        plate.is_covered = lambda: self.remarks.covers(words)
        return [plate]

    def initial_focus(self) -> Widget | None:
        home = self.find(self.board.home) if self.widgets else None
        return home if home and home.enabled and home.is_focusable else super().initial_focus()

    def press_main(self) -> Transition:
        """Do the play that the main button names."""
        main = self.board.main_button()
        return self.act(main.action) if main and main.action is not None else None

    # -- intents

    def on_intent(self, intent: Intent) -> Transition:
        if self._ending is not Ending.NOT_YET and self._just_over.ignores(intent, self):
            return None
        if self._first_hint is not None and intent.verb is not Verb.POINT:  # the player goes on with what was said
            self._stop_asking()
        if self.motion.busy and intent.verb in HURRY:
            focus, counts = self.focus, self._counts(intent.verb)
            if (transition := self._hurry()) or not counts:
                return transition
            if intent.verb is Verb.CONFIRM and self.find(focus):
                self.focus = focus
        if intent.verb in POINTER:
            return self._on_pointer(intent)
        focus = self.focus
        self._let_pointer_rest()
        transition = self._on_key(intent)
        if self.focus != focus:
            self.board.point(self.focused)
        return transition

    def _counts(self, verb: Verb) -> bool:
        """Tell whether what a click or key is for shows now: while others play, a key has its button or a hint."""
        if self.board.turn or verb in (Verb.FOCUS, Verb.PRESS):
            return True
        button = self.focused if verb is Verb.CONFIRM else self.button_for(verb)
        return isinstance(button, Button) and (button.enabled or button.verb is Verb.HINT)

    def _hurry(self) -> Transition:
        """Finish what moves, and go on to what comes after it."""
        self.motion.finish()
        if not self.event_queue.is_over:
            return self.event_queue.go_on()
        self._come_to_rest()
        return self._go_on(0)

    def _on_key(self, intent: Intent) -> Transition:
        if intent.verb is Verb.PICK:
            self.board.pick(int(intent.text))
        elif intent.verb in (Verb.FASTER, Verb.SLOWER):
            return self.next_speed(1 if intent.verb is Verb.FASTER else -1)
        elif intent.verb is Verb.CANCEL and intent.text == "pointer":
            if self.board.turn:  # while others play there is no choice to forget, and their cards are on the way
                self.board.clear_selection()
                self.board.begin_turn(self.board.turn)
        else:
            return self._then_rebuild(super().on_intent(intent))
        return self._then_rebuild(None)

    def _let_pointer_rest(self) -> None:
        """Let the pointer aim at nothing until it moves: a hint, a key or a pad has aimed."""
        self._rest = self.context.devices.pointer

    def _aim(self, position: tuple[float, float]) -> None:
        """Aim by the pointer, if it has moved."""
        if self._rest is None or math.dist(self._rest, position) > MOVED:
            self._rest = None
            self.board.point(self.at(position))

    def _on_pointer(self, intent: Intent) -> Transition:
        if intent.verb is Verb.POINT and not self._pressed:
            self._aim(intent.position)
        if intent.verb is Verb.PRESS:
            self._drag_from = intent.position
        if intent.verb is Verb.POINT and self._pressed and self._drag_from:
            away = math.dist(self._drag_from, intent.position)
            if self._dragged or away > MOVED:
                is_new, self._dragged = self._dragged is None, self._pressed
                self.board.drag(self._pressed, intent.position)
                if is_new:  # what can be pointed at depends on the chosen card
                    self.rebuild()
                return None
        if intent.verb is Verb.RELEASE and self._dragged:
            dragged, self._dragged, self._pressed = self._dragged, None, None
            return self._then_rebuild(self.board.drop(dragged, intent.position))
        return (
            self._then_rebuild(super().on_intent(intent))
            if intent.verb is not Verb.POINT
            else super().on_intent(intent)
        )

    def _then_rebuild(self, transition: Transition) -> Transition:
        if transition is None:
            self.rebuild()
        return transition

    # -- drawing

    @property
    def at_rest(self) -> bool:
        asks = self.questions.is_asked("choose") or self.questions.is_asked("advise")
        waits_for_bot = not self.is_looking and (asks or not self.humans)
        moves = self.motion.busy or not self.event_queue.is_over or not self.board.at_rest or not self.may_be_done
        return not moves and not waits_for_bot and not self._ending.is_under_way and self.remarks.is_over

    def paint(self, stage: Stage) -> None:
        stage.kept_clear += [widget.rect for widget in self.coach.note]
        with stage.moved(self.board.fall):
            self.board.draw(stage, self.pointed if self.is_top else None)
        self._draw_message(stage)

    def _draw_message(self, stage: Stage) -> None:
        if not self.board.is_narrating:
            self.remarks.draw(stage, self._shown_words)
