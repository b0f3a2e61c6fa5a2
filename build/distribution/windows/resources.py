"""Version details and manifest of the programs for Windows."""

from __future__ import annotations

from typing import Any

from topping_out.game import __version__

TITLE = "Topping Out"
MANIFEST = """\
<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<assembly xmlns="urn:schemas-microsoft-com:asm.v1" manifestVersion="1.0">
  <compatibility xmlns="urn:schemas-microsoft-com:compatibility.v1">
    <application>
      <supportedOS Id="{8e0f7a12-bfb3-4fe8-b9a5-48fd50a15a9a}"></supportedOS>
    </application>
  </compatibility>
  <application xmlns="urn:schemas-microsoft-com:asm.v3">
    <windowsSettings>
      <dpiAware xmlns="http://schemas.microsoft.com/SMI/2005/WindowsSettings">true/pm</dpiAware>
      <dpiAwareness xmlns="http://schemas.microsoft.com/SMI/2016/WindowsSettings">permonitorv2</dpiAwareness>
      <longPathAware xmlns="http://schemas.microsoft.com/SMI/2016/WindowsSettings">true</longPathAware>
      <activeCodePage xmlns="http://schemas.microsoft.com/SMI/2019/WindowsSettings">UTF-8</activeCodePage>
    </windowsSettings>
  </application>
</assembly>
"""
"""For Windows 10 and later: the program is DPI-aware, its paths may be long, its code page is UTF-8. PyInstaller adds
the rest."""


def version_resource(name: str, description: str) -> Any:
    """Return the version details of the program `name` in PyInstaller's form."""
    # PyInstaller only has these modules on Windows.
    from PyInstaller.utils.win32.versioninfo import (
        FixedFileInfo,
        StringFileInfo,
        StringStruct,
        StringTable,
        VarFileInfo,
        VarStruct,
        VSVersionInfo,
    )  # fmt: skip

    number = (*map(int, __version__.split(".")[:3]), 0)
    words = {
        "CompanyName": "the Topping Out authors", "FileDescription": description, "FileVersion": __version__,
        "InternalName": name, "LegalCopyright": "MIT licence", "OriginalFilename": f"{name}.exe",
        "ProductName": TITLE, "ProductVersion": __version__,
    }  # fmt: skip
    strings = StringFileInfo([StringTable("040904B0", [StringStruct(*pair) for pair in words.items()])])
    fixed = FixedFileInfo(filevers=number, prodvers=number)
    return VSVersionInfo(ffi=fixed, kids=[strings, VarFileInfo([VarStruct("Translation", [1033, 1200])])])
