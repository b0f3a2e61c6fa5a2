"""Drawing the table of IceTowers."""

from __future__ import annotations

import math
from collections.abc import Container, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from topping_out.game.engine import Seat
from topping_out.game.icetowers import legality
from topping_out.game.icetowers.actions import Action, Lift, Mine, Place, Ready, Split
from topping_out.game.icetowers.core import gaps
from topping_out.game.icetowers.state import COLOUR_OF, PIPS_OF, Phase, PieceId, Tower, TowerId, View
from topping_out.game.language import current, tr

from ..kit.kit import Kit
from ..kit.ornament import pointer
from ..kit.plates import broken, draw_seat, seat_sign
from ..kit.stage import Point, Stage
from ..kit.theme import Colour, mix
from ..ui.layout import Rect
from . import animator, art
from .animator import FOOT, WORTH, Layout, hurry, picture_place
from .art import SEAL, Colours, Piece, SpeechBubble
from .cursors import Cursor

# -- ice


FADED = 0.3
"""Opacity of pieces that hide a tower at a cursor."""
Pieces = Mapping[PieceId, Piece]


@dataclass(frozen=True)
class Ice:
    """Everything that drawing needs: the view, its layout on the screen, and the looks of its colours."""

    kit: Kit
    view: View
    layout: Layout
    colours: Colours
    is_still: bool = False
    """Whether unnecessary motion is left out ("reduced motion")."""

    @property
    def looks(self) -> tuple[Hashable, ...]:
        """Everything that all layers here depend on, for their keys."""
        return self.kit, self.layout, self.colours.patterned, current(), *self.colours.players


def draw_ground(stage: Stage, ice: Ice) -> None:
    """Draw the ice, which cracks in the last seconds, and the bar at the foot."""
    kit = ice.kit
    passed = hurry(ice.view)
    cracks = art.CRACKS if passed and ice.is_still else math.ceil(passed * art.CRACKS)
    stage.blit(art.ice(kit, cracks), 0, 0)
    bar = kit.plate(kit.width, ice.layout.bar, (*kit.theme.night, 235), kit.theme.night, 1, 0)
    stage.blit(bar, 0, kit.height - ice.layout.bar)


def draw_pieces(stage: Stage, ice: Ice, pieces: Pieces) -> None:
    """Draw the pieces on the ice from back to front, and all shadows, with those of held pieces last."""
    order = sorted(pieces.values(), key=lambda piece: piece.z)
    standing, held = [p for p in order if not p.is_held], [p for p in order if p.is_held]
    key = *ice.looks, ice.view.towers, *(piece.look for piece in standing)
    stage.layer("shadows", key, lambda: _paint_shadows(stage, ice, standing))
    _paint_shadows(stage, ice, held)
    stage.layer("pieces", key, lambda: _paint_pieces(stage, ice, standing))


def _paint_shadows(stage: Stage, ice: Ice, pieces: Sequence[Piece]) -> None:
    grounded = {tower.pieces[0] for tower in ice.view.towers}
    for piece in pieces:
        if piece.id in grounded or piece.up > 1:
            shade = art.shadow(ice.kit, PIPS_OF[piece.id], piece.up > 8)
            stage.blit_centred(shade, piece.x, piece.y - 3, piece.alpha)


def _paint_pieces(stage: Stage, ice: Ice, pieces: Sequence[Piece]) -> None:
    for piece in pieces:
        stage.layer(("piece", piece.id), (*ice.looks, piece.look), partial(_draw_piece, stage, ice, piece))


def fade_what_hides(ice: Ice, cursors: Iterable[Cursor], pieces: Pieces, step: float) -> None:
    """Fade pieces that hide a tower at a player's cursor, and restore those that no longer do, by at most `step`."""
    spots = {cursor.spot.tower for cursor in cursors if cursor.spot}
    towers, faded = ice.view.towers, set[PieceId]()
    for tower in towers:
        if tower.id in spots:
            faded.update(*(hiding.pieces for hiding in ice.layout.hiding(towers, tower) if hiding.id not in spots))
    for piece in pieces.values():
        goal = FADED if piece.id in faded else 1.0
        piece.clear += max(-step, min(step, goal - piece.clear))


