"""The results page of a match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, Protocol

import pygame

from topping_out.game import roster
from topping_out.game.bots.review import ReviewResults
from topping_out.game.city import stage_of
from topping_out.game.engine import Seat
from topping_out.game.language import mark, tr
from topping_out.game.match import Match
from topping_out.game.progress import rating
from topping_out.game.progress.daily import date_of
from topping_out.game.record import Header
from topping_out.game.registry import load
from topping_out.game.storage.codes import game_code
from topping_out.game.text import commas, dots, labelled, paragraph

from .. import routes
from ..accessibility.semantics import Group, Reading, Role, Semantics
from ..devices.intents import Intent, Verb
from ..kit.kit import SMALLEST_TEXT, Kit, Metrics
from ..kit.plates import draw_tooltip
from ..kit.sprites import CROSS_FADE, ease_out, make_ahead
from ..kit.stage import Paint, Stage
from ..manager import Pop, Push, Replace, Transition
from ..match.board import Board
from ..match.course import JustOver
from ..match.phrases import continued_words, helped_words, series_words
from ..match.scene import wished
from ..match.start import (
    after_guided,
    begin_after_guided,
    begin_deal,
    deals_of,
    is_free_deal,
    is_of_guided,
    open_replay,
    play_city_match_again,
)
from ..system.context import Context
from ..ui.column import code_button
from ..ui.layout import Box, Rect, Text, Widget, column, fill, fitting, grid, level, row
from ..ui.page import Page
from ..ui.widgets import Button, Card, Words, result_paints
from .daily_result import DailyResult
from .district import CityResult
from .feats import NewFeats
from .pause import deal_button
from .review import ReviewWork
from .setup_seats import begin_or_offer

# -- scores


GAP = 6.0
"""Between two rows."""


WORDS_LINES = 11
"""The lines that the words keep if the number of the deal is shown too."""


class FinishedTable(Protocol):
    """What the results page needs of the table."""

    match: Match
    board: Board

    @property
    def view(self) -> Any: ...
    @property
    def humans(self) -> Sequence[Seat]: ...


class Scores:
    """The board's table of results. Its first row has the headings, so players are numbered from 1."""

    def __init__(self, table: FinishedTable) -> None:
        self.table, self.board = table, table.board
        self.results = table.board.results(table.view)
        self.rows = self.results.rows

    def has_won(self, number: int) -> bool:
        return self.board.has_won(number - 1, self.table.view)

    def figure(self, number: int) -> str:
        """Return the figure that decides the game."""
        return str(self.rows[number][self.results.main_column])

    def ranked(self) -> list[int]:
        """Return the row numbers: the winners', then the others by the figure that decides."""

        def value(number: int) -> int:
            cell = self.figure(number).replace("−", "-")
            return int(cell) if cell.lstrip("-").isdigit() else 0

        return sorted(range(1, len(self.rows)), key=lambda number: (not self.has_won(number), -value(number)))

    def details(self, number: int) -> str:
        """Return the line below the name: all figures except the one that decides."""
        main, heads = self.results.main_column % len(self.rows[0]), self.rows[0]
        cells = enumerate(zip(heads, self.rows[number]))
        return dots(
            tr("{heading}: {value}", heading=head, value=cell)
            for place, (head, cell) in cells if place not in (0, main)
        )  # fmt: skip


