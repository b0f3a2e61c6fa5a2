"""Bots measured: contests, external programs, Elo, ladders, simulations and tuning."""
