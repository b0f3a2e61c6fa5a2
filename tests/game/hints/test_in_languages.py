"""Whole games described in each of our languages, without missing placeholders or untranslated texts."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice, product
from typing import Any, get_args

import pytest

from tests.game.by_luck.random_games import play, random_deal
from tests.game.wyoming.positions import new
from topping_out.game import language, registry, roster
from topping_out.game.bots.reasons import Difference, Fact
from topping_out.game.bots.weights import bot_named
from topping_out.game.engine import Passed, hint
from topping_out.game.icetowers.actions import Showdown, WasSetDown
from topping_out.game.language import ENGLISH, YOU, tr_count, tr_count_context
from topping_out.game.registry import load
from topping_out.game.storage import translations
from topping_out.game.storage.translations import Catalogue, Message, load_catalogue, read_messages
from topping_out.game.wyoming.actions import LostContract
from topping_out.game.wyoming.bots.search import REASONS, WORTH

CODES = sorted(path.stem for path in translations.FOLDER.glob("*.po"))
DEALS, LONGEST, MOST = 48, 400, 30
NAMES = (YOU, "Mesa", "Ana", "Cleo", "Dan", "Eve")
HINTS = 12
"""Hints per level and game."""
RARE: dict[str, list[Any]] = {"towers": [Passed(0)], "icetowers": [Showdown()], "wyoming": [LostContract(0, 7)]}


@cache
def happenings(name: str) -> tuple[Any, ...]:
    """Return events of random games, at most MOST of each kind, and very rare ones."""
    luck, seen, found = random.Random(1), Counter[type](), [*RARE.get(name, ())]
    for _ in range(DEALS):
        for step in play(random_deal(name, luck), LONGEST):
            for event in step.events:
                seen[type(event)] += 1
                if seen[type(event)] <= MOST:
                    found.append(event)
    return tuple(found)


class Strict:
    """Fills in placeholders strictly, and records texts that are not from the catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.own = set(catalogue._catalog.values())
        self.english: list[str] = []

    def __call__(self, text: str, places: dict[str, object]) -> str:
        if text not in self.own:
            self.english.append(text)
        return text.format_map(places) if places else text


@pytest.fixture(params=CODES)
def strict(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Strict]:
    """Use one of our languages with strict placeholders."""
    translations.use(request.param)
    strict = Strict(load_catalogue(translations.FOLDER / f"{request.param}.po", translations.LARGEST_CATALOGUE))
    monkeypatch.setattr(language, "_filled", strict)
    yield strict
    translations.use(ENGLISH)


@pytest.mark.parametrize("name", registry.names())
def test_every_kind_of_event_is_described_in_every_language(strict: Strict, name: str) -> None:
    game = load(name)
    _, _, event, _ = get_args(type(game).__orig_bases__[0])
    kinds = get_args(event)
    assert {type(event) for event in happenings(name)} == {*kinds}
    for event in happenings(name):
        for names in (NAMES, NAMES[1:] + NAMES[:1]):
            game.describe(event, names)
    assert strict.english == []


@pytest.mark.parametrize("name", registry.names())
def test_hints_are_translated(strict: Strict, name: str) -> None:
    luck, game, reasons = random.Random(2), load(name), set()
    for level in ("gentle", "medium"):
        assert level in roster.LEVELS
        bot, deal = bot_named(game, level), random_deal(name, luck)
        for step in islice(play(deal, HINTS * 5), 1, None, 5):
            for seat in sorted(game.actors(step.state))[:1]:
                actions = game.actions(step.state, seat)
                advice = bot.advise(game.view(step.state, seat), actions, luck)
                reasons.add(hint(game, game.view(step.state, seat), advice, NAMES) if advice else "")
    assert len(reasons) > 2
    assert strict.english == []


@pytest.mark.parametrize("seats", [2, 3])
def test_every_reason_of_wyoming_is_translated(strict: Strict, seats: int) -> None:
    view, reasons = load("wyoming").view(new(seats), 0), set()
    for (kind, whose), cards in product(WORTH, (0.4, 1.0, 3.0)):
        if WORTH[kind, whose] and (kind != "fresh" or cards >= 1):
            reasons.add(REASONS.in_words(view, [Difference(Fact(kind, (whose,)), cards, 0.0, 1.0)]))
    for part, whose in (("tall", 0), ("held", 0), ("tall", 1)):
        by = 2.0 if whose == 0 else -2.0
        parts = [Difference(Fact("lack", (whose,)), -by, 0.0, 1.0), Difference(Fact(part, (whose,)), by, 0.0)]
        reasons.add(REASONS.in_words(view, parts))
    assert len(reasons) == 3 + 3 + 3 + 2 + 3
    assert strict.english == []


