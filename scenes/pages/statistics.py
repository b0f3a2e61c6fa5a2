"""What has been played so far: games, wins against each level, best scores; and the finished games to replay."""

from __future__ import annotations

from game import roster
from game.bots.review import ReviewResults
from game.language import mark, tr, tr_count, tr_label
from game.record import RecordError
from game.registry import load
from game.storage.journal import read_record
from game.storage.library import Saved
from game.storage.statistics import GameTally, PlayerTally, tally
from game.text import listed, with_minus
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

    heading = mark("Statistics")
    column_width = 860.0
    back_label = mark("Back")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.finished = [saved for saved in context.library.finished() if saved.header.game in definition.playable()]
        self.tallies = tally(self.finished)

    def column(self, width: float) -> list[Widget]:
        stack = ColumnLayout(self.kit, width)
        if not self.finished:
            stack.row(
                Row(
                    "none",
                    Rect(0, 0, 0, 0),
                    tr("No game has been finished yet"),
                    tr("Play one, and it is counted here."),
                )
            )
        for name in definition.playable():
            if name in self.tallies:
                self._put_game(stack, self.tallies[name])
        if self.finished:
            stack.label("label replays", tr("Latest games"))
        for number, saved in enumerate(self.finished[:MOST_REPLAYS]):
            self._put_replay(stack, number, saved)
        return stack.widgets

    def _put_game(self, stack: ColumnLayout, total: GameTally) -> None:
        stack.label(f"label {total.game}", _games(total))
        for player in total.ranked:
            row = Row(f"{total.game} {player.name}", Rect(0, 0, 0, 0), _headline(player), self._levels(total, player))
            stack.row(row)

    def _levels(self, total: GameTally, player: PlayerTally) -> str:
        """Return the wins against each level, weakest first."""
        order = roster.names()
        against = [(level, player.levels[level]) for level in order if level in player.levels]
        lines = [
            # Translators: how many of the games against a level were won.
            tr("{level}: {won} of {games} won", level=roster.title(level), won=a.won, games=a.games)
            for level, a in against
        ]
        return " · ".join(lines) if lines else tr("Only against other players so far.")

    def _put_replay(self, stack: ColumnLayout, number: int, saved: Saved) -> None:
        game, outcome = load(saved.header.game), saved.outcome
        assert outcome
        winners = listed([tr_label(saved.header.seats[seat].name) for seat in outcome.winners]) or tr("nobody")
        won = tr("{game} · won by {winners}", game=game.title, winners=winners)
        detail = " · ".join(filter(None, (won, date_and_time(saved.header.started))))
        high = 28 + 40 * self.kit.text_scale
        side = self.kit.text_size(tr("Review"), 16, "head")[0] + 44
        y, wide = stack.y, stack.width - side - GAP
        replay = Button(
            f"replay {number}", Rect(0, 0, 0, 0), player_names(saved), lambda: self._replay(saved), detail=detail
        )
        replay.hint = tr("Watch it again, step by step.")
        stack.put(replay, high)
        if any(player.is_human for player in saved.header.seats):
            replay.rect.w = wide
            place = Rect(wide + GAP, y + 8, side, high - 16)
            stack.add(Button(f"review {number}", place, tr("Review"), lambda: self._review(saved), size=16))
            stack.widgets[-1].hint = tr(
                "What cost the most in the game of {players}: {detail}.", players=player_names(saved), detail=detail
            )

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


def _headline(player: PlayerTally) -> str:
    name, won = tr_label(player.name), player.won
    if player.best is None:
        return tr_count(
            "{name}: {won} of {number} game won",
            "{name}: {won} of {number} games won",
            player.games, name=name, won=won,
        )  # fmt: skip
    return tr_count(
        "{name}: {won} of {number} game won, best score {best}",
        "{name}: {won} of {number} games won, best score {best}",
        player.games, name=name, won=won, best=with_minus(player.best),
    )  # fmt: skip


def _games(total: GameTally) -> str:
    """Return how many games of a kind were played, and how many of them watched."""
    game = load(total.game).title
    if not total.watched:
        return tr_count("{game}: {number} game", "{game}: {number} games", total.games, game=game)
    return tr_count(
        "{game}: {number} game, {watched} only watched",
        "{game}: {number} games, {watched} only watched",
        total.games, game=game, watched=total.watched,
    )  # fmt: skip
