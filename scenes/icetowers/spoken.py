"""The table of IceTowers in words, for screen readers and the program's own voice."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from topping_out.game.engine import Seat
from topping_out.game.icetowers import legality
from topping_out.game.icetowers.actions import (
    Action,
    Capped,
    DoneSwitched,
    Event,
    Lifted,
    Mined,
    Place,
    Split,
    TurnPassed,
    WasSetDown,
)
from topping_out.game.icetowers.core import gaps
from topping_out.game.icetowers.state import (
    COLOUR_OF,
    PIPS_OF,
    Colour,
    Held,
    Phase,
    PieceId,
    Tower,
    TowerId,
    View,
    worth_of,
)
from topping_out.game.icetowers.words import colour_name, describe, is_reader
from topping_out.game.language import mark, tr, tr_context, tr_count, tr_player
from topping_out.game.text import commas, paragraph, reason_sentence, semicolons, sentence

from ..accessibility.semantics import Group, Role, Semantics
from ..manager import Transition
from ..ui.layout import Rect, Widget
from ..ui.widgets import Stepper, put_in
from . import animator
from .animator import Layout
from .art import Colours
from .cursors import Cursor

# -- words


_YOURS = ("", mark("your small"), mark("your medium"), mark("your large"))
_OF = ("", mark("{owner}'s small"), mark("{owner}'s medium"), mark("{owner}'s large"))
"""Names of pieces, by their pips."""


# -- names


def piece_label(piece: PieceId, names: Sequence[str]) -> str:
    """Return a piece's name for the middle of a sentence, such as "your small" or "Ana's large"."""
    colour, pips = COLOUR_OF[piece], PIPS_OF[piece]
    if is_reader(colour, names):
        return tr(_YOURS[pips])
    return tr(_OF[pips], owner=colour_name(colour, names))


def tower_label(tower: Tower, names: Sequence[str], number: int = 1) -> str:
    """Return a tower's owner and worth in words. `number` is the number of free-standing pieces of this kind."""
    if tower.is_free_stander:
        piece = sentence(piece_label(tower.top, names))
        return tr("{piece}, {number} of them", piece=piece, number=number) if number > 1 else piece
    if is_reader(tower.controller, names):
        return tr("Your tower, worth {worth}", worth=tower.worth)
    return tr("{owner}'s tower, worth {worth}", owner=colour_name(tower.controller, names), worth=tower.worth)


def pieces_from_top(tower: Tower, names: Sequence[str]) -> str:
    return commas(piece_label(piece, names) for piece in reversed(tower.pieces))


# -- what happens


def own_sentences(events: Sequence[Event], view: View, is_short: bool) -> list[str]:
    """Return what the sentences about a player's own action do not contain: the piece now in the hand."""
    return [describe_hand(view, event.seat, is_short) for event in events if isinstance(event, Lifted | Mined)]


def brief_sentence(event: Event, names: Sequence[str]) -> str:
    """Return a short sentence about another player's play, for live games; "" for unimportant events."""
    match event:
        case Capped(seat, _, _, owner, worth, _):
            if is_reader(owner, names):
                return tr("{name} caps your tower: {worth}.", name=names[seat], worth=worth)
            yours, theirs = mark("You cap {owner}'s tower: {worth}."), mark("{name} caps {owner}'s tower: {worth}.")
            return tr_player(names[seat], yours, theirs, owner=colour_name(owner, names), worth=worth)
        case Mined() | Lifted() | WasSetDown() | DoneSwitched():
            return ""
    return describe(event, names)


# -- replies to questions


def describe_scores(view: View, names: Sequence[str]) -> str:
    """Return everyone's score in words."""
    scores = enumerate(view.scores)
    return paragraph(
        tr("{name}: {pips}.", name=sentence(colour_name(colour, names)), pips=pips) for colour, pips in scores
    )


