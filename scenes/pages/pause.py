"""The pause menu over a table. The clock stands still because only the top scene is updated."""

from __future__ import annotations

from functools import partial

from topping_out.game.city.city import stage_of
from topping_out.game.language import mark, tr
from topping_out.game.match import Match
from topping_out.game.progress.daily import date_of, is_counted
from topping_out.game.record import Header, RecordError
from topping_out.game.storage.codes import game_code
from topping_out.game.text import paragraph

from .. import routes
from ..devices.intents import Verb
from ..manager import Pop, Push, Replace, Transition
from ..match.coach import Coach
from ..match.start import begin_guided, copy_deal, deals_of, is_free_deal, play_city_match_again
from ..system.context import Context
from ..ui.column import Dialog, Notice, code_button
from ..ui.layout import Press
from ..ui.widgets import Button


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
        has_bots = not self.match.outcome and any(not player.is_human for player in self.match.header.seats)
        return [
            Button("resume", tr("Go on"), Pop, key=self.key(Verb.CANCEL), primary=True),
            Button("rules", tr("Rules"), rules, Verb.RULES, self.key(Verb.RULES)),
            Button("settings", tr("Settings"), self.opens(routes.SETTINGS)),
            *([Button("opponents", tr("Opponents"), self._change_opponents)] if has_bots and not coach.is_on else []),
            *([Button("hands", tr("Controllers"), self._change_devices)] if self._change_devices else []),
            *([Button("skip lessons", tr("Skip the lessons"), lambda: Pop(coach.skip))] if coach.is_on else []),
            *([deal_button(self.context, self.match.header, 16)] if has_number else []),
            *([code_button(self.context, lambda: game_code(self.match.record))] if self.match.outcome else []),
            Button("afresh", tr("Start over"), self._confirm_restart),
            Button("leave", leave, self._leave),
        ]

    def _change_opponents(self) -> Transition:
        return Push(routes.OPPONENTS(self.context, self.match))

    def _confirm_restart(self) -> Transition:
        guided = tr("The guided game from its first lesson, with the same deal.")
        what = guided if self.coach.is_on else self._next_game_words()
        text = paragraph([what, tr("This game can no longer be continued; its file is kept.")])
        return Push(
            Notice(
                self.context,
                tr("Start over?"),
                text,
                ((tr("Keep playing"), None), (tr("Start over"), self._restart)),
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
