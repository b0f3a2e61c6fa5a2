"""The table of Towers of Wyoming: one skyline under a Sky that is exactly as high as its pennies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from game.engine import Seat
from game.record import Header
from game.roster import level_of
from game.wyoming.cards import DECK, SUIT_NAMES, CardId, suit_of, suit_words
from game.wyoming.state import View
from scenes.kit.kit import Kit
from scenes.kit.motion import Motion, land
from scenes.kit.pictures.sky import Twinkle
from scenes.kit.pieces import lines_within
from scenes.kit.stage import Stage
from scenes.match.board import Primary
from scenes.match.cards.board import CardBoard, HitArea
from scenes.system.context import Context
from scenes.ui.widgets import Rect, Widget
from scenes.wyoming import drawing
from scenes.wyoming.animator import Animator
from scenes.wyoming.art import CARD_H, CARD_W, card_face
from scenes.wyoming.layout import Layout
from scenes.wyoming.selection import DISCARD, Selection, Target


class WyomingBoard(CardBoard):
    selection_of = Selection
    home = "card 0"

    def __init__(self, context: Context, header: Header, motion: Motion) -> None:
        super().__init__(context, header, motion)
        self.twinkle = Twinkle()
        self.flicker = drawing.Flicker()
        self.tree: drawing.Tree | None = None
        self._unpainted: Iterator[CardId] = iter(DECK)
        """Cards still to be painted ahead, one in a quiet frame, so that none holds up a motion."""
        self.selection: Selection | None = None
        self.animator: Animator

    @property
    def view(self) -> View:
        """What the table shows now."""
        return self.animator.view

    @property
    def layout(self) -> Layout:
        return self.animator.layout

    def is_out(self, seat: Seat) -> bool:
        return seat not in self.view.in_play

    @property
    def message_width(self) -> float:
        cards = CARD_W + 6 * 92.0 if self.view.seat is not None else 0.0
        return min(330.0, max(210.0, (self.kit.width - cards) / 2 - 44)) if cards else 420.0

    @property
    def message_lines(self) -> int:
        return lines_within(self.kit, self.layout.foot - self.message_foot - 8)

    # -- views and events

    def sync(self, view: View) -> None:
        mark = self.animator.mark if hasattr(self, "animator") else None
        self.animator = Animator(view, self.kit, self.motion, self.context.audio, self.is_replay)
        self.animator.mark = mark
        self.tree = None

    def resize(self, kit: Kit) -> None:
        self._unpainted = iter(DECK)
        super().resize(kit)

    def settle(self) -> None:
        self.selection = None
        self.animator.raised.clear()
        self.animator.arrange()

    # -- the player's turn

    def raise_chosen(self) -> None:
        assert self.selection
        self.animator.raised = set(self.selection.cards)
        self.animator.arrange(140)

    def pick(self, number: int) -> None:
        if self.turn and self.selection and number <= len(self.view.hand):
            self.press_card(self.view.hand[number - 1])

    def primary(self) -> Primary | None:
        if self.selection is None:
            return None
        play = self.selection.play
        if play is None:
            return Primary("Choose cards" if not self.selection.cards else "No place for these")
        verb = "Discard" if self.selection.must_discard else "Play"
        return Primary(f"{verb} {suit_words(play.count, play.suit)}", play)

    # -- drag and drop

    def drag(self, widget: Widget, position: tuple[float, float]) -> None:
        if not isinstance(widget, HitArea) or widget.card is None or self.selection is None:
            return
        if widget.card not in self.selection.cards:
            self.selection.toggle(widget.card)
        self.animator.carry(self.selection.cards, widget.card, position)
        over = self.target_at(position)
        if over:
            self.selection.aim_at(over)

    def target_at(self, position: tuple[float, float]) -> Target | None:
        areas = (w for w in self.widgets() if isinstance(w, HitArea) and w.target is not None)
        return next((s.target for s in areas if s.rect.inflate(24, 60).collidepoint(position)), None)

    # -- widgets

    def widgets(self) -> list[Widget]:
        return [*self._plate_areas(), *self._tower_areas(), *self._pile_areas(), *self._hand_areas()]

    def _plate_areas(self) -> list[Widget]:
        """The plates of characters, which have something to say; for the pointer alone."""
        areas: list[Widget] = []
        for seat in filter(self.motto, range(len(self.header.seats))):
            areas.append(area := HitArea(f"plate {seat}", self.layout.plate(seat), None))
            area.seat, area.is_focusable = seat, False
        return areas

    def _tower_areas(self) -> list[Widget]:
        areas: list[Widget] = []
        for seat in self.view.in_play:
            for foundation, tower in enumerate(self.view.towers[seat]):
                target = (seat, foundation)
                rect = self.layout.column(seat, foundation, len(tower))
                areas.append(HitArea(f"tower {seat}.{foundation}", rect, lambda t=target: self.act_at(t), target))
        return areas

    def _pile_areas(self) -> list[Widget]:
        def rect(place: Any) -> Rect:
            width, height = CARD_W * place.scale, CARD_H * place.scale
            return Rect(place.x - width / 2, place.y - height / 2, width, height)

        return [
            HitArea("discards", rect(self.layout.discard_pile), lambda: self.act_at(DISCARD), DISCARD),
            HitArea("draw pile", rect(self.layout.draw_pile), None),
        ]

    def _hand_areas(self) -> list[Widget]:
        hand, areas = self.view.hand, list[Widget]()
        for index, card in enumerate(hand):
            place = self.layout.hand_place(index, len(hand), card in self.animator.raised)
            rect = Rect(place.x - CARD_W / 2, place.y - CARD_H / 2, CARD_W, CARD_H)
            areas.append(area := HitArea(f"card {index}", rect, lambda card=card: self.press_card(card), card=card))
            area.angle, area.lift = place.angle, 0.0 if self.motion.busy else drawing.LIFT
        return areas

    # -- showing

    def update(self, ms: float) -> None:
        if not self.motion.busy and (card := next(self._unpainted, None)) is not None:
            card_face(self.kit, card)
        if self.context.has_idle_life:
            self.twinkle.update(ms)
            self.flicker.update(ms, self.view)
        self.confetti.update(ms)

    @property
    def at_rest(self) -> bool:
        return self.confetti.is_over

    def draw(self, stage: Stage, pointed: Widget | None) -> None:
        area = pointed if isinstance(pointed, HitArea) else None
        if area and area.target and self.selection and not self.motion.busy:
            self.selection.aim_at(area.target)
        drawing.draw_sky(stage, self)
        drawing.draw_lots(stage, self)
        drawing.draw_piles(stage, self)
        drawing.draw_towers(stage, self)
        drawing.draw_labels(stage, self)
        drawing.draw_plates(stage, self)
        drawing.draw_ghosts(stage, self, area)
        drawing.draw_hand(stage, self, area.card if area else None)
        self.under_tips(stage)
        drawing.draw_aim(stage, self, area)
        self.confetti.draw(stage, self.kit)

    def explain(self, area: HitArea) -> tuple[str, str]:
        """Return a title and a line about a thing on the table, while no cards are chosen."""
        if area.name == "draw pile":
            return "Draw pile", f"{self.view.draw_pile} cards. When it runs out, {self._when_it_runs_out()}."
        if area.seat is not None:
            return self.name(area.seat), self.motto(area.seat)
        if area.target is None:
            return "", ""
        if area.target == DISCARD:
            return "Discards", f"{len(self.view.discards)} cards, face up."
        seat, foundation = area.target
        tower = self.view.towers[seat][foundation]
        if not tower:
            return f"{self.name(seat)}: a foundation", "Its owner may begin it with any suit."
        suit = suit_of(tower[0])
        attacker = next(s for s, t in self.view.variant.opposes.items() if t == suit)
        builders = f"{SUIT_NAMES[suit].capitalize()} build it up, {SUIT_NAMES[attacker]} knock it down."
        return f"{self.name(seat)}: {suit_words(len(tower), suit)}", builders

    def _when_it_runs_out(self) -> str:
        if self.view.variant.sudden_death:
            return "nobody draws any more"
        return "the pennies are tossed" if self.view.variant.tidal else "a penny falls and the discards are shuffled"

    def to_go(self, height: int) -> str:
        """Return how far a tower of that height is from winning."""
        rest = self.view.needed - height
        if rest > 0:
            return f"{rest} to go"
        if rest == 0 or not self.view.variant.finicky:
            return "breaks through" if not self.view.variant.finicky else "exactly right"
        return f"{-rest} too tall"

    def status(self, seat: Seat) -> Sequence[str]:
        """Return the line under a seat's name, and shorter ones where that has no room."""
        player, view = self.header.seats[seat], self.view
        if seat not in view.in_play:
            return "out of the game", "out"
        cards = view.hand_sizes[seat]
        count = f"{cards} card{'' if cards == 1 else 's'}"
        if view.outcome is None and seat == view.turn:
            if player.is_human:
                if seat != view.seat:
                    return ("to play",)
                must = "discard" if self.selection and self.selection.must_discard else "play"
                return f"your turn: {must} one suit", "your turn"
            return f"thinking · {count}", "thinking"
        if player.is_human:
            return (count,)
        level = level_of(player.level)
        return f"bot, {level} · {count}", f"{level} · {count}", count

    # -- the end

    def results(self, view: View) -> list[Sequence[str]]:
        heading = ("", "Tallest", "Towers", "In hand")
        rows = []
        for seat, towers in enumerate(view.towers):
            standing = [suit_words(len(t), suit_of(t[0])) for t in towers if t]
            tallest = max(map(len, towers))
            rows.append((self.name(seat), str(tallest), ", ".join(standing) or "none", str(view.hand_sizes[seat])))
        return [heading, *rows]

    def story(self, view: View) -> list[str]:
        fallen = view.variant.pennies - view.pennies
        sky = f"The Sky stood at {view.pennies} {'penny' if view.pennies == 1 else 'pennies'}"
        if fallen > 0:
            sky += f", {fallen} lower than at the start"
        elif fallen < 0:
            sky += f", {-fallen} higher than at the start"
        return [f"{sky}: {'exactly ' if view.variant.finicky else ''}{self.view.needed} cards were needed."]

    def celebrate(self) -> None:
        outcome = self.view.outcome
        if outcome is None or not outcome.winners:
            return
        best = [
            (seat, f)
            for seat in outcome.winners
            for f, tower in enumerate(self.view.towers[seat])
            if tower and len(tower) == outcome.scores[seat]
        ]
        self.tree = drawing.Tree([(t, len(self.view.towers[t[0]][t[1]])) for t in best])
        self.motion.to(self.tree, 900, 0, land, rise=1.0)
        tops = [self.layout.storey_place(*target, height) for target, height in self.tree.tops]
        if not self.context.settings.reduced_motion:
            self.confetti.burst([(top.x, top.y - 40) for top in tops])
        self.context.audio.play(self.closing_sound(outcome.winners))
