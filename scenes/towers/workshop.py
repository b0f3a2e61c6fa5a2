"""The pages for one deck and for a floor of it: editing, measuring and balancing."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from topping_out.game.bots.process import WorkerDied, WorkerProcess
from topping_out.game.language import mark, tr, tr_context, tr_label
from topping_out.game.storage.codes import deck_code
from topping_out.game.storage.files import is_there, write_atomic
from topping_out.game.text import commas, dots, labelled, plainly, semicolons, sentence, system_says
from topping_out.game.towers.decks import deck_file, deck_text, find_decks
from topping_out.game.towers.floors import COLOURS, LARGEST_AMOUNT, Deck, Effect, EffectVerb, Floor
from topping_out.game.towers.numbers import HEIGHT
from topping_out.game.towers.rooms import RoomPlan, room_of, shown_floors
from topping_out.game.towers.rules import GAME
from topping_out.game.towers.state import LONGEST_NAME, MOST_COUNT, MOST_EFFECTS, MOST_FLOORS
from topping_out.game.towers.words import effect_words, floor_words
from topping_out.game.towers.workshop import GAMES
from topping_out.game.towers.workshop.measure import (
    CHUNK,
    ROUNDS,
    Batch,
    Bench,
    Measures,
    balancing,
    batches,
    copy_of,
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
from ..ui.column import LinkRow, Notice, Rows, code_button
from ..ui.fields import TextField
from ..ui.layout import Box, Text, fill, row, sized
from ..ui.widgets import Button, ListRow, Stepper, Switch
from .furnishing import PART_NAMES, RoomPage
from .previews import BenchFloorPage, BenchPage, TowerPreview
from .rooms import colours, style_of
from .tips import effects_in_full

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
        return round(100 * self.done / max(1, self.total))

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


# -- floor


COLOUR_NAMES = dict(
    zip(
        COLOURS,
        (
            mark("Moss"), mark("Copper"), mark("Plum"), mark("Pink"), mark("Frost"), mark("Brass"),
            mark("Slate"), mark("Heather"), mark("Ember"), mark("Lagoon"),
        ),
    )
)  # fmt: skip


class FloorField(TextField):
    longest = LONGEST_NAME
    placeholder = mark("Name of the floor")


class FloorPage(BenchFloorPage):
    """The page for editing a floor. It shows the floor's effects in sentences, and its card in a tower."""

    heading = mark("A floor")
    back_label = mark("Done")

    @property
    def floor(self) -> Floor:
        return self.bench.deck.floors[self.index]

    # -- rows

    def put_rows(self, rows: Rows) -> None:
        floor = self.floor
        rows.put(FloorField("name", floor.name, self._names(), self._set_name))
        rows.words("says", effects_in_full(floor))
        if self.bench.problem:
            rows.words("problem", sentence(self.bench.problem), is_bad=True)
        counts = [str(n) for n in range(1, MOST_COUNT + 1)]
        rows.put(Stepper("count", tr("Cards"), "", counts, floor.count - 1, lambda n: self._set(count=n + 1)))
        for number in range(min(len(floor.effects) + 1, MOST_EFFECTS)):
            self._put_effect(rows, number)
        text = tr("Claimed or not, it triggers scoring in the turn it's built.")
        triggers = floor.triggers_scoring
        rows.put(Switch("triggers", tr("Triggers scoring"), text, triggers, lambda on: self._set(triggers_scoring=on)))
        self._put_looks(rows, floor)
        rows.put(Button("remove", tr("Remove this floor"), self._remove, size=16))

    def _put_effect(self, rows: Rows, number: int) -> None:
        effects, name = self.floor.effects, self.floor.name
        current = effects[number] if number < len(effects) else None
        verbs: list[EffectVerb | None] = [None, *EffectVerb]
        amount = current.amount if current else 1
        labels = [effect_words(Effect(verb, amount), name) if verb else tr("nothing more") for verb in verbs]
        title = tr("Effect {number}", number=number + 1)
        at = verbs.index(current.verb if current else None)
        change = partial(self._set_verb, number, verbs)
        rows.put(Stepper(f"effect {number}", title, tr("What it does for its owner."), labels, at, change))
        if current:
            numbers = [str(n) for n in range(1, LARGEST_AMOUNT + 1)]
            title = tr("Number in effect {number}", number=number + 1)
            rows.put(Stepper(f"amount {number}", title, "", numbers, amount - 1, partial(self._set_amount, number)))

    def _put_looks(self, rows: Rows, floor: Floor) -> None:
        parts = sentence(commas(tr(PART_NAMES[part]) for part in self.shown.parts))
        rows.put(LinkRow("room", tr("Room"), parts, self._furnish))
        names, theme = ["", *COLOURS], self.kit.theme
        labels = [tr("chosen by name"), *(tr(COLOUR_NAMES[name]) for name in COLOURS)]
        usual = style_of(theme, replace(floor, colour="", picture=str(self.shown))).colour
        swatches = [usual, *colours(theme).values()]
        at = names.index(floor.colour)
        rows.put(Stepper("colour", tr("Colour"), "", labels, at, lambda n: self._set(colour=names[n]), swatches))

    @property
    def shown(self) -> RoomPlan:
        """The floor's room."""
        return room_of(shown_floors(self.bench.deck)[self.index])

    def _furnish(self) -> Transition:
        return Push(RoomPage(self.context, self.bench, self.index))

    def foot(self) -> list[Box]:
        return [self.undo_button(), fill(), self.back(), fill()]

    def _names(self) -> list[str]:
        """Return unused names of built-in floors, those with the same first effect first; then the current name."""
        used = {floor.name for floor in self.bench.deck.floors}
        known = {floor.name: floor for deck in find_decks().built_in.values() for floor in deck.floors}
        floors = sorted(known.values(), key=lambda floor: (floor.effects[:1] != self.floor.effects[:1], floor.name))
        names = [tr(floor.name) for floor in floors]
        return [*(name for name in names if len(name) <= LONGEST_NAME and name not in used), self.floor.name]

    # -- changes

    def _set_name(self, text: str) -> Transition:
        return self._set(name=text)

    def _set(self, **changed: Any) -> Transition:
        self.bench.set_floor(self.index, replace(self.floor, **changed))
        self.rebuild()
        return None

    def _set_verb(self, number: int, verbs: list[EffectVerb | None], at: int) -> Transition:
        effects, verb = [*self.floor.effects], verbs[at]
        amount = effects[number].amount if number < len(effects) else 1
        effects[number : number + 1] = [Effect(verb, amount)] if verb else []
        return self._set(effects=tuple(effects))

    def _set_amount(self, number: int, at: int) -> Transition:
        effects = [*self.floor.effects]
        effects[number] = replace(effects[number], amount=at + 1)
        return self._set(effects=tuple(effects))

    def _remove(self) -> Transition:
        self.bench.set_floor(self.index, None)
        return Pop()


