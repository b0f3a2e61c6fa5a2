"""Whatever becomes of exports and records on their way: no loss, no traceback, no hang."""

import os
from collections import Counter

import pytest

from tests.golden import sampled
from tests.untrusted.hostile import spoil_exports, spoil_records

EXPORTS, RECORDS = 25, 250
MANY_EXPORTS, MANY_RECORDS = 2500, 5000


@pytest.fixture(autouse=True)
def nobody_cuts_the_power(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", os.fstat)


def troubles(tally: Counter[str]) -> dict[str, int]:
    return {name: count for name, count in tally.items() if name.isupper() and count}


@sampled("count", [EXPORTS, MANY_EXPORTS], [EXPORTS])
def test_spoilt_and_interrupted_exports_and_imports_lose_nothing(count: int) -> None:
    tally = spoil_exports(count)
    assert troubles(tally) == {}
    assert tally["done"] > count
    assert tally["refused"] > count / 10


@sampled("count", [RECORDS, MANY_RECORDS], [RECORDS])
def test_records_that_are_nearly_right_are_read_or_left_out(count: int) -> None:
    tally = spoil_records(count)
    assert troubles(tally) == {}
    assert tally["taken"] > count / 20
    assert tally["left out"] > count / 20
