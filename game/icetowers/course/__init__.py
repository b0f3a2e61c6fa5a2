"""The course of a game: where pieces begin, what plays do, what time brings about."""
