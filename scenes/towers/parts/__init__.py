"""The painters of the parts of rooms."""
