"""The curtain between two players at one screen: hands stay hidden until the right one looks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from topping_out.game.engine import Seat
from topping_out.game.language import mark, tr, tr_player
from topping_out.game.match import Match
from topping_out.game.text import full_stop, paragraph
from topping_out.scenes.accessibility.semantics import Role, Semantics
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.kit.cache import painted_once
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.plates import badge, seat_sign
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import mix
from topping_out.scenes.manager import Pop, Transition
from topping_out.scenes.match.seats.viewer import LONGEST_FRAME
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.layout import column, fill, row, sized
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.text import Words
from topping_out.scenes.ui.widgets import PAD, Button, Press, Rect, Widget

REST = 1000.0
"""Milliseconds for which the curtain hangs before it can be lifted: not by what was pressed for something else."""
SHOW = mark("Show my cards")


class Recap(Widget):
    """What happened since the player's last turn, on a plate: the last sentences, as many as there is room for."""

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
        for number, line in enumerate(self.lines):
            stage.blit(kit.text(line, 15), r.x + 24, r.y + 38 * kit.text_scale + number * self.step)


class HandoverPage(Page):
    """Covers the table whole, until it is lifted."""

    def __init__(
        self,
        context: Context,
        match: Match,
        seat: Seat,
        recap: Sequence[str],
        lifted: Callable[[Seat], None],
        undo: Press,
        pause: Press,
    ) -> None:
        """`lifted` hands the screen to `seat`, who is told the `recap`; `undo` takes the last play back, once the page
        is gone; `pause` opens the menu over it."""
        super().__init__(context)
        self.match, self.seat, self.recap = match, seat, recap
        self._lifted, self._undo, self._pause = lifted, undo, pause
        self.focus = "lift"
        self._rest = REST
        context.announcer.forget()  # what was said to the other player may be about their hand
        context.last_reply.show("")
        context.announcer.say(paragraph([full_stop(self.heading), self.asks]))
        context.audio.play("curtain")

    def build(self) -> list[Widget]:
        kit = self.kit
        menu = Rect(24, 18, 52 + 66 * kit.text_scale, 24 + 14 * kit.text_scale)
        lift = Button("lift", tr(SHOW), self.lift, key=self.key(Verb.CONFIRM), primary=self.at_rest)
        undo = []
        if self.match.can_undo():
            last = self.match.names[self.match.record.effective()[-1].seat or 0]
            back = tr_player(last, mark("Take back your play"), mark("Take back {name}'s play"))
            undo.append(Button("undo", back, self.undo, Verb.UNDO, self.key(Verb.UNDO)))
        choice = column(fill(), *undo, lift, gap=12)
        row(fill(), sized(choice, kit.wide(300)), fill()).place(kit, Rect(0, 0, kit.width, kit.height - 40))
        opened = Button("menu", tr("Menu"), self._pause, key=self.key(Verb.CANCEL)).placed(menu)
        return [*self._words(), lift, opened, *undo]

    def _words(self) -> list[Widget]:
        """Return what is said to the player who comes."""
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
        """What whoever comes is asked to do."""
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
        self._lifted(self.seat)
        return Pop()

    def undo(self) -> Transition:
        return Pop(self._undo)

    def cancel(self) -> Transition:
        return self._pause()

    def paint(self, stage: Stage) -> None:
        kit = self.kit
        stage.blit(_drapes(kit), 0, 0)
        sign = seat_sign(self.match.header.seats, self.seat)
        middle, text = kit.width / 2, kit.text_scale
        stage.blit_centred(badge(kit, sign, 30), middle, self._top - 38)
        stage.blit_centred(kit.text(self.heading, 38, "title"), middle, self._top + 24 * text)


@painted_once
def _drapes(kit: Kit) -> pygame.Surface:
    """Return the curtain: heavy folds of night blue with a brass hem."""
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
