"""The page for one deck: editing, measuring and balancing."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from topping_out.game.bots.process import WorkerDied, WorkerProcess
from topping_out.game.language import mark, tr, tr_context, tr_label
from topping_out.game.storage.codes import deck_code
from topping_out.game.storage.files import free_path, is_there, write_atomic
from topping_out.game.text import dots, labelled, paragraph, plainly, semicolons, sentence, system_says
from topping_out.game.towers.command import GAMES
from topping_out.game.towers.decks import copy_of, deck_file, deck_text, find_decks
from topping_out.game.towers.floors import Deck, Floor, deck_of
from topping_out.game.towers.rooms import shown_floors
from topping_out.game.towers.rules import GAME
from topping_out.game.towers.state import LONGEST_NAME, MOST_FLOORS
from topping_out.game.towers.words import floor_words
from topping_out.game.towers.workshop import (
    CHUNK,
    ROUNDS,
    Batch,
    Bench,
    Measures,
    Try,
    balancing,
    batches,
    flaws,
    in_play,
    measure,
    measure_rows,
    new_bench,
)

from ..devices.intents import Verb
from ..kit.kit import Kit
from ..manager import Pop, Push, Transition
from ..pages import transfer
from ..pages.transfer import add_file
from ..system.context import Context
from ..ui.column import LinkRow, Notice, PictureRow, Rows, code_button
from ..ui.fields import TextField
from ..ui.layout import Box, Press, Text, column, fill, row, sized
from ..ui.widgets import Button, ListRow, Stepper
from . import art
from .floors import BenchPage, FloorPage

# -- background


class BackgroundWork:
    """Batches of games that a generator yields, played in another process. The page calls `update` in each frame."""

    def __init__(self, work: Generator[Batch, Measures, Any], total: int) -> None:
        self._work, self.total, self.done = work, total, 0
        self.result: Any = None
        self.problem = ""
        self._next: Batch | None = next(work)
        self._process: WorkerProcess | None = None
        try:
            self._process = WorkerProcess(measure)
        except OSError as error:
            self.problem = tr("The bots can't play: {error}", error=system_says(error))

    @property
    def percent(self) -> int:
        """How much is done, in whole tens: a screen reader says each of them."""
        return 10 * (10 * self.done // max(1, self.total))

    def update(self) -> bool:
        """Pass a result to the generator and its next batch to the process; return whether anything has changed."""
        process = self._process
        if process is None:
            return False
        try:
            reply = process.poll()
            if reply is not None:
                self._take(*reply)
            if self._next is not None and process.is_idle:
                process.send(self._next)
                self._next = None
        except StopIteration as end:
            self.result = end.value
        except WorkerDied:
            self.problem = tr("The bots can't play: {error}", error=tr("their process has ended"))
        if self.result is not None or self.problem:
            self.close()
        return reply is not None if not self.problem else True

    def _take(self, found: Measures | None, error: str) -> None:
        if found is None:
            self.problem = tr("The bots can't play: {error}", error=error)
            return
        self.done += 1
        self._next = self._work.send(found)

    def close(self) -> None:
        """Kill the process, even if it is playing."""
        if self._process:
            self._process.kill()
        self._process = None


# -- figures


CELL, ONLY_CELL = 0.3, 0.6
"""A column's share of the width, if there are two columns and if there is one."""

Found = Sequence[tuple[Deck, Measures]]


class FigureRow(ListRow):
    """A row of the table of figures; `help` describes its cells for screen readers."""

    def __init__(self, name: str, title: str, cells: Sequence[str], help: str, is_head: bool = False) -> None:
        super().__init__(name, title, help)
        self.cells, self.is_head = cells, is_head

    def sides(self, kit: Kit, width: float) -> tuple[float, float]:
        return 16.0, 16.0

    def words(self, kit: Kit, width: float) -> Box:
        theme = kit.theme
        face, ink = ("bold", theme.brass) if self.is_head else ("body", theme.paper)
        wide = width * (CELL if len(self.cells) > 1 else ONLY_CELL)
        cells = (sized(Text(cell, 14.5, face, ink, align=1), wide) for cell in self.cells)
        return row(fill(Text(self.title, 14.5, "bold")), *cells, gap=14)

    def height_for(self, kit: Kit, width: float) -> float:
        room = width - sum(self.sides(kit, width))
        return self.words(kit, room).height_for(kit, room) + self.pad


