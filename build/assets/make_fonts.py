"""Make the fonts in assets/fonts from unpacked font packages.

    python build/assets/make_fonts.py JOSEFIN_FOLDER ATKINSON_FOLDER RALEWAY_FOLDER

Each folder is an unpacked npm package (`@fontsource/josefin-sans`, `@fontsource/atkinson-hyperlegible-next`,
`@fontsource/raleway`, all 5.3.0): `LICENSE` and `files/*.woff2`. The same packages give the same bytes.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fontTools.merge import Merger
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

ASSETS = Path(__file__).resolve().parents[2] / "assets"
LATIN = ("latin", "latin-ext")
ARROWS = {"arrowright": 0x2192, "arrowdown": 0x2193, "arrowleft": 0x2190, "arrowup": 0x2191}
"""Each is turned clockwise by a quarter from the one before."""
MINUS, TIMES = 0x2212, 0xD7

Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Typeface:
    """A package: its files' names in the package and here, and the family name of the fonts made from it."""

    source: str
    target: str
    family: str
    weights: tuple[int, ...]
    subsets: tuple[str, ...] = LATIN


# "Josefin Sans" is a reserved font name, so modified versions, such as a merged font, need another (OFL, condition 3).
JOSEFIN = Typeface("josefin-sans", "JosefinSans", "Topping Out Deco", (600, 700))
ATKINSON = Typeface("atkinson-hyperlegible-next", "AtkinsonNext", "Atkinson Hyperlegible Next", (400, 700))
# "Raleway" is reserved too.
RALEWAY = Typeface("raleway", "Raleway", "Topping Out Cyrillic", (600, 700), (*LATIN, "cyrillic"))
TYPEFACES = (JOSEFIN, ATKINSON, RALEWAY)
STYLES = {400: "Regular", 600: "SemiBold", 700: "Bold"}


def merged(package: Path, face: Typeface, weight: int) -> TTFont:
    """Merge the subsets of one weight into one font."""
    with tempfile.TemporaryDirectory() as folder:
        parts = []
        for subset in face.subsets:
            part = TTFont(package / "files" / f"{face.source}-{subset}-{weight}-normal.woff2", recalcTimestamp=False)
            part.flavor = None
            parts.append(str(Path(folder) / f"{subset}.ttf"))
            part.save(parts[-1])
        font = Merger().merge(parts)
    font["head"].created = font["head"].modified = part[
        "head"
    ].modified  # the package's date, so that the result is reproducible
    font.recalcTimestamp = False
    return font


def fit_in(font: TTFont, model: TTFont) -> None:
    """Use lining figures, and take the line height from the model, with capitals centred as in the model."""
    lookups = font["GSUB"].table
    lining = next(record.Feature for record in lookups.FeatureList.FeatureRecord if record.FeatureTag == "lnum")
    for index in lining.LookupListIndex:
        for substitution in lookups.LookupList.Lookup[index].SubTable:
            for table in font["cmap"].tables:
                table.cmap.update({code: substitution.mapping.get(name, name) for code, name in table.cmap.items()})
    middle = (font["OS/2"].sCapHeight - model["OS/2"].sCapHeight) // 2
    font["hhea"].ascent, font["hhea"].descent = model["hhea"].ascent + middle, model["hhea"].descent + middle
    subsetter = Subsetter(Options(layout_features=["kern", "mark", "locl", "ccmp"], hinting=False, notdef_outline=True))
    subsetter.populate(unicodes=[*font.getBestCmap()])
    subsetter.subset(font)


def rename(font: TTFont, family: str, weight: int) -> None:
    """Set the names of the font, but keep copyright and licence."""
    style = STYLES[weight]
    names = font["name"]
    kept = {record.nameID: record.toUnicode() for record in names.names if record.nameID in (0, 5, 13, 14)}
    full = f"{family} {style}"
    names.names = []
    for number, text in {**kept, 1: full, 2: "Regular", 3: full, 4: full, 6: full.replace(" ", "")}.items():
        names.setName(text, number, 3, 1, 0x409)


def bounds(font: TTFont, glyph: str) -> tuple[int, int, int, int]:
    """Return the bounding box of a glyph: left, bottom, right, top, in font units."""
    glyphs = font.getGlyphSet()
    pen = BoundsPen(glyphs)
    glyphs[glyph].draw(pen)
    return tuple(round(value) for value in pen.bounds)


