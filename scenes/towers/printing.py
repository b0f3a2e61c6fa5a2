"""Printing the cards of Towers: the floors of a deck, in landscape format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from topping_out.game.language import tr
from topping_out.game.options import Value
from topping_out.game.towers.actions import HEIGHT
from topping_out.game.towers.decks import STANDARD, find_decks
from topping_out.game.towers.floors import Deck, Floor
from topping_out.game.towers.rooms import shown_floors
from topping_out.game.towers.rules import GAME
from topping_out.game.towers.words import floor_words

from ..kit.paper import BLACK, POINT, Document, GamePrinting, Ink, PaintCard, PaperBox
from ..kit.theme import mix
from .art import CEILING, PILLAR, SLAB, WALL, floor_colour, furnish, paint_plan, paint_structure
from .pictures import cover_colour, cover_floors, paint_tower
from .room import HIGH, Room

WIDE = 220.0
"""Width of a card in drawing units."""
ROOM = 0.62
"""Share of the height inside a card that shows the room; the rest is for name and effect."""


class TowersPrinting(GamePrinting):
    is_landscape = True
    options = ("deck",)

    def faces(self, options: Mapping[str, Value]) -> Sequence[PaintCard]:
        """Return the painters of the cards of the deck in the options, floor by floor."""
        deck = find_decks().find(str(options.get("deck", STANDARD)))
        return [partial(_paint_card, floor) for floor in shown_floors(deck) for _ in range(floor.count)]

    def back(self, document: Document, box: PaperBox, rim: PaperBox) -> None:
        theme, k = document.theme, box.width / WIDE
        ink = Ink(document, box.x, box.y, k, rim)
        ink.rect(-20, -20, 40 + box.width / k, 40 + box.height / k, mix(theme.dusk, theme.night, 0.22))
        paint_plan(ink, theme, (WIDE, box.height / k))
        for player in range(PLAYERS):
            x, y, turn = _edge_of(box, player)
            across, along = (EDGE[0], EDGE[1]) if turn % 180 == 0 else (EDGE[1], EDGE[0])
            left, top = (x - box.x) / k - across / 2, (y - box.y) / k - along / 2
            ink.rect(left, top, across, along, theme.seats[player], 4)
        ink.done()
        for player in range(PLAYERS):
            x, y, turn = _edge_of(box, player)
            _put_number(document, player, x, y, DISC * k, turn)

    def further(self, document: Document, options: Mapping[str, Value]) -> Iterator[None]:
        """Put the deck's cover and the score track on pages, before the score sheet and the rules."""
        _put_cover(document, find_decks().find(str(options.get("deck", STANDARD))))
        yield
        _put_track(document)
        yield

    def score_rows(self, options: Mapping[str, Value]) -> Sequence[str]:
        return [tr("Tower {number}", number=number + 1) for number in range(24)]


# -- players


PLAYERS = 4
EDGE, DISC = (34.0, 40.0), 13.0
"""Depth and length of the mark at the edge of a back, and radius of its disc, in drawing units."""
CELL, CELLS = 18.0, 10
"""Side of a square of the score track in millimetres, and number of squares in a row and of rows."""
TOKEN, TOKENS = 12.0, 15
"""Side of a token in millimetres, and number of tokens for each player."""


def _edge_of(box: PaperBox, player: int) -> tuple[float, float, int]:
    """Return the middle of the mark at a player's edge of a back, and how many degrees its number is turned.

    The number is upright when the card is turned so that this edge is on the right.
    """
    depth = EDGE[0] / 2 * box.width / WIDE
    return (
        (box.right - depth, box.middle[1], 0),
        (box.x + depth, box.middle[1], 180),
        (box.middle[0], box.y + depth, -90),
        (box.middle[0], box.foot - depth, 90),
    )[player]


def _put_number(document: Document, player: int, x: float, y: float, radius: float, turn: int = 0) -> None:
    """Put a disc with a player's number, from 1, around a point."""
    theme = document.theme
    ink = Ink(document, x, y)
    ink.circle(0, 0, radius, theme.paper).done()
    with document.turned(turn, (x, y)):
        size = radius * 1.5 / POINT
        document.text(str(player + 1), x, y, size, "title", theme.palette["ink"], "middle")


def _put_track(document: Document) -> None:
    """Put the score track on a page, with tokens to cut out for each player."""
    theme, page = document.theme, document.add_page()
    ink_colour, side = theme.palette["ink"], CELL * CELLS
    left, top = (page.width - side) / 2, 18.0
    document.text(tr("Score track"), page.width / 2, 11, 18, "title", ink_colour, "middle")
    ink = Ink(document, left, top)
    for number in range(CELLS**2):
        row, column = divmod(number, CELLS)
        if (row + column) % 2:
            ink.rect(column * CELL, row * CELL, CELL, CELL, mix(theme.paper, theme.brass, 0.3))
    for number in range(CELLS + 1):
        ink.line([(0, number * CELL), (side, number * CELL)], ink_colour, 0.15)
        ink.line([(number * CELL, 0), (number * CELL, side)], ink_colour, 0.15)
    ink.done()
    for number in range(CELLS**2):
        row, column = divmod(number, CELLS)
        document.text(str(number), left + column * CELL + 1.5, top + row * CELL + 3.2, 10, "bold", ink_colour)
    foot = top + side
    about = tr(
        "The first player has number 1, the next number 2, and so on. When you claim a floor, tuck the card so that "
        "the edge with your number sticks out on the right. If your cards have blank backs, lay a token on that edge. "
        "Another token counts your points, from 0; at the end of the track, start again from the beginning and keep a "
        "token for each lap."
    )
    document.write(about, PaperBox(left, foot + 3, side, 17), (10, 9.5, 9, 8.5, 8, 7.5, 7, 6.5, 6), paint=ink_colour)
    _put_tokens(document, left, foot + 21)


