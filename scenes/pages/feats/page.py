"""The feats of a game: those brought off, with the game in which it was first, and those that are still to come."""

from __future__ import annotations

from functools import partial

import pygame

from topping_out.game.feat import Feat, finder_of
from topping_out.game.language import mark, tr, tr_count, tr_label
from topping_out.game.record import RecordError
from topping_out.game.registry import load
from topping_out.game.storage.feats import first_feats
from topping_out.game.storage.journal import read_record
from topping_out.game.storage.library import Saved
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures.topping_tree import topping_tree
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Push, Transition
from topping_out.scenes.match import definition
from topping_out.scenes.pages.waiting import go_through
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.column import ColumnPage, LinkRow, Rows
from topping_out.scenes.ui.dialog import Notice
from topping_out.scenes.ui.phrases import date_and_time, player_names, reading_progress
from topping_out.scenes.ui.widgets import ListRow, Press, Stepper


class FeatRow(LinkRow):
    """A feat that was brought off, with a topping-out tree; it leads to the game."""

    def __init__(self, feat: Feat, saved: Saved, press: Press) -> None:
        first = " · ".join(filter(None, (date_and_time(saved.header.started), player_names(saved))))
        super().__init__(feat.name, tr(feat.title), tr(feat.about), press)
        self.note = tr("{about} First: {game}.", about=tr(feat.about), game=first)
        self.hint = tr("Watch the game again, step by step.")

    def draw_value(self, stage: Stage, kit: Kit) -> None:
        stage.blit_centred(_small_tree(kit), self.rect.right - 34, self.rect.centery)


def _small_tree(kit: Kit) -> pygame.Surface:
    return kit.cached(("small tree",), lambda: pygame.transform.smoothscale_by(topping_tree(kit), 0.45))


class FeatsPage(ColumnPage):
    """Steppers for game and player, and a row for each feat."""

    heading = mark("Feats")
    column_width = 860.0
    back_label = mark("Back")

    def __init__(self, context: Context, game: str = "", player: str = "") -> None:
        super().__init__(context)
        self.games = [name for name in definition.playable() if finder_of(name).feats]
        self.game = game if game in self.games else next(iter(self.games), "")
        self.player = player
        self._read()

    def _read(self) -> None:
        """Take up what is known of the finished games."""
        self.finished = self.context.library.finished()
        self._choose()

    def _choose(self) -> None:
        self.firsts = first_feats(self.game, self.finished)
        played = [saved for saved in self.finished if saved.header.game == self.game]
        names = (player.name for saved in played for player in saved.header.seats if player.is_human)
        self.players = list(dict.fromkeys(names))
        if self.player not in self.players:
            self.player = next(iter(self.players), "")

    def refresh(self) -> None:
        self._read()
        self.rebuild()
        return

    def put_rows(self, rows: Rows) -> None:
        if reading := reading_progress(self.context.library):
            rows.words("reading", reading)
        titles, players = [load(name).title for name in self.games], [tr_label(name) for name in self.players]
        if len(titles) > 1:
            at = self.games.index(self.game)
            rows.put(Stepper("game", tr("Game"), "", titles, at, self._choose_game))
        if len(players) > 1:
            at = self.players.index(self.player)
            rows.put(Stepper("player", tr("Player"), "", players, at, self._choose_player))
        feats, mine = finder_of(self.game).feats, self.firsts.get(self.player, {})
        got = sum(feat.name in mine for feat in feats)
        # Translators: {number} is how many there are, {got} how many of them have been brought off.
        label = tr_count("{got} of {number} feat", "{got} of {number} feats", len(feats), got=got)
        rows.label("feats", label)
        for feat in sorted(feats, key=lambda feat: feat.name not in mine):
            saved = mine.get(feat.name)
            rows.put(
                FeatRow(feat, saved, partial(self._replay, saved))
                if saved
                else ListRow(feat.name, tr(feat.title), tr(feat.about))
            )

    def _choose_game(self, index: int) -> Transition:
        self.game = self.games[index]
        self._choose()
        self.rebuild()
        return None

    def _choose_player(self, index: int) -> Transition:
        self.player = self.players[index]
        self.rebuild()
        return None

    def _replay(self, saved: Saved) -> Transition:
        try:
            return go_through(self.context, read_record(saved.path))
        except RecordError as error:
            return Push(Notice(self.context, tr("Cannot be replayed"), str(error)))
