"""Feats and near misses: steps made by hand, each with the one thing more that the feat asks for, and without it."""

from types import SimpleNamespace
from typing import Any

import pytest

from topping_out.game.engine import Outcome
from topping_out.game.icetowers import events as ice
from topping_out.game.icetowers.table import Tower
from topping_out.game.progress.feat import finder_of
from topping_out.game.record import Entry
from topping_out.game.towering import events as towering
from topping_out.game.towering.scoring import RoundAccount
from topping_out.game.towers import events as towers
from topping_out.game.towers.floors import Effect, EffectVerb
from topping_out.game.towers.scoring import OwnerChange, Step
from topping_out.game.wyoming import events as wyoming
from topping_out.game.wyoming.variant import Variant


def found(game: str, steps: list[tuple[list[Any], Any]], outcome: Outcome) -> set[str]:
    """Return the feats of seat 0 after steps of events and the state that follows on them."""
    finder = finder_of(game)
    for events, state in steps:
        finder.see(SimpleNamespace(events=events, state=state, entry=Entry(0, 0, "")))
    finder.close(steps[-1][1], outcome)
    return {each.feat for each in finder.found if each.seat == 0}


def sky(heights: tuple[int, int], pennies: int = 5) -> Any:
    own = [bytes(height) for height in heights]
    return SimpleNamespace(
        towers=own, pennies=pennies, variant=Variant(2, 1, pennies), towers_of=lambda seat: [own[seat]]
    )


WON = Outcome((0,), (6, 0), "tower")


@pytest.mark.parametrize(
    ("events", "before", "after", "has"),
    [
        ([wyoming.Constructed(0, 0, 0, (1, 2, 3, 4, 5))], (1, 0), (6, 0), {"storeys"}),
        ([wyoming.Constructed(0, 0, 0, (1, 2, 3, 4))], (2, 0), (6, 0), set()),
        ([wyoming.Constructed(0, 1, 0, (1, 2, 3, 4, 5))], (6, 0), (6, 5), set()),
        ([wyoming.Deconstructed(0, 1, 0, (1,) * 5, (2,) * 5, ())], (6, 5), (6, 0), {"wreckers", "nick"}),
        ([wyoming.Deconstructed(0, 1, 0, (1,) * 4, (2,) * 4, ())], (6, 4), (6, 0), set()),
        ([wyoming.Deconstructed(0, 1, 0, (1,), (2,), (3, 3, 3))], (6, 1), (6, 3), {"takeover"}),
        ([wyoming.Deconstructed(0, 1, 0, (1,), (2,), (3, 3))], (6, 1), (6, 2), set()),
    ],
)
def test_wyoming(events: list[Any], before: tuple[int, int], after: tuple[int, int], has: set[str]) -> None:
    steps = [([], sky(before)), (events, sky(after))]
    assert found("wyoming", steps, WON) - {"untouched", "behind"} == has


def test_wyoming_at_the_end() -> None:
    falls = ([wyoming.SkyMoved(5, -1)], sky((5, 0)))
    assert "settling" in found("wyoming", [falls, ([], sky((6, 0)))], WON)
    assert "settling" not in found("wyoming", [falls, ([], sky((5, 0))), ([], sky((6, 0)))], WON)
    assert "behind" in found("wyoming", [([], sky((0, 4))), ([], sky((6, 4)))], WON)
    assert "behind" not in found("wyoming", [([], sky((0, 3))), ([], sky((6, 3)))], WON)
    assert "high" in found("wyoming", [([], sky((8, 0)))], WON)
    assert "high" not in found("wyoming", [([], sky((7, 0)))], WON)
    knocked = ([wyoming.Deconstructed(1, 0, 0, (1,), (2,), ())], sky((2, 0)))
    assert "untouched" not in found("wyoming", [knocked, ([], sky((6, 0)))], WON)