def _put_tokens(document: Document, left: float, top: float) -> None:
    """Put the tokens in a row for each player, with lines to cut along."""
    ink = Ink(document, left, top)
    for player in range(PLAYERS):
        ink.rect(0, player * TOKEN, TOKENS * TOKEN, TOKEN, document.theme.seats[player])
    for row in range(PLAYERS + 1):
        ink.line([(0, row * TOKEN), (TOKENS * TOKEN, row * TOKEN)], BLACK, 0.15)
    for column in range(TOKENS + 1):
        ink.line([(column * TOKEN, 0), (column * TOKEN, PLAYERS * TOKEN)], BLACK, 0.15)
    ink.done()
    for player in range(PLAYERS):
        for column in range(TOKENS):
            _put_number(document, player, left + (column + 0.5) * TOKEN, top + (player + 0.5) * TOKEN, TOKEN * 0.36)


# -- cover


COVER_FLOOR = 70.0, 30.0
"""Size of a floor of the tower on the cover, in millimetres."""


def _put_cover(document: Document, deck: Deck) -> None:
    """Put the cover on a page: on white, the tower of the deck's rooms on its colour, the title, and how it plays."""
    theme, page = document.theme, document.add_page()
    own, ink_colour, middle = cover_colour(theme, deck), theme.palette["ink"], page.width / 2
    floors = cover_floors(deck, HEIGHT)
    foot = 26 + COVER_FLOOR[1] * (len(floors) + 0.6)
    ink = Ink(document, 0, 0)
    ink.circle(middle, foot - COVER_FLOOR[1] * 3, 62, mix(own, theme.paper, 0.72))
    paint_tower(ink, theme, floors, middle, foot, COVER_FLOOR)
    ink.rect(middle - 75, foot, 150, 1.2, mix(own, ink_colour, 0.3))
    ink.done()
    title = tr(deck.title).upper()
    size = min(40.0, 40.0 * 150 / document.width_of(title, 40.0, "title"))
    document.text(title, middle, foot + 6 + size * POINT * 0.7, size, "title", mix(own, ink_colour, 0.55), "middle")
    document.text(GAME.title, middle, 17, 16, "head", ink_colour, "middle")
    if deck.about:
        top = foot + 12 + size * POINT * 1.2
        about = PaperBox(middle - 62, top, 124, page.height - top - 12)
        document.write(tr(deck.about), about, (14, 12, 10, 9), "body", ink_colour)


def _paint_card(floor: Floor, document: Document, box: PaperBox, rim: PaperBox) -> None:
    """Paint a floor in cross-section: its room, and below it its name and effect."""
    theme, k = document.theme, box.width / WIDE
    high = box.height / k
    colour = floor_colour(theme, floor)
    ink_colour = theme.palette["ink"]
    ink = Ink(document, box.x, box.y, k, rim)
    ink.rect(-20, -20, WIDE + 40, high + 40, mix(theme.ink, theme.night, 0.3))
    inner, tall = WIDE - PILLAR - WALL, (high - CEILING - SLAB) * ROOM
    wall = [(0.0, mix(theme.paper, colour, 0.36)), (1.0, mix(theme.paper, mix(colour, theme.window, 0.6), 0.5))]
    ink.gradient(PILLAR, CEILING, inner, tall, wall)
    zoom = tall / HIGH
    with ink.clip(PILLAR, CEILING, inner, tall) as part:
        furnish(floor, Room(part, theme, colour, PILLAR, CEILING, zoom, inner / zoom))
    foot = high - SLAB - CEILING - tall
    ink.rect(PILLAR, CEILING + tall, inner, foot, mix(theme.paper, colour, 0.08))
    ink.rect(PILLAR, CEILING + tall - 0.6, inner, 1.6, mix(theme.ink, colour, 0.25))
    paint_structure(ink, theme, (WIDE, high), colour)
    ink.done()
    left, width = box.x + (PILLAR + 8) * k, (inner - 16) * k
    top, room = box.y + (CEILING + tall + 3) * k, (foot - 5) * k
    title = mix(colour, ink_colour, 0.62)
    most = room * 0.42 / POINT
    size = most * min(1.0, width / document.width_of(tr(floor.name), most, "title"))
    document.text(tr(floor.name), left, top + size * POINT * 0.55, size, "title", title)
    under = top + size * POINT * 1.15
    words = floor_words(floor)
    document.write(words[:1].upper() + words[1:], PaperBox(left, under, width, top + room - under),
                   (16, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5.5), "body", ink_colour)  # fmt: skip
