"""What happens between two decisions at a table: motion, the change of players, the end."""
