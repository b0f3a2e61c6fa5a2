"""Feats: the page that lists them, their medals, and the feats gained in a match.

Statistics share the choice of a game and a player.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial

import pygame

from topping_out.game.language import mark, tr, tr_context, tr_count, tr_label
from topping_out.game.match import Match
from topping_out.game.progress.summary import Feat, finder_of
from topping_out.game.registry import load
from topping_out.game.storage.history import first_feats, new_feats
from topping_out.game.storage.library import Saved
from topping_out.game.text import dots, labelled, listed, paragraph

from .. import routes
from ..accessibility.semantics import Role, Semantics
from ..kit.kit import Kit
from ..kit.sprites import ease_out_back, painted_once
from ..kit.stage import Paint, Stage
from ..kit.theme import Colour, Theme, mix
from ..manager import Push, Transition
from ..match import definition
from ..match.phrases import date_and_time, player_names, reading_progress
from ..match.scene import humans_of
from ..match.start import watch_again
from ..system.context import Context
from ..ui.column import ColumnPage, Rows
from ..ui.layout import Box, Press, Text, column
from ..ui.widgets import Card, Stepper

# -- medal


WIDTH, HEIGHT = 48.0, 62.0
"""Size of the medal's picture at size 1, in logical units."""
DISC_RADIUS = 20.0
"""Radius of the brass disc."""
RAYS = 20
FULL_SIZE, BRIEF_SIZE = 1.0, 0.62
"""Sizes of the medal on a card with title and description, and on one with the title only."""


def metal(theme: Theme, tier: int) -> Colour:
    """Return the colour of a medal's metal."""
    if tier == 1:
        return mix(mix(theme.brass, theme.ember, 0.5), theme.night, 0.12)
    return mix(theme.mist, theme.paper, 0.35) if tier == 2 else theme.brass


@painted_once
def medal(kit: Kit, size: float = 1.0, tier: int = 3) -> pygame.Surface:
    """Return a medal: two tails of ribbon, a notched rim, and the topping-out tree in relief on bright metal."""
    theme = kit.theme
    brass = metal(theme, tier)
    dark = mix(brass, theme.night, 0.55)
    canvas = kit.canvas(WIDTH * size, HEIGHT * size, brass)

    def at(*points: tuple[float, float]) -> list[tuple[float, float]]:
        return [(x * size, y * size) for x, y in points]

    middle, low = WIDTH / 2, HEIGHT - DISC_RADIUS - 2
    red, blue = theme.suits[1], theme.seats[0]
    canvas.polygon(at((7, 0), (21, 0), (29, 26), (17, 30)), red)
    canvas.polygon(at((WIDTH - 7, 0), (WIDTH - 21, 0), (WIDTH - 29, 26), (WIDTH - 17, 30)), blue)
    canvas.polygon(at((11, 0), (14, 0), (24, 28), (21, 29)), mix(red, theme.paper, 0.6))
    canvas.polygon(
        at((WIDTH - 11, 0), (WIDTH - 14, 0), (WIDTH - 24, 28), (WIDTH - 21, 29)), mix(blue, theme.paper, 0.6)
    )
    rim = [
        (middle + r * math.cos(a), low + r * math.sin(a))
        for n in range(2 * RAYS)
        for r, a in [(DISC_RADIUS if n % 2 else DISC_RADIUS - 2.2, math.pi * n / RAYS)]
    ]
    canvas.polygon(at(*rim), dark)
    canvas.circle(middle * size, low * size, (DISC_RADIUS - 2.6) * size, brass)
    canvas.circle((middle - 3) * size, (low - 4) * size, (DISC_RADIUS - 8) * size, mix(brass, theme.paper, 0.45))
    canvas.circle(middle * size, low * size, (DISC_RADIUS - 5) * size, dark, 1.1 * size)
    for top, half, foot in ((-12.0, 5.0, -3.0), (-7.5, 7.5, 3.0), (-2.0, 9.5, 8.5)):
        canvas.polygon(at((middle, low + top), (middle + half, low + foot), (middle - half, low + foot)), dark)
    canvas.rect((middle - 1.6) * size, (low + 8) * size, 3.2 * size, 5 * size, dark)
    return canvas.done()


