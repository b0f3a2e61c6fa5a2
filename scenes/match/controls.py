"""The controls of a table: the pointer, the buttons, the menu, and plays by key."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from topping_out.game.engine import Advice, IllegalAction, Seat
from topping_out.game.language import mark, tr, tr_context, tr_count
from topping_out.game.match import SEEN_SINCE, Match
from topping_out.game.progress.daily import date_of, is_counted
from topping_out.game.text import full_stop, labelled, paragraph, reason_sentence, sentence

from .. import routes
from ..accessibility.semantics import Group, Role, Semantics
from ..devices.devices import PLACE_KEYS
from ..devices.intents import Intent, Verb
from ..kit.plates import keycap
from ..kit.stage import Point, Stage
from ..manager import Pop, Push, Transition
from ..system.context import Context
from ..system.settings import SPEED_LABELS
from ..ui.column import GOOD, Notice
from ..ui.layout import Press, Rect, Widget
from ..ui.widgets import MIN_LABEL_SIZE, Button, PagePart
from .board import Board
from .coach import Coach
from .phrases import branch_words, rules_in_force, rules_words, takeover_words, unusual_rules
from .scene import TablePart, TableScene

# -- pointing


MOVED = 9.0
"""Logical units after which a press becomes a drag, and a resting pointer aims again."""
NOWHERE: Point = (-1e6, -1e6)
"""A position at which a drop does nothing."""


class Pointing(TablePart):
    """What the pointer aims at and drags."""

    def __init__(self, scene: TableScene) -> None:
        super().__init__(scene)
        self.dragged: Widget | None = None
        self._pressed_at: Point | None = None
        self._rest: Point | None = None
        """Where the pointer rests without aiming, since a click, a play, or another way of aiming; None: it aims."""
        self._rested_focus = ""
        """The name of the widget that had the focus after the last play."""

    def rest(self) -> None:
        """Let the pointer aim at nothing until it moves, because of a click, or because something else has aimed."""
        self._rest = self.context.devices.pointer

    def rest_after_play(self) -> None:
        """Let pointer and focus explain nothing until they move, so that nothing covers the next motion."""
        self.rest()
        self._rested_focus = self.scene.focus

    @property
    def explained(self) -> Widget | None:
        """The widget to explain: the pointed one, unless pointer or focus have not moved since a click or play."""
        devices, scene = self.context.devices, self.scene
        if devices.active == "mouse":
            is_resting = self._rest is not None and math.dist(self._rest, devices.pointer) <= MOVED
        else:
            is_resting = self.board.turn is None and not scene.view.outcome and scene.focus == self._rested_focus
        return None if is_resting else scene.pointed

    def aim(self, position: Point) -> None:
        """Aim at a position, unless the pointer rests there."""
        if self._rest is None or math.dist(self._rest, position) > MOVED:
            self._rest = None
            self.board.point(self.scene.at(position))

    def press(self, position: Point) -> None:
        self._pressed_at = position

    def drag(self, pressed: Widget, position: Point) -> bool:
        """Drag what was pressed, if the pointer has moved far enough; return whether it is dragged."""
        if self._pressed_at is None or not (self.dragged or math.dist(self._pressed_at, position) > MOVED):
            return False
        self.dragged = pressed
        self.board.drag(pressed, position)
        return True

    def drop(self) -> Widget | None:
        """End the drag; return what was dragged, or None."""
        dragged, self.dragged = self.dragged, None
        return dragged


# -- buttons


STANDS_OUT = 24.0
"""How far two buttons may extend beyond their room, towards the hand."""


def needed_width(context: Context, label: str, verb: Verb | None) -> float:
    """Return the minimum width of a button with a label and, if `verb` is given, the sign of the verb's key."""
    kit, key = context.kit, context.devices.label(verb) if verb else ""
    cap = kit.size_of(keycap(kit, key))[0] + 8 if key else 0
    return kit.text_size(label, MIN_LABEL_SIZE, "head")[0] + cap + 24


