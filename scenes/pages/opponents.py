"""Who plays against you from here on: other bots take over in the midst of a game."""

from __future__ import annotations

from functools import partial

from topping_out.game import roster
from topping_out.game.bots.takeovers import as_bot
from topping_out.game.engine import Seat
from topping_out.game.language import mark, tr, tr_label
from topping_out.game.match import Match
from topping_out.game.record import Player
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.manager import Pop
from topping_out.scenes.match.start import hand_over_to
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.column import ColumnPage, Rows
from topping_out.scenes.ui.layout import Box, fill
from topping_out.scenes.ui.phrases import bot_words
from topping_out.scenes.ui.widgets import Button, Stepper


class OpponentsPage(ColumnPage):
    """A row for each bot, with all who could play instead."""

    heading = mark("Opponents")
    column_width = 620.0

    def __init__(self, context: Context, match: Match) -> None:
        super().__init__(context)
        self.match = match
        self._others: dict[Seat, Player] = {}
        """Who is to take over, by seat."""

    def put_rows(self, rows: Rows) -> None:
        begun = tr("They take over the table as it is. A game that somebody takes over doesn't count.")
        fresh = tr("Nobody has played yet, so this game still counts.")
        rows.words("about", begun if self.match.record.actions() else fresh)
        rows.label("bots", tr("Bots"))
        for seat, player in enumerate(self.match.header.seats):
            if not player.is_human:
                rows.put(self._row(seat, player))

    def _row(self, seat: Seat, player: Player) -> Stepper:
        others = {one.level for one in self._seats if one is not self._seats[seat]}
        kinds = [kind for kind in (*roster.LEVELS, *roster.characters()) if kind in roster.LEVELS or kind not in others]
        kinds = kinds if player.level in kinds else [player.level, *kinds]
        labels = [bot_words(player if kind == player.level else self._as(seat, kind)) for kind in kinds]
        at = kinds.index(self._seats[seat].level)
        return Stepper(
            f"bot{seat}", tr_label(player.name), "", labels, at, lambda place: self._take(seat, kinds[place])
        )

    @property
    def _seats(self) -> list[Player]:
        return [self._others.get(seat, player) for seat, player in enumerate(self.match.header.seats)]

    def _as(self, seat: Seat, kind: str) -> Player:
        taken = {player.name for other, player in enumerate(self._seats) if other != seat}
        return as_bot(self.match.header.seats[seat], kind, taken)

    def _take(self, seat: Seat, kind: str) -> None:
        self._others.pop(seat, None)
        if kind != self.match.header.seats[seat].level:
            self._others[seat] = self._as(seat, kind)
        self.rebuild()

    def foot(self) -> list[Box]:
        play = partial(hand_over_to, self.context, self.match, self._others)
        key = self.key(Verb.PLAY)
        return [
            Button("back", tr("Back"), Pop, key=self.key(Verb.CANCEL)),
            fill(),
            Button("play", tr("Play on"), play, Verb.PLAY, key, primary=True, enabled=bool(self._others)),
        ]
