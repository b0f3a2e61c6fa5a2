"""What is said at a table: by the program, by the characters, and of what one has missed."""
