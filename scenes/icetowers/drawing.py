"""How the ice is drawn, layer by layer from the frost to the hands."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from game.engine import Seat
from game.icetowers import legality
from game.icetowers.actions import Action, Lift, Mine, Place, Ready, Split
from game.icetowers.pieces import COLOUR_OF, PIPS_OF
from game.icetowers.state import Phase
from game.icetowers.table import Tower
from game.narration import address
from scenes.icetowers import art
from scenes.icetowers.cursors import Hand
from scenes.icetowers.layout import FOOT
from scenes.kit.plates import draw_seat
from scenes.kit.stage import Stage
from scenes.kit.theme import Colour, mix
from scenes.ui.widgets import Rect

if TYPE_CHECKING:
    from scenes.icetowers.board import IceTowersBoard, Piece

WAY_STEP = 13.0
"""From dot to dot of a way that a hint shows."""
WORDS = 15.0
"""Size of the words under the clock."""


def draw_ice(stage: Stage, board: IceTowersBoard) -> None:
    kit = board.kit
    stage.blit(art.ice(kit), 0, 0)
    bar = kit.plate(kit.width, board.layout.bar, (*kit.theme.night, 235), kit.theme.night, 1, 0)
    stage.blit(bar, 0, kit.height - board.layout.bar)


# -- pieces


def draw_pieces(stage: Stage, board: IceTowersBoard) -> None:
    """The pieces on the ice, back to front, and all shadows."""
    order = sorted(board.pieces.values(), key=lambda piece: piece.z)
    grounded = {tower.pieces[0] for tower in board.view.towers}
    for piece in order:
        if piece.id in grounded or piece.up > 1:
            _draw_shadow(stage, board, piece)
    for piece in order:
        if not piece.is_held:
            _draw_piece(stage, board, piece)


def draw_held(stage: Stage, board: IceTowersBoard) -> None:
    """The pieces in the hands, above everything that stands, with a bright edge."""
    for piece in board.pieces.values():
        if piece.is_held:
            _draw_piece(stage, board, piece)
            size, edge = PIPS_OF[piece.id], (255, 255, 255)
            x = piece.x - art.WIDTHS[size] / 2 - 4 + board.wobble(piece)
            stage.blit(art.glow(board.kit, size, edge), x, piece.y - art.HEIGHTS[size] + FOOT - 4 - piece.up)


def _draw_shadow(stage: Stage, board: IceTowersBoard, piece: Piece) -> None:
    shade = art.shadow(board.kit, PIPS_OF[piece.id], piece.up > 8)
    stage.blit_centred(shade, piece.x, piece.y - 3, piece.alpha)


def _draw_piece(stage: Stage, board: IceTowersBoard, piece: Piece) -> None:
    kit, size, colour = board.kit, PIPS_OF[piece.id], COLOUR_OF[piece.id]
    picture = art.pyramid(kit, board.colour(colour), size, board.sign(colour), board.context.settings.patterns)
    x = piece.x - art.WIDTHS[size] / 2 + board.wobble(piece)
    y = piece.y - art.HEIGHTS[size] + FOOT - piece.up
    stage.blit(picture, x, y, piece.alpha)


# -- what can be done


def draw_targets(stage: Stage, board: IceTowersBoard) -> None:
    """Rings round what each player's held piece may cap, or what their empty hand may take."""
    for seat, hand in board.hands.items():
        held = board.view.hands[seat]
        if held:
            for tower in legality.targets(board.view, held):
                aimed = hand.spot is not None and hand.spot.tower == tower.id
                _ring(stage, board, tower, board.colour(seat), aimed)
        elif hand.spot and not hand.spot.is_gap and (tower := legality.tower_by_id(board.view, hand.spot.tower)):
            _ring(stage, board, tower, board.colour(seat), False)


def _ring(stage: Stage, board: IceTowersBoard, tower: Tower, colour: Colour, bold: bool) -> None:
    x, y = board.layout.at(tower.x, tower.y)
    stage.blit_centred(art.ring(board.kit, tower.base, colour, bold), x, y - 2)


