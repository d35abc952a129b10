"""What a device is called: as little of what its browser says as its owner needs to know it
again."""

from __future__ import annotations

# The first that is found: many browsers name others, too.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)


def name_device(agent: str) -> str:
    """Browser and system, "Firefox · Linux"; nothing if neither is known."""
    found = [
        next((name for sign, name in known if sign in agent), "") for known in (BROWSERS, SYSTEMS)
    ]
    return " · ".join(name for name in found if name)