def counted(own: tuple[tuple[int, ...], ...], points: tuple[int, int], totals: tuple[int, int]) -> Any:
    empty = ((),) * 6
    return towering.RoundEnded(RoundAccount(0, 0, ((*own, *empty)[:6], empty), points, totals))


TALL = tuple(range(4, 13))
"""Blue building cards 2 to 10: 54 points less the cost, and the bonus."""


@pytest.mark.parametrize(
    ("own", "has"),
    [
        ((TALL,), {"restraint"}),
        ((TALL, tuple(card + 13 for card in TALL)), {"restraint", "bonuses"}),
        (((0, 1, 2, 3, *TALL[3:]),), {"restraint", "fivefold", "hundred"}),
        (((0, 1, 2, *TALL[5:]),), {"restraint"}),
        (tuple(tuple(card + 13 * colour for card in TALL) for colour in range(4)), {"bonuses", "black"}),
        ((*(tuple(card + 13 * colour for card in TALL) for colour in range(3)), (43,)), {"bonuses"}),
    ],
)
def test_towering(own: tuple[tuple[int, ...], ...], has: set[str]) -> None:
    steps = [([counted(own, (50, 0), (50, 0))], SimpleNamespace())]
    assert found("towering", steps, Outcome((0,), (50, 0), "rounds")) == has


def test_towering_over_several_rounds() -> None:
    won = Outcome((0,), (90, 60), "rounds")
    lost, back = counted((), (0, 50), (0, 50)), counted((), (90, 10), (90, 60))
    assert "comeback" in found("towering", [([lost, back], SimpleNamespace())], won)
    near = counted((), (0, 49), (0, 49))
    assert "comeback" not in found("towering", [([near, back], SimpleNamespace())], won)
    assert "sweep" in found("towering", [([back] * 3, SimpleNamespace())], won)
    assert "sweep" not in found("towering", [([back] * 2, SimpleNamespace())], won)
    taken = [towering.Took(0, 1)] * 14
    assert "sorter" not in found("towering", [(taken, SimpleNamespace())], won)
    assert "sorter" in found("towering", [([*taken, towering.Took(0, 1)], SimpleNamespace())], won)


def floor(
    level: int, name: str, points: int, *changes: OwnerChange, verb: EffectVerb = EffectVerb.SCORE
) -> towers.FloorScored:
    return towers.FloorScored(0, Step(level, name, 0, Effect(verb, 1), (points, 0), 0, changes))


BEGAN = towers.ScoringBegan(0, "height")


@pytest.mark.parametrize(
    ("events", "has"),
    [
        ([BEGAN, floor(5, "SPIRE", 3), BEGAN, floor(5, "SPIRE", 3)], {"spires"}),
        ([BEGAN, floor(5, "SPIRE", 3)], set()),
        ([BEGAN, floor(5, "OFFICE", 8)], {"offices"}),
        ([BEGAN, floor(5, "OFFICE", 6)], set()),
        ([BEGAN, floor(0, "LOBBY", 5)], {"lobby"}),
        ([BEGAN, floor(1, "LOBBY", 4)], set()),
        ([BEGAN, floor(5, "INFERNO", 0, OwnerChange(4, 1, None), OwnerChange(3, 1, None))], {"inferno"}),
        ([BEGAN, floor(5, "INFERNO", 0, OwnerChange(4, 1, None), OwnerChange(3, 0, None))], set()),
        ([BEGAN, floor(5, "LANDLORD", 0, OwnerChange(4, 1, 0)), floor(4, "SPIRE", 3)], {"eviction"}),
        ([BEGAN, floor(5, "LANDLORD", 0, OwnerChange(4, None, 0)), floor(4, "SPIRE", 3)], set()),
        ([BEGAN, floor(5, "LANDLORD", 0, OwnerChange(4, 1, 0)), BEGAN, floor(4, "SPIRE", 3)], set()),
        ([BEGAN, floor(5, "ELEVATOR", 6, verb=EffectVerb.SCORE_TUCKS)], {"lift"}),
        ([BEGAN, floor(5, "ELEVATOR", 4, verb=EffectVerb.SCORE_TUCKS)], set()),
        ([towers.Demolished(0, (12, 0), (), ())], {"dozen"}),
        ([towers.Demolished(0, (11, 0), (), ())], set()),
        ([towers.Demolished(0, (1, 0), (), ()), towers.Demolished(1, (1, 0), (), ())], {"double"}),
        ([towers.Claimed(0, 0, 0, 1, "SPIRE")] * 6, {"unharmed"}),
        ([towers.Claimed(0, 0, 0, 1, "SPIRE")] * 5, set()),
    ],
)
def test_towers(events: list[Any], has: set[str]) -> None:
    state = SimpleNamespace(scores=(0, 0), variant=SimpleNamespace(seats=2))
    assert found("towers", [(events, state)], Outcome((0,), (1, 0), "points")) == has


