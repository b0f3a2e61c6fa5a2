"""A district of the city: its page with matches and poster, and what a result changes in it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pygame

from topping_out.game import roster
from topping_out.game.city import (
    DistrictStanding,
    HeadToHead,
    StageStanding,
    elo_of,
    head_to_head,
    header_for,
    in_sight,
    stage_of,
    standing_of,
    upcoming,
)
from topping_out.game.language import YOU, mark, tr, tr_context, tr_count, tr_player
from topping_out.game.match import Match
from topping_out.game.progress import rating
from topping_out.game.progress.daily import YOUR_SEAT
from topping_out.game.progress.summary import summarise
from topping_out.game.record import Header
from topping_out.game.registry import load
from topping_out.game.storage.library import Saved
from topping_out.game.text import full_stop, labelled, listed, paragraph

from .. import routes
from ..accessibility.semantics import Group, Role, Semantics
from ..devices.intents import Verb
from ..kit.city import Quarter, quarter, tower
from ..kit.faces import portrait
from ..kit.kit import Kit
from ..kit.stage import Paint, Stage, fill_gradient
from ..kit.theme import Colour, mix
from ..manager import Replace, Transition
from ..match.phrases import bot_words, series_words
from ..match.start import begin_stage, city_of, plan_here
from ..system.context import Context
from ..ui.column import body_area, foot_area, paint_frame
from ..ui.layout import Box, Press, Rect, Text, Widget, column, fill, fitting, row
from ..ui.page import Page
from ..ui.widgets import Button, Card, PagePart, Words
from .daily_result import Faces
from .skyline_street import floors_words

# -- words


def title_of(number: int, standing: StageStanding) -> str:
    """Return the floor of the tower that a match is for, and the title of its game."""
    return tr("Floor {number} · {game}", number=number, game=load(standing.stage.game).title)


def state_of(district: DistrictStanding, standing: StageStanding) -> str:
    """Return the state of a match in a word or two."""
    if standing.won:
        return tr_context("a floor of a tower", "Lit")
    if standing is not district.next:
        return tr_context("a match", "Later")
    return tr("Under way") if standing.under_way else tr_context("a match", "Next")


def rivals_words(header: Header) -> str:
    """Return the opponents of a match and how strong they play."""
    return tr("Against {names}.", names=listed([bot_words(player) for player in header.seats if not player.is_human]))


def stakes_words(standing: StageStanding) -> str:
    """Return what winning a match brings, or the score of its series if that is under way."""
    rival = roster.characters()[standing.district.rival].name
    if standing.won:
        return tr("Already won: play it again for fun.")
    if not standing.is_last:
        return tr("Win it, and another floor of the tower lights up. Losing costs nothing.")
    if standing.before:
        return series_words(standing.before.header, standing.before.outcome)
    return tr("Win two of three, and {rival}'s tower is yours.", rival=rival)


def score_words(score: HeadToHead, rival: str, player: str = YOU) -> str:
    """Return how often a player and a character have won against each other."""
    name = roster.characters()[rival].name
    if score == HeadToHead():
        yours, theirs = mark("You have no score against {rival} yet."), mark("{name} has no score against {rival} yet.")
        return tr_player(player, yours, theirs, rival=name)
    yours, theirs = mark("You {won} : {lost} {rival}"), mark("{name} {won} : {lost} {rival}")
    return tr_player(player, yours, theirs, won=score.won, lost=score.lost, rival=name)


# -- poster


RAYS = 11


def sun(kit: Kit, width: float, height: float, paint: Colour) -> pygame.Surface:
    """Return the sun's disc near the lower edge, with rays fanning out from it."""
    canvas = kit.canvas(width, height, paint, 2)
    x, y, far = width * 0.36, height * 0.92, math.hypot(width, height)
    half = math.pi / RAYS / 2.6
    for number in range(RAYS):
        angle = math.pi * (number + 0.5) / RAYS
        sides = [(x + math.cos(a) * far, y - math.sin(a) * far) for a in (angle - half, angle + half)]
        canvas.polygon([(x, y), *sides], (*paint, 22))
    canvas.circle(x, y, width * 0.3, (*paint, 60))
    canvas.circle(x, y, width * 0.22, (*paint, 90))
    return canvas.done()


