"""The page that replaces opponents, the choice of game and player on a page, and saving a picture."""

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
from topping_out.game.text import system_says

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
    """Save a picture as PNG in the pictures folder, under a free name; say where it is or what failed."""
    data = io.BytesIO()
    pygame.image.save(picture, data, "png")
    try:
        path = free_path(pictures_folder(), name, ".png")
        write_atomic(path, data.getvalue())
    except OSError as error:
        why = tr("The picture can't be saved: {error}", error=system_says(error))
        return Push(Notice(context, tr("Not saved"), why))
    return Push(Notice(context, tr("Saved"), tr("The picture is here: {file}", file=path), file=path))


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


# -- opponents


class OpponentsPage(ColumnPage):
    """A row for each bot, to choose who plays in its place."""

    heading = mark("Opponents")
    column_width = 620.0

    def __init__(self, context: Context, match: Match) -> None:
        super().__init__(context)
        self.match = match
        self._replacements: dict[Seat, Player] = {}
        """The player who will take over, by seat."""

    def put_rows(self, rows: Rows) -> None:
        begun = tr("A bot that takes over plays on from here, and the game no longer counts.")
        fresh = tr("Nobody has played yet, so this game still counts.")
        rows.words("about", begun if self.match.record.actions() else fresh)
        rows.label("bots", tr("Bots"))
        for seat, player in enumerate(self.match.header.seats):
            if not player.is_human:
                rows.put(self._row(seat, player))

    def _row(self, seat: Seat, player: Player) -> Stepper:
        taken = {other.level for other in self._seats if other is not self._seats[seat]}
        kinds = [kind for kind in (*roster.LEVELS, *roster.characters()) if kind in roster.LEVELS or kind not in taken]
        kinds = kinds if player.level in kinds else [player.level, *kinds]
        labels = [bot_words(player if kind == player.level else self._as(seat, kind)) for kind in kinds]
        at = kinds.index(self._seats[seat].level)
        return Stepper(
            f"bot{seat}", tr_label(player.name), "", labels, at, lambda place: self._take(seat, kinds[place])
        )

    @property
    def _seats(self) -> list[Player]:
        return [self._replacements.get(seat, player) for seat, player in enumerate(self.match.header.seats)]

    def _as(self, seat: Seat, kind: str) -> Player:
        taken = {player.name for other, player in enumerate(self._seats) if other != seat}
        return as_bot(self.match.header.seats[seat], kind, taken)

    def _take(self, seat: Seat, kind: str) -> None:
        self._replacements.pop(seat, None)
        if kind != self.match.header.seats[seat].level:
            self._replacements[seat] = self._as(seat, kind)
        self.rebuild()

    def foot(self) -> list[Box]:
        play = partial(hand_over_to, self.context, self.match, self._replacements)
        key = self.key(Verb.PLAY)
        return [
            Button("back", tr("Back"), Pop, key=self.key(Verb.CANCEL)),
            fill(),
            Button("play", tr("Play on"), play, Verb.PLAY, key, primary=True, enabled=bool(self._replacements)),
        ]
