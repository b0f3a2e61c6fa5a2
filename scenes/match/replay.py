"""Replays, which show a game step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from topping_out.game.bots.review import Timeline
from topping_out.game.engine import Advice, Seat, sentences_of
from topping_out.game.language import mark, tr, tr_context
from topping_out.game.match import SeenEvent, time_up_words, watch_entry
from topping_out.game.record import LONGEST_NOTE, RecordError, seated, start_state
from topping_out.game.storage.library import Saved
from topping_out.game.text import full_stop, labelled, paragraph

from .. import routes
from ..accessibility.semantics import Group, Role, Semantics
from ..devices.intents import Intent, Verb
from ..kit.kit import Kit
from ..kit.plates import draw_caption, draw_message, first_fitting, keycap, message_place
from ..kit.sprites import can_film
from ..kit.stage import Stage
from ..manager import Pop, Push, Transition
from ..system.context import Context
from ..system.settings import SPEED_LABELS
from ..ui.column import Dialog, Notice
from ..ui.fields import TextField
from ..ui.layout import Box, Rect, Widget, column
from ..ui.widgets import Button, PagePart
from .board import Turn
from .bots import MasterOpinion
from .course import Course
from .definition import table_of
from .scene import TableScene, humans_of
from .start import play_on

# -- playback


PAUSE = 700.0
"""Milliseconds between two steps of a replay that plays by itself, at normal speed."""
LONGEST_PAUSE = 2000.0
"""Maximum milliseconds between two steps of a live game, which otherwise follow each other as they did in play."""


class Playback:
    """The steps of a game, as seen by the seat that acts next."""

    def __init__(self, timeline: Timeline, at_step: int) -> None:
        self.timeline, self.game, self.steps = timeline, timeline.game, timeline.steps
        self.states: list[Any] = [start_state(timeline.record.header), *(step[3] for step in self.steps)]
        self.at_step = at_step

    @property
    def is_at_end(self) -> bool:
        return self.at_step == len(self.steps)

    @property
    def share(self) -> float:
        """The share of the steps that has been shown, from 0 to 1."""
        return self.at_step / max(1, len(self.steps))

    @property
    def viewer(self) -> Seat | None:
        """The seat that acts next or, at the end, that acted last."""
        return self.steps[min(self.at_step, len(self.steps) - 1)].entry.seat if self.steps else None

    @property
    def view(self) -> Any:
        return self.game.view(self.states[self.at_step], self.viewer)

    def history(self) -> list[Any]:
        events = (event for step in self.steps[: self.at_step] for event in step.events)
        return [self.game.redact(event, self.viewer) for event in events]

    @property
    def events(self) -> Sequence[Any]:
        """The events of the last step."""
        return self.steps[self.at_step - 1][2] if self.at_step else ()

    def go_to(self, step: int) -> None:
        self.at_step = max(0, min(len(self.steps), step))

    def forward(self) -> list[SeenEvent]:
        """Go one step forward, and return what the viewer sees of it."""
        entry = self.steps[self.at_step][0]
        seen = watch_entry(self.game, self.states[self.at_step], entry, self.viewer)
        self.at_step += 1
        return seen

    @property
    def pause(self) -> float:
        """Milliseconds to wait before the next step. In a live game, as long as the players took."""
        if not self.game.live or not 0 < self.at_step < len(self.steps):
            return PAUSE
        before, after = (self.steps[step].entry.ms for step in (self.at_step - 1, self.at_step))
        return min(LONGEST_PAUSE, float(after - before))

    def note_at(self, step: int) -> str:
        """Return the note about a step, from 1; empty if there is none."""
        return self.steps[step - 1].entry.note if step else ""

    def put_note(self, step: int, note: str) -> None:
        """Write a note about a step, from 1, into the record."""
        old, entries = self.steps[step - 1].entry, self.timeline.record.entries
        new = replace(old, note=note)
        entries[next(place for place, entry in enumerate(entries) if entry is old)] = new
        self.steps[step - 1] = self.steps[step - 1]._replace(entry=new)

    @property
    def can_play_on(self) -> bool:
        """Whether a new game can start from here: the old one is over, and was not over at this step."""
        return self.timeline.is_over and self.at_step > 0 and not self.game.outcome(self.states[self.at_step])


# -- note


class NoteField(TextField):
    longest = LONGEST_NOTE
    placeholder = mark("Note")
    begins_large = True


class NoteDialog(Dialog):
    """Asks for a note about a step of a replay. Enter keeps it; an empty note deletes the one before."""

    heading = mark("Note")
    width = 760.0

    def __init__(self, context: Context, text: str, note: str, keep: Callable[[str], Transition]) -> None:
        super().__init__(context)
        self.text, self.note, self._keep = text, note, keep
        self._is_new = True

    def buttons(self) -> list[Button]:
        keep = Button("keep", tr("Keep it"), self._close, primary=True)
        return [keep, Button("cancel", tr("Cancel"), Pop, key=self.key(Verb.CANCEL))]

    def _choice(self, buttons: Sequence[Button]) -> Box:
        """Return the field, and below it the buttons."""
        field = NoteField("note", self.note, (), self._change)
        if self._is_new and self.context.devices.active != "pad":  # with a gamepad, pressing the field shows letters
            field.writing = True
        self._is_new = False
        return column(field, super()._choice(buttons), gap=20)

    def initial_focus(self) -> Widget | None:
        return self.find("note")

    def _change(self, note: str) -> Transition:
        self.note = note
        return None

    def _close(self) -> Transition:
        return Pop(lambda: self._keep(self.note.strip()))

    def _write(self, intent: Intent) -> Transition:
        done = super()._write(intent)
        return self._close() if intent.verb is Verb.CONFIRM else done


# -- replay


LEAST_BAR = 200.0
"""Minimum length of the bar. If there is less room, the buttons are shown without their keys."""

ABOUT = {
    "start": mark("To the beginning of the game."),
    "back": mark("One step back."),
    "play": mark("Plays on by itself, step by step."),
    "step": mark("One step forward."),
    "end": mark("To the end of the game."),
    "film": mark("Saves it as a moving picture."),
    "note": mark("Adds a note to this step and saves it with the game."),
}
"""What the buttons do."""


class ReplayScene(TableScene):
    """A replay, with buttons and a bar to move through the steps. The hand of the seat that acts next is open.

    If the game is over, the player can ask at each step what the master would have done.
    """

    def __init__(
        self, context: Context, timeline: Timeline, at_step: int = 0, better: Advice[Any] | None = None
    ) -> None:
        """Begin after `at_step` steps. `better` is the master's advice there, if it is known already."""
        super().__init__(context, timeline.game)
        self.record, self.playback = timeline.record, Playback(timeline, at_step)
        header = self.record.header
        front, history = next(iter(humans_of(header)), 0), self.playback.history
        make_board = table_of(header.game).make_board
        self.board = make_board(context, header, self.motion, self.view, history=history, front=front)
        self._seat()
        self.course = Course(self)
        self.master = MasterOpinion(context, timeline)
        if better and (decision := self.master.decision(at_step)):
            self.master.note(decision, better)
        self.plays = False
        self._is_celebrated = False
        self._wait = 0.0
        self._mark()

    @property
    def view(self) -> Any:
        return self.playback.view

    @property
    def at_step(self) -> int:
        return self.playback.at_step

    # -- going through

    def go_to(self, step: int) -> Transition:
        """Show the table after `step` steps, without motion."""
        self.motion.clear()  # a topping out that is skipped must not sound
        self.course.stop()
        self.playback.go_to(step)
        self._seat()
        self._is_celebrated = False
        self._unmark()
        self.board.sync(self.view)
        self._mark()
        self._top_out()
        self.rebuild()
        self.context.announcer.reply(self.describe_turn())
        return None

    def forward(self) -> Transition:
        """Show the next step as motion."""
        if self.motion.busy and not self.course.hurry():
            return self.course.go_on()
        if not self.playback.is_at_end:
            self._unmark()
            events = self.playback.forward()
            self._seat()
            self.course.show(events, self.plays)
            self.context.announcer.say(self.describe_turn())
        self.rebuild()
        return None

    def _seat(self) -> None:
        """Show the players of this step: later in the game other bots may have taken over."""
        self.board.header = seated(self.record.header, max(0, self.at_step - 1))

    def back(self) -> Transition:
        self.plays = False
        return self.go_to(self.at_step - 1)

    def toggle(self) -> Transition:
        self.plays = not self.plays
        if self.plays and self.playback.is_at_end:
            self.go_to(0)
        self.rebuild()
        return None

    # -- what the master would have done

    def ask(self) -> Transition:
        """Ask the master what it would have done here."""
        self.plays = False
        self.master.ask(self.at_step)
        self.context.reply(tr("Let me think…"))
        self.rebuild()
        return None

    def _mark(self) -> None:
        """Mark on the table what the master would have done here, if that is known."""
        decision, advice = self.master.decision(self.at_step), self.master.advice(self.at_step)
        if decision and advice and not self.board.turn:
            turn = Turn(decision.seat, decision.view, decision.actions, lambda action: None, lambda text: None)
            self.board.begin_turn(turn)
            self.board.suggest(advice.action, advice.then)

    def _unmark(self) -> None:
        """Remove the mark and forget the open question, because the table is about to change."""
        self.master.drop()
        if self.board.turn:
            self.board.clear_selection()
            self.board.end_turn()

    def rested(self) -> None:
        self._mark()
        self._wait = self.playback.pause
        if self.playback.is_at_end:
            self.plays = False
            self._top_out()
        self.rebuild()

    def _top_out(self) -> None:
        """Show the topping out, once, when the replay has come to the end."""
        if self.playback.is_at_end and not self._is_celebrated:
            self._is_celebrated = True
            self.context.announcer.say(self.board.celebrate())

    def update(self, ms: float) -> Transition:
        if self.master.listen():
            if not self.motion.busy:
                self._mark()
            self.rebuild()
            self.context.announcer.say(self.master.words(self.at_step))
        self.board.touch(self.pointed)
        was_busy = self.motion.busy
        if not self.course.advance(ms):
            return self.course.go_on()
        if self.plays and not was_busy:
            self._wait -= ms * min(self.motion.speed, 1e6)
            if self._wait <= 0 and self.playback.is_at_end:  # the last step had no motion
                self.course.come_to_rest()
            elif self._wait <= 0:
                self._wait = self.playback.pause
                return self.forward()
        return None

    # -- widgets

    def build(self) -> list[Widget]:
        kit, is_heard = self.kit, self.context.announcer.is_heard
        high, top = 24 + 14 * min(kit.text_scale, 1.3), 18.0
        speed, key = tr(SPEED_LABELS[self.context.settings.speed]), self.key
        buttons = [
            Button("leave", tr("Leave"), Pop, key=key(Verb.CANCEL)),
            Button("start", tr_context("of a replay", "Start"), lambda: self.go_to(0)),
            Button("back", tr("Back"), self.back, Verb.UNDO, key(Verb.UNDO)),
            Button("play", tr("Stop") if self.plays else tr("Play"), self.toggle, Verb.PLAY, key(Verb.PLAY), True),
            Button("step", tr("Step"), self.forward, Verb.NEXT, "" if is_heard else key(Verb.NEXT)),
            Button("end", tr_context("of a replay", "End"), lambda: self.go_to(len(self.playback.steps))),
            Button("speed", speed, self.next_speed, Verb.FASTER),
            *([Button("film", tr("Film"), self.open_film)] if can_film() else []),
            Button("note", tr("Note"), self.write_note),
        ]
        widths = [kit.text_size(button.label, 16, "head")[0] + 30 for button in buttons]
        caps = [kit.size_of(keycap(kit, button.key))[0] + 8 if button.key else 0.0 for button in buttons]
        are_keys_shown = is_heard or sum(widths) + sum(caps) + 8 * len(buttons) + LEAST_BAR <= kit.width - 60
        x = 20.0
        for button, width, cap in zip(buttons, widths, caps):
            button.key, cap = (button.key, cap) if are_keys_shown else ("", 0.0)
            button.size, button.hint = 16, tr(ABOUT[button.name]) if button.name in ABOUT else ""
            button.rect = Rect(x, top, width + cap, high)
            x += width + cap + 8
        row = Rect(20, top, x - 28, high)
        for button in buttons:  # on a mirrored table they are at the right, but in the same order
            button.rect.x += kit.flip(row).x - row.x
        bar = kit.flip(Rect(x + 8, top + high / 2 - 12, kit.width - x - 40, 24))
        scrubber = Scrubber("bar", bar, self.playback, self.go_to, self._drag_to)
        more = [self._ask_button(), self._play_on_button(), scrubber]
        return [*self._messages(), *self.board.widgets(), *buttons, *more]

    def _ask_button(self) -> Button:
        """Return the button that asks the master, at the place of the main button."""
        thinks, master = self.master.is_thinking, self.master
        label = tr("Thinking…") if thinks else tr("Ask the master")
        can = master.decision(self.at_step) is not None and not thinks and not master.words(self.at_step)
        ask = Button("ask", label, self.ask, Verb.HINT, self.key(Verb.HINT), enabled=can, size=17)
        return ask.placed(self.board.main_place)

    def _play_on_button(self) -> Button:
        """Return the button that starts a game from here, above the button that asks the master."""
        place, may = self.board.main_place, self.playback.can_play_on
        button = Button("play on", tr("Play on from here"), self.play_on, enabled=may, size=17)
        button.rect = place.move(0, -place.h - 9)
        button.hint = tr("Starts a new game from here with the same players. It doesn't count.")
        return button

    def play_on(self) -> Transition:
        return play_on(self.context, self.record, self.at_step)

    def open_film(self) -> Transition:
        self.plays = False
        return Push(routes.FILM(self.context, self.record))

    def _drag_to(self, step: int) -> None:
        self.plays = False
        self.go_to(step)

    # -- notes

    @property
    def note(self) -> str:
        """The note about the last step; empty if there is none."""
        return self.playback.note_at(self.at_step)

    @property
    def _saved(self) -> Saved | None:
        """The saved game that this is; None if it has no file in the library."""
        finished = self.context.library.finished()
        return next((saved for saved in finished if saved.header == self.record.header), None)

    def write_note(self) -> Transition:
        self.plays = False
        if not self.at_step:
            self.context.reply(tr("Go to a step first: a note belongs to what was played there."))
            return None
        if self._saved is None:
            self.context.reply(tr("Only finished games that are saved can have notes."))
            return None
        return Push(NoteDialog(self.context, self.describe_step() or self.position, self.note, self._keep_note))

    def _keep_note(self, note: str) -> Transition:
        """Put a note at the last step, and save it with the game."""
        before, saved = self.note, self._saved
        if saved is None or note == before:
            return None
        self.playback.put_note(self.at_step, note)
        try:
            self.context.library.write_notes(saved.path, self.record)
        except RecordError as error:
            self.playback.put_note(self.at_step, before)
            return Push(Notice(self.context, tr("The note isn't saved"), str(error)))
        self.rebuild()
        self.context.announcer.reply(self.describe_turn())
        return None

    def on_intent(self, intent: Intent) -> Transition:
        is_heard = self.context.announcer.is_heard  # then Tab moves the focus
        if intent.verb is Verb.NEXT and not is_heard:
            return self.forward()
        if intent.verb is Verb.UNDO or (intent.verb is Verb.PREVIOUS and not is_heard):
            return self.back()
        return super().on_intent(intent)

    # -- drawing

    @property
    def at_rest(self) -> bool:
        return self.course.is_still and not self.plays and not self.master.is_thinking

    def paint(self, stage: Stage) -> None:
        self.board.is_captioned = bool(self.master.words(self.at_step) or self.note)
        self.board.draw(stage, self.pointed if self.is_top else None)
        if self.note and not self.motion.busy and not self.master.words(self.at_step):
            draw_caption(stage, self.kit, tr("Note"), self.note, *self.board.caption_room)

    def describe_step(self) -> str:
        """Return in words what happened at the last step."""
        return "" if self.board.narrations else paragraph(self._step_sentences)

    @property
    def _step_sentences(self) -> list[str]:
        told, names = self.board.told(self.playback.events, "message"), self.board.names
        time_up = time_up_words(self.playback.steps, self.at_step - 1, names) if self.at_step else ""
        return [*filter(None, [time_up]), *sentences_of(self.game, told, names)]

    @property
    def position(self) -> str:
        return _position(self.playback)

    def describe_turn(self) -> str:
        """Return the position in the replay, what happened there and the note about it, in words."""
        where = labelled(self.position, step) if (step := self.describe_step()) else self.position
        return paragraph([full_stop(where), tr("Note: {note}", note=full_stop(self.note))]) if self.note else where

    def _messages(self) -> list[Widget]:
        """Return the messages below the table: the position in the replay, and the opinion of the master."""
        board, opinion, group = self.board, self.master.words(self.at_step), Group("messages", tr("The replay"))
        place = message_place(self.kit, board.message_width, 40, board.message_foot)
        position = PagePart("position", place, Semantics(Role.TEXT, self.describe_turn()), self._draw_position, group)
        if not opinion:
            return [position]
        first, last = board.caption_room
        semantics = Semantics(Role.TEXT, tr("The master: {opinion}", opinion=opinion))
        return [position, PagePart("opinion", Rect(first, 70, last - first, 30), semantics, self._draw_opinion, group)]

    def _draw_position(self, stage: Stage) -> None:
        has_opinion = bool(self.master.words(self.at_step))  # then the note's place is taken
        where = self.describe_turn() if has_opinion else self._described_shortly()
        board, words = self.board, self.context.last_reply.text or where
        draw_message(stage, self.kit, words, board.message_width, board.message_lines, board.message_foot)

    def _described_shortly(self) -> str:
        """Return the position and what happened there: all of it, or if that is too much, its last sentences."""
        board, sentences = self.board, [] if self.board.narrations else self._step_sentences
        texts = [labelled(self.position, paragraph(sentences[first:])) for first in range(len(sentences))]
        return first_fitting(self.kit, texts or [self.position], board.message_width, board.message_lines)

    def _draw_opinion(self, stage: Stage) -> None:
        """Draw the master's opinion on this step on a plate below the buttons."""
        if not self.motion.busy and (words := self.master.words(self.at_step)):
            draw_caption(stage, self.kit, tr("The master"), words, *self.board.caption_room)


