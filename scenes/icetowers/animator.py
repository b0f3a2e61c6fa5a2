"""How the pieces on the ice come to where a view places them, and how they sound."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from topping_out.game.engine import Seat
from topping_out.game.icetowers.events import (
    Capped,
    CountdownBegan,
    DoneSwitched,
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
from topping_out.game.icetowers.pieces import PIPS_OF, PieceId
from topping_out.game.icetowers.state import Held, View
from topping_out.scenes.audio.player import Audio
from topping_out.scenes.icetowers.layout import FOOT, Layout
from topping_out.scenes.icetowers.sprites import Piece
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.motion import Motion, ease_in_out, ease_out, ease_out_back

CLINKS = ("", "clink_small", "clink_medium", "clink_large")
LIFT = 30.0
"""How high a held piece hangs over the ice, in logical units."""


class Animator:
    """The pieces of one table, by id."""

    def __init__(self, motion: Motion, audio: Audio) -> None:
        self.motion, self.audio = motion, audio
        self.pieces: dict[PieceId, Piece] = {}

    def settle(self, view: View, layout: Layout, positions: Mapping[Seat, tuple[float, float]]) -> None:
        """Put every piece where the view says that it is, at once."""
        self.motion.finish()
        for piece in self.pieces.values():
            piece.key = None
        self.arrange(view, layout, positions, is_at_once=True)

    def arrange(
        self, view: View, layout: Layout, positions: Mapping[Seat, tuple[float, float]], is_at_once: bool = False
    ) -> None:
        """Send every piece to where the view says that it is. `positions`: where the cursors are that are shown."""
        for tower in view.towers:
            is_fanned = layout.is_fanned(tower)
            front = 1e5 if is_fanned else layout.back
            for index, (id, foot) in enumerate(zip(tower.pieces, layout.feet(tower))):
                piece = self.pieces.get(id) or self.pieces.setdefault(id, Piece(id, *foot))
                key = tower.id, index, foot, is_fanned
                if piece.key == key:
                    continue
                piece.key, piece.z = key, tower.y * 10 + index + front
                if is_at_once:
                    piece.x, piece.y, piece.up = *foot, 0.0
                else:
                    self.motion.to(piece, 190, 0, ease_out, x=foot[0], y=foot[1])
                    self.motion.to(piece, 210, 0, ease_out_back, up=0.0)
        for seat, held in enumerate(view.hands):
            if held is not None:
                self._carry(seat, held, positions.get(seat), layout)

    def _carry(self, seat: Seat, held: Held, cursor: tuple[float, float] | None, layout: Layout) -> None:
        """Let a held piece follow its cursor; if none is shown, it hangs over where it was taken."""
        piece = self.pieces.setdefault(held.piece, Piece(held.piece, *(cursor or layout.at(*held.place))))
        if piece.key != ("held", seat):
            piece.key = ("held", seat)
            self.motion.to(piece, 140, 0, ease_out, up=LIFT)
        x, y = cursor or (piece.x, piece.y)
        self.motion.drop(piece, "x", "y")
        piece.x += (x - piece.x) * 0.45
        piece.y += (y + FOOT - piece.y) * 0.45
        piece.z = 1e6 + seat

    def scatter(self) -> None:
        """Queue the opening: the pieces fall on the ice."""
        for number, piece in enumerate(sorted(self.pieces.values(), key=lambda p: p.y)):
            piece.alpha, piece.up = 0.0, 130.0
            self.motion.to(piece, 160, number * 9, ease_in_out, alpha=1.0)
            self.motion.to(piece, 420, number * 9, ease_out_back, up=0.0)
            if number % 6 == 0:
                size = CLINKS[PIPS_OF[piece.id]]
                self.motion.at(number * 9 + 300, lambda size=size: self.audio.play(size, 0.35))  # type: ignore[misc]

    def shake(self, id: PieceId) -> None:
        """Shake a piece that cannot be played."""
        if piece := self.pieces.get(id):
            piece.shake = 1.0
            self.motion.to(piece, 320, 0, ease_out, shake=0.0)

    def sound(self, event: Any, kit: Kit) -> None:
        """Play the sound of an event, a piece's from where it is."""
        piece = self.pieces.get(getattr(event, "bottom", getattr(event, "piece", -1)))
        pan = kit.pan(piece.x) if piece else 0.0
        match event:
            case Capped():
                self.audio.play(CLINKS[PIPS_OF[event.piece]], pan=pan)
            case Lifted():
                self.audio.play("focus", 0.8, pan)
            case Mined():
                self.audio.play("card_slide", 0.8, pan)
            case WasSetDown():
                self.audio.play(CLINKS[PIPS_OF[event.piece]], 0.6, pan)
            case WasSplit():
                self.audio.play("snap", pan=pan)
            case Readied() | DoneSwitched():
                self.audio.play("button", 0.7)
            case CountdownBegan() | LastCall():
                self.audio.play("turn")
            case PlayBegan():
                self.audio.play("hint")
            case TimerRang() | Showdown():
                self.audio.play("penny_ring")
