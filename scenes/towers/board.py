"""The table of Towers: buildings cut open, cards tucked at their sides, and scorings that explain themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pygame

from game.engine import Seat
from game.record import Header
from game.roster import level_of
from game.towers.events import Demolished, FloorScored, ScoringBegan
from game.towers.state import View
from scenes.kit.motion import Motion, arrive, land
from scenes.kit.pictures.sky import Twinkle
from scenes.kit.pieces import badge, lines_within
from scenes.kit.stage import Stage
from scenes.manager import Push
from scenes.match.board import Primary
from scenes.match.cards.board import CardBoard
from scenes.system.context import Context
from scenes.towers import drawing, hit_areas, labels
from scenes.towers.animator import Animator
from scenes.towers.hit_areas import HitArea
from scenes.towers.layout import Layout
from scenes.towers.scoring import finale
from scenes.towers.scoring.accounts import AccountsPage
from scenes.towers.scoring.finale import Finale
from scenes.towers.scoring.ledger import last_marks, points_by_floor, scorings
from scenes.towers.scoring.lines import Part
from scenes.towers.scoring.narration import Told
from scenes.towers.selection import Selection, Target
from scenes.towers.tips import draw_tips
from scenes.ui.widgets import Widget

if TYPE_CHECKING:
    from scenes.manager import Scene, Transition


class TowersBoard(CardBoard):
    selection_of = Selection

    def __init__(self, context: Context, header: Header, motion: Motion) -> None:
        super().__init__(context, header, motion)
        self.twinkle, self.life = Twinkle(), drawing.Life()
        self.selection: Selection | None = None
        self.finale: Finale | None = None
        self.meant: Target | None = None
        """Where the player means the chosen card to go."""
        self.animator: Animator
        self._to_be_told = 0
        """Scorings queued or on show."""

    @property
    def view(self) -> View:
        """What the table shows now."""
        return self.animator.view

    @property
    def layout(self) -> Layout:
        return self.animator.layout

    @property
    def message_width(self) -> float:
        return self.layout.message_width if hasattr(self, "animator") else 214.0

    @property
    def caption_room(self) -> tuple[float, float]:
        return 20.0, self.layout.plate(0).x - 12

    @property
    def message_lines(self) -> int:
        return lines_within(self.kit, self.kit.height - self.message_foot - self.layout.hand_top + 6)

    @property
    def home(self) -> str:  # type: ignore[override]
        return "card 0" if self.view.hand else "play"

    # -- seats as signs

    def sign(self, seat: Seat) -> tuple[int, int]:
        """Return a seat's colour and its number on tucked cards."""
        return self.header.seats[seat].colour, self.view.number_of(seat)

    def sign_of(self, seat: Seat | None) -> tuple[int, int] | None:
        return None if seat is None else self.sign(seat)

    def parts(self, parts: Sequence[tuple[Seat | None, str]]) -> tuple[Part, ...]:
        return tuple((self.sign_of(seat), words) for seat, words in parts)

    def row(self, told: Told) -> tuple[Part, ...]:
        return self.parts(told.parts)

    # -- views and events

    def sync(self, view: View) -> None:
        self.animator = Animator(view, self.kit, self.motion, self.context.audio)
        self.animator.marks = last_marks(self.history())
        self.finale, self._to_be_told = None, 0

    def animate(self, event: Any, view: View) -> None:
        if isinstance(event, ScoringBegan):
            self._to_be_told += 1
        super().animate(event, view)
        if isinstance(event, Demolished):
            self.motion.then(self._count_told)

    def _count_told(self) -> None:
        self._to_be_told -= 1

    @property
    def is_telling(self) -> bool:
        return self._to_be_told > 0

    def notable(self, events: Sequence[Any]) -> list[Any]:
        """Leave the floors of a scoring to the show and the log."""
        return [event for event in events if not isinstance(event, FloorScored)]

    def settle(self) -> None:
        if self.selection:
            self.selection.drop()
        self.animator.raised = None
        self.animator.arrange()

    # -- the player's turn

    def raise_chosen(self) -> None:
        assert self.selection
        self.animator.raised = self.selection.card
        self.animator.arrange(140)

    def pick(self, number: int) -> None:
        if self.turn and number <= len(self.view.hand):
            self.press_card(self.view.hand[number - 1])

    def press_side(self, target: Target) -> Transition:
        """Claim a floor; without a card, what is tucked there is only looked at."""
        return self.act_at(target) if self.selection and self.selection.card is not None else None

    def primary(self) -> Primary | None:
        return Primary(self.selection.label, self.selection.action) if self.selection else None

    # -- drag and drop

    def drag(self, widget: Widget, position: tuple[float, float]) -> None:
        if not isinstance(widget, HitArea) or widget.card is None or self.selection is None:
            return
        if widget.card != self.selection.card:
            self.selection.toggle(widget.card)
            self.animator.raised = widget.card
        self.animator.carry(widget.card, position)

    def target_at(self, position: tuple[float, float]) -> Target | None:
        places = [w for w in self.widgets() if isinstance(w, HitArea) and w.target is not None]
        return next((w.target for w in reversed(places) if w.rect.inflate(8, 4).collidepoint(position)), None)

    # -- accounts

    @property
    def has_scored(self) -> bool:
        """Whether there is an account to be read."""
        return bool(self.view.discards)

    def read_accounts(self) -> Transition:
        return Push(AccountsPage(self.context, self, scorings(self.history())))

    def account(self, view: View) -> Scene | None:
        found = scorings(self.history())
        return AccountsPage(self.context, self, found) if found else None

    # -- showing

    def widgets(self) -> list[Widget]:
        return hit_areas.make_hit_areas(self)

    def update(self, ms: float) -> None:
        if self.context.has_idle_life:
            self.twinkle.update(ms)
            self.life.update(ms, self)
        self.confetti.update(ms)

    @property
    def at_rest(self) -> bool:
        return self.confetti.is_over

    def _meant(self, area: HitArea | None) -> Target | None:
        """Return where the chosen card would go: the place that is pointed at, else where a hint would put it."""
        if self.selection is None or self.motion.busy:
            return None
        pointed = area.target if area else None
        return pointed if self.selection.action_at(pointed) else self.selection.advised

    def draw(self, stage: Stage, pointed: Widget | None) -> None:
        area = pointed if isinstance(pointed, HitArea) else None
        self.meant = self._meant(area)
        drawing.draw_ground(stage, self)
        drawing.draw_plots(stage, self)
        drawing.draw_piles(stage, self)
        drawing.draw_standing(stage, self)
        finale.draw_finale(stage, self)
        drawing.draw_lamps(stage, self)
        drawing.draw_owners(stage, self)
        labels.draw_worth(stage, self)
        labels.draw_marks(stage, self)
        drawing.draw_targets(stage, self)
        drawing.draw_ghost(stage, self)
        labels.draw_plates(stage, self)
        labels.draw_steps(stage, self)
        drawing.draw_held(stage, self, area.card if area else None)
        labels.draw_caption(stage, self)
        drawing.draw_tokens(stage, self)
        self.under_tips(stage)
        draw_tips(stage, self, area)
        self.confetti.draw(stage, self.kit)

    def status(self, seat: Seat) -> Sequence[str]:
        """Return the line under a seat's name, and shorter ones where that has no room."""
        player, view = self.header.seats[seat], self.view
        cards = view.hand_sizes[seat]
        count = f"{cards} card{'' if cards == 1 else 's'}"
        if view.outcome:
            return ("wins",) if seat in view.outcome.winners else (count,)
        if seat == view.turn:
            doing = ("your turn" if seat == view.seat else "to play") if player.is_human else "thinking"
            return f"{doing} · {count}", doing
        return (count,) if player.is_human else (f"{level_of(player.level)} · {count}", count)

    # -- the end

    def badge(self, row: int, radius: float) -> pygame.Surface:
        """Return it with the number that the seat's tucked cards bear."""
        return badge(self.kit, self.header.seats[row], radius, str(self.view.number_of(row)))

    def results(self, view: View) -> list[Sequence[str]]:
        found = scorings(self.history())
        by_seat = [points_by_floor(found, seat) for seat in range(view.variant.seats)]
        floors = [f.name for f in view.variant.deck.floors if any(points[f.name] for points in by_seat)]
        most = sorted(floors, key=lambda name: -sum(points[name] for points in by_seat))[:4]
        rows: list[Sequence[str]] = [("", *most, "Points")]
        for seat, points in enumerate(by_seat):
            rows.append((self.name(seat), *(str(points[name]) for name in most), str(view.scores[seat])))
        return rows

    def story(self, view: View) -> list[str]:
        found = scorings(self.history())
        if not found:
            return []
        best, seat = max((s.points[seat], seat) for s in found for seat in range(view.variant.seats))
        count = f"{len(found)} tower{'' if len(found) == 1 else 's'} {'was' if len(found) == 1 else 'were'} scored"
        return [f"{count}. The best for one seat: {best} for {self.name(seat)}."]

    def celebrate(self) -> None:
        outcome = self.view.outcome
        if outcome is None:
            return
        self.finale = Finale(outcome.scores, outcome.winners)
        self.motion.to(self.finale, 1300, 0, arrive, grown=1.0)
        self.motion.to(self.finale, 700, 1200, land, rise=1.0)
        self.motion.at(1300, self._burst)
        name = self.closing_sound(outcome.winners)
        self.motion.at(1250, lambda: self.context.audio.play(name))

    def _burst(self) -> None:
        if self.finale and not self.context.settings.reduced_motion:
            high = self.layout.card[1]
            places = [
                (finale.tower_x(self, seat), self.layout.ground - self.finale.height(seat) * high - 60)
                for seat in self.finale.winners
            ]
            self.confetti.burst(places)
