"""A game played before, to be gone through step by step."""

from __future__ import annotations

from typing import Any

from topping_out.game.bots.review.timeline import Timeline
from topping_out.game.engine import Advice, Seat
from topping_out.game.language import mark, tr, tr_context
from topping_out.game.match import watch_entry
from topping_out.game.narration import tell
from topping_out.game.record import start_state
from topping_out.scenes import routes
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.plates import draw_caption, draw_message
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Pop, Push, Transition
from topping_out.scenes.match.board import Turn
from topping_out.scenes.match.bots.opinion import MasterOpinion
from topping_out.scenes.match.event_queue import EventQueue
from topping_out.scenes.match.scene import BoardScene
from topping_out.scenes.match.start import play_on
from topping_out.scenes.system.context import Context
from topping_out.scenes.system.settings import SPEED_LABELS
from topping_out.scenes.ui.text import Part
from topping_out.scenes.ui.widgets import Button, Rect, Widget

LEAST_BAR = 200.0
"""The bar is no shorter: sooner the buttons do without their keys."""
PAUSE = 700.0
"""Milliseconds between two steps that play by themselves, at normal speed."""
LONGEST_PAUSE = 2000.0
"""Of a live game, whose steps come as they came; nobody watches for longer that nothing happens."""


ABOUT = {
    "start": mark("To the beginning of the game."),
    "back": mark("One step back."),
    "play": mark("Plays on by itself, step by step."),
    "step": mark("One step forward."),
    "end": mark("To the end of the game."),
    "film": mark("Saves it as a moving picture."),
}
"""What the buttons do."""