def describe_hand(view: View, seat: Seat | None, is_short: bool = False) -> str:
    """Return the piece that a seat holds, and what can be done with it."""
    advice = animator.advice(view, seat, is_short=is_short) if seat is not None else ""
    return tr("{sentence}.", sentence=advice) if advice else tr_context("no piece", "Your hand is empty.")


def describe_towers(view: View, names: Sequence[str]) -> str:
    """Return each colour's towers of two or more pieces, with their worths and numbers of pieces."""
    return paragraph(
        tr("{name}: {towers}.", name=sentence(colour_name(colour, names)), towers=_towers(view, colour, names))
        for colour in range(view.variant.colours)
    )


def _towers(view: View, colour: Colour, names: Sequence[str]) -> str:
    own = [tower for tower in view.towers if tower.controller == colour and not tower.is_free_stander]
    own.sort(key=lambda tower: -tower.worth)
    towers = (
        tr_count("{worth} in {number} piece", "{worth} in {number} pieces", len(t.pieces), worth=t.worth) for t in own
    )
    return semicolons(towers) or tr("no tower")


def describe_table(view: View, names: Sequence[str]) -> str:
    """Return each colour's number of towers, their worths, and its number of free-standing pieces."""
    return paragraph(_of_colour(view, colour, names) for colour in range(view.variant.colours))


def _of_colour(view: View, colour: Colour, names: Sequence[str]) -> str:
    own = [tower for tower in view.towers if tower.controller == colour]
    worths = sorted((tower.worth for tower in own if not tower.is_free_stander), reverse=True)
    towers = tr_count("{number} tower", "{number} towers", len(worths))
    if worths:
        towers = tr("{towers} ({worths})", towers=towers, worths=commas(map(str, worths)))
    alone = tr_count("{number} free-standing piece", "{number} free-standing pieces", len(own) - len(worths))
    name = sentence(colour_name(colour, names))
    return tr("{name}: {towers}, {alone}.", name=name, towers=towers, alone=alone)


# -- order


SORTINGS: dict[str, Callable[[Tower], tuple[int, ...]]] = {
    "worth": lambda tower: (-tower.worth, tower.controller),
    "height": lambda tower: (-len(tower.pieces), -tower.worth),
    "owner": lambda tower: (tower.controller, -tower.worth),
}
SORTING_NAMES = {"worth": mark("Worth"), "height": mark("Height"), "owner": mark("Owner")}
SORTED = {
    "worth": mark("Towers, sorted by worth"),
    "height": mark("Towers, sorted by height"),
    "owner": mark("Towers, sorted by owner"),
}
"""Names of the list of towers, by sorting."""
KINDS = {
    "all": mark("All"),
    "high": mark("Two pieces or more"),
    "alone": mark("Free-standing pieces"),
    "cap": mark("Those I can cap"),
    "mine": mark("Those I can mine"),
    "split": mark("Those I can split"),
}
"""Choices of which towers are listed. The towers of each owner are further choices."""


def choice_words(owners: Sequence[str]) -> dict[str, str]:
    """Return the names of all choices by key. `owners` are the names of the colours."""
    return {key: tr(name) for key, name in KINDS.items()} | {
        f"owner {colour}": sentence(name) for colour, name in enumerate(owners)
    }


@dataclass(frozen=True)
class TowerEntry:
    """An entry of the list of towers. Equal free-standing pieces share one entry."""

    tower: Tower
    number: int = 1


def entries(view: View, seat: Seat | None, sorting: str, choice: str) -> list[TowerEntry]:
    """Return the list of chosen towers, sorted. While the seat holds a piece, towers that it can cap come first."""
    held = view.hands[seat] if seat is not None else None
    targets = {tower.id for tower in legality.targets(view, held)} if held else set[int]()
    chosen = towers_of_choice(view, seat, choice)
    alike: dict[object, list[Tower]] = {}
    for tower in view.towers:
        if tower in chosen:
            kind = (COLOUR_OF[tower.top], tower.size, tower.id in targets) if tower.is_free_stander else tower.id
            alike.setdefault(kind, []).append(tower)
    found = [TowerEntry(towers[0], len(towers)) for towers in alike.values()]
    sort = SORTINGS[sorting]
    return sorted(found, key=lambda entry: (entry.tower.id not in targets, sort(entry.tower)))


