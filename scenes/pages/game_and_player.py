"""Which game and which of its players a page is about: a row to choose each, where there are several."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from topping_out.game.language import tr, tr_label
from topping_out.game.registry import load
from topping_out.scenes.ui.column import Rows
from topping_out.scenes.ui.widgets import Stepper


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
