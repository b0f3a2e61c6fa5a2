"""The theme's colours and measures, line breaks, and the typefaces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from topping_out.game.assets import ASSETS, read_toml
from topping_out.game.text import MOST_MARKS, clusters, is_mark, letters_of, shown

if TYPE_CHECKING:
    from budoux import Parser


# -- theme


Colour = tuple[int, int, int]


def parse_colour(text: str) -> Colour:
    """Return the colour written `#rrggbb`."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """Return the colour `share` of the way from a to b (0 to 1)."""
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(a, b))
    return red, green, blue


def luminance(colour: Colour) -> float:
    """Return the relative luminance of WCAG 2."""
    parts = (c / 255 for c in colour)
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@cache
def contrast(a: Colour, b: Colour) -> float:
    """Return the contrast ratio of WCAG 2, 1 to 21."""
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@dataclass(frozen=True)
class Feel:
    """Measures of how things react to touch. `theme.toml` explains each and its unit."""

    rise: float
    tilt: float
    reach: float
    lag: float
    swing: float
    most_swing: float
    jolt: float
    jolt_time: float
    notes: tuple[int, ...]


@cache
def legible(colour: Colour, ground: Colour, ink: Colour) -> Colour:
    """Mix a colour with as many tenths of ink as it needs to be read on a ground."""
    mixed = (mix(colour, ink, tenth / 10) for tenth in range(10))
    return next((colour for colour in mixed if contrast(colour, ground) >= LEAST_CONTRAST), ink)


WHITE: Colour = (255, 255, 255)
LEAST_CONTRAST = 4.5
"""Least contrast of a text with its background, as WCAG 2 requires."""
COLOURS = ("usual", "distinct")
"""The sets of colours for seats, sites and suits: those of the posters, or colours for all kinds of colour vision."""


@dataclass(frozen=True)
class Theme:
    palette: dict[str, Colour]
    suits: tuple[Colour, ...]
    """Spades, hearts, clubs, diamonds."""
    sites: dict[str, Colour]
    seats: tuple[Colour, ...]
    seat_names: tuple[str, ...]
    ghost: Colour
    feel: Feel
    is_high: bool = False
    """Whether it is a high-contrast theme, with stronger outlines and opaque plates."""

    def text_on(self, colour: Colour) -> Colour:
        """Return the colour for text on a seat's or site's colour: white, or ink if white would be illegible."""
        return WHITE if contrast(WHITE, colour) >= LEAST_CONTRAST else self.palette["ink"]

    def __getattr__(self, name: str) -> Colour:
        try:
            return self.palette[name]
        except KeyError:
            raise AttributeError(f"the theme has no colour {name!r}") from None


@cache
def load_theme(colours: str = "usual", is_high: bool = False) -> Theme:
    """Return the theme with one of COLOURS, in high contrast or not."""
    data = read_toml(ASSETS / "theme.toml", dict[str, Any])
    suits, sites, seats = data["suits"].values(), data["sites"].values(), data["seats"]["colours"]
    if colours != "usual":
        suits, sites, seats = (data[colours][key] for key in ("suits", "sites", "seats"))
    palette = data["palette"] | (data["contrast"] if is_high else {})
    return Theme(
        palette={name: parse_colour(text) for name, text in palette.items()},
        suits=tuple(map(parse_colour, suits)),
        sites=dict(zip(data["sites"], map(parse_colour, sites))),
        seats=tuple(map(parse_colour, seats)),
        seat_names=tuple(data["seats"]["names"]),
        ghost=parse_colour(data["seats"]["ghost"]),
        feel=Feel(**{**data["feel"], "notes": tuple(data["feel"]["notes"])}),
        is_high=is_high,
    )


# -- line breaks


UNSPACED = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
"""Kana, kanji and full-width signs."""
NOT_FIRST = frozenset(
    "、。，．・：；？！ー〜～―…‥）」』】〕〉》］｝’”ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々ゝゞヽヾ％,.:;?!)]}»"
)
WITHIN_WORD = re.compile("[0-9A-Za-z]{2}")
"""Two letters of a number or Latin word, which is broken only if nothing else is possible."""
CLOSING = "、。，．：；？！）」』】〕〉》］｝"
"""Signs that the parser may put at the beginning of a phrase, but that belong to the phrase before."""
NOT_LAST = frozenset("（「『【〔〈《［｛‘“([{«")
"""NOT_FIRST and NOT_LAST are the letters that kinsoku (JIS X 4051) forbids at the beginning and end of a line."""


def pieces(text: str) -> Iterator[tuple[str, str]]:
    """Yield the pieces between which a line may be broken, each with the gap (" " or "") before it if it is not."""
    for word in text.split(" "):
        gap = " "
        for phrase in _kept_together(_parsed(word)) if UNSPACED.search(word) else [word]:
            yield gap, phrase
            gap = ""


def _parsed(word: str) -> Iterator[str]:
    """Yield the phrases of a text, also split after a middle dot or colon."""
    for phrase in _phrases().parse(word):
        yield from re.split("(?<=[・：])(?=.)", phrase)


def _kept_together(phrases: Iterable[str]) -> Iterator[str]:
    """Yield phrases, joined if kinsoku forbids a line break between them."""
    before = ""
    for phrase in phrases:
        rest = phrase.lstrip(CLOSING)
        before += phrase[: len(phrase) - len(rest)]
        if before and rest and _may_break(before[-1], rest[0]) and not WITHIN_WORD.match(before[-1] + rest[0]):
            yield before
            before = ""
        before += rest
    yield before


def _may_break(before: str, after: str) -> bool:
    return after not in NOT_FIRST and before not in NOT_LAST


def breakable(text: str, count: int) -> int:
    """Return after how many letters, at most `count`, a text without gaps that is too long for a line may be broken.

    It obeys kinsoku and keeps combining marks with their letters, if possible.
    """
    whole = [end for end in range(count, max(0, count - MOST_MARKS - 1), -1) if not is_mark(text[end])]
    count = (whole or [count])[0]
    if not UNSPACED.search(text):
        return count
    ends = [end for end in range(count, 0, -1) if _may_break(text[end - 1], text[end])]
    return next((end for end in ends if not WITHIN_WORD.fullmatch(text, end - 1, end + 1)), (ends or [count])[0])


@cache
def _phrases() -> Parser:
    import budoux  # imported here, as few languages need it

    return budoux.load_default_japanese_parser()


# -- typefaces


LATIN = {
    "title": "JosefinSans-700.ttf",
    "head": "JosefinSans-600.ttf",
    "bold": "AtkinsonNext-700.ttf",
    "body": "AtkinsonNext-400.ttf",
}
"""The font file of each face."""
GREEK = {**dict.fromkeys(LATIN, "NotoSans-700.ttf"), "body": "NotoSans-400.ttf"}
CYRILLIC = {**GREEK, "title": "Raleway-700.ttf", "head": "Raleway-600.ttf"}
JAPANESE = {**dict.fromkeys(LATIN, "Mplus1-700.otf"), "body": "Mplus1-400.otf"}
PLAIN_LATIN = {**LATIN, "title": LATIN["bold"], "head": LATIN["bold"]}
SCRIPTS = ((UNSPACED, JAPANESE), (re.compile("[\u0400-\u052f]"), CYRILLIC), (re.compile("[\u0370-\u03ff]"), GREEK))
"""Letters that the Latin typefaces lack, and the typefaces of lines that contain them. The first match counts."""
FALLBACKS = (LATIN, CYRILLIC, GREEK, JAPANESE, PLAIN_LATIN)
"""The typefaces that are tried, in this order, for letters that the line's own typeface lacks."""
FontRun = tuple[str, str]
"""A font's file, and the text set in it."""


def file_for(text: str, face: str) -> str:
    """Return the font file for a line of text: that of the face, or its counterpart for another script."""
    if not text.isascii():
        for letters, faces in SCRIPTS:
            if letters.search(text):
                return faces[face]
    return LATIN[face]


@lru_cache(2000)
def runs(text: str, face: str) -> tuple[FontRun, ...]:
    """Return a line as it is shown, split so that each part's font has all its letters; mostly one part suffices."""
    text = shown(text)
    files = dict.fromkeys((file_for(text, face), *(faces[face] for faces in FALLBACKS)))
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
