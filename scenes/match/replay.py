"""A game played before, to be gone through step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from topping_out.game.bots.review.timeline import Timeline
from topping_out.game.engine import Advice, sentences_of
from topping_out.game.language import mark, tr, tr_context
from topping_out.game.record import seated
from topping_out.game.text import labelled, paragraph
from topping_out.scenes import routes
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.kit.keycaps import keycap
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.plates import draw_caption, draw_message
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.webp import can_film
from topping_out.scenes.manager import Pop, Push, Transition
from topping_out.scenes.match.bots.opinion import MasterOpinion
from topping_out.scenes.match.course.course import Course
from topping_out.scenes.match.definition import table_of
from topping_out.scenes.match.playback import Playback
from topping_out.scenes.match.seats.players import humans_of
from topping_out.scenes.match.start import play_on
from topping_out.scenes.match.turn import Turn
from topping_out.scenes.system.context import Context
from topping_out.scenes.system.settings import SPEED_LABELS
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.text import PagePart
from topping_out.scenes.ui.widgets import Button, Press, Rect, Widget

LEAST_BAR = 200.0
"""The bar is no shorter: sooner the buttons do without their keys."""

ABOUT = {
    "start": mark("To the beginning of the game."),
    "back": mark("One step back."),
    "play": mark("Plays on by itself, step by step."),
    "step": mark("One step forward."),
    "end": mark("To the end of the game."),
    "film": mark("Saves it as a moving picture."),
}
"""What the buttons do."""


class ReplayScene(Page):
    """Step, back, play, speed, and a bar to go anywhere. The hand of whoever is to act lies open.

    Once the game is over the master can be asked at any step what it would have done there.
    """

    def __init__(
        self, context: Context, timeline: Timeline, at_step: int = 0, better: Advice[Any] | None = None
    ) -> None:
        """Begin after `at_step` entries, with what was `better` there as if the master had been asked."""
        super().__init__(context)
        self.game, self.heading, self.record = timeline.game, timeline.game.title, timeline.record
        header = self.record.header
        self.playback = Playback(timeline, at_step)
        self.motion = context.motion()
        front, history = next(iter(humans_of(header)), 0), self.playback.history
        make_board = table_of(header.game).make_board
        self.board = make_board(context, header, self.motion, self.view, history=history, front=front)
        self._seat()
        self.course = Course(context, self.board, lambda: self.view, self._rested, is_replay=True)
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
        """Show the table after so many steps, at once."""
        self.motion.clear()  # a topping out that is left does not sound
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
        """Play the next step as motion."""
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
        """Have those at the table who played what shows: other bots may have taken over since."""
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
        """Have the master say what it would have done here."""
        self.plays = False
        self.master.ask(self.at_step)
        self.context.reply(tr("Let me think…"))
        self.rebuild()
        return None

    def _mark(self) -> None:
        """Mark on the table what the master would have done here, if it has been asked."""
        decision, advice = self.master.decision(self.at_step), self.master.advice(self.at_step)
        if decision and advice and not self.board.turn:
            turn = Turn(decision.seat, decision.view, decision.actions, lambda action: None, lambda text: None)
            self.board.begin_turn(turn)
            self.board.suggest(advice.action, advice.then)

    def _unmark(self) -> None:
        """The table is about to change: what was asked about it is no longer of interest."""
        self.master.drop()
        if self.board.turn:
            self.board.clear_selection()
            self.board.end_turn()

    def _rested(self) -> None:
        self._mark()
        self._wait = self.playback.pause
        if self.playback.is_at_end:
            self.plays = False
            self._top_out()
        self.rebuild()

    def _top_out(self) -> None:
        """Show once what a game ends with, wherever one came to its end from."""
        if self.playback.is_at_end and not self._is_celebrated:
            self._is_celebrated = True
            self.board.celebrate()
            self.context.announcer.say(self.board.finale_words(self.view))

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
            if self._wait <= 0 and self.playback.is_at_end:  # nothing moved at the last step
                self.course.come_to_rest()
            elif self._wait <= 0:
                self._wait = self.playback.pause
                return self.forward()
        return None

    # -- widgets

    def resize(self, kit: Kit) -> None:
        self.board.own_kit = None
        self.board.resize(kit)
        super().resize(kit)

    def build(self) -> list[Widget]:
        kit, heard = self.kit, self.context.announcer.is_heard
        high, top = 24 + 14 * min(kit.text_scale, 1.3), 18.0
        labels: tuple[tuple[str, str, Press, Verb | None, Verb | None], ...] = (
            ("leave", tr("Leave"), Pop, None, Verb.CANCEL),
            ("start", tr_context("of a replay", "Start"), lambda: self.go_to(0), None, None),
            ("back", tr("Back"), self.back, Verb.UNDO, Verb.UNDO),
            ("play", tr("Stop") if self.plays else tr("Play"), self.toggle, Verb.PLAY, Verb.PLAY),
            ("step", tr("Step"), self.forward, Verb.NEXT, Verb.NEXT),
            ("end", tr_context("of a replay", "End"), lambda: self.go_to(len(self.playback.steps)), None, None),
            ("speed", tr(SPEED_LABELS[self.context.settings.speed]), self.next_speed, Verb.FASTER, None),
            *((("film", tr("Film"), self.open_film, None, None),) if can_film() else ()),
        )
        keys = [self.key(shown) if shown and (shown is not Verb.NEXT or not heard) else "" for *_, shown in labels]
        widths = [kit.text_size(label, 16, "head")[0] + 30 for _, label, *_ in labels]
        caps = [kit.size_of(keycap(kit, key))[0] + 8 if key else 0.0 for key in keys]
        if sum(widths) + sum(caps) + 8 * len(labels) + LEAST_BAR > kit.width - 60 and not heard:
            keys, caps = [""] * len(keys), [0.0] * len(keys)
        widgets: list[Widget] = [*self._messages(), *self.board.widgets()]
        x = 20.0
        for (name, label, press, verb, _), key, width, cap in zip(labels, keys, widths, caps):
            place = Rect(x, top, width + cap, high)
            widgets.append(Button(name, label, press, verb, key, primary=name == "play", size=16).placed(place))
            x += width + cap + 8
            widgets[-1].hint = tr(ABOUT[name]) if name in ABOUT else ""
        widgets += [self._ask_button(), self._play_on_button()]
        bar = Rect(x + 8, top + high / 2 - 12, kit.width - x - 40, 24)
        widgets.append(Scrubber("bar", bar, self.playback, self.go_to, self._drag_to))
        return widgets

    def _ask_button(self) -> Button:
        """Return the way to ask the master, at the lower right, where a table has its main button."""
        thinks = self.master.is_thinking
        can = self.master.decision(self.at_step) is not None
        known = bool(self.master.words(self.at_step))
        label = tr("Thinking…") if thinks else tr("Ask the master")
        free = can and not thinks and not known
        place, key = self.board.main_place, self.key(Verb.HINT)
        return Button("ask", label, self.ask, Verb.HINT, key, enabled=free, size=17).placed(place)

    def _play_on_button(self) -> Button:
        """Return the way to a game from here, above the way to the master."""
        left, low, width, high = self.board.main_place
        place = Rect(left, low - high - 9, width, high)
        label, may = tr("Play on from here"), self.playback.can_play_on
        button = Button("play on", label, self.play_on, enabled=may, size=17).placed(place)
        button.hint = tr("Starts a new game from here with the same players. It doesn't count.")
        return button

    def play_on(self) -> Transition:
        """Begin a game that goes on from here."""
        return play_on(self.context, self.record, self.at_step)

    def open_film(self) -> Transition:
        """Open the page that makes a film of it."""
        self.plays = False
        return Push(routes.FILM(self.context, self.record))

    def _drag_to(self, step: int) -> None:
        self.plays = False
        self.go_to(step)

    def next_speed(self, by: int = 1) -> Transition:
        self.context.next_speed(self.motion, by)
        self.rebuild()
        return None

    def on_intent(self, intent: Intent) -> Transition:
        is_heard = self.context.announcer.is_heard  # then Tab is the way to what can be heard
        if intent.verb is Verb.NEXT and not is_heard:
            return self.forward()
        if intent.verb is Verb.UNDO or (intent.verb is Verb.PREVIOUS and not is_heard):
            return self.back()
        return super().on_intent(intent)

    # -- drawing

    @property
    def at_rest(self) -> bool:
        return self.course.at_rest and not self.plays and not self.master.is_thinking

    def paint(self, stage: Stage) -> None:
        self.board.is_captioned = bool(self.master.words(self.at_step))
        self.board.draw(stage, self.pointed if self.is_top else None)

    def describe_step(self) -> str:
        """Return what happened at the last step, in words."""
        if self.board.is_narrating:
            return ""
        return paragraph(sentences_of(self.game, self.board.notable(self.playback.events), self.board.names))

    @property
    def position(self) -> str:
        return _position(self.playback)

    def reply_to(self, verb: Verb) -> str:
        return self.board.reply_to(verb, self.view) or self.describe_turn()

    def describe_turn(self) -> str:
        """Return in words where the replay stands, and what happened there."""
        return labelled(self.position, step) if (step := self.describe_step()) else self.position

    def _messages(self) -> list[Widget]:
        """Return where the replay stands, and what the master has to say about it; they lie under the table."""
        board, opinion, group = self.board, self.master.words(self.at_step), Group("messages", tr("The replay"))
        place = Rect(20, self.kit.height - board.message_foot - 40, board.message_width, 40)
        position = PagePart("position", place, Semantics(Role.TEXT, self.describe_turn()), self._draw_position, group)
        if not opinion:
            return [position]
        first, last = board.caption_room
        said = Semantics(Role.TEXT, tr("The master: {opinion}", opinion=opinion))
        return [position, PagePart("opinion", Rect(first, 70, last - first, 30), said, self._draw_opinion, group)]

    def draw_answer(self, stage: Stage) -> None:
        """Leave it to the position, in whose place it shows."""

    def _draw_position(self, stage: Stage) -> None:
        board, words = self.board, self.context.last_reply.text or self.describe_turn()
        draw_message(stage, self.kit, words, board.message_width, board.message_lines, board.message_foot)

    def _draw_opinion(self, stage: Stage) -> None:
        """Show what the master has to say about this step on a plate under the buttons."""
        if not self.motion.busy and (words := self.master.words(self.at_step)):
            draw_caption(stage, self.kit, tr("The master"), words, *self.board.caption_room)


def _position(playback: Playback) -> str:
    return tr("Step {step} of {steps}", step=playback.at_step, steps=len(playback.steps))


class Scrubber(Widget):
    """The bar of all steps: drag or turn it to go anywhere."""

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
        stage.blit_centred(kit.disc(10, theme.brass), r.x + 10 + done, r.centery)
