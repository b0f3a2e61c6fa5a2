"""What all scenes share: settings, the window, captions, the saved games and error reports."""
