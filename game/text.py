"""What comes from outside as text or data: how it is looked through, and how it goes harmlessly into sentences."""

from __future__ import annotations

from collections.abc import Iterator

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


def leaves(data: object) -> Iterator[object]:
    """Yield what is in lists and tables, however deep. Raises RecursionError where it is too deep."""
    if isinstance(data, dict):
        data = list(data.values())
    if isinstance(data, list):
        for item in data:
            yield from leaves(item)
    else:
        yield data
