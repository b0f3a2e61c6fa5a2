"""Posters of deals, the result of a daily deal, and the picture of it that players can share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import cached_property, partial

import pygame

from topping_out.game.bots.puzzle_progress import is_solved, puzzle_of
from topping_out.game.bots.puzzles import Puzzle
from topping_out.game.bots.worker import COMPARED, Comparisons
from topping_out.game.engine import Outcome
from topping_out.game.language import mark, tr, tr_context, tr_count
from topping_out.game.match import Match
from topping_out.game.options import Value
from topping_out.game.progress import daily
from topping_out.game.progress.daily import (
    YOUR_SEAT,
    Deal,
    date_of,
    deal_of,
    deal_of_month,
    first_day,
    share_text,
    share_words,
    storeys,
)
from topping_out.game.record import Header
from topping_out.game.registry import UnknownGame, load
from topping_out.game.roster import title
from topping_out.game.storage.history import DealTry, PuzzleTries, counted_tries
from topping_out.game.storage.library import Saved
from topping_out.game.text import dots, full_stop, listed, paragraph, with_minus

from .. import routes
from ..accessibility.semantics import Group, Role, Semantics
from ..kit.built import topping_tree
from ..kit.kit import Kit, Metrics
from ..kit.ornament import lettering, put_heading, rule
from ..kit.plates import badge, seat_sign
from ..kit.stage import Paint, Stage
from ..kit.theme import Colour, Theme, mix
from ..manager import Push, Transition
from ..match import definition
from ..match.definition import table_of
from ..match.phrases import rules_in_force, rules_words
from ..match.start import begin_deal, watch_again
from ..system.context import Context
from ..ui.column import EDGE, body_area, copied, foot_area, keep_picture
from ..ui.layout import Box, Press, Rect, Text, Widget, column, fill, fitting, level, row
from ..ui.page import Page
from ..ui.widgets import Button, Card, Words, arrow, put_in, result_paints
from .daily_pictures import (
    MASTER,
    DealState,
    Skylines,
    TablePicture,
    bot_words,
    date_words,
    ground_of,
    put_skylines,
    shared_tower,
    skylines_of,
    state_of,
    tally_words,
)
from .skyline_street import put_scenery

# -- poster


PAD = 12.0
FRAME = 3.0
FACE = 40.0
LABEL_SIZE = 18.0
"""Text size of the label at the foot."""
MIN_PICTURE_HEIGHT = 0.2
"""As a share of the picture's width."""
MAX_PICTURE_WIDTH = 0.4
"""Of the picture on a month's poster, as a share of the poster's width."""


class Faces(Box):
    """The opponents' faces side by side."""

    def __init__(self, header: Header) -> None:
        self.header, self.area = header, Rect(0, 0, 0, 0)
        self.seats = [seat for seat, player in enumerate(header.seats) if not player.is_human]

    def width_for(self, kit: Kit) -> float:
        return len(self.seats) * kit.wide(FACE) * 0.86

    def height_for(self, kit: Kit, width: float) -> float:
        return kit.wide(FACE)

    def place(self, kit: Kit, area: Rect) -> None:
        self.area = area

    def draw_words(self, stage: Stage, kit: Kit, alpha: float = 1.0) -> None:
        size, step = kit.wide(FACE), self.area.w / max(1, len(self.seats))
        for number, seat in enumerate(self.seats):
            x, y = self.area.x + (number + 0.5) * step, self.area.centery
            stage.blit_centred(kit.disc(size / 2 + 1.5, kit.theme.paper), x, y)
            stage.blit_centred(badge(kit, seat_sign(self.header.seats, seat), size / 2), x, y)


def label_of(counted: DealTry | None) -> str:
    """Return what pressing a deal does, or the result of its counted try."""
    match state_of(counted):
        case DealState.NEW:
            return tr_context("a game", "Play")
        case DealState.UNDER_WAY:
            return tr("Go on")
        case DealState.GIVEN_UP:
            return tr_context("a try", "Given up")
    assert counted
    assert counted.outcome
    points = with_minus(counted.outcome.scores[YOUR_SEAT])
    if not counted.outcome.winners:
        return tr("Nobody won: {scores}", scores=points)
    won, lost = tr("Won with {points}", points=points), tr("Lost with {points}", points=points)
    return won if state_of(counted) is DealState.WON else lost


