"""The five pieces."""

from music.piece import Piece
from music.pieces import icetowers, title, towering, towers, wyoming


def all_pieces() -> dict[str, Piece]:
    """Return the pieces by name, composed."""
    return {
        module.__name__.rpartition(".")[2]: module.compose() for module in (title, wyoming, towering, towers, icetowers)
    }
