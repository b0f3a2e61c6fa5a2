"""The review of a game: the curve of chances, and the decisions that cost the most; films of games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import pygame

from topping_out.game.bots.review import TURNS, Mistake, ReviewResults, accuracy_of, price, scale_of, turning_points
from topping_out.game.bots.worker import BotAnswer
from topping_out.game.engine import Seat
from topping_out.game.language import mark, tr, tr_count, tr_label, tr_player
from topping_out.game.record import Record
from topping_out.game.registry import load
from topping_out.game.roster import level_words
from topping_out.game.storage.files import free_path, pictures_folder
from topping_out.game.storage.history import keep_costs
from topping_out.game.text import dots, full_stop, labelled, listed, paragraph, plainly, reason_sentence, sentence

from ..accessibility.semantics import Role, Semantics
from ..devices.intents import Intent, Verb
from ..kit.kit import Kit
from ..kit.plates import badge, seat_sign
from ..kit.sprites import can_film, encoder
from ..kit.stage import Stage
from ..manager import Push, Transition
from ..match.bots import BotQuestions
from ..match.film import Chapter, FilmProcess, chapters_of
from ..match.phrases import takeover_words
from ..match.start import open_replay
from ..system.context import Context
from ..ui.column import ColumnPage, LinkRow, Notice, ProgressDialog, Rows
from ..ui.layout import Box, Press, Rect, Text, Widget, column, fill, row, sized, space
from ..ui.widgets import Button, Card, ListRow, Stepper, arrow
from . import transfer
from .transfer import add_file

# -- curve


PLOT_HEIGHT = 150.0
"""Without the words below the plot."""
LEFT, RIGHT, TOP = 56.0, 44.0, 20.0
"""Margins of the plot: for the scale at the left, for the seats' badges at the right, and above."""
BADGE_RADIUS = 13.0


