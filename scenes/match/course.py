"""How a match goes on: showing events as motion, handing the screen to the next player, and the ending."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Generator, Iterable, Sequence
from functools import cached_property
from typing import Any, cast

import pygame

from topping_out.game.engine import Seat
from topping_out.game.language import mark, tr, tr_player
from topping_out.game.match import SeenEvent
from topping_out.game.text import full_stop, paragraph

from .. import routes
from ..accessibility.semantics import Role, Semantics
from ..devices.intents import Intent, Verb
from ..kit.kit import Kit
from ..kit.plates import badge, draw_lines, seat_sign
from ..kit.sprites import painted_once
from ..kit.stage import Stage
from ..kit.theme import mix
from ..manager import Pop, Push, Scene, Transition
from ..ui.layout import Rect, Widget, column, fill, row, sized
from ..ui.page import Page
from ..ui.widgets import PAD, Button, Words
from .coach import Coach
from .controls import TableMenu
from .scene import LONGEST_FRAME, TablePart, TableScene, Viewer
from .talk import Narrator

# -- ending


JUST_OVER = 1500.0
"""Milliseconds after the end of a match, its count or its results in which stray key presses are ignored."""
IDLE_VERBS = frozenset(
    (
        Verb.POINT, Verb.LEFT, Verb.RIGHT, Verb.UP, Verb.DOWN, Verb.NEXT, Verb.PREVIOUS, Verb.FIRST, Verb.LAST,
        Verb.NEXT_GROUP, Verb.PREVIOUS_GROUP, Verb.FIND, Verb.FOCUS, Verb.ASK_TURN, Verb.ASK_SCORES, Verb.ASK_HAND,
        Verb.ASK_TABLE, Verb.ASK_AGAIN, Verb.ASK_EARLIER, Verb.ASK_LATER,
    )
)  # fmt: skip
"""Verbs that only move the focus or ask a question. They are never ignored."""


class JustOver:
    """Decides whether an intent comes too soon after the end of a match."""

    def __init__(self) -> None:
        self._left = JUST_OVER

    @property
    def is_past(self) -> bool:
        return self._left <= 0

    def update(self, ms: float) -> None:
        self._left -= ms

    def finish(self) -> None:
        """Ignore nothing from now on."""
        self._left = 0.0

    def ignores(self, intent: Intent, page: Page) -> bool:
        """Return whether to ignore an intent. A screen reader names its target, so what it does is never stray."""
        if intent.verb is Verb.FOCUS and page.find(intent.text):
            self.finish()
        return not self.is_past and intent.verb not in IDLE_VERBS


Steps = Generator[None, float, Transition]
"""Is resumed once a frame with the milliseconds that have passed; returns what follows the table."""


class Ending(TablePart):
    """The steps from the end of a match to its results. At first it ignores keys that were meant for the match."""

    def __init__(self, scene: TableScene) -> None:
        super().__init__(scene)
        self._steps: Steps | None = None
        self._just_over = JustOver()
        self._is_past = False
        """Whether the page that follows has been shown."""

    def steps(self) -> Steps:
        """Yield once a frame; return the transition that follows."""
        raise NotImplementedError

    @property
    def is_still(self) -> bool:
        return self._steps is None or self._is_past

    def go_on(self, ms: float) -> Transition:
        """Begin, or go on with the next step."""
        if self._is_past:
            return None
        try:
            if self._steps is None:
                self._steps = self.steps()
                next(self._steps)
            else:
                self._steps.send(ms)
        except StopIteration as end:
            self.finish()
            return cast("Transition", end.value)
        return None

    def tell_parts(self) -> None:
        """Tell the parts of the table that the match has ended, and lay the table out anew."""
        outcome = self.scene.view.outcome
        for part in self.scene.parts:
            part.ended(outcome)
        self.scene.rebuild()

    def update(self, ms: float) -> None:
        """Let `ms` milliseconds pass, even while something still moves."""
        if self._steps:
            self._just_over.update(ms)

    def ignores(self, intent: Intent, page: Page) -> bool:
        """Return whether to ignore an intent on the table."""
        return self._steps is not None and self._just_over.ignores(intent, page)

    @cached_property
    def results(self) -> Any:
        """The results page; always the same one, however often it is opened."""
        return routes.RESULTS(self.context, self.scene)

    def show_results(self) -> Transition:
        self.finish()
        return Push(self.results)

    def finish(self) -> None:
        """Skip the remaining steps. The page that follows ignores stray keys itself."""
        self._is_past = True
        self._just_over.finish()


# -- topping out


END_PAUSE = 1900.0
"""Milliseconds from the topping out to the results."""
HURRIED = 3.0
"""Speed factor of the topping out for a player who has already asked for the results."""


class ToppingOut(Ending):
    """Prepares the results page over several frames, then shows the topping out and the results."""

    def __init__(self, scene: TableScene, coach: Coach) -> None:
        super().__init__(scene)
        self.coach = coach
        self._has_topped_out = self._is_hurried = False
        """`_is_hurried`: a player has already asked for the results, so the topping out is shown faster."""

    def steps(self) -> Steps:
        board, motion = self.board, self.board.motion
        board.end_turn()
        self.coach.close()
        for prepare in (board.prepare_end, self.results.prepare):
            while not prepare():
                yield
            yield  # so that the next frame, which begins something new, has no other work to do
        self._has_topped_out = True
        motion.haste = HURRIED if self._is_hurried else 1.0
        words = board.celebrate()
        board.shake()
        self.context.announcer.say(words)
        self.tell_parts()
        left = 0.0 if self._is_hurried or math.isinf(motion.speed) else END_PAUSE
        while left >= 0 or self.context.announcer.left > 0:  # the results would cut off the announcement
            left -= yield
        return self.show_results()

    def hasten(self) -> Transition:
        """Show the results soon. The topping out is shortened but never skipped."""
        if not self._has_topped_out:
            self._is_hurried = True
            return None
        self.board.motion.finish()
        return self.show_results()


# -- handover


REST = 1000.0
"""Milliseconds before the curtain can be lifted, so that a key meant for something else does not lift it."""
SHOW = mark("Show my cards")


class Recap(Widget):
    """A plate that tells what happened since the player's last turn: as many of the last sentences as fit."""

    def __init__(self, kit: Kit, recap: Sequence[str], width: float, top: float, room: float) -> None:
        self.recap, self.step = recap, 20 * kit.text_scale
        lines = [part for line in recap for part in kit.wrap(line, width - 48, 15)]
        self.lines = lines[-max(1, int((room - 56 * kit.text_scale) // self.step)) :]
        height = self.step * len(self.lines) + 50 * kit.text_scale
        super().__init__("recap", Rect(kit.width / 2 - width / 2, top, width, height))
        self.is_focusable = False

    def semantics(self) -> Semantics:
        return Semantics(Role.TEXT, tr("Since your last turn: {events}", events=paragraph(self.recap)))

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme, r = kit.theme, self.rect
        stage.blit(kit.plate(r.w, r.h, (*theme.night, 200), theme.rim, 1, 12), r.x, r.y)
        stage.blit(kit.text(tr("Since your last turn"), 15, "bold", theme.brass), r.x + 24, r.y + 12)
        draw_lines(stage, kit, self.lines, r.x + 24, r.y + 38 * kit.text_scale, self.step, 15)


class HandoverPage(Page):
    """The curtain: covers the whole table until the next player lifts it."""

    def __init__(self, curtain: Curtain, seat: Seat) -> None:
        """Wait for the player on `seat`."""
        context = curtain.context
        super().__init__(context)
        self.curtain, self.match, self.seat = curtain, curtain.viewer.match, seat
        self.recap = curtain.narrator.recap(seat)
        self.focus = "lift"
        self._rest = REST
        context.announcer.forget()  # earlier announcements may give away the other player's hand
        context.last_reply.show("")
        context.announcer.say(paragraph([full_stop(self.heading), self.asks]))
        context.audio.play("curtain")

    def build(self) -> list[Widget]:
        kit = self.kit
        menu = kit.flip(Rect(24, 18, 52 + 66 * kit.text_scale, 24 + 14 * kit.text_scale))
        lift = Button("lift", tr(SHOW), self.lift, key=self.key(Verb.CONFIRM), primary=self.at_rest)
        undo = []
        if self.match.can_undo():
            last = self.match.names[self.match.record.effective()[-1].seat or 0]
            back = tr_player(last, mark("Take back your play"), mark("Take back {name}'s play"))
            undo.append(Button("undo", back, self.undo, Verb.UNDO, self.key(Verb.UNDO)))
        choice = column(fill(), *undo, lift, gap=12)
        row(fill(), sized(choice, kit.wide(300)), fill()).place(kit, Rect(0, 0, kit.width, kit.height - 40))
        opened = Button("menu", tr("Menu"), self.curtain.menu.pause, key=self.key(Verb.CANCEL)).placed(menu)
        return [*self._words(), lift, opened, *undo]

    def _words(self) -> list[Widget]:
        """Return the words to the next player."""
        kit, text = self.kit, self.kit.text_scale
        top = self._top + 96 * text
        asks = Words("asks", self.asks, 18, colour=kit.theme.mist, most=1)
        asks.placed(Rect(40, self._top + 62 * text - kit.line(18) / 2, kit.width - 80, kit.line(18)))
        if not self.recap:
            return [asks]
        room = kit.height - 40 - 2 * (PAD + kit.line(18) + 12) - top
        return [asks, Recap(kit, self.recap, min(720.0, kit.width - 80), top, room)]

    @property
    def heading(self) -> str:  # type: ignore[override]
        return self.match.header.seats[self.seat].name

    @property
    def _top(self) -> float:
        return 134.0 if self.recap else self.kit.height * 0.4

    @property
    def asks(self) -> str:
        """What the next player is asked to do."""
        return tr("Press {key} when nobody else is looking.", key=self.key(Verb.CONFIRM))

    @property
    def at_rest(self) -> bool:
        return self._rest <= 0

    def update(self, ms: float) -> Transition:
        was_at_rest = self.at_rest
        self._rest -= min(ms, LONGEST_FRAME)
        if self.at_rest and not was_at_rest:
            self.rebuild()
        return None

    def lift(self) -> Transition:
        if not self.at_rest:
            return None
        self.context.audio.play("curtain")
        self.curtain.hand_over(self.seat)
        return Pop()

    def undo(self) -> Transition:
        return Pop(self.curtain.scene.undo)

    def cancel(self) -> Transition:
        return self.curtain.menu.pause()

    def paint(self, stage: Stage) -> None:
        kit = self.kit
        stage.blit(_drapes(kit), 0, 0)
        sign = seat_sign(self.match.header.seats, self.seat)
        middle, text = kit.width / 2, kit.text_scale
        stage.blit_centred(badge(kit, sign, 30), middle, self._top - 38)
        stage.blit_centred(kit.text(self.heading, 38, "title"), middle, self._top + 24 * text)


@painted_once
def _drapes(kit: Kit) -> pygame.Surface:
    """Paint the curtain: heavy folds of night blue with a brass hem."""
    theme = kit.theme
    sheet = pygame.Surface(kit.metrics.pixels)
    width, height = sheet.get_size()
    period = max(8, round(74 * kit.scale))
    for x in range(width):
        share = abs((x % period) / period - 0.5) * 2
        shade = mix(mix(theme.dusk, theme.night, 0.55), theme.night, share**1.5)
        pygame.draw.line(sheet, shade, (x, 0), (x, height))
    hem = round(10 * kit.scale)
    sheet.fill(mix(theme.brass, theme.night, 0.35), (0, height - hem, width, max(2, hem // 3)))
    return sheet


# -- curtain


class Curtain(TablePart):
    """Hands the screen from one player to the next, behind a curtain or, by a setting, without one."""

    def __init__(self, scene: TableScene, viewer: Viewer, narrator: Narrator, menu: TableMenu) -> None:
        super().__init__(scene)
        self.viewer, self.narrator, self.menu = viewer, narrator, menu

    @property
    def words(self) -> str:
        """What is said to a player who looks at the result of their turn."""
        key = self.context.devices.label(Verb.CONFIRM)
        return tr("Your turn is over. Look at your cards, then press {key}.", key=key)

    def fall_after_look(self, seat: Seat, ms: float) -> Transition:
        """Let the player look at the result of their turn until they press "done"; then cover the table."""
        viewer = self.viewer
        if viewer.seat is None or not self.context.settings.curtain:
            return self.fall(seat)
        if not viewer.is_looking:
            viewer.begin_look()
            self.context.announcer.say(self.words)
            self.scene.show_anew("done")
        elif not viewer.may_be_done:
            viewer.look_on(ms)
            self.scene.rebuild()
        return None

    def done(self) -> Transition:
        """Cover the table for the next player, if this one has had time to look."""
        seat = self.viewer.next(self.board) if self.viewer.may_be_done else None
        return self.fall(seat) if seat is not None else None

    def fall(self, seat: Seat) -> Transition:
        """Cover the table until the player on `seat` lifts the curtain."""
        if not self.context.settings.curtain:
            is_first = self.viewer.seat is None
            self.hand_over(seat)
            if not is_first:
                self.viewer.come_at_once()
            return None
        self.board.end_turn()
        return Push(HandoverPage(self, seat))

    def hand_over(self, seat: Seat) -> None:
        """Show the table as the player on `seat` sees it."""
        self.viewer.take_over(seat)
        self.board.end_turn()
        self.viewer.set_table(self.board)
        if len(self.viewer.humans) > 1:
            self.board.mark_new(self.viewer.hand_before(seat))
        self.scene.rebuild()


# -- course


class Course(TablePart):
    """Shows events on the board, one after the other, and the scenes that some of them call for in between.

    When all have been shown, the board must show the view. If it does not, this is reported as a fault and put right.
    A replay reports nothing, because the viewer changes from step to step.
    """

    def __init__(self, scene: TableScene) -> None:
        super().__init__(scene)
        self.motion = scene.motion
        self._events: deque[SeenEvent] = deque()
        self._interlude: Scene | None = None
        self._by_itself = False

    def enter(self) -> None:
        """Take over the speed of the settings."""
        self.motion.speed = self.context.settings.speed_factor
        self.motion.reduced = self.context.settings.reduced_motion

    @property
    def is_over(self) -> bool:
        """Whether everything has been shown."""
        return not self.motion.busy and not self._events and self._interlude is None

    @property
    def is_still(self) -> bool:
        return self.is_over and self.board.at_rest

    def show(self, events: Iterable[SeenEvent], by_itself: bool = False) -> None:
        """Queue the motion of events. `by_itself`: nobody plays at the screen who could close a scene in between."""
        self._events += events
        self._by_itself = by_itself
        self._hand_over()

    def advance(self, ms: float) -> bool:
        """Let `ms` milliseconds pass on the table; return whether everything has been shown (if not, see `go_on`)."""
        self.board.update(ms)
        was_busy = self.motion.busy
        self.motion.update(ms)
        if was_busy and self.is_over:
            self.come_to_rest()
        return self.is_over

    def go_on(self) -> Transition:
        """Return the scene that is due, or queue what comes after it."""
        if self.motion.busy:
            return None
        if self._interlude is None:
            self._hand_over()
            return None
        scene, self._interlude = self._interlude, None
        return Push(scene)

    def hurry(self) -> bool:
        """Finish the current motion; return whether everything has been shown."""
        self.motion.finish()
        if self.is_over:
            self.come_to_rest()
        return self.is_over

    def stop(self) -> None:
        """Finish the current motion, and drop the events that have not been shown."""
        self.motion.finish()
        self._events.clear()
        self._interlude = None

    def come_to_rest(self) -> None:
        """Make the board show the view, and report it as a fault if it did not."""
        if not self.board.is_synced(self.scene.view):
            if not self.board.is_replay:
                self.context.report("the table was out of step with the game and has been set right")
            self.board.sync(self.scene.view)
        self.scene.rested()

    def _hand_over(self) -> None:
        while self._events and self._interlude is None:
            event, view = self._events.popleft()
            self.board.animate(event, view)
            self._interlude = self.board.interlude(event, self._by_itself)
