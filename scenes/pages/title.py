"""The title page: the games as towers on a skyline, and the main menu."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pygame

from topping_out.game import registry
from topping_out.game.bots.puzzle_progress import puzzle_of
from topping_out.game.language import mark, tr, tr_count
from topping_out.game.progress import daily
from topping_out.game.registry import load
from topping_out.game.storage.history import DealTry, counted_tries
from topping_out.game.storage.library import Saved
from topping_out.game.text import full_stop, labelled, paragraph

from .. import routes
from ..accessibility.semantics import Group, Role, Semantics
from ..audio.music import HOME
from ..devices.intents import Intent, Verb
from ..kit.built import FRONT_HEIGHT, FRONT_WIDTH, Design, dark_facade, facade, veiled
from ..kit.city import Twinkle, far_roofs, halo, near_roofs, paint_dusk
from ..kit.kit import Kit
from ..kit.ornament import lettering, paint_rays, rule
from ..kit.sprites import Motion, ease_in_out, ease_out, ease_out_back
from ..kit.stage import Paint, Stage
from ..manager import Push, Quit, Scene, Transition
from ..match import definition
from ..match.definition import design_of, problems, table_of
from ..match.phrases import progress
from ..match.start import resume, unfinished
from ..system.context import Context
from ..system.fault import warnings_for
from ..system.settings import COLOUR_NAMES
from ..ui.column import Notice
from ..ui.layout import Box, Press, Rect, Text, Widget, column, fill, row, sized, space
from ..ui.page import Page
from ..ui.widgets import DETAIL, Button, Card
from .daily_pictures import put_small_towers
from .daily_result import deals_on
from .error import warning_line
from .skyline_street import CITY_EDGE as STREET_EDGE
from .skyline_street import PITCH, City, finished_games

# -- deals button


TOWERS_WIDTH = 58.0
"""Width of all small towers on the button, one for each game."""
SIDE = 20.0
LARGE_TEXT = 1.25
"""From this text scale, there is no room for the towers."""


class DealsButton(Card):
    """Shows how many deals are left to play and a small tower for each game, in brass until all are played."""

    def __init__(self, label: str, tries: Sequence[DealTry | None], press: Press) -> None:
        super().__init__("daily", None, press)
        self.label, self.tries = label, tries
        left = sum(counted is None or counted.is_under_way for counted in tries)
        self.has_unplayed, self.detail = bool(left), tr("All played")
        if left:
            self.detail = tr_count("{number} still to play", "{number} still to play", left)

    @property
    def radius(self) -> float:  # type: ignore[override]
        return min(self.rect.h / 2, 30.0)

    def semantics(self) -> Semantics:
        return Semantics(Role.BUTTON, self.label, description=paragraph([full_stop(self.detail), self.hint]))

    def sides(self, kit: Kit, width: float) -> tuple[float, float]:
        return (SIDE + TOWERS_WIDTH + 10, SIDE) if kit.text_scale < LARGE_TEXT else (SIDE, SIDE)

    def words(self, kit: Kit, width: float) -> Box:
        ink = kit.theme.brass if self.has_unplayed else kit.theme.mist
        return column(
            Text(self.label, 18, "head", align=0.5, most=1), Text(self.detail, DETAIL, "body", ink, 0.5, 1), gap=0
        )

    def width_for(self, kit: Kit) -> float:
        return self.words(kit, 0).width_for(kit) + sum(self.sides(kit, 0))

    def paints(self, kit: Kit, hovered: bool) -> tuple[Paint, Paint, float]:
        theme = kit.theme
        rim = theme.brass if self.has_unplayed else theme.mist if hovered else theme.rim
        return (*theme.plate, 245), rim, 2.0 if self.has_unplayed else 1.3

    def draw_more(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        if kit.text_scale < LARGE_TEXT:
            r = self.rect
            put_small_towers(stage, kit, Rect(r.x + SIDE, r.y + 9, TOWERS_WIDTH, r.h - 18), self.tries)


# -- skyline


CITY_HEIGHT = 0.62
"""Height of a tower's sheet in the player's city, as a share of the sky."""
MAX_PITCH = 0.55
"""Distance between towers if there are few, as a share of a tower's height (`PITCH`)."""


