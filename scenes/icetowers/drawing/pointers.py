"""The cursors, and what is said beside them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from topping_out.game.engine import Seat
from topping_out.game.icetowers import legality
from topping_out.scenes.icetowers import art, captions
from topping_out.scenes.icetowers.drawing.ice import Ice
from topping_out.scenes.icetowers.sprites import SpeechBubble
from topping_out.scenes.kit.pictures.pointer import pointer
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.ui.widgets import Rect

Point = tuple[float, float]
REST_RADIUS = 22.0


def draw_cursors(
    stage: Stage, ice: Ice, positions: Mapping[Seat, Point], seats: Iterable[Seat], at_left: Container[Seat] = ()
) -> None:
    """The cursors of some seats, each with its owner's colour and name; those `at_left` point to the right."""
    for seat in sorted(seats):
        _draw_cursor(stage, ice, seat, positions[seat], seat in at_left)


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


def draw_words(stage: Stage, ice: Ice, words: str) -> None:
    """What is read at the foot of the ice."""
    place = words_place(ice, words)
    _draw_words(stage, ice, words, place.x, place.y, ice.layout.words.w - 24)


def words_place(ice: Ice, words: str) -> Rect:
    """Return the rectangle of `draw_words`: in the middle, as low as can be."""
    kit, room = ice.kit, ice.layout.words
    lines = kit.wrap(words, room.w - 24, 13.5)
    wide = max(kit.text_size(line, 13.5)[0] for line in lines) + 24
    high = 18 * kit.text_scale * len(lines) + 10
    return Rect(room.centerx - wide / 2, room.bottom - high, wide, high)


def _draw_cursor(stage: Stage, ice: Ice, seat: Seat, place: Point, is_at_left: bool) -> None:
    kit, colour, (x, y) = ice.kit, ice.colours.paint(seat), place
    arrow = pointer(kit, colour, is_at_left)
    stage.blit(arrow, x + 1 - kit.size_of(arrow)[0] if is_at_left else x - 1, y - 1)
    label = kit.text(ice.colours.name(seat), 13, "bold", (255, 255, 255))
    width, height = kit.size_of(label)
    width, height = width + 14, height + 3
    tag = kit.plate(width, height, colour, (255, 255, 255), 1.0, height / 2)
    left, top = max(2.0, x - 16 - width) if is_at_left else min(x + 16, kit.width - width - 2), y + 16
    stage.blit(tag, left, top)
    stage.blit_centred(label, left + width / 2, top + height / 2)


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
