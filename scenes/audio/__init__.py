"""Sounds, ambience and music; everything is silent without a sound device."""
