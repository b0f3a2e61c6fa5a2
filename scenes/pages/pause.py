"""The pause menu over a table, the move log, and the page that replaces opponents.

The clock stands still because only the top scene is updated.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial

from topping_out.game import roster
from topping_out.game.bots.weights import as_bot
from topping_out.game.city import stage_of
from topping_out.game.engine import Seat, sentences_of
from topping_out.game.language import mark, tr, tr_count, tr_label
from topping_out.game.match import Match, time_up_words
from topping_out.game.progress.daily import date_of, is_counted
from topping_out.game.record import Header, Player, RecordError
from topping_out.game.storage.codes import game_code
from topping_out.game.text import labelled, paragraph

from .. import routes
from ..accessibility.semantics import Group, Role, Semantics
from ..devices.intents import Intent, Verb
from ..kit.stage import Stage
from ..manager import Pop, Push, Replace, Transition
from ..match.coach import Coach
from ..match.phrases import bot_words
from ..match.start import begin_guided, copy_deal, deals_of, hand_over_to, is_free_deal, play_city_match_again
from ..system.context import Context
from ..ui.column import ColumnPage, Dialog, Notice, Rows, code_button
from ..ui.layout import Box, Press, Rect, Widget, column, fill, row, space
from ..ui.page import Page
from ..ui.widgets import Button, Stepper, Words

# -- pause menu


def deal_button(context: Context, header: Header, size: float) -> Button:
    """Return the button that shows the number of a deal and copies it."""
    label = tr("Deal {number}", number=header.seed)
    button = Button("deal", label, partial(copy_deal, context, header), size=size)
    button.hint = tr("Copies the number. Type it into a set-up to deal the same again.")
    return button


class PausePage(Dialog):
    """The menu of a paused game: go on, look something up, start over, or leave."""

    heading = mark("Paused")
    width = 520.0

    def __init__(self, context: Context, match: Match, coach: Coach, change_devices: Press | None = None) -> None:
        """`change_devices` opens the choice of devices; it is None if the game has none or is over."""
        super().__init__(context)
        self.match, self.coach, self._change_devices = match, coach, change_devices

    @property
    def text(self) -> str:  # type: ignore[override]
        if self.match.outcome:
            return tr("The game is over.")
        return self.context.library.problem or tr("The game is saved as you play.")

    def buttons(self) -> list[Button]:
        coach = self.coach
        rules = self.opens(routes.RULES, self.match.game.name, self.match.header.options)
        has_number = is_free_deal(self.match.header) and not coach.is_on
        leave = tr("Leave") if self.context.library.problem or self.match.outcome else tr("Save and leave")
        opponents = self.opens(routes.OPPONENTS, self.match)
        has_bots = not self.match.outcome and any(not player.is_human for player in self.match.header.seats)
        return [
            Button("resume", tr("Go on"), Pop, key=self.key(Verb.CANCEL), primary=True),
            Button("rules", tr("Rules"), rules, Verb.RULES, self.key(Verb.RULES)),
            Button("settings", tr("Settings"), self.opens(routes.SETTINGS)),
            *([Button("opponents", tr("Opponents"), opponents)] if has_bots and not coach.is_on else []),
            *([Button("hands", tr("Controllers"), self._change_devices)] if self._change_devices else []),
            *([Button("skip lessons", tr("Skip the lessons"), lambda: Pop(coach.skip))] if coach.is_on else []),
            *([deal_button(self.context, self.match.header, 16)] if has_number else []),
            *([code_button(self.context, lambda: game_code(self.match.record))] if self.match.outcome else []),
            Button("afresh", tr("Start over"), self._confirm_restart),
            Button("leave", leave, self._leave),
        ]

    def _confirm_restart(self) -> Transition:
        guided = tr("The guided game from its first lesson, with the same deal.")
        what = guided if self.coach.is_on else self._next_game_words()
        text = paragraph([what, tr("This game can no longer be continued; its file is kept.")])
        return Push(
            Notice(
                self.context, tr("Start over?"), text, ((tr("Keep playing"), None), (tr("Start over"), self._restart))
            )
        )

    def _next_game_words(self) -> str:
        """Return what the next game will be if the player starts over."""
        header = self.match.header
        if is_counted(header) and not self.match.outcome:
            return tr("The same deal. You give up your first try, so it won't have a result.")
        return tr("The same deal.") if date_of(header) else tr("The same players and options, a new deal.")

    def _restart(self) -> Transition:
        library, match = self.context.library, self.match
        try:
            if library.path and not match.outcome:
                library.abandon(library.path)
        except RecordError as error:
            return Push(Notice(self.context, tr("Couldn't start"), str(error)))
        if self.coach.is_on:
            self.coach.close()
            return begin_guided(self.context, match.game.name)
        return play_city_match_again(self.context, match.header)

    def _leave(self) -> Transition:
        self.context.library.close()
        context, header = self.context, self.match.header
        if stage_of(header)[0]:
            return Replace(routes.SKYLINE(context))
        return Replace(deals_of(context, header) if date_of(header) else routes.TITLE(context))


# -- move log


SIZE = 14.5
"""The text size."""
STEPS = {Verb.UP: -2, Verb.DOWN: 2, Verb.PREVIOUS: -10, Verb.NEXT: 10}
"""How many lines each verb scrolls down."""


class LogLine(Widget):
    """A sentence of the log, for the screen reader; the page draws it."""

    def __init__(self, name: str, rect: Rect, sentence: str, end: int) -> None:
        super().__init__(name, rect)
        self.is_focusable = False
        self.group, self.sentence = Group("moves", tr("Moves, newest last")), sentence
        self.end = end
        """How many lines the log has up to the end of this sentence."""

    def semantics(self) -> Semantics:
        return Semantics(Role.ITEM, self.sentence)


class LogPage(Page):
    """A panel at the right with the newest line at the bottom; wheel, keys and gamepad scroll it."""

    heading = mark("Move log")
    see_through = True

    def __init__(self, context: Context, match: Match) -> None:
        super().__init__(context)
        self.match = match
        self.above = 0
        """How many lines the view is scrolled up from the newest."""

    def build(self) -> list[Widget]:
        kit = self.kit
        width = min(kit.wide(520), kit.width - 40)
        self.panel = Rect(kit.width - width - 14, 14, width, kit.height - 28)
        close = Button("close", tr("Close"), self.cancel, Verb.LOG, self.key(Verb.CANCEL), primary=True)
        self._room = fill()
        place = fill()
        column(space(kit.line(30)), self._room, row(place, close, gap=12)).place(kit, self.panel.inflate(-32, -28))
        self.visible = int(self._room.rect.h // kit.line(SIZE))
        self.lines = [
            ("" if number else turn, part)
            for turn, sentence in self._sentences
            for number, part in enumerate(kit.wrap(sentence, self._text_width, SIZE))
        ]
        self.above = min(self.above, self._max_above())
        if self.context.announcer.is_heard:
            return [*self._spoken_lines(), close]
        words = Words("where", self._where(), 13, colour=kit.theme.mist).placed(place.rect)
        return [words, close] if self._max_above() else [close]

    @cached_property
    def _sentences(self) -> list[tuple[str, str]]:
        """All sentences, each with the number of its turn if it is the first of that turn, else with an empty text."""
        sentences = [
            ("" if place else str(number + 1), sentence)
            for number in range(len(self.match.steps))
            for place, sentence in enumerate(self._sentences_of(number))
        ]
        return sentences or [("", tr("Nothing has happened yet."))]

    def _sentences_of(self, step: int) -> Iterator[str]:
        """Yield the sentences about a step, from 0."""
        match, names = self.match, self.match.names_at(step)
        if words := time_up_words(match.steps, step, names):
            yield words
        yield from sentences_of(match.game, match.steps[step].events, names)

    @property
    def _text_left(self) -> float:
        """The left edge of the sentences, beside the turn numbers."""
        return self._room.rect.x + self.kit.text_size("888", 13, "bold")[0] + 8

    @property
    def _text_width(self) -> float:
        return self._room.rect.right - self._text_left

    def _spoken_lines(self) -> Iterator[LogLine]:
        """Yield every sentence for the screen reader; those out of sight lie at the nearer end of the panel."""
        line, step, room = 0, self.kit.line(SIZE), self._room.rect
        first = max(0, len(self.lines) - self.above - self.visible)
        for number, (turn, sentence) in enumerate(self._sentences):
            count = len(self.kit.wrap(sentence, self._text_width, SIZE))
            y = min(max(0.0, (line - first) * step), (self.visible - count) * step)
            rect = Rect(room.x, room.y + y, room.w, count * step)
            yield LogLine(f"line {number}", rect, labelled(turn, sentence) if turn else sentence, line + count)
            line += count

    def _where(self) -> str:
        """Return how far the log is scrolled, in words."""
        # Translators: {last} is the number of the last line that is seen.
        return tr_count(
            "Line {last} of {number}; scroll with arrows or wheel",
            "Up to line {last} of {number}; scroll with arrows or wheel",
            len(self.lines), last=len(self.lines) - self.above,
        )  # fmt: skip

    def initial_focus(self) -> Widget | None:
        """Return the newest sentence if a screen reader listens, else the button."""
        return next((w for w in reversed(self.widgets) if isinstance(w, LogLine)), super().initial_focus())

    def focus_on(self, widget: Widget) -> None:
        super().focus_on(widget)
        if isinstance(widget, LogLine):
            end = len(self.lines) - self.above
            first = end - self.visible
            if not first < widget.end <= end:
                self.above = max(0, min(self._max_above(), len(self.lines) - max(widget.end, self.visible)))
                self.rebuild()

    def _max_above(self) -> int:
        return max(0, len(self.lines) - self.visible)

    def on_intent(self, intent: Intent) -> Transition:
        is_heard = self.context.announcer.is_heard
        if (intent.verb in STEPS and not is_heard) or intent.verb is Verb.SCROLL:
            by = -3 * intent.amount if intent.verb is Verb.SCROLL else STEPS[intent.verb]
            self.above = max(0, min(self._max_above(), self.above - round(by)))
            self.rebuild()
            return None
        if intent.verb is Verb.PRESS and not self.panel.collidepoint(intent.position):
            return Pop()
        return super().on_intent(intent)

    def paint(self, stage: Stage) -> None:
        kit, theme, panel = self.kit, self.kit.theme, self.panel
        stage.blit(kit.veil(0.35), 0, 0)
        stage.blit(kit.plate(panel.w, panel.h, (*theme.night, 250), theme.brass, 1.4, 14), panel.x, panel.y)
        stage.blit(kit.text(tr(self.heading), 24, "title"), self._room.rect.x, panel.y + 18)
        room, step = self._room.rect, kit.line(SIZE)
        end = len(self.lines) - self.above
        for number, (turn, line) in enumerate(self.lines[max(0, end - self.visible) : end]):
            y = room.y + number * step
            if turn:
                stage.blit(kit.text(turn, 13, "bold", theme.brass), room.x, y + 1)
            stage.blit(kit.text(line, SIZE), self._text_left, y)


# -- opponents


class OpponentsPage(ColumnPage):
    """A row for each bot, to choose who plays in its place."""

    heading = mark("Opponents")
    column_width = 620.0

    def __init__(self, context: Context, match: Match) -> None:
        super().__init__(context)
        self.match = match
        self._replacements: dict[Seat, Player] = {}
        """The player who will take over, by seat."""

    def put_rows(self, rows: Rows) -> None:
        begun = tr("A bot that takes over plays on from here, and the game no longer counts.")
        fresh = tr("Nobody has played yet, so this game still counts.")
        rows.words("about", begun if self.match.record.actions() else fresh)
        rows.label("bots", tr("Bots"))
        for seat, player in enumerate(self.match.header.seats):
            if not player.is_human:
                rows.put(self._row(seat, player))

    def _row(self, seat: Seat, player: Player) -> Stepper:
        taken = {other.level for other in self._seats if other is not self._seats[seat]}
        kinds = [kind for kind in (*roster.LEVELS, *roster.characters()) if kind in roster.LEVELS or kind not in taken]
        kinds = kinds if player.level in kinds else [player.level, *kinds]
        labels = [bot_words(player if kind == player.level else self._as(seat, kind)) for kind in kinds]
        at = kinds.index(self._seats[seat].level)
        return Stepper(
            f"bot{seat}", tr_label(player.name), "", labels, at, lambda place: self._take(seat, kinds[place])
        )

    @property
    def _seats(self) -> list[Player]:
        return [self._replacements.get(seat, player) for seat, player in enumerate(self.match.header.seats)]

    def _as(self, seat: Seat, kind: str) -> Player:
        taken = {player.name for other, player in enumerate(self._seats) if other != seat}
        return as_bot(self.match.header.seats[seat], kind, taken)

    def _take(self, seat: Seat, kind: str) -> None:
        self._replacements.pop(seat, None)
        if kind != self.match.header.seats[seat].level:
            self._replacements[seat] = self._as(seat, kind)
        self.rebuild()

    def foot(self) -> list[Box]:
        play = partial(hand_over_to, self.context, self.match, self._replacements)
        key = self.key(Verb.PLAY)
        return [
            self.back_button(),
            fill(),
            Button("play", tr("Play on"), play, Verb.PLAY, key, primary=True, enabled=bool(self._replacements)),
        ]
