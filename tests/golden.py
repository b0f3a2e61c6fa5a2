"""Comparison with golden pictures and texts, and sampling of long parameter tables."""

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
MAX_CHANNEL_DIFFERENCE = 40
"""A pixel counts as different if one of its colour channels (0 to 255) is off by more than this."""
MAX_DIFFERENT_SHARE = 0.004
"""Largest allowed share of different pixels. Edges of letters vary between versions of the font library."""
MAX_MEAN_DIFFERENCE = 1.5
"""Largest allowed mean difference of the colour channels."""


def check_golden(picture: pygame.Surface, name: str, scratch: Path) -> None:
    """Fail if `picture` differs from the golden picture `name`, and write both and their difference to `scratch`."""
    path = FOLDER / f"{name}.png"
    if os.environ.get(RECORD):
        FOLDER.mkdir(exist_ok=True)
        pygame.image.save(picture, path)
        return
    assert path.exists(), f"there is no golden picture {path.name}: record it with {RECORD}=1, and look at it"
    golden = pygame.image.load(path)
    assert golden.get_size() == picture.get_size(), f"{name} is {picture.get_size()}, golden {golden.get_size()}"
    different, drift = compare(golden, picture)
    if different > MAX_DIFFERENT_SHARE or drift > MAX_MEAN_DIFFERENCE:
        shown = side_by_side(golden, picture, scratch / f"{name}.png")
        raise AssertionError(f"{name}: {different:.2%} of the pixels differ, drift {drift:.2f}; see {shown}")


def compare(a: pygame.Surface, b: pygame.Surface) -> tuple[float, float]:
    """Return the share of pixels that differ, and the mean difference of the colour channels (0 to 255)."""
    apart = _absolute_difference(a, b)
    return float((apart.max(axis=2) > MAX_CHANNEL_DIFFERENCE).mean()), float(apart.mean())


def side_by_side(golden: pygame.Surface, actual: pygame.Surface, path: Path) -> Path:
    """Write the golden picture, the actual one and their difference (4 times brighter) side by side to `path`."""
    import numpy  # not installed where pictures are not compared

    width, height = golden.get_size()
    sheet = pygame.Surface((3 * width, height))
    sheet.blit(golden, (0, 0))
    sheet.blit(actual, (width, 0))
    difference = numpy.clip(_absolute_difference(golden, actual) * 4, 0, 255).astype(numpy.uint8)
    sheet.blit(pygame.surfarray.make_surface(difference), (2 * width, 0))
    pygame.image.save(sheet, path)
    return path


def _absolute_difference(a: pygame.Surface, b: pygame.Surface) -> Any:
    numpy = pytest.importorskip("numpy", reason="without numpy no pictures are compared")  # under wine
    first, second = (pygame.surfarray.array3d(surface).astype(numpy.int16) for surface in (a, b))
    return numpy.abs(first - second)


# -- portrayals

GREY = 128
"""The brightness of the ground on which transparent pictures are laid to be measured, from 0 to 255."""
MOST_OFF = 0.25
"""Largest allowed difference of a number of a portrayal: 0.1 % of the brightness, 0.025 % of width or height."""


def portrayal(picture: pygame.Surface) -> list[float]:
    """Return twelve numbers that tell whether a picture has changed, also in a small part of it.

    For each colour channel: its mean from 0 to 255, and the middle of its light across and down, in thousandths of the
    picture; then the same of the differences from pixel to pixel, which are its edges.
    """
    import numpy  # not installed where pictures are not compared

    ground = pygame.Surface(picture.get_size())
    ground.fill((GREY,) * 3)
    ground.blit(picture, (0, 0))
    values = pygame.surfarray.array3d(ground).astype(float)
    edges = numpy.abs(numpy.diff(values, axis=0))[:, :-1] + numpy.abs(numpy.diff(values, axis=1))[:-1]
    layers = [*values.transpose(2, 0, 1), edges.sum(axis=2)]
    found = []
    for layer in layers:
        light = layer + 1
        across, down = (numpy.average(numpy.indices(layer.shape)[axis], weights=light) for axis in (0, 1))
        found += [layer.mean(), 1000 * across / layer.shape[0], 1000 * down / layer.shape[1]]
    return [float(round(number, 2)) for number in found]


