"""What can be chosen or explained on a table of cards, as widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from typing import Any

import pygame

from topping_out.game.engine import Seat

from ...accessibility.semantics import Semantics
from ...kit.kit import Kit
from ...kit.sprites import painted_once
from ...kit.stage import Stage
from ...manager import Transition
from ...ui.layout import Rect, Widget
from .tokens import Tokens

RING = 18.0
"""By how much the focus ring is larger than a card, so that it surrounds the ring of a chosen card."""
CLOSE_UP = 20.0
"""Distance of a close-up above its card, in logical units."""


class HitArea(Widget):
    """A card, a place for cards, a seat's plate or the like. The board draws it."""

    def __init__(
        self,
        name: str,
        rect: Rect,
        target: Any = None,
        card: Any = None,
        seat: Seat | None = None,
        ring: Rect | None = None,
        radius: float = 9.0,
        is_focusable: bool = True,
        goal: Rect | None = None,
        opens: Callable[[], Transition] | None = None,
        tips_below: bool = False,
        is_offered: bool = True,
        has_key: bool = True,
    ) -> None:
        super().__init__(name, rect)
        self.target = target
        """The place, if cards can go to it or come from it."""
        self.card = card
        """The card, if it is one in the viewer's hand."""
        self.seat = seat
        """The owner of the plate, tower or hand."""
        self.ring, self.radius, self.is_focusable = ring or rect, radius, is_focusable
        """`ring`: the rectangle that the focus ring surrounds."""
        self.goal, self.opens, self.tips_below = goal or rect, opens, tips_below
        """`goal`: where the preview of choosing it is shown. `opens`: what a press opens while it cannot be chosen.
        `tips_below`: whether its tooltips are beside or below it, so that nothing above it is covered."""
        self.is_offered, self.has_key = is_offered, has_key
        """`is_offered`: whether the place might be chosen now, so that its preview or refusal is worth showing.
        `has_key`: whether a key goes to the place now; keys are given in the order of the areas."""
        self.on_press: Callable[[HitArea], Transition] = lambda area: None
        """Set by the board."""
        self.is_plate = False
        """Whether it is the plate of a seat."""
        self.describe: Callable[[HitArea], Semantics | None] = lambda area: None
        """Returns its semantics; set by the board."""

    def semantics(self) -> Semantics | None:
        return self.describe(self)

    def press(self) -> Transition:
        return self.on_press(self)

    def draw_focus(self, stage: Stage, kit: Kit) -> None:
        ring = self.ring
        outline = kit.focus_ring(ring.w + 10, ring.h + 10, self.radius + 5)
        stage.blit(outline, ring.x - 5, ring.y - 5)


class HeldCard(HitArea):
    """A card of the viewer's hand. Its focus ring follows the card as long as it is in the hand."""

    def __init__(self, number: int, card: int, tokens: Tokens, radius: float, is_focusable: bool) -> None:
        """`number`: the card's position in the hand, from 0."""
        place = tokens.layout.hand_place(*tokens.hand_place(card), card in tokens.raised)
        rect = place.rect(*tokens.layout.card)
        super().__init__(f"card {number}", rect, card=card, radius=radius, is_focusable=is_focusable)
        self.tokens, self.thing = tokens, f"held {card}"

    def draw_focus(self, stage: Stage, kit: Kit) -> None:
        tokens, ring = self.tokens, self.ring
        sprite = tokens.sprites.get(self.card)
        if sprite is None or sprite.flies or self.card not in tokens.hand:
            return
        rise, tilt = tokens.rise_of(self.card)
        outline = kit.focus_ring(ring.w + RING, ring.h + RING, self.radius + RING / 2)
        stage.blit_centred(kit.tilted(outline, sprite.angle + tilt), sprite.x, sprite.y - rise)


def chosen_ring(kit: Kit, width: float, height: float, radius: float, is_hinted: bool) -> pygame.Surface:
    """Return the ring of a chosen card, which is dashed and of another colour if a hint has chosen it."""
    if is_hinted:
        return kit.dashed(width, height, kit.theme.good, 3.5, radius)
    return kit.outline(width, height, kit.theme.brass, 3.5, radius)


@painted_once
def fresh_sign(kit: Kit) -> pygame.Surface:
    """Return the small diamond above a card that is new in the hand."""
    brass = kit.theme.brass
    return kit.canvas(11, 11, brass).polygon([(5.5, 0), (11, 5.5), (5.5, 11), (0, 5.5)], brass).done()


def hand_areas(tokens: Tokens, radius: float = 9.0, is_focusable: bool = True) -> list[HitArea]:
    """Return an area for each card of the viewer's hand."""
    return [HeldCard(number, card, tokens, radius, is_focusable) for number, card in enumerate(tokens.hand)]


def plate_areas(place: Callable[[Seat], Rect], seats: int, radius: float = 9.0) -> list[HitArea]:
    """Return an area for each seat's plate, for the pointer only."""
    return [HitArea(f"plate {s}", place(s), seat=s, radius=radius, is_focusable=False) for s in range(seats)]


def target_at(areas: Iterable[Widget], position: tuple[float, float], margin: tuple[float, float]) -> Any:
    """Return the place at which a card is dropped, the smallest if there are several. `margin` enlarges each place."""
    places = (area for area in areas if isinstance(area, HitArea) and area.target is not None and area.is_pointable)
    hit = [place for place in places if place.rect.inflate(margin).collidepoint(position)]
    return min(hit, key=lambda place: place.rect.w * place.rect.h).target if hit else None


def draw_close_up(stage: Stage, kit: Kit, face: pygame.Surface, held: HitArea) -> HitArea:
    """Draw a large face above a card of the hand; return an area of both, which tooltips must not cover."""
    width, height = kit.size_of(face)
    x = max(8.0, min(held.rect.centerx - width / 2, kit.width - width - 8))
    place = Rect(x, max(8.0, held.rect.y - height - CLOSE_UP), width, height)
    stage.blit(kit.shadow(width, height, 12, 16, 0.6), place.x - 16, place.y - 10)
    stage.blit(face, place.x, place.y)
    both = copy(held)
    both.rect = held.rect.union(place)
    return both