class CityBehind:
    """The player's city behind the games' towers. It is painted one tower per frame, then joined into one picture."""

    def __init__(self) -> None:
        self.picture: pygame.Surface | None = None
        """As wide as the window, with the ground at its lower edge; None until all visible towers are painted."""
        self.shown = 0.0
        """The picture's opacity, from 0 to 1."""
        self.needs_painting = False
        """Whether towers are still to be painted; until they are, the old picture is shown."""
        self._laid: tuple[Kit, float] | None = None
        self._paths: list[Path] = []
        self._city = City([], 1)

    def lay(self, kit: Kit, ground: float, games: list[Saved]) -> None:
        """Set the size and the games; the picture stays if nothing visible has changed."""
        height = ground * CITY_HEIGHT
        most = int(kit.width / (PITCH * height)) + 3
        newest = games[-most - (len(games) - most) % 2 :]  # so that its first tower stands in the front row
        paths = [game.path for game in games[-most:]]
        if self._laid == (kit, ground) and paths == self._paths:
            return
        if self._laid != (kit, ground) or not games:
            self.picture, self.shown = None, 0.0
        self._laid, self._paths, self.needs_painting = (kit, ground), paths, bool(games)
        free = (kit.width / height - 2 * STREET_EDGE) / max(1, len(newest))
        self._city = City(newest, height, min(MAX_PITCH, max(PITCH, free)))

    def paint_next(self) -> None:
        """Paint one tower; after the last one, join them into one picture."""
        assert self._laid
        kit, _ = self._laid
        if not self._city.paint_next(kit, self._left, kit.width):
            self.picture, self.needs_painting = self._compose(kit), False

    @property
    def _left(self) -> float:
        """The window's left edge in the city, so that the newest tower is at the right."""
        assert self._laid
        wide, city = self._laid[0].width, self._city.width
        return (city - wide) / 2 if city < wide else city - wide

    def _compose(self, kit: Kit) -> pygame.Surface:
        height = self._city.height
        sheet = pygame.Surface((kit.metrics.pixels[0], round(height * kit.scale)), pygame.SRCALPHA)
        for tower in self._city.standing(kit, self._left, kit.width, height):
            sheet.blit(
                tower.picture, (round(tower.rect.x * kit.scale), sheet.get_height() - tower.picture.get_height())
            )
        return veiled(kit, sheet)


DARK_SCALE = 0.62
"""Scale of the towers of games that cannot be played, which stand further back."""
MAX_DISTANCE = 285.0
"""From one lit tower to the next."""
MIN_HEIGHT = 60.0
"""Of the highest tower, even if a tiny window leaves no room above the words."""


@dataclass
class SkylineTower:
    """A tower of the skyline."""

    design: Design
    is_lit: bool
    x: float = 0.0
    """The tower's middle."""
    height: float = 0.0
    grown: float = 1.0
    light: float = 1.0
    halo: float = 0.0
    dark_windows: set[int] = field(default_factory=set)

    @property
    def name(self) -> str:
        return self.design.name

    @property
    def width(self) -> float:
        return self.height * FRONT_WIDTH / FRONT_HEIGHT


