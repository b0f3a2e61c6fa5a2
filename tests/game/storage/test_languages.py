"""The reader's language: sentences found, plurals, places, and catalogues that are broken."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.language import ENGLISH, current, tr, tr_context, tr_count
from game.storage import languages
from game.storage.catalogue import BrokenCatalogue, load_catalogue, read_messages
from game.storage.files import user_folder

HEADER = """msgid ""
msgstr ""
"X-Language-Name: Elvish\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"

"""
SENTENCES = """#. what is built
msgid "{name} builds."
msgstr "{name} buduje."

msgid "{number} card"
msgid_plural "{number} cards"
msgstr[0] "{number} karta"
msgstr[1] "{number} karty"
msgstr[2] "{number} kart"

msgctxt "of a coin"
msgid "Toss"
msgstr "Rzut"

#, fuzzy
msgid "Perhaps"
msgstr "Może"

msgid "A sentence "
"on \\"two\\" lines"
msgstr "Zdanie "
"w \\"dwóch\\" wierszach"

msgid "{name} wins."
msgstr "{nazwa} wygrywa."

msgid "Not yet"
msgstr ""
"""


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    languages.use(ENGLISH)


def put(text: str, code: str = "qel") -> Path:
    folder = user_folder("languages")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{code}.po"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def elvish(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TOPPING_OUT_HOME", str(tmp_path))
    put(HEADER + SENTENCES)
    languages.use("qel")


@pytest.mark.usefixtures("elvish")
def test_a_sentence_is_found_with_its_places_filled() -> None:
    assert tr("{name} builds.", name="Ana") == "Ana buduje."
    assert tr('A sentence on "two" lines') == 'Zdanie w "dwóch" wierszach'
    assert tr_context("of a coin", "Toss") == "Rzut"


@pytest.mark.usefixtures("elvish")
@pytest.mark.parametrize(("number", "text"), [(1, "1 karta"), (2, "2 karty"), (5, "5 kart"), (22, "22 karty")])
def test_each_number_takes_the_form_of_its_language(number: int, text: str) -> None:
    assert tr_count("{number} card", "{number} cards", number) == text


@pytest.mark.usefixtures("elvish")
@pytest.mark.parametrize("message", ["Perhaps", "Not yet", "Toss", "Never heard of"])
def test_what_is_not_translated_stays_english(message: str) -> None:
    assert tr(message) == message


@pytest.mark.usefixtures("elvish")
def test_a_translation_that_asks_for_other_places_is_left_for_english() -> None:
    assert tr("{name} wins.", name="Ana") == "Ana wins."


@pytest.mark.usefixtures("elvish")
def test_it_can_be_chosen_under_its_own_name() -> None:
    assert languages.languages()["qel"] == "Elvish"
    assert next(iter(languages.languages())) == "en"
    languages.use("nosuch")
    assert (current(), tr("{name} builds.", name="Ana")) == ("en", "Ana builds.")


@pytest.mark.usefixtures("elvish")
@pytest.mark.parametrize(
    ("variable", "setting", "system", "code"),
    [
        ("qel", "de", "fr_FR.UTF-8", "qel"),
        ("", "de", "fr_FR.UTF-8", "de"),
        ("", "", "fr_FR.UTF-8", "fr"),
        ("pl-PL", "", "C", "pl"),
        ("xx", "yy", "zz_ZZ", "en"),
        ("", "", "C.UTF-8", "en"),
    ],
)
def test_the_variable_comes_before_the_setting_and_that_before_the_system(
    variable: str, setting: str, system: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_MESSAGES", "LANG", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("LC_ALL", system)
    monkeypatch.setenv(languages.VARIABLE, variable)
    assert languages.preferred(setting) == code


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('msgid "a"\nmsgid "b"\n', "line 1: this message has no msgstr"),
        ('msgid "a"\nmsgstr "b\n', "line 2: a text stands between two quotation marks"),
        ('msgid "a"\nmsgtext "b"\n', "line 1: 'msgtext' is no keyword of a catalogue"),
        ('msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=n+;\\n"\n', "the header: Plural-Forms"),
    ],
)
def test_a_broken_catalogue_is_named_with_its_line_and_left_out(
    text: str, said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TOPPING_OUT_HOME", str(tmp_path))
    path = put(text, "broken")
    with pytest.raises(BrokenCatalogue, match="^" + said.replace("(", r"\(")):
        load_catalogue(path, languages.LARGEST_CATALOGUE)
    assert "broken" not in languages.languages()
    assert any(str(path) in line and said in line for line in languages.problems())


def test_what_is_no_text_at_all_is_named_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TOPPING_OUT_HOME", str(tmp_path))
    path = put("", "broken")
    path.write_bytes(b'msgid "a"\nmsgstr "\xff"\n')
    assert any("line 2: this is not UTF-8" in line for line in languages.problems())


def test_messages_keep_their_lines() -> None:
    lines = {message.id: message.line for message in read_messages(HEADER + SENTENCES)}
    assert lines["Not yet"] == (HEADER + SENTENCES)[: (HEADER + SENTENCES).index('msgid "Not yet"')].count("\n") + 1
