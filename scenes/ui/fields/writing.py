"""A line of text that is being written: its letters, the caret, and what is selected."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

BREAKS = re.compile(r"[\r\n\t\v\f\x85\u2028\u2029]+")
"""What parts lines and columns of a text."""
WORD = re.compile(r"\S+\s*")
"""A word with the room after it."""


@dataclass(frozen=True)
class TypedLine:
    """Letters, and two places between them; what is typed next replaces what lies between the places."""

    text: str
    caret: int
    anchor: int
    """Where the selection began; at the caret where nothing is selected."""

    @staticmethod
    def at_end(text: str) -> TypedLine:
        return TypedLine(text, len(text), len(text))

    @property
    def ends(self) -> tuple[int, int]:
        """Where the selection begins and ends."""
        return min(self.caret, self.anchor), max(self.caret, self.anchor)

    @property
    def selected(self) -> str:
        return self.text[slice(*self.ends)]

    def select_all(self) -> TypedLine:
        return replace(self, caret=len(self.text), anchor=0)

    def write(self, text: str) -> TypedLine:
        """Put letters in the place of what is selected."""
        first, last = self.ends
        place = first + len(text)
        return TypedLine(self.text[:first] + text + self.text[last:], place, place)

    def erase(self, by: int) -> TypedLine:
        """Take away what is selected; where nothing is, the letter before the caret (-1), or the one after it (+1)."""
        return (self if self.selected else self.put(self.caret + by, extends=True)).write("")

    def put(self, place: int, extends: bool = False) -> TypedLine:
        """Put the caret to a place, and select what lies between if the selection `extends`."""
        place = max(0, min(len(self.text), place))
        return replace(self, caret=place, anchor=self.anchor if extends else place)

    def move(self, way: str, extends: bool = False) -> TypedLine:
        """Move the caret: `left`, `right`, `word left`, `word right`, `first` or `last`; or select `all`."""
        if way == "all":
            return self.select_all()
        if self.selected and not extends and way in ("left", "right"):
            return self.put(self.ends[way == "right"])
        words = [found.start() for found in WORD.finditer(self.text)]
        to = {
            "left": self.caret - 1, "right": self.caret + 1, "first": 0, "last": len(self.text),
            "word left": max((place for place in words if place < self.caret), default=0),
            "word right": min((place for place in words if place > self.caret), default=len(self.text)),
        }  # fmt: skip
        return self.put(to[way], extends)

    def heard_after(self, way: str) -> str:
        """Return what a listener hears once the caret has moved so: what is selected, the letter or word after it."""
        if self.selected:
            return self.selected
        after = self.text[self.caret :]
        return (WORD.match(after) or [""])[0] if way.startswith("word") else after[:1]


def in_one_line(text: str) -> str:
    """Return a text without breaks at its ends, and with a space for each break within it."""
    return BREAKS.sub(" ", text.strip("\r\n\t\v\f\x85\u2028\u2029"))