FACE = 0.34
"""Size of the rival's face, as a share of the poster's width."""
PAD = 18.0


def put_poster(stage: Stage, kit: Kit, place: Rect, standing: DistrictStanding) -> None:
    """Draw the poster of a district."""
    site, theme = kit.theme.sites[standing.district.site], kit.theme
    stage.blit(kit.shadow(place.w, place.h, 6, 18, 0.5), place.x - 18, place.y - 14)
    stage.blit(kit.plate(place.w + 8, place.h + 8, theme.brass, theme.brass, 0, 4), place.x - 4, place.y - 4)
    foot = _words(kit, standing, site)
    room = Rect(place.x + PAD, 0, place.w - 2 * PAD, 0)
    high = foot.height_for(kit, room.w) + 2 * PAD
    ground = place.bottom - high
    with stage.clip(place.x, place.y, place.w, place.h):
        stage.blit(_sky(kit, place.w, place.h - high, site, standing.district.night), place.x, place.y)
        _put_city(stage, kit, Rect(place.x, place.y, place.w, ground - place.y), standing, site)
        paper = kit.plate(place.w, high + 2, theme.paper, theme.paper, 0, 0)
        stage.blit(paper, place.x, ground)
        _put_face(stage, kit, place, ground, standing, site)
    foot.show(stage, kit, Rect(room.x, ground + PAD, room.w, high - 2 * PAD))


def _put_city(stage: Stage, kit: Kit, sky: Rect, standing: DistrictStanding, site: Colour) -> None:
    district, wide = standing.district, sky.w * 1.1
    roofs = quarter(kit, Quarter(district.scenery, site, wide, sky.h * 0.46, standing.is_open))
    stage.blit(roofs, sky.centerx - wide / 2, sky.bottom - kit.size_of(roofs)[1])
    lit = standing.floors / len(standing.stages)
    built = tower(kit, district.scenery, site, sky.h * 0.9, lit, standing.won is not None)
    stage.blit(built, sky.centerx + 0.12 * sky.w - kit.size_of(built)[0] / 2, sky.bottom - kit.size_of(built)[1])


def _put_face(stage: Stage, kit: Kit, place: Rect, ground: float, standing: DistrictStanding, site: Colour) -> None:
    size = place.w * FACE
    x, y = place.x + PAD + size / 2, ground - size * 0.3
    stage.blit_centred(kit.disc(size / 2 + 5, kit.theme.paper), x, y)
    stage.blit_centred(portrait(kit, roster.characters()[standing.district.rival].face, size, site), x, y)


def _words(kit: Kit, standing: DistrictStanding, site: Colour) -> Box:
    rival, ink = roster.characters()[standing.district.rival], kit.theme.ink
    name = Text(rival.name, 22, "title", mix(site, ink, 0.35), align=1, most=1)
    return column(name, Text(tr("“{line}”", line=tr(rival.line)), 15, "body", ink, align=1), gap=0)


def _sky(kit: Kit, width: float, height: float, site: Colour, is_night: bool) -> pygame.Surface:
    """Return the poster's sky in the district's colour, dark at the top and light over the roofs, with a low sun or, at
    night, with a pale moon in a dark sky."""

    def make() -> pygame.Surface:
        theme = kit.theme
        picture = pygame.Surface((round(width * kit.scale), round(height * kit.scale)))
        high, low, last = mix(site, theme.night, 0.72), mix(site, theme.dusk, 0.35), mix(site, theme.glow, 0.62)
        disc = mix(site, theme.paper, 0.55)
        if is_night:
            high, low, last = theme.night, mix(theme.night, theme.dusk, 0.5), mix(site, theme.night, 0.55)
            disc = mix(theme.mist, theme.paper, 0.5)
        fill_gradient(picture, picture.get_rect(), [(0.0, high), (0.6, low), (1.0, last)])
        picture.blit(sun(kit, width, height, disc), (0, 0))
        return picture

    return kit.cached(("poster's sky", round(width), round(height), site, is_night), make)


# -- result


