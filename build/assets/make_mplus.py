"""Make the Japanese fonts in assets/fonts.

    python build/assets/make_mplus.py FOLDER

FOLDER contains Mplus1-Regular.otf and Mplus1-Bold.otf from Debian's package fonts-mplus 063+git20221017. The same files
give the same bytes.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from make_fonts import add_signs

ASSETS = Path(__file__).resolve().parents[2] / "assets"
FILES = {"Mplus1-Regular.otf": "Mplus1-400.otf", "Mplus1-Bold.otf": "Mplus1-700.otf"}
OTHER_LETTERS = (
    *range(0x20, 0x180), *range(0x2010, 0x2040), 0x20AC, 0x2212, *range(0x3000, 0x3100), *range(0xFF00, 0xFFF0),
)  # fmt: skip
"""Latin, because a line of text is set in one font; dashes, quotation marks, €, minus; kana; full-width forms."""
KANJI_BYTES = range(0x81, 0xFD)
FORMS = range(0xFF01, 0xFFF0)
"""Full-width Latin and half-width kana, which input methods and old files contain."""


def letters() -> Iterator[int]:
    """Yield the letters to keep. Those of Windows' Japanese code page cover the letters used in names."""
    yield from OTHER_LETTERS
    for first in KANJI_BYTES:
        for second in range(0x40, 0xFD):
            yield from map(ord, bytes([first, second]).decode("cp932", "ignore"))


def add_forms(font: TTFont) -> None:
    """Map forms that the font lacks to the usual letters, so that no name has a gap."""
    for table in font["cmap"].tables:
        for code in FORMS:
            usual = unicodedata.normalize("NFKC", chr(code))
            usual = "〜" if usual == "~" else usual
            if code not in table.cmap and len(usual) == 1 and ord(usual) in table.cmap:
                table.cmap[code] = table.cmap[ord(usual)]


def main(folder: Path) -> None:
    options = Options(layout_features=["kern", "mark", "locl", "ccmp"], hinting=False, notdef_outline=True)
    options.drop_tables += ["vhea", "vmtx", "VORG"]  # lines are horizontal
    for source, target in FILES.items():
        font = TTFont(folder / source, recalcTimestamp=False)
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=[*letters()])
        subsetter.subset(font)
        add_signs(font, with_times=False)
        add_forms(font)
        font.save(ASSETS / "fonts" / target)
        print(f"{target}: {(ASSETS / 'fonts' / target).stat().st_size} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
