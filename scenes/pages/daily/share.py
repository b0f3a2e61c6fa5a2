"""A text for the clipboard."""

from __future__ import annotations

import pygame


def copy_text(text: str) -> bool:
    """Put a text into the system's clipboard; tell whether there is one."""
    try:
        pygame.scrap.put_text(text)
        return bool(pygame.scrap.get_text() == text)
    except (pygame.error, NotImplementedError):
        return False
