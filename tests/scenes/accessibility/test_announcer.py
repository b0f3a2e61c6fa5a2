"""What is said, and what can be heard again."""

from topping_out.scenes.accessibility.announcer import Announcer


def texts(announcer: Announcer, after: int = 0) -> list[str]:
    return [one.text for one in announcer.after(after)]


def test_each_listener_takes_what_is_new_to_it() -> None:
    announcer = Announcer()
    announcer.say("Ana constructs 3 clubs.")
    announcer.say("")
    announcer.say("Choose cards first.", urgent=True)
    assert [(one.text, one.is_urgent) for one in announcer.after(0)] == [
        ("Ana constructs 3 clubs.", False),
        ("Choose cards first.", True),
    ]
    assert texts(announcer, after=1) == ["Choose cards first."]


def test_earlier_and_later_walk_through_what_was_said() -> None:
    announcer = Announcer()
    for text in ("one", "two", "three"):
        announcer.say(text)
    walk = [announcer.earlier(by) for by in (0, -1, -1, -1, 1)]
    assert walk == ["three", "two", "one", "one", "two"]


def test_an_answer_is_said_but_not_heard_again() -> None:
    announcer = Announcer()
    announcer.say("Ben discards 2 hearts.")
    announcer.reply("Your turn.")
    assert texts(announcer) == ["Ben discards 2 hearts.", "Your turn."]
    assert announcer.earlier() == "Ben discards 2 hearts."
