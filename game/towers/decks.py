"""Deck files, what is wrong with them, the deck of the week, the option that chooses a deck, and drafts."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ..assets import decoded
from ..engine import Seat
from ..language import mark, tr
from ..options import Option, OptionError, Value
from ..progress import daily
from ..storage.files import files_in, read_file, user_folder
from ..text import commas, not_opened, plainly, refusal, words_about
from . import ENTRY
from .floors import COLOURS, PICTURES, Deck, Effect, EffectVerb, Floor, deck_of, parse_effect
from .rooms import MOST_PARTS, parse_room, picture_of, room_in, shown_floors
from .state import LONGEST_ABOUT, LONGEST_NAME, MOST_COUNT, MOST_EFFECTS, MOST_FLOORS, place, plain_refusal

STANDARD = "standard"
WEEK = "week"
"""The option value of the deck of the week, which is written into a record in full."""
LARGEST_FILE = 64 * 1024
FEWEST_CARDS, MOST_CARDS = 20, 240
"""Cards in a deck: four seats are dealt 16 and need something to draw; a card id must fit into a byte."""

Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]


class DeckError(ValueError):
    """A deck that cannot be used; the message names the file, the line if known, and what is wrong."""

    def __init__(self, message: str) -> None:
        super().__init__(plainly(message))


class _FloorTable(msgspec.Struct, forbid_unknown_fields=True):
    name: Name
    count: Annotated[int, Meta(ge=1, le=MOST_COUNT)]
    effect: Annotated[list[str], Meta(max_length=MOST_EFFECTS)]
    triggers_scoring: bool = False
    picture: str = ""
    room: Annotated[list[str], Meta(min_length=1, max_length=MOST_PARTS)] = []
    colour: str = ""


class _File(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    title: Name
    about: Annotated[str, Meta(max_length=LONGEST_ABOUT)] = ""
    floor: Annotated[list[Any], Meta(min_length=2, max_length=MOST_FLOORS)]


# -- one deck


@lru_cache(maxsize=64)
def parse_deck(data: bytes, source: str) -> Deck:
    """Return the deck that the content of a TOML file describes. Raises DeckError."""
    _check_size(data, source)
    try:
        text = decoded(data)
        content = tomllib.loads(text)
    except ValueError as error:  # no UTF-8, no TOML, or a number with thousands of digits
        raise DeckError(f"{source}: {error}") from None
    except RecursionError:
        raise DeckError(tr("{file} is nested too deeply", file=source)) from None
    return _deck(content, source, text)


def _check_size(given: bytes | str, source: str) -> None:
    if len(given) > LARGEST_FILE:
        text = mark("{file} is larger than {bytes} bytes, so it can't be a deck")
        raise DeckError(tr(text, file=source, bytes=LARGEST_FILE))


def read_deck(path: Path) -> Deck:
    """Return the deck in a file. Raises DeckError, also if the file cannot be opened."""
    try:
        return parse_deck(read_file(path, LARGEST_FILE), str(path))
    except OSError as error:
        raise DeckError(not_opened(path, error)) from None


def deck_text(deck: Deck) -> str:
    """Return the whole deck as one line of JSON, for the header of a record."""
    floors = [
        {"name": floor.name, "count": floor.count, "effect": [*map(str, floor.effects)],
         "triggers_scoring": floor.triggers_scoring, **_looks(floor)}
        for floor in deck.floors
    ]  # fmt: skip
    about = {"about": deck.about} if deck.about else {}
    return msgspec.json.encode({"title": deck.title, **about, "floor": floors}).decode()


def deck_file(deck: Deck) -> bytes:
    """Return the deck as the content of a TOML file, which `parse_deck` can read."""
    about = [f"about = {_quoted(deck.about)}"] if deck.about else []
    lines = [f"title = {_quoted(deck.title)}", *about]
    for floor in deck.floors:
        effects = ", ".join(_quoted(str(effect)) for effect in floor.effects)
        lines += ["", "[[floor]]", f"name = {_quoted(floor.name)}", f"count = {floor.count}", f"effect = [{effects}]"]
        lines += ["triggers_scoring = true"] * floor.triggers_scoring
        lines += [f"{key} = {_written(value)}" for key, value in _looks(floor).items()]
    return "\n".join([*lines, ""]).encode()


def _looks(floor: Floor) -> dict[str, str | list[str]]:
    room = room_in(floor.picture)
    looks: dict[str, str | list[str]]
    looks = {"room": room.entries if room else [], "picture": "" if room else floor.picture, "colour": floor.colour}
    return {key: value for key, value in looks.items() if value}


def _written(value: str | list[str]) -> str:
    return _quoted(value) if isinstance(value, str) else f"[{', '.join(map(_quoted, value))}]"


def _quoted(text: str) -> str:
    """Return a text as a TOML string, which is JSON's form except for one character."""
    return msgspec.json.encode(text).decode().replace("\x7f", "\\u007f")


