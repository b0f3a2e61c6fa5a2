"""The statistics of a player and a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from math import ceil, floor

import pygame

from topping_out.game import roster
from topping_out.game.bots.review import ReviewResults, accuracy_of
from topping_out.game.city.city import HeadToHead, head_to_head
from topping_out.game.language import mark, tr, tr_context, tr_count, tr_label
from topping_out.game.options import Option, Value
from topping_out.game.progress.rating import Rating, bots_of, strength_of
from topping_out.game.progress.summary import finder_of
from topping_out.game.record import RecordError
from topping_out.game.registry import load
from topping_out.game.storage.files import cannot_write, write_atomic
from topping_out.game.storage.history import (
    SEATS,
    Career,
    Costs,
    OwnGame,
    Tally,
    careers,
    csv_text,
    first_feats,
    read_costs,
)
from topping_out.game.storage.journal import read_record
from topping_out.game.storage.library import Saved
from topping_out.game.text import dots, listed, with_minus

from .. import routes
from ..accessibility.semantics import Role, Semantics
from ..kit.kit import Kit
from ..kit.stage import Canvas, Stage
from ..kit.theme import mix
from ..manager import Push, Transition
from ..match import definition
from ..match.phrases import date_and_time, day_and_year, player_names, reading_progress
from ..system.context import Context
from ..ui.column import ColumnPage, LinkRow, Notice, Rows
from ..ui.layout import Box, Rect, Text, Widget, column, fill, grid
from ..ui.widgets import Button, Card, ListRow
from .district import score_words
from .opponents import GameAndPlayer
from .transfer import folders, free_name, short
from .waiting import watch_again

# -- figures


BAR = 150.0
"""Width of a bar that stands for all games."""


class Tile(Card):
    """A large figure with what it counts below."""

    def __init__(self, name: str, figure: str, caption: str, hint: str = "") -> None:
        super().__init__(name)
        self.is_focusable = False
        self.figure, self.caption, self.hint = figure, caption, hint

    def semantics(self) -> Semantics:
        return Semantics(Role.ITEM, tr("{heading}: {value}", heading=self.caption, value=self.figure))

    def words(self, kit: Kit, width: float) -> Box:
        figure = Text(self.figure, 26, "title", align=0.5, most=1)
        return column(figure, Text(self.caption, 14, "body", kit.theme.mist, align=0.5, most=1), gap=0)


class BarRow(ListRow):
    """A row with how many games were won, as a bar and in figures."""

    def __init__(self, name: str, title: str, tally: Tally, help: str = "") -> None:
        super().__init__(name, title, help)
        self.tally = tally

    @property
    def figures(self) -> str:
        """The figures."""
        # Translators: how many games were won, and which share that is.
        return tr("{won} of {games} · {percent}%", won=self.tally.won, games=self.tally.games, percent=self._percent)

    @property
    def _percent(self) -> int:
        return round(100 * self.tally.won / self.tally.games)

    def semantics(self) -> Semantics:
        value = tr(
            "{won} of {games} won, {percent}%", won=self.tally.won, games=self.tally.games, percent=self._percent
        )
        return replace(super().semantics(), value=value)

    def value_width(self, kit: Kit) -> float:
        usual = tr("{won} of {games} · {percent}%", won=888, games=888, percent=88)  # so bars stand below each other
        return BAR + 28 + max(kit.text_size(words, 15, "bold")[0] for words in (self.figures, usual))

    def draw_value(self, stage: Stage, kit: Kit) -> None:
        theme, r = kit.theme, self.rect
        box = self.value_room(kit, r.w)
        left, wide = r.right - box, min(BAR, box * 0.45)
        stage.blit(kit.plate(wide, 10, theme.rim, theme.rim, 1, 5), left, r.centery - 5)
        if self.tally.won:
            share = max(10.0, wide * self.tally.won / self.tally.games)
            stage.blit(kit.plate(share, 10, theme.brass, theme.brass, 1, 5), left, r.centery - 5)
        words, size = kit.first_fitting((self.figures,), box - wide - 28, 15, "bold")
        sign = kit.text(words, size, "bold")
        stage.blit_centred(sign, r.right - 14 - kit.size_of(sign)[0] / 2, r.centery)


# -- curve


MOST_POINTS = 120
"""So many are drawn of a longer curve: more cannot be told apart."""
MOST_ROWS = 12
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
"""What lines of the grid may be apart."""
LINES = 5
"""At most so many steps of the grid."""


@dataclass(frozen=True, slots=True)
class GameFigure:
    """The figure after a game."""

    number: int
    """Of the game, from 1."""
    day: str
    """In words."""
    value: float
    margin: float = 0.0
    """How far the value may be off."""

    @property
    def words(self) -> str:
        value = with_minus(round(self.value))
        # Translators: a figure, and how far it may be off.
        return tr("{value} ± {margin}", value=value, margin=round(self.margin)) if self.margin else value


@dataclass(frozen=True, slots=True)
class Mark:
    """A height on the curve with a name, such as how strong a level is."""

    name: str
    value: float


def sample(points: Sequence[GameFigure], most: int) -> list[GameFigure]:
    """Return so many of the points at most, evenly spread; the last one is among them."""
    number = min(most, len(points))
    return [points[len(points) * (place + 1) // number - 1] for place in range(number)]


class Curve(Widget):
    """The curve, with the range in which the figure lies round it; the bots' levels as lines across."""

    radius = 8.0

    def __init__(self, name: str, title: str, points: Sequence[GameFigure], marks: Sequence[Mark] = ()) -> None:
        """`points` must not be empty."""
        super().__init__(name)
        self.title = title
        self.points, self.marks = tuple(sample(points, MOST_POINTS)), tuple(marks)
        self._all = points

    def semantics(self) -> Semantics:
        values = [point.value for point in self._all]
        about = tr_count(
            "{title} over {number} game: at first {first}, now {now}; lowest {low}, highest {high}.",
            "{title} over {number} games: at first {first}, now {now}; lowest {low}, highest {high}.",
            len(values), title=self.title, first=self._all[0].words, now=self._all[-1].words,
            low=with_minus(round(min(values))), high=with_minus(round(max(values))),
        )  # fmt: skip
        return Semantics(Role.FIGURE, about)

    def height_for(self, kit: Kit, width: float) -> float:
        return 190 + 2 * kit.line(15)

    # -- drawing

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme, r = kit.theme, self.rect
        stage.blit(kit.plate(r.w, r.h, (*theme.plate, 225), theme.rim, 1, 8), r.x, r.y)
        area, (low, high, step) = self._area(kit), self._scale()
        for number in range(round((high - low) / step) + 1):
            value = low + number * step
            label = kit.text(with_minus(round(value)), 13, "body", theme.mist)
            wide, tall = kit.size_of(label)
            stage.blit(label, area.x - 8 - wide, self._y(area, value, low, high) - tall / 2)
        key = ("curve", self.points, tuple(self.marks), area.w, area.h)
        stage.blit(kit.cached(key, lambda: self._drawn(kit, area, low, high, step)), area.x, area.y)
        self._put_marks(stage, kit, area, low, high)
        self._put_days(stage, kit, area)

    def _area(self, kit: Kit) -> Rect:
        """Return where the curve itself is."""
        r = self.rect
        aside = max((kit.text_size(mark.name, 13)[0] for mark in self.marks), default=0.0) + 20
        left = kit.text_size("−8888", 13)[0] + 18
        return Rect(r.x + left, r.y + 14, r.w - left - aside, r.h - 26 - kit.line(13))

    def _scale(self) -> tuple[float, float, float]:
        """Return the lowest and the highest line of the grid, and how far they are apart."""
        # The first games, after which little is known, would make the rest flat: there the range is cut off.
        now = self.points[-1]
        values = [*(point.value for point in self.points), now.value - now.margin, now.value + now.margin]
        low, high = min(values), max(values)
        step = next((step for step in STEPS if high - low <= step * (LINES - 1)), STEPS[-1])
        return step * floor(low / step), step * max(ceil(high / step), floor(low / step) + 1), step

    @staticmethod
    def _y(area: Rect, value: float, low: float, high: float) -> float:
        return area.bottom - area.h * (value - low) / (high - low)

    def _drawn(self, kit: Kit, area: Rect, low: float, high: float, step: float) -> pygame.Surface:
        theme = kit.theme
        inside = Rect(0, 0, area.w, area.h)
        canvas = kit.canvas(area.w, area.h, theme.brass, detail=2)
        for number in range(round((high - low) / step) + 1):
            y = min(area.h - 0.5, max(0.5, self._y(inside, low + number * step, low, high)))
            canvas.line([(0, y), (area.w, y)], mix(theme.plate, theme.rim, 0.8), 1)
        last = len(self.points) - 1
        across = [area.w * number / last if last else area.w / 2 for number in range(last + 1)]
        self._draw_band(canvas, kit, inside, across, (low, high))
        line = [(x, self._y(inside, point.value, low, high)) for x, point in zip(across, self.points)]
        canvas.line(line, theme.brass, 2.2) if len(line) > 1 else canvas.circle(*line[0], 4, theme.brass)
        return canvas.done()

    def _draw_band(
        self, canvas: Canvas, kit: Kit, area: Rect, across: Sequence[float], bounds: tuple[float, float]
    ) -> None:
        """Show the range in which the figure lies."""
        if len(across) > 1 and any(point.margin for point in self.points):
            low, high = bounds
            above = [(x, self._y(area, min(high, p.value + p.margin), *bounds)) for x, p in zip(across, self.points)]
            below = [(x, self._y(area, max(low, p.value - p.margin), *bounds)) for x, p in zip(across, self.points)]
            canvas.polygon([*above, *reversed(below)], (*kit.theme.brass, 46))

    def _put_marks(self, stage: Stage, kit: Kit, area: Rect, low: float, high: float) -> None:
        """Write the names of the heights that can be seen; where two are too near, the first alone."""
        free: list[float] = []
        for line in self.marks:
            y = self._y(area, line.value, low, high)
            if not area.y <= y <= area.bottom:
                continue
            stage.blit(kit.dashed(area.w, 1, mix(kit.theme.plate, kit.theme.mist, 0.4), 1, 0), area.x, y)
            if all(abs(y - other) >= kit.line(11) for other in free):
                free.append(y)
                label = kit.text(line.name, 13, "body", kit.theme.mist)
                stage.blit(label, area.right + 10, y - kit.size_of(label)[1] / 2)

    def _put_days(self, stage: Stage, kit: Kit, area: Rect) -> None:
        room = area.w / 2 - 10
        for point, is_last in ((self.points[0], False), (self.points[-1], True)):
            label = kit.text(kit.fit(point.day, room, 13), 13, "body", kit.theme.mist)
            stage.blit(label, area.right - kit.size_of(label)[0] if is_last else area.x, area.bottom + 6)
            if len(self.points) == 1:
                break


