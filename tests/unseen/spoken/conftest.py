"""Fixtures of what speaks on the desktop: one of two versions of Orca, or the program's own voice."""

import os
from collections.abc import Iterator

import pytest

from tests.unseen.desktop import Desktop
from tests.unseen.spoken.real_orca import CannotMakeError, Orca, OwnVoice, newer_orca


@pytest.fixture(params=["orca", pytest.param("newer orca", marks=pytest.mark.long)])
def orca(desktop: Desktop, request: pytest.FixtureRequest) -> Iterator[Orca]:
    """An old Orca, which gets announcements as names of the window, and a newer one with real announcements."""
    orca = start_orca(desktop, request.param)
    yield orca
    orca.keep(request.node.name)


@pytest.fixture(params=["orca", "newer orca", "own voice"])
def voice(desktop: Desktop, request: pytest.FixtureRequest) -> Iterator[Orca | OwnVoice]:
    """What speaks: one of two versions of Orca, or the program itself."""
    voice = OwnVoice(desktop) if request.param == "own voice" else start_orca(desktop, request.param)
    yield voice
    voice.keep(request.node.name)


def start_orca(desktop: Desktop, which: str) -> Orca:
    if which == "orca":
        if missing := Orca.what_is_missing():
            (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(missing)
        return Orca(desktop)
    try:
        return Orca(desktop, newer_orca())
    except CannotMakeError as error:
        pytest.skip(str(error))
