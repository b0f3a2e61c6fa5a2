"""The catalogues, rules pages and lessons of all languages are complete and match the English ones."""

import re
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from itertools import chain, pairwise
from pathlib import Path

import pytest

from glossary import Glossary
from languages import check, of_the_program, read, template, updated
from topping_out.game import registry
from topping_out.game.rules_text import RULES, Block, RulesText, parse_rules
from topping_out.game.storage.translations import FOLDER, LARGEST_CATALOGUE, LESSONS, load_catalogue

catalogue = cache(read)
"""The program's translations. Each catalogue is read once and shared by all tests, so no test may change one."""
CODES = sorted(path.stem for path in FOLDER.glob("*.po"))
BOTH = [(game, code) for game in registry.names() for code in CODES]


def test_every_catalogue_is_complete_and_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert check() == 0, capsys.readouterr().out


def test_moving_a_message_in_the_code_does_not_change_a_catalogue() -> None:
    moved = deepcopy(template())
    for number, message in enumerate(moved):
        message.locations = [(f"game/elsewhere_{-number}.py", 0)]
    path = FOLDER / "de.po"
    assert updated(path, moved) == path.read_bytes()


def test_translations_use_the_words_of_the_glossary() -> None:
    """`check` runs the glossary over the catalogues. Here: it finds wrong words, and lists no needless exceptions."""
    glossary = Glossary()
    assert [term.name for term in glossary.lacking("de", ("Draw {number}.",), ("Nimm {number}.",))] == ["draw"]
    assert not [*glossary.lacking("de", ("Draw {number}.",), ("Zieh {number}.",))]
    assert not [*glossary.lacking("de", ("Nobody has a tower: a draw.",), ("Niemand hat einen Turm.",))]
    counted = ("It holds {number} card.", "It holds {number} cards.")
    assert [term.name for term in glossary.lacking("fr", counted, ("{number} carte", "{number} papiers"))] == ["card"]
    assert [term.name for term in glossary.terms_of(("The draw pile is empty.",))] == ["draw pile"]
    assert glossary.needless(translations()) == set()


def translations() -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """Yield each translation: its language code, the forms of its message and the translated forms."""
    for code in CODES:
        for message in of_the_program(catalogue(FOLDER / f"{code}.po")):
            forms = [(text,) if isinstance(text, str) else tuple(text) for text in (message.id, message.string)]
            yield code, forms[0], forms[1]


def test_glossary_terms_are_unique_and_translated_everywhere_or_nowhere() -> None:
    glossary = Glossary()
    forms = [form for term in glossary.terms for form in term.forms]
    assert len(forms) == len({*forms})
    assert [term.name for term in glossary.terms if term.words and not {*CODES} <= {*term.words}] == []
    assert all(word for term in glossary.terms for words in term.words.values() for word in words)


def text(game: str, file: str, code: str) -> str:
    path = registry.text_file(game, file, code)
    return path.read_text(encoding="utf-8")


def outline(rules: RulesText) -> list[tuple[str, object]]:
    """Return what must be equal in all languages: the kinds of the blocks, rulings, figures, rows and columns."""
    sections = [rules.opening, *(section.blocks for section in rules.sections)]
    return [
        ("section", len(blocks)) if block is None else shape(block) for blocks in sections for block in [None, *blocks]
    ]


def shape(block: Block) -> tuple[str, object]:
    bold = block.text.count("**")
    return block.kind, (block.name, bold, [len(row) for row in block.rows], bool(block.shows))


@pytest.mark.parametrize(("game", "code"), BOTH)
def test_rules_pages_have_the_same_structure_in_every_language(game: str, code: str) -> None:
    path = registry.data_file(game, RULES)
    english, translated = parse_rules(path.read_text(encoding="utf-8")), parse_rules(text(game, RULES, code))
    assert outline(translated) == outline(english)
    for places in ({"for_paper": True}, {"is_changed": True}, {"for_paper": True, "is_changed": True}):
        both = [parse_rules(t, **places) for t in (text(game, RULES, code), path.read_text(encoding="utf-8"))]
        assert outline(both[0]) == outline(both[1])
    assert len(translated.keywords) == len(english.keywords)
    words = " ".join(re.findall(r"\w+", text(game, RULES, code).casefold()))
    assert all(" ".join(re.findall(r"\w+", word.casefold())) in words for word in translated.keywords)


