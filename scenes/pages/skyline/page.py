"""The player's skyline: every finished game's best tower, in a city to walk along."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

from topping_out.game.language import mark, tr
from topping_out.game.storage.files import pictures_folder
from topping_out.game.text import full_stop, paragraph
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.audio.music import HOME
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures.ornament import put_heading
from topping_out.scenes.kit.pictures.sky import Twinkle
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Pop, Push, Transition
from topping_out.scenes.pages.skyline.city import City, Standing, finished_games, months
from topping_out.scenes.pages.skyline.photograph import save_picture
from topping_out.scenes.pages.skyline.scenery import put_light, put_scenery
from topping_out.scenes.pages.skyline.words import builder_of, heading_of, month_words, result_of
from topping_out.scenes.pages.waiting import watch_again
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.dialog import Notice
from topping_out.scenes.ui.layout import Box, Text, column, fill, level, row, space
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.phrases import player_names, reading_progress
from topping_out.scenes.ui.text import Words
from topping_out.scenes.ui.widgets import Button, Press, Rect, Widget

EDGE, GAP = 48.0, 12.0
TOP = 92.0
"""Where the highest tower may end, under the heading."""
HIGHEST = 560.0
NEAR = 30
"""So many towers to either side of the chosen one are stops for keys, beside those that show."""
EASE = 90.0
"""Time constant of walking, in milliseconds."""
NOTCH = 120.0
SLIP = 6.0
"""Logical units that a pressed pointer may move before it drags the city along."""
MARGIN = 0.22
"""Share of the window's width that the chosen tower keeps from its edges."""


LEAPS = (Verb.FIRST, Verb.LAST, Verb.NEXT_GROUP, Verb.PREVIOUS_GROUP)


class TowerStop(Widget):
    """A tower that can be chosen; a press opens its game's replay."""

    def __init__(self, number: int, rect: Rect, press: Press, page: SkylinePage) -> None:
        super().__init__(f"tower {number}", rect, press)
        self.number, self.page = number, page
        self.group = Group("towers", tr("Towers"), is_list=True)

    def semantics(self) -> Semantics:
        game = self.page.city.games[self.number]
        place = tr("Tower {number} of {total}.", number=self.number + 1, total=len(self.page.city.games))
        builder, is_chosen = builder_of(game), self.number == self.page.chosen
        about = paragraph([full_stop(builder), place]) if builder else place
        return Semantics(Role.OPTION, heading_of(game), result_of(game), about, is_selected=is_chosen)

    def draw_focus(self, stage: Stage, kit: Kit) -> None:
        """Draw nothing: the light falls on the chosen tower."""


