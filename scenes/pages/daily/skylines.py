"""Two skylines side by side, a tower for each player, as high as the points: the game played, and a master's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from topping_out.game.bots.comparison import in_place_of
from topping_out.game.engine import BuiltTower, Outcome, Part, Seat
from topping_out.game.language import mark, tr, tr_label
from topping_out.game.record import Header
from topping_out.game.roster import title
from topping_out.game.text import full_stop, paragraph, with_minus
from topping_out.scenes.accessibility.semantics import Role, Semantics
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures import built
from topping_out.scenes.kit.pictures.built import BuiltPicture, paint_plain
from topping_out.scenes.kit.pictures.city import halo
from topping_out.scenes.kit.plates import badge, seat_sign
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.pages.daily.words import bot_words, result_words
from topping_out.scenes.ui.widgets import Rect, Widget

MASTER = "master"
YOURS, MASTERS = mark("Your game"), mark("A master in your seat")
HIGHEST = 13
"""Storeys of a tower of the most points."""
FACE, LETTERS, POINTS = 30.0, 15.0, 22.0
"""Sizes of what is beside a tower: a face, names, and the points over it."""
BROADEST = 190.0
"""From one tower to the next, at most."""


class PlayedDeal(NamedTuple):
    """What a game was played from, how it ended, and what it is called."""

    header: Header
    outcome: Outcome
    heading: str


def skylines_of(header: Header, outcome: Outcome, master: Outcome | None) -> list[PlayedDeal]:
    """Return the game as it was played and, where that is known, how it went with a master in the same seat."""
    own = PlayedDeal(header, outcome, tr(YOURS))
    if master is None:
        return [own]
    return [own, PlayedDeal(in_place_of(header, MASTER), master, tr(MASTERS))]


class Skylines(Widget):
    """Both skylines on one ground, with one measure."""

    def __init__(self, header: Header, outcome: Outcome, master: Outcome | None, is_awaited: bool, high: float) -> None:
        super().__init__("skylines")
        self.is_focusable = False
        self.header, self.outcome, self.master, self.is_awaited, self.high = header, outcome, master, is_awaited, high

    def semantics(self) -> Semantics:
        words = [full_stop(tr(YOURS)), result_words(self.header, self.outcome)]
        if self.master:
            words.append(full_stop(tr(MASTERS)))
        if self.master or self.is_awaited:
            words.append(full_stop(bot_words(MASTER, self.header, self.master)))
        return Semantics(Role.TEXT, paragraph(words))

    def height_for(self, kit: Kit, width: float) -> float:
        return self.high

    def ground(self, kit: Kit) -> float:
        """Return where the ground is, in logical units from the top."""
        return ground_of(kit, self.rect)

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        waits = bot_words(MASTER, self.header, None) if self.is_awaited and not self.master else ""
        put_skylines(stage, kit, self.rect, skylines_of(self.header, self.outcome, self.master), waits)


def ground_of(kit: Kit, room: Rect) -> float:
    """Return where the ground of skylines is that have so much room: faces and names are below it."""
    return room.bottom - kit.wide(FACE) - 8 - kit.line(LETTERS)


def put_skylines(stage: Stage, kit: Kit, room: Rect, shown: Sequence[PlayedDeal], waits: str = "") -> None:
    """Show skylines side by side; beside them, in words, that another one is waited for."""
    theme, width = kit.theme, room.w / (len(shown) + bool(waits))
    ground = ground_of(kit, room)
    points = [score for one in shown for score in one.outcome.scores[: len(one.header.seats)]]
    least = min(0, *points)
    for number, one in enumerate(shown):
        place = Rect(room.x + number * width, room.y, width, room.h)
        _put_skyline(stage, kit, place, ground, one, (least, max(1, max(points) - least)))
    if waits:
        words, size = kit.first_fitting((waits,), width - 20, LETTERS)
        stage.blit_centred(kit.text(words, size, "body", theme.mist), room.right - width / 2, (room.y + ground) / 2)
    line = kit.plate(room.w, 3, theme.ember, theme.ember, 0, 1)
    stage.blit(line, room.x, ground)
    for number in range(1, len(shown)):
        high = ground - room.y
        stage.blit(kit.plate(1.5, high, (*theme.brass, 130), theme.brass, 0, 0), room.x + number * width, room.y)


def _put_skyline(
    stage: Stage, kit: Kit, room: Rect, ground: float, shown: PlayedDeal, measure: tuple[int, int]
) -> None:
    """Show a heading, and below it the towers, each with its points over it, a face and a name under it."""
    theme, header, heading = kit.theme, shown.header, shown.heading
    words, size = kit.first_fitting((heading,), room.w - 24, LETTERS, "head")
    stage.blit_centred(kit.text(words, size, "head", theme.brass), room.centerx, room.y + kit.line(LETTERS) / 2)
    step = min(kit.wide(BROADEST), room.w / len(header.seats))
    left = room.centerx - step * len(header.seats) / 2
    top = room.y + kit.line(LETTERS) + kit.line(POINTS)
    for seat in range(len(header.seats)):
        place = Rect(left + seat * step, top, step, ground - top)
        _put_tower(stage, kit, place, shown, seat, measure)
        x, face = place.centerx, kit.wide(FACE)
        stage.blit_centred(badge(kit, seat_sign(header.seats, seat), face / 2), x, ground + 6 + face / 2)
        name, small = kit.first_fitting((_name(header, seat),), step - 6, LETTERS)
        stage.blit_centred(kit.text(name, small), x, ground + 8 + face + kit.line(LETTERS) / 2)


def _put_tower(stage: Stage, kit: Kit, place: Rect, shown: PlayedDeal, seat: Seat, measure: tuple[int, int]) -> None:
    outcome, theme, (least, span) = shown.outcome, kit.theme, measure
    has_won = seat in outcome.winners
    storeys = max(1, round((outcome.scores[seat] - least) * HIGHEST / span))
    colours = *(theme.seats[player.colour] for player in shown.header.seats), theme.ghost
    tower = BuiltPicture(paint_plain, BuiltTower((Part("", 0, seat),) * storeys), colours, has_won)
    picture = built.picture(kit, tower, place.h)
    high = kit.size_of(picture)[1]
    if has_won:
        with stage.clip(place.x - place.w, place.y - 40, 3 * place.w, place.h + 40):
            stage.blit_centred(halo(kit, place.h), place.centerx, place.bottom - high / 2)
    stage.blit(picture, place.centerx - kit.size_of(picture)[0] / 2, place.bottom - high)
    points = kit.text(with_minus(outcome.scores[seat]), POINTS, "title", theme.brass if has_won else theme.paper)
    stage.blit_centred(points, place.centerx, place.bottom - high - kit.line(POINTS) / 2)


def _name(header: Header, seat: Seat) -> str:
    player = header.seats[seat]
    return title(MASTER) if player.level == MASTER and player.name == MASTER else tr_label(player.name)
