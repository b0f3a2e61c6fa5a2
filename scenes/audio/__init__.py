"""Sounds and ambience; silence where there is no sound card."""
