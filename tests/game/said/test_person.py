"""Hints and reviews speak to the reader alone: what they say of another player's play names that player."""

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from languages import catalogues, files_with
from tests.catalogues import catalogue
from tests.game.said.positions import positions
from topping_out.game import registry
from topping_out.game.assets import ROOT
from topping_out.game.bots.weights import bot_named
from topping_out.game.language import YOU, about
from topping_out.game.registry import load

SECOND_PERSON = {
    "en": r"\b(you|your|yours|yourself)\b",
    "de": r"\b(du|dich|dir|dein\w*|euch|eue?r\w*)\b",
    "fr": r"\b(vous|votre|vos|vôtres?|tu|toi|ton|tes)\b",
    "es": r"\b(tú|tus?|ti|te|contigo|tuy[oa]s?|usted)\b",
    "ja": r"あなた",
    "pl": r"\b(ty|ciebie|cię|tobie|ci|tobą|tw[oó]j\w*|twe\w*|wasz\w*)\b",
    "uk": r"\b(ти|тебе|тобі|тобою|тв(ій|о[їєюя])\w*|ви|вас|вам|вами|ваш\w*)\b",
}
"""By language: the words that speak to somebody."""
SPOKEN = sorted(path for path in (ROOT / "game").glob("*/bots/*.py") if path.parent.parent.name in registry.names())
POSITIONS = 10


def is_to_somebody(text: str, language: str = "en") -> bool:
    return bool(re.search(SECOND_PERSON[language], text, re.IGNORECASE))


def said(name: str, player: str) -> Iterator[str]:
    """Yield what the second strongest bot advises in some positions, and why rather that than another thing."""
    game = load(name)
    bot = bot_named(game, game.levels[-2])
    for number, (state, seat) in enumerate(positions(name, random.Random(name), POSITIONS, every=7)):
        view, actions = game.view(state, seat), game.actions(state, seat)
        with about(player):
            advice = bot.advise(view, actions, random.Random(number))
            if advice is None:
                continue
            yield advice.reason
            other = next((action for action in actions if action != advice.action), None)
            if other is not None and number % 3 == 0 and not game.live:
                yield bot.why(view, [advice.action], [other], random.Random(number)) or ""


@pytest.mark.parametrize("name", registry.names())
def test_what_is_said_of_another_players_play_speaks_to_nobody(name: str) -> None:
    told = list(said(name, "Ben"))
    assert not [text for text in told if is_to_somebody(text)]
    assert name == "icetowers" or any("Ben" in text for text in told)


@pytest.mark.parametrize("name", ["wyoming", "towering", "towers"])
def test_the_reader_is_spoken_to(name: str) -> None:
    assert any(map(is_to_somebody, said(name, YOU)))


def texts(node: ast.AST) -> list[ast.Constant]:
    return [part for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)]


@pytest.mark.parametrize("path", SPOKEN, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_message_that_speaks_to_a_player_has_a_form_that_names_one(path: Path) -> None:
    """The messages of bots: `Own("you keep it", "{name} keeps it")`."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    own = [call.args for call in calls if isinstance(call.func, ast.Name) and call.func.id in ("Own", "own_count")]
    paired = [(args[: len(args) // 2], args[len(args) // 2 :]) for args in own]
    spoken = {id(text) for yours, _ in paired for part in yours for text in texts(part)}
    marked = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id.startswith(("mark", "tr"))]
    alone = [text.value for call in marked for text in texts(call) if id(text) not in spoken]
    assert not [text for text in alone if is_to_somebody(str(text))]
    assert all("{name}" in str(text.value) for _, theirs in paired for part in theirs for text in texts(part))


@pytest.mark.parametrize("path", catalogues(), ids=lambda path: path.stem)
def test_translations_speak_to_somebody_only_where_the_english_does(path: Path) -> None:
    places = {place.relative_to(ROOT).as_posix() for place in SPOKEN}
    wrong = []
    for message in catalogue(path):
        forms, translated = (form if isinstance(form, tuple) else (form,) for form in (message.id, message.string))
        if any(file in places for file in files_with(message)) and not any(map(is_to_somebody, forms)):
            wrong += [text for text in translated if is_to_somebody(text, path.stem)]
    assert not wrong
