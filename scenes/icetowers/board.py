"""The table of IceTowers: what the view says, drawn where it is, gliding where it goes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pygame

from game.engine import Seat
from game.icetowers import legality
from game.icetowers.actions import Action
from game.icetowers.events import (
    Capped,
    CountdownBegan,
    DoneSwitched,
    Ended,
    LastCall,
    Lifted,
    Mined,
    PlayBegan,
    Readied,
    Showdown,
    TimerRang,
    WasSetDown,
    WasSplit,
)
from game.icetowers.pieces import COLOUR_OF, PIPS_OF, PieceId
from game.icetowers.state import Held, Phase, View
from game.record import Header
from game.roster import level_of
from scenes.icetowers import drawing
from scenes.icetowers.cursors import Hand
from scenes.icetowers.layout import FOOT, Layout
from scenes.kit.kit import Kit
from scenes.kit.motion import Motion, ease_in_out, ease_out, ease_out_back
from scenes.kit.stage import Stage
from scenes.kit.theme import Colour
from scenes.match.board import Board, MainButton, Turn
from scenes.system.context import Context
from scenes.ui.widgets import Rect, Widget

CLINKS = ("", "clink_small", "clink_medium", "clink_large")
SAY = 2200.0
"""Milliseconds that a hand's complaint shows."""
LIFT = 30.0
"""How high a held piece hangs over the ice, in logical units."""


class Piece:
    """A pyramid where it is now; `up` is how high it hangs over its shadow, `z` orders what overlaps."""

    __slots__ = ("alpha", "id", "key", "shake", "up", "x", "y", "z")

    def __init__(self, id: PieceId, x: float, y: float) -> None:
        self.id, self.x, self.y = id, x, y
        self.up, self.z, self.alpha, self.shake = 0.0, y, 1.0, 0.0
        self.key: object = None
        """Where it last was sent, so that it is sent there once."""

    @property
    def is_held(self) -> bool:
        return isinstance(self.key, tuple) and self.key[0] == "held"


class Bubble:
    """A sentence beside a hand for a short while."""

    def __init__(self, text: str, ms: float = SAY, warns: bool = True) -> None:
        self.text, self.left, self.warns = text, ms, warns


