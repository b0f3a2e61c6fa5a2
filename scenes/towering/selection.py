"""The player's half-made turn: the card and the place chosen, and what that would do. No pygame here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from game.text import signed
from game.towering.actions import Action, Build, Discard, Draw
from game.towering.cards import (
    COLOUR_NAMES,
    COLOURS,
    CardId,
    Colour,
    card_words,
    colour_of,
    kind_of,
    number_of,
    without,
)
from game.towering.scoring import score_tower
from game.towering.state import Stage, View
from game.towering.words import why_not_build
from scenes.match.cards.selection import CardSelection

SITE_NAMES = ("ice", "canyon", "desert", "forest", "city", "heath")
"""By colour."""


class Zone(Enum):
    SITE = "site"
    """One's own tower of a colour."""
    RIVER = "river"
    """A colour's discard pile."""
    PILE = "pile"
    """The draw pile."""


@dataclass(frozen=True, slots=True)
class Target:
    """A place on the table where a card can go to or come from."""

    zone: Zone
    colour: Colour = -1


PILE = Target(Zone.PILE)


class Selection(CardSelection):
    """First a card of the hand and where it goes, then where the next one comes from."""

    def __init__(self, view: View, actions: Sequence[Action], names: Sequence[str]) -> None:
        assert view.seat is not None
        super().__init__(view, names)
        self.seat = view.seat
        self._legal = frozenset(actions)
        self.draws = view.stage is Stage.DRAW
        """Whether a card is to be drawn, and not played."""
        self.drop()

    # -- choosing

    def take(self, card: CardId) -> None:
        """Choose a card; it is aimed at its tower, or where it does not fit there, at the discards."""
        if self.draws:
            return
        self.cards = [card]
        site = Target(Zone.SITE, colour_of(card))
        self.aim = site if self.action_at(site) else Target(Zone.RIVER, colour_of(card))

    def drop(self) -> None:
        self.cards, self.aim = [], PILE if self.draws else None

    def choose(self, action: Action) -> None:
        """Take over a whole action (a hint)."""
        match action:
            case Draw(colour):
                self.aim = PILE if colour is None else Target(Zone.RIVER, colour)
            case Build(card):
                self.cards, self.aim = [card], Target(Zone.SITE, colour_of(card))
            case Discard(card):
                self.cards, self.aim = [card], Target(Zone.RIVER, colour_of(card))

    # -- what can be done

    def targets(self) -> list[Target]:
        """Return where something can be done now."""
        if self.draws:
            return [PILE, *(river for c in COLOURS if self.action_at(river := Target(Zone.RIVER, c)))]
        if self.card is None:
            return []
        colour = colour_of(self.card)
        return [t for zone in (Zone.SITE, Zone.RIVER) if self.action_at(t := Target(zone, colour))]

    def action_at(self, target: Target | None) -> Action | None:
        """Return what would be done at a target, or None where nothing can be."""
        if target is None:
            return None
        action = self._action_of(target)
        return action if action in self._legal else None

    def _action_of(self, target: Target) -> Action | None:
        if self.draws:
            return None if target.zone is Zone.SITE else Draw(None if target == PILE else target.colour)
        if self.card is None or target.colour != colour_of(self.card):
            return None
        card = kind_of(self.card)
        return Build(card) if target.zone is Zone.SITE else Discard(card)

    @property
    def label(self) -> str:
        match self.action:
            case Build(card):
                return f"Build {card_words(card)}"
            case Discard(card):
                return f"Discard {card_words(card)}"
            case Draw(None):
                return "Draw a card"
            case Draw(int(colour)):
                return f"Take {card_words(self.view.discards[colour][-1])}"
        return "Choose a card"

    # -- in words

    def refusal(self, target: Target) -> str:
        """Return why nothing can be done at a target; "" where something can."""
        if self.action_at(target):
            return ""
        if self.draws:
            return self._no_draw(target)
        if target == PILE:
            return "Play a card first: then you draw one."
        if self.card is None:
            return "Choose a card of your hand first."
        if target.colour != colour_of(self.card):
            home = COLOUR_NAMES[colour_of(self.card)]
            what = "tower" if target.zone is Zone.SITE else "discards"
            return f"The {card_words(self.card)} can only go to the {home} {what}."
        reason = why_not_build(self.view.towers[self.seat][target.colour], self.card)
        return reason[:1].upper() + reason[1:] + "."

    def _no_draw(self, target: Target) -> str:
        if target.zone is Zone.SITE:
            return "Your card is played: now draw one, from the pile or from the discards."
        if target.colour == self.view.barred:
            return "You discarded this card just now: it may not be taken back in the same turn."
        return f"There is no {COLOUR_NAMES[target.colour]} card among the discards."

    def preview(self, target: Target) -> tuple[str, str]:
        """Return what would be done at a target: a title and a line."""
        match self.action_at(target):
            case Build(card):
                return f"Build the {card_words(card)}", self._gain(card)
            case Discard(card):
                return f"Discard the {card_words(card)}", self._rival_on(card)
            case Draw(None):
                return "Draw a card", pile_line(self.view.draw_pile)
            case Draw(int(colour)):
                card = self.view.discards[colour][-1]
                return f"Take the {card_words(card)}", self._use_of(card)
        return "Not here", self.refusal(target)

    def _gain(self, card: CardId) -> str:
        tower = self.view.towers[self.seat][colour_of(card)]
        before, after = score_tower(tower), score_tower((*tower, card))
        line = f"{after.text} = {signed(after.product)}"
        if after.bonus:
            line += f", and {after.bonus} for {after.cards} cards: {signed(after.total)}"
        if before.cards:
            line += f" (now {signed(before.total)})"
        return line + self._closes(card)

    def _closes(self, card: CardId) -> str:
        """Return which cards of the hand could not be built any more."""
        tower = [*self.view.towers[self.seat][colour_of(card)], card]
        before = tower[:-1]
        lost = [c for c in without(bytes(self.view.hand), [kind_of(card)]) if colour_of(c) == colour_of(card)]
        lost = [c for c in lost if why_not_build(tower, c) and not why_not_build(before, c)]
        if not lost:
            return ""
        names = list(dict.fromkeys(str(number_of(c) or "material") for c in lost))
        return f". Your {' and '.join(names)} could not go on any more"

    def _rival_on(self, card: CardId) -> str:
        rival, tower = self.names[1 - self.seat], self.view.towers[1 - self.seat][colour_of(card)]
        if not tower:
            return f"{rival} has no {COLOUR_NAMES[colour_of(card)]} tower yet"
        return f"{rival}'s tower {'cannot' if why_not_build(tower, card) else 'could'} use it"

    def _use_of(self, card: CardId) -> str:
        tower = self.view.towers[self.seat][colour_of(card)]
        if not tower:
            return f"You have no {COLOUR_NAMES[colour_of(card)]} tower yet"
        return f"Your tower {'cannot' if why_not_build(tower, card) else 'could'} use it"


def pile_line(left: int) -> str:
    """Return what there is to say about a draw pile with so many cards."""
    if left == 1:
        return "It is the last card: taking it ends the round at once"
    return f"{left} cards are left; the round ends with the last one"
