"""What has been played so far: rating, wins by opponent and option, games to see again, of one game and player."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from topping_out.game.bots.review.review import ReviewResults
from topping_out.game.feat import finder_of
from topping_out.game.language import mark, tr, tr_count, tr_label
from topping_out.game.record import RecordError
from topping_out.game.registry import load
from topping_out.game.storage.accuracies import read_costs
from topping_out.game.storage.feats import first_feats
from topping_out.game.storage.journal import read_record
from topping_out.game.storage.library import Saved
from topping_out.game.storage.statistics import Career, careers
from topping_out.game.text import listed
from topping_out.scenes import routes
from topping_out.scenes.manager import Push, Transition
from topping_out.scenes.match import definition
from topping_out.scenes.pages.statistics import words
from topping_out.scenes.pages.statistics.curve import Curve, Mark, Point, curve_rows
from topping_out.scenes.pages.statistics.export import export_statistics
from topping_out.scenes.pages.statistics.figures import BarRow, Tile
from topping_out.scenes.pages.waiting import go_through
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.column import GAP, ColumnLayout, ColumnPage, LinkRow, Paragraph
from topping_out.scenes.ui.dialog import Notice
from topping_out.scenes.ui.phrases import date_and_time, day_and_year, player_names, reading_progress
from topping_out.scenes.ui.widgets import Button, Rect, Row, Stepper, Widget

MOST_REPLAYS = 12
LATELY = 20
"""So many of the last games tell how it goes lately."""
NOWHERE = Rect(0, 0, 0, 0)


class StatisticsPage(ColumnPage):
    """Steppers for game and player, what their games add up to, and the last games to be replayed and reviewed."""

    heading = mark("Statistics")
    column_width = 860.0
    back_label = mark("Back")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.as_table = context.announcer.is_heard
        self._read()
        self.game, self.player = self.finished[0].header.game if self.finished else "", ""
        self._choose()

    def _read(self) -> None:
        """Take up the finished games that are known now."""
        library, playable = self.context.library, definition.playable()
        self.finished = [saved for saved in library.finished() if saved.header.game in playable]
        self.careers = careers(self.finished)
        self.costs = read_costs(library.folder)
        found = {saved.header.game for saved in self.finished}
        self.games = [name for name in playable if name in found]

    def refresh(self) -> None:
        self._read()
        self._choose()
        self.rebuild()
        return

    def _choose(self) -> None:
        """Choose a game and a player of it where those chosen have none."""
        if self.game not in self.games:
            self.game = self.games[0] if self.games else ""
        if self.player not in self.players:
            self.player = self.players[0] if self.players else ""

    @property
    def players(self) -> list[str]:
        """Who has played the game that is shown, those with most games first."""
        of_game = self.careers.get(self.game, {}).values()
        return [career.name for career in sorted(of_game, key=lambda career: (-len(career.played), career.name))]

    @property
    def career(self) -> Career | None:
        """What is shown; None where only bots have played that game."""
        return self.careers.get(self.game, {}).get(self.player)

    # -- the column

    def column(self, width: float) -> list[Widget]:
        stack = ColumnLayout(self.kit, width)
        if reading := reading_progress(self.context.library):
            stack.words(Paragraph("reading", reading))
        if not self.finished:
            nothing = tr("No game has been finished yet"), tr("Play one, and it is counted here.")
            stack.row(Row("none", NOWHERE.copy(), *nothing))
            return stack.widgets
        self._put_choice(stack)
        if career := self.career:
            self._put_tiles(stack, career)
            self._put_ratings(stack, career)
            self._put_accuracies(stack, career)
            self._put_tallies(stack, career)
            self._put_feats(stack, career)
            self._put_notable(stack, career)
        self._put_latest(stack)
        return stack.widgets

    def _put_choice(self, stack: ColumnLayout) -> None:
        titles, players = [load(name).title for name in self.games], [tr_label(name) for name in self.players]
        if len(titles) > 1:
            at = self.games.index(self.game)
            stack.row(Stepper("game", NOWHERE.copy(), tr("Game"), "", titles, at, self._choose_game))
        if len(players) > 1:
            at = self.players.index(self.player)
            stack.row(Stepper("player", NOWHERE.copy(), tr("Player"), "", players, at, self._choose_player))

    def _choose_game(self, index: int) -> Transition:
        self.game = self.games[index]
        self._choose()
        self.rebuild()
        return None

    def _choose_player(self, index: int) -> Transition:
        self.player = self.players[index]
        self.rebuild()
        return None

    def _put_tiles(self, stack: ColumnLayout, career: Career) -> None:
        games, lately = len(career.played), career.played[-LATELY:]
        rating = career.rating
        tiles = [
            Tile("tile games", str(games), tr("Games")),
            Tile("tile won", words.share(career.won, games), tr("Won")),
            Tile("tile lately", words.share(sum(p.has_won for p in lately), len(lately)), words.lately(len(lately))),
        ]
        if rating.games:
            tiles.append(Tile("tile rating", words.rating(rating), tr("Rating")))
        columns = len(tiles) if stack.width >= 640 * self.kit.text_scale else 2
        wide, high = (stack.width - GAP * (columns - 1)) / columns, Tile.height_for(self.kit)
        for number, tile in enumerate(tiles):
            down, across = divmod(number, columns)
            tile.rect = Rect(across * (wide + GAP), stack.y + down * (high + GAP), wide, high)
            stack.add(tile)
        stack.y = tiles[-1].rect.bottom + GAP

    def _put_ratings(self, stack: ColumnLayout, career: Career) -> None:
        number = {id(played): n for n, played in enumerate(career.played, 1)}
        points = [
            Point(number[id(played)], day_and_year(played.header.started), rating.elo, rating.margin)
            for played, rating in career.ratings
        ]
        self._put_curve(stack, "rating", tr("Rating"), points, words.level_marks(career.game))
        if points:
            stack.words(Paragraph("about rating", words.about_rating()))

    def _put_accuracies(self, stack: ColumnLayout, career: Career) -> None:
        points = [
            Point(number, day_and_year(played.header.started), accuracy)
            for number, played in enumerate(career.played, 1)
            if (accuracy := words.accuracy(self.costs, played)) is not None
        ]
        self._put_curve(stack, "accuracy", tr("Accuracy"), points)
        if points:
            stack.words(Paragraph("about accuracy", words.about_accuracy()))

    def _put_curve(
        self, stack: ColumnLayout, name: str, title: str, points: Sequence[Point], marks: Sequence[Mark] = ()
    ) -> None:
        """Show a figure over time, as a curve or as a table."""
        if not points:
            return
        stack.label(f"label {name}", title)
        self._put_switch(stack, name)
        if self.as_table:
            for row in curve_rows(name, points):
                stack.row(row)
        else:
            stack.put(Curve(f"curve {name}", title, points, marks), Curve.height_for(self.kit))

    def _put_switch(self, stack: ColumnLayout, name: str) -> None:
        """Put the button that turns curves into tables and back at the end of the title's line."""
        line = stack.widgets[-1].rect
        label = tr("Show it as a curve") if self.as_table else tr("Show it as a table")
        wide = min(self.kit.text_size(label, 15, "head")[0] + 44, 0.6 * line.w)
        place = Rect(line.right - wide, line.y - 4, wide, line.h + 2)
        line.w -= wide + GAP
        stack.add(Button(f"table {name}", place, label, self._turn_over, size=15))

    def _turn_over(self) -> Transition:
        self.as_table = not self.as_table
        self.rebuild()
        return None

    def _put_tallies(self, stack: ColumnLayout, career: Career) -> None:
        """Show how many games were won against whom, by which options, and how."""
        tables = (
            ("opponents", tr("Wins by opponent"), words.opponents(career)),
            ("options", tr("Wins by option"), words.options(career)),
            ("endings", tr("How the wins came about"), words.endings(career)),
        )
        for name, title, tallies in tables:
            if tallies:
                stack.label(f"label {name}", title)
            for number, (label, tally) in enumerate(tallies):
                stack.row(BarRow(f"{name} {number}", label, tally))

    def fixed_widgets(self) -> list[Widget]:
        (back,) = super().fixed_widgets()
        assert isinstance(back, Button)
        label, is_ready = tr("Export for spreadsheets"), bool(self.finished) and not self.context.library.waiting
        wide = self.kit.text_size(label, 16, "head")[0] + 60
        place = Rect(0, back.rect.y, wide, back.rect.h)
        export = Button("export", place, label, self._export, size=16, enabled=is_ready)
        export.hint = tr("Writes a table with a line for each finished game and player, and says where.")
        back.rect.x = self.kit.width / 2 - (back.rect.w + GAP + wide) / 2
        export.rect.x = back.rect.right + GAP
        return [back, export]

    def _export(self) -> Transition:
        return export_statistics(self.context, self.finished)

    def _put_feats(self, stack: ColumnLayout, career: Career) -> None:
        feats = finder_of(career.game).feats
        if feats:
            got = len(first_feats(career.game, self.finished).get(career.name, {}))
            text = tr_count("{got} of {number} feat so far.", "{got} of {number} feats so far.", len(feats), got=got)
            stack.label("label feats", tr("Feats"))
            stack.row(LinkRow("feats", tr("Feats"), text, partial(self._open_feats, career)))

    def _open_feats(self, career: Career) -> Transition:
        return Push(routes.FEATS(self.context, career.game, career.name))

    # -- games to see again

    def _put_notable(self, stack: ColumnLayout, career: Career) -> None:
        stack.label("label notable", tr("Games to see again"))
        for name, label, played in words.notable(career):
            saved = played.saved
            detail = " · ".join(filter(None, (player_names(saved), date_and_time(saved.header.started))))
            self._put_replay(stack, name, label, detail, saved)

    def _put_latest(self, stack: ColumnLayout) -> None:
        stack.label("label replays", tr("Latest games"))
        latest = [saved for saved in self.finished if saved.header.game == self.game][:MOST_REPLAYS]
        side = self.kit.text_size(tr("Review"), 16, "head")[0] + 44
        for number, saved in enumerate(latest):
            names, detail = player_names(saved), self._detail(saved)
            replay = self._put_replay(stack, f"{number}", names, detail, saved).rect
            if any(player.is_human for player in saved.header.seats):
                replay.w -= side + GAP
                place = Rect(replay.right + GAP, replay.y + 8, side, replay.h - 16)
                review = Button(f"review {number}", place, tr("Review"), partial(self._review, saved), size=16)
                review.hint = tr("What cost the most in the game of {players}: {detail}.", players=names, detail=detail)
                stack.add(review)

    def _put_replay(self, stack: ColumnLayout, name: str, label: str, detail: str, saved: Saved) -> Button:
        replay = Button(f"replay {name}", NOWHERE, label, partial(self._replay, saved), detail=detail)
        replay.hint = tr("Watch it again, step by step.")
        stack.put(replay, 28 + 40 * self.kit.text_scale)
        return replay

    def _detail(self, saved: Saved) -> str:
        """Return who won, and when."""
        assert saved.outcome
        winners = listed([tr_label(saved.header.seats[seat].name) for seat in saved.outcome.winners]) or tr("nobody")
        won = tr("{game} · won by {winners}", game=load(saved.header.game).title, winners=winners)
        return " · ".join(filter(None, (won, date_and_time(saved.header.started))))

    def _replay(self, saved: Saved) -> Transition:
        try:
            return go_through(self.context, read_record(saved.path))
        except RecordError as error:
            return Push(Notice(self.context, tr("Cannot be replayed"), str(error)))

    def _review(self, saved: Saved) -> Transition:
        try:
            return Push(routes.REVIEW(self.context, ReviewResults(read_record(saved.path), saved.path.name)))
        except RecordError as error:
            return Push(Notice(self.context, tr("Cannot be reviewed"), str(error)))
