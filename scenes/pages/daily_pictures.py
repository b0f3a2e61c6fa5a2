"""Words and pictures for the pages of daily deals: small towers, skylines and tables."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import date
from enum import Enum
from typing import NamedTuple

import pygame

from topping_out.game.bots.worker import COMPARED, Comparisons, in_place_of
from topping_out.game.engine import BuiltTower, Outcome, Part, Seat
from topping_out.game.language import mark, tr, tr_label
from topping_out.game.match import Match
from topping_out.game.progress.daily import YOUR_SEAT, DailyTally, date_of, first_day, is_monthly, rival_scores
from topping_out.game.record import Header, Record, RecordError
from topping_out.game.roster import title
from topping_out.game.storage.history import DealTry
from topping_out.game.storage.library import Saved, read_record
from topping_out.game.text import dots, full_stop, listed, paragraph, plainly, with_minus

from ..accessibility.semantics import Role, Semantics
from ..kit import built
from ..kit.built import BuiltPicture, paint_plain_tower
from ..kit.city import halo
from ..kit.kit import Kit, Metrics
from ..kit.plates import badge, seat_sign
from ..kit.sprites import Motion, make_ahead, painted_once
from ..kit.stage import Stage
from ..kit.theme import mix
from ..match.board import Board
from ..match.definition import table_of
from ..match.phrases import MONTHS, day_and_year
from ..system.context import Context
from ..ui.layout import Rect, Widget

# -- words


def day_words(day: date) -> str:
    return day_and_year(day.isoformat())


def month_words(month: date) -> str:
    """Return a month's days, such as "1–30 November 2026": in some languages, its name alone has another form."""
    days = f"1–{monthrange(month.year, month.month)[1]}"
    # Translators: a date with its year. {day} may be several ("1–30"); {month} is a name, in the form of a date.
    return tr("{day} {month} {year}", day=days, month=tr(MONTHS[month.month - 1]), year=month.year)


def date_words(header: Header) -> str:
    """Return the day of a deal, or the month of a monthly deal."""
    return (month_words if is_monthly(header) else day_words)(first_day(date_of(header)))


def opponent_words(header: Header) -> str:
    names = [player.name for player in header.seats if not player.is_human]
    # Translators: {names} are one or several players.
    return tr("Against: {names}", names=listed(names))


def result_words(header: Header, outcome: Outcome) -> str:
    """Return the result of a try, with all scores."""
    # Translators: {others} are the scores of the others, such as "Mesa 19, Gable 8".
    lost, nobody_won = mark("You lost with {points}; {others}."), mark("Nobody won. You have {points}; {others}.")
    text = outcome.pick(YOUR_SEAT, lost, nobody_won, mark("You won with {points}; {others}."))
    return tr(text, points=with_minus(outcome.scores[YOUR_SEAT]), others=rival_scores(header, outcome))


def bot_words(level: str, header: Header, outcome: Outcome | None) -> str:
    """Return the result of a bot in the player's seat; `outcome` is None while it is still playing."""
    name = title(level)
    if outcome is None:
        return tr("{level}: still playing", level=name)
    lost, nobody_won = mark("{level}: lost with {points}; {others}"), mark("{level}: no win, {points}; {others}")
    text = outcome.pick(YOUR_SEAT, lost, nobody_won, mark("{level}: won with {points}; {others}"))
    own, others = with_minus(outcome.scores[YOUR_SEAT]), rival_scores(header, outcome)
    return tr(text, level=name, points=own, others=others)


def comparison_words(comparisons: Comparisons, header: Header) -> str:
    """Return the results of all levels in the player's seat; empty if there are none and none are awaited."""
    found, awaited = comparisons.found(header), comparisons.is_awaited(header)
    levels = [bot_words(level, header, found.get(level)) for level in COMPARED if awaited or level in found]
    return tr("In your seat, on the same deal: {levels}.", levels=dots(levels)) if levels else ""


def tally_words(tally: DailyTally) -> str:
    """Return how many deals of the last days were played, and how many were won."""
    # Translators: of the last {days} days' deals of a game.
    return tr(
        "Played: {played} of the last {days} days. Won: {won}.", played=tally.played, days=tally.of, won=tally.won
    )


def left_words(minutes: int) -> str:
    """Return the time until the next deals."""
    hours, rest = divmod(minutes, 60)
    return tr("New deals in {hours} h {minutes} min.", hours=hours, minutes=rest) if hours else tr(
        "New deals in {minutes} min.", minutes=rest
    )  # fmt: skip


def week_words(days: int) -> str:
    """Return on how many of the last 7 days a deal was played. (Not a streak, which a player could lose.)"""
    if not days:
        return tr("The last 7 days")
    # Translators: days on which at least one daily deal was played to its end.
    return tr("Played on {days} of the last 7 days", days=days)


