"""The player's half-made step: the card chosen, where it can go, and what that would do. No pygame here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from topping_out.game.engine import Seat, why_not
from topping_out.game.language import mark, tr, tr_count
from topping_out.game.text import commas, signed
from topping_out.game.towers.actions import NEW, Action, Build, Claim, End
from topping_out.game.towers.floors import Account, CardId
from topping_out.game.towers.rules import GAME, preview
from topping_out.game.towers.state import View
from topping_out.game.towers.words import points_words

from ..match.cards.selection import CardSelection, tried


@dataclass(frozen=True, slots=True)
class Target:
    """A place on the table for a card: on top of a plot, or with a level, under that floor."""

    plot: int
    level: int | None = None


class Selection(CardSelection):
    """One step of the turn: first the floors to build, then cards to tuck under floors, or the end of the turn."""

    view: View

    def __init__(self, view: View, actions: Sequence[Action], names: Sequence[str]) -> None:
        assert view.seat is not None
        super().__init__(view, names)
        self.seat = view.seat
        self._legal = frozenset(replace(a, card=None) if not isinstance(a, End) else a for a in actions)
        self.builds = view.builds_left > 0
        """Whether a floor is to be built, and none to be claimed."""

    # -- choosing

    def take(self, card: CardId) -> None:
        """Choose a card; later in the turn it is aimed where it pays most by itself, and nowhere if nothing pays."""
        self.cards, self.aim = [card], None
        if not self.builds:
            best = max(self.targets(), key=self._rank, default=None)
            self.aim = best if best and self._lead(best) > 0 else None

    def _lead(self, target: Target) -> int:
        """Return how many points a claim there would bring the player beyond the others, as the tower stands."""
        before, after = self._claimed(target)
        own = after.points[self.seat] - before.points[self.seat]
        return 2 * own - (sum(after.points) - sum(before.points))

    def _rank(self, target: Target) -> tuple[int, int]:
        """Rank a claim; of those that pay alike the higher one is scored first."""
        return self._lead(target), target.level or 0

    def aim_in(self, plot: int) -> bool:
        """Aim at the floor of a tower that pays most, or where one of it is aimed at, at the next; tell if one is."""
        floors = sorted((t for t in self.targets() if t.plot == plot), key=self._rank, reverse=True)
        if not floors:
            return False
        self.aim = floors[(floors.index(self.aim) + 1) % len(floors) if self.aim in floors else 0]
        return True

    def choose(self, action: Action) -> None:
        """Take over a whole step (a hint)."""
        if isinstance(action, End):
            self.drop()
            return
        hand = [card for card in self.view.hand if self._name(card) == action.floor]
        self.cards = [action.card if action.card is not None and action.card in hand else hand[0]]
        self.aim = (
            Target(action.plot, action.level)
            if isinstance(action, Claim)
            else Target(self.free_plot if action.plot == NEW else action.plot)
        )

    # -- what can be done

    def _name(self, card: CardId) -> str:
        return self.view.floor(card).name

    @property
    def name(self) -> str:
        """The name of the chosen card's floor."""
        return "" if self.card is None else self._name(self.card)

    @property
    def free_plot(self) -> int:
        """The plot that a new tower takes, the leftmost free one; -1 where none is free."""
        return next((plot for plot, tower in enumerate(self.view.towers) if not tower), -1)

    def targets(self) -> list[Target]:
        """Return where the chosen card can go."""
        if self.card is None:
            return []
        if self.builds:
            places = [Target(plot) for plot in range(len(self.view.towers))]
        else:
            places = [Target(plot, level) for plot, t in enumerate(self.view.towers) for level in range(len(t))]
        return [place for place in places if self.action_at(place)]

    def action_at(self, target: Target | None) -> Action | None:
        """Return what would be done with the chosen card at a target, or None where nothing can be."""
        if target is None or self.card is None:
            return None
        step = self._step_at(target)
        return replace(step, card=self.card) if step in self._legal else None

    def _step_at(self, target: Target) -> Build | Claim:
        """Return the step of the chosen card at a target, whether or not it is legal."""
        if target.level is not None:
            return Claim(self.name, target.plot, target.level)
        return Build(self.name, NEW if target.plot == self.free_plot else target.plot)

    @property
    def action(self) -> Action | None:
        """What the main button does: a hint taken over, or the end of the turn."""
        if self.aim:
            return self.action_at(self.aim)
        return End() if End() in self._legal else None

    @property
    def aimless(self) -> str:
        pays = self.builds or any(map(self._pays, self.targets()))
        return "" if pays else tr("It pays nothing as it stands")

    def _pays(self, target: Target) -> bool:
        """Tell whether a claim there would bring the player points or cards, as the tower stands."""
        before, after = self._claimed(target)
        return after.points[self.seat] > before.points[self.seat] or self._drawn(after) > self._drawn(before)

    @property
    def label(self) -> str:
        match self.action:
            case Build(_, plot):
                return tr("Start a tower") if plot == NEW else tr("Build on tower {tower}", tower=plot + 1)
            case Claim():
                return tr("Claim the floor")
            case End():
                return tr("End turn")
        return tr("Choose a card") if self.card is None else tr("Choose a tower")

    # -- in words

    def may_choose(self, target: Target) -> bool:
        """Tell whether a place is of the kind that a chosen card goes to: a tower, or later in the turn a floor."""
        return self.card is not None and self.builds == (target.level is None)

    def refusal(self, target: Target) -> str:
        """Return why nothing can be done at a target; "" where something can."""
        if self.action_at(target):
            return ""
        if self.card is None:
            return tr("Choose a card in your hand first.")
        return why_not(GAME, self.view, self._step_at(target))

    def preview(self, target: Target) -> tuple[str, str]:
        """Return what would be done at a target: a title and a line."""
        match self.action_at(target):
            case Build():
                return self._build_preview(target.plot)
            case Claim(_, plot, level):
                return self._claim_preview(plot, level)
        return tr("Not here"), self.refusal(target)

    def after(self, target: Target) -> View:
        """Return what the player would know with the chosen card at a target."""
        action = self.action_at(target)
        assert action is not None
        after: View = tried(GAME, self.view, action).after
        return after

    def _build_preview(self, plot: int) -> tuple[str, str]:
        text = mark("Build {floor} on tower {tower}")
        if not self.view.towers[plot]:
            text = mark("Start tower {tower} with {floor}")
        title = tr(text, floor=tr(self.name), tower=plot + 1)
        return title, worth_words(self.after(Target(plot)), plot, self.names)

    def _claim_preview(self, plot: int, level: int) -> tuple[str, str]:
        before, after = self._claimed(Target(plot, level))
        now, then = before.points[self.seat], after.points[self.seat]
        others = sum(after.points) - then - sum(before.points) + now
        cards = self._drawn(after) - self._drawn(before)
        told = [tr("{now} to {then} points for you", now=now, then=then)] if now != then else []
        told += [tr("others {points}", points=signed(others))] if others else []
        told += [tr_count("you draw {number} card", "you draw {number} cards", cards)] if cards > 0 else []
        floor = tr(self._name(self.view.towers[plot][level].card))
        title = tr("Claim this {floor} with {card}", floor=floor, card=tr(self.name))
        return title, commas(told) or tr("It pays nothing as it stands")

    def _claimed(self, target: Target) -> tuple[Account, Account]:
        """Return what a tower would score without the claim, and with it."""
        return preview(self.view, target.plot), preview(self.after(target), target.plot)

    def where(self, target: Target) -> str:
        plot, level = target.plot, target.level
        if level is None:
            text = mark("onto tower {tower}") if self.view.towers[plot] else mark("as the start of tower {tower}")
            return tr(text, tower=plot + 1)
        floor = tr(self._name(self.view.towers[plot][level].card))
        return tr("under {floor}, floor {level} of tower {tower}", floor=floor, level=level + 1, tower=plot + 1)

    def _drawn(self, told: Account) -> int:
        return sum(step.drawn for step in told.steps if step.owner == self.seat)


def worth_words(view: View, plot: int, names: Sequence[str]) -> str:
    """Return how tall a tower is that was just built on, and what it would score."""
    points, tower = points_words(preview(view, plot).points, names) or tr("nobody scores"), view.towers[plot]
    if view.floor(tower[-1].card).triggers_scoring:
        return tr("It is scored at the end of this turn: {points}", points=points)
    text = mark("Floor {number} of {total}. Scored as it stands: {points}")
    if view.is_due(plot):
        text = mark("Floor {number} of {total}: scored at the end of this turn, {points}")
    return tr(text, number=len(tower), total=view.variant.height, points=points)


def owner_points(points: Sequence[int]) -> list[tuple[Seat, int]]:
    """Return the seats that score, with how much."""
    return [(seat, n) for seat, n in enumerate(points) if n]
