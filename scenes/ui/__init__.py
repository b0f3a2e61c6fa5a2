"""Pages and their widgets: focus, layout, scrolling, text fields."""