# -- small tower


MAX_TOWER_WIDTH = 20.0
GAP = 3.0


class DealState(Enum):
    """The state of the counted try at a deal. The value is the tower's height as a share of the highest."""

    WON = 1.0
    LOST = 0.72
    UNDER_WAY = 0.44
    GIVEN_UP = 0.2
    NEW = 0.6


def state_of(counted: DealTry | None) -> DealState:
    if counted is None:
        return DealState.NEW
    if counted.outcome:
        return DealState.WON if YOUR_SEAT in counted.outcome.winners else DealState.LOST
    return DealState.GIVEN_UP if counted.is_given_up else DealState.UNDER_WAY


def put_small_towers(stage: Stage, kit: Kit, room: Rect, tries: Iterable[DealTry | None]) -> None:
    """Draw a tower for each of the tries side by side, centred on the lower edge of the room."""
    states = [*map(state_of, tries)]
    step = min(MAX_TOWER_WIDTH + GAP, room.w / max(1, len(states)))
    left = room.centerx - step * len(states) / 2
    for number, state in enumerate(states):
        tower = small_tower(kit, state, round(step - GAP, 1), round(room.h, 1))
        stage.blit(tower, left + number * step + GAP / 2, room.bottom - kit.size_of(tower)[1])


@painted_once
def small_tower(kit: Kit, state: DealState, width: float, height: float) -> pygame.Surface:
    """Return the tower of a deal in that state; the tower of a won deal has the full `height`."""
    theme, high = kit.theme, max(3.0, height * state.value)
    wall = {DealState.WON: theme.brass, DealState.LOST: mix(theme.mist, theme.dusk, 0.35)}.get(state, theme.rim)
    canvas = kit.canvas(width, high, wall, 3)
    if state is DealState.NEW:
        return canvas.rect(0.5, 0.5, width - 1, high + 4, mix(theme.rim, theme.mist, 0.25), 1, 1).done()
    tree = min(0.3 * high, 1.1 * width) if state is DealState.WON else 0.0
    if tree:
        middle, green = width / 2, mix(theme.good, theme.suits[2], 0.35)
        canvas.polygon([(middle, 0), (middle + 0.34 * width, tree), (middle - 0.34 * width, tree)], green)
    canvas.rect(0, tree, width, high - tree, wall)
    canvas.rect(width / 2, tree, width / 2, high - tree, mix(wall, theme.night, 0.3))
    lit = {DealState.WON: theme.ink, DealState.LOST: theme.window}.get(state)
    for row in range(int((high - tree - 3) / 6) if lit else 0):
        for column in (0.2, 0.58):
            canvas.rect(width * column, tree + 4 + row * 6, width * 0.22, 3, lit or wall)
    if state is DealState.UNDER_WAY:
        for x in (0.15, 0.5, 0.85):
            canvas.rect(width * x - 0.7, tree, 1.4, high * 0.4, theme.brass)
    return canvas.done()


STOREY_SIDE = 13.0
"""Side of the square that is a storey of the tower shared with a result."""


@painted_once
def shared_tower(kit: Kit, storeys: int, has_won: bool) -> pygame.Surface:
    """Return the tower that is shared as emoji with a result: a square for each storey, and a tree if it was won."""
    theme, step, tree = kit.theme, STOREY_SIDE + 2, 18.0 if has_won else 0.0
    canvas = kit.canvas(STOREY_SIDE + 4, tree + storeys * step, theme.ember, 3)
    middle = STOREY_SIDE / 2 + 2
    for number in range(storeys):
        canvas.rect(2, tree + number * step, STOREY_SIDE, STOREY_SIDE, theme.copper, 2)
    for top, half in ((0.0, 5.0), (5.0, 7.5)) if has_won else ():
        canvas.polygon([(middle, top), (middle + half, top + 10), (middle - half, top + 10)], theme.suits[2])
    return canvas.done()


# -- skylines


MASTER = "master"
YOURS, MASTERS = mark("Your game"), mark("A master in your seat")
MAX_STOREYS = 13
"""Storeys of the tower with the most points."""
FACE, NAME_SIZE, POINTS_SIZE = 30.0, 15.0, 22.0
"""Sizes of the face and the name below a tower, and of the points above it."""
MAX_STEP = 190.0
"""Distance from one tower to the next."""


class PlayedDeal(NamedTuple):
    """A played deal, with the heading over its skyline."""

    header: Header
    outcome: Outcome
    heading: str


def skylines_of(header: Header, outcome: Outcome, master: Outcome | None) -> list[PlayedDeal]:
    """Return the player's game and, if its outcome is known, the same deal with a master in the player's seat."""
    own = PlayedDeal(header, outcome, tr(YOURS))
    if master is None:
        return [own]
    return [own, PlayedDeal(in_place_of(header, MASTER), master, tr(MASTERS))]


