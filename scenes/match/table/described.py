"""The part of a table of cards that only forwards to its game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topping_out.game.engine import Seat
from topping_out.game.match import SeenEvent
from topping_out.game.roster import Moment
from topping_out.game.text import full_stop, listed

from ...kit.stage import Stage
from ...manager import Scene
from ..board import Board, Results, Told
from .game import TableGame
from .selection import Selection


class Described(Board):
    """The methods of a `Table` that forward to its `TableGame`."""

    game: TableGame
    layout: Any
    selection: Selection | None = None
    """What is chosen; None unless it is the turn of a player at the screen."""

    @property
    def message_width(self) -> float:
        return float(self.layout.message_width)

    @property
    def message_lines(self) -> int:
        return int(self.layout.message_lines)

    @property
    def caption_room(self) -> tuple[float, float]:
        return self.layout.caption_room or super().caption_room

    @property
    def mood(self) -> int:
        return self.game.mood(self.view)

    @property
    def is_narrating(self) -> bool:
        return self.game.is_narrating

    def is_out(self, seat: Seat) -> bool:
        return self.game.status(seat).is_out

    def interlude(self, event: Any, by_itself: bool) -> Scene | None:
        return self.game.interlude(event, by_itself)

    def moments(self, event: Any) -> Sequence[tuple[Seat, Moment]]:
        return self.game.moments(event)

    def told(self, events: Sequence[Any], how: Told) -> Sequence[Any]:
        return self.game.told(events, how)

    def details(self, seen: Sequence[SeenEvent]) -> list[str]:
        return self.game.details(seen)

    def prompt(self) -> str:
        return self.game.prompt(self.selection) if self.selection else ""

    def describe_scores(self, view: Any) -> str:
        words = self.game.words
        return words.describe_scores(view, self.names) if words else super().describe_scores(view)

    def describe_hand(self, view: Any) -> str:
        words = self.game.words
        return words.describe_hand(view) if words else full_stop(self.cards_words(self.game.hand(view)))

    def describe_towers(self, view: Any) -> str:
        words = self.game.words
        return words.describe_towers(view, self.names) if words else super().describe_towers(view)

    def describe_table(self, view: Any) -> str:
        words = self.game.words
        return words.describe_table(view, self.names) if words else super().describe_table(view)

    def results(self, view: Any) -> Results:
        return self.game.results(view)

    def prepare_end(self) -> bool:
        return self.game.prepare_end()

    def draw_ended(self, stage: Stage) -> None:
        self.game.draw_ended(stage)

    def celebrate(self) -> str:
        return self.game.finale() if self.view.outcome else ""

    def cards_words(self, cards: Sequence[int]) -> str:
        """Return the names of cards of the hand as a list in words."""
        return self.game.said_of(cards) or listed([*map(self.card_label, cards)])

    def card_label(self, card: int) -> str:
        """Return the name of a card of the hand."""
        said = self.game.said(card)
        return said.label or said.title