class CurvePlot(Widget):
    """A plot of the chances at each point of the game.

    Left and right or the pointer select a point. Pressing the plot shows the position there.
    """

    radius = 8.0

    def __init__(self, review: ReviewResults, at: int, show: Callable[[int], Transition]) -> None:
        """`at` is the number of the selected point; `show` shows the position at a point."""
        super().__init__("curve", None, lambda: show(self.at))
        self.review, self.at = review, min(at, max(0, len(review.curve) - 1))
        self.is_whole = len(review.curve) == len(review.points)
        self.turned = turning_points(review.curve) if self.is_whole else []
        self.hint = tr("Left and right move through the game. Enter or a click shows the position on the table.")

    # -- words

    def semantics(self) -> Semantics:
        return Semantics(Role.SPIN_BUTTON, tr("Chances over the game"), self.words, self.hint)

    @property
    def words(self) -> str:
        """The moment and the chances at the selected point."""
        review = self.review
        if not review.curve:
            return tr("Working out the chances…")
        shares = review.curve[self.at]
        chances = [
            # Translators: a player, and the chance to win.
            tr("{name} {percent}%", name=tr_label(name), percent=round(100 * share))
            for name, share in zip(review.names, shares)
        ]
        point, is_end = review.points[self.at], self.at == len(review.points) - 1
        moment = tr("At the end") if is_end else point.time or tr("Turn {turn}", turn=point.turn)
        turning = (tr("turning point {number}", number=n) for n, at in enumerate(self.turned, 1) if at == self.at)
        return dots([moment, *chances, *turning])

    # -- selecting a point

    def adjust(self, by: int) -> bool:
        self.at = max(0, min(len(self.review.curve) - 1, self.at + by))
        return True

    def set_value(self, value: str) -> None:
        self.at = round(float(value) / 100 * max(0, len(self.review.curve) - 1))

    def drag_to(self, x: float, y: float) -> None:
        share = (x - self.rect.x - LEFT) / max(1.0, self.rect.w - LEFT - RIGHT)
        number = round(share * (len(self.review.points) - 1))
        self.at = max(0, min(len(self.review.curve) - 1, number))

    # -- drawing

    def height_for(self, kit: Kit, width: float) -> float:
        """Return the height of the plot and the words below it, at a width."""
        longest = Text(dots([self.words, tr("turning point {number}", number=TURNS)]))
        return TOP + PLOT_HEIGHT + 14 + longest.height_for(kit, width - 24)

    def _place(self, number: int, share: float) -> tuple[float, float]:
        """Return the position of a chance at a point, relative to the widget's top left corner."""
        wide = self.rect.w - LEFT - RIGHT
        return LEFT + wide * number / max(1, len(self.review.points) - 1), TOP + PLOT_HEIGHT * (1 - share)

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme, r = kit.theme, self.rect
        stage.blit(kit.plate(r.w, r.h, (*theme.plate, 225), theme.mist if hovered else theme.rim, 1, 8), r.x, r.y)
        curve = tuple(map(tuple, self.review.curve))
        colours = tuple(player.colour for player in self.review.record.header.seats)
        key = ("curve", curve, len(self.review.points), colours, r.w, r.h)
        stage.blit(kit.cached(key, lambda: self._paint(kit, colours)), r.x, r.y)
        for share, label in ((1.0, "100"), (0.5, "50"), (0.0, "0")):
            sign = kit.text(label, 13.5, "body", theme.mist, fixed=True)
            stage.blit_centred(sign, r.x + LEFT / 2, r.y + self._place(0, share)[1])
        if curve:
            self._draw_at(stage, kit)
            if self.is_whole:
                self._draw_badges(stage, kit)
        words = Text(self.words, align=0.5)
        words.show(stage, kit, Rect(r.x + 12, r.y + TOP + PLOT_HEIGHT + 10, r.w - 24, 0))

    def _draw_at(self, stage: Stage, kit: Kit) -> None:
        """Mark the selected point and the turning points."""
        theme, r = kit.theme, self.rect
        x = r.x + self._place(self.at, 0)[0]
        stage.blit(kit.plate(2, PLOT_HEIGHT, theme.paper, theme.paper, 0, 0), x - 1, r.y + TOP)
        for number, turned in enumerate(self.turned, 1):
            left = r.x + self._place(turned, 0)[0]
            stage.blit_centred(kit.disc(10, theme.brass), left, r.y + TOP)
            sign = kit.text(str(number), 13.5, "bold", theme.ink, fixed=True)
            stage.blit_centred(sign, left, r.y + TOP)
        for player, share in zip(self.review.record.header.seats, self.review.curve[self.at]):
            stage.blit_centred(kit.disc(5, theme.seats[player.colour]), x, r.y + self._place(self.at, share)[1])

    def _draw_badges(self, stage: Stage, kit: Kit) -> None:
        """Draw each player's badge at the end of their line, stacking badges that would overlap."""
        players, last = self.review.record.header.seats, self.review.curve[-1]
        lowest = TOP + PLOT_HEIGHT
        for seat in sorted(range(len(players)), key=lambda seat: last[seat]):
            x, y = self._place(len(self.review.curve) - 1, last[seat])
            y = min(y, lowest)
            lowest = y - 2 * BADGE_RADIUS
            stage.blit_centred(
                badge(kit, seat_sign(players, seat), BADGE_RADIUS), self.rect.x + x + 22, self.rect.y + y
            )

    def _paint(self, kit: Kit, colours: Sequence[int]) -> pygame.Surface:
        theme = kit.theme
        canvas = kit.canvas(self.rect.w, self.rect.h, theme.paper, 2)
        for share in (0.0, 0.5, 1.0):
            ends = [(LEFT, TOP + PLOT_HEIGHT * share), (self.rect.w - RIGHT, TOP + PLOT_HEIGHT * share)]
            canvas.line(ends, (*theme.mist, 90), 1)
        for seat, colour in enumerate(colours):
            line = [self._place(number, shares[seat]) for number, shares in enumerate(self.review.curve)]
            if len(line) > 1:
                canvas.line(line, theme.seats[colour], 2.5)
        return canvas.done()


# -- work