def _position(playback: Playback) -> str:
    return tr("Step {step} of {steps}", step=playback.at_step, steps=len(playback.steps))


class Scrubber(Widget):
    """The bar of all steps. Dragging it, or the arrow keys, go to a step."""

    radius = 12.0

    def __init__(
        self, name: str, rect: Rect, playback: Playback, go_to: Callable[[int], object], drag: Callable[[int], None]
    ) -> None:
        super().__init__(name, rect)
        self.playback, self._go_to, self._drag = playback, go_to, drag

    def semantics(self) -> Semantics:
        about = tr("Left and right go one step back or forward.")
        return Semantics(Role.SLIDER, tr("Position"), _position(self.playback), about, share=self.playback.share)

    def set_value(self, value: str) -> None:
        self._go_to(round(float(value) / 100 * len(self.playback.steps)))

    def adjust(self, by: int) -> bool:
        self._go_to(self.playback.at_step + by)
        return True

    def drag_to(self, x: float, y: float) -> None:
        share = (x - self.rect.x - 10) / max(1.0, self.rect.w - 20)
        self._drag(round(share * len(self.playback.steps)))

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme, r, room = kit.theme, self.rect, self.rect.w - 20
        done = room * self.playback.share
        stage.blit(kit.plate(room, 8, theme.rim, theme.rim, 1, 4), r.x + 10, r.centery - 4)
        if done:
            stage.blit(kit.plate(done, 8, theme.brass, theme.brass, 1, 4), r.x + 10, r.centery - 4)
        steps = self.playback.steps
        for number, step in enumerate(steps, 1):
            if step.entry.note:
                x = r.x + 10 + room * number / len(steps)
                stage.blit(kit.plate(4, 20, theme.paper, theme.night, 1, 2), x - 2, r.centery - 10)
        stage.blit_centred(kit.disc(10, theme.brass), r.x + 10 + done, r.centery)
