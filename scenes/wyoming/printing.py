"""Prints Towers of Wyoming: the hundred cards, foundations, and a track of real pennies for the Sky."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from topping_out.game.language import tr
from topping_out.game.options import Value
from topping_out.game.wyoming.actions import CLUBS, DECK, DIAMONDS, HEARTS, SPADES, CardId, rank_of, suit_of
from topping_out.game.wyoming.numbers import HAND, LOW_SKY, SKY

from ..kit.paper import CARD_SIZES, POINT, Document, GamePrinting, Ink, PaintCard, PaperBox
from ..kit.theme import mix
from .art import CARD_H, CARD_W, STRIP, draw_suit, paint_face

FOUNDATIONS, SUMMARIES = 6, 4
"""The largest number of foundations in a game, and a summary for each player."""
PENNIES = max(SKY, LOW_SKY + 4)
"""Number of places on the Sky's track. Tides can raise the Sky above its first height."""
PENNY = 10.5
"""Radius of a place, for coins of up to 21 mm."""
SUMMARY = CARD_SIZES["poker"]
"""Width and height of a summary in millimetres."""


class WyomingPrinting(GamePrinting):
    unbacked = FOUNDATIONS

    def faces(self, options: Mapping[str, Value]) -> Sequence[PaintCard]:
        cards = [partial(_paint_card, card) for card in DECK]
        return [*cards, *[_paint_foundation] * FOUNDATIONS]

    def further(self, document: Document, options: Mapping[str, Value]) -> Iterator[None]:
        _put_sky(document)
        yield


def _paint_card(card: CardId, document: Document, box: PaperBox, rim: PaperBox) -> None:
    """Paint a card, with its storey at the foot from edge to edge."""
    theme, k = document.theme, min(box.width / CARD_W, box.height / CARD_H)
    colour = theme.suits[suit_of(card)]
    left, top = box.x + (box.width - CARD_W * k) / 2, box.foot - CARD_H * k
    ink = Ink(document, left, top, k, rim)
    ink.rect(-20, CARD_H - STRIP, CARD_W + 40, STRIP + 20, colour)
    ink.rect(CARD_W / 2, CARD_H - STRIP, CARD_W / 2 + 20, STRIP + 20, mix(colour, theme.night, 44 / 255))
    ink.rect(-20, CARD_H - STRIP, CARD_W + 40, 1.6, mix(colour, theme.brass, 0.7))
    paint_face(ink, theme, card)
    ink.done()
    document.text(rank_of(card), left + 19.5 * k, top + 24 * k, 27 * k / POINT, "title", colour, "middle")


def _paint_foundation(document: Document, box: PaperBox, rim: PaperBox) -> None:
    """Paint a foundation: a floor plan, with a sign at the foot."""
    theme = document.theme
    ink = Ink(document, 0, 0, clip=rim)
    ink.rect(rim.x, rim.y, rim.width, rim.height, mix(theme.paper, theme.brass, 0.14))
    inner = box.grown(-5)
    ink.rect(inner.x, inner.y, inner.width, inner.height, theme.brass, 2, 0.6)
    x, foot = box.middle[0], inner.foot - 12
    for number in range(-3, 4):
        ink.line([(x + number * inner.width * 0.11, foot), (x, inner.y + 8)], mix(theme.brass, theme.paper, 0.35), 0.25)
    ink.rect(inner.x + 5, foot, inner.width - 10, 1.6, theme.brass)
    ink.rect(inner.x + 9, foot - 2.4, inner.width - 18, 2.4, mix(theme.brass, theme.ink, 0.2))
    ink.done()
    words = PaperBox(inner.x + 2, foot + 3, inner.width - 4, 8)
    document.write(tr("Foundation"), words, (14, 12, 10, 8), "head", theme.palette["ink"], "middle")


