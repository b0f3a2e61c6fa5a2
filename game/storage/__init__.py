"""Saved games, their files and the program's folders."""
