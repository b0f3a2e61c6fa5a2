"""What has been played so far: games, wins against each level, best scores; and the finished games to replay."""

from __future__ import annotations

from game import roster
from game.bots.review import ReviewResults
from game.language import mark
from game.record import RecordError
from game.registry import load
from game.storage.journal import read_record
from game.storage.library import Saved
from game.storage.statistics import GameTally, PlayerTally, tally
from game.text import counted, with_minus
from scenes import routes
from scenes.manager import Push, Transition
from scenes.match import definition
from scenes.pages.waiting import go_through
from scenes.system.context import Context
from scenes.ui.column import GAP, ColumnLayout, ColumnPage
from scenes.ui.dialog import Notice
from scenes.ui.phrases import date_and_time, player_names
from scenes.ui.widgets import Button, Rect, Row, Widget

MOST_REPLAYS = 12


class StatisticsPage(ColumnPage):
    """A group of lines for each game, a line for each player; then the last games, to be replayed and reviewed."""

    heading = "Statistics"
    column_width = 860.0
    back_label = mark("Back")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.finished = [saved for saved in context.library.finished() if saved.header.game in definition.playable()]
        self.tallies = tally(self.finished)

    def column(self, width: float) -> list[Widget]:
        stack = ColumnLayout(self.kit, width)
        if not self.finished:
            stack.row(Row("none", Rect(0, 0, 0, 0), "No game has been finished yet", "Play one: it is counted here."))
        for name in definition.playable():
            if name in self.tallies:
                self._put_game(stack, self.tallies[name])
        if self.finished:
            stack.label("label replays", "The last games")
        for number, saved in enumerate(self.finished[:MOST_REPLAYS]):
            self._put_replay(stack, number, saved)
        return stack.widgets

    def _put_game(self, stack: ColumnLayout, total: GameTally) -> None:
        watched = f", {total.watched} of them watched" if total.watched else ""
        title = f"{load(total.game).title}: {counted(total.games, 'game')}{watched}"
        stack.label(f"label {total.game}", title)
        for player in total.ranked:
            row = Row(f"{total.game} {player.name}", Rect(0, 0, 0, 0), _headline(player), self._levels(total, player))
            stack.row(row)

    def _levels(self, total: GameTally, player: PlayerTally) -> str:
        """Return the wins against each level, weakest first."""
        order = roster.names()
        against = [(level, player.levels[level]) for level in order if level in player.levels]
        lines = [f"{roster.title(level)}: {a.won} of {a.games} won" for level, a in against]
        return " · ".join(lines) if lines else "Only against other players so far."

    def _put_replay(self, stack: ColumnLayout, number: int, saved: Saved) -> None:
        game, outcome = load(saved.header.game), saved.outcome
        assert outcome
        winners = " and ".join(saved.header.seats[seat].name for seat in outcome.winners) or "nobody"
        begun = date_and_time(saved.header.started)
        detail = f"{game.title} · won by {winners}" + (f" · {begun}" if begun else "")
        high = 28 + 40 * self.kit.text_scale
        side = self.kit.text_size("Review", 16, "head")[0] + 44
        y, wide = stack.y, stack.width - side - GAP
        replay = Button(
            f"replay {number}", Rect(0, 0, 0, 0), player_names(saved), lambda: self._replay(saved), detail=detail
        )
        replay.hint = "Plays it again, step by step."
        stack.put(replay, high)
        if any(player.is_human for player in saved.header.seats):
            replay.rect.w = wide
            place = Rect(wide + GAP, y + 8, side, high - 16)
            stack.add(Button(f"review {number}", place, "Review", lambda: self._review(saved), size=16))
            stack.widgets[-1].hint = f"What cost most in the game of {player_names(saved)}: {detail}."

    def _replay(self, saved: Saved) -> Transition:
        try:
            return go_through(self.context, read_record(saved.path))
        except RecordError as error:
            return Push(Notice(self.context, "Not to be replayed", str(error)))

    def _review(self, saved: Saved) -> Transition:
        try:
            return Push(routes.REVIEW(self.context, ReviewResults(read_record(saved.path))))
        except RecordError as error:
            return Push(Notice(self.context, "Not to be reviewed", str(error)))


def _headline(player: PlayerTally) -> str:
    best = "" if player.best is None else f", best score {with_minus(player.best)}"
    return f"{player.name}: {player.won} of {counted(player.games, 'game')} won{best}"
