"""The player's half-made turn: the card and the place chosen, and what that would do. No pygame here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from topping_out.game.language import mark, tr, tr_count
from topping_out.game.text import listed, sentence, signed
from topping_out.game.towering.actions import Action, Build, Discard, Draw
from topping_out.game.towering.cards import COLOURS, CardId, Colour, card_words, colour_of, kind_of, without
from topping_out.game.towering.events import RoundEnded
from topping_out.game.towering.rules import GAME
from topping_out.game.towering.state import TurnStage, View
from topping_out.game.towering.words import why_not_build
from topping_out.game.trial import why_not
from topping_out.scenes.match.cards.selection import CardSelection, tried
from topping_out.scenes.towering import by_colour
from topping_out.scenes.towering.words import short_name, the_card


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
        self.draws = view.stage is TurnStage.DRAW
        """Whether a card is to be drawn, and not played."""
        self.drop()

    # -- choosing

    def take(self, card: CardId) -> None:
        """Choose a card; it is aimed at its tower, or where it does not fit there, at the discards.

        Where building it would shut out cards of the hand, the player alone decides.
        """
        if self.draws:
            return
        self.cards = [card]
        site, river = (Target(zone, colour_of(card)) for zone in (Zone.SITE, Zone.RIVER))
        self.aim = river if not self.action_at(site) else None if self._shut_out(card) else site

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
                return tr("Build {card}", card=card_words(card))
            case Discard(card):
                return tr("Discard {card}", card=card_words(card))
            case Draw(None):
                return tr("Draw a card")
            case Draw(int(colour)):
                return tr("Take {card}", card=card_words(self.view.discards[colour][-1]))
        return tr("Choose a card") if self.card is None else tr("Build or discard?")

    # -- in words

    @property
    def caution(self) -> str:
        if self.card is None or self.aim:
            return ""
        text = mark("Build {card} or discard it? Once it's built, your {cards} won't fit.")
        return tr(text, card=the_card(self.card), cards=listed(self._shut_out(self.card)))

    def may_choose(self, target: Target) -> bool:
        """Tell whether a place might be chosen; a card just built leaves the pointer at its site."""
        return target.zone is not Zone.SITE if self.draws else self.card is not None

    def refusal(self, target: Target) -> str:
        """Return why nothing can be done at a target; "" where something can."""
        if self.action_at(target):
            return ""
        if self.draws:
            held = kind_of(self.view.hand[0])
            action = Build(held) if target.zone is Zone.SITE else Draw(None if target == PILE else target.colour)
            return why_not(GAME, self.view, action)
        if target == PILE:
            return why_not(GAME, self.view, Draw(None))
        if self.card is None:
            return tr("Choose a card in your hand first.")
        if target.colour != colour_of(self.card):
            texts = by_colour.ONLY_TO_TOWER if target.zone is Zone.SITE else by_colour.ONLY_TO_DISCARDS
            card = the_card(self.card)
            return tr(texts[colour_of(self.card)], card=sentence(card))
        return why_not(GAME, self.view, Build(kind_of(self.card)))

    def preview(self, target: Target) -> tuple[str, str]:
        """Return what would be done at a target: a title and a line."""
        match action := self.action_at(target):
            case Build(card):
                return tr("Build {card}", card=the_card(card)), self._gain(action)
            case Discard(card):
                return tr("Discard {card}", card=the_card(card)), self._rival_on(card)
            case Draw(None):
                return tr("Draw a card"), pile_line(self.view.draw_pile)
            case Draw(int(colour)):
                card = self.view.discards[colour][-1]
                line = self._use_of(card)
                if tried(GAME, self.view, action).first(RoundEnded):
                    line = tr("{line}. Taking it ends the round at once", line=line)
                return tr("Take {card}", card=the_card(card)), line
        return tr("Not here"), self.refusal(target)

    def where(self, target: Target) -> str:
        return tr("onto your tower") if target.zone is Zone.SITE else tr("to the discards")

    def _gain(self, build: Build) -> str:
        card = build.card
        then: View = tried(GAME, self.view, build).after
        before, after = (view.score(self.seat, colour_of(card)) for view in (self.view, then))
        line = f"{after.text} = {signed(after.product)}"
        if after.bonus:
            text = mark("{line}, and {bonus} for {cards} cards: {points}")
            line = tr(text, line=line, bonus=after.bonus, cards=after.cards, points=signed(after.total))
        if before.cards:
            line = tr("{line} (now {points})", line=line, points=signed(before.total))
        if shut := self._shut_out(card):
            return tr("{line}. After this, your {cards} won't fit", line=line, cards=listed(shut))
        return line

    def _shut_out(self, card: CardId) -> list[str]:
        """Return which cards of the hand could not be built any more."""
        tower = [*self.view.towers[self.seat][colour_of(card)], card]
        before = tower[:-1]
        lost = [c for c in without(bytes(self.view.hand), [kind_of(card)]) if colour_of(c) == colour_of(card)]
        lost = [c for c in lost if why_not_build(tower, c) and not why_not_build(before, c)]
        return list(dict.fromkeys(map(short_name, lost)))

    def _rival_on(self, card: CardId) -> str:
        rival, tower = self.names[1 - self.seat], self.view.towers[1 - self.seat][colour_of(card)]
        if not tower:
            return tr(by_colour.NO_TOWER_OF_RIVAL[colour_of(card)], name=rival)
        if why_not_build(tower, card):
            return tr("{name}'s tower can't use it", name=rival)
        return tr("{name}'s tower could use it", name=rival)

    def _use_of(self, card: CardId) -> str:
        tower = self.view.towers[self.seat][colour_of(card)]
        if not tower:
            return tr(by_colour.NO_TOWER_OF_YOURS[colour_of(card)])
        return tr("Your tower can't use it") if why_not_build(tower, card) else tr("Your tower could use it")


def pile_line(left: int) -> str:
    """Return what there is to say about a draw pile with so many cards."""
    if left == 1:
        return tr("It is the last card: taking it ends the round at once")
    return tr_count(
        "{number} card is left; the round ends with the last one",
        "{number} cards are left; the round ends with the last one",
        left,
    )