def draw_held(stage: Stage, ice: Ice, pieces: Pieces) -> None:
    """Draw the held pieces, with a bright edge."""
    for piece in pieces.values():
        if piece.is_held:
            _draw_piece(stage, ice, piece)
            size, edge = PIPS_OF[piece.id], (255, 255, 255)
            x = piece.shaken_x - art.WIDTHS[size] / 2 - 4
            stage.blit(art.glow(ice.kit, size, edge), x, piece.y - art.HEIGHTS[size] + FOOT - 4 - piece.up)


def _draw_piece(stage: Stage, ice: Ice, piece: Piece) -> None:
    kit, size, colour = ice.kit, PIPS_OF[piece.id], COLOUR_OF[piece.id]
    picture = art.pyramid(kit, ice.colours.paint(colour), size, ice.colours.pattern(colour), ice.colours.patterned)
    place = picture_place(size, piece.shaken_x, piece.y - piece.up)
    stage.blit(picture, place.x, place.y, piece.alpha * piece.clear)


def draw_worths(stage: Stage, ice: Ice) -> None:
    """Draw each tower's worth, in the colour and with the pattern of its owner."""
    key = *ice.looks, ice.view.towers, *ice.layout.fans.items()
    stage.layer("worths", key, lambda: _paint_worths(stage, ice))


def _paint_worths(stage: Stage, ice: Ice) -> None:
    places = ice.layout.worths(ice.view.towers)
    for tower in sorted(ice.view.towers, key=lambda t: t.y):
        if tower.id in places:
            _draw_worth(stage, ice, tower, places[tower.id])


def _draw_worth(stage: Stage, ice: Ice, tower: Tower, place: Rect) -> None:
    kit, colours = ice.kit, ice.colours
    colour, ink = colours.paint(tower.controller), colours.ink(tower.controller)
    rim = mix(colour, (255, 255, 255), 0.55)
    stage.blit(kit.plate(place.w, place.h, colour, rim, 1.2, place.h / 2), place.x, place.y)
    radius = place.h / 2 - 2
    words = kit.text(str(tower.worth), WORTH, "bold", ink)
    if not colours.patterned:
        stage.blit_centred(words, place.centerx, place.centery)
        return
    stage.blit_centred(words, place.x + radius + place.w / 2, place.centery)
    for picture in kit.disc(radius, ink), art.sign(kit, colours.pattern(tower.controller), colour):
        stage.blit_centred(picture, place.x + 2 + radius, place.centery)


def draw_stalls(stage: Stage, ice: Ice, pieces: Pieces) -> None:
    """Draw a ring round each held piece that shrinks until the piece must be played."""
    view = ice.view
    for seat, held in enumerate(view.hands):
        share = None if held is None else view.time_left(held)
        if held is None or share is None or held.piece not in pieces:
            continue
        left = max(1, min(art.STALL_TICKS, round(share * art.STALL_TICKS)))
        colour = art.HURRY if share < 0.4 else ice.colours.paint(seat)
        piece = pieces[held.piece]
        middle = piece.y + FOOT - piece.up - art.HEIGHTS[PIPS_OF[held.piece]] * 0.42
        stage.blit_centred(art.stall_ring(ice.kit, left, colour), piece.x, middle)


# -- bar


CAPTION = 15.0
"""Text size under the clock."""

LARGE = 54.0
"""Size of the clock in the last seconds."""
SWELL = (14.0, 11.0, 8.0, 5.0, 2.0, 0.0)
BEAT = 60.0
"""How much larger the clock is at the beginning of each second, and after each further BEAT milliseconds."""


