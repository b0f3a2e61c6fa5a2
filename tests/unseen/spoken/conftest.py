"""Whoever speaks on the desktop: one of two Orcas, or the program itself."""

import os

import pytest

from tests.unseen.desktop import Desktop
from tests.unseen.spoken.newer_orca import CannotMakeError, newer_orca
from tests.unseen.spoken.real_orca import Orca, OwnVoice

ORCAS = ("orca", pytest.param("newer orca", marks=pytest.mark.long))


@pytest.fixture(params=ORCAS)
def orca(desktop: Desktop, request: pytest.FixtureRequest) -> Orca:
    """Two Orcas: one that hears what happens by the window's name, and one that hears announcements."""
    return start_orca(desktop, request.param)


@pytest.fixture(params=[*ORCAS, pytest.param("own voice", marks=pytest.mark.long)])
def voice(desktop: Desktop, request: pytest.FixtureRequest) -> Orca | OwnVoice:
    """Whoever speaks: an Orca, or the program itself."""
    return OwnVoice(desktop) if request.param == "own voice" else start_orca(desktop, request.param)


def start_orca(desktop: Desktop, which: str) -> Orca:
    if which == "orca":
        if missing := Orca.what_is_missing():
            (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(missing)
        return Orca(desktop)
    try:
        return Orca(desktop, newer_orca())
    except CannotMakeError as error:
        pytest.skip(str(error))
