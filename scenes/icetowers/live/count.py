"""The counting after a game: the towers glide off the ice and are stacked by tens, the winner's last; then confetti."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from topping_out.game.icetowers.pieces import PIPS_OF
from topping_out.game.icetowers.results import Count
from topping_out.game.language import mark, tr
from topping_out.game.text import commas
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.icetowers.animator import CLINKS
from topping_out.scenes.icetowers.board import IceTowersBoard
from topping_out.scenes.icetowers.drawing.restack import Restack
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Pop, Push, Scene, Transition
from topping_out.scenes.match.course.ending import Ending, JustOver, Steps
from topping_out.scenes.match.guided.coach import Coach
from topping_out.scenes.match.saying.remarks import Remarks
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.frame import foot_area
from topping_out.scenes.ui.layout import fill, row
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.text import PagePart
from topping_out.scenes.ui.widgets import Button, Rect, Widget

END_PAUSE = 1400.0
"""From the last move to the count."""


class CountedEnding(Ending):
    """A look at the end, while the results are painted ahead; then the count, which is never left out."""

    def __init__(
        self,
        context: Context,
        board: IceTowersBoard,
        coach: Coach,
        remarks: Remarks,
        show: Callable[[], None],
        make_results: Callable[[], Scene],
    ) -> None:
        """`show` lays the widgets of the table out anew."""
        super().__init__(self._look, make_results)
        self.context, self.board, self.coach, self.remarks = context, board, coach, remarks
        self._show, self._is_counted = show, False

    def _look(self) -> Steps:
        self.context.devices.unassign()
        self.coach.close()
        self.remarks.conclude(self.board.view.outcome)
        self._show()
        left = END_PAUSE
        while left > 0:
            left -= yield
        while not self._prepare():
            yield
        return self._count()

    def _prepare(self) -> bool:
        """Paint the results ahead, before anything moves again, with the stacks as they stand beside them."""
        self._stack()
        try:
            return bool(self.results.prepare())
        finally:
            self.board.counted = None

    def _stack(self) -> None:
        self.board.counted = Restack(self.board.view, self.board.colours, self.board.header)

    def _count(self) -> Transition:
        self.finish()
        self._is_counted = True
        return Push(CountPage(self.context, self.board, self.hasten))

    def hasten(self) -> Transition:
        """Show the results, or the count that comes before them."""
        if not self._is_counted:
            return self._count()
        self._stack()
        return self.show_results()


class CountPage(Page):
    """A column a colour: stacks of ten, then the rest, and their sum, which counts up as pieces come."""

    heading = mark("Counting up, in tens")

    def __init__(self, context: Context, board: IceTowersBoard, then: Callable[[], Transition]) -> None:
        """Count up a game that is over; `then` is called when the page has been left."""
        super().__init__(context)
        self.board, self._then = board, then
        self.restack = Restack(board.view, board.colours, board.header)
        self._time = 0.0
        self._just_over = JustOver()
        self._heard = 0
        self._has_thudded = self._is_celebrated = False

    @property
    def _over(self) -> bool:
        return self._time >= self.restack.length

    @property
    def at_rest(self) -> bool:
        return self._is_celebrated and self.board.confetti.is_over and self._just_over.is_past

    def update(self, ms: float) -> Transition:
        self._just_over.update(ms)
        settings = self.context.settings
        self._time = 1e9 if settings.reduced_motion else self._time + ms * min(settings.speed_factor, 1e6)
        landed = self.restack.landed(self._time)
        if len(landed) > self._heard and self._time < self.restack.thud:
            self.context.audio.play(CLINKS[PIPS_OF[landed[-1]]], 0.45)
        self._heard = len(landed)
        if self._time >= self.restack.thud and not self._has_thudded:
            self._has_thudded = True
            self.context.audio.play("thud")
            self.board.shake()
        if self._over and not self._is_celebrated:
            self._is_celebrated = True
            self.board.throw_confetti([*self.restack.last_tens(self.kit)])
            outcome = self.board.view.outcome
            self.board.sound_the_end(outcome.winners if outcome else ())
            self.rebuild()
        self.board.confetti.update(ms)
        self.board.motion.update(ms)
        return None

    def build(self) -> list[Widget]:
        results = Button("results", tr("Results"), self._go_on, Verb.PLAY, self.key(Verb.CONFIRM), primary=True)
        return [*self._colours(), *row(fill(), results, fill()).lay(self.kit, foot_area(self.kit))]

    def _colours(self) -> Iterator[PagePart]:
        """Yield the stacks of each colour with their total."""
        plan = self.restack.plan(self.kit)
        group = Group("colours", tr("The colours"), is_list=True)
        for colour, column in sorted(self.restack.columns.items()):
            stand = plan.stands[colour]
            high = plan.ground - plan.head + 10 + 54 * self.kit.text_scale + 20
            rect = Rect(stand.middle - stand.width / 2, plan.head, stand.width, high)
            said = Semantics(Role.ITEM, self._words(column.count))
            yield PagePart(f"colour {colour}", rect, said, lambda stage: None, group)

    def _words(self, count: Count) -> str:
        piles = [*count.tens, *([count.rest] if count.rest else [])]
        stacks = commas(str(sum(PIPS_OF[piece] for piece in pile)) for pile in piles) or "0"
        return tr(
            "{name}: stacks of {stacks}, {total} in all",
            name=self.board.name(count.colour),
            stacks=stacks,
            total=count.total,
        )

    def on_intent(self, intent: Intent) -> Transition:
        if self._just_over.ignores(intent, self):
            return None
        if intent.verb in (Verb.CONFIRM, Verb.PLAY, Verb.PRESS, Verb.CANCEL) and not self._over:
            self._time = max(self._time, self.restack.fall)  # the fall itself is never lost
            return None
        return super().on_intent(intent)

    def _go_on(self) -> Transition:
        return Pop(self._then)

    def cancel(self) -> Transition:
        return self._go_on()

    def paint(self, stage: Stage) -> None:
        kit = self.kit
        with stage.moved(self.board.fall):
            self.restack.draw(stage, kit, self._time)
        title = kit.text(tr(self.heading), 34, "title", kit.theme.ink)
        stage.blit_centred(title, kit.width / 2, 20 + 24 * kit.text_scale)
        self.board.confetti.draw(stage, kit)