def test_setting_down_a_piece_is_translated(strict: Strict) -> None:
    description = load("icetowers").describe(WasSetDown(0, 1, 1, 0, 0, mined=False), NAMES[1:])
    assert NAMES[1] in description
    assert strict.english == []


NUMBERS = (0, 1, 2, 5, 22, 101)
FORMS = {
    "de": (1, 0, 1, 1, 1, 1),
    "es": (1, 0, 1, 1, 1, 1),
    "fr": (0, 0, 1, 1, 1, 1),
    "pl": (2, 0, 1, 2, 1, 2),
    "uk": (2, 0, 1, 2, 1, 0),
    "ja": (0, 0, 0, 0, 0, 0),
}
"""By language: the index of the plural form of each of the NUMBERS, according to Unicode."""


def plurals(code: str) -> list[Message]:
    text = (translations.FOLDER / f"{code}.po").read_text(encoding="utf-8")
    return [message for message in read_messages(text) if message.plural]


def told_of(message: Message, number: int, places: dict[str, str]) -> str:
    if message.context is None:
        return tr_count(message.id, message.plural, number, **places)
    return tr_count_context(message.context, message.id, message.plural, number, **places)


@pytest.mark.parametrize("code", CODES)
def test_every_message_has_the_right_plural_forms(code: str) -> None:
    translations.use(code)
    faults = []
    for message in plurals(code):
        names = {*re.findall(r"{(\w+)}", message.id + message.plural)} - {"number"}
        places = {name: f"<{name}>" for name in names}
        for number, form in zip(NUMBERS, FORMS[code], strict=True):
            sentence = told_of(message, number, places)
            if sentence != message.forms[form].format(number=number, **places):
                faults.append(f"{number}: {sentence!r}")
            if "{number}" in message.plural and number not in (0, 1) and str(number) not in sentence:
                faults.append(f"{number} is missing in {sentence!r}")
        if len(message.forms) != max(FORMS[code]) + 1:
            faults.append(f"{message.id!r} has {len(message.forms)} forms")
    translations.use(ENGLISH)
    assert plurals(code)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(("code", "words"), [
    ("en", ["1 card", "2 cards", "5 cards", "22 cards"]),
    ("de", ["1 Karte", "2 Karten", "5 Karten", "22 Karten"]),
    ("es", ["1 carta", "2 cartas", "5 cartas", "22 cartas"]),
    ("fr", ["1 carte", "2 cartes", "5 cartes", "22 cartes"]),
    ("pl", ["1 karta", "2 karty", "5 kart", "22 karty"]),
    ("ja", ["1枚", "2枚", "5枚", "22枚"]),
    ("uk", ["1 карта", "2 карти", "5 карт", "22 карти"]),
])  # fmt: skip
def test_counts_use_the_plural_form_of_the_language(code: str, words: list[str]) -> None:
    translations.use(code)
    texts = [tr_count("{number} card", "{number} cards", number) for number in (1, 2, 5, 22)]
    translations.use(ENGLISH)
    assert texts == words


@pytest.mark.parametrize(
    ("name", "filled"),
    [
        ("Ana", "la tour d’Ana"),
        ("Élie", "la tour d’Élie"),
        ("Mesa", "la tour de Mesa"),
        (12, "la tour de 12"),
        ("le fantôme", "la tour du fantôme"),
    ],
)
def test_french_contracts_de_with_the_following_word(
    name: object, filled: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(language._Current, "code", "fr")
    assert language._filled("la tour de {name}", {"name": name}) == filled
    assert language._filled("à {name}", {"name": "le fantôme"}) == "au fantôme"
    monkeypatch.setattr(language._Current, "code", "es")
    assert language._filled("la torre de {name}", {"name": name}) == f"la torre de {name}"


def test_a_hint_names_players_whose_names_the_bot_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"la tour de {language.seat_name(1)} et {{celle-ci}}, {language.seat_name(0)}."
    assert language.with_names(text, ["{Bo} B.", "Ana"]) == "la tour de Ana et {celle-ci}, {Bo} B."
    monkeypatch.setattr(language._Current, "code", "fr")
    assert language.with_names(text, ["Bo", "Ana"]) == "la tour d’Ana et {celle-ci}, Bo."