class SkylinePage(Page):
    """The city, what is known of the chosen tower, and the ways on."""

    heading = mark("Your skyline")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.city = City([], 1)
        self.chosen = 0
        self.offset = self.target = 0.0
        """How far the city is walked along, now and in the end: logical units from its left end to the window's."""
        self.ground = 0.0
        self._is_painted = False
        self._twinkle = Twinkle()
        self._grip: tuple[float, float] | None = None
        """Where the pointer took hold of the city, and how far that was walked along then."""
        self._is_dragged = False
        self._months: list[tuple[int, str]] = []

    def refresh(self) -> None:
        chosen, before = self.city.games[self.chosen].path if self.city.games else None, self._place
        self.city.games = finished_games(self.context.library.finished())
        self._months = [*months(self.city.games)]
        places = (number for number, game in enumerate(self.city.games) if game.path == chosen)
        self.chosen = next(places, len(self.city.games) - 1)
        self.offset, self.target = (x + self._place - before for x in (self.offset, self.target))
        self._is_painted = False
        if self.is_top:
            self.rebuild()

    def resize(self, kit: Kit) -> None:
        self._is_painted = False
        super().resize(kit)
        self._walk_to(self.chosen, at_once=True)

    @property
    def _place(self) -> float:
        """Where the chosen tower stands in the city."""
        return self.city.x_of(self.chosen) if self.city.games else 0.0

    def enter(self) -> None:
        self.context.audio.ambience("dusk")
        self.context.audio.theme(HOME)
        self.refresh()
        self._walk_to(self.chosen, at_once=True)
        self.focus = ""
        super().enter()

    # -- layout

    def build(self) -> list[Widget]:
        """Lay out the sky for the towers, the months under them, what is known of the chosen one, and the ways on."""
        kit = self.kit
        sky, buttons = fill(), self._buttons()
        ways = row(fill(self._players()), *buttons, gap=GAP)
        self._page = column(sky, space(kit.line(20)), *self._head(), ways, gap=0)
        self._page.place(kit, Rect(EDGE, 0, kit.width - 2 * EDGE, kit.height - 20))
        self.ground = sky.rect.bottom
        self.city.height = min(HIGHEST, self.ground - TOP)
        self._walk(self.target, at_once=self.offset == self.target)
        return [*self._stops(), *self._words(), *buttons]

    def _head(self) -> list[Box]:
        """Return day and game of the chosen tower, and if there is room whose it is."""
        if not self.city.games:
            return []
        game = self.city.games[self.chosen]
        head = Text(heading_of(game), 24, "title", most=1)
        builder = Text(builder_of(game), 16, colour=self.kit.theme.brass)
        has_room = head.width_for(self.kit) + builder.width_for(self.kit) <= self.kit.width - 2 * EDGE - 2 * GAP
        return [row(head, fill(), level(builder)) if has_room else head]

    def _players(self) -> Box:
        """Return who played, and who won."""
        if not self.city.games:
            return fill()
        game = self.city.games[self.chosen]
        result = Text(result_of(game), 16, colour=self.kit.theme.mist, most=1)
        return column(Text(player_names(game), 17, most=1), result, gap=0)

    def _stops(self) -> list[Widget]:
        shown = {tower.number: tower.rect for tower in self._standing()}
        numbers = {*shown, *range(max(0, self.chosen - NEAR), min(len(self.city.games), self.chosen + NEAR + 1))}
        return [
            TowerStop(n, shown.get(n) or self._plot(n), partial(watch_again, self.context, self.city.games[n]), self)
            for n in sorted(numbers)
        ]

    def _plot(self, number: int) -> Rect:
        """Return about where a tower stands that is not painted."""
        high = self.city.height
        return Rect(self.city.x_of(number) - self.offset - 0.1 * high, self.ground - 0.5 * high, 0.2 * high, 0.5 * high)

    def _words(self) -> list[Widget]:
        """Return what there is to say while there are no towers, or not all."""
        kit = self.kit
        progress = reading_progress(self.context.library)
        words: list[Box] = [Words("reading", progress)] if progress else []
        if not self.city.games:
            nothing = Words("none", tr("Each game you finish leaves its best tower here."), 20)
            words += [fill(), nothing, fill()]
        return column(*words).lay(kit, Rect(EDGE, 70, kit.width - 2 * EDGE, self.ground - 70))

    def _buttons(self) -> list[Button]:
        back = Button("back", tr("Back"), Pop, key=self.key(Verb.CANCEL))
        if not self.city.games:
            return [back]
        watch = Button(
            "watch", tr("Watch the game"), lambda: watch_again(self.context, self.city.games[self.chosen]), primary=True
        )
        return [watch, Button("save", tr("Save a picture"), self._save), back]

    def initial_focus(self) -> Widget | None:
        return self.find(f"tower {self.chosen}") or super().initial_focus()

    # -- walking

    def _walk(self, target: float, at_once: bool = False) -> None:
        """Let the window's left edge be so far from the city's left end, or as near as possible."""
        least, most = 0.0, self.city.width - self.kit.width
        if most < 0:  # a city smaller than the window stands in its middle
            least = most = most / 2
        self.target, before = max(least, min(target, most)), self.target
        self._is_painted &= self.target == before
        if at_once or self.context.settings.reduced_motion or math.isinf(self.context.settings.speed_factor):
            self.offset = self.target

    def _walk_to(self, number: int, at_once: bool = False) -> None:
        """Walk as little as needed for a tower to stand well within the window."""
        if not self.city.games:
            return
        x, room = self.city.x_of(number), self.kit.width * MARGIN
        target = min(max(self.target, x - self.kit.width + room), x - room)
        if target != self.target:
            self._walk(target, at_once)

    def choose(self, number: int) -> None:
        """Let the light fall on a tower."""
        self.chosen = max(0, min(number, len(self.city.games) - 1))
        self._walk_to(self.chosen)
        self.focus = f"tower {self.chosen}"
        self.rebuild()

    def _standing(self, lit: int | None = None) -> list[Standing]:
        return self.city.standing(self.kit, self.offset, self.kit.width, self.ground, lit)

    # -- what the buttons do

    def _save(self) -> Transition:
        try:
            path = save_picture(self.city, pictures_folder(), self.chosen, self.kit.theme)
        except OSError as error:
            why = tr("The picture can't be saved: {error}", error=error)
            return Push(Notice(self.context, tr("Not saved"), why))
        return Push(Notice(self.context, tr("Saved"), tr("The picture is here: {file}", file=path)))

    # -- intents

    def on_intent(self, intent: Intent) -> Transition:
        verb = intent.verb
        if verb is Verb.SCROLL:
            self._walk(self.target - intent.amount * NOTCH)
            return None
        if not self.context.announcer.is_heard and self.city.games and verb in LEAPS:
            self.choose(self._leap_to(verb))
            return None
        if verb is Verb.PRESS and intent.position[1] < self.ground:
            self._grip, self._is_dragged = (intent.position[0], self.offset), False
            self._pressed = self.at(intent.position)
            return None
        if self._grip and verb is Verb.POINT and self._drag(intent.position[0]):
            return None
        if self._grip and verb is Verb.RELEASE:
            return self._let_go(intent.position)
        transition = super().on_intent(intent)
        self._follow_focus()
        return transition

    def _let_go(self, position: tuple[float, float]) -> Transition:
        """Choose the tower that was clicked on; where it is chosen already, open its game's replay."""
        pressed, self._pressed, self._grip = self._pressed, None, None
        if self._is_dragged or not isinstance(pressed, TowerStop) or not pressed.rect.collidepoint(position):
            return None
        if pressed.number == self.chosen:
            return watch_again(self.context, self.city.games[self.chosen])
        self.context.audio.play("focus")
        self.chosen, self.focus = pressed.number, pressed.name
        self.rebuild()
        return None

    def _drag(self, x: float) -> bool:
        """Take the city along with the pointer; return whether it has moved."""
        assert self._grip
        start, offset = self._grip
        if not self._is_dragged and abs(x - start) < SLIP:
            return False
        self._is_dragged = True
        self._walk(offset - (x - start), at_once=True)
        return True

    def _follow_focus(self) -> None:
        focused = self.focused
        if isinstance(focused, TowerStop) and focused.number != self.chosen:
            self.choose(focused.number)

    def _leap_to(self, verb: Verb) -> int:
        """Return the tower that a key leaps to: the first, the last, or one a window's width away."""
        screen = max(1, int(self.kit.width * 0.8 / (self.city.width / max(1, len(self.city.games)))))
        leaps = {Verb.FIRST: -len(self.city.games), Verb.LAST: len(self.city.games), Verb.NEXT_GROUP: screen}
        return self.chosen + leaps.get(verb, -screen)

    def neighbour(self, here: Widget | None, way: tuple[int, int]) -> Widget | None:
        """Return the next tower left or right, whatever its height; else what lies nearest."""
        if isinstance(here, TowerStop):
            if way[0]:
                return self.find(f"tower {here.number + way[0]}")
            return self.find("watch") if way[1] > 0 else None
        return self.find(f"tower {self.chosen}") if way[1] < 0 else super().neighbour(here, way)

    # -- time

    def update(self, ms: float) -> Transition:
        if self.offset != self.target:
            rest = (self.target - self.offset) * math.exp(-ms / EASE)
            self.offset = self.target if abs(rest) < 0.5 else self.target - rest
            self._is_painted = False
        if not self._is_painted and not self.city.paint_next(self.kit, self.offset, self.kit.width):
            self._is_painted = True
            self.rebuild()
        if self.context.has_idle_life:
            self._twinkle.update(ms)
        return super().update(ms)

    @property
    def at_rest(self) -> bool:
        return self._is_painted and self.offset == self.target and super().at_rest

    # -- drawing

    def paint(self, stage: Stage) -> None:
        kit = self.kit
        put_scenery(stage, kit, self.ground, 0 if self.context.settings.reduced_motion else self.offset)
        self._twinkle.draw(stage, kit, self.ground)
        hovered = self.hovered
        over = hovered.number if isinstance(hovered, TowerStop) else None
        self._put_towers(stage, over)
        self._put_months(stage)
        put_heading(stage, kit, tr(self.heading), kit.width / 2, 20, kit.width - 2 * EDGE)
        self._page.draw_words(stage, kit)

    def _put_towers(self, stage: Stage, over: int | None) -> None:
        kit = self.kit
        for tower in self._standing(self.chosen):
            if tower.number == self.chosen:
                put_light(stage, kit, tower)
            stage.blit(tower.picture, tower.rect.x, tower.rect.y)
            if tower.number == over != self.chosen:
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
            x, text = max(EDGE, self.city.x_of(number) - self.offset - 20), month_words(month)
            wide = self.kit.text_size(text, 13, "head")[0] + 24
            if text and free <= x < self.kit.width and self.city.x_of(end - 1) - self.offset > x:
                yield x, text
                free = x + wide
