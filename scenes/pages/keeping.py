"""Pictures to keep, such as the player's city, as files."""

from __future__ import annotations

import io

import pygame

from topping_out.game.language import tr
from topping_out.game.storage.files import free_path, pictures_folder, write_atomic
from topping_out.scenes.manager import Push, Transition
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.dialog import Notice


def keep_picture(context: Context, picture: pygame.Surface, name: str) -> Transition:
    """Save a picture as PNG under that name, beside older ones; tell what came of it."""
    data = io.BytesIO()
    pygame.image.save(picture, data, "png")
    try:
        path = free_path(pictures_folder(), name, ".png")
        write_atomic(path, data.getvalue())
    except OSError as error:
        why = tr("The picture can't be saved: {error}", error=error.strerror or error)
        return Push(Notice(context, tr("Not saved"), why))
    return Push(Notice(context, tr("Saved"), tr("The picture is here: {file}", file=path)))