@lru_cache(maxsize=64)
def parse_deck_text(text: str) -> Deck:
    """Return the deck with this `deck_text`. Raises DeckError."""
    source = tr("the deck in the options")
    _check_size(text, source)
    try:
        return _deck(msgspec.json.decode(text), source, "")
    except (msgspec.DecodeError, RecursionError) as error:
        raise DeckError(tr("{file} can't be read: {error}", file=source, error=error)) from None


def _deck(content: Any, source: str, text: str) -> Deck:
    file = _convert(content, _File, source, text, -1)
    floors = tuple(_floor(table, source, text, index) for index, table in enumerate(file.floor))
    for key, words in (("title", file.title), ("about", file.about)):
        try:
            check_name(words, is_entered=bool(text))
        except ValueError as error:
            raise _wrong(error, source, text, -1, key) from None
    first_with = {floor.name: index for index, floor in reversed(list(enumerate(floors)))}
    for index, floor in enumerate(floors):
        if first_with[floor.name] != index:
            reason = tr("floor {number} is already called {name}", number=first_with[floor.name] + 1, name=floor.name)
            raise _wrong(reason, source, text, index, "name")
    _check_rooms(floors, source, text)
    cards = sum(floor.count for floor in floors)
    if not FEWEST_CARDS <= cards <= MOST_CARDS:
        reason = tr("a deck has {least} to {most} cards, but this one has {cards}",
                    least=FEWEST_CARDS, most=MOST_CARDS, cards=cards)  # fmt: skip
        raise DeckError(f"{source}: {reason}")
    return deck_of(file.title, floors, file.about)


def _check_rooms(floors: Sequence[Floor], source: str, text: str) -> None:
    """Raise DeckError if two rooms have the same main part."""
    first_with: dict[str, int] = {}
    for index, floor in enumerate(floors):
        room = room_in(floor.picture)
        if room and (first := first_with.setdefault(room.main, index)) != index:
            reason = tr("floor {number} already has the main part {part}: choose another",
                        number=first + 1, part=repr(room.main))  # fmt: skip
            raise _wrong(reason, source, text, index, "room")


def _floor(table: object, source: str, text: str, index: int) -> Floor:
    given = _convert(table, _FloorTable, source, text, index)
    key = "name"
    try:
        check_name(given.name, is_entered=bool(text))
        key = "effect"
        effects: tuple[Effect, ...] = tuple(map(parse_effect, given.effect))
        key = "picture"
        _check_known(given.picture, PICTURES)
        key = "room"
        room = parse_room(given.room) if given.room else None
        key = "colour"
        _check_known(given.colour, COLOURS)
    except ValueError as error:
        raise _wrong(error, source, text, index, key) from None
    picture = picture_of(given.name, given.picture, room) if room else given.picture
    return Floor(given.name, given.count, effects, given.triggers_scoring, picture, given.colour)


def _check_known(value: str, known: Sequence[str]) -> None:
    if value and value not in known:
        raise ValueError(tr("there's no {value}: choose from {known}", value=repr(value), known=commas(known)))


def check_name(name: str, is_entered: bool = True) -> None:
    """Raise ValueError if a card cannot show the name, or if it would break the text form of actions.

    In the deck of a record (not `is_entered`), letters without a glyph are allowed: they are spelled out.
    """
    for char in name:
        if char in "@#":
            raise ValueError(tr("{sign} isn't allowed in it", sign=repr(char)))
        if not char.isprintable():
            raise ValueError(words_about(char))
    if is_entered and (wrong := refusal(name)):
        raise ValueError(wrong)
    if name != " ".join(name.split()):
        raise ValueError(tr("{name} begins or ends with a space, or has two in a row", name=repr(name)))


