"""A deck of one's own in a real window: made from nothing by each device, played to its end, kept through a kill."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.window.games.turn_player import Do, by_digits, by_mouse, by_pad, finish, pad_to, plug_in_pad, tab_to
from tests.window.program import Look, Program, Start
from topping_out.game.record import fold
from topping_out.game.storage.journal import read_record
from topping_out.game.towers.decks import parse_deck

pytestmark = pytest.mark.window

Press = Callable[..., None]
"""Press widgets by a device, up to a scene."""


def kept(home: Path) -> Path:
    return home / "data" / "decks" / "own-my-deck.toml"


def press_with_mouse(program: Program, name: str, to: str = "") -> None:
    program.wait_until(lambda look: look.widgets[name] and look["at_rest"], name)
    program.scroll_to(name)
    program.click(name, to=to)


def press_with_keys(program: Program, name: str, to: str = "") -> None:
    program.wait_until(lambda look: look.widgets[name] and look["at_rest"], name)
    tab_to(program, name, "Return", to=to)


def press_with_pad(program: Program, name: str, to: str = "") -> None:
    program.wait_until(lambda look: look.widgets[name] and look["at_rest"], name)
    pad_to(program, name, "a", to=to)


def more_with_mouse(program: Program, name: str, times: int) -> None:
    for _ in range(times):
        program.click_at(name, 0.98)


def more_with_keys(program: Program, name: str, times: int) -> None:
    tab_to(program, name, *["Right"] * times)


def more_with_pad(program: Program, name: str, times: int) -> None:
    pad_to(program, name, *["dpright"] * times)


def make_a_deck(program: Program, home: Path, press: Press, more: Callable[[Program, str, int], None]) -> None:
    """Go from the title to the set-up with a deck of two floors: one of 12 cards that scores 3, and one that draws."""
    press(program, "workshop towers", to="DecksPage")
    press(program, "new", to="DeckPage")
    press(program, "floor 0", to="FloorPage")
    more(program, "count", 4)
    more(program, "amount 0", 2)
    press(program, "triggers")
    press(program, "back", to="DeckPage")
    press(program, "floor 1", to="FloorPage")
    more(program, "count", 4)
    press(program, "back", to="DeckPage")
    program.wait_until(lambda _: kept(home).read_text().count("count = 12") == 2, "the deck on the disk")
    press(program, "play", to="SetupPage")
    deck = parse_deck(kept(home).read_bytes(), "it")
    assert [str(effect) for effect in deck.floors[0].effects] == ["score 3"]
    assert (len(deck.cards), deck.floors[0].triggers_scoring) == (24, True)
    press(program, "start", to="TurnScene")


def has_played_the_deck(over: Look, home: Path) -> bool:
    played = fold(read_record(Path(over.table["file"]))).variant.deck
    return played == parse_deck(kept(home).read_bytes(), "it")


@pytest.mark.long
@pytest.mark.parametrize(
    ("used", "press", "more", "do"),
    [
        ("mouse", press_with_mouse, more_with_mouse, by_mouse),
        ("keys", press_with_keys, more_with_keys, by_digits),
        ("pad", press_with_pad, more_with_pad, by_pad),
    ],
)
def test_a_deck_is_made_from_nothing_by_one_device_alone_and_played_to_its_end(
    start: Start, home: Path, used: str, press: Press, more: Callable[[Program, str, int], None], do: Do
) -> None:
    program = start(to="TitlePage", speed="instant", reduced_motion=True)
    if used == "pad":
        plug_in_pad(program)
    make_a_deck(program, home, press, more)
    assert has_played_the_deck(finish(program, do, used), home)


def draft_with_pad(program: Program) -> dict[str, bool]:
    """Take a floor and strike one in turn until the deck is settled; return what was done to which."""
    done: dict[str, bool] = {}
    while "play" not in (look := program.wait_until(lambda look: look["at_rest"], "my choice")).widgets:
        floor = next(name for name in look.focusable if name.isupper())
        pad_to(program, floor, "a")
        program.wait_until(lambda look: look.widgets["take"]["enabled"], "the choice")
        done[floor] = len(done) % 2 == 0
        program.press("x") if done[floor] else pad_to(program, "strike", "a")
        program.wait_until(lambda look, floor=floor: floor not in look.focusable, "the floor to be gone")
    return done


@pytest.mark.long
def test_a_deck_is_drafted_by_a_pad_alone_and_played_to_its_end(start: Start) -> None:
    program = start(to="TitlePage", speed="instant", reduced_motion=True)
    plug_in_pad(program)
    press_with_pad(program, "workshop towers", to="DecksPage")
    press_with_pad(program, "draft", to="DraftPage")
    done = draft_with_pad(program)
    assert {*done.values()} == {True, False}
    program.press("x", to="SetupPage")
    assert program.look().widgets["option deck"]["value"] == "Drafted deck"
    program.press("x", to="TurnScene")
    over = finish(program, by_pad, "pad")
    floors = {floor.name for floor in fold(read_record(Path(over.table["file"]))).variant.deck.floors}
    assert {name: name in floors for name in done} == done


def test_nothing_of_a_deck_is_lost_when_the_program_is_killed_in_the_midst_of_a_change(
    start: Start, home: Path
) -> None:
    program = start(to="TitlePage", speed="instant", reduced_motion=True)
    press_with_keys(program, "workshop towers", to="DecksPage")
    press_with_keys(program, "new", to="DeckPage")
    press_with_keys(program, "floor 1", to="FloorPage")
    tab_to(program, "name", "Return")
    program.write("PIE")  # a word that is not finished
    program.wait_until(lambda look: look.widgets["name"]["value"] == "PIE", "the letters")
    program.kill()
    program.wait_for_helpers_to_end()
    assert 'name = "PIE"' in next((home / "data" / "decks").rglob("own-my-deck.toml")).read_text()
    program = start(to="TitlePage")
    press_with_keys(program, "workshop towers", to="DecksPage")
    press_with_keys(program, "own own-my-deck.toml", to="DeckPage")
    assert program.look().widgets["floor 1"]["label"].startswith("PIE, 8 in the deck")