OF_THE_PROGRAM = {
    "en": r"set-up|options?|clicks?|buttons?|switch\w*|settings?|screen|windows?|keyboard|mouse|program|bots?|files?",
    "de": r"Vorbereitung|Option\w*|Klick\w*|Knopf|Taste\w*|Schalter|einschalt\w*|eingeschaltet|Einstellung\w*"
    r"|Bildschirm|Fenster|Tastatur|Maus|Programm|Bots?|Datei",
    "es": r"preparación|opción|opciones|clics?|botón|interruptor|activ\w+|desactiv\w+|ajustes?|pantalla|ventanas?"
    r"|teclado|ratón|programa|bots?|archivo",
    "fr": r"mise en place|options?|cli(c|qu)\w*|bouton|interrupteur|activ\w+|désactiv\w+|réglages?|écran|fenêtres?"
    r"|clavier|souris|programme|bots?|fichier",
    "ja": r"ゲームの準備|オプション|クリック|ボタン|スイッチ|設定|画面|ウィンドウ|窓|キーボード|マウス"
    r"|プログラム|ボット|ファイル",
    "pl": r"przygotowani\w+|opcj\w+|klik\w+|przycisk\w*|przełącznik\w*|włącz\w+|wyłącz\w+|ustawieni\w+|ekran\w*"
    r"|okn\w+|klawiatur\w+|mysz\w*|program\w*|bot\w*|plik\w*",
    "uk": r"підготовк\w+|опці\w+|клац\w+|кнопк\w+|перемикач\w*|в?вім\w+|вми\w+|вим\w+|налаштуван\w+|екран\w*|вікн\w+"
    r"|клавіатур\w+|миш\w+|програм\w+|бот\w*|файл\w*",
}
"""In each language, words for what only the program has."""


@pytest.mark.parametrize("code", ["en", *CODES])
@pytest.mark.parametrize("game", registry.names())
def test_printed_rules_do_not_speak_of_the_program(game: str, code: str) -> None:
    """Of a sentence that means the program without naming a part of it ("you're told why"), this sees nothing."""
    path = registry.data_file(game, RULES) if code == "en" else registry.text_file(game, RULES, code)
    lines = path.read_text(encoding="utf-8").splitlines()
    follows = [after for line, after in pairwise(lines) if line.startswith("screen: ")]
    assert follows, "the first player is chosen in another way"
    assert all(line.startswith("paper: ") for line in follows), "each line for the screen has one for paper"
    texts = []
    for is_changed in (False, True):
        rules = parse_rules("\n".join(lines), True, is_changed)
        sections = [rules.opening, *(section.blocks for section in rules.sections if not section.is_for_screen)]
        texts += [text for blocks in sections for block in blocks for text in (block.text, *chain(*block.rows))]
    words = OF_THE_PROGRAM[code] if code == "ja" else rf"(?i)\b({OF_THE_PROGRAM[code]})\b"
    assert [text for text in texts if re.search(words, text)] == []


@pytest.mark.parametrize(("game", "code"), BOTH)
def test_every_language_has_each_lesson_at_similar_length(game: str, code: str) -> None:
    path = registry.data_file(game, LESSONS)
    english = {lesson["name"]: lesson for lesson in tomllib.loads(path.read_text(encoding="utf-8"))["lessons"]}
    translated = tomllib.loads(text(game, LESSONS, code))
    assert list(translated) == list(english)
    assert all(len(translated[name]["text"]) <= 1.35 * len(lesson["text"]) + 10 for name, lesson in english.items())


COUNTED = re.compile(r"\{(number|count|n|left|most|total|days|games|drawn|turns|bytes|floors|seconds|pace)\} "
                     r"(?:(?:more|new|other|fresh) )?(?!(?:less|this)\b)([a-z]{2,}s)\b")  # fmt: skip