def _convert(value: object, kind: type[Any], source: str, text: str, index: int) -> Any:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        key, reason = plain_refusal(str(error))
        raise _wrong(reason, source, text, index, key) from None


def _wrong(reason: object, source: str, text: str, index: int, key: str) -> DeckError:
    """Return the error that a key is wrong: it names the source, with the line if `text` contains the key.

    `index` is that of the floor that has the key, or -1 for a key of the whole deck.
    """
    lines = text.splitlines()
    heads = [n for n, line in enumerate(lines) if re.match(r"\s*\[\[\s*floor\s*\]\]", line)]
    heads = [-1, *heads, len(lines)]
    is_known = index + 2 < len(heads)
    line = _line(lines, heads[index + 1], heads[index + 2], key) if is_known else 0
    return DeckError(f"{place(source, line, index + 1, key)}: {reason}")


def _line(lines: list[str], head: int, end: int, key: str) -> int:
    """Return the number of the key's line under a heading, else of the heading itself, else (no heading) 0."""
    pattern = rf"\s*[\"']?{re.escape(key)}[\"']?\s*="
    return next((n for n in range(head + 1, end) if re.match(pattern, lines[n])), head) + 1


def copy_of(deck: Deck) -> Deck:
    """Return a copy of a deck for editing, with its names in the user's language, and its rooms."""
    names = [tr(floor.name)[:LONGEST_NAME] for floor in deck.floors]
    floors = tuple(
        floor if floor.name == name else replace(floor, name=name, picture=shown.picture)
        for floor, shown, name in zip(deck.floors, shown_floors(deck), names)
    )
    return deck_of(_title_of_copy(tr(deck.title)), floors, tr(deck.about) if deck.about else "")


def _title_of_copy(title: str) -> str:
    """Return the title of a copy; if it would be too long, the deck's own title is shortened within it."""
    copies = (tr("My {deck}", deck=title[:length].rstrip()) for length in range(len(title), 0, -1))
    return next((copy for copy in copies if len(copy) <= LONGEST_NAME), title[:LONGEST_NAME])


# -- the deck of the week, which depends only on the date: it is the same for everybody


WEEKS_FLOORS, WEEKS_CARDS = 9, 6
"""Number of floors in a deck of the week, and of cards of each."""
LEAST_SCORING = 5
"""Least number of floors that score among those offered in a draft: if four of them are struck, one is left."""
_NO_POINTS = (EffectVerb.DRAW, EffectVerb.TAKE_BELOW, EffectVerb.VACATE_BELOW)


def scores(floor: Floor) -> bool:
    """Return whether a floor can score."""
    return any(effect.verb not in _NO_POINTS for effect in floor.effects)


def some_floors(decks: Iterable[Deck], number: int, rng: random.Random) -> list[Floor]:
    """Return `number` different floors of the decks: some of them score, and one triggers scoring."""
    known = {(floor.effects, floor.triggers_scoring): floor for deck in decks for floor in deck.floors}
    drawn = rng.sample(sorted(known.values(), key=lambda floor: floor.name), len(known))
    first = [floor for floor in drawn if floor.triggers_scoring][:1]
    first += [floor for floor in drawn if scores(floor) and floor not in first][:LEAST_SCORING]
    rest = [floor for floor in drawn if floor not in first][: number - len(first)]
    return rng.sample([*first, *rest], number)


@cache
def week_deck(decks: Sequence[Deck], day: date) -> Deck:
    """Return the deck of the week to which a day belongs."""
    year, week, _ = day.isocalendar()
    title = f"{year}-W{week:02}"
    floors = some_floors(decks, WEEKS_FLOORS, random.Random(f"topping-out towers {title}"))
    return deck_of(title, tuple(replace(floor, count=WEEKS_CARDS) for floor in floors))


# -- all decks