def two_widths(context: Context, room: float, first: tuple[str, Verb], second: tuple[str, Verb]) -> tuple[float, float]:
    """Return the widths of two buttons side by side: half the room each, if that fits; without their keys, if not."""
    least = [needed_width(context, *button) for button in (first, second)]
    if sum(least) > room + STANDS_OUT:
        least = [needed_width(context, label, None) for label, _ in (first, second)]
    right = max(least[1], min(room / 2, room - least[0]))
    return max(least[0], room - right), right


def places_over(context: Context, main: Rect, first: tuple[str, Verb], second: tuple[str, Verb]) -> tuple[Rect, Rect]:
    """Return the places of two smaller buttons, side by side above the main button; the first is further from it."""
    (left, right), flip = two_widths(context, main.w - 8, first, second), context.kit.flip
    place = Rect(flip(main).right - right, main.y - main.h - 9, right, main.h)
    return flip(Rect(place.x - 8 - left, place.y, left, main.h)), flip(place)


def speed_button(context: Context, press: Press) -> Button:
    """Return the button that changes the speed. Its place is set later."""
    label = tr(SPEED_LABELS[context.settings.speed])
    width = max(40 + 98 * context.kit.text_scale, context.kit.text_size(label, MIN_LABEL_SIZE, "head")[0] + 34)
    return Button("speed", label, press, size=16).placed(Rect(0, 0, width, 0))


def room_between(widgets: list[Widget]) -> tuple[float, float]:
    """Return the left and right ends of the free room between the buttons of the top bar."""
    buttons = [button for button in widgets if isinstance(button, Button)]
    edges = [(one.rect.right, other.rect.x) for one, other in pairwise(sorted(buttons, key=lambda b: b.rect.x))]
    left, right = max(edges, key=lambda gap: gap[1] - gap[0])
    return left + 14, right - 14


def play_button(context: Context, board: Board, act: Callable[[Any], Transition]) -> Button:
    """Return the main button. It names the chosen play, which `act` does, or says whose turn it is."""

    def press() -> Transition:
        main = board.main_button()
        return act(main.action) if main and main.action is not None else None

    main = board.main_button()
    label = main.label if main else tr("Your turn") if board.turn else tr("Please wait")
    return main_button(context, board, label, press, main is not None and main.action is not None)


def main_button(context: Context, board: Board, label: str, press: Press, can: bool = True) -> Button:
    """Return a main button of a match in progress, at its place."""
    key = context.devices.label(Verb.PLAY)
    return Button("play", label, press, Verb.PLAY, key, primary=can, enabled=can, size=17).placed(board.main_place)


def results_button(context: Context, board: Board, press: Press) -> Button:
    """Return the main button once the game is over."""
    key = context.devices.label(Verb.PLAY)
    return Button("results", tr("Results"), press, Verb.PLAY, key, primary=True).placed(board.main_place)


def done_button(context: Context, board: Board, press: Press, may: bool) -> Button:
    """Return the main button at the end of a turn. Its key differs from the one that plays, to prevent mistakes."""
    label, key = tr_context("of a player", "Done"), context.devices.label(Verb.CONFIRM)
    return Button("done", label, press, key=key, primary=may, size=17).placed(board.main_place)


def undo_and_hint(context: Context, board: Board, undo: Press, can_undo: bool, hint: Button) -> list[Button]:
    """Return the two smaller buttons above the main button: the one that takes back, and the one that asks for help."""
    left, right = places_over(context, board.main_place, (tr("Undo"), Verb.UNDO), (hint.label, Verb.HINT))
    key = context.devices.label(Verb.UNDO)
    return [Button("undo", tr("Undo"), undo, Verb.UNDO, key, enabled=can_undo).placed(left), hint.placed(right)]


# -- menu


