"""A fixture that runs copies of the program, which tests kill and disturb."""

from collections.abc import Iterator

import pytest

from tests.durability.copy_of_the_program import Copies, copies


@pytest.fixture(scope="module")
def program() -> Iterator[Copies]:
    with copies() as running:
        yield running
