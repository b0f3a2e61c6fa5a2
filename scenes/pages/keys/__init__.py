"""The pages on keys: all of them, the halves of the keyboard, and what a keyboard can tell apart."""
