"""The decks there are: the program's, that of the week, one's own; from here they are looked at, made and drafted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from topping_out.game.language import mark, tr, tr_count
from topping_out.game.options import Value
from topping_out.game.progress import daily
from topping_out.game.record import Header
from topping_out.game.text import plainly, sentence
from topping_out.game.towers.decks import DeckError, deck_text, find_decks
from topping_out.game.towers.floors import Deck, deck_of
from topping_out.game.towers.workshop.bench import Bench, new_bench, open_bench, own_benches, take_in
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.manager import Pop, Push, Transition
from topping_out.scenes.pages.transfer import places
from topping_out.scenes.pages.transfer.fields import add_file
from topping_out.scenes.system.context import Context
from topping_out.scenes.towers.workshop.deck import DeckPage
from topping_out.scenes.towers.workshop.draft import DraftPage
from topping_out.scenes.ui.column import ColumnPage, LinkRow, Rows
from topping_out.scenes.ui.dialog import Notice

Choose = Callable[[Value], Transition]


class DecksPage(ColumnPage):
    """A row for each deck. Choosing one leads back to the set-up with it."""

    heading = mark("Deck workshop")
    column_width = 860.0
    back_label = mark("Back")

    def __init__(self, context: Context, header: Header, choose: Choose) -> None:
        """Work for a game as it is set up; `choose` takes the deck that shall be played."""
        super().__init__(context)
        self.header, self._choose = header, choose
        self._source = ""

    def enter(self) -> None:
        super().enter()
        self.rebuild()

    def put_rows(self, rows: Rows) -> None:
        found = find_decks()
        rows.label("own", tr("Your own decks"))
        rows.put(LinkRow("new", tr("A new deck"), tr("Begin with two floors, and add what you like."), self._new))
        about = tr("Everybody takes or strikes floors out of twelve, one after the other; eight are played.")
        rows.put(LinkRow("draft", tr("Draft a deck"), about, self._draft))
        for path in own_benches():
            self._put_own(rows, path)
        rows.label("ours", tr("Decks to play, or to copy and change"))
        year, number, _ = daily.today().isocalendar()
        week, about = found.week(daily.today()), tr("Week {week} of {year}", week=number, year=year)
        rows.put(LinkRow("week", tr("Deck of the week"), about, partial(self._look, week, deck_text(week))))
        for name, deck in found.built_in.items():
            cards = tr_count("{number} card", "{number} cards", len(deck.cards))
            rows.put(LinkRow(f"deck {name}", tr(deck.title), tr(deck.about) or cards, partial(self._look, deck, name)))
        rows.label("file", tr("A deck file from elsewhere"))
        add_file(rows, "source", self._source, tr("Take in"), self._type, self._take_in)

    def _put_own(self, rows: Rows, path: Path) -> None:
        try:
            bench = open_bench(path)
        except DeckError as error:
            rows.put(LinkRow(f"own {path.name}", path.name, sentence(plainly(error)), partial(self._refuse, error)))
            return
        about = bench.problem or tr_count("{number} card", "{number} cards", len(bench.deck.cards))
        title = bench.deck.title or path.name
        rows.put(LinkRow(f"own {path.name}", title, about, partial(self._work_on, bench)))

    # -- what they do

    def _refuse(self, error: Exception) -> Transition:
        return Push(Notice(self.context, tr("Not a deck"), sentence(plainly(error))))

    def _work_on(self, bench: Bench) -> Transition:
        return Push(DeckPage(self.context, bench, len(self.header.seats), self._play))

    def _look(self, deck: Deck, value: str) -> Transition:
        bench = Bench(Path(), deck)
        return Push(DeckPage(self.context, bench, len(self.header.seats), self._play, value))

    def _new(self) -> Transition:
        bench = new_bench(deck_of(tr("My deck"), ()))
        for _ in range(2):
            bench.set_floor(len(bench.deck.floors), bench.new_floor())
        return self._work_on(bench)

    def _draft(self) -> Transition:
        return Push(DraftPage(self.context, self.header, self._keep_draft))

    def _keep_draft(self, deck: Deck) -> Transition:
        """Keep a drafted deck among one's own, and play it."""
        new_bench(deck)
        return self._play(deck_text(deck))

    def _play(self, value: str) -> Transition:
        return Pop(partial(self._choose, value))

    def _type(self, text: str) -> Transition:
        self._source = text
        self.rebuild()
        return None

    def _take_in(self) -> Transition:
        try:
            return self._work_on(take_in(places.long(self._source)))
        except (DeckError, OSError) as error:
            return self._refuse(error)

    def on_intent(self, intent: Intent) -> Transition:
        if intent.verb is Verb.DROP:
            self._source = intent.text
            return self._take_in()
        return super().on_intent(intent)