def curve_rows(name: str, points: Sequence[GameFigure]) -> list[ListRow]:
    """Return the same as rows: the figure after some of the games, the last one first."""
    rows = []
    for point in reversed(sample(points, MOST_ROWS)):
        title = tr("After game {number}: {figure}", number=point.number, figure=point.words)
        rows.append(ListRow(f"{name} {point.number}", title, point.day))
    return rows


# -- words


UNTOLD = frozenset(("first",))
"""Options that say nothing of who should win."""
Labelled = list[tuple[str, Tally]]


def share(won: int, games: int) -> str:
    """Return which share of the games was won."""
    return tr("{percent}%", percent=round(100 * won / games) if games else 0)


def lately_words(games: int) -> str:
    return tr_count("Won of the last {number}", "Won of the last {number}", games)


def rating_words(rated: Rating) -> str:
    """Return a rating with how far it may be off."""
    return tr("{value} ± {margin}", value=with_minus(round(rated.elo)), margin=round(rated.margin))


def about_rating() -> str:
    return tr(
        "Worked out from games against bots of measured strength; the bot of level medium has 1000. "
        "The band shows where the rating lies with 95% certainty. Two hundred points more win three "
        "games out of four."
    )


def about_accuracy() -> str:
    return tr("From 0 to 100, by what decisions cost, in games that were reviewed to the end.")


