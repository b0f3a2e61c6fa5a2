"""The lessons of Towers: when the coach speaks, and what it marks on the table."""

from __future__ import annotations

from topping_out.game.towers.actions import Built, Claim, Claimed, Demolished, Drew
from topping_out.game.towers.floors import CardId, EffectVerb

from ..match.coach import Condition, LessonCues, Marker
from ..match.scene import LessonContext
from ..match.table.table import Table
from ..ui.layout import Rect
from .art import STICKS_OUT

LOW = 12
"""The deck counts as low with at most this many cards to draw."""
TALL = 3
"""A tower counts as tall, and its scoring as near, with at least this many floors."""


# -- moments


def _begins_turn(now: LessonContext) -> bool:
    return bool(now.view.builds_left > 1)


def _may_claim(now: LessonContext) -> bool:
    return now.view.builds_left == 0 and any(isinstance(action, Claim) for action in now.actions)


def _has_drawn(now: LessonContext) -> bool:
    return any(isinstance(event, Drew) and event.seat == now.seat for event in now.events)


def _tall_towers(now: LessonContext) -> list[int]:
    return [plot for plot, tower in enumerate(now.view.towers) if len(tower) >= TALL]


def _was_scored(now: LessonContext) -> bool:
    return any(isinstance(event, Demolished) for event in now.events)


def _has_trigger(now: LessonContext) -> bool:
    """Tell whether the hand has a floor that triggers scoring."""
    return any(now.view.variant.deck.floor_of(card).triggers_scoring for card in now.view.hand)


def _own_floors(now: LessonContext) -> list[tuple[int, int]]:
    """Return plot and level of the floors that the player owns."""
    storeys = ((p, level, storey) for p, tower in enumerate(now.view.towers) for level, storey in enumerate(tower))
    return [(plot, level) for plot, level, storey in storeys if storey.owner == now.seat]


def _affects_below(now: LessonContext, card: CardId) -> bool:
    """Tell whether a floor takes or vacates floors below it."""
    effects = now.view.variant.deck.floor_of(card).effects
    return any(effect.verb in (EffectVerb.TAKE_BELOW, EffectVerb.VACATE_BELOW) for effect in effects)


def _is_in_danger(now: LessonContext) -> bool:
    """Tell whether the player has seen a scoring, owns floors, and has seen cards that take or vacate floors."""
    seen = [*now.view.hand, *(storey.card for tower in now.view.towers for storey in tower), *now.view.discards]
    return _was_scored(now) and bool(_own_floors(now)) and any(_affects_below(now, card) for card in seen)


MOMENTS: dict[str, Condition] = {
    "begins a turn": _begins_turn,
    "has to build the second": lambda now: now.view.builds_left == 1,
    "may claim": _may_claim,
    "has claimed": lambda now: any(isinstance(event, Claimed) and event.seat == now.seat for event in now.events),
    "second turn": lambda now: _begins_turn(now) and _has_drawn(now),
    "own floor is in danger": _is_in_danger,
    "a scoring is near": lambda now: (
        _has_drawn(now) and (bool(_tall_towers(now)) or _has_trigger(now) or _was_scored(now))
    ),
    "a tower was scored": _was_scored,
    "deck is low": lambda now: now.view.draw_pile <= LOW,
}


# -- marks


def _cards(board: Table) -> list[Rect]:
    count = len(board.view.hand)
    return [board.layout.hand_place(index, count).rect(*board.layout.card) for index in range(count)]


def _hand(board: Table, now: LessonContext) -> list[Rect]:
    cards = _cards(board)
    return [cards[0].unionall(cards[1:])] if cards else []


def _plots(board: Table, now: LessonContext) -> list[Rect]:
    heights = enumerate(map(len, board.view.towers))
    return [
        _tower(board, plot, max(1, min(now.view.variant.height, height + 1)))
        for plot, height in heights
        if plot not in now.view.built
    ]


def _tower(board: Table, plot: int, floors: int) -> Rect:
    rect: Rect = board.layout.column(plot, floors)
    rect.w += STICKS_OUT - 4
    return rect


def _vacant(board: Table, now: LessonContext) -> list[Rect]:
    """Return the floors that may be claimed, by plot and level."""
    places = sorted({(action.plot, action.level) for action in now.actions if isinstance(action, Claim)})
    return [_floor(board, *place) for place in places]


def _floor(board: Table, plot: int, level: int) -> Rect:
    rect: Rect = board.layout.floor_rect(plot, level).union(board.layout.side_rect(plot, level))
    return rect.inflate(-8, -14)


def _built_by_rival(board: Table, now: LessonContext) -> list[Rect]:
    last = [event for event in now.events if isinstance(event, Built) and event.seat != now.seat][-2:]
    standing = [(e.plot, e.level) for e in last if e.level < len(board.view.towers[e.plot])]
    return [_floor(board, *place) for place in standing]


def _to_be_scored(board: Table, now: LessonContext) -> list[Rect]:
    """Return the tall towers; if there are none, the cards that trigger scoring; without those, all towers."""
    standing = [plot for plot, tower in enumerate(board.view.towers) if tower]
    cards = zip(board.view.hand, _cards(board))
    triggers = [rect for card, rect in cards if now.view.variant.deck.floor_of(card).triggers_scoring]
    towers = [_tower(board, plot, len(board.view.towers[plot])) for plot in _tall_towers(now) or standing]
    return towers if _tall_towers(now) or not triggers else triggers


def _plates(board: Table, now: LessonContext) -> list[Rect]:
    return [board.layout.plate(seat) for seat in range(board.view.variant.seats)]


def _draw_pile(board: Table, now: LessonContext) -> list[Rect]:
    place, (wide, high) = board.layout.draw_pile, board.layout.card
    wide, high = wide * place.scale + 6, high * place.scale + 24
    return [Rect(place.x - wide / 2, board.layout.ground - high, wide, high)]


MARKS: dict[str, Marker] = {
    "hand": _hand,
    "plots": _plots,
    "vacant floors": _vacant,
    "own floors": lambda board, now: [_floor(board, *place) for place in _own_floors(now)],
    "rival's last floors": _built_by_rival,
    "towers to be scored": _to_be_scored,
    "plates": _plates,
    "scorings": lambda board, now: [board.layout.account_button],
    "main button": lambda board, now: [board.main_place],
    "draw pile": _draw_pile,
}


def keep_clear(board: Table, now: LessonContext) -> list[Rect]:
    """Return the rectangles of towers with their labels, the steps of the turn, the plates and the draw pile."""
    layout, text = board.layout, board.kit.text_scale
    towers = [_tower(board, plot, max(2, len(tower) + 1)) for plot, tower in enumerate(board.view.towers)]
    labels = [Rect(tower.x, layout.ground, tower.w, layout.label_h) for tower in towers]
    left, right = board.bar_room or (0.0, 0.0)
    steps = Rect(left, 14, right - left, 32 + 14 * text)
    return [*towers, *labels, steps, *_plates(board, now), *_draw_pile(board, now)]


CUES = LessonCues(MOMENTS, MARKS, keep_clear)
