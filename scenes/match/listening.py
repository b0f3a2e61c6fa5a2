"""A lesson in listening: a real table at which each step is a key to press, and what it says is heard at once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from topping_out.game import registry
from topping_out.game.engine import Seat
from topping_out.game.language import mark, tr
from topping_out.game.match import Match
from topping_out.game.record import Player, new_header
from topping_out.scenes import routes
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.manager import Pop, Push, Replace, Scene, Transition
from topping_out.scenes.match import definition
from topping_out.scenes.match.controls.menu import TableMenu
from topping_out.scenes.match.guided.lessons import tutorial_of
from topping_out.scenes.match.start import begin_guided
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.system.context import Context
from topping_out.scenes.system.settings import SELF
from topping_out.scenes.ui.dialog import Notice


@dataclass(frozen=True)
class ListeningStep:
    """What the player is told, and what ends it."""

    words: str
    """A marked text with the keys, by the names of their verbs with _ for a space."""
    verbs: tuple[Verb, ...] = ()
    """The keys that end it; none: the end of a turn does."""
    is_own: bool = True
    """Whether that turn is the player's."""


CARDS = mark(
    "This is a real table, but nothing here counts. Each step ends with a key. {right} goes to the "
    "next card in your hand, {left} to the previous one. Press {right}."
)
GROUPS = mark("{next_group} goes from your hand to the towers, {previous_group} goes back. Press {next_group}.")
EVERYTHING = mark("{next} goes through everything here, or backwards with Shift. Press {next}.")
HAND = mark(
    "Other keys answer questions without moving anything. {ask_hand} tells you what you hold. Press {ask_hand}."
)
TABLE = mark(
    "{ask_turn} tells you whose turn it is, {ask_scores} the scores, {ask_table} what else is on the "
    "table. Press any of them."
)
AGAIN = mark("{ask_again} repeats what was said last. Press {ask_again}.")
NUMBER = mark("A number chooses a card in your hand. Press 1.")
PLAY = mark("{hint} suggests a good play and chooses it; {play} plays it. Press {hint}, listen, then press {play}.")
BOTS = mark("Bots wait until you have heard what was said.")
STEPS = (
    ListeningStep(CARDS, (Verb.LEFT, Verb.RIGHT, Verb.UP, Verb.DOWN)),
    ListeningStep(GROUPS, (Verb.NEXT_GROUP, Verb.PREVIOUS_GROUP)),
    ListeningStep(EVERYTHING, (Verb.NEXT, Verb.PREVIOUS)),
    ListeningStep(HAND, (Verb.ASK_HAND,)),
    ListeningStep(TABLE, (Verb.ASK_TURN, Verb.ASK_SCORES, Verb.ASK_TABLE)),
    ListeningStep(AGAIN, (Verb.ASK_AGAIN,)),
    ListeningStep(NUMBER, (Verb.PICK,)),
    ListeningStep(PLAY),
    ListeningStep(BOTS, is_own=False),
)


class LessonMenu(TableMenu):
    """Leads from the lesson back to where it was begun: nothing of it is kept."""

    label = mark("Leave")

    def pause(self) -> Transition:
        return Pop()


class ListeningLesson(TurnScene):
    """A table at which the player is told one key after the other."""

    menu_of = LessonMenu

    def __init__(self, context: Context, match: Match) -> None:
        super().__init__(context, match)
        self.step = 0

    @property
    def words(self) -> str:
        """What the player is told now; empty once all was told."""
        if self.step >= len(STEPS):
            return ""
        keys = self.context.devices.program_keys
        labels = {verb.value.replace(" ", "_"): keys.label(verb) for verb in keys.verbs}
        return tr(STEPS[self.step].words, **labels)

    def enter(self) -> None:
        is_new = not self._is_opened
        super().enter()
        if is_new:
            self._tell()

    def _tell(self) -> None:
        self.last_words.text = self.words
        self.context.announcer.say(self.words)
        self.rebuild()

    def _go_on(self) -> None:
        self.step = min(self.step + 1, len(STEPS))
        self._tell()

    def update(self, ms: float) -> Transition:
        if self.step == len(STEPS) and self.course.at_rest and not self.context.announcer.left:
            self.step += 1
            game, key = self.match.header.game, self.context.devices.program_keys.label
            text = tr(
                "{keys} lists all keys, {rules} opens the rules. A guided game explains {game} while you play.",
                keys=key(Verb.KEYS), rules=key(Verb.RULES), game=self.game.title,
            )  # fmt: skip
            guided = tr("Guided game"), lambda: begin_guided(self.context, game)
            title = tr("Title"), lambda: Replace(routes.TITLE(self.context))
            return Push(Notice(self.context, tr("That's all"), text, (guided, title)))
        return super().update(ms)

    def do(self, seat: Seat, action: Any) -> None:
        super().do(seat, action)
        now = STEPS[min(self.step, len(STEPS) - 1)]
        if not now.verbs and now.is_own is (seat in self.humans) and self.actor != seat:
            self._go_on()

    def on_intent(self, intent: Intent) -> Transition:
        transition = super().on_intent(intent)
        if self.step < len(STEPS) and intent.verb in STEPS[self.step].verbs:
            self._go_on()
        return transition


def open_lesson(context: Context) -> Scene:
    """Return the lesson at the table of the first guided game with turns; its match is not kept."""
    guided = ((registry.load(name), tutorial_of(name)) for name in definition.playable())
    game, tutorial = next((game, found) for game, found in guided if found and not game.live)
    seats = (Player(SELF), Player(tutorial.rival.name, "bot", tutorial.rival.level, 1))
    now = datetime.now().isoformat(timespec="seconds")
    return ListeningLesson(context, Match.new(new_header(game, seats, tutorial.options, tutorial.seed, now)))
