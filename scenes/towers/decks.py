"""The page of all decks, and the page for drafting one."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from topping_out.game import roster
from topping_out.game.language import mark, tr, tr_count, tr_player
from topping_out.game.options import Value
from topping_out.game.progress import daily
from topping_out.game.record import Header, new_seed
from topping_out.game.text import plainly, sentence
from topping_out.game.towers.decks import DeckError, Pick, bots_pick, deck_text, find_decks, new_draft, parse_deck_text
from topping_out.game.towers.floors import Deck, Floor
from topping_out.game.towers.words import floor_words
from topping_out.game.towers.workshop import Bench, begun_deck, new_bench, open_bench, own_benches, take_in

from ..accessibility.semantics import Role, Semantics
from ..devices.intents import Intent, Verb
from ..kit.kit import Kit
from ..kit.plates import SeatSign, badge, seat_sign
from ..kit.stage import Stage
from ..manager import Pop, Push, Transition
from ..match.definition import COVER_SHAPE
from ..pages import transfer
from ..pages.transfer import add_file
from ..system.context import Context
from ..ui.column import ColumnPage, LinkRow, Notice, PictureRow, Rows, body_area, foot_area, paint_frame
from ..ui.layout import Box, Press, Rect, Widget, column, fill, grid, row
from ..ui.page import Page
from ..ui.widgets import Button, Words
from . import art
from .pictures import cover
from .workshop import DeckPage

# -- draft


BOT_DELAY = 900.0
"""Milliseconds that a bot takes to choose."""
COLUMNS, FEWER_COLUMNS = 4, 3
NARROW = 1100.0
"""Windows narrower than this have `FEWER_COLUMNS`."""
GAP = 16.0
MAX_CARD_HEIGHT = 100.0
BADGE = 15.0
"""Radius of the badge of the player who took or struck a floor."""


@dataclass(frozen=True, slots=True)
class Picker:
    """The player who took or struck a floor."""

    name: str
    sign: SeatSign


class FloorChoice(Widget):
    """A floor on offer, shown as its card: framed if taken, faded if struck, with the badge of the player who did it.

    `fate` is as in `Draft.fate`.
    """

    def __init__(
        self, floor: Floor, fate: bool | None, picker: Picker | None, is_chosen: bool, press: Press, high: float
    ) -> None:
        super().__init__(floor.name, None, press, fate is None)
        self.floor, self.fate, self.picker, self.is_chosen, self.high = floor, fate, picker, is_chosen, high
        self.hint = floor_words(floor)

    def height_for(self, kit: Kit, width: float) -> float:
        return self.high

    @property
    def _state(self) -> str:
        if self.fate is None:
            return tr("chosen") if self.is_chosen else ""
        if self.picker is None:
            return tr("taken") if self.fate else tr("struck")
        if self.fate:
            return tr_player(self.picker.name, mark("taken by you"), mark("taken by {name}"))
        return tr_player(self.picker.name, mark("struck by you"), mark("struck by {name}"))

    def semantics(self) -> Semantics:
        return Semantics(Role.OPTION, tr(self.floor.name), self._state, self.hint, is_enabled=self.enabled,
                         is_selected=self.is_chosen)  # fmt: skip

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        r, theme = self.rect, kit.theme
        stage.blit(art.face(kit, self.floor, (round(r.w), round(r.h))), r.x, r.y, 0.25 if self.fate is False else 1)
        rim = theme.good if self.fate else theme.brass if self.is_chosen else theme.mist if hovered else None
        if rim and self.fate is not False:
            stage.blit(kit.outline(r.w + 4, r.h + 4, rim, 3, 6), r.x - 2, r.y - 2)
        if self.picker:
            stage.blit_centred(badge(kit, self.picker.sign, BADGE), r.right - BADGE + 5, r.y + BADGE - 5)


class DraftPage(Page):
    """The page for drafting a deck: players choose a floor in turn, and take or strike it with a button."""

    heading = mark("Draft a deck")

    def __init__(self, context: Context, header: Header, then: Callable[[Deck], Transition]) -> None:
        """Let the players of `header` draft; `then` is called with the deck after this page is closed."""
        super().__init__(context)
        self.seats, self._then = header.seats, then
        seed = new_seed()
        self.draft, self._rng = new_draft(find_decks().built_in.values(), len(self.seats), seed), random.Random(seed)
        self.chosen = ""
        self._waited = 0.0

    # -- whose turn it is

    @property
    def is_bots_turn(self) -> bool:
        return not self.draft.is_over and self.seats[self.draft.turn].kind == "bot"

    @property
    def at_rest(self) -> bool:
        return not self.is_bots_turn and super().at_rest

    def update(self, ms: float) -> Transition:
        if self.is_bots_turn:
            self._waited += ms
            if self._waited >= BOT_DELAY:
                self._waited = 0.0
                level = self.seats[self.draft.turn].level
                bot = roster.characters().get(level)
                self._pick(bots_pick(self.draft, roster.level_of(level), bot.temper if bot else "", self._rng))
        return super().update(ms)

    def _pick(self, pick: Pick) -> Transition:
        name, floor = self.seats[self.draft.turn].name, tr(pick.floor)
        self.draft = self.draft.pick(pick)
        self.chosen = ""
        if pick.is_taken:
            text = tr_player(name, mark("You take {floor}."), mark("{name} takes {floor}."), floor=floor)
        else:
            text = tr_player(name, mark("You strike {floor}."), mark("{name} strikes {floor}."), floor=floor)
        self.context.announcer.say(text)
        self.context.audio.play("focus")
        self.rebuild()
        return None

    # -- layout

    def build(self) -> list[Widget]:
        kit, draft = self.kit, self.draft
        words = Words("turn", self._words(), 17, most=2)
        columns = COLUMNS if kit.width >= NARROW else FEWER_COLUMNS
        area, rows = body_area(kit, kit.wide(1160)), len(draft.offered) / columns
        high = min(MAX_CARD_HEIGHT, (area.h - words.height_for(kit, area.w) - GAP) / rows - GAP)
        cards: list[Widget] = [
            FloorChoice(floor, self._fate(floor), self._picker(floor), floor.name == self.chosen,
                        partial(self._choose, floor.name), high)
            for floor in draft.offered
        ]  # fmt: skip
        body = column(words, grid(columns, cards, GAP), gap=GAP)
        tall = body.height_for(kit, area.w)
        body.place(kit, Rect(area.x, area.y + max(0.0, area.h - tall) * 0.4, area.w, tall))
        return [*body.widgets(), *row(*self._foot(), gap=12).lay(kit, foot_area(kit))]

    def _fate(self, floor: Floor) -> bool | None:
        fate = self.draft.fate(floor)
        if fate is None and self.draft.is_over:
            return self.draft.struck == len(self.draft.offered) - 8
        return fate

    def _picker(self, floor: Floor) -> Picker | None:
        seat = self.draft.picker(floor)
        return None if seat is None else Picker(self.seats[seat].name, seat_sign(self.seats, seat))

    def _words(self) -> str:
        draft = self.draft
        if draft.is_over:
            return tr("The deck is settled.")
        name = self.seats[draft.turn].name
        turn = tr_player(name, mark("Your choice: take a floor or strike one."), mark("{name} chooses."))
        kept = len(draft.picks) - draft.struck
        return " ".join([turn, tr("Taken: {taken} of 8. Struck: {struck} of 4.", taken=kept, struck=draft.struck)])

    def _foot(self) -> list[Box]:
        back = Button("back", tr("Back"), Pop, key=self.key(Verb.CANCEL))
        can_undo = any(self.seats[n % len(self.seats)].kind != "bot" for n in range(len(self.draft.picks)))
        undo = Button("undo", tr("Undo"), self._undo, Verb.UNDO, self.key(Verb.UNDO), enabled=can_undo)
        if self.draft.is_over:
            return [back, undo, fill(), Button("play", tr("Play with it"), self._finish, Verb.PLAY, self.key(Verb.PLAY),
                                               primary=True)]  # fmt: skip
        can_pick = bool(self.chosen) and not self.is_bots_turn
        strike = Button("strike", tr("Strike it"), lambda: self._pick(Pick(self.chosen, False)), enabled=can_pick)
        take = Button("take", tr("Take it"), lambda: self._pick(Pick(self.chosen, True)), Verb.PLAY,
                      self.key(Verb.PLAY), primary=True, enabled=can_pick)  # fmt: skip
        strike.hint = take.hint = "" if can_pick else tr("Choose a floor first.")
        return [back, undo, fill(), strike, take]

    # -- what the buttons do

    def _choose(self, name: str) -> Transition:
        if not self.is_bots_turn and not self.draft.is_over:
            self.chosen = "" if self.chosen == name else name
            self.rebuild()
        return None

    def _undo(self) -> Transition:
        """Take back the last choice of a human, with those of bots after it."""
        self.draft = self.draft.back()
        while self.is_bots_turn:
            self.draft = self.draft.back()
        self.chosen = ""
        self.rebuild()
        return None

    def _finish(self) -> Transition:
        deck = self.draft.deck(tr("Drafted deck"))
        return Pop(partial(self._then, deck))

    def paint(self, stage: Stage) -> None:
        paint_frame(stage, self.kit, tr(self.heading))


# -- decks


Choose = Callable[[Value], Transition]
COVER_HEIGHT = 90.0
"""Height of a deck's cover in its row."""


