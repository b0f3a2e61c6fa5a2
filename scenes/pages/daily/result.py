"""What stands beside the table after a daily deal: how bots fared in the same seat, and one's own days."""

from __future__ import annotations

from functools import partial

from topping_out.game import daily
from topping_out.game.bots.comparison import LEVELS
from topping_out.game.daily import YOUR_SEAT
from topping_out.game.engine import Outcome
from topping_out.game.language import mark, tr
from topping_out.game.match import Match
from topping_out.game.record import Header
from topping_out.game.roster import title
from topping_out.game.storage.tries import counted_tries
from topping_out.game.text import with_minus
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Transition
from topping_out.scenes.pages.daily.share import copy_result
from topping_out.scenes.pages.daily.words import bot_words, tally_words
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.text import CentredText
from topping_out.scenes.ui.widgets import Rect, Widget

GAP = 6.0
FLAT = 26.0
"""Height of a cell of one line, at the usual text size."""
SAME_SEAT = mark("In your seat, on the same deal")


class LevelCell(Widget):
    """How a level fared in the player's seat; framed in brass where it won."""

    def __init__(
        self, level: str, rect: Rect, header: Header, outcome: Outcome | None, group: Group, tall: float
    ) -> None:
        super().__init__(f"level {level}", rect)
        self.is_flat = tall <= FLAT
        self.is_focusable = False
        self.level, self.header, self.outcome, self.group = level, header, outcome, group

    def semantics(self) -> Semantics:
        return Semantics(Role.ITEM, bot_words(self.level, self.header, self.outcome))

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme, r = kit.theme, self.rect
        has_won = bool(self.outcome and YOUR_SEAT in self.outcome.winners)
        fill, rim = ((*theme.brass, 46), theme.brass) if has_won else ((*theme.plate, 150), theme.rim)
        stage.blit(kit.plate(r.w, r.h, fill, rim, 1.2, 9), r.x, r.y)
        name, score = title(self.level), with_minus(self.outcome.scores[YOUR_SEAT]) if self.outcome else "…"
        lines = [(name, 14.0, "body", 0.28), (score, 18.0, "bold", 0.68)]
        if self.is_flat:
            lines = [(f"{name} {score}", 14.0, "bold", 0.5)]
        for words, size, face, share in lines:
            words, size = kit.first_fitting((words,), r.w - 12, size, face)
            colour = theme.mist if face == "body" else theme.paper
            stage.blit_centred(kit.text(words, size, face, colour), r.centerx, r.y + r.h * share)


class DailyResult:
    """The part of a results page that is about the daily deal it was."""

    def __init__(self, context: Context, match: Match) -> None:
        self.context, self.header, self.outcome = context, match.header, match.outcome
        self.is_counted = daily.is_counted(match.header)
        self._tally = self._count()
        self._news = context.comparisons.news

    def _count(self) -> daily.Tally:
        outcomes = {place: one.outcome for place, one in counted_tries(self.context.library).items()}
        return daily.tally(outcomes, self.header.game, daily.today())

    def has_news(self) -> bool:
        """Tell, once, whether a bot has come to its end since the last look."""
        before, self._news = self._news, self.context.comparisons.news
        return before != self._news

    @property
    def at_rest(self) -> bool:
        return self._news == self.context.comparisons.news

    def copy(self) -> Transition:
        assert self.outcome
        return copy_result(self.context, self.header, self.outcome)

    def widgets(self, kit: Kit, place: Rect, bottom: float, least: float) -> list[Widget]:
        """Return the widgets of this part, in the middle of `place` up from `bottom`, `least` units left above them.

        Where there is less room, only the levels show, each on one line; or nothing, and the day's page tells of them.
        """
        line = partial(CentredText, kit, x=place.centerx, width=place.w, size=14, step=19 * kit.text_scale)
        own = line(name="own days", text=tally_words(self._tally), y=0, colour=kit.theme.mist)
        own.rect.bottom = bottom
        cells = self._cells(kit, place, own.rect.y - GAP, 46)
        if not cells:
            return [own]
        head = line(name="compared", text=tr(SAME_SEAT), y=0, colour=kit.theme.brass)
        head.rect.bottom = cells[0].rect.y - 2
        if head.rect.y - place.y > least:
            return [head, *cells, own]
        flat = self._cells(kit, place, bottom, FLAT)
        return flat if flat[0].rect.y - place.y > least - 36 * kit.text_scale else []

    def _cells(self, kit: Kit, place: Rect, bottom: float, tall: float) -> list[Widget]:
        """Return a cell for each level, `tall` at the usual text size."""
        comparisons = self.context.comparisons
        found, awaited = comparisons.found(self.header), comparisons.is_awaited(self.header)
        shown = [level for level in LEVELS if awaited or level in found]
        wide, high = (place.w + GAP) / max(1, len(shown)), tall * kit.text_scale
        group = Group("compared", tr(SAME_SEAT), is_list=True)
        places = [Rect(place.x + n * wide, bottom - high, wide - GAP, high) for n in range(len(shown))]
        return [
            LevelCell(level, each, self.header, found.get(level), group, tall) for level, each in zip(shown, places)
        ]
