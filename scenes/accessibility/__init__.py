"""What is on the screen, for screen readers and the program's own voice."""
