"""The city that a player has built: its page, and ways through it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

from topping_out.game.city.city import DistrictStanding
from topping_out.game.language import mark, tr
from topping_out.game.storage.library import Saved
from topping_out.game.text import full_stop, paragraph

from .. import routes
from ..accessibility.semantics import Group, Role, Semantics
from ..audio.music import HOME
from ..devices.intents import Intent, Verb
from ..kit.kit import Kit
from ..kit.pictures.city import Twinkle
from ..kit.pictures.ornament import put_heading
from ..kit.stage import Stage
from ..manager import Push, Transition
from ..match.phrases import player_names, reading_progress
from ..match.start import city_of, problems_of
from ..system.context import Context
from ..ui.layout import Box, Press, Rect, Text, Widget, column, fill, level, row, sized, space
from ..ui.page import Page
from ..ui.widgets import Button, Words
from .error import warning_line
from .opponents import keep_picture
from .skyline_street import (
    FRONT,
    City,
    Standing,
    Street,
    Walk,
    builder_of,
    finished_games,
    floors_words,
    heading_of,
    month_words,
    months,
    next_words,
    photograph,
    put_light,
    put_scenery,
    result_of,
    tower_words,
)
from .waiting import watch_again

# -- stops


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


# -- skyline


EDGE, GAP = 48.0, 12.0
TOP = 84.0
"""Where the highest tower may end, under the heading."""
HIGHEST = 560.0
NEAR = 30
"""So many towers to either side of the chosen one are stops for keys, beside those that show."""
NOTCH = 120.0
LEAPS = (Verb.FIRST, Verb.LAST, Verb.NEXT_GROUP, Verb.PREVIOUS_GROUP)


class SkylinePage(Page):
    """The city, what is known of what is chosen in it, and the ways on."""

    heading = mark("Your city")

    def __init__(self, context: Context, fresh: tuple[str, int] | None = None) -> None:
        """`fresh`: a district of which a match was won just now, and how many floors of its tower were lit before."""
        super().__init__(context)
        self.city, self.street = City([], 1), Street()
        self.walk = Walk(self.city, self.street, self.kit.width)
        self.chosen = 0
        self.spot: int | None = None
        """The chosen district; None: one of the towers is chosen."""
        self.ground = 0.0
        self._fresh = fresh
        self._is_new = True
        self._is_painted = False
        self._twinkle = Twinkle()
        self._months: list[tuple[int, str]] = []

    def refresh(self) -> None:
        chosen, before = self.city.games[self.chosen].path if self.city.games else None, self._place
        self.city.games = finished_games(self.context.library.finished())
        self._months = [*months(self.city.games)]
        places = (number for number, game in enumerate(self.city.games) if game.path == chosen)
        self.chosen = next(places, len(self.city.games) - 1)
        self.street.districts = city_of(self.context)
        if self._is_new:
            self.spot = self._first_spot()
        self.walk.offset += self._place - before
        self.walk.target += self._place - before
        self._is_painted = False
        if self.is_top:
            self.rebuild()

    def _first_spot(self) -> int | None:
        """Return the district where something was won just now, or where the next match is."""
        names = [each.district.name for each in self.street.districts]
        if self._fresh and self._fresh[0] in names:
            return names.index(self._fresh[0])
        upcoming = (number for number, each in enumerate(self.street.districts) if each.next)
        return next(upcoming, len(names) - 1) if names else None

    def resize(self, kit: Kit) -> None:
        self._is_painted = False
        super().resize(kit)
        self._walk_to_chosen(at_once=True)

    @property
    def _place(self) -> float:
        """Where the chosen tower stands in the city; 0 where that is none of the player's."""
        return self.city.x_of(self.chosen) if self.city.games and self.spot is None else 0.0

    def enter(self) -> None:
        self.context.audio.ambience("dusk")
        self.context.audio.theme(HOME)
        self.refresh()
        if self._fresh:
            self.street.light(*self._fresh)
        self._fresh, self._is_new = None, False
        self._walk_to_chosen(at_once=True)
        self.focus = ""
        super().enter()

    # -- layout

    def build(self) -> list[Widget]:
        """Lay out the sky for the towers, the months under them, what is known of the chosen one, and the ways on."""
        kit = self.kit
        sky, buttons, warning = fill(), self._buttons(), warning_line(self.context, problems_of())
        below = [space(8), *warning] if warning else []
        least = sized(space(kit.line(17) + kit.line(16)), 0)  # the ground stays where it is, whatever is chosen
        ways = row(fill(self._about()), *buttons, least, gap=GAP)
        self._page = column(sky, space(kit.line(20)), *self._head(), ways, *below, gap=0)
        self._page.place(kit, Rect(EDGE, 0, kit.width - 2 * EDGE, kit.height - 20))
        self._is_painted &= self.ground == sky.rect.bottom
        self.ground = sky.rect.bottom
        self.street.lay(kit, TOP, self.ground)
        self.city.height = min(HIGHEST, self.ground - TOP) * (FRONT if self.street.districts else 1)
        self.walk.window = kit.width
        self._walk(self.walk.target, at_once=self.walk.is_over)
        return [*self._districts(), *self._towers(), *self._words(), *buttons, *warning]

    @property
    def _standing_there(self) -> DistrictStanding | None:
        """The chosen district."""
        return None if self.spot is None else self.street.districts[self.spot]

    def _head(self) -> list[Box]:
        """Return the chosen district's name, or day and game of the chosen tower; and if there is room, what it is."""
        if standing := self._standing_there:
            title, about = tr(standing.district.title), tower_words(standing)
        elif self.city.games:
            game = self.city.games[self.chosen]
            title, about = heading_of(game), builder_of(game)
        else:
            return []
        head = Text(title, 24, "title", most=1)
        more = Text(about, 16, colour=self.kit.theme.brass)
        has_room = head.width_for(self.kit) + more.width_for(self.kit) <= self.kit.width - 2 * EDGE - 2 * GAP
        return [row(head, fill(), level(more)) if has_room else head]

    def _about(self) -> Box:
        """Return what comes next in the chosen district; or who played for the chosen tower, and who won."""
        mist = self.kit.theme.mist
        if standing := self._standing_there:
            return Text(next_words(standing) or floors_words(standing), 16, most=2)
        if not self.city.games:
            return fill()
        game = self.city.games[self.chosen]
        return column(Text(player_names(game), 17, most=1), Text(result_of(game), 16, colour=mist, most=1), gap=0)

    def _districts(self) -> Iterator[Widget]:
        for number, standing in enumerate(self.street.districts):
            place = self.street.place(self.kit, number, self.walk.back)
            yield DistrictStop(number, standing, place, partial(self._visit, standing), number == self.spot)

    def _towers(self) -> Iterator[Widget]:
        shown = {tower.number: tower.rect for tower in self._standing()}
        near = range(max(0, self.chosen - NEAR), min(len(self.city.games), self.chosen + NEAR + 1))
        for number in sorted({*shown, *near}):
            game = self.city.games[number]
            place, press = shown.get(number) or self._plot(number), partial(watch_again, self.context, game)
            is_chosen = self.spot is None and number == self.chosen
            yield TowerStop(number, len(self.city.games), game, place, press, is_chosen)

    def _plot(self, number: int) -> Rect:
        """Return about where a tower stands that is not painted."""
        x, high = self.city.x_of(number) - self.walk.front, self.city.height
        return Rect(x - 0.1 * high, self.ground - 0.5 * high, 0.2 * high, 0.5 * high)

    def _words(self) -> list[Widget]:
        """Return what there is to say while there are no towers, or not all."""
        kit = self.kit
        progress = reading_progress(self.context.library)
        words: list[Box] = [Words("reading", progress)] if progress else []
        if not self.city.games and not self.street.districts:
            nothing = Words("none", tr("Each game you finish leaves its best tower here."), 20)
            words += [fill(), nothing, fill()]
        return column(*words).lay(kit, Rect(EDGE, 70, kit.width - 2 * EDGE, self.ground - 70))

    def _buttons(self) -> list[Button]:
        back = Button("back", tr("Back"), self.cancel, key=self.key(Verb.CANCEL))
        save = [Button("save", tr("Save a picture"), self._save)] if self.city.games else []
        if standing := self._standing_there:
            return [Button("enter", tr("Go there"), partial(self._visit, standing), primary=True), *save, back]
        if not self.city.games:
            return [back]
        watch = partial(watch_again, self.context, self.city.games[self.chosen])
        return [Button("watch", tr("Watch the game"), watch, primary=True), *save, back]

    def initial_focus(self) -> Widget | None:
        return self.find(self._name) or super().initial_focus()

    @property
    def _name(self) -> str:
        """What the widget of what is chosen is called."""
        return f"tower {self.chosen}" if self.spot is None else f"district {self.spot}"

    # -- walking

    def _walk(self, target: float, at_once: bool = False) -> None:
        is_instant = self.context.settings.reduced_motion or math.isinf(self.context.settings.speed_factor)
        self._is_painted &= not self.walk.to(target, at_once or is_instant)

    def _walk_to_chosen(self, at_once: bool = False) -> None:
        """Walk as little as needed for what is chosen to stand well within the window."""
        if self.spot is not None:
            self._walk(self.walk.showing(self.street.x_of(self.spot), self.street.width), at_once)
        elif self.city.games:
            self._walk(self.walk.showing(self.city.x_of(self.chosen), self.city.width), at_once)

    def choose(self, number: int) -> None:
        """Let the light fall on a tower."""
        self.spot, self.chosen = None, max(0, min(number, len(self.city.games) - 1))
        self._show_chosen()

    def choose_district(self, number: int) -> None:
        """Let the light fall on a district."""
        self.spot = max(0, min(number, len(self.street.districts) - 1))
        self._show_chosen()

    def _show_chosen(self) -> None:
        self._walk_to_chosen()
        self.focus = self._name
        self.rebuild()

    def _standing(self, lit: int | None = None) -> list[Standing]:
        return self.city.standing(self.kit, self.walk.front, self.kit.width, self.ground, lit)

    # -- what the buttons do

    def _visit(self, standing: DistrictStanding) -> Transition:
        return Push(routes.DISTRICT(self.context, standing.district.name))

    def _save(self) -> Transition:
        picture = photograph(self.city, self.street, self.walk.share, self.kit.theme)
        return keep_picture(self.context, picture, "topping-out-skyline")

    # -- intents

    def on_intent(self, intent: Intent) -> Transition:
        verb = intent.verb
        if verb is Verb.SCROLL:
            self._walk(self.walk.target - intent.amount * NOTCH)
            return None
        if not self.context.announcer.is_heard and verb in LEAPS and (self.city.games or self.spot is not None):
            self._leap_along(verb)
            return None
        if verb is Verb.PRESS and intent.position[1] < self.ground:
            self.walk.hold(intent.position[0])
            self._pressed = self.at(intent.position)
            return None
        if self.walk.is_held and verb is Verb.POINT:
            if (target := self.walk.dragged_to(intent.position[0])) is not None:
                self._walk(target, at_once=True)
                return None
        elif self.walk.is_held and verb is Verb.RELEASE:
            return self._click(intent.position)
        transition = super().on_intent(intent)
        self._follow_focus()
        return transition

    def let_go(self) -> None:
        super().let_go()
        self.walk.let_go()

    def _click(self, position: tuple[float, float]) -> Transition:
        """Choose the tower that was clicked on; open a district, or the replay of a tower that is chosen already."""
        pressed, self._pressed = self._pressed, None
        self.walk.let_go()
        if self.walk.is_dragged or not isinstance(pressed, Stop) or not pressed.rect.collidepoint(position):
            return None
        opens = pressed.is_chosen or isinstance(pressed, DistrictStop)
        if isinstance(pressed, DistrictStop):
            self.spot = pressed.number
        else:
            self.spot, self.chosen = None, pressed.number
        if not pressed.is_chosen:
            self.context.audio.play("focus")
            self.focus = pressed.name
            self.rebuild()
        return pressed.press() if opens else None

    def _follow_focus(self) -> None:
        focused = self.focused
        if isinstance(focused, Stop) and not focused.is_chosen:
            (self.choose_district if isinstance(focused, DistrictStop) else self.choose)(focused.number)

    def _leap_along(self, verb: Verb) -> None:
        """Go to the first or the last of the row of what is chosen; among many towers also a window's width on."""
        if self.spot is not None:
            leaps = {Verb.FIRST: 0, Verb.LAST: len(self.street.districts) - 1, Verb.NEXT_GROUP: self.spot + 1}
            self.choose_district(leaps.get(verb, self.spot - 1))
            return
        screen = max(1, int(self.kit.width * 0.8 / (self.city.width / max(1, len(self.city.games)))))
        leaps = {Verb.FIRST: -len(self.city.games), Verb.LAST: len(self.city.games), Verb.NEXT_GROUP: screen}
        self.choose(self.chosen + leaps.get(verb, -screen))

    def neighbour(self, here: Widget | None, way: tuple[int, int]) -> Widget | None:
        """Return the next of a row left or right; towers stand below the districts, and the buttons below both."""
        if isinstance(here, Stop) and way[0]:
            return self.find(f"{here.name.split()[0]} {here.number + way[0]}")
        if isinstance(here, TowerStop):
            behind = self.street.at(here.rect.centerx + self.walk.back)
            return self.find("watch") if way[1] > 0 else self.find(f"district {behind}")
        if isinstance(here, DistrictStop):
            towers = (widget for widget in self.widgets if isinstance(widget, TowerStop))
            below = min(
                towers, key=lambda tower: abs(tower.rect.centerx - here.rect.centerx), default=self.find("enter")
            )
            return below if way[1] > 0 else None
        return self.find(self._name) if way[1] < 0 else super().neighbour(here, way)

    # -- time

    def update(self, ms: float) -> Transition:
        if not self.walk.is_over:
            self.walk.update(ms)
            self._is_painted = False
        if not self._is_painted and not self._paint_next():
            self._is_painted = True
            self.rebuild()
        elif self.street.update(ms, self.context.settings.reduced_motion):
            self.context.audio.play("score_tick", 0.5)
        if self.context.has_idle_life:
            self._twinkle.update(ms)
        return super().update(ms)

    def _paint_next(self) -> bool:
        """Paint one more of the quarters and towers that show; return False where all of them are painted."""
        kit = self.kit
        return self.street.paint_next(kit, self.walk.back) or self.city.paint_next(kit, self.walk.front, kit.width)

    @property
    def at_rest(self) -> bool:
        return self._is_painted and self.street.fresh is None and self.walk.is_over and super().at_rest

    # -- drawing

    def paint(self, stage: Stage) -> None:
        kit = self.kit
        put_scenery(stage, kit, self.ground, 0 if self.context.settings.reduced_motion else self.walk.offset)
        self._twinkle.draw(stage, kit, self.ground)
        self.street.draw(stage, kit, self.walk.back, self.spot)
        hovered = self.hovered
        over = hovered.number if isinstance(hovered, TowerStop) else None
        self._put_towers(stage, over)
        self._put_months(stage)
        put_heading(stage, kit, tr(self.heading), kit.width / 2, 20, kit.width - 2 * EDGE)
        self._page.draw_words(stage, kit)

    def _put_towers(self, stage: Stage, over: int | None) -> None:
        kit, chosen = self.kit, self.chosen if self.spot is None else None
        for tower in self._standing(chosen):
            if tower.number == chosen:
                put_light(stage, kit, tower)
            stage.blit(tower.picture, tower.rect.x, tower.rect.y)
            if tower.number == over != chosen:
                line = kit.plate(tower.rect.w * 0.6, 3, kit.theme.paper, kit.theme.paper, 0, 1)
                stage.blit_centred(line, tower.rect.centerx, self.ground + 5)

    def _put_months(self, stage: Stage) -> None:
        kit = self.kit
        for x, text in self._signs():
            sign = kit.text(text, 13, "head", kit.theme.mist)
            stage.blit(kit.plate(1.4, 9, kit.theme.brass, kit.theme.brass, 0, 0.5), x, self.ground + 8)
            stage.blit(sign, x + 6, self.ground + 8)

    def _signs(self) -> Iterator[tuple[float, str]]:
        """Yield the months of the towers that show, as far as there is room, with the place of each."""
        free, ends = 0.0, [number for number, _ in self._months[1:]] + [len(self.city.games)]
        for (number, month), end in zip(self._months, ends):
            x, text = max(EDGE, self.city.x_of(number) - self.walk.front - 20), month_words(month)
            wide = self.kit.text_size(text, 13, "head")[0] + 24
            if text and free <= x < self.kit.width and self.city.x_of(end - 1) - self.walk.front > x:
                yield x, text
                free = x + wide
