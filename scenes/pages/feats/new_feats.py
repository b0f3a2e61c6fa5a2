"""The feats of a game that is just over, as its results tell of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from topping_out.game.language import tr, tr_label
from topping_out.game.match import Match
from topping_out.game.progress.feat import Feat
from topping_out.game.storage.history.feats import new_feats
from topping_out.game.text import listed
from topping_out.scenes import routes
from topping_out.scenes.manager import Push, Transition
from topping_out.scenes.match.seats.players import humans_of
from topping_out.scenes.system.context import Context


class NewFeats:
    """What the humans have brought off for the first time."""

    def __init__(self, context: Context, match: Match) -> None:
        self._context, self._match = context, match
        self._humans = humans_of(match.header)

    @cached_property
    def _new(self) -> list[tuple[str, Feat]]:
        library = self._context.library
        return new_feats(self._match.record, library.path, library.finished()) if self._humans else []

    def __bool__(self) -> bool:
        return bool(self._new)

    @cached_property
    def words(self) -> list[str]:
        """A sentence for each player who has brought something off."""
        return [*self._sentences()]

    def _sentences(self) -> Iterator[str]:
        for name in dict.fromkeys(player for player, _ in self._new):
            titles = listed([tr("“{feat}”", feat=tr(feat.title)) for player, feat in self._new if player == name])
            if len(self._humans) == 1:
                # Translators: {feats} is a list of titles.
                yield tr("For the first time: {feats}.", feats=titles)
            else:
                yield tr("{player}, for the first time: {feats}.", player=tr_label(name), feats=titles)

    def open_page(self) -> Transition:
        """Open the page of the feats of this game."""
        return Push(routes.FEATS(self._context, self._match.game.name, self._new[0][0]))