class CityResult:
    """The part of a results page about a match of the city."""

    def __init__(self, context: Context, match: Match) -> None:
        self.context = context
        path = context.library.path or Path("now")
        other_games = [saved for saved in context.library.games() if saved.path != path]
        saved = Saved(path, match.header, 0, match.outcome, summarise(match.record)[1])
        self._name, self._stage = stage_of(match.header)
        plan = plan_here()
        self._before = in_sight(standing_of(plan, other_games))
        self._after = in_sight(standing_of(plan, [*other_games, saved]))
        self.words = [*self._sentences(saved)]

    def _district(self, standings: list[DistrictStanding]) -> DistrictStanding | None:
        return next((each for each in standings if each.district.name == self._name), None)

    @property
    def _stage_after(self) -> StageStanding | None:
        after = self._district(self._after)
        return next((each for each in after.stages if each.stage.name == self._stage), None) if after else None

    @property
    def is_won(self) -> bool:
        """Whether the match is won, by this game or an earlier one."""
        return self._stage_after is not None and self._stage_after.won is not None

    @property
    def next(self) -> StageStanding | None:
        """The match to play after this one; None if it is not won yet, or if no other one is open."""
        return upcoming(self._after, self._name) if self.is_won else None

    def go_on(self) -> Transition:
        """Begin the next match, or return to the city if there is none."""
        return begin_stage(self.context, self.next) if self.next else self.go_back()

    def box(self, kit: Kit, width: float, most: float, lighting: Callable[[], float]) -> Box | None:
        """Return the tower with its floors going on, beside the next match, at most `most` high; None if the match is
        not won or there is no room. `lighting` returns how much of the floor just won is lit, from 0 to 1."""
        before, after = self._district(self._before), self._district(self._after)
        if not self.is_won or not before or not after:
            return None
        elo = elo_of(self.context.library.finished(), self.next.stage.game) if self.next else 0.0
        cards = (NextMatch(before, after, self.next, elo, lighting, brief) for brief in (False, True))
        return next((card for card in cards if card.height_for(kit, width) <= most), None)

    @property
    def newly_lit(self) -> tuple[str, int] | None:
        """The district, and how many floors of its tower were lit before; None if this match lit no floor."""
        before, after = self._district(self._before), self._district(self._after)
        return (self._name, before.floors) if before and after and after.floors > before.floors else None

    def _sentences(self, saved: Saved) -> Iterator[str]:
        before, after = self._district(self._before), self._district(self._after)
        stage = self._stage_after
        if not before or not after or not stage or not saved.outcome:
            return
        if after.won and not before.won:
            rival = roster.characters()[after.district.rival].name
            yield tr("{rival}'s tower is yours, and all its windows light up.", rival=rival)
        elif self.newly_lit:
            floors = len(after.stages)
            yield tr_count("{lit} of {number} floor lit.", "{lit} of {number} floors lit.", floors, lit=after.floors)
        elif not stage.won and stage.is_last:
            if rating.champion(saved.header, saved.outcome) is not None:
                yield tr("The tower stays dark for now. Losing costs nothing.")
        elif not stage.won and stage.stage.must_win and YOUR_SEAT in saved.outcome.winners:
            yield tr(
                "You won, but this match wants more, so the floor stays dark: {twist}", twist=tr(stage.stage.twist)
            )
        elif not stage.won:
            yield tr("The floor stays dark for now. Losing costs nothing.")
        if len(self._after) > len(self._before):
            yield tr("Night falls over the city, and everybody wants their tower back.")
        were_open = {old.district.name for old in self._before if old.is_open}
        opened = [tr(n.district.title) for n in self._after if n.is_open and n.district.name not in were_open]
        if opened:
            yield tr("Now open: {districts}.", districts=listed(opened))

    def go_back(self) -> Transition:
        """Leave the table for the city, which shows the floor won being lit."""
        return Replace(routes.SKYLINE(self.context, self.newly_lit))


NEXT_HEIGHT = 132.0
"""Least height of the card about the next match, which shows the tower."""


