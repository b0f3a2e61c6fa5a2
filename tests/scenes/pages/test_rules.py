"""The pages of rules: complete, illustrated, usable with any device, and searchable."""

import re
from itertools import product

import pytest

from tests.golden import in_turn, sampled
from tests.scenes.pages.stories import page_stories
from tests.scenes.robot import Eye, Robot
from topping_out.game import registry
from topping_out.game.language import tr
from topping_out.game.match import Match
from topping_out.game.record import Player, Record, new_header
from topping_out.game.rules_text import Block, parse_rules
from topping_out.game.storage import translations
from topping_out.game.storage.translations import load_rules
from topping_out.game.towers.decks import find_decks
from topping_out.game.towers.rules import examples_of, examples_section
from topping_out.game.towers.words import floor_words
from topping_out.scenes.accessibility.semantics import Role
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.manager import Replace
from topping_out.scenes.match.definition import table_of
from topping_out.scenes.match.start import open_table
from topping_out.scenes.pages.rules import RulesPage

GAMES = registry.names()
BUILT_IN = sorted({*find_decks().built_in} - {"standard"})


@pytest.fixture
def page(app: App, robot: Robot) -> RulesPage:
    return robot.open(RulesPage(app.context, "wyoming"))


# -- the texts


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_rules_that_credit_its_designer(game: str) -> None:
    rules = load_rules(game)
    assert rules.title == registry.load(game).title
    credit = " ".join(block.text for block in rules.opening)
    unnamed = {"towering": "The rule sheet doesn't name its designer"}
    assert unnamed.get(game, registry.load(game).designer.split(",")[0]) in credit
    assert rules.sections
    assert rules.keywords


@pytest.mark.parametrize("deck", ["wild", "disasters", "standard"])
def test_the_rules_of_a_game_of_towers_name_the_floors_of_its_deck(app: App, robot: Robot, deck: str) -> None:
    page = robot.open(RulesPage(app.context, "towers", {"deck": deck}))
    if deck == "standard":
        assert page.rules == load_rules("towers")
        return
    usual = [section.title for section in load_rules("towers").sections]
    titles = [section.title for section in page.rules.sections]
    floors_at, examples_at = usual.index("The eight floors"), usual.index("Three towers, worked out")
    usual[floors_at], usual[examples_at] = "The floors in this game", "Worked examples"
    assert titles == usual
    floors = [block.text for block in page.rules.sections[floors_at].blocks if block.kind == "item"]
    played = find_decks().built_in[deck]
    assert len(floors) == len(played.floors)
    for floor, text in zip(played.floors, floors):
        assert text == f"**{floor.name}**, {floor.count} cards: {floor_words(floor)}"


@sampled("deck, code", product(BUILT_IN, translations.languages()), in_turn(BUILT_IN, translations.languages()))
@pytest.mark.parametrize("for_paper", [False, True])
def test_the_rules_with_another_deck_name_only_its_floors(deck: str, code: str, for_paper: bool) -> None:
    translations.use(code)
    played = {tr(floor.name) for floor in find_decks().built_in[deck].floors}
    others = {tr(floor.name) for floor in find_decks().built_in["standard"].floors} - played
    rules = translations.rules_in_play("towers", {"deck": deck}, for_paper)
    blocks = [*rules.opening, *(block for section in rules.sections for block in section.blocks)]
    text = "\n".join([*rules.keywords, *(part for block in blocks for part in (block.text, block.shows))])
    assert [name for name in others if re.search(rf"\b{name}" if code != "ja" else f"「{name}」", text)] == []
    assert {*rules.figures} <= {*table_of("towers").figures({"deck": deck})}


@pytest.mark.parametrize("deck", BUILT_IN)
def test_the_examples_of_a_deck_show_its_floors_at_work(deck: str) -> None:
    """All, or all but one: a tower shows at most one floor that triggers its scoring."""
    played = find_decks().built_in[deck]
    steps = [step for example in examples_of(played) for step in example.account.steps]
    working = {step.floor for step in steps if any(step.points) or step.drawn or step.changes}
    assert len({*played.kind_named} - working) <= 1
    blocks = examples_section(played).blocks
    assert 1 <= len(blocks) == len(examples_of(played)) <= 3
    for block, example in zip(blocks, examples_of(played)):
        scored = {letter: points for letter, points in zip("ABCD", example.account.points) if points}
        assert {a: int(b) for a, b in re.findall(r"Seat (\w) scores (\d+)", block.text)} == scored
        assert not {*example.kinds[:-1]} & {*played.triggers}, "the tower would have been scored before"
        assert len(example.kinds) == 6 or example.kinds[-1] in played.triggers


