"""Make the fonts in assets/fonts for Greek, Cyrillic and rare Latin letters, which the other typefaces lack.

    python build/assets/make_noto.py FOLDER

FOLDER contains NotoSans-Regular.ttf and NotoSans-Bold.ttf from Debian's package fonts-noto-core 20201225-1. The same
files give the same bytes.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from make_fonts import MINUS, add_signs

ASSETS = Path(__file__).resolve().parents[2] / "assets"
FILES = {"NotoSans-Regular.ttf": "NotoSans-400.ttf", "NotoSans-Bold.ttf": "NotoSans-700.ttf"}
LETTERS = (
    *range(0x20, 0x530),
    *range(0x1E00, 0x2000),
    *range(0x2010, 0x2040),
    *range(0x20A0, 0x20C0),
    0x2116,
    0x2122,
)
"""Latin, because a line of text is set in one font, with accents, for example for Vietnamese; Greek, Cyrillic, dashes
and quotation marks, currencies, №, ™, minus."""
EN_DASH = 0x2013
"""Used as the minus sign, which the files lack. The arrows are drawn with its stroke width."""


def subset(source: Path, target: Path) -> None:
    options = Options(layout_features=["kern", "mark", "mkmk", "locl", "ccmp"], hinting=False, notdef_outline=True)
    font = TTFont(source, recalcTimestamp=False)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=LETTERS)
    subsetter.subset(font)
    for table in font["cmap"].tables:
        table.cmap[MINUS] = table.cmap[EN_DASH]
    add_signs(font, with_times=False)
    font.save(target)


def main(folder: Path) -> None:
    for source, target in FILES.items():
        subset(folder / source, ASSETS / "fonts" / target)
        print(f"{target}: {(ASSETS / 'fonts' / target).stat().st_size} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
