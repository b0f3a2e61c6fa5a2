"""A play being chosen: the chosen cards, their place, and the legal action that results."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple, Protocol

from ..cards.selection import CardSelection


class Way(NamedTuple):
    """How a player does an action at the table: by choosing cards of the hand, then a place for them."""

    cards: tuple[int, ...]
    """The cards as actions name them (`TableGame.kind`), ascending; empty if only a place is chosen."""
    target: Hashable
    """The place; None for the action that the main button does while nothing is aimed at."""


class Playing(Protocol):
    """The part of a `TableGame` that a selection uses."""

    @property
    def takes_many(self) -> bool: ...
    def way(self, action: Any, /) -> Way: ...
    def hand(self, view: Any, /) -> Sequence[int]: ...
    def kind(self, card: int, /) -> int: ...
    def with_cards(self, action: Any, cards: Sequence[int], /) -> Any: ...
    def first_aim(self, selection: Selection, /) -> Any: ...
    def caution(self, selection: Selection, /) -> str: ...
    def aimless(self, selection: Selection, /) -> str: ...
    def label(self, selection: Selection, /) -> str: ...
    def may_choose(self, selection: Selection, target: Any, /) -> bool: ...
    def preview(self, selection: Selection, target: Any, /) -> tuple[str, str]: ...
    def refusal(self, selection: Selection, target: Any, /) -> str: ...
    def where(self, selection: Selection, target: Any, /) -> str: ...


class Selection(CardSelection):
    """A choice among the ways of all legal actions. The `TableGame` puts it into words.

    It works without a table: `Selection(SomeTable(), view, actions, names)` is the selection of a player at that table.
    """

    def __init__(self, game: Playing, view: Any, actions: Sequence[Any], names: Sequence[str]) -> None:
        super().__init__(view, names)
        self.game, self.seat, self.takes_many = game, view.seat, game.takes_many  # type: ignore[misc]
        self.ways = {Way(tuple(sorted(way.cards)), way.target): a for a in actions for way in [game.way(a)]}
        self.needs_cards = not any(way.target is not None and not way.cards for way in self.ways)
        """Whether the player must choose cards of the hand; if not, only a place."""
        self.drop()

    @property
    def chooses(self) -> bool:
        """Whether the player must choose a place now."""
        return bool(self.cards) or not self.needs_cards

    # -- choosing

    def take(self, card: int) -> None:
        """Choose a card; cards of its kind stay chosen if the game allows several at once."""
        if self.needs_cards:
            alike = [other for other in self.cards if self.game.kind(other) == self.game.kind(card)]
            self.cards = [*alike, card] if self.takes_many else [card]
            self.aim = self.game.first_aim(self)

    def toggle(self, card: int) -> None:
        if card in self.cards and len(self.cards) > 1:
            self.cards.remove(card)
            self.aim = self.game.first_aim(self)
        else:
            super().toggle(card)

    def alike(self, card: int) -> list[int]:
        if not self.takes_many:
            return [card]
        return [other for other in self.game.hand(self.view) if self.game.kind(other) == self.game.kind(card)]

    def drop(self) -> None:
        super().drop()
        if not self.needs_cards:
            self.aim = self.first_target

    @property
    def first_target(self) -> Any:
        """The place aimed at by default when only a place is chosen; None if there is none."""
        return next((way.target for way in self.ways if not way.cards), None)

    def choose(self, action: Any) -> None:
        way, hand = self.game.way(action), [*self.game.hand(self.view)]
        self.cards = []
        for kind in way.cards:
            card = next(card for card in hand if self.game.kind(card) == kind)
            hand.remove(card)
            self.cards.append(card)
        self.aim = way.target

    # -- actions

    def targets(self) -> list[Any]:
        chosen = self._chosen
        return [way.target for way in self.ways if way.cards == chosen and way.target is not None]

    @property
    def _chosen(self) -> tuple[int, ...]:
        return tuple(sorted(map(self.game.kind, self.cards)))

    def action_at(self, target: Any) -> Any:
        action = None if target is None else self.ways.get(Way(self._chosen, target))
        return None if action is None else self.game.with_cards(action, self.cards)

    @property
    def action(self) -> Any:
        return self.action_at(self.aim) if self.aim is not None else self.ways.get(Way((), None))

    # -- in words

    @property
    def caution(self) -> str:
        return "" if self.aim is not None or not self.targets() else self.game.caution(self)

    @property
    def aimless(self) -> str:
        return self.game.aimless(self)

    @property
    def label(self) -> str:
        return self.game.label(self)

    def may_choose(self, target: Any) -> bool:
        return self.game.may_choose(self, target)

    def refusal(self, target: Any) -> str:
        return "" if self.action_at(target) is not None else self.game.refusal(self, target)

    def preview(self, target: Any) -> tuple[str, str]:
        return self.game.preview(self, target)

    def where(self, target: Any) -> str:
        return self.game.where(self, target)
