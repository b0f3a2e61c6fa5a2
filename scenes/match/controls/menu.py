"""The ways off a table, and the buttons along its top that lead there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from topping_out.game.language import mark, tr, tr_count
from topping_out.game.match import Match
from topping_out.game.progress.daily import date_of, is_counted
from topping_out.game.text import full_stop, labelled, paragraph
from topping_out.scenes import routes
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Push, Transition
from topping_out.scenes.match.controls.buttons import needed_width
from topping_out.scenes.match.guided.coach import Coach
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.dialog import GOOD, Notice
from topping_out.scenes.ui.phrases import branch_words, rules_in_force, rules_words, takeover_words, unusual_rules
from topping_out.scenes.ui.text import PagePart
from topping_out.scenes.ui.widgets import Button, Press, Rect, Widget

ORIGIN = 14.0
"""Size of the letters that tell where a game was gone on with."""
MOST_RULES = 180.0
"""Width of the button of the rules in force at most, at the usual text size."""


@dataclass(eq=False)
class TableMenu:
    """Leads from one match's table to its menu, log and rules."""

    context: Context
    match: Match
    coach: Coach
    suspend: Callable[[], None] = lambda: None
    """Called before another scene covers the table."""
    change_devices: Press | None = None
    """Lets the players choose anew what they play with, if they have devices of their own."""
    label = mark("Menu")  # of the button that leads away from the table

    def pause(self) -> Transition:
        self.suspend()
        change_devices = None if self.match.outcome else self.change_devices
        return Push(routes.PAUSE(self.context, self.match, self.coach, change_devices))

    def cancel(self) -> Transition:
        """Do what Esc does: put the coach's note away, or else open the menu."""
        return None if self.coach.dismiss() else self.pause()

    def rules(self) -> Transition:
        self.suspend()
        return Push(routes.RULES(self.context, self.match.game.name))

    def log(self) -> Transition:
        self.suspend()
        return Push(routes.LOG(self.context, self.match))

    def leave(self) -> None:
        """Put the match away: nobody looks at its table any more."""
        self.suspend()
        self.context.worker.cancel()
        self.context.library.close(self.match)
        self.context.audio.ambience(None)

    def bar(self, second: Button | None, caption_room: tuple[float, float]) -> list[Widget]:
        """Return the buttons along the top: the menu and `second` at the left, which is placed here; log and rules.

        `caption_room`: see the board.
        """
        context, label = self.context, tr(self.label)
        text, right = context.kit.text_scale, context.kit.width - 24
        menu = max(52 + 66 * text, needed_width(context, label, Verb.CANCEL))
        rules = max(40 + 72 * text, needed_width(context, tr("Rules"), Verb.RULES))
        log = max(36 + 54 * text, needed_width(context, tr("Log"), Verb.LOG))

        def place(x: float, width: float) -> Rect:
            return Rect(x, 18, width, 24 + 14 * text)

        in_force, x = self._in_force(), 34 + menu
        if second:
            second.rect = place(x, second.rect.w)
            x += second.rect.w + 10
        if in_force:
            in_force.rect = place(x, min(in_force.width_for(context.kit), MOST_RULES * text))
        key = context.devices.label
        leave_key = "" if self.coach.lesson else key(Verb.CANCEL)
        log_place, rules_place = place(right - rules - 10 - log, log), place(right - rules, rules)
        return [
            Button("menu", label, self.pause, key=leave_key).placed(place(24, menu)),
            *filter(None, (second, in_force)),
            *self._origin(caption_room),
            Button("log", tr("Log"), self.log, Verb.LOG, key(Verb.LOG)).placed(log_place),
            Button("rules", tr("Rules"), self.rules, Verb.RULES, key(Verb.RULES)).placed(rules_place),
        ]

    def _in_force(self) -> Button | None:
        """Return the button that names the rules which are not the usual ones, and tells them; None: all are usual."""
        rules = unusual_rules(self.match.header)
        if not rules:
            return None
        kit, words = self.context.kit, rules_words(self.match.header)
        button = Button("in force", words, self.tell_rules, size=15)
        if len(rules) > 1 and button.width_for(kit) > MOST_RULES * kit.text_scale:
            button.label, button.spoken = tr_count("{number} rule", "{number} rules", len(rules)), words
        button.hint = paragraph(full_stop(help) for _, help in rules)
        return button

    def tell_rules(self) -> Transition:
        """Show the rules that are not the usual ones, each with its line."""
        self.suspend()
        rules = rules_in_force(self.match.header)
        text = "\n".join(labelled(name, full_stop(help)) for name, help in rules)
        return Push(Notice(self.context, tr("Rules in force"), text, ((tr("All rules"), self.rules), (GOOD, None))))

    def _origin(self, caption_room: tuple[float, float]) -> list[Widget]:
        """Return the plate under the bar that tells what the game counts for, where that is not as usual."""
        words, kit, (first, last) = self._counts_for(), self.context.kit, caption_room
        if not words:
            return []
        width, height = kit.text_size(words, ORIGIN)[0] + 24, 12 + 14 * kit.text_scale
        left = 24 if self.match.game.live else (first + last - width) / 2  # a live game's clock stands in the middle
        place = Rect(left, 33 + 24 * kit.text_scale, width, height)

        def draw(stage: Stage) -> None:
            plate = kit.plate(width, height, (*kit.theme.night, 200), rim, 1, height / 2)
            stage.blit(plate, place.x, place.y)
            stage.blit_centred(kit.text(words, ORIGIN), *place.center)

        rim = kit.theme.brass if is_counted(self.match.header) else kit.theme.rim
        return [PagePart("origin", place, Semantics(Role.TEXT, words), draw, Group("origin", tr("This game")))]

    def _counts_for(self) -> str:
        """Return in words that this is the one try at a deal, or that the game does not count; else nothing."""
        if changes := takeover_words(self.match.record):
            return tr("{changes} · not counted", changes=changes[-1])
        if where := branch_words(self.match.record):
            # Translators: {where} is "from turn 12" or "from 1:25".
            return tr("Continued {where} · not counted", where=where)
        if is_counted(self.match.header):
            return tr("The try that counts · no hints")
        return tr("Practice · not counted") if date_of(self.match.header) else ""