def month_deal(day: date) -> Deal | None:
    """Return the deal of a day's month; None if its game cannot be shown (the title page warns about such games)."""
    try:
        deal = deal_of_month(day)
    except UnknownGame:
        return None
    return deal if deal.game in definition.playable() else None


def deals_on(day: date) -> Iterator[Deal]:
    """Yield the deals of a day, without those of games whose rota is invalid."""
    for name in definition.playable():
        with suppress(ValueError):
            yield deal_of(name, day)


def press_of(context: Context, deal: Deal, counted: DealTry | None) -> Press:
    """Return what pressing a deal does: play it, or show the result of its counted try."""
    if counted and counted.outcome:
        return lambda: Push(routes.DEAL(context, counted.saved.header, counted.outcome, counted.saved))
    return partial(begin_deal, context, deal)


class Poster(Widget):
    """A deal on a poster. Pressing it plays the deal, or shows the result of its counted try."""

    radius = 4.0

    def __init__(
        self, name: str, deal: Deal, counted: DealTry | None, lines: list[str], picture: TablePicture, press: Press
    ) -> None:
        """`lines` are read by screen readers."""
        super().__init__(name, None, press)
        self.deal, self.counted, self.lines, self.picture = deal, counted, lines, picture
        self.title, self.label = load(deal.game).title, label_of(counted)
        self.group = Group("deals", tr("Deals"), is_list=True)

    def semantics(self) -> Semantics:
        return Semantics(Role.BUTTON, self.title, self.label, paragraph(self.lines))

    # -- layout

    def place(self, kit: Kit, area: Rect) -> None:
        super().place(kit, area)
        self._table, self._foot, self._words = self._lay(kit)
        self.picture.lay(*self._table.size)

    def _lay(self, kit: Kit) -> tuple[Rect, Rect, Box]:
        """Return the places of the picture and of the label at the foot, and the words between them, already placed."""
        r, high = self.rect, kit.line(LABEL_SIZE) + 12
        label = Rect(r.x, r.bottom - high, r.w, high)
        room = Rect(r.x + PAD, r.y, r.w - 2 * PAD, r.h - high - MIN_PICTURE_HEIGHT * r.w - 2 * PAD)
        words = fitting(kit, room, self._choices(kit))
        tall = words.height_for(kit, room.w)
        picture = Rect(r.x, r.y, r.w, max(1.0, r.h - high - tall - 2 * PAD))
        words.place(kit, Rect(room.x, picture.bottom + PAD, room.w, tall))
        return picture, label, words

    def _choices(self, kit: Kit) -> Iterator[Box]:
        """Yield boxes with title, rules and opponents, each with less text than the one before."""
        ink = kit.theme.ink
        names = [player.name for player in self.deal.header.seats if not player.is_human]
        rivals = row(Faces(self.deal.header), fill(level(Text(listed(names), 15, "bold", ink))))
        title = Text(self.title, 24, "title", ink, most=1)
        for rules in rules_in_short(self.deal.header):
            yield column(title, Text(rules, 15, colour=quiet(kit)), rivals, gap=5)
        yield column(title, rivals, gap=5)
        yield column(title, row(Faces(self.deal.header), fill()), gap=5)
        yield title

    # -- drawing

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        r, theme, table = self.rect, kit.theme, self._table
        stage.blit(kit.shadow(r.w, r.h, 4, 14, 0.55), r.x - 14, r.y - 10)
        frame = theme.paper if hovered else theme.brass
        stage.blit(kit.plate(r.w + 2 * FRAME, r.h + 2 * FRAME, frame, frame, 0, 4), r.x - FRAME, r.y - FRAME)
        stage.blit(kit.plate(r.w, r.h, theme.paper, theme.paper, 0, 2), r.x, r.y)
        self._draw_picture(stage, kit, table)
        if state_of(self.counted) is DealState.WON:
            tree = topping_tree(kit)
            stage.blit(tree, table.right - kit.size_of(tree)[0] - 6, table.bottom - kit.size_of(tree)[1])
        self._words.draw_words(stage, kit)
        self._draw_label(stage, kit, self._foot, hovered)

    def _draw_picture(self, stage: Stage, kit: Kit, place: Rect) -> None:
        theme = kit.theme
        stage.blit(kit.plate(place.w, place.h, theme.dusk, theme.dusk, 0, 2), place.x, place.y)
        if picture := self.picture.picture:
            stage.blit_centred(picture, *place.center)
        if cover := table_of(self.deal.game).cover(kit, self._special, round(place.h * 0.8)):
            stage.blit(cover, place.x + place.h * 0.1, place.y + place.h * 0.1)

    @cached_property
    def _special(self) -> Mapping[str, Value]:
        """The options of the deal that differ from the usual game."""
        header = self.deal.header
        options = load(header.game).options(len(header.seats))
        usual = {option.key: option.default for option in options}
        return {key: value for key, value in header.options.items() if value != usual.get(key)}

    def _draw_label(self, stage: Stage, kit: Kit, place: Rect, hovered: bool) -> None:
        """Draw the label: on brass if pressing the poster plays the deal, on a quiet colour for a result."""
        theme, state = kit.theme, state_of(self.counted)
        calls = state in (DealState.NEW, DealState.UNDER_WAY)
        ground = theme.brass if calls else theme.sites["forest"] if state is DealState.WON else theme.sites["city"]
        ground = mix(ground, theme.paper, 0.2) if hovered and calls else ground
        stage.blit(kit.plate(place.w, place.h, ground, ground, 0, 2), place.x, place.y)
        ink, beside = theme.ink if calls else theme.paper, 24.0
        label, size = kit.first_fitting((self.label,), place.w - 2 * PAD - beside, LABEL_SIZE, "head")
        words = kit.text(label, size, "head", ink)
        wide = kit.size_of(words)[0]
        left = place.centerx - (wide + beside) / 2
        stage.blit_centred(words, left + wide / 2, place.centery + kit.lift("head", size))
        stage.blit_centred(arrow(kit, 1, 13, ink), left + wide + 16, place.centery)