def figure_rows(found: Found) -> Iterator[FigureRow]:
    """Yield the rows of the table of figures: first for the decks, then for each of their floors."""
    titles = [tr(deck.title) for deck, _ in found]
    if len(found) > 1:
        yield FigureRow("decks compared", tr("Deck"), titles, semicolons(titles), is_head=True)
    figures = [dict(measure_rows(measures)) for _, measures in found]
    for number, title in enumerate(figures[0]):
        cells = [each[title] for each in figures]
        yield FigureRow(f"figure {number}", title, cells, _beside(titles, cells))
    heads = dots((
        tr_context("heading of a column", "built"), tr_context("heading of a column", "claimed"),
        tr_context("heading of a column", "points"),
    ))  # fmt: skip
    about = tr("How often each is built per game, how often it's then claimed, and its points each time.")
    yield FigureRow("floors compared", tr("Floors"), [heads] * len(found), about, is_head=True)
    names = dict.fromkeys(floor.name for deck, _ in found for floor in deck.floors)
    for number, name in enumerate(names):
        has_floor = [any(floor.name == name for floor in deck.floors) for deck, _ in found]
        cells = [_cell(measures, name) if has_it else "–" for (_, measures), has_it in zip(found, has_floor)]
        words = [_in_words(measures, name) if has_it else "" for (_, measures), has_it in zip(found, has_floor)]
        yield FigureRow(f"figure of {number}", tr(name), cells, _beside(titles, words))


def flaw_words(found: Found) -> list[str]:
    """Return what games have shown to be wrong with each deck, after its title if there are several decks."""
    words = [(tr(deck.title), paragraph(flaws(measures))) for deck, measures in found]
    return [labelled(title, each) if len(found) > 1 else each for title, each in words if each]


def _cell(found: Measures, name: str) -> str:
    claimed = tr("{percent}%", percent=round(100 * found.claimed(name)))
    return dots([f"{found.built(name):.1f}", claimed, f"{found.per_card(name):.1f}"])


def _in_words(found: Measures, name: str) -> str:
    return tr(
        "built {times} times a game, claimed {share}% of the time, {points} points each time",
        times=f"{found.built(name):.1f}", share=round(100 * found.claimed(name)), points=f"{found.per_card(name):.1f}",
    )  # fmt: skip


def _beside(titles: Sequence[str], words: Sequence[str]) -> str:
    """Return the words about a single deck, or about each of several decks after its title."""
    if len(titles) == 1:
        return words[0]
    return semicolons(labelled(title, each) for title, each in zip(titles, words) if each)


# -- deck


SIDE_BY_SIDE = 860.0
"""Least width, at the usual text size, at which the measures are beside the list of floors rather than below it."""
ROOM_SIZE = 92.0, 44.0
"""Size of the picture of a floor in its row."""
Job = Generator[Batch, Measures, Any]


class TitleField(TextField):
    begins_large = True
    longest = LONGEST_NAME
    placeholder = mark("Title of the deck")


