"""Feats: the page that lists them, their medals, and the feats gained in a match."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial

import pygame

from topping_out.game.language import mark, tr, tr_count, tr_label
from topping_out.game.match import Match
from topping_out.game.progress.summary import Feat, finder_of
from topping_out.game.storage.history import first_feats, new_feats
from topping_out.game.storage.library import Saved
from topping_out.game.text import dots, labelled, listed

from .. import routes
from ..accessibility.semantics import Role, Semantics
from ..kit.kit import Kit
from ..kit.motion import ease_out_back
from ..kit.sprites import painted_once
from ..kit.stage import Paint, Stage
from ..kit.theme import mix
from ..manager import Push, Transition
from ..match import definition
from ..match.phrases import date_and_time, player_names, reading_progress
from ..match.scene import humans_of
from ..system.context import Context
from ..ui.column import ColumnPage, LinkRow, Rows
from ..ui.layout import Box, Press, Text, column
from ..ui.widgets import Card, ListRow
from .opponents import GameAndPlayer
from .waiting import watch_again

# -- medal


WIDTH, HEIGHT = 48.0, 62.0
"""Size of the medal's picture at size 1, in logical units."""
DISC_RADIUS = 20.0
"""Radius of the brass disc."""
RAYS = 20
FULL_SIZE, BRIEF_SIZE = 1.0, 0.62
"""Sizes of the medal on a card with title and description, and on one with the title only."""


@painted_once
def medal(kit: Kit, size: float = 1.0) -> pygame.Surface:
    """Return a medal: two tails of ribbon, a notched rim, and the topping-out tree in relief on bright brass."""
    theme = kit.theme
    brass, dark = theme.brass, mix(theme.brass, theme.night, 0.55)
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


class MedalCard(Card):
    """A feat just achieved, with its medal, title and description. Pressing it opens the page of all feats."""

    pad = 12.0

    def __init__(
        self, name: str, spoken: str, words: tuple[str, str], press: Press, grown: Callable[[], float], brief: bool
    ) -> None:
        """`spoken` is its name for screen readers. `words` are its title and description; a `brief` card shows
        only the title. `grown` returns how far the medal has grown, from 0 to 1."""
        super().__init__(name, None, press)
        self.spoken, (self.title, self.about), self._grown, self.is_brief = spoken, words, grown, brief

    def semantics(self) -> Semantics:
        return Semantics(Role.BUTTON, self.spoken, description=self.about)

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
        stage.blit_centred(kit.tilted(medal(kit, self._size), 0, max(0.1, ease_out_back(share))), x, y)


# -- new feats


class NewFeats:
    """The feats that humans have achieved for the first time."""

    def __init__(self, context: Context, match: Match) -> None:
        self._context, self._match = context, match
        self._humans, library = humans_of(match.header), context.library
        self._new = new_feats(match.record, library.path, library.finished()) if self._humans else []

    @cached_property
    def words(self) -> list[str]:
        """A sentence for each player who achieved something."""
        return [*self._sentences()]

    def _sentences(self) -> Iterator[str]:
        for name in dict.fromkeys(player for player, _ in self._new):
            yield self._sentence_for(name, [feat for player, feat in self._new if player == name])

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
        return MedalCard(f"medal {number}", spoken, words, self.open_page, lambda: grown(number), brief)

    def open_page(self) -> Transition:
        """Open the page of this game's feats."""
        return Push(routes.FEATS(self._context, self._match.game.name, self._new[0][0]))


# -- feats


class FeatRow(LinkRow):
    """An achieved feat with its medal. Pressing it opens the replay of the game in which it was first achieved."""

    def __init__(self, feat: Feat, saved: Saved, press: Press) -> None:
        first = dots((date_and_time(saved.header.started), player_names(saved)))
        super().__init__(feat.name, tr(feat.title), tr(feat.about), press)
        self.note = tr("{about} First: {game}.", about=tr(feat.about), game=first)
        self.hint = tr("Watch the game again, step by step.")

    def draw_value(self, stage: Stage, kit: Kit) -> None:
        stage.blit_centred(medal(kit, BRIEF_SIZE), self.rect.right - 34, self.rect.centery)


class FeatsPage(ColumnPage):
    """All feats of a game; which of them a player has achieved."""

    heading = mark("Feats")
    column_width = 860.0
    back_label = mark("Back")

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
        got = sum(feat.name in mine for feat in feats)
        # Translators: {number} is how many there are, {got} how many of them have been brought off.
        label = tr_count("{got} of {number} feat", "{got} of {number} feats", len(feats), got=got)
        rows.label("feats", label)
        for feat in sorted(feats, key=lambda feat: feat.name not in mine):
            saved = mine.get(feat.name)
            rows.put(
                FeatRow(feat, saved, partial(watch_again, self.context, saved))
                if saved
                else ListRow(feat.name, tr(feat.title), tr(feat.about))
            )
