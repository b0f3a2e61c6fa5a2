"""The conditions of the coach's lessons at the table of IceTowers, and the marks that they show."""

from __future__ import annotations

from topping_out.game.icetowers import legality
from topping_out.game.icetowers.actions import Capped
from topping_out.game.icetowers.state import COLOUR_OF, SMALL, Phase, PieceId, Tower

from ..match.coach import Condition, LessonCues, Marker
from ..match.scene import LessonContext
from ..ui.layout import Rect
from .board import IceTowersBoard

MAX_FREE_STANDERS = 9
"""The lesson about the end is given when at most this many free-standers are left, of all colours."""


# -- moments


def _is_free(now: LessonContext) -> bool:
    """Return whether play is on and the player's hand is empty."""
    return now.view.phase is Phase.PLAY and now.view.hands[now.seat] is None


def _caps(now: LessonContext) -> int:
    return sum(isinstance(event, Capped) and event.seat == now.seat for event in now.events)


def _was_capped(now: LessonContext) -> bool:
    caps = (event for event in now.events if isinstance(event, Capped) and event.taken_from == now.seat)
    return any(event.seat != now.seat for event in caps)


def _own(now: LessonContext) -> list[Tower]:
    """Return the player's free-standers."""
    return [t for t in now.view.towers if t.is_free_stander and t.controller == now.seat]


def _own_alone(now: LessonContext, size: int) -> list[Tower]:
    """Return the player's free-standers of a size."""
    return [tower for tower in _own(now) if tower.size == size]


def _alone(now: LessonContext) -> int:
    return sum(tower.is_free_stander for tower in now.view.towers)


MOMENTS: dict[str, Condition] = {
    "not ready": lambda now: now.view.phase is Phase.GATHERING,
    "free hand": _is_free,
    "holding": lambda now: now.view.hands[now.seat] is not None,
    "has capped": lambda now: _is_free(now) and _caps(now) >= 1,
    "has capped twice": lambda now: _is_free(now) and _caps(now) >= 2 and bool(_own_alone(now, SMALL)),
    "was capped": lambda now: _is_free(now) and _was_capped(now),
    "can mine": lambda now: bool(legality.mineable(now.view, now.seat)),
    "can split": lambda now: bool(legality.gaps(now.view, now.seat)),
    "few stand alone": lambda now: _is_free(now) and _alone(now) <= MAX_FREE_STANDERS,
}


# -- marks


def _places(board: IceTowersBoard, towers: list[Tower]) -> list[Rect]:
    return [board.layout.place(tower) for tower in towers]


def _holding(now: LessonContext, pieces: list[PieceId]) -> list[Tower]:
    return [tower for tower in now.view.towers if any(piece in pieces for piece in tower.pieces)]


def _targets(board: IceTowersBoard, now: LessonContext) -> list[Rect]:
    held = now.view.hands[now.seat]
    return _places(board, legality.targets(now.view, held)) if held else []


def _lost_towers(board: IceTowersBoard, now: LessonContext) -> list[Rect]:
    """Return the places of other players' towers in which the player has a piece."""
    foreign = (t for t in now.view.towers if t.controller != now.seat)
    return _places(board, [t for t in foreign if any(COLOUR_OF[piece] == now.seat for piece in t.pieces)])


def _gaps(board: IceTowersBoard, now: LessonContext) -> list[Rect]:
    pieces, marks = legality.gaps(now.view, now.seat), []
    for tower in now.view.towers:
        for index, piece in enumerate(tower.pieces):
            if piece in pieces:
                x, y = board.layout.gap(tower, index)
                marks.append(Rect(x - 14, y - 12, 28, 24))
    return marks


MARKS: dict[str, Marker] = {
    "own": lambda board, now: _places(board, _own(now)),
    "own caps": lambda board, now: _places(board, [t for t in _own(now) if legality.can_cap_any(now.view, t.top)]),
    "own smalls": lambda board, now: _places(board, _own_alone(now, SMALL)),
    "plates": lambda board, now: [board.layout.plate(seat) for seat in range(len(board.header.seats))],
    "targets": _targets,
    "towers": lambda board, now: _places(board, [t for t in now.view.towers if not t.is_free_stander]),
    "lost towers": _lost_towers,
    "mines": lambda board, now: _places(board, _holding(now, legality.mineable(now.view, now.seat))),
    "gaps": _gaps,
    "done": lambda board, now: [board.layout.done],
}


def keep_clear(board: IceTowersBoard, now: LessonContext) -> list[Rect]:
    """Return the areas that notes must not cover: towers, cursors and the bar at the foot."""
    kit, layout = board.kit, board.layout
    bar = Rect(0, kit.height - layout.bar, kit.width, layout.bar)
    cursors = [
        Rect(x - 10, y - 10, 40 + 50 * kit.text_scale, 30 + 16 * kit.text_scale) for x, y in board.positions.values()
    ]
    return [*_places(board, [*now.view.towers]), *cursors, bar]


CUES = LessonCues(MOMENTS, MARKS, keep_clear)