def test_a_translation_without_marks_has_the_sections_of_a_deck_first(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = parse_rules("# T\n## A\na")
    monkeypatch.setattr(translations, "_load_rules", lambda *which, **more: plain)
    rules = translations.rules_in_play("towers", {"deck": "wild"})
    assert [section.title for section in rules.sections] == ["The floors in this game", "Worked examples", "A"]


@pytest.mark.parametrize("from_the_menu", [False, True])
def test_the_rules_opened_from_a_game_are_those_in_play(app: App, robot: Robot, from_the_menu: bool) -> None:
    players = [Player("Ana"), Player("Bot", "bot", "easy", colour=1)]
    header = new_header(registry.load("towers"), players, {"deck": "wild", "first": 0}, 1)
    robot.open(open_table(app.context, Match(Record(header, []))))
    if from_the_menu:
        robot.do(Verb.CANCEL)
        robot.press("rules")
    else:
        robot.do(Verb.RULES)
    assert "The floors in this game" in [section.title for section in robot.top(RulesPage).rules.sections]


@pytest.mark.parametrize("game", GAMES)
def test_every_figure_is_drawn_and_described(game: str) -> None:
    assert {*load_rules(game).figures} == {*table_of(game).figures()}
    rules = load_rules(game)
    blocks = [block for section in rules.sections for block in section.blocks if block.kind == "figure"]
    assert all(block.shows for block in blocks), "a figure has no description for screen readers"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("text", [1.0, 1.5])
def test_figures_fit_on_the_paper(app: App, game: str, text: float) -> None:
    kit = Kit(Metrics((1280, 720)), text)
    for name, make in table_of(game).figures().items():
        width, height = kit.size_of(make(kit))
        assert width <= 600, name
        assert height <= 400, name


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("text", [1.0, 1.5])
def test_no_text_of_the_rules_is_cut_short(app: App, robot: Robot, game: str, text: float, eye: Eye) -> None:
    robot.resize((1280, 720), text)
    page = robot.open(RulesPage(app.context, game))
    robot.see()
    while page.offset < page.max_offset:
        page.scroll_to(page.offset + page.viewport.h * 0.8, at_once=True)
        robot.see()
    assert eye.cut == []


@pytest.mark.parametrize("game", GAMES)
def test_searching_finds_every_option_and_suggested_word(game: str, app: App, robot: Robot) -> None:
    page = robot.open(RulesPage(app.context, game))
    titles = [option.title for option in registry.load(game).options(3) if option.key not in ("first", "foundations")]
    for words in (*load_rules(game).keywords, *titles):
        assert page.sheet.find(words), words


@pytest.mark.parametrize(("game", "letter", "count"), [("wyoming", "W", 12), ("towering", "T", 7), ("towers", "F", 7)])
def test_all_rulings_of_the_program_are_marked(game: str, letter: str, count: int) -> None:
    blocks = [block for section in load_rules(game).sections for block in section.blocks]
    assert {block.name for block in blocks if block.kind == "ruling"} == {f"{letter}{n + 1}" for n in range(count)}


# -- reading the format


@pytest.mark.parametrize(
    ("for_paper", "is_changed", "shown"),
    [(False, False, "abe"), (True, False, "ace"), (False, True, "abd"), (True, True, "ad")],
)
def test_lines_with_marks_are_shown_where_they_belong(for_paper: bool, is_changed: bool, shown: str) -> None:
    text = "# T\na\nscreen: b\npaper: usual: c\nchanged: d\nusual: e\n## S\nonly: usual\nf"
    rules = parse_rules(text, for_paper, is_changed)
    assert [block.text for block in rules.opening] == [*shown]
    assert [section.is_usual for section in rules.sections] == [True]


def test_each_kind_of_line_becomes_its_kind_of_block() -> None:
    text = "# T\nkeywords: a, b c\nopen\n\n## S\n- item\n> W1: ours\n![cap](fig)\n| a | b |\n| 1 | 2 |\nsome **bold**\n"
    rules = parse_rules(text)
    assert (rules.title, rules.keywords, rules.opening) == ("T", ("a", "b c"), [Block("text", "open")])
    assert rules.sections[0].title == "S"
    assert rules.sections[0].blocks == [
        Block("item", "item"),
        Block("ruling", "ours", "W1"),
        Block("figure", "cap", "fig"),
        Block("table", rows=(("a", "b"), ("1", "2"))),
        Block("text", "some **bold**"),
    ]


@pytest.mark.parametrize("line", ["> no name", "![caption](two words)", "![open"])
def test_an_invalid_line_is_named_in_the_error(line: str) -> None:
    with pytest.raises(ValueError, match=re.escape(line)):
        parse_rules(line)


# -- the page


@pytest.mark.parametrize("game", GAMES)
def test_hidden_figures_are_painted_after_the_first_frame(game: str, app: App, robot: Robot) -> None:
    page = RulesPage(app.context, game)
    robot.app.manager.go(Replace(page))
    assert page.sheet.missing
    first = {item.parts[0].label for item in page.sheet.items if item.y < page.viewport.h and item.parts[0].label}
    for _ in range(len(page.sheet.missing) + 2):
        robot.app.frame([], 16.0)
    assert not page.sheet.missing
    assert page.at_rest
    figures = sum(item.parts[0].role is Role.FIGURE for item in page.sheet.items)
    assert figures == len(load_rules(game).figures)
    assert first <= {item.parts[0].label for item in page.sheet.items if item.y < page.viewport.h}, (
        "something has moved"
    )


def test_scrolling_at_once_paints_all_figures_first(app: App, robot: Robot) -> None:
    page = RulesPage(app.context, "towers")
    robot.app.manager.go(Replace(page))
    assert page.sheet.missing
    robot.app.on_intent(Intent(Verb.DOWN))
    assert not page.sheet.missing
    assert page.content_height == page.sheet.height


test_reading_and_searching = page_stories(
    """
the page opens at the top with the focus on the text
    rules wyoming = focus text; page offset 0.0
up and down scroll the text to both ends
    rules wyoming > down; wait 4000 = at the top no > down x80; wait 4000 = at the foot yes
    > up x90; wait 4000 = at the top yes; focus text
left leads to the sections, and Enter jumps to one
    rules wyoming > left; down x2; confirm; wait 4000 = focus section2; page current_section 2; marked section2
    > right = focus text
a click on a section jumps to it
    rules wyoming, mouse > click section9; wait 4000 = page current_section 9; at the foot yes
a single letter is not searched for
    rules wyoming > press search; write a = page matches []; after is here no
a search without a match says so
    rules wyoming > press search; write xyzzy = page matches []; found.text Not found
a gamepad searches for suggested words
    rules wyoming, pad > press search; press suggestion 1 = page words suit > press after = page match 1
the mouse steps through matches with the arrows
    rules wyoming, mouse > click the end of search = page words foundation > click after = page match 1
    > click before; click before = page match 6 > click after = page match 0
clicking on the text and scrolling press nothing
    rules wyoming, mouse > click at 800,200; scroll -2; wait 4000 = at the top no; page RulesPage
"""
)


def test_scrolling_is_smooth_unless_motion_is_reduced(page: RulesPage, robot: Robot, app: App) -> None:
    robot.do(Verb.DOWN)
    robot.wait(40)
    assert 0 < page.offset < page.target
    assert not page.at_rest
    robot.wait()
    assert page.at_rest
    app.context.settings.reduced_motion = True
    robot.do(Verb.DOWN)
    assert page.offset == page.target


def test_every_match_is_found_whatever_its_case_and_marked_within_the_text(page: RulesPage) -> None:
    assert len(page.sheet.find("SKY")) == len(page.sheet.find("sky")) > 5
    assert len(page.sheet.find("tidal influences")) >= 2
    for match in page.sheet.find("penny"):
        ((x, y, width, height),) = match.bars
        assert 0 <= x < x + width <= page.sheet.width + 1
        assert 0 <= y < y + height <= page.sheet.height


def test_the_scroll_position_survives_a_new_layout(page: RulesPage, robot: Robot) -> None:
    robot.do(*[Verb.DOWN] * 5)
    robot.wait()
    before = page.offset
    page.rebuild()
    assert page.offset == before
    robot.resize((1024, 768), 1.5)
    assert 0 <= page.offset <= page.max_offset


def test_a_search_jumps_to_the_first_match_and_enter_to_the_next(page: RulesPage, robot: Robot) -> None:
    robot.press("search")
    robot.write("sudden death")
    first = page.matches[0]
    robot.wait()
    assert page.match == 0
    assert page.offset <= first.y <= page.offset + page.viewport.h
    robot.do(Verb.CONFIRM)
    robot.wait()
    assert page.match == 1
    assert page.typing
    second = page.matches[1]
    assert page.offset <= second.y <= page.offset + page.viewport.h
    robot.do(*[Verb.CONFIRM] * (len(page.matches) - 1))
    assert page.match == 0