def _paint_summary(document: Document, box: PaperBox, rim: PaperBox) -> None:
    """Paint a summary of a turn, and the suits that oppose each other."""
    theme = document.theme
    ink_colour = theme.palette["ink"]
    inner = box.grown(-4.5)
    ink = Ink(document, 0, 0)
    ink.rect(inner.x, inner.y, inner.width, inner.height, theme.brass, 2, 0.5)
    size = inner.width * 0.13
    rows = ((SPADES, HEARTS), (CLUBS, DIAMONDS))
    foot = inner.foot - 2 * size - 5
    for number, (one, other) in enumerate(rows):
        y = foot + (number + 0.5) * (size + 1.5)
        draw_suit(ink, one, box.middle[0] - size * 1.6, y, size, theme.suits[one])
        draw_suit(ink, other, box.middle[0] + size * 1.6, y, size, theme.suits[other])
        for way in (-1, 1):
            end = box.middle[0] + way * size * 0.7
            ink.line([(box.middle[0], y), (end, y)], ink_colour, 0.5)
            ink.line([(end - way * size * 0.22, y - size * 0.2), (end, y), (end - way * size * 0.22, y + size * 0.2)],
                     ink_colour, 0.5)  # fmt: skip
    ink.done()
    title = PaperBox(inner.x + 2, inner.y + 3, inner.width - 4, 7)
    y = title.y + document.write(tr("A turn"), title, (15, 12), "head", ink_colour, "middle") + 2
    sentences = (
        tr("Draw until you hold {number} cards.", number=HAND),
        tr("Play cards of one suit on one tower or foundation."),
        tr("A tower's own suit builds it up. The opposing suit knocks it down."),
        tr("A tower with more cards than the Sky has pennies wins."),
    )
    room = (foot - y - 2) / POINT / 1.28
    sizes = (10.5, 10, 9.5, 9, 8.5, 8, 7.5, 7, 6.5, 6, 5.5)
    fitting = [
        s for s in sizes if sum(len(document.wrap(t, inner.width - 5, s)) * s + 0.4 * s for t in sentences) <= room
    ]
    size = (fitting or sizes[-1:])[0]
    for text in sentences:
        part = PaperBox(inner.x + 2.5, y, inner.width - 5, 100)
        y += document.write(text, part, (size,), paint=ink_colour) + size * POINT * 0.5


def _put_sky(document: Document) -> None:
    """Add a page with the track of the Sky, a place for each penny, and below it the summaries, to be cut out."""
    theme, page = document.theme, document.add_page(is_landscape=True)
    ink_colour = theme.palette["ink"]
    document.text(tr("The Sky"), page.width / 2, 14, 24, "title", ink_colour, "middle")
    words = PaperBox(40, 22, page.width - 80, 14)
    text = tr(
        "Put a penny on each place up to the number you begin with. Each time the draw pile runs "
        "out, take the last one off."
    )
    document.write(text, words, (12, 11, 10, 9), paint=ink_colour, align="middle")
    step = (page.width - 24) / PENNIES
    y = 59.0
    ink = Ink(document, 0, 0)
    for number in range(PENNIES):
        x, share = 12 + (number + 0.5) * step, number / (PENNIES - 1)
        ground = mix(mix(theme.ember, theme.glow, 0.4), theme.dusk, share)
        ink.rect(x - step / 2, y - 22, step, 44, ground)
        ink.circle(x, y, PENNY, mix(ground, theme.paper, 0.75)).circle(x, y, PENNY, theme.copper, 0.5)
    ink.done()
    for number in range(PENNIES):
        x = 12 + (number + 0.5) * step
        document.text(str(number + 1), x, y, 20, "title", mix(theme.copper, theme.ink, 0.3), "middle")
    start = PaperBox(40, y + 25, page.width - 80, 14)
    begins = tr(
        "You begin with {usual} pennies; with {low} if three of you have two foundations each, or with Tidal "
        "Influences.",
        usual=SKY,
        low=LOW_SKY,
    )
    document.write(begins, start, (11, 10, 9), paint=ink_colour, align="middle")
    width, height = SUMMARY
    left = (page.width - SUMMARIES * width) / 2
    for number in range(SUMMARIES):
        box = PaperBox(left + number * width, page.height - 12 - height, width, height)
        _paint_summary(document, box, box)
