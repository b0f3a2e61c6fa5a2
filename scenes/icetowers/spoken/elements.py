"""What of the ice is read, and what Enter does there, for the player who listens."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from topping_out.game.engine import Seat
from topping_out.game.icetowers import legality
from topping_out.game.icetowers.actions import Action, Place, Split
from topping_out.game.icetowers.core.stacks import gaps
from topping_out.game.icetowers.pieces import PIPS_OF, PieceId, worth_of
from topping_out.game.icetowers.state import Phase, View
from topping_out.game.icetowers.table import Tower, TowerId
from topping_out.game.icetowers.words import colour_name
from topping_out.game.language import tr, tr_count
from topping_out.game.text import commas, paragraph, reason_sentence, sentence
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.icetowers import captions
from topping_out.scenes.icetowers.colours import Colours
from topping_out.scenes.icetowers.cursors.cursor import Cursor
from topping_out.scenes.icetowers.layout import Layout
from topping_out.scenes.icetowers.spoken import order, words
from topping_out.scenes.icetowers.spoken.order import TowerEntry
from topping_out.scenes.manager import Transition
from topping_out.scenes.ui.text import put_in
from topping_out.scenes.ui.widgets import Rect, Stepper, Widget

TOWERS = "towers"
"""Name of the group of the towers."""
HANDS = {"hand": "empty hand", "empty hand": "hand"}
"""What is read of the hand, full and empty: two things, as readers remember what can be done with a thing."""


REFRESH = 10_000
"""After so many milliseconds the time left is said anew."""


class SpokenItem(Widget):
    """Something on the ice that is read, and that Enter may do something with. The board draws it."""

    def __init__(self, name: str, rect: Rect, said: Semantics, press: Callable[[], None] | None = None) -> None:
        super().__init__(name, rect)
        self._said, self._do = said, press

    def semantics(self) -> Semantics:
        return self._said

    def press(self) -> Transition:
        if self._do:
            self._do()
        return None


class SpokenTable:
    """The table in words: its towers by the order and choice of whoever listens, and one of them piece by piece."""

    def __init__(self) -> None:
        self.player: Seat | None = None
        """Who plays by the focus; None: nobody does."""
        self.act: Callable[[Action], None] = lambda action: None
        """Does an action of the player; set by the scene."""
        self.refuse: Callable[[str], None] = lambda reason: None
        """Says why something is not possible, by a marked reason; set by the scene."""
        self.sorting, self.choice = "worth", "all"
        self.opened: TowerId | None = None
        """The tower that is read piece by piece."""
        self.goal = ""
        """Name of what the focus shall come to when the page is laid out next."""

    def widgets(self, view: View, layout: Layout, colours: Colours, status: Callable[[Seat], str]) -> list[Widget]:
        """Return all that is to be read, in its order. `status`: what is said of a seat."""
        reading = _Reading(self, view, layout, colours)
        return [*reading.widgets(), *reading.seats(status)]

    def put_back(self, view: View) -> bool:
        """Do what Esc does: set the held piece down where it was, or close the tower. False: there is neither."""
        if self.player is not None and (actions := Cursor(self.player, (0, 0)).put_back(view)):
            self.act(actions[0])
            return True
        return self.close()

    def close(self) -> bool:
        """Read no tower piece by piece any more. False: none was."""
        if self.opened is None:
            return False
        self.goal, self.opened = f"tower {self.opened}", None
        return True


class _Reading:
    """The table at one moment."""

    def __init__(self, table: SpokenTable, view: View, layout: Layout, colours: Colours) -> None:
        self.table, self.view, self.layout, self.colours = table, view, layout, colours
        self.seat = table.player
        self.names = [player.name for player in colours.players]
        self.held = view.hands[self.seat] if self.seat is not None else None

    def widgets(self) -> Iterator[Widget]:
        if self.seat is not None:
            yield self._hand(self.seat)
            yield from self._steppers()
        found = order.entries(self.view, self.seat, self.table.sorting, self.table.choice)
        towers: list[Widget] = [self._tower(entry) for entry in found] or [self._nothing()]
        put_in(Group(TOWERS, tr(order.SORTED[self.table.sorting]), is_list=True), *towers)
        yield from towers
        yield from self._opened()

    # -- the hand, and the steppers

    def _hand(self, seat: Seat) -> Widget:
        x, y = self.layout.plate(seat).topleft
        place, about = Rect(x, y, 60, 30), words.describe_hand(self.view, seat)
        if self.held is None:
            return SpokenItem("empty hand", place, Semantics(Role.TEXT, about))
        cursor, view = Cursor(seat, (0, 0)), self.view
        why_not = legality.why_not_set_down(view, seat)
        text = reason_sentence(why_not) if why_not else tr("Put it back where it was.")
        label = sentence(words.piece_label(self.held.piece, self.names))
        said = Semantics(Role.OPTION, tr("In your hand: {piece}", piece=label), description=text)
        return SpokenItem("hand", place, said, lambda: self._do(cursor.put_back(view)[0]))

    def _steppers(self) -> Iterator[Widget]:
        table, owners = self.table, [colour_name(c, self.names) for c in range(self.view.variant.colours)]
        choices = order.choices(owners)
        keys, sortings = [*choices], [*order.SORTINGS]

        def sort(place: int) -> None:
            table.sorting = sortings[place]

        def choose(place: int) -> None:
            table.choice = keys[place]

        labels, text = [tr(order.SORTING_NAMES[key]) for key in sortings], self.layout.text
        wide, high, top = 330 * text, 22 + 18 * text, 52 + 16 * text
        place = Rect(24, top, wide, high)
        yield Stepper("sorting", tr("Sorted by"), "", labels, sortings.index(table.sorting), sort).placed(place)
        now = keys.index(table.choice) if table.choice in keys else 0
        yield Stepper("choice", tr("Show"), "", [*choices.values()], now, choose).placed(place.move(0, high + 4))

    def _nothing(self) -> Widget:
        return SpokenItem("no tower", Rect(24, 200, 60, 30), Semantics(Role.TEXT, tr("There's no such tower here.")))

    # -- towers

    def _tower(self, entry: TowerEntry) -> Widget:
        tower = entry.tower
        label, about = words.tower_label(tower, self.names, entry.number), [self._about(tower)]
        name = f"tower {tower.id}"
        if tower.is_free_stander:
            is_target = self.held is not None and not legality.why_not_cap(self.view.variant, self.held, tower)
            name = f"alone {tower.controller} {tower.size} {is_target}"
        pieces = ""
        if not tower.is_free_stander:
            pieces = tr_count("{number} piece", "{number} pieces", len(tower.pieces))
            about.append(tr("From the top: {pieces}.", pieces=words.pieces_from_top(tower, self.names)))
        can_do = not self._why_not_touch(tower)
        role = Role.ITEM if self.seat is None else Role.OPTION
        text = paragraph(about)
        said = Semantics(role, label, pieces, text, is_enabled=self.seat is None or can_do)
        press = None if self.seat is None else lambda: self._touch(tower)
        return SpokenItem(name, self.layout.place(tower), said, press)

    def _why_not_touch(self, tower: Tower) -> str:
        """Return why Enter does nothing at a tower; empty where it does something."""
        if self.seat is None:
            return ""
        if self.held:
            return legality.why_not_cap(self.view.variant, self.held, tower)
        if self.view.phase is not Phase.PLAY:
            if self.view.phase is Phase.GATHERING:
                return legality.why_not_ready(self.view, self.seat, tower.top)
            return legality.why_not_now(self.view, self.seat)
        if not tower.is_free_stander:
            return ""
        cursor = Cursor(self.seat, (0, 0))
        return "" if cursor.take(self.view, tower.top) else cursor.refusal

    def _about(self, tower: Tower) -> str:
        """Return what Enter does at a tower, or why it does nothing."""
        if self.seat is None:
            return ""
        if why_not := self._why_not_touch(tower):
            return reason_sentence(why_not)
        if self._waits and (self.held or tower.is_free_stander):
            return ""
        if self.held:
            return tr("Cap: makes {worth}.", worth=tower.worth + PIPS_OF[self.held.piece])
        if not tower.is_free_stander:
            return self._inside(tower)
        return tr("Touch it: you're ready.") if self.view.began is None else tr("Lift this piece.")

    @property
    def _waits(self) -> bool:
        """Whether another player chooses now: nothing is offered meanwhile."""
        return self.view.turn not in (None, self.seat)

    def _inside(self, tower: Tower) -> str:
        assert self.seat is not None
        mines, gaps = legality.mineable(self.view, self.seat), legality.gaps(self.view, self.seat)
        to_mine, to_split = (len({*tower.pieces}.intersection(pieces)) for pieces in (mines, gaps))
        found = [tr_count("{number} piece to mine", "{number} pieces to mine", to_mine)] if to_mine else []
        found += [tr_count("{number} gap to split", "{number} gaps to split", to_split)] if to_split else []
        return tr("Look inside: {what}.", what=commas(found)) if found else tr("Look inside.")

    def _touch(self, tower: Tower) -> None:
        """Cap a tower, lift a free-standing piece, or look inside."""
        table = self.table
        if self.held:
            self._do(Place(tower.id))
        elif tower.is_free_stander:
            self._take(tower.top)
        elif table.opened == tower.id:
            table.close()
        else:
            table.opened, table.goal = tower.id, f"piece {tower.top}"

    def _take(self, piece: PieceId) -> None:
        """Do what a click on a piece does."""
        assert self.seat is not None
        cursor = Cursor(self.seat, (0, 0))
        for action in cursor.take(self.view, piece):
            self._do(action)
        if cursor.refusal:
            self.table.refuse(cursor.refusal)

    def _do(self, action: Action) -> None:
        self.table.act(action)

    # -- inside a tower

    def _opened(self) -> Iterator[Widget]:
        """Yield the pieces of the tower that is looked into, from the top, and the gaps between them."""
        table = self.table
        tower = legality.tower_by_id(self.view, table.opened) if table.opened is not None else None
        if tower is None or tower.is_free_stander or self.seat is None:
            table.opened = None
            return
        label = tr("{tower}, from the top", tower=words.tower_label(tower, self.names))
        group, splittable = Group("pieces", label, is_list=True), gaps(tower.stack)
        for index in reversed(range(len(tower.pieces))):
            if index in splittable:
                yield self._gap(tower, index, group)
            yield self._piece(tower, index, group)

    def _piece(self, tower: Tower, index: int, group: Group) -> Widget:
        assert self.seat is not None
        piece = tower.pieces[index]
        why_not = legality.why_not_mine(self.view, self.seat, piece)
        label = sentence(words.piece_label(piece, self.names))
        text = reason_sentence(why_not) if why_not else "" if self._waits else tr("Mine this piece.")
        said = Semantics(Role.OPTION, label, description=text, is_enabled=not why_not)
        item = SpokenItem(f"piece {piece}", self.layout.place(tower), said, lambda: self._take(piece))
        item.group = group
        return item

    def _gap(self, tower: Tower, index: int, group: Group) -> Widget:
        """Return the gap above a piece."""
        assert self.seat is not None
        piece = tower.pieces[index]
        why_not = legality.why_not_split(self.view, self.seat, piece)
        parts = worth_of(tower.pieces[index + 1 :]), worth_of(tower.pieces[: index + 1])
        text = "" if self._waits else tr("Split: {upper} above, {lower} below.", upper=parts[0], lower=parts[1])
        said = Semantics(
            Role.OPTION, tr("Gap"), description=reason_sentence(why_not) if why_not else text, is_enabled=not why_not
        )
        x, y = self.layout.gap(tower, index)
        item = SpokenItem(f"gap {piece}", Rect(x - 14, y - 12, 28, 24), said, lambda: self._do(Split(piece)))
        item.group = group
        return item

    # -- the seats

    def seats(self, status: Callable[[Seat], str]) -> Sequence[Widget]:
        """Return everybody's plate, and the ghost's."""
        items, scores = list[Widget](), self.view.scores
        for colour, score in enumerate(scores):
            is_seat = self.colours.is_seat(colour)
            place = self.layout.plate(colour) if is_seat else Rect(self.layout.width - 150, 70, 130, 30)
            about = status(colour) if is_seat else ""
            label, value = self.colours.name(colour), str(score)
            items.append(SpokenItem(f"seat {colour}", place, Semantics(Role.ITEM, label, value, about)))
        put_in(Group("seats", tr("Players"), is_list=True), *items)
        return items


def clock_words(view: View, colours: Colours) -> str:
    """Return what is on, and the time left, if a clock runs."""
    about, time = captions.under_clock(view, colours, True), captions.clock(view)
    return tr("{about}. {time} left.", about=about, time=time) if time else tr("{about}.", about=about)


class ClockText(SpokenItem):
    """The same as an element around that middle of the window.

    While the page is not laid out anew it is said anew every ten seconds: more often would be a chatter.
    """

    def __init__(self, view: Callable[[], View], colours: Colours, middle: float) -> None:
        super().__init__("clock", Rect(middle - 150, 60, 300, 60), Semantics(Role.TEXT, ""))
        self._view, self._colours = view, colours
        self._until = math.inf
        """Milliseconds of play from which on the words are too old."""

    def semantics(self) -> Semantics:
        view = self._view()
        if not self._said.label or view.ms >= self._until:
            self._said = Semantics(Role.TEXT, clock_words(view, self._colours))
            self._until = view.ms + REFRESH
        return self._said
