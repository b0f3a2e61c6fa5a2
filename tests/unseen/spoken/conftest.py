"""Whoever speaks on the desktop: one of two Orcas, or the program itself."""

import os
from collections.abc import Iterator

import pytest

from tests.unseen.desktop import Desktop
from tests.unseen.spoken.real_orca import CannotMakeError, Orca, OwnVoice, newer_orca


@pytest.fixture(params=["orca", pytest.param("newer orca", marks=pytest.mark.long)])
def orca(desktop: Desktop, request: pytest.FixtureRequest) -> Iterator[Orca]:
    """Two Orcas: one that hears what happens by the window's name, and one that hears announcements."""
    one = start_orca(desktop, request.param)
    yield one
    one.keep(request.node.name)


@pytest.fixture(params=["orca", "newer orca", "own voice"])
def voice(desktop: Desktop, request: pytest.FixtureRequest) -> Iterator[Orca | OwnVoice]:
    """Whoever speaks: an Orca, or the program itself."""
    one = OwnVoice(desktop) if request.param == "own voice" else start_orca(desktop, request.param)
    yield one
    one.keep(request.node.name)


def start_orca(desktop: Desktop, which: str) -> Orca:
    if which == "orca":
        if missing := Orca.what_is_missing():
            (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(missing)
        return Orca(desktop)
    try:
        return Orca(desktop, newer_orca())
    except CannotMakeError as error:
        pytest.skip(str(error))