@dataclass(frozen=True, slots=True)
class FoundDecks:
    """The decks by file name, and for each file that cannot be used a sentence that says why."""

    built_in: dict[str, Deck]
    own: dict[str, Deck]
    problems: dict[str, str]

    def week(self, day: date) -> Deck:
        """Return the deck of the week to which a day belongs."""
        return week_deck(tuple(self.built_in.values()), day)

    def choices(self) -> tuple[tuple[Value, str], ...]:
        """Return (option value, title) of every deck; the value of a deck that isn't built in is its whole text."""
        own = ((deck_text(deck), deck.title) for deck in self.own.values())
        week = deck_text(self.week(daily.today())), tr("Deck of the week")
        return (*((name, tr(deck.title)) for name, deck in self.built_in.items()), week, *own)

    def find(self, value: str) -> Deck:
        """Return the deck of an option value or of a file name. Raises DeckError."""
        if value.startswith("{"):
            return parse_deck_text(value)
        if value == WEEK:
            return self.week(daily.today())
        deck = self.built_in.get(value) or self.own.get(value)
        if deck is None:
            names = commas((*self.built_in, WEEK, *self.own))
            missing = tr("there's no deck {value}: choose from {known}", value=repr(value), known=names)
            raise DeckError(self.problems.get(value) or missing)
        return deck


def own_decks_folder() -> Path:
    """Return the folder of the user's own decks, which may not exist."""
    return user_folder("decks")


def find_decks() -> FoundDecks:
    """Read the built-in decks, then the user's. A file that cannot be used doesn't affect the others."""
    found = FoundDecks(dict(_built_in()), {}, {})
    for path in files_in(own_decks_folder(), "*.toml"):
        try:
            if path.stem in (*found.built_in, WEEK):
                raise DeckError(tr("{file} has the name of a deck that comes with the program: rename it", file=path))
            found.own[path.stem] = read_deck(path)
        except DeckError as error:
            found.problems[path.stem] = str(error)
    return found


@cache
def _built_in() -> dict[str, Deck]:
    """Return the decks that come with the program, the standard deck first."""
    paths = sorted(files_in(ENTRY.data / "decks", "*.toml"), key=lambda path: path.stem != STANDARD)
    return {path.stem: read_deck(path) for path in paths}


def deck_meant(value: str) -> Deck:
    """Return the deck of an option value. Raises DeckError."""
    return parse_deck_text(value) if value.startswith("{") else find_decks().find(value)


class DeckOption(Option):
    """The choice of the deck. It also accepts a file name, and the text of a deck that no longer exists.

    A deck of the user's own, or of the week, is written into a record in full, so that the game can be replayed after
    the file has changed. Built-in decks are recorded by name, and change only with the version of the rules.
    """

    __slots__ = ()

    def read(self, given: object) -> Value:
        if not isinstance(given, str):
            text = mark("option {key} can't be {given}: name a deck")
            raise OptionError(tr(text, key=self.key, given=repr(given)))
        found = find_decks()
        try:
            deck = found.find(given)
        except DeckError as error:
            raise OptionError(tr("option {key}: {why}", key=self.key, why=error)) from None
        return given if given in found.built_in else deck_text(deck)

    def means(self, written: Value, value: Value) -> bool:
        """Also accept a deck in full whose JSON has other spaces or another order of keys, as other programs write."""
        is_same = super().means(written, value)
        return is_same or (str(written).startswith("{") and deck_text(parse_deck_text(str(written))) == value)

    def offer(self, given: object) -> Value:
        """Return the current text of a remembered deck that has changed but kept its title."""
        value = super().offer(given)
        if any(choice == value for choice, _ in self.choices):
            return value
        title = self.label(value)
        return next((choice for choice, known in self.choices if known == title), self.default)

    def label(self, value: Value) -> str:
        known = next((title for choice, title in self.choices if choice == value), None)
        return known or find_decks().find(str(value)).title


def deck_option() -> DeckOption:
    """Return the option with the decks that exist now."""
    found = find_decks()
    help = tr("Which floors there are, and how many of each.")
    problems = tuple(found.problems.values())
    week = (deck_text(found.week(daily.today())),)
    return DeckOption(
        "deck", tr("Deck"), help, STANDARD, found.choices(), folder=own_decks_folder(), problems=problems, fleeting=week
    )


# -- a draft before the game


OFFERED, PLAYED, EACH = 12, 8, 8
"""Number of floors offered, of floors played, and of cards of each floor."""
STRUCK = OFFERED - PLAYED

