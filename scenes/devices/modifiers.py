"""What the modifiers that are held make of a key, for shortcuts, text fields and players' keys alike."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import pygame


@dataclass(frozen=True)
class Modifiers:
    """The modifiers that are held, by what they mean."""

    shift: bool = False
    ctrl: bool = False
    """Ctrl itself. AltGr isn't, for which Windows sends Ctrl and Alt."""
    edits: bool = False
    """What copies and pastes with a letter: Ctrl, on macOS Cmd."""
    alt: bool = False
    """The left Alt key; on macOS, where either of them types letters, neither counts."""
    alt_gr: bool = False
    """What types the further signs on a key."""
    system: bool = False
    """The key of Windows or of the desktop, Cmd: what it means with a key is the system's."""
    num: bool = False
    """Whether the number pad types digits."""

    @staticmethod
    def of(mod: int, platform: str = sys.platform) -> Modifiers:
        """Return what the modifiers of an event of pygame mean on a platform."""
        shift, ctrl, system = bool(mod & pygame.KMOD_SHIFT), bool(mod & pygame.KMOD_CTRL), bool(mod & pygame.KMOD_GUI)
        is_mac, both = platform == "darwin", platform == "win32" and ctrl and bool(mod & pygame.KMOD_ALT)
        alt_gr = both or bool(mod & (pygame.KMOD_ALT if is_mac else pygame.KMOD_RALT | pygame.KMOD_MODE))
        alt = bool(mod & pygame.KMOD_LALT) and not alt_gr
        return Modifiers(
            shift=shift,
            ctrl=ctrl and not alt_gr,
            edits=(system if is_mac else ctrl) and not (alt or alt_gr),
            alt=alt,
            alt_gr=alt_gr,
            system=system,
            num=is_mac or bool(mod & pygame.KMOD_NUM) != shift,  # Shift turns the number pad round
        )

    @property
    def is_plain(self) -> bool:
        """Whether a key is a shortcut: nothing but Shift is held."""
        return not (self.ctrl or self.alt or self.alt_gr or self.system)

    @property
    def types(self) -> bool:
        """Whether a key writes what is printed on it."""
        return not (self.ctrl or self.alt or self.system)
