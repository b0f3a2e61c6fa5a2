"""Golden pictures and texts, and the pages and rules that they are made of."""

import os
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import cycle
from pathlib import Path
from typing import Any

import pygame
import pytest

# -- golden


FOLDER = Path(__file__).parent / "golden"
RECORD = "RECORD_GOLDEN"
FAR = 40
"""A pixel differs where one of its colours is further off than this, of 255."""
MOST_DIFFERENT = 0.004
"""Share of pixels that may differ: the edges of letters do, from one version of the font library to another."""
MOST_DRIFT = 1.5
"""How far off the colours may be on average."""


def check_golden(picture: pygame.Surface, name: str, scratch: Path) -> None:
    """Fail where `picture` is not the golden one; expected, actual and difference then lie in `scratch`."""
    path = FOLDER / f"{name}.png"
    if os.environ.get(RECORD):
        FOLDER.mkdir(exist_ok=True)
        pygame.image.save(picture, path)
        return
    assert path.exists(), f"there is no golden picture {path.name}: record it with {RECORD}=1, and look at it"
    golden = pygame.image.load(path)
    assert golden.get_size() == picture.get_size(), f"{name} is {picture.get_size()}, golden {golden.get_size()}"
    different, drift = compare(golden, picture)
    if different > MOST_DIFFERENT or drift > MOST_DRIFT:
        shown = side_by_side(golden, picture, scratch / f"{name}.png")
        raise AssertionError(f"{name}: {different:.2%} of the pixels differ, drift {drift:.2f}; see {shown}")


def compare(a: pygame.Surface, b: pygame.Surface) -> tuple[float, float]:
    """Return the share of pixels that differ, and how far off the colours are on average (of 255)."""
    apart = _apart(a, b)
    return float((apart.max(axis=2) > FAR).mean()), float(apart.mean())


def side_by_side(golden: pygame.Surface, actual: pygame.Surface, path: Path) -> Path:
    """Write golden, actual and their difference (four times as bright) beside one another."""
    import numpy  # not there where pictures are not compared

    width, height = golden.get_size()
    sheet = pygame.Surface((3 * width, height))
    sheet.blit(golden, (0, 0))
    sheet.blit(actual, (width, 0))
    difference = numpy.clip(_apart(golden, actual) * 4, 0, 255).astype(numpy.uint8)
    sheet.blit(pygame.surfarray.make_surface(difference), (2 * width, 0))
    pygame.image.save(sheet, path)
    return path


def _apart(a: pygame.Surface, b: pygame.Surface) -> Any:
    numpy = pytest.importorskip("numpy", reason="without numpy no pictures are compared")  # under wine
    first, second = (pygame.surfarray.array3d(surface).astype(numpy.int16) for surface in (a, b))
    return numpy.abs(first - second)


# -- texts

SKETCHED = (48, 18)
"""Columns and rows of a sketch."""
SHADES = "0123456789abcdefghijklmnopqrstuv"
"""From black to white."""
FURTHER = 2
"""So many shades off, a place of a sketch differs: by one it may, from one version of the font library to another."""
MOST_TOLD = 60
"""Lines of all that differs."""
BEFORE = 3
"""Lines that are shown before what differs."""


