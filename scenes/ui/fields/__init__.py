"""Fields: text that is written, volumes, and lists that scroll."""
