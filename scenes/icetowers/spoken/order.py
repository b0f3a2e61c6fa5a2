"""In which order the towers are read, and which of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from topping_out.game.engine import Seat
from topping_out.game.icetowers import legality
from topping_out.game.icetowers.pieces import COLOUR_OF, PIPS_OF
from topping_out.game.icetowers.state import Held, View
from topping_out.game.icetowers.table import Tower
from topping_out.game.language import mark, tr
from topping_out.game.text import sentence

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
"""What the list is called."""
KINDS = {
    "all": mark("All"),
    "high": mark("Two pieces or more"),
    "alone": mark("Free-standing pieces"),
    "cap": mark("Those I can cap"),
    "mine": mark("Those I can mine"),
    "split": mark("Those I can split"),
}
"""Which towers are read; the owners come on top."""


def choices(owners: Sequence[str]) -> dict[str, str]:
    """Return which towers can be asked for, by key, and what that is called; `owners` are the names of the colours."""
    return {key: tr(name) for key, name in KINDS.items()} | {
        f"owner {colour}": sentence(name) for colour, name in enumerate(owners)
    }


@dataclass(frozen=True)
class TowerEntry:
    """A tower of the list; free-standing pieces that are alike to the player are one entry."""

    tower: Tower
    number: int = 1


def entries(view: View, seat: Seat | None, sorting: str, choice: str) -> list[TowerEntry]:
    """Return the towers that are asked for; while the seat holds a piece, those that it can cap come first."""
    held = view.hands[seat] if seat is not None else None
    targets = {tower.id for tower in legality.targets(view, held)} if held else set[int]()
    asked = wanted(view, seat, choice)
    alike: dict[object, list[Tower]] = {}
    for tower in view.towers:
        if tower in asked:
            kind = (COLOUR_OF[tower.top], tower.size, tower.id in targets) if tower.is_free_stander else tower.id
            alike.setdefault(kind, []).append(tower)
    found = [TowerEntry(towers[0], len(towers)) for towers in alike.values()]
    sort = SORTINGS[sorting]
    return sorted(found, key=lambda entry: (entry.tower.id not in targets, sort(entry.tower)))


def wanted(view: View, seat: Seat | None, choice: str) -> set[Tower]:
    """Return the towers of a choice. A full hand can neither mine nor split, so then those choices are of all."""
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
    asked = {*pieces}
    return {tower for tower in view.towers if not asked.isdisjoint(tower.pieces)}


def _cappable(view: View, seat: Seat) -> set[Tower]:
    """Return the towers that the held piece can cap, or any piece that could be lifted now."""
    if held := view.hands[seat]:
        return {*legality.targets(view, held)}
    kinds = {(COLOUR_OF[piece], PIPS_OF[piece]): piece for piece in legality.liftable(view, seat)}
    hands = (Held(piece, False, frozenset(), 0, 0, view.ms, None) for piece in kinds.values())
    return {tower for hand in hands for tower in legality.targets(view, hand)}