ORIGIN = 14.0
"""Text size of the plate that says what the match counts for."""
MOST_RULES = 180.0
"""Maximum width of the button that names the rules in force, at the usual text size."""


class TableMenu(TablePart):
    """The buttons along the top of a table, which lead to the menu, the log and the rules."""

    def __init__(self, scene: TableScene, match: Match, coach: Coach) -> None:
        super().__init__(scene)
        self.match, self.coach = match, coach

    def pause(self) -> Transition:
        """Open the menu or, if the match is not saved, leave the table."""
        if self.scene.leave_label:
            return Pop()
        self.scene.suspend()
        change_devices = None if self.match.outcome else self.scene.change_devices
        return Push(routes.PAUSE(self.context, self.match, self.coach, change_devices))

    def cancel(self) -> Transition:
        """Do what Esc does: put the coach's note away or, if there is none, open the menu."""
        return None if self.coach.dismiss() else self.pause()

    def rules(self) -> Transition:
        self.scene.suspend()
        return Push(routes.RULES(self.context, self.match.game.name, self.match.header.options))

    def log(self) -> Transition:
        self.scene.suspend()
        return Push(routes.LOG(self.context, self.match))

    def leave(self) -> None:
        """Close the match, because its table is being left."""
        self.scene.suspend()
        self.context.worker.cancel()
        self.context.library.close(self.match)
        self.context.audio.ambience(None)

    def bar(self, second: Button | None, caption_room: tuple[float, float]) -> list[Widget]:
        """Return the buttons along the top: the menu and `second` at the left, the log and the rules at the right.

        On a mirrored table it is the reverse. `caption_room`: see `Board.caption_room`.
        """
        context, label = self.context, tr(self.scene.leave_label or mark("Menu"))
        text, right = context.kit.text_scale, context.kit.width - 24
        menu = max(52 + 66 * text, needed_width(context, label, Verb.CANCEL))
        rules = max(40 + 72 * text, needed_width(context, tr("Rules"), Verb.RULES))
        log = max(36 + 54 * text, needed_width(context, tr("Log"), Verb.LOG))

        def place(x: float, width: float) -> Rect:
            return context.kit.flip(Rect(x, 18, width, 24 + 14 * text))

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
        """Return the button that names the rules that differ from the usual ones, or None if there are none."""
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
        """Show the rules that differ from the usual ones, each with its description."""
        self.scene.suspend()
        rules = rules_in_force(self.match.header)
        text = "\n".join(labelled(name, full_stop(help)) for name, help in rules)
        return Push(Notice(self.context, tr("Rules in play"), text, ((tr("All rules"), self.rules), (GOOD, None))))

    def _origin(self, caption_room: tuple[float, float]) -> list[Widget]:
        """Return the plate below the bar that says what the match counts for, if that is not as usual."""
        words, kit, (first, last) = self._counts_for(), self.context.kit, caption_room
        if not words:
            return []
        width, height = kit.text_size(words, ORIGIN)[0] + 24, 12 + 14 * kit.text_scale
        place = Rect((first + last - width) / 2, 33 + 24 * kit.text_scale, width, height)
        if self.match.game.live:  # the clock is in the middle
            place.x = kit.flip(Rect(24, place.y, width, height)).x

        def draw(stage: Stage) -> None:
            plate = kit.plate(width, height, (*kit.theme.night, 200), rim, 1, height / 2)
            stage.blit(plate, place.x, place.y)
            stage.blit_centred(kit.text(words, ORIGIN), *place.center)

        rim = kit.theme.brass if is_counted(self.match.header) else kit.theme.rim
        return [PagePart("origin", place, Semantics(Role.TEXT, words), draw, Group("origin", tr("This game")))]

    def _counts_for(self) -> str:
        """Return in words that this is the counted try at a daily deal, or that the match does not count; or ""."""
        if changes := takeover_words(self.match.record):
            return tr("{changes} · not counted", changes=changes[-1])
        if where := branch_words(self.match.record):
            # Translators: {where} is "from turn 12" or "from 1:25".
            return tr("Continued {where} · not counted", where=where)
        if is_counted(self.match.header):
            return tr("Counts · no hints")
        return tr("Practice · not counted") if date_of(self.match.header) else ""