def towers_of_choice(view: View, seat: Seat | None, choice: str) -> set[Tower]:
    """Return the towers of a choice. "mine" and "split" mean all towers while the hand is full and can do neither."""
    holds = seat is not None and view.hands[seat] is not None
    match choice:
        case "high" | "alone":
            return {tower for tower in view.towers if tower.is_free_stander == (choice == "alone")}
        case "cap" if seat is not None:
            return _cappable(view, seat)
        case "mine" if seat is not None and not holds:
            return _holding(view, legality.mineable(view, seat))
        case "split" if seat is not None and not holds:
            return _holding(view, legality.gaps(view, seat))
    if choice.startswith("owner "):
        return {tower for tower in view.towers if tower.controller == int(choice.split()[1])}
    return {*view.towers}


def _holding(view: View, pieces: Iterable[int]) -> set[Tower]:
    wanted = {*pieces}
    return {tower for tower in view.towers if not wanted.isdisjoint(tower.pieces)}


def _cappable(view: View, seat: Seat) -> set[Tower]:
    """Return the towers that the held piece can cap, or with an empty hand any piece that can be lifted."""
    if held := view.hands[seat]:
        return {*legality.targets(view, held)}
    kinds = {(COLOUR_OF[piece], PIPS_OF[piece]): piece for piece in legality.liftable(view, seat)}
    hands = (Held(piece, False, frozenset(), 0, 0, view.ms, None) for piece in kinds.values())
    return {tower for hand in hands for tower in legality.targets(view, hand)}


# -- elements


TOWERS = "towers"
"""Name of the group of the towers."""
OTHER_HAND = {"hand": "empty hand", "empty hand": "hand"}
"""The elements for a full and an empty hand, each to the other. They differ as readers remember elements' actions."""


REFRESH = 10_000
"""Milliseconds after which the time left is said again."""


class SpokenItem(Widget):
    """An element of the table that is read, and that Enter may act on. The board draws it."""

    def __init__(self, name: str, rect: Rect, semantics: Semantics, press: Callable[[], None] | None = None) -> None:
        super().__init__(name, rect)
        self._semantics, self._do = semantics, press

    def semantics(self) -> Semantics:
        return self._semantics

    def press(self) -> Transition:
        if self._do:
            self._do()
        return None


class SpokenTable:
    """The table in words: its towers, sorted and chosen by the player, and one of them piece by piece."""

    def __init__(self) -> None:
        self.player: Seat | None = None
        """The seat that plays by the focus; None if none does."""
        self.act: Callable[[Action], None] = lambda action: None
        """Does an action of the player; set by the scene."""
        self.refuse: Callable[[str], None] = lambda reason: None
        """Announces why something is not possible, by a marked reason; set by the scene."""
        self.sorting, self.choice = "worth", "all"
        self.opened: TowerId | None = None
        """The tower that is read piece by piece."""
        self.goal = ""
        """Name of the element that gets the focus when the page is next laid out."""

    def widgets(self, view: View, layout: Layout, colours: Colours, status: Callable[[Seat], str]) -> list[Widget]:
        """Return all elements in reading order. `status` returns the status of a seat in words."""
        reading = _Reading(self, view, layout, colours)
        return [*reading.widgets(), *reading.seats(status)]

    def put_back(self, view: View) -> bool:
        """Do what Esc does: put the held piece back, or close the opened tower. Return False if there is neither."""
        if self.player is not None and (actions := Cursor(self.player, (0, 0)).put_back(view)):
            self.act(actions[0])
            return True
        return self.close()

    def close(self) -> bool:
        """Close the opened tower. Return False if none was open."""
        if self.opened is None:
            return False
        self.goal, self.opened = f"tower {self.opened}", None
        return True


