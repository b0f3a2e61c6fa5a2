"""The table of IceTowers: it moves the pieces to their places in the view, and draws everything.

First come its words: moments for the characters, refusals and results.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeGuard

import pygame

from topping_out.game.engine import Outcome, Seat
from topping_out.game.icetowers.actions import Action, Capped, Event, WasSetDown, WasSplit
from topping_out.game.icetowers.results import TitleKind, count_up, titles
from topping_out.game.icetowers.state import COLOUR_OF, PER_COLOUR, Phase, PieceId, View
from topping_out.game.language import mark, tr, tr_count
from topping_out.game.record import Header
from topping_out.game.roster import Moment
from topping_out.game.text import dots, full_stop, labelled, listed_players, paragraph, reason_sentence

from ..devices.intents import Verb
from ..kit.kit import Kit
from ..kit.sprites import Motion, linear
from ..kit.stage import Stage
from ..match.board import Board, MainButton, Results, Turn
from ..system.context import Context
from ..ui.layout import Rect, Widget
from . import animator, drawing, spoken
from .animator import Animator, Layout
from .art import Colours, Piece, RefusalNote, SpeechBubble
from .counting import Counting
from .cursors import Cursor, KeyCursor
from .drawing import Ice, draw_ground, draw_held, draw_pieces, draw_stalls, draw_worths, fade_what_hides
from .spoken import SpokenTable

# -- moments


MIN_REMARKED_WORTH = 5
"""Least worth of a captured tower on which characters comment."""


def moments_of(event: Event, past: Sequence[Event]) -> list[tuple[Seat, Moment]]:
    """Return the moments for the characters' comments in an event, each with the seat that comments."""
    match event:
        case Capped(seat, _, _, taken_from, worth) if taken_from != seat and worth >= MIN_REMARKED_WORTH:
            return [(taken_from, "hurt"), (seat, "attacks")]
    return []


# -- refusals


_REFUSALS = {
    "one hand, one piece: first play the one you're holding": mark("hand full"),
    "you aren't holding a piece": mark("hand empty"),
    "this piece isn't yours to lift": mark("not yours"),
    "only a free-standing piece can be lifted: this one is part of a tower": mark("part of a tower"),
    "somebody is holding this piece": mark("gone"),
    "there's no such piece": mark("gone"),
    "you can only mine your own pieces": mark("not yours"),
    "this is your free-standing piece: lift it instead": mark("lift it"),
    "this is the ghost's free-standing piece: lift it instead": mark("lift it"),
    "you can't mine a tower that has your own piece on top": mark("already yours"),
    "you can't mine a tower that has the ghost's piece on top": mark("the ghost is on top"),
    "to mine, you need two of your pieces in the tower": mark("needs two of yours"),
    "to mine, you need two of the ghost's pieces in the tower": mark("needs two of the ghost's"),
    "there's no piece above this one": mark("nothing to split"),
    "there's nothing to split here": mark("nothing to split"),
    "a tower can only be split between two pieces of the same colour": mark("two colours"),
    "you can't split your own colour": mark("your own colour"),
    "a mined piece must cap a different tower": mark("another tower"),
    "your colour is on top already": mark("already yours"),
    "the ghost's colour is on top already": mark("already the ghost's"),
    "the ghost never caps a free-standing piece": mark("no tower yet"),
    "a medium piece can't cap a small one": mark("too large"),
    "a large piece can't cap a small one": mark("too large"),
    "a large piece can't cap a medium one": mark("too large"),
    "this tower is gone": mark("gone"),
    "a mined piece must cap a tower if it can cap any": mark("must cap"),
    "play hasn't begun": mark("not yet"),
    "it isn't your turn": mark("not your turn"),
    "everybody is ready": mark("ready"),
    "play has already begun": mark("play has begun"),
    "you're already ready": mark("already ready"),
    "touch a piece of your own colour": mark("your own colour"),
    "play the piece in your hand first": mark("hand full"),
    "that spot is off the table": mark("off the ice"),
}
"""Short words for the reasons that the rules give."""


def word_of(reason: str) -> str:
    """Return a short word for a reason, or the reason itself if there is none."""
    return tr(_REFUSALS.get(reason, reason))


