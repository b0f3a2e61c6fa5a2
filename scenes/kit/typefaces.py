"""The program's typefaces, and which of them sets which letters of a line."""

from __future__ import annotations

import re
from functools import lru_cache

from topping_out.game.assets import ASSETS
from topping_out.game.letters import clusters, letters_of, shown
from topping_out.scenes.kit.breaks import UNSPACED

LATIN = {
    "title": "JosefinSans-700.ttf",
    "head": "JosefinSans-600.ttf",
    "bold": "AtkinsonNext-700.ttf",
    "body": "AtkinsonNext-400.ttf",
}
"""The file of each face."""
GREEK = {
    "title": "NotoSans-700.ttf",
    "head": "NotoSans-700.ttf",
    "bold": "NotoSans-700.ttf",
    "body": "NotoSans-400.ttf",
}
CYRILLIC = {**GREEK, "title": "Raleway-700.ttf", "head": "Raleway-600.ttf"}
JAPANESE = {"title": "Mplus1-700.otf", "head": "Mplus1-700.otf", "bold": "Mplus1-700.otf", "body": "Mplus1-400.otf"}
PLAIN_LATIN = {**LATIN, "title": LATIN["bold"], "head": LATIN["bold"]}
SCRIPTS = ((UNSPACED, JAPANESE), (re.compile("[\u0400-\u052f]"), CYRILLIC), (re.compile("[\u0370-\u03ff]"), GREEK))
"""Letters that the Latin typefaces lack, and what a line with any of them is set in: the first that matches."""
OTHERS = (LATIN, CYRILLIC, GREEK, JAPANESE, PLAIN_LATIN)
"""Where a letter is looked for that the line's own typeface lacks."""
FontRun = tuple[str, str]
"""A font's file, and what it sets."""


def file_for(text: str, face: str) -> str:
    """Return the font file in which a line of text is set: that of the face, or its counterpart in another script."""
    if not text.isascii():
        for letters, faces in SCRIPTS:
            if letters.search(text):
                return faces[face]
    return LATIN[face]


@lru_cache(2000)
def runs(text: str, face: str) -> tuple[FontRun, ...]:
    """Return a line as it is shown, in parts that each have a font with all their letters: mostly one for the line."""
    text = shown(text)
    files = dict.fromkeys((file_for(text, face), *(faces[face] for faces in OTHERS)))
    if text.isascii():
        return ((next(iter(files)), text),)
    if whole := next((file for file in files if _has(file, text)), None):
        return ((whole, text),)
    found: list[FontRun] = []
    for cluster in clusters(text):
        file = next(file for file in files if _has(file, cluster))
        if found and found[-1][0] == file:
            cluster = found.pop()[1] + cluster
        found.append((file, cluster))
    return tuple(found)


def _has(file: str, text: str) -> bool:
    return letters_of(ASSETS / "fonts" / file).issuperset(text)
