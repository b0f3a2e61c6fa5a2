"""What has been played so far: rating, wins by opponent and option, games to see again, of one game and player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from functools import partial

from topping_out.game.bots.review.review import ReviewResults
from topping_out.game.language import mark, tr, tr_context, tr_count, tr_label
from topping_out.game.progress.feat import finder_of
from topping_out.game.record import RecordError
from topping_out.game.registry import load
from topping_out.game.storage.files import cannot_write, write_atomic
from topping_out.game.storage.history.accuracies import read_costs
from topping_out.game.storage.history.feats import first_feats
from topping_out.game.storage.history.statistics import Career, careers
from topping_out.game.storage.journal import read_record
from topping_out.game.storage.library import Saved
from topping_out.game.storage.transfer.statistics_csv import csv_text
from topping_out.game.text import dots, listed
from topping_out.scenes import routes
from topping_out.scenes.manager import Push, Transition
from topping_out.scenes.match import definition
from topping_out.scenes.pages.game_and_player import GameAndPlayer
from topping_out.scenes.pages.statistics import words
from topping_out.scenes.pages.statistics.curve import Curve, GameFigure, Mark, curve_rows
from topping_out.scenes.pages.statistics.figures import BarRow, Tile
from topping_out.scenes.pages.transfer.places import folders, free_name, short
from topping_out.scenes.pages.waiting import watch_again
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.column import ColumnPage, LinkRow, Rows
from topping_out.scenes.ui.dialog import Notice
from topping_out.scenes.ui.layout import Box, fill, grid
from topping_out.scenes.ui.phrases import date_and_time, day_and_year, player_names, reading_progress
from topping_out.scenes.ui.widgets import Button, ListRow

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
            self._put_curve(rows, "rating", tr("Rating"), points, words.level_marks(career.game))
            if points:
                rows.words("about rating", words.about_rating())
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
            Tile("tile won", words.share(career.won, games), tr("Won")),
            Tile("tile lately", words.share(sum(p.has_won for p in lately), len(lately)), words.lately(len(lately))),
        ]
        if rating.games:
            tiles.append(Tile("tile rating", words.rating(rating), tr("Rating")))
        rows.append(grid(len(tiles) if self.viewport.w >= 640 * self.kit.text_scale else 2, tiles))

    def _put_accuracies(self, rows: Rows, career: Career) -> None:
        points = [
            GameFigure(number, day_and_year(played.header.started), accuracy)
            for number, played in enumerate(career.played, 1)
            if (accuracy := words.accuracy(self.costs, played)) is not None
        ]
        self._put_curve(rows, "accuracy", tr("Accuracy"), points)
        if points:
            rows.words("about accuracy", words.about_accuracy())

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
            ("opponents", tr("Wins by opponent"), words.opponents(career)),
            ("options", tr("Wins by option"), words.options(career)),
            ("endings", tr("How games were won"), words.endings(career)),
        )
        for name, title, tallies in tables:
            if tallies:
                rows.label(f"label {name}", title)
            for number, (label, tally) in enumerate(tallies):
                rows.put(BarRow(f"{name} {number}", label, tally))

    def _put_characters(self, rows: Rows, career: Career) -> None:
        """Show the score against each character that was met, in all games together."""
        scores = words.characters(self.finished, career.name)
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
        for name, label, played in words.notable(career):
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
