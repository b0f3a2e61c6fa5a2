"""Translation: lookup, plurals, placeholders, choice of the language, and broken catalogues."""

import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topping_out.game import registry
from topping_out.game.language import ENGLISH, current, tr, tr_context, tr_count
from topping_out.game.storage import translations
from topping_out.game.storage.files import user_folder
from topping_out.game.storage.translations import BrokenCatalogue, load_catalogue, read_messages

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
PIECES = [
    "msgid ",
    "msgid_plural ",
    "msgstr ",
    "msgstr[1] ",
    "msgctxt ",
    "#, fuzzy",
    '"',
    '"a"',
    "\\",
    "{",
    "n%0",
    "\n",
]


pytestmark = pytest.mark.usefixtures("home")


def put(text: str, code: str = "qel") -> Path:
    folder = user_folder("languages")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{code}.po"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def elvish(home: Path) -> None:
    put(HEADER + SENTENCES)
    translations.use("qel")


@pytest.mark.usefixtures("elvish")
def test_a_translation_is_found_and_filled_in() -> None:
    assert tr("{name} builds.", name="Ana") == "Ana buduje."
    assert tr('A sentence on "two" lines') == 'Zdanie w "dwóch" wierszach'
    assert tr_context("of a coin", "Toss") == "Rzut"


@pytest.mark.usefixtures("elvish")
@pytest.mark.parametrize(("number", "text"), [(1, "1 karta"), (2, "2 karty"), (5, "5 kart"), (22, "22 karty")])
def test_plural_forms_follow_the_rule_of_the_language(number: int, text: str) -> None:
    assert tr_count("{number} card", "{number} cards", number) == text


@pytest.mark.usefixtures("elvish")
@pytest.mark.parametrize("message", ["Perhaps", "Not yet", "Toss", "Never heard of"])
def test_untranslated_texts_stay_english(message: str) -> None:
    assert tr(message) == message


@pytest.mark.usefixtures("elvish")
def test_a_translation_with_other_placeholders_is_not_used() -> None:
    assert tr("{name} wins.", name="Ana") == "Ana wins."


@pytest.mark.usefixtures("elvish")
def test_a_users_language_is_listed_by_its_own_name() -> None:
    assert translations.languages()["qel"] == "Elvish"
    assert next(iter(translations.languages())) == "en"
    translations.use("nosuch")
    assert (current(), tr("{name} builds.", name="Ana")) == ("en", "Ana builds.")


