"""Options as data: what is offered, how a value is read, and what is said of a wrong one."""

import pytest

from topping_out.game.options import Option, OptionError, Preset, first_seat_option, parse_options, resolve

SWITCH = Option("tidal", "Tides", "They come and go.")
NUMBER = Option("timer", "Timer", "When it rings.", 3, (("off", "Off"), (1, "1 minute"), (3, "3 minutes")))


@pytest.mark.parametrize(
    ("given", "value"),
    [(True, True), (False, False), ("on", True), ("YES", True), ("true", True), ("off", False), ("no", False)],
)
def test_a_switch_reads_booleans_and_words(given: object, value: bool) -> None:
    assert SWITCH.read(given) is value


@pytest.mark.parametrize(("given", "value"), [(1, 1), ("1", 1), (3, 3), ("off", "off")])
def test_a_choice_reads_its_values_and_their_text(given: object, value: object) -> None:
    assert NUMBER.read(given) == value


@pytest.mark.parametrize("given", ["maybe", 1, 0, None, "", 1.0, ["on"]])
def test_a_switch_takes_nothing_else(given: object) -> None:
    with pytest.raises(OptionError, match=r"^option tidal cannot be .*: choose from on, off$"):
        SWITCH.read(given)


@pytest.mark.parametrize("given", [True, 2, "on", "Off", None, 3.0])
def test_a_choice_takes_nothing_else_and_says_what_there_is(given: object) -> None:
    with pytest.raises(OptionError, match=r"^option timer cannot be .*: choose from off, 1, 3$"):
        NUMBER.read(given)


def test_a_value_has_a_label() -> None:
    assert NUMBER.label(1) == "1 minute"
    assert SWITCH.label(True) == "on"


def test_what_is_not_given_takes_its_default() -> None:
    assert resolve([SWITCH, NUMBER], {"tidal": "on"}) == {"tidal": True, "timer": 3}
    assert resolve([SWITCH, NUMBER], {}) == {"tidal": False, "timer": 3}


def test_an_option_that_is_not_offered_is_refused_by_name() -> None:
    meant = r"there is no option 'tidle' here \(did you mean 'tidal'\?\): choose from tidal, timer"
    with pytest.raises(OptionError, match=meant):
        resolve([SWITCH, NUMBER], {"tidle": True})


def test_the_first_seat_is_random_or_one_of_those_at_the_table() -> None:
    option = first_seat_option(3)
    assert option.default == "random"
    assert [option.read(given) for given in ("random", "0", 2)] == ["random", 0, 2]
    assert option.label(0) == "Seat 1"
    with pytest.raises(OptionError):
        option.read(3)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("", {}),
        ("tidal", {"tidal": "on"}),
        ("tidal,first=0", {"tidal": "on", "first": "0"}),
        (" tidal = off , timer=1,", {"tidal": "off", "timer": "1"}),
    ],
)
def test_options_of_a_command_line(text: str, options: dict[str, str]) -> None:
    assert parse_options(text) == options


def test_a_preset_stands_for_its_options_and_what_is_said_besides_goes_before_it() -> None:
    preset = Preset("classic", "Classic", "", (("colours", 5), ("rounds", 1)))
    assert parse_options("classic", [preset]) == {"colours": 5, "rounds": 1}
    assert parse_options("rounds=2,classic,take_back", [preset]) == {"colours": 5, "rounds": "2", "take_back": "on"}
    assert parse_options("classic=on", [preset]) == {"classic": "on"}