"""A number with a plural noun."""
ALWAYS_PLURAL = {
    "This game's deck is {deck}. Its {number} cards are used instead of the standard deck's.": "enough to deal",
    "{file} has more than {most} lines, so it can't be a game record": "a limit of thousands",
    "{file} is larger than {bytes} bytes, so it can't be a game record": "a limit of millions",
    "{file} is larger than {bytes} bytes, so it can't be a deck": "a limit of thousands",
    "{file}, line {line} is longer than {bytes} bytes, too long for a game record": "a limit of thousands",
    "{file} is larger than {bytes} bytes, so it can't be a table of weights": "a limit of thousands",
    "it's larger than {bytes} bytes": "a limit of thousands",
    "they're larger than {bytes} bytes": "a limit of thousands",
    "--names: {name} can't be a name: use at most {most} letters": "a limit of forty",
    "Played: {played} of the last {days} days. Won: {won}.": "the same number of days each time",
    "{file}: {seconds} s, {size} MB, {rate} frames a second, {pace} times the usual speed, quality {quality}": "many",
    "{pace} letters a second": "twelve and more",
    "{number} turns each": "a decimal",
    "{game} is for {number} seats, not {seats}": "two or more",
    "{game} is for {fewest} to {most} players, not {seats}": "two or more",
    "{fewest} to {most} seats": "two or more",
    "You've won {won} of our {number} games.": "five and more",
    "I've won {won} of our {number} games.": "five and more",
    "{number} games, and we're even.": "five and more",
    "{name} took more than {number} hints, so this game doesn't count towards their feats or rating.": "three",
    "You took more than {number} hints, so this game doesn't count towards feats or your rating.": "three",
    "When a turn takes longer, a gentle bot finishes it. Undo gives no time back. With more than {most} plays made "
    "after a hint or by a bot, the game doesn't count.": "three",
    "For each player. Once the time is used up, a turn still has {number} seconds; then a gentle bot finishes it. Undo "
    "gives no time back. With more than {most} plays made after a hint or by a bot, the game doesn't "
    "count.": "fifteen, and three",
    "Stopped after {number} of {total} decisions.": "hundreds",
    "{number} processes can't be started ({why}): ask for fewer jobs": "two or more",
    "Bots will play {number} games with it; this takes a while.": "hundreds",
    "{number} of {total} floors": "six",
    "as the towers stand, none of the remaining floors would score, and floor {level} of tower {tower} would be "
    "worth {mine} to you only once it has {floors} floors": "six",
    "as the towers stand, none of the remaining floors would score, and floor {level} of tower {tower} would be "
    "worth {mine} to {name} only once it has {floors} floors": "six",
    "a card there would add {mine} for you only once the tower has {floors} floors": "six",
    "a card there would add {mine} for {name} only once the tower has {floors} floors": "six",
    "more than {number} points": "four",
    "if tower {tower} grows to {floors} floors, this {floor} can be worth {mine} to you": "six",
    "if tower {tower} grows to {floors} floors, this {floor} can be worth {mine} to {name}": "six",
    "if tower {tower} grows to {floors} floors, this {floor} is worth {mine} to you": "six",
    "if tower {tower} grows to {floors} floors, this {floor} is worth {mine} to {name}": "six",
    "if tower {tower} grows to {floors} floors, this tuck can be worth {mine} to you": "six",
    "if tower {tower} grows to {floors} floors, this tuck can be worth {mine} to {name}": "six",
    "if tower {tower} grows to {floors} floors, this tuck is worth {mine} to you": "six",
    "if tower {tower} grows to {floors} floors, this tuck is worth {mine} to {name}": "six",
    "No floor triggers scoring: a tower is only scored at {number} floors, or at the end.": "six",
    "it must have {least} to {most} letters": "a limit of tens",
    "Not all of it was pasted: at most {number} letters fit here.": "fourteen and more",
    "a deck has {least} to {most} floors": "a limit of tens",
    "a room has {least} to {most} parts": "a limit of eight",
    "A room has at most {most} parts.": "a limit of eight",
    "a floor has {least} to {most} cards": "a limit of tens",
    "a deck has {least} to {most} cards, but this one has {cards}": "a limit of hundreds",
    "a floor has {least} to {most} effects": "four",
    "if tower {tower} grows to {floors} floors, it's worth about {number} more to you.": "six",
    "if tower {tower} grows to {floors} floors, it's worth about {number} more to {name}.": "six",
    "if tower {tower} grows to {floors} floors, it's worth about {number} less to the opponent.": "six",
    "if tower {tower} grows to {floors} floors, it's worth about {number} less to the others.": "six",
    "Tower {tower}, at the end of turn {turn}: it had {number} floors.": "six",
    "{number} floors: scored": "six",
    "{number} floors": "six",
    "scored at {number} floors": "six",
    "Build first: {number} floors, each on a different tower. Then you may claim.": "two",
    "Draw until you hold {number} cards.": "seven",
    "The game goes on in {number} seconds.": "three",
    "Round {number} ends: {points}.": "a verb",
    "Round {number} ends early, because nobody is drawing from the pile: {points}.": "a verb",
}
"""Messages that need no singular form, and why."""


def test_messages_with_a_count_have_plural_forms() -> None:
    plain = [message.id for message in template() if isinstance(message.id, str)]
    assert {text for text in plain if COUNTED.search(text)} == {*ALWAYS_PLURAL}


@pytest.mark.parametrize("code", ["de", "es", "fr"])
def test_percent_signs_follow_a_non_breaking_space(code: str) -> None:
    texts = load_catalogue(FOLDER / f"{code}.po", LARGEST_CATALOGUE)._catalog.values()
    assert [text for text in texts if re.search(r"[\d}] ?%", text)] == []


def test_french_punctuation_follows_a_non_breaking_space() -> None:
    """French puts a non-breaking space before some signs."""
    texts = load_catalogue(FOLDER / "fr.po", LARGEST_CATALOGUE)._catalog.values()
    assert [text for text in texts if re.search(r" [:;!?»](\W|$)|« ", text)] == []


def test_the_program_ships_exactly_these_languages() -> None:
    assert CODES == ["de", "es", "fr", "ja", "pl", "uk"]
    assert all(Path(FOLDER / f"{code}.po").read_text(encoding="utf-8").startswith("# Topping Out: ") for code in CODES)