class NextMatch(Card):
    """The tower of the district with its floors going on, and beside it the next match with its rivals' faces."""

    def __init__(
        self,
        before: DistrictStanding,
        after: DistrictStanding,
        standing: StageStanding | None,
        elo: float,
        lighting: Callable[[], float],
        brief: bool,
    ) -> None:
        """A `brief` card leaves out who plays. See `CityResult.box` for the others."""
        super().__init__("next match")
        self.is_focusable = False
        self.before, self.after, self._lighting = before, after, lighting
        self.title, self.lines = tr(after.district.title), [floors_words(after)]
        self.header: Header | None = None
        if standing:
            self.title = next_title(after, standing)
            self.header = header_for(standing, elo, 0, "")
            self.lines = [tr(standing.stage.twist), *([] if brief else [rivals_words(self.header)])]

    def semantics(self) -> Semantics:
        return Semantics(Role.TEXT, self.title, description=paragraph(map(full_stop, self.lines)))

    @property
    def _lit(self) -> float:
        """The share of the tower's floors that are lit now."""
        before, after = self.before.floors, self.after.floors
        return (before + (after - before) * self._lighting()) / len(self.after.stages)

    def words(self, kit: Kit, width: float) -> Box:
        lines = [Text(line, 14.5, colour=None if not n else kit.theme.mist) for n, line in enumerate(self.lines)]
        faces = [row(Faces(self.header), fill())] if self.header else []
        return column(Text(self.title, 18, "head", kit.theme.brass, most=2), *lines, *faces, gap=3)

    def sides(self, kit: Kit, width: float) -> tuple[float, float]:
        return 0.3 * width, 14.0

    def height_for(self, kit: Kit, width: float) -> float:
        return max(NEXT_HEIGHT, super().height_for(kit, width) + 8)

    def paints(self, kit: Kit, hovered: bool) -> tuple[Paint, Paint, float]:
        return (*kit.theme.plate, 235), kit.theme.brass, 1.6

    def draw_more(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        r, district = self.rect, self.after.district
        site, wide = kit.theme.sites[district.site], 0.3 * r.w
        is_whole = self.after.won is not None and self._lighting() >= 1
        built = tower(kit, district.scenery, site, r.h * 0.94, self._lit, is_whole)
        with stage.clip(r.x + 2, r.y + 2, wide, r.h - 4):
            roofs = quarter(kit, Quarter(district.scenery, site, wide * 1.3, r.h * 0.42, True))
            stage.blit(roofs, r.x + wide / 2 - 0.65 * wide, r.bottom - 2 - kit.size_of(roofs)[1])
            stage.blit(built, r.x + wide / 2 - kit.size_of(built)[0] / 2, r.bottom - 2 - kit.size_of(built)[1])


def next_title(here: DistrictStanding, standing: StageStanding) -> str:
    """Return the floor and game of the next match, after its district if that is not `here`."""
    number = 1 + [each.name for each in standing.district.stages].index(standing.stage.name)
    title = title_of(number, standing)
    return title if standing.district == here.district else labelled(tr(standing.district.title), title)


# -- district


MAX_WIDTH = 1180.0
GAP = 34.0
POSTER_WIDTH = 0.36
"""Width of the poster, as a share of the page."""


class MatchFloor(Card):
    """A match of the district, for a floor of its tower. The next match is the largest, with a brass frame."""

    def __init__(
        self, number: int, district: DistrictStanding, standing: StageStanding, lines: list[str], press: Press
    ):
        super().__init__(f"floor {number}", None, press)
        self.group = Group("floors", tr("Matches"), is_list=True)
        self.title, self.state = title_of(number, standing), state_of(district, standing)
        self.lines, self.twist = lines, tr(standing.stage.twist)
        """`lines` are shown only on the next match, below the twist."""
        self.is_next, self.is_won = standing is district.next, standing.won is not None
        self.shows_twist = True
        """Whether the card shows the twist; the next match always does."""
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
        return column(head, *(twist if self.is_next or self.shows_twist else []), *more, gap=2 if self.is_next else 0)

    def paints(self, kit: Kit, hovered: bool) -> tuple[Paint, Paint, float]:
        theme = kit.theme
        if self.is_next:
            return (*theme.plate, 250), theme.brass, 2.2
        if self.is_won:
            return (*mix(theme.plate, theme.window, 0.16), 235), theme.window if hovered else theme.brass, 1.2
        return (*theme.plate, 215), theme.mist if hovered and self.enabled else theme.rim, 1.0

    def draw_more(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        """Draw the state of the match at the right."""
        r, theme = self.rect, kit.theme
        ink = theme.brass if self.is_next else theme.window if self.is_won else theme.mist
        words, size = kit.first_fitting((self.state,), self.sides(kit, r.w)[1] - 26, 15, "head")
        sign = kit.text(words, size, "head", ink)
        stage.blit_centred(sign, r.right - 18 - kit.size_of(sign)[0] / 2, r.centery + kit.lift("head", size))


class DistrictPage(Page):
    """The district's poster at the left; its description and matches at the right."""

    def __init__(self, context: Context, name: str) -> None:
        super().__init__(context)
        self.name = name
        self.standing = self._find()
        self.heading = self.standing.district.title

    def _find(self) -> DistrictStanding:
        return next(each for each in city_of(self.context) if each.district.name == self.name)

    def refresh(self) -> None:
        self.standing = self._find()
        self.rebuild()

    def enter(self) -> None:
        self.refresh()

    # -- layout

    def build(self) -> list[Widget]:
        kit = self.kit
        area, foot = body_area(kit, MAX_WIDTH), foot_area(kit)
        place = Rect(area.x, area.y, area.w * POSTER_WIDTH, area.h)
        beside = Rect(place.right + GAP, area.y, area.w - place.w - GAP, area.h)
        room = fitting(kit, beside, (self._matches(shows_twist) for shows_twist in (True, False)))
        floors = sorted(room.lay(kit, beside), key=lambda widget: widget.name)  # the layout has the lowest floor last
        return [self._poster(place), *floors, *row(*self._buttons(), gap=12).lay(kit, foot)]

    def _poster(self, place: Rect) -> Widget:
        rival = roster.characters()[self.standing.district.rival]
        semantics = Semantics(Role.TEXT, tr("{name}: “{line}”", name=rival.name, line=tr(rival.line)))

        def draw(stage: Stage) -> None:
            put_poster(stage, self.kit, place, self.standing)

        return PagePart("poster", place, semantics, draw, Group("poster", tr(self.heading)))

    def _matches(self, shows_twists: bool) -> Box:
        """Return the part beside the poster; without `shows_twists`, only the next match shows its twist."""
        district, theme = self.standing.district, self.kit.theme
        score = head_to_head(self.context.library.finished(), YOU, district.rival)
        about = Words("about", tr(district.about), 18, align=0)
        lines = paragraph(map(full_stop, (score_words(score, district.rival), floors_words(self.standing))))
        score_line = Words("score", lines, 15, "bold", theme.brass, align=0)
        return column(about, score_line, fill(), *reversed([*self._floors(shows_twists)]), fill())

    def _floors(self, shows_twists: bool) -> Iterator[Box]:
        for number, standing in enumerate(self.standing.stages, 1):
            press = partial(begin_stage, self.context, standing)
            floor = MatchFloor(number, self.standing, standing, self._lines(standing), press)
            floor.shows_twist = shows_twists
            yield floor

    def _lines(self, standing: StageStanding) -> list[str]:
        """Return the opponents of a match if it began now, and what is at stake; nothing for a closed match."""
        if not self.standing.is_open_to(standing):
            return []
        if standing.under_way:
            header = standing.under_way.header
        else:
            elo = elo_of(self.context.library.finished(), standing.stage.game)
            header = header_for(standing, elo, 0, "")
        return [rivals_words(header), stakes_words(standing)]

    def _buttons(self) -> list[Box]:
        upcoming = self.standing.next
        if upcoming is None:
            return [self.back_button(), fill()]
        label = tr("Go on") if upcoming.under_way else tr_context("a game", "Play")
        play = Button("play", label, partial(begin_stage, self.context, upcoming), Verb.PLAY, self.key(Verb.PLAY), True)
        play.hint = tr("Your rivals' strength follows your rating in this game.")
        return [self.back_button(), fill(), play]

    # -- drawing

    def paint(self, stage: Stage) -> None:
        paint_frame(stage, self.kit, tr(self.heading))