class _Reading:
    """The elements of the table at one moment."""

    def __init__(self, table: SpokenTable, view: View, layout: Layout, colours: Colours) -> None:
        self.table, self.view, self.layout, self.colours = table, view, layout, colours
        self.seat = table.player
        self.names = [player.name for player in colours.players]
        self.held = view.hands[self.seat] if self.seat is not None else None

    def widgets(self) -> Iterator[Widget]:
        if self.seat is not None:
            yield self._hand(self.seat)
            yield from self._steppers()
        found = entries(self.view, self.seat, self.table.sorting, self.table.choice)
        towers: list[Widget] = [self._tower(entry) for entry in found] or [self._nothing()]
        put_in(Group(TOWERS, tr(SORTED[self.table.sorting]), is_list=True), *towers)
        yield from towers
        yield from self._opened()

    # -- the hand, and the steppers

    def _hand(self, seat: Seat) -> Widget:
        x, y = self.layout.plate(seat).topleft
        place, about = Rect(x, y, 60, 30), describe_hand(self.view, seat)
        if self.held is None:
            return SpokenItem("empty hand", place, Semantics(Role.TEXT, about))
        cursor, view = Cursor(seat, (0, 0)), self.view
        why_not = legality.why_not_set_down(view, seat)
        text = reason_sentence(why_not) if why_not else tr("Put it back where it was.")
        label = sentence(piece_label(self.held.piece, self.names))
        semantics = Semantics(Role.OPTION, tr("In your hand: {piece}", piece=label), description=text)
        return SpokenItem("hand", place, semantics, lambda: self._do(cursor.put_back(view)[0]))

    def _steppers(self) -> Iterator[Widget]:
        table, owners = self.table, [colour_name(c, self.names) for c in range(self.view.variant.colours)]
        choices = choice_words(owners)
        keys, sortings = [*choices], [*SORTINGS]

        def sort(place: int) -> None:
            table.sorting = sortings[place]

        def choose(place: int) -> None:
            table.choice = keys[place]

        labels, text = [tr(SORTING_NAMES[key]) for key in sortings], self.layout.text
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
        label, about = tower_label(tower, self.names, entry.number), [self._about(tower)]
        name = f"tower {tower.id}"
        if tower.is_free_stander:
            is_target = self.held is not None and not legality.why_not_cap(self.view.variant, self.held, tower)
            name = f"alone {tower.controller} {tower.size} {is_target}"
        pieces = ""
        if not tower.is_free_stander:
            pieces = tr_count("{number} piece", "{number} pieces", len(tower.pieces))
            about.append(tr("From the top: {pieces}.", pieces=pieces_from_top(tower, self.names)))
        can_do = not self._why_not_touch(tower)
        role = Role.ITEM if self.seat is None else Role.OPTION
        text = paragraph(about)
        semantics = Semantics(role, label, pieces, text, is_enabled=self.seat is None or can_do)
        press = None if self.seat is None else lambda: self._touch(tower)
        return SpokenItem(name, self.layout.place(tower), semantics, press)

    def _why_not_touch(self, tower: Tower) -> str:
        """Return why Enter does nothing on a tower, or "" if it does something."""
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
        """Return what Enter does on a tower, or why it does nothing."""
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
        """Whether it is another player's turn, so that no action is offered."""
        return self.view.turn not in (None, self.seat)

    def _inside(self, tower: Tower) -> str:
        assert self.seat is not None
        mines, gaps = legality.mineable(self.view, self.seat), legality.gaps(self.view, self.seat)
        to_mine, to_split = (len({*tower.pieces}.intersection(pieces)) for pieces in (mines, gaps))
        found = [tr_count("{number} piece to mine", "{number} pieces to mine", to_mine)] if to_mine else []
        found += [tr_count("{number} gap to split", "{number} gaps to split", to_split)] if to_split else []
        return tr("Look inside: {what}.", what=commas(found)) if found else tr("Look inside.")

    def _touch(self, tower: Tower) -> None:
        """Cap a tower, lift a free-standing piece, or open or close the tower."""
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
        """Yield the pieces of the opened tower, from the top, and the gaps between them."""
        table = self.table
        tower = legality.tower_by_id(self.view, table.opened) if table.opened is not None else None
        if tower is None or tower.is_free_stander or self.seat is None:
            table.opened = None
            return
        label = tr("{tower}, from the top", tower=tower_label(tower, self.names))
        group, splittable = Group("pieces", label, is_list=True), gaps(tower.stack)
        for index in reversed(range(len(tower.pieces))):
            if index in splittable:
                yield self._gap(tower, index, group)
            yield self._piece(tower, index, group)

    def _piece(self, tower: Tower, index: int, group: Group) -> Widget:
        assert self.seat is not None
        piece = tower.pieces[index]
        why_not = legality.why_not_mine(self.view, self.seat, piece)
        label = sentence(piece_label(piece, self.names))
        text = reason_sentence(why_not) if why_not else "" if self._waits else tr("Mine this piece.")
        semantics = Semantics(Role.OPTION, label, description=text, is_enabled=not why_not)
        item = SpokenItem(f"piece {piece}", self.layout.place(tower), semantics, lambda: self._take(piece))
        item.group = group
        return item

    def _gap(self, tower: Tower, index: int, group: Group) -> Widget:
        """Return the element for the gap above a piece."""
        assert self.seat is not None
        piece = tower.pieces[index]
        why_not = legality.why_not_split(self.view, self.seat, piece)
        parts = worth_of(tower.pieces[index + 1 :]), worth_of(tower.pieces[: index + 1])
        text = "" if self._waits else tr("Split: {upper} above, {lower} below.", upper=parts[0], lower=parts[1])
        semantics = Semantics(
            Role.OPTION, tr("Gap"), description=reason_sentence(why_not) if why_not else text, is_enabled=not why_not
        )
        x, y = self.layout.gap(tower, index)
        item = SpokenItem(f"gap {piece}", Rect(x - 14, y - 12, 28, 24), semantics, lambda: self._do(Split(piece)))
        item.group = group
        return item

    # -- the seats

    def seats(self, status: Callable[[Seat], str]) -> Sequence[Widget]:
        """Return the elements for the plates of all seats and the ghost."""
        items, scores = list[Widget](), self.view.scores
        for colour, score in enumerate(scores):
            is_seat = self.colours.is_seat(colour)
            place = self.layout.plate(colour) if is_seat else self.layout.ghosts_score
            about = status(colour) if is_seat else ""
            label, value = self.colours.name(colour), str(score)
            items.append(SpokenItem(f"seat {colour}", place, Semantics(Role.ITEM, label, value, about)))
        put_in(Group("seats", tr("Players"), is_list=True), *items)
        return items


