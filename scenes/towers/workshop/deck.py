"""A deck on the workbench: its floors, what bots have shown of it, and its file."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from functools import partial
from typing import Any

from topping_out.game.language import mark, tr, tr_label
from topping_out.game.storage.files import is_there, write_atomic
from topping_out.game.text import dots, plainly, sentence
from topping_out.game.towers.core.numbers import HEIGHT
from topping_out.game.towers.decks import deck_file, deck_text, find_decks
from topping_out.game.towers.floors import Deck
from topping_out.game.towers.refusals import MOST_FLOORS
from topping_out.game.towers.words import floor_words
from topping_out.game.towers.workshop import GAMES
from topping_out.game.towers.workshop.balance import ROUNDS, balancing
from topping_out.game.towers.workshop.bench import Bench, copy_of, new_bench
from topping_out.game.towers.workshop.measure import CHUNK, Batch, Measures, batches
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.manager import Pop, Push, Transition
from topping_out.scenes.pages.transfer import places
from topping_out.scenes.pages.transfer.fields import add_file
from topping_out.scenes.system.context import Context
from topping_out.scenes.towers.workshop.background import Background
from topping_out.scenes.towers.workshop.figures import figure_rows
from topping_out.scenes.towers.workshop.floor import FloorPage
from topping_out.scenes.towers.workshop.preview import TowerPreview
from topping_out.scenes.towers.workshop.split import Side
from topping_out.scenes.ui.column import ColumnPage, LinkRow, Rows
from topping_out.scenes.ui.dialog import Notice
from topping_out.scenes.ui.fields.text_field import TextField
from topping_out.scenes.ui.layout import Box, fill
from topping_out.scenes.ui.widgets import Button, ListRow, Rect, Stepper, Widget

Job = Generator[Batch, Measures, Any]


class TitleField(TextField):
    begins_large = True
    longest = 20
    placeholder = mark("Title")


class DeckPage(ColumnPage):
    """One of one's own decks to change, or another one to look at (`value`: the choice that means it)."""

    back_label = mark("Back")

    def __init__(
        self, context: Context, bench: Bench, seats: int, play: Callable[[str], Transition], value: str = ""
    ) -> None:
        super().__init__(context)
        self._side = Side()
        self.bench, self.seats, self._play, self.value = bench, max(2, seats), play, value
        self.beside: Deck | None = None
        """The deck that is measured side by side."""
        self.measures: dict[tuple[Deck, int], Measures] = {}
        self.proposed: Deck | None = None
        """The deck with counts that a search has found."""
        self.work: Background | None = None
        self._then: Callable[[Any], None] = lambda result: None
        self._target = places.short(places.free_name(places.folders(), bench.path.stem or "deck", ".toml"))

    @property
    def is_own(self) -> bool:
        return not self.value

    @property
    def heading(self) -> str:  # type: ignore[override]
        return tr_label(self.bench.deck.title) or tr("A new deck")

    def viewport_rect(self) -> Rect:
        return self._side.viewport(self.kit)

    def build(self) -> list[Widget]:
        return [*super().build(), *self._side.widgets(self.kit, self.preview())]

    def preview(self) -> TowerPreview:
        return TowerPreview(self.bench.deck.floors[:HEIGHT])

    def enter(self) -> None:
        super().enter()
        self.rebuild()

    def leave(self) -> None:
        self._stop()
        super().leave()

    # -- rows

    def put_rows(self, rows: Rows) -> None:
        deck = self.bench.deck
        if deck.about:
            rows.words("about", tr(deck.about))
        if self.is_own:
            titles = dict.fromkeys((tr("My deck"), *(floor.name for floor in deck.floors), deck.title))
            rows.put(TitleField("title", deck.title, [*titles], self._set_title))
            bench = self.bench
            for name, words in (("unsaved", bench.unsaved), ("problem", bench.problem), ("warning", bench.warning)):
                if words:
                    rows.words(name, sentence(words), is_bad=True)
        self._put_floors(rows, deck)
        self._put_measures(rows, deck)
        if not self.bench.problem:
            rows.label("file", tr("The deck as a file"))
            add_file(rows, "target", self._target, tr("Save"), self._type, self._export)
        if self.is_own:
            rows.put(Button("delete", tr("Delete this deck"), self._ask_delete, size=16))

    def _put_floors(self, rows: Rows, deck: Deck) -> None:
        rows.label("floors", tr("Floors"))
        for index, floor in enumerate(deck.floors):
            title = tr("{floor}, {number} in the deck", floor=tr(floor.name), number=floor.count)
            row = LinkRow(f"floor {index}", title, floor_words(floor), partial(self._open, index))
            rows.put(row if self.is_own else ListRow(row.name, title, row.help))
        if self.is_own and len(deck.floors) < MOST_FLOORS:
            rows.put(Button("add", tr("Add a floor"), self._add, size=16))

    def _put_measures(self, rows: Rows, deck: Deck) -> None:
        rows.label("measures", tr("What it does"))
        numbers = [str(n) for n in (2, 3, 4)]
        rows.put(Stepper("seats", tr("Players"), "", numbers, self.seats - 2, self._set_seats))
        others = self._others()
        labels = [tr("no other deck"), *(title for title, _ in others)]
        at = next((n for n, (_, other) in enumerate(others, 1) if other is self.beside), 0)
        rows.put(Stepper("beside", tr("Beside"), tr("Another deck to compare it with."), labels, at, self._set_beside))
        if self.work:
            words = tr("Bots are playing: {number}% done.", number=self.work.percent)
            rows.put(ListRow("progress", tr("One moment, please."), words))
            rows.put(Button("stop", tr("Cancel"), self._cancel_work, size=16))
            return
        can = not self.bench.problem
        about = tr("Bots play {number} games of it; that takes a while.", number=2 * GAMES)
        rows.put(LinkRow("measure", tr("Let bots play it"), about, self._measure if can else self._not_yet))
        rows += self._figures(deck)
        if self.is_own:
            about = tr("Looks for counts with which the floors matter more alike.")
            rows.put(LinkRow("balance", tr("Balance it"), about, self._balance if can else self._not_yet))
        if self.proposed:
            rows.words("proposed", self._proposal(deck, self.proposed))
            rows.put(Button("take", tr("Take these counts"), self._take, size=16))

    def _others(self) -> list[tuple[str, Deck]]:
        found = find_decks()
        decks = [(tr(deck.title), deck) for deck in found.built_in.values()]
        return [
            pair for pair in (*decks, *((d.title, d) for d in found.own.values())) if pair[1] is not self.bench.deck
        ]

    def _figures(self, deck: Deck) -> Iterator[Box]:
        """Yield what was measured, with the figures of the deck beside it."""
        decks = [deck, self.beside] if self.beside else [deck]
        measured = [(each, self.measures.get((each, self.seats))) for each in decks]
        found = [(each, measures) for each, measures in measured if measures]
        if found and found[0][0] is deck:
            yield from figure_rows(found)

    def _proposal(self, deck: Deck, other: Deck) -> str:
        pairs = [(floor, new) for floor, new in zip(deck.floors, other.floors) if floor.count != new.count]
        changes = [tr("{floor}: {new} instead of {old}", floor=tr(f.name), new=n.count, old=f.count) for f, n in pairs]
        return dots(changes) if changes else tr("No better counts were found.")

    def foot(self) -> list[Box]:
        play = Button("play", tr("Play with it"), self._choose, Verb.PLAY, self.key(Verb.PLAY), primary=True,
                      enabled=not self.bench.problem)  # fmt: skip
        play.hint = self.bench.problem
        back = Button("back", tr("Back"), Pop, key=self.key(Verb.CANCEL))
        if not self.is_own:
            return [back, Button("copy", tr("Copy and change"), self._copy), fill(), play]
        undo = Button("undo", tr("Undo"), self._undo, Verb.UNDO, self.key(Verb.UNDO))
        undo.enabled = len(self.bench.history) > 1
        return [back, undo, fill(), play]

    # -- changes

    def _set_title(self, text: str) -> Transition:
        self.bench.set_title(" ".join(text.split()) if text != text.strip() + " " else text.strip())
        return None

    def _open(self, index: int) -> Transition:
        return Push(FloorPage(self.context, self.bench, index))

    def _add(self) -> Transition:
        self.bench.set_floor(len(self.bench.deck.floors), self.bench.new_floor())
        return self._open(len(self.bench.deck.floors) - 1)

    def _undo(self) -> Transition:
        self.bench.undo()
        return self._show()

    def _copy(self) -> Transition:
        return Pop(lambda: Push(DeckPage(self.context, new_bench(copy_of(self.bench.deck)), self.seats, self._play)))

    def _choose(self) -> Transition:
        value = self.value or deck_text(self.bench.deck)
        return Pop(lambda: self._play(value))

    def _ask_delete(self) -> Transition:
        text = tr("Its file is deleted. Games that were played with it keep their deck.")
        answers = ((tr("Keep it"), None), (tr("Delete"), self._delete))
        return Push(Notice(self.context, tr("Delete this deck?"), text, answers))

    def _delete(self) -> Transition:
        self.bench.delete()
        return Pop()

    def _type(self, text: str) -> Transition:
        self._target = text
        return None

    def _export(self) -> Transition:
        path = places.long(self._target)
        try:
            if is_there(path):
                raise FileExistsError(tr("{file} is there already: name another file", file=path))
            write_atomic(path, deck_file(self.bench.deck))
        except OSError as error:
            return Push(Notice(self.context, tr("Not saved"), sentence(plainly(error))))
        return Push(Notice(self.context, tr("Saved"), sentence(self._target)))

    # -- what bots show

    def _set_seats(self, index: int) -> Transition:
        self.seats = index + 2
        return self._show()

    def _set_beside(self, index: int) -> Transition:
        self.beside = self._others()[index - 1][1] if index else None
        return self._show()

    def _not_yet(self) -> Transition:
        self.context.reply(self.bench.problem)
        return None

    def _measure(self) -> Transition:
        decks = [deck for deck in (self.bench.deck, self.beside) if deck and (deck, self.seats) not in self.measures]
        decks = decks or [self.bench.deck]
        return self._begin(measuring(decks, self.seats), len(decks) * -(-GAMES // CHUNK), self.measures.update)

    def _balance(self) -> Transition:
        return self._begin(balancing(self.bench.deck, self.seats), 1 + ROUNDS, self._propose)

    def _propose(self, deck: Deck) -> None:
        self.proposed = deck

    def _take(self) -> Transition:
        assert self.proposed is not None
        self.bench.change(self.proposed)
        self.proposed = None
        return self._show()

    def _begin(self, work: Job, total: int, then: Callable[[Any], None]) -> Transition:
        self._stop()
        self.proposed = None
        self.work, self._then = Background(work, total), then
        self.focus = "stop"
        return self._show()

    def _cancel_work(self) -> Transition:
        self._stop()
        self.focus = "measure"
        return self._show()

    def _stop(self) -> None:
        if self.work:
            self.work.close()
        self.work = None

    def _show(self) -> Transition:
        self.rebuild()
        return None

    def update(self, ms: float) -> Transition:
        if self.work and self.work.update():
            work = self.work
            if work.problem or work.result is not None:
                self.work = None
                self.focus = "measure"
            if work.problem:
                self.context.reply(work.problem)
            elif work.result is not None:
                self._then(work.result)
                self.context.announcer.say(tr("The bots have played."))
            self.rebuild()
        return super().update(ms)


def measuring(decks: list[Deck], seats: int) -> Job:
    """Ask for the games that measure decks; return what they show, by deck and seats."""
    found: dict[tuple[Deck, int], Measures] = {}
    for deck in decks:
        for batch in batches(deck, seats):
            found[deck, seats] = found.get((deck, seats), Measures()) + (yield batch)
    return found
