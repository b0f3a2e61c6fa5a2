"""Tables as small pictures: a deal as it lies there, a try as it stands, or how it ended."""

from __future__ import annotations

from contextlib import suppress

import pygame

from topping_out.game.match import Match
from topping_out.game.progress.daily import YOUR_SEAT, Deal
from topping_out.game.record import Record, RecordError
from topping_out.game.storage.history.tries import DealTry
from topping_out.game.storage.journal import read_record
from topping_out.game.text import plainly
from topping_out.scenes.kit.cache import make_ahead
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.kit.motion import Motion
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.match.board import Board
from topping_out.scenes.match.definition import table_of
from topping_out.scenes.system.context import Context

FINER = 2
"""So many times as large a table is painted before it is scaled down."""
NARROWEST, WIDEST = 4 / 3, 21 / 9
"""Width beside height of the windows that tables are made for."""


class TablePicture:
    """The table of a deal, or of the try at it that counts, as its player sees it; painted a moment at a time."""

    def __init__(self, context: Context, deal: Deal, counted: DealTry | None) -> None:
        self.context, self.deal, self.counted = context, deal, counted
        self.size = (1, 1)
        """Device pixels."""
        self._board: Board | None = None

    @property
    def picture(self) -> pygame.Surface | None:
        """The picture; None while it is not painted."""
        kit = self.context.kit
        return kit.cached(self._key, lambda: pygame.Surface((1, 1))) if kit.has(self._key) else None

    @property
    def _key(self) -> tuple[object, ...]:
        tried = self.counted and (self.counted.saved.path.name, self.counted.saved.turns, self.counted.outcome)
        return "table", self.deal.game, self.deal.date, tried, self.size

    def lay(self, width: float, height: float) -> None:
        """Take so much room, in logical units."""
        scale = self.context.kit.scale
        size = max(1, round(width * scale)), max(1, round(height * scale))
        if size != self.size:
            self.size, self._board = size, None

    def paint_next(self) -> bool:
        """Paint a little more; return False where all of it is there. What cannot be painted stays empty."""
        if self.picture:
            return False
        try:
            board = self._board = self._board or self._set_up()
            if make_ahead(lambda: self._draw(board, Stage(board.kit.scale))):
                self._keep(self._scaled_down(board))
        except Exception as error:  # a record that does not fit, or whatever a game of another package may do
            self.context.report(plainly(f"the table of {self.deal.game!r} cannot be painted: {error}"))
            self._keep(pygame.Surface((1, 1)))
        return True

    def _draw(self, board: Board, stage: Stage) -> None:
        if self.counted and self.counted.outcome:
            board.draw_ended(stage)
        else:
            board.draw(stage, None)

    def _keep(self, picture: pygame.Surface) -> None:
        self.context.kit.cached(self._key, lambda: picture)
        self._board = None

    def _set_up(self) -> Board:
        """Put the table into a window of its own, finer than the picture, and no flatter than tables are made for."""
        match, seat, (wide, high) = Match(self._record()), YOUR_SEAT, self.size
        aspect = min(max(wide / high, NARROWEST), WIDEST)
        wide = max(wide, round(high * NARROWEST))  # where the room is higher than that, the sides are cut off
        kit = Kit(Metrics((FINER * wide, round(FINER * wide / aspect))), theme=self.context.kit.theme)

        def history() -> list[object]:
            return [match.game.redact(event, seat) for step in match.steps for event in step.events]

        view, table = match.game.view(match.state, seat), table_of(self.deal.game)
        board = table.make_board(self.context, match.header, Motion(1.0, True), view, history=history, front=seat)
        board.own_kit = kit
        board.resize(kit)
        board.sync(view)
        return board

    def _record(self) -> Record:
        """Return the record of a try as far as it came; of a deal, or where it cannot be read, the beginning."""
        if self.counted:
            with suppress(RecordError):
                return read_record(self.counted.saved.path)
        return Record(self.deal.header, [])

    def _scaled_down(self, board: Board) -> pygame.Surface:
        """Return the middle of what the table shows, as large as the picture."""
        stage, whole = Stage(board.kit.scale), pygame.Surface(board.kit.metrics.pixels)
        self._draw(board, stage)
        stage.present(whole)
        small = pygame.transform.smoothscale(whole, (whole.get_width() // FINER, whole.get_height() // FINER))
        room = pygame.Rect((0, 0), self.size).clip(small.get_rect())
        room.center = small.get_rect().center
        return small.subsurface(room).copy()
