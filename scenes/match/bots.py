"""Bots at a table: asking them for plays and hints, and the pauses between their plays."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from topping_out.game.bots.review import Decision, Mistake, Timeline
from topping_out.game.bots.weights import bot_named
from topping_out.game.bots.worker import BotAnswer, QuestionKind
from topping_out.game.engine import Advice, Seat, hint
from topping_out.game.language import YOU, mark, tr, tr_label, with_names
from topping_out.game.match import Match, SeenEvent
from topping_out.game.progress.daily import is_counted
from topping_out.game.text import paragraph, sentence

from ..devices.intents import Verb
from ..manager import Transition
from ..system.context import Context
from ..ui.layout import Press, Rect
from ..ui.widgets import Button
from .controls import main_button, needed_width
from .scene import LONGEST_FRAME, TablePart, TableScene

# -- questions


class BotQuestions:
    """The open questions to the bots' process. No frame waits for an answer; call `listen` every frame.

    Questions are kept by what they are `about`, one for each.
    """

    def __init__(self, context: Context, game: str) -> None:
        self.context, self.game = context, game
        self._tickets: dict[Hashable, int] = {}
        self._answers: dict[Hashable, BotAnswer] = {}

    def ask(
        self, kind: QuestionKind, level: str, view: Any, actions: Sequence[Any], moment: int, player: str = YOU,
        about: Hashable = None,
    ) -> None:  # fmt: skip
        """Ask a question, unless one `about` the same (by default: of the same kind) is open or not fetched."""
        about = kind if about is None else about
        if about not in self._tickets:
            self._tickets[about] = self.context.worker.ask(self.game, level, view, actions, moment, kind, player)

    def ask_review(
        self, record: bytes, number: int | None, is_of_point: bool = False, mistake: Mistake | None = None
    ) -> None:
        """Ask about the "review" in the same way (see `ReviewQuestion`)."""
        if "review" not in self._tickets:
            self._tickets["review"] = self.context.worker.ask_review(record, number, is_of_point, mistake)

    def ask_puzzle(self, puzzle: str, steps: tuple[str, ...]) -> None:
        """Ask about a line of a "puzzle" in the same way (see `PuzzleQuestion`)."""
        if "puzzle" not in self._tickets:
            self._tickets["puzzle"] = self.context.worker.ask_puzzle(self.game, puzzle, steps)

    def is_asked(self, about: Hashable) -> bool:
        """Return whether a question about it is open, or has an answer that has not been fetched."""
        return about in self._tickets

    def listen(self) -> str:
        """Receive answers, and drop those to forgotten questions.

        Return what the player should know about the bots' process, or "".
        """
        while answer := self.context.worker.poll():
            about = next((about for about, ticket in self._tickets.items() if ticket == answer.ticket), None)
            if about is not None:
                self._answers[about] = answer
        return self.context.take_notice()

    def fetch(self, about: Hashable) -> BotAnswer | None:
        """Return the answer to the question about it, once, or None while there is none.

        An answer that is not final is followed by another one.
        """
        answer = self._answers.pop(about, None)
        if answer and answer.is_final:
            del self._tickets[about]
        return answer

    def forget(self) -> None:
        """Forget all questions, because what they were about has changed."""
        for ticket in self._tickets.values():
            self.context.worker.drop(ticket)
        self._tickets.clear()
        self._answers.clear()


# -- asking


class BotPlayers:
    """Asks the bots of a match for their actions."""

    def __init__(self, context: Context, match: Match, questions: BotQuestions) -> None:
        self.context, self.match, self._questions = context, match, questions

    def think(self, seat: Seat) -> None:
        """Let the bot on a seat think, or for a human a gentle one, unless it is thinking already."""
        if not self._questions.is_asked("choose"):
            match = self.match
            level = match.header.seats[seat].level or match.game.levels[0]
            view, actions = match.game.view(match.state, seat), match.game.actions(match.state, seat)
            self._questions.ask("choose", level, view, actions, len(match.record.effective()))

    def choice(self, seat: Seat) -> Any:
        """Return the action that a bot has chosen, once, or None while it thinks. If it failed, return any action."""
        answer = self._questions.fetch("choose")
        if answer is None or not answer.failed:
            return answer and answer.action
        self.context.report(answer.failed)
        return self.match.game.actions(self.match.state, seat)[0]


PATIENCE = 1000.0
"""Milliseconds of waiting for a hint after which the player is told that the bot is thinking."""
NO_HINTS = mark("This try counts, so there are no hints.")
MOST_TRIES = 4
"""How often a question is asked if the table changes before each answer."""
ONE_TOO_MANY = mark("With one more hint, this game won't count towards feats or your rating. Ask again to get it.")


class Hints(TablePart):
    """Asks the strongest bot for advice to a player, and shows it on the board.

    Only the final answer is announced; that the bot is thinking only if it takes long.
    """

    def __init__(self, scene: TableScene, match: Match, questions: BotQuestions) -> None:
        super().__init__(scene)
        self.match, self.questions = match, questions
        self._warned: set[Seat] = set()
        """The seats that know that the next hint is one too many for the game to count."""
        self._asked: Any = None
        """The view that the bot was last asked about."""
        self._tries = 0
        """How often it was asked for this hint."""
        self.forget()

    @property
    def is_thinking(self) -> bool:
        return self.questions.is_asked("advise")

    @property
    def why_none(self) -> str:
        """Why there are no hints in this match (it is the counted try at a daily deal), or ""."""
        return tr(NO_HINTS) if is_counted(self.match.header) else ""

    def forget(self) -> None:
        """Forget the last hint, so that the next answer is shown even if it is the same."""
        self._first: Any = None
        """The action of a hint that a better one may still replace."""
        self._unsaid = ""
        """The words of that hint, not announced yet."""
        self._patience = 0.0
        """Milliseconds until the player is told that the bot is thinking; 0 if they were, or if no answer is due."""
        self._shown: Advice[Any] | None = None
        """The hint on the board."""

    def settle(self) -> None:
        """Take the first answer as final, because the player goes on with it."""
        if self._first is not None and self.is_thinking:
            self.questions.forget()
            self.context.announcer.say(self._unsaid, urgent=True)
            self.forget()

    def wait(self, seat: Seat | None, ms: float) -> None:
        """Let `ms` milliseconds pass; tell a player once if the answer takes long."""
        if seat is None or not self._patience:
            return
        self._patience = max(0.0, self._patience - min(ms, LONGEST_FRAME))
        if not self._patience:
            self.context.announcer.reply(tr("Let me think…"))
            if self._first is None:
                self.scene.write(seat, tr("Let me think…"))

    def button(self, press: Press, can: bool = True) -> Button:
        """Return the button that asks for a hint by `press`, if the player `can`. Its place is set later."""
        context, label = self.context, tr("Thinking…") if self.is_thinking else tr("Hint")
        enabled, key = can and not (self.is_thinking or self.why_none), context.devices.label(Verb.HINT)
        wide = max(40 + 84 * context.kit.text_scale, needed_width(context, label, Verb.HINT))
        button = Button("hint", label, press, Verb.HINT, key, enabled=enabled).placed(Rect(0, 0, wide, 0))
        button.hint = self.why_none
        return button

    def _tell(self, seat: Seat, text: str) -> None:
        self.scene.write(seat, text)
        self.context.announcer.say(text, urgent=True)

    def ask(self, seat: Seat, moment: int) -> bool:
        """Ask the strongest bot for advice; return whether it is thinking now."""
        game, state = self.match.game, self.match.state
        if self.why_none:
            self._tell(seat, self.why_none)
            return False
        actions = game.actions(state, seat)
        if self.is_thinking or not actions:
            return False
        if self._must_warn(seat):
            self._warned.add(seat)
            self._tell(seat, tr(ONE_TOO_MANY))
            return False
        self.forget()
        self._tries = 0
        self._ask(seat, actions, moment)
        self._patience = PATIENCE
        return True

    def _ask(self, seat: Seat, actions: Sequence[Any], moment: int) -> None:
        game = self.match.game
        self._asked, self._tries = game.view(self.match.state, seat), self._tries + 1
        self.questions.ask("advise", game.levels[-1], self._asked, actions, moment)

    def _holds(self, seat: Seat, advice: Advice[Any]) -> bool:
        """Return whether advice for what the bot was asked about is still possible and true."""
        game = self.match.game
        if not game.live:
            return True
        bot, now = bot_named(game, game.levels[-1]), game.view(self.match.state, seat)
        return bot.still_holds(advice, self._asked, now)

    def withdraw(self, seat: Seat) -> bool:
        """Forget the hint on the board if it is no longer possible or true; return whether it was forgotten."""
        if self._shown is None or self._holds(seat, self._shown):
            return False
        self._first, self._unsaid, self._shown = None, "", None
        return True

    def follow(self, seat: Seat, rest: Sequence[Any]) -> bool:
        """Forget the last hint after an action, except for the `rest` of what it named.

        Return whether it was on the board and is not any more.
        """
        shown = self._shown
        self.forget()
        if shown and rest:
            self._asked = self.match.game.view(self.match.state, seat)
            self._shown = Advice(rest[0], shown.reason)
        return shown is not None and not rest

    def _must_warn(self, seat: Seat) -> bool:
        """Return whether the player must first be told that the game will not count with this hint."""
        occasion = self.match.header.occasion
        return seat not in self._warned and not (occasion and occasion.branch) and self.match.is_last_hint_over(seat)

    def show(self, seat: Seat | None) -> bool:
        """Show the player on `seat` (None: nobody may act) a new answer; return whether it marks an action."""
        answer = self.questions.fetch("advise")
        if answer is None or seat is None:
            return False
        if answer.failed or answer.action is None:
            self.forget()
            self._tell(seat, answer.failed or tr("There's nothing better to do than wait."))
            return False
        game, advice = self.match.game, Advice(answer.action, answer.reason, answer.then)
        if not self._holds(seat, advice):
            self._ask_again(seat, answer)
            return False
        if answer.action != self._first:
            self.context.audio.play("hint")
            self.board.suggest(answer.action, answer.then)
            self.match.note_hint(seat)
        is_short = self.context.settings.hints_said == "short"
        words = hint(game, game.view(self.match.state, seat), advice, self.match.names, is_short)
        if answer.is_final:
            self.forget()
            self._tell(seat, words)
        else:
            self._first, self._unsaid = answer.action, words
            self.scene.write(seat, words)
        self._shown = advice
        return True

    def _ask_again(self, seat: Seat, late: BotAnswer) -> None:
        """Ask again after an answer that came too late, unless a better one is due or the table never rests."""
        if not late.is_final:
            return
        actions = self.match.game.actions(self.match.state, seat)
        if actions and self._tries < MOST_TRIES:
            self._ask(seat, actions, self.match.ms)
            return
        self.forget()
        if actions:
            self._tell(seat, tr("The table is changing too fast. Ask again in a moment."))


# -- opinion


class MasterOpinion:
    """Asks the strongest bot what it would have done at a step of a replay, and remembers the answers.

    It knows what the seat that acts next knew. Unfinished games are excluded: its reasons could reveal hidden cards.
    """

    def __init__(self, context: Context, timeline: Timeline) -> None:
        self.timeline = timeline
        self._asking = BotQuestions(context, timeline.game.name)
        self._asked: Decision | None = None
        self._advice: dict[int, Advice[Any]] = {}
        self._words: dict[int, str] = {}

    @property
    def is_thinking(self) -> bool:
        return self._asking.is_asked("advise")

    def decision(self, step: int) -> Decision | None:
        """Return the decision at a step, or None if there was none or the game is not over."""
        decision = self.timeline.decision(step) if self.timeline.is_over else None
        return decision if decision and decision.actions else None

    def advice(self, step: int) -> Advice[Any] | None:
        """Return the advice for a step, or None if it was not asked for or was to wait."""
        return self._advice.get(step)

    def words(self, step: int) -> str:
        """Return the opinion on a step in words, or "" if it was not asked for."""
        return self._words.get(step, "")

    def ask(self, step: int) -> None:
        """Ask for an opinion on a step, unless there is one already."""
        decision = self.decision(step)
        if decision and step not in self._words:
            self._asked = decision
            level = self.timeline.game.levels[-1]
            name = self.timeline.names_at(decision.step)[decision.seat]
            self._asking.ask("advise", level, decision.view, decision.actions, decision.moment, name)

    def drop(self) -> None:
        """Forget the open question."""
        self._asking.forget()

    def listen(self) -> bool:
        """Receive the answer; return whether it has just come."""
        self._asking.listen()
        answer = self._asking.fetch("advise")
        if answer is None or self._asked is None or not answer.is_final:  # only the final answer is its own opinion
            return False
        if answer.failed or answer.action is None:
            self._words[self._asked.step] = answer.failed or tr("The master would have waited.")
        else:
            self.note(self._asked, Advice(answer.action, answer.reason, answer.then))
        return True

    def note(self, decision: Decision, advice: Advice[Any]) -> None:
        """Remember the advice for a decision, and its words."""
        self._advice[decision.step] = advice
        words = self.timeline.words_of_advice(decision, advice)
        same = tr("The master would have done the same.") if advice.action == decision.played else ""
        reason = with_names(advice.reason, self.timeline.names_at(decision.step))
        self._words[decision.step] = paragraph([words, sentence(reason), same])


# -- pause


BOT_PAUSE = 420.0
"""Minimum milliseconds before a play of a bot, at normal speed and pace."""
UNDO_PAUSE = 900.0
"""The same after a player's action, which can be taken back until then."""
HASTE = {2: 1.5, 3: 1.8}
"""Speed factor for the turns of bots, by the number of bots that play one after the other."""


