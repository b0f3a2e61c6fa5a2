"""Measurement of bots: contests, external programs, Elo, ladders, simulations and tuning."""
