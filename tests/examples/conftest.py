"""The example game, installed once in a separate virtual environment for all tests that use it."""

import pytest

from tests.examples.environments import EXAMPLE, Environment
from tests.window.conftest import home, screens, start

__all__ = ["home", "screens", "start"]
collect_ignore = ["last_storey"]


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    environment = Environment(tmp_path_factory.mktemp("environment") / "installed")
    environment.install(EXAMPLE)
    return environment


@pytest.fixture(scope="session")
def python(installed: Environment) -> str:
    """The Python that runs the program in its window."""
    return str(installed.python)