class MonthPoster(Poster):
    """The deal of the month on a wide poster, with the table at the left and the words beside it."""

    def __init__(
        self, deal: Deal, counted: DealTry | None, lines: list[str], picture: TablePicture, press: Press, when: str
    ) -> None:
        """`when` says which month it is, or how many days of it are left."""
        super().__init__("month", deal, counted, [full_stop(when), *lines], picture, press)
        self.when, self.group = when, Group("month", tr("Deal of the month"))

    def semantics(self) -> Semantics:
        title = tr("Deal of the month: {game}", game=self.title)
        return Semantics(Role.BUTTON, title, self.label, paragraph(self.lines))

    def height_for(self, kit: Kit, width: float) -> float:
        *_, shortest = self._choices(kit)
        return shortest.height_for(kit, width * (1 - MAX_PICTURE_WIDTH) - 2 * PAD) + kit.line(LABEL_SIZE) + 12 + 2 * PAD

    def _lay(self, kit: Kit) -> tuple[Rect, Rect, Box]:
        r, high = self.rect, kit.line(LABEL_SIZE) + 12
        picture = Rect(r.x, r.y, min(r.h * 16 / 9, r.w * MAX_PICTURE_WIDTH), r.h)
        beside = Rect(picture.right, r.y, r.w - picture.w, r.h)
        label = Rect(beside.x, r.bottom - high, beside.w, high)
        room = Rect(beside.x + PAD, r.y + PAD / 2, beside.w - 2 * PAD, r.h - high - PAD)
        words = fitting(kit, room, self._choices(kit))
        words.place(kit, room)
        return picture, label, words

    def _choices(self, kit: Kit) -> Iterator[Box]:
        ink = kit.theme.ink
        faces, title = Faces(self.deal.header), Text(self.title, 22, "title", ink, most=1)
        kicker = Text(dots((tr("Deal of the month"), self.when)), 14, "bold", quiet(kit))
        for rules in rules_in_short(self.deal.header):
            words = column(kicker, title, Text(rules, 15, colour=quiet(kit)), gap=2)
            yield row(fill(level(words)), faces)


