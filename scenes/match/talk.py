"""What is said at a table: the narrator, the recap, and the remarks of the characters."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile
from typing import Any

from topping_out.game.city import Remark, Talk, remembrance
from topping_out.game.engine import CardsDrawn, Outcome, Seat, sentences_of
from topping_out.game.language import mark, tr, tr_label
from topping_out.game.match import Match, Played, SeenEvent, time_up_words
from topping_out.game.text import paragraph

from ..accessibility.semantics import Role, Semantics
from ..devices.intents import Verb
from ..kit.kit import Kit
from ..kit.plates import (
    MORE,
    draw_message,
    draw_remark,
    fits_message,
    keycap,
    message_height,
    message_place,
    remark_height,
    seat_sign,
    sentences_within,
    words_height,
)
from ..kit.stage import Stage
from ..manager import Push, Transition
from ..system.context import Context
from ..ui.column import PANEL_EDGE, Dialog
from ..ui.layout import Rect, Widget
from ..ui.widgets import Button
from .scene import TablePart, TableScene, Viewer

# -- narrator


@dataclass(frozen=True, slots=True)
class Telling:
    """What a seat did in a turn, in sentences."""

    full: Sequence[str]
    short: Sequence[str]
    """Without what is told of a draw, for instance, where there is little room."""


class Narrator(TablePart):
    """Puts the events of a match into words, and announces them to listeners."""

    def __init__(self, scene: TableScene, match: Match, viewer: Viewer) -> None:
        super().__init__(scene)
        self.match, self.viewer = match, viewer

    def happened(self, seat: Seat | None, events: list[Any], seen: Sequence[SeenEvent]) -> None:
        self.context.announcer.say(self.announcement(seat, events, seen))

    def describe(self, events: Sequence[Any]) -> str:
        """Return what has just happened, for the lower left of the table."""
        return paragraph(sentences_of(self.match.game, self.board.told(events, "message"), self.match.names))

    def last_turns(self) -> list[Telling]:
        """Return what each other seat did since the viewer's last action, or that action if it is the last."""
        steps, seat = self.match.steps, self.viewer.seat
        if seat is not None and steps and steps[-1].entry.seat == seat:
            turns = [self._done_by_clock(steps) or steps[-1:]]
        else:
            since = steps if seat is None else self.viewer.steps_since(seat)
            turns = [[*turn] for _, turn in groupby(since, lambda step: step.entry.seat)]
            if seat is None:
                turns = turns[-1:]
            else:
                turns.insert(0, self._done_by_clock(self.viewer.steps_until(seat)))
        told = (Telling(self._sentences_about(turn, seat), self._sentences_about(turn, seat, True)) for turn in turns)
        return [turn for turn in told if turn.full]

    def _done_by_clock(self, steps: Sequence[Played]) -> list[Played]:
        """Return the last steps of these, as far as a bot did them because the time of one player was up."""
        seat = steps[-1].entry.seat if steps else None
        done = takewhile(lambda step: step.entry.is_by_clock and step.entry.seat == seat, reversed(steps))
        return [*done][::-1]

    def announcement(self, seat: Seat | None, events: list[Any], seen: Sequence[SeenEvent]) -> str:
        """Return the announcement of an action, as detailed as the settings ask for."""
        is_own, settings = seat == self.viewer.seat, self.context.settings
        amount = settings.announcements if is_own else settings.others_said
        time_up = time_up_words(self.match.steps, len(self.match.steps) - 1, self.match.names)
        if amount == "off":
            return time_up
        told = self.board.told(events, "short" if amount == "short" else "full")
        details = self.board.details(seen) if is_own or amount == "full" else ()
        return paragraph([time_up, self.describe(told), *details])

    def recap(self, seat: Seat) -> list[str]:
        """Return sentences that tell what happened since a seat's last turn, and that turn if its time was up."""
        by_clock = self._done_by_clock(self.viewer.steps_until(seat))
        return self._sentences_about(by_clock, seat) + self._sentences_about(self.viewer.steps_since(seat), seat)

    def _sentences_about(self, part: Sequence[Played], listener: Seat | None, is_short: bool = False) -> list[str]:
        """Return sentences about some steps, with the names of those who played then.

        What the listener draws in a turn of somebody else is left out.
        """
        match, board = self.match, self.board
        first = next((number for number, step in enumerate(match.steps) if part and step is part[0]), 0)
        found = list[str]()
        for number, step in enumerate(part, first):
            events = board.told(step.events, "message")
            events = board.told(events, "short") if is_short else events
            if step.entry.seat != listener:
                events = [event for event in events if not (isinstance(event, CardsDrawn) and event.seat == listener)]
            time_up = time_up_words(match.steps, number, match.names_at(number))
            found += [*([time_up] if time_up else []), *sentences_of(match.game, events, match.names_at(number))]
        return found


