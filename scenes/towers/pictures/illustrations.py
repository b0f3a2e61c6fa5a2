"""The pictures on the rules page of Towers."""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from topping_out.game.engine import Seat
from topping_out.game.language import tr
from topping_out.game.towers.decks import STANDARD, find_decks
from topping_out.game.towers.floors import NONE, Floor
from topping_out.game.towers.scoring import account
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.plates import SeatSign
from topping_out.scenes.towers.art import card_art
from topping_out.scenes.towers.art.lines import LinePart
from topping_out.scenes.towers.art.section import FloorLine, section
from topping_out.scenes.towers.scoring.narration import FloorSummary, summarize_floors

WIDTH = 590.0
CARD: card_art.Size = (228.0, 60.0)

Owned = tuple[tuple[str, Seat | None], ...]
"""Floors by name, the top one first, each with its owner's number, from 1, or None."""

EXAMPLES: tuple[Owned, ...] = (
    (("OFFICE", None), ("NOISE COMPLAINT", None), ("LANDLORD", 4), ("LANDLORD", 2), ("OFFICE", 3), ("LOBBY", 1)),
    (("SPIRE", 1), ("INFERNO", 2), ("LANDLORD", None), ("LOBBY", 4), ("ELEVATOR", 3), ("SUITE", 2)),
    (("SPIRE", None), ("LANDLORD", 2), ("NOISE COMPLAINT", None), ("SUITE", 2), ("ELEVATOR", 1)),
)
"""The worked examples, as they stand on the designer's page."""
SEATS, HELD, LEFT = 4, 2, 20
"""Of the examples: seats, cards in each hand, cards left to draw."""
LETTERS = "ABCD"
"""What the players of the examples are called."""


def tower(kit: Kit) -> pygame.Surface:
    """Three floors, two of them claimed."""
    floors: Owned = (("SUITE", None), ("OFFICE", 2), ("LOBBY", 1))
    words = tr("vacant"), *(tr("owned by seat {number}", number=LETTERS[number - 1]) for number in (2, 1))
    rows = tuple(
        FloorLine(_floor(name), _badge(owner), _badge(owner), ((_badge(owner), said),))
        for (name, owner), said in zip(floors, words)
    )
    return section(kit, rows, CARD, 460, kit.theme.ink, fixed=True)


def floors(kit: Kit) -> pygame.Surface:
    """All eight cards."""
    deck = find_decks().built_in[STANDARD]
    wide, high, gap = 268.0, 70.0, 12.0
    size = math.ceil((2 * wide + gap) * kit.scale), math.ceil(4 * (high + gap) * kit.scale)
    sheet = pygame.Surface(size, pygame.SRCALPHA)
    for number, floor in enumerate(deck.floors):
        column, row = number % 2, number // 2
        place = (round(column * (wide + gap) * kit.scale), round(row * (high + gap) * kit.scale))
        sheet.blit(card_art.face(kit, floor, (wide, high)), place)
    return sheet


def summarize_example(example: Owned) -> list[FloorSummary]:
    """Return the account of a worked example, floor by floor."""
    deck = find_decks().built_in[STANDARD]
    kinds = bytes(deck.kind_named[name] for name, _ in reversed(example))
    owners = bytes(NONE if number is None else number - 1 for _, number in reversed(example))
    return summarize_floors(account(deck, kinds, owners, [HELD] * SEATS, LEFT).steps)


def _example(kit: Kit, example: Owned) -> pygame.Surface:
    rows = []
    for (name, number), summary in zip(example, summarize_example(example)):
        heir = None if summary.owner is None else summary.owner + 1
        parts: tuple[LinePart, ...] = tuple((_badge(None if s is None else s + 1), words) for s, words in summary.parts)
        rows.append(FloorLine(_floor(name), _badge(number), _badge(heir), parts))
    return section(kit, tuple(rows), CARD, WIDTH, kit.theme.ink, fixed=True)


def _floor(name: str) -> Floor:
    deck = find_decks().built_in[STANDARD]
    return deck.floors[deck.kind_named[name]]


def _badge(number: int | None) -> SeatSign | None:
    return None if number is None else SeatSign(number - 1, LETTERS[number - 1])


FIGURES: dict[str, Callable[[Kit], pygame.Surface]] = {
    "tower": tower,
    "floors": floors,
    "example1": lambda kit: _example(kit, EXAMPLES[0]),
    "example2": lambda kit: _example(kit, EXAMPLES[1]),
    "example3": lambda kit: _example(kit, EXAMPLES[2]),
}
"""By the names that `assets/games/towers/rules.md` calls them."""