def check_portrayals(pictures: Mapping[str, pygame.Surface], title: str) -> None:
    """Fail unless the section `title` of the golden text `pictures` has the same pictures with nearly equal numbers."""
    pytest.importorskip("numpy", reason="without numpy no pictures are compared")  # under wine
    found = {name: portrayal(picture) for name, picture in sorted(pictures.items())}
    if os.environ.get(RECORD):
        lines = (f"{name}: {' '.join(map(str, numbers))}\n" for name, numbers in found.items())
        write_sections("pictures", sections("pictures") | {title: "".join(lines)})
        return
    known = {}
    for line in golden_section("pictures", title).splitlines():
        name, _, numbers = line.rpartition(": ")
        known[name] = [*map(float, numbers.split())]
    assert sorted(found) == sorted(known), "other pictures are painted: record them, and look at them"
    off = {name: max(abs(a - b) for a, b in zip(numbers, known[name], strict=True)) for name, numbers in found.items()}
    assert {name: round(by, 2) for name, by in off.items() if by > MOST_OFF} == {}, "these pictures have changed"


# -- texts

SKETCH_SIZE = (48, 18)
"""Size of a sketch: columns and rows."""
SHADES = "0123456789abcdefghijklmnopqrstuv"
"""From black to white."""
SHADES_APART = 2
"""Two cells of a sketch differ from this many shades apart. One shade varies between versions of the font library."""
POSITIONS = " @ "
"""What stands between a label and positions such as "12,34 56,78", in pixels."""
PIXELS_APART = 1
"""Positions that differ by this much or less count as equal, since the widths of texts vary likewise."""
MAX_DIFFERENCE_LINES = 60
"""Most lines of differences that are reported."""
CONTEXT_LINES = 3
"""Lines of context shown before each difference."""


