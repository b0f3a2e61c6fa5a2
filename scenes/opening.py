"""The first scene, as the command line asked for it; and the ways to the table, which the pages share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.match import Match
from game.record import RecordError
from game.registry import load
from game.storage.library import Saved
from scenes.boards import open_table
from scenes.manager import Push, Replace, Scene, Transition

if TYPE_CHECKING:
    from game.cli.main import Request
    from scenes.app import App


def opening_scene(app: App, request: Request) -> Scene:
    """Return the title, a table to play at, or a replay."""
    if request.command == "play" and request.header:
        return open_table(app, app.shelf.start(request.header))
    if request.command == "replay" and request.record:
        from scenes.match.replay import ReplayScene

        return ReplayScene(app, request.record)
    from scenes.pages.title.page import TitleScene

    return TitleScene(app, opening=True)


def go_to_table(app: App, match: Match) -> Transition:
    """Leave everything else for the table of a match."""
    return Replace(open_table(app, match))


def go_on(app: App, saved: Saved) -> Transition:
    """Take up an unfinished game; at a live table, ask who plays with what unless that is still the same."""
    from scenes.pages.setup.devices import are_remembered, ask_for_hands

    if load(saved.header.game).live and not are_remembered(app, saved.header):
        return ask_for_hands(app, saved.header, lambda: _resume(app, saved))
    return _resume(app, saved)


def _resume(app: App, saved: Saved) -> Transition:
    """Take up an unfinished game, or say why that is not possible."""
    from scenes.ui.dialog import Notice

    try:
        return go_to_table(app, app.shelf.resume(saved.path))
    except RecordError as error:
        return Push(Notice(app, "Not to be continued", f"This game cannot be taken up. {error}"))