class ReplayScene(BoardScene):
    """Step, back, play, speed, and a bar to go anywhere. The hand of whoever is to act lies open.

    Once the game is over the master can be asked at any step what it would have done there.
    """

    def __init__(
        self, context: Context, timeline: Timeline, at_step: int = 0, better: Advice[Any] | None = None
    ) -> None:
        """Begin after `at_step` entries, with what was `better` there as if the master had been asked."""
        record = timeline.record
        super().__init__(context, timeline.game, record.header)
        self.record, self.steps = record, timeline.steps
        self.master = MasterOpinion(context, timeline)
        if better and (decision := self.master.decision(at_step)):
            self.master.note(decision, better)
        self.states: list[Any] = [start_state(record.header), *(step[3] for step in self.steps)]
        self.at_step = at_step
        self.plays = False
        self._is_celebrated = False
        self._wait = 0.0
        self.board.history = self._history
        self.board.front = next((seat for seat, player in enumerate(record.header.seats) if player.is_human), 0)
        self.event_queue = EventQueue(self.board)
        self.board.sync(self.view)
        self._mark()

    @property
    def names(self) -> list[str]:
        return [player.name for player in self.record.header.seats]

    @property
    def viewer(self) -> Seat | None:
        """Whoever acts next; at the end, whoever acted last."""
        if self.at_step < len(self.steps):
            return self.steps[self.at_step][0].seat
        return self.steps[-1][0].seat if self.steps else None

    @property
    def view(self) -> Any:
        return self.game.view(self.states[self.at_step], self.viewer)

    def _history(self) -> list[Any]:
        events = (event for step in self.steps[: self.at_step] for event in step.events)
        return [self.game.redact(event, self.viewer) for event in events]

    # -- going through

    def go_to(self, step: int) -> Transition:
        """Show the table after so many steps, at once."""
        self.motion.finish()
        self.event_queue.clear()
        self.at_step = max(0, min(len(self.steps), step))
        self._is_celebrated = False
        self._unmark()
        self.board.sync(self.view)
        self._mark()
        self.rebuild()
        self.context.announcer.answer(self.describe_turn())
        return None

    def forward(self) -> Transition:
        """Play the next step as motion."""
        if self.motion.busy:
            self.motion.finish()
            if not self.event_queue.is_over:
                return self.event_queue.go_on()
            self._come_to_rest()
        if self.at_step < len(self.steps):
            self._unmark()
            entry = self.steps[self.at_step][0]
            seen = watch_entry(self.game, self.states[self.at_step], entry, self.viewer)
            self.at_step += 1
            self.event_queue.show(seen, self.plays)
            self.context.announcer.say(self.describe_turn())
        self.rebuild()
        return None

    def back(self) -> Transition:
        self.plays = False
        return self.go_to(self.at_step - 1)

    def toggle(self) -> Transition:
        self.plays = not self.plays
        if self.plays and self.at_step == len(self.steps):
            self.go_to(0)
        self.rebuild()
        return None

    # -- what the master would have done

    def ask(self) -> Transition:
        """Have the master say what it would have done here."""
        self.plays = False
        self.master.ask(self.at_step)
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

    def _come_to_rest(self) -> None:
        if not self.board.is_synced(self.view):
            self.board.sync(self.view)
        self._mark()
        if self.at_step == len(self.steps):
            self.plays = False
            if not self._is_celebrated:
                self._is_celebrated = True
                self.board.celebrate()
        self.rebuild()

    def update(self, ms: float) -> Transition:
        if self.master.listen():
            if not self.motion.busy:
                self._mark()
            self.rebuild()
            self.context.announcer.say(self.master.words(self.at_step))
        self.board.touch(self.pointed)
        self.board.update(ms)
        was_busy = self.motion.busy
        self.motion.update(ms)
        if self.motion.busy:
            return None
        if not self.event_queue.is_over:
            return self.event_queue.go_on()
        if was_busy:
            self._come_to_rest()
            self._wait = self._pause()
        elif self.plays:
            self._wait -= ms * min(self.motion.speed, 1e6)
            if self._wait <= 0 and self.at_step == len(self.steps):  # nothing moved at the last step
                self._come_to_rest()
            elif self._wait <= 0:
                self._wait = self._pause()
                return self.forward()
        return None

    def _pause(self) -> float:
        """Return how long to wait before the next step: in a live game, as long as the players took."""
        if not self.game.live or not 0 < self.at_step < len(self.steps):
            return PAUSE
        before, after = (self.steps[step][0].ms for step in (self.at_step - 1, self.at_step))
        return min(LONGEST_PAUSE, float(after - before))

    # -- widgets

    def build(self) -> list[Widget]:
        kit, heard = self.kit, self.context.announcer.is_heard
        high, top = 24 + 14 * min(kit.text_scale, 1.3), 18.0
        labels = (
            ("leave", tr("Leave"), self.leave_replay, None, Verb.CANCEL),
            ("start", tr_context("of a replay", "Start"), lambda: self.go_to(0), None, None),
            ("back", tr("Back"), self.back, Verb.UNDO, Verb.UNDO),
            ("play", tr("Stop") if self.plays else tr("Play"), self.toggle, Verb.PLAY, Verb.PLAY),
            ("step", tr("Step"), self.forward, Verb.NEXT, Verb.NEXT),
            ("end", tr("End"), lambda: self.go_to(len(self.steps)), None, None),
            (
                "speed",
                tr(SPEED_LABELS[self.context.settings.speed]),
                self.next_speed,
                Verb.FASTER,
                None,
            ),
            ("film", tr("Film"), self.open_film, None, None),
        )
        keys = [self.key(shown) if shown and (shown is not Verb.NEXT or not heard) else "" for *_, shown in labels]
        widths = [kit.text_size(label, 16, "head")[0] + 30 for _, label, *_ in labels]
        caps = [kit.size_of(kit.keycap(key))[0] + 8 if key else 0.0 for key in keys]
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
        widgets.append(Scrubber("bar", Rect(x + 8, top + high / 2 - 12, kit.width - x - 40, 24), self))
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
        button = Button("play on", tr("Play on from here"), self.play_on, enabled=self._can_play_on, size=17).placed(
            place
        )
        button.hint = tr("A new game that goes on from here with the same players. It does not count.")
        return button

    @property
    def _can_play_on(self) -> bool:
        """Whether a game can go on from here: nothing of the old one is secret, and it was not over."""
        return self.master.timeline.is_over and self.at_step > 0 and not self.game.outcome(self.states[self.at_step])

    def play_on(self) -> Transition:
        """Begin a game that goes on from here."""
        return play_on(self.context, self.record, self.at_step)

    def open_film(self) -> Transition:
        """Open the page that makes a film of it."""
        self.plays = False
        return Push(routes.FILM(self.context, self.record))

    def leave_replay(self) -> Transition:
        return Pop()

    def cancel(self) -> Transition:
        return self.leave_replay()

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
        moves = self.motion.busy or not self.event_queue.is_over or not self.board.at_rest
        return not moves and not self.plays and not self.master.is_thinking

    def paint(self, stage: Stage) -> None:
        self.board.is_captioned = bool(self.master.words(self.at_step))
        self.board.draw(stage, self.pointed if self.is_top else None)

    def told(self) -> str:
        """Return what happened at the last step, in words."""
        if not self.at_step or self.board.is_narrating:
            return ""
        events = self.steps[self.at_step - 1][2]
        return " ".join(tell(self.game, self.board.notable(events), self.names))

    @property
    def position(self) -> str:
        return tr("Step {step} of {steps}", step=self.at_step, steps=len(self.steps))

    def describe_turn(self) -> str:
        return ": ".join(filter(None, (self.position, self.told())))

    def _messages(self) -> list[Widget]:
        """Return where the replay stands, and what the master has to say about it; they lie under the table."""
        board, opinion, group = self.board, self.master.words(self.at_step), Group("messages", tr("The replay"))
        place = Rect(20, self.kit.height - board.message_foot - 40, board.message_width, 40)
        position = Part("position", place, Semantics(Role.TEXT, self.describe_turn()), self._draw_position, group)
        if not opinion:
            return [position]
        first, last = board.caption_room
        said = Semantics(Role.TEXT, tr("The master: {opinion}", opinion=opinion))
        return [position, Part("opinion", Rect(first, 70, last - first, 30), said, self._draw_opinion, group)]

    def _draw_position(self, stage: Stage) -> None:
        board = self.board
        draw_message(
            stage, self.kit, self.describe_turn(), board.message_width, board.message_lines, board.message_foot
        )

    def _draw_opinion(self, stage: Stage) -> None:
        """Show what the master has to say about this step on a plate under the buttons."""
        if not self.motion.busy and (words := self.master.words(self.at_step)):
            draw_caption(stage, self.kit, tr("The master"), words, *self.board.caption_room)


