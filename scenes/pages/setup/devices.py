"""Who plays with what at a live table: a hand for every human, none twice; mice join by clicking."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from game.engine import Seat
from game.record import Header
from scenes.devices.intents import Verb
from scenes.devices.keyboard import key_label
from scenes.devices.keyboard_halves import Control
from scenes.devices.players import Hand, give, is_own_mouse, seat_all
from scenes.manager import Push, Transition
from scenes.pages.keyboard import KeyboardPage
from scenes.system.settings import Setup
from scenes.ui.column import GAP, ColumnPage, Door, Stack, Words
from scenes.ui.widgets import Button, Choice, Rect, Row, Widget

if TYPE_CHECKING:
    from scenes.app import App

NOBODY = "nothing"
JOIN = "Click to join"
ACTIONS = (Verb.CONFIRM, Verb.SPLIT, Verb.CANCEL, Verb.DONE)

SPOKEN = {",": "comma", ".": "full stop", ";": "semicolon", "/": "slash", "-": "hyphen", "'": "apostrophe"}
"""Keys that would be overlooked among the points and commas of a sentence."""


def humans_of(header: Header) -> list[Seat]:
    return [seat for seat, player in enumerate(header.seats) if player.is_human]


def remembered(app: App, game: str) -> tuple[str, ...]:
    """Return what the humans of the game's last set-up played with."""
    return app.settings.setups.get(game, Setup()).hands


def seat_humans(app: App, header: Header, wished: Sequence[str] = ()) -> dict[Seat, str]:
    """Return a hand's id for each human seat: the wished ones, else those remembered, else what is free.

    A human for whom there is none is left out.
    """
    humans = humans_of(header)
    hands = seat_all(len(humans), app.devices.hands(), wished or remembered(app, header.game))
    return {seat: hand for seat, hand in zip(humans, hands) if hand}


def are_remembered(app: App, header: Header) -> bool:
    """Tell whether the humans of a record can sit down with what they had, without being asked."""
    wished, humans = remembered(app, header.game), len(humans_of(header))
    return not humans or (len(wished) == humans and seat_all(humans, app.devices.hands(), wished) == [*wished])


def remember(app: App, game: str, hands: Sequence[str]) -> None:
    """Keep who plays with what for the next time."""
    last = app.settings.setups.get(game, Setup())
    app.settings.setups = {**app.settings.setups, game: Setup(last.seats, last.options, tuple(hands))}
    app.save_settings()


def problem_of(names: Sequence[str], seated: Sequence[str]) -> str:
    """Return in words for whom no hand is left; empty if all have one."""
    without = next((name for name, hand in zip(names, seated) if not hand), "")
    return f"There is nothing left for {without} to play with: plug in a gamepad, or let a bot play." if without else ""


def how_to(app: App, hand: Hand) -> str:
    """Return in short how one plays with a hand."""
    devices = app.devices
    if hand.kind == "mouse":
        return "Click or drag · Split: click on a gap · Put back: right button"
    if hand.kind == "pad":
        moves, signs = "stick or pad", devices.bindings.hand_pad_labels
    else:
        moves, _, _ = hand.label.partition(" + ")
        keys = {verb: key_label(devices.hand_keys.place(Control(hand.id, verb))) for verb in ACTIONS}
        signs = {verb: SPOKEN.get(key, key) for verb, key in keys.items()}
    lift, split, back, done = (signs[verb] for verb in ACTIONS)
    return f"Move: {moves} · Lift, place, mine: {lift} · Split: {split} · Put back: {back} · Done: {done}"


