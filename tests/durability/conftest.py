"""Copies of the program that are ready to be started, killed and ill-treated."""

from collections.abc import Iterator

import pytest

from tests.durability.copy_of_the_program import Copies, copies


@pytest.fixture(scope="module")
def program() -> Iterator[Copies]:
    with copies() as running:
        yield running