class Scrubber(Widget):
    """The bar of all steps: drag or turn it to go anywhere."""

    radius = 12.0

    def __init__(self, name: str, rect: Rect, scene: ReplayScene) -> None:
        super().__init__(name, rect)
        self.scene = scene

    def semantics(self) -> Semantics:
        share = self.scene.at_step / max(1, len(self.scene.steps))
        about = tr("Left and right go one step back and forward.")
        return Semantics(Role.SLIDER, tr("Position"), self.scene.position, about, share=share)

    def set_value(self, value: str) -> None:
        self.scene.go_to(round(float(value) / 100 * len(self.scene.steps)))

    def adjust(self, by: int) -> bool:
        self.scene.go_to(self.scene.at_step + by)
        return True

    def drag_to(self, x: float, y: float) -> None:
        share = (x - self.rect.x - 10) / max(1.0, self.rect.w - 20)
        self.scene.plays = False
        self.scene.go_to(round(share * len(self.scene.steps)))

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme, r = kit.theme, self.rect
        share = self.scene.at_step / max(1, len(self.scene.steps))
        room = r.w - 20
        stage.blit(kit.plate(room, 8, theme.rim, theme.rim, 1, 4), r.x + 10, r.centery - 4)
        if share > 0:
            stage.blit(kit.plate(room * share, 8, theme.brass, theme.brass, 1, 4), r.x + 10, r.centery - 4)
        stage.blit_centred(kit.disc(10, theme.brass), r.x + 10 + room * share, r.centery)
