"""The results of a match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, Protocol

import pygame

from topping_out.game import roster
from topping_out.game.bots.review import ReviewResults
from topping_out.game.city.city import stage_of
from topping_out.game.engine import Seat
from topping_out.game.language import mark, tr
from topping_out.game.match import Match
from topping_out.game.progress import rating
from topping_out.game.progress.daily import date_of
from topping_out.game.record import Header, Record
from topping_out.game.text import commas, dots, labelled, paragraph

from .. import routes
from ..accessibility.semantics import Group, Reading, Role, Semantics
from ..devices.intents import Intent, Verb
from ..kit.kit import SMALLEST_TEXT, Kit, Metrics
from ..kit.motion import CROSS_FADE, ease_out
from ..kit.plates import draw_tooltip
from ..kit.sprites import make_ahead
from ..kit.stage import Paint, Stage
from ..manager import Pop, Push, Replace, Transition
from ..match.board import Board
from ..match.course import JustOver
from ..match.phrases import branch_words, series_words, takeover_words
from ..match.seats import wished
from ..match.start import after_guided, begin_after_guided, is_of_guided, play_city_match_again
from ..system.context import Context
from ..ui.layout import Box, Rect, Text, Widget, column, fill, fitting, grid, level, row
from ..ui.page import Page
from ..ui.widgets import Button, Card, Words, result_paints
from .daily_result import DailyResult
from .district import CityResult
from .feats import NewFeats
from .review import ReviewWork
from .setup import begin_or_offer
from .waiting import open_replay

# -- scores


GAP = 6.0
"""Room between two rows."""


class FinishedTable(Protocol):
    """What the results need of the table whose game is over."""

    match: Match
    board: Board

    @property
    def view(self) -> Any: ...
    @property
    def humans(self) -> Sequence[Seat]: ...


class Scores:
    """What the board says of each player; its first row are the headings, so players are numbered from 1."""

    def __init__(self, table: FinishedTable) -> None:
        self.table, self.board = table, table.board
        self.rows = table.board.results(table.view)

    def has_won(self, number: int) -> bool:
        return self.board.has_won(number - 1, self.table.view)

    def figure(self, number: int) -> str:
        """Return the figure that decides."""
        return str(self.rows[number][self.board.main_column])

    def ranked(self) -> list[int]:
        """Return the numbers of the rows: the winners, then the others by the figure that decides."""

        def value(number: int) -> int:
            cell = self.figure(number).replace("−", "-")
            return int(cell) if cell.lstrip("-").isdigit() else 0

        return sorted(range(1, len(self.rows)), key=lambda number: (not self.has_won(number), -value(number)))

    def details(self, number: int) -> str:
        """Return what stands below the name: all figures but the one that decides."""
        main, heads = self.board.main_column % len(self.rows[0]), self.rows[0]
        cells = enumerate(zip(heads, self.rows[number]))
        return dots(
            tr("{heading}: {value}", heading=head, value=cell)
            for place, (head, cell) in cells if place not in (0, main)
        )  # fmt: skip


class ScoreRow(Card):
    """A player's result: who, the figure that decides, and the others in a line below.

    `counted` returns what is shown of the figure while the scores count up.
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
        """Return the name with the figure that decides, and below it the others: in one line if that can be read."""
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


COUNT = 1100.0
"""Milliseconds in which the scores count up."""
MEDAL, NEXT_MEDAL = 520.0, 340.0
"""In which a medal comes up, and from one to the next."""
MEDALS = 0.6
"""The most of the room beside the scores that medals take."""
DOUBLE_CLICK = 500.0
"""Milliseconds in which a click on *Rematch* is taken for the second one of a double click on the page before."""
SLIDE = 420.0
"""Milliseconds in which the results come in."""
PANEL = 436.0
"""Width of the results at the usual text size."""
MOST_TEXT = 1.5
"""How large the text of the table beside them may become, so that it can still be read there."""
EDGE = 22.0
WIDE_GAP = 14.0
HEADING = 32.0
"""Size of the letters of the heading."""
ONWARD = {2: (0.36, 0.64), 3: (0.24, 0.34, 0.42)}
"""The shares of the room that the buttons have that leave the table or play on, by their number."""


