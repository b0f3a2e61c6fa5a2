"""What stands beside the table after a daily deal: how bots fared in the same seat, and one's own days."""

from __future__ import annotations

from topping_out.game.bots.comparison import LEVELS
from topping_out.game.engine import Outcome
from topping_out.game.language import mark, tr
from topping_out.game.match import Match
from topping_out.game.progress import daily
from topping_out.game.progress.daily import YOUR_SEAT
from topping_out.game.record import Header
from topping_out.game.roster import title
from topping_out.game.storage.history.tries import counted_tries
from topping_out.game.text import with_minus
from topping_out.scenes import routes
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.kit.canvas import Paint
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.manager import Push, Transition
from topping_out.scenes.pages.daily.skylines import MASTER, Skylines
from topping_out.scenes.pages.daily.words import bot_words, tally_words
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.card import Card, result_paints
from topping_out.scenes.ui.layout import Box, Text, column, fill, row
from topping_out.scenes.ui.text import Words
from topping_out.scenes.ui.widgets import Widget

GAP = 6.0
LEAST_SKY, MOST_SKY = 150.0, 240.0
"""Heights of the skylines beside the table."""
SAME_SEAT = mark("In your seat, on the same deal")


class LevelCell(Card):
    """How a level fared in the player's seat; framed in brass where it won."""

    pad = 6.0

    def __init__(self, level: str, header: Header, outcome: Outcome | None, group: Group, is_flat: bool) -> None:
        super().__init__(f"level {level}")
        self.is_flat = is_flat
        self.is_focusable = False
        self.level, self.header, self.outcome, self.group = level, header, outcome, group

    def semantics(self) -> Semantics:
        return Semantics(Role.ITEM, bot_words(self.level, self.header, self.outcome))

    def paints(self, kit: Kit, hovered: bool) -> tuple[Paint, Paint, float]:
        return result_paints(kit, bool(self.outcome and YOUR_SEAT in self.outcome.winners))

    def words(self, kit: Kit, width: float) -> Box:
        name, score = title(self.level), with_minus(self.outcome.scores[YOUR_SEAT]) if self.outcome else "…"
        if self.is_flat:
            return Text(f"{name} {score}", 14, "bold", align=0.5, most=1)
        below = Text(score, 18, "bold", align=0.5, most=1)
        return column(Text(name, 14, colour=kit.theme.mist, align=0.5, most=1), below, gap=0)


class DailyResult:
    """The part of a results page that is about the daily deal it was."""

    def __init__(self, context: Context, match: Match) -> None:
        self.context, self.header, self.outcome = context, match.header, match.outcome
        self.is_counted = daily.is_counted(match.header)
        self._tally = self._count()
        self._news = context.comparisons.news

    def _count(self) -> daily.DailyTally:
        outcomes = {place: one.outcome for place, one in counted_tries(self.context.library).items()}
        return daily.tally(outcomes, self.header.game, daily.today())

    def has_news(self) -> bool:
        """Tell, once, whether a bot has come to its end since the last look."""
        before, self._news = self._news, self.context.comparisons.news
        return before != self._news

    @property
    def at_rest(self) -> bool:
        return self._news == self.context.comparisons.news

    def share(self) -> Transition:
        return Push(routes.DEAL(self.context, self.header, self.outcome))

    def box(self, kit: Kit, width: float, most: float) -> Box | None:
        """Return this part, no higher than `most`: the skylines, how the levels fared, and one's own days.

        Where there is less room, only the levels show, each on one line; or nothing, and the day's page tells of them.
        """
        own = Words("own days", tally_words(self._tally), 14, colour=kit.theme.mist)
        levels = self._cells(is_flat=False)
        if not levels:
            return own
        head = Words("compared", tr(SAME_SEAT), 14, colour=kit.theme.brass)
        whole = column(head, row(*map(fill, levels), gap=GAP), own, gap=GAP)
        comparisons, assured = self.context.comparisons, whole.height_for(kit, width)
        if most - assured - GAP >= LEAST_SKY and self.outcome:
            master, high = comparisons.found(self.header).get(MASTER), min(MOST_SKY, most - assured - GAP)
            sky = Skylines(self.header, self.outcome, master, comparisons.is_awaited(self.header), high)
            return column(sky, whole, gap=GAP)
        flat = row(*map(fill, self._cells(is_flat=True)), gap=GAP)
        return next((box for box in (whole, flat) if box.height_for(kit, width) <= most), None)

    def _cells(self, is_flat: bool) -> list[Widget]:
        """Return a cell for each level, of one line or of two."""
        comparisons = self.context.comparisons
        found, awaited = comparisons.found(self.header), comparisons.is_awaited(self.header)
        group = Group("compared", tr(SAME_SEAT), is_list=True)
        shown = (level for level in LEVELS if awaited or level in found)
        return [LevelCell(level, self.header, found.get(level), group, is_flat) for level in shown]
