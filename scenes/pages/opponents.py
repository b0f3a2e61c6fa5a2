"""Who plays: rows of opponents, and the game and player that a page shows."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import partial

import pygame

from topping_out.game import roster
from topping_out.game.bots.weights import as_bot
from topping_out.game.engine import Seat
from topping_out.game.language import mark, tr, tr_label
from topping_out.game.match import Match
from topping_out.game.record import Player
from topping_out.game.registry import load
from topping_out.game.storage.files import free_path, pictures_folder, write_atomic

from ..devices.intents import Verb
from ..manager import Pop, Push, Transition
from ..match.phrases import bot_words
from ..match.start import hand_over_to
from ..system.context import Context
from ..ui.column import ColumnPage, Notice, Rows
from ..ui.layout import Box, fill
from ..ui.widgets import Button, Stepper

# -- keeping


def keep_picture(context: Context, picture: pygame.Surface, name: str) -> Transition:
    """Save a picture as PNG under that name, beside older ones; tell what came of it."""
    data = io.BytesIO()
    pygame.image.save(picture, data, "png")
    try:
        path = free_path(pictures_folder(), name, ".png")
        write_atomic(path, data.getvalue())
    except OSError as error:
        why = tr("The picture can't be saved: {error}", error=error.strerror or error)
        return Push(Notice(context, tr("Not saved"), why))
    return Push(Notice(context, tr("Saved"), tr("The picture is here: {file}", file=path)))


# -- game and player


class GameAndPlayer:
    """The choice; `changed` is called once it is another one."""

    def __init__(self, changed: Callable[[], None], game: str = "", player: str = "") -> None:
        self._changed, self.game, self.player = changed, game, player
        self._games: Sequence[str] = ()
        self._players: Callable[[str], Sequence[str]] = lambda game: ()

    def offer(self, games: Sequence[str], players: Callable[[str], Sequence[str]]) -> None:
        """Offer games, and by game its players; what is chosen stays, if it is among them."""
        self._games, self._players = games, players
        self._settle()

    def _settle(self) -> None:
        self.game = self.game if self.game in self._games else next(iter(self._games), "")
        players = self._players(self.game)
        self.player = self.player if self.player in players else next(iter(players), "")

    def put_in(self, rows: Rows) -> None:
        """Add the rows."""
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


# -- opponents


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
