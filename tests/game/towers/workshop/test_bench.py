"""The bench saves each change of an own deck, playable or not, so that opening the deck restores the last change."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from topping_out.game.towers.decks import find_decks, read_deck
from topping_out.game.towers.floors import Deck
from topping_out.game.towers.workshop import measure as workshop
from topping_out.game.towers.workshop.measure import UNFINISHED, Bench, copy_of, new_bench, open_bench, own_benches

FOUR = find_decks().built_in["four"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(workshop, "own_decks_folder", lambda: tmp_path)
    return tmp_path


def nameless(bench: Bench) -> None:
    bench.set_floor(0, replace(bench.deck.floors[0], name=""))


def emptied(bench: Bench) -> None:
    while bench.deck.floors:
        bench.set_floor(0, None)


SPOILS: dict[str, Callable[[Bench], None]] = {
    "no title": lambda bench: bench.set_title(""),
    "a floor without a name": nameless,
    "no floors": emptied,
}
"""Changes that make a deck unplayable."""
MENDS: dict[str, Callable[[Bench, Deck], None]] = {
    "undo": lambda bench, before: undo_all(bench, before),
    "another change": lambda bench, before: bench.change(before),
}


def undo_all(bench: Bench, before: Deck) -> None:
    while bench.deck is not before:
        bench.undo()


def check_files(bench: Bench) -> None:
    """Check that the deck is saved, in the folder of unfinished decks only while it cannot be played."""
    unfinished = bench.path.parent / UNFINISHED / bench.path.name
    assert not bench.unsaved
    assert unfinished.exists() == bool(bench.problem)
    assert open_bench(bench.path).deck is bench.deck
    assert own_benches() == [bench.path]
    if not bench.problem:
        assert read_deck(bench.path) is bench.deck


@pytest.mark.parametrize("mend", MENDS)
@pytest.mark.parametrize("spoil", SPOILS)
def test_opening_a_deck_restores_the_last_change(spoil: str, mend: str) -> None:
    bench = new_bench(copy_of(FOUR))
    before = bench.deck
    check_files(bench)
    SPOILS[spoil](bench)
    assert bench.problem
    check_files(bench)
    MENDS[mend](bench, before)
    assert not bench.problem
    check_files(bench)
    bench.set_floor(len(bench.deck.floors), bench.new_floor())
    check_files(bench)


@pytest.mark.parametrize("spoil", [None, *SPOILS])
def test_deleting_a_deck_removes_all_its_files(spoil: str | None, folder: Path) -> None:
    bench = new_bench(copy_of(FOUR))
    if spoil:
        SPOILS[spoil](bench)
    bench.delete()
    assert own_benches() == []
    assert not [*folder.rglob("*.toml")]