@dataclass(frozen=True)
class Choice:
    """A button of the page: its name, label, what it does, and the key that presses it."""

    name: str
    label: str
    press: Callable[[], Transition]
    about: str
    verb: Verb | None = None
    why_not: str = ""
    """Why it cannot be pressed; empty where it can."""


class ResultsPage(Page):
    """Scores in full and how they came about, at the right; at the left the table as it ended."""

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
        self._brought = self.city.words if self.city else []
        goes_on = _branch_words(table.match.record)
        self.words = [won, *filter(None, [self.standing]), *self._brought, *goes_on, *table.board.story(table.view)]
        self.scoring_page = table.board.scoring_page(table.view)
        self.daily = DailyResult(context, table.match) if date_of(table.match.header) else None
        self._time = 0.0
        self._just_over = JustOver()
        self._since = 0.0
        """Milliseconds since the page came, also from the table or from a page over it."""
        self._is_said = False
        self._rung = 0
        """How many medals have come up."""
        self._table_kit: Kit | None = None
        self._before: pygame.Surface | None = None
        """What the whole window showed; it fades as the results come in."""

    @cached_property
    def _work(self) -> ReviewWork:
        """The review, made while the results are read; what it has found is kept for as long as this page lives."""
        path = self.context.library.path
        return ReviewWork(self.context, ReviewResults(self.table.match.record, path.name if path else ""))

    def reading(self) -> Reading:
        return replace(super().reading(), is_dialog=True)

    @property
    def heading(self) -> str:  # type: ignore[override]
        return self.board.headline(self.table.view)

    # -- the table beside

    @property
    def panel(self) -> Rect:
        """The place of the results."""
        kit = self.kit
        width = min(kit.wide(PANEL), kit.width * 0.46)
        return Rect(kit.width - width, 0, width, kit.height)

    def prepare(self) -> bool:
        """Paint ahead for a moment, while the table is still, what the results need; tell whether all of it is there.

        A page that was not prepared to the end paints the rest when it opens.
        """
        try:
            is_table_there = make_ahead(self._draw_table)
        finally:
            self.leave()
        return is_table_there and make_ahead(self._draw_page)

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
        text = max(kit.text_scale, min(MOST_TEXT, kit.text_scale * kit.scale / small.scale))
        if self._table_kit is None or (self._table_kit.metrics, self._table_kit.text_scale) != (small, text):
            self._table_kit = Kit(small, text, kit.theme)
        self.board.own_kit = self._table_kit
        self.board.resize(self._table_kit)

    def _picture(self, kit: Kit) -> pygame.Surface:
        """Return the table as it fills the window."""
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
        self._since = 0.0
        if not self._is_said:
            self._is_said = True
            closing = self.board.closing_words(self.table.view)
            self.context.announcer.say(paragraph([*closing, self.standing, *self._brought, *self.feats.words]))
        if self._time >= COUNT:
            self._work.forget()  # what was asked before something covered this page, nobody has heard

    @property
    def at_rest(self) -> bool:
        is_told = self.daily is None or self.daily.at_rest
        is_shown = self._time >= COUNT and self._grown(len(self.feats) - 1) == 1
        counts_clicks = self._just_over.is_past and not self._is_just_here
        return is_shown and counts_clicks and self.board.confetti.is_over and is_told

    @property
    def _is_just_here(self) -> bool:
        """Whether a click may still be the second one of a double click that led here."""
        return self._since < DOUBLE_CLICK

    def update(self, ms: float) -> Transition:
        self.board.update(ms)
        self._since += ms
        counts = self._time < COUNT and not self.context.settings.reduced_motion
        self._time += ms
        self._just_over.update(ms)
        if self._rung < len(self.feats) and self._grown(self._rung):
            self._rung += 1
            self.context.audio.play("medal")
        if counts:
            self.context.audio.play("score_tick", 0.5)
        elif self.table.humans and self._time >= COUNT:
            self._work.update()
        if self.daily and self.daily.has_news():
            self.rebuild()
        return None

    @property
    def _share(self) -> float:
        """How much of the scores has been counted, from 0 to 1."""
        return 1.0 if self.context.settings.reduced_motion else min(1.0, self._time / COUNT)

    def _grown(self, medal: int) -> float:
        """Return how far a medal has come up, from 0 to 1: one after the other, once the scores are counted."""
        if medal < 0 or self.context.settings.reduced_motion:
            return 1.0
        return max(0.0, min(1.0, (self._time - COUNT - medal * NEXT_MEDAL) / MEDAL))

    def counted(self, cell: str) -> str:
        """Return a score on its way up."""
        digits = cell.lstrip("−-")
        if not digits.isdigit() or self._share >= 1:
            return cell
        return cell[: len(cell) - len(digits)] + str(round(int(digits) * ease_out(self._share)))

    # -- what can be done

    def on_intent(self, intent: Intent) -> Transition:
        pressed = self.at(intent.position) if intent.verb is Verb.PRESS and self._is_just_here else None
        is_second_click = pressed is not None and pressed.name == "rematch"
        return None if is_second_click or self._just_over.ignores(intent, self) else super().on_intent(intent)

    def _choices(self) -> list[Choice]:
        """Return what can be done next, each always at its place.

        Where the table has *Results*, at the very foot, stands what begins nothing and leads nowhere else: a click too
        many does no harm.
        """
        page = self.scoring_page
        only_bots = "" if self.table.humans else mark("Only bots have played.")
        no_account = "" if self.scoring_page else mark("All scores are shown above.")
        no_feat = "" if self.feats else mark("No new feats in this game.")
        costs = mark("Which decisions cost the most, and what was better.")
        account = mark("Read every scoring again.")
        news = mark("What you've achieved, and what's left.")
        other = Choice("setup", tr("New set-up"), self.setup, mark("Other seats, players or options."))
        if self.daily and self.daily.is_counted:
            about = mark("Both skylines side by side, and what you can tell others.")
            other = Choice("share", tr("Share"), self.daily.share, about)
        return [
            Choice("review", tr("Review"), self.review, costs, why_not=only_bots),
            Choice("replay", tr("Replay"), self.replay, mark("Watch the game again, step by step.")),
            Choice("account", tr("All scores"), lambda: Push(page) if page else None, account, why_not=no_account),
            other,
            self._away(),
            *self._seats(only_bots),
            self._again(),
            Choice("feats", tr("Feats"), self.feats.open_page, news, why_not=no_feat),
            Choice("look", tr("Table"), Pop, mark("Back to the table as it stood at the end.")),
        ]

    def _away(self) -> Choice:
        """Return the way off the table: a match of the city leads back there."""
        if self.city:
            return Choice(
                "city", tr("Your city"), self.city.go_back, mark("Back to the city, where this match belongs.")
            )
        return Choice("title", tr("Title"), lambda: Replace(routes.TITLE(self.context)), mark("Leaves the table."))

    def _seats(self, only_bots: str) -> list[Choice]:
        """Return the choice of a rematch in which players come, go or change places, where all act at once."""
        if not self.table.match.game.live:
            return []
        why_not = mark("A daily deal is played alone.") if self.daily else only_bots
        about = mark("A rematch for whoever joins now, in any chair and with any device.")
        return [Choice("seats", tr("Change seats"), self.change_seats, about, why_not=why_not)]

    @property
    def _next(self) -> Header:
        """The header that a rematch goes by: a series goes on."""
        match = self.table.match
        assert match.outcome
        return rating.after(match.header, match.outcome)

    def _again(self) -> Choice:
        label, about = tr("Rematch"), mark("The same players and options, a new deal.")
        match = self.table.match
        if is_of_guided(match.header):
            label = tr("Now play {name}", name=roster.title(after_guided()).split()[0])
            now = partial(begin_after_guided, self.context, match.game.name)
            return Choice("rematch", label, now, mark("A whole game, without the coach."), Verb.REMATCH)
        if rating.best_of(match.header) and rating.champion(match.header, match.outcome) is None:
            label, about = tr("Next game"), mark("The series goes on: the same players and options, a new deal.")
        elif self.city:
            about = mark("The same match, a new deal; the rivals play as your rating asks for by now.")
        if self.daily:
            label, about = tr("Play again"), mark("The same deal; this try does not count.")
        return Choice("rematch", label, self.rematch, about, Verb.REMATCH)

    def initial_focus(self) -> Widget | None:
        review = self.find("review")
        return review if review and review.enabled else self.find("replay")

    def rematch(self) -> Transition:
        """Play again: same seats, same options, other cards."""
        if self.city:  # there the rating chooses the rivals' strength
            return play_city_match_again(self.context, self._next)
        return begin_or_offer(self.context, self._next, partial(play_city_match_again, self.context))

    def change_seats(self) -> Transition:
        header = self._next
        return Push(routes.JOIN(self.context, header, wished(self.context, header.game)))

    def review(self) -> Transition:
        return Push(routes.REVIEW(self.context, self._work.review))

    def replay(self) -> Transition:
        return open_replay(self.context, self.table.match.record)

    def setup(self) -> Transition:
        return Replace(routes.SETUP(self.context, self.table.match.game.name, None if self.daily else self._next))

    # -- layout

    def build(self) -> list[Widget]:
        """Lay out who won, how the game went, the scores, what a daily deal was like, and at the foot what is next."""
        kit, area = self.kit, self.panel.inflate(-2 * EDGE, -2 * EDGE)
        rows = column(*(ScoreRow(self.scores, n, self.counted) for n in self.scores.ranked()), gap=GAP)
        buttons = self._buttons()
        room = area.h - sum(box.height_for(kit, area.w) + WIDE_GAP for box in (rows, buttons))
        beside = self.daily.box(kit, area.w, room - 2 * kit.line(HEADING)) if self.daily else None
        room -= beside.height_for(kit, area.w) + WIDE_GAP if beside else 0
        medals = self._medals(room)
        room -= medals.height_for(kit, area.w) + WIDE_GAP if medals else 0
        words = fitting(kit, Rect(0, 0, area.w, room), self._words([] if medals else self.feats.words))
        parts = [*([medals] if medals else []), fill(), *([beside] if beside else []), buttons]
        return column(words, rows, *parts, gap=WIDE_GAP).lay(kit, area)

    def _medals(self, room: float) -> Box | None:
        """Return the medals that were won, where they have a share of that room; else a sentence tells of them."""
        wide = self.panel.w - 2 * EDGE
        boxes = self.feats.medals(self._grown)
        return next((box for box in boxes if box is None or box.height_for(self.kit, wide) <= MEDALS * room), None)

    def _buttons(self) -> Box:
        """Return the buttons at the foot, two in a row; in the third row all that are left over, the rematch widest."""
        buttons = [self._button(choice) for choice in self._choices()]
        onward = buttons[4:-2]
        third = row(*(fill(button, share) for button, share in zip(onward, ONWARD[len(onward)])))
        return column(grid(2, buttons[:4]), third, grid(2, buttons[-2:]))

    def _button(self, choice: Choice) -> Button:
        is_again, can = choice.verb is Verb.REMATCH, not choice.why_not
        key = self.key(choice.verb) if choice.verb else ""
        button = Button(choice.name, choice.label, choice.press, choice.verb, key, is_again, can, size=16)
        button.hint = tr(choice.why_not or choice.about)
        return button

    def _words(self, feats: Sequence[str]) -> Iterator[Box]:
        """Yield who won and how the game went: in ever smaller letters, then with fewer words."""
        mist, least = self.kit.theme.mist, SMALLEST_TEXT / self.kit.text_scale
        story, size, most = [*self.words, *feats], 16.0, 2
        while True:
            title = Words("headline", self.heading, HEADING, "title", most=most)
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
        share = 1.0 if self.context.settings.reduced_motion else ease_out(min(1.0, self._time / SLIDE))
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


def _branch_words(record: Record) -> list[str]:
    """Return what to say of a game that was gone on with from another one."""
    where = branch_words(record)
    if changes := takeover_words(record):
        text = mark("Another bot took over, so this game does not count: {changes}.")
        return [tr(text, changes=commas(changes))]
    # Translators: {where} is "from turn 12" or "from 1:25".
    return [tr("Continued {where} of another game, so it doesn't count.", where=where)] if where else []
