"""Hints at a live table: the master's advice for a player who is alone at the screen, while the game goes on."""

from __future__ import annotations

from collections.abc import Callable

from topping_out.game.bots.worker import BotAnswer
from topping_out.game.daily import is_counted
from topping_out.game.engine import Advice, Seat
from topping_out.game.language import tr
from topping_out.game.narration import hint
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.icetowers.board import IceTowersBoard
from topping_out.scenes.icetowers.live.questions import LiveQuestions
from topping_out.scenes.manager import Transition
from topping_out.scenes.match.buttons import needed_width
from topping_out.scenes.match.scene import NO_HINTS, MatchScene
from topping_out.scenes.ui.widgets import Button, Rect

HINT = 6000.0
"""Milliseconds that a hint is there to be read."""


class LiveHints:
    """Asks for hints at one table and shows them; `learner` returns who can ask for one, if anybody can now."""

    def __init__(
        self, scene: MatchScene, board: IceTowersBoard, questions: LiveQuestions, learner: Callable[[], Seat | None]
    ) -> None:
        self.scene, self.board, self.questions, self.learner = scene, board, questions, learner
        self.told = ""
        """What a player was told last."""

    def ask(self, ms: float) -> Transition:
        """Ask the strongest bot what it would do; the game goes on meanwhile."""
        seat, state = self.learner(), self.scene.match.state
        if seat is not None and is_counted(self.scene.match.header):
            self.tell(seat, tr(NO_HINTS))
        elif seat is not None and not self.questions.is_thinking and (actions := self.scene.game.actions(state, seat)):
            self.scene.coach.acted()
            self.questions.ask_hint(seat, actions, ms)
            self.tell(seat, tr("Let me think…"))
            self.scene.rebuild()
        return None

    def show(self, answer: BotAnswer) -> None:
        """Show an answer; one that is not final is shown until the next one comes."""
        seat = self.learner()
        self.scene.rebuild()
        if seat is None:
            return
        if answer.failed or answer.action is None:
            self.tell(seat, answer.failed or tr("There is nothing better than to wait."))
            return
        self.scene.context.audio.play("hint")
        self.board.suggest(answer.action, answer.then)
        self.scene.match.note_hint(seat)
        scene, advice = self.scene, Advice(answer.action, answer.reason, answer.then)
        view = scene.game.view(scene.match.state, seat)
        self.tell(seat, hint(scene.game, view, advice, scene.match.names))

    def tell(self, seat: Seat, text: str) -> None:
        """Say something to a player; who listens is told once."""
        self.board.tell(seat, text, HINT)
        if text != self.told:
            self.told = text
            self.scene.context.announcer.say(text, urgent=True)

    def button(self, press: Callable[[], Transition]) -> Button | None:
        """Return the button that asks for a hint; None where nobody can."""
        if self.learner() is None:
            return None
        label, free = (tr("Thinking…"), False) if self.questions.is_thinking else (tr("Hint"), True)
        scene = self.scene
        place = Rect(0, 0, max(40 + 84 * scene.kit.text_scale, needed_width(scene, label, Verb.HINT)), 0)
        return Button("hint", label, press, Verb.HINT, scene.key(Verb.HINT), enabled=free).placed(place)
