"""A half-made play at a table of cards: the cards chosen, where they go, and what that would do. No pygame here."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from topping_out.game.engine import AnyGame, Trial, try_out


@lru_cache(maxsize=64)
def tried(game: AnyGame, view: Any, action: Any) -> Trial[Any, Any, Any]:
    """Return a trial of an action; a preview of it is drawn in every frame."""
    return try_out(game, view, action)


class CardSelection(ABC):
    """Cards chosen from the hand, aimed at a target: a place on the table where something can be done."""

    takes_many: ClassVar[bool] = False
    """Whether several cards can be chosen together."""

    def __init__(self, view: Any, names: Sequence[str]) -> None:
        self.view, self.names = view, names
        self.cards: list[int] = []
        """The chosen cards of the hand."""
        self.aim = None
        self.pointed: Any = None
        """The place that the pointer or the focus has come to since the choice was made."""

    @property
    def aim(self) -> Any:
        """Where the main button plays to: the place pointed at, else where the choice itself aims; None: nowhere."""
        return self.pointed if self.action_at(self.pointed) else self._aim

    @aim.setter
    def aim(self, target: Any) -> None:
        """Aim by a choice: the place where the pointer rests counts again once it has moved."""
        self._aim, self.pointed = target, None

    @property
    def look(self) -> tuple[Hashable, ...]:
        """What is chosen and where it goes, for the key of a layer."""
        return self, *self.cards, self.aim

    @property
    def card(self) -> int | None:
        """The chosen card, where one is chosen at a time."""
        return self.cards[0] if self.cards else None

    # -- choosing

    @abstractmethod
    def take(self, card: int) -> None:
        """Choose a card."""

    def toggle(self, card: int) -> None:
        """Choose a card, or drop it where it is chosen already."""
        if card in self.cards:
            self.drop()
        else:
            self.take(card)

    def alike(self, card: int) -> list[int]:
        """Return the cards of the hand that can be chosen together with a card, and that one."""
        return [card]

    def take_alike(self, card: int) -> None:
        """Choose all of them."""
        self.drop()
        for each in self.alike(card):
            self.take(each)

    def drop(self) -> None:
        """Choose nothing any more."""
        self.cards, self.aim = [], None

    @abstractmethod
    def choose(self, action: Any) -> None:
        """Take over a whole action (a hint)."""

    # -- what can be done

    @abstractmethod
    def targets(self) -> list[Any]:
        """Return where something can be done with what is chosen."""

    @abstractmethod
    def action_at(self, target: Any) -> Any:
        """Return what would be done at a target, or None where nothing can be."""

    @property
    def action(self) -> Any:
        """What the main button does; None: nothing."""
        return self.action_at(self.aim)

    # -- in words

    @property
    def caution(self) -> str:
        """Why the choice aims nowhere though there are places for it: at each the player would harm themselves."""
        return ""

    @property
    def aimless(self) -> str:
        """What is to be said of the chosen cards where they aim nowhere; empty: only what the main button says."""
        return ""

    @property
    @abstractmethod
    def label(self) -> str:
        """What the main button says."""

    def may_choose(self, target: Any) -> bool:
        """Tell whether a place might be chosen at this point, so that what it does or why it cannot be is of use."""
        return bool(self.cards)

    @abstractmethod
    def refusal(self, target: Any) -> str:
        """Return why nothing can be done at a target; "" where something can."""

    @abstractmethod
    def preview(self, target: Any) -> tuple[str, str]:
        """Return what would be done at a target, and a clause on what comes of it, or why nothing can be done."""

    @abstractmethod
    def where(self, target: Any) -> str:
        """Return where a target is, for the midst of a sentence: "onto your spades"."""
