"""The title: the games as towers on a skyline, the last unfinished one a click away."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from topping_out.game import registry
from topping_out.game.bots.puzzles.today import puzzle_of
from topping_out.game.language import mark, tr, tr_count
from topping_out.game.progress import daily
from topping_out.game.registry import load
from topping_out.game.storage.history.tries import DealTry, counted_tries
from topping_out.game.storage.library import Saved
from topping_out.game.text import full_stop, paragraph
from topping_out.scenes import routes
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.audio.music import HOME
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.motion import ease_in_out
from topping_out.scenes.kit.pictures.ornament import lettering, rule
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Push, Quit, Scene, Transition
from topping_out.scenes.match import definition
from topping_out.scenes.match.definition import design_of, problems, table_of
from topping_out.scenes.match.start import resume, unfinished
from topping_out.scenes.pages.skyline.city import finished_games
from topping_out.scenes.pages.title.deals_button import DealsButton
from topping_out.scenes.pages.title.skyline import Skyline, SkylineTower
from topping_out.scenes.pages.warning import warning_line
from topping_out.scenes.system.context import Context
from topping_out.scenes.system.warnings import warnings_for
from topping_out.scenes.ui.dialog import Notice
from topping_out.scenes.ui.layout import Box, Text, column, fill, row, sized, space
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.phrases import progress
from topping_out.scenes.ui.widgets import Button, Press, Rect, Widget

EDGE = 56.0
GAP = 12.0
LEAST_WORDS = 250.0
"""Room for the words about a game, beside the second row."""
TOP = 148.0
"""Where the highest tower ends, under the name of the whole."""


ABOUT = {
    "saved": mark("Continue an unfinished game, or put it away."),
    "daily": mark("One deal of each game, the same for everybody today."),
    "skyline": mark("The best tower of every game you've finished, as a city to walk along."),
    "puzzles": mark("Positions in which one way to play is clearly best."),
    "statistics": mark("What has been played so far, with the latest games to watch again."),
    "settings": mark("How the program looks and sounds, and its keys."),
    "quit": mark("Leaves the program."),
}
"""What the entries of the lower rows do."""


class TowerButton(Widget):
    """A tower that can be chosen, with the game's name at its foot."""

    def __init__(self, tower: SkylineTower, rect: Rect, press: Press, room: float, about: str) -> None:
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
        self._opening, self._is_new = opening, True
        self.saved: list[Saved] = []
        self.towers: list[Saved] = []
        """The finished games that have a tower in the player's city; none where that is hidden."""
        self.tries: list[DealTry | None] = [None] * len(self.games)
        """The tries at today's deals that count."""
        self.warnings: list[str] = []

    def enter(self) -> None:
        self.context.audio.ambience("dusk")
        self.context.audio.theme(HOME)
        self._look()
        self.tries = self._todays_tries()
        grows = self._opening and not self.context.settings.reduced_motion
        self.skyline.choose(self.chosen, 1400 if grows else 0)
        if grows:
            self.shown = 0.0
            self.motion.to(self, 700, 1300, ease_in_out, shown=1.0)
            self.skyline.grow()
        self._opening = False
        if self._is_new:
            self._is_new, self.focus = False, ""
        super().enter()

    def refresh(self) -> None:
        self._look()
        self.rebuild()

    def _todays_tries(self) -> list[DealTry | None]:
        """Return the try at each of today's deals that counts; it is found even if its file is not read yet."""
        deals = []
        for game in self.games:
            with suppress(ValueError):  # the page of the deals tells of a rota that cannot be used
                deals.append(daily.deal_of(game, daily.today()))
        tries, today = counted_tries(self.context.library, deals), daily.today().isoformat()
        return [tries.get((game, today)) for game in self.games]

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
        """Only tell: the way out of the program is its button."""
        self.context.reply(tr("To leave the program, press Quit."))
        return None

    # -- layout

    def build(self) -> list[Widget]:
        """Lay out the sky for the towers, the games' names, and below words and menu beside one another."""
        kit = self.kit
        room = kit.width - 2 * EDGE
        menu = self._menu()
        wide = min(max(0.6 * room - GAP, menu.width_for(kit)), room - LEAST_WORDS)
        self._infos = {name: self._info(name) for name in self.games}
        highest = max(info.height_for(kit, min(0.4 * room, room - wide) - GAP) for info in self._infos.values())
        sky, self._words = fill(), space(highest)
        self._names = space(kit.line(34) if len(self.skyline.lit) > 1 else 12)
        below = row(sized(self._words, min(0.4 * room, room - wide) - GAP), fill(), sized(menu, wide), gap=0)
        page = column(sky, self._names, below, *warning_line(self.context, self.warnings))
        buttons = page.lay(kit, Rect(EDGE, 0, room, kit.height - 24))
        self.ground = sky.rect.bottom
        self.skyline.lay(kit, self.ground, TOP)
        self.skyline.city.lay(kit, self.ground, self.towers)
        return [*self._towers(), *buttons]

    def _info(self, name: str) -> Box:
        """Return the lines about a game."""
        mist = self.kit.theme.mist
        blurb, designer, players = self._about(name)
        title, about = Text(load(name).title, 32, "title", most=1), Text(blurb, 18)
        return column(title, about, Text(designer, 15, colour=mist), Text(players, 15, colour=mist), gap=0)

    def _about(self, name: str) -> tuple[str, str, str]:
        """Return what a game says of itself: what it is, whose it is, and for how many."""
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
        """Return the rows of the menu, all of one width: a game to play, other ways to play, the other pages."""
        game = load(self.chosen).title
        new = Button("new", tr("New game"), self.opens(routes.SETUP, self.chosen), primary=not self.saved)
        new.hint = tr("Sets up a game of {game}.", game=game)
        first: list[Box] = [new]
        if self.saved:
            last = self.saved[0]
            label = tr("Continue {game}", game=load(last.header.game).title)
            more = Button("continue", label, partial(resume, self.context, last), primary=True, detail=progress(last))
            first = [more, new]
        rows = ([fill(button, button.width_for(self.kit)) for button in entries] for entries in self._entries())
        fill(first[0])
        return column(row(*first, gap=GAP), *(row(*entries, gap=GAP) for entries in rows), gap=GAP)

    def _entries(self) -> tuple[list[Widget], list[Widget]]:
        """Return the ways to play beside a new game, and the other pages."""
        ways: list[Widget] = [
            DealsButton(tr("Today's deals"), self.tries, self.opens(routes.DAILY)),
            Button("puzzles", tr("Puzzles"), self.opens(routes.PUZZLES)),
        ]
        for name in self.games:
            if workshop := table_of(name).workshop:
                way = Button(f"workshop {name}", tr(workshop.title), self.opens(routes.WORKSHOP, name))
                way.hint = tr(workshop.about)
                ways.append(way)
        if self.context.settings.skyline:
            ways.append(Button("skyline", tr("Your city"), self.opens(routes.SKYLINE)))
        pages: list[Widget] = [
            Button("rules", tr("Rules"), self._rules, Verb.RULES),
            Button("statistics", tr("Statistics"), self.opens(routes.STATISTICS)),
            Button("settings", tr("Settings"), self.opens(routes.SETTINGS)),
            Button("quit", tr("Quit"), Quit),
        ]
        if self.saved:
            pages.insert(
                0, Button("saved", tr("Unfinished ({number})", number=len(self.saved)), self.opens(routes.SAVED_GAMES))
            )
        ways[1].hint = paragraph([tr(ABOUT[ways[1].name]), self._todays_puzzle()])
        for button in (*ways, *pages):
            button.hint = button.hint or tr(ABOUT.get(button.name, ""))
        pages[-4].hint = tr("The rules of {game}.", game=load(self.chosen).title)
        return ways, pages

    def _todays_puzzle(self) -> str:
        """Return of which game the puzzle of the day is."""
        puzzle = puzzle_of(daily.today(), self.games)
        return tr("Today's is one of {game}.", game=load(puzzle.header.game).title) if puzzle else ""

    def _rules(self) -> Transition:
        return Push(routes.RULES(self.context, self.chosen, offers_guided=True))

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
        if self.context.announcer.is_heard and not self.context.settings.welcomed:
            return Push(welcome(self.context))
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
            info, place = self._infos[self.chosen], self._words.rect
            info.place(self.kit, Rect(place.x, place.y, place.w, info.height_for(self.kit, place.w)))
            info.draw_words(stage, self.kit)

    def draw(self, stage: Stage) -> None:
        if self.shown >= 1:
            super().draw(stage)
        else:
            self.paint(stage)


def welcome(context: Context) -> Scene:
    """Return the offer of a lesson in listening; it is made once."""
    context.settings.welcomed = True
    context.save_settings()
    text = tr(
        "Everything here can be heard. {key} lists all keys, wherever you are. Would you like a "
        "lesson in listening? It takes two minutes, and you can also find it later on the page of "
        "keys.",
        key=context.devices.program_keys.label(Verb.KEYS),
    )
    answers = ((tr("Take the lesson"), lambda: Push(routes.LISTENING(context))), (tr("Not now"), None))
    return Notice(context, tr("Welcome"), text, answers)