# -- plays


CHOICES = frozenset((Verb.PICK, Verb.ALIKE, Verb.PLACE, Verb.FINISH))
"""Verbs of keys that act on the player's choice rather than press a button."""


class Plays(TablePart):
    """The plays of the player at the screen."""

    def __init__(self, scene: TableScene, match: Match) -> None:
        super().__init__(scene)
        self.match = match
        self.finisher: Seat | None = None
        """The player for whom the rest of the turn is played automatically; None: nobody."""

    def act(self, action: Any) -> Transition:
        """Do an action of the player. Ask for confirmation if there is a choice and the settings say so."""
        turn = self.board.turn
        assert turn
        if not self.context.settings.ask_first or len(turn.actions) < 2:
            return self._do(action)
        play = self.match.game.propose(turn.view, Advice(action, ""), self.match.names)
        words = tr("{play}.", play=sentence(play)) if play else ""
        answers = ((tr("Yes"), lambda: self._do(action)), (tr("Back"), None))
        return Push(Notice(self.context, tr("Are you sure?"), words, answers))

    def _do(self, action: Any) -> Transition:
        turn = self.board.turn
        assert turn
        try:
            self.scene.do(turn.seat, action)
        except IllegalAction as error:
            self.context.audio.play("refuse")
            turn.say(reason_sentence(str(error)))
        return None

    def choose(self, intent: Intent, focused: Widget | None) -> Transition:
        """Do what a verb of `CHOICES` means."""
        match intent.verb:
            case Verb.PICK:
                self.context.reply(self.board.pick(int(intent.text)))
            case Verb.ALIKE:
                self.context.reply(self.board.pick_alike(focused))
            case Verb.PLACE:
                return self._play_to(PLACE_KEYS.index(intent.text), ends=bool(intent.amount))
            case Verb.FINISH:
                return self._finish()
        return None

    def put_down(self) -> None:
        """Cancel the choice. While others play there is none, and their cards may be moving."""
        if self.board.turn:
            self.board.clear_selection()
            self.board.begin_turn(self.board.turn)

    def go_on(self, seat: Seat) -> bool:
        """Press the main button in a new turn of the `finisher`; return whether this was done."""
        finisher, self.finisher = self.finisher, None
        main = self.board.main_button()
        if finisher != seat or main is None or main.action is None:
            return False
        self._finish()
        return True

    def _finish(self) -> Transition:
        """Do the chosen action and then whatever the main button offers, until the turn of the player is over."""
        main = self.board.main_button()
        if main is None or main.action is None:
            self.context.reply(self.board.why_no_play())
            return None
        assert self.board.turn
        self.finisher = self.board.turn.seat
        return self.act(main.action)

    def _play_to(self, number: int, ends: bool) -> Transition:
        """Do the chosen action at the place with this number. `ends`: then finish the turn."""
        assert self.board.turn
        seat, done = self.board.turn.seat, self.board.play_to(number)
        if ends and self.board.turn is None:
            self.finisher = seat
        elif ends and self.board.aims_at(number):
            return self._finish()
        return done


def why_no_undo(match: Match, humans: list[Seat]) -> str:
    """Return why the players at the screen cannot take back anything now."""
    entries = match.record.effective()
    last = entries[-1].seat if entries else None
    if last is None:
        return tr("There's nothing to take back yet.")
    if last in humans and entries[-1].is_by_clock:
        return tr("Time was up: what a bot has played for somebody can't be taken back.")
    if last in humans:
        return reason_sentence(SEEN_SINCE)
    return tr("{name} made the last play, and you can only take back one of your own.", name=match.names[last])