class Skylines(Widget):
    """The skylines of the player's game and the master's, drawn to the same scale."""

    def __init__(self, header: Header, outcome: Outcome, master: Outcome | None, is_awaited: bool, high: float) -> None:
        super().__init__("skylines")
        self.is_focusable = False
        self.header, self.outcome, self.master, self.is_awaited, self.high = header, outcome, master, is_awaited, high

    def semantics(self) -> Semantics:
        words = [full_stop(tr(YOURS)), result_words(self.header, self.outcome)]
        if self.master:
            words.append(full_stop(tr(MASTERS)))
        if self.master or self.is_awaited:
            words.append(full_stop(bot_words(MASTER, self.header, self.master)))
        return Semantics(Role.TEXT, paragraph(words))

    def height_for(self, kit: Kit, width: float) -> float:
        return self.high

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        waits = bot_words(MASTER, self.header, None) if self.is_awaited and not self.master else ""
        put_skylines(stage, kit, self.rect, skylines_of(self.header, self.outcome, self.master), waits)


def ground_of(kit: Kit, room: Rect) -> float:
    """Return the y of the ground of skylines in `room`; faces and names are below it."""
    return room.bottom - kit.wide(FACE) - 8 - kit.line(NAME_SIZE)


def put_skylines(stage: Stage, kit: Kit, room: Rect, shown: Sequence[PlayedDeal], waits: str = "") -> None:
    """Draw skylines side by side; at their right, `waits` says that another one is awaited."""
    theme, width = kit.theme, room.w / (len(shown) + bool(waits))
    ground = ground_of(kit, room)
    points = [score for played in shown for score in played.outcome.scores[: len(played.header.seats)]]
    least = min(0, *points)
    for number, played in enumerate(shown):
        place = Rect(room.x + number * width, room.y, width, room.h)
        _put_skyline(stage, kit, place, ground, played, (least, max(1, max(points) - least)))
    if waits:
        words, size = kit.first_fitting((waits,), width - 20, NAME_SIZE)
        stage.blit_centred(kit.text(words, size, "body", theme.mist), room.right - width / 2, (room.y + ground) / 2)
    line = kit.plate(room.w, 3, theme.ember, theme.ember, 0, 1)
    stage.blit(line, room.x, ground)
    for number in range(1, len(shown)):
        high = ground - room.y
        stage.blit(kit.plate(1.5, high, (*theme.brass, 130), theme.brass, 0, 0), room.x + number * width, room.y)


def _put_skyline(
    stage: Stage, kit: Kit, room: Rect, ground: float, shown: PlayedDeal, measure: tuple[int, int]
) -> None:
    """Draw a heading, and under it the towers with points above and a face and a name below.

    `measure` is the least score of all skylines, and the range of scores that spans `MAX_STOREYS`.
    """
    theme, header, heading = kit.theme, shown.header, shown.heading
    words, size = kit.first_fitting((heading,), room.w - 24, NAME_SIZE, "head")
    stage.blit_centred(kit.text(words, size, "head", theme.brass), room.centerx, room.y + kit.line(NAME_SIZE) / 2)
    step = min(kit.wide(MAX_STEP), room.w / len(header.seats))
    left = room.centerx - step * len(header.seats) / 2
    top = room.y + kit.line(NAME_SIZE) + kit.line(POINTS_SIZE)
    for seat in range(len(header.seats)):
        place = Rect(left + seat * step, top, step, ground - top)
        _put_tower(stage, kit, place, shown, seat, measure)
        x, face = place.centerx, kit.wide(FACE)
        stage.blit_centred(badge(kit, seat_sign(header.seats, seat), face / 2), x, ground + 6 + face / 2)
        name, small = kit.first_fitting((_name(header, seat),), step - 6, NAME_SIZE)
        stage.blit_centred(kit.text(name, small), x, ground + 8 + face + kit.line(NAME_SIZE) / 2)


def _put_tower(stage: Stage, kit: Kit, place: Rect, shown: PlayedDeal, seat: Seat, measure: tuple[int, int]) -> None:
    outcome, theme, (least, span) = shown.outcome, kit.theme, measure
    has_won = seat in outcome.winners
    storeys = max(1, round((outcome.scores[seat] - least) * MAX_STOREYS / span))
    colours = *(theme.seats[player.colour] for player in shown.header.seats), theme.ghost
    tower = BuiltPicture(paint_plain_tower, BuiltTower((Part("", 0, seat),) * storeys), colours, has_won)
    picture = built.picture(kit, tower, place.h)
    high = kit.size_of(picture)[1]
    if has_won:
        with stage.clip(place.x - place.w, place.y - 40, 3 * place.w, place.h + 40):
            stage.blit_centred(halo(kit, place.h), place.centerx, place.bottom - high / 2)
    stage.blit(picture, place.centerx - kit.size_of(picture)[0] / 2, place.bottom - high)
    points = kit.text(with_minus(outcome.scores[seat]), POINTS_SIZE, "title", theme.brass if has_won else theme.paper)
    stage.blit_centred(points, place.centerx, place.bottom - high - kit.line(POINTS_SIZE) / 2)