def test_towers_from_behind() -> None:
    for lead, has in ((10, True), (9, False)):
        states = [
            SimpleNamespace(scores=scores, variant=SimpleNamespace(seats=2)) for scores in ((0, lead), (20, lead))
        ]
        feats = found("towers", [([], state) for state in states], Outcome((0,), (20, lead), "points"))
        assert ("behind" in feats) is has


def table(*towers: tuple[int, ...], ms: int = 0, paused_time: bool = False) -> Any:
    standing = tuple(Tower(number, pieces, 0, 0) for number, pieces in enumerate(towers))
    variant = SimpleNamespace(seats=2, colours=2, ghost_colour=None, paused_time=paused_time)
    return SimpleNamespace(towers=standing, hands=(), ms=ms, variant=variant)


@pytest.mark.parametrize(
    ("events", "ms", "has"),
    [
        ([ice.Mined(0, 5, 1, 1, 3)], 0, {"deep"}),
        ([ice.Mined(0, 5, 1, 1, 2)], 0, set()),
        ([ice.Capped(0, 5, 1, 1, 15)], 0, {"giant"}),
        ([ice.Capped(0, 5, 1, 1, 14)], 0, set()),
        ([ice.Capped(0, 5, 1, 1, 15, ice.Why.STALL)], 0, set()),
        ([ice.WasSplit(0, 1, 1, 2, 5, 0, 0, 1, 3, 2)] * 3, 0, {"splitter"}),
        ([ice.WasSplit(0, 1, 1, 2, 5, 0, 0, 1, 3, 2)] * 2, 0, set()),
        ([ice.Capped(0, 5, 1, 1, 4)] * 4, 20_000, {"quick"}),
        ([ice.Capped(0, 5, 1, 1, 4)] * 4, 20_001, set()),
        ([ice.Capped(0, piece, 1, 1, 4) for piece in range(5)], 30_000, {"smalls"}),
        ([ice.Capped(0, 0, 1, 1, 4)] * 5, 30_000, set()),
    ],
)
def test_icetowers(events: list[Any], ms: int, has: set[str]) -> None:
    steps = [(events, table((5,), (20,), ms=ms))]
    assert found("icetowers", steps, Outcome((1,), (2, 2), "done")) == has


def test_nobody_is_quick_where_time_stands_still() -> None:
    steps = [([ice.Capped(0, 5, 1, 1, 4)] * 4, table((5,), (20,), ms=100, paused_time=True))]
    assert found("icetowers", steps, Outcome((1,), (2, 2), "done")) == set()


def test_icetowers_at_the_end() -> None:
    won = Outcome((0,), (40, 20), "done")
    assert found("icetowers", [([], table((10,), (25,), (26,)))], won) == {"forty", "few"}
    near = Outcome((0,), (39, 21), "done")
    assert found("icetowers", [([], table((10,), (25,)))], near) == set()
    assert found("icetowers", [([ice.Capped(0, 5, 1, 1, 4)], table((10,)))], near) == {"late"}