def clock_words(view: View, colours: Colours) -> str:
    """Return the state of the game, and the time left if a clock runs."""
    about, time = animator.under_clock(view, colours, True), animator.clock(view)
    return tr("{about}. {time} left.", about=about, time=time) if time else tr("{about}.", about=about)


class ClockText(SpokenItem):
    """`clock_words` as an element, around an x-coordinate at the top.

    Between layouts of the page, its words change only every ten seconds, to avoid chatter.
    """

    def __init__(self, view: Callable[[], View], colours: Colours, middle: float) -> None:
        super().__init__("clock", Rect(middle - 150, 60, 300, 60), Semantics(Role.TEXT, ""))
        self._view, self._colours = view, colours
        self._until = math.inf
        """The time of the game, in milliseconds, from which on the words are too old."""

    def semantics(self) -> Semantics:
        view = self._view()
        if not self._semantics.label or view.ms >= self._until:
            self._semantics = Semantics(Role.TEXT, clock_words(view, self._colours))
            self._until = view.ms + REFRESH
        return self._semantics


# -- announcements


def own_account(
    events: Sequence[Event], described: Sequence[Event], view: View, names: Sequence[str], is_short: bool
) -> str:
    """Return the announcement of a player's own action: a sentence for each event of `described`, and the held piece.

    `events` are all events of the action.
    """
    return _joined([*(describe(event, names) for event in described), *own_sentences(events, view, is_short)])


