"""The page of the city that a player has built."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

from topping_out.game.city import DistrictStanding
from topping_out.game.language import mark, tr
from topping_out.game.storage.library import Saved
from topping_out.game.text import full_stop, paragraph

from .. import routes
from ..accessibility.semantics import Group, Role, Semantics
from ..audio.music import HOME
from ..devices.intents import Intent, Verb
from ..kit.city import Twinkle
from ..kit.kit import Kit
from ..kit.ornament import put_heading
from ..kit.stage import Stage
from ..manager import Transition
from ..match.phrases import player_names, reading_progress
from ..match.start import city_of, problems_of, watch_again
from ..system.context import Context
from ..ui.column import keep_picture
from ..ui.layout import Box, Press, Rect, Text, Widget, column, fill, level, row, sized, space
from ..ui.page import Page
from ..ui.widgets import Button, Words
from .error import warning_line
from .skyline_street import (
    FRONT_SCALE,
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

# -- stops


class Stop(Widget):
    """A tower or district of the city that can be chosen."""

    def __init__(self, name: str, number: int, rect: Rect, press: Press, is_chosen: bool) -> None:
        super().__init__(name, rect, press)
        self.number, self.is_chosen = number, is_chosen

    def draw_focus(self, stage: Stage, kit: Kit) -> None:
        """Draw nothing: the page lights what is chosen."""


class DistrictStop(Stop):
    """A district; pressing it opens its page."""

    def __init__(self, number: int, standing: DistrictStanding, rect: Rect, press: Press, is_chosen: bool) -> None:
        super().__init__(f"district {number}", number, rect, press, is_chosen)
        self.standing = standing
        self.group = Group("districts", tr("Districts"), is_list=True)

    def semantics(self) -> Semantics:
        about = paragraph([tower_words(self.standing), next_words(self.standing)])
        title = tr(self.standing.district.title)
        return Semantics(Role.OPTION, title, floors_words(self.standing), about, is_selected=self.is_chosen)


class TowerStop(Stop):
    """A tower that the player has built; pressing it opens the replay of its game."""

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
"""The least y of a tower's top, below the heading."""
MAX_TOWER_HEIGHT = 560.0
STOPS_OUT_OF_SIGHT = 30
"""Keys can reach this many towers on either side of the chosen one even if they are out of sight."""
NOTCH = 120.0
"""How far one notch of the wheel scrolls, in logical units."""
LEAPS = (Verb.FIRST, Verb.LAST, Verb.NEXT_GROUP, Verb.PREVIOUS_GROUP)


