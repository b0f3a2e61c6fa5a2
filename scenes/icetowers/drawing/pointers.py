"""The cursors, and what is said beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from game.engine import Seat
from game.icetowers import legality
from scenes.icetowers import art, captions
from scenes.icetowers.drawing.ice import Ice
from scenes.icetowers.sprites import SpeechBubble
from scenes.kit.stage import Stage
from scenes.ui.widgets import Rect

Point = tuple[float, float]
REST_RADIUS = 22.0


def draw_cursors(stage: Stage, ice: Ice, positions: Mapping[Seat, Point], seats: Iterable[Seat]) -> None:
    """The cursors of some seats, each with its owner's colour and name."""
    for seat in sorted(seats):
        _draw_cursor(stage, ice, seat, positions[seat])


def draw_rests(stage: Stage, ice: Ice, positions: Mapping[Seat, Point], rests: Mapping[Seat, float]) -> None:
    """A ring round each hand that rests, of the share of the rest that is left."""
    for seat, share in rests.items():
        left = max(1, round(share * art.STALL_TICKS))
        stage.blit_centred(art.stall_ring(ice.kit, left, ice.colours.paint(seat), REST_RADIUS), *positions[seat])


def draw_bubbles(stage: Stage, ice: Ice, positions: Mapping[Seat, Point], bubbles: Mapping[Seat, SpeechBubble]) -> None:
    """The speech bubbles of the players at the screen. If there are several, a piece that can cap nothing gets one."""
    for seat, (x, y) in sorted(positions.items()):
        held, bubble = ice.view.hands[seat], bubbles.get(seat)
        is_at_a_loss = len(positions) > 1 and held is not None and not legality.targets(ice.view, held)
        if bubble or is_at_a_loss:
            words = bubble.text if bubble else captions.advice(ice.view, seat)
            _draw_words(stage, ice, words, x + 16, y + 27 + 18 * ice.kit.text_scale)


def draw_advice(stage: Stage, ice: Ice, advice: str) -> None:
    """What the held piece can do, for a player who is alone at the screen."""
    place = advice_place(ice, advice)
    _draw_words(stage, ice, advice, place.x, place.y, place.w - 24)


def advice_place(ice: Ice, advice: str) -> Rect:
    """Return the rectangle of `draw_advice`: in the middle over the bar."""
    kit = ice.kit
    wide, high = kit.text_size(advice, 13.5)[0] + 24, 18 * kit.text_scale + 10
    return Rect((kit.width - wide) / 2, kit.height - ice.layout.bar - high - 6, wide, high)


def _draw_cursor(stage: Stage, ice: Ice, seat: Seat, place: Point) -> None:
    kit, colour = ice.kit, ice.colours.paint(seat)
    stage.blit(art.pointer(kit, colour), place[0] - 1, place[1] - 1)
    label = kit.text(ice.colours.name(seat), 13, "bold", (255, 255, 255))
    width, height = kit.size_of(label)
    tag = kit.plate(width + 14, height + 3, colour, (255, 255, 255), 1.0, (height + 3) / 2)
    x, y = min(place[0] + 16, kit.width - width - 16), place[1] + 16
    stage.blit(tag, x, y)
    stage.blit_centred(label, x + (width + 14) / 2, y + (height + 3) / 2)


def _draw_words(stage: Stage, ice: Ice, words: str, x: float, y: float, room: float = 0.0) -> None:
    """Words on a plate near a point, in lines at most `room` wide; 0: as wide as a bubble."""
    kit = ice.kit
    lines = kit.wrap(words, room or 280 * kit.text_scale, 13.5)
    width = max(kit.text_size(line, 13.5)[0] for line in lines) + 24
    step = 18 * kit.text_scale
    height = step * len(lines) + 10
    left = max(8.0, min(x, kit.width - width - 8))
    top = min(y, kit.height - ice.layout.bar - height - 6)
    stage.blit(kit.plate(width, height, (*kit.theme.night, 225), kit.theme.rim, 1.4, 10), left, top)
    for number, line in enumerate(lines):
        stage.blit(kit.text(line, 13.5), left + 12, top + 5 + number * step)
