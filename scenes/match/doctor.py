"""The part of `topping-out doctor` that tries what games of other packages bring to the screen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pygame

from topping_out.game import registry
from topping_out.game.boundary import Blamed
from topping_out.game.cli.frontend import Finding
from topping_out.game.language import tr
from topping_out.game.text import full_stop, sentence
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.kit.pictures.facade import facade
from topping_out.scenes.match import definition
from topping_out.scenes.match.definition import NoTable, table_of


def examine_tables() -> Iterator[Finding]:
    """Try what games of other packages show, and tell what fails."""
    pygame.font.init()
    known = {full_stop(sentence(said)) for said in registry.problems()}
    for name in registry.names():
        if not registry.is_own(name):
            with suppress(Blamed, NoTable):
                _try_table(name)
    for problem in definition.problems():
        if problem not in known:
            yield Finding(tr("game"), problem, tr("install a compatible version of its package, or uninstall it"))


def _try_table(name: str) -> None:
    """Paint and make whatever a table names, with nobody to see it."""
    table, kit = table_of(name), Kit(Metrics((960, 540)))
    facade(kit, definition.design_of(name), 200.0)
    for paint in table.figures.values():
        paint(kit)
    definition.painter_of(name)
    table.make_printing()
    assert table.cues