# -- results


_HOW_IT_ENDED = {
    "agreed": mark("Everyone agreed there was nothing left to play."),
    "no moves": mark("Nobody had a move left."),
    "showdown": mark("It came to a final showdown."),
    "timer": mark("The timer rang."),
}
"""Sentences by the reason of the outcome."""


def how_it_ended(outcome: Outcome) -> str:
    return tr(_HOW_IT_ENDED[outcome.reason])


def ghosts_headline(view: View, colours: Colours) -> str:
    """Return a headline with the winners if the ghost has won, alone or with others (I11); "" if it has not."""
    ghost = view.variant.ghost_colour
    if ghost not in view.leaders:
        return ""
    won = [colours.players[seat].name for seat in view.outcome.winners] if view.outcome else []
    if not won:
        return tr("The ghost topped out")
    # Translators: {names} is a list such as "Ana and Ben".
    return tr("{names} topped out", names=listed_players([*won, tr("the ghost")]))


def result_rows(view: View, colours: Colours, events: Sequence[Event]) -> Iterator[Sequence[str]]:
    """Yield the headings, then a row for each colour. `events` are those of the whole game."""
    plays = Counter(event.seat for event in events if is_play(event))
    caps = [event for event in events if isinstance(event, Capped)]
    minutes = 0.0 if view.began is None or view.in_turns else (view.ms - view.began) / 60_000
    pace = tr("Plays a minute") if minutes else tr("Plays")
    yield "", tr("Score"), pace, tr("Tallest tower"), tr("Best cap"), tr("Pieces lost")
    for count in count_up(view):
        colour = count.colour
        made = plays[colour] / minutes if minutes else plays[colour]
        best = max((cap.worth for cap in caps if COLOUR_OF[cap.piece] == colour), default=0)
        kept = sum(tower.count(colour) for tower in count.towers) + sum(COLOUR_OF[p] == colour for p in count.held)
        tallest = max((len(tower.pieces) for tower in count.towers), default=0)
        is_seat = colours.is_seat(colour)
        cells = str(round(made)) if is_seat else "–", str(tallest), str(best), str(PER_COLOUR - kept)
        yield colours.name(colour), str(count.total), *cells


TITLES = {
    TitleKind.CAPS: mark("Most caps"),
    TitleKind.HOLD: mark("Longest hold"),
    TitleKind.SPLIT: mark("Best split"),
    TitleKind.CAP: mark("Best cap"),
    TitleKind.TOWERS: mark("Most towers"),
    TitleKind.TALL: mark("Tallest tower"),
    TitleKind.DEPTH: mark("Deepest mine"),
    TitleKind.MINES: mark("Most mines"),
    TitleKind.SPLITS: mark("Most splits"),
    TitleKind.FIRST: mark("First cap"),
    TitleKind.LAST: mark("Last cap"),
}


def titles_of(events: Sequence[Event], seats: int) -> dict[Seat, str]:
    """Return what each player was best at, such as "Most caps: 14". `events` are those of the whole game."""
    return {seat: _title(kind, figure) for seat, (kind, figure) in titles(events, seats).items()}


def _title(kind: TitleKind, figure: int) -> str:
    match kind:
        case TitleKind.FIRST | TitleKind.LAST:
            return tr(TITLES[kind])
        case TitleKind.HOLD:
            words = tr_count("{number} play", "{number} plays", figure)
        case TitleKind.SPLIT | TitleKind.CAP:
            words = tr_count("{number} pip", "{number} pips", figure)
        case TitleKind.TALL | TitleKind.DEPTH:
            words = tr_count("{number} piece", "{number} pieces", figure)
        case _:
            words = str(figure)
    return labelled(tr(TITLES[kind]), words)


def titles_told(titles: Mapping[Seat, str], colours: Colours) -> str:
    """Return the players' titles as sentences."""
    return paragraph(full_stop(dots((colours.name(seat), title))) for seat, title in sorted(titles.items()))


def is_play(event: Event) -> TypeGuard[Capped | WasSplit | WasSetDown]:
    """Return whether an event completes a play. Putting back a lifted piece does not."""
    return isinstance(event, (Capped, WasSplit)) or (isinstance(event, WasSetDown) and event.mined)


