"""Names of elements, and announcements, for screen readers."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from tests.scenes.icetowers.test_spoken import begin, play_on, wait
from tests.scenes.tables import open_table, play, rest
from topping_out.scenes.accessibility.screen_reader import Announcer
from topping_out.scenes.accessibility.semantics import Reading, name_and_value
from topping_out.scenes.app import App

# -- names


LONGEST_NAME = 40
PLIES = 60


def at_a_card_table(game: str) -> Callable[[App], Iterator[Reading]]:
    def readings(app: App) -> Iterator[Reading]:
        robot, scene = open_table(app, game, ("ada", "h"), used="keys")
        for ply in range(PLIES):
            play(robot, scene, 1, ply)
            rest(robot, scene)
            robot.wait(200)
            if scene.match.outcome:
                break
            yield robot.page.reading()

    return readings


def at_icetowers(app: App) -> Iterator[Reading]:
    robot, scene, ear = begin(app)
    for _ in range(PLIES):
        if scene.view.turn == 0:
            play_on(ear, False)
        wait(app, 400)
        yield robot.page.reading()


TABLES = {
    "wyoming": at_a_card_table("wyoming"),
    "towering": at_a_card_table("towering"),
    "towers": at_a_card_table("towers"),
}


@pytest.mark.parametrize("readings", [*TABLES.values(), at_icetowers], ids=[*TABLES, "icetowers"])
def test_names_of_elements_are_at_most_forty_letters_long(
    app: App, bots_here: None, readings: Callable[[App], Iterator[Reading]]
) -> None:
    app.context.announcer.is_heard = True
    enabled = (replace(element.semantics, is_enabled=True) for reading in readings(app) for element in reading.elements)
    names = {name_and_value(semantics)[0] for semantics in enabled}
    assert len(names) > 20
    assert [name for name in sorted(names) if len(name) > LONGEST_NAME] == []


# -- announcer


def texts(announcer: Announcer, after: int = 0) -> list[str]:
    return [announcement.text for announcement in announcer.after(after)]


def test_each_listener_gets_the_announcements_new_to_it() -> None:
    announcer = Announcer()
    announcer.say("Ana constructs 3 clubs.")
    announcer.say("")
    announcer.say("Choose cards first.", urgent=True)
    assert [(announcement.text, announcement.is_urgent) for announcement in announcer.after(0)] == [
        ("Ana constructs 3 clubs.", False),
        ("Choose cards first.", True),
    ]
    assert texts(announcer, after=1) == ["Choose cards first."]


def test_earlier_announcements_can_be_repeated_one_by_one() -> None:
    announcer = Announcer()
    for text in ("one", "two", "three"):
        announcer.say(text)
    walk = [announcer.earlier(by) for by in (0, -1, -1, -1, 1)]
    assert walk == ["three", "two", "one", "one", "two"]


def test_a_reply_is_not_among_the_earlier_announcements() -> None:
    announcer = Announcer()
    announcer.say("Ben discards 2 hearts.")
    announcer.reply("Your turn.")
    assert texts(announcer) == ["Ben discards 2 hearts.", "Your turn."]
    assert announcer.earlier() == "Ben discards 2 hearts."
