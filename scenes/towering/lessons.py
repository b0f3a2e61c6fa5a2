"""The moments at which the coach speaks at the table of Towering, and what the coach points at."""

from __future__ import annotations

from topping_out.game.engine import Seat
from topping_out.game.towering.actions import Build, CardId, Colour, TurnStage, colour_of, is_material
from topping_out.game.towering.state import Built, Discarded, Took, score_tower

from ..kit.sprites import Pose
from ..match.coach import Condition, LessonCues, Marker
from ..match.scene import LessonContext
from ..match.table.table import Table
from ..match.table.tokens import card_of
from ..ui.layout import Rect
from .art import CARD_H, CARD_W

LOW_PILE = 8
"""The round's end is explained when at most this many cards are in the draw pile."""
TALL_TOWER = 4
"""The bonus is explained when a tower has at least this many cards."""


# -- moments


def _plays(now: LessonContext) -> bool:
    return now.view.stage is TurnStage.PLAY


def _turns(now: LessonContext) -> int:
    return sum(isinstance(event, (Built, Discarded)) and event.seat == now.seat for event in now.events)


def _own_towers(now: LessonContext) -> list[tuple[Colour, tuple[CardId, ...]]]:
    return [(colour, tower) for colour, tower in enumerate(now.view.towers[now.seat]) if tower]


def _colours_in_debt(now: LessonContext) -> list[Colour]:
    return [colour for colour, tower in _own_towers(now) if score_tower(tower).total < 0]


def _tall_colours(now: LessonContext) -> list[Colour]:
    return [colour for colour, tower in _own_towers(now) if len(tower) >= TALL_TOWER]


def _materials(now: LessonContext) -> list[CardId]:
    """Return the material cards of the hand that can be built."""
    cards = [action.card for action in now.actions if isinstance(action, Build)]
    return list(filter(is_material, cards))


def _rival_took(now: LessonContext) -> bool:
    return any(isinstance(event, Took) and event.seat != now.seat for event in now.events)


MOMENTS: dict[str, Condition] = {
    "has to play": _plays,
    "has to draw": lambda now: now.view.stage is TurnStage.DRAW,
    "second turn": lambda now: _plays(now) and _turns(now) >= 1,
    "own tower is in debt": lambda now: _plays(now) and _turns(now) >= 2 and bool(_colours_in_debt(now)),
    "holds material": lambda now: _plays(now) and bool(_materials(now)),
    "own tower is tall": lambda now: _plays(now) and bool(_tall_colours(now)),
    "rival took a discard": lambda now: _plays(now) and _rival_took(now),
    "draw pile is low": lambda now: now.view.draw_pile <= LOW_PILE,
}


# -- marks


def _hand(board: Table, now: LessonContext) -> list[Rect]:
    cards = [_card(board, index) for index in range(len(board.tokens.hand))]
    return [cards[0].unionall(cards[1:]).inflate(2, 4)] if cards else []


def _card(board: Table, index: int) -> Rect:
    place: Pose = board.layout.hand_place(index, len(board.tokens.hand))
    return place.rect(CARD_W, CARD_H)


def _hand_materials(board: Table, now: LessonContext) -> list[Rect]:
    hand, materials = board.tokens.hand, _materials(now)
    return [_card(board, index) for index, card in enumerate(hand) if card_of(card) in materials]


def _site(board: Table, seat: Seat, colour: Colour) -> Rect:
    """Return the rectangle of a tower and its label."""
    rect: Rect = board.layout.column(seat, colour, len(board.view.towers[seat][colour]))
    rect.h += board.layout.label_h - 2
    return rect


def _sites(board: Table, seat: Seat) -> list[Rect]:
    rects = [_site(board, seat, colour) for colour in range(board.layout.colours)]
    return [rects[0].unionall(rects[1:]).inflate(10, 0)]


def _own_debts(board: Table, now: LessonContext) -> list[Rect]:
    return [_site(board, board.layout.near, colour) for colour in _colours_in_debt(now)]


def _own_tall(board: Table, now: LessonContext) -> list[Rect]:
    return [_site(board, board.layout.near, colour) for colour in _tall_colours(now)]


def _open_discards(board: Table, now: LessonContext) -> list[Rect]:
    piles = board.view.discards[: board.layout.colours]
    return [board.layout.river_slot(colour) for colour, pile in enumerate(piles) if pile]


def _river(board: Table, now: LessonContext) -> list[Rect]:
    slots = [board.layout.river_slot(colour) for colour in range(board.layout.colours)]
    return [slots[0].unionall(slots[1:])]


def _colours_played(board: Table, now: LessonContext) -> list[Rect]:
    """Return the near sites where cards of the hand can be built."""
    colours = {colour_of(action.card) for action in now.actions if isinstance(action, Build)}
    return [_site(board, board.layout.near, colour) for colour in sorted(colours)]


MARKS: dict[str, Marker] = {
    "hand": _hand,
    "materials": _hand_materials,
    "own sites": lambda board, now: _sites(board, board.layout.near),
    "sites to build on": _colours_played,
    "rival's sites": lambda board, now: _sites(board, board.layout.far),
    "own towers in debt": _own_debts,
    "own tall towers": _own_tall,
    "open discards": _open_discards,
    "river": _river,
    "draw pile": lambda board, now: [board.layout.draw_slot],
}


def keep_clear(board: Table, now: LessonContext) -> list[Rect]:
    """Return the areas that the coach must not cover: sites, previews beside them, piles, plates and scores."""
    layout, text, flip = board.layout, board.kit.text_scale, board.kit.flip
    towers = enumerate(board.view.towers[layout.far])
    far = [_site(board, layout.far, colour) for colour, tower in towers if tower]
    xs = [board.kit.flip_x(layout.site_x(colour)) for colour in range(layout.colours)]
    tips = [flip(Rect(x + 40, layout.near_ground - 130, 280 * text, 110)) for x in xs]
    pile = layout.draw_slot.inflate(0, 2 * (12 + 56 * text))
    plate = layout.plate(layout.far)
    held = Rect(plate.x, plate.y, plate.w, layout.scores.bottom)
    return [*_sites(board, layout.near), *far, *_river(board, now), *tips, pile, held]


CUES = LessonCues(MOMENTS, MARKS, keep_clear)
