"""Fixtures: copies of the program, which tests kill and disturb, and a home folder for this process."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.durability.copy_of_the_program import Copies, copies
from topping_out.game.storage.files import HOME_VARIABLE


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    return tmp_path


@pytest.fixture(scope="module")
def program() -> Iterator[Copies]:
    with copies() as running:
        yield running
