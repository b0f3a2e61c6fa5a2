"""Keyboard, mouse and gamepads: their events become intents. They do not depend on games or scenes."""
