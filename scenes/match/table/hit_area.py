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
"""How much larger than a card the ring of the focus is: it lies round that of a chosen card."""
CLOSE_UP = 20.0
"""How far over its card a close-up stands, in logical units."""


class HitArea(Widget):
    """A card, a place for cards, a seat's plate and the like; the board draws it."""

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
    ) -> None:
        super().__init__(name, rect)
        self.target = target
        """Where a card can go to or come from, if it is such a place."""
        self.card = card
        """The card of the viewer's hand that it is."""
        self.seat = seat
        """Whose plate, tower or hand it is."""
        self.ring, self.radius, self.is_focusable = ring or rect, radius, is_focusable
        """`ring`: what the focus is shown round."""
        self.goal, self.opens, self.tips_below = goal or rect, opens, tips_below
        """`goal`: where what would be chosen shows. `opens`: what a press opens while it is not to be chosen.
        `tips_below`: whether tips about it lie beside or below it, so that what is above stays in sight."""
        self.angle, self.lift = 0.0, 0.0
        """How a card of the hand is turned, and how far it rises while it is pointed at: so does the ring."""
        self.on_press: Callable[[HitArea], Transition] = lambda area: None
        """Set by the board."""
        self.is_plate = False
        """Whether it is the plate of its seat."""
        self.describe: Callable[[HitArea], Semantics | None] = lambda area: None
        """Set by the board: see `semantics`."""

    def semantics(self) -> Semantics | None:
        return self.describe(self)

    def press(self) -> Transition:
        return self.on_press(self)

    def draw_focus(self, stage: Stage, kit: Kit) -> None:
        ring = self.ring
        if not self.angle and not self.lift:
            outline = kit.focus_ring(ring.w + 10, ring.h + 10, self.radius + 5)
            stage.blit(outline, ring.x - 5, ring.y - 5)
            return
        outline = kit.focus_ring(ring.w + RING, ring.h + RING, self.radius + RING / 2)
        stage.blit_centred(kit.tilted(outline, self.angle), ring.centerx, ring.centery - self.lift)


def chosen_ring(kit: Kit, width: float, height: float, radius: float, is_hinted: bool) -> pygame.Surface:
    """Return the ring of a chosen card; of one that a hint has chosen, dashes of another colour."""
    if is_hinted:
        return kit.dashed(width, height, kit.theme.good, 3.5, radius)
    return kit.outline(width, height, kit.theme.brass, 3.5, radius)


@painted_once
def fresh_sign(kit: Kit) -> pygame.Surface:
    """Return the small diamond over a card that is new in the hand."""
    brass = kit.theme.brass
    return kit.canvas(11, 11, brass).polygon([(5.5, 0), (11, 5.5), (5.5, 11), (0, 5.5)], brass).done()


def hand_areas(tokens: Tokens, radius: float = 9.0, is_focusable: bool = True) -> list[HitArea]:
    """Return the cards of the viewer's hand."""
    hand, layout, areas = tokens.hand, tokens.layout, list[HitArea]()
    for index, card in enumerate(hand):
        place = layout.hand_place(index, len(hand), card in tokens.raised)
        area = HitArea(f"card {index}", place.rect(*layout.card), card=card, radius=radius, is_focusable=is_focusable)
        area.thing = f"held {card}"
        area.angle, area.lift = place.angle, 0.0 if tokens.motion.busy else tokens.kit.theme.feel.rise
        areas.append(area)
    return areas


def plate_areas(place: Callable[[Seat], Rect], seats: int, radius: float = 9.0) -> list[HitArea]:
    """Return the plates of the seats, each at its place; for the pointer alone."""
    return [HitArea(f"plate {s}", place(s), seat=s, radius=radius, is_focusable=False) for s in range(seats)]


def target_at(areas: Iterable[Widget], position: tuple[float, float], margin: tuple[float, float]) -> Any:
    """Return the place where a card is let go, the smallest of several; each is larger by `margin` than it looks."""
    places = (area for area in areas if isinstance(area, HitArea) and area.target is not None and area.is_pointable)
    hit = [place for place in places if place.rect.inflate(margin).collidepoint(position)]
    return min(hit, key=lambda place: place.rect.w * place.rect.h).target if hit else None


def draw_close_up(stage: Stage, kit: Kit, face: pygame.Surface, held: HitArea) -> HitArea:
    """Show a card of the hand with a large face over it; return both as one, which no tip covers."""
    width, height = kit.size_of(face)
    x = max(8.0, min(held.rect.centerx - width / 2, kit.width - width - 8))
    place = Rect(x, max(8.0, held.rect.y - height - CLOSE_UP), width, height)
    stage.blit(kit.shadow(width, height, 12, 16, 0.6), place.x - 16, place.y - 10)
    stage.blit(face, place.x, place.y)
    both = copy(held)
    both.rect = held.rect.union(place)
    return both
