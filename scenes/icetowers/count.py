"""The counting after a game: every colour's towers taken apart and stacked by tens, as one counts them on a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from game.icetowers.pieces import COLOUR_OF, PIPS_OF, PieceId
from game.icetowers.results import Count, count_up
from game.icetowers.state import View
from game.language import mark, tr
from scenes.accessibility.semantics import Group, Role, Semantics
from scenes.devices.intents import Intent, Verb
from scenes.icetowers import art
from scenes.icetowers.colours import Colours
from scenes.kit.motion import ease_out
from scenes.kit.plates import fitting_name
from scenes.kit.stage import Stage
from scenes.manager import Pop, Transition
from scenes.system.context import Context
from scenes.ui.page import Page
from scenes.ui.text import Part
from scenes.ui.widgets import Button, Rect, Widget

EACH = 260.0
"""Milliseconds from one stack to the next."""
RISE = 300.0


class CountPage(Page):
    """A column a colour: stacks of ten rise one after another, then the rest, then the total."""

    heading = mark("Counted up, in tens")

    def __init__(self, context: Context, view: View, colours: Colours, then: Callable[[], Transition]) -> None:
        """Count up a game that is over; `then` is called when the page has been left."""
        super().__init__(context)
        self.view, self.colours, self._then = view, colours, then
        self.counts = count_up(view)
        self._time = 0.0
        self._heard = 0
        self._steps = max(len(count.tens) for count in self.counts) + 2

    @property
    def _over(self) -> bool:
        return self._time >= self._steps * EACH + RISE

    @property
    def at_rest(self) -> bool:
        return self._over

    def update(self, ms: float) -> Transition:
        if self.context.settings.reduced_motion:
            self._time = self._steps * EACH + RISE
        if not self._over:
            self._time += ms * min(self.context.settings.speed_factor, 1e6)
            step = int(self._time // EACH)
            if step > self._heard:
                self._heard = step
                self.context.audio.play("clink_large" if step < self._steps - 1 else "score_tick", 0.6)
        return None

    def build(self) -> list[Widget]:
        width, high = 210 * min(self.kit.text_scale, 1.3), 24 + 20 * self.kit.text_scale
        place = Rect(self.kit.width / 2 - width / 2, self.kit.height - high - 18, width, high)
        results = Button("results", place, tr("Results"), self._go_on, Verb.PLAY, self.key(Verb.CONFIRM), primary=True)
        return [*self._colours(), results]

    def _colours(self) -> Iterator[Part]:
        """Yield the stacks of each colour with their total."""
        pitch, foot = (self.kit.width - 60) / len(self.counts), self.kit.height * 0.6
        group = Group("colours", tr("The colours"), is_list=True)
        for number, count in enumerate(self.counts):
            x = 30 + (number + 0.5) * pitch
            rect = Rect(x - pitch / 2, foot - 200, pitch, 200 + 80 * self.kit.text_scale)
            said = Semantics(Role.ITEM, self._words(count))
            draw = partial(self._draw_colour, count, x, pitch, foot)
            yield Part(f"colour {count.colour}", rect, said, draw, group)

    def _words(self, count: Count) -> str:
        piles = [*count.tens, *([count.rest] if count.rest else [])]
        stacks = ", ".join(str(sum(PIPS_OF[piece] for piece in pile)) for pile in piles) or "0"
        return tr(
            "{name}: stacks of {stacks}, together {total}",
            name=self.colours.name(count.colour),
            stacks=stacks,
            total=count.total,
        )

    def on_intent(self, intent: Intent) -> Transition:
        if intent.verb in (Verb.CONFIRM, Verb.PLAY, Verb.PRESS, Verb.CANCEL) and not self._over:
            self._time = self._steps * EACH + RISE
            return None
        return super().on_intent(intent)

    def _go_on(self) -> Transition:
        return Pop(self._then)

    def cancel(self) -> Transition:
        return self._go_on()

    # -- drawing

    def paint(self, stage: Stage) -> None:
        kit = self.kit
        stage.blit(art.ice(kit), 0, 0)
        title = kit.text(tr(self.heading), 34, "title", kit.theme.ink)
        stage.blit_centred(title, kit.width / 2, 20 + 24 * kit.text_scale)

    def _draw_colour(self, count: Count, x: float, pitch: float, foot: float, stage: Stage) -> None:
        piles = [*count.tens, *([count.rest] if count.rest else [])]
        width = min(74.0, (pitch - 16) / max(1, len(piles)))
        for number, pile in enumerate(piles):
            share = (self._time - number * EACH) / RISE
            if share > 0:
                left = x + (number - (len(piles) - 1) / 2) * width
                self._draw_pile(stage, pile, left, foot, min(1.0, share))
        self._draw_total(stage, count, x, pitch, foot)

    def _draw_pile(self, stage: Stage, pile: tuple[PieceId, ...], x: float, foot: float, share: float) -> None:
        y = foot - 40 * (1 - ease_out(share))
        stage.blit_centred(art.shadow(self.kit, PIPS_OF[pile[0]]), x, foot - 3, share)
        below = 0
        for piece in pile:
            size, colour = PIPS_OF[piece], COLOUR_OF[piece]
            if below:
                y -= art.step(below, size)
            picture = art.pyramid(
                self.kit, self.colours.paint(colour), size, self.colours.pattern(colour), self.colours.patterned
            )
            stage.blit(picture, x - art.WIDTHS[size] / 2, y - art.HEIGHTS[size] + 6, share)
            below = size
        pips = sum(PIPS_OF[piece] for piece in pile)
        words = self.kit.text(str(pips), 16, "bold", self.kit.theme.ink)
        stage.blit_centred(words, x, foot + 8 + 10 * self.kit.text_scale, share)

    def _draw_total(self, stage: Stage, count: Count, x: float, pitch: float, foot: float) -> None:
        kit, colours = self.kit, self.colours
        shown = round(count.total * ease_out(min(1.0, self._time / (self._steps * EACH))))
        width = min(pitch - 12, 80 + 110 * kit.text_scale)
        high = 20 + 30 * kit.text_scale
        y = foot + 16 + 24 * kit.text_scale
        won = self.view.outcome is not None and count.colour in self.view.outcome.winners
        rim = kit.theme.brass if won else kit.theme.rim
        stage.blit(kit.plate(width, high, (*kit.theme.night, 235), rim, 2.4 if won else 1.2, 10), x - width / 2, y)
        stage.blit_centred(colours.badge(kit, count.colour, 15), x - width / 2 + 23, y + high / 2)
        figure = kit.text(str(shown), 26, "title")
        name, size = fitting_name(kit, colours.name(count.colour), width - 58 - kit.size_of(figure)[0])
        sign = kit.text(name, size, "bold")
        stage.blit(sign, x - width / 2 + 43, y + high / 2 - kit.size_of(sign)[1] / 2)
        stage.blit_centred(figure, x + width / 2 - 8 - kit.size_of(figure)[0] / 2, y + high / 2 + kit.lift("title", 26))