def sketch(picture: pygame.Surface) -> list[str]:
    """Return the brightness of a picture, cell by cell, as rows of digits from SHADES."""
    small = pygame.transform.grayscale(pygame.transform.smoothscale(picture, SKETCH_SIZE))
    rows = range(SKETCH_SIZE[1])
    return ["|" + "".join(SHADES[small.get_at((x, y)).r // 8] for x in range(SKETCH_SIZE[0])) for y in rows]


def check_text(text: str, name: str) -> None:
    """Fail if a text differs from the golden text `name`, and show the differences."""
    path = FOLDER / f"{name}.txt"
    if os.environ.get(RECORD):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return
    assert path.exists(), f"there is no {path.name}: record it with {RECORD}=1, and read it"
    compare_texts(path.read_text(encoding="utf-8"), text, path.name)


def sections(name: str) -> dict[str, str]:
    """Return the sections of a golden text by title."""
    path = FOLDER / f"{name}.txt"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    pieces = re.split(r"^== (.*)\n", text, flags=re.MULTILINE)[1:]
    return dict(zip(pieces[::2], pieces[1::2]))


def golden_section(name: str, title: str) -> str:
    """Return a section of a golden text. Fail if there is none."""
    golden = sections(name)
    assert title in golden, f"{name}.txt has nothing of {title!r}: record it with {RECORD}=1, and read it"
    return golden[title]


def check_section(text: str, name: str, title: str) -> None:
    """Fail if a text differs from that section of a golden text.

    Record with a single process (`-n0`), because each recorded section rewrites the whole file.
    """
    if os.environ.get(RECORD):
        golden = sections(name)
        if title not in golden or [*differences(golden[title].splitlines(), text.splitlines())]:
            write_sections(name, golden | {title: text})
        return
    compare_texts(golden_section(name, title), text, f"{title!r} in {name}.txt")


def check_titles(name: str, titles: Collection[str]) -> None:
    """Fail unless a golden text has exactly these sections, in this order."""
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
    """Return a text with POSIX paths and without sketches and places, since Windows draws letters differently."""
    lines = [line for line in text.splitlines() if not re.match(r" *[\d.]* *\|", line) and POSITIONS not in line]
    return re.sub(r"(~|[A-Z]:/[Uu]sers/[^/]+)/Documents/", "~/", "\n".join(lines).replace("\\", "/"))


def compare_texts(golden: str, actual: str, what: str) -> None:
    if sys.platform == "win32":
        golden, actual = as_on_windows(golden), as_on_windows(actual)
    if lines := [*differences(golden.splitlines(), actual.splitlines())]:
        more = [f"… and {len(lines) - MAX_DIFFERENCE_LINES} lines more"] if len(lines) > MAX_DIFFERENCE_LINES else []
        shown = "\n".join([*lines[:MAX_DIFFERENCE_LINES], *more])
        raise AssertionError(f"{what} differs; if it should, record it with {RECORD}=1, and read it\n{shown}")


def differences(golden: Sequence[str], actual: Sequence[str]) -> Iterator[str]:
    """Yield the removed lines (-) and the added lines (+), each group after a few lines of context."""
    match, shown = SequenceMatcher(None, [*places(golden)], [*places(actual)], autojunk=False), 0
    for kind, start, end, new_start, new_end in match.get_opcodes():
        pairs = [(start, end, new_start, new_end)]
        if kind == "equal":
            pairs = [(old, old + 1, new, new + 1) for old, new in zip(range(start, end), range(new_start, new_end))]
        for first, last, new_first, new_last in pairs:
            if kind == "equal" and is_alike(golden[first], actual[new_first]):
                continue
            yield from (f"  {line}" for line in golden[max(shown, first - CONTEXT_LINES) : first])
            yield from (f"- {line}" for line in golden[first:last])
            yield from (f"+ {line}" for line in actual[new_first:new_last])
            shown = last


def places(lines: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield a key for matching each line: the line itself; its label, if it gives positions; for a row of a sketch its
    label and row number.
    """
    number = 0
    for line in lines:
        start, bar, _ = line.partition("|")
        number = number + 1 if bar else 0
        yield (start, number) if bar else (line.rpartition(POSITIONS)[0] or line, 0)


def is_alike(old: str, new: str) -> bool:
    """Tell whether two lines are equal, or are rows of sketches whose cells differ by less than SHADES_APART, or give
    positions that differ by at most PIXELS_APART.
    """
    if old == new:
        return True
    (label, sign, old_places), (new_label, new_sign, new_places) = old.rpartition(POSITIONS), new.rpartition(POSITIONS)
    if sign and new_sign and label == new_label:
        pairs = zip(re.split("[ ,]", old_places), re.split("[ ,]", new_places))
        return old_places.count(" ") == new_places.count(" ") and all(
            abs(int(a) - int(b)) <= PIXELS_APART for a, b in pairs
        )
    (start, bar, row), (new_start, new_bar, new_row) = old.partition("|"), new.partition("|")
    if not (bar and new_bar and start == new_start and len(row) == len(new_row)):
        return False
    return all(abs(SHADES.find(a) - SHADES.find(b)) < SHADES_APART for a, b in zip(row, new_row))


# -- sampling


def sampled(names: str, values: Iterable[Any], quick: Iterable[Any], **how: Any) -> pytest.MarkDecorator:
    """Parametrize a test with all `values`; those that are not in `quick` are marked as long.

    With several names, such as "game, size", each value is a tuple. `how` is passed on to pytest.
    """
    values, quick, has_one_name = [*values], [*quick], "," not in names
    assert all(value in values for value in quick), f"no such values of {names}: {quick}"
    cases = [
        pytest.param(*([value] if has_one_name else value), marks=[] if value in quick else pytest.mark.long)
        for value in values
    ]
    return pytest.mark.parametrize(names, cases, **how)


def in_turn(values: Iterable[Any], cycled: Iterable[Any]) -> list[tuple[Any, Any]]:
    """Pair each value with one of `cycled`, which repeats as often as needed."""
    return [*zip(values, cycle(cycled))]
