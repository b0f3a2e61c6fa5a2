"""Bots: their weights, the process in which they run, common parts of their searches, and reasons for hints."""