def sketch(picture: pygame.Surface) -> list[str]:
    """Return how bright a picture is, place by place, as rows of digits."""
    small = pygame.transform.grayscale(pygame.transform.smoothscale(picture, SKETCHED))
    rows = range(SKETCHED[1])
    return ["|" + "".join(SHADES[small.get_at((x, y)).r // 8] for x in range(SKETCHED[0])) for y in rows]


def check_text(text: str, name: str) -> None:
    """Fail where a text is not the golden one, and show where and how."""
    path = FOLDER / f"{name}.txt"
    if os.environ.get(RECORD):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return
    assert path.exists(), f"there is no {path.name}: record it with {RECORD}=1, and read it"
    compare_texts(path.read_text(encoding="utf-8"), text, path.name)


def sections(name: str) -> dict[str, str]:
    """Return the sections of a golden text by their titles."""
    path = FOLDER / f"{name}.txt"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    parted = re.split(r"^== (.*)\n", text, flags=re.MULTILINE)[1:]
    return dict(zip(parted[::2], parted[1::2]))


def check_section(text: str, name: str, title: str) -> None:
    """Fail where a text is not that section of a golden text. Record in one process: each writes the whole file."""
    golden = sections(name)
    if os.environ.get(RECORD):
        if title not in golden or [*differences(golden[title].splitlines(), text.splitlines())]:
            write_sections(name, golden | {title: text})
        return
    assert title in golden, f"{name}.txt has nothing of {title!r}: record it with {RECORD}=1, and read it"
    compare_texts(golden[title], text, f"{title!r} in {name}.txt")


def check_titles(name: str, titles: Collection[str]) -> None:
    """Fail where a golden text has other sections than these, or in another order."""
    golden = sections(name)
    if os.environ.get(RECORD):
        write_sections(name, {title: golden[title] for title in titles})
        return
    assert [*golden] == [*titles], f"{name}.txt has other sections; record it with {RECORD}=1"


def write_sections(name: str, golden: Mapping[str, str]) -> None:
    path = FOLDER / f"{name}.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"== {title}\n{text}" for title, text in golden.items()), encoding="utf-8")


def as_on_windows(text: str) -> str:
    """Leave out the sketches, since letters are drawn otherwise there; and name folders as elsewhere."""
    lines = [line for line in text.splitlines() if not re.match(r" *[\d.]* *\|", line)]
    return "\n".join(lines).replace("\\", "/").replace("~/Documents/", "~/")


def compare_texts(golden: str, actual: str, what: str) -> None:
    if sys.platform == "win32":
        golden, actual = as_on_windows(golden), as_on_windows(actual)
    if lines := [*differences(golden.splitlines(), actual.splitlines())]:
        more = [f"… and {len(lines) - MOST_TOLD} lines more"] if len(lines) > MOST_TOLD else []
        said = "\n".join([*lines[:MOST_TOLD], *more])
        raise AssertionError(f"{what} differs; if it should, record it with {RECORD}=1, and read it\n{said}")


def differences(golden: Sequence[str], actual: Sequence[str]) -> Iterator[str]:
    """Yield the lines that were there (-) and those that are now (+), each place after a few lines before it."""
    match, told = SequenceMatcher(None, [*places(golden)], [*places(actual)], autojunk=False), 0
    for kind, start, end, new_start, new_end in match.get_opcodes():
        pairs = [(start, end, new_start, new_end)]
        if kind == "equal":
            pairs = [(old, old + 1, new, new + 1) for old, new in zip(range(start, end), range(new_start, new_end))]
        for first, last, new_first, new_last in pairs:
            if kind == "equal" and is_alike(golden[first], actual[new_first]):
                continue
            yield from (f"  {line}" for line in golden[max(told, first - BEFORE) : first])
            yield from (f"- {line}" for line in golden[first:last])
            yield from (f"+ {line}" for line in actual[new_first:new_last])
            told = last


def places(lines: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield what must be the same of each line: all of it, or of a sketch's row which of its rows it is."""
    number = 0
    for line in lines:
        start, bar, _ = line.partition("|")
        number = number + 1 if bar else 0
        yield (start, number) if bar else (line, 0)


def is_alike(old: str, new: str) -> bool:
    """Tell whether two lines are the same, or two rows of sketches nearly."""
    (start, bar, row), (new_start, new_bar, new_row) = old.partition("|"), new.partition("|")
    if old == new or not (bar and new_bar and start == new_start and len(row) == len(new_row)):
        return old == new
    return all(abs(SHADES.find(a) - SHADES.find(b)) < FURTHER for a, b in zip(row, new_row))


# -- sampling


def sampled(names: str, values: Iterable[Any], quick: Iterable[Any], **how: Any) -> pytest.MarkDecorator:
    """Have a test take all of the values, of which the quick run takes only those that are among `quick`.

    With several names, "game, size", each value is a tuple of as many. What else is given is pytest's.
    """
    values, quick, has_one_name = [*values], [*quick], "," not in names
    assert all(value in values for value in quick), f"no such values of {names}: {quick}"
    cases = [
        pytest.param(*([value] if has_one_name else value), marks=[] if value in quick else pytest.mark.long)
        for value in values
    ]
    return pytest.mark.parametrize(names, cases, **how)


def in_turn(ones: Iterable[Any], others: Iterable[Any]) -> list[tuple[Any, Any]]:
    """Return each of the ones with one of the others, which take turns."""
    return [*zip(ones, cycle(others))]