class ReviewWork:
    """Asks the bots' process for the chances at every point, then what each decision cost, then the reasons.

    Call `update` every frame. It continues a review that is partly done: one page can begin it and another finish it.
    """

    def __init__(self, context: Context, review: ReviewResults) -> None:
        self.context, self.review = context, review
        self.problem = ""
        """Why the record cannot be reviewed; empty if it can."""
        self._record = review.record.to_bytes()
        self._questions = BotQuestions(context, review.game.name)

    @property
    def is_under_way(self) -> bool:
        return not self.review.is_over and not self.problem

    def update(self) -> bool:
        """Process an answer if there is one, and ask the next question; return whether there was an answer."""
        self._questions.listen()
        answer = self._questions.fetch("review")
        if answer:
            self._process_answer(answer)
            if self.review.is_over:
                review = self.review
                costs = {seat: cost for seat in review.humans if (cost := review.cost(seat)) is not None}
                if review.file and costs:
                    keep_costs(self.context.library.folder, review.file, costs)
        if self.is_under_way:
            self._ask_next()
        return answer is not None

    def forget(self) -> None:
        """Drop the pending question."""
        self._questions.forget()

    def _ask_next(self) -> None:
        review = self.review
        if review.total is None:
            self._questions.ask_review(self._record, None)
        elif len(review.curve) < len(review.points):
            self._questions.ask_review(self._record, len(review.curve), is_of_point=True)
        elif not review.is_judged:
            self._questions.ask_review(self._record, review.judged)
        else:
            self._questions.ask_review(self._record, None, mistake=review.unexplained)

    def _process_answer(self, answer: BotAnswer) -> None:
        review = self.review
        if answer.failed:
            self.context.report(answer.failed)
        if review.total is None:
            if answer.failed:
                self.problem = tr("This game can't be reviewed: {reason}", reason=answer.failed)
            else:
                review.total, review.points = answer.total, answer.points
        elif len(review.curve) < len(review.points):
            if answer.shares:
                self.review.curve.append([*answer.shares])
            else:  # the review goes on without a curve
                self.review.points, self.review.curve = (), []
        elif not review.is_judged:
            review.take(answer.judgement)
        elif mistake := review.unexplained:
            review.explain(mistake, answer.why)


# -- rows