class HandsPage(ColumnPage):
    """A row for each human; with several mice, a button to click with the mouse that shall sit there."""

    heading = "Hands"
    wide = 860.0

    def __init__(
        self,
        app: App,
        names: Sequence[str],
        seated: Sequence[str],
        change: Callable[[list[str]], None],
        go: Callable[[], Transition] | None = None,
        back: str = "Done",
    ) -> None:
        """Show `seated`, hands' ids in the order of the names, and tell `change` of each new choice.

        `go`: what the main button does; without it there is only the way back.
        """
        super().__init__(app)
        self.names, self._change, self._go = names, change, go
        self.back = back
        self.hands = app.devices.hands()
        self.seated = seat_all(len(names), self.hands, seated)
        self.said = ""

    # -- layout

    def column(self, width: float) -> list[Widget]:
        stack = Stack(self.kit, width)
        problem = self.said or problem_of(self.names, self.seated)
        if problem:
            stack.words(Words("problem", problem, is_bad=True))
        for place, name in enumerate(self.names):
            self._seat(stack, place, name)
        stack.words(Words("mice", self._about_mice()))
        help = "Which keys the two halves have, and what your keyboard can tell apart."
        stack.row(Door("keyboard", "Keyboard", help, lambda: Push(KeyboardPage(self.app))))
        return stack.widgets

    def _about_mice(self) -> str:
        note = self.app.devices.mice_note
        return note or "Each mouse can play for somebody: click the button beside the name with it."

    def _seat(self, stack: Stack, place: int, name: str) -> None:
        """Add one human's row, and the button for mice beside it."""
        mice = [hand.id for hand in self.hands if is_own_mouse(hand.id)]
        side = self.kit.text_size(JOIN, 16, "head")[0] + 44 if mice else 0.0
        row, whole = self._row(place, name), stack.width
        stack.width = whole - side - (GAP if mice else 0)
        stack.row(row)
        stack.width = whole
        if mice:
            rect = Rect(whole - side, row.rect.y, side, row.rect.h)
            stack.widgets.append(Button(f"join{place}", rect, JOIN, lambda: self._join(place), size=16))

    def _row(self, place: int, name: str) -> Row:
        ids = [hand.id for hand in self.hands]
        labels = [hand.label for hand in self.hands]
        seated = self.seated[place]
        if not seated:
            ids, labels = ["", *ids], [NOBODY, *labels]
        index = ids.index(seated)
        room = self.window.w * 0.4
        help = how_to(self.app, self.hands[index]) if seated else "Nothing is left."
        short = [self.kit.fit(label, room, 16, "bold") for label in labels]
        return Choice(
            f"hand{place}", Rect(0, 0, 0, 0), name, help, short, index, lambda at: self._choose(place, ids[at])
        )  # fmt: skip

    def around(self) -> list[Widget]:
        (back,) = super().around()
        assert isinstance(back, Button)
        if not self._go:
            return [back]
        wide = self.kit.text_size("Go on", 20, "head")[0] + 150
        go = Rect(self.kit.width / 2 + 6, back.rect.y, wide, back.rect.h)
        back.rect.right, back.primary = self.kit.width / 2 - 6, False
        ready = all(self.seated)
        key = self.key(Verb.PLAY)
        return [back, Button("go", go, "Go on", self._go, Verb.PLAY, key, primary=True, enabled=ready, size=20)]

    # -- choosing

    def _choose(self, place: int, hand: str) -> Transition:
        if hand:
            self._take(give(self.seated, place, hand, self.hands))
        return None

    def _join(self, place: int) -> Transition:
        """Seat the mouse that clicked the button."""
        mouse = self.app.devices.clicked_by if self.app.devices.used == "mouse" else ""
        if mouse:
            self._take(give(self.seated, place, mouse, self.hands))
        else:
            self.said = "Click the button with the mouse that shall play."
            self.rebuild()
        return None

    def _take(self, seated: list[str]) -> None:
        self.seated, self.said = seated, ""
        self._change(seated)
        self.rebuild()

    # -- devices come and go

    def enter(self) -> None:
        self._look_round()
        super().enter()

    def update(self, ms: float) -> Transition:
        if [hand.id for hand in self.app.devices.hands()] != [hand.id for hand in self.hands]:
            self._look_round()
            self.rebuild()
        return super().update(ms)

    def _look_round(self) -> None:
        self.hands = self.app.devices.hands()
        self.seated = seat_all(len(self.names), self.hands, self.seated)
        self._change(self.seated)


def ask_for_hands(app: App, header: Header, begin: Callable[[], Transition]) -> Transition:
    """Have the humans of a record choose their hands; then remember them and `begin`."""
    humans = humans_of(header)
    wished = [*remembered(app, header.game)]
    chosen = [*seat_all(len(humans), app.devices.hands(), wished)]

    def change(seated: list[str]) -> None:
        chosen[:] = seated

    def go() -> Transition:
        remember(app, header.game, chosen)
        return begin()

    return Push(HandsPage(app, [header.seats[seat].name for seat in humans], chosen, change, go, "Back"))
