"""What can be chosen on the skyline: the districts, and the towers that the player has built."""

from __future__ import annotations

from topping_out.game.city.standing import DistrictStanding
from topping_out.game.language import tr
from topping_out.game.storage.library import Saved
from topping_out.game.text import full_stop, paragraph
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.pages.skyline.words import (
    builder_of,
    floors_words,
    heading_of,
    next_words,
    result_of,
    tower_words,
)
from topping_out.scenes.ui.widgets import Press, Rect, Widget


class Stop(Widget):
    """Something of the city that can be chosen."""

    def __init__(self, name: str, number: int, rect: Rect, press: Press, is_chosen: bool) -> None:
        super().__init__(name, rect, press)
        self.number, self.is_chosen = number, is_chosen

    def draw_focus(self, stage: Stage, kit: Kit) -> None:
        """Draw nothing: the light falls on what is chosen."""


class DistrictStop(Stop):
    """A district; a press opens it."""

    def __init__(self, number: int, standing: DistrictStanding, rect: Rect, press: Press, is_chosen: bool) -> None:
        super().__init__(f"district {number}", number, rect, press, is_chosen)
        self.standing = standing
        self.group = Group("districts", tr("Districts"), is_list=True)

    def semantics(self) -> Semantics:
        about = paragraph([tower_words(self.standing), next_words(self.standing)])
        title = tr(self.standing.district.title)
        return Semantics(Role.OPTION, title, floors_words(self.standing), about, is_selected=self.is_chosen)


class TowerStop(Stop):
    """A tower that the player has built; a press opens its game's replay."""

    def __init__(self, number: int, of: int, game: Saved, rect: Rect, press: Press, is_chosen: bool) -> None:
        super().__init__(f"tower {number}", number, rect, press, is_chosen)
        self.of, self.game = of, game
        self.group = Group("towers", tr("Towers"), is_list=True)

    def semantics(self) -> Semantics:
        place = tr("Tower {number} of {total}.", number=self.number + 1, total=self.of)
        builder = builder_of(self.game)
        about = paragraph([full_stop(builder), place]) if builder else place
        return Semantics(Role.OPTION, heading_of(self.game), result_of(self.game), about, is_selected=self.is_chosen)