class IceTowersBoard(Board):
    ambience = "ice"

    def __init__(self, context: Context, header: Header, motion: Motion) -> None:
        super().__init__(context, header, motion)
        self.pieces: dict[PieceId, Piece] = {}
        self.bubbles: dict[Seat, Bubble] = {}
        self.hands: dict[Seat, Hand] = {}
        """The players' hands at the screen."""
        self.places: dict[Seat, tuple[float, float]] = {}
        """Where every hand is, the bots' too, in logical units."""
        self.labels: dict[Seat, str] = {}
        """What a seat plays with, for its plate."""
        self.clock = 0.0
        self.is_live = False
        """Whether the game is being played; else it is shown step by step, with buttons where the clock would be."""
        self.suggested: tuple[Action, ...] = ()
        """What a hint would do, one thing after another, marked on the table."""
        self.resuming = 0.0
        """Milliseconds until the clock runs again after a pause."""
        self.view: View
        self.layout = Layout(context.kit, len(header.seats), self.is_live)

    # -- colours and names

    def colour(self, colour: int) -> Colour:
        """Return the paint of an engine's colour: a seat's own, or the ghost's."""
        theme = self.kit.theme
        return theme.seats[self.header.seats[colour].colour] if colour < len(self.header.seats) else theme.ghost

    def sign(self, colour: int) -> int:
        return self.header.seats[colour].colour if colour < len(self.header.seats) else 5

    def ink(self, colour: int) -> Colour:
        """Return the paint of what is written on a colour."""
        return (255, 255, 255) if colour < len(self.header.seats) else self.kit.theme.ink

    def name(self, seat: Seat) -> str:
        return self.header.seats[seat].name if seat < len(self.header.seats) else "Ghost"

    # -- views

    def sync(self, view: View) -> None:
        self.view = view
        self.arrange(0.0 if not self.pieces else 1.0)

    def is_synced(self, view: View) -> bool:
        return self.view == view

    def deal(self, view: View) -> None:
        """Scatter the pieces over the ice."""
        self.sync(view)
        for number, piece in enumerate(sorted(self.pieces.values(), key=lambda p: p.y)):
            piece.alpha, piece.up = 0.0, 130.0
            self.motion.to(piece, 160, number * 9, ease_in_out, alpha=1.0)
            self.motion.to(piece, 420, number * 9, ease_out_back, up=0.0)
            if number % 6 == 0:
                size = CLINKS[PIPS_OF[piece.id]]
                self.motion.at(number * 9 + 300, lambda size=size: self.context.audio.play(size, 0.35))  # type: ignore[misc]

    def arrange(self, speed: float = 1.0) -> None:
        """Send every piece to where the view says that it is."""
        for tower in self.view.towers:
            for index, (piece, foot) in enumerate(zip(tower.pieces, self.layout.feet(tower))):
                self._send(piece, foot, tower.y * 10 + index + self.layout.back, (tower.id, index, foot), speed)
        for seat, held in enumerate(self.view.hands):
            if held is not None:
                self._carry(seat, held)

    def _send(self, id: PieceId, foot: tuple[float, float], z: float, key: object, speed: float) -> None:
        piece = self.pieces.get(id)
        if piece is None:
            piece = self.pieces[id] = Piece(id, *foot)
        if piece.key == key:
            return
        piece.key, piece.z = key, z
        if speed:
            self.motion.to(piece, 190, 0, ease_out, x=foot[0], y=foot[1])
            self.motion.to(piece, 210, 0, ease_out_back, up=0.0)
        else:
            piece.x, piece.y, piece.up = *foot, 0.0

    def _carry(self, seat: Seat, held: Held) -> None:
        """A held piece follows its holder's hand; where no hand is shown, it hangs over where it was taken."""
        start = self.places.get(seat) or self.layout.at(*held.place)
        piece = self.pieces.setdefault(held.piece, Piece(held.piece, *start))
        if piece.key != ("held", seat):
            piece.key = ("held", seat)
            self.motion.to(piece, 140, 0, ease_out, up=LIFT)
        x, y = self.places.get(seat, (piece.x, piece.y))
        self.motion.drop(piece, "x", "y")
        piece.x += (x - piece.x) * 0.45
        piece.y += (y + FOOT - piece.y) * 0.45
        piece.z = 1e6 + seat

    # -- events

    def animate(self, event: Any, view: View) -> None:
        """Let an event be heard; things glide to where they go once they are arranged by the view (see `sync`)."""
        audio = self.context.audio
        match event:
            case Capped(_, piece, _, _, _, _):
                audio.play(CLINKS[PIPS_OF[piece]])
            case Lifted(_, piece, _) | Mined(_, piece, _, _, _):
                audio.play("card_slide" if isinstance(event, Mined) else "focus", 0.8)
            case WasSetDown(_, piece, _, _, _, _, _):
                audio.play(CLINKS[PIPS_OF[piece]], 0.6)
            case WasSplit():
                audio.play("snap")
            case Readied() | DoneSwitched():
                audio.play("button", 0.7)
            case CountdownBegan() | LastCall():
                audio.play("turn")
            case PlayBegan():
                audio.play("hint")
            case TimerRang() | Showdown():
                audio.play("penny_ring")
            case Ended():
                pass
        self.motion.then(lambda: None, hold=40)

    def refuse(self, seat: Seat, reason: str) -> None:
        """Say beside a hand why it cannot; the piece that it holds bounces."""
        self.bubbles[seat] = Bubble(reason[:1].upper() + reason[1:] + ".")
        self.context.audio.play("refuse")
        held = self.view.hands[seat]
        if held and held.piece in self.pieces:
            piece = self.pieces[held.piece]
            piece.shake = 1.0
            self.motion.to(piece, 420, 0, ease_out, shake=0.0)

    # -- the Board's interface for scenes that show a game step by step

    def begin_turn(self, turn: Turn) -> None:
        self.turn = turn

    def end_turn(self) -> None:
        self.turn = None

    def widgets(self) -> list[Widget]:
        return []

    def main_button(self) -> MainButton | None:
        return None

    @property
    def main_place(self) -> Rect:
        return self.layout.done

    def suggest(self, action: Any, then: Any = None) -> None:
        self.suggested = (action,) if then is None else (action, then)

    def clear_selection(self) -> None:
        self.suggested = ()

    def resize(self, kit: Kit) -> None:
        self.layout = Layout(kit, len(self.header.seats), self.is_live)
        if hasattr(self, "view"):
            self.motion.finish()
            for piece in self.pieces.values():
                piece.key = None
            self.arrange(0.0)

    @property
    def text_areas(self) -> list[Rect]:
        advice = self.advice(*self.hands) if len(self.hands) == 1 else ""
        return [drawing.clock_place(self)] + ([drawing.advice_place(self, advice)] if advice else [])

    @property
    def message_width(self) -> float:
        return 430.0

    @property
    def message_foot(self) -> float:
        return self.layout.bar + 8

    # -- idle life and drawing

    def update(self, ms: float) -> None:
        self.clock += ms
        self.confetti.update(ms)
        for seat, bubble in list(self.bubbles.items()):
            bubble.left -= ms
            if bubble.left <= 0:
                del self.bubbles[seat]
                if not bubble.warns:
                    self.clear_selection()

    @property
    def at_rest(self) -> bool:
        return self.confetti.is_over and not self.bubbles

    def draw(self, stage: Stage, pointed: Widget | None) -> None:
        drawing.draw_ice(stage, self)
        drawing.draw_targets(stage, self)
        drawing.draw_pieces(stage, self)
        drawing.draw_worths(stage, self)
        drawing.draw_gaps(stage, self)
        drawing.draw_suggestion(stage, self)
        drawing.draw_held(stage, self)
        drawing.draw_stalls(stage, self)
        drawing.draw_clock(stage, self)
        drawing.draw_plates(stage, self)
        drawing.draw_bots_hands(stage, self)
        self.under_tips(stage)
        drawing.draw_players_hands(stage, self)
        self.confetti.draw(stage, self.kit)

    def wobble(self, piece: Piece) -> float:
        return math.sin(piece.shake * 14) * 7 * piece.shake

    def status(self, seat: Seat) -> Sequence[str]:
        """Return the line under a seat's name, and shorter ones where that has no room."""
        player, view = self.header.seats[seat], self.view
        level = level_of(player.level)
        with_what = (self.labels.get(seat, ""),) if player.is_human else (f"bot, {level}", level)
        if view.phase is Phase.GATHERING:
            return ("ready",) if seat in view.order else with_what if any(with_what) else ("not ready yet",)
        if seat in view.done:
            return ("done",)
        return ("holding",) if view.hands[seat] else with_what

    def tell(self, seat: Seat, words: str, ms: float) -> None:
        """Say something beside a hand for `ms` milliseconds."""
        self.bubbles[seat] = Bubble(words, ms, warns=False)

    def is_at_a_loss(self, seat: Seat) -> bool:
        """Tell whether one of several players at the screen holds a piece that can cap nothing."""
        held = self.view.hands[seat]
        return held is not None and len(self.hands) > 1 and not legality.targets(self.view, held)

    def advice(self, seat: Seat) -> str:
        """Return what the piece in a hand can do, in words."""
        held = self.view.hands[seat]
        if held is None:
            return ""
        names = {1: "anything", 2: "a medium or large", 3: "a large"}
        whose = "" if COLOUR_OF[held.piece] == seat else "The ghost's "
        size = ("", "small", "medium", "large")[PIPS_OF[held.piece]]
        text = f"{whose}{size} in hand".capitalize() if not whose else f"{whose}{size} in hand"
        if not legality.targets(self.view, held):
            return f"{text}: nothing to cap, set it down"
        return f"{text}: cap {names[PIPS_OF[held.piece]]} of another colour"

    # -- the end

    def celebrate(self) -> None:
        outcome = self.view.outcome
        if outcome is None:
            return
        best = sorted(self.view.towers, key=lambda t: -t.worth)
        tops = [self.layout.feet(t)[-1] for t in best if t.controller in outcome.winners][:3]
        if not self.context.settings.reduced_motion:
            self.confetti.burst([(x, y - 60) for x, y in tops], 60)
        humans = [seat for seat in outcome.winners if self.header.seats[seat].is_human]
        watched = not any(player.is_human for player in self.header.seats)
        self.context.audio.play("win" if humans or watched else "lose")

    def badge(self, row: int, radius: float) -> pygame.Surface:
        if row < len(self.header.seats):
            return super().badge(row, radius)
        return self.kit.disc(radius, self.colour(row), self.name(row)[:1], self.ink(row))

    def has_won(self, row: int, view: View) -> bool:
        """Count the ghost among the winners where nobody has more (I11)."""
        return super().has_won(row, view) or (row == len(self.header.seats) and view.scores[row] == max(view.scores))

    def story(self, view: View) -> list[str]:
        if view.outcome is None:
            return []
        how = {
            "agreed": "All agreed that there was nothing left to play.",
            "no moves": "Nobody had a move left.",
            "showdown": "It came to a final showdown.",
            "timer": "The timer rang.",
        }
        return [how[view.outcome.reason]]

    def headline(self, view: View) -> str:
        won = [self.name(seat) for seat in view.outcome.winners] if view.outcome else []
        if view.variant.ghost and self.has_won(len(self.header.seats), view):
            won.append("the ghost")
        words = " and ".join(won)
        return f"{words[:1].upper()}{words[1:]} topped out"

    def results(self, view: View) -> list[Sequence[str]]:
        from game.icetowers.results import count_up

        rows: list[Sequence[str]] = [("", "Score", "Towers", "Tallest", "Tens and rest")]
        for count in count_up(view):
            towers = [tower for tower in count.towers if not tower.is_free_stander]
            tallest = max((len(tower.pieces) for tower in count.towers), default=0)
            rest = sum(PIPS_OF[piece] for piece in count.rest)
            tens = f"{len(count.tens)} × 10 + {rest}"
            rows.append((self.name(count.colour), str(count.total), str(len(towers)), str(tallest), tens))
        return rows