def arrow(half: int, stroke: int, wing: int) -> list[Point]:
    """Return an arrow to the right around (0, 0), clockwise: a shaft of length 2 × `half` and two wings at 45°."""
    thick = round(stroke / 2)
    slant = round(stroke * 1.414)
    upper = [
        (half - slant // 2 - thick, thick),
        (half - wing - slant // 2, wing),
        (half - wing + slant // 2, wing),
        (half + slant // 2, 0),
    ]
    lower = [(x, -y) for x, y in reversed(upper[:3])]
    return [(-half, -thick), (-half, thick), *upper, *lower]


def cross(reach: int, stroke: int) -> list[Point]:
    """Return a multiplication sign around (0, 0), clockwise, extending `reach` to each side."""
    notch = round(stroke * 0.707)
    tip = reach - notch
    quarter = [(-notch, 0), (-reach, tip), (-tip, reach)]
    return [point for turns in range(4) for point in turned(quarter, turns)]


def turned(points: list[Point], quarters: int) -> list[Point]:
    """Return the points turned clockwise around (0, 0) by this many quarters."""
    for _ in range(quarters):
        points = [(y, -x) for x, y in points]
    return points


def draw(font: TTFont, name: str, code: int, points: list[Point], advance: int, middle: int) -> None:
    """Add a glyph with one outline to the font. Its (0, 0) is at half the advance and at height `middle`."""
    is_compact = "CFF " in font
    pen = T2CharStringPen(advance, None) if is_compact else TTGlyphPen(None)
    placed = [(x + advance // 2, y + middle) for x, y in points]
    pen.moveTo(placed[0])
    for point in placed[1:]:
        pen.lineTo(point)
    pen.closePath()
    if is_compact:
        outlines = font["CFF "].cff.topDictIndex[0]
        outline = pen.getCharString(outlines.Private, outlines.GlobalSubrs)
        if name not in outlines.CharStrings:
            outlines.CharStrings.charStrings[name] = len(outlines.CharStrings.charStringsIndex)
            outlines.CharStrings.charStringsIndex.append(outline)
            outlines.charset.append(name)
    else:
        font["glyf"][name] = pen.glyph()
    font["hmtx"][name] = (advance, min(x for x, _ in placed))
    for table in font["cmap"].tables:
        table.cmap[code] = name


def add_signs(font: TTFont, with_times: bool) -> None:
    """Draw arrows, which neither typeface has, and optionally × again, all with the stroke width of the minus sign."""
    cmap = font.getBestCmap()
    left, bottom, right, top = bounds(font, cmap[MINUS])
    stroke, middle = top - bottom, (bottom + top) // 2
    half = (right - left) // 2
    font.setGlyphOrder([*font.getGlyphOrder(), *ARROWS])
    for quarters, (name, code) in enumerate(ARROWS.items()):
        points = turned(arrow(half + stroke, stroke, (half + stroke) * 3 // 4), quarters)
        draw(font, name, code, points, 2 * (half + stroke + left), middle)
    if with_times:
        draw(font, cmap[TIMES], TIMES, cross(half + stroke // 4, stroke), right + left, middle)


def free_space(font: TTFont) -> None:
    """Remove kerning with the space. In whole pixels it halves a small space, so that words run together."""
    space = font.getBestCmap()[ord(" ")]
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for table in (getattr(sub, "ExtSubTable", sub) for sub in lookup.SubTable):
            if type(table).__name__ == "PairPos":
                (_free_pairs if table.Format == 1 else _free_classes)(table, space)


def _free_pairs(table: Any, space: str) -> None:
    kept = [(first, pairs) for first, pairs in zip(table.Coverage.glyphs, table.PairSet) if first != space]
    for _, pairs in kept:
        pairs.PairValueRecord = [record for record in pairs.PairValueRecord if record.SecondGlyph != space]
        pairs.PairValueCount = len(pairs.PairValueRecord)
    table.Coverage.glyphs = [first for first, _ in kept]
    table.PairSet = [pairs for _, pairs in kept]
    table.PairSetCount = len(kept)


def _free_classes(table: Any, space: str) -> None:
    table.Coverage.glyphs = [glyph for glyph in table.Coverage.glyphs if glyph != space]
    for classes in (table.ClassDef1, table.ClassDef2):
        classes.classDefs.pop(space, None)  # this leaves class 0, for all other glyphs, which has no values


def make(package: Path, face: Typeface, weight: int) -> Path:
    """Write a font file and return its path."""
    font = merged(package, face, weight)
    free_space(font)
    if face is RALEWAY:
        fit_in(font, TTFont(ASSETS / "fonts" / f"{JOSEFIN.target}-{weight}.ttf"))
    rename(font, face.family, weight)
    add_signs(font, with_times=face is JOSEFIN)  # its × is too small to read
    path = ASSETS / "fonts" / f"{face.target}-{weight}.ttf"
    font.save(path)
    return path


def main(arguments: Sequence[str]) -> int:
    if len(arguments) != len(TYPEFACES):
        print(__doc__, file=sys.stderr)
        return 2
    for folder in ("fonts", "licences"):
        (ASSETS / folder).mkdir(parents=True, exist_ok=True)
    for package, face in zip(map(Path, arguments), TYPEFACES):
        licence = (package / "LICENSE").read_text(encoding="utf-8").rstrip() + "\n"
        (ASSETS / "licences" / f"{face.target}-OFL.txt").write_text(licence, encoding="utf-8")
        for weight in face.weights:
            path = make(package, face, weight)
            print(f"{path.name}: {path.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
