"""What comes out of files and goes into sentences: short, on one line, and harmless to a terminal."""

from __future__ import annotations

MOST = 600
"""Characters of a message; what a file says may be megabytes long."""


def is_plain(text: str, longest: int) -> bool:
    """Tell whether a text is one that a person could have typed: nothing in it that steers, and not too long."""
    return len(text) <= longest and text.isprintable()


def plainly(message: object, most: int = MOST) -> str:
    """Return a message cut to `most` characters, with what cannot be shown written out as in Python's strings."""
    text = str(message)
    if len(text) > most:
        text = text[: most - 1] + "…"
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