def level_marks(game: str) -> list[Mark]:
    """Return how strong the levels are, for the curve of the rating."""
    return [Mark(roster.title(level), bots_of(game)[level]) for level in roster.LEVELS if level in bots_of(game)]


def accuracy_words(costs: Costs, played: OwnGame) -> float | None:
    """Return how well a game was played, from 0 to 100; None where nobody has judged it."""
    cost = costs.get(played.saved.path.name, {}).get(played.seat)
    return None if cost is None else accuracy_of(played.header.game, cost)


def opponents(career: Career) -> Labelled:
    """Return the tallies against bots, weakest first, then against other humans."""
    bots, humans = career.by_opponent(), career.by_human()
    offered = [word for word in bots if roster.is_known(word)]
    offered.sort(key=lambda word: (strength_of(career.game, word) or 0.0, roster.LEVELS.index(roster.level_of(word))))
    others = [word for word in bots if word not in offered]
    names = sorted(humans, key=lambda name: -humans[name].games)
    return [
        *((_bot_title(word), bots[word]) for word in offered),
        *((roster.title(word), bots[word]) for word in others),
        *((tr_label(name), humans[name]) for name in names),
    ]


def _bot_title(word: str) -> str:
    title = roster.title(word)
    if not roster.who_is(word):
        return title
    # Translators: a character and its level, such as "Nell Nettle (medium)".
    return tr("{name} ({level})", name=title, level=roster.level_words(word))