class MistakeRow(Card):
    """A costly decision: when it was and its cost, what was played and what was better. Pressing it shows it."""

    def __init__(self, mistake: Mistake, title: str, press: Press) -> None:
        super().__init__(f"show {mistake.decision.seat} {mistake.decision.step}", None, press)
        self.title, self.label = title, tr("Show")
        better = paragraph([mistake.better, sentence(mistake.reason)])
        played = mistake.played or full_stop(mistake.decision.played)
        self.parts = ((tr("Played"), played), (tr("Better"), better))

    def semantics(self) -> Semantics:
        parts = [*(labelled(head, words) for head, words in self.parts), tr("Show it on the table.")]
        return Semantics(Role.BUTTON, self.title, description=paragraph(parts))

    def words(self, kit: Kit, width: float) -> Box:
        """Return the title, with what was played and what was better below."""
        theme = kit.theme
        heads = [Text(head, 15, "bold", theme.brass) for head, _ in self.parts]
        widest = max(head.width_for(kit) for head in heads)
        lines = [row(sized(head, widest), fill(Text(words)), gap=14) for head, (_, words) in zip(heads, self.parts)]
        return column(Text(self.title, 17, "bold", theme.bad), space(4), *lines, gap=0)

    def sides(self, kit: Kit, width: float) -> tuple[float, float]:
        return 18.0, 64.0 + kit.text_size(self.label, 16, "head")[0]

    def draw_more(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme, r = kit.theme, self.rect
        ink = theme.paper if hovered else theme.brass
        sign = kit.text(self.label, 16, "head", ink)
        width = kit.size_of(sign)[0]
        stage.blit_centred(sign, r.right - 38 - width / 2, r.centery + kit.lift("head", 16))
        stage.blit_centred(arrow(kit, 1, 12, ink), r.right - 22, r.centery)


class ProgressRow(Widget):
    """The progress of the review."""

    def __init__(self, done: int, total: int | None) -> None:
        """`total` is None until the number of decisions is known."""
        super().__init__("progress")
        self.is_focusable = False
        self.done, self.total = done, total
        self.words = tr("The master is going through the game")
        if total:
            self.words = tr("The master is looking at decision {number} of {total}", number=done + 1, total=total)

    def height_for(self, kit: Kit, width: float) -> float:
        return kit.line(15) + 18

    def semantics(self) -> Semantics:
        return Semantics(Role.TEXT, self.words)

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme, r = kit.theme, self.rect
        stage.blit(kit.text(kit.fit(self.words, r.w - 8, 15), 15, "body", theme.mist), r.x + 4, r.y)
        stage.blit(kit.plate(r.w, 8, theme.rim, theme.rim, 1, 4), r.x, r.bottom - 12)
        if self.done and self.total:
            share = r.w * self.done / self.total
            stage.blit(kit.plate(share, 8, theme.brass, theme.brass, 1, 4), r.x, r.bottom - 12)


# -- review


class ReviewPage(ColumnPage):
    """Shows the review of a game while the master works on it in the bots' process.

    If the page is opened again with the same review, that continues where it was left.
    """

    heading = mark("Review")
    column_width = 900.0

    def __init__(self, context: Context, review: ReviewResults) -> None:
        super().__init__(context)
        self.review = review
        self.work = ReviewWork(context, review)
        self._at = 0  # the selected point of the curve

    # -- working

    def enter(self) -> None:
        self.work.forget()  # the answer may have come while another page covered this one, and was lost
        super().enter()

    def leave(self) -> None:
        self.context.worker.cancel()

    def update(self, ms: float) -> Transition:
        was_under_way = self.work.is_under_way
        if self.work.update():
            if was_under_way and self.review.is_over and self.review.has_verdicts:
                self.context.announcer.say(tr("The master has looked at every decision."))
            self.rebuild()
        return super().update(ms)

    @property
    def at_rest(self) -> bool:
        return not self.work.is_under_way and super().at_rest

    # -- the curve

    def rebuild(self) -> None:
        if isinstance(plot := self.find("curve"), CurvePlot):
            self._at = plot.at
        super().rebuild()

    def on_intent(self, intent: Intent) -> Transition:
        plot = self.find("curve")
        if intent.verb is Verb.POINT and plot and plot is self.at(intent.position):
            plot.drag_to(*intent.position)
        return super().on_intent(intent)

    def _show_point(self, number: int) -> Transition:
        """Show the position at a point of the curve."""
        return open_replay(self.context, self.review.record, self.review.points[number].step)

    # -- film of the turning points

    def foot(self) -> list[Box]:
        return [fill(), *([self._film_button()] if can_film() else []), self.back_button(primary=True), fill()]

    def _film_button(self) -> Button:
        is_known = len(self.review.curve) == len(self.review.points) and self.review.total is not None
        chapters = chapters_of(self.review)
        about = mark("Saves the turning points and the end as a moving picture.")
        if not is_known:
            about = mark("Working out the chances…")
        elif not chapters:
            about = mark("The balance never tipped in this game.")
        label = tr("Film of the turning points")
        film = Button("film", label, self._save_film, enabled=is_known and bool(chapters))
        film.hint = tr(about)
        return film

    def _save_film(self) -> Transition:
        record, chapters = self.review.record, chapters_of(self.review)
        return save_film(self.context, record, new_film(record, "-turning-points"), chapters=chapters)

    # -- rows

    def put_rows(self, rows: Rows) -> None:
        if self.work.problem:
            rows.words("problem", self.work.problem)
        for number, words in enumerate(takeover_words(self.review.record)):
            rows.words(f"takeover {number}", sentence(words))
        if self.review.points:
            rows.put(CurvePlot(self.review, self._at, self._show_point))
        if self.work.is_under_way:
            rows.put(ProgressRow(self.review.judged, self.review.total))
        for seat in self.review.humans:
            self._put_player(rows, seat)
        if self.review.is_over and not any(map(self.review.worst, self.review.humans)):
            self._put_no_mistakes(rows)

    def _put_no_mistakes(self, rows: Rows) -> None:
        """Add the rows of a game without mistakes: how many decisions were looked at, and the replay."""
        number, record = self.review.judged, self.review.record
        text = tr_count("The master looked at {number} decision.", "The master looked at {number} decisions.", number)
        if self.review.has_verdicts:
            rows.words("looked at", text)
        again = tr("Watch the game again, step by step.")
        rows.put(LinkRow("replay", tr("Replay"), again, lambda: open_replay(self.context, record)))

    def _put_player(self, rows: Rows, seat: Seat) -> None:
        name, worst = self.review.names[seat], self.review.worst(seat)
        if len(self.review.humans) > 1:
            rows.label(f"label {seat}", tr_label(name))
        if words := self._accuracy(seat):
            measure = measure_words(self.review.game.name) if seat == self.review.humans[0] else ""
            rows.put(ListRow(f"accuracy {seat}", words, measure))
        if self.review.is_over and (words := self.review.hints_taken(seat)):
            rows.words(f"hints {seat}", words)
        for mistake in worst:
            rows.put(MistakeRow(mistake, self._title(mistake), partial(self._show_mistake, mistake)))
        if not worst and self.review.is_over:
            rows.words(f"praise {seat}", self.review.verdict(seat))

    def _accuracy(self, seat: Seat) -> str:
        """Return a seat's accuracy in words; empty until all decisions are judged, or if the game has no measure."""
        cost = self.review.cost(seat) if self.review.is_over else None
        share = None if cost is None else accuracy_of(self.review.game.name, cost)
        if share is None:
            return ""
        yours, theirs = mark("Your accuracy: {accuracy} of 100"), mark("{name}'s accuracy: {accuracy} of 100")
        return tr_player(self.review.names[seat], yours, theirs, accuracy=round(share))

    def _title(self, mistake: Mistake) -> str:
        cost, decision = price(mistake.verdict.cost, self.review.game), mistake.decision
        if self.review.game.live:
            # Translators: {cost} is such as "7 points", {time} the clock of the game.
            return tr("{time}: gave away {cost}", time=decision.time, cost=cost)
        return tr("Turn {turn}: gave away {cost}", turn=decision.turn, cost=cost)

    def _show_mistake(self, mistake: Mistake) -> Transition:
        better = replace(mistake.verdict.better, reason=mistake.reason)
        return open_replay(self.context, self.review.record, mistake.decision.step, better)


def measure_words(game: str) -> str:
    """Return the accuracies of the bots in a game, for comparison; empty if they have not been measured."""
    scale = scale_of(game)
    if scale is None:
        return ""
    # Translators: one of the bots' levels, and its accuracy.
    averages = [
        tr("{level} {accuracy}", level=level_words(name), accuracy=round(a)) for name, a in scale.levels.items()
    ]
    return tr(
        "Accuracy shows what decisions cost on average; 100 means nothing was lost. Judged on the "
        "same positions, the bots reach {averages}.",
        averages=listed(averages),
    )


# -- saving


def new_film(record: Record, kind: str = "") -> Path:
    """Return a free path for a new film of a game, in the pictures folder."""
    return free_path(pictures_folder(), f"{transfer.NAME}-{record.header.game}{kind}", ".webp")


def save_film(
    context: Context, record: Record, path: Path, last: float | None = None, chapters: tuple[Chapter, ...] = ()
) -> Transition:
    """Make a film in another process, then say where it is or why it could not be made."""
    if path.parent == pictures_folder():
        with suppress(OSError):  # writing the film then reports that the folder is missing
            path.parent.mkdir(parents=True, exist_ok=True)
    film = FilmProcess(record, path, last, chapters)

    def saved(error: Exception | None) -> Transition:
        if error or film.made is None:
            return Push(Notice(context, tr("There's no film"), sentence(plainly(error))))
        made = film.made
        sentences = [tr("Created {file}.", file=transfer.short(path))]
        sentences.append(tr_count("It's {number} second long.", "It's {number} seconds long.", round(made.seconds)))
        if made.manner.pace > 1:
            sentences.append(tr("To stay small enough, it plays faster than usual and has fewer frames."))
        if not made.is_whole:
            sentences.append(tr("Its beginning was left out to make it fit."))
        return Push(Notice(context, tr("Saved"), paragraph(sentences), file=path))

    return Push(ProgressDialog(context, tr("Film"), film.steps(), saved))


# -- film


LENGTHS: tuple[float | None, ...] = (None, 60.0, 20.0)
"""In seconds; None for the whole game."""
LENGTH_NAMES = (mark("The whole game"), mark("The last minute"), mark("The last 20 seconds"))


class FilmPage(ColumnPage):
    """The settings of a film, and a button that makes it."""

    heading = mark("Save as a film")
    column_width = 820.0

    def __init__(self, context: Context, record: Record) -> None:
        super().__init__(context)
        self.record, self.length = record, 1
        self._target = transfer.short(new_film(record))

    def put_rows(self, rows: Rows) -> None:
        game = load(self.record.header.game).title
        text = tr(
            "{game} as a moving picture (WebP), 960 by 540 pixels, at most 8 MB. Any browser can show it.", game=game
        )
        rows.words("about", text)
        try:
            encoder()
        except ImportError as error:
            rows.words("missing", reason_sentence(str(error)), is_bad=True)
        names = [tr(name) for name in LENGTH_NAMES]
        text = tr("To stay small enough, a long film has fewer frames or plays faster.")
        rows.put(Stepper("length", tr("Length"), text, names, self.length, self._choose))
        add_file(rows, "target", self._target, tr("Save"), partial(setattr, self, "_target"), self._save)

    def _choose(self, place: int) -> None:
        self.length = place
        self.rebuild()

    def _save(self) -> Transition:
        return save_film(self.context, self.record, transfer.long(self._target), LENGTHS[self.length])