def rules_in_short(header: Header) -> Iterator[str]:
    """Yield the rules in force in words, then their number."""
    yield rules_words(header)
    if count := len(rules_in_force(header)):
        yield tr_count("{number} rule", "{number} rules", count)


def quiet(kit: Kit) -> Colour:
    """Return the colour of less important text on a poster."""
    return mix(kit.theme.ink, kit.theme.paper, 0.22)


# -- photograph


SIZE = (1600, 900)
"""In pixels."""
ROOM = Rect(60, 118, 1160, 470)
LINE = 34.0


def photograph(header: Header, outcome: Outcome, master: Outcome | None, theme: Theme) -> pygame.Surface:
    """Return a picture of the skylines, with the shared words about the result below."""
    kit = Kit(Metrics(SIZE), theme=theme)
    stage, sheet, middle = Stage(kit.scale), pygame.Surface(SIZE), kit.width / 2
    stage.begin()
    put_scenery(stage, kit, ground_of(kit, ROOM), 0)
    stage.blit_centred(lettering(kit, load(header.game).title.upper(), 44, 0.14), middle, 50)
    stage.blit_centred(rule(kit, 420), middle, 88)
    put_skylines(stage, kit, ROOM, skylines_of(header, outcome, master))
    for number, line in enumerate(share_words(header, outcome, master)):
        words, size = kit.first_fitting((line,), kit.width - 120, 22, "head")
        ink = theme.mist if number == 0 else theme.paper
        stage.blit_centred(kit.text(words, size, "head", ink), middle, ROOM.bottom + 28 + number * LINE)
    stage.present(sheet)
    return sheet


# -- result


GAP = 6.0
MIN_SKYLINES, MAX_SKYLINES = 150.0, 240.0
"""Heights of the skylines on the results page."""
SAME_SEAT = mark("In your seat, on the same deal")


class LevelCell(Card):
    """The result of a bot's level in the player's seat, framed in brass if it won."""

    pad = 6.0

    def __init__(self, level: str, header: Header, outcome: Outcome | None, group: Group, is_flat: bool) -> None:
        super().__init__(f"level {level}")
        self.is_flat = is_flat
        self.is_focusable = False
        self.level, self.header, self.outcome, self.group = level, header, outcome, group

    def semantics(self) -> Semantics:
        return Semantics(Role.ITEM, bot_words(self.level, self.header, self.outcome))

    def paints(self, kit: Kit, hovered: bool) -> tuple[Paint, Paint, float]:
        return result_paints(kit, bool(self.outcome and YOUR_SEAT in self.outcome.winners))

    def words(self, kit: Kit, width: float) -> Box:
        name, score = title(self.level), with_minus(self.outcome.scores[YOUR_SEAT]) if self.outcome else "…"
        if self.is_flat:
            return Text(f"{name} {score}", 14, "bold", align=0.5, most=1)
        below = Text(score, 18, "bold", align=0.5, most=1)
        return column(Text(name, 14, colour=kit.theme.mist, align=0.5, most=1), below, gap=0)


def level_cells(
    comparisons: Comparisons, header: Header, is_flat: bool = False, levels: Sequence[str] = COMPARED
) -> list[LevelCell]:
    """Return a cell for each of these levels with a known or awaited result, with its text in a line if `is_flat`."""
    found, awaited = comparisons.found(header), comparisons.is_awaited(header)
    group = Group("compared", tr(SAME_SEAT), is_list=True)
    shown = (level for level in levels if awaited or level in found)
    return [LevelCell(level, header, found.get(level), group, is_flat) for level in shown]


