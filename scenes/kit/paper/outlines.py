"""Fonts as every printer takes them: the curves of TrueType in place of those of PostScript."""

from __future__ import annotations

from typing import Any

from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import newTable

CLOSE = 0.5
"""How far a new curve may be off the old one, in units of which a letter's height has about a thousand."""
ZEROES = (
    "maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs", "maxStackElements",
    "maxSizeOfInstructions", "maxComponentElements", "maxPoints", "maxContours", "maxCompositePoints",
    "maxCompositeContours", "maxComponentDepth",
)  # fmt: skip


def save_as_truetype(font: Any) -> None:
    """Have a font with PostScript's curves written with TrueType's, once it holds only the letters that are used.

    fpdf2 says of every font that it is TrueType; where that is not so, some readers show no letters.
    """
    write = font.save

    def save(*arguments: Any, **options: Any) -> None:
        if "CFF " in font:
            _convert(font)
        write(*arguments, **options)

    font.save = save


def _convert(font: Any) -> None:
    glyphs, made = font.getGlyphSet(), {}
    for name in font.getGlyphOrder():
        pen = TTGlyphPen(None)
        glyphs[name].draw(Cu2QuPen(pen, CLOSE, reverse_direction=True))
        made[name] = pen.glyph()
    font["loca"], font["glyf"] = newTable("loca"), newTable("glyf")
    font["glyf"].glyphOrder, font["glyf"].glyphs = font.getGlyphOrder(), made
    widths = font["hmtx"].metrics
    for name, glyph in made.items():
        glyph.recalcBounds(font["glyf"])
        widths[name] = widths[name][0], getattr(glyph, "xMin", 0)
    largest = font["maxp"]
    largest.tableVersion, largest.maxZones = 0x00010000, 1
    for key in ZEROES:
        setattr(largest, key, 0)
    for tag in ("CFF ", "VORG"):
        if tag in font:
            del font[tag]
    font.sfntVersion = "\x00\x01\x00\x00"