# -- board


FADE = 160.0
"""Milliseconds in which pieces fade that hide a tower at a cursor."""


class IceTowersBoard(Board):
    """The table of IceTowers."""

    ambience = "ice"
    moments = staticmethod(moments_of)
    view: View

    def __init__(
        self,
        context: Context,
        header: Header,
        motion: Motion,
        view: View,
        is_live: bool = False,
        is_taught: bool = False,
        **more: Any,
    ) -> None:
        """`is_live` is whether the game is being played; otherwise it is shown step by step, with buttons instead of
        the clock. `is_taught` is whether there is a coach, who needs room for notes."""
        super().__init__(context, header, motion, view, **more)
        self.view, self.is_live, self.is_taught = view, is_live, is_taught
        self.animator = Animator(motion, context.audio)
        self.bubbles: dict[Seat, SpeechBubble] = {}
        self.cursors: dict[Seat, Cursor] = {}
        """The cursors of the players at the screen."""
        self.positions: dict[Seat, tuple[float, float]] = {}
        """The place of every cursor, including the bots', in logical units."""
        self.at_left: frozenset[Seat] = frozenset()
        """The seats whose cursor is drawn at the left of its place, as another one is at the right."""
        self.labels: dict[Seat, str] = {}
        """The device of each player at the screen, for the seat's plate."""
        self.key_signs: dict[Seat, Mapping[Verb, str]] = {}
        """The labels of the keys or buttons of each player who uses some."""
        self.rests: dict[Seat, float] = {}
        """The remaining share of each player's rest (see `Handicap`)."""
        self.refusals: dict[Seat, RefusalNote] = {}
        """The latest refusals, by player."""
        self.notice = ""
        """A notice for the players before the start."""
        self.counted: Counting | None = None
        """The counting, shown instead of the table behind the results."""
        self.clock = 0.0
        self.suggested: tuple[Action, ...] = ()
        """The actions of a hint, in order, which are marked on the table."""
        self.resuming = 0.0
        """Milliseconds until the clock runs again after a pause."""
        self.spoken = SpokenTable()
        """The table in words, for players who listen."""
        self.is_noted = False
        """Whether a note of the coach is shown at the foot."""
        self.layout = self._laid_out(context.kit)
        self.animator.settle(view, self.layout, {})

    @property
    def mood(self) -> int:
        """The mood for the music: tense in the last ten seconds, or after the last call."""
        view = self.view
        if view.began is None:
            return 0
        if view.last_call is not None or (view.rings is not None and view.rings - view.ms <= 10_000):
            return 2
        return 1 if view.ms - view.began > 20_000 else 0

    @property
    def pieces(self) -> Mapping[PieceId, Piece]:
        return self.animator.pieces

    @property
    def colours(self) -> Colours:
        return Colours(self.kit.theme, self.header.seats, self.context.settings.patterns)

    def name(self, seat: Seat) -> str:
        return self.colours.name(seat)

    # -- views

    def sync(self, view: View) -> None:
        self.view, self.counted = view, None
        self.arrange()

    def is_synced(self, view: View) -> bool:
        return self.view == view

    def deal(self, view: View) -> None:
        """Scatter the pieces over the ice."""
        self.sync(view)
        self.animator.scatter()

    def arrange(self) -> None:
        """Move every piece to its place in the view."""
        self.animator.arrange(self.view, self.layout, self.positions)

    # -- events

    def animate(self, event: Any, view: View) -> None:
        """Play the sound of an event. The pieces move in `sync`."""
        self.animator.sound(event, self.kit)
        self.motion.then(lambda: None, hold=40)

    def refuse(self, seat: Seat, reason: str) -> None:
        """Shake the piece that cannot be played, and show the reason in the bar."""
        self.refusals[seat] = RefusalNote(reason_sentence(reason), word_of(reason))
        self.context.audio.play("refuse")
        held, cursor = self.view.hands[seat], self.cursors.get(seat)
        meant = held.piece if held else cursor.spot.piece if cursor and cursor.spot else None
        if meant is not None:
            self.animator.shake(meant)

    # -- the Board's interface for scenes that show a game step by step

    def begin_turn(self, turn: Turn) -> None:
        self.turn = turn

    def end_turn(self) -> None:
        self.turn = None

    def widgets(self) -> list[Widget]:
        """Return the elements to be read, if a screen reader or voice is in use. Cursors do not need widgets."""
        if not self.context.announcer.is_heard:
            return []
        return self.spoken.widgets(self.view, self.layout, self.colours, self._status)

    def _status(self, seat: Seat) -> str:
        return animator.status(self.view, seat, self.header.seats[seat], self.labels.get(seat, ""))[0]

    def _lines(self, seat: Seat) -> Sequence[str]:
        """Return alternatives for the line under a seat's name: what the keys do, or the seat's status."""
        cursor, signs = self.cursors.get(seat), self.key_signs.get(seat)
        inside = isinstance(cursor, KeyCursor) and cursor.inside
        strip = animator.keys_strip(self.view, seat, signs, inside) if signs and self.is_live else ()
        return (*strip, *animator.status(self.view, seat, self.header.seats[seat], self.labels.get(seat, "")))

    def main_button(self) -> MainButton | None:
        return None

    @property
    def main_place(self) -> Rect:
        return self.layout.done

    def suggest(self, action: Any, then: Any = None) -> None:
        self.suggested = (action,) if then is None else (action, then)

    def clear_selection(self) -> None:
        self.suggested = ()

    def _laid_out(self, kit: Kit) -> Layout:
        return Layout(kit, len(self.header.seats), not self.is_live or self.is_captioned, self.is_taught)

    @property
    def note_place(self) -> Rect | None:
        return self.layout.words if self.is_taught else None

    def resize(self, kit: Kit) -> None:
        self.layout = self._laid_out(kit)
        self.animator.settle(self.view, self.layout, self.positions)

    @property
    def text_areas(self) -> list[Rect]:
        clock, words = drawing.clock_place(self.ice, self.is_live), self._words
        return [clock, drawing.words_place(self.ice, words)] if words else [clock]

    @property
    def message_width(self) -> float:
        return 430.0

    @property
    def message_foot(self) -> float:
        return 16.0 if self.counted else self.layout.bar + 8  # after the counting, the plates are above the message

    # -- for screen readers and the voice

    def describe_scores(self, view: View) -> str:
        return spoken.describe_scores(view, self.names)

    def describe_hand(self, view: View) -> str:
        return spoken.describe_hand(view, self.spoken.player)

    def describe_towers(self, view: View) -> str:
        return spoken.describe_towers(view, self.names)

    def describe_table(self, view: View) -> str:
        return spoken.describe_table(view, self.names)

    # -- idle life and drawing

    def update(self, ms: float) -> None:
        self.clock += ms
        self.confetti.update(ms)
        fade_what_hides(self.ice, self.cursors.values(), self.pieces, 1.0 if self.motion.reduced else ms / FADE)
        for seat, bubble in list(self.bubbles.items()):
            bubble.left -= ms
            if bubble.left <= 0:
                del self.bubbles[seat]
                self.clear_selection()
        for refusal in self.refusals.values():
            refusal.left -= ms
        self.refusals = {seat: refusal for seat, refusal in self.refusals.items() if refusal.left > 0}

    @property
    def at_rest(self) -> bool:
        return self.confetti.is_over and not self.bubbles and not self.refusals

    def draw(self, stage: Stage, pointed: Widget | None) -> None:
        ice = self.ice
        if self.counted:
            self.counted.draw(stage, self.kit, min(self.counted.shown, self.counted.length))
            self.confetti.draw(stage, self.kit)
            return
        draw_ground(stage, ice)
        drawing.draw_targets(stage, ice, self.cursors)
        draw_pieces(stage, ice, self.pieces)
        drawing.draw_takeable(stage, ice, self.cursors, self.pieces)
        drawing.draw_gaps(stage, ice, self.cursors)
        drawing.draw_suggestion(stage, ice, self.pieces, self.suggested)
        draw_held(stage, ice, self.pieces)
        draw_stalls(stage, ice, self.pieces)
        draw_worths(stage, ice)
        if not self.is_captioned:
            drawing.draw_clock(stage, ice, self.is_live, self.resuming)
        self._draw_plates(stage, ice)
        if len(self.cursors) == 1 and self.refusals:
            drawing.draw_sentence(stage, ice, next(iter(self.refusals.values())).text)
        drawing.draw_cursors(stage, ice, self.positions, self.positions.keys() - self.cursors.keys())
        self.under_tips(stage)
        players = self.positions.keys() & self.cursors.keys()
        drawing.draw_cursors(stage, ice, self.positions, players, self.at_left)
        drawing.draw_rests(stage, ice, self.positions, {seat: rest for seat, rest in self.rests.items() if rest})
        if words := self._words:
            drawing.draw_words(stage, ice, words)
        elif len(self.cursors) > 1:
            drawing.draw_bubbles(stage, ice, players, self.bubbles)
        self.confetti.draw(stage, self.kit)

    def _draw_plates(self, stage: Stage, ice: Ice) -> None:
        view, refusals = self.view, {seat: note.word for seat, note in self.refusals.items()}
        lines = tuple((*self._lines(seat),) for seat in range(len(self.header.seats)))

        def paint() -> None:
            drawing.draw_plates(stage, ice, lines, refusals)
            self.draw_wins(stage, self.layout.plate, view.outcome)

        counted = view.towers, view.hands, view.turn, view.done, view.outcome
        stage.layer("plates", (self.looks, *ice.looks, *counted, lines, *refusals.items()), paint)

    @property
    def ice(self) -> Ice:
        return Ice(self.kit, self.view, self.layout, self.colours, self.motion.reduced)

    @property
    def _words(self) -> str:
        """The words at the foot: a reply, a hint, a notice, or what the held piece can do; "" under a coach's note."""
        if reply := self.context.last_reply.text:
            return reply
        if len(self.cursors) == 1 and self.bubbles:
            return next(iter(self.bubbles.values())).text
        if self.is_noted:
            return ""
        if self.view.phase is Phase.GATHERING:
            return "" if self.bubbles else self.notice
        return animator.advice(self.view, *self.cursors) if len(self.cursors) == 1 else ""

    def notify(self, seat: Seat, words: str, ms: float) -> None:
        """Show a text to a seat for `ms` milliseconds."""
        self.bubbles[seat] = SpeechBubble(words, ms)

    # -- the end

    def celebrate(self) -> str:
        """Show the counting on the board, for replays; a game just played has a separate page for it."""
        if self.view.outcome is None:
            return ""
        count = self.counted = self.counting(under=self.layout.bar + 8)
        if not self.motion.reduced:
            count.shown = 0.0
            self.motion.to(count, count.length, 0, linear, shown=count.length)
            self.motion.at(count.thud, lambda: self.context.audio.play("thud"))
        self.motion.at(0 if self.motion.reduced else count.length, lambda: self._top_out(count))
        return ""

    def counting(self, under: float = 0.0) -> Counting:
        """Return the counting of the finished game. `under` is the free room below it."""
        return Counting(self.view, self.colours, self.header, self.titles(), under)

    def titles(self) -> dict[Seat, str]:
        """Return what each player was best at."""
        return titles_of(self.history(), len(self.header.seats))

    def _top_out(self, count: Counting) -> None:
        self.throw_confetti([*count.tops(self.kit)])
        self.sound_the_end(self.view.outcome.winners if self.view.outcome else ())

    def badge(self, row: int, radius: float) -> pygame.Surface:
        return self.colours.badge(self.kit, row, radius)

    def has_won(self, row: int, view: View) -> bool:
        """Return whether a colour has won; the ghost has if nobody has more (I11)."""
        return super().has_won(row, view) or (row == len(self.header.seats) and row in view.leaders)

    def headline(self, view: View) -> str:
        return ghosts_headline(view, self.colours) or super().headline(view)

    def results(self, view: View) -> Results:
        """Return the results. Only the scores are announced, as the end of the game was when it happened."""
        story = [how_it_ended(view.outcome), titles_told(self.titles(), self.colours)] if view.outcome else []
        rows = [*result_rows(view, self.colours, self.history())]
        return Results(rows, 1, [*filter(None, story)], [self.describe_scores(view)])
