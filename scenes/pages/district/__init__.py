"""A district of the city: its poster, its matches, and what a match has brought."""