class DeckPage(BenchPage):
    """The page of a deck: one of the user's own to edit or, with its value of the option, another one to look at."""

    column_width = 1160.0

    def __init__(
        self, context: Context, bench: Bench, seats: int, play: Callable[[str], Transition], value: str = ""
    ) -> None:
        super().__init__(context, bench)
        self.seats, self._play, self.value = max(2, seats), play, value
        self.compared: Deck | None = None
        """The deck to compare it with."""
        self.measures: dict[tuple[Deck, int], Measures] = {}
        """By deck, as it is `in_play`, and number of seats."""
        self.proposals: dict[tuple[Deck, int], Try] = {}
        """What balancing has found, by the deck that was balanced, as it is `in_play`, and number of seats."""
        self.work: BackgroundWork | None = None
        self._work_row = ""
        """The name of the row that began `work`."""
        self._then: Callable[[Any], Found] = lambda result: ()
        """Keeps the result of `work`, and returns the decks that it has measured."""
        self._target = transfer.short(free_path(transfer.folder(), bench.path.stem or "deck", ".toml"))

    @property
    def is_own(self) -> bool:
        return not self.value

    @property
    def heading(self) -> str:  # type: ignore[override]
        return tr_label(self.bench.deck.title) or tr("A new deck")

    def leave(self) -> None:
        self._stop()
        super().leave()

    # -- rows

    def put_rows(self, rows: Rows) -> None:
        deck, more = self.bench.deck, Rows()
        self._put_floors(rows, deck)
        self._put_measures(more, deck)
        self._put_file(more)
        if self.viewport.w >= self.kit.text_scale * SIDE_BY_SIDE:
            rows[:] = [row(fill(column(*rows)), fill(column(*more)), gap=28)]
        else:
            rows += more

    def _put_floors(self, rows: Rows, deck: Deck) -> None:
        if deck.about:
            rows.words("about", tr(deck.about))
        if self.is_own:
            titles = dict.fromkeys((tr("My deck"), *(floor.name for floor in deck.floors), deck.title))
            rows.put(TitleField("title", deck.title, [*titles], self._set_title))
            bench = self.bench
            for name, words in (("unsaved", bench.unsaved), ("problem", bench.problem), ("warning", bench.warning)):
                if words:
                    rows.words(name, sentence(words), is_bad=True)
        rows.label("floors", tr("Floors"))
        for index, floor in enumerate(shown_floors(deck)):
            title = tr("{floor}, {number} in the deck", floor=tr(floor.name), number=floor.count)
            press = partial(self._open, index) if self.is_own else None
            paint = partial(self._paint_room, floor)
            rows.put(PictureRow(f"floor {index}", title, floor_words(floor), press, paint, ROOM_SIZE))
        if self.is_own and len(deck.floors) < MOST_FLOORS:
            rows.put(Button("add", tr("Add a floor"), self._add, size=16))

    def _put_file(self, rows: Rows) -> None:
        if not self.bench.problem:
            rows.label("file", tr("The deck as a file"))
            add_file(rows, "target", self._target, tr("Save"), self._type, self._export)
            rows.put(code_button(self.context, lambda: deck_code(GAME.name, deck_text(self.bench.deck))))
        if self.is_own:
            rows.put(Button("delete", tr("Delete this deck"), self._ask_delete, size=16))

    def _put_measures(self, rows: Rows, deck: Deck) -> None:
        rows.label("bots", tr("Bots"))
        numbers = [str(n) for n in (2, 3, 4)]
        rows.put(Stepper("seats", tr("Players"), "", numbers, self.seats - 2, self._set_seats))
        others = self._others()
        labels = [tr("no other deck"), *(title for title, _ in others)]
        at = next((n for n, (_, other) in enumerate(others, 1) if other is self.compared), 0)
        rows.put(Stepper("compare", tr("Compare with"), "", labels, at, self._set_compared))
        about = tr("Bots will play {number} games with it; this takes a while.", number=2 * GAMES)
        self._put_work(rows, "measure", tr("Let bots play it"), about, self._measure)
        if self.is_own:
            about = tr("Looks for card counts that balance the floors.")
            self._put_work(rows, "balance", tr("Balance it"), about, self._balance)
            self._put_proposal(rows, deck)
        self._put_figures(rows, deck)

    def _put_work(self, rows: Rows, name: str, title: str, about: str, begin: Press) -> None:
        """Add a row that lets bots play; while they play, it says how far they are, and stops them."""
        work = self.work if name == self._work_row else None
        press = self._cancel_work if work else self._not_yet if self.bench.problem else begin
        line = (ListRow if work else LinkRow)(name, title, about, press)
        if work:
            line.note = tr("Bots are playing: {number}% done. Press again to stop.", number=work.percent)
        rows.put(line)

    def _others(self) -> list[tuple[str, Deck]]:
        found = find_decks()
        decks = [(tr(deck.title), deck) for deck in found.built_in.values()]
        return [
            pair for pair in (*decks, *((d.title, d) for d in found.own.values())) if pair[1] is not self.bench.deck
        ]

    def _put_figures(self, rows: Rows, deck: Deck) -> None:
        """Add the measured figures, with those of the deck to compare."""
        decks = [deck, self.compared] if self.compared else [deck]
        measured = [(each, self.measures.get((in_play(each), self.seats))) for each in decks]
        found = [(each, measures) for each, measures in measured if measures]
        if found and found[0][0] is deck:
            rows.label("figures", tr("What it does"))
            for number, words in enumerate(flaw_words(found)):
                rows.words(f"flaws {number}", words, is_bad=True)
            for row in figure_rows(found):
                rows.put(row)

    def _put_proposal(self, rows: Rows, deck: Deck) -> None:
        """Add what balancing has found, and what its games have shown to be wrong with that."""
        if (proposal := self.proposals.get((in_play(deck), self.seats))) is None:
            return
        best, _ = proposal
        pairs = [(floor, new) for floor, new in zip(deck.floors, best.floors) if floor.count != new.count]
        changes = [tr("{floor}: {new} instead of {old}", floor=tr(f.name), new=n.count, old=f.count) for f, n in pairs]
        rows.words("proposed", dots(changes) or tr("No better counts were found."))
        for words in flaw_words([proposal]):
            rows.words("flaws proposed", words, is_bad=True)
        if changes:
            rows.put(Button("take", tr("Use these counts"), partial(self._take, best), size=16))

    def _paint_room(self, floor: Floor, kit: Kit) -> pygame.Surface:
        return art.room(kit, floor, *ROOM_SIZE)

    def foot(self) -> list[Box]:
        play = Button("play", tr("Play with it"), self._choose, Verb.PLAY, self.key(Verb.PLAY), primary=True,
                      enabled=not self.bench.problem)  # fmt: skip
        play.hint = self.bench.problem
        back = Button("back", tr("Back"), Pop, key=self.key(Verb.CANCEL))
        if not self.is_own:
            return [back, Button("copy", tr("Copy and change"), self._copy), fill(), play]
        return [back, self.undo_button(), fill(), play]

    # -- changes

    def _set_title(self, text: str) -> Transition:
        self.bench.set_title(" ".join(text.split()) if text != text.strip() + " " else text.strip())
        return None

    def _open(self, index: int) -> Transition:
        return Push(FloorPage(self.context, self.bench, index))

    def _add(self) -> Transition:
        self.bench.set_floor(len(self.bench.deck.floors), self.bench.new_floor())
        return self._open(len(self.bench.deck.floors) - 1)

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
        path = transfer.long(self._target)
        try:
            if is_there(path):
                raise FileExistsError(tr("{file} already exists: name another file", file=path))
            write_atomic(path, deck_file(self.bench.deck))
        except OSError as error:
            return Push(Notice(self.context, tr("Not saved"), sentence(plainly(error))))
        return Push(Notice(self.context, tr("Saved"), sentence(self._target), file=path))

    # -- measuring and balancing

    def _set_seats(self, index: int) -> Transition:
        self.seats = index + 2
        return self._show()

    def _set_compared(self, index: int) -> Transition:
        self.compared = self._others()[index - 1][1] if index else None
        return self._show()

    def _not_yet(self) -> Transition:
        self.context.reply(self.bench.problem)
        return None

    def _measure(self) -> Transition:
        decks, seats = [deck for deck in (self.bench.deck, self.compared) if deck], self.seats
        decks = [deck for deck in decks if (in_play(deck), seats) not in self.measures] or decks[:1]
        total = len(decks) * -(-GAMES // CHUNK)
        return self._begin("measure", measuring(decks, seats), total, partial(self._keep_measures, seats))

    def _keep_measures(self, seats: int, found: Found) -> Found:
        self.measures |= {(in_play(deck), seats): measures for deck, measures in found}
        return found

    def _balance(self) -> Transition:
        deck, seats = self.bench.deck, self.seats
        return self._begin("balance", balancing(deck, seats), 1 + ROUNDS, partial(self._keep_proposal, deck, seats))

    def _keep_proposal(self, deck: Deck, seats: int, proposal: Try) -> Found:
        self.proposals[in_play(deck), seats] = proposal
        return [proposal]

    def _take(self, proposed: Deck) -> Transition:
        """Give the floors the proposed counts."""
        deck = self.bench.deck
        floors = (replace(floor, count=other.count) for floor, other in zip(deck.floors, proposed.floors))
        self.bench.change(deck_of(deck.title, tuple(floors), deck.about))
        return self._show()

    def _begin(self, row: str, work: Job, total: int, then: Callable[[Any], Found]) -> Transition:
        self._stop()
        self.work, self._work_row, self._then = BackgroundWork(work, total), row, then
        return self._show()

    def _cancel_work(self) -> Transition:
        self._stop()
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
            if work.problem:
                self.context.reply(work.problem)
            elif work.result is not None:
                words = paragraph([tr("The bots have played."), *flaw_words(self._then(work.result))])
                self.context.announcer.say(words)
                self.context.last_reply.show(words)  # the results may be out of sight
            offset = self.target
            self.rebuild()
            self.scroll_to(offset, at_once=True)  # wherever the player has scrolled meanwhile
        return super().update(ms)

    @property
    def at_rest(self) -> bool:
        return self.work is None and super().at_rest


def measuring(decks: list[Deck], seats: int) -> Job:
    """Yield the batches that measure decks; return each deck with its results."""
    found = []
    for deck in decks:
        measures = Measures()
        for batch in batches(deck, seats):
            measures += yield batch
        found.append((deck, measures))
    return found