@painted_once
def outline(kit: Kit, size: float = 1.0) -> pygame.Surface:
    """Return the outline of a medal that is still to be earned."""
    canvas, paint = kit.canvas(WIDTH * size, HEIGHT * size, kit.theme.mist), (*kit.theme.mist, 150)
    middle, low, thick = WIDTH / 2 * size, (HEIGHT - DISC_RADIUS - 2) * size, 1.3 * size
    for side in (-1, 1):
        tail = [(middle + side * x * size, y * size) for x, y in ((7, 22), (17, 1), (3, 1), (0, 9))]
        canvas.line(tail, paint, thick)
    canvas.circle(middle, low, (DISC_RADIUS - 1) * size, paint, thick)
    canvas.circle(middle, low, (DISC_RADIUS - 5) * size, (*kit.theme.mist, 80), thick)
    return canvas.done()


class MedalCard(Card):
    """A feat just achieved, with its medal, title and description. Pressing it opens the page of all feats."""

    pad = 12.0

    def __init__(
        self,
        name: str,
        spoken: str,
        words: tuple[str, str],
        tier: int,
        press: Press,
        grown: Callable[[], float],
        brief: bool,
    ) -> None:
        """`spoken` is its name for screen readers. `words` are its title and description; a `brief` card shows
        only the title. `grown` returns how far the medal has grown, from 0 to 1."""
        super().__init__(name, None, press)
        self.spoken, (self.title, self.about), self._grown, self.is_brief = spoken, words, grown, brief
        self.tier = tier

    def semantics(self) -> Semantics:
        return Semantics(Role.BUTTON, self.spoken, tier_title(self.tier), self.about)

    @property
    def _size(self) -> float:
        return BRIEF_SIZE if self.is_brief else FULL_SIZE

    def words(self, kit: Kit, width: float) -> Box:
        title = Text(self.title, 17, "head", kit.theme.brass, most=1 if self.is_brief else 2)
        return column(title, *([] if self.is_brief else [Text(self.about, 13.5, colour=kit.theme.mist)]), gap=1)

    def sides(self, kit: Kit, width: float) -> tuple[float, float]:
        return WIDTH * self._size + 26, 12.0

    def height_for(self, kit: Kit, width: float) -> float:
        return max(super().height_for(kit, width), HEIGHT * self._size + 8)

    def paints(self, kit: Kit, hovered: bool) -> tuple[Paint, Paint, float]:
        return (*kit.theme.brass, 26), kit.theme.paper if hovered else kit.theme.brass, 1.2

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        self.strength = min(1.0, self._grown() * 2)
        if self.strength > 0:
            super().draw(stage, kit, hovered)

    def draw_more(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        share, x, y = self._grown(), self.rect.x + WIDTH * self._size / 2 + 13, self.rect.centery
        light = kit.shadow(8, 8, 4, 30 * self._size, 0.9, kit.theme.window)
        stage.blit_centred(light, x, y, 0.25 + 0.75 * round((1 - share) * 8) / 8)
        stage.blit_centred(kit.tilted(medal(kit, self._size, self.tier), 0, max(0.1, ease_out_back(share))), x, y)


# -- new feats


class NewFeats:
    """The feats that humans have achieved for the first time."""

    def __init__(self, context: Context, match: Match) -> None:
        self._context, self._match = context, match
        self._humans, library = humans_of(match.header), context.library
        new = new_feats(match.record, library.path, library.finished()) if self._humans else []
        self._new = sorted(new, key=lambda each: -each[1].tier)

    @cached_property
    def words(self) -> list[str]:
        """A sentence for each player who achieved something."""
        names = dict.fromkeys(player for player, _ in self._new)
        return [self._sentence_for(name, [feat for player, feat in self._new if player == name]) for name in names]

    def _sentence_for(self, player: str, feats: Sequence[Feat]) -> str:
        titles = listed([tr("“{feat}”", feat=tr(feat.title)) for feat in feats])
        if len(self._humans) == 1:
            # Translators: {feats} is a list of titles.
            return tr("For the first time: {feats}.", feats=titles)
        return tr("{player}, for the first time: {feats}.", player=tr_label(player), feats=titles)

    def __len__(self) -> int:
        return len(self._new)

    def medals(self, grown: Callable[[int], float]) -> Iterator[Box | None]:
        """Yield the column of medal cards, first with descriptions, then without, and finally None.

        `grown` returns how far the medal with that number has grown (`MedalCard`).
        """
        for brief in (False, True) if self._new else ():
            yield column(*(self._medal(number, grown, brief) for number in range(len(self._new))))
        yield None

    def _medal(self, number: int, grown: Callable[[int], float], brief: bool) -> MedalCard:
        player, feat = self._new[number]
        title = tr(feat.title)
        if len(self._humans) > 1:
            title = labelled(tr_label(player), title)
        words, spoken = (title, tr(feat.about)), self._sentence_for(player, [feat])
        return MedalCard(f"medal {number}", spoken, words, feat.tier, self.open_page, lambda: grown(number), brief)

    def open_page(self) -> Transition:
        """Open the page of this game's feats."""
        return Push(routes.FEATS(self._context, self._match.game.name, self._new[0][0]))


# -- feats


SHELVES = (1, 2, 3)
"""The tiers of the medals, from the top of the cabinet down."""
CELL_WIDTH = 300.0
CELL_SIZE = 0.85
"""Size of a medal on its shelf."""
PLANK = 5.0


def tier_title(tier: int) -> str:
    """Return the metal of a tier's medals."""
    if tier == 1:
        return tr_context("a medal", "Bronze")
    return tr_context("a medal", "Silver") if tier == 2 else tr_context("a medal", "Gold")


class FeatCell(Card):
    """A feat's place in the cabinet: its medal, or an outline while it is not achieved, and what it asks for.

    Pressing a medal opens the replay of the game in which the feat was first achieved.
    """

    def __init__(self, feat: Feat, saved: Saved | None, press: Press | None) -> None:
        super().__init__(feat.name, None, press)
        self.feat, self.is_achieved = feat, saved is not None
        self.title, self.about, self.note = tr(feat.title), tr(feat.about), tr(feat.about)
        if saved:
            first = dots((date_and_time(saved.header.started), player_names(saved)))
            self.note = tr("{about} First achieved: {game}.", about=self.about, game=first)
            self.hint = tr("Watch the game again, step by step.")

    def semantics(self) -> Semantics:
        if self.is_achieved:
            return Semantics(Role.BUTTON, self.title, tier_title(self.feat.tier), paragraph([self.note, self.hint]))
        return Semantics(Role.ITEM, self.title, tr_context("a feat", "not achieved yet"), self.note)

    def words(self, kit: Kit, width: float) -> Box:
        theme = kit.theme
        title = Text(self.title, 16, "head", theme.paper if self.is_achieved else theme.mist, most=2)
        return column(title, Text(self.about, 13.5, colour=theme.mist), gap=0)

    def sides(self, kit: Kit, width: float) -> tuple[float, float]:
        return WIDTH * CELL_SIZE + 18, 8.0

    def height_for(self, kit: Kit, width: float) -> float:
        return max(super().height_for(kit, width), HEIGHT * CELL_SIZE + 10) + PLANK + 2

    def paints(self, kit: Kit, hovered: bool) -> tuple[Paint, Paint, float]:
        theme = kit.theme
        if self.is_achieved:
            return (*theme.plate, 235), theme.mist if hovered else metal(theme, self.feat.tier), 1.0
        return (*theme.plate, 110), theme.rim, 0.0

    def draw_more(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        r, size = self.rect, CELL_SIZE
        picture = medal(kit, size, self.feat.tier) if self.is_achieved else outline(kit, size)
        stage.blit(picture, r.x + 10, r.bottom - PLANK - kit.size_of(picture)[1] - 3)
        wood = mix(kit.theme.brass, kit.theme.night, 0.6)
        stage.blit(kit.plate(r.w, PLANK, wood, wood, 0, 1), r.x, r.bottom - PLANK)


class FeatsPage(ColumnPage):
    """All feats of a game in a cabinet, on a shelf for each tier; which of them a player has achieved."""

    heading = mark("Feats")
    column_width = 1180.0

    def __init__(self, context: Context, game: str = "", player: str = "") -> None:
        super().__init__(context)
        self.chosen = GameAndPlayer(self.rebuild, game, player)
        self._read()

    def _read(self) -> None:
        """Read the finished games that the library has found so far."""
        self.finished = self.context.library.finished()
        self.chosen.offer([name for name in definition.playable() if finder_of(name).feats], self._players)

    def _players(self, game: str) -> list[str]:
        """Return the names of the humans who have played a game, the most recent first."""
        played = [saved for saved in self.finished if saved.header.game == game]
        names = (player.name for saved in played for player in saved.header.seats if player.is_human)
        return [*dict.fromkeys(names)]

    def refresh(self) -> None:
        self._read()
        self.rebuild()

    def put_rows(self, rows: Rows) -> None:
        if reading := reading_progress(self.context.library):
            rows.words("reading", reading)
        self.chosen.put_in(rows)
        feats = finder_of(self.chosen.game).feats
        mine = first_feats(self.chosen.game, self.finished).get(self.chosen.player, {})
        across = max(1, int(self.viewport_rect().w // self.kit.wide(CELL_WIDTH)))
        for tier in SHELVES:
            shelf = [feat for feat in feats if feat.tier == tier]
            if shelf:
                got = sum(feat.name in mine for feat in shelf)
                # Translators: {number} is how many there are, {got} how many of them have been brought off.
                label = tr_count("{got} of {number} feat", "{got} of {number} feats", len(shelf), got=got)
                rows.label(f"tier {tier}", dots((tier_title(tier), label)))
                rows.grid([self._cell(feat, mine.get(feat.name)) for feat in shelf], across)

    def _cell(self, feat: Feat, saved: Saved | None) -> FeatCell:
        return FeatCell(feat, saved, partial(watch_again, self.context, saved) if saved else None)


# -- game and player


class GameAndPlayer:
    """Steppers for a game and one of its players; `changed` is called after each choice."""

    def __init__(self, changed: Callable[[], None], game: str = "", player: str = "") -> None:
        self._changed, self.game, self.player = changed, game, player
        self._games: Sequence[str] = ()
        self._players: Callable[[str], Sequence[str]] = lambda game: ()

    def offer(self, games: Sequence[str], players: Callable[[str], Sequence[str]]) -> None:
        """Set which games are offered, and the players of each; the current choice stays if it is still offered."""
        self._games, self._players = games, players
        self._settle()

    def _settle(self) -> None:
        self.game = self.game if self.game in self._games else next(iter(self._games), "")
        players = self._players(self.game)
        self.player = self.player if self.player in players else next(iter(players), "")

    def put_in(self, rows: Rows) -> None:
        """Add the steppers, each only if there is more than one choice."""
        players = self._players(self.game)
        if len(self._games) > 1:
            titles, at = [load(game).title for game in self._games], self._games.index(self.game)
            rows.put(Stepper("game", tr("Game"), "", titles, at, lambda place: self._choose(self._games[place])))
        if len(players) > 1:
            names, at = [tr_label(name) for name in players], players.index(self.player)
            rows.put(
                Stepper("player", tr("Player"), "", names, at, lambda place: self._choose(self.game, players[place]))
            )

    def _choose(self, game: str, player: str = "") -> None:
        self.game, self.player = game, player or self.player
        self._settle()
        self._changed()