def draw_clock(stage: Stage, ice: Ice, is_live: bool, resuming: float) -> None:
    """Draw the time left with its caption at the top, and the countdown to start, end or `resuming` (in ms)."""
    kit, view, theme = ice.kit, ice.view, ice.kit.theme
    figure, words = animator.clock(view), animator.under_clock(view, ice.colours, is_live)
    middle, text = kit.width / 2, kit.text_scale
    top = 0.0 if is_live else 42 + 14 * text
    is_last = bool(figure and animator.hurry(view))
    if is_last:
        picture = kit.text(figure, _beat(ice), "title", art.HURRY)
        stage.blit_centred(picture, middle, top + 26 + 18 * text)
        words = words if view.last_call is not None else ""
    elif figure:
        stage.blit_centred(kit.text(figure, 40, "title", theme.ink), middle, top + 26 + 18 * text)
    line, size = kit.first_fitting((words,), kit.width - 60, CAPTION)
    stage.blit_centred(kit.text(line, size, "body", theme.ink), middle, top + 58 + 16 * text)
    until = resuming or _until(view)
    if until:
        number = kit.text(str(max(1, -(-round(until) // 1000))), 170, "title", theme.dusk, fixed=True)
        stage.blit_centred(number, middle, kit.height * 0.44, 0.85)


def _beat(ice: Ice) -> float:
    """Return the clock's size in the last seconds: it swells with each second, or with reduced motion is constant."""
    if ice.is_still or ice.view.rings is None:
        return LARGE
    since = -(ice.view.rings - ice.view.ms) % 1000
    return LARGE + SWELL[min(len(SWELL) - 1, int(since // BEAT))]


def clock_place(ice: Ice, is_live: bool) -> Rect:
    """Return the rectangle of the clock and the caption under it, on a live table."""
    kit, figure = ice.kit, animator.clock(ice.view)
    words = animator.under_clock(ice.view, ice.colours, is_live)
    wide, high = kit.text_size(words, CAPTION)
    foot = 58 + 16 * kit.text_scale + high / 2
    top = 26.0 if figure else foot - high
    return Rect((kit.width - wide) / 2, top, wide, foot - top)


def _draw_refusal(stage: Stage, ice: Ice, plate: Rect, reason: str) -> None:
    """Draw a plate's rim in the colour of errors, and the word under the name."""
    kit = ice.kit
    stage.blit(kit.outline(plate.w, plate.h, kit.theme.bad, 2.2, 10), plate.x, plate.y)
    word, size = kit.first_fitting((reason,), plate.w - 104, 13.5, "bold")
    stage.blit(kit.text(word, size, "bold", kit.theme.bad), plate.x + 48, plate.centery + kit.text_scale)


def draw_sentence(stage: Stage, ice: Ice, sentence: str) -> None:
    """Draw the whole reason of a refusal between the plates and the button, if it fits."""
    kit, plates = ice.kit, [ice.layout.plate(seat) for seat in range(ice.view.variant.seats)]
    last, done = kit.flip(plates[0].unionall(plates[1:])), kit.flip(ice.layout.done)
    room = done.x - last.right - 36
    left = kit.flip(Rect(last.right + 18, 0, room, 0)).x
    lines = kit.wrap(sentence, room, 14) if room > 120 else []
    step = 18 * kit.text_scale
    if not lines or len(lines) * step > last.h + 14:
        return
    for number, line in enumerate(lines):
        y = last.centery + (number - (len(lines) - 1) / 2) * step
        words = kit.text(line, 14, "body", kit.theme.bad)
        stage.blit(words, left, y - kit.size_of(words)[1] / 2)


def _until(view: View) -> float:
    """Return the milliseconds until the game begins or ends; 0 if neither is near."""
    if view.outcome is not None:
        return 0.0
    if view.phase is Phase.COUNTDOWN and view.starts is not None:
        return view.starts - view.ms
    return view.last_call - view.ms if view.last_call is not None else 0.0


def draw_plates(stage: Stage, ice: Ice, lines: Sequence[Sequence[str]], refusals: Mapping[Seat, str]) -> None:
    """Draw the seats' plates with their scores at the foot, and the ghost's at the top.

    `lines` contains by seat the alternatives for the line under its name, of which the first that fits is drawn. A
    refusal's word replaces it.
    """
    view = ice.view
    scores = view.scores
    for seat in range(view.variant.seats):
        leads = view.turn == seat or (view.outcome is not None and seat in view.outcome.winners) or seat in view.done
        place = ice.layout.plate(seat)
        refusal, sign = refusals.get(seat), seat_sign(ice.colours.players, seat)
        status = ("",) if refusal else lines[seat]
        draw_seat(stage, ice.kit, place, ice.colours.name(seat), sign, status, leads, False, str(scores[seat]), True)
        if ice.colours.patterned:
            beside = 13 if sign.person else 10
            _draw_seal(stage, ice, seat, place.x + 26 + beside, place.centery + beside)
        if refusal:
            _draw_refusal(stage, ice, place, refusal)
    if view.variant.ghost_colour is not None:
        kit = ice.kit
        words = kit.text(tr("The ghost: {score}", score=scores[-1]), 16, "bold", kit.theme.ink)
        width, height = kit.size_of(words)
        tag = kit.plate(width + 26, height + 10, (*kit.theme.ghost, 235), kit.theme.mist, 1.4, (height + 10) / 2)
        x, y = kit.flip(Rect(kit.width - width - 46, 62 + 14 * kit.text_scale, width + 26, height + 10)).topleft
        stage.blit(tag, x, y)
        stage.blit_centred(words, x + (width + 26) / 2, y + (height + 10) / 2)


# -- marks


PATH_STEP = 13.0
"""Distance between the dots of a hint's path."""


SEALS = (math.pi, 0.0, 0.82 * math.pi, 0.18 * math.pi, 0.66 * math.pi)
"""Where the players' signs are on a ring that they could share, as angles in the plane of the screen."""


def draw_targets(stage: Stage, ice: Ice, cursors: Mapping[Seat, Cursor]) -> None:
    """Draw rings round the towers that each player's held piece can cap, or else round the tower at the cursor.

    A ring of several players has dashes in all their colours, and while several hold pieces also their signs.
    """
    rings: dict[TowerId, dict[Seat, bool]] = {}
    holding = [seat for seat in cursors if ice.view.hands[seat]]
    for seat, cursor in cursors.items():
        held, spot = ice.view.hands[seat], cursor.spot
        if held:
            for tower in legality.targets(ice.view, held):
                rings.setdefault(tower.id, {})[seat] = spot is not None and spot.tower == tower.id
        elif spot and not spot.is_gap:
            rings.setdefault(spot.tower, {})[seat] = False
    for tower in ice.view.towers:
        if seats := rings.get(tower.id):
            _ring(stage, ice, tower, [(ice.colours.paint(seat), bold) for seat, bold in seats.items()])
            if len(holding) > 1 and ice.colours.patterned:
                _draw_seals(stage, ice, tower, [seat for seat in seats if seat in holding])


def _ring(stage: Stage, ice: Ice, tower: Tower, parts: Sequence[tuple[Colour, bool]]) -> None:
    x, y = ice.layout.feet(tower)[0]
    stage.blit_centred(art.ring(ice.kit, tower.base, tuple(parts)), x, y - 2)


def _draw_seals(stage: Stage, ice: Ice, tower: Tower, seats: Sequence[Seat]) -> None:
    """Draw the signs of the players who can cap a tower on its ring."""
    x, y = ice.layout.feet(tower)[0]
    wide = art.WIDTHS[tower.base] / 2 + 11
    for angle, seat in zip(SEALS, seats):
        _draw_seal(stage, ice, seat, x + wide * math.cos(angle), y - 2 + wide * 0.46 * math.sin(angle))


def _draw_seal(stage: Stage, ice: Ice, seat: Seat, x: float, y: float) -> None:
    stage.blit_centred(art.seal(ice.kit, ice.colours.pattern(seat), ice.colours.paint(seat), SEAL), x, y)


def draw_takeable(stage: Stage, ice: Ice, cursors: Mapping[Seat, Cursor], pieces: Pieces) -> None:
    """Outline the pieces that each player can take from the tower at the cursor, and the chosen ones.

    A piece that several players have chosen is outlined in all their colours.
    """
    chosen: dict[PieceId, list[Colour]] = {}
    takeable = set[PieceId]()
    view = ice.view
    for seat, cursor in cursors.items():
        spot = cursor.spot
        if spot is None or view.hands[seat] is not None:
            continue
        if view.phase is Phase.PLAY and (tower := legality.tower_by_id(view, spot.tower)):
            takeable.update({*tower.pieces}.intersection(legality.mineable(view, seat)))
        chosen.setdefault(spot.piece, []).append(ice.colours.paint(seat))
    for piece in sorted(takeable - chosen.keys()):
        if piece in pieces:
            _outline(stage, ice, pieces[piece], False, (255, 255, 255))
    for piece, colours in chosen.items():
        if piece in pieces:
            _outline(stage, ice, pieces[piece], True, *colours)


def _outline(stage: Stage, ice: Ice, piece: Piece, bold: bool, *colours: Colour) -> None:
    size = PIPS_OF[piece.id]
    x, y = piece.x - art.WIDTHS[size] / 2 - 4, piece.y - art.HEIGHTS[size] + FOOT - 4 - piece.up
    stage.blit(art.glow(ice.kit, size, *colours), x, y, 1.0 if bold else 0.75)


def draw_gaps(stage: Stage, ice: Ice, cursors: Mapping[Seat, Cursor]) -> None:
    """Draw the gaps at which players at the screen can split."""
    view = ice.view
    if view.phase is not Phase.PLAY:
        return
    for tower in view.towers:
        for index in gaps(tower.stack):
            piece = tower.pieces[index]
            splitters = [seat for seat in cursors if not legality.why_not_split(view, seat, piece)]
            if splitters:
                over = [seat for seat in splitters if _is_over(cursors[seat], tower, piece)]
                _draw_gap(stage, ice, tower, index, over)


def draw_suggestion(stage: Stage, ice: Ice, pieces: Pieces, suggested: Sequence[Action]) -> None:
    """Mark what a hint takes, caps or splits, with a path from the piece to the tower."""
    for action in suggested:
        _mark(stage, ice, pieces, action)
    match suggested:
        case Lift(piece) | Mine(piece), Place(tower) if found := legality.tower_by_id(ice.view, tower):
            start, goal = pieces[piece], ice.layout.feet(found)[-1]
            top = art.HEIGHTS[PIPS_OF[found.top]]
            _draw_path(stage, ice, (start.x, start.y - start.up - 8), (goal[0], goal[1] - top / 2))


def _mark(stage: Stage, ice: Ice, pieces: Pieces, action: Action) -> None:
    brass, view = ice.kit.theme.brass, ice.view
    match action:
        case Lift(piece) | Mine(piece) | Ready(piece) if piece in pieces:
            _outline(stage, ice, pieces[piece], True, brass)
        case Place(target) if found := legality.tower_by_id(view, target):
            _ring(stage, ice, found, [(brass, True)])
        case Split(piece):
            for tower in view.towers:
                if piece in tower.pieces[:-1]:
                    _draw_gap(stage, ice, tower, tower.pieces.index(piece), [0])


def _draw_path(stage: Stage, ice: Ice, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Draw a path as a row of dots."""
    kit = ice.kit
    dot = kit.disc(3, mix(kit.theme.brass, kit.theme.ink, 0.25))
    count = int(math.dist(start, end) / PATH_STEP)
    for number in range(1, count):
        x, y = (a + (b - a) * number / count for a, b in zip(start, end))
        stage.blit_centred(dot, x, y)


def _is_over(cursor: Cursor, tower: Tower, piece: int) -> bool:
    spot = cursor.spot
    return spot is not None and spot.tower == tower.id and (not spot.is_gap or spot.piece == piece)


def _draw_gap(stage: Stage, ice: Ice, tower: Tower, index: int, over: list[Seat]) -> None:
    kit = ice.kit
    x, y = ice.layout.gap(tower, index)
    if over:
        size = PIPS_OF[tower.pieces[index]]
        width = art.WIDTHS[size] + 14
        line = kit.cached(
            ("ice cut", size),
            lambda: kit.canvas(width, 4, (255, 255, 255)).rect(0, 0.8, width, 2.4, (255, 255, 255), 1).done(),
        )
        stage.blit_centred(line, ice.layout.feet(tower)[index + 1][0], y)
    stage.blit_centred(art.scissors(kit, bool(over)), x + (3 if over else 0), y)


# -- pointers


REST_RADIUS = 22.0
THROUGH = 0.3
"""Opacity of a cursor's name over a piece."""


def draw_cursors(
    stage: Stage, ice: Ice, positions: Mapping[Seat, Point], seats: Iterable[Seat], at_left: Container[Seat] = ()
) -> None:
    """Draw the cursors of some seats with their owners' colours and names. Those in `at_left` point to the right."""
    for seat in sorted(seats):
        _draw_cursor(stage, ice, seat, positions[seat], seat in at_left)


def draw_rests(stage: Stage, ice: Ice, positions: Mapping[Seat, Point], rests: Mapping[Seat, float]) -> None:
    """Draw a ring round each resting cursor for the share of the rest that is left."""
    for seat, share in rests.items():
        left = max(1, round(share * art.STALL_TICKS))
        stage.blit_centred(art.stall_ring(ice.kit, left, ice.colours.paint(seat), REST_RADIUS), *positions[seat])


def draw_bubbles(stage: Stage, ice: Ice, seats: Iterable[Seat], bubbles: Mapping[Seat, SpeechBubble]) -> None:
    """Draw the texts for several players at the screen over their plates, or that a held piece can cap nothing."""
    texts = {seat: bubbles[seat].text for seat in seats if seat in bubbles}
    texts |= {seat: animator.advice(ice.view, seat) for seat in seats if seat not in texts and _can_cap_none(ice, seat)}
    for seat, bubble in bubbles_of(ice, texts).items():
        _draw_words(stage, ice, bubble, ice.colours.paint(seat))


def _can_cap_none(ice: Ice, seat: Seat) -> bool:
    held = ice.view.hands[seat]
    return held is not None and not legality.targets(ice.view, held)


@dataclass(frozen=True)
class Plate:
    """A text laid out on a plate, between the ice and the seats' plates."""

    rect: Rect
    lines: Sequence[str]
    size: float


def bubbles_of(ice: Ice, texts: Mapping[Seat, str]) -> dict[Seat, Plate]:
    """Lay out texts for seats, each over the seat's plate and without overlaps."""
    seats, bubbles = sorted(texts), {}
    lefts = [*(ice.layout.plate(seat).x for seat in seats), math.inf]
    for seat, (left, following) in zip(seats, pairwise(lefts)):
        bubble = bubbles[seat] = _plate(ice, texts[seat], min(280 * ice.kit.text_scale, following - left - 8 - 24))
        bubble.rect.x = min(left, ice.kit.width - bubble.rect.w - 8)
    return bubbles


def draw_words(stage: Stage, ice: Ice, words: str) -> None:
    """Draw a text at the foot of the ice."""
    rim = ice.kit.theme.rim
    stage.layer("words", (*ice.looks, words), lambda: _draw_words(stage, ice, _at_the_foot(ice, words), rim))


def words_place(ice: Ice, words: str) -> Rect:
    """Return the rectangle of `draw_words`, centred and as low as possible."""
    return _at_the_foot(ice, words).rect


def _at_the_foot(ice: Ice, words: str) -> Plate:
    plate = _plate(ice, words, ice.layout.words.w - 24)
    plate.rect.centerx = ice.layout.words.centerx
    return plate


def _plate(ice: Ice, words: str, room: float) -> Plate:
    """Lay out words in lines at most `room` wide. If there are too many lines, the words get smaller, but legible."""
    kit, strip = ice.kit, ice.layout.words
    lines, size = broken(kit, words, room, max(1, int((strip.h - 10) / (18 * kit.text_scale))), 13.5)
    rect = Rect(0, 0, max(kit.text_size(line, size)[0] for line in lines) + 24, _step(ice, size) * len(lines) + 10)
    rect.bottom = strip.bottom
    return Plate(rect, lines, size)


def _step(ice: Ice, size: float) -> float:
    """Return the distance between lines."""
    return 18 / 13.5 * size * ice.kit.text_scale


def _draw_cursor(stage: Stage, ice: Ice, seat: Seat, place: Point, is_at_left: bool) -> None:
    kit, colour, (x, y) = ice.kit, ice.colours.paint(seat), place
    arrow = pointer(kit, colour, is_at_left)
    stage.blit(arrow, x + 1 - kit.size_of(arrow)[0] if is_at_left else x - 1, y - 1)
    label = kit.text(ice.colours.name(seat), 13, "bold", kit.theme.text_on(colour))
    width, height = kit.size_of(label)
    seal = art.seal(kit, ice.colours.pattern(seat), colour, SEAL) if ice.colours.patterned else None
    room = 2 * SEAL if seal else 0.0
    width, height = width + 14 + room, max(height + 3, room + 2)
    tag = kit.plate(width, height, colour, (255, 255, 255), 1.0, height / 2)
    left, top = max(2.0, x - 16 - width) if is_at_left else min(x + 16, kit.width - width - 2), y + 16
    beside = Rect(left, top, width, height)
    alpha = THROUGH if beside.collidelist(ice.layout.places(ice.view.towers)) >= 0 else 1.0
    stage.blit(tag, left, top, alpha)
    if seal:
        stage.blit_centred(seal, left + 2 + SEAL, top + height / 2, alpha)
    stage.blit_centred(label, left + (width + room) / 2, top + height / 2, alpha)


def _draw_words(stage: Stage, ice: Ice, plate: Plate, rim: Colour) -> None:
    kit, r = ice.kit, plate.rect
    stage.blit(kit.plate(r.w, r.h, (*kit.theme.night, 225), rim, 1.4, 10), r.x, r.y)
    for number, line in enumerate(plate.lines):
        stage.blit(kit.text(line, plate.size), r.x + 12, r.y + 5 + number * _step(ice, plate.size))