@pytest.mark.usefixtures("elvish")
@pytest.mark.parametrize(("variable", "setting", "system", "code"), [
    ("qel", "de", "fr_FR.UTF-8", "qel"),
    ("", "de", "fr_FR.UTF-8", "de"),
    ("", "", "fr_FR.UTF-8", "fr"),
    ("pl-PL", "", "C", "pl"),
    ("xx", "yy", "zz_ZZ", "en"),
    ("", "", "C.UTF-8", "en"),
])  # fmt: skip
def test_the_language_comes_from_variable_setting_or_system(
    variable: str, setting: str, system: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_MESSAGES", "LANG", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("LC_ALL", system)
    monkeypatch.setenv(translations.VARIABLE, variable)
    assert translations.preferred(setting) == code


def with_rule(rule: str) -> str:
    return f'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural={rule};\\n"\n'


@pytest.mark.parametrize(("text", "reason"), [
    ('msgid "a"\nmsgid "b"\n', "line 1: this message has no msgstr"),
    ('msgid "a"\nmsgstr "b\n', "line 2: a text must be between two quotation marks"),
    ('msgid "a"\nmsgstr ' + "-" * 20_000 + "1\n", "line 2: a text must be between two quotation marks"),
    ('msgid "a"\nmsgstr "b" "c"\n', "line 2: a text must be between two quotation marks"),
    ('msgid "a"\nmsgstr "\\N{BULLET}"\n', "line 2: a text must be between two quotation marks"),
    ('msgid "a"\nmsgtext "b"\n', "line 1: 'msgtext' is not a keyword of a catalogue"),
    ('msgid "a"\nmsgid_plural "b"\nmsgstr[²] "c"\n', "line 1: 'msgstr[²]' is not a keyword of a catalogue"),
    (f'msgid "a"\nmsgid_plural "b"\nmsgstr[{"9" * 5000}] "c"\n', "line 1: 'msgstr[9"),
    ('msgid "a"\nmsgstr "b"\n' + '"ccccccccc"\n' * 200_000, "line 1: a message has at most 4000 letters"),
    ('msgid "a"\nmsgstr "b\0"\n', "line 2 isn't text in UTF-8"),
    (with_rule("n+"), "the header: Plural-Forms"),
    (with_rule("n%0"), "the header: Plural-Forms"),
    (with_rule("n%(n-7)"), "the header: Plural-Forms"),
    (with_rule("(" * 900 + "n" + ")" * 900), "the header: Plural-Forms"),
    (with_rule("-" * 20_000 + "n"), "line 1: a message has at most 4000 letters"),
])  # fmt: skip
def test_a_broken_catalogue_is_reported_with_its_line_and_left_out(text: str, reason: str) -> None:
    path = put(text, "broken")
    with pytest.raises(BrokenCatalogue, match="^" + re.escape(reason)):
        load_catalogue(path, translations.LARGEST_CATALOGUE)
    assert "broken" not in translations.languages()
    assert translations.left_out() == ["broken.po"]
    assert any(str(path) in line and reason in line for line in translations.broken_catalogues())
    translations.use("broken")
    assert (current(), tr("a")) == (ENGLISH, "a")


@pytest.mark.parametrize(("message", "translation", "reason"), [
    ('msgid "a"', 'msgstr[1] "b"', "line 1: a message without msgid_plural has one msgstr only"),
    ('msgid "{file}"', 'msgstr "{file[0][0]}"', "line 1: its message has no place '{file[0][0]}'"),
    ('msgid "{file}"', 'msgstr "{file:>2000000000}"', "line 1: its message has no place '{file:>2000000000}'"),
    ('msgid "{file}"', 'msgstr "{file:{file}}"', "line 1: its message has no place '{file:'"),
    ('msgid "{file}"', 'msgstr "{file.__class__}"', "line 1: its message has no place '{file.__class__}'"),
    ('msgid "{file}"', 'msgstr "{file!r}"', "line 1: its message has no place '{file!r}'"),
    ('msgid "{file}"', 'msgstr "{0} {}"', "line 1: its message has no place '{0}'"),
    ('msgid "a"', 'msgstr "a }"', "line 1: its message has no place '}'"),
])  # fmt: skip
def test_an_unsuitable_translation_is_reported_and_stays_english(message: str, translation: str, reason: str) -> None:
    path = put(f'{message}\n{translation}\n\nmsgid "yes"\nmsgstr "hai"\n', "odd")
    translations.use("odd")
    assert (tr("a", file="x"), tr("{file}", file="x"), tr("yes")) == ("a", "x", "hai")
    assert translations.broken_catalogues() == [f"{path}, {reason}: this sentence stays English."]


def test_a_failing_plural_rule_falls_back_to_english() -> None:
    put(with_rule("0/(n-5000)") + '\nmsgid "{number} a"\nmsgid_plural "{number} b"\nmsgstr[0] "{number} c"\n', "odd")
    translations.use("odd")
    assert [tr_count("{number} a", "{number} b", number) for number in (7, 5000)] == ["7 c", "5000 b"]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join) | st.text(max_size=80))
def test_any_text_is_parsed_or_refused_as_a_catalogue(text: str) -> None:
    with suppress(BrokenCatalogue):
        for message in read_messages(text):
            assert message.line >= 1


def test_a_catalogue_in_another_encoding_is_reported() -> None:
    path = put("", "broken")
    path.write_bytes(b'msgid "a"\nmsgstr "\xff"\n')
    assert any(
        "line 2 isn't text in UTF-8: save the file as UTF-8" in line for line in translations.broken_catalogues()
    )


def test_messages_have_their_line_numbers() -> None:
    lines = {message.id: message.line for message in read_messages(HEADER + SENTENCES)}
    assert lines["Not yet"] == (HEADER + SENTENCES)[: (HEADER + SENTENCES).index('msgid "Not yet"')].count("\n") + 1


@pytest.mark.usefixtures("elvish")
def test_a_game_may_have_its_own_catalogue(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "languages").mkdir()
    own = 'msgid "Take a stick."\nmsgstr "Mapa er tulwe."\n\nmsgid "{name} builds."\nmsgstr "{name}?"\n'
    (tmp_path / "languages" / "qel.po").write_text(HEADER + own, encoding="utf-8")
    monkeypatch.setattr(registry, "names", lambda: ("sticks",))
    monkeypatch.setattr(registry, "entry", lambda name: registry.GameEntry("sticks:GAME", tmp_path))
    before = tr("{name} builds.", name="Ana")
    translations.use("qel")
    assert tr("Take a stick.") == "Mapa er tulwe."
    assert tr("{name} builds.", name="Ana") == before != "Ana?"
