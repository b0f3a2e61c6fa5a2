"""What is pressed and pointed at on a table: its buttons, its menu, the pointer."""
