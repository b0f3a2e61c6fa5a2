"""The music: pieces written as notes, and the tools that render them."""