class DailyResult:
    """The part of a results page about a daily deal."""

    def __init__(self, context: Context, match: Match) -> None:
        self.context, self.header, self.outcome = context, match.header, match.outcome
        self.is_counted = daily.is_counted(match.header)
        outcomes = {key: counted.outcome for key, counted in counted_tries(context.library).items()}
        self._tally = daily.tally(outcomes, self.header.game, daily.today())
        self._seen_news = context.comparisons.news

    def has_news(self) -> bool:
        """Tell whether another bot has finished since the last call."""
        before, self._seen_news = self._seen_news, self.context.comparisons.news
        return before != self._seen_news

    @property
    def at_rest(self) -> bool:
        return self._seen_news == self.context.comparisons.news

    @cached_property
    def next_deal(self) -> Deal | None:
        """The first deal of the same day, or of today after a deal of a month, that has no try that counts."""
        day = daily.today() if daily.is_monthly(self.header) else first_day(date_of(self.header))
        deals = [*deals_on(day)]
        tries = counted_tries(self.context.library, deals)
        tried = {place for place, counted in tries.items() if not counted.is_under_way}
        is_new = (deal for deal in deals if (deal.game, deal.date) not in tried)
        return next(
            (deal for deal in is_new if (deal.game, deal.date) != (self.header.game, date_of(self.header))), None
        )

    @cached_property
    def puzzle(self) -> Puzzle | None:
        """The puzzle of the day, if the deal is of today and the puzzle is not solved yet."""
        today, games = daily.today(), definition.playable()
        if date_of(self.header) != today.isoformat() or is_solved(today, games, PuzzleTries().tries):
            return None
        return puzzle_of(today, games)

    def share(self) -> Transition:
        return Push(routes.DEAL(self.context, self.header, self.outcome))

    def box(self, kit: Kit, width: float, most: float) -> Box | None:
        """Return this part, at most `most` high: the skylines, the results of the levels, and the tally of recent days.

        Without enough room, leave out the skylines, then all but the levels, then everything: the deal's page shows it.
        """
        own = Words("own days", tally_words(self._tally), 14, colour=kit.theme.mist)
        levels = level_cells(self.context.comparisons, self.header)
        if not levels:
            return own
        head = Words("compared", tr(SAME_SEAT), 14, colour=kit.theme.brass)
        whole = column(head, row(*map(fill, levels), gap=GAP), own, gap=GAP)
        comparisons, assured = self.context.comparisons, whole.height_for(kit, width)
        if most - assured - GAP >= MIN_SKYLINES and self.outcome:
            master, high = comparisons.found(self.header).get(MASTER), min(MAX_SKYLINES, most - assured - GAP)
            sky = Skylines(self.header, self.outcome, master, comparisons.is_awaited(self.header), high)
            return column(sky, whole, gap=GAP)
        flat = row(*map(fill, level_cells(comparisons, self.header, is_flat=True)), gap=GAP)
        return next((box for box in (whole, flat) if box.height_for(kit, width) <= most), None)


# -- deal


MAX_WIDTH = 1240.0
DEAL_GAP = 14.0
MIN_DEAL_SKYLINES = 150.0
"""Height of the skylines on the deal's page."""


class SharedTower(Box):
    """The tower that is shared as emoji with a result."""

    def __init__(self, outcome: Outcome) -> None:
        self.outcome, self.area = outcome, Rect(0, 0, 0, 0)

    def _picture(self, kit: Kit) -> pygame.Surface:
        return shared_tower(kit, storeys(self.outcome), daily.YOUR_SEAT in self.outcome.winners)

    def width_for(self, kit: Kit) -> float:
        return kit.size_of(self._picture(kit))[0] + 12

    def height_for(self, kit: Kit, width: float) -> float:
        return kit.size_of(self._picture(kit))[1]

    def place(self, kit: Kit, area: Rect) -> None:
        self.area = area

    def draw_words(self, stage: Stage, kit: Kit, alpha: float = 1.0) -> None:
        stage.blit_centred(self._picture(kit), *self.area.center)


class ShareCard(Card):
    """The text that the copy button copies."""

    def __init__(self, words: list[str], outcome: Outcome) -> None:
        super().__init__("told")
        self.is_focusable = False
        self.lines, self.outcome = words, outcome
        self.group = Group("told", tr("Share your result"))

    def semantics(self) -> Semantics:
        return Semantics(Role.TEXT, "\n".join(self.lines))

    def sides(self, kit: Kit, width: float) -> tuple[float, float]:
        return 18.0, 14.0

    def paints(self, kit: Kit, hovered: bool) -> tuple[Paint, Paint, float]:
        return kit.theme.paper, kit.theme.brass, 2.0

    def words(self, kit: Kit, width: float) -> Box:
        ink, (first, *further) = kit.theme.ink, self.lines
        words = column(
            Text(first, 15, "bold", ink, most=2), *(Text(line, 15, "body", ink, most=2) for line in further), gap=2
        )
        return row(fill(level(words)), level(SharedTower(self.outcome)))