def account_of_others(events: Sequence[Event], view: View, names: Sequence[str], is_short: bool = False) -> str:
    """Return the announcement of another player's action, short in live games or if the player wants that."""
    say = describe if view.in_turns and not is_short else brief_sentence
    return _joined([say(event, names) for event in events])


def _joined(sentences: Sequence[str]) -> str:
    return paragraph(sentences)


def passes_turn(events: Sequence[Event]) -> bool:
    return any(isinstance(event, TurnPassed) for event in events)


def goal_of(event: Event) -> str:
    """Return where the focus goes after a player's own action: to the list of towers, or to the capped tower."""
    match event:
        case Lifted() | Mined():
            return TOWERS
        case Capped():
            return f"tower {event.tower}"
    return ""


def next_focus(goal: str, before: Widget | None, older: Sequence[Widget], newer: Sequence[Widget]) -> str:
    """Return the name of the element that gets the focus after a new layout, or "" if the focus stays.

    `before` is the element that had it, one of `older`. If that is gone, the one in its place gets the focus.
    """
    names = {widget.name for widget in newer}
    if goal == TOWERS:
        return _of_group(newer, TOWERS)[0].name
    if goal in names:
        return goal
    if before is not None and before.name not in names and (hand := OTHER_HAND.get(before.name, "")) in names:
        return hand
    if before is None or before.group is None or before.name in names:
        return ""
    beside = _of_group(older, before.group.name)
    now = _of_group(newer, before.group.name) or _of_group(newer, TOWERS)
    return now[min(beside.index(before), len(now) - 1)].name


def _of_group(widgets: Sequence[Widget], name: str) -> list[Widget]:
    return [widget for widget in widgets if widget.group and widget.group.name == name]


# -- keys


NONE_ALONE = (
    mark("None of your small pieces is free-standing."), mark("None of your medium pieces is free-standing."),
    mark("None of your large pieces is free-standing."),
)  # fmt: skip
"""By the pips of a piece, minus one."""


def pick(table: SpokenTable, seat: Seat, view: View, number: int) -> str:
    """Lift one of the seat's pieces with `number` pips, or put the held one back. Return a reply, which may be ""."""
    held, cursor = view.hands[seat], Cursor(seat, (0, 0))
    if held is not None and PIPS_OF[held.piece] == number:
        table.act(cursor.put_back(view)[0])
    elif held is not None:
        table.refuse(legality.HAND_FULL)
    elif number > len(NONE_ALONE):
        return tr("1, 2 and 3 lift a small, medium or large piece of yours.")
    else:
        own = (t for t in view.towers if t.is_free_stander and (t.controller, t.size) == (seat, number))
        if (tower := next(own, None)) is None:
            return tr(NONE_ALONE[number - 1])
        for action in cursor.take(view, tower.top):
            table.act(action)
    return ""


def play_to(table: SpokenTable, seat: Seat, view: View, number: int) -> str:
    """Cap the tower with that number in the list, from 0, with the held piece.

    With an empty hand, open the tower with that number of those in which something can be mined or split. Return a
    reply, which may be "".
    """
    if view.hands[seat] is not None:
        towers = [entry.tower for entry in entries(view, seat, table.sorting, table.choice)]
        if number < len(towers):
            table.act(Place(towers[number].id))
            return ""
        return tr("The list doesn't have that many towers.")
    choices = [entries(view, seat, table.sorting, choice) for choice in ("mine", "split")]
    towers = list(dict.fromkeys(entry.tower for found in choices for entry in found))
    if number >= len(towers):
        return tr("There aren't that many towers to mine or split.")
    tower, mines, gaps = towers[number], legality.mineable(view, seat), legality.gaps(view, seat)
    piece = next(piece for piece in reversed(tower.pieces) if piece in mines or piece in gaps)
    table.opened, table.goal = tower.id, f"piece {piece}" if piece in mines else f"gap {piece}"
    return ""
