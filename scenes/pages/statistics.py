"""The page of a player's statistics in a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil, floor

import pygame

from topping_out.game import roster
from topping_out.game.bots.review import ReviewResults, accuracy_of
from topping_out.game.city import HeadToHead, head_to_head
from topping_out.game.language import mark, tr, tr_context, tr_count, tr_label
from topping_out.game.options import Option, Value
from topping_out.game.progress.rating import bots_of, limit_words, strength_of
from topping_out.game.progress.summary import finder_of
from topping_out.game.record import Player, RecordError
from topping_out.game.registry import load
from topping_out.game.storage.history import SEATS, Career, Costs, OwnGame, Tally, careers, first_feats, read_costs
from topping_out.game.storage.library import Saved, read_record
from topping_out.game.text import dots, listed, paragraph, with_minus

from .. import routes
from ..accessibility.semantics import Role, Semantics
from ..kit.kit import Kit
from ..kit.stage import Canvas, Stage
from ..kit.theme import mix
from ..manager import Push, Transition
from ..match import definition
from ..match.phrases import bot_words, date_and_time, day_and_year, player_names, reading_progress
from ..match.start import watch_again
from ..system.context import Context
from ..ui.column import ColumnPage, LinkRow, Notice, Rows
from ..ui.layout import Box, Rect, Text, Widget, column, fill, grid
from ..ui.widgets import Button, Card, ListRow, put_in
from .district import score_words
from .feats import GameAndPlayer
from .transfer import CARD_WIDTH, TowerCard, export_statistics

# -- figures


BAR_WIDTH = 150.0
"""Width of the bar for all games."""


class Tile(Card):
    """A large figure with a caption below."""

    def __init__(self, name: str, figure: str, caption: str) -> None:
        super().__init__(name)
        self.is_focusable = False
        self.figure, self.caption = figure, caption

    def semantics(self) -> Semantics:
        return Semantics(Role.ITEM, tr("{heading}: {value}", heading=self.caption, value=self.figure))

    def words(self, kit: Kit, width: float) -> Box:
        figure = Text(self.figure, 26, "title", align=0.5, most=1)
        return column(figure, Text(self.caption, 14, "body", kit.theme.mist, align=0.5, most=1), gap=0)


class BarRow(ListRow):
    """A row that shows how many games were won, as a bar and in figures."""

    def __init__(self, name: str, title: str, tally: Tally) -> None:
        super().__init__(name, title)
        self.tally = tally

    @property
    def figures(self) -> str:
        """The games won and played, and the percentage won."""
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
        usual = tr("{won} of {games} · {percent}%", won=888, games=888, percent=88)  # aligns the bars of all rows
        return BAR_WIDTH + 28 + max(kit.text_size(words, 15, "bold")[0] for words in (self.figures, usual))

    def draw_value(self, stage: Stage, kit: Kit) -> None:
        theme, r = kit.theme, self.rect
        box = self.value_room(kit, r.w)
        left, wide = r.right - box, min(BAR_WIDTH, box * 0.45)
        stage.blit(kit.plate(wide, 10, theme.rim, theme.rim, 1, 5), left, r.centery - 5)
        if self.tally.won:
            share = max(10.0, wide * self.tally.won / self.tally.games)
            stage.blit(kit.plate(share, 10, theme.brass, theme.brass, 1, 5), left, r.centery - 5)
        words, size = kit.first_fitting((self.figures,), box - wide - 28, 15, "bold")
        sign = kit.text(words, size, "bold")
        stage.blit_centred(sign, r.right - 14 - kit.size_of(sign)[0] / 2, r.centery)


# -- curve


MAX_POINTS = 120
"""A longer curve is reduced to this many points; more could not be told apart."""
MAX_ROWS = 12
"""Of a curve shown as a table."""
GRID_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
"""Possible differences between two lines of the grid."""
MAX_GRID_STEPS = 5
"""The grid has at most this many steps."""


@dataclass(frozen=True, slots=True)
class GameFigure:
    """A figure, such as the rating, after a game."""

    number: int
    """The game's number, from 1."""
    day: str
    """The game's date in words."""
    value: float
    margin: float = 0.0
    """The value's margin of error."""

    @property
    def words(self) -> str:
        value = with_minus(round(self.value))
        # Translators: a figure, and how far it may be off.
        return tr("{value} ± {margin}", value=value, margin=round(self.margin)) if self.margin else value


@dataclass(frozen=True, slots=True)
class Mark:
    """A named height on the curve, such as a level's strength."""

    name: str
    value: float