class BotsPause(TablePart):
    """The pause before each play of a bot: some time, or until the player presses a key."""

    def __init__(self, scene: TableScene, match: Match, humans: Sequence[Seat]) -> None:
        super().__init__(scene)
        self.match, self._humans = match, humans
        self._left = 0.0
        self._let: Seat | None = None
        """The bot that plays because the player has pressed the key, until its turn is over."""
        self.waiting: Seat | None = None
        """The bot that waits for the player to press the key."""
        self._is_undo_told = False

    @property
    def haste(self) -> float:
        """Speed factor for the turns of bots; 1.0 if nobody plays at the screen."""
        return HASTE.get(len(self.match.header.seats) - len(self._humans), 1.0) if self._humans else 1.0

    def begin(self, after_human: bool) -> None:
        """Begin a pause after an action. It is longer after an unconfirmed one of a player, who may take it back."""
        settings = self.context.settings
        is_deadline = after_human and not settings.ask_first
        self._left = (UNDO_PAUSE if is_deadline else BOT_PAUSE) * settings.pace_factor
        self.waiting = None
        if self._let not in self.match.actors:
            self._let = None
        if is_deadline and not self._waits_for_key and settings.time_said == "full":
            self._tell_deadline()

    def happened(self, seat: Seat | None, events: list[Any], seen: Sequence[SeenEvent]) -> None:
        self.begin(seat in self._humans)

    @property
    def _waits_for_key(self) -> bool:
        return bool(self._humans) and self.context.bots_wait_for_key

    def _tell_deadline(self) -> None:
        """Tell listeners until when the play can be taken back. That time starts after the announcement."""
        actor = min(self.match.actors, default=None)
        if actor is None or actor in self._humans or not (self.context.announcer.is_heard and self.match.can_undo()):
            return
        key = self.context.devices.label(Verb.UNDO)
        words = tr("{key} takes it back until {name} plays.", key=key, name=tr_label(self.match.names[actor]))
        self.context.announcer.say(words)

    def pass_time(self, ms: float) -> None:
        if not self.context.announcer.left:
            self._left -= ms

    def may_play(self, seat: Seat) -> bool:
        """Return whether a bot may play now. If it begins to wait for the key, announce this."""
        if not self._waits_for_key:
            if self.waiting is not None:
                self.waiting = None
                self.scene.rebuild()
            return self._left <= 0
        if self._let == seat:
            return True
        if self.waiting != seat:
            self.waiting = seat
            amount, key = self.context.settings.time_said, self.context.devices.label
            words = [tr("{key} lets {name} play.", key=key(Verb.PLAY), name=tr_label(self.match.names[seat]))]
            if amount == "full" and self.match.can_undo() and not (self.match.game.live or self._is_undo_told):
                self._is_undo_told = True
                words.append(tr("{key} takes your play back.", key=key(Verb.UNDO)))
            if amount != "off":
                self.context.announcer.say(paragraph(words))
            self.scene.rebuild()
        return False

    def let(self) -> Transition:
        """Let the waiting bot play."""
        self._let, self.waiting = self.waiting, None
        return None

    def button(self) -> Button | None:
        """Return the main button if a bot waits for it, otherwise None."""
        if self.waiting is None:
            return None
        label = tr("Let {name} play", name=tr_label(self.match.names[self.waiting]))
        return main_button(self.context, self.board, label, self.let)
