"""What runs a game on a table: turns, replays, puzzles, lessons, films."""
