"""A result for the clipboard."""

from __future__ import annotations

import pygame

from topping_out.game.engine import Outcome
from topping_out.game.language import tr
from topping_out.game.progress.sharing import share_text
from topping_out.game.record import Header
from topping_out.scenes.manager import Push, Transition
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.dialog import Notice


def copy_text(text: str) -> bool:
    """Put a text into the system's clipboard; tell whether there is one."""
    try:
        pygame.scrap.put_text(text)
        return bool(pygame.scrap.get_text() == text)
    except (pygame.error, NotImplementedError):
        return False


def copy_result(context: Context, header: Header, outcome: Outcome) -> Transition:
    """Put a result into the clipboard and show it; where there is none, show it to be read off."""
    text = share_text(header, outcome)
    line = text.partition("\n")[0]
    if copy_text(text):
        return Push(Notice(context, tr("Copied"), tr("{result}\nPaste it wherever you like.", result=line)))
    return Push(Notice(context, tr("There's no clipboard here"), line))