class DecksPage(ColumnPage):
    """The deck workshop: a row for each deck. Choosing one to play leads back to the set-up."""

    heading = mark("Deck workshop")
    column_width = 860.0
    back_label = mark("Back")

    def __init__(self, context: Context, header: Header, choose: Choose) -> None:
        """Show the decks for the game that `header` sets up; `choose` is called with the deck to play."""
        super().__init__(context)
        self.header, self._choose = header, choose
        self._source = ""

    def put_rows(self, rows: Rows) -> None:
        found = find_decks()
        rows.label("own", tr("Your own decks"))
        about = tr("Begins as a copy of the simplest deck, ready to be changed and played.")
        rows.put(LinkRow("new", tr("A new deck"), about, self._new))
        about = tr("Players take turns to pick or strike from twelve floors until eight are left.")
        rows.put(LinkRow("draft", tr("Draft a deck"), about, self._draft))
        for path in own_benches():
            self._put_own(rows, path)
        rows.label("ours", tr("Decks to play, or to copy and change"))
        year, number, _ = daily.today().isocalendar()
        week, about = found.week(daily.today()), tr("Week {week} of {year}", week=number, year=year)
        self._put_deck(rows, "week", week, tr("Deck of the week"), about, partial(self._look, week, deck_text(week)))
        for name, deck in found.built_in.items():
            cards = tr_count("{number} card", "{number} cards", len(deck.cards))
            about = tr(deck.about) or cards
            self._put_deck(rows, f"deck {name}", deck, tr(deck.title), about, partial(self._look, deck, name))
        rows.label("file", tr("A deck file from elsewhere"))
        add_file(rows, "source", self._source, tr("Import"), self._type, self._take_in)

    def _put_deck(self, rows: Rows, name: str, deck: Deck, title: str, about: str, press: Press) -> None:
        """Add the row of a deck, with its cover."""
        size = COVER_HEIGHT * COVER_SHAPE, COVER_HEIGHT
        rows.put(PictureRow(name, title, about, press, lambda kit: cover(kit, deck, COVER_HEIGHT), size))

    def _put_own(self, rows: Rows, path: Path) -> None:
        try:
            bench = open_bench(path)
        except DeckError as error:
            rows.put(LinkRow(f"own {path.name}", path.name, sentence(plainly(error)), partial(self._refuse, error)))
            return
        about = bench.problem or tr_count("{number} card", "{number} cards", len(bench.deck.cards))
        title = bench.deck.title or path.name
        self._put_deck(rows, f"own {path.name}", bench.deck, title, about, partial(self._work_on, bench))

    # -- what the rows do

    def _refuse(self, error: Exception) -> Transition:
        return Push(Notice(self.context, tr("Not a deck"), sentence(plainly(error))))

    def _work_on(self, bench: Bench) -> Transition:
        return Push(DeckPage(self.context, bench, len(self.header.seats), self._play))

    def _look(self, deck: Deck, value: str) -> Transition:
        bench = Bench(Path(), deck)
        return Push(DeckPage(self.context, bench, len(self.header.seats), self._play, value))

    def _new(self) -> Transition:
        return self._work_on(new_bench(begun_deck()))

    def _draft(self) -> Transition:
        return Push(DraftPage(self.context, self.header, self._keep_draft))

    def _keep_draft(self, deck: Deck) -> Transition:
        """Save a drafted deck among the user's own, and play with it."""
        new_bench(deck)
        return self._play(deck_text(deck))

    def _play(self, value: str) -> Transition:
        return Pop(partial(self._choose, value))

    def take(self, value: str) -> None:
        """Save a deck that somebody has shared, as the option's value, among the user's own. Raises DeckError."""
        new_bench(parse_deck_text(value))

    def _type(self, text: str) -> Transition:
        self._source = text
        self.rebuild()
        return None

    def _take_in(self) -> Transition:
        try:
            return self._work_on(take_in(transfer.long(self._source)))
        except (DeckError, OSError) as error:
            return self._refuse(error)

    def on_intent(self, intent: Intent) -> Transition:
        if intent.verb is Verb.DROP:
            self._source = intent.text
            return self._take_in()
        return super().on_intent(intent)
