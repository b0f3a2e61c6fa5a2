"""The title: the games as towers on a skyline, the last unfinished one a click away."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from topping_out.game import registry
from topping_out.game.language import mark, tr, tr_count
from topping_out.game.registry import load
from topping_out.game.storage.library import Saved
from topping_out.scenes import routes
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.motion import ease_in_out
from topping_out.scenes.kit.pictures.ornament import lettering, rule
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Push, Quit, Transition
from topping_out.scenes.match import definition
from topping_out.scenes.match.definition import design_of, problems
from topping_out.scenes.match.start import resume, unfinished
from topping_out.scenes.pages.skyline.city import finished_games
from topping_out.scenes.pages.title.skyline import Skyline, Tower
from topping_out.scenes.system.context import Context
from topping_out.scenes.system.warnings import warnings_for
from topping_out.scenes.ui.dialog import Notice
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.phrases import progress
from topping_out.scenes.ui.widgets import Button, Rect, Widget

EDGE = 56.0
GAP = 12.0
LEAST_WORDS = 250.0
"""Room for the words about a game, beside the second row."""
TOP = 148.0
"""Where the highest tower ends, under the name of the whole."""


ABOUT = {
    "saved": mark("Continue an unfinished game, or put it away."),
    "daily": mark("One deal of each game, the same for everybody today."),
    "skyline": mark("The best tower of every game that you have finished, in a city to walk along."),
    "puzzles": mark("Positions in which one way to play is clearly best."),
    "statistics": mark("What has been played so far, and the latest games to watch again."),
    "settings": mark("How the program looks and sounds, and its keys."),
    "quit": mark("Leaves the program."),
}
"""What the entries of the lower rows do."""

Entry = tuple[str, str, Callable[[], Transition], Verb | None]
MenuEntry = tuple[str, str, Callable[[], Transition], Verb | None, float]


class TowerButton(Widget):
    """A tower that can be chosen, with the game's name at its foot."""

    def __init__(self, tower: Tower, rect: Rect, press: Callable[[], Transition], room: float, about: str) -> None:
        super().__init__(tower.name, rect, press)
        self.group, self.about = Group("games", tr("Games"), is_list=True), about
        self.room = room
        """For its name; 0: the name is not shown."""
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
    """Where everything begins. With `opening`, the towers grow first."""

    heading = "Topping Out"

    def __init__(self, context: Context, opening: bool = False) -> None:
        super().__init__(context)
        self.motion = context.motion()
        self._find_games()
        self.shown = 1.0
        """How much of the name and the buttons shows."""
        self._opening = opening
        self.saved: list[Saved] = []
        self.towers: list[Saved] = []
        """The finished games that have a tower in the player's city; none where that is hidden."""
        self.warnings: list[str] = []

    def enter(self) -> None:
        self.context.audio.ambience("dusk")
        self._look()
        grows = self._opening and not self.context.settings.reduced_motion
        self.skyline.choose(self.chosen, 1400 if grows else 0)
        if grows:
            self.shown = 0.0
            self.motion.to(self, 700, 1300, ease_in_out, shown=1.0)
            self.skyline.grow()
        self._opening = False
        self.focus = ""
        super().enter()

    def refresh(self) -> None:
        self._look()
        self.rebuild()

    def _find_games(self) -> None:
        self.games = definition.playable()
        others = (name for name in registry.names() if name not in self.games)
        self.skyline = Skyline([*map(design_of, self.games)], [*map(design_of, others)], self.motion)
        self.chosen = self.games[0]

    def _look(self) -> None:
        """Look at the saved games; a game of another package may fail as they are played through."""
        self.saved = unfinished(self.context)
        if self.games != definition.playable():
            self._find_games()
        self.towers = finished_games(self.context.library.found) if self.context.settings.skyline else []
        self.warnings = [*warnings_for(self.context), *problems()]

    def cancel(self) -> Transition:
        """Do nothing: the way out of the program is its button."""
        return None

    # -- layout

    def build(self) -> list[Widget]:
        kit, t = self.kit, self.kit.text_scale
        self._names = 46 * t if len(self.skyline.lit) > 1 else 12.0
        bottom = kit.height - 24 - (40 * t if self.warnings else 0)
        self._info_width = (kit.width - 2 * EDGE) * 0.4
        rows = [row for row in (self._entries(self._ways()), self._entries(self._pages())) if row]
        room = kit.width - 2 * EDGE
        self._block = min(max(room - self._info_width - 30, *map(_width, rows)), room - LEAST_WORDS)
        rows = [_stretched(row, self._block) for row in rows]
        self._words_width = min(self._info_width, room - self._block - 2 * GAP)
        need = max(self._info_height(), self._row1 + len(rows) * (GAP + self._row2))
        self.ground = bottom - need - self._names - 14
        self.skyline.lay(kit, self.ground, TOP)
        self.skyline.city.lay(kit, self.ground, self.towers)
        self._info_y = self.ground + self._names + 10
        return [*self._towers(), *self._first_row(), *self._other_rows(rows), *self._warning_button(bottom)]

    @property
    def _row1(self) -> float:
        return 26 + 40 * self.kit.text_scale

    @property
    def _row2(self) -> float:
        return 22 + 22 * self.kit.text_scale

    def _info(self, name: str) -> list[tuple[str, float, str, float]]:
        """Return the lines about a game: text, size, face, height."""
        kit, game = self.kit, load(name)
        blurb, designer, players = self._about(name)
        lines = [(game.title, 32.0, "title", 44.0)]
        lines += [(line, 18.0, "body", 26.0) for line in kit.wrap(blurb, self._words_width, 18)]
        lines += [(line, 15.0, "body", 22.0) for line in kit.wrap(designer, self._words_width, 15)]
        lines.append((players, 15.0, "body", 22.0))
        return lines

    def _about(self, name: str) -> tuple[str, str, str]:
        """Return what a game says of itself: what it is, whose it is, and for how many."""
        game = load(name)
        most = game.seats[-1]
        players = tr_count("{number} player", "{number} players", most)
        if len(game.seats) > 1:
            players = tr_count("{least} to {number} player", "{least} to {number} players", most, least=game.seats[0])
        return tr(game.blurb), tr(game.designer), players

    def _info_height(self) -> float:
        """Return the height that the lines about any of the games need, so that the ground stays where it is."""
        return max(sum(height for *_, height in self._info(name)) for name in self.games) * self.kit.text_scale

    def _towers(self) -> list[Widget]:
        stops: list[Widget] = []
        for tower in self.skyline.lit:
            rect = Rect(tower.x - tower.width / 2, 0, tower.width, tower.height + self._names)
            rect.bottom = self.ground + self._names
            room = self.skyline.pitch - 20 if len(self.skyline.lit) > 1 else 0.0
            blurb, designer, players = self._about(tower.name)
            about = " ".join((blurb, f"{designer}.", f"{players}.", tr("Enter sets up a new game.")))
            stop = TowerButton(tower, rect, partial(self._new_game, tower.name), room, about)
            stop.is_chosen = tower.name == self.chosen
            stops.append(stop)
        return stops

    def _first_row(self) -> list[Widget]:
        """Continue, as wide as there is room, and a new game."""
        right, y = self.kit.width - EDGE, self._info_y
        wide = min(self._block, right - EDGE - self._info_width - 30)
        new = self._wide(tr("New game"), 60) if self.saved else wide
        row: list[Widget] = []
        if self.saved:
            rect = Rect(right - wide, y, wide - new - GAP, self._row1)
            last = self.saved[0]
            label = tr("Continue {game}", game=load(last.header.game).title)
            row.append(Button("continue", rect, label, self._continue, primary=True, detail=progress(last)))
        rect = Rect(right - new, y, new, self._row1)
        row.append(Button("new", rect, tr("New game"), lambda: self._new_game(self.chosen), primary=not self.saved))
        row[-1].hint = tr("Sets up a game of {game}.", game=load(self.chosen).title)
        return row

    def _ways(self) -> list[Entry]:
        """Return what there is beside a new game: name, label, what a press does, its verb."""
        ways: list[Entry] = [
            ("daily", tr("Today's deals"), self._daily, None),
            ("puzzles", tr("Puzzles"), self._puzzles, None),
        ]
        if self.context.settings.skyline:
            ways.append(("skyline", tr("Your skyline"), self._skyline, None))
        return ways

    def _pages(self) -> list[Entry]:
        """Return the other pages."""
        pages: list[Entry] = [
            ("rules", tr("Rules"), self._rules, Verb.RULES),
            ("statistics", tr("Statistics"), self._statistics, None),
            ("settings", tr("Settings"), self._settings, None),
            ("quit", tr("Quit"), Quit, None),
        ]
        if len(self.saved) > 1:
            pages.insert(0, ("saved", tr("Unfinished ({number})", number=len(self.saved)), self._saved, None))
        return pages

    def _entries(self, entries: list[Entry]) -> list[MenuEntry]:
        """Return entries with the width of each."""
        return [(*entry, max(110.0, self._wide(entry[1], 44))) for entry in entries]

    def _other_rows(self, rows: list[list[MenuEntry]]) -> list[Widget]:
        y = self._info_y + self._row1 + GAP
        return [w for number, row in enumerate(rows) for w in self._row(row, y + number * (self._row2 + GAP))]

    def _row(self, entries: list[MenuEntry], y: float) -> list[Widget]:
        row: list[Widget] = []
        right = self.kit.width - EDGE
        for name, label, press, verb, width in reversed(entries):
            button = Button(name, Rect(right - width, y, width, self._row2), label, press, verb)
            rules = tr("The rules of {game}.", game=load(self.chosen).title)
            button.hint = rules if name == "rules" else tr(ABOUT.get(name, ""))
            row.append(button)
            right -= width + GAP
        return row[::-1]

    def _wide(self, label: str, more: float) -> float:
        return self.kit.text_size(label, 18, "head")[0] + more

    def _warning_button(self, bottom: float) -> list[Widget]:
        if not self.warnings:
            return []
        first, *others = self.warnings
        if others:
            first = tr_count(
                "{warning}   (and {number} more)", "{warning}   (and {number} more)", len(others), warning=first
            )
        rect = Rect(EDGE, bottom + 8, self.kit.width - 2 * EDGE, 12 + 18 * self.kit.text_scale)
        return [Button("warning", rect, first, self._explain, size=14)]

    # -- what the buttons do

    def _new_game(self, name: str) -> Transition:
        return Push(routes.SETUP(self.context, name))

    def _continue(self) -> Transition:
        return resume(self.context, self.saved[0])

    def _saved(self) -> Transition:
        return Push(routes.SAVED_GAMES(self.context))

    def _rules(self) -> Transition:
        return Push(routes.RULES(self.context, self.chosen, offers_guided=True))

    def _settings(self) -> Transition:
        return Push(routes.SETTINGS(self.context))

    def _daily(self) -> Transition:
        return Push(routes.DAILY(self.context))

    def _puzzles(self) -> Transition:
        return Push(routes.PUZZLES(self.context))

    def _statistics(self) -> Transition:
        return Push(routes.STATISTICS(self.context))

    def _skyline(self) -> Transition:
        return Push(routes.SKYLINE(self.context))

    def _explain(self) -> Transition:
        return Push(Notice(self.context, tr("Good to know"), "\n".join(self.warnings)))

    # -- time and input

    def on_intent(self, intent: Intent) -> Transition:
        if intent.verb is not Verb.POINT and self.motion.busy:
            self.motion.finish()
        transition = super().on_intent(intent)
        self._choose()
        return transition

    def _choose(self) -> None:
        """Let the tower that is pointed at, or has the focus, be the one that the page speaks of."""
        meant = self.pointed
        if isinstance(meant, TowerButton) and meant.name != self.chosen:
            self.chosen = meant.name
            self.rebuild()
        self.skyline.choose(self.chosen)

    def update(self, ms: float) -> Transition:
        self.motion.update(ms)
        if self.skyline.city.is_due and not self.motion.busy:
            self.skyline.build_city()
        if self.context.has_idle_life:
            self.skyline.live(ms)
        return None

    @property
    def at_rest(self) -> bool:
        return not self.motion.busy and not self.skyline.city.is_due

    # -- drawing

    def paint(self, stage: Stage) -> None:
        kit = self.kit
        self.skyline.draw(stage, kit)
        shown = round(self.shown * 20) / 20
        stage.blit_centred(lettering(kit, self.heading.upper(), 72, 0.16), kit.width / 2, 70, shown)
        stage.blit_centred(rule(kit, 180 + 340 * shown), kit.width / 2, 116, shown)
        if self.shown >= 1:
            self._paint_info(stage)

    def _paint_info(self, stage: Stage) -> None:
        kit, theme = self.kit, self.kit.theme
        colours = {32.0: theme.paper, 18.0: theme.paper, 15.0: theme.mist}
        y = self._info_y
        for text, size, face, height in self._info(self.chosen):
            stage.blit(kit.text(kit.fit(text, self._info_width, size, face), size, face, colours[size]), EDGE, y)
            y += height * kit.text_scale

    def draw(self, stage: Stage) -> None:
        if self.shown >= 1:
            super().draw(stage)
        else:
            self.paint(stage)


def _width(row: list[MenuEntry]) -> float:
    return sum(width for *_, width in row) + GAP * (len(row) - 1)


def _stretched(row: list[MenuEntry], wide: float) -> list[MenuEntry]:
    """Return the entries of a row wider or narrower, so that it is as wide as the others."""
    gaps = GAP * (len(row) - 1)
    scale = (wide - gaps) / (_width(row) - gaps)
    return [(name, label, do, verb, width * scale) for name, label, do, verb, width in row]
