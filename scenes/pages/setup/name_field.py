"""The field for a player's name."""

from __future__ import annotations

from topping_out.game.language import tr_label
from topping_out.scenes.ui.fields.text_field import TextField


class NameField(TextField):
    """A player's name; whoever has entered none is "You" in the reader's language."""

    begins_large = True

    @property
    def shown(self) -> str:
        return self.text if self.writing and not self.is_selected else tr_label(self.text)