def draw_worths(stage: Stage, board: IceTowersBoard) -> None:
    """Under each tower its worth, in the colour of who controls it; and what a hand over it could take."""
    kit = board.kit
    for tower in sorted(board.view.towers, key=lambda t: t.y):
        if tower.is_free_stander:
            continue
        x, y = board.layout.at(tower.x, tower.y)
        words = kit.text(str(tower.worth), 14, "bold", board.ink(tower.controller))
        width, height = kit.size_of(words)
        width = max(width + 16, height + 6)
        colour = board.colour(tower.controller)
        tag = kit.plate(width, height + 3, colour, mix(colour, (255, 255, 255), 0.55), 1.2, (height + 3) / 2)
        stage.blit(tag, x - width / 2, y + 9)
        stage.blit_centred(words, x, y + 9 + (height + 3) / 2)
    for seat, hand in board.hands.items():
        _draw_takeable(stage, board, seat, hand)


def _draw_takeable(stage: Stage, board: IceTowersBoard, seat: Seat, hand: Hand) -> None:
    """Outline the pieces of the tower under a hand that it could mine, and the one it means."""
    view, spot = board.view, hand.spot
    if spot is None or view.hands[seat] is not None:
        return
    mineable = legality.mineable(view, seat) if view.phase is Phase.PLAY else []
    tower = legality.tower_by_id(view, spot.tower)
    for piece in tower.pieces if tower else ():
        if (piece in mineable or piece == spot.piece) and piece in board.pieces:
            _outline(stage, board, board.pieces[piece], piece == spot.piece, board.colour(seat))


def _outline(stage: Stage, board: IceTowersBoard, piece: Piece, bold: bool, colour: Colour) -> None:
    size = PIPS_OF[piece.id]
    paint = colour if bold else (255, 255, 255)
    x, y = piece.x - art.WIDTHS[size] / 2 - 4, piece.y - art.HEIGHTS[size] + FOOT - 4 - piece.up
    stage.blit(art.glow(board.kit, size, paint), x, y, 1.0 if bold else 0.75)


def draw_gaps(stage: Stage, board: IceTowersBoard) -> None:
    """Marks where the players at the screen may split."""
    view = board.view
    if view.phase is not Phase.PLAY:
        return
    for tower in view.towers:
        for index in tower.gaps():
            piece = tower.pieces[index]
            splitters = [seat for seat in board.hands if not legality.why_not_split(view, seat, piece)]
            if splitters:
                over = [seat for seat in splitters if _is_over(board.hands[seat], tower, piece)]
                _draw_gap(stage, board, tower, index, over)


def draw_suggestion(stage: Stage, board: IceTowersBoard) -> None:
    """Mark what a hint would take, cap or part, and the way of a piece from one to the other."""
    for action in board.suggested:
        _mark(stage, board, action)
    match board.suggested:
        case Lift(piece) | Mine(piece), Place(tower) if found := legality.tower_by_id(board.view, tower):
            start, goal = board.pieces[piece], board.layout.feet(found)[-1]
            top = art.HEIGHTS[PIPS_OF[found.top]]
            _draw_way(stage, board, (start.x, start.y - start.up - 8), (goal[0], goal[1] - top / 2))


def _mark(stage: Stage, board: IceTowersBoard, action: Action) -> None:
    brass, view = board.kit.theme.brass, board.view
    match action:
        case Lift(piece) | Mine(piece) | Ready(piece) if piece in board.pieces:
            _outline(stage, board, board.pieces[piece], True, brass)
        case Place(tower) if found := legality.tower_by_id(view, tower):
            _ring(stage, board, found, brass, True)
        case Split(piece):
            for tower in view.towers:
                if piece in tower.pieces[:-1]:
                    _draw_gap(stage, board, tower, tower.pieces.index(piece), [0])


