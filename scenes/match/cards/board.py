"""What the tables have in common at which a card is chosen, and then a place for it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from game.engine import Seat
from scenes.kit.kit import Kit
from scenes.kit.stage import Stage
from scenes.manager import Transition
from scenes.match.board import Board, Turn
from scenes.ui.widgets import Rect, Widget

RING = 18.0
"""How much larger than a card the ring of the focus is: it lies round that of a chosen card."""


class HitArea(Widget):
    """Something on the table that can be chosen or explained; the board draws it."""

    radius = 9.0

    def __init__(
        self,
        name: str,
        rect: Rect,
        press: Callable[[], Transition] | None = None,
        target: Any = None,
        card: Any = None,
        seat: Seat | None = None,
    ) -> None:
        super().__init__(name, rect, press)
        self.target = target
        """Where a card can go to or come from, if it is such a place."""
        self.card = card
        """The card of the viewer's hand that it is."""
        self.seat = seat
        """Whose plate, tower or hand it is."""
        self.angle, self.lift = 0.0, 0.0
        """How a card of the hand is turned, and how far it rises while it is meant: so does the ring of the focus."""

    def draw_focus(self, stage: Stage, kit: Kit) -> None:
        if not self.angle and not self.lift:
            super().draw_focus(stage, kit)
            return
        ring = kit.outline(self.rect.w + RING, self.rect.h + RING, kit.theme.brass, 3, self.radius + RING / 2)
        stage.blit_centred(kit.tilted(ring, self.angle), self.rect.centerx, self.rect.centery - self.lift)


class CardBoard(Board):
    """A table of cards: its game's `Selection` says what can be done where, its `Animator` moves the cards."""

    selection_of: ClassVar[Callable[..., Any]]
    """Makes a selection from the view, the actions and the names of the players."""
    selection: Any = None
    """Set while a player at the screen may choose."""
    animator: Any
    """Set by `sync`."""

    def deal(self, view: Any) -> None:
        self.sync(view)
        self.animator.deal()

    def resize(self, kit: Kit) -> None:
        if hasattr(self, "animator"):
            self.motion.finish()
            self.animator.kit = kit
            self.animator.settle()

    def is_synced(self, view: Any) -> bool:
        return self.animator.view == view and self.animator.is_in_place()

    def animate(self, event: Any, view: Any) -> None:
        self.animator.animate(event, view)

    def closing_sound(self, winners: Sequence[Seat]) -> str:
        """Return what is heard at the end: a win if a player at the screen has won, or if all are bots."""
        humans = [seat for seat, player in enumerate(self.header.seats) if player.is_human]
        return "win" if not humans or any(seat in winners for seat in humans) else "lose"

    # -- the player's turn

    def begin_turn(self, turn: Turn) -> None:
        self.turn = turn
        self.selection = self.selection_of(turn.view, turn.actions, [player.name for player in self.header.seats])

    def end_turn(self) -> None:
        self.turn = self.selection = None

    @abstractmethod
    def raise_chosen(self) -> None:
        """Show in the hand what is chosen."""

    def press_card(self, card: Any) -> Transition:
        """Choose a card, or drop it."""
        if self.selection is None:
            return None
        self.selection.toggle(card)
        self.context.audio.play("card_slide", 0.5)
        self.raise_chosen()
        return None

    def act_at(self, target: Any) -> Transition:
        """Do what can be done at a target with what is chosen, or say why not."""
        if self.turn is None or self.selection is None:
            return None
        action = self.selection.action_at(target)
        if action is None:
            self.context.audio.play("refuse")
            self.turn.say(self.selection.refusal(target))
            return None
        return self.turn.act(action)

    def suggest(self, action: Any, then: Any = None) -> None:
        if self.selection:
            self.selection.choose(action)
            self.raise_chosen()

    # -- drag and drop

    def drop(self, widget: Widget, position: tuple[float, float]) -> Transition:
        if self.selection is None or not isinstance(widget, HitArea) or widget.card is None:
            return None
        target = self.target_at(position)
        if target:
            done = self.act_at(target)
            if self.selection is None:
                return done
        self.raise_chosen()
        return None

    @abstractmethod
    def target_at(self, position: tuple[float, float]) -> Any:
        """Return the place where a dragged card is let go; None where there is none."""
