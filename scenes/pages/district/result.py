"""What a match of the city has brought, as its results tell of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from topping_out.game import roster
from topping_out.game.city.standing import DistrictStanding, stage_of, standing_of
from topping_out.game.language import tr, tr_count
from topping_out.game.match import Match
from topping_out.game.progress import series
from topping_out.game.progress.daily import YOUR_SEAT
from topping_out.game.progress.summary import summarise
from topping_out.game.storage.library import Saved
from topping_out.game.text import listed
from topping_out.scenes import routes
from topping_out.scenes.manager import Replace, Transition
from topping_out.scenes.match.city import plan_here
from topping_out.scenes.system.context import Context


class CityResult:
    """The part of a results page that is about the match of the city it was."""

    def __init__(self, context: Context, match: Match) -> None:
        self.context = context
        path = context.library.path or Path("now")
        others = [saved for saved in context.library.games() if saved.path != path]
        saved = Saved(path, match.header, 0, *summarise(match.record))
        self._name, self._stage = stage_of(match.header)
        plan = plan_here()
        self._before, self._after = standing_of(plan, others), standing_of(plan, [*others, saved])
        self.words = [*self._sentences(saved)]

    def _district(self, standings: list[DistrictStanding]) -> DistrictStanding | None:
        return next((each for each in standings if each.district.name == self._name), None)

    @property
    def fresh(self) -> tuple[str, int] | None:
        """The district, and how many floors of its tower were lit before, where one more is lit now."""
        before, after = self._district(self._before), self._district(self._after)
        return (self._name, before.floors) if before and after and after.floors > before.floors else None

    def _sentences(self, saved: Saved) -> Iterator[str]:
        before, after = self._district(self._before), self._district(self._after)
        stage = after and next((each for each in after.stages if each.stage.name == self._stage), None)
        if not before or not after or not stage or not saved.outcome:
            return
        if after.won and not before.won:
            rival = roster.characters()[after.district.rival].name
            yield tr("{rival}'s tower is yours, and all its windows light up.", rival=rival)
        elif self.fresh:
            many = len(after.stages)
            yield tr_count("{lit} of {number} floor lit.", "{lit} of {number} floors lit.", many, lit=after.floors)
        elif not stage.won and stage.is_last:
            if series.champion(saved.header, saved.outcome) is not None:
                yield tr("The tower stays dark for now. Losing costs nothing.")
        elif not stage.won and stage.stage.must_win and YOUR_SEAT in saved.outcome.winners:
            yield tr("This match asks for more, so the floor stays dark: {twist}", twist=tr(stage.stage.twist))
        elif not stage.won:
            yield tr("The floor stays dark for now. Losing costs nothing.")
        opened = [
            tr(now.district.title) for then, now in zip(self._before, self._after) if now.is_open and not then.is_open
        ]
        if opened:
            yield tr("Now open: {districts}.", districts=listed(opened))

    def go_back(self) -> Transition:
        """Leave the table for the city, where the windows that were won go on."""
        return Replace(routes.SKYLINE(self.context, self.fresh))
