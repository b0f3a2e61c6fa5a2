"""Virtual gamepads, which SDL treats as plugged in."""

import ctypes

from topping_out.scenes.devices.keyboard import sdl

GAMEPAD, AXES, BUTTONS = 1, 6, 15
"""SDL's number for the type "gamepad", and the numbers of axes and buttons for which SDL needs no mapping."""
NAMES = (
    "a", "b", "x", "y", "back", "guide", "start", "leftstick", "rightstick", "leftshoulder", "rightshoulder",
    "dpup", "dpdown", "dpleft", "dpright",
)  # fmt: skip


class Description(ctypes.Structure):
    """The struct SDL_VirtualJoystickDesc, with its callbacks left empty."""

    _fields_ = [
        ("version", ctypes.c_uint16), ("kind", ctypes.c_uint16), ("axes", ctypes.c_uint16),
        ("buttons", ctypes.c_uint16), ("hats", ctypes.c_uint16), ("vendor", ctypes.c_uint16),
        ("product", ctypes.c_uint16), ("padding", ctypes.c_uint16), ("has_button", ctypes.c_uint32),
        ("has_axis", ctypes.c_uint32), ("name", ctypes.c_char_p), ("calls", ctypes.c_void_p * 7),
    ]  # fmt: skip


class VirtualPad:
    """A virtual gamepad, plugged in until `unplug` is called."""

    def __init__(self, vendor: int = 0, product: int = 0) -> None:
        """Plug in a gamepad. Without a vendor, SDL does not recognise its make."""
        self._sdl = sdl()
        self._sdl.SDL_JoystickOpen.restype = ctypes.c_void_p
        self._sdl.SDL_JoystickSetVirtualButton.argtypes = (ctypes.c_void_p, ctypes.c_int, ctypes.c_uint8)
        self._sdl.SDL_JoystickSetVirtualAxis.argtypes = (ctypes.c_void_p, ctypes.c_int, ctypes.c_int16)
        self._sdl.SDL_JoystickInstanceID.argtypes = (ctypes.c_void_p,)
        about = Description(1, GAMEPAD, AXES, BUTTONS, 0, vendor, product)
        index = self._sdl.SDL_JoystickAttachVirtualEx(ctypes.byref(about))
        assert index >= 0, "SDL attaches no virtual gamepad"
        self._handle = self._sdl.SDL_JoystickOpen(index)
        self._instance = self._sdl.SDL_JoystickInstanceID(self._handle)

    def button(self, name: str, is_down: bool) -> None:
        self._sdl.SDL_JoystickSetVirtualButton(self._handle, NAMES.index(name), is_down)

    def stick(self, across: int, down: int) -> None:
        """Move the left stick to a position; each axis ranges from -32768 to 32767."""
        for axis, value in enumerate((across, down)):
            self.axis(axis, value)

    def axis(self, axis: int, value: int) -> None:
        self._sdl.SDL_JoystickSetVirtualAxis(self._handle, axis, value)

    def unplug(self) -> None:
        """Unplug the gamepad. (Its index may have changed since it was plugged in.)"""
        count = self._sdl.SDL_NumJoysticks()
        index = next(i for i in range(count) if self._sdl.SDL_JoystickGetDeviceInstanceID(i) == self._instance)
        self._sdl.SDL_JoystickDetachVirtual(index)