def _name(header: Header, seat: Seat) -> str:
    player = header.seats[seat]
    return title(MASTER) if player.level == MASTER and player.name == MASTER else tr_label(player.name)


# -- table picture


OVERSAMPLING = 2
"""A table is painted this many times as large as its picture, then scaled down."""
MIN_ASPECT, MAX_ASPECT = 4 / 3, 21 / 9
"""Aspect ratios (width / height) of the windows that tables are made for."""


class TablePicture:
    """The table of a saved game, or of one not begun, as its only player sees it; painted in short steps."""

    def __init__(self, context: Context, header: Header, saved: Saved | None) -> None:
        self.context, self.header, self.saved = context, header, saved
        self.size = (1, 1)
        """In device pixels."""
        self._board: Board | None = None

    @property
    def picture(self) -> pygame.Surface | None:
        """The picture; None until it has been painted."""
        kit = self.context.kit
        return kit.cached(self._key, lambda: pygame.Surface((1, 1))) if kit.has(self._key) else None

    @property
    def _key(self) -> tuple[object, ...]:
        played = self.saved and (self.saved.path.name, self.saved.turns, self.saved.outcome)
        return "table", self.header.game, self.header.seed, self.header.occasion, played, self.size

    def lay(self, width: float, height: float) -> None:
        """Set the size of the picture, in logical units."""
        scale = self.context.kit.scale
        size = max(1, round(width * scale)), max(1, round(height * scale))
        if size != self.size:
            self.size, self._board = size, None

    def paint_next(self) -> bool:
        """Paint a little more; return False if the picture is already complete. It stays empty if painting fails."""
        if self.picture:
            return False
        try:
            board = self._board = self._board or self._set_up()
            if make_ahead(lambda: self._draw(board, Stage(board.kit.scale))):
                self._keep(self._scaled_down(board))
        except Exception as error:  # a record that breaks the rules, or any error in a plug-in game
            self.context.report(plainly(f"the table of {self.header.game!r} cannot be painted: {error}"))
            self._keep(pygame.Surface((1, 1)))
        return True

    def _draw(self, board: Board, stage: Stage) -> None:
        if self.saved and self.saved.outcome:
            board.draw_ended(stage)
        else:
            board.draw(stage, None)

    def _keep(self, picture: pygame.Surface) -> None:
        self.context.kit.cached(self._key, lambda: picture)
        self._board = None

    def _set_up(self) -> Board:
        """Return a board in a window of its own, larger than the picture and of an aspect ratio that tables support."""
        match, (wide, high) = Match(self._record()), self.size
        humans = [seat for seat, player in enumerate(match.header.seats) if player.is_human]
        seat = humans[0] if len(humans) == 1 else None  # nobody's hand is shown if several play
        aspect = min(max(wide / high, MIN_ASPECT), MAX_ASPECT)
        wide = max(wide, round(high * MIN_ASPECT))  # the sides of a narrower picture are cut off
        kit = Kit(Metrics((OVERSAMPLING * wide, round(OVERSAMPLING * wide / aspect))), theme=self.context.kit.theme)

        def history() -> list[object]:
            return [match.game.redact(event, seat) for step in match.steps for event in step.events]

        view, table = match.game.view(match.state, seat), table_of(self.header.game)
        board = table.make_board(self.context, match.header, Motion(1.0, True), view, history=history, front=seat)
        board.own_kit = kit
        board.resize(kit)
        board.sync(view)
        return board

    def _record(self) -> Record:
        """Return the record of the saved game; if there is none or it cannot be read, that of a game not begun."""
        if self.saved:
            with suppress(RecordError):
                return read_record(self.saved.path)
        return Record(self.header, [])

    def _scaled_down(self, board: Board) -> pygame.Surface:
        """Return the middle of the table scaled down, in the size of the picture."""
        stage, whole = Stage(board.kit.scale), pygame.Surface(board.kit.metrics.pixels)
        self._draw(board, stage)
        stage.present(whole)
        small = pygame.transform.smoothscale(
            whole, (whole.get_width() // OVERSAMPLING, whole.get_height() // OVERSAMPLING)
        )
        room = pygame.Rect((0, 0), self.size).clip(small.get_rect())
        room.center = small.get_rect().center
        return small.subsurface(room).copy()