class Skyline:
    """The lit towers of the games that can be played, and behind them dark towers of the other games."""

    def __init__(self, lit: Sequence[Design], dark: Sequence[Design], motion: Motion) -> None:
        self.motion = motion
        self.lit = [SkylineTower(design, True) for design in lit]
        self.dark = [SkylineTower(design, False) for design in dark]
        self.ground = self.pitch = 0.0
        self._rng = random.Random(3)
        self._wait = 0.0
        self._twinkle = Twinkle()
        self.city = CityBehind()

    def lay(self, kit: Kit, ground: float, top: float) -> None:
        """Place the towers between `top` and `ground`, in logical units."""
        self.ground = ground
        self.pitch = pitch = min(MAX_DISTANCE, (kit.width - 60) / max(1, len(self.lit)))
        high = max(MIN_HEIGHT, ground - top)
        if len(self.lit) > 1:
            high = min(high, (pitch - 4) * FRONT_HEIGHT / FRONT_WIDTH)  # towers must not overlap
        for index, tower in enumerate(self.lit):
            tower.height = high * tower.design.height
            tower.x = kit.width / 2 + (index - (len(self.lit) - 1) / 2) * pitch
        edge = len(self.lit) / 2 * pitch + 60
        for index, tower in enumerate(self.dark):
            tower.height = high * tower.design.height * DARK_SCALE
            side = -1 if index % 2 else 1
            tower.x = kit.width / 2 + side * (edge + index // 2 * 190)

    def grow(self) -> None:
        """Start the motion of the towers rising from the ground and their lights coming on."""
        for index, tower in enumerate(self.dark):
            tower.grown = 0.0
            self.motion.to(tower, 900, 60 * index, ease_out, grown=1.0)
        for index, tower in enumerate(self.lit):
            tower.grown = tower.light = 0.0
            self.motion.to(tower, 1000, 250 + 140 * index, ease_out_back, grown=1.0)
            self.motion.to(tower, 700, 1050 + 140 * index, ease_in_out, light=1.0)

    def choose(self, name: str, delay: float = 0) -> None:
        """Move the light to a tower, after `delay` milliseconds."""
        for tower in self.lit:
            end = 1.0 if tower.name == name else 0.0
            if tower.halo != end:
                self.motion.to(tower, 260, delay, ease_in_out, halo=end)

    def build_city(self) -> None:
        """Paint one more tower of the player's city; fade the city in when it is complete."""
        self.city.paint_next()
        if self.city.picture and not self.city.shown:
            self.motion.to(self.city, 500, 0, ease_in_out, shown=1.0)

    def live(self, ms: float) -> None:
        """Let time pass: stars twinkle, and now and then a window goes on or off."""
        self._twinkle.update(ms)
        self._wait -= ms
        if self._wait <= 0:
            self._wait = self._rng.uniform(350, 1400)
            tower = self._rng.choice(self.lit)
            tower.dark_windows ^= {self._rng.randrange(12)}

    def draw(self, stage: Stage, kit: Kit) -> None:
        city = self.city.picture
        if city is None or self.city.shown < 1:
            stage.blit(backdrop(kit, self.ground), 0, 0)
        if city:
            stage.blit(backdrop(kit, self.ground, city), 0, 0, round(self.city.shown * 16) / 16)
        self._twinkle.draw(stage, kit, self.ground)
        with stage.clip(0, 0, kit.width, self.ground):
            for tower in (*self.dark, *self.lit):
                self._draw_tower(stage, kit, tower)

    def _draw_tower(self, stage: Stage, kit: Kit, tower: SkylineTower) -> None:
        left = tower.x - tower.width / 2
        top = self.ground - tower.height * min(tower.grown, 1.02)
        if tower.is_lit and tower.halo > 0:
            glow = halo(kit, tower.height)
            stage.blit_centred(glow, tower.x, self.ground - tower.height * 0.42, round(tower.halo * 20) / 20)
        if not tower.is_lit or tower.light < 1:
            stage.blit(dark_facade(kit, tower.design, tower.height), left, top)
        if tower.is_lit and tower.light > 0:
            made = facade(kit, tower.design, tower.height)
            stage.blit(made.lit, left, top, round(tower.light * 24) / 24)
            for number, (patch, x, y) in enumerate(made.out):
                if number in tower.dark_windows and tower.light >= 1:
                    stage.blit(patch, left + x * tower.width, top + y * tower.height)


FAR, NEAR, LOW = 0.34, 0.2, 0.1
"""Heights of the distant roofs, of the near ones, and of the near ones in front of the player's city.

All are shares of the sky.
"""


def backdrop(kit: Kit, ground: float, city: pygame.Surface | None = None) -> pygame.Surface:
    """Return one picture of dusk, beams of light and roofs, with the player's `city` among them."""
    return kit.cached(("skyline", round(ground), city), lambda: _paint_backdrop(kit, ground, city))


def _paint_backdrop(kit: Kit, ground: float, city: pygame.Surface | None) -> pygame.Surface:
    picture = paint_dusk(kit, ground)
    line = round(ground * kit.scale)
    picture.set_clip((0, 0, picture.get_width(), line))
    paint_rays(kit, picture, kit.width / 2, ground)
    far, near = ground * FAR, ground * (LOW if city else NEAR)
    picture.blit(far_roofs(kit, far), (0, line - round(far * kit.scale)))
    if city:
        picture.blit(city, (0, line - city.get_height()))
    picture.blit(near_roofs(kit, near), (0, line - round(near * kit.scale)))
    picture.set_clip(None)
    return picture


# -- title


EDGE = 56.0
GAP = 12.0
MIN_WORDS_WIDTH = 250.0
"""Of the words about a game, beside the menu."""
NAME_FOOT = 128.0
"""The foot of the program's name and the rule below it."""
TOP = 148.0
"""The y of the highest tower's top, below the program's name."""


ABOUT = {
    "saved": mark("Continue an unfinished game, or put it away."),
    "daily": mark("One deal of each game, the same for everybody today."),
    "skyline": mark("Your career: six districts to win, match by match, in the city of your best towers."),
    "puzzles": mark("Positions in which one way to play is clearly best."),
    "statistics": mark("What's been played so far, with the latest games to watch again."),
    "settings": mark("How the program looks and sounds, and its keys."),
    "quit": mark("Leaves the program."),
}
"""What the entries of the lower rows do, by their names."""


class TowerButton(Widget):
    """The button of a game's tower, with the game's name at its foot."""

    def __init__(self, tower: SkylineTower, rect: Rect, press: Press, room: float, about: str) -> None:
        super().__init__(tower.name, rect, press)
        self.group, self.about = Group("games", tr("Games"), is_list=True), about
        self.room = room
        """Width for the name; 0 to hide it."""
        self.is_chosen = False

    def semantics(self) -> Semantics:
        return Semantics(Role.OPTION, load(self.name).title, "", self.about, is_selected=self.is_chosen)

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        if not self.room:
            return
        theme = kit.theme
        title, size = kit.first_fitting((load(self.name).title,), self.room, 18, "head")
        sign = kit.text(title, size, "head", theme.brass if self.is_chosen or hovered else theme.mist)
        y = self.rect.bottom - 21 * kit.text_scale
        stage.blit_centred(sign, self.rect.centerx, y)
        if self.is_chosen:
            line = rule(kit, kit.size_of(sign)[0] + 30)
            stage.blit_centred(line, self.rect.centerx, y + 15 * kit.text_scale)


class TitlePage(Page):
    """The first page of the program. With `opening`, the towers grow before the rest appears."""

    heading = "Topping Out"

    def __init__(self, context: Context, opening: bool = False) -> None:
        super().__init__(context)
        self.motion = context.motion()
        self._find_games()
        self.shown = 1.0
        """Opacity of the program's name, from 0 to 1; the buttons appear at 1."""
        self._opening, self._is_first_visit = opening, True
        self.saved: list[Saved] = []
        self.towers: list[Saved] = []
        """The finished games that have a tower in the player's city; empty if the city is hidden."""
        self.tries: list[DealTry | None] = [None] * len(self.games)
        """The counted tries at today's deals, by game."""
        self.warnings: list[str] = []

    def enter(self) -> None:
        self.context.audio.ambience("dusk")
        self.context.audio.theme(HOME)
        self._read_games()
        self.tries = self._todays_tries()
        grows = self._opening and not self.context.settings.reduced_motion
        self.skyline.choose(self.chosen, 1400 if grows else 0)
        if grows:
            self.shown = 0.0
            self.motion.to(self, 700, 1300, ease_in_out, shown=1.0)
            self.skyline.grow()
        self._opening = False
        if self._is_first_visit:
            self._is_first_visit, self.focus = False, ""
        super().enter()

    def refresh(self) -> None:
        self._read_games()
        self.rebuild()

    def _todays_tries(self) -> list[DealTry | None]:
        """Return the counted try at each of today's deals, even if the library has not read its file yet."""
        today = daily.today()
        tries = counted_tries(self.context.library, [*deals_on(today)])
        return [tries.get((game, today.isoformat())) for game in self.games]

    def _find_games(self) -> None:
        self.games = definition.playable()
        unplayable = (name for name in registry.names() if name not in self.games)
        self.skyline = Skyline([*map(design_of, self.games)], [*map(design_of, unplayable)], self.motion)
        self.chosen = self.games[0]

    def _read_games(self) -> None:
        """Read the saved games and the playable games, which are fewer after a plug-in game has failed."""
        self.saved = unfinished(self.context)
        if self.games != definition.playable():
            self._find_games()
        self.towers = finished_games(self.context.library.found) if self.context.settings.skyline else []
        self.warnings = [*warnings_for(self.context), *problems()]

    def cancel(self) -> None:
        """Stay, and say how to quit the program."""
        self.context.reply(tr("To leave the program, press Quit."))

    # -- layout

    def build(self) -> list[Widget]:
        """Lay out the sky with the towers, the games' names, and below them the words beside the menu."""
        kit = self.kit
        room = kit.width - 2 * EDGE
        menu = self._menu()
        wide = min(max(0.6 * room - GAP, menu.width_for(kit)), room - MIN_WORDS_WIDTH)
        self._infos = {name: self._info(name) for name in self.games}
        highest = max(info.height_for(kit, min(0.4 * room, room - wide) - 2 * GAP) for info in self._infos.values())
        sky, self._words = fill(), space(highest)
        self._names = space(kit.line(34) if len(self.skyline.lit) > 1 else 12)
        below = row(sized(self._words, min(0.4 * room, room - wide) - 2 * GAP), fill(), sized(menu, wide), gap=0)
        page = column(sky, self._names, below, *warning_line(self.context, self.warnings))
        buttons = page.lay(kit, Rect(EDGE, 0, room, kit.height - 24))
        self.ground = sky.rect.bottom
        self.skyline.lay(kit, self.ground, TOP)
        self.skyline.city.lay(kit, self.ground, self.towers)
        return [*self._towers(), *buttons]

    def _info(self, name: str) -> Box:
        """Return the words about a game."""
        mist = self.kit.theme.mist
        blurb, designer, players = self._about(name)
        title, about = Text(load(name).title, 32, "title", most=1), Text(blurb, 18)
        return column(title, about, Text(designer, 15, colour=mist), Text(players, 15, colour=mist), gap=0)

    def _about(self, name: str) -> tuple[str, str, str]:
        """Return a game's blurb, its designer, and the number of players."""
        game = load(name)
        most = game.seats[-1]
        players = tr_count("{number} player", "{number} players", most)
        if len(game.seats) > 1:
            players = tr_count("{least} to {number} player", "{least} to {number} players", most, least=game.seats[0])
        return tr(game.blurb), tr(game.designer), players

    def _towers(self) -> list[Widget]:
        stops: list[Widget] = []
        for tower in self.skyline.lit:
            names = self._names.rect.h
            rect = Rect(tower.x - tower.width / 2, self.ground - tower.height, tower.width, tower.height + names)
            room = self.skyline.pitch - 20 if len(self.skyline.lit) > 1 else 0.0
            blurb, designer, players = self._about(tower.name)
            about = paragraph([blurb, full_stop(designer), full_stop(players), tr("Enter sets up a new game.")])
            stop = TowerButton(tower, rect, self.opens(routes.SETUP, tower.name), room, about)
            stop.is_chosen = tower.name == self.chosen
            stops.append(stop)
        return stops

    def _menu(self) -> Box:
        """Return the menu's rows, all of the same width: new and unfinished games, other ways to play, other pages.

        Only the first row changes when there are unfinished games, so the others keep their places. At the first start,
        until there is a game, the menu also offers the other set of colours.
        """
        game = load(self.chosen).title
        new = Button("new", tr("New game"), self.opens(routes.SETUP, self.chosen), primary=not self.saved)
        new.hint = tr("Sets up a game of {game}.", game=game)
        first: list[Box] = [new]
        if self.saved:
            last = self.saved[0]
            label = tr("Continue {game}", game=load(last.header.game).title)
            more = Button("continue", label, partial(resume, self.context, last), primary=True, detail=progress(last))
            kept = Button("saved", tr("Unfinished ({number})", number=len(self.saved)), self.opens(routes.SAVED_GAMES))
            kept.hint = tr(ABOUT["saved"])
            first = [more, kept, new]
        rows = ([fill(button, button.width_for(self.kit)) for button in entries] for entries in self._entries())
        fill(first[0])
        is_new = self.context.store.is_first and not self.saved and not self.towers
        colours = [row(fill(self._colours()), gap=GAP)] if is_new else []  # above, so no row moves later
        return column(*colours, row(*first, gap=GAP), *(row(*entries, gap=GAP) for entries in rows), gap=GAP)

    def _colours(self) -> Button:
        """Return the button that changes to the set of colours that it names."""
        other = next(name for name in COLOUR_NAMES if name != self.context.settings.colours)

        def change() -> None:
            self.context.settings.colours = other
            self.context.save_settings()
            self.rebuild()

        button = Button("colours", labelled(tr("Colours"), tr(COLOUR_NAMES[other])), change, size=15)
        button.hint = tr(
            "Usual colours, or colours for seats, sites and suits that everyone can tell apart, even in grey."
        )
        return button

    def _entries(self) -> tuple[list[Widget], list[Widget]]:
        """Return the buttons of other ways to play, and those of the other pages."""
        play_buttons: list[Widget] = [
            DealsButton(tr("Today's deals"), self.tries, self.opens(routes.DAILY)),
            Button("puzzles", tr("Puzzles"), self.opens(routes.PUZZLES)),
        ]
        for name in self.games:
            if workshop := table_of(name).workshop:
                to_workshop = Button(f"workshop {name}", tr(workshop.title), self.opens(routes.WORKSHOP, name))
                to_workshop.hint = tr(workshop.about)
                play_buttons.append(to_workshop)
        if self.context.settings.skyline:
            play_buttons.append(Button("skyline", tr("Your city"), self.opens(routes.SKYLINE)))
        page_buttons: list[Widget] = [
            Button("rules", tr("Rules"), self.opens(routes.RULES, self.chosen, offers_guided=True), Verb.RULES),
            Button("statistics", tr("Statistics"), self.opens(routes.STATISTICS)),
            Button("settings", tr("Settings"), self.opens(routes.SETTINGS)),
            Button("quit", tr("Quit"), Quit),
        ]
        play_buttons[1].hint = paragraph([tr(ABOUT[play_buttons[1].name]), self._todays_puzzle()])
        for button in (*play_buttons, *page_buttons):
            button.hint = button.hint or tr(ABOUT.get(button.name, ""))
        page_buttons[-4].hint = tr("The rules of {game}.", game=load(self.chosen).title)
        return play_buttons, page_buttons

    def _todays_puzzle(self) -> str:
        """Return a sentence with the game of the puzzle of the day; empty if there is no puzzle."""
        puzzle = puzzle_of(daily.today(), self.games)
        return tr("Today's puzzle is from {game}.", game=load(puzzle.header.game).title) if puzzle else ""

    # -- time and input

    def on_intent(self, intent: Intent) -> Transition:
        if intent.verb is not Verb.POINT and self.motion.busy:
            self.motion.finish()
        transition = super().on_intent(intent)
        self._choose()
        return transition

    def _choose(self) -> None:
        """Choose the tower under the pointer or with the focus, so that the page shows its game."""
        pointed = self.pointed
        if isinstance(pointed, TowerButton) and pointed.name != self.chosen:
            self.chosen = pointed.name
            self.rebuild()
        self.skyline.choose(self.chosen)

    def update(self, ms: float) -> Transition:
        self.motion.update(ms)
        if self.context.announcer.is_heard and not self.context.settings.welcomed:
            return Push(welcome(self.context))
        if self.skyline.city.needs_painting and not self.motion.busy:
            self.skyline.build_city()
        if self.context.has_idle_life:
            self.skyline.live(ms)
        return None

    @property
    def at_rest(self) -> bool:
        return not self.motion.busy and not self.skyline.city.needs_painting

    # -- drawing

    def headings(self) -> list[Rect]:
        return [Rect(0, 0, self.kit.width, NAME_FOOT)]

    def paint(self, stage: Stage) -> None:
        kit = self.kit
        self.skyline.draw(stage, kit)
        shown = round(self.shown * 20) / 20
        stage.blit_centred(lettering(kit, self.heading.upper(), 72, 0.16), kit.width / 2, 70, shown)
        stage.blit_centred(rule(kit, 180 + 340 * shown), kit.width / 2, 116, shown)
        if self.shown >= 1:
            info, place = self._infos[self.chosen], self._words.rect
            info.show(stage, kit, Rect(place.x, place.y, place.w, info.height_for(kit, place.w)))

    def draw(self, stage: Stage) -> None:
        if self.shown >= 1:
            super().draw(stage)
        else:
            self.paint(stage)


def welcome(context: Context) -> Scene:
    """Return the dialog that offers a lesson in listening, and note that it was shown."""
    context.settings.welcomed = True
    context.save_settings()
    text = tr(
        "Everything here can be heard. {key} lists all keys, wherever you are. Would you like a "
        "lesson in listening? It takes two minutes, and you can also find it later on the keys "
        "page.",
        key=context.devices.program_keys.label(Verb.KEYS),
    )
    answers = ((tr("Take the lesson"), lambda: Push(routes.LISTENING(context))), (tr("Not now"), None))
    return Notice(context, tr("Welcome"), text, answers)