# -- remarks


SHORTEST, PER_LETTER = 2600.0, 45.0
"""Milliseconds for which a remark is shown: the minimum, and for each letter."""
GAP = 6.0
"""Logical units between a remark and the message below it."""


class Remarks(TablePart):
    """What the characters say during a match, unless remarks are switched off."""

    def __init__(self, scene: TableScene, match: Match) -> None:
        super().__init__(scene)
        context = self.context
        self._match, self._players = match, match.header.seats
        self._talk = Talk(self._players)
        self._now: Remark | None = None
        self._left = 0.0
        self._greeting = remembrance(context.library.finished(), match.header) or self._talk.greet()
        past: list[Any] = []
        for step in match.steps:  # do not repeat what was said before the match was left
            self._greeting = None
            self._talk.hear(self._moments(step.events, past))

    def _moments(self, events: Sequence[Any], past: list[Any]) -> list[Any]:
        """Return the moments in events, and add these to those of the `past`."""
        found = list[Any]()
        for event in events:
            found += self.board.moments(event, past)
            past.append(event)
        return found

    def enter(self) -> None:
        """Greet the players, unless the match is being continued."""
        self._make(self._greeting)

    def happened(self, seat: Seat | None, events: list[Any], seen: Sequence[SeenEvent]) -> None:
        """Let the characters hear of the events of an action."""
        past = [event for step in self._match.steps[:-1] for event in step.events]
        self._make(self._talk.hear(self._moments(events, past)))

    def ended(self, outcome: Outcome) -> None:
        self._make(self._talk.conclude(outcome))

    def _make(self, remark: Remark | None) -> None:
        if remark is None or not self.context.settings.remarks:
            return
        self._now, self._left = remark, max(SHORTEST, PER_LETTER * len(remark.line))
        name = tr_label(self._players[remark.seat].name)
        # Translators: a character at the table says something.
        if self.context.settings.remarks_said == "full":
            self.context.announcer.say(tr("{name}: “{line}”", name=name, line=tr(remark.line)))

    @property
    def is_still(self) -> bool:
        return self._now is None or self._left <= 0

    def update(self, ms: float) -> None:
        if not self.board.narrations:
            self._left -= ms

    @property
    def _words(self) -> str:
        return tr("“{line}”", line=tr(self._now.line)) if self._now and self._left > 0 else ""

    def covers(self, message: str) -> bool:
        """Return whether the current remark leaves no room for a message below it."""
        words, most, width = self._words, self.board.message_lines, self.board.message_width
        if not words or not message:
            return False
        kit = self.board.kit
        high = message_height(kit, message, width, most) + GAP + remark_height(kit, words, width)
        return high > words_height(kit, most)

    def draw(self, stage: Stage, message: str) -> None:
        """Draw a message at the lower left with the current remark above it; if both do not fit, only the remark."""
        board, seat = self.board, self._now.seat if self._now else None
        key = board.looks, message, seat, self._words, board.message_width, board.message_lines, board.message_foot
        stage.layer("last words", key, lambda: self._paint(stage, message))

    def _paint(self, stage: Stage, message: str) -> None:
        board, kit = self.board, self.board.kit
        width, most, foot = board.message_width, board.message_lines, kit.height - board.message_foot
        is_covered = self.covers(message)
        if (words := self._words) and self._now:
            under = message_height(kit, message, width, most) + GAP if message and not is_covered else 0.0
            draw_remark(stage, kit, seat_sign(self._players, self._now.seat), words, width, foot - under)
        if message and not is_covered:
            draw_message(stage, kit, message, width, most, board.message_foot)


# -- recap


TITLE = mark("Since your last turn")
EARLIER = MORE.strip()
"""Stands for the first sentences of a message, where they are left out."""
OVER_WORDS = 11.0
"""How far the sign of the key may reach into the plate, above the first line of text."""


class MessagePlate(Button):
    """The plate of the last words at the lower left. Pressing it opens the recap."""

    def __init__(self, place: Rect, last: LastWords, key: str) -> None:
        super().__init__("recap", tr(TITLE), last.open_recap, Verb.RECAP, key)
        self.rect = place
        self.last, self.words = last, last.shown

    @property
    def radius(self) -> float:  # type: ignore[override]
        return 10.0

    def semantics(self) -> Semantics:
        return Semantics(Role.BUTTON, self.label, description=self.words, key=self.key)

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        """Draw the key only; `LastWords` draws the words."""
        r = self.rect
        if self.last.is_covered:
            return
        if hovered:
            stage.blit(kit.outline(r.w, r.h, kit.theme.mist, 1.4, 10), r.x, r.y)
        if self.key:
            cap = keycap(kit, self.key)
            wide, high = kit.size_of(cap)
            stage.blit_centred(cap, r.right - 6 - wide / 2, min(r.y + 1, r.y + OVER_WORDS - high / 2))


