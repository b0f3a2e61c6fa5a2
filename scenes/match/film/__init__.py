"""A replay as an animated picture."""
