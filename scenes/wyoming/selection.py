"""The player's half-made play: which cards are chosen, where they can go, and what that would do. No pygame here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from topping_out.game.engine import Seat, why_not
from topping_out.game.language import mark, tr
from topping_out.game.wyoming.actions import Play, PlayKind
from topping_out.game.wyoming.cards import CardId, suit_of, suit_played
from topping_out.game.wyoming.consequences import PlayTrial, result
from topping_out.game.wyoming.events import Deconstructed
from topping_out.game.wyoming.rules import GAME
from topping_out.game.wyoming.state import View

from ..match.cards.selection import CardSelection, tried

Target = tuple[Seat, int]
"""A foundation: its owner and number. DISCARD stands for the discard pile (W3)."""
DISCARD: Target = (-1, 0)


ONTO_YOURS = (mark("onto your spades"), mark("onto your hearts"), mark("onto your clubs"), mark("onto your diamonds"))
ONTO_THEIRS = (
    mark("onto {name}'s spades"), mark("onto {name}'s hearts"), mark("onto {name}'s clubs"),
    mark("onto {name}'s diamonds"),
)  # fmt: skip
"""By the suit of a tower."""


class Selection(CardSelection):
    """Cards of one suit chosen from the hand, aimed at one target."""

    view: View
    takes_many = True

    def __init__(self, view: View, actions: Sequence[Play], names: Sequence[str]) -> None:
        super().__init__(view, names)
        self._plays = {(a.kind is PlayKind.DISCARD, a.suit, a.count, a.owner, a.foundation): a for a in actions}
        self.must_discard = any(a.kind is PlayKind.DISCARD for a in actions)

    # -- choosing

    def take(self, card: CardId) -> None:
        """Choose a card; one of another suit starts the selection anew."""
        alike = [other for other in self.cards if suit_of(other) == suit_of(card)]
        self.cards = [*alike, card]
        self._aim_anew()

    def toggle(self, card: CardId) -> None:
        if card in self.cards:
            self.cards.remove(card)
            self._aim_anew()
        else:
            self.take(card)

    def alike(self, card: CardId) -> list[CardId]:
        return [other for other in self.view.hand if suit_of(other) == suit_of(card)]

    def choose(self, action: Play) -> None:
        """Take over a whole play (a hint)."""
        suit = [card for card in self.view.hand if suit_of(card) == action.suit]
        self.cards = list(action.cards) or suit[: action.count]
        self.aim = DISCARD if action.kind is PlayKind.DISCARD else (action.owner, action.foundation)

    def _aim_anew(self) -> None:
        harmless = [target for target in self.targets() if not self._harms(target)]
        self.aim = max(harmless, key=self._promise, default=None)

    def _harms(self, target: Target) -> bool:
        """Tell whether the play there would harm the player: lower an own tower, or help another's."""
        trial = self.trial(target)
        if trial is None or target == DISCARD:
            return False
        height = self.height_after(target)
        if target[0] != self.view.seat:
            return height >= self.height(target)
        is_too_high = self.view.is_exact and height > self.view.needed
        return trial.first(Deconstructed) is not None or is_too_high

    def _promise(self, target: Target) -> tuple[int, int]:
        """Rank a target: one's own tower first, then one's own foundation, then a rival's highest tower."""
        own, height = target[0] == self.view.seat, self.height(target)
        return (3 if height else 2) if own else 1, height

    # -- what can be done

    def height(self, target: Target) -> int:
        return self.view.height(*target)

    def height_after(self, target: Target) -> int:
        """Return how high a tower would be after the play of the chosen cards at it."""
        trial = self.trial(target)
        return trial.after.height(*target) if trial else self.height(target)

    def changed(self, target: Target) -> range:
        """Return the storeys that would come to a tower, or those that would be knocked off it."""
        trial, height = self.trial(target), self.height(target)
        fall = trial.first(Deconstructed) if trial else None
        return range(height - len(fall.fallen), height) if fall else range(height, self.height_after(target))

    def trial(self, target: Target) -> PlayTrial | None:
        """Return what the chosen cards would do at a target; None where they can't go."""
        play = self.action_at(target)
        return tried(GAME, self.view, play) if play else None

    def targets(self) -> list[Target]:
        """Return where the chosen cards can go."""
        if self.must_discard:
            return [DISCARD] if self.action_at(DISCARD) else []
        places = ((seat, f) for seat, towers in enumerate(self.view.towers) for f in range(len(towers)))
        return [place for place in places if self.action_at(place)]

    def action_at(self, target: Target | None) -> Play | None:
        """Return the play of the chosen cards at a target, or None where there is none."""
        if target is None or not self.cards:
            return None
        owner, foundation = (0, 0) if target == DISCARD else target
        key = (target == DISCARD, suit_of(self.cards[0]), len(self.cards), owner, foundation)
        play = self._plays.get(key)
        return replace(play, cards=tuple(sorted(self.cards))) if play else None

    @property
    def label(self) -> str:
        play = self.action_at(self.aim)
        if play is None and self.targets():
            return tr("Choose where to play")
        if play is None:
            return tr("No place for these") if self.cards else tr("Choose cards")
        cards = suit_played(play.count, play.suit)
        return tr("Discard {cards}", cards=cards) if self.must_discard else tr("Play {cards}", cards=cards)

    @property
    def caution(self) -> str:
        if self.aim or not self.targets():
            return ""
        return tr(
            "Wherever these cards go, they hurt you or help an opponent. If you mean it, choose the tower yourself."
        )

    def refusal(self, target: Target) -> str:
        """Return why the chosen cards cannot go to a target; "" where they can."""
        if self.action_at(target):
            return ""
        if not self.cards:
            return tr("Choose cards of one suit first.")
        suit, count = suit_of(self.cards[0]), len(self.cards)
        if target == DISCARD:
            return why_not(GAME, self.view, Play(PlayKind.DISCARD, suit, count))
        tower = self.view.towers[target[0]][target[1]]
        kind = PlayKind.CONSTRUCT if not tower or suit_of(tower[0]) == suit else PlayKind.DECONSTRUCT
        return why_not(GAME, self.view, Play(kind, suit, count, *target))

    def where(self, target: Target) -> str:
        if target == DISCARD:
            return tr("to the discards")
        tower, is_own = self.view.towers[target[0]][target[1]], target[0] == self.view.seat
        if not tower:
            return tr("onto your free foundation")
        if is_own:
            return tr(ONTO_YOURS[suit_of(tower[0])])
        return tr(ONTO_THEIRS[suit_of(tower[0])], name=self.names[target[0]])

    def preview(self, target: Target) -> tuple[str, str]:
        trial = self.trial(target)
        if trial is None:
            return "", self.refusal(target)
        play = trial.action
        return tr(TITLES[play.kind], cards=suit_played(play.count, play.suit)), result(trial).text


TITLES = {
    PlayKind.CONSTRUCT: mark("Construct {cards}"),
    PlayKind.DECONSTRUCT: mark("Deconstruct with {cards}"),
    PlayKind.DISCARD: mark("Discard {cards}"),
}
