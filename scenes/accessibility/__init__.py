"""Accessibility: screen readers, the program's own voice, and the descriptions of elements that they read."""
