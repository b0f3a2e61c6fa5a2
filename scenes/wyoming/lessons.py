"""The conditions and marks of the lessons of Towers of Wyoming."""

from __future__ import annotations

from collections import Counter

from topping_out.game.wyoming.actions import Constructed, Deconstructed, Play, PlayKind, SkyMoved, suit_of

from ..match.coach import Condition, LessonCues, Marker
from ..match.scene import LessonContext
from ..match.table.table import Table
from ..ui.layout import Rect
from .art import CARD_H, CARD_W, PENNY, Target
from .moving import SkyLine

CLOSE = 4
"""A tower that needs at most this many cards is about to win."""
LOW = 64
"""With at most this many cards in the draw pile, its end is explained."""

AHEAD = 3
"""Number of storeys that a play usually adds."""


# -- moments


def _height(now: LessonContext, target: Target) -> int:
    return len(now.view.towers[target[0]][target[1]])


def _plays(now: LessonContext, kind: PlayKind, is_own: bool) -> list[Play]:
    return [play for play in now.actions if play.kind is kind and (play.owner == now.seat) == is_own]


def _rising(now: LessonContext) -> list[Target]:
    """Return the player's towers that a play would make higher."""
    targets = {(play.owner, play.foundation) for play in _plays(now, PlayKind.CONSTRUCT, True)}
    return sorted(target for target in targets if _height(now, target))


def _open_to_attack(now: LessonContext) -> list[Target]:
    """Return the rivals' towers that a play would lower."""
    return sorted({(play.owner, play.foundation) for play in _plays(now, PlayKind.DECONSTRUCT, False)})


def _overshot(now: LessonContext) -> list[Target]:
    """Return the rivals' towers that a play would replace by a new tower of theirs."""
    plays = _plays(now, PlayKind.DECONSTRUCT, False)
    targets = {(p.owner, p.foundation) for p in plays if p.count > _height(now, (p.owner, p.foundation))}
    return sorted(targets)


def _nearly_through(now: LessonContext) -> list[Target]:
    """Return the towers that are about to win."""
    least = now.view.needed - CLOSE
    return [
        (seat, foundation)
        for seat, towers in enumerate(now.view.towers)
        for foundation, tower in enumerate(towers)
        if len(tower) >= least
    ]


def _has_played(now: LessonContext) -> bool:
    return any(isinstance(event, (Constructed, Deconstructed)) and event.seat == now.seat for event in now.events)


def _was_hit(now: LessonContext) -> bool:
    hits = (event for event in now.events if isinstance(event, Deconstructed) and event.owner == now.seat)
    return any(event.seat != now.seat for event in hits)


def _is_pile_low(now: LessonContext) -> bool:
    return now.view.draw_pile <= LOW or any(isinstance(event, SkyMoved) for event in now.events)


MOMENTS: dict[str, Condition] = {
    "at once": lambda now: True,
    "has played": _has_played,
    "own tower can grow": lambda now: bool(_rising(now)),
    "rival's tower can be knocked down": lambda now: bool(_open_to_attack(now)),
    "rival's tower can be overshot": lambda now: bool(_overshot(now)),
    "own tower was hit": _was_hit,
    "draw pile is low": _is_pile_low,
    "a tower is nearly through": lambda now: bool(_nearly_through(now)),
}


# -- marks


def _columns(board: Table, targets: list[Target]) -> list[Rect]:
    return [board.layout.column(*target, board.view.height(*target)) for target in targets]


def _sky(board: Table, now: LessonContext) -> list[Rect]:
    sky: SkyLine = board.game.moving.sky  # type: ignore[attr-defined]
    xs = sky.xs or [board.kit.width / 2]
    line = board.layout.sky_y(sky.level)
    return [Rect(min(xs) - PENNY - 4, line - 2 * PENNY - 10, max(xs) - min(xs) + 2 * PENNY + 8, 2 * PENNY + 16)]


def _longest_suit(board: Table, now: LessonContext) -> list[Rect]:
    hand = board.view.hand
    if not hand:
        return []
    best, _ = Counter(map(suit_of, hand)).most_common(1)[0]
    places = [board.layout.hand_place(index, len(hand)) for index, card in enumerate(hand) if suit_of(card) == best]
    first, last = (place.rect(CARD_W, CARD_H) for place in (places[0], places[-1]))
    return [first.union(last).inflate(4, 8)]


def _hand(board: Table, now: LessonContext) -> list[Rect]:
    count = len(board.view.hand)
    cards = [board.layout.hand_place(index, count).rect(CARD_W, CARD_H) for index in range(count)]
    return [cards[0].unionall(cards[1:]).inflate(4, 8)] if cards else []


def _own_foundations(board: Table, now: LessonContext) -> list[Rect]:
    empty = [(now.seat, f) for f, tower in enumerate(board.view.towers[now.seat]) if not tower]
    return _columns(board, empty)


MARKS: dict[str, Marker] = {
    "sky": _sky,
    "hand": _hand,
    "longest suit": _longest_suit,
    "own foundations": _own_foundations,
    "own towers that can grow": lambda board, now: _columns(board, _rising(now)),
    "towers to knock down": lambda board, now: _columns(board, _open_to_attack(now)),
    "towers to overshoot": lambda board, now: _columns(board, _overshot(now)),
    "towers nearly through": lambda board, now: _columns(board, _nearly_through(now)),
    "draw pile": lambda board, now: [board.layout.draw_pile.rect(CARD_W, CARD_H)],
}


def keep_clear(board: Table, now: LessonContext) -> list[Rect]:
    """Return the places of previews above the towers, and of the Sky's words, labels, piles and plates."""
    layout, text, clear = board.layout, board.kit.text_scale, _sky(board, now)
    sky = board.kit.flip(clear[0])
    clear += [board.kit.flip(Rect(sky.x - 160 * text, sky.y, 160 * text, sky.h))]
    clear += [place.rect(CARD_W, CARD_H).inflate(0, 40 * text) for place in (layout.draw_pile, layout.discard_pile)]
    for seat in board.view.in_play:
        plate = layout.plate(seat)
        clear.append(Rect(plate.x, layout.ground, plate.w, plate.bottom - layout.ground))
        for foundation, tower in enumerate(board.view.towers[seat]):
            clear.append(layout.column(seat, foundation, len(tower) + AHEAD).inflate(150 * text, 0))
            clear[-1].y -= 70 * text
    return clear


CUES = LessonCues(MOMENTS, MARKS, keep_clear, _sky)
