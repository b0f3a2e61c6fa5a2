"""The tests; what they share is imported by its place: `from tests.scenes.robot import Robot`."""