LIKED: dict[EffectVerb, float] = {
    EffectVerb.SCORE: 0.8, EffectVerb.SCORE_MATCHING: 1.0, EffectVerb.SCORE_ABOVE: 1.6, EffectVerb.SCORE_TUCKS: 1.2,
    EffectVerb.SCORE_BELOW: 1.6, EffectVerb.SCORE_OWN: 1.3, EffectVerb.SCORE_VACANT: 1.0, EffectVerb.SCORE_KINDS: 1.9,
    EffectVerb.DRAW: 1.2, EffectVerb.TAKE_BELOW: 1.4, EffectVerb.VACATE_BELOW: 0.9,
}  # fmt: skip
"""The worth of each effect to a bot that drafts, in points per unit of its amount."""
HARM = (EffectVerb.TAKE_BELOW, EffectVerb.VACATE_BELOW)
TASTES: dict[str, dict[EffectVerb, float]] = {
    "gentle": dict.fromkeys(HARM, -1.5),
    "cautious": dict.fromkeys(HARM, -0.6),
    "greedy": {EffectVerb.SCORE: 1.6, EffectVerb.DRAW: 1.6},
    "spiteful": dict.fromkeys(HARM, 2.2),
    "builder": {EffectVerb.SCORE_ABOVE: 2.4, EffectVerb.SCORE_BELOW: 2.4},
}
"""By level or temper, other worths of effects. All seats play with the same deck, so bots choose by taste."""
WHIM = 0.8
"""Standard deviation of a bot's random error in valuing a floor, in points."""


@dataclass(frozen=True, slots=True)
class Pick:
    """A choice in a draft: the floor of that name is taken or struck."""

    floor: str
    is_taken: bool


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft in progress; `picks` has the choices so far, in turn order."""

    offered: tuple[Floor, ...]
    seats: int
    picks: tuple[Pick, ...] = ()

    @property
    def turn(self) -> Seat:
        """The seat that chooses next."""
        return len(self.picks) % self.seats

    def fate(self, floor: Floor) -> bool | None:
        """Return True if a floor was taken, False if it was struck, None if neither."""
        return next((pick.is_taken for pick in self.picks if pick.floor == floor.name), None)

    def picker(self, floor: Floor) -> Seat | None:
        """Return the seat that took or struck a floor, None if it is not picked yet."""
        return next((number % self.seats for number, pick in enumerate(self.picks) if pick.floor == floor.name), None)

    @property
    def open(self) -> list[Floor]:
        """The floors that may still be taken or struck."""
        return [floor for floor in self.offered if self.fate(floor) is None]

    @property
    def struck(self) -> int:
        return sum(not pick.is_taken for pick in self.picks)

    @property
    def is_over(self) -> bool:
        """Whether eight floors are taken, or all but eight are struck."""
        return self.struck == STRUCK or len(self.picks) - self.struck == PLAYED

    def pick(self, pick: Pick) -> Draft:
        """Return the draft after a choice. Raises ValueError if the choice is not possible."""
        if self.is_over or pick.floor not in [floor.name for floor in self.open]:
            raise ValueError(f"{pick.floor!r} cannot be chosen")
        return replace(self, picks=(*self.picks, pick))

    def back(self) -> Draft:
        """Return the draft before its last choice."""
        return replace(self, picks=self.picks[:-1])

    def deck(self, title: str) -> Deck:
        """Return the deck that results from the finished draft, with the floors in the order of the offer."""
        leave = self.struck < STRUCK
        kept = [f for f in self.offered if (self.fate(f) if leave else self.fate(f) is not False)]
        return deck_of(title, tuple(replace(floor, count=EACH) for floor in kept))


def new_draft(decks: Iterable[Deck], seats: int, seed: int) -> Draft:
    """Return a draft that offers twelve floors of the decks."""
    return Draft(tuple(some_floors(decks, OFFERED, random.Random(seed))), seats)


def bots_pick(draft: Draft, level: str, temper: str, rng: random.Random) -> Pick:
    """Return a bot's choice: to take its favourite or to strike what it likes least, whichever matters more to it."""
    taste = LIKED | TASTES.get(level, {}) | TASTES.get(temper, {})
    opinions = [(_opinion(floor, taste) + rng.gauss(0, WHIM), floor.name) for floor in draft.open]
    usual = sum(opinion for opinion, _ in opinions) / len(opinions)
    (worst, struck), (best, taken) = min(opinions), max(opinions)
    return Pick(taken, True) if best - usual >= usual - worst else Pick(struck, False)


def _opinion(floor: Floor, taste: dict[EffectVerb, float]) -> float:
    return sum(taste[effect.verb] * effect.amount for effect in floor.effects) + floor.triggers_scoring
