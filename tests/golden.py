"""Golden pictures: what a screen looked like when somebody last looked at it and found it good.

`RECORD_GOLDEN=1 pytest tests/scenes` records them anew; look at each before it is committed.
"""

import os
from pathlib import Path
from typing import Any

import pygame
import pytest

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
