"""How far a player has come in the city: a fold over the saved games, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from topping_out.game.city.districts import YOUR_SEAT, CityPlan, District, DistrictMatch
from topping_out.game.engine import Outcome
from topping_out.game.progress import series
from topping_out.game.progress.feat import Achieved
from topping_out.game.progress.summary import Summary
from topping_out.game.record import Header
from topping_out.game.storage.library import Saved


@dataclass
class StageStanding:
    """How a match stands."""

    district: District
    stage: DistrictMatch
    games: list[Saved] = field(default_factory=list)
    """Finished ones, in the order in which they began."""
    under_way: Saved | None = None
    """The unfinished one that was played last."""
    won: Saved | None = None
    """The first that won it."""

    @property
    def is_last(self) -> bool:
        return self.district.is_last(self.stage)

    @property
    def before(self) -> Saved | None:
        """The game after which a series goes on; None where none is under way."""
        last = self.games[-1] if self.games else None
        return last if last and self.is_last and series.champion(last.header, last.outcome) is None else None

    @property
    def wins(self) -> tuple[int, ...]:
        """How many games of a series that is under way each seat has won."""
        if self.under_way:
            return series.wins(self.under_way.header)
        return series.wins(self.before.header, self.before.outcome) if self.before else ()


@dataclass
class DistrictStanding:
    """How a district stands."""

    district: District
    stages: list[StageStanding]
    is_open: bool = False

    @property
    def won(self) -> Saved | None:
        """The game that won it; None where it is not won yet."""
        return self.stages[-1].won

    @property
    def next(self) -> StageStanding | None:
        """The match that comes next; None where all are won, or the district is closed."""
        if not self.is_open or self.won:
            return None
        return next((standing for standing in self.stages if not standing.won), None)

    @property
    def floors(self) -> int:
        """How many matches are won."""
        return sum(standing.won is not None for standing in self.stages)

    def is_open_to(self, standing: StageStanding) -> bool:
        """Tell whether a match of it can be played: the next one, or again one that is won."""
        return self.is_open and (standing is self.next or standing.won is not None)


def standing_of(plan: CityPlan, games: Iterable[Saved]) -> list[DistrictStanding]:
    """Return how each district stands by these games, whatever their order."""
    stages = {
        (district.name, stage.name): StageStanding(district, stage)
        for district in plan.districts
        for stage in district.stages
    }
    for saved in sorted(games, key=lambda saved: (saved.header.started, saved.path.name)):
        if (standing := stages.get(stage_of(saved.header))) is not None:
            _take(standing, saved)
    found = [
        DistrictStanding(each, [stages[each.name, stage.name] for stage in each.stages]) for each in plan.districts
    ]
    won = sum(district.won is not None for district in found)
    for district in found:
        district.is_open = won >= district.district.needs or any(stage.games for stage in district.stages)
    return found


def _take(standing: StageStanding, saved: Saved) -> None:
    if saved.outcome is None:
        standing.under_way = saved
        return
    standing.games.append(saved)
    if standing.won is None and has_won(standing, saved.header, saved.outcome, saved.summary):
        standing.won = saved


def stage_of(header: Header) -> tuple[str, str]:
    """Return for which district and which match a game was played; two empty words: for none."""
    occasion = header.occasion
    if not occasion or occasion.branch or not header.seats[YOUR_SEAT].is_human:
        return "", ""
    return occasion.district, occasion.stage


def has_won(standing: StageStanding, header: Header, outcome: Outcome, summary: Summary) -> bool:
    """Tell whether a game has won its match; the last one of a district is won with the series."""
    stage = standing.stage
    if standing.is_last:
        return series.champion(header, outcome) == YOUR_SEAT
    if stage.must_win and YOUR_SEAT not in outcome.winners:
        return False
    if outcome.scores[YOUR_SEAT] < stage.points and stage.points:
        return False
    return not stage.goal or Achieved(YOUR_SEAT, stage.goal) in (*summary.feats, *summary.goals)
