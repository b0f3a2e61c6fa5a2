"""The moving pieces on the table of IceTowers, and its captions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from topping_out.game.engine import Seat
from topping_out.game.icetowers import legality
from topping_out.game.icetowers.actions import (
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
from topping_out.game.icetowers.state import Held, Phase, View
from topping_out.game.icetowers.table import COLOUR_OF, PIPS_OF, PieceId
from topping_out.game.language import mark, tr, tr_context, tr_player
from topping_out.game.record import Player
from topping_out.game.roster import level_words
from topping_out.game.text import commas

from ..audio.player import Audio
from ..devices.intents import Verb
from ..devices.keyboard import in_brackets
from ..kit.kit import Kit
from ..kit.motion import Motion, ease_in_out, ease_out, ease_out_back
from .art import Colours, Piece
from .layout import FOOT, Layout

# -- captions


LAST_MOMENTS = 10_000
"""Length of the timer's end that is emphasised by pictures and sounds, in milliseconds."""
_HELD = ("", mark("Small in hand"), mark("Medium in hand"), mark("Large in hand"))
_GHOSTS_HELD = (
    "", mark("The ghost's small in hand"), mark("The ghost's medium in hand"), mark("The ghost's large in hand"),
)  # fmt: skip
_CAN_CAP = (
    "",
    mark("{held}: cap anything of another colour"),
    mark("{held}: cap a medium or large of another colour"),
    mark("{held}: cap a large of another colour"),
)
"""Words by the pips of the held piece."""


def clock(view: View) -> str:
    """Return the time left as minutes and seconds, or "" if no timer runs."""
    if view.phase in (Phase.GATHERING, Phase.COUNTDOWN, Phase.OVER) or view.rings is None:
        return ""
    seconds = -(-max(0, view.rings - view.ms) // 1000)
    return f"{seconds // 60}:{seconds % 60:02d}"


def hurry(view: View) -> float:
    """Return how much of LAST_MOMENTS has passed, from 0 to 1; after the timer has rung, 1."""
    if view.outcome is not None:
        return 1.0 if view.outcome.reason == "timer" else 0.0
    if view.phase is not Phase.PLAY or view.rings is None:
        return 0.0
    return min(1.0, max(0.0, 1 - (view.rings - view.ms) / LAST_MOMENTS))


def under_clock(view: View, colours: Colours, is_live: bool) -> str:
    """Return the caption under the clock."""
    if view.phase is Phase.GATHERING:
        waiting = [seat for seat in range(view.variant.seats) if seat not in view.order]
        humans = [seat for seat, player in enumerate(colours.players) if player.is_human]
        if len(humans) == 1 and waiting == humans:
            return tr("Touch any of your pieces to begin.")
        names = commas([colours.name(seat) for seat in waiting])
        return tr("Touch one of your own pieces when you are ready: {names}", names=names)
    if view.phase is Phase.COUNTDOWN:
        return tr("Ready…")
    if view.phase is Phase.OVER:
        return tr("The game is over")
    if view.last_call is not None:
        return tr("Last call: act now, or the game ends")
    if view.turn is not None:
        yours, theirs = mark("Time stands still: your move"), mark("Time stands still: {name} to move")
        return tr_player(colours.players[view.turn].name, yours, theirs)
    return tr("No turns: play at any time") if is_live else ""


def status(view: View, seat: Seat, player: Player, device: str) -> Sequence[str]:
    """Return the line under a seat's name, and shorter alternatives."""
    level = level_words(player.level)
    plays_with = (device,) if player.is_human else (tr("bot, {level}", level=level), level)
    if view.phase is Phase.GATHERING:
        return (tr("ready"),) if seat in view.order else plays_with if any(plays_with) else (tr("not ready yet"),)
    if seat in view.done:
        return (tr_context("of a player", "done"),)
    return (tr("holding"),) if view.hands[seat] else plays_with


def keys_strip(view: View, seat: Seat, signs: Mapping[Verb, str], is_inside: bool) -> Sequence[str]:
    """Return what the keys do now, and a shorter alternative. `signs` contains the labels of the keys."""
    verbs = Verb.CONFIRM, Verb.SPLIT, Verb.CANCEL, Verb.DONE
    lift, split, back, done = (in_brackets(signs[verb]) for verb in verbs)
    if view.phase is Phase.GATHERING:
        return () if seat in view.order else (tr("{lift}: I'm ready", lift=lift),)
    if view.phase is not Phase.PLAY or seat in view.done:
        return ()
    if view.hands[seat]:
        return tr("{lift} place · {back} put back", lift=lift, back=back), tr("{lift} place", lift=lift)
    if is_inside:
        return (tr("{lift} mine · {split} split · {back} back", lift=lift, split=split, back=back),)
    return (
        tr("{lift} lift · {split} split · {done} done", lift=lift, split=split, done=done),
        tr("{lift} lift · {split} split", lift=lift, split=split),
    )


def advice(view: View, seat: Seat, *, is_short: bool = False) -> str:
    """Return what the piece held by a seat can do, or if `is_short` which it is; "" if the seat holds none."""
    held = view.hands[seat]
    if held is None:
        return ""
    pips = PIPS_OF[held.piece]
    text = tr((_HELD if COLOUR_OF[held.piece] == seat else _GHOSTS_HELD)[pips])
    if not legality.targets(view, held):
        return tr("{held}: nothing to cap, set it down", held=text)
    return text if is_short else tr(_CAN_CAP[pips], held=text)


# -- animator


CLINKS = ("", "clink_small", "clink_medium", "clink_large")
LIFT = 30.0
"""Height of a held piece above the ice, in logical units."""


class Animator:
    """Moves the pieces of one table."""

    def __init__(self, motion: Motion, audio: Audio) -> None:
        self.motion, self.audio = motion, audio
        self.pieces: dict[PieceId, Piece] = {}

    def settle(self, view: View, layout: Layout, positions: Mapping[Seat, tuple[float, float]]) -> None:
        """Put every piece at its place in the view at once."""
        self.motion.finish()
        for piece in self.pieces.values():
            piece.key = None
        self.arrange(view, layout, positions, is_at_once=True)

    def arrange(
        self, view: View, layout: Layout, positions: Mapping[Seat, tuple[float, float]], is_at_once: bool = False
    ) -> None:
        """Move every piece to its place in the view. `positions` are those of the visible cursors."""
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
        """Move a held piece towards its cursor; if that is not visible, the piece stays above where it was taken."""
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
        """Make all pieces fall on the ice, at the start."""
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
        """Play the sound of an event, at the stereo position of its piece."""
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
