"""The table of Towers of Wyoming: one skyline under a Sky that is exactly as high as its pennies."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine import Seat
from game.record import Header
from game.roster import level_of
from game.text import counted
from game.wyoming.cards import DECK, CardId, suit_of, suit_words
from game.wyoming.state import View
from scenes.kit.motion import Motion, ease_out_back
from scenes.kit.plates import draw_tooltip, lines_within
from scenes.kit.stage import Stage
from scenes.match.cards.board import CardBoard
from scenes.match.cards.hit_area import HitArea, hand_areas
from scenes.system.context import Context
from scenes.ui.widgets import Widget
from scenes.wyoming import drawing, hit_areas, tips
from scenes.wyoming.animator import Animator
from scenes.wyoming.art import CARD_W, card_face
from scenes.wyoming.selection import Selection, Target


class WyomingBoard(CardBoard):
    selection_of = Selection
    deck = DECK
    drop_margin = 24, 60
    home = "card 0"
    animator: Animator
    selection: Selection | None

    def __init__(self, context: Context, header: Header, motion: Motion) -> None:
        super().__init__(context, header, motion)
        self.flicker = drawing.Flicker()
        self.tree: drawing.Tree | None = None

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
        play = self.animator.last_play if hasattr(self, "animator") else None
        self.animator = Animator(view, self.kit, self.motion, self.context.audio, self.is_replay)
        self.animator.last_play = play
        self.tree = None

    # -- the player's turn

    def aimed_target(self, area: HitArea | None) -> Target | None:
        """Return where the chosen cards would go: what is pointed at, else where the main button plays them."""
        if self.motion.busy or not self.selection or not self.selection.cards:
            return None
        return area.target if area and area.target else self.selection.aim

    # -- drag and drop

    def drag(self, widget: Widget, position: tuple[float, float]) -> None:
        if not isinstance(widget, HitArea) or widget.card is None or self.selection is None:
            return
        if widget.card not in self.selection.cards:
            self.selection.take(widget.card)
        self.animator.carry(self.selection.cards, widget.card, position)
        over = self.target_at(position)
        if over:
            self.selection.aim_at(over)

    # -- drawing

    def areas(self) -> list[Widget]:
        layout, view = self.layout, self.view
        return [
            *self._plates(),
            *hit_areas.tower_areas(layout, view),
            *hit_areas.pile_areas(layout),
            *hand_areas(self.animator, drawing.LIFT),
        ]

    def _plates(self) -> list[HitArea]:
        """The plates of characters, which have something to say; for the pointer alone."""
        seats = filter(self.motto, range(len(self.header.seats)))
        return [HitArea(f"plate {seat}", self.layout.plate(seat), seat=seat, is_focusable=False) for seat in seats]

    def paint_ahead(self, card: CardId) -> None:
        card_face(self.kit, card)

    def update_idle_life(self, ms: float) -> None:
        super().update_idle_life(ms)
        self.flicker.update(ms, self.view)

    def draw(self, stage: Stage, pointed: Widget | None) -> None:
        area = pointed if isinstance(pointed, HitArea) else None
        kit, layout, view, selection = self.kit, self.layout, self.view, self.selection
        if area and area.target and selection and not self.motion.busy:
            selection.aim_at(area.target)
        aimed, chooses = self.aimed_target(area), selection is not None and bool(selection.cards)
        drawing.draw_sky(stage, self.animator, self.twinkle)
        drawing.draw_lots(stage, kit, layout, view, selection)
        drawing.draw_piles(stage, kit, layout, view)
        drawing.draw_towers(stage, self.animator, self.flicker, self.tree)
        drawing.draw_labels(stage, kit, layout, view)
        if self.animator.last_play and not chooses:
            drawing.draw_last_play(stage, self.animator, self.animator.last_play, self.header.seats)
        self.draw_plates(stage)
        if selection and aimed:
            drawing.draw_ghosts(stage, kit, layout, selection, aimed)
        drawing.draw_hand(stage, self.animator, area.card if area else None)
        self.under_tips(stage)
        if selection and aimed:
            tips.draw_preview(stage, kit, layout, selection, aimed)
        elif area and not chooses and not self.motion.busy and (words := self.explain(area))[0]:
            draw_tooltip(stage, kit, area.rect, *words)
        self.confetti.draw(stage, kit)

    def explain(self, area: HitArea) -> tuple[str, str]:
        if area.seat is not None:
            return self.name(area.seat), self.motto(area.seat)
        return tips.explain(self.view, [player.name for player in self.header.seats], area)

    def status(self, seat: Seat) -> Sequence[str]:
        player, view = self.header.seats[seat], self.view
        if seat not in view.in_play:
            return "out of the game", "out"
        count = counted(view.hand_sizes[seat], "card")
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
        sky = f"The Sky stood at {counted(view.pennies, 'penny', 'pennies')}"
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
        self.motion.to(self.tree, 900, 0, ease_out_back, rise=1.0)
        tops = [self.layout.storey_place(*target, height) for target, height in self.tree.tops]
        self.throw_confetti([(top.x, top.y - 40) for top in tops])
        self.context.audio.play(self.closing_sound(outcome.winners))