def sample(points: Sequence[GameFigure], most: int) -> list[GameFigure]:
    """Return at most `most` of the points, evenly spread and including the last."""
    number = min(most, len(points))
    return [points[len(points) * (place + 1) // number - 1] for place in range(number)]


class Curve(Widget):
    """A curve with its margin of error as a band, and the bots' levels as horizontal lines."""

    radius = 8.0

    def __init__(self, name: str, title: str, points: Sequence[GameFigure], marks: Sequence[Mark] = ()) -> None:
        """`points` must not be empty."""
        super().__init__(name)
        self.title = title
        self.points, self.marks = tuple(sample(points, MAX_POINTS)), tuple(marks)
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
        stage.blit(kit.cached(key, lambda: self._paint_curve(kit, area, low, high, step)), area.x, area.y)
        self._put_marks(stage, kit, area, low, high)
        self._put_days(stage, kit, area)

    def _area(self, kit: Kit) -> Rect:
        """Return the area of the curve without the labels."""
        r = self.rect
        aside = max((kit.text_size(mark.name, 13)[0] for mark in self.marks), default=0.0) + 20
        left = kit.text_size("−8888", 13)[0] + 18
        return Rect(r.x + left, r.y + 14, r.w - left - aside, r.h - 26 - kit.line(13))

    def _scale(self) -> tuple[float, float, float]:
        """Return the lowest and the highest line of the grid, and its step."""
        # Only the last point's margin counts: the wide margins of the first games would flatten the rest.
        last = self.points[-1]
        values = [*(point.value for point in self.points), last.value - last.margin, last.value + last.margin]
        low, high = min(values), max(values)
        step = next((step for step in GRID_STEPS if high - low <= step * (MAX_GRID_STEPS - 1)), GRID_STEPS[-1])
        return step * floor(low / step), step * max(ceil(high / step), floor(low / step) + 1), step

    @staticmethod
    def _y(area: Rect, value: float, low: float, high: float) -> float:
        return area.bottom - area.h * (value - low) / (high - low)

    def _paint_curve(self, kit: Kit, area: Rect, low: float, high: float, step: float) -> pygame.Surface:
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
        """Draw the margin of error as a band, cut off at the grid's bounds."""
        if len(across) > 1 and any(point.margin for point in self.points):
            low, high = bounds
            above = [(x, self._y(area, min(high, p.value + p.margin), *bounds)) for x, p in zip(across, self.points)]
            below = [(x, self._y(area, max(low, p.value - p.margin), *bounds)) for x, p in zip(across, self.points)]
            canvas.polygon([*above, *reversed(below)], (*kit.theme.brass, 46))

    def _put_marks(self, stage: Stage, kit: Kit, area: Rect, low: float, high: float) -> None:
        """Draw the visible marks with their names, leaving out names that would overlap an earlier one."""
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
    """Return the curve as rows with the figure after some of the games, the latest first."""
    rows = []
    for point in reversed(sample(points, MAX_ROWS)):
        title = tr("After game {number}: {figure}", number=point.number, figure=point.words)
        rows.append(ListRow(f"{name} {point.number}", title, point.day))
    return rows


# -- words


SKIPPED_OPTIONS = frozenset(("first",))
"""Options left out because they say nothing about who should win."""
Labelled = list[tuple[str, Tally]]


def share(won: int, games: int) -> str:
    """Return the percentage of games won."""
    return tr("{percent}%", percent=round(100 * won / games) if games else 0)


def about_rating(career: Career) -> str:
    """Return what a rating means and, if it says little, why."""
    text = tr(
        "Worked out from games against bots of measured strength; the medium bot stands at 1000. The band shows where "
        "the rating lies with 95% certainty. 200 points more means winning three games out of four."
    )
    return paragraph([limit_words(career.game, career.rating), text])


def level_marks(game: str) -> list[Mark]:
    """Return the strengths of the bots' levels, for the curve of the rating."""
    return [Mark(roster.title(level), bots_of(game)[level]) for level in roster.LEVELS if level in bots_of(game)]


def accuracy_words(costs: Costs, played: OwnGame) -> float | None:
    """Return the player's accuracy in a game, from 0 to 100; None if the game has not been reviewed."""
    cost = costs.get(played.saved.path.name, {}).get(played.seat)
    return None if cost is None else accuracy_of(played.header.game, cost)


def opponents(career: Career) -> Labelled:
    """Return the tallies against bots, weakest first, then against unknown bots, then against humans."""
    bots, humans = career.by_opponent(), career.by_human()
    offered = [word for word in bots if roster.is_known(word)]
    offered.sort(key=lambda word: (strength_of(career.game, word) or 0.0, roster.LEVELS.index(roster.level_of(word))))
    unknown = [word for word in bots if word not in offered]
    names = sorted(humans, key=lambda name: -humans[name].games)
    return [
        *((bot_words(Player(roster.title(word), "bot", word)), bots[word]) for word in offered),
        *((roster.title(word), bots[word]) for word in unknown),
        *((tr_label(name), humans[name]) for name in names),
    ]


def characters(finished: Sequence[Saved], name: str) -> list[str]:
    """Return the scores of a player against the characters, in words; only those that are not 0 : 0."""
    scores = ((rival, head_to_head(finished, name, rival)) for rival in roster.characters())
    return [score_words(score, rival, name) for rival, score in scores if score != HeadToHead()]


def options(career: Career) -> Labelled:
    """Return the tallies by number of players and by the values of each option that has varied."""
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
        if len(values) > 1 and option.key not in SKIPPED_OPTIONS:
            rows += [(_choice(option, value), by_choice[option.key, value]) for value in values]
    return rows


def _order(option: Option) -> Callable[[Value], int]:
    """Return a sort key that puts an option's values in the order of the set-up, with former values last."""
    values = [value for value, _ in option.choices]
    return lambda value: values.index(value) if value in values else len(values)


def _choice(option: Option, value: Value) -> str:
    label = next((label for choice, label in option.choices if choice == value), str(value))
    return tr("{heading}: {value}", heading=tr(option.title), value=tr(label))


def endings(career: Career) -> Labelled:
    """Return the games won by kind of ending, as tallies of all games won."""
    names = load(career.game).endings
    return [
        (tr(names.get(reason, reason)), Tally(career.won, number)) for reason, number in career.endings().most_common()
    ]


def notable(career: Career) -> Iterator[tuple[str, str, OwnGame]]:
    """Yield games worth watching again: a name, what is notable, and the game."""
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
        yield "highest", tr("Tallest tower: {number}", number=height), high


def _height(played: OwnGame) -> int:
    """Return the number of cards, floors or pieces of the game's best tower."""
    tower = played.saved.summary.tower
    return len(tower.parts) if tower else 0


# -- statistics


MAX_REPLAYS = 12
RECENT_GAMES = 20
"""How many of the last games count as recent."""


class StatisticsPage(ColumnPage):
    """A player's statistics in a game, and the latest games to replay and review."""

    heading = mark("Statistics")
    column_width = 860.0

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.as_table = context.announcer.is_heard
        last = next(iter(context.library.finished()), None)
        self.chosen = GameAndPlayer(self.rebuild, last.header.game if last else "")
        self._read()

    def _players(self, game: str) -> list[str]:
        """Return the players of a game, those with the most games first."""
        by_name = self.careers.get(game, {}).values()
        return [career.name for career in sorted(by_name, key=lambda career: (-len(career.played), career.name))]

    def _read(self) -> None:
        """Read the finished games that the library has found so far."""
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
        """The shown player's career; None if only bots have played the game."""
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
            self._put_notable(rows, career)
            number = {id(played): n for n, played in enumerate(career.played, 1)}
            points = [
                GameFigure(number[id(played)], day_and_year(played.header.started), rating.elo, rating.margin)
                for played, rating in career.ratings
            ]
            self._put_curve(rows, "rating", tr("Rating"), points, level_marks(career.game))
            if points:
                rows.words("about rating", about_rating(career))
            self._put_accuracies(rows, career)
            self._put_tallies(rows, career)
            self._put_characters(rows, career)
            self._put_feats(rows, career)
        self._put_latest(rows)

    def _put_tiles(self, rows: Rows, career: Career) -> None:
        games, lately = len(career.played), career.played[-RECENT_GAMES:]
        rating, last = career.rating, len(lately)
        lately_won = tr_count("Wins in the last {number}", "Wins in the last {number}", last)
        tiles = [
            Tile("tile games", str(games), tr_context("how many", "Games")),
            Tile("tile won", share(career.won, games), tr("Won")),
            Tile("tile lately", share(sum(played.has_won for played in lately), last), lately_won),
        ]
        if rating.games:
            is_vague = rating.limit(bots_of(career.game).values()) == "vague"
            label = tr("Rating, still uncertain") if is_vague else tr("Rating")
            figure = tr("{value} ± {margin}", value=with_minus(round(rating.elo)), margin=round(rating.margin))
            tiles.append(Tile("tile rating", figure, label))
        rows.append(grid(len(tiles) if self.viewport.w >= 640 * self.kit.text_scale else 2, tiles))

    def _put_accuracies(self, rows: Rows, career: Career) -> None:
        points = [
            GameFigure(number, day_and_year(played.header.started), accuracy)
            for number, played in enumerate(career.played, 1)
            if (accuracy := accuracy_words(self.costs, played)) is not None
        ]
        self._put_curve(rows, "accuracy", tr("Accuracy"), points)
        if points:
            text = tr("From 0 to 100, depending on what decisions cost, in games that were reviewed to the end.")
            rows.words("about accuracy", text)

    def _put_curve(
        self, rows: Rows, name: str, title: str, points: Sequence[GameFigure], marks: Sequence[Mark] = ()
    ) -> None:
        """Add a figure over time, as a curve or as a table."""
        if not points:
            return
        label = tr("Show it as a curve") if self.as_table else tr("Show it as a table")
        rows.label(f"label {name}", title, Button(f"table {name}", label, self._toggle_table, size=15))
        if self.as_table:
            for row in curve_rows(name, points):
                rows.put(row)
        else:
            rows.put(Curve(f"curve {name}", title, points, marks))

    def _toggle_table(self) -> None:
        self.as_table = not self.as_table
        self.rebuild()

    def _put_tallies(self, rows: Rows, career: Career) -> None:
        """Add the wins by opponent, by option and by kind of ending."""
        tables = (
            ("opponents", tr("Wins by opponent"), opponents(career)),
            ("options", tr("Wins by option"), options(career)),
            ("endings", tr("How games were won"), endings(career)),
        )
        for name, title, tallies in tables:
            bars = [BarRow(f"{name} {number}", label, tally) for number, (label, tally) in enumerate(tallies)]
            rows.put_group(f"label {name}", title, bars)

    def _put_characters(self, rows: Rows, career: Career) -> None:
        """Add the scores against the characters, in all games together."""
        scores = enumerate(characters(self.finished, career.name))
        title = tr("Against the characters, in all games")
        rows.put_group("label characters", title, [ListRow(f"character {number}", score) for number, score in scores])

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
        return [fill(), self.back_button(primary=True), export, fill()]

    def _put_feats(self, rows: Rows, career: Career) -> None:
        feats = finder_of(career.game).feats
        if feats:
            got = len(first_feats(career.game, self.finished).get(career.name, {}))
            text = tr_count("{got} of {number} feat so far.", "{got} of {number} feats so far.", len(feats), got=got)
            rows.label("label feats", tr("Feats"))
            rows.put(LinkRow("feats", tr("Feats"), text, self.opens(routes.FEATS, career.game, career.name)))

    # -- games to watch again

    def _unpainted(self) -> Iterator[TowerCard]:
        return (card for card in self.widgets if isinstance(card, TowerCard) and not card.is_painted(self.kit))

    def update(self, ms: float) -> Transition:
        if card := next(self._unpainted(), None):
            card.paint(self.kit)
        return super().update(ms)

    @property
    def at_rest(self) -> bool:
        return super().at_rest and next(self._unpainted(), None) is None

    def _put_notable(self, rows: Rows, career: Career) -> None:
        """Add the games worth watching again as a row of towers."""
        rows.label("label notable", tr("Games to watch again"))
        cards = []
        for name, label, played in notable(career):
            saved = played.saved
            detail = dots((player_names(saved), date_and_time(saved.header.started)))
            press = partial(watch_again, self.context, saved)
            cards.append(TowerCard(f"replay {name}", label, detail, saved, press))
        put_in(rows.group, *cards)
        rows.append(grid(max(1, int(self.viewport.w // (CARD_WIDTH * self.kit.text_scale))), cards))

    def _put_latest(self, rows: Rows) -> None:
        latest = [saved for saved in self.finished if saved.header.game == self.chosen.game][:MAX_REPLAYS]
        if latest:
            rows.label("label replays", tr("Latest games"))
        for number, saved in enumerate(latest):
            names, detail = player_names(saved), self._detail(saved)
            replay = Button(f"replay {number}", names, partial(watch_again, self.context, saved), detail=detail)
            replay.hint = tr("Watch it again, step by step.")
            review = Button(f"review {number}", tr("Review"), partial(self._review, saved), size=16)
            review.hint = tr(
                "The costliest decision in the game with {players}: {detail}.", players=names, detail=detail
            )
            rows.put(replay, *([review] if any(player.is_human for player in saved.header.seats) else []))

    def _detail(self, saved: Saved) -> str:
        """Return the game, its winners, and its date."""
        assert saved.outcome
        winners = listed([tr_label(saved.header.seats[seat].name) for seat in saved.outcome.winners]) or tr("nobody")
        won = tr("{game} · won by {winners}", game=load(saved.header.game).title, winners=winners)
        return dots((won, date_and_time(saved.header.started)))

    def _review(self, saved: Saved) -> Transition:
        try:
            return Push(routes.REVIEW(self.context, ReviewResults(read_record(saved.path), saved.path.name)))
        except RecordError as error:
            return Push(Notice(self.context, tr("Can't be reviewed"), str(error)))