def characters(finished: Sequence[Saved], name: str) -> list[str]:
    """Return the score of a player against each character with whom there is one."""
    scores = ((who, head_to_head(finished, name, who)) for who in roster.characters())
    return [score_words(score, who, name) for who, score in scores if score != HeadToHead()]


def options(career: Career) -> Labelled:
    """Return the tallies by number of players and by each option that was not always the same."""
    by_choice = career.by_option()
    seats = sorted(int(value) for key, value in by_choice if key == SEATS)
    offered = {option.key: option for number in reversed(seats) for option in load(career.game).options(number)}
    rows: Labelled = []
    if len(seats) > 1:
        rows += [
            (tr_count("{number} player", "{number} players", number), by_choice[SEATS, number]) for number in seats
        ]
    for option in offered.values():
        values = sorted((value for key, value in by_choice if key == option.key), key=_order(option))
        if len(values) > 1 and option.key not in UNTOLD:
            rows += [(_choice(option, value), by_choice[option.key, value]) for value in values]
    return rows


def _order(option: Option) -> Callable[[Value], int]:
    """Return what sorts an option's values as the set-up has them; those that it no longer has come last."""
    values = [value for value, _ in option.choices]
    return lambda value: values.index(value) if value in values else len(values)


def _choice(option: Option, value: Value) -> str:
    label = next((label for choice, label in option.choices if choice == value), str(value))
    return tr("{heading}: {value}", heading=tr(option.title), value=tr(label))


def endings(career: Career) -> Labelled:
    """Return by kind of end how many of the games won ended so."""
    names = load(career.game).endings
    return [
        (tr(names.get(reason, reason)), Tally(career.won, number)) for reason, number in career.endings().most_common()
    ]


def notable(career: Career) -> Iterator[tuple[str, str, OwnGame]]:
    """Yield games to see again: a word for each, what is notable about it, and the game."""
    best = max(career.played, key=lambda played: played.score)
    yield "best", tr("Best score: {score}", score=with_minus(best.score)), best
    ahead = [played for played in career.played if played.has_won and played.lead > 0]
    if ahead:
        high, low = (pick(ahead, key=lambda played: played.lead) for pick in (max, min))
        yield "lead", tr("Largest lead: {points}", points=high.lead), high
        yield "close", tr("Closest win: {points} ahead", points=low.lead), low
    long = max(career.played, key=lambda played: played.saved.summary.ms)
    minutes = max(1, round(long.saved.summary.ms / 60_000))
    yield "longest", tr_count("Longest game: {number} minute", "Longest game: {number} minutes", minutes), long
    high = max(career.played, key=_height)
    if height := _height(high):
        yield "highest", tr("Highest tower: {number}", number=height), high


def _height(played: OwnGame) -> int:
    """Return of how many cards, floors or pieces the game's best tower is."""
    tower = played.saved.summary.tower
    return len(tower.parts) if tower else 0


# -- statistics