def _draw_way(stage: Stage, board: IceTowersBoard, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Show a way as a row of dots."""
    kit = board.kit
    dot = kit.disc(3, mix(kit.theme.brass, kit.theme.ink, 0.25))
    count = int(math.dist(start, end) / WAY_STEP)
    for number in range(1, count):
        x, y = (a + (b - a) * number / count for a, b in zip(start, end))
        stage.blit_centred(dot, x, y)


def _is_over(hand: Hand, tower: Tower, piece: int) -> bool:
    spot = hand.spot
    return spot is not None and spot.tower == tower.id and (not spot.is_gap or spot.piece == piece)


def _draw_gap(stage: Stage, board: IceTowersBoard, tower: Tower, index: int, over: list[Seat]) -> None:
    kit = board.kit
    x, y = board.layout.gap(tower, index)
    if over:
        size = PIPS_OF[tower.pieces[index]]
        width = art.WIDTHS[size] + 14
        line = kit.cached(
            ("ice cut", size),
            lambda: kit.canvas(width, 4, (255, 255, 255)).rect(0, 0.8, width, 2.4, (255, 255, 255), 1).done(),
        )
        stage.blit_centred(line, board.layout.feet(tower)[index + 1][0], y)
    stage.blit_centred(art.scissors(kit, bool(over)), x + (3 if over else 0), y)


def draw_stalls(stage: Stage, board: IceTowersBoard) -> None:
    """A ring that shrinks round each piece that must be played; what is left when it has gone the referee does."""
    view = board.view
    for seat, held in enumerate(view.hands):
        if held is None or held.deadline is None or not view.variant.stall or held.piece not in board.pieces:
            continue
        share = (held.deadline - view.ms) / view.variant.stall
        left = max(1, min(art.STALL_TICKS, round(share * art.STALL_TICKS)))
        colour = art.HURRY if share < 0.4 else board.colour(seat)
        piece = board.pieces[held.piece]
        middle = piece.y + FOOT - piece.up - art.HEIGHTS[PIPS_OF[held.piece]] * 0.42
        stage.blit_centred(art.stall_ring(board.kit, left, colour), piece.x, middle)


# -- the clock and the plates


def draw_clock(stage: Stage, board: IceTowersBoard) -> None:
    """The time left, and what is going on, at the top; large figures count down to the start and the end."""
    kit, view, theme = board.kit, board.view, board.kit.theme
    figure, words = _clock_words(board)
    middle, text = kit.width / 2, kit.text_scale
    top = 0.0 if board.is_live else 42 + 14 * text
    if board.is_captioned:
        return
    if figure:
        stage.blit_centred(kit.text(figure, 40, "title", theme.ink), middle, top + 26 + 18 * text)
    line, size = kit.first_fitting((words,), kit.width - 60, WORDS)
    stage.blit_centred(kit.text(line, size, "body", theme.ink), middle, top + 58 + 16 * text)
    until = board.resuming or _until(view)
    if until:
        number = kit.text(str(max(1, -(-round(until) // 1000))), 170, "title", theme.dusk, fixed=True)
        stage.blit_centred(number, middle, kit.height * 0.44, 0.85)


def clock_place(board: IceTowersBoard) -> Rect:
    """Return where the clock and the words under it are read on a live table."""
    kit, (figure, words) = board.kit, _clock_words(board)
    wide, high = kit.text_size(words, WORDS)
    foot = 58 + 16 * kit.text_scale + high / 2
    top = 26.0 if figure else foot - high
    return Rect((kit.width - wide) / 2, top, wide, foot - top)


def _until(view) -> float:  # type: ignore[no-untyped-def]
    if view.outcome is not None:
        return 0.0
    if view.phase is Phase.COUNTDOWN and view.starts is not None:
        return view.starts - view.ms
    return view.last_call - view.ms if view.last_call is not None else 0.0


def _clock_words(board: IceTowersBoard) -> tuple[str, str]:
    view = board.view
    if view.phase is Phase.GATHERING:
        waiting = [board.name(s) for s in range(view.variant.seats) if s not in view.order]
        return "", f"Touch one of your own pieces when you are ready: {', '.join(waiting)}"
    if view.phase is Phase.COUNTDOWN:
        return "", "Ready…"
    if view.phase is Phase.OVER:
        return "", "The game is over"
    left = None if view.rings is None else max(0, view.rings - view.ms)
    figure = "" if left is None else f"{-(-left // 1000) // 60}:{-(-left // 1000) % 60:02d}"
    if view.last_call is not None:
        return figure, "Last call: act now, or the game ends"
    if view.turn is not None:
        return figure, address(f"Time stands still: {board.name(view.turn)} chooses.").removesuffix(".")
    return figure, "No turns: play at any time" if board.is_live else ""


def draw_plates(stage: Stage, board: IceTowersBoard) -> None:
    view = board.view
    scores = view.scores
    for seat, player in enumerate(board.header.seats):
        leads = view.turn == seat or (view.outcome is not None and seat in view.outcome.winners) or seat in view.done
        place = board.layout.plate(seat)
        draw_seat(stage, board.kit, place, player, board.status(seat), leads, False, str(scores[seat]))
    if view.variant.ghost:
        kit = board.kit
        words = kit.text(f"The ghost: {scores[-1]}", 16, "bold", kit.theme.ink)
        width, height = kit.size_of(words)
        tag = kit.plate(width + 26, height + 10, (*kit.theme.ghost, 235), kit.theme.mist, 1.4, (height + 10) / 2)
        x, y = board.kit.width - width - 46, 62 + 14 * kit.text_scale
        stage.blit(tag, x, y)
        stage.blit_centred(words, x + (width + 26) / 2, y + (height + 10) / 2)


# -- hands


def draw_bots_hands(stage: Stage, board: IceTowersBoard) -> None:
    """They lie under a note that is to be read."""
    for seat in sorted(board.places.keys() - board.hands.keys()):
        _draw_hand(stage, board, seat)


def draw_players_hands(stage: Stage, board: IceTowersBoard) -> None:
    """The hands of the players at the screen; above them all what those have to say."""
    kit = board.kit
    for seat in sorted(board.places.keys() & board.hands.keys()):
        _draw_hand(stage, board, seat)
    for seat in board.hands.keys() & board.places.keys():
        x, y = board.places[seat]
        words = board.bubbles[seat].text if seat in board.bubbles else ""
        warns = seat in board.bubbles and board.bubbles[seat].warns
        if words or board.is_at_a_loss(seat):
            _draw_words(stage, board, words or board.advice(seat), x + 16, y + 27 + 18 * kit.text_scale, warns)
    if len(board.hands) == 1 and not board.bubbles and (advice := board.advice(*board.hands)):
        place = advice_place(board, advice)
        _draw_words(stage, board, advice, place.x, place.y, False, place.w - 24)


def advice_place(board: IceTowersBoard, advice: str) -> Rect:
    """Return where one player alone reads what the piece in the hand can do: in the middle over the bar."""
    kit = board.kit
    wide, high = kit.text_size(advice, 13.5)[0] + 24, 18 * kit.text_scale + 10
    return Rect((kit.width - wide) / 2, kit.height - board.layout.bar - high - 6, wide, high)


def _draw_hand(stage: Stage, board: IceTowersBoard, seat: Seat) -> None:
    """Show a pointer with its owner's colour and name."""
    kit, colour, place = board.kit, board.colour(seat), board.places[seat]
    stage.blit(art.pointer(kit, colour), place[0] - 1, place[1] - 1)
    label = kit.text(board.name(seat), 13, "bold", (255, 255, 255))
    width, height = kit.size_of(label)
    tag = kit.plate(width + 14, height + 3, colour, (255, 255, 255), 1.0, (height + 3) / 2)
    x, y = min(place[0] + 16, kit.width - width - 16), place[1] + 16
    stage.blit(tag, x, y)
    stage.blit_centred(label, x + (width + 14) / 2, y + (height + 3) / 2)


def _draw_words(
    stage: Stage, board: IceTowersBoard, words: str, x: float, y: float, warns: bool, room: float = 0.0
) -> None:
    """Show words on a plate, as near to a point as they have room, in lines as wide as `room` or as bubbles are."""
    kit = board.kit
    lines = kit.wrap(words, room or 280 * kit.text_scale, 13.5)
    width = max(kit.text_size(line, 13.5)[0] for line in lines) + 24
    step = 18 * kit.text_scale
    height = step * len(lines) + 10
    left = max(8.0, min(x, kit.width - width - 8))
    top = min(y, kit.height - board.layout.bar - height - 6)
    rim = kit.theme.bad if warns else kit.theme.rim
    stage.blit(kit.plate(width, height, (*kit.theme.night, 225), rim, 1.4, 10), left, top)
    for number, line in enumerate(lines):
        stage.blit(kit.text(line, 13.5), left + 12, top + 5 + number * step)
