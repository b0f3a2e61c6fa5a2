"""The music: pieces written as notes, and what makes them heard."""
