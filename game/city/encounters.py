"""What there was between a player and a character: their score, and what the character remembers of the last game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from topping_out.game import roster
from topping_out.game.bots.talk import Remark
from topping_out.game.engine import Outcome, Seat
from topping_out.game.language import tr
from topping_out.game.record import Header
from topping_out.game.registry import load
from topping_out.game.storage.library import Saved
from topping_out.game.text import paragraph


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """How often each of two has won against the other, in all games; shared wins count for neither."""

    won: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Encounter:
    """A finished game at which both sat."""

    saved: Saved
    outcome: Outcome
    seat: Seat
    """The player's."""
    other: Seat
    """The character's."""

    @property
    def has_won(self) -> bool:
        return self.seat in self.outcome.winners and self.other not in self.outcome.winners

    @property
    def has_lost(self) -> bool:
        return self.other in self.outcome.winners and self.seat not in self.outcome.winners


def encounters(finished: Iterable[Saved], name: str, who: str) -> Iterator[Encounter]:
    """Yield the games of a player and a character, in no order; none that was gone on with from another."""
    for saved in finished:
        header = saved.header
        if not saved.outcome or (header.occasion and header.occasion.branch):
            continue
        seats = [seat for seat, player in enumerate(header.seats) if player.is_human and player.name == name]
        others = [seat for seat, player in enumerate(header.seats) if roster.who_is(player.level) == who]
        if seats and others:
            yield Encounter(saved, saved.outcome, seats[0], others[0])


def head_to_head(finished: Iterable[Saved], name: str, who: str) -> HeadToHead:
    """Return the score of a player against a character, whatever the game and the level."""
    met = [*encounters(finished, name, who)]
    return HeadToHead(sum(each.has_won for each in met), sum(each.has_lost for each in met))


def remembrance(finished: Iterable[Saved], header: Header) -> Remark | None:
    """Return with which words a character greets a player whom they remember; None where they never met."""
    humans = [player.name for player in header.seats if player.is_human]
    games = [*finished]
    for seat, player in enumerate(header.seats):
        who = roster.who_is(player.level)
        if who and len(humans) == 1:
            met = max(encounters(games, humans[0], who), key=lambda each: each.saved.header.started, default=None)
            if met and (line := _line(met, who)):
                return Remark(seat, line)
    return None


def _line(met: Encounter, who: str) -> str:
    """Return what a character says of their last game with the player."""
    says = roster.characters()[who].says
    memory, moment = _memory(met)
    answer = says.get(moment) if moment else None
    if not answer:
        return ""
    return paragraph([memory, tr(answer[0])])


def _memory(met: Encounter) -> tuple[str, roster.Moment | None]:
    """Return what there was, in a sentence, and what kind of thing it was: harm first, then who won."""
    game, summary = load(met.saved.header.game), met.saved.summary
    harm = next((harm for harm in summary.harms if (harm.seat, harm.by) == (met.other, met.seat)), None)
    if harm and (words := game.describe_harm(harm.what, harm.size)):
        return words, "wronged"
    if not met.has_won:
        return "", "ahead" if met.has_lost else None
    tower = summary.tower
    words = game.describe_tower(tower) if tower and tower.seat == met.seat else ""
    return tr("Last time you won with this tower: {tower}.", tower=words) if words else "", "beaten"
