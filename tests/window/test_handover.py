"""Players who share a screen: nobody sees another's hand."""

import pygame
import pytest

from tests.window.games.turn_player import by_mouse, choose, play_on, wait_for_turn
from tests.window.program import Look, Program, Start

pytestmark = pytest.mark.window

ANA_AND_BEN = ("play", "wyoming", "--seats", "human,human", "--names", "Ana,Ben", "--options", "first=0")


def wait_for_curtain(program: Program, name: str) -> Look:
    """Wait until it hangs, and can be lifted; a player who looks at what the turn has brought is done with that."""
    looks = program.wait_until(lambda look: look.top == "HandoverPage" or can_be_done(look), "the end of the turn")
    if looks.top != "HandoverPage":
        program.click("done")
    look = program.wait_until(lambda look: look.top == "HandoverPage" and look["at_rest"], "the curtain")
    assert look.table["names"][look["page"]["seat"]] == name
    assert not any(widget["card"] is not None for widget in look["widgets"])
    return look


def can_be_done(look: Look) -> bool:
    return bool(look["at_rest"] and look.widgets["done"])


def lift(program: Program) -> Look:
    program.wait_until(lambda look: look["at_rest"], "the curtain to hang for a while")
    program.click("lift")
    return wait_for_turn(program)


def pixels(picture: pygame.Surface) -> bytes:
    return pygame.image.tobytes(picture, "RGB")


def test_the_curtain_looks_the_same_whatever_hand_is_behind_it(start: Start) -> None:
    pictures, hands = [], []
    for seed in ("1", "2"):
        program = start(*ANA_AND_BEN, "--seed", seed, speed="instant")
        wait_for_curtain(program, "Ana")
        program.wait_until(lambda look: look["at_rest"], "the curtain to hang still")
        pictures.append(pixels(program.picture()))
        hands.append(lift(program).table["hand"])
        assert pixels(program.picture()) != pictures[-1]
        program.close()
    assert hands[0] != hands[1]
    assert pictures[0] == pictures[1]


def test_each_player_sees_the_own_hand_only(start: Start) -> None:
    program = start(*ANA_AND_BEN, speed="instant")
    wait_for_curtain(program, "Ana")
    ana = lift(program)
    assert ana.table["viewer"] == 0
    play_one(program, ana)
    behind = wait_for_curtain(program, "Ben")
    assert any("Ana" in line for line in behind["page"]["recap"])
    ben = lift(program)
    assert ben.table["viewer"] == 1
    shown = {widget["card"] for widget in ben["widgets"]} - {None}
    assert shown == {*ben.table["hand"]}
    assert not shown & {*ana.table["hand"]}


def play_one(program: Program, look: Look) -> None:
    done = len(look.table["entries"])
    by_mouse(program, look, choose(look))
    program.wait_until(lambda look: len(look.table["entries"]) > done, "the play to be done")


def test_the_key_that_plays_does_not_lift_the_curtain_and_enter_does_after_a_second(start: Start) -> None:
    program = start(*ANA_AND_BEN, speed="instant")
    wait_for_curtain(program, "Ana")
    program.key("p", "p")
    assert program.look().top == "HandoverPage"
    program.key("Return")
    wait_for_turn(program)
    program.key("1", "p")
    program.wait_until(can_be_done, "the end of the turn")
    program.key("p", "p")
    assert program.look().top == "TurnScene"
    program.key("Return", "p", to="HandoverPage")
    assert wait_for_curtain(program, "Ben")["page"]["heading"] == "Ben"
    program.key("Return")
    assert wait_for_turn(program).table["viewer"] == 1


def test_a_play_is_taken_back_from_the_curtain_before_it_is_lifted(start: Start) -> None:
    program = start(*ANA_AND_BEN, speed="instant", to="HandoverPage")
    before = lift(program)
    play_one(program, before)
    wait_for_curtain(program, "Ben")
    program.click("undo")
    after = wait_for_turn(program)
    assert (after.table["viewer"], after.table["standing"]) == (0, [])
    assert after.table["hand"] == before.table["hand"]
    play_one(program, after)
    wait_for_curtain(program, "Ben")


def test_a_play_taken_back_by_the_next_player_brings_the_curtain_first(start: Start) -> None:
    """Ben has drawn nothing yet, so Ana's first play can still be taken back; he does not see her hand for that."""
    program = start(*ANA_AND_BEN, speed="instant", to="HandoverPage")
    play_one(program, lift(program))
    wait_for_curtain(program, "Ben")
    assert lift(program).table["can_undo"]
    program.click("undo")
    assert wait_for_curtain(program, "Ana").table["standing"] == []
    assert lift(program).table["viewer"] == 0


def test_what_a_player_has_drawn_and_seen_stays(start: Start) -> None:
    program = start(*ANA_AND_BEN, speed="instant", to="HandoverPage")
    for other in ("Ben", "Ana"):
        play_one(program, lift(program))
        wait_for_curtain(program, other)
    assert not lift(program).table["can_undo"]  # Ana has drawn since Ben's play


def test_the_curtain_hides_the_hand_over_a_paused_and_continued_game(start: Start) -> None:
    program = start(*ANA_AND_BEN, speed="instant", to="HandoverPage")
    play_one(program, lift(program))
    wait_for_curtain(program, "Ben")
    program.key("Escape")
    look = program.wait_for_scene("PausePage")
    program.click("leave", to="TitlePage")
    program.click("continue")
    look = wait_for_curtain(program, "Ben")
    assert look.table["viewer"] is None


def test_without_the_curtain_the_hands_change_at_once(start: Start) -> None:
    program = start(*ANA_AND_BEN, speed="instant", curtain=False)
    for _ in range(2):
        for seat in (0, 1):
            program.wait_until(lambda look, seat=seat: look.is_my_turn and look.table["viewer"] == seat, "the hand")
            play_on(program, by_mouse, turns=1)
