"""What the Towering table shows is the view, carried forward by events."""

from __future__ import annotations

import random
from itertools import chain

import pytest

from game.options import resolve
from game.towering.rules import GAME
from game.towering.state import SEATS, State
from scenes.towering.view_model import Shown

VARIANTS: list[dict[str, object]] = [
    {},
    {"take_back": True, "rounds": 2, "materials": "4"},
    {"colours": 3, "hand": 5, "materials": "0", "rounds": 5},
    {"colours": 5, "materials": "3", "rounds": 1, "hand": 10},
]


def start(seed: int, options: dict[str, object]) -> State:
    return GAME.setup(SEATS, resolve(GAME.options(SEATS), options), seed)


def open_ids(shown: Shown) -> list[int]:
    """Return the ids of all cards that lie open, or in the viewer's hand."""
    hands = [hand if seat == shown.viewer else shown.known[seat] for seat, hand in enumerate(shown.hands)]
    return [card for cards in (*hands, *chain(*shown.towers), *shown.discards) for card in cards]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("greed", [0.15, 0.97])
def test_events_carry_the_table_forward_to_exactly_the_view(
    options: dict[str, object], viewer: int | None, greed: float
) -> None:
    rng = random.Random(f"{options}{viewer}{greed}")
    state = start(rng.randrange(1000), options)
    shown = Shown.of(GAME.view(state, viewer))
    while GAME.outcome(state) is None:
        log: list = []
        actions = GAME.actions(state, state.turn)
        takes = [action for action in actions[1:] if str(action).startswith("draw")]
        action = rng.choice(takes) if takes and rng.random() < greed else rng.choice(actions)
        GAME.apply(state, state.turn, action, log)
        for event in log:
            shown.advance(GAME.redact(event, viewer))
        assert shown.by_kind() == Shown.of(GAME.view(state, viewer)).by_kind()
        assert len(ids := open_ids(shown)) == len(set(ids)), "two sprites with one id"


def test_the_viewer_builds_on_the_near_side_and_an_onlooker_has_seat_0_there() -> None:
    state = start(1, {})
    assert [(s.near, s.far) for v in (0, 1, None) if (s := Shown.of(GAME.view(state, v)))] == [(0, 1), (1, 0), (0, 1)]


def test_what_towers_are_worth_is_counted_live_beside_the_earlier_rounds() -> None:
    rng = random.Random(4)
    state = start(4, {})
    while not state.accounts:
        GAME.apply(state, state.turn, rng.choice(GAME.actions(state, state.turn)))
    shown = Shown.of(GAME.view(state, 0))
    assert [shown.before(seat) for seat in (0, 1)] == list(state.totals)
    assert [shown.points(seat) for seat in (0, 1)] == [0, 0], "a new round begins without towers"


def test_the_last_round_is_not_counted_twice() -> None:
    rng = random.Random(5)
    state = start(5, {})
    while GAME.outcome(state) is None:
        GAME.apply(state, state.turn, rng.choice(GAME.actions(state, state.turn)))
    shown = Shown.of(GAME.view(state, 1))
    assert tuple(shown.total(seat) for seat in (0, 1)) == state.totals