class ScoreRow(Card):
    """A player's result: the name and the figure that decides, with the other figures below.

    `counted` returns the figure to show while the scores count up.
    """

    pad = 10.0

    def __init__(self, scores: Scores, number: int, counted: Callable[[str], str]) -> None:
        super().__init__(f"row {number}")
        self.is_focusable = False
        self.scores, self.number, self.counted = scores, number, counted
        self.group = Group("scores", tr("Scores"), is_list=True)
        self.cells = scores.rows[number]

    @property
    def has_won(self) -> bool:
        return self.scores.has_won(self.number)

    def semantics(self) -> Semantics:
        heads = self.scores.rows[0][1:]
        cells = commas(f"{head} {cell}" for head, cell in zip(heads, self.cells[1:]))
        return Semantics(Role.ITEM, labelled(self.cells[0], cells), tr("winner") if self.has_won else "")

    def sides(self, kit: Kit, width: float) -> tuple[float, float]:
        return 48.0, 14.0

    def paints(self, kit: Kit, hovered: bool) -> tuple[Paint, Paint, float]:
        return result_paints(kit, self.has_won)

    def words(self, kit: Kit, width: float) -> Box:
        """Return the name and the figure that decides, with the others below, in one line if it is readable."""
        figure = Text(self.counted(self.scores.figure(self.number)), 26, "title")
        name, words = Text(self.cells[0], 17, "bold", most=1), self.scores.details(self.number)
        sizes = [size for size in (13.5, 12, 10.5, 9.5) if size * kit.text_scale >= SMALLEST_TEXT]
        details = [Text(words, size, colour=kit.theme.mist, most=2) for size in sizes]
        in_a_line = Rect(0, 0, width, kit.line(13.5))
        below = fitting(kit, in_a_line, [*details, details[0]])
        return column(row(fill(level(name)), figure), below, gap=0)

    def draw_more(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        r = self.rect
        stage.blit_centred(self.scores.board.badge(self.number - 1, 15), r.x + 26, r.y + 5 + kit.line(26) / 2)


# -- results


COUNT_TIME = 1100.0
"""Milliseconds for which the scores count up."""
MEDAL_TIME, MEDAL_INTERVAL = 520.0, 340.0
"""Milliseconds for which a medal grows, and from one medal to the next."""
MAX_MEDALS_HEIGHT = 0.6
"""As a share of the room beside the scores; higher medals get a sentence instead."""
DOUBLE_CLICK = 500.0
"""For this many milliseconds, a click on *Rematch* may be the second one of a double click on the page before."""
LIGHTING_TIME = 1800.0
"""Milliseconds until the floor just won is lit."""
SLIDE_TIME = 420.0
"""Milliseconds for which the results slide in."""
PANEL_WIDTH = 436.0
"""Width of the results at the normal text size."""
MAX_TABLE_TEXT_SCALE = 1.5
"""Limit to which the text of the smaller table beside the results is enlarged to stay readable."""
EDGE = 22.0
WIDE_GAP = 14.0
HEADING_SIZE, STORY_SIZE = 32.0, 16.0
"""Text sizes of the heading, and of the story below it where there is room."""
ONWARD_SHARES = {2: (0.36, 0.64), 3: (0.27, 0.33, 0.4)}
"""Relative widths of the buttons that leave the table or play on, by their number."""


@dataclass(frozen=True)
class Choice:
    """A button of the page."""

    name: str
    label: str
    press: Callable[[], Transition]
    about: str
    verb: Verb | None = None
    why_not: str = ""
    """Why the button is disabled; empty if it is enabled."""


class ResultsPage(Page):
    """The full scores and the story of the game at the right; the final table at the left."""

    def __init__(self, context: Context, table: FinishedTable) -> None:
        super().__init__(context)
        self.table, self.board = table, table.board
        outcome = table.match.outcome
        assert outcome
        self.scores = Scores(table)
        won = table.match.game.describe_outcome(outcome, table.match.names)
        self.feats = NewFeats(context, table.match)
        self.standing = series_words(table.match.header, outcome)
        self.city = CityResult(context, table.match) if stage_of(table.match.header)[0] else None
        self._city_words = self.city.words if self.city else []
        goes_on = continued_words(table.match.record)
        helped = helped_words(table.match.record)
        standing = filter(None, [self.standing])
        self.words = [won, *standing, *self._city_words, *goes_on, *helped, *self.scores.results.story]
        scoring = self.scores.results.scoring
        self.scoring_page = scoring() if scoring else None
        self.daily = DailyResult(context, table.match) if date_of(table.match.header) else None
        self._time = 0.0
        self._just_over = JustOver()
        self._time_on_top = 0.0
        """Milliseconds since the page last became the top one."""
        self._has_announced = False
        self._medals_played = 0
        """How many medals have sounded."""
        self._table_kit: Kit | None = None
        self._is_table_painted = False
        """Whether the pictures of the table beside the results are painted."""
        self._before: pygame.Surface | None = None
        """The picture of the whole window before; it fades out as the results slide in."""

    @cached_property
    def _work(self) -> ReviewWork:
        """The review, worked on while the player reads the results and kept as long as this page exists."""
        path = self.context.library.path
        return ReviewWork(self.context, ReviewResults(self.table.match.record, path.name if path else ""))

    def reading(self) -> Reading:
        return replace(super().reading(), is_dialog=True)

    @property
    def heading(self) -> str:  # type: ignore[override]
        return self.board.headline(self.table.view)

    # -- the table beside the results

    @property
    def panel(self) -> Rect:
        """The rectangle of the results."""
        kit = self.kit
        width = min(kit.wide(PANEL_WIDTH), kit.width * 0.46)
        return Rect(kit.width - width, 0, width, kit.height)

    def prepare(self) -> bool:
        """Paint pictures that the results need, for a moment while the table is at rest; return whether all are done.

        The page paints the rest when it opens.
        """
        if self._is_table_painted:
            return make_ahead(self._draw_page)
        try:
            self._is_table_painted = make_ahead(self._draw_table)
        finally:
            self.leave()
        return False

    def _draw_table(self) -> None:
        self._lay_table(self.kit)
        self.board.draw_ended(Stage(self.board.kit.scale))

    def _draw_page(self) -> None:
        self.rebuild()
        Page.draw(self, Stage(self.kit.scale))

    def resize(self, kit: Kit) -> None:
        if self._before is None and not self.context.settings.reduced_motion:
            self._before = self._picture(kit)
        old = self.board.kit
        self._lay_table(kit)
        self.board.confetti.stretch(self.board.kit.width / old.width, self.board.kit.height / old.height)
        super().resize(kit)

    def _lay_table(self, kit: Kit) -> None:
        """Lay the table out for the part of the window beside the results."""
        small = Metrics((max(1, round(self.panel.x * kit.scale)), kit.metrics.pixels[1]))
        text = max(kit.text_scale, min(MAX_TABLE_TEXT_SCALE, kit.text_scale * kit.scale / small.scale))
        before, looks = self._table_kit, (text, kit.theme, 1.0, kit.is_mirrored)
        if before is None or (before.metrics, before.looks) != (small, looks):
            self._table_kit = Kit(small, *looks)
        self.board.own_kit = self._table_kit
        self.board.resize(self.board.kit)

    def _picture(self, kit: Kit) -> pygame.Surface:
        """Return a picture of the table filling the window."""
        stage, picture = Stage(kit.scale), pygame.Surface(kit.metrics.pixels)
        self.board.draw(stage, None)
        stage.present(picture)
        return picture

    def leave(self) -> None:
        self.board.own_kit = None
        self.board.resize(self.kit)

    # -- time

    def enter(self) -> None:
        super().enter()
        self._time_on_top = 0.0
        if not self._has_announced:
            self._has_announced = True
            results = self.scores.results
            closing = results.story if results.closing is None else results.closing
            self.context.announcer.say(paragraph([*closing, self.standing, *self._city_words, *self.feats.words]))
        if self._time >= COUNT_TIME:
            self._work.forget()  # the answer may have come while another page covered this one, and was lost

    @property
    def at_rest(self) -> bool:
        is_daily_done = self.daily is None or self.daily.at_rest
        is_shown = (
            self._time >= COUNT_TIME
            and (not self.city or self._lighting() == 1)
            and self._grown(len(self.feats) - 1) == 1
        )
        counts_clicks = self._just_over.is_past and not self._has_just_opened
        return is_shown and counts_clicks and self.board.confetti.is_over and is_daily_done

    @property
    def _has_just_opened(self) -> bool:
        """Whether a click may still be the second one of a double click that opened the page."""
        return self._time_on_top < DOUBLE_CLICK

    def update(self, ms: float) -> None:
        self.board.update(ms)
        self._time_on_top += ms
        counts = self._time < COUNT_TIME and not self.context.settings.reduced_motion
        self._time += ms
        self._just_over.update(ms)
        if self._medals_played < len(self.feats) and self._grown(self._medals_played):
            self._medals_played += 1
            self.context.audio.play("medal")
        if counts:
            self.context.audio.play("score_tick", 0.5)
        elif self.table.humans and self._time >= COUNT_TIME:
            self._work.update()
        if self.daily and self.daily.has_news():
            self.rebuild()

    @property
    def _share(self) -> float:
        """How far the scores have counted up, from 0 to 1."""
        return 1.0 if self.context.settings.reduced_motion else min(1.0, self._time / COUNT_TIME)

    def _grown(self, medal: int) -> float:
        """Return how far a medal has grown, from 0 to 1: one after the other, after the scores have counted up."""
        if medal < 0 or self.context.settings.reduced_motion:
            return 1.0
        return max(0.0, min(1.0, (self._time - COUNT_TIME - medal * MEDAL_INTERVAL) / MEDAL_TIME))

    def counted(self, cell: str) -> str:
        """Return a score as it is shown while the scores count up."""
        digits = cell.lstrip("−-")
        if not digits.isdigit() or self._share >= 1:
            return cell
        return cell[: len(cell) - len(digits)] + str(round(int(digits) * ease_out(self._share)))

    # -- choices

    def on_intent(self, intent: Intent) -> Transition:
        pressed = self.at(intent.position) if intent.verb is Verb.PRESS and self._has_just_opened else None
        is_second_click = pressed is not None and pressed.name == "rematch"
        return None if is_second_click or self._just_over.ignores(intent, self) else super().on_intent(intent)

    def _choices(self) -> list[Choice]:
        """Return what can be done next, always in the same order.

        The last one is where the table has its *Results* button. It only leads back to the table, so a click too many
        does no harm.
        """
        page, onward = self.scoring_page, self._onward()
        only_bots = "" if self.table.humans else mark("Only bots have played.")
        no_account = "" if self.scoring_page else mark("All scores are shown above.")
        no_feat = "" if self.feats else mark("No new feats in this game.")
        costs = mark("Which decisions cost the most, and what was better.")
        account = mark("Read every scoring again.")
        feats_words = mark("What you've achieved, and what's left.")
        fourth = Choice("setup", tr("New set-up"), self.setup, mark("Other seats, players or options."))
        if self.daily and self.daily.is_counted:
            about = mark("Both skylines side by side, with a result to share.")
            fourth = Choice("share", tr("Share"), self.daily.share, about)
        return [
            Choice("review", tr("Review"), self.review, costs, why_not=only_bots),
            Choice("replay", tr("Replay"), self.replay, mark("Watch the game again, step by step.")),
            Choice("account", tr("All scores"), lambda: Push(page) if page else None, account, why_not=no_account),
            fourth,
            self._away(onward),
            *self._between(onward, only_bots),
            onward,
            Choice("feats", tr("Feats"), self.feats.open_page, feats_words, why_not=no_feat),
            Choice("look", tr("Table"), Pop, mark("Back to the table as it stood at the end.")),
        ]

    def _away(self, onward: Choice) -> Choice:
        """Return the choice that leaves the table: it leads back to the city or the deals that the match belongs to,
        unless the choice that goes on does."""
        if self.city and onward.press != self.city.go_back:
            return Choice(
                "city", tr("Your city"), self.city.go_back, mark("Back to the city, where this match belongs.")
            )
        if self.daily and onward.press != self._to_deals:
            return Choice("deals", tr("Deals"), self._to_deals, mark("Back to the deals of that day."))
        return Choice("title", tr("Title"), lambda: Replace(routes.TITLE(self.context)), mark("Leaves the table."))

    def _between(self, onward: Choice, only_bots: str) -> list[Choice]:
        """Return the choice between leaving and going on: the same again if going on leads to something else, or, in
        live games, a rematch with changed seats."""
        if onward.press != self.rematch and not is_of_guided(self.table.match.header):
            again = self._again()
            return [Choice("again", again.label, again.press, again.about)]
        if not self.table.match.game.live:
            return []
        why_not = mark("A daily deal is for one person.") if self.daily else only_bots
        about = mark("A rematch for whoever joins now, in any chair and with any device.")
        return [Choice("seats", tr("Change seats"), self.change_seats, about, why_not=why_not)]

    @property
    def _next(self) -> Header:
        """The header for a rematch or for the next game of the series."""
        match = self.table.match
        assert match.outcome
        return rating.after(match.header, match.outcome)

    def _again(self) -> Choice:
        """Return the choice to play the same again, or the next game of a series."""
        label, about = tr("Rematch"), mark("The same players and options, a new deal.")
        if self._is_series_open:
            label, about = tr("Next game"), mark("The series goes on: the same players and options, a new deal.")
        elif self.daily:
            label, about = tr("Play again"), mark("The same deal; this try doesn't count.")
        elif self.city:
            about = mark("The same match, a new deal; your rivals' strength follows your current rating.")
        return Choice("rematch", label, self.rematch, about, Verb.REMATCH)

    @property
    def _is_series_open(self) -> bool:
        header = self.table.match.header
        return bool(header.purpose.best_of) and rating.champion(header, self.table.match.outcome) is None

    def _onward(self) -> Choice:
        """Return what comes next, for the golden button: after a guided game the first whole one, after a won match of
        the city the next match, after a deal the next deal or the puzzle of the day, else the same again."""

        def golden(label: str, about: str, press: Callable[[], Transition]) -> Choice:
            return Choice("rematch", label, press, about, Verb.REMATCH)

        match, city, daily = self.table.match, self.city, self.daily
        if is_of_guided(match.header):
            label = tr("Now play {name}", name=roster.title(after_guided()).split()[0])
            begin = partial(begin_after_guided, self.context, match.game.name)
            return golden(label, mark("A whole game, without the coach."), begin)
        if self._is_series_open or not ((city and city.is_won) or (daily and daily.is_counted)):
            return self._again()
        if city and city.next:
            return golden(tr("Next floor"), mark("On to the next floor of the city."), city.go_on)
        if city and city.is_won:
            return golden(tr("Your city"), mark("Back to the city, where this match belongs."), city.go_back)
        if daily and (deal := daily.next_deal):
            about = tr("The same day's deal of {game}, which you haven't played.", game=load(deal.game).title)
            return golden(tr("Next deal"), about, partial(begin_deal, self.context, deal))
        if daily and (puzzle := daily.puzzle):
            to_puzzle = self.opens(routes.PUZZLE, puzzle.header.game, puzzle.name)
            return golden(tr("Puzzle of the day"), mark("You've played all of today's deals."), to_puzzle)
        return golden(tr("Deals"), mark("Back to the deals of that day."), self._to_deals)

    def initial_focus(self) -> Widget | None:
        review = self.find("review")
        return review if review and review.enabled else self.find("replay")

    def rematch(self) -> Transition:
        """Play again with the same seats and options and a new deal; bots of a city match may change their level."""
        if self.city:  # the player's rating determines the rivals' levels
            return play_city_match_again(self.context, self._next)
        return begin_or_offer(self.context, self._next, partial(play_city_match_again, self.context))

    def change_seats(self) -> Transition:
        header = self._next
        return Push(routes.JOIN(self.context, header, wished(self.context, header.game)))

    def _to_deals(self) -> Transition:
        return Replace(deals_of(self.context, self.table.match.header))

    def review(self) -> Transition:
        return Push(routes.REVIEW(self.context, self._work.review))

    def replay(self) -> Transition:
        return open_replay(self.context, self.table.match.record)

    def setup(self) -> Transition:
        return Replace(routes.SETUP(self.context, self.table.match.game.name, None if self.daily else self._next))

    # -- layout

    def build(self) -> list[Widget]:
        """Lay out the winner, the story of the game, the scores, the part about a daily deal, and the buttons."""
        kit, area = self.kit, self.panel.inflate(-2 * EDGE, -2 * EDGE)
        rows = column(*(ScoreRow(self.scores, n, self.counted) for n in self.scores.ranked()), gap=GAP)
        buttons = self._buttons()
        room = area.h - sum(box.height_for(kit, area.w) + WIDE_GAP for box in (rows, buttons))
        beside = self._beside(area.w, room - 2 * kit.line(HEADING_SIZE))
        room -= beside.height_for(kit, area.w) + WIDE_GAP if beside else 0
        medals = self._medals(room)
        room -= medals.height_for(kit, area.w) + WIDE_GAP if medals else 0
        deal = self._deal(room)
        room -= deal.height_for(kit, area.w) + 2 * WIDE_GAP if deal else 0
        words = fitting(kit, Rect(0, 0, area.w, room), self._words([] if medals else self.feats.words))
        buttons = column(*([deal] if deal else []), buttons)
        parts = [*([medals] if medals else []), fill(), *([beside] if beside else []), buttons]
        return column(words, rows, *parts, gap=WIDE_GAP).lay(kit, area)

    def _beside(self, width: float, most: float) -> Box | None:
        """Return the part about a daily deal or a match of the city, at most `most` high, if there is room for it."""
        if self.daily:
            return self.daily.box(self.kit, width, most)
        story = 3 * self.kit.line(STORY_SIZE)
        return self.city.box(self.kit, width, most - story, self._lighting) if self.city else None

    def _lighting(self) -> float:
        """Return how much of a floor just won is lit, from 0 to 1; it goes on while the scores count up."""
        return 1.0 if self.context.settings.reduced_motion else min(1.0, self._time / LIGHTING_TIME)

    def _deal(self, room: float) -> Box | None:
        """Return buttons for the game's code and the deal's number if there is room; the table's menu has them too."""
        header = self.table.match.header
        is_shown = is_free_deal(header) and not is_of_guided(header) and room > WORDS_LINES * self.kit.line(16)
        if not is_shown:
            return None
        code = code_button(self.context, lambda: game_code(self.table.match.record), 14)
        return grid(2, [code, deal_button(self.context, header, 14)])

    def _medals(self, room: float) -> Box | None:
        """Return the medals if they fit into their share of the room, else None: a sentence replaces them."""
        wide = self.panel.w - 2 * EDGE
        boxes = self.feats.medals(self._grown)
        return next(
            (box for box in boxes if box is None or box.height_for(self.kit, wide) <= MAX_MEDALS_HEIGHT * room), None
        )

    def _buttons(self) -> Box:
        """Return the buttons two in a row, except that the third row has all remaining ones, the rematch widest."""
        buttons = [self._button(choice) for choice in self._choices()]
        onward = buttons[4:-2]
        third = row(*(fill(button, share) for button, share in zip(onward, ONWARD_SHARES[len(onward)])))
        return column(grid(2, buttons[:4]), third, grid(2, buttons[-2:]))

    def _button(self, choice: Choice) -> Button:
        is_again, can = choice.verb is Verb.REMATCH, not choice.why_not
        key = self.key(choice.verb) if choice.verb else ""
        button = Button(choice.name, choice.label, choice.press, choice.verb, key, is_again, can, size=16)
        button.hint = tr(choice.why_not or choice.about)
        return button

    def _words(self, feats: Sequence[str]) -> Iterator[Box]:
        """Yield boxes with the winner and the story, first with smaller and smaller text, then with fewer sentences."""
        mist, least = self.kit.theme.mist, SMALLEST_TEXT / self.kit.text_scale
        story, size, most = [*self.words, *feats], STORY_SIZE, 2
        while True:
            title = Words("headline", self.heading, HEADING_SIZE, "title", most=most)
            lines = [Words(f"story {n}", line, size, colour=mist) for n, line in enumerate(story)]
            yield column(title, *lines, gap=4)
            if size > least:
                size = max(least, size - 0.5)
            elif most > 1:
                most = 1
            elif story:
                story = story[:-1]
            else:
                return

    # -- drawing

    def draw(self, stage: Stage) -> None:
        kit, panel, scale = self.kit, self.panel, self.board.kit.scale
        share = 1.0 if self.context.settings.reduced_motion else ease_out(min(1.0, self._time / SLIDE_TIME))
        with stage.part(0, 0, panel.x, kit.height, scale):
            self.board.draw(stage, None)
        if self._before and share < 1:
            stage.blit(self._before, 0, 0, max(0.0, 1 - self._time / (2 * CROSS_FADE)))
        with stage.part((1 - share) * panel.w, 0, kit.width, kit.height, kit.scale):
            self.paint(stage)
            self.draw_widgets(stage, self.widgets)
            if isinstance(self.hovered, Button) and not self.hovered.enabled:
                draw_tooltip(stage, kit, self.hovered.rect, self.hovered.label, self.hovered.hint)
            self.draw_reply(stage)

    def paint(self, stage: Stage) -> None:
        kit, theme, panel = self.kit, self.kit.theme, self.panel
        stage.blit(kit.shadow(panel.w, panel.h, 4, 20, 0.5), panel.x - 20, panel.y - 20)
        stage.blit(kit.plate(panel.w + 12, panel.h + 4, theme.night, theme.brass, 2, 0), panel.x, panel.y - 2)
