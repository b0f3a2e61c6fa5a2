"""Keyboard, mouse and gamepads, turned into intents. They know no game and no scene."""
