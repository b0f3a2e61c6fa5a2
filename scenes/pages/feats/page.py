"""The feats of a game: those brought off, with the game in which it was first, and those that are still to come."""

from __future__ import annotations

from functools import partial

from topping_out.game.language import mark, tr, tr_count
from topping_out.game.progress.feat import Feat, finder_of
from topping_out.game.storage.history.feats import first_feats
from topping_out.game.storage.library import Saved
from topping_out.game.text import dots
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.match import definition
from topping_out.scenes.pages.feats.medal import BRIEF, medal
from topping_out.scenes.pages.game_and_player import GameAndPlayer
from topping_out.scenes.pages.waiting import watch_again
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.column import ColumnPage, LinkRow, Rows
from topping_out.scenes.ui.phrases import date_and_time, player_names, reading_progress
from topping_out.scenes.ui.widgets import ListRow, Press


class FeatRow(LinkRow):
    """A feat that was brought off, with its medal; it leads to the game."""

    def __init__(self, feat: Feat, saved: Saved, press: Press) -> None:
        first = dots((date_and_time(saved.header.started), player_names(saved)))
        super().__init__(feat.name, tr(feat.title), tr(feat.about), press)
        self.note = tr("{about} First: {game}.", about=tr(feat.about), game=first)
        self.hint = tr("Watch the game again, step by step.")

    def draw_value(self, stage: Stage, kit: Kit) -> None:
        stage.blit_centred(medal(kit, BRIEF), self.rect.right - 34, self.rect.centery)


class FeatsPage(ColumnPage):
    """Steppers for game and player, and a row for each feat."""

    heading = mark("Feats")
    column_width = 860.0
    back_label = mark("Back")

    def __init__(self, context: Context, game: str = "", player: str = "") -> None:
        super().__init__(context)
        self.chosen = GameAndPlayer(self.rebuild, game, player)
        self._read()

    def _read(self) -> None:
        """Take up what is known of the finished games."""
        self.finished = self.context.library.finished()
        self.chosen.offer([name for name in definition.playable() if finder_of(name).feats], self._players)

    def _players(self, game: str) -> list[str]:
        """Return the humans who have played a game, the latest first."""
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