NAME = "topping-out-statistics"


MOST_REPLAYS = 12
LATELY = 20
"""So many of the last games tell how it goes lately."""


class StatisticsPage(ColumnPage):
    """Steppers for game and player, what their games add up to, and the last games to be replayed and reviewed."""

    heading = mark("Statistics")
    column_width = 860.0
    back_label = mark("Back")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.as_table = context.announcer.is_heard
        last = next(iter(context.library.finished()), None)
        self.chosen = GameAndPlayer(self.rebuild, last.header.game if last else "")
        self._read()

    def _players(self, game: str) -> list[str]:
        """Return who has played a game, those with most games first."""
        by_name = self.careers.get(game, {}).values()
        return [career.name for career in sorted(by_name, key=lambda career: (-len(career.played), career.name))]

    def _read(self) -> None:
        """Take up the finished games that are known now."""
        library, playable = self.context.library, definition.playable()
        self.finished = [saved for saved in library.finished() if saved.header.game in playable]
        self.careers = careers(self.finished)
        self.costs = read_costs(library.folder)
        played = {saved.header.game for saved in self.finished}
        self.chosen.offer([name for name in playable if name in played], self._players)

    def refresh(self) -> None:
        self._read()
        self.rebuild()

    @property
    def career(self) -> Career | None:
        """What is shown; None where only bots have played that game."""
        return self.careers.get(self.chosen.game, {}).get(self.chosen.player)

    # -- the column

    def put_rows(self, rows: Rows) -> None:
        if reading := reading_progress(self.context.library):
            rows.words("reading", reading)
        if not self.finished:
            nothing = tr("No games finished yet"), tr("Finish one, and it will be counted here.")
            rows.put(ListRow("none", *nothing))
        self.chosen.put_in(rows)
        if career := self.career:
            self._put_tiles(rows, career)
            number = {id(played): n for n, played in enumerate(career.played, 1)}
            points = [
                GameFigure(number[id(played)], day_and_year(played.header.started), rating.elo, rating.margin)
                for played, rating in career.ratings
            ]
            self._put_curve(rows, "rating", tr("Rating"), points, level_marks(career.game))
            if points:
                rows.words("about rating", about_rating())
            self._put_accuracies(rows, career)
            self._put_tallies(rows, career)
            self._put_characters(rows, career)
            self._put_feats(rows, career)
            self._put_notable(rows, career)
        self._put_latest(rows)

    def _put_tiles(self, rows: Rows, career: Career) -> None:
        games, lately = len(career.played), career.played[-LATELY:]
        rating = career.rating
        tiles = [
            Tile("tile games", str(games), tr_context("how many", "Games")),
            Tile("tile won", share(career.won, games), tr("Won")),
            Tile("tile lately", share(sum(p.has_won for p in lately), len(lately)), lately_words(len(lately))),
        ]
        if rating.games:
            tiles.append(Tile("tile rating", rating_words(rating), tr("Rating")))
        rows.append(grid(len(tiles) if self.viewport.w >= 640 * self.kit.text_scale else 2, tiles))

    def _put_accuracies(self, rows: Rows, career: Career) -> None:
        points = [
            GameFigure(number, day_and_year(played.header.started), accuracy)
            for number, played in enumerate(career.played, 1)
            if (accuracy := accuracy_words(self.costs, played)) is not None
        ]
        self._put_curve(rows, "accuracy", tr("Accuracy"), points)
        if points:
            rows.words("about accuracy", about_accuracy())

    def _put_curve(
        self, rows: Rows, name: str, title: str, points: Sequence[GameFigure], marks: Sequence[Mark] = ()
    ) -> None:
        """Show a figure over time, as a curve or as a table."""
        if not points:
            return
        label = tr("Show it as a curve") if self.as_table else tr("Show it as a table")
        rows.label(f"label {name}", title, Button(f"table {name}", label, self._turn_over, size=15))
        if self.as_table:
            for row in curve_rows(name, points):
                rows.put(row)
        else:
            rows.put(Curve(f"curve {name}", title, points, marks))

    def _turn_over(self) -> Transition:
        self.as_table = not self.as_table
        self.rebuild()
        return None

    def _put_tallies(self, rows: Rows, career: Career) -> None:
        """Show how many games were won against whom, by which options, and how."""
        tables = (
            ("opponents", tr("Wins by opponent"), opponents(career)),
            ("options", tr("Wins by option"), options(career)),
            ("endings", tr("How games were won"), endings(career)),
        )
        for name, title, tallies in tables:
            if tallies:
                rows.label(f"label {name}", title)
            for number, (label, tally) in enumerate(tallies):
                rows.put(BarRow(f"{name} {number}", label, tally))

    def _put_characters(self, rows: Rows, career: Career) -> None:
        """Show the score against each character that was met, in all games together."""
        scores = characters(self.finished, career.name)
        if scores:
            rows.label("label characters", tr("Against the characters, in all games"))
        for number, score in enumerate(scores):
            rows.put(ListRow(f"character {number}", score))

    def foot(self) -> list[Box]:
        is_ready = bool(self.finished) and not self.context.library.waiting
        export = Button(
            "export",
            tr("Export for spreadsheets"),
            partial(export_statistics, self.context, self.finished),
            enabled=is_ready,
            size=16,
        )
        export.hint = tr("Writes a table with a line for each finished game and player, and says where.")
        return [fill(), self.back(), export, fill()]

    def _put_feats(self, rows: Rows, career: Career) -> None:
        feats = finder_of(career.game).feats
        if feats:
            got = len(first_feats(career.game, self.finished).get(career.name, {}))
            text = tr_count("{got} of {number} feat so far.", "{got} of {number} feats so far.", len(feats), got=got)
            rows.label("label feats", tr("Feats"))
            rows.put(LinkRow("feats", tr("Feats"), text, self.opens(routes.FEATS, career.game, career.name)))

    # -- games to see again

    def _put_notable(self, rows: Rows, career: Career) -> None:
        rows.label("label notable", tr("Games to see again"))
        for name, label, played in notable(career):
            saved = played.saved
            detail = dots((player_names(saved), date_and_time(saved.header.started)))
            rows.put(self._replay_button(name, label, detail, saved))

    def _put_latest(self, rows: Rows) -> None:
        latest = [saved for saved in self.finished if saved.header.game == self.chosen.game][:MOST_REPLAYS]
        if latest:
            rows.label("label replays", tr("Latest games"))
        for number, saved in enumerate(latest):
            names, detail = player_names(saved), self._detail(saved)
            replay = self._replay_button(f"{number}", names, detail, saved)
            review = Button(f"review {number}", tr("Review"), partial(self._review, saved), size=16)
            review.hint = tr("The costliest decision in the game of {players}: {detail}.", players=names, detail=detail)
            rows.put(replay, *([review] if any(player.is_human for player in saved.header.seats) else []))

    def _replay_button(self, name: str, label: str, detail: str, saved: Saved) -> Button:
        replay = Button(f"replay {name}", label, partial(watch_again, self.context, saved), detail=detail)
        replay.hint = tr("Watch it again, step by step.")
        return replay

    def _detail(self, saved: Saved) -> str:
        """Return who won, and when."""
        assert saved.outcome
        winners = listed([tr_label(saved.header.seats[seat].name) for seat in saved.outcome.winners]) or tr("nobody")
        won = tr("{game} · won by {winners}", game=load(saved.header.game).title, winners=winners)
        return dots((won, date_and_time(saved.header.started)))

    def _review(self, saved: Saved) -> Transition:
        try:
            return Push(routes.REVIEW(self.context, ReviewResults(read_record(saved.path), saved.path.name)))
        except RecordError as error:
            return Push(Notice(self.context, tr("Cannot be reviewed"), str(error)))


def export_statistics(context: Context, finished: Iterable[Saved]) -> Transition:
    """Write the table where people keep files, beside older ones; tell what came of it."""
    path = free_name(folders(), f"{NAME}-{date.today():%Y-%m-%d}", ".csv")
    try:
        write_atomic(path, csv_text(finished).encode())
    except OSError as error:
        why = cannot_write(short(path), error)
        return Push(Notice(context, tr("Not exported"), why))
    text = tr("{file}: a line for each game and player, for spreadsheet programs.", file=short(path))
    return Push(Notice(context, tr("Exported"), text))
