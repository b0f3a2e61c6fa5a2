"""A deck on the workbench: its history, and its file, which follows every change."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path

import msgspec

from topping_out.game.language import tr
from topping_out.game.storage.files import cannot_write, files_in, is_there, read_file, write_atomic
from topping_out.game.text import not_opened, paragraph
from topping_out.game.text_files import decoded
from topping_out.game.towers.decks import (
    LARGEST_FILE,
    DeckError,
    deck_file,
    own_decks_folder,
    parse_deck,
    read_deck,
)
from topping_out.game.towers.floors import Deck, Effect, EffectVerb, Floor, deck_of, parse_effect
from topping_out.game.towers.workshop.words import doubts

UNFINISHED = "unfinished"
"""The folder, among one's own decks, of those that cannot be played yet."""
USUAL_COUNT = 8


class _Floor(msgspec.Struct):
    name: str = ""
    count: int = USUAL_COUNT
    effect: list[str] = []
    triggers_scoring: bool = False
    picture: str = ""
    colour: str = ""


class _Sketch(msgspec.Struct):
    title: str = ""
    about: str = ""
    floor: list[_Floor] = []


class Bench:
    """One of the user's own decks, as it is being made. What cannot be played yet is kept beside the others."""

    def __init__(self, path: Path, deck: Deck) -> None:
        self.path = path
        self.history = [deck]
        self.unsaved = ""
        """Why the last change could not be saved; empty where it was."""

    @property
    def deck(self) -> Deck:
        return self.history[-1]

    @property
    def problem(self) -> str:
        """What keeps the deck from being played, with its place; empty where nothing does."""
        try:
            parse_deck(deck_file(self.deck), self.path.name)
        except DeckError as error:
            return str(error)
        return ""

    @property
    def warning(self) -> str:
        """What may not be meant though it can be played."""
        return paragraph(doubts(self.deck))

    def change(self, deck: Deck) -> None:
        """Go on with another deck, and save it."""
        if deck is not self.deck:
            self.history.append(deck)
            self.save()

    def set_title(self, title: str) -> None:
        self.change(deck_of(title, self.deck.floors, self.deck.about))

    def set_floor(self, index: int, floor: Floor | None) -> None:
        """Put another floor in its place, after the last one where there is none; None takes it out."""
        floors = [*self.deck.floors]
        floors[index : index + 1] = [] if floor is None else [floor]
        self.change(deck_of(self.deck.title, tuple(floors), self.deck.about))

    def new_floor(self) -> Floor:
        """Return a floor that can be added."""
        names = {floor.name for floor in self.deck.floors}
        number = next(n for n in range(1, 99) if f"FLOOR {n}" not in names)
        return Floor(f"FLOOR {number}", USUAL_COUNT, (Effect(EffectVerb.SCORE, 1),))

    def undo(self) -> None:
        if len(self.history) > 1:
            self.history.pop()
            self.save()

    def save(self) -> None:
        """Write the deck: where decks are found if it can be played, else among the unfinished ones."""
        unfinished = self.path.parent / UNFINISHED / self.path.name
        try:
            target = unfinished if self.problem else self.path
            target.parent.mkdir(parents=True, exist_ok=True)
            write_atomic(target, deck_file(self.deck))
            if not self.problem:
                unfinished.unlink(missing_ok=True)
            self.unsaved = ""
        except OSError as error:
            self.unsaved = cannot_write(self.path, error)

    def delete(self) -> None:
        for path in (self.path.parent / UNFINISHED / self.path.name, self.path):
            path.unlink(missing_ok=True)


def new_bench(deck: Deck) -> Bench:
    """Begin a file of one's own with a deck; its name goes by the title."""
    stem = re.sub(r"[^a-z0-9]+", "-", deck.title.lower()).strip("-") or "deck"
    folder, number, name = own_decks_folder(), 1, f"own-{stem}"
    while is_there(folder / f"{name}.toml") or is_there(folder / UNFINISHED / f"{name}.toml"):
        number += 1
        name = f"own-{stem}-{number}"
    bench = Bench(folder / f"{name}.toml", deck)
    bench.save()
    return bench


def open_bench(path: Path) -> Bench:
    """Go on with a deck of one's own where it was left. Raises DeckError."""
    unfinished = path.parent / UNFINISHED / path.name
    try:
        data = read_file(unfinished if is_there(unfinished) else path, LARGEST_FILE)
    except OSError as error:
        raise DeckError(not_opened(path, error)) from None
    return Bench(path, _sketched(data, str(path)))


def _sketched(data: bytes, source: str) -> Deck:
    """Return a deck that may not be playable yet. Raises DeckError where it is none at all."""
    try:
        sketch = msgspec.convert(tomllib.loads(decoded(data)), _Sketch)
        floors = tuple(
            Floor(f.name, f.count, tuple(map(parse_effect, f.effect)), f.triggers_scoring, f.picture, f.colour)
            for f in sketch.floor
        )
    except (ValueError, RecursionError) as error:
        raise DeckError(f"{source}: {error}") from None
    return deck_of(sketch.title, floors, sketch.about)


def own_benches() -> list[Path]:
    """Return the files of one's own decks, with those that are unfinished."""
    folder = own_decks_folder()
    names = {path.name for place in (folder, folder / UNFINISHED) for path in files_in(place, "*.toml")}
    return [folder / name for name in sorted(names)]


def take_in(path: Path) -> Bench:
    """Copy a deck file from elsewhere among one's own decks. Raises DeckError."""
    return new_bench(read_deck(path))


def copy_of(deck: Deck) -> Deck:
    """Return a deck of one's own that begins as another one, its names in the reader's language."""
    floors = tuple(replace(floor, name=tr(floor.name)[:20]) for floor in deck.floors)
    return deck_of(tr("My {deck}", deck=tr(deck.title))[:20], floors, tr(deck.about) if deck.about else "")
