"""Corrupted and interrupted exports, imports and records cause no loss, no traceback and no hang."""

import os
from collections import Counter

import pytest

from tests.golden import sampled
from tests.untrusted.hostile import stress_exports, stress_records

EXPORTS, RECORDS = 25, 250
MANY_EXPORTS, MANY_RECORDS = 2500, 5000


@pytest.fixture(autouse=True)
def no_real_sync(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", os.fstat)


def troubles(tally: Counter[str]) -> dict[str, int]:
    return {name: count for name, count in tally.items() if name.isupper() and count}


@sampled("count", [EXPORTS, MANY_EXPORTS], [EXPORTS])
def test_corrupt_and_interrupted_exports_and_imports_lose_nothing(count: int) -> None:
    tally = stress_exports(count)
    assert troubles(tally) == {}
    assert tally["done"] > count
    assert tally["refused"] > count / 10


@sampled("count", [RECORDS, MANY_RECORDS], [RECORDS])
def test_slightly_wrong_records_are_imported_or_left_out(count: int) -> None:
    tally = stress_records(count)
    assert troubles(tally) == {}
    assert tally["taken"] > count / 20
    assert tally["left out"] > count / 20
