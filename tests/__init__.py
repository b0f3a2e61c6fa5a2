"""The tests. Shared helpers are imported by their full path: `from tests.scenes.robot import Robot`."""
