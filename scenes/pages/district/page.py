"""A district of the city, as a page of a travel poster: the rival's face, the next match, and what is at stake."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from topping_out.game import roster
from topping_out.game.city.encounters import head_to_head
from topping_out.game.city.matches import elo_of, header_for
from topping_out.game.city.standing import DistrictStanding, StageStanding
from topping_out.game.language import YOU, tr, tr_context
from topping_out.game.text import full_stop, paragraph
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.kit.canvas import Paint
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import mix
from topping_out.scenes.manager import Pop, Transition
from topping_out.scenes.match.city import begin_stage, city_of
from topping_out.scenes.pages.district.poster import put_poster
from topping_out.scenes.pages.district.words import rivals_words, score_words, stakes_words, state_of, title_of
from topping_out.scenes.pages.skyline.words import floors_words
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.card import Card
from topping_out.scenes.ui.frame import body_area, foot_area, paint_frame
from topping_out.scenes.ui.layout import Box, Text, column, fill, fitting, row
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.text import PagePart, Words
from topping_out.scenes.ui.widgets import Button, Press, Rect, Widget

BROADEST = 1180.0
GAP = 34.0
POSTER = 0.36
"""The poster's share of the page."""


class MatchFloor(Card):
    """A match of the district: a floor of its tower. The next one is the largest, and framed in brass."""

    def __init__(
        self, number: int, district: DistrictStanding, standing: StageStanding, lines: list[str], press: Press
    ):
        super().__init__(f"floor {number}", None, press)
        self.group = Group("floors", tr("Matches"), is_list=True)
        self.title, self.state = title_of(number, standing), state_of(district, standing)
        self.lines, self.twist = lines, tr(standing.stage.twist)
        """What is told of it beside the twist."""
        self.is_next, self.is_won = standing is district.next, standing.won is not None
        self.tells = True
        """Whether the twist is written on it."""
        if not district.is_open_to(standing):
            self.enabled, self.hint = False, tr("It opens once the floors below it are lit.")

    def semantics(self) -> Semantics:
        about = paragraph([self.twist, *self.lines, *([self.hint] if not self.enabled else [])])
        return Semantics(Role.BUTTON, self.title, self.state, about, is_enabled=self.enabled)

    def sides(self, kit: Kit, width: float) -> tuple[float, float]:
        return 18.0, min(0.34 * width, 34 + kit.text_size(self.state, 15, "head")[0])

    def words(self, kit: Kit, width: float) -> Box:
        mist = kit.theme.mist
        head = Text(self.title, 19 if self.is_next else 16, "head" if self.is_next else "bold", most=1)
        more = [Text(line, 14.5, colour=mist) for line in self.lines] if self.is_next else []
        twist = [Text(self.twist, 17 if self.is_next else 14, colour=None if self.is_next else mist)]
        return column(head, *(twist if self.is_next or self.tells else []), *more, gap=2 if self.is_next else 0)

    def paints(self, kit: Kit, hovered: bool) -> tuple[Paint, Paint, float]:
        theme = kit.theme
        if self.is_next:
            return (*theme.plate, 250), theme.brass, 2.2
        if self.is_won:
            return (*mix(theme.plate, theme.window, 0.16), 235), theme.window if hovered else theme.brass, 1.2
        return (*theme.plate, 215), theme.mist if hovered and self.enabled else theme.rim, 1.0

    def draw_more(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        """Show how it stands, at the right."""
        r, theme = self.rect, kit.theme
        ink = theme.brass if self.is_next else theme.window if self.is_won else theme.mist
        words, size = kit.first_fitting((self.state,), self.sides(kit, r.w)[1] - 26, 15, "head")
        sign = kit.text(words, size, "head", ink)
        stage.blit_centred(sign, r.right - 18 - kit.size_of(sign)[0] / 2, r.centery + kit.lift("head", size))


class DistrictPage(Page):
    """The poster at the left; at the right what the district is like, and its matches."""

    def __init__(self, context: Context, name: str) -> None:
        super().__init__(context)
        self.name = name
        self.standing = self._find()

    def _find(self) -> DistrictStanding:
        return next(each for each in city_of(self.context) if each.district.name == self.name)

    @property
    def heading(self) -> str:  # type: ignore[override]
        return tr(self.standing.district.title)

    def refresh(self) -> None:
        self.standing = self._find()
        self.rebuild()

    def enter(self) -> None:
        self.standing = self._find()
        super().enter()

    # -- layout

    def build(self) -> list[Widget]:
        kit = self.kit
        area, foot = body_area(kit, BROADEST), foot_area(kit)
        place = Rect(area.x, area.y, area.w * POSTER, area.h)
        beside = Rect(place.right + GAP, area.y, area.w - place.w - GAP, area.h)
        room = fitting(kit, beside, (self._matches(tells) for tells in (True, False)))
        floors = sorted(room.lay(kit, beside), key=lambda widget: widget.name)  # the lowest stands at the foot
        return [self._poster(place), *floors, *row(*self._buttons(), gap=12).lay(kit, foot)]

    def _poster(self, place: Rect) -> Widget:
        rival = roster.characters()[self.standing.district.rival]
        said = Semantics(Role.TEXT, tr("{name}: “{line}”", name=rival.name, line=tr(rival.line)))

        def draw(stage: Stage) -> None:
            put_poster(stage, self.kit, place, self.standing)

        return PagePart("poster", place, said, draw, Group("poster", self.heading))

    def _matches(self, tells: bool) -> Box:
        """Return what stands beside the poster; unless it `tells`, without the twists of matches that are not next."""
        district, theme = self.standing.district, self.kit.theme
        score = head_to_head(self.context.library.finished(), YOU, district.rival)
        about = Words("about", tr(district.about), 18, align=0)
        lines = paragraph(map(full_stop, (score_words(score, district.rival), floors_words(self.standing))))
        score_line = Words("score", lines, 15, "bold", theme.brass, align=0)
        return column(about, score_line, fill(), *reversed([*self._floors(tells)]), fill())

    def _floors(self, tells: bool) -> Iterator[Box]:
        for number, standing in enumerate(self.standing.stages, 1):
            press = partial(begin_stage, self.context, standing)
            floor = MatchFloor(number, self.standing, standing, self._lines(standing), press)
            floor.tells = tells
            yield floor

    def _lines(self, standing: StageStanding) -> list[str]:
        """Return whom a match is against as it would begin now, and what is at stake."""
        if not self.standing.is_open_to(standing):
            return []
        if standing.under_way:
            header = standing.under_way.header
        else:
            elo = elo_of(self.context.library.finished(), standing.stage.game)
            header = header_for(standing, elo, 0, "")
        return [rivals_words(header), stakes_words(standing)]

    def _buttons(self) -> list[Box]:
        back = Button("back", tr("Back"), Pop, key=self.key(Verb.CANCEL))
        upcoming = self.standing.next
        if upcoming is None:
            return [back, fill()]
        label = tr("Go on") if upcoming.under_way else tr_context("a game", "Play")
        play = Button("play", label, partial(begin_stage, self.context, upcoming), Verb.PLAY, self.key(Verb.PLAY), True)
        play.hint = tr("Your rivals play as strong as your rating in this game asks for.")
        return [back, fill(), play]

    def cancel(self) -> Transition:
        return Pop()

    # -- drawing

    def paint(self, stage: Stage) -> None:
        paint_frame(stage, self.kit, self.heading)