class LastWords(TablePart):
    """The last message, at the lower left of a table, below the remark of a character."""

    def __init__(self, scene: TableScene, narrator: Narrator, remarks: Remarks) -> None:
        super().__init__(scene)
        self.narrator, self.remarks = narrator, remarks
        self.message: str | Sequence[Telling] = narrator.last_turns()
        """The last message: a text, or what each seat did."""
        self._comment, self._before = "", ""
        self._commented: Hashable = None
        """The choice of a play that `_comment` is about. The comment is shown as long as this is chosen."""

    def show(self, text: str) -> None:
        self.message, self._comment = text, ""

    def comment(self, text: str) -> None:
        """Show a text on what is chosen now, until something else is."""
        self._comment, self._commented = text, self.board.choice

    def happened(self, seat: Seat | None, events: list[Any], seen: Sequence[SeenEvent]) -> None:
        self.message, self._comment = self.narrator.last_turns(), ""

    @property
    def _message(self) -> str | Sequence[Telling]:
        is_current = self._comment and self._commented == self.board.choice
        return self._comment if is_current else self.message

    @property
    def text(self) -> str:
        """The last message."""
        return _whole(self._message)

    def update(self, ms: float) -> None:
        """Lay the table out again when the reply to a key has changed."""
        before, self._before = self._before, self.context.last_reply.text
        if before != self._before:
            self.scene.rebuild()

    @property
    def _shown_message(self) -> str | Sequence[Telling]:
        """The reply to the last key, or else the last message."""
        return self.context.last_reply.text or self.context.library.problem or self._message

    @property
    def shown(self) -> str:
        """All of it, as a text."""
        return _whole(self._shown_message)

    @property
    def written(self) -> str:
        """The part of it that fits at the current text size: a text's first sentences, or of turns the last ones."""
        board, message = self.board, self._shown_message
        kit, width, most = board.kit, board.message_width, board.message_lines
        texts = [message] if isinstance(message, str) else [*_ever_shorter(message)]
        whole = next((text for text in texts if fits_message(kit, text, width, most)), None)
        return sentences_within(kit, texts[-1], width, most) if whole is None else whole

    @property
    def is_covered(self) -> bool:
        """Whether a remark is shown in place of the message."""
        return self.remarks.covers(self.written)

    def widgets(self, laid: Sequence[Widget]) -> Sequence[Widget]:
        """Return the plate, while a match is in progress and a player is at the screen."""
        viewer, board, kit = self.narrator.viewer, self.board, self.board.kit
        is_off = viewer.seat is None or viewer.match.outcome or board.narrations
        if is_off or not self.shown:
            return []
        high = message_height(kit, self.written, board.message_width, board.message_lines)
        place = message_place(kit, board.message_width, high, board.message_foot)
        return [MessagePlate(place, self, self.context.devices.label(Verb.RECAP))]

    def open_recap(self) -> Transition:
        """Open the recap: what happened since the player's last turn, and the whole last message if it was cut."""
        seat = self.narrator.viewer.seat
        assert seat is not None
        message = self._shown_message
        more = [message] if isinstance(message, str) and self.written != message else []
        return Push(RecapDialog(self.context, [*self.narrator.recap(seat), *more]))

    def draw(self, stage: Stage) -> None:
        if not self.board.narrations:
            self.remarks.draw(stage, self.written)


def _whole(message: str | Sequence[Telling]) -> str:
    return message if isinstance(message, str) else paragraph(words for turn in message for words in turn.full)


def _ever_shorter(turns: Sequence[Telling]) -> Iterator[str]:
    """Yield texts that tell the turns: in full, in short, then with fewer and fewer of the first sentences."""
    short = [words for turn in turns for words in turn.short or turn.full]
    yield _whole(turns)
    yield paragraph(short)
    for first in range(1, len(short)):
        yield paragraph([EARLIER, *short[first:]])


class RecapDialog(Dialog):
    """The sentences since the player's last turn; if not all fit, the last ones."""

    heading = TITLE
    width = 720.0

    def __init__(self, context: Context, sentences: Sequence[str]) -> None:
        super().__init__(context)
        self.sentences = sentences

    @property
    def text(self) -> str:  # type: ignore[override]
        wide = min(self.kit.width - 60, self.kit.wide(self.width)) - 2 * PANEL_EDGE
        room = int((self.kit.height - 190 - self.kit.line(18)) // self.kit.line(17))
        shown: list[str] = []
        for sentence in reversed(self.sentences):
            room -= len(self.kit.wrap(sentence, wide, 17))
            if room < 0 and shown:
                break
            shown.insert(0, sentence)
        return "\n".join(shown) or tr("Nothing has happened since.")

    def buttons(self) -> list[Button]:
        return [Button("close", tr("Close"), self.cancel, primary=True)]