class DealPage(Page):
    """The counted try at a deal beside a master's, and its result to copy or save as a picture."""

    def __init__(self, context: Context, header: Header, outcome: Outcome, saved: Saved | None = None) -> None:
        """`saved` is the try's file, to watch the game; None if its table is still open."""
        super().__init__(context)
        self.header, self.outcome, self.saved = header, outcome, saved
        self.heading = load(header.game).title
        self._seen_news = context.comparisons.news
        self.ground = 0.0

    def enter(self) -> None:
        self.context.comparisons.ask(self.header)
        super().enter()

    @property
    def _master(self) -> Outcome | None:
        return self.context.comparisons.found(self.header).get(MASTER)

    # -- layout

    def build(self) -> list[Widget]:
        kit = self.kit
        area, foot = body_area(kit, MAX_WIDTH), foot_area(kit)
        when = Words("when", dots((date_words(self.header), rules_words(self.header))), 16, colour=kit.theme.brass)
        below = self._lower_part()
        high = area.h - when.height_for(kit, area.w) - below.height_for(kit, area.w) - 2 * DEAL_GAP
        is_awaited = self.context.comparisons.is_awaited(self.header)
        skylines = Skylines(self.header, self.outcome, self._master, is_awaited, max(MIN_DEAL_SKYLINES, high))
        laid = column(when, skylines, below, gap=DEAL_GAP).lay(kit, area)
        self.ground = ground_of(kit, skylines.rect)
        return [*laid, *row(*self._foot_buttons(), gap=12).lay(kit, foot)]

    def _lower_part(self) -> Box:
        """Return the text to share, beside the results of the levels other than master."""
        share_card = ShareCard(share_words(self.header, self.outcome, self._master), self.outcome)
        levels = [level for level in COMPARED if level != MASTER]
        cells = level_cells(self.context.comparisons, self.header, levels=levels)
        if not cells:
            return row(share_card)
        head = Words("compared", tr(SAME_SEAT), 15, colour=self.kit.theme.brass)
        put_in(cells[0].group, head)
        return row(fill(share_card, 1.7), fill(column(head, row(*map(fill, cells)))), gap=24)

    def _foot_buttons(self) -> list[Box]:
        again = Button("again", tr("Play again"), partial(begin_deal, self.context, Deal(self.header)))
        again.hint = tr("The same deal; this try doesn't count.")
        copy = Button("copy", tr("Copy result"), self._copy, primary=True)
        copy.hint = tr("As text, ready to paste.")
        buttons = [self.back_button()]
        if self.saved:
            buttons.append(Button("watch", tr("Watch the game"), partial(watch_again, self.context, self.saved)))
        return [*buttons, again, fill(), Button("save", tr("Save a picture"), self._save), copy]

    # -- buttons

    def _copy(self) -> Transition:
        return copied(self.context, share_text(self.header, self.outcome, self._master))

    def _save(self) -> Transition:
        picture = photograph(self.header, self.outcome, self._master, self.kit.theme)
        return keep_picture(self.context, picture, f"topping-out-{self.header.game}-{date_of(self.header)}")

    # -- time

    def update(self, ms: float) -> Transition:
        if self._seen_news != self.context.comparisons.news:
            self._seen_news = self.context.comparisons.news
            self.rebuild()
        return super().update(ms)

    @property
    def at_rest(self) -> bool:
        return self._seen_news == self.context.comparisons.news and super().at_rest

    # -- drawing

    def paint(self, stage: Stage) -> None:
        kit = self.kit
        put_scenery(stage, kit, self.ground, 0)
        put_heading(stage, kit, self.heading, kit.width / 2, 22, kit.width - 2 * EDGE)
