"""What the characters say: few lines, each once, the same for the same events."""

from typing import get_args

from topping_out.game.bots.talk import APART, Remark, Talk
from topping_out.game.engine import Outcome
from topping_out.game.record import Player
from topping_out.game.roster import Moment, characters

TABLE = (Player("You"), Player("Nell Nettle", "bot", "nell", 1), Player("Mesa", "bot", "easy", 2))


def _hurt(talk: Talk, times: int) -> list[Remark]:
    moments: list[tuple[int, Moment]] = [(0, "hurt"), (1, "hurt"), (2, "hurt")]
    return [remark for _ in range(times) if (remark := talk.hear(moments))]


def test_only_characters_speak_and_never_a_line_twice() -> None:
    remarks = _hurt(Talk(TABLE), 200)
    assert {remark.seat for remark in remarks} == {1}
    assert [remark.line for remark in remarks] == list(characters()["nell"].says["hurt"])


def test_some_actions_lie_between_two_lines() -> None:
    talk = Talk(TABLE)
    assert _hurt(talk, APART - 1) == []
    assert len(_hurt(talk, 1)) == 1
    assert _hurt(talk, APART - 1) == []
    assert len(_hurt(talk, 1)) == 1


def test_a_game_begins_with_a_word_and_ends_with_one_the_winners_first() -> None:
    talk, people = Talk([*TABLE, Player("Ada Apex", "bot", "ada", 3)]), characters()
    assert talk.greet() == Remark(1, people["nell"].says["hello"][0])
    assert talk.conclude(Outcome((3,), (0, 0, 0, 9), "")) == Remark(3, people["ada"].says["won"][0])
    assert Talk(TABLE).conclude(Outcome((0,), (1, 0, 0), "")) == Remark(1, people["nell"].says["lost"][0])
    assert Talk(TABLE[:1]).greet() is None


def test_everybody_has_short_lines_for_every_moment_and_shares_none() -> None:
    said = [line for person in characters().values() for lines in person.says.values() for line in lines]
    assert len({*said}) == len(said)
    assert max(map(len, said)) <= 44
    for person in characters().values():
        assert {*person.says} == {*get_args(Moment)}, person.name