# -- deck


Job = Generator[Batch, Measures, Any]


class TitleField(TextField):
    begins_large = True
    longest = LONGEST_NAME
    placeholder = mark("Title of the deck")


class DeckPage(BenchPage):
    """The page of a deck: one of the user's own to edit or, with its value of the option, another one to look at."""

    back_label = mark("Back")

    def __init__(
        self, context: Context, bench: Bench, seats: int, play: Callable[[str], Transition], value: str = ""
    ) -> None:
        super().__init__(context, bench)
        self.seats, self._play, self.value = max(2, seats), play, value
        self.beside: Deck | None = None
        """The deck to compare it with."""
        self.measures: dict[tuple[Deck, int], Measures] = {}
        self.proposed: Deck | None = None
        """The deck with the counts that balancing has found."""
        self.work: BackgroundWork | None = None
        self._then: Callable[[Any], None] = lambda result: None
        self._target = transfer.short(transfer.free_name(transfer.folders(), bench.path.stem or "deck", ".toml"))

    @property
    def is_own(self) -> bool:
        return not self.value

    @property
    def heading(self) -> str:  # type: ignore[override]
        return tr_label(self.bench.deck.title) or tr("A new deck")

    def preview(self) -> TowerPreview:
        return TowerPreview(shown_floors(self.bench.deck)[:HEIGHT])

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
            rows.put(code_button(self.context, lambda: deck_code(GAME.name, deck_text(self.bench.deck))))
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
        rows.put(
            Stepper("beside", tr("Compare with"), tr("Another deck to compare it with."), labels, at, self._set_beside)
        )
        if self.work:
            words = tr("Bots are playing: {number}% done.", number=self.work.percent)
            rows.put(ListRow("progress", tr("One moment, please."), words))
            rows.put(Button("stop", tr("Cancel"), self._cancel_work, size=16))
            return
        is_playable = not self.bench.problem
        about = tr("Bots will play {number} games with it; this takes a while.", number=2 * GAMES)
        rows.put(LinkRow("measure", tr("Let bots play it"), about, self._measure if is_playable else self._not_yet))
        rows += self._figures(deck)
        if self.is_own:
            about = tr("Looks for card counts that balance the floors.")
            rows.put(LinkRow("balance", tr("Balance it"), about, self._balance if is_playable else self._not_yet))
        if self.proposed:
            rows.words("proposed", self._proposal(deck, self.proposed))
            rows.put(Button("take", tr("Use these counts"), self._take, size=16))

    def _others(self) -> list[tuple[str, Deck]]:
        found = find_decks()
        decks = [(tr(deck.title), deck) for deck in found.built_in.values()]
        return [
            pair for pair in (*decks, *((d.title, d) for d in found.own.values())) if pair[1] is not self.bench.deck
        ]

    def _figures(self, deck: Deck) -> Iterator[Box]:
        """Yield the rows of measured figures, with those of the deck to compare."""
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
        self.work, self._then = BackgroundWork(work, total), then
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
    """Yield the batches that measure decks; return the results by deck and number of seats."""
    found: dict[tuple[Deck, int], Measures] = {}
    for deck in decks:
        for batch in batches(deck, seats):
            found[deck, seats] = found.get((deck, seats), Measures()) + (yield batch)
    return found
