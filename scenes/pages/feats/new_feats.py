"""The feats of a game that is just over, as its results tell of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from topping_out.game.language import tr, tr_label
from topping_out.game.match import Match
from topping_out.game.progress.feat import Feat
from topping_out.game.storage.history.feats import new_feats
from topping_out.game.text import labelled, listed
from topping_out.scenes import routes
from topping_out.scenes.manager import Push, Transition
from topping_out.scenes.match.seats.players import humans_of
from topping_out.scenes.pages.feats.medal import MedalCard
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.layout import Box, column


class NewFeats:
    """What the humans have brought off for the first time."""

    def __init__(self, context: Context, match: Match) -> None:
        self._context, self._match = context, match
        self._humans, library = humans_of(match.header), context.library
        self._new = new_feats(match.record, library.path, library.finished()) if self._humans else []

    @cached_property
    def words(self) -> list[str]:
        """A sentence for each player who has brought something off."""
        return [*self._sentences()]

    def _sentences(self) -> Iterator[str]:
        for name in dict.fromkeys(player for player, _ in self._new):
            yield self._told(name, [feat for player, feat in self._new if player == name])

    def _told(self, player: str, feats: Sequence[Feat]) -> str:
        titles = listed([tr("“{feat}”", feat=tr(feat.title)) for feat in feats])
        if len(self._humans) == 1:
            # Translators: {feats} is a list of titles.
            return tr("For the first time: {feats}.", feats=titles)
        return tr("{player}, for the first time: {feats}.", player=tr_label(player), feats=titles)

    def __len__(self) -> int:
        return len(self._new)

    def medals(self, grown: Callable[[int], float]) -> Iterator[Box | None]:
        """Yield their medals, in cards with fewer and fewer words, at last None; `grown`: of each, see `MedalCard`."""
        for brief in (False, True) if self._new else ():
            yield column(*(self._medal(number, grown, brief) for number in range(len(self._new))))
        yield None

    def _medal(self, number: int, grown: Callable[[int], float], brief: bool) -> MedalCard:
        player, feat = self._new[number]
        title = tr(feat.title)
        if len(self._humans) > 1:
            title = labelled(tr_label(player), title)
        words, said = (title, tr(feat.about)), self._told(player, [feat])
        return MedalCard(f"medal {number}", said, words, self.open_page, lambda: grown(number), brief)

    def open_page(self) -> Transition:
        """Open the page of the feats of this game."""
        return Push(routes.FEATS(self._context, self._match.game.name, self._new[0][0]))