class SkylinePage(Page):
    """The city: districts and the player's towers, with details of the chosen one."""

    heading = mark("Your city")

    def __init__(self, context: Context, newly_lit: tuple[str, int] | None = None) -> None:
        """`newly_lit` is a district whose match was just won, with the number of lit floors before that."""
        super().__init__(context)
        self.city, self.street = City([], 1), Street()
        self.walk = Walk(self.city, self.street, self.kit.width)
        self.chosen = 0
        self.chosen_district: int | None = None
        """The number of the chosen district; None if a tower is chosen."""
        self.ground = 0.0
        self._newly_lit = newly_lit
        self._is_first_refresh = True
        self._is_painted = False
        self._twinkle = Twinkle()
        self._months: list[tuple[int, str]] = []

    def refresh(self) -> None:
        chosen, before = self.city.games[self.chosen].path if self.city.games else None, self._chosen_x
        self.city.games = finished_games(self.context.library.finished())
        self._months = [*months(self.city.games)]
        places = (number for number, game in enumerate(self.city.games) if game.path == chosen)
        self.chosen = next(places, len(self.city.games) - 1)
        self.street.districts = city_of(self.context)
        if self._is_first_refresh:
            self.chosen_district = self._first_district()
        self.walk.offset += self._chosen_x - before
        self.walk.target += self._chosen_x - before
        self._is_painted = False
        if self.is_top:
            self.rebuild()

    def _first_district(self) -> int | None:
        """Return the district to choose first: the one with a match just won, else the first with a next match."""
        names = [each.district.name for each in self.street.districts]
        if self._newly_lit and self._newly_lit[0] in names:
            return names.index(self._newly_lit[0])
        upcoming = (number for number, each in enumerate(self.street.districts) if each.next)
        return next(upcoming, len(names) - 1) if names else None

    def resize(self, kit: Kit) -> None:
        self._is_painted = False
        super().resize(kit)
        self._walk_to_chosen(at_once=True)

    @property
    def _chosen_x(self) -> float:
        """The x of the chosen tower in the city; 0 if a district is chosen."""
        return self.city.x_of(self.chosen) if self.city.games and self.chosen_district is None else 0.0

    def enter(self) -> None:
        self.context.audio.ambience("dusk")
        self.context.audio.theme(HOME)
        self.refresh()
        if self._newly_lit:
            self.street.light(*self._newly_lit)
        self._newly_lit, self._is_first_refresh = None, False
        self._walk_to_chosen(at_once=True)
        self.focus = ""
        super().enter()

    # -- layout

    def build(self) -> list[Widget]:
        """Lay out the sky with the towers, the months, details of the chosen stop, and the buttons."""
        kit = self.kit
        sky, buttons, warning = fill(), self._buttons(), warning_line(self.context, problems_of())
        below = [space(8), *warning] if warning else []
        strut = sized(space(kit.line(17) + kit.line(16)), 0)  # keeps the ground at the same height for every choice
        foot = row(fill(self._details()), *buttons, strut, gap=GAP)
        self._page = column(sky, space(kit.line(20)), *self._title_row(), foot, *below, gap=0)
        self._page.place(kit, Rect(EDGE, 0, kit.width - 2 * EDGE, kit.height - 20))
        self._is_painted &= self.ground == sky.rect.bottom
        self.ground = sky.rect.bottom
        self.street.lay(kit, TOP, self.ground)
        self.city.height = min(MAX_TOWER_HEIGHT, self.ground - TOP) * (FRONT_SCALE if self.street.districts else 1)
        self.walk.window = kit.width
        self._walk(self.walk.target, at_once=self.walk.is_over)
        return [*self._districts(), *self._towers(), *self._words(), *buttons, *warning]

    @property
    def _district(self) -> DistrictStanding | None:
        """The chosen district; None if a tower is chosen."""
        return None if self.chosen_district is None else self.street.districts[self.chosen_district]

    @property
    def _is_night(self) -> bool:
        """Whether the chosen district is one of the night; for a tower, whether the city has got that far."""
        chosen = self._district
        return chosen.district.night if chosen else any(each.district.night for each in self.street.districts)

    def _title_row(self) -> list[Box]:
        """Return the title of the chosen district or tower and, if there is room, its description."""
        if standing := self._district:
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

    def _details(self) -> Box:
        """Return the next match of the chosen district, or the players and the result of the chosen tower's game."""
        mist = self.kit.theme.mist
        if standing := self._district:
            return Text(next_words(standing) or floors_words(standing), 16, most=2)
        if not self.city.games:
            return fill()
        game = self.city.games[self.chosen]
        return column(Text(player_names(game), 17, most=1), Text(result_of(game), 16, colour=mist, most=1), gap=0)

    def _districts(self) -> Iterator[Widget]:
        for number, standing in enumerate(self.street.districts):
            place = self.street.place(self.kit, number, self.walk.back)
            press = self.opens(routes.DISTRICT, standing.district.name)
            yield DistrictStop(number, standing, place, press, number == self.chosen_district)

    def _towers(self) -> Iterator[Widget]:
        shown = {tower.number: tower.rect for tower in self._standing()}
        near = range(
            max(0, self.chosen - STOPS_OUT_OF_SIGHT), min(len(self.city.games), self.chosen + STOPS_OUT_OF_SIGHT + 1)
        )
        for number in sorted({*shown, *near}):
            game = self.city.games[number]
            place, press = shown.get(number) or self._estimated_rect(number), partial(watch_again, self.context, game)
            is_chosen = self.chosen_district is None and number == self.chosen
            yield TowerStop(number, len(self.city.games), game, place, press, is_chosen)

    def _estimated_rect(self, number: int) -> Rect:
        """Return roughly where a tower stands that has not been painted."""
        x, high = self.city.x_of(number) - self.walk.front, self.city.height
        return Rect(x - 0.1 * high, self.ground - 0.5 * high, 0.2 * high, 0.5 * high)

    def _words(self) -> list[Widget]:
        """Return the words shown while games are still being read or there are none."""
        kit = self.kit
        progress = reading_progress(self.context.library)
        words: list[Box] = [Words("reading", progress)] if progress else []
        if not self.city.games and not self.street.districts:
            nothing = Words("none", tr("Each game you finish leaves its best tower here."), 20)
            words += [fill(), nothing, fill()]
        return column(*words).lay(kit, Rect(EDGE, 70, kit.width - 2 * EDGE, self.ground - 70))

    def _buttons(self) -> list[Button]:
        save = [Button("save", tr("Save a picture"), self._save)] if self.city.games else []
        buttons = [*save, self.back_button()]
        if standing := self._district:
            press = self.opens(routes.DISTRICT, standing.district.name)
            return [Button("enter", tr("Go there"), press, primary=True), *buttons]
        if not self.city.games:
            return buttons
        watch = partial(watch_again, self.context, self.city.games[self.chosen])
        return [Button("watch", tr("Watch the game"), watch, primary=True), *buttons]

    def initial_focus(self) -> Widget | None:
        return self.find(self._chosen_name) or super().initial_focus()

    @property
    def _chosen_name(self) -> str:
        """The name of the chosen stop's widget."""
        return f"tower {self.chosen}" if self.chosen_district is None else f"district {self.chosen_district}"

    # -- walking

    def _walk(self, target: float, at_once: bool = False) -> None:
        is_instant = self.context.settings.reduced_motion or math.isinf(self.context.settings.speed_factor)
        self._is_painted &= not self.walk.to(target, at_once or is_instant)

    def _walk_to_chosen(self, at_once: bool = False) -> None:
        """Walk as little as needed to have the chosen stop well within the window."""
        if self.chosen_district is not None:
            self._walk(self.walk.target_showing(self.street.x_of(self.chosen_district), self.street.width), at_once)
        elif self.city.games:
            self._walk(self.walk.target_showing(self.city.x_of(self.chosen), self.walk.front_width), at_once)

    def choose(self, number: int) -> None:
        """Choose a tower."""
        self.chosen_district, self.chosen = None, max(0, min(number, len(self.city.games) - 1))
        self._show_chosen()

    def choose_district(self, number: int) -> None:
        """Choose a district."""
        self.chosen_district = max(0, min(number, len(self.street.districts) - 1))
        self._show_chosen()

    def _show_chosen(self) -> None:
        self._walk_to_chosen()
        self.focus = self._chosen_name
        self.rebuild()

    def _standing(self, lit: int | None = None) -> list[Standing]:
        return self.city.standing(self.kit, self.walk.front, self.kit.width, self.ground, lit)

    # -- buttons

    def _save(self) -> Transition:
        picture = photograph(self.city, self.street, self.walk.share, self.kit.theme)
        return keep_picture(self.context, picture, "topping-out-skyline")

    # -- intents

    def on_intent(self, intent: Intent) -> Transition:
        verb = intent.verb
        if verb is Verb.SCROLL:
            self._walk(self.walk.target - intent.amount * NOTCH)
            return None
        if (
            not self.context.announcer.is_heard
            and verb in LEAPS
            and (self.city.games or self.chosen_district is not None)
        ):
            self._leap_along(verb)
            return None
        if verb is Verb.PRESS and intent.position[1] < self.ground:
            self.walk.hold(intent.position[0])
            self.put_finger(intent.position)
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
        """Choose the stop that was clicked; open it if it is a district or was already chosen."""
        pressed = self.lift_finger(position)
        self.walk.let_go()
        if self.walk.is_dragged or not isinstance(pressed, Stop):
            return None
        opens = pressed.is_chosen or isinstance(pressed, DistrictStop)
        if isinstance(pressed, DistrictStop):
            self.chosen_district = pressed.number
        else:
            self.chosen_district, self.chosen = None, pressed.number
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
        """Choose the first or last district or tower; the next group is the next district, or towers a window away."""
        if self.chosen_district is not None:
            leaps = {
                Verb.FIRST: 0,
                Verb.LAST: len(self.street.districts) - 1,
                Verb.NEXT_GROUP: self.chosen_district + 1,
            }
            self.choose_district(leaps.get(verb, self.chosen_district - 1))
            return
        screen = max(1, int(self.kit.width * 0.8 / (self.city.width / max(1, len(self.city.games)))))
        leaps = {Verb.FIRST: -len(self.city.games), Verb.LAST: len(self.city.games), Verb.NEXT_GROUP: screen}
        self.choose(self.chosen + leaps.get(verb, -screen))

    def neighbour(self, here: Widget | None, way: tuple[int, int]) -> Widget | None:
        """Return the next stop left or right in the row; districts are above the towers, buttons below both."""
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
        return self.find(self._chosen_name) if way[1] < 0 else super().neighbour(here, way)

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
        """Paint one more visible quarter or tower; return False if all are painted already."""
        kit = self.kit
        return self.street.paint_next(kit, self.walk.back) or self.city.paint_next(kit, self.walk.front, kit.width)

    @property
    def at_rest(self) -> bool:
        return self._is_painted and self.street.newly_lit is None and self.walk.is_over and super().at_rest

    # -- drawing

    def paint(self, stage: Stage) -> None:
        kit = self.kit
        offset = 0 if self.context.settings.reduced_motion else self.walk.offset
        put_scenery(stage, kit, self.ground, offset, self._is_night)
        self._twinkle.draw(stage, kit, self.ground)
        self.street.draw(stage, kit, self.walk.back, self.chosen_district)
        hovered = self.hovered
        over = hovered.number if isinstance(hovered, TowerStop) else None
        self._put_towers(stage, over)
        self._put_months(stage)
        put_heading(stage, kit, tr(self.heading), kit.width / 2, 20, kit.width - 2 * EDGE)
        self._page.draw_words(stage, kit)

    def _put_towers(self, stage: Stage, over: int | None) -> None:
        kit, chosen = self.kit, self.chosen if self.chosen_district is None else None
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
        """Yield the x and the text of the visible months, leaving out those without room."""
        free, ends = 0.0, [number for number, _ in self._months[1:]] + [len(self.city.games)]
        for (number, month), end in zip(self._months, ends):
            x, text = max(EDGE, self.city.x_of(number) - self.walk.front - 20), month_words(month)
            wide = self.kit.text_size(text, 13, "head")[0] + 24
            if text and free <= x < self.kit.width and self.city.x_of(end - 1) - self.walk.front > x:
                yield x, text
                free = x + wide
